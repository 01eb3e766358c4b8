//! The components of Long Shot: The Dice Game, read from an edition file.
//!
//! The rulebook lost its pictures, so horses, grid, Starting Cards and the Solo Sheet are data that
//! whoever owns the box can correct. [`Edition::parse`] reports every fault of a file at once, each
//! with its place. What an edition and the user's settings mean together is [`super::rules`].

use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use super::abilities::{Ability, Figure};
use super::solo_sheet::{SoloAction, SoloCell, SoloColumn, SoloHorse};
use crate::diagnostic::{Diagnostic, Source, quoted};
use crate::games::faults::Faults;

/// The text of the shipped edition.
pub const SHIPPED: &str = include_str!("edition.toml");

/// The horses of a race, and the faces of the horse die.
pub const HORSES: usize = 8;
/// The faces of the movement die.
pub const MOVEMENT_SIDES: usize = 6;
/// The places in the Winner's Circle.
pub const PLACES: usize = 3;
/// The cells of the Concession Grid.
pub const CELLS: usize = 16;
/// The most spaces a track may have: positions are bytes with a bit to spare.
pub const MAX_SPACES: u8 = 100;
/// The highest number of spaces on the movement die: the Solo Sheet has three columns.
pub const MAX_MOVEMENT: u8 = 3;
/// The most dollars of one Bet Action.
pub const MAX_BET: u8 = 3;
/// The most dollars that a card, a tile, a cell or a multiplier may name.
pub const MAX_FIGURE: u8 = 100;
/// The most Wild Numbers a player may have.
pub const MAX_WILDS: u8 = 8;
/// The most Concession Bonuses an edition may have.
pub const MAX_TILES: u8 = 16;
/// The least Concession Bonuses an edition may have: one for each row and column (LS-A14).
pub const MIN_TILES: u8 = 8;
/// The most Starting Cards and the most horses an edition may have: sets of them are 32-bit masks.
pub const MAX_CARDS: usize = 32;
/// The most dollars a player may start with.
pub const MAX_START: i64 = 1000;
/// The largest number of rounds that a game may be given.
pub const MAX_TURNS: u32 = 1_000_000;

/// A checked edition. Horses have the numbers 1 to 8 in it and are counted from 0 everywhere else.
#[derive(Clone, Debug)]
pub struct Edition {
    /// The name of the game as it is printed.
    pub name: String,
    /// The file it was read from.
    pub source: Arc<Source>,
    /// The faces of the horse die, as horses counted from 0 (LS-11).
    pub horse_die: [u8; HORSES],
    /// The faces of the movement die, in spaces (LS-12).
    pub movement_die: [u8; MOVEMENT_SIDES],
    /// The spaces of the track; a horse crosses the finish line one step beyond (LS-A1).
    pub spaces: u8,
    /// The last space before the No Bet line (LS-34).
    pub no_bet: u8,
    /// The purses of the Winner's Circle, in dollars (LS-42).
    pub purses: [u8; PLACES],
    /// What a player starts with, in dollars (LS-6).
    pub money: i64,
    /// What Roland starts with, in dollars (LS-47).
    pub roland_money: i64,
    /// The most dollars of one Bet Action (LS-33).
    pub most_bet: u8,
    /// What a Helmet and a Jersey of one horse score, in dollars (LS-44).
    pub jockey_set: u8,
    /// The Wild Numbers of a player (LS-26).
    pub wilds: u8,
    /// Rounds after which a game is given up.
    pub max_turns: u32,
    /// What holds for every horse of a number, by number.
    pub numbers: [Number; HORSES],
    /// The numbers of the Concession Grid in reading order, as horses counted from 0 (LS-27).
    pub grid: [u8; CELLS],
    /// The Concession Bonuses, in the order of their kinds, each kind once (LS-30).
    pub bonuses: Vec<Bonus>,
    /// The Starting Cards, in the order of the file (LS-5).
    pub starting_cards: Vec<StartingCard>,
    /// The horses, in the order of the file.
    pub horses: Vec<Horse>,
    /// How the disputed abilities are read (LS-A31).
    pub disputed: Disputed,
    /// The Solo Sheet, by the number on the movement die less one (LS-49).
    pub solo: [SoloColumn; MAX_MOVEMENT as usize],
}

/// What holds for every horse of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Number {
    /// What a dollar bet on it pays when it finishes 1st, 2nd or 3rd (LS-43).
    pub odds: [u8; PLACES],
    /// What a dollar bet on it pays when it is past the No Bet line and has not finished (LS-43).
    pub past_line: u8,
    /// What its card costs, in dollars (LS-36).
    pub cost: u8,
    /// The boxes marked in print on its Secondary Movement Bar: bit i is horse i (LS-14).
    pub bar: u8,
}

/// What a Concession Bonus does (LS-30). In the order in which they are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum BonusKind {
    /// Dollars.
    Money = 0,
    /// A Free Bet of so many dollars.
    FreeBet,
    /// A horse from the Market.
    Horse,
    /// One horse forward.
    OneForward,
    /// Two horses forward.
    TwoForward,
    /// One horse backward.
    OneBack,
    /// Two horses backward.
    TwoBack,
    /// The Helmet Action for any horse.
    Helmet,
    /// The Jersey Action for any horse.
    Jersey,
}

impl BonusKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 9] = [
        Self::Money,
        Self::FreeBet,
        Self::Horse,
        Self::OneForward,
        Self::TwoForward,
        Self::OneBack,
        Self::TwoBack,
        Self::Helmet,
        Self::Jersey,
    ];

    /// The names used in editions and policy files.
    pub const NAMES: [&str; 9] = [
        "money",
        "free_bet",
        "horse",
        "one_forward",
        "two_forward",
        "one_back",
        "two_back",
        "helmet",
        "jersey",
    ];

    /// The name used in editions and policy files.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// How many horses it moves.
    #[must_use]
    pub fn moves(self) -> u8 {
        match self {
            Self::OneForward | Self::OneBack => 1,
            Self::TwoForward | Self::TwoBack => 2,
            _ => 0,
        }
    }

    /// Whether it moves them backward.
    pub(super) fn moves_back(self) -> bool {
        matches!(self, Self::OneBack | Self::TwoBack)
    }

    /// Whether it has a number of dollars or spaces.
    fn has_number(self) -> bool {
        self.moves() > 0 || matches!(self, Self::Money | Self::FreeBet)
    }
}

/// The tiles of one kind of Concession Bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bonus {
    /// What they do.
    pub kind: BonusKind,
    /// How many there are.
    pub tiles: u8,
    /// Dollars, or spaces for each horse; 0 where there is neither.
    pub number: u8,
}

/// A Starting Card (LS-5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartingCard {
    /// The cells of the Concession Grid that it marks: bit i is cell i in reading order.
    pub cells: u16,
    /// The dollars that it bets on each horse.
    pub bets: [u8; HORSES],
}

/// The set that a Horse Card belongs to (LS-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Set {
    /// Set 1.
    One = 0,
    /// Set 2.
    Two = 1,
    /// Set 3.
    Three = 2,
    /// In none of the three.
    Spare = 3,
}

impl Set {
    /// The names used in editions.
    pub const NAMES: [&str; 4] = ["1", "2", "3", "spare"];
    pub(super) const ALL: [Self; 4] = [Self::One, Self::Two, Self::Three, Self::Spare];
}

/// One Horse Card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Horse {
    /// The name on the card.
    pub name: String,
    /// The name in `--rules`: lower case, without apostrophes, words joined by hyphens.
    pub key: String,
    /// Its number, counted from 0.
    pub number: u8,
    /// The set it belongs to.
    pub set: Set,
    /// What it costs, in dollars.
    pub cost: u8,
    /// What it can do.
    pub ability: Ability,
    /// The dollars of the ability; 0 where it has none.
    pub dollars: u8,
    /// The spaces of the ability; 0 where it has none.
    pub spaces: u8,
    /// The count of the ability; 0 where it has none.
    pub count: u8,
    /// Where name and ability come from (`RULEBOOK`, `FOUND`, `INFERRED`, `COMPUTED`, `PROPOSED`).
    pub from: String,
}

/// How the three disputed abilities are read (LS-A31).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disputed {
    /// Whether [`Ability::CardPaysOwned`] pays every player, and not its owner alone.
    pub card_pays_everyone: bool,
    /// Whether [`Ability::RowsPay`] pays when a row is completed, and not at scoring.
    pub rows_pay_at_once: bool,
    /// Whether [`Ability::PlacedPays`] raises the odds of its horse for its owner, and not the
    /// purses for everyone.
    pub placed_pays_odds: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: Spanned<String>,
    name: Spanned<String>,
    horse_die: DieTable,
    movement_die: DieTable,
    track: TrackTable,
    purses: PursesTable,
    money: MoneyTable,
    bets: BetsTable,
    jockey_sets: DollarsTable,
    wilds: WildsTable,
    max_turns: TurnsTable,
    numbers: Spanned<Vec<NumberTable>>,
    grid: GridTable,
    bonuses: Spanned<Vec<BonusTable>>,
    starting_cards: Spanned<Vec<CardTable>>,
    horses: Spanned<Vec<HorseTable>>,
    disputed: DisputedTable,
    solo: Spanned<Vec<SoloTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DieTable {
    faces: Spanned<Vec<Spanned<i64>>>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrackTable {
    spaces: Spanned<i64>,
    no_bet: Spanned<i64>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PursesTable {
    dollars: Spanned<Vec<Spanned<i64>>>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MoneyTable {
    player: Spanned<i64>,
    roland: Spanned<i64>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BetsTable {
    most: Spanned<i64>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DollarsTable {
    dollars: Spanned<i64>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WildsTable {
    count: Spanned<i64>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnsTable {
    turns: Spanned<i64>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NumberTable {
    number: Spanned<i64>,
    odds: Spanned<Vec<Spanned<i64>>>,
    past_line: Spanned<i64>,
    odds_from: Spanned<String>,
    cost: Spanned<i64>,
    cost_from: Spanned<String>,
    bar: Spanned<Vec<Spanned<i64>>>,
    bar_from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GridTable {
    rows: Spanned<Vec<Spanned<Vec<Spanned<i64>>>>>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BonusTable {
    bonus: Spanned<String>,
    tiles: Spanned<i64>,
    number: Option<Spanned<i64>>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardTable {
    cells: Spanned<Vec<Spanned<Vec<Spanned<i64>>>>>,
    bets: Spanned<Vec<Spanned<Vec<Spanned<i64>>>>>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HorseTable {
    name: Spanned<String>,
    number: Spanned<i64>,
    set: Spanned<String>,
    cost: Option<Spanned<i64>>,
    ability: Spanned<String>,
    dollars: Option<Spanned<i64>>,
    spaces: Option<Spanned<i64>>,
    count: Option<Spanned<i64>>,
    from: Spanned<String>,
    set_from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DisputedTable {
    card_pays_owned: Spanned<String>,
    rows_pay: Spanned<String>,
    placed_pays: Spanned<String>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SoloTable {
    movement: Spanned<i64>,
    cells: Spanned<Vec<CellTable>>,
    default: CellTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CellTable {
    action: Spanned<String>,
    horse: Option<Spanned<String>>,
    dollars: Option<Spanned<i64>>,
    spaces: Option<Spanned<i64>>,
    gain: Option<Spanned<i64>>,
    from: Spanned<String>,
}

/// The name of a horse in `--rules`.
fn key(name: &str) -> String {
    let plain = name.to_lowercase().replace(['\'', '’'], "");
    let words = plain.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

impl Faults {
    /// A horse's number, counted from 0.
    fn horse(&mut self, number: &Spanned<i64>) -> u8 {
        self.small(number, "the number of a horse", 1..=HORSES as u8) - 1
    }

    /// A list of exactly `N` numbers within a range.
    fn list<const N: usize>(
        &mut self,
        list: &Spanned<Vec<Spanned<i64>>>,
        what: &str,
        each: &str,
        range: std::ops::RangeInclusive<u8>,
    ) -> [u8; N] {
        let numbers = list.get_ref();
        if numbers.len() != N {
            let label = format!("{} of them", numbers.len());
            self.add(list, format!("{what} are {N} numbers"), label);
            return [*range.start(); N];
        }
        std::array::from_fn(|at| self.small(&numbers[at], each, range.clone()))
    }

    /// A pair of numbers, `[a, b]`.
    fn pair<'a>(
        &mut self,
        pair: &'a Spanned<Vec<Spanned<i64>>>,
        what: &str,
    ) -> Option<[&'a Spanned<i64>; 2]> {
        match pair.get_ref().as_slice() {
            [first, second] => Some([first, second]),
            _ => {
                self.add(pair, format!("write {what}"), "not two numbers");
                None
            }
        }
    }

    fn numbers(&mut self, tables: &Spanned<Vec<NumberTable>>) -> [Number; HORSES] {
        let mut numbers = [None; HORSES];
        for table in tables.get_ref() {
            for from in [&table.odds_from, &table.cost_from, &table.bar_from] {
                self.from(from);
            }
            let mut bar = 0;
            for marked in table.bar.get_ref() {
                let bit = 1 << self.horse(marked);
                if bar & bit != 0 {
                    self.add(marked, "this box is marked twice", "the second time");
                }
                bar |= bit;
            }
            let odds = self.list(&table.odds, "odds", "a multiplier", 0..=MAX_FIGURE);
            let number = Number {
                odds,
                past_line: self.small(&table.past_line, "a multiplier", 0..=MAX_FIGURE),
                cost: self.small(&table.cost, "a cost", 0..=MAX_FIGURE),
                bar,
            };
            let known = &mut numbers[usize::from(self.horse(&table.number))];
            if known.replace(number).is_some() {
                let title = format!("number {} is there twice", table.number.get_ref());
                self.add(&table.number, title, "the second time");
            }
        }
        let missing = numbers.iter().position(Option::is_none);
        if let Some(missing) = missing.filter(|_| self.found.is_empty()) {
            let title = format!("there are no odds, cost and bar for horse {}", missing + 1);
            self.add_help(tables, title, "add a table `[[numbers]]` for it");
        }
        numbers.map(Option::unwrap_or_default)
    }

    fn grid(&mut self, table: &GridTable) -> [u8; CELLS] {
        self.from(&table.from);
        let rows = table.rows.get_ref();
        let mut grid = [0; CELLS];
        if rows.len() != 4 || rows.iter().any(|row| row.get_ref().len() != 4) {
            self.add(&table.rows, "the Concession Grid has four rows of four numbers", "");
            return grid;
        }
        let mut seen = [0; HORSES];
        let cells = rows.iter().flat_map(|row| row.get_ref());
        for (place, number) in grid.iter_mut().zip(cells) {
            let before = self.found.len();
            *place = self.horse(number);
            if before == self.found.len() {
                seen[usize::from(*place)] += 1;
                if seen[usize::from(*place)] == 3 {
                    let title = format!("the grid has the number {} three times", *place + 1);
                    self.add_help(number, title, "it has each number from 1 to 8 twice");
                }
            }
        }
        grid
    }

    fn bonuses(&mut self, tables: &Spanned<Vec<BonusTable>>) -> Vec<Bonus> {
        let mut bonuses: Vec<Bonus> = Vec::new();
        for table in tables.get_ref() {
            self.from(&table.from);
            let known = self.choice(&table.bonus, "Concession Bonus", &BonusKind::NAMES);
            let tiles = self.small(&table.tiles, "the tiles of a kind", 1..=MAX_TILES);
            let Some(kind) = known.map(|known| BonusKind::ALL[known]) else { continue };
            let number = match &table.number {
                Some(number) if !kind.has_number() => {
                    self.add(number, "this bonus has no `number`", "leave it out");
                    0
                }
                Some(number) => self.small(number, "the number of a bonus", 1..=MAX_FIGURE),
                None if kind.has_number() => {
                    let title = format!("the bonus `{}` needs `number`", kind.name());
                    self.add(&table.bonus, title, "add `number = …`");
                    1
                }
                None => 0,
            };
            if bonuses.iter().any(|bonus| bonus.kind == kind) {
                let title = format!("the bonus `{}` is there twice", kind.name());
                self.add_help(&table.bonus, title, "`tiles` says how many there are");
            }
            bonuses.push(Bonus { kind, tiles, number });
        }
        bonuses.sort_by_key(|bonus| bonus.kind);
        let tiles: u32 = bonuses.iter().map(|bonus| u32::from(bonus.tiles)).sum();
        if !(u32::from(MIN_TILES)..=u32::from(MAX_TILES)).contains(&tiles) {
            self.add_help(
                tables,
                format!("there are {tiles} Concession Bonuses, not {MIN_TILES} to {MAX_TILES}"),
                format!(
                    "a player can complete {MIN_TILES} rows and columns and marks one for each"
                ),
            );
        }
        bonuses
    }

    fn starting_card(&mut self, table: &CardTable) -> StartingCard {
        self.from(&table.from);
        let mut card = StartingCard { cells: 0, bets: [0; HORSES] };
        for cell in table.cells.get_ref() {
            let Some([row, column]) = self.pair(cell, "a cell as [row, column]") else { continue };
            let row = self.small(row, "a row", 1..=4) - 1;
            let column = self.small(column, "a column", 1..=4) - 1;
            card.cells |= 1 << (4 * row + column);
        }
        if super::concession::complete(card.cells) != 0 {
            let title = "a Starting Card completes no row or column";
            self.add(&table.cells, title, "this one would be due a bonus");
        }
        for bet in table.bets.get_ref() {
            let Some([horse, dollars]) = self.pair(bet, "a bet as [horse, dollars]") else {
                continue;
            };
            let dollars = self.small(dollars, "a starting bet", 1..=MAX_FIGURE);
            let written = &mut card.bets[usize::from(self.horse(horse))];
            if *written > 0 {
                self.add(bet, "this card bets on the horse twice", "the second time");
            }
            *written = dollars;
        }
        card
    }

    fn horses(
        &mut self,
        tables: &Spanned<Vec<HorseTable>>,
        numbers: &[Number; HORSES],
    ) -> Vec<Horse> {
        let mut horses: Vec<Horse> = Vec::new();
        for table in tables.get_ref() {
            let from = self.from(&table.from);
            self.from(&table.set_from);
            let name = table.name.get_ref();
            let key = key(name);
            if key.is_empty() {
                self.add(&table.name, "a horse needs a name", "no letters");
            } else if horses.iter().any(|horse| horse.key == key) {
                self.add(&table.name, format!("two horses are called `{key}`"), "the second one");
            } else if super::rules::HORSE_WORDS.contains(&key.as_str()) {
                let title = format!("a horse cannot be called `{key}`");
                self.add(&table.name, title, "a word of `--rules horses=…`");
            }
            let number = self.horse(&table.number);
            let set = self.choice(&table.set, "set of horses", &Set::NAMES);
            let set = Set::ALL[set.unwrap_or(3)];
            let same = |horse: &&Horse| horse.set == set && horse.number == number;
            if let Some(other) = horses.iter().find(same).filter(|_| set != Set::Spare) {
                let (title, help) = (
                    format!(
                        "set {} has two horses of number {}",
                        Set::NAMES[set as usize],
                        number + 1
                    ),
                    format!("the other is {}; make one of them \"spare\"", other.name),
                );
                self.add_help(&table.number, title, help);
            }
            let cost = match &table.cost {
                Some(cost) => self.small(cost, "a cost", 0..=MAX_FIGURE),
                None => numbers[usize::from(number)].cost,
            };
            let Some(index) = self.choice(&table.ability, "ability", &Ability::NAMES) else {
                continue;
            };
            let ability = Ability::ALL[index];
            let mut figure = |figure: Figure, name: &str, value: &Option<Spanned<i64>>, high| match (
                ability.figures().contains(&figure),
                value,
            ) {
                (true, Some(value)) => self.small(value, name, 1..=high),
                (true, None) => {
                    let title = format!("the ability `{}` needs `{name}`", ability.name());
                    self.add(&table.ability, title, format!("add `{name} = …`"));
                    1
                }
                (false, Some(value)) => {
                    let title = format!("the ability `{}` has no `{name}`", ability.name());
                    self.add(value, title, "leave it out");
                    0
                }
                (false, None) => 0,
            };
            horses.push(Horse {
                name: name.clone(),
                key,
                number,
                set,
                cost,
                ability,
                dollars: figure(Figure::Dollars, "dollars", &table.dollars, MAX_FIGURE),
                spaces: figure(Figure::Spaces, "spaces", &table.spaces, MAX_SPACES),
                count: figure(Figure::Count, "count", &table.count, MAX_WILDS),
                from,
            });
        }
        if self.found.is_empty() {
            for set in [Set::One, Set::Two, Set::Three] {
                let has = |number: &usize| {
                    let number = *number as u8;
                    horses.iter().any(|horse| (horse.set, horse.number) == (set, number))
                };
                if let Some(number) = (0..HORSES).find(|number| !has(number)) {
                    let set = Set::NAMES[set as usize];
                    let title = format!("set {set} has no horse of number {}", number + 1);
                    self.add_help(tables, title, "each of the three sets has all eight numbers");
                }
            }
            if horses.len() > MAX_CARDS {
                let title = format!("there are {} horses, more than {MAX_CARDS}", horses.len());
                self.add(tables, title, "");
            }
        }
        horses
    }

    fn disputed(&mut self, table: &DisputedTable) -> Disputed {
        self.from(&table.from);
        let mut second = |value: &Spanned<String>, known: [&str; 2]| {
            self.choice(value, "reading", &known) == Some(1)
        };
        Disputed {
            card_pays_everyone: second(&table.card_pays_owned, ["owner", "everyone"]),
            rows_pay_at_once: second(&table.rows_pay, ["at_scoring", "at_once"]),
            placed_pays_odds: second(&table.placed_pays, ["purses", "odds"]),
        }
    }

    fn solo(&mut self, tables: &Spanned<Vec<SoloTable>>) -> [SoloColumn; MAX_MOVEMENT as usize] {
        let mut columns: [Option<SoloColumn>; MAX_MOVEMENT as usize] = Default::default();
        for table in tables.get_ref() {
            let movement = self.small(&table.movement, "a column", 1..=MAX_MOVEMENT);
            let cells: Vec<SoloCell> =
                table.cells.get_ref().iter().map(|cell| self.cell(cell)).collect();
            let default = self.cell(&table.default);
            if default.action != SoloAction::Gain {
                let title = "a default Action must always be possible";
                self.add_help(&table.default.action, title, "write `action = \"gain\"`");
            }
            let Ok(cells) = <[SoloCell; HORSES]>::try_from(cells) else {
                let label = format!("{} cells", table.cells.get_ref().len());
                self.add(&table.cells, "a column has eight cells", label);
                continue;
            };
            let known = &mut columns[usize::from(movement) - 1];
            if known.replace(SoloColumn { cells, default }).is_some() {
                let title = format!("column {movement} is there twice");
                self.add(&table.movement, title, "the second time");
            }
        }
        let missing = columns.iter().position(Option::is_none);
        if let Some(missing) = missing.filter(|_| self.found.is_empty()) {
            let title = format!("the Solo Sheet has no column {}", missing + 1);
            self.add_help(tables, title, "add a table `[[solo]]` for it");
        }
        columns.map(Option::unwrap_or_default)
    }

    fn cell(&mut self, table: &CellTable) -> SoloCell {
        self.from(&table.from);
        let action = self.choice(&table.action, "action of Roland's", &SoloAction::NAMES);
        let Some(action) = action.map(|index| SoloAction::ALL[index]) else {
            return SoloCell::default();
        };
        let horse = match &table.horse {
            Some(name) => {
                let known = action.horses();
                let found = SoloHorse::parse(name.get_ref()).filter(|horse| known.contains(horse));
                if found.is_none() {
                    let names: Vec<String> = known.iter().map(|horse| horse.name()).collect();
                    let help = match names.as_slice() {
                        [] => "leave it out".to_owned(),
                        names => format!("one of: {}", names.join(", ")),
                    };
                    let title = format!(
                        "the action `{}` has no horse {}",
                        action.name(),
                        quoted(name.get_ref())
                    );
                    self.add_help(name, title, help);
                }
                found
            }
            None if action.horses().is_empty() => None,
            None => {
                let title = format!("the action `{}` needs `horse`", action.name());
                self.add(&table.action, title, "add `horse = \"…\"`");
                None
            }
        };
        let mut figure =
            |has: bool, name: &str, value: &Option<Spanned<i64>>, high: u8| match (has, value) {
                (true, Some(value)) => self.small(value, name, 1..=high),
                (true, None) => {
                    let title = format!("the action `{}` needs `{name}`", action.name());
                    self.add(&table.action, title, format!("add `{name} = …`"));
                    1
                }
                (false, Some(value)) => {
                    let title = format!("the action `{}` has no `{name}`", action.name());
                    self.add(value, title, "leave it out");
                    0
                }
                (false, None) => 0,
            };
        let bets = matches!(action, SoloAction::Bet | SoloAction::FreeBet);
        let gains = action == SoloAction::Gain || table.gain.is_some();
        SoloCell {
            action,
            horse,
            dollars: figure(bets, "dollars", &table.dollars, MAX_FIGURE),
            spaces: figure(action == SoloAction::MoveBack, "spaces", &table.spaces, MAX_SPACES),
            gain: figure(gains, "gain", &table.gain, MAX_FIGURE),
        }
    }
}

impl Edition {
    /// Reads and checks an edition file.
    ///
    /// # Errors
    ///
    /// Gives all faults of the text, at least one.
    pub fn parse(source: Arc<Source>) -> Result<Self, Vec<Diagnostic>> {
        let mut faults = Faults::new(&source);
        let file: File = match toml::from_str(&source.text) {
            Ok(file) => file,
            Err(error) => {
                let span = error.span().unwrap_or(0..0);
                let fault = Diagnostic::error(&source, span, "this edition file cannot be read");
                return Err(vec![fault.with_label(error.message())]);
            }
        };
        if file.game.get_ref() != "long-shot" {
            let name = quoted(file.game.get_ref());
            let title = format!("this edition is for {name}, not for `long-shot`");
            faults.add(&file.game, title, "another game");
        }
        if file.name.get_ref().trim().is_empty() {
            faults.add(&file.name, "an edition needs a name", "empty");
        }
        for from in [
            &file.horse_die.from,
            &file.movement_die.from,
            &file.track.from,
            &file.purses.from,
            &file.money.from,
            &file.bets.from,
            &file.jockey_sets.from,
            &file.wilds.from,
            &file.max_turns.from,
        ] {
            faults.from(from);
        }
        let horse_die: [u8; HORSES] = faults.list(
            &file.horse_die.faces,
            "the faces of the horse die",
            "the number of a horse",
            1..=HORSES as u8,
        );
        let movement_die = faults.list(
            &file.movement_die.faces,
            "the faces of the movement die",
            "a face of the movement die",
            1..=MAX_MOVEMENT,
        );
        let spaces = faults.small(&file.track.spaces, "the spaces of the track", 2..=MAX_SPACES);
        let no_bet = faults.small(&file.track.no_bet, "the space of the line", 1..=MAX_SPACES);
        let known = 2..=i64::from(MAX_SPACES);
        if no_bet > spaces && known.contains(file.track.spaces.get_ref()) {
            let label = format!("the track has {spaces} spaces");
            faults.add(&file.track.no_bet, "the No Bet line lies beyond the track", label);
        }
        let purses = faults.list(&file.purses.dollars, "purses", "a purse", 0..=MAX_FIGURE);
        let money = faults.number(&file.money.player, "the money of a player", 0..=MAX_START);
        let roland_money = faults.number(&file.money.roland, "Roland's money", 0..=MAX_START);
        let most_bet = faults.small(&file.bets.most, "the most of a bet", 1..=MAX_BET);
        let dollars = &file.jockey_sets.dollars;
        let jockey_set = faults.small(dollars, "the dollars of a jockey set", 0..=MAX_FIGURE);
        let wilds = faults.small(&file.wilds.count, "the Wild Numbers", 0..=MAX_WILDS);
        let max_turns =
            faults.number(&file.max_turns.turns, "max_turns", 1..=i64::from(MAX_TURNS)) as u32;
        let numbers = faults.numbers(&file.numbers);
        let grid = faults.grid(&file.grid);
        let bonuses = faults.bonuses(&file.bonuses);
        let cards = file.starting_cards.get_ref();
        let starting_cards: Vec<StartingCard> =
            cards.iter().map(|table| faults.starting_card(table)).collect();
        if !(2..=MAX_CARDS).contains(&cards.len()) {
            let title = format!("there are {} Starting Cards, not 2 to {MAX_CARDS}", cards.len());
            faults.add(&file.starting_cards, title, "");
        }
        let horses = faults.horses(&file.horses, &numbers);
        let disputed = faults.disputed(&file.disputed);
        let solo = faults.solo(&file.solo);
        if !faults.found.is_empty() {
            return Err(faults.found);
        }
        Ok(Self {
            name: file.name.into_inner(),
            source,
            horse_die: horse_die.map(|horse| horse - 1),
            movement_die,
            spaces,
            no_bet,
            purses,
            money,
            roland_money,
            most_bet,
            jockey_set,
            wilds,
            max_turns,
            numbers,
            grid,
            bonuses,
            starting_cards,
            horses,
            disputed,
            solo,
        })
    }

    /// What it is called in titles.
    #[must_use]
    pub fn title(&self) -> String {
        self.source.edition_title(&self.name, SHIPPED)
    }

    /// The shipped edition.
    ///
    /// # Panics
    ///
    /// Never: a test reads it.
    #[must_use]
    pub fn shipped() -> Self {
        let source = Source::new("built-in edition", SHIPPED);
        Self::parse(source).expect("the shipped edition is sound")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_edition_has_the_components_of_the_rules() {
        let edition = Edition::shipped();
        assert_eq!((edition.spaces, edition.no_bet), (15, 11));
        assert_eq!(edition.movement_die.iter().sum::<u8>(), 13);
        assert_eq!((edition.horses.len(), edition.starting_cards.len()), (32, 8));
        let tiles: u8 = edition.bonuses.iter().map(|bonus| bonus.tiles).sum();
        assert_eq!((edition.bonuses.len(), tiles), (BonusKind::ALL.len(), 12));
        for ability in Ability::ALL {
            let having = edition.horses.iter().filter(|horse| horse.ability == ability);
            assert_eq!(having.count(), 1, "{}", ability.name());
        }
        let marks = |horse: usize| {
            edition.numbers.iter().filter(|number| number.bar >> horse & 1 == 1).count()
        };
        assert!((0..HORSES).map(marks).eq([3, 3, 2, 2, 1, 1, 0, 0]));
    }

    #[test]
    fn ls_05_starting_cards_mark_four_cells_and_bet_six_dollars() {
        let cards = Edition::shipped().starting_cards;
        let mut covered = [0; CELLS];
        for card in &cards {
            assert_eq!(card.cells.count_ones(), 4);
            assert_eq!(card.bets.iter().filter(|bet| **bet > 0).count(), 2);
            assert_eq!(card.bets.iter().sum::<u8>(), 6);
            (0..CELLS).for_each(|cell| covered[cell] += card.cells >> cell & 1);
        }
        assert_eq!(covered, [2; CELLS]);
    }
}
