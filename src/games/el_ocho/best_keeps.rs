//! The keeps of optimal play, in terms of faces.
//!
//! The solver represents rolls as classes and keeps as (points, dice); players see faces. This
//! module follows the optimal turn from its start, with the probability of each number of points
//! and dice, and sums its keeps over the points, by the scoring dice of the roll.

use std::collections::BTreeMap;

use crate::games::el_ocho::exact::{Solver, TurnSolution};
use crate::games::el_ocho::scoring::{Keep, Verdict};
use crate::games::el_ocho::turn::{Game, TurnState};

/// States with a lower probability per turn are not followed.
const NEGLIGIBLE: f64 = 1e-7;

/// Rolls that occur less often per turn are not listed.
const RARE: f64 = 1e-4;

/// A keep that is optimal in this share of the cases counts as optimal whatever the points.
const SURE: f64 = 0.9;

/// Faces of dice in ascending order.
pub(super) type Faces = Vec<u8>;

/// The most frequent keep of optimal play for given scoring dice.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Usual {
    pub(super) kept: Faces,
    /// Whether other keeps are almost never optimal, whatever the points of the turn.
    pub(super) sure: bool,
}

/// The keeps of optimal play, by scoring dice and number of dice rolled.
#[derive(Debug, Default)]
pub(super) struct Keeping {
    /// The expected number of times a keep is made per turn, by all scoring dice and the number of
    /// dice rolled. Only rolls with a choice are included.
    kept: BTreeMap<(Faces, u8), BTreeMap<Faces, f64>>,
}

impl Keeping {
    pub(super) fn of(solver: &Solver, turn: &TurnSolution) -> Self {
        let game = solver.game();
        let rolls = Roll::all(game);
        let mut keeping = Self::default();
        // The expected number of rolls per turn, by units and dice. Each roll adds points, so the
        // smallest entry is final.
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

    /// The usual keeps by scoring dice and number of dice rolled. Only rolls for which keeping all
    /// scoring dice is not always usual are included, at most `most` of them, the most frequent
    /// first.
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
        // The sort is stable: equally frequent rolls are ordered by face.
        rows.sort_by(|a, b| b.1.0.total_cmp(&a.1.0));
        rows.truncate(most);
        rows.into_iter().map(|(all, (_, cells))| (all.clone(), cells)).collect()
    }

    /// The share of rolls in which keeping all scoring dice is optimal, among rolls with a choice
    /// that are not in `advice`; `None` if there are no such rolls.
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

/// A class of rolls that score, with its keeps.
struct Roll {
    keeps: Vec<Keep>,
    weight: f64,
    /// By keep: all scoring dice of the roll, and the kept dice. `None` for a run, which leaves no
    /// dice.
    faces: Vec<Option<(Faces, Faces)>>,
}

impl Roll {
    /// The rolls of each number of dice.
    fn all(game: &Game) -> Vec<Vec<Self>> {
        let of = |dice| {
            let table = game.table(dice);
            let choices = table.classes().iter().enumerate().filter_map(|(index, class)| {
                let Verdict::Keep(keeps) = &class.verdict else { return None };
                // One roll represents its class: the first one, or the last one if the first is a
                // run, since the last is often not a run.
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

/// The dice of `roll` that make `keep`; `None` if only a run or a pattern of the whole roll makes it.
fn shown(game: &Game, roll: &[u8], keep: Keep) -> Option<Faces> {
    let mut counts = vec![0; usize::from(game.rules.edition.sides) + 1];
    roll.iter().for_each(|face| counts[usize::from(*face)] += 1);
    let whole = usize::from(keep.dice) == roll.len()
        && game.scoring.whole(&counts).is_some_and(|(_, units)| units == keep.points);
    // Of several lists, the one with the fewest low faces.
    if whole { None } else { game.scoring.dice_of(&counts, keep).pop() }
}
