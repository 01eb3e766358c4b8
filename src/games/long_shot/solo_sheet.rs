//! The actions and horses of Roland's Solo Sheet (LS-47 to LS-60).

use strum::{EnumString, IntoStaticStr, VariantArray, VariantNames};

use super::edition::HORSES;

/// An action of Roland's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[repr(u8)]
pub enum SoloAction {
    /// Marks boxes on the card of the horse die rolled again.
    Mark = 0,
    Bet,
    FreeBet,
    Buy,
    FreeHorse,
    MoveBack,
    /// Takes money.
    #[default]
    Gain,
}

impl SoloAction {
    /// All actions, in the order of their numbers.
    pub const ALL: &[Self] = <Self as VariantArray>::VARIANTS;
    /// The names used in editions.
    pub const NAMES: &[&str] = <Self as VariantNames>::VARIANTS;

    /// The name used in editions.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The horses that the action can name.
    pub(super) fn horses(self) -> impl Iterator<Item = SoloHorse> {
        use SoloHorse::{AllOwn, Last, Number8, PlayerLead, UnownedLead, UnownedTopBet};
        SoloHorse::VARIANTS.iter().copied().filter(move |horse| match self {
            Self::Mark => *horse <= AllOwn,
            Self::Bet | Self::FreeBet => *horse < AllOwn,
            Self::Buy | Self::FreeHorse => {
                *horse <= Number8 || (UnownedLead..=UnownedTopBet).contains(horse)
            }
            Self::MoveBack => *horse <= Last || *horse >= PlayerLead,
            Self::Gain => false,
        })
    }
}

/// The horse of Roland's action; ties go to the lowest number (LS-55). The lead and the last-place horse
/// are unfinished (LS-57); unowned horses are in the Market.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    VariantArray,
    EnumString,
    IntoStaticStr,
)]
#[strum(serialize_all = "snake_case")]
#[repr(u8)]
pub enum SoloHorse {
    /// The horse die, rolled again (LS-50).
    Rolled,
    #[strum(serialize = "1")]
    Number1,
    #[strum(serialize = "2")]
    Number2,
    #[strum(serialize = "3")]
    Number3,
    #[strum(serialize = "4")]
    Number4,
    #[strum(serialize = "5")]
    Number5,
    #[strum(serialize = "6")]
    Number6,
    #[strum(serialize = "7")]
    Number7,
    #[strum(serialize = "8")]
    Number8,
    Lead,
    Last,
    OwnLead,
    OwnLast,
    OwnTopBet,
    AllOwn,
    UnownedLead,
    UnownedLast,
    UnownedLowest,
    UnownedCheapest,
    UnownedTopBet,
    PlayerLead,
    PlayerTopBet,
}

/// One cell of the Solo Sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SoloCell {
    pub action: SoloAction,
    /// `None` for [`SoloAction::Gain`].
    pub horse: Option<SoloHorse>,
    /// The dollars of a bet; 0 for other actions.
    pub dollars: u8,
    /// The spaces of a move; 0 for other actions.
    pub spaces: u8,
    /// The dollars that Roland takes if the action is possible.
    pub gain: u8,
}

impl SoloCell {
    /// Whether the cell needs another roll of the horse die (LS-50).
    pub fn rolls_again(&self) -> bool {
        self.action == SoloAction::Mark || self.horse == Some(SoloHorse::Rolled)
    }
}

/// A column of the Solo Sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SoloColumn {
    /// The cells by horse rolled.
    pub cells: [SoloCell; HORSES],
    /// The action of Roland's if the cell is not possible (LS-51).
    pub default: SoloCell,
}
