//! The events of a game, in order, for traces and tallies.

use super::edition::BonusKind;
use super::legal_actions::Action;
use super::solo_sheet::SoloCell;

/// The cause of a move, a mark or a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// Set-up (LS-5).
    Start,
    /// The horse rolled (LS-12).
    Dice,
    /// A box on the Secondary Movement Bar of the horse rolled (LS-13).
    Secondary,
    /// The Action of a turn (LS-24).
    Action,
    /// A Concession Bonus (LS-30).
    Bonus,
    /// The ability of this Horse Card (LS-39).
    Ability(u8),
    /// The Solo Sheet (LS-49).
    Solo,
}

/// An event; an Action is logged before its effects. Seats, horses, places and cells of the Concession
/// Grid count from 0. `paid` is the price in dollars, 0 for Free Bets and starting bets.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// A game begins: the Market is laid out, the sheets hold only money.
    Begins,
    /// A player was dealt a Starting Card; its marks and bets are on the sheet (LS-5). Roland has only
    /// the bets (LS-47).
    StartingCard { seat: u8, card: u8 },
    /// A round begins.
    RoundBegins { active: u8 },
    /// The dice were rolled.
    Rolled { horse: u8, spaces: u8 },
    /// A horse was moved, possibly by 0 spaces; `seat` is `None` in the phases of the dice.
    Moved { horse: u8, from: u8, to: u8, seat: Option<u8>, cause: Cause },
    /// A horse crossed the finish line.
    Finished { horse: u8, place: u8 },
    /// A turn begins.
    TurnBegins { seat: u8 },
    /// A player takes an Action, at the decision point `action`; `forced` if it was the only legal one.
    Acts { seat: u8, action: Action, forced: bool },
    /// A player could not act, and had no Wild mark to erase (LS-A6).
    TurnPassed { seat: u8 },
    /// A player marked a Wild Number (LS-26).
    WildMarked { seat: u8, horse: u8 },
    /// Marks of Wild Numbers were erased.
    WildErased { seat: u8, count: u8, cause: Cause },
    /// A player marked a cell of the Concession Grid.
    ConcessionMarked { seat: u8, cell: u8, cause: Cause },
    /// The mark completed rows and columns (LS-28); the bits of `lines` are those of `concession_grid`.
    LinesCompleted { seat: u8, lines: u8 },
    /// A player marked a Concession Bonus, which is resolved next.
    BonusMarked { seat: u8, kind: BonusKind },
    /// A player marked a Helmet.
    HelmetMarked { seat: u8, horse: u8, cause: Cause },
    /// A player marked a Jersey.
    JerseyMarked { seat: u8, horse: u8, cause: Cause },
    /// A box of a Secondary Movement Bar was marked.
    BoxMarked { seat: u8, card: u8, horse: u8, cause: Cause },
    /// A bet was written on a sheet.
    BetPlaced { seat: u8, horse: u8, dollars: u8, paid: u8, cause: Cause },
    /// A player took a Horse Card from the Market.
    HorseTaken { seat: u8, horse: u8, paid: u8, cause: Cause },
    /// A player took dollars from the bank.
    MoneyGained { seat: u8, dollars: u32, cause: Cause },
    /// An ability cost a player dollars, paid to another player or, if `to` is `None`, to the bank.
    MoneyLost { seat: u8, dollars: u32, to: Option<u8>, cause: Cause },
    /// An ability of a seat's card was used.
    AbilityUsed { seat: u8, card: u8 },
    /// Roland acts by a cell of the Solo Sheet (LS-49); `rolled` is the second roll of the horse die, if
    /// the cell needs one. If the cell is not possible, he takes the default Action (LS-51).
    RolandActs { cell: SoloCell, rolled: Option<u8>, possible: bool },
    /// The game is over; `finished` is false if the limit of rounds ended it.
    Ends { finished: bool },
}
