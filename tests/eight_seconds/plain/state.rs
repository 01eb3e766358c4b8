//! The state of the referee's table.

use std::collections::BTreeSet;

use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::decision::Action;
use pushluck::games::eight_seconds::dice::Face;
use pushluck::games::eight_seconds::edition::{Ability, Colour, Edition, Effect};
use pushluck::games::eight_seconds::rules::{Rules, VegasVariants};
use pushluck::games::eight_seconds::state::{Bet, Laid};

use super::turn::Ending;

/// Bulls, Buckles, Riders or dice, by index.
pub(crate) type Set = BTreeSet<usize>;

/// One player.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Seat {
    pub(crate) bulls: Set,
    pub(crate) buckles: Set,
    pub(crate) tokens: u32,
    pub(crate) money: i64,
    pub(crate) rider: Option<usize>,
    /// Special Ability tokens left.
    pub(crate) uses_left: u32,
    /// The outcomes whose betting card is in hand: neither on the table nor lost under limited
    /// options.
    pub(crate) hand: BTreeSet<Bet>,
    /// Betting cards on the table.
    pub(crate) bets: Vec<Laid>,
}

/// A die on the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Die {
    pub(crate) face: Face,
    /// Whether it is a retrieved Clown: a Blank until it is rolled (ES-27).
    pub(crate) retrieved: bool,
    /// Locked for the turn (ES-60).
    pub(crate) locked: bool,
    /// Used on the first of two Bulls (ES-55).
    pub(crate) used: bool,
}

/// The turn being played.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Ride {
    pub(crate) rider: usize,
    /// The eight dice; Blank before the first roll.
    pub(crate) dice: Vec<Die>,
    /// Rolls made; a free reroll that counts as the first roll is not counted (ES-57).
    pub(crate) rolls: u32,
    /// Whether the first roll was a Clown Out.
    pub(crate) clowned_out: bool,
    /// Whether a Bull was discarded after it and all dice were rolled again (ES-34).
    pub(crate) started_over: bool,
    /// The declared Clown Buckle (ES-47), if any.
    pub(crate) declared: Option<usize>,
    /// Bulls ridden in this turn.
    pub(crate) ridden: Vec<usize>,
    /// Whether the Buckle's free reroll of this turn is spent.
    pub(crate) buckle_reroll_spent: bool,
    /// Whether tokens were bought in this turn (ES-82).
    pub(crate) bought: bool,
    /// Whether the Rider changed or locked a die of the current roll.
    pub(crate) changed: bool,
    /// Opponents who changed a die in this turn (ES-52).
    pub(crate) changed_by: Set,
    /// Gamblers whose bet the Clown Out on the first roll has paid (ES-78).
    pub(crate) paid_early: Set,
}

impl Ride {
    /// Returns the initial state of this player's turn.
    pub(crate) fn new(rider: usize) -> Self {
        let blank = Die { face: Face::Blank, retrieved: false, locked: false, used: false };
        Self { rider, dice: vec![blank; 8], ..Self::default() }
    }
}

/// The whole state of a game.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct State {
    pub(crate) seats: Vec<Seat>,
    pub(crate) deck: Set,
    pub(crate) discards: Set,
    pub(crate) line_up: Set,
    /// Foul Tokens in the pile; negative only if the supply is unlimited.
    pub(crate) supply: i64,
    pub(crate) open_buckles: Set,
    /// Golden Buckles that may still be revealed.
    pub(crate) hidden_buckles: Set,
    pub(crate) ride: Ride,
    pub(crate) pots: [i64; 3],
    /// Money that the bank took in less money that it paid out since set-up.
    pub(crate) bank: i64,
}

/// A face-down set of cards.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deck {
    Bulls,
    Riders,
    Buckles,
}

/// The source of chance and choices for the referee.
pub(crate) trait Table {
    /// The next card of a face-down set.
    fn card(&mut self, deck: Deck) -> usize;

    /// Returns the faces of the dice after these were rolled.
    fn roll(&mut self, dice: &Set) -> [Face; 8];

    /// Returns one of several legal actions of a seat at a decision point.
    fn decide(&mut self, state: &State, seat: usize, point: usize, legal: &[Action]) -> Action;

    /// Returns the Bull that a reroll aims at, which cannot be its price.
    fn aimed_at(&mut self) -> Option<usize>;

    /// Called at the end of a turn, after its bets are settled and its Bulls discarded; the dice
    /// still show the last roll.
    fn turn_over(&mut self, state: &State, ending: Ending);
}

/// The referee: the rules applied to a [`State`].
pub(crate) struct Referee<T> {
    /// The components, with dice and Bulls in the order of the engine.
    pub(crate) edition: Edition,
    pub(crate) rules: Rules,
    pub(crate) players: usize,
    pub(crate) state: State,
    /// Riders not dealt.
    pub(crate) hidden_riders: Set,
    pub(crate) table: T,
}

/// The figures of an ability.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figures {
    pub(crate) tokens: u32,
    pub(crate) number: u32,
    pub(crate) limit: u32,
}

/// Removes a card from a set that must contain it.
pub(crate) fn take(set: &mut Set, card: usize) -> usize {
    assert!(set.remove(&card), "{card} is not among {set:?}");
    card
}

/// The action of a kind with a card, a number or a die as argument.
pub(crate) fn action(kind: u8, argument: usize) -> Action {
    Action::new(kind, argument as u8)
}

impl<T: Table> Referee<T> {
    /// Returns a game before anything is dealt (ES-3, ES-5, ES-64).
    pub(crate) fn new(game: &Game, players: usize, table: T) -> Self {
        let (dice, bulls) = (game.dice.clone(), game.bulls.clone());
        let edition = Edition { dice, bulls, ..(*game.rules.edition).clone() };
        let rules = game.rules.clone();
        let seat = Seat {
            tokens: rules.tokens.into(),
            money: if rules.vegas.is_some() { edition.vegas.money } else { 0 },
            hand: Bet::OUTCOMES.into(),
            ..Seat::default()
        };
        let dealt = |rider: &usize| {
            let black = edition.riders[*rider].colour == Colour::Black;
            rules.riders && (rules.black_riders || !black)
        };
        let hidden_riders = (0..edition.riders.len()).filter(dealt).collect();
        let state = State {
            seats: vec![seat; players],
            deck: (0..edition.bulls.len()).collect(),
            supply: i64::from(edition.tokens) - i64::from(rules.tokens) * players as i64,
            hidden_buckles: (0..if rules.buckles { edition.buckles.len() } else { 0 }).collect(),
            ride: Ride::new(0),
            ..State::default()
        };
        Self { edition, rules, players, state, hidden_riders, table }
    }

    pub(crate) fn variants(&self) -> VegasVariants {
        self.rules.vegas.unwrap_or_default()
    }

    /// The seat whose turn it is.
    pub(crate) fn me(&self) -> usize {
        self.state.ride.rider
    }

    /// The opponents of the seat whose turn it is, clockwise from its left.
    pub(crate) fn others(&self) -> Vec<usize> {
        (1..self.players).map(|step| (self.me() + step) % self.players).collect()
    }

    pub(crate) fn tokens(&self, seat: usize) -> u32 {
        self.state.seats[seat].tokens
    }

    /// The figures of an ability of a seat's Rider; a limited ability needs a use left (ES-50).
    pub(crate) fn able(&self, seat: usize, ability: Ability) -> Option<Figures> {
        let rider = &self.edition.riders[self.state.seats[seat].rider?];
        let usable = rider.uses == 0 || self.state.seats[seat].uses_left > 0;
        let [tokens, number, limit] = [rider.tokens, rider.number, rider.limit].map(u32::from);
        (usable && rider.ability == ability).then_some(Figures { tokens, number, limit })
    }

    /// The effects of the Golden Buckles of the seat whose turn it is.
    pub(crate) fn effects(&self) -> Vec<Effect> {
        let buckles = self.state.seats[self.me()].buckles.iter();
        buckles.map(|buckle| self.edition.buckles[*buckle].effect).collect()
    }

    pub(crate) fn points_of(&self, bull: usize) -> i64 {
        self.edition.bulls[bull].points.into()
    }

    /// The points of the highest of some Bulls.
    pub(crate) fn highest<'a>(&self, bulls: impl IntoIterator<Item = &'a usize>) -> i64 {
        bulls.into_iter().map(|bull| self.points_of(*bull)).max().unwrap_or(0)
    }

    /// Spends a use of a limited ability.
    pub(crate) fn spend_use(&mut self, seat: usize) {
        let left = &mut self.state.seats[seat].uses_left;
        *left = left.checked_sub(1).expect("a use is left");
    }

    /// Gives a seat tokens, at most as many as the pile holds (ES-Q18); returns the number given.
    pub(crate) fn give_tokens(&mut self, seat: usize, tokens: u32) -> u32 {
        let given = match self.rules.limited_supply {
            true => tokens.min(self.state.supply.max(0) as u32),
            false => tokens,
        };
        self.state.supply -= i64::from(given);
        self.state.seats[seat].tokens += given;
        given
    }

    /// Returns a player's tokens to the pile.
    pub(crate) fn pay_tokens(&mut self, seat: usize, tokens: u32) {
        let held = &mut self.state.seats[seat].tokens;
        *held = held.checked_sub(tokens).expect("tokens to pay with");
        self.state.supply += i64::from(tokens);
    }

    /// Moves dollars between a player and the bank; `amount` is what the player gets.
    pub(crate) fn bank_pays(&mut self, seat: usize, amount: i64) {
        self.state.bank -= amount;
        self.state.seats[seat].money += amount;
    }

    /// Reveals a card of a face-down set.
    pub(crate) fn draw(&mut self, deck: Deck) -> usize {
        let card = self.table.card(deck);
        let cards = match deck {
            Deck::Bulls => &mut self.state.deck,
            Deck::Riders => &mut self.hidden_riders,
            Deck::Buckles => &mut self.state.hidden_buckles,
        };
        take(cards, card)
    }

    /// Asks a player to decide, and checks that the answer is legal. With a single legal action the
    /// player is not asked.
    pub(crate) fn ask(&mut self, seat: usize, point: usize, mut legal: Vec<Action>) -> Action {
        legal.sort_unstable();
        if let [only] = legal[..] {
            return only;
        }
        let chosen = self.table.decide(&self.state, seat, point, &legal);
        assert!(legal.contains(&chosen), "{chosen:?} is not legal in {legal:?}");
        chosen
    }
}
