//! The actions of players, the outcomes of chance, and the events of a game.

use super::cards::{Card, Face, Program};

/// An action of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // the names of the undocumented variants say it
pub enum Action {
    /// Passes in an auction or in placing; ends the turn; draws after discarding.
    Pass,
    /// Bids on a Program, given by its index in the auction.
    Lot(u8),
    /// Bids a total of this many dollars.
    Amount(u32),
    Place(Program),
    Bump(Program),
    /// Discards a Program from the hand.
    Drop(Program),
    /// Chooses a slot: the first slot of the day for an hour, or the slot of a Program to bump.
    Slot(u8),
    Hold,
    /// Discards any number of cards, then draws.
    Refill,
    /// Discards a card for dollars.
    Fundraise,
    /// Plays a card of this face.
    Play(Face),
    /// Lays any card face down as an Ad.
    Sponsor,
    /// Buys a Program, given by its index in the display.
    Buy(u8),
    Move(Program),
    /// Chooses a card of the hand.
    Card(Face),
    Program(Program),
    Seat(u8),
    Number(u8),
    Genre(u8),
    /// Replaces this old Ad.
    Instead(Face),
}

/// An outcome of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // the names of the undocumented variants say it
pub enum Outcome {
    /// The seat of Player 1.
    First(u8),
    Program(Program),
    Card(Face),
    /// The sums of the two pairs of dice.
    Dice(u8, u8),
    /// The die of a Program that may Jump the Shark.
    Die(u8),
}

/// A source or use of money, with its text for transcripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[allow(missing_docs)] // the texts say it
pub enum Item {
    #[strum(serialize = "from Ads")]
    Ads,
    #[strum(serialize = "by Fundraising")]
    Fundraising,
    #[strum(serialize = "from a Modifier")]
    Modifiers,
    #[strum(serialize = "for Programs")]
    Programs,
    #[strum(serialize = "for a bump")]
    Bumps,
    #[strum(serialize = "for a card")]
    Cards,
    #[strum(serialize = "for discarding another card")]
    Discards,
    #[strum(serialize = "as a fine")]
    Fines,
}

/// An event of a game; the seat is the first field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names of the undocumented variants say it
pub enum Event {
    First(u8),
    DealtProgram(u8, Program),
    /// All Programs of an auction or of the display are revealed.
    Offered,
    /// A Program joins the display at this index.
    Joined(u8, Program),
    Bid(u8, Program, u32),
    /// A seat gets a Program for a price, from an auction or the display.
    Won(u8, Program, u32),
    Placed(u8, Program),
    Bumped(u8, Program),
    /// A Program is discarded.
    Dropped(Program),
    Day,
    /// A discard pile is shuffled into a new deck.
    Shuffled,
    Drawn(u8, Card),
    /// A seat discards a card from its hand.
    Discarded(u8, Card),
    Played(u8, Card),
    /// A seat lays a card on a Program; `true` if face down.
    Attached(u8, Card, Program, bool),
    /// A card changes the Ratings Counters of a Program.
    Counters(Program),
    /// A card in play is discarded.
    Expired(Card),
    Dice(u8, u8),
    /// A seat's Program hits and gains this many Ratings Counters.
    Viewed(u8, Program, u8),
    /// An Ad or a Modifier on a seat's Program that hits pays these dollars and cards.
    Pays(u8, Card, Program, [u32; 2]),
    Earned(u8, Item, u32),
    Spent(u8, Item, u32),
    /// The Genre Totals of the day are scored.
    Totals,
    /// A seat scores a genre for this many points.
    Scored(u8, u8, u32),
    /// A seat's Program rolls a die (third field) and has this many Ratings Counters (fourth
    /// field); it Jumps the Shark if the die is less.
    Shark(u8, Program, u8, u8),
    Over,
}
