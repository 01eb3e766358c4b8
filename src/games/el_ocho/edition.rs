//! The numbers of a dice game of El Ocho's family, read from an edition file.
//!
//! An edition states the number of dice and sides, the scoring, and the rule sets (levels).
//! [`super::rules`] combines an edition with the user's settings.

use std::ops::RangeInclusive;
use std::sync::Arc;

use strum::{VariantArray, VariantNames};

use crate::diagnostic::{Diagnostic, Source};
use crate::game::edition::{Fields, read};
use crate::game::edition_schema::Shape;

/// The text of the shipped edition.
pub const SHIPPED: &str = include_str!("edition.toml");

/// Editions of other games of the family.
pub(crate) const MORE: &[(&str, &str)] = &[
    ("farkle", include_str!("editions/farkle.toml")),
    ("greed", include_str!("editions/greed.toml")),
    ("kingdom-come", include_str!("editions/kingdom-come.toml")),
    ("pig", include_str!("editions/pig.toml")),
    ("ten-thousand", include_str!("editions/ten-thousand.toml")),
    ("zilch", include_str!("editions/zilch.toml")),
];

/// The maximum number of ordered rolls of all dice: a roll is drawn from one 32-bit word.
pub const MAX_ROLLS: u64 = 1 << 32;

/// The maximum number of sides of a die. Keeps the enumeration of rolls small.
pub const MAX_SIDES: u8 = 20;

/// The maximum number of dice.
pub const MAX_DICE: u8 = 12;

/// The maximum of any number of points in an edition.
pub const MAX_POINTS: u32 = 1_000_000;

/// The maximum number of levels. A check compiles each of them.
pub const MAX_LEVELS: usize = 20;

/// The maximum number of runs that score within larger rolls. A roll may hold several of them.
const MAX_RUNS_WITHIN: usize = 6;

/// A checked edition.
#[derive(Clone, Debug)]
pub struct Edition {
    /// The name of the game in output.
    pub name: String,
    /// The source file.
    pub source: Arc<Source>,
    /// The schema of the file.
    pub shape: Shape,
    /// The number of dice at the start of a turn.
    pub dice: u8,
    /// The number of faces of each die, numbered from 1.
    pub sides: u8,
    /// The banked total that wins, in points (EO-1).
    pub target: u32,
    /// The fewest points of a turn that can be banked (EO-12).
    pub minimum_bank: u32,
    /// The fewest points of a turn that a player without points can bank.
    pub entry: u32,
    /// Whether every other player has one more turn once a total has reached the target. The highest total
    /// then wins; equal ones share the win.
    pub last_turns: bool,
    /// Whether points beyond the target count. Otherwise a total ends at the target.
    pub beyond_target: bool,
    /// The penalty for turns without points.
    pub lost_turns: Option<LostTurns>,
    /// Turns of each player after which a game ends unfinished.
    pub max_turns: u32,
    /// Points of one die by face (index 0 is unused); 0 if a single die of the face does not score.
    pub singles: Vec<u32>,
    /// The number of dice of one face in a set.
    pub set_size: u8,
    /// Points of a set by face (index 0 is unused); 0 if sets of the face do not score.
    pub sets: Vec<u32>,
    /// The Joker face, if the edition has one.
    pub joker_face: Option<u8>,
    /// The rule sets, in the order of their names.
    pub levels: Vec<Level>,
    /// Index of the level that is played by default.
    pub default_level: usize,
}

/// One rule set of an edition.
#[derive(Clone, Debug)]
pub struct Level {
    /// The name used in `--rules level=…`.
    pub name: String,
    /// A short description.
    pub about: String,
    /// Multiples of a set for more dice of one face: (number of dice, multiplier).
    pub series: Vec<(u8, u32)>,
    /// Points of dice of any one face: (number of dice, points).
    pub of_a_kind: Vec<(u8, u32)>,
    /// Points of a roll that is a run of all its dice: (number of dice, points).
    pub runs: Vec<(u8, u32)>,
    /// Runs that score within a larger roll; the other dice score as well.
    pub runs_within: Vec<RunWithin>,
    /// Patterns of all dice of a roll.
    pub patterns: Vec<Pattern>,
    /// Points of a roll in which nothing else scores: (number of dice, points). The dice count as set
    /// aside.
    pub nothing: Vec<(u8, u32)>,
    /// Whether all scoring dice must be set aside.
    pub keep_all: bool,
    /// When a roll without score that shows the Joker face is rolled again.
    pub joker: Joker,
    /// The effect of a roll in which all dice of the game show one face.
    pub all_alike: Option<AllAlike>,
}

/// The penalty for turns without points in a row. A total never falls below 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostTurns {
    /// The number of turns. After the penalty the count begins again.
    pub in_a_row: u8,
    /// Points of the penalty.
    pub penalty: u32,
}

/// A run that scores within a larger roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunWithin {
    /// The lowest face.
    pub first: u8,
    /// The highest face.
    pub last: u8,
    /// Points.
    pub points: u32,
}

/// A pattern of all dice of a roll, such as three pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The numbers of dice of each face that shows, in descending order.
    pub alike: Vec<u8>,
    /// Points.
    pub points: u32,
}

/// The effect of a roll in which all dice of the game show one face. It replaces sets and series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllAlike {
    /// Points of the roll.
    pub points: u32,
    /// Whether the roll wins the game at once.
    pub wins: bool,
}

/// How the Joker works (EO-17, EO-Q4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Joker {
    /// No Joker.
    Off,
    /// A roll that scores nothing but shows the Joker face is rolled again.
    Standard,
    /// As written in the rulebook: a roll without single or set that shows the Joker face is rolled
    /// again, even if it is a run.
    Literal,
}

impl Joker {
    /// The names used in editions and in `--rules joker=…`.
    pub const NAMES: &[&str] = <Self as VariantNames>::VARIANTS;
    /// All variants, in declaration order.
    pub const ALL: &[Self] = <Self as VariantArray>::VARIANTS;

    /// The name used in editions and in `--rules joker=…`.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// The names of a face and of a number of points in messages, with the range of points.
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

/// The result of `body` on a table that is optional.
fn maybe<T>(
    file: &Fields<'_>,
    name: &'static str,
    body: impl FnOnce(&Fields<'_>) -> T,
) -> Option<T> {
    file.has(name).then(|| file.table(name, body)).flatten()
}

/// Converts numbers of dice with points or multipliers to small integers.
fn small_pairs(pairs: Vec<(i64, i64)>) -> Vec<(u8, u32)> {
    pairs.into_iter().map(|(number, value)| (number as u8, value as u32)).collect()
}

/// The number of dice and of sides; the maximum of each if the file has an invalid value.
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

/// The values of an edition that its levels depend on.
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
        let number = ("number of dice in a series", i64::from(of.set_size) + 1..=of.dice.into());
        let times = ("a multiplier", POINTS.1);
        series = small_pairs(table.pairs("series", number, times));
        for (alike, times) in &series {
            if u64::from(*times) * u64::from(of.best_set) > MAX_POINTS.into() {
                let title = format!("{alike} alike may score at most {MAX_POINTS}");
                fault(
                    "series",
                    title,
                    &format!("it is {times} times the set of {} points", of.best_set),
                );
            }
        }
    }
    let by_number = |key: &'static str, what, range: RangeInclusive<u8>| match table.has(key) {
        true => {
            let number = (what, (*range.start()).into()..=(*range.end()).into());
            small_pairs(table.pairs(key, number, POINTS))
        }
        false => Vec::new(),
    };
    let of_a_kind = by_number("of_a_kind", "number of dice alike", 2..=of.dice);
    let runs = by_number("runs", "length of a run", 2..=of.dice.min(of.sides));
    let nothing = by_number("nothing", "number of dice", 1..=of.dice);
    let all_alike = maybe(table, "all_alike", |table| AllAlike {
        points: table.number("points", POINTS.0, POINTS.1) as u32,
        wins: table.truth("wins"),
    });
    let about = if table.has("about") { table.text("about") } else { String::new() };
    Level {
        name: name.to_owned(),
        about,
        series,
        of_a_kind,
        runs,
        runs_within: runs_within(table, of),
        patterns: patterns(table, of),
        nothing,
        keep_all: table.has("keep_all") && table.truth("keep_all"),
        joker,
        all_alike,
    }
}

fn runs_within(table: &Fields<'_>, of: &Material) -> Vec<RunWithin> {
    let face = || (FACE, 1..=i64::from(of.sides));
    let rows = match table.has("runs_within") {
        true => table.rows("runs_within", [face(), face(), POINTS]),
        false => Vec::new(),
    };
    if rows.len() > MAX_RUNS_WITHIN {
        let title = format!("a level has at most {MAX_RUNS_WITHIN} runs within larger rolls");
        table.fault("runs_within", title, "leave out those that score least");
        return Vec::new();
    }
    for [first, last, _] in &rows {
        if !(2..=of.dice.into()).contains(&(last - first + 1)) {
            let title =
                format!("a run from {first} to {last} is not possible with {} dice", of.dice);
            table.fault(
                "runs_within",
                title,
                "write the lowest face, the highest face and the points",
            );
        }
    }
    let run = |[first, last, points]: [i64; 3]| RunWithin {
        first: first as u8,
        last: last as u8,
        points: points as u32,
    };
    rows.into_iter().filter(|[first, last, _]| first < last).map(run).collect()
}

fn patterns(table: &Fields<'_>, of: &Material) -> Vec<Pattern> {
    if !table.has("patterns") {
        return Vec::new();
    }
    table.tables("patterns", |table| {
        let alike = ("a number of dice alike", 1..=i64::from(of.dice));
        let numbers = table.numbers("alike", alike.0, alike.1, 1..=of.sides.into());
        let mut alike: Vec<u8> = numbers.into_iter().map(|number| number as u8).collect();
        alike.sort_unstable_by(|a, b| b.cmp(a));
        let dice: u32 = alike.iter().map(|number| u32::from(*number)).sum();
        if dice > of.dice.into() {
            let title = format!("this pattern has {dice} dice, and the game has {}", of.dice);
            table.fault("alike", title, "write how many dice of each face show, as in `[2, 2, 2]`");
        }
        Pattern { alike, points: table.number("points", POINTS.0, POINTS.1) as u32 }
    })
}

/// The default level.
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
    /// Returns all faults of the text, at least one.
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
                file.fault("level", title, "split it into two editions");
            }
            let default_level = default_level(file, &levels);
            let points = 0..=i64::from(MAX_POINTS);
            let entry = maybe(file, "entry", |table| {
                table.origin();
                table.number("points", "the entry", points.clone()) as u32
            });
            let truth = |table: &Fields<'_>, key| {
                table.origin();
                table.truth(key)
            };
            let lost_turns = maybe(file, "lost_turns", |table| {
                table.origin();
                LostTurns {
                    in_a_row: table.number("in_a_row", "a number of turns", 1..=9) as u8,
                    penalty: table.number("penalty", POINTS.0, POINTS.1) as u32,
                }
            });
            Self {
                name: String::new(),
                source: Arc::clone(&source),
                shape: Shape::default(),
                dice,
                sides,
                target: one(file, ("target", "points"), "the target", POINTS.1),
                minimum_bank: one(file, ("minimum_bank", "points"), "the minimum bank", points),
                entry: entry.unwrap_or(0),
                last_turns: maybe(file, "last_turns", |table| truth(table, "played"))
                    .unwrap_or(false),
                beyond_target: maybe(file, "beyond_target", |table| truth(table, "counts"))
                    .unwrap_or(true),
                lost_turns,
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

    /// The name of the edition in titles.
    pub fn title(&self) -> String {
        self.source.edition_title(&self.name, SHIPPED)
    }

    /// The shipped edition.
    ///
    /// # Panics
    ///
    /// Never: a test reads the shipped edition.
    pub fn shipped() -> Self {
        let source = Source::new("built-in edition", SHIPPED);
        Self::parse(source).expect("the shipped edition is valid")
    }
}

/// The maximum of `max_turns`.
pub const MAX_TURNS: u32 = 1_000_000;
