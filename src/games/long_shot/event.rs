//! What happens in a game, in order.

use super::edition::BonusKind;
use super::legal_actions::Action;
use super::solo_sheet::SoloCell;

/// Why something moved, was marked or changed hands.
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

/// One thing that happens. An Action is told before it is carried out. Seats count from 0 in the order of turns, horses from 0 by number, cells
/// of the Concession Grid from 0 in reading order.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// A game begins: the Market is laid out, the sheets are blank but for money.
    Begins,
    /// A player was dealt a Starting Card, and its marks and bets are on the sheet (LS-5); Roland
    /// marks the bets alone (LS-47).
    StartingCard {
        /// The player.
        seat: u8,
        /// The card, by its place in the edition.
        card: u8,
    },
    /// A round begins.
    RoundBegins {
        /// The Active Player.
        active: u8,
    },
    /// The dice were rolled.
    Rolled {
        /// The horse rolled.
        horse: u8,
        /// The movement die.
        spaces: u8,
    },
    /// A horse was moved, though perhaps nowhere.
    Moved {
        /// The horse.
        horse: u8,
        /// The space it was on.
        from: u8,
        /// The space it is on now.
        to: u8,
        /// Who moved it; nobody in the phases of the dice.
        seat: Option<u8>,
        /// Why.
        cause: Cause,
    },
    /// A horse crossed the finish line.
    Finished {
        /// The horse.
        horse: u8,
        /// Its place, from 0.
        place: u8,
    },
    /// A turn begins.
    TurnBegins {
        /// The player.
        seat: u8,
    },
    /// A player takes an Action: the one chosen, or the only one there was.
    Acts {
        /// The player.
        seat: u8,
        /// The action, at the decision point `action`.
        action: Action,
        /// Whether there was no other.
        forced: bool,
    },
    /// A player could not act, and had no Wild mark to erase (LS-A6).
    TurnPassed {
        /// The player.
        seat: u8,
    },
    /// A player marked a Wild Number (LS-26).
    WildMarked {
        /// The player.
        seat: u8,
        /// The horse named.
        horse: u8,
    },
    /// Marks of Wild Numbers were erased.
    WildErased {
        /// The player.
        seat: u8,
        /// How many.
        count: u8,
        /// Why.
        cause: Cause,
    },
    /// A player marked a cell of the Concession Grid.
    ConcessionMarked {
        /// The player.
        seat: u8,
        /// The cell.
        cell: u8,
        /// Why.
        cause: Cause,
    },
    /// That completed rows and columns (LS-28).
    LinesCompleted {
        /// The player.
        seat: u8,
        /// The lines, as `concession` numbers them.
        lines: u8,
    },
    /// A player marked a Concession Bonus, which is resolved now.
    BonusMarked {
        /// The player.
        seat: u8,
        /// What it does.
        kind: BonusKind,
    },
    /// A player marked a Helmet.
    HelmetMarked {
        /// The player.
        seat: u8,
        /// The horse.
        horse: u8,
        /// Why.
        cause: Cause,
    },
    /// A player marked a Jersey.
    JerseyMarked {
        /// The player.
        seat: u8,
        /// The horse.
        horse: u8,
        /// Why.
        cause: Cause,
    },
    /// A box of a Secondary Movement Bar was marked.
    BoxMarked {
        /// Who marked it.
        seat: u8,
        /// The Horse Card.
        card: u8,
        /// The horse whose box it is.
        horse: u8,
        /// Why.
        cause: Cause,
    },
    /// A bet was written on a sheet.
    BetPlaced {
        /// The player.
        seat: u8,
        /// The horse.
        horse: u8,
        /// The dollars written.
        dollars: u8,
        /// The dollars paid; 0 for Free Bets and starting bets.
        paid: u8,
        /// Why.
        cause: Cause,
    },
    /// A player took a Horse Card from the Market.
    HorseTaken {
        /// The player.
        seat: u8,
        /// The card.
        horse: u8,
        /// The dollars paid.
        paid: u8,
        /// Why.
        cause: Cause,
    },
    /// A player took dollars from the bank.
    MoneyGained {
        /// The player.
        seat: u8,
        /// How many.
        dollars: u32,
        /// Why.
        cause: Cause,
    },
    /// An ability cost a player dollars.
    MoneyLost {
        /// The player.
        seat: u8,
        /// How many there were to lose.
        dollars: u32,
        /// Who has them now; nobody where they went to the bank.
        to: Option<u8>,
        /// Why.
        cause: Cause,
    },
    /// An ability of a seat's card was used.
    AbilityUsed {
        /// The owner.
        seat: u8,
        /// The Horse Card.
        card: u8,
    },
    /// Roland looks up the Solo Sheet (LS-49).
    RolandActs {
        /// The cell of the dice.
        cell: SoloCell,
        /// The horse die rolled again, where the cell asks for it.
        rolled: Option<u8>,
        /// Whether the cell can be done; else the default Action of the column is (LS-51).
        possible: bool,
    },
    /// The game is over.
    Ends {
        /// Whether it came to its end before the limit of rounds.
        finished: bool,
    },
}
