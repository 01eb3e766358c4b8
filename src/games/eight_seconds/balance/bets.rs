//! Settlement of every bet that may be placed on a turn.
//!
//! The bettors are hypothetical: they place each bet wherever the rules allow it, always have the
//! money, are paid the standard payouts and change nothing at the table. Their gains follow from
//! the events of the game alone.

use serde::{Deserialize, Serialize};

use crate::game::contract::Log;
use crate::games::eight_seconds::cards::each;
use crate::games::eight_seconds::compiled::Game;
use crate::games::eight_seconds::dice::{Dice, Face};
use crate::games::eight_seconds::event::{Event, Outcome, Why};
use crate::games::eight_seconds::state::{Bet, NONE, State};

/// When a bet is placed, and which part of it is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Before the first roll (ES-66).
    First,
    /// Before the roll after a Clown Out, for bettors whom the Clown Out paid (ES-79).
    Again,
    /// On another outcome: before the second roll or, after a Clown Out, before the third (ES-68).
    Second,
    /// A bet with its Double Down, as a whole.
    Double,
    /// The decision to Double Down alone: the second stake, and the payout it adds.
    Doubling,
    /// Single bets of the first three phases together: they have one payout.
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

    /// The name on the screen.
    pub(super) fn words(self) -> &'static str {
        ["first roll", "bet again", "second roll", "Double Down", "2nd stake", "plain bet"]
            [self as usize]
    }
}

/// The name of a bet on the screen.
pub(super) fn bet_words(bet: Bet) -> &'static str {
    ["Bucked Off", "Dismount", "Ride a Bull", "Double Down"][bet as usize - 1]
}

/// Number of classes of turns by the Rider's tokens at the start: all turns, then 0, 1, 2, and 3 or
/// more.
pub(super) const CLASSES: usize = 5;

/// A value for each bet and phase.
pub(super) type ByBet<T> = [[T; Phase::ALL.len()]; 3];

/// How bets of one kind ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// Bets placed.
    pub bets: i64,
    /// Bets that won.
    pub won: i64,
    /// Bets whose stake was returned.
    pub pushed: i64,
    /// Dollars that the bank paid for bets that won; for a second stake, the additional payout.
    pub paid: i64,
}

impl Settled {
    /// Adds `weight` times the other counts.
    pub(super) fn add(&mut self, other: &Self, weight: i64) {
        self.bets += weight * other.bets;
        self.won += weight * other.won;
        self.pushed += weight * other.pushed;
        self.paid += weight * other.paid;
    }

    pub(super) fn lost(&self) -> i64 {
        self.bets - self.won - self.pushed
    }
}

/// The information visible before a first bet: the points of the Bulls in the line-up, highest
/// first; or after the first roll: the Clowns (at most 3) and the points of the best Bull that the
/// roll rides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum Sight {
    LineUp(Vec<u8>),
    FirstRoll { clowns: u8, ride: u8 },
}

/// Settles the bets of one game, turn by turn.
pub(super) struct Bettors<'a> {
    game: &'a Game,
    pub(super) bets: [ByBet<Settled>; CLASSES],
    /// Turns by class and outcome.
    pub(super) ends: [[i64; Outcome::ALL.len()]; CLASSES],
    turn: Turn,
}

/// State of the current turn.
#[derive(Default)]
struct Turn {
    class: usize,
    clown_out: bool,
    /// Whether bets could be placed again before some roll.
    again: bool,
    /// Whether second bets could be placed before some roll.
    second: bool,
    left_over: u32,
    line_up: u32,
    first_roll: Option<Dice>,
}

impl<'a> Bettors<'a> {
    pub(super) fn new(game: &'a Game) -> Self {
        Self { game, bets: Default::default(), ends: Default::default(), turn: Turn::default() }
    }

    /// Returns the information visible in the last turn before and after its first roll.
    pub(super) fn sights(&self) -> Option<[Sight; 2]> {
        let shown = self.turn.first_roll?.counts();
        let bulls = || each(self.turn.line_up).map(usize::from);
        let mut line_up: Vec<u8> = bulls().map(|bull| self.game.points[bull]).collect();
        line_up.reverse();
        let rides = bulls().filter(|bull| shown.contains(self.game.needs[*bull]));
        let ride = rides.map(|bull| self.game.points[bull]).max().unwrap_or(0);
        let clowns = shown.of(Face::Clown).min(3);
        Some([Sight::LineUp(line_up), Sight::FirstRoll { clowns, ride }])
    }

    /// Settles every bet of the turn with this outcome.
    fn settle(&mut self, state: &State, outcome: Outcome) {
        let game = self.game;
        let vegas = &game.rules.edition.vegas;
        let Turn { class, clown_out, again, second, left_over, .. } = self.turn;
        let points = |bull: Option<u8>| {
            let bull = bull.filter(|bull| *bull != NONE);
            bull.map_or(0, |bull| i64::from(game.points[usize::from(bull)]))
        };
        for bet in Bet::OUTCOMES {
            let (payoff, figure) = match bet {
                // ES-75: the points of the highest remaining Bull are deducted (ES-Q32).
                Bet::BuckedOff => (vegas.bucked_off, -points(game.highest(left_over))),
                Bet::Dismount => (vegas.dismount, state.turn.earned.into()),
                // ES-Q33: the higher of two Bulls counts.
                _ => {
                    let bulls = [state.turn.first_bull, state.turn.last_bull];
                    let [first, last] = bulls.map(|bull| points(Some(bull)));
                    (vegas.ride, first.max(last))
                }
            };
            let double = (payoff.double + payoff.slope * figure).max(0);
            let won = outcome.bet() == Some(bet);
            // A Clown Out at the first roll pays bets on Bucked Off at once and finally (ES-78,
            // ES-Q28).
            let first = won || clown_out && bet == Bet::BuckedOff;
            let placed = [
                (true, Phase::First, first, payoff.single),
                (again, Phase::Again, won, payoff.single),
                (second, Phase::Second, won, payoff.single),
                (second, Phase::Double, won, double),
                (second, Phase::Doubling, won, double - payoff.single),
            ];
            for (_, phase, won, payout) in placed.into_iter().filter(|(placed, ..)| *placed) {
                // Stakes are returned if the Rider stops at a Clown Out (ES-80); a Golden Buckle
                // gives all stakes to the bank (ES-81).
                let pushed = (outcome == Outcome::ClownOut && !won).into();
                let paid = if won { payout } else { 0 };
                let settled = Settled { bets: 1, won: won.into(), pushed, paid };
                let plain = matches!(phase, Phase::First | Phase::Again | Phase::Second);
                for class in [0, class] {
                    let bets = &mut self.bets[class][bet as usize - 1];
                    bets[phase as usize].add(&settled, 1);
                    if plain {
                        bets[Phase::Plain as usize].add(&settled, 1);
                    }
                }
            }
        }
        for class in [0, class] {
            self.ends[class][outcome as usize] += 1;
        }
    }
}

impl Log<Game> for Bettors<'_> {
    fn record(&mut self, state: &State, event: Event) {
        let turn = &mut self.turn;
        match event {
            Event::TurnBegins { seat } => {
                let tokens = usize::from(state.seats[usize::from(seat)].tokens);
                *turn = Turn { class: (tokens + 1).min(CLASSES - 1), ..Turn::default() };
            }
            Event::ClownOut => turn.clown_out = true,
            Event::Rolled { dice, free_first: false, .. } => {
                match (state.turn.rolls, turn.clown_out) {
                    (1, _) => (turn.line_up, turn.first_roll) = (state.line_up, Some(dice)),
                    (2, true) => turn.again = true,
                    (2, false) | (3, true) => turn.second = true,
                    _ => {}
                }
            }
            Event::BullsDiscarded { bulls, why: Why::TurnOver } => turn.left_over = bulls,
            Event::TurnEnds { outcome, .. } => self.settle(state, outcome),
            _ => {}
        }
    }
}
