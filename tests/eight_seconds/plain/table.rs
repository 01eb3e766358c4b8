//! The source of chance and decisions, and their words.

use pushluck::games::eight_seconds::dice::Face;
use pushluck::games::eight_seconds::state::Bet;

use super::state::Referee;
use super::turn::Ending;

/// A face-down set of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deck {
    Bulls,
    Riders,
    Buckles,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Point {
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
pub(crate) enum Payment {
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
pub(crate) enum Action {
    /// Nothing of what is offered.
    Pass,
    KeepRider(usize),
    UseLineUp,
    DrawAnew,
    BuyBulls,
    DiscardTheirBull(usize),
    Bet(Bet),
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
pub(crate) enum Trade {
    Buy(u32),
    Sell(u32),
}

/// A decision: whose, what about, and all that is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ask {
    pub(crate) seat: usize,
    pub(crate) point: Point,
    pub(crate) legal: Vec<Action>,
}

/// Where the referee gets chance and choices from.
pub(crate) trait Table {
    /// The next card of a face-down set.
    fn card(&mut self, deck: Deck) -> usize;

    /// The face that a die of the row shows.
    fn face(&mut self, die: usize) -> Face;

    /// One of `ask.legal`.
    fn decide(&mut self, referee: &Referee, ask: &Ask) -> Action;

    /// Somebody buys or sells tokens at this moment. Asked before every decision until it is
    /// `None`, since tokens are sold at any time.
    fn trade(&mut self, referee: &Referee) -> Option<(usize, Trade)>;

    /// A turn is over, its bets are settled and its Bulls put away; the dice still lie there.
    fn turn_over(&mut self, referee: &Referee, ending: &Ending);
}
