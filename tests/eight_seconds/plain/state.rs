//! Everything on the table, and the count of it.

use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::dice::Face;
use pushluck::games::eight_seconds::edition::{Ability, Colour, Edition, Effect};
use pushluck::games::eight_seconds::rules::{Rules, VegasVariants};
use pushluck::games::eight_seconds::state::{Bet, Laid};

use super::table::{Action, Ask, Deck, Point, Table, Trade};

/// One player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seat {
    /// Bulls ridden, in the order of riding.
    pub(crate) bulls: Vec<usize>,
    pub(crate) buckles: Vec<usize>,
    pub(crate) tokens: u32,
    pub(crate) money: i64,
    pub(crate) rider: Option<usize>,
    /// Special Ability tokens left.
    pub(crate) uses_left: u32,
    /// Betting cards lost under limited options.
    pub(crate) set_aside: Vec<Bet>,
}

/// A die on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Die {
    pub(crate) face: Face,
    /// A Clown that was bought back: a Blank until it is rolled (ES-27).
    pub(crate) retrieved: bool,
    /// Locked for the turn (ES-60).
    pub(crate) locked: bool,
    /// Used on the first of two Bulls (ES-55).
    pub(crate) used: bool,
}

/// The turn being played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ride {
    pub(crate) rider: usize,
    /// The eight dice; empty before the first roll.
    pub(crate) dice: Vec<Die>,
    /// Rolls made; a free reroll that counts as the first roll is none of its own (ES-57).
    pub(crate) rolls: u32,
    /// The first roll was a Clown Out.
    pub(crate) clowned_out: bool,
    /// A Bull was discarded for it and all dice were rolled again (ES-34).
    pub(crate) started_over: bool,
    /// The Clown Buckle was declared (ES-47).
    pub(crate) declared: bool,
    /// Bulls ridden in this turn.
    pub(crate) ridden: Vec<usize>,
    /// The Buckle's free reroll of this turn is spent.
    pub(crate) buckle_reroll_spent: bool,
    /// Tokens were bought in this turn (ES-82).
    pub(crate) bought: bool,
    /// A die was locked in this turn (ES-60).
    pub(crate) locked: bool,
    /// The Rider changed a die of the roll that lies there.
    pub(crate) changed: bool,
    /// Opponents who changed a die in this turn (ES-52).
    pub(crate) changed_by: Vec<usize>,
    /// Clowns are being bought back so that the turn goes on, and there is no way back (ES-Q5).
    pub(crate) averting: bool,
}

/// Everything on the table.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub(crate) seats: Vec<Seat>,
    /// Face-down Bulls, as a set: ascending.
    pub(crate) deck: Vec<usize>,
    pub(crate) discards: Vec<usize>,
    pub(crate) line_up: Vec<usize>,
    /// The line-up was left by a Clown Out of the turn before (ES-33).
    pub(crate) left_over: bool,
    /// Foul Tokens in the pile; below zero only when they are not limited.
    pub(crate) supply: i64,
    pub(crate) open_buckles: Vec<usize>,
    /// Golden Buckles that may still be turned up, as a set.
    pub(crate) hidden_buckles: Vec<usize>,
    pub(crate) hidden_riders: Vec<usize>,
    pub(crate) ride: Ride,
    /// Betting cards on the table, per seat.
    pub(crate) bets: Vec<Vec<Laid>>,
    /// Gamblers whose bet a first-roll Clown Out of this turn has paid (ES-78).
    pub(crate) paid_early: Vec<usize>,
    pub(crate) pots: [i64; 3],
    /// What the bank has taken in less what it has paid out since the set-up.
    pub(crate) bank: i64,
}

/// The referee: the rules applied to a [`State`].
#[derive(Clone, Debug)]
pub(crate) struct Referee {
    /// The components, with dice and Bulls in the order of the engine.
    pub(crate) edition: Edition,
    pub(crate) rules: Rules,
    pub(crate) players: usize,
    pub(crate) state: State,
}

/// The figures of an ability.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figures {
    pub(crate) tokens: u32,
    pub(crate) number: u32,
    pub(crate) limit: u32,
}

/// Takes one item out of a list where it must be.
pub(crate) fn take<T: PartialEq + std::fmt::Debug>(list: &mut Vec<T>, item: &T) -> T {
    let place = list.iter().position(|held| held == item);
    list.remove(place.unwrap_or_else(|| panic!("{item:?} is not among {list:?}")))
}

impl Referee {
    /// A game before anything is dealt (ES-3, ES-5, ES-64).
    pub(crate) fn new(game: &Game, players: usize) -> Referee {
        let (dice, bulls) = (game.dice.clone(), game.bulls.clone());
        let edition = Edition { dice, bulls, ..(*game.rules.edition).clone() };
        let rules = game.rules.clone();
        let seat = Seat {
            tokens: rules.tokens.into(),
            money: if rules.vegas.is_some() { edition.vegas.money } else { 0 },
            ..Seat::default()
        };
        let dealt = |rider: &usize| {
            let black = edition.riders[*rider].colour == Colour::Black;
            rules.riders && (rules.black_riders || !black)
        };
        let state = State {
            seats: vec![seat; players],
            deck: (0..edition.bulls.len()).collect(),
            supply: i64::from(edition.tokens) - i64::from(rules.tokens) * players as i64,
            hidden_buckles: (0..if rules.buckles { edition.buckles.len() } else { 0 }).collect(),
            hidden_riders: (0..edition.riders.len()).filter(dealt).collect(),
            bets: vec![Vec::new(); players],
            ..State::default()
        };
        Referee { edition, rules, players, state }
    }

    pub(crate) fn variants(&self) -> VegasVariants {
        self.rules.vegas.unwrap_or_default()
    }

    /// The player whose turn it is.
    pub(crate) fn me(&self) -> usize {
        self.state.ride.rider
    }

    /// The opponents of a seat, clockwise from its left.
    pub(crate) fn others(&self, seat: usize) -> Vec<usize> {
        (1..self.players).map(|step| (seat + step) % self.players).collect()
    }

    pub(crate) fn tokens(&self, seat: usize) -> u32 {
        self.state.seats[seat].tokens
    }

    /// The figures of an ability that a seat's Rider has; a limited one only while a use is left (ES-50).
    pub(crate) fn able(&self, seat: usize, ability: Ability) -> Option<Figures> {
        let rider = &self.edition.riders[self.state.seats[seat].rider?];
        let usable = rider.uses == 0 || self.state.seats[seat].uses_left > 0;
        let [tokens, number, limit] = [rider.tokens, rider.number, rider.limit].map(u32::from);
        (usable && rider.ability == ability).then_some(Figures { tokens, number, limit })
    }

    /// The effects of a seat's Golden Buckles.
    pub(crate) fn effects(&self, seat: usize) -> Vec<Effect> {
        let buckles = self.state.seats[seat].buckles.iter();
        buckles.map(|buckle| self.edition.buckles[*buckle].effect).collect()
    }

    pub(crate) fn points_of(&self, bull: usize) -> u32 {
        self.edition.bulls[bull].points.into()
    }

    /// Spends a use of a limited ability.
    pub(crate) fn spend_use(&mut self, seat: usize) {
        let left = &mut self.state.seats[seat].uses_left;
        *left = left.checked_sub(1).expect("a use is left");
    }

    /// Hands tokens out, as many as the pile holds (ES-Q18); returns how many.
    pub(crate) fn give_tokens(&mut self, seat: usize, tokens: u32) -> u32 {
        let given = match self.rules.limited_supply {
            true => tokens.min(self.state.supply.max(0) as u32),
            false => tokens,
        };
        self.state.supply -= i64::from(given);
        self.state.seats[seat].tokens += given;
        given
    }

    /// Puts a player's tokens back on the pile.
    pub(crate) fn pay_tokens(&mut self, seat: usize, tokens: u32) {
        let held = &mut self.state.seats[seat].tokens;
        *held = held.checked_sub(tokens).expect("tokens to pay with");
        self.state.supply += i64::from(tokens);
    }

    /// Moves dollars between a player and the bank; `amount` is what the player gets.
    pub(crate) fn bank_pays(&mut self, seat: usize, amount: i64) {
        self.state.bank -= amount;
        self.state.seats[seat].money += amount;
        assert!(self.state.seats[seat].money >= 0, "nobody owes the bank");
    }

    /// Counts every card, token and dollar.
    pub(crate) fn check_conserved(&self) {
        let state = &self.state;
        let mut bulls = [&state.deck[..], &state.discards, &state.line_up].concat();
        bulls.extend(state.seats.iter().flat_map(|seat| &seat.bulls));
        bulls.sort_unstable();
        assert_eq!(bulls, (0..self.edition.bulls.len()).collect::<Vec<_>>(), "Bulls");

        let held: i64 = state.seats.iter().map(|seat| i64::from(seat.tokens)).sum();
        assert_eq!(held + state.supply, i64::from(self.edition.tokens), "Foul Tokens");
        assert!(!self.rules.limited_supply || state.supply >= 0, "an empty pile gives none");

        let mut buckles = [&state.open_buckles[..], &state.hidden_buckles].concat();
        buckles.extend(state.seats.iter().flat_map(|seat| &seat.buckles));
        buckles.sort_unstable();
        let all = if self.rules.buckles { self.edition.buckles.len() } else { 0 };
        assert_eq!(buckles, (0..all).collect::<Vec<_>>(), "Golden Buckles");

        let purses: i64 = state.seats.iter().map(|seat| seat.money).sum();
        let laid = state.bets.iter().flatten().filter(|laid| laid.paid).count() as i64;
        let stakes = laid * self.edition.vegas.stake;
        let pots: i64 = state.pots.iter().sum();
        let start = if self.rules.vegas.is_some() { self.edition.vegas.money } else { 0 };
        let expected = start * self.players as i64;
        assert_eq!(purses + stakes + pots + state.bank, expected, "dollars");
        assert!(state.seats.iter().all(|seat| seat.money >= 0), "nobody owes money");
    }

    /// Turns a card up from a face-down set.
    pub(crate) fn draw(&mut self, table: &mut dyn Table, deck: Deck) -> usize {
        self.trades_now(table);
        let card = table.card(deck);
        let cards = match deck {
            Deck::Bulls => &mut self.state.deck,
            Deck::Riders => &mut self.state.hidden_riders,
            Deck::Buckles => &mut self.state.hidden_buckles,
        };
        take(cards, &card)
    }

    /// Asks a player to decide and checks that the answer is legal. With one legal action there is
    /// nothing to ask.
    pub(crate) fn ask(
        &mut self,
        table: &mut dyn Table,
        seat: usize,
        point: Point,
        legal: impl Fn(&Referee) -> Vec<Action>,
    ) -> Action {
        // How a reroll is carried out is one step with the decision for it.
        if point != Point::Payment && point != Point::Dice {
            self.trades_now(table);
        }
        self.check_conserved();
        let ask = Ask { seat, point, legal: legal(self) };
        assert!(!ask.legal.is_empty(), "{ask:?} offers nothing");
        if ask.legal.len() == 1 {
            return ask.legal[0].clone();
        }
        let chosen = table.decide(self, &ask);
        assert!(ask.legal.contains(&chosen), "{chosen:?} is not legal in {ask:?}");
        chosen
    }

    /// Lets everyone buy and sell tokens who wants to at this moment.
    pub(crate) fn trades_now(&mut self, table: &mut dyn Table) {
        while let Some((seat, trade)) = table.trade(self) {
            self.trade(seat, trade);
        }
    }

    /// Buys or sells tokens (ES-82).
    pub(crate) fn trade(&mut self, seat: usize, trade: Trade) {
        let legal = self.trades(seat);
        assert!(legal.contains(&trade), "seat {seat}: {trade:?} is not among {legal:?}");
        match trade {
            Trade::Buy(tokens) => {
                let price = self.price(tokens);
                self.bank_pays(seat, -price);
                assert_eq!(self.give_tokens(seat, tokens), tokens);
                self.state.ride.bought = true;
            }
            Trade::Sell(tokens) => {
                self.pay_tokens(seat, tokens);
                self.bank_pays(seat, self.edition.vegas.sell * i64::from(tokens));
            }
        }
    }

    fn price(&self, tokens: u32) -> i64 {
        let vegas = &self.edition.vegas;
        if tokens == 1 { vegas.buy_one } else { vegas.buy_two }
    }

    /// What a seat may buy and sell at this moment: the Rider buys once on the turn, anyone sells.
    pub(crate) fn trades(&self, seat: usize) -> Vec<Trade> {
        if self.rules.vegas.is_none() {
            return Vec::new();
        }
        let mut trades = Vec::new();
        for tokens in [1, 2] {
            let there = !self.rules.limited_supply || self.state.supply >= i64::from(tokens);
            let price = self.price(tokens);
            let affordable = self.state.seats[seat].money >= price;
            if seat == self.me() && !self.state.ride.bought && there && affordable {
                trades.push(Trade::Buy(tokens));
            }
        }
        trades.extend((1..=self.tokens(seat)).map(Trade::Sell));
        trades
    }
}
