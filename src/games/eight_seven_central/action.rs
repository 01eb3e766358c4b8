//! What players may choose, what chance may bring, and what is told of it.

use super::cards::{Card, Face, Program};

/// What a seat may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // of what its name says
pub enum Action {
    /// Passes in an auction or in placing; ends the turn; draws after discarding.
    Pass,
    /// Bids on a Program, by its place in the auction.
    Lot(u8),
    /// Bids so many dollars in all.
    Amount(u32),
    Place(Program),
    Bump(Program),
    /// Discards a Program from the hand.
    Drop(Program),
    /// In this slot: the first of a day's two for an hour; that of a Program which makes room.
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
    /// Buys a Program, by its place in the display.
    Buy(u8),
    Move(Program),
    /// This card of the hand.
    Card(Face),
    Program(Program),
    Seat(u8),
    Number(u8),
    Genre(u8),
    /// This old Ad goes.
    Instead(Face),
}

/// What chance may bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // of what its name says
pub enum Outcome {
    /// Player 1.
    First(u8),
    Program(Program),
    Card(Face),
    /// The sums of the two pairs of dice.
    Dice(u8, u8),
    /// The die of a Program that may Jump the Shark.
    Die(u8),
}

/// What money is earned by or spent on, and the words for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[allow(missing_docs)] // the words say it
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

/// What happens; seats come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // of what its name says
pub enum Event {
    First(u8),
    DealtProgram(u8, Program),
    /// The Programs of an auction or of the display are there.
    Offered,
    /// A Program joins the display at this place.
    Joined(u8, Program),
    Bid(u8, Program, u32),
    /// A seat gets a Program for a price, from an auction or the display.
    Won(u8, Program, u32),
    Placed(u8, Program),
    Bumped(u8, Program),
    /// A Program is discarded.
    Dropped(Program),
    Day,
    /// A deck is shuffled with what was discarded.
    Shuffled,
    Drawn(u8, Card),
    /// A seat discards a card from its hand.
    Discarded(u8, Card),
    Played(u8, Card),
    /// A seat lays a card on a Program, face down or not.
    Attached(u8, Card, Program, bool),
    /// A card changes the Ratings Counters of a Program.
    Counters(Program),
    /// A card in play is discarded.
    Expired(Card),
    Dice(u8, u8),
    /// A seat's Program hits, for so many Ratings Counters.
    Viewed(u8, Program, u8),
    /// An Ad or a Modifier of a seat's Program that hits pays so many dollars, and cards.
    Pays(u8, Card, Program, [u32; 2]),
    Earned(u8, Item, u32),
    Spent(u8, Item, u32),
    /// The Genre Totals of the day are scored.
    Totals,
    /// A seat scores a genre, for so many points.
    Scored(u8, u8, u32),
    /// A seat's Program rolls a die with so many Ratings Counters; it Jumps the Shark if the die is less.
    Shark(u8, Program, u8, u8),
    Over,
}
