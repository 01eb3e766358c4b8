//! Where luck and decisions come from, and the words they are told in.

use std::collections::VecDeque;

use super::components::{Face, MOVES};
use super::state::Referee;
use super::turn::Ending;
use super::vegas::Outcome;

/// A face-down set of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deck {
    Bulls,
    Riders,
    Buckles,
}

/// What is being decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    KeepRider,
    Inherited,
    BuyBulls,
    DiscardTheirBull,
    FirstBet,
    SecondBet,
    RideUnrolled,
    FreeFirstReroll,
    ChangeTheirDie,
    /// Three or more Clowns on the very first roll.
    ClownOut,
    /// Three or more Clowns on a later roll.
    BuckedOff,
    AfterRoll,
    Payment,
    Dice,
    /// Which dice the first of two Bulls is ridden with.
    UsedDice,
    /// After the first of two rides.
    AfterRide,
}

/// What a reroll is paid with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Payment {
    GiveUp(usize),
    Token,
    /// A Special Ability token (ES-61).
    Ability,
    /// The free reroll of a Golden Buckle.
    Buckle,
}

/// One thing a player may do. Bulls, Riders and Buckles are places in the edition; dice are places
/// in the row of eight.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// Nothing of what is offered.
    Pass,
    KeepRider(usize),
    UseLineUp,
    DrawAnew,
    BuyBulls,
    DiscardTheirBull(usize),
    Bet(Outcome),
    DoubleDown,
    RideUnrolled(usize),
    /// Dice to roll, ascending.
    Roll(Vec<usize>),
    Change {
        die: usize,
        face: Face,
    },
    Lock {
        die: usize,
        face: Face,
    },
    TakeTokens,
    DiscardHighest(usize),
    GetBuckedOff,
    Comeback,
    /// Clowns bought back with one token.
    Retrieve(Vec<usize>),
    Declare,
    Ride(usize),
    TakeBuckle {
        buckle: usize,
        wild: bool,
    },
    Dismount,
    Reroll,
    Pay(Payment),
    /// Dice a Bull is ridden with, ascending.
    Use(Vec<usize>),
    /// Ends the turn after the first of two rides.
    Stop,
}

/// A purchase or a sale of tokens (ES-82).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trade {
    Buy(u32),
    Sell(u32),
}

/// A decision: whose, what about, and all that is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    pub seat: usize,
    pub point: Point,
    pub legal: Vec<Action>,
}

/// Tells the referee what chance brings and what players choose. It may look at everything.
pub trait Table {
    /// The next card of a face-down set.
    fn card(&mut self, referee: &Referee, deck: Deck) -> usize;

    /// The face that a die of the row shows.
    fn face(&mut self, referee: &Referee, die: usize) -> Face;

    /// One of `ask.legal`.
    fn decide(&mut self, referee: &Referee, ask: &Ask) -> Action;

    /// Somebody buys or sells tokens at this moment. Asked before every decision until it is
    /// `None`, since tokens are sold at any time.
    fn trade(&mut self, _referee: &Referee) -> Option<(usize, Trade)> {
        None
    }

    /// The draw deck was made anew of the discards (ES-10).
    fn reshuffled(&mut self, _referee: &Referee) {}

    /// A turn is over, its bets are settled and its Bulls put away; the dice still lie there.
    fn turn_over(&mut self, _referee: &Referee, _ending: &Ending) {}
}

/// A table that plays what it was told beforehand, and keeps what it was asked.
#[derive(Debug, Default)]
pub struct Script {
    pub cards: VecDeque<usize>,
    pub faces: VecDeque<Face>,
    pub choices: VecDeque<(Point, Action)>,
    /// Trades, each after so many decisions.
    pub trades: VecDeque<(usize, usize, Trade)>,
    pub asked: Vec<Ask>,
}

impl Script {
    pub fn new() -> Script {
        Script::default()
    }

    /// These Bulls come from the deck next.
    pub fn bulls(mut self, bulls: &[usize]) -> Script {
        self.cards.extend(bulls);
        self
    }

    /// These faces are rolled next, written `TBK*-` for Turn, Buck, Kick, Clown and Blank; other
    /// characters space them.
    pub fn roll(mut self, faces: &str) -> Script {
        self.faces.extend(faces.chars().filter_map(face_of));
        self
    }

    /// This is chosen next, at this point.
    pub fn choose(mut self, point: Point, action: Action) -> Script {
        self.choices.push_back((point, action));
        self
    }

    /// Everything scripted has come to pass.
    #[track_caller]
    pub fn assert_spent(&self) {
        let left = (self.cards.len(), self.faces.len(), self.choices.len(), self.trades.len());
        assert_eq!(left, (0, 0, 0, 0), "left over: {:?} {:?}", self.faces, self.choices);
    }

    /// What was offered at the given point, the given time it came up.
    pub fn offered(&self, point: Point, time: usize) -> &[Action] {
        let mut asks = self.asked.iter().filter(|ask| ask.point == point);
        &asks.nth(time).unwrap_or_else(|| panic!("{point:?} was not asked so often")).legal
    }
}

/// The face a character of a script stands for.
pub fn face_of(character: char) -> Option<Face> {
    match character {
        'T' => Some(MOVES[0]),
        'B' => Some(MOVES[1]),
        'K' => Some(MOVES[2]),
        '*' => Some(Face::Clown),
        '-' => Some(Face::Blank),
        _ => None,
    }
}

impl Table for Script {
    fn card(&mut self, _: &Referee, deck: Deck) -> usize {
        self.cards.pop_front().unwrap_or_else(|| panic!("no card for {deck:?}"))
    }

    fn face(&mut self, _: &Referee, _: usize) -> Face {
        self.faces.pop_front().expect("a face to roll")
    }

    fn decide(&mut self, _: &Referee, ask: &Ask) -> Action {
        self.asked.push(ask.clone());
        match self.choices.pop_front() {
            Some((point, action)) => {
                assert_eq!(point, ask.point, "{action:?} was meant for another decision: {ask:?}");
                action
            }
            None => panic!("nothing chosen for {ask:#?}"),
        }
    }

    fn trade(&mut self, _: &Referee) -> Option<(usize, Trade)> {
        let due = |trade: &(usize, usize, Trade)| trade.0 <= self.asked.len();
        if !self.trades.front().is_some_and(due) {
            return None;
        }
        self.trades.pop_front().map(|(_, seat, trade)| (seat, trade))
    }
}
