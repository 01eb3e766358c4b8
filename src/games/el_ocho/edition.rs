//! The numbers of a dice game of El Ocho's family, read from an edition file.
//!
//! An edition says how many dice of how many sides are rolled, what scores, and which rule sets
//! (levels) there are. What an edition and the user's settings mean together is [`super::rules`].

use std::ops::RangeInclusive;
use std::sync::Arc;

use strum::{VariantArray, VariantNames};

use crate::diagnostic::{Diagnostic, Source};
use crate::game::edition::{Fields, read};
use crate::game::edition_schema::Shape;

/// The text of the shipped edition.
pub const SHIPPED: &str = include_str!("edition.toml");

/// The most ordered rolls of all dice that an edition may have: a roll is made from one 32-bit
/// word.
pub const MAX_ROLLS: u64 = 1 << 32;

/// The most faces a die may have: keeps the enumeration of rolls small.
pub const MAX_SIDES: u8 = 20;

/// The most dice a game may have.
pub const MAX_DICE: u8 = 12;

/// The largest number of points any single figure of an edition may be.
pub const MAX_POINTS: u32 = 1_000_000;

/// The most levels an edition may have: a check compiles each of them.
pub const MAX_LEVELS: usize = 20;

/// A checked edition.
#[derive(Clone, Debug)]
pub struct Edition {
    /// The name of the game as it is printed.
    pub name: String,
    /// The file it was read from.
    pub source: Arc<Source>,
    /// What the game asks of it.
    pub shape: Shape,
    /// How many dice a turn starts with.
    pub dice: u8,
    /// How many faces each die has, numbered from 1.
    pub sides: u8,
    /// Points for winning; see EO-1.
    pub target: u32,
    /// The least a turn must hold to be banked; see EO-12.
    pub minimum_bank: u32,
    /// Turns of each player after which a game is given up.
    pub max_turns: u32,
    /// Points of one die by face (index 0 is unused); 0 where the face does not score alone.
    pub singles: Vec<u32>,
    /// How many dice of one face make a set.
    pub set_size: u8,
    /// Points of a set by face (index 0 is unused); 0 where sets of the face do not score.
    pub sets: Vec<u32>,
    /// The face that saves a roll, where a level has Jokers.
    pub joker_face: Option<u8>,
    /// The rule sets, in the order of their names.
    pub levels: Vec<Level>,
    /// The index of the level that is played unless told otherwise.
    pub default_level: usize,
}

/// One rule set of an edition.
#[derive(Clone, Debug)]
pub struct Level {
    /// The name used in `--rules level=…`.
    pub name: String,
    /// What it has, in a few words.
    pub about: String,
    /// Multiples of the set for more dice of one face: (number alike, multiplier).
    pub series: Vec<(u8, u32)>,
    /// Points of a roll that is a run of all its dice: (number of dice, points).
    pub runs: Vec<(u8, u32)>,
    /// Whether a roll without score can be saved by the Joker face.
    pub joker: Joker,
    /// What all dice of the game alike in one roll do.
    pub all_alike: Option<AllAlike>,
}

/// What all dice of the game showing one face do, in place of what sets and series give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllAlike {
    /// What the roll is worth.
    pub points: u32,
    /// Whether it wins the game at once.
    pub wins: bool,
}

/// How the Joker works (EO-17, EO-Q4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Joker {
    /// There is none.
    Off,
    /// A roll in which nothing scores but which shows the Joker face is rolled again.
    Standard,
    /// As written: a roll without single or set that shows the Joker face is rolled again, even
    /// when it is a run.
    Literal,
}

impl Joker {
    /// The names used in editions and in `--rules joker=…`.
    pub const NAMES: &[&str] = <Self as VariantNames>::VARIANTS;
    /// All of them, in the order of their names.
    pub const ALL: &[Self] = <Self as VariantArray>::VARIANTS;

    /// The name used in editions and in `--rules joker=…`.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// What messages call a face, and a number of points.
const FACE: &str = "a face";
const POINTS: (&str, RangeInclusive<i64>) = ("points", 1..=MAX_POINTS as i64);

/// The only number of a table.
fn one(
    file: &Fields<'_>,
    (name, key): (&'static str, &'static str),
    what: &str,
    range: RangeInclusive<i64>,
) -> u32 {
    let number = |table: &Fields<'_>| {
        table.origin();
        table.number(key, what, range)
    };
    file.table(name, number).unwrap_or_default() as u32
}

/// What `body` reads in a table that may be left out.
fn maybe<T>(
    file: &Fields<'_>,
    name: &'static str,
    body: impl FnOnce(&Fields<'_>) -> T,
) -> Option<T> {
    file.has(name).then(|| file.table(name, body)).flatten()
}

/// Small numbers with points or multipliers.
fn small_pairs(pairs: Vec<(i64, i64)>) -> Vec<(u8, u32)> {
    pairs.into_iter().map(|(number, value)| (number as u8, value as u32)).collect()
}

/// The dice and their sides; the most of each where the file has them wrong.
fn dice(table: &Fields<'_>) -> (u8, u8) {
    table.origin();
    let dice = table.sound_number("count", "the number of dice", 1..=MAX_DICE.into());
    let sides = table.sound_number("sides", "the number of sides", 2..=MAX_SIDES.into());
    if let (Some(dice), Some(sides)) = (dice, sides)
        && (sides as u64).checked_pow(dice as u32).is_none_or(|rolls| rolls > MAX_ROLLS)
    {
        let title = format!("{dice} dice of {sides} sides have more than 2^32 rolls");
        table.fault("count", title, "roll fewer dice, or dice of fewer sides");
    }
    (dice.map_or(MAX_DICE, |dice| dice as u8), sides.map_or(MAX_SIDES, |sides| sides as u8))
}

/// What the levels of an edition build on.
struct Material {
    dice: u8,
    sides: u8,
    set_size: u8,
    best_set: u32,
    has_joker: bool,
}

fn level(name: &str, table: &Fields<'_>, of: &Material) -> Level {
    table.origin();
    let fault = |key, title: String, help: &str| table.fault(key, title, help);
    if name.is_empty() || name.contains([',', '=', '+', ';', ' ']) {
        fault("joker", format!("a level cannot be called `{name}`"), "give it one plain word");
    }
    let joker = table.choice("joker", "Joker rule", Joker::NAMES);
    let joker = joker.map_or(Joker::Off, |index| Joker::ALL[index]);
    if joker != Joker::Off && !of.has_joker {
        fault("joker", "this edition has no Joker face".to_owned(), "add a table `[joker]`");
    }
    let mut series = Vec::new();
    if table.has("series") {
        let number = ("number alike in a series", i64::from(of.set_size) + 1..=of.dice.into());
        let times = ("a multiplier", POINTS.1);
        series = small_pairs(table.pairs("series", number, times));
        for (alike, times) in &series {
            if u64::from(*times) * u64::from(of.best_set) > MAX_POINTS.into() {
                let title = format!("{alike} alike may be worth at most {MAX_POINTS}");
                fault("series", title, &format!("it is {times} times a set of {}", of.best_set));
            }
        }
    }
    let runs = match table.has("runs") {
        true => {
            let length = ("length of a run", 2..=of.dice.min(of.sides).into());
            small_pairs(table.pairs("runs", length, POINTS))
        }
        false => Vec::new(),
    };
    let all_alike = maybe(table, "all_alike", |table| AllAlike {
        points: table.number("points", POINTS.0, POINTS.1) as u32,
        wins: table.truth("wins"),
    });
    let about = if table.has("about") { table.text("about") } else { String::new() };
    Level { name: name.to_owned(), about, series, runs, joker, all_alike }
}

/// The level that is played unless another is asked for.
fn default_level(file: &Fields<'_>, levels: &[Level]) -> usize {
    let names: Vec<&str> = levels.iter().map(|level| level.name.as_str()).collect();
    let level = file.table("defaults", |table| table.given("level", "level", &names));
    level.flatten().unwrap_or(0)
}

impl Edition {
    /// Reads and checks an edition file.
    ///
    /// # Errors
    ///
    /// Gives all faults of the text, at least one.
    pub fn parse(source: Arc<Source>) -> Result<Self, Vec<Diagnostic>> {
        let read = read(&source, "el-ocho", |file| {
            let (dice, sides) = file.table("dice", dice).unwrap_or((MAX_DICE, MAX_SIDES));
            let by_face = |table: &Fields<'_>| {
                let mut points = vec![0; usize::from(sides) + 1];
                for (face, value) in table.pairs("points", (FACE, 1..=sides.into()), POINTS) {
                    points[face as usize] = value as u32;
                }
                points
            };
            let singles = maybe(file, "singles", |table| {
                table.origin();
                by_face(table)
            });
            let sets = maybe(file, "sets", |table| {
                table.origin();
                let size = table.number("size", "the size of a set", 2..=dice.max(2).into());
                (size as u8, by_face(table))
            });
            let none = || vec![0; usize::from(sides) + 1];
            let (set_size, sets) = sets.unwrap_or_else(|| (dice, none()));
            let joker_face = maybe(file, "joker", |table| {
                table.origin();
                table.number("face", FACE, 1..=sides.into()) as u8
            });
            let best_set = sets.iter().copied().max().unwrap_or_default();
            let has_joker = joker_face.is_some();
            let material = Material { dice, sides, set_size, best_set, has_joker };
            let levels = file.named("level", |name, table| level(name, table, &material));
            if levels.len() > MAX_LEVELS {
                let title = format!("an edition has at most {MAX_LEVELS} levels");
                file.fault("level", title, "make two editions of it");
            }
            let default_level = default_level(file, &levels);
            let points = 0..=i64::from(MAX_POINTS);
            Self {
                name: String::new(),
                source: Arc::clone(&source),
                shape: Shape::default(),
                dice,
                sides,
                target: one(file, ("target", "points"), "the target", POINTS.1),
                minimum_bank: one(file, ("minimum_bank", "points"), "the minimum bank", points),
                max_turns: one(file, ("max_turns", "turns"), "max_turns", 1..=MAX_TURNS.into()),
                singles: singles.unwrap_or_else(none),
                set_size,
                sets,
                joker_face,
                levels,
                default_level,
            }
        })?;
        Ok(Self { name: read.name, shape: read.shape, ..read.value })
    }

    /// What it is called in titles.
    pub fn title(&self) -> String {
        self.source.edition_title(&self.name, SHIPPED)
    }

    /// The shipped edition.
    ///
    /// # Panics
    ///
    /// Never: a test reads it.
    pub fn shipped() -> Self {
        let source = Source::new("built-in edition", SHIPPED);
        Self::parse(source).expect("the shipped edition is sound")
    }
}

/// The largest number of turns a game may be given.
pub const MAX_TURNS: u32 = 1_000_000;
