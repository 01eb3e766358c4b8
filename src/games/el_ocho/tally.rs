//! What the engines of El Ocho add to the sums of a run.

use super::engine::{Event, Position, Seated};
use super::figures::of_dice;
use super::turn::{DEFAULT_RULE, Ending, Game, TurnEnd};
use crate::game::contract::{Game as _, Log};
use crate::game::decision::{Choice, Decision};
use crate::games::el_ocho::engine::Action;
pub(super) use crate::run::standard_tables::{Occasions, RuleTally, SeatResult, WIN};
use crate::run::turn_endings::Ended;
pub(super) use crate::run::turn_endings::TurnEnds;
pub(super) use crate::run::{PolicySums, Sums};
pub(super) use crate::stats::Ratio;

/// No rule was asked.
pub(super) const NO_RULE: u8 = 254;

/// Counts decisions at `point` that a rule made.
pub(super) fn count_rule(rules: &mut RuleTally, point: usize, rule: u8, by: u64) {
    match rule {
        NO_RULE => {}
        DEFAULT_RULE => rules.count_times(point, None, by),
        rule => rules.count_times(point, Some(rule.into()), by),
    }
}

/// Counts decisions to roll so many dice.
pub(super) fn count_decisions(tally: &mut PolicySums, game: &Game, dice: u8, by: u64) {
    let [lost, joker] = of_dice(dice);
    tally.trial(lost, (0, by));
    if game.has_jokers() {
        tally.trial(joker, (0, by));
    }
}

/// Counts what happens in turns, and not what is decided.
#[derive(Debug)]
pub(super) struct OfTurns<'a> {
    trials: &'a mut [(u64, u64)],
    jokers: bool,
    /// Whether the next roll is not decided, since the last was a Joker.
    again: bool,
    /// How the last turn ended, if one did.
    pub(super) end: Option<TurnEnd>,
}

impl Log<Seated> for OfTurns<'_> {
    #[inline]
    fn tell(&mut self, at: &Position, event: Event) {
        let [lost, joker] = of_dice(at.turn.dice);
        match event {
            Event::Rolled(_) => {
                self.trials[lost.figure()].1 += u64::from(!std::mem::take(&mut self.again));
                self.trials[joker.figure()].1 += u64::from(self.jokers);
            }
            Event::Joker => {
                self.again = true;
                self.trials[joker.figure()].0 += 1;
            }
            Event::Ended(end) => {
                self.trials[lost.figure()].0 += u64::from(end.ending == Ending::Bust);
                self.end = Some(end);
            }
        }
    }
}

/// What counts what happens in turns of a policy, and what counts what is decided.
pub(super) fn counters<'a>(
    tally: &'a mut PolicySums,
    game: &Game,
) -> (OfTurns<'a>, impl FnMut(&Decision<'_, Seated>, Choice<Action>) + use<'a>) {
    let PolicySums { rules, actions, trials, .. } = tally;
    let taken = |&Decision { game, point, .. }: &Decision<'_, Seated>, choice: Choice<Action>| {
        let rule = (choice.rule != DEFAULT_RULE).then_some(usize::from(choice.rule));
        rules.count(point.into(), rule);
        actions[usize::from(point)][game.kind(point, choice.action)] += 1;
    };
    (OfTurns { trials, jokers: game.has_jokers(), again: false, end: None }, taken)
}

/// The number of a way to end a turn: the kind of ending, and the units the turn held.
#[inline]
pub(super) fn class(end: TurnEnd) -> u32 {
    end.points << 2 | end.ending as u32
}

/// The turn endings of the games of one batch, by [`class`].
#[derive(Debug, Default)]
pub(super) struct ClusterSums {
    cells: Vec<ClusterCell>,
}

/// A game takes at most 2^23 turns and a batch has few games, if they are that long.
#[derive(Clone, Copy, Debug, Default)]
struct ClusterCell {
    count: u64,
    squares: u64,
    by_turns: u64,
    /// Turns of the game that is being added.
    now: u64,
}

impl ClusterSums {
    /// Adds the turns of one game: `turns` of them, by [`class`].
    #[inline]
    pub(super) fn add(&mut self, turns: u64, classes: impl Iterator<Item = u32> + Clone) {
        for class in classes.clone() {
            let class = class as usize;
            if class >= self.cells.len() {
                self.cells.resize((class + 1).next_power_of_two(), ClusterCell::default());
            }
            let cell = &mut self.cells[class];
            cell.count += 1;
            cell.squares += 2 * cell.now + 1;
            cell.by_turns += turns;
            cell.now += 1;
        }
        for class in classes {
            self.cells[class as usize].now = 0;
        }
    }

    /// Adds what turns of one game ended `times` times in the same way.
    pub(super) fn add_times(&mut self, turns: u64, class: u32, times: u64) {
        let class = class as usize;
        if class >= self.cells.len() {
            self.cells.resize((class + 1).next_power_of_two(), ClusterCell::default());
        }
        let cell = &mut self.cells[class];
        cell.count += times;
        cell.squares += times * times;
        cell.by_turns += times * turns;
    }

    /// Hands in what was counted, and forgets it.
    pub(super) fn flush(&mut self, into: &mut TurnEnds) {
        for (class, cell) in self.cells.iter_mut().enumerate().filter(|(_, cell)| cell.count > 0) {
            let ClusterCell { count, squares, by_turns, .. } = std::mem::take(cell);
            let (squares, by_turns) = (squares.into(), by_turns.into());
            *into.cell(class & 3, class >> 2) += Ended { count, squares, by_turns };
        }
    }
}

/// A game that ended in `over`, as `seat` saw it.
pub(super) fn seat_result(over: &super::matches::Final, seat: usize) -> SeatResult {
    let won = u32::from(over.winner == Some(seat));
    let busts = Occasions { happened: over.busts[seat], among: over.turns[seat] };
    SeatResult {
        seats: 1,
        win: i64::from(won) * WIN,
        sole: won,
        score: over.totals[seat].into(),
        turns: over.turns[seat],
        busts: [busts, Occasions::default()],
        unfinished: over.winner.is_none(),
        ..SeatResult::default()
    }
}
