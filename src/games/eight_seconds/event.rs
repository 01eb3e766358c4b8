//! What happens in a game, told in order to whoever listens.

use super::cards::{Buckles, Bulls};
use super::dice::{Dice, DiceMask, Face};
use super::state::Bet;

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Outcome {
    /// Bucked Off (ES-18), a second Clown Out (ES-35) and a failed Buckle of Clowns among them.
    BuckedOff = 0,
    /// Dismounted, by choice or by force (ES-86).
    Dismount = 1,
    /// Rode a Bull, or two (ES-14, ES-55).
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

    /// The bet that is right, if one is.
    pub const fn bet(self) -> Option<Bet> {
        match self {
            Self::BuckedOff => Some(Bet::BuckedOff),
            Self::Dismount => Some(Bet::Dismount),
            Self::Ride => Some(Bet::Ride),
            Self::ClownOut | Self::Buckle => None,
        }
    }
}

/// Why a Bull went to the discard pile, or tokens changed hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// Set-up (ES-5).
    Start,
    /// One more Bull before the first roll (ES-11).
    BuyBull,
    /// A reroll (ES-22).
    Reroll,
    /// Clowns retrieved (ES-27).
    Retrieve,
    /// The ride's extra dice (ES-15).
    Ride,
    /// A Dismount (ES-20).
    Dismount,
    /// Bucked Off (ES-18).
    BuckedOff,
    /// A Clown Out (ES-33, ES-34).
    ClownOut,
    /// A Golden Buckle: its wild die or its effect (ES-43).
    Buckle,
    /// A Rider's ability.
    Ability,
    /// Vegas: bought or sold (ES-82).
    Money,
    /// What the turn left over (ES-Q11).
    TurnOver,
    /// Bulls of the player before were not taken over (ES-Q10).
    NotInherited,
}

/// What became of a card on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It was right.
    Won,
    /// It was wrong: the stake goes to the bank or a pot.
    Lost,
    /// Nobody wins or loses (ES-80).
    Push,
    /// Its stake was never paid (ES-71).
    Void,
}

/// One thing that happens. Seats count from 0 in the order of play.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// A game begins, or a turn played alone; nothing has been dealt.
    Begins,
    /// A player was dealt two Riders (ES-49).
    RidersDealt {
        /// The player.
        seat: u8,
        /// The Riders, by their places in the edition.
        riders: [u8; 2],
    },
    /// A player kept a Rider; nobody else has seen the other.
    RiderKept {
        /// The player.
        seat: u8,
        /// The Rider.
        rider: u8,
    },
    /// Golden Buckles were laid out: at the start, or in place of one taken.
    BucklesLaidOut {
        /// Those that came.
        buckles: Buckles,
    },
    /// A turn begins, for which there is a Bull.
    TurnBegins {
        /// The Rider.
        seat: u8,
    },
    /// The Rider takes over the line-up of the player before (ES-33).
    Inherited {
        /// The Bulls.
        bulls: Bulls,
    },
    /// The discard pile became the draw deck (ES-10).
    Reshuffled {
        /// Its Bulls.
        bulls: Bulls,
    },
    /// A Bull came into the line-up.
    BullDealt {
        /// The Bull.
        bull: u8,
        /// Whether it was bought (ES-11); else it was dealt.
        bought: bool,
    },
    /// Bulls went to the discard pile.
    BullsDiscarded {
        /// The Bulls.
        bulls: Bulls,
        /// Why.
        why: Why,
    },
    /// Dice were rolled.
    Rolled {
        /// How all dice lie now.
        dice: Dice,
        /// Those that were rolled.
        rolled: DiceMask,
        /// Whether it was the free reroll before every rule (ES-57), which is no roll of its own.
        free_first: bool,
    },
    /// A die was changed by an ability.
    DieChanged {
        /// Who did it.
        seat: u8,
        /// The die.
        die: u8,
        /// What it shows now.
        face: Face,
        /// Whether it is locked for the turn.
        locked: bool,
    },
    /// The roll on the table is the first and a Clown Out (ES-31); bets on Bucked Off are paid now.
    ClownOut,
    /// Clowns were retrieved and are Blanks now.
    Retrieved {
        /// The dice.
        dice: DiceMask,
    },
    /// The Buckle of Clowns was declared (ES-47).
    Declared {
        /// The Buckle.
        buckle: u8,
    },
    /// The Rider rode a Bull.
    Rode {
        /// The Bull.
        bull: u8,
    },
    /// The Rider took a Golden Buckle.
    BuckleTaken {
        /// The Buckle.
        buckle: u8,
        /// Whether two tokens stood in for a die (ES-43).
        wild: bool,
    },
    /// A player took tokens from the pile.
    TokensTaken {
        /// The player.
        seat: u8,
        /// How many they were due.
        due: u16,
        /// How many there were to take.
        taken: u16,
        /// Why.
        why: Why,
    },
    /// A player gave tokens back to the pile.
    TokensSpent {
        /// The player.
        seat: u8,
        /// How many.
        tokens: u16,
        /// Why.
        why: Why,
    },
    /// A token went from one player to another.
    TokensPassed {
        /// Who had them.
        from: u8,
        /// Who has them.
        to: u8,
        /// How many.
        tokens: u16,
    },
    /// A player paid the bank (positive) or was paid by it (negative) for tokens.
    MoneyForTokens {
        /// The player.
        seat: u8,
        /// Dollars to the bank.
        dollars: i64,
    },
    /// A gambler laid a card.
    BetLaid {
        /// The gambler.
        seat: u8,
        /// What the card is on.
        bet: Bet,
        /// Whether it is the second card.
        second: bool,
        /// Whether the stake was paid at once.
        paid: bool,
    },
    /// The stake of a card laid without money was paid after all (ES-Q40).
    StakePaid {
        /// The gambler.
        seat: u8,
        /// Whether it is the second card.
        second: bool,
    },
    /// A bet was settled; a Double Down is settled with its first bet.
    BetSettled {
        /// The gambler.
        seat: u8,
        /// The outcome that was bet on.
        bet: Bet,
        /// Whether it was the second card, on an outcome of its own.
        second: bool,
        /// Whether a paid Double Down belongs to it.
        double: bool,
        /// What became of it.
        verdict: Verdict,
        /// The stake, in dollars; 0 for a void bet.
        stake: i64,
        /// What the bank pays, in dollars.
        payoff: i64,
        /// The share of the pot, in dollars.
        pot: i64,
        /// Whether it was paid at a first-roll Clown Out (ES-78).
        at_clown_out: bool,
    },
    /// The turn is over, its bets are settled and its Bulls are put away.
    TurnEnds {
        /// The Rider.
        seat: u8,
        /// How it ended.
        outcome: Outcome,
    },
    /// The game is over.
    GameEnds,
}
