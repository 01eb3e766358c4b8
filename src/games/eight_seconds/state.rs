//! The state of a game: a plain value that is copied freely, without the order of any deck.

use super::agenda::{Due, MOST_DUE};
use super::cards::{Buckles, Bulls};
use super::dice::{Counts, Dice, DiceMask};
use super::event::Outcome;
use crate::game::contract::Agenda;

/// The largest number of players (ES-1).
pub const MAX_PLAYERS: usize = 8;

/// Marks a missing Rider or Bull.
pub const NONE: u8 = u8::MAX;

/// The subject of a bet (ES-64).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Bet {
    /// The Rider is Bucked Off.
    BuckedOff = 1,
    /// The Rider Dismounts.
    Dismount = 2,
    /// The Rider rides a Bull.
    Ride = 3,
    /// The first bet is right; doubles the stake.
    DoubleDown = 4,
}

impl Bet {
    /// The three outcomes, in the order of their numbers.
    pub const OUTCOMES: [Self; 3] = [Self::BuckedOff, Self::Dismount, Self::Ride];

    /// Returns the bet with this number (1–4), if any.
    pub fn new(number: u8) -> Option<Self> {
        let [a, b, c] = Self::OUTCOMES;
        [a, b, c, Self::DoubleDown].into_iter().find(|bet| *bet as u8 == number)
    }

    /// The name used in policy files and tables.
    pub const fn name(self) -> &'static str {
        ["bucked_off", "dismount", "ride", "double_down"][self as usize - 1]
    }

    /// The bit of the card in a hand of betting cards.
    pub(super) const fn card(self) -> u8 {
        1 << self as u8
    }
}

/// The three cards on outcomes; the Double Down card always returns to the hand.
pub(super) const ALL_CARDS: u8 = Bet::BuckedOff.card() | Bet::Dismount.card() | Bet::Ride.card();

/// A betting card on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Laid {
    pub bet: Bet,
    /// Whether its stake is paid (ES-Q40).
    pub paid: bool,
}

/// The possessions of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    pub bulls: Bulls,
    pub buckles: Buckles,
    pub bull_points: u16,
    pub buckle_points: u16,
    pub tokens: u16,
    /// Index of the Rider in the edition, or [`NONE`].
    pub rider: u8,
    /// Index of the Rider dealt but not kept, until all have chosen; then [`NONE`].
    pub unkept: u8,
    /// Uses left of a limited ability.
    pub uses: u8,
    /// The betting cards in hand: bit [`Bet`] for each outcome, neither on the table nor set aside.
    pub cards: u8,
    /// Dollars, without stakes on the table.
    pub money: i64,
    /// The first and the second bet on this turn.
    pub bets: [Option<Laid>; 2],
    /// Whether a Clown Out on the first roll of this turn paid a bet of this player, who may then
    /// bet again (ES-79).
    pub paid_clown_out: bool,
}

impl Seat {
    pub(super) const EMPTY: Self = Self {
        bulls: 0,
        buckles: 0,
        bull_points: 0,
        buckle_points: 0,
        tokens: 0,
        rider: NONE,
        unkept: NONE,
        uses: 0,
        cards: ALL_CARDS,
        money: 0,
        bets: [None; 2],
        paid_clown_out: false,
    };

    /// Whether the betting card of an outcome is in hand.
    pub fn holds(&self, bet: Bet) -> bool {
        self.cards & bet.card() != 0
    }

    /// The cards on the table.
    pub(super) fn laid(&self) -> impl Iterator<Item = Laid> {
        self.bets.into_iter().flatten()
    }

    /// Whether the first bet is on Bucked Off.
    pub(super) fn bets_on_falling(&self) -> bool {
        self.bets[0].is_some_and(|laid| laid.bet == Bet::BuckedOff)
    }
}

/// The current turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Blank before the first roll.
    pub dice: Dice,
    /// Rolls made, without a free first reroll; at most 250.
    pub rolls: u8,
    /// Dice locked until the end of the turn (ES-60).
    pub locked: DiceMask,
    /// Retrieved Clowns that have not been rolled since (ES-27, ES-Q35).
    pub retrieved: DiceMask,
    /// Dice used on the first of two Bulls; they may not be rolled again (ES-55).
    pub used: DiceMask,
    /// The moves of the first Bull ridden this turn.
    pub used_moves: Counts,
    /// The first Bull ridden this turn, or [`NONE`].
    pub first_bull: u8,
    /// The Bull ridden last this turn, or [`NONE`].
    pub last_bull: u8,
    /// Whether all dice were rolled again after a Clown Out (ES-34).
    pub started_over: bool,
    /// Whether the first roll was a Clown Out, averted or not.
    pub clowned_out: bool,
    /// The declared Buckle of Clowns (ES-47), or [`NONE`].
    pub declared: u8,
    /// Whether tokens were bought with money this turn (ES-82).
    pub bought_tokens: bool,
    /// Whether the free reroll of a Buckle was used this turn.
    pub free_used: bool,
    /// Whether a change of a die was used on this roll, or the lock on the first roll.
    pub change_used: bool,
    /// The opponents who changed a die this turn, as a mask of seats (ES-52).
    pub changed_by: u8,
    /// Whether the next reroll precedes all rules (ES-57).
    pub before_rules: bool,
    /// The aim of the next reroll: an action of the decision point `aim`.
    pub aim: u16,
    /// The dice of the next roll, as far as known.
    pub reroll: DiceMask,
    /// Tokens of the Dismount that ended the turn.
    pub earned: u16,
    /// The outcome, once the turn is over.
    pub outcome: Option<Outcome>,
}

impl Turn {
    pub(super) const START: Self = Self {
        dice: Dice::BLANK,
        rolls: 0,
        locked: 0,
        retrieved: 0,
        used: 0,
        used_moves: Counts::new([0; 5]),
        first_bull: NONE,
        last_bull: NONE,
        started_over: false,
        clowned_out: false,
        declared: NONE,
        bought_tokens: false,
        free_used: false,
        change_used: false,
        changed_by: 0,
        before_rules: false,
        aim: 0,
        reroll: u8::MAX,
        earned: 0,
        outcome: None,
    };

    /// Returns whether the first of two Bulls is ridden and the turn continues (ES-55).
    pub fn rode(&self) -> bool {
        self.first_bull != NONE
    }

    /// Returns whether the Buckle of Clowns is declared.
    pub fn is_declared(&self) -> bool {
        self.declared != NONE
    }
}

/// The whole state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The players; seats beyond [`State::players`] are empty.
    pub seats: [Seat; MAX_PLAYERS],
    pub players: u8,
    /// The seat of the Rider, who takes the turn.
    pub rider: u8,
    /// Turns of all players before this one.
    pub turns: u32,
    /// Turns left after the end of the game was triggered.
    pub turns_left: Option<u8>,
    pub deck: Bulls,
    pub discards: Bulls,
    /// The Bulls laid out; between turns, those that the next player may take over (ES-33).
    pub line_up: Bulls,
    pub open_buckles: Buckles,
    /// The Golden Buckles not laid out.
    pub closed_buckles: Buckles,
    /// Foul Tokens in the pile; negative only if the supply is unlimited.
    pub supply: i64,
    /// Money of the bank relative to the start.
    pub bank: i64,
    /// The pots of Bucked Off, Dismount and Ride.
    pub pots: [i64; 3],
    pub turn: Turn,
    /// The steps still due, the next on top; at a decision the top step waits for the choice.
    pub due: Agenda<Due, MOST_DUE>,
}

impl State {
    pub fn seated(&self) -> &[Seat] {
        &self.seats[..usize::from(self.players).min(MAX_PLAYERS)]
    }

    /// Returns the seat of the Rider.
    pub fn riding(&self) -> &Seat {
        &self.seats[usize::from(self.rider) % MAX_PLAYERS]
    }

    /// Returns the seats after the Rider's, in the order of play.
    pub fn others(&self) -> impl Iterator<Item = u8> + use<> {
        let (rider, players) = (self.rider, self.players);
        (1..players).map(move |ahead| (rider + ahead) % players)
    }

    /// The seat at offset `ahead` from the Rider's; `ahead` is below the number of players.
    #[inline]
    pub(super) fn after_rider(&self, ahead: u8) -> u8 {
        let seat = self.rider + ahead;
        if seat < self.players { seat } else { seat - self.players }
    }

    /// The next offset from the Rider's seat beyond `ahead` whose seat is `wanted`.
    #[inline]
    pub(super) fn next_ahead(&self, ahead: u8, wanted: impl Fn(u8) -> bool) -> Option<u8> {
        (ahead + 1..self.players).find(|ahead| wanted(self.after_rider(*ahead)))
    }

    /// The number of turns that the Rider has ended.
    #[inline]
    pub(super) fn own_turns(&self) -> u32 {
        self.turns / u32::from(self.players.max(1))
    }

    #[inline]
    pub(super) fn tokens(&self, seat: u8) -> u16 {
        self.seats[usize::from(seat)].tokens
    }

    /// Returns the Bulls from which the next one is drawn; in solitaire discards are not drawn
    /// (ES-10, ES-40).
    #[inline]
    pub fn pool(&self) -> Bulls {
        match self.deck {
            0 if self.players > 1 => self.discards,
            deck => deck,
        }
    }

    /// Returns the union of all piles of Bulls, and the sum of their sizes.
    pub fn all_bulls(&self) -> (Bulls, u32) {
        let mut piles = vec![self.deck, self.discards, self.line_up];
        piles.extend(self.seated().iter().map(|seat| seat.bulls));
        let all = piles.iter().fold(0, |all, pile| all | pile);
        (all, piles.iter().map(|pile| pile.count_ones()).sum())
    }

    /// Returns the number of tokens in the pile and with players.
    pub fn all_tokens(&self) -> i64 {
        self.supply + self.seated().iter().map(|seat| i64::from(seat.tokens)).sum::<i64>()
    }

    /// Returns the money of players, bank and pots, and on the table as paid stakes of `stake`
    /// each.
    pub fn all_money(&self, stake: i64) -> i64 {
        let staked = |seat: &Seat| seat.laid().filter(|laid| laid.paid).count() as i64 * stake;
        let players: i64 = self.seated().iter().map(|seat| seat.money + staked(seat)).sum();
        players + self.bank + self.pots.iter().sum::<i64>()
    }
}
