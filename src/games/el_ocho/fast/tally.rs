//! Turns in the game loop, and counts of turns.

use std::mem;

use crate::game::contract::{Game as _, Log};
use crate::game::decision::{ActionList, Decision, Policy as _};
use crate::game::play::{Streams, play_until};
use crate::games::el_ocho::engine::{Action, Event, Position, Seated};
use crate::games::el_ocho::figures::of_dice;
use crate::games::el_ocho::player::Player;
use crate::games::el_ocho::turn::{DEFAULT_RULE, Ending, Game, NO_RULE, TurnEnd};
use crate::run::PolicySums;
use crate::run::standard_tables::RuleTally;
use crate::run::turn_endings::{Ended, TurnEnds};
use crate::sim::interrupt::StopFlag;
use crate::sim::tally::Tally as _;

/// The number of steps between two checks of the stop flag: steps of the loop, or rolls of all
/// lanes.
pub(super) const STEPS: u32 = 1 << 12;

/// Counts `by` decisions of a rule at `point`.
pub(super) fn count_rule(rules: &mut RuleTally, point: usize, rule: u8, by: u64) {
    match rule {
        NO_RULE => {}
        DEFAULT_RULE => rules.count_times(point, None, by),
        rule => rules.count_times(point, Some(rule.into()), by),
    }
}

/// Counts `by` decisions to roll `dice` dice.
pub(super) fn count_decisions(tally: &mut PolicySums, game: &Game, dice: u8, by: u64) {
    let [lost, joker] = of_dice(dice);
    tally.trial(lost, (0, by));
    if game.has_jokers() {
        tally.trial(joker, (0, by));
    }
}

/// Counts the rolls of a turn and stores its end.
struct Notes<'a> {
    trials: &'a mut [(u64, u64)],
    jokers: bool,
    /// Whether the next roll is not a decision, because the last roll was a Joker.
    again: bool,
    end: Option<TurnEnd>,
}

impl Log<Seated> for Notes<'_> {
    #[inline]
    fn record(&mut self, at: &Position, event: Event) {
        let [lost, joker] = of_dice(at.turn.dice).map(|trial| trial.figure());
        match event {
            Event::Rolled(_) => {
                self.trials[lost].1 += u64::from(!mem::take(&mut self.again));
                self.trials[joker].1 += u64::from(self.jokers);
            }
            Event::Joker => {
                self.again = true;
                self.trials[joker].0 += 1;
            }
            Event::Ended(end) => {
                self.trials[lost].0 += u64::from(end.ending == Ending::Bust);
                self.end = Some(end);
            }
        }
    }
}

/// Plays the current turn in the game loop and counts it, except for its ending. Returns `None` if
/// `stop` was raised before the end; the counts are then dropped with the batch.
pub(super) fn play_turn(
    (game, player): (&Seated, &Player),
    at: &mut Position,
    streams: &mut Streams,
    sums: &mut PolicySums,
    list: &mut ActionList<Action>,
    stop: &StopFlag,
) -> Option<TurnEnd> {
    let PolicySums { rules, actions, trials, .. } = sums;
    let decide = |decision: &Decision<'_, Seated>| {
        let (choice, point) = (player.choose(decision), decision.point);
        let rule = (choice.rule != DEFAULT_RULE).then_some(choice.rule.into());
        rules.count(point.into(), rule);
        actions[usize::from(point)][game.kind(point, choice.action)] += 1;
        choice.action
    };
    let mut notes = Notes { trials, jokers: game.has_jokers(), again: false, end: None };
    let (round, seat, mut steps) = (at.round, at.seat, 0);
    let done = |at: &Position| {
        steps += 1;
        (at.round, at.seat) != (round, seat) || steps % STEPS == 0 && stop.raised().is_some()
    };
    play_until(game, at, streams, decide, &mut notes, list, done);
    notes.end
}

/// The class of a turn end in one number: kind of ending, and units of the turn.
#[inline]
pub(super) fn class(end: TurnEnd) -> u32 {
    end.points << 2 | end.ending as u32
}

/// The turn endings of the games of one batch, by [`class`].
#[derive(Debug, Default)]
pub(super) struct ClusterSums {
    cells: Vec<ClusterCell>,
    /// The classes with a count.
    met: Vec<u32>,
}

/// Sums of one class. 64 bits suffice for the few games of a batch.
#[derive(Clone, Copy, Debug, Default)]
struct ClusterCell {
    count: u64,
    squares: u64,
    by_turns: u64,
    /// Turns of the current game.
    now: u64,
}

impl ClusterSums {
    /// Adds the turns of one game, by seat and [`class`]; `turns` is their number.
    #[inline]
    pub(super) fn add<'a, S: Iterator<Item = &'a u32>>(
        &mut self,
        turns: u64,
        seats: impl Iterator<Item = S> + Clone,
    ) {
        seats.clone().flatten().for_each(|&number| {
            let class = number as usize;
            if class >= self.cells.len() {
                self.cells.resize((class + 1).next_power_of_two(), ClusterCell::default());
            }
            let cell = &mut self.cells[class];
            if cell.count == 0 {
                self.met.push(number);
            }
            cell.count += 1;
            cell.squares += 2 * cell.now + 1;
            cell.by_turns += turns;
            cell.now += 1;
        });
        seats.flatten().for_each(|class| self.cells[*class as usize].now = 0);
    }

    /// Moves the counts to `into`.
    pub(super) fn flush(&mut self, into: &mut TurnEnds) {
        for class in self.met.drain(..).map(|class| class as usize) {
            let ClusterCell { count, squares, by_turns, .. } = mem::take(&mut self.cells[class]);
            let (squares, by_turns) = (squares.into(), by_turns.into());
            into.cell(class & 3, class >> 2).merge(Ended { count, squares, by_turns });
        }
    }
}
