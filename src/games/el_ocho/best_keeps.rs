//! What the best play keeps of the rolls it meets, in terms of faces.
//!
//! The solver knows rolls as classes and keeps as (points, dice); players see faces. Here the best
//! turn is followed from its start: how likely it comes to each number of points and of dice, what
//! it then rolls and what it keeps. That is summed over the points, by what scores in the roll.

use std::collections::BTreeMap;

use crate::games::el_ocho::exact::{Solver, TurnSolution};
use crate::games::el_ocho::scoring::{Keep, Verdict};
use crate::games::el_ocho::turn::{Game, TurnState};

/// Situations that a turn comes to less often than this are no longer followed.
const NEGLIGIBLE: f64 = 1e-7;

/// What is met less often than this in a turn is no advice for the table.
const RARE: f64 = 1e-4;

/// A keep that is best so often, of all times that dice score, is best whatever the points.
const SURE: f64 = 0.9;

/// Dice of a roll: their faces, in rising order.
pub(super) type Faces = Vec<u8>;

/// What the best play does most often with what scores.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Usual {
    pub(super) kept: Faces,
    /// Whether it hardly ever keeps others, whatever the points of the turn.
    pub(super) sure: bool,
}

/// The best play's keeps, by what scores and the number of dice rolled.
#[derive(Debug, Default)]
pub(super) struct Keeping {
    /// How often each keep is made in a turn, by all the dice that score and the number rolled;
    /// only where there is a choice.
    kept: BTreeMap<(Faces, u8), BTreeMap<Faces, f64>>,
}

impl Keeping {
    pub(super) fn of(solver: &Solver, turn: &TurnSolution) -> Self {
        let game = solver.game();
        let rolls = Roll::all(game);
        let mut keeping = Self::default();
        // How often a turn rolls, by units and dice. Points grow with every roll, so nothing is added
        // to the least entry any more.
        let mut mass = BTreeMap::from([((0, game.dice()), 1.0)]);
        while let Some(((points, dice), here)) = mass.pop_first() {
            let odds = solver.bust_odds(dice).filter(|_| here > NEGLIGIBLE);
            let Some((_, settled)) = odds else { continue };
            let state = TurnState { points, dice, rolls: 1 };
            for roll in &rolls[usize::from(dice) - 1] {
                let best = turn.position.choose_keep(game, state, &roll.keeps);
                let often = here * roll.weight / settled as f64;
                let choice = roll.keeps.len() > 1;
                if let Some((all, kept)) = roll.faces[best].as_ref().filter(|_| choice) {
                    let cell = keeping.kept.entry((all.clone(), dice)).or_default();
                    *cell.entry(kept.clone()).or_insert(0.0) += often;
                }
                let to = game.after_keep(state, roll.keeps[best]);
                if !turn.position.stops(to.points, to.dice) {
                    *mass.entry((to.points, to.dice)).or_insert(0.0) += often;
                }
            }
        }
        keeping
    }

    /// What is usual, for what scores most often among the rolls in which it is not usual to keep
    /// all that scores, by number of dice rolled; at most so many of them, the most frequent first.
    pub(super) fn advice(&self, most: usize) -> Vec<(Faces, BTreeMap<u8, Usual>)> {
        let mut rows: BTreeMap<&Faces, (f64, BTreeMap<u8, Usual>)> = BTreeMap::new();
        for ((all, dice), kept) in &self.kept {
            let often: f64 = kept.values().sum();
            let usual = kept.iter().max_by(|a, b| a.1.total_cmp(b.1));
            let Some((faces, times)) = usual.filter(|_| often >= RARE) else { continue };
            let row = rows.entry(all).or_default();
            row.0 += often;
            row.1.insert(*dice, Usual { kept: faces.clone(), sure: *times >= SURE * often });
        }
        let mut rows: Vec<_> = rows
            .into_iter()
            .filter(|(all, (_, cells))| cells.values().any(|usual| usual.kept != **all))
            .collect();
        // Stable: of equals, those with the lower faces first.
        rows.sort_by(|a, b| b.1.0.total_cmp(&a.1.0));
        rows.truncate(most);
        rows.into_iter().map(|(all, (_, cells))| (all.clone(), cells)).collect()
    }

    /// How often it is best to keep all that scores, among the rolls with a choice that are not in
    /// `advice`; `None` where there are none.
    pub(super) fn keeps_all(&self, advice: &[(Faces, BTreeMap<u8, Usual>)]) -> Option<f64> {
        let (mut all_kept, mut all_times) = (0.0, 0.0);
        for ((all, _), kept) in &self.kept {
            if advice.iter().all(|(named, _)| named != all) {
                all_kept += kept.get(all).copied().unwrap_or(0.0);
                all_times += kept.values().sum::<f64>();
            }
        }
        (all_times > 0.0).then(|| all_kept / all_times)
    }
}

/// A class of rolls with a choice.
struct Roll {
    keeps: Vec<Keep>,
    weight: f64,
    /// By keep: the dice that score in the roll and those kept. `None` where it is a run, which
    /// has no dice to leave.
    faces: Vec<Option<(Faces, Faces)>>,
}

impl Roll {
    /// The rolls of each number of dice.
    fn all(game: &Game) -> Vec<Vec<Self>> {
        let of = |dice| {
            let table = game.table(dice);
            let choices = table.classes().iter().enumerate().filter_map(|(index, class)| {
                let Verdict::Keep(keeps) = &class.verdict else { return None };
                // One roll stands for all of its class: the first, or where that is a run the last,
                // which often is none.
                let ends = [0, class.weight - 1].map(|rank| table.decode(index, rank));
                let plain = ends.into_iter().find_map(|roll| {
                    let all = shown(game, &roll, *keeps.first()?)?;
                    Some((roll, all))
                });
                let faces = |keep: &Keep| {
                    let (roll, all) = plain.as_ref()?;
                    Some((all.clone(), shown(game, roll, *keep)?))
                };
                let faces = keeps.iter().map(faces).collect();
                Some(Self { keeps: keeps.clone(), weight: class.weight as f64, faces })
            });
            choices.collect()
        };
        (1..=game.dice()).map(of).collect()
    }
}

/// Dice of `roll` that make `keep` by single dice and sets; `None` where only a run makes it.
fn shown(game: &Game, roll: &[u8], keep: Keep) -> Option<Faces> {
    let mut counts = vec![0; usize::from(game.rules.edition.sides) + 1];
    roll.iter().for_each(|face| counts[usize::from(*face)] += 1);
    let run =
        usize::from(keep.dice) == roll.len() && game.scoring.run(&counts) == Some(keep.points);
    // Of several ways the one with the fewest low faces.
    if run { None } else { game.scoring.dice_of(&counts, keep).pop() }
}
