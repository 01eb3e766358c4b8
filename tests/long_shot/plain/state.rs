//! Everything on the table, open to anyone who wants to look.

use std::sync::Arc;

use super::components::{Ability, Cell, Components, Horse, Tile};
use super::table::{About, Action, Ask, Table};

/// What a game is played with.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) components: Arc<Components>,
    /// By number: the Horse Cards that one is taken from (LS-3), by their places in the edition.
    pub(crate) cards: Vec<Vec<usize>>,
    /// Roland included.
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
    /// Marked cells of the Concession Grid, in the order of marking.
    pub(crate) cells: Vec<Cell>,
    /// Marked Concession Bonuses, likewise.
    pub(crate) tiles: Vec<Tile>,
    pub(crate) helmets: Vec<usize>,
    pub(crate) jerseys: Vec<usize>,
    /// Marked Wild Numbers.
    pub(crate) wilds: usize,
    /// Dollars in the Bet spaces; the first is horse 1's.
    pub(crate) bets: [i64; 8],
    /// Horse Cards, by number.
    pub(crate) owned: Vec<usize>,
}

impl Seat {
    /// The dollars bet on a horse.
    pub(crate) fn bet(&self, horse: usize) -> i64 {
        self.bets[horse - 1]
    }

    /// Whether it has both Helmet and Jersey (LS-44).
    pub(crate) fn has_set(&self, horse: usize) -> bool {
        self.helmets.contains(&horse) && self.jerseys.contains(&horse)
    }
}

/// Everything on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) seats: Vec<Seat>,
    /// The space of each horse, the first horse 1's: 0 behind the Start/Finish line; one more than
    /// the track has for those that have finished.
    pub(crate) positions: [usize; 8],
    /// The Winner's Circle: horses in the order of finishing.
    pub(crate) finishers: Vec<usize>,
    /// The marked boxes on each Horse Card, the first card 1's, in the order of marking.
    pub(crate) boxes: Vec<Vec<usize>>,
    /// The Horse Card of each number, by its place in the edition.
    pub(crate) cards: Vec<usize>,
    /// The Horse Cards that nobody owns, by number.
    pub(crate) market: Vec<usize>,
    pub(crate) active: usize,
    /// The player whose turn it is.
    pub(crate) turn: usize,
    pub(crate) rolled: usize,
    pub(crate) movement: usize,
    pub(crate) round: u32,
    /// Horse Cards whose AT SCORING abilities their owners do without.
    pub(crate) declined: Vec<usize>,
}

impl State {
    /// The same without the order of what is marked or owned.
    pub(crate) fn sorted(&self) -> State {
        let mut sorted = self.clone();
        for seat in &mut sorted.seats {
            seat.cells.sort_unstable();
            seat.tiles.sort_unstable();
            for list in [&mut seat.helmets, &mut seat.jerseys, &mut seat.owned] {
                list.sort_unstable();
            }
        }
        sorted.boxes.iter_mut().for_each(|boxes| boxes.sort_unstable());
        sorted.market.sort_unstable();
        sorted
    }
}

/// The referee: the rules applied to a [`State`].
#[derive(Clone, Debug)]
pub(crate) struct Referee {
    pub(crate) config: Config,
    pub(crate) state: State,
}

/// Horses, by number.
pub(crate) const HORSES: std::ops::RangeInclusive<usize> = 1..=8;

impl Referee {
    /// A game before anything is dealt (LS-2, LS-4, LS-6, LS-47). Where a Horse Card is not
    /// certain, the first lies there.
    pub(crate) fn new(config: Config) -> Referee {
        assert!((2..=8).contains(&config.players), "LS-1");
        assert!(!config.solo || config.players == 2, "one player and Roland");
        let box_ = &config.components;
        let mut seats = vec![Seat { money: config.money, ..Seat::default() }; config.players];
        if config.solo {
            seats[1].money = box_.money.roland;
        }
        let state = State {
            seats,
            positions: [0; 8],
            finishers: Vec::new(),
            boxes: box_.numbers.iter().map(|number| number.bar.clone()).collect(),
            cards: config.cards.iter().map(|cards| cards[0]).collect(),
            market: HORSES.collect(),
            active: 0,
            turn: 0,
            rolled: 0,
            movement: 0,
            round: 0,
            declined: Vec::new(),
        };
        Referee { config, state }
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

    /// The Horse Card of a number.
    pub(crate) fn card(&self, number: usize) -> &Horse {
        &self.config.components.horses[self.state.cards[number - 1]]
    }

    /// What the card of a number costs.
    pub(crate) fn cost(&self, number: usize) -> i64 {
        self.card(number).cost.unwrap_or(self.config.components.number(number).cost)
    }

    /// Who owns a horse.
    pub(crate) fn owner(&self, number: usize) -> Option<usize> {
        (0..self.players()).find(|seat| self.seat(*seat).owned.contains(&number))
    }

    /// The abilities a seat may use: those of the horses it owns, and none for Roland (LS-39,
    /// LS-54). With the number of their card, lowest first.
    pub(crate) fn abilities(&self, seat: usize) -> Vec<(usize, Ability)> {
        if self.is_roland(seat) {
            return Vec::new();
        }
        let owned = HORSES.filter(|number| self.seat(seat).owned.contains(number));
        owned.map(|number| (number, self.card(number).ability)).collect()
    }

    /// Moves dollars between a player and the bank; `amount` is what the player gets.
    pub(crate) fn bank_pays(&mut self, seat: usize, amount: i64) {
        self.state.seats[seat].money += amount;
        assert!(self.seat(seat).money >= 0, "money is never negative");
    }

    /// Asks a player to decide and checks that the answer is legal. With one legal action there is
    /// nothing to ask.
    pub(crate) fn ask(
        &mut self,
        table: &mut dyn Table,
        seat: usize,
        point: &'static str,
        about: About,
        legal: Vec<Action>,
    ) -> Action {
        let ask = Ask { seat, point, about, legal };
        assert!(!ask.legal.is_empty(), "{ask:?} offers nothing");
        assert!(distinct(&ask.legal), "{ask:?} offers something twice");
        if ask.legal.len() == 1 {
            return ask.legal[0];
        }
        let chosen = table.decide(self, &ask);
        assert!(ask.legal.contains(&chosen), "{chosen:?} is not legal in {ask:?}");
        chosen
    }

    /// Asks for one of some horses.
    pub(crate) fn ask_horse(
        &mut self,
        table: &mut dyn Table,
        seat: usize,
        point: &'static str,
        about: About,
        horses: &[usize],
    ) -> usize {
        let legal = horses.iter().map(|horse| Action::Horse(*horse)).collect();
        match self.ask(table, seat, point, about, legal) {
            Action::Horse(horse) => horse,
            other => panic!("{other:?} is no horse"),
        }
    }

    /// Asks for one of some horses, or none; with no horse to choose nobody is asked.
    pub(crate) fn ask_horse_or_pass(
        &mut self,
        table: &mut dyn Table,
        seat: usize,
        point: &'static str,
        about: About,
        horses: &[usize],
    ) -> Option<usize> {
        let mut legal = vec![Action::Pass];
        legal.extend(horses.iter().map(|horse| Action::Horse(*horse)));
        match self.ask(table, seat, point, about, legal) {
            Action::Horse(horse) => Some(horse),
            _ => None,
        }
    }
}

/// The horses that are not in a list.
pub(crate) fn others(list: &[usize]) -> Vec<usize> {
    HORSES.filter(|horse| !list.contains(horse)).collect()
}

/// Whether nothing is in a list twice.
fn distinct<T: PartialEq>(list: &[T]) -> bool {
    list.iter().enumerate().all(|(place, item)| !list[..place].contains(item))
}
