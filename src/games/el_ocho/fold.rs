//! A policy's turn as a Markov chain.
//!
//! The totals are constant during a turn. The decisions of a policy that uses no random numbers
//! therefore depend only on the state of the turn, and points never decrease. `follow` visits every
//! reachable state in ascending order of points, with its probability. The exact law of a turn
//! ([`super::exact`]) and the tables for simulated turns and games ([`super::fast`]) are built from
//! these visits.

use std::sync::{Arc, PoisonError, RwLock};

use rustc_hash::{FxHashMap, FxHashSet};

use super::player::Player;
use super::scoring::{Keep, Verdict};
use super::turn::{Choice, Game, MAX_ROLLS_SEEN, Seen, Standing, TurnState};

/// One keep that a policy chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Kept {
    pub(super) keep: Keep,
    /// The rule that made the decision.
    pub(super) rule: u8,
    /// The kind of action: 1 if all rolled dice are kept, else 0.
    pub(super) kind: u8,
}

/// The transitions of a decision to roll, with the policy's keeps applied.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Moves {
    /// By roll class; `None` if no dice can be kept. Empty for optimal play, which does not need
    /// classes.
    pub(super) kept: Vec<Option<Kept>>,
    /// Units kept, number of dice to roll next, and number of ordered rolls with this transition.
    pub(super) keeps: Vec<(u32, u8, u64)>,
    /// The number of ordered rolls that are not Jokers.
    pub(super) settled: u64,
}

impl Moves {
    /// The transitions if `player` rolls the dice of `state`.
    pub(super) fn of(game: &Game, player: &Player, standing: &Standing, state: TurnState) -> Self {
        let mut moves = Self { kept: Vec::new(), keeps: Vec::new(), settled: 0 };
        for (class, of) in game.table(state.dice).classes().iter().enumerate() {
            moves.settled += if of.verdict == Verdict::Joker { 0 } else { of.weight };
            let kept = (!of.keeps().is_empty()).then(|| {
                let Choice { action, rule } = player.keep(standing, state, class);
                let keep = of.keeps()[action];
                Kept { keep, rule, kind: (keep.dice == state.dice).into() }
            });
            moves.kept.push(kept);
            moves.keeps.extend(kept.map(|Kept { keep, .. }| {
                (keep.points, game.after_keep(state, keep).dice, of.weight)
            }));
        }
        moves.keeps.sort_unstable();
        moves.keeps.dedup_by(|(points, dice, weight), (same_points, same_dice, all)| {
            let alike = (points, dice) == (same_points, same_dice);
            *all += if alike { *weight } else { 0 };
            alike
        });
        moves
    }
}

/// The transitions of one policy, computed once for all states that are equal in the policy's
/// inputs.
#[derive(Debug)]
pub(super) struct Keeping {
    seen: Seen,
    remembers: bool,
    known: RwLock<Known>,
}

#[derive(Debug, Default)]
struct Known {
    by_sight: FxHashMap<(TurnState, Standing), Arc<Moves>>,
    /// Contains each distinct value once.
    all: FxHashSet<Arc<Moves>>,
}

/// The maximum number of states whose transitions are cached.
const MAX_KNOWN: usize = 1 << 20;

impl Keeping {
    /// For a policy whose keeps depend on `seen`. With `remembers`, transitions are cached and
    /// equal values share one allocation.
    pub(super) fn new(seen: Seen, remembers: bool) -> Self {
        Self { seen, remembers, known: RwLock::default() }
    }

    /// The transitions if `player` decides to roll at `at`.
    pub(super) fn moves(
        &self,
        game: &Game,
        player: &Player,
        standing: &Standing,
        at: TurnState,
    ) -> Arc<Moves> {
        let rolled = TurnState { rolls: more_rolls(at), ..at };
        let key = self.seen.key(standing, rolled);
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(moves) = known.by_sight.get(&key) {
            return Arc::clone(moves);
        }
        drop(known);
        let new = Arc::new(Moves::of(game, player, standing, rolled));
        if !self.remembers {
            return new;
        }
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let moves = known.all.get(&new).map_or_else(|| Arc::clone(&new), Arc::clone);
        known.all.insert(new);
        if known.by_sight.len() < MAX_KNOWN {
            known.by_sight.insert(key, Arc::clone(&moves));
        }
        moves
    }
}

fn more_rolls(at: TurnState) -> u8 {
    (at.rolls + 1).min(MAX_ROLLS_SEEN)
}

/// The state after keeping dice of a roll made at `from`. Rolls are counted only if the policy
/// depends on their number.
pub(super) fn after(game: &Game, from: TurnState, keep: Keep, counts_rolls: bool) -> TurnState {
    let rolls = if counts_rolls { more_rolls(from) } else { 0 };
    TurnState { rolls, ..game.after_keep(from, keep) }
}

/// Visits each reachable state of a turn with its probability (never 0), in ascending order of
/// points: first the start, where rolling is forced, then the states after a keep. `visit` returns
/// the transitions of the next roll, or `None` if the turn stops there or is not followed further.
pub(super) fn follow(
    game: &Game,
    counts_rolls: bool,
    mut visit: impl FnMut(TurnState, f64) -> Option<Arc<Moves>>,
) {
    let dice = usize::from(game.dice());
    let rolls = if counts_rolls { usize::from(MAX_ROLLS_SEEN) + 1 } else { 1 };
    let row = dice * rolls;
    let mut masses = vec![0.0; row];
    masses[dice - 1] = 1.0;
    let mut cell = 0;
    while cell < masses.len() {
        let (here, mass): (usize, f64) = (cell, masses[cell]);
        cell += 1;
        if mass == 0.0 {
            continue;
        }
        let at = TurnState {
            points: (here / row) as u32,
            rolls: (here % row / dice) as u8,
            dice: (here % dice) as u8 + 1,
        };
        let Some(moves) = visit(at, mass) else { continue };
        let rolled = if counts_rolls { usize::from(more_rolls(at)) } else { 0 };
        for &(points, left, weight) in &moves.keeps {
            let first = (at.points + points) as usize * row;
            if masses.len() < first + row {
                masses.resize(first + row, 0.0);
            }
            let to = &mut masses[first + rolled * dice + usize::from(left) - 1];
            *to += mass * (weight as f64 / moves.settled as f64);
            // A probability that underflows must not hide a reachable state.
            *to = to.max(f64::MIN_POSITIVE);
        }
    }
}

/// The largest keep, in units, for which a policy is folded into tables: [`follow`] has a row per
/// unit.
const MAX_KEEP: u32 = 1 << 13;

pub(super) fn is_small(game: &Game) -> bool {
    let classes = (1..=game.dice()).flat_map(|dice| game.table(dice).classes());
    classes.flat_map(|class| class.keeps()).all(|keep| keep.points <= MAX_KEEP)
}
