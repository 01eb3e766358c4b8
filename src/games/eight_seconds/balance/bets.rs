//! Every bet that may be placed on a turn, as bettors beside the table see it settled.
//!
//! The bettors are hypothetical: they place each bet wherever the rules allow it, always have the
//! money, are paid the standard payouts and change nothing at the table. What they come to follows
//! from the events of the game alone.

use crate::game::contract::Log;
use crate::games::eight_seconds::cards::each;
use crate::games::eight_seconds::compiled::Game;
use crate::games::eight_seconds::dice::{Counts, Dice, Face};
use crate::games::eight_seconds::edition::Payoff;
use crate::games::eight_seconds::event::{Event, Outcome, Why};
use crate::games::eight_seconds::state::{Bet, NONE, State};

/// When a bet is placed, and what of it is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    /// Before the first roll (ES-66).
    First,
    /// Again, before the roll after a Clown Out, for those whom it paid (ES-79).
    Again,
    /// On another outcome before the second roll, after a Clown Out before the third (ES-68).
    Second,
    /// A bet with its Double Down: the whole of it.
    Double,
    /// The decision to Double Down alone: the second stake, and what it adds to the payout.
    Doubling,
    /// Plain bets of the first three phases together: they have one payout.
    Plain,
}

impl Phase {
    pub(super) const ALL: [Self; 6] =
        [Self::First, Self::Again, Self::Second, Self::Double, Self::Doubling, Self::Plain];

    /// The name used in tables.
    pub(super) fn name(self) -> &'static str {
        ["first", "after_clown_out", "second", "double_down", "second_stake", "plain"]
            [self as usize]
    }

    /// Stakes of the edition that lie on such a bet (ES-70).
    pub(super) fn stakes(self) -> i64 {
        if self == Self::Double { 2 } else { 1 }
    }
}

/// Classes of turns by the Rider's tokens at their start: all together, then 0, 1, 2, 3 and more.
pub(super) const CLASSES: usize = 5;

/// A value for each bet and phase.
pub(super) type ByBet<T> = [[T; Phase::ALL.len()]; 3];

/// What the bets of one sort came to in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    pub(super) bets: i64,
    pub(super) won: i64,
    pub(super) pushed: i64,
    /// Dollars the bank paid for bets that were right; for a second stake, more than without it.
    pub(super) paid: i64,
}

impl Sums {
    /// Adds what was counted at a table of the given weight.
    pub(super) fn add(&mut self, other: &Self, weight: i64) {
        self.bets += weight * other.bets;
        self.won += weight * other.won;
        self.pushed += weight * other.pushed;
        self.paid += weight * other.paid;
    }
}

/// What is visible before a first bet: the points of the Bulls in the line-up, highest first; or
/// after the first roll: Clowns (three and more as three) and the best Bull that it rides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sight {
    LineUp(Vec<u8>),
    FirstRoll { clowns: u8, ride: u8 },
}

/// Takes note of the turns of one game.
pub(super) struct Bettors<'a> {
    game: &'a Game,
    /// By the tokens at the start of the turn, from 0 to 3 and more.
    pub(super) bets: [ByBet<Sums>; CLASSES - 1],
    /// Turns by how they ended.
    pub(super) ends: [[i64; Outcome::ALL.len()]; CLASSES - 1],
    tokens: usize,
    clown_out: bool,
    /// Whether there was a roll before which bets could be placed again, or second bets.
    again: bool,
    second: bool,
    left_over: u32,
    line_up: u32,
    first_roll: Option<Dice>,
}

impl<'a> Bettors<'a> {
    pub(super) fn new(game: &'a Game) -> Self {
        Self {
            game,
            bets: Default::default(),
            ends: Default::default(),
            tokens: 0,
            clown_out: false,
            again: false,
            second: false,
            left_over: 0,
            line_up: 0,
            first_roll: None,
        }
    }

    /// What could be seen in the last turn, before and after its first roll.
    pub(super) fn sights(&self) -> impl Iterator<Item = Sight> {
        let game = self.game;
        let points = |bull: u8| game.bulls[usize::from(bull)].points;
        let mut line_up: Vec<u8> = each(self.line_up).map(points).collect();
        line_up.reverse();
        let line_up = self.first_roll.map(|_| Sight::LineUp(line_up));
        let first_roll = self.first_roll.map(|dice| {
            let shown = dice.counts();
            let rides = |bull: &u8| {
                let [turns, bucks, kicks] = game.bulls[usize::from(*bull)].moves;
                shown.contains(Counts::new([turns, bucks, kicks, 0, 0]))
            };
            let ride = each(self.line_up).filter(rides).map(points).max().unwrap_or(0);
            Sight::FirstRoll { clowns: shown.of(Face::Clown).min(3), ride }
        });
        line_up.into_iter().chain(first_roll)
    }

    fn points(&self, bull: Option<u8>) -> i64 {
        let known = bull.filter(|bull| *bull != NONE);
        known.map_or(0, |bull| self.game.bulls[usize::from(bull)].points.into())
    }

    /// Settles every bet of the turn.
    fn settle(&mut self, state: &State, outcome: Outcome) {
        let vegas = &self.game.rules.edition.vegas;
        let right = outcome.bet();
        for (place, bet) in Bet::OUTCOMES.into_iter().enumerate() {
            let turn = &state.turn;
            let (payoff, figure): (Payoff, i64) = match bet {
                // ES-75: less the highest Bull still there (ES-Q32).
                Bet::BuckedOff => {
                    (vegas.bucked_off, -self.points(self.game.highest(self.left_over)))
                }
                Bet::Dismount => (vegas.dismount, turn.earned.into()),
                // The higher of two Bulls (ES-Q33).
                _ => {
                    let bulls =
                        [turn.first_bull, turn.last_bull].map(|bull| self.points(Some(bull)));
                    (vegas.ride, bulls[0].max(bulls[1]))
                }
            };
            let double = (payoff.double + payoff.slope * figure).max(0);
            let won = right == Some(bet);
            // Stakes go back where the Rider stops at a Clown Out (ES-80); a Golden Buckle sends
            // all of them to the bank (ES-81).
            let pushed = outcome == Outcome::ClownOut;
            let cells = &mut self.bets[self.tokens][place];
            let mut place = |phase: Phase, won: bool, pushed: bool, payout: i64| {
                let paid = if won { payout } else { 0 };
                let (won, pushed) = (won.into(), (pushed && !won).into());
                let sums = Sums { bets: 1, won, pushed, paid };
                cells[phase as usize].add(&sums, 1);
                if matches!(phase, Phase::First | Phase::Again | Phase::Second) {
                    cells[Phase::Plain as usize].add(&sums, 1);
                }
            };
            // A first-roll Clown Out pays bets on Bucked Off at once and for good (ES-78, ES-Q28).
            let paid_at_once = self.clown_out && bet == Bet::BuckedOff;
            place(Phase::First, won || paid_at_once, pushed, payoff.single);
            if self.again {
                place(Phase::Again, won, pushed, payoff.single);
            }
            if self.second {
                place(Phase::Second, won, pushed, payoff.single);
                place(Phase::Double, won, pushed, double);
                place(Phase::Doubling, won, pushed, double - payoff.single);
            }
        }
        self.ends[self.tokens][outcome as usize] += 1;
    }
}

impl Log<Game> for Bettors<'_> {
    fn tell(&mut self, state: &State, event: Event) {
        match event {
            Event::TurnBegins { seat } => {
                let tokens = usize::from(state.seats[usize::from(seat)].tokens);
                self.tokens = tokens.min(CLASSES - 2);
                (self.clown_out, self.again, self.second) = (false, false, false);
                self.left_over = 0;
            }
            Event::ClownOut => self.clown_out = true,
            Event::Rolled { dice, free_first: false, .. } => {
                match (state.turn.rolls, self.clown_out) {
                    (1, _) => (self.line_up, self.first_roll) = (state.line_up, Some(dice)),
                    (2, true) => self.again = true,
                    (2, false) | (3, true) => self.second = true,
                    _ => {}
                }
            }
            Event::BullsDiscarded { bulls, why: Why::TurnOver } => self.left_over = bulls,
            Event::TurnEnds { outcome, .. } => self.settle(state, outcome),
            _ => {}
        }
    }
}
