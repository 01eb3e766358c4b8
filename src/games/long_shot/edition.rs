//! The components of Long Shot: The Dice Game, read from an edition file.
//!
//! The available rulebook lacks its pictures, so horses, grid, Starting Cards and the Solo Sheet are data
//! that an owner of the game can correct. [`Edition::parse`] reports all faults of a file at once, each with
//! its place. [`super::rules`] combines an edition with the user's settings.

use std::ops::RangeInclusive;
use std::sync::Arc;

use strum::{VariantArray, VariantNames};

use super::abilities::{Ability, Figure};
use super::concession_grid::complete;
use super::rules;
use super::solo_sheet::{SoloAction, SoloCell, SoloColumn, SoloHorse};
use super::track::Horses;
use crate::diagnostic::{Diagnostic, Source, quoted};
use crate::game::edition::{Fields, read};
use crate::game::edition_schema::Shape;

/// The text of the shipped edition.
pub const SHIPPED: &str = include_str!("edition.toml");

/// The number of horses in a race, and of faces of the horse die.
pub const HORSES: usize = 8;
pub const MOVEMENT_SIDES: usize = 6;
/// The number of places in the Winner's Circle.
pub const PLACES: usize = 3;
/// The number of cells of the Concession Grid.
pub const CELLS: usize = 16;
/// The maximum length of a track: positions stay below 128, as `track` needs the highest bit of each byte.
pub const MAX_SPACES: u8 = 100;
/// The highest face of the movement die; the Solo Sheet has one column for each.
pub const MAX_MOVEMENT: u8 = 3;
/// The maximum dollars of one Bet Action.
pub const MAX_BET: u8 = 3;
/// The maximum of a dollar amount or a multiplier on a card, a tile or a cell.
pub const MAX_FIGURE: u8 = 100;
pub const MAX_WILDS: u8 = 8;
/// The number of Concession Bonuses in an edition: at least one for each row and column (LS-A14).
pub const TILES: RangeInclusive<u32> = 8..=16;
/// The maximum number of Starting Cards, and of horses, in an edition: their sets are 32-bit masks.
pub const MAX_CARDS: usize = 32;
/// The maximum dollars of a player at the start.
pub const MAX_START: i64 = 1000;
pub const MAX_TURNS: u32 = 1_000_000;

/// A checked edition. Files number horses from 1 to 8, the code from 0; lists by number start with
/// horse 1.
#[derive(Clone, Debug)]
pub struct Edition {
    pub name: String,
    pub source: Arc<Source>,
    /// The keys and tables that the reader expects in the file.
    pub shape: Shape,
    /// The faces of the horse die (LS-11).
    pub horse_die: [u8; HORSES],
    /// The faces of the movement die, in spaces (LS-12).
    pub movement_die: [u8; MOVEMENT_SIDES],
    /// The spaces of the track; the next step crosses the finish line (LS-A1).
    pub spaces: u8,
    /// The last space before the No Bet line (LS-34).
    pub no_bet: u8,
    /// The purses of the Winner's Circle (LS-42).
    pub purses: [u8; PLACES],
    /// The dollars of a player at the start (LS-6).
    pub money: i64,
    /// The dollars of Roland at the start (LS-47).
    pub roland_money: i64,
    /// The maximum dollars of one Bet Action (LS-33).
    pub most_bet: u8,
    /// The dollars for a Helmet and a Jersey of one horse (LS-44).
    pub jockey_set: u8,
    /// The Wild Numbers of a player (LS-26).
    pub wilds: u8,
    /// The limit of rounds; a game that reaches it is unfinished.
    pub max_turns: u32,
    /// The values shared by all horses of a number.
    pub numbers: [Number; HORSES],
    /// The numbers of the Concession Grid in reading order (LS-27).
    pub grid: [u8; CELLS],
    /// The Concession Bonuses, in the order of their kinds, each kind once (LS-30).
    pub bonuses: Vec<Bonus>,
    /// The Starting Cards, in the order of the file (LS-5).
    pub starting_cards: Vec<StartingCard>,
    /// The horses, in the order of the file.
    pub horses: Vec<Horse>,
    /// How the disputed abilities are read (LS-A31).
    pub disputed: Disputed,
    /// The Solo Sheet, indexed by the movement die minus one (LS-49).
    pub solo: [SoloColumn; MAX_MOVEMENT as usize],
    /// The number of tables with invented values, except horses and the Solo Sheet.
    pub proposed: usize,
    /// The number of tables of the Solo Sheet with invented values.
    pub solo_proposed: usize,
}

/// The values shared by all horses of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Number {
    /// The payout per dollar bet when the horse finishes 1st, 2nd or 3rd (LS-43).
    pub odds: [u8; PLACES],
    /// The payout per dollar bet when the horse is past the No Bet line without a place (LS-43).
    pub past_line: u8,
    /// The cost of its card (LS-36).
    pub cost: u8,
    /// The boxes marked in print on its Secondary Movement Bar (LS-14).
    pub bar: Horses,
}

/// The kind of a Concession Bonus (LS-30), in the order of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, VariantArray, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[repr(u8)]
pub enum BonusKind {
    Money = 0,
    FreeBet,
    /// A horse from the Market.
    Horse,
    OneForward,
    TwoForward,
    OneBack,
    TwoBack,
    /// The Helmet Action for any horse.
    Helmet,
    /// The Jersey Action for any horse.
    Jersey,
}

impl BonusKind {
    pub const ALL: &[Self] = <Self as VariantArray>::VARIANTS;
    /// The names used in editions and policy files.
    pub const NAMES: &[&str] = <Self as VariantNames>::VARIANTS;

    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The number of horses that the bonus moves.
    pub fn moves(self) -> u8 {
        match self {
            Self::OneForward | Self::OneBack => 1,
            Self::TwoForward | Self::TwoBack => 2,
            _ => 0,
        }
    }

    /// Whether the bonus moves horses backward.
    pub(super) fn moves_back(self) -> bool {
        matches!(self, Self::OneBack | Self::TwoBack)
    }

    /// Whether the bonus has a number of dollars or spaces.
    fn has_number(self) -> bool {
        self.moves() > 0 || matches!(self, Self::Money | Self::FreeBet)
    }
}

/// The tiles of one kind of Concession Bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bonus {
    pub kind: BonusKind,
    pub tiles: u8,
    /// Dollars, or spaces for each horse; 0 if the kind has neither.
    pub number: u8,
}

/// A Starting Card (LS-5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartingCard {
    /// The cells of the Concession Grid that it marks: bit i is cell i in reading order.
    pub cells: u16,
    /// The dollars of its bet on each horse.
    pub bets: [u8; HORSES],
}

/// The names of the sets that a Horse Card may belong to (LS-3).
const SETS: [&str; 4] = ["1", "2", "3", "spare"];
/// Index in [`SETS`] of cards in none of the three sets.
const SPARE: usize = 3;

/// One Horse Card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Horse {
    pub name: String,
    /// The name in `--rules`: lower case, without apostrophes, words joined by hyphens.
    pub key: String,
    /// Its number, counted from 0.
    pub number: u8,
    /// Its set, counted from 0; none for a spare card.
    pub set: Option<usize>,
    pub cost: u8,
    pub ability: Ability,
    /// The dollars of the ability; 0 if it has none.
    pub dollars: u8,
    /// The spaces of the ability; 0 if it has none.
    pub spaces: u8,
    /// The count of the ability; 0 if it has none.
    pub count: u8,
    /// The number of invented parts, 0 to 2: the set, and all other values.
    pub proposed: usize,
}

/// How the three disputed abilities are read (LS-A31).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Disputed {
    /// Whether [`Ability::CardPaysOwned`] pays every player instead of only its owner.
    pub card_pays_everyone: bool,
    /// Whether [`Ability::RowsPay`] pays when a row is completed instead of at scoring.
    pub rows_pay_at_once: bool,
    /// Whether [`Ability::PlacedPays`] raises the odds of its horse for its owner instead of the purses
    /// for all players.
    pub placed_pays_odds: bool,
}

/// The name of a horse in `--rules`.
fn key(name: &str) -> String {
    let plain = name.to_lowercase().replace(['\'', '’'], "");
    let words = plain.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// The number of a horse, as error messages name it.
const HORSE: &str = "the number of a horse";

/// The numbers of horses in an edition file.
const NUMBERS: RangeInclusive<i64> = 1..=HORSES as i64;

/// Reads a number that fits a byte.
fn small(table: &Fields<'_>, key: &'static str, what: &str, range: RangeInclusive<u8>) -> u8 {
    table.number(key, what, i64::from(*range.start())..=i64::from(*range.end())) as u8
}

/// Reads exactly `N` numbers that fit a byte.
fn smalls<const N: usize>(
    table: &Fields<'_>,
    key: &'static str,
    what: &str,
    range: RangeInclusive<i64>,
) -> [u8; N] {
    let mut all = [*range.start() as u8; N];
    for (into, number) in all.iter_mut().zip(table.numbers(key, what, range, N..=N)) {
        *into = number as u8;
    }
    all
}

/// Reads a key that only some kinds of things `have`: a number from 1 to `high`, otherwise 0.
fn figure(
    table: &Fields<'_>,
    (key, what): (&'static str, &str),
    high: u8,
    have: bool,
    thing: impl FnOnce() -> String,
) -> u8 {
    if have {
        return small(table, key, what, 1..=high);
    }
    if table.has(key) {
        table.fault(key, format!("{} has no `{key}`", thing()), "leave it out");
    }
    0
}

/// Reads tables `[[key]]` numbered from 1 to `N`, each number once; `read` returns the number and the value
/// of a table. `what` names the numbered thing, `lacks` begins the message about a missing number.
fn numbered<T: Copy + Default, const N: usize>(
    file: &Fields<'_>,
    (key, number): (&'static str, &'static str),
    (what, lacks): (&str, &str),
    read: impl Fn(&Fields<'_>) -> Option<(u8, T)>,
) -> [T; N] {
    let mut all = [None; N];
    file.tables(key, |table| {
        let Some((of, value)) = read(table) else { return };
        if all[usize::from(of) - 1].replace(value).is_some() {
            let title = format!("{what} {of} is there twice");
            table.fault(number, title, format!("each {what} has one table"));
        }
    });
    if let Some(missing) = all.iter().position(Option::is_none).filter(|_| file.has(key)) {
        let help = format!("add a table `[[{key}]]` for it");
        file.fault(key, format!("{lacks} {}", missing + 1), help);
    }
    all.map(Option::unwrap_or_default)
}

const FIGURES: RangeInclusive<i64> = 0..=MAX_FIGURE as i64;

fn number(table: &Fields<'_>) -> Option<(u8, Number)> {
    for key in ["odds_from", "cost_from", "bar_from"] {
        table.origin_of(key);
    }
    let mut bar = 0;
    for marked in table.numbers("bar", HORSE, NUMBERS, 0..=HORSES) {
        let bit = 1 << (marked - 1);
        if bar & bit != 0 {
            table.fault("bar", format!("box {marked} is marked twice"), "name it once");
        }
        bar |= bit;
    }
    let number = Number {
        odds: smalls(table, "odds", "a multiplier", FIGURES),
        past_line: small(table, "past_line", "a multiplier", 0..=MAX_FIGURE),
        cost: small(table, "cost", "a cost", 0..=MAX_FIGURE),
        bar,
    };
    Some((small(table, "number", HORSE, 1..=HORSES as u8), number))
}

fn grid(table: &Fields<'_>) -> [u8; CELLS] {
    table.origin();
    let rows = table.rows("rows", [const { (HORSE, NUMBERS) }; 4]);
    let mut grid = [0; CELLS];
    if rows.len() != 4 {
        let title = "the Concession Grid has four rows of four numbers";
        table.fault("rows", title, "write four lists of four");
        return grid;
    }
    let mut seen = [0; HORSES];
    for (place, number) in grid.iter_mut().zip(rows.as_flattened()) {
        *place = (number - 1) as u8;
        let times = &mut seen[usize::from(*place)];
        *times += 1;
        if *times == 3 {
            let title = format!("the grid has the number {number} three times");
            table.fault("rows", title, "it has each number from 1 to 8 twice");
        }
    }
    grid
}

fn bonuses(file: &Fields<'_>) -> Vec<Bonus> {
    let mut bonuses: Vec<Bonus> = Vec::new();
    file.tables("bonuses", |table| {
        table.origin();
        let known = table.choice("bonus", "Concession Bonus", BonusKind::NAMES);
        let tiles = small(table, "tiles", "the tiles of a kind", 1..=*TILES.end() as u8);
        table.has("number");
        let Some(kind) = known.map(|known| BonusKind::ALL[known]) else { return };
        let words = ("number", "the number of a bonus");
        let number =
            figure(table, words, MAX_FIGURE, kind.has_number(), || "this bonus".to_owned());
        if bonuses.iter().any(|bonus| bonus.kind == kind) {
            let title = format!("the bonus `{}` is there twice", kind.name());
            table.fault("bonus", title, "`tiles` says how many there are");
        }
        bonuses.push(Bonus { kind, tiles, number });
    });
    bonuses.sort_by_key(|bonus| bonus.kind);
    let tiles: u32 = bonuses.iter().map(|bonus| u32::from(bonus.tiles)).sum();
    if !TILES.contains(&tiles) && file.has("bonuses") {
        let (least, most) = (TILES.start(), TILES.end());
        let title = format!("there are {tiles} Concession Bonuses, not {least} to {most}");
        let help = format!("a player can complete {least} rows and columns and marks one for each");
        file.fault("bonuses", title, help);
    }
    bonuses
}

fn starting_card(table: &Fields<'_>) -> StartingCard {
    table.origin();
    let mut card = StartingCard { cells: 0, bets: [0; HORSES] };
    for [row, column] in table.rows("cells", [("a row", 1..=4), ("a column", 1..=4)]) {
        card.cells |= 1 << (4 * (row - 1) + column - 1);
    }
    if complete(card.cells) != 0 {
        let title = "a Starting Card completes no row or column";
        table.fault("cells", title, "this one would be due a bonus");
    }
    let dollars = ("a starting bet", 1..=i64::from(MAX_FIGURE));
    for [horse, dollars] in table.rows("bets", [(HORSE, NUMBERS), dollars]) {
        let written = &mut card.bets[(horse - 1) as usize];
        if *written > 0 {
            table.fault("bets", "this card bets on the horse twice", "write one bet");
        }
        *written = dollars as u8;
    }
    card
}

fn starting_cards(file: &Fields<'_>) -> Vec<StartingCard> {
    let cards = file.tables("starting_cards", starting_card);
    if !(2..=MAX_CARDS).contains(&cards.len()) && file.has("starting_cards") {
        let title = format!("there are {} Starting Cards, not 2 to {MAX_CARDS}", cards.len());
        file.fault("starting_cards", title, "each player gets one");
    }
    cards
}

/// The name of a Horse Card and its unique name in `--rules`.
fn name(table: &Fields<'_>, others: &[Horse]) -> (String, String) {
    let name = table.listed("name");
    let key = key(&name);
    let fault = |title: String, help: &str| table.fault("name", title, help);
    if key.is_empty() && table.has("name") {
        fault("a horse needs a name".to_owned(), "with letters");
    } else if others.iter().any(|horse| horse.key == key) {
        fault(format!("two horses are called `{key}`"), "give one of them another name");
    } else if rules::SETS.contains(&key.as_str()) {
        fault(format!("a horse cannot be called `{key}`"), "it is a word of `--rules horses=…`");
    }
    (name, key)
}

fn horses(file: &Fields<'_>, numbers: &[Number; HORSES]) -> Vec<Horse> {
    let mut horses: Vec<Horse> = Vec::new();
    file.tables("horses", |table| {
        let proposed = ["from", "set_from"].into_iter().filter(|key| table.origin_of(key)).count();
        let (name, key) = name(table, &horses);
        let number = small(table, "number", HORSE, 1..=HORSES as u8) - 1;
        let set = table.choice("set", "set of horses", &SETS).filter(|set| *set != SPARE);
        let same = |horse: &&Horse| set.is_some() && (horse.set, horse.number) == (set, number);
        if let Some(other) = horses.iter().find(same) {
            let set = other.set.map_or(SPARE, |set| set + 1);
            let title = format!("set {set} has two horses of number {}", number + 1);
            let help = format!("the other is {}; make one of them \"spare\"", other.name);
            table.fault("number", title, help);
        }
        let cost = match table.has("cost") {
            true => small(table, "cost", "a cost", 0..=MAX_FIGURE),
            false => numbers[usize::from(number)].cost,
        };
        let known = table.choice("ability", "ability", Ability::NAMES);
        let ability = known.map_or(Ability::LinePays, |known| Ability::ALL[known]);
        // The keys of an unknown ability are unknown: accept all.
        ["dollars", "spaces", "count"].into_iter().for_each(|key| _ = table.has(key));
        let of = |one: Figure, key: &'static str, high: u8| {
            let thing = || format!("the ability `{}`", ability.name());
            let has = ability.figures().contains(&one);
            if known.is_some() { figure(table, (key, key), high, has, thing) } else { 0 }
        };
        horses.push(Horse {
            name,
            key,
            number,
            set,
            cost,
            ability,
            dollars: of(Figure::Dollars, "dollars", MAX_FIGURE),
            spaces: of(Figure::Spaces, "spaces", MAX_SPACES),
            count: of(Figure::Count, "count", MAX_WILDS),
            proposed,
        });
    });
    for set in 0..SPARE {
        let has = |number: &u8| {
            horses.iter().any(|horse| (horse.set, horse.number) == (Some(set), *number))
        };
        let missing = (0..HORSES as u8).find(|number| !has(number));
        if let Some(number) = missing.filter(|_| file.has("horses")) {
            let title = format!("set {} has no horse of number {}", set + 1, number + 1);
            file.fault("horses", title, "each of the three sets has all eight numbers");
        }
    }
    if horses.len() > MAX_CARDS {
        let title = format!("there are {} horses, more than {MAX_CARDS}", horses.len());
        file.fault("horses", title, "leave some out");
    }
    horses
}

fn disputed(table: &Fields<'_>) -> Disputed {
    table.origin();
    let second = |key, known: [&str; 2]| table.choice(key, "reading", &known) == Some(1);
    Disputed {
        card_pays_everyone: second("card_pays_owned", ["owner", "everyone"]),
        rows_pay_at_once: second("rows_pay", ["at_scoring", "at_once"]),
        placed_pays_odds: second("placed_pays", ["purses", "odds"]),
    }
}

/// A column of the Solo Sheet.
fn solo(table: &Fields<'_>) -> Option<(u8, SoloColumn)> {
    let movement = small(table, "movement", "a column", 1..=MAX_MOVEMENT);
    let cells = table.tables("cells", cell);
    let default = table.table("default", cell).unwrap_or_default();
    if default.action != SoloAction::Gain {
        let title = "a default Action must always be possible";
        table.fault("default", title, "write `action = \"gain\"`");
    }
    let count = cells.len();
    let Ok(cells) = cells.try_into() else {
        table.fault("cells", "a column has eight cells", format!("this one has {count}"));
        return None;
    };
    Some((movement, SoloColumn { cells, default }))
}

fn cell(table: &Fields<'_>) -> SoloCell {
    table.origin();
    let given = ["horse", "dollars", "spaces", "gain"].map(|key| table.has(key));
    let known = table.choice("action", "action of Roland's", SoloAction::NAMES);
    let Some(action) = known.map(|known| SoloAction::ALL[known]) else {
        return SoloCell::default();
    };
    let of = |has: bool, key: &'static str, high: u8| {
        figure(table, (key, key), high, has, || format!("the action `{}`", action.name()))
    };
    let bets = matches!(action, SoloAction::Bet | SoloAction::FreeBet);
    let gains = action == SoloAction::Gain || given[3];
    SoloCell {
        action,
        horse: solo_horse(table, action),
        dollars: of(bets, "dollars", MAX_FIGURE),
        spaces: of(action == SoloAction::MoveBack, "spaces", MAX_SPACES),
        gain: of(gains, "gain", MAX_FIGURE),
    }
}

/// The horse of an action of Roland's, if the action names one.
fn solo_horse(table: &Fields<'_>, action: SoloAction) -> Option<SoloHorse> {
    let known: Vec<SoloHorse> = action.horses().collect();
    if known.is_empty() && !table.has("horse") {
        return None;
    }
    let name = table.text("horse");
    let found = name.parse().ok().filter(|horse| known.contains(horse));
    if found.is_none() && table.has("horse") {
        let names: Vec<&str> = known.into_iter().map(<&str>::from).collect();
        let help = match names.as_slice() {
            [] => "leave it out".to_owned(),
            names => format!("one of: {}", names.join(", ")),
        };
        let title = format!("the action `{}` has no horse {}", action.name(), quoted(&name));
        table.fault("horse", title, help);
    }
    found
}

/// Reads the only number of a table.
fn one(
    file: &Fields<'_>,
    name: &'static str,
    key: &'static str,
    what: &str,
    range: RangeInclusive<i64>,
) -> i64 {
    let number = |table: &Fields<'_>| {
        table.origin();
        table.number(key, what, range)
    };
    file.table(name, number).unwrap_or_default()
}

/// Reads the faces of the horse die, as horses from 0, and of the movement die.
fn dice(file: &Fields<'_>) -> ([u8; HORSES], [u8; MOVEMENT_SIDES]) {
    let horse_die = file.table("horse_die", |table| {
        table.origin();
        smalls::<HORSES>(table, "faces", HORSE, NUMBERS).map(|horse| horse - 1)
    });
    let movement_die = file.table("movement_die", |table| {
        table.origin();
        smalls(table, "faces", "a face of the movement die", 1..=MAX_MOVEMENT.into())
    });
    (horse_die.unwrap_or_default(), movement_die.unwrap_or_default())
}

/// Reads the starting money of a player and of Roland.
fn money(table: &Fields<'_>) -> [i64; 2] {
    table.origin();
    let whose = [("player", "the money of a player"), ("roland", "Roland's money")];
    whose.map(|(key, what)| table.number(key, what, 0..=MAX_START))
}

/// Reads the number of spaces and the last space before the No Bet line.
fn track(table: &Fields<'_>) -> (u8, u8) {
    table.origin();
    let spaces = small(table, "spaces", "the spaces of the track", 2..=MAX_SPACES);
    let no_bet = small(table, "no_bet", "the space of the line", 1..=MAX_SPACES);
    if no_bet > spaces && table.has("spaces") {
        let help = format!("the track has {spaces} spaces");
        table.fault("no_bet", "the No Bet line is beyond the track", help);
    }
    (spaces, no_bet)
}

impl Edition {
    /// Reads and checks an edition file.
    ///
    /// # Errors
    ///
    /// Returns all faults of the text, at least one.
    pub fn parse(source: Arc<Source>) -> Result<Self, Vec<Diagnostic>> {
        let mut before_solo = 0;
        let read = read(&source, "long-shot", |file| {
            let (horse_die, movement_die) = dice(file);
            let (spaces, no_bet) = file.table("track", track).unwrap_or_default();
            let purses = file.table("purses", |table| {
                table.origin();
                smalls(table, "dollars", "a purse", FIGURES)
            });
            let [money, roland_money] = file.table("money", money).unwrap_or_default();
            let most_bet = one(file, "bets", "most", "the most of a bet", 1..=MAX_BET.into());
            let set = "the dollars of a jockey set";
            let jockey_set = one(file, "jockey_sets", "dollars", set, FIGURES);
            let wilds = one(file, "wilds", "count", "the Wild Numbers", 0..=MAX_WILDS.into());
            let max_turns = one(file, "max_turns", "turns", "max_turns", 1..=MAX_TURNS.into());
            let lacks = "there are no odds, cost and bar for horse";
            let numbers = numbered(file, ("numbers", "number"), ("number", lacks), number);
            Self {
                name: String::new(),
                source: Arc::clone(&source),
                shape: Shape::default(),
                horse_die,
                movement_die,
                spaces,
                no_bet,
                purses: purses.unwrap_or_default(),
                money,
                roland_money,
                most_bet: most_bet as u8,
                jockey_set: jockey_set as u8,
                wilds: wilds as u8,
                max_turns: max_turns as u32,
                numbers,
                grid: file.table("grid", grid).unwrap_or_default(),
                bonuses: bonuses(file),
                starting_cards: starting_cards(file),
                horses: horses(file, &numbers),
                disputed: file.table("disputed", disputed).unwrap_or_default(),
                solo: {
                    before_solo = file.proposed();
                    let words = ("column", "the Solo Sheet has no column");
                    numbered(file, ("solo", "movement"), words, solo)
                },
                proposed: 0,
                solo_proposed: 0,
            }
        })?;
        let solo_proposed = read.proposed - before_solo;
        let of_horses: usize = read.value.horses.iter().map(|horse| horse.proposed).sum();
        let proposed = before_solo - of_horses;
        Ok(Self { name: read.name, shape: read.shape, proposed, solo_proposed, ..read.value })
    }

    /// The shipped edition.
    ///
    /// # Panics
    ///
    /// Never: a test parses the shipped edition.
    pub fn shipped() -> Self {
        let source = Source::new("built-in edition", SHIPPED);
        Self::parse(source).expect("the shipped edition is valid")
    }
}
