//! Regret of policies, decision by decision.
//!
//! A policy plays turns. The loss of a decision is the value of the best action minus the value of
//! the chosen one, each followed by optimal play. The mean sum of these losses per turn equals the
//! distance of the policy's value from the optimum, and it has a far lower variance than the points
//! of the turns.

use std::cell::RefCell;
use std::ops::Range;

use strum::{IntoStaticStr, VariantArray};

use crate::game::contract::Log;
use crate::game::decision::ActionList;
use crate::games::eight_seconds::compiled::Game;
use crate::games::eight_seconds::decision::Action;
use crate::games::eight_seconds::event::Event;
use crate::games::eight_seconds::optimal::{Desk, Optimal, Pay, Spot};
use crate::games::eight_seconds::state::State;
use crate::games::eight_seconds::vocabulary::{kind, point};
use crate::run::{Job, Taken};
use crate::sim::interrupt::StopFlag;
use crate::sim::runner::Simulation;
use crate::sim::tally::tallies;
use crate::stats::Moments;

/// Losses are integers in millionths of a point.
pub(super) const MILLION: f64 = 1e6;

/// Turns per batch.
const BATCH: u64 = 32;

/// The kinds of decision; tables use their names in snake case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum Habit {
    #[strum(to_string = "buy_bull")]
    Buy,
    ClownOut,
    BuckedOff,
    Ride,
    Dismount,
    Reroll,
    Retrieve,
    RetrieveDie,
    Dice,
    Pay,
}

impl Habit {
    pub(super) const ALL: &[Self] = <Self as VariantArray>::VARIANTS;

    /// Label of the loss on the screen.
    pub(super) fn words(self) -> &'static str {
        [
            "wrong choice to buy or not",
            "wrong choice at a Clown Out",
            "wrong choice at three Clowns later",
            "wrong to ride",
            "wrong to dismount",
            "wrong to reroll",
            "wrong to retrieve",
            "wrong Clown retrieved",
            "wrong dice rolled",
            "wrong payment",
        ][self as usize]
    }
}

/// Losses by decisions of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HabitLoss {
    /// Loss per turn, in millionths of a point.
    pub(super) loss: Moments,
    pub(super) decisions: u64,
    /// Decisions with a positive loss.
    pub(super) mistakes: u64,
}

/// Counts of one policy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lost {
    /// Total loss per turn, in millionths of a point.
    pub(super) turns: Moments,
    /// By [`Habit`].
    pub(super) habits: [HabitLoss; Habit::ALL.len()],
    /// Gain per turn, in millionths of a point.
    pub(super) gained: Moments,
}

/// Policies that play single turns.
pub(super) struct Losses<'a> {
    pub(super) optimal: &'a Optimal,
    pub(super) job: Job<Game>,
}

tallies! {
    HabitLoss { loss, decisions, mistakes }
    Lost { turns, habits, gained }
}

impl Simulation for Losses<'_> {
    type Tally = Vec<Lost>;
    type Worker = ();

    fn worker(&self) {}

    fn empty(&self) -> Vec<Lost> {
        vec![Lost::default(); self.job.lineups.len()]
    }

    fn batch_len(&self, _: u64) -> u64 {
        BATCH
    }

    fn run_batch(
        &self,
        (): &mut (),
        units: Range<u64>,
        tally: &mut Vec<Lost>,
        stop: &StopFlag,
    ) -> bool {
        for unit in units {
            for (policy, lost) in tally.iter_mut().enumerate() {
                self.count((policy, unit), lost);
            }
        }
        stop.raised().is_none()
    }
}

impl Losses<'_> {
    fn count(&self, turn: (usize, u64), lost: &mut Lost) {
        // Both events and decisions are logged.
        let follow = RefCell::new(Follow::new(self.optimal));
        let taken = |taken: Taken<'_, Game>| follow.borrow_mut().decided(&taken);
        let end =
            self.job.play_alone(turn, &mut &follow, &mut ActionList::default(), taken, || false);
        let (points, tokens) = end.map_or((0, 0), |end| self.job.game.turn_gain(&end));
        let follow = follow.into_inner();
        lost.gained.add(millionths(points as f64 + self.optimal.token() * tokens as f64));
        lost.turns.add(follow.habits.iter().map(|habit| habit.loss).sum());
        for (into, from) in lost.habits.iter_mut().zip(follow.habits) {
            into.loss.add(from.loss);
            into.decisions += from.decisions;
            into.mistakes += from.mistakes;
        }
    }
}

fn millionths(points: f64) -> i64 {
    (points * MILLION).round() as i64
}

/// Losses by decisions of one kind in one turn, in millionths of a point.
#[derive(Clone, Copy, Default)]
struct TurnLoss {
    loss: i64,
    decisions: u64,
    mistakes: u64,
}

/// Values the decisions of one turn.
struct Follow<'a> {
    desk: Desk<'a>,
    /// By [`Habit`].
    habits: [TurnLoss; Habit::ALL.len()],
    /// A reroll in progress: its position, and the value of the best reroll.
    reroll: Option<(Spot, f64)>,
    /// A retrieval in progress: the value of the best one after its cost is paid.
    retrieve: Option<f64>,
}

impl<'a> Follow<'a> {
    fn new(optimal: &'a Optimal) -> Self {
        let (desk, habits) = (Desk::new(optimal), Default::default());
        Self { desk, habits, reroll: None, retrieve: None }
    }

    fn note(&mut self, habit: Habit, best: f64, chosen: f64) {
        // The values of rerolls are rounded to 24 bits, so smaller differences count as 0.
        let loss = if best - chosen > 1e-5 { millionths(best - chosen) } else { 0 };
        let of = &mut self.habits[habit as usize];
        of.loss += loss;
        of.decisions += 1;
        of.mistakes += u64::from(loss > 0);
    }

    fn decided(&mut self, taken: &Taken<'_, Game>) {
        let (decision, action) = (taken.decision, taken.choice.action);
        let (state, point) = (decision.state, usize::from(decision.point));
        let habit = match (point, action.kind()) {
            (point::BUY_BULL, _) => Habit::Buy,
            (point::CLOWN_OUT, _) => Habit::ClownOut,
            (point::BUCKED_OFF, _) => Habit::BuckedOff,
            (point::ACT, kind::RIDE) => Habit::Ride,
            (point::ACT, kind::DISMOUNT) => Habit::Dismount,
            (point::ACT, kind::REROLL) => Habit::Reroll,
            (point::ACT, _) => Habit::Retrieve,
            _ => return,
        };
        let worth = |action: Action| self.desk.worth(state, point, action);
        let Some(chosen) = worth(action) else { return };
        let legal = decision.actions().iter().copied();
        let best = legal.filter_map(worth).fold(chosen, f64::max);
        self.note(habit, best, chosen);
        let retrieves = match point {
            point::CLOWN_OUT => action.kind() == kind::CLOWN_OUT_RETRIEVE,
            point::BUCKED_OFF => action.kind() == kind::BUCKED_OFF_RETRIEVE,
            _ => action.kind() == kind::RETRIEVE,
        };
        if retrieves && habit != Habit::Buy {
            let cost = self.desk.optimal.token() * f64::from(action.argument());
            self.retrieve = Some(chosen + cost);
        }
        if habit == Habit::Reroll {
            self.reroll = Some((self.desk.optimal.spot(state), chosen));
        }
    }

    /// Values the dice and the payment of a reroll, before the dice are rolled.
    fn rolled(&mut self, state: &State, rolled: u8) {
        let Some((spot, best)) = self.reroll.take() else { return };
        let paid = match spot.line_up & !state.line_up {
            0 => Pay::Token,
            bull => Pay::Bull(bull.trailing_zeros() as u8),
        };
        let ways = self.desk.rolling_by_payment(&spot, rolled);
        let chosen = ways.iter().find(|(pay, _)| *pay == paid);
        // With more Bulls than the solution considers, giving up a considered Bull may have no
        // value.
        let Some((_, chosen)) = chosen else { return };
        let best_paid = ways.iter().map(|(_, worth)| *worth).fold(*chosen, f64::max);
        self.note(Habit::Dice, best, best_paid);
        self.note(Habit::Pay, best_paid, *chosen);
    }
}

impl Log<Game> for &RefCell<Follow<'_>> {
    fn record(&mut self, state: &State, event: Event) {
        let mut follow = self.borrow_mut();
        match event {
            Event::Rolled { rolled, .. } => follow.rolled(state, rolled),
            Event::Retrieved { .. } => {
                if let Some(best) = follow.retrieve.take() {
                    let after = follow.desk.settled(&follow.desk.optimal.spot(state));
                    follow.note(Habit::RetrieveDie, best, after);
                }
            }
            _ => {}
        }
    }
}
