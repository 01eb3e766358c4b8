//! What Roland's Solo Sheet can say (LS-47 to LS-60).

use strum::{VariantArray, VariantNames};

use super::edition::HORSES;

/// What Roland does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[repr(u8)]
pub enum SoloAction {
    /// Marks boxes on the card of the horse die rolled again.
    Mark = 0,
    /// Bets with his money.
    Bet,
    /// Bets for nothing.
    FreeBet,
    /// Buys a horse.
    Buy,
    /// Takes a horse for nothing.
    FreeHorse,
    /// Moves a horse back.
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

    /// The horses it can be for.
    pub(super) fn horses(self) -> &'static [SoloHorse] {
        match self {
            Self::Mark => &MARKED,
            Self::Bet | Self::FreeBet => MARKED.split_last().map_or(&[], |(_, rest)| rest),
            Self::Buy | Self::FreeHorse => &BOUGHT,
            Self::MoveBack => &MOVED,
            Self::Gain => &[],
        }
    }
}

/// Which horse Roland's action is for. Of horses that tie, the lowest number (LS-55).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SoloHorse {
    /// The horse die, rolled again (LS-50).
    Rolled,
    /// A number, counted from 0.
    Number(u8),
    /// The unfinished horse nearest to the finish line (LS-57).
    Lead,
    /// The unfinished horse farthest from it.
    Last,
    /// The lead one of Roland's unfinished horses.
    OwnLead,
    /// The last one of them.
    OwnLast,
    /// The horse with Roland's highest bet.
    OwnTopBet,
    /// All horses that Roland owns.
    AllOwn,
    /// The lead one of the unfinished horses in the Market.
    UnownedLead,
    /// The last one of them.
    UnownedLast,
    /// The lowest number in the Market.
    UnownedLowest,
    /// The horse of the least cost in the Market.
    UnownedCheapest,
    /// The horse with Roland's highest bet in the Market.
    UnownedTopBet,
    /// The lead one of the player's unfinished horses.
    PlayerLead,
    /// The horse with the player's highest bet.
    PlayerTopBet,
}

/// The eight numbers.
const fn number(index: usize) -> SoloHorse {
    SoloHorse::Number(index as u8)
}

macro_rules! horses {
    ($($horse:ident),*) => {
        [
            SoloHorse::Rolled,
            number(0),
            number(1),
            number(2),
            number(3),
            number(4),
            number(5),
            number(6),
            number(7),
            $(SoloHorse::$horse,)*
        ]
    };
}

/// For marks; for bets all but the last.
static MARKED: [SoloHorse; 15] = horses![Lead, Last, OwnLead, OwnLast, OwnTopBet, AllOwn];
static BOUGHT: [SoloHorse; 14] =
    horses![UnownedLead, UnownedLast, UnownedLowest, UnownedCheapest, UnownedTopBet];
static MOVED: [SoloHorse; 13] = horses![Lead, Last, PlayerLead, PlayerTopBet];

impl SoloHorse {
    const NAMED: [(&'static str, Self); 14] = [
        ("rolled", Self::Rolled),
        ("lead", Self::Lead),
        ("last", Self::Last),
        ("own_lead", Self::OwnLead),
        ("own_last", Self::OwnLast),
        ("own_top_bet", Self::OwnTopBet),
        ("all_own", Self::AllOwn),
        ("unowned_lead", Self::UnownedLead),
        ("unowned_last", Self::UnownedLast),
        ("unowned_lowest", Self::UnownedLowest),
        ("unowned_cheapest", Self::UnownedCheapest),
        ("unowned_top_bet", Self::UnownedTopBet),
        ("player_lead", Self::PlayerLead),
        ("player_top_bet", Self::PlayerTopBet),
    ];

    /// The horse of that name in editions.
    pub(super) fn parse(name: &str) -> Option<Self> {
        if let Some((_, horse)) = Self::NAMED.iter().find(|(known, _)| *known == name) {
            return Some(*horse);
        }
        let number: u8 = name.parse().ok().filter(|_| name.len() == 1)?;
        (1..=HORSES as u8).contains(&number).then(|| Self::Number(number - 1))
    }

    /// The name used in editions.
    pub fn name(self) -> String {
        match (self, Self::NAMED.iter().find(|(_, horse)| *horse == self)) {
            (Self::Number(number), _) => (number + 1).to_string(),
            (_, Some((name, _))) => (*name).to_owned(),
            (_, None) => String::new(),
        }
    }
}

/// One cell of the Solo Sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SoloCell {
    /// What Roland does.
    pub action: SoloAction,
    /// With which horse; nothing for [`SoloAction::Gain`].
    pub horse: Option<SoloHorse>,
    /// The dollars of a bet; else 0.
    pub dollars: u8,
    /// The spaces of a move; else 0.
    pub spaces: u8,
    /// The dollars he takes when the action can be done.
    pub gain: u8,
}

impl SoloCell {
    /// Whether the horse die is rolled again for it (LS-50).
    pub fn rolls_again(&self) -> bool {
        self.action == SoloAction::Mark || self.horse == Some(SoloHorse::Rolled)
    }
}

/// A column of the Solo Sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SoloColumn {
    /// Its cells, by horse.
    pub cells: [SoloCell; HORSES],
    /// What Roland does where the cell cannot be done (LS-51).
    pub default: SoloCell,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_horses_are_read_back() {
        for action in SoloAction::ALL {
            for horse in action.horses() {
                assert_eq!(SoloHorse::parse(&horse.name()), Some(*horse));
            }
        }
        assert_eq!(SoloHorse::parse("9"), None);
        assert_eq!(SoloHorse::parse("+1"), None);
        assert!(!SoloAction::Bet.horses().contains(&SoloHorse::AllOwn));
    }
}
