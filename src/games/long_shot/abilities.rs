//! The abilities of Horse Cards (LS-39, LS-40).
//!
//! An ability that only pays its owner or erases Wild marks applies automatically, since no player would
//! decline it. Any other ability is a decision of the owner, including one that also pays other players.

use strum::{VariantArray, VariantNames};

/// The ability of a Horse Card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, VariantArray, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[repr(u8)]
pub enum Ability {
    /// At scoring: `dollars` for owning `count` horses or more.
    ManyHorsesPay = 1,
    /// `dollars` for each row or column completed.
    LinePays,
    /// For each column completed: one more concession may be marked.
    ColumnMarks,
    /// Instead of a Bet Action: a bet of `dollars` on the horse, which moves `spaces` forward.
    BetAndMove,
    /// At scoring: costs `dollars` unless this horse has placed (LS-A21).
    UnplacedCosts,
    /// When the horse die shows this horse: `dollars`.
    RollPays,
    /// The money bonus pays `dollars`.
    MoneyBonusPays,
    /// When bought: another horse may be bought at half its cost, rounded up.
    BoughtHalfPrice,
    /// A bonus that moves horses back may move each of them `spaces` further.
    BackFurther,
    /// A Concession Action by the die may mark a number one higher or lower.
    NeighbourNumbers,
    /// After a Bet Action of `dollars` on a horse that shares its space in front of the No Bet line,
    /// all horses on that space may move `spaces` forward (LS-A35).
    BetMovesSpace,
    /// When bought: erases the marks of up to `count` Wild Numbers.
    BoughtErases,
    /// A Bet Action on a horse without a bet of the owner is free.
    FirstBetFree,
    /// The Free Bet of a bonus is `dollars`.
    FreeBetOf,
    /// At scoring: `dollars` for each owned horse that is marked on this card (LS-A31).
    CardPaysOwned,
    /// A Jersey Action marks up to `count` boxes.
    JerseyMarks,
    /// For each row completed: erases the marks of `count` Wild Numbers.
    RowErases,
    /// For each row completed: a horse may be moved back `spaces`.
    RowMovesBack,
    /// At scoring: `dollars` for having no jockey set.
    NoSetPays,
    /// For a bet, paid or free, on a horse whose Helmet is marked: `dollars`.
    HelmetBetPays,
    /// When bought: this horse and another may be moved `spaces` forward.
    BoughtMoves,
    /// When bought: a concession, a Helmet or a Jersey may be marked.
    BoughtMarks,
    /// At scoring: `dollars` for each horse with either a Helmet or a Jersey.
    HalfSetsPay,
    /// When this horse is taken by a bonus: `dollars`.
    FreeHorsePays,
    /// When the horse die shows this horse: a horse that is not in the lead may be moved `spaces`
    /// forward.
    RollMoves,
    /// At scoring, or when it is completed: `dollars` for each complete row (LS-A31).
    RowsPay,
    /// A Jersey Action takes up to `dollars` from the owner of the Horse Card.
    JerseyTakes,
    /// When bought: up to `count` Jerseys may be marked, without boxes.
    BoughtJerseys,
    /// A bonus that moves horses may move each of them `spaces` further.
    MovesFurther,
    /// When the horse die shows this horse: every other player loses up to `dollars`.
    RollCostsOthers,
    /// For each jockey set completed: a Free Bet of `dollars` on that horse.
    SetBets,
    /// At scoring, once this horse has placed: `dollars` more for each purse, or for each dollar bet
    /// on it (LS-A31).
    PlacedPays,
}

/// A parameter of an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Figure {
    Dollars,
    Spaces,
    Count,
}

impl Ability {
    /// All abilities in the order of their numbers, which start at 1.
    pub const ALL: &[Self] = <Self as VariantArray>::VARIANTS;
    /// The names used in editions, in the same order.
    pub const NAMES: &[&str] = <Self as VariantNames>::VARIANTS;

    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize - 1]
    }

    /// The parameters that an edition must state for the ability; any other is an error.
    pub(super) fn figures(self) -> &'static [Figure] {
        use Figure::{Count, Dollars, Spaces};
        match self {
            Self::ManyHorsesPay => &[Dollars, Count],
            Self::BetAndMove | Self::BetMovesSpace => &[Dollars, Spaces],
            Self::ColumnMarks
            | Self::BoughtHalfPrice
            | Self::NeighbourNumbers
            | Self::FirstBetFree
            | Self::BoughtMarks => &[],
            Self::BackFurther
            | Self::RowMovesBack
            | Self::BoughtMoves
            | Self::RollMoves
            | Self::MovesFurther => &[Spaces],
            Self::BoughtErases | Self::JerseyMarks | Self::RowErases | Self::BoughtJerseys => {
                &[Count]
            }
            _ => &[Dollars],
        }
    }
}
