//! A plain engine of El Ocho to time against: straightforward code over the plain account of the rules.

use rand_pcg::rand_core::Rng;

use super::plain::engine::Ending;
use super::plain::rules::{Counts, DICE, EIGHT_ALIKE, GREAT_RUN, Joker, Level, PlainRules};

/// Where single dice come from: one generator word a die.
pub(crate) trait Dice {
    /// The face of the next die, less one.
    fn next_index(&mut self) -> usize;
}

/// Dice from the top three bits of 32-bit words.
#[derive(Clone, Debug)]
pub(crate) struct Words32<R>(pub R);

impl<R: Rng> Dice for Words32<R> {
    #[inline]
    fn next_index(&mut self) -> usize {
        (self.0.next_u32() >> 29) as usize
    }
}

/// What a [`BenchEngine`] has counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BenchTally {
    /// Rolls of `d` dice, at `d`, Jokers and the rolls after them included.
    pub(crate) rolls: [u64; DICE + 1],
    /// Busts by the dice rolled. The decisions to roll `d` dice are `rolls[d] - jokers[d]`.
    pub(crate) busts: [u64; DICE + 1],
    /// Jokers by the dice rolled.
    pub(crate) jokers: [u64; DICE + 1],
    /// Instant wins.
    pub(crate) wins: u64,
    /// Number of turns with `50 * i` points, at index `i`; busts are at 0.
    pub(crate) endings: Vec<u64>,
}

/// A plain engine to time against: the same turns as `play_turn` with everything kept, without a
/// record of them.
#[derive(Clone, Debug)]
pub(crate) struct BenchEngine<D> {
    rules: PlainRules,
    dice: D,
    /// What has been counted so far.
    pub(crate) tally: BenchTally,
}

/// The end of a game of a [`BenchEngine`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BenchGame {
    /// The seat that won, from 0.
    pub(crate) winner: Option<usize>,
    /// What each seat has in the end.
    pub(crate) totals: [u32; 2],
    /// The turns each seat has had.
    pub(crate) turns: [u32; 2],
}

impl<D: Dice> BenchEngine<D> {
    /// An engine with nothing counted yet.
    pub(crate) fn new(rules: PlainRules, dice: D) -> Self {
        Self { rules, dice, tally: BenchTally::default() }
    }

    /// One turn that stops from `hold` points on.
    pub(crate) fn hold_at(&mut self, hold: u32) -> (Ending, u32) {
        self.turn(|points, _| points >= hold)
    }

    /// One turn of a player who keeps everything and stops where `stop`, given the points of the
    /// turn and the dice to roll, says so.
    pub(crate) fn turn(&mut self, stop: impl Fn(u32, usize) -> bool) -> (Ending, u32) {
        let (ending, points) = self.play(stop);
        let fifties = (points / 50) as usize;
        if fifties >= self.tally.endings.len() {
            self.tally.endings.resize(fifties + 1, 0);
        }
        self.tally.endings[fifties] += 1;
        (ending, points)
    }

    fn play(&mut self, stop: impl Fn(u32, usize) -> bool) -> (Ending, u32) {
        let mut dice = DICE;
        let mut points = 0;
        loop {
            let mut counts: Counts = [0; 8];
            for _ in 0..dice {
                counts[self.dice.next_index()] += 1;
            }
            self.tally.rolls[dice] += 1;
            let (gained, kept) = keep_everything(&self.rules, &counts);
            if is_joker(&self.rules, &counts, kept) {
                self.tally.jokers[dice] += 1;
                continue;
            }
            if kept == 0 {
                self.tally.busts[dice] += 1;
                return (Ending::Bust, 0);
            }
            points += gained;
            if self.rules.level == Level::Two && dice == DICE && counts.contains(&8) {
                self.tally.wins += 1;
                return (Ending::InstantWin, points);
            }
            dice -= kept;
            if dice == 0 {
                dice = DICE;
            }
            if points >= self.rules.min_bank && stop(points, dice) {
                return (Ending::Banked, points);
            }
        }
    }

    /// One game of two players who look at both totals.
    pub(crate) fn game(&mut self, policies: &[CatchUp; 2], max_turns: u32) -> BenchGame {
        let mut game = BenchGame { winner: None, totals: [0; 2], turns: [0; 2] };
        for _ in 0..max_turns {
            for (seat, policy) in policies.iter().enumerate() {
                let own = game.totals[seat];
                let other = game.totals[1 - seat];
                let (ending, points) = self.turn(|points, _| policy.stops(own, other, points));
                game.turns[seat] += 1;
                game.totals[seat] += points;
                if ending == Ending::InstantWin || game.totals[seat] >= self.rules.target {
                    game.winner = Some(seat);
                    return game;
                }
            }
        }
        game
    }
}

/// Keeps everything and holds at a number that depends on how far the opponent is ahead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CatchUp {
    /// The points to stop from in an ordinary turn.
    pub(crate) hold: u32,
    /// The points to stop from when far behind.
    pub(crate) hold_behind: u32,
    /// The lead of the opponent from which the player is far behind.
    pub(crate) gap: u32,
    /// The total that wins; banking it is never put off.
    pub(crate) target: u32,
}

impl CatchUp {
    /// Whether to stop.
    pub(crate) fn stops(&self, own_total: u32, opponent: u32, turn_points: u32) -> bool {
        let far_behind = opponent >= own_total + self.gap;
        let hold = if far_behind { self.hold_behind } else { self.hold };
        own_total + turn_points >= self.target || turn_points >= hold
    }
}

impl Default for CatchUp {
    fn default() -> Self {
        Self { hold: 500, hold_behind: 1000, gap: 2000, target: 8000 }
    }
}

/// The points and the number of all scoring dice of a roll, `(0, 0)` if nothing scores.
///
/// Meant for speed without tricks: each face once, then the run. It does not know the Joker;
/// see [`is_joker`].
fn keep_everything(rules: &PlainRules, counts: &Counts) -> (u32, usize) {
    let mut points = 0;
    let mut dice = 0;
    let mut rolled = 0;
    for (index, &count) in counts.iter().enumerate() {
        let alike = usize::from(count);
        rolled += alike;
        let triple = if index == 0 { 1000 } else { 100 * (index as u32 + 1) };
        let single = match index {
            0 => 100,
            4 => 50,
            _ => 0,
        };
        let mut left_over = alike;
        if alike >= 3 {
            match rules.level {
                Level::One => {
                    points += triple * (alike as u32 / 3);
                    left_over = alike % 3;
                }
                Level::Two if alike == DICE => return (EIGHT_ALIKE, DICE),
                Level::Two => {
                    points += triple << (alike - 3);
                    left_over = 0;
                }
            }
            dice += alike - left_over;
        }
        if single > 0 {
            points += single * left_over as u32;
            dice += left_over;
        }
    }
    // Where every die scores already it is no run: of a run only the 1 and the 5 would.
    if dice < rolled && (rolled == DICE || (rules.level == Level::Two && rolled >= 2)) {
        let lowest = counts.iter().position(|&count| count > 0).unwrap_or(0);
        if counts[lowest..].iter().take_while(|&&count| count == 1).count() == rolled {
            let run = if rolled == DICE { GREAT_RUN } else { 100 * rolled as u32 };
            return (run, rolled);
        }
    }
    (points, dice)
}

/// Whether a roll of which `scoring` dice score is a Joker.
fn is_joker(rules: &PlainRules, counts: &Counts, scoring: usize) -> bool {
    if rules.level == Level::One || counts[7] == 0 {
        return false;
    }
    match rules.joker {
        Joker::Off => false,
        Joker::Standard => scoring == 0,
        Joker::Literal => counts[0] == 0 && counts[4] == 0 && counts.iter().all(|&count| count < 3),
    }
}
