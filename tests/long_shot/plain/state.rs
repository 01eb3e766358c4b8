//! The position of a game, and the referee that applies the rules to it.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::components::{Cell, Components, Figures, Horse};
use super::table::{About, Action, Ask, Table};

#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) components: Arc<Components>,
    /// The candidates for the Horse Card of each number (LS-3), as indices into the edition.
    pub(crate) cards: Vec<Vec<usize>>,
    /// The number of players, Roland included.
    pub(crate) players: usize,
    /// The last seat is Roland's (LS-47).
    pub(crate) solo: bool,
    /// Dollars of a player at the start (LS-6).
    pub(crate) money: i64,
    /// Wild Numbers of a player (LS-26).
    pub(crate) wilds: usize,
    pub(crate) max_rounds: u32,
}

/// One player, or Roland.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seat {
    pub(crate) money: i64,
    pub(crate) cells: BTreeSet<Cell>,
    pub(crate) tiles: Vec<&'static str>,
    pub(crate) helmets: BTreeSet<usize>,
    pub(crate) jerseys: BTreeSet<usize>,
    pub(crate) wilds: usize,
    /// The dollars in the Bet spaces; index 0 is horse 1.
    pub(crate) bets: [i64; 8],
    pub(crate) owned: BTreeSet<usize>,
}

impl Seat {
    pub(crate) fn bet(&self, horse: usize) -> i64 {
        self.bets[horse - 1]
    }

    /// Whether the seat has both Helmet and Jersey of a horse (LS-44).
    pub(crate) fn has_set(&self, horse: usize) -> bool {
        self.helmets.contains(&horse) && self.jerseys.contains(&horse)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) seats: Vec<Seat>,
    /// The space of each horse; index 0 is horse 1. 0 is before the Start/Finish line, `spaces + 1` is
    /// finished.
    pub(crate) positions: [usize; 8],
    /// The Winner's Circle: horses in the order of finishing.
    pub(crate) finishers: Vec<usize>,
    /// The marked boxes on each Horse Card; index 0 is card 1.
    pub(crate) boxes: Vec<BTreeSet<usize>>,
    /// The Horse Card of each number, as an index into the edition.
    pub(crate) cards: Vec<usize>,
    pub(crate) market: BTreeSet<usize>,
    pub(crate) active: usize,
    pub(crate) turn: usize,
    pub(crate) rolled: usize,
    pub(crate) movement: usize,
    pub(crate) round: u32,
    /// The Horse Cards whose owners declined their AT SCORING ability.
    pub(crate) declined: Vec<usize>,
}

/// The referee: the rules applied to a [`State`].
pub(crate) struct Referee<'a> {
    pub(crate) config: Config,
    pub(crate) state: State,
    pub(crate) table: Option<&'a mut dyn Table>,
}

pub(crate) const HORSES: std::ops::RangeInclusive<usize> = 1..=8;

impl<'a> Referee<'a> {
    /// A game before the deal (LS-2, LS-4, LS-6, LS-47). A number whose Horse Card is drawn holds its first
    /// candidate.
    pub(crate) fn new(config: Config, table: &'a mut dyn Table) -> Self {
        assert!((2..=8).contains(&config.players), "LS-1");
        assert!(!config.solo || config.players == 2, "one player and Roland");
        let box_ = &config.components;
        let mut seats = vec![Seat { money: config.money, ..Seat::default() }; config.players];
        if config.solo {
            seats[1].money = box_.roland_money;
        }
        let state = State {
            seats,
            positions: [0; 8],
            finishers: Vec::new(),
            boxes: box_.bars(),
            cards: config.cards.iter().map(|cards| cards[0]).collect(),
            market: HORSES.collect(),
            active: 0,
            turn: 0,
            rolled: 0,
            movement: 0,
            round: 0,
            declined: Vec::new(),
        };
        Referee { config, state, table: Some(table) }
    }

    /// Calls the table with the referee.
    pub(crate) fn at_table<T>(&mut self, ask: impl FnOnce(&mut dyn Table, &Self) -> T) -> T {
        let table = self.table.take().expect("a table");
        let answer = ask(table, self);
        self.table = Some(table);
        answer
    }

    pub(crate) fn players(&self) -> usize {
        self.config.players
    }

    pub(crate) fn is_roland(&self, seat: usize) -> bool {
        self.config.solo && seat == 1
    }

    pub(crate) fn seat(&self, seat: usize) -> &Seat {
        &self.state.seats[seat]
    }

    pub(crate) fn card(&self, number: usize) -> &Horse {
        &self.config.components.horses[self.state.cards[number - 1]]
    }

    pub(crate) fn cost(&self, number: usize) -> i64 {
        self.card(number).cost.unwrap_or(self.config.components.number(number).cost)
    }

    pub(crate) fn owner(&self, number: usize) -> Option<usize> {
        (0..self.players()).find(|seat| self.seat(*seat).owned.contains(&number))
    }

    /// The cards of a seat with an ability, lowest number first, and their parameters; none for Roland (LS-39,
    /// LS-54).
    pub(crate) fn abilities(&self, seat: usize, ability: &str) -> Vec<(usize, Figures)> {
        let owned = self.seat(seat).owned.iter().filter(|_| !self.is_roland(seat));
        let cards = owned.map(|number| (*number, self.card(*number)));
        let having = cards.filter(|(_, card)| card.ability == ability);
        having.map(|(number, card)| (number, card.figures)).collect()
    }

    /// Moves `amount` dollars from the bank to a player; negative from the player to the bank.
    pub(crate) fn bank_pays(&mut self, seat: usize, amount: i64) {
        self.state.seats[seat].money += amount;
        assert!(self.seat(seat).money >= 0, "money is never negative");
    }

    /// Asks a player to decide and checks that the answer is legal. A single legal action is taken without a
    /// decision.
    pub(crate) fn ask(
        &mut self,
        seat: usize,
        point: &'static str,
        about: About,
        legal: Vec<Action>,
    ) -> Action {
        let ask = Ask { seat, point, about, legal };
        assert!(!ask.legal.is_empty(), "{ask:?} offers nothing");
        if ask.legal.len() == 1 {
            return ask.legal[0];
        }
        let chosen = self.at_table(|table, referee| table.decide(referee, &ask));
        assert!(ask.legal.contains(&chosen), "{chosen:?} is not legal in {ask:?}");
        chosen
    }

    /// Asks for a horse; `None` if there is none, or if the player passes where allowed.
    pub(crate) fn ask_horse(
        &mut self,
        seat: usize,
        point: &'static str,
        about: About,
        horses: &[usize],
        pass: bool,
    ) -> Option<usize> {
        let kind = match point {
            "move" => "move",
            "free_bet" => "bet",
            "free_horse" => "take",
            "half_price" => "buy",
            _ => "mark",
        };
        let dollars = about.dollars;
        let pass = pass.then_some(PASS);
        let horse = |horse: &usize| Action { dollars, ..Action::new(kind, *horse) };
        let legal: Vec<Action> = pass.into_iter().chain(horses.iter().map(horse)).collect();
        if legal.is_empty() {
            return None;
        }
        let chosen = self.ask(seat, point, about, legal);
        (chosen != PASS).then_some(chosen.number)
    }
}

pub(crate) const PASS: Action = Action::new("pass", 0);

pub(crate) fn others(list: &BTreeSet<usize>) -> Vec<usize> {
    HORSES.filter(|horse| !list.contains(horse)).collect()
}
