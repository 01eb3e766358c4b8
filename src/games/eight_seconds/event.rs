//! The events of a game, in the order in which they happen.

use super::cards::{Buckles, Bulls};
use super::dice::{Dice, DiceMask, Face};
use super::state::Bet;

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Outcome {
    /// Bucked Off (ES-18), also by a second Clown Out (ES-35) or by a failed Buckle of Clowns.
    BuckedOff = 0,
    /// Dismounted by choice or by force (ES-86).
    Dismount = 1,
    /// Rode one or two Bulls (ES-14, ES-55).
    Ride = 2,
    /// Took the tokens of a Clown Out (ES-33).
    ClownOut = 3,
    /// Took a Golden Buckle (ES-45).
    Buckle = 4,
}

impl Outcome {
    /// All outcomes, in the order of their numbers.
    pub const ALL: [Self; 5] =
        [Self::BuckedOff, Self::Dismount, Self::Ride, Self::ClownOut, Self::Buckle];

    /// The name used in tables.
    pub const fn name(self) -> &'static str {
        ["bucked_off", "dismount", "ride", "clown_out", "buckle"][self as usize]
    }

    /// Returns the bet that wins, if any.
    pub const fn bet(self) -> Option<Bet> {
        match self {
            Self::BuckedOff => Some(Bet::BuckedOff),
            Self::Dismount => Some(Bet::Dismount),
            Self::Ride => Some(Bet::Ride),
            Self::ClownOut | Self::Buckle => None,
        }
    }
}

/// The reason why a Bull was discarded or tokens changed hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// Set-up (ES-5).
    Start,
    BuyBull,
    Reroll,
    Retrieve,
    /// Dice that the ride does not use (ES-15).
    Ride,
    Dismount,
    BuckedOff,
    ClownOut,
    /// The wild die of a Golden Buckle, or its effect (ES-43).
    Buckle,
    /// The ability of a Rider.
    Ability,
    /// Bought or sold (ES-82).
    Money,
    /// Bulls left at the end of a turn (ES-Q11).
    TurnOver,
    /// Bulls of the previous player that were not taken over (ES-Q10).
    NotInherited,
}

/// The result of a bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    Won,
    /// The stake goes to the bank or a pot.
    Lost,
    /// The stake is returned (ES-80).
    Push,
    /// The stake was never paid (ES-71).
    Void,
}

/// A settled bet; a Double Down is settled with its first bet. Sums are in dollars.
#[derive(Clone, Copy, Debug)]
pub struct Settled {
    pub seat: u8,
    pub bet: Bet,
    /// Whether it was the second card, on another outcome.
    pub second: bool,
    /// Whether a paid Double Down doubles it.
    pub double: bool,
    pub verdict: Verdict,
    /// 0 for a void bet.
    pub stake: i64,
    pub payoff: i64,
    /// The share of the pot.
    pub pot: i64,
    /// Whether it was paid at a Clown Out on the first roll (ES-78).
    pub at_clown_out: bool,
}

/// An event of a game. Seats count from 0 in the order of play; Riders and Buckles are indices in
/// the edition.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    // A game, or a turn played alone, begins; nothing is dealt yet.
    Begins,
    RidersDealt { seat: u8, riders: [u8; 2] },
    RiderKept { seat: u8, rider: u8 },
    // At the start, or to replace a Buckle that was taken.
    BucklesLaidOut { buckles: Buckles },
    // A turn begins with at least one Bull available.
    TurnBegins { seat: u8 },
    // The Rider takes over the line-up of the previous player (ES-33).
    Inherited { bulls: Bulls },
    // The discard pile became the draw deck (ES-10).
    Reshuffled { bulls: Bulls },
    // A Bull was added to the line-up; `bought` by ES-11.
    BullDealt { bull: u8, bought: bool },
    BullsDiscarded { bulls: Bulls, why: Why },
    // The dice `rolled` were rolled; `dice` shows all dice. A free reroll before any rule applies
    // (ES-57) does not count as a roll.
    Rolled { dice: Dice, rolled: DiceMask, free_first: bool },
    // `seat` changed a die by an ability.
    DieChanged { seat: u8, die: u8, face: Face, locked: bool },
    // The first roll is a Clown Out (ES-31); bets on Bucked Off are paid now.
    ClownOut,
    // Clowns became Blanks (ES-27).
    Retrieved { dice: DiceMask },
    // The Buckle of Clowns was declared (ES-47).
    Declared { buckle: u8 },
    Rode { bull: u8 },
    // A Buckle was taken; two tokens may have replaced a die (ES-43).
    BuckleTaken { buckle: u8, wild: bool },
    // Tokens taken from the pile, which may hold fewer than `due`.
    TokensTaken { seat: u8, due: u16, taken: u16, why: Why },
    TokensSpent { seat: u8, tokens: u16, why: Why },
    TokensPassed { from: u8, to: u8, tokens: u16 },
    // A player paid the bank for tokens; negative if the bank paid the player.
    MoneyForTokens { seat: u8, dollars: i64 },
    // A card was laid; `paid` if its stake was paid at once.
    BetLaid { seat: u8, bet: Bet, second: bool, paid: bool },
    // The stake of a card laid without money was paid later (ES-Q40).
    StakePaid { seat: u8, second: bool },
    BetSettled(Settled),
    // The turn is over, its bets are settled and its Bulls are discarded.
    TurnEnds { seat: u8, outcome: Outcome },
    GameEnds,
}
