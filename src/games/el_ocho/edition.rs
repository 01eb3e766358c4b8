//! The numbers of a dice game of El Ocho's family, read from an edition file.
//!
//! An edition says how many dice of how many sides are rolled, what scores, and which rule sets
//! (levels) there are. [`Edition::parse`] reports every fault of a file at once, each with its
//! place. What an edition and the user's settings mean together is [`super::rules`].

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use crate::diagnostic::{Diagnostic, Severity, Source};
use crate::error::nearest;

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
    /// The variant that is played unless told otherwise.
    pub default_variant: Variant,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    pub const NAMES: [&str; 3] = ["off", "standard", "literal"];
    /// All of them, in the order of their names.
    pub const ALL: [Self; 3] = [Self::Off, Self::Standard, Self::Literal];

    /// The name used in editions and in `--rules joker=…`.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// Turns and stopping, or the race to announce the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Players take turns, roll, keep and stop.
    Standard,
    /// El Ocho for stressed people: everybody looks at one roll and calls its score (EO-20).
    Stressed,
}

impl Variant {
    /// The names used in editions and in `--rules variant=…`.
    pub const NAMES: [&str; 2] = ["standard", "stressed"];
    /// Both, in the order of their names.
    pub const ALL: [Self; 2] = [Self::Standard, Self::Stressed];

    /// The name used in editions and in `--rules variant=…`.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: Spanned<String>,
    name: Spanned<String>,
    dice: DiceTable,
    target: Points,
    minimum_bank: Points,
    max_turns: Turns,
    singles: Option<FaceTable>,
    sets: Option<SetTable>,
    joker: Option<FaceOnly>,
    defaults: Defaults,
    level: Spanned<BTreeMap<Spanned<String>, LevelTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DiceTable {
    count: Spanned<i64>,
    sides: Spanned<i64>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Points {
    points: Spanned<i64>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Turns {
    turns: Spanned<i64>,
    from: Spanned<String>,
}

type FaceMap = BTreeMap<Spanned<String>, Spanned<i64>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FaceTable {
    points: FaceMap,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetTable {
    size: Spanned<i64>,
    points: FaceMap,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FaceOnly {
    face: Spanned<i64>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Defaults {
    level: Spanned<String>,
    variant: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelTable {
    about: Option<Spanned<String>>,
    joker: Spanned<String>,
    series: Option<FaceMap>,
    runs: Option<FaceMap>,
    all_alike: Option<AllAlikeTable>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AllAlikeTable {
    points: Spanned<i64>,
    wins: bool,
}

/// Collects the faults of one file.
struct Faults {
    source: Arc<Source>,
    found: Vec<Diagnostic>,
}

impl Faults {
    fn add(&mut self, span: Range<usize>, title: impl Into<String>, label: impl Into<String>) {
        self.add_help(span, title, label, None);
    }

    fn add_help(
        &mut self,
        span: Range<usize>,
        title: impl Into<String>,
        label: impl Into<String>,
        help: Option<String>,
    ) {
        self.found.push(Diagnostic {
            severity: Severity::Error,
            title: title.into(),
            source: Arc::clone(&self.source),
            span,
            label: label.into(),
            help,
        });
    }

    /// `value` as a number in `range`, or the nearest one with a fault noted.
    fn number(&mut self, value: &Spanned<i64>, what: &str, range: Range<u32>) -> u32 {
        let (low, high) = (range.start, range.end - 1);
        match u32::try_from(*value.get_ref()).ok().filter(|number| range.contains(number)) {
            Some(number) => number,
            None => {
                self.add(
                    value.span(),
                    format!("{what} must be from {low} to {high}"),
                    format!("not {}", value.get_ref()),
                );
                low
            }
        }
    }

    fn small(&mut self, value: &Spanned<i64>, what: &str, low: u8, high: u8) -> u8 {
        // The range is within u8, so the value is too.
        self.number(value, what, u32::from(low)..u32::from(high) + 1) as u8
    }

    fn choice(&mut self, value: &Spanned<String>, what: &str, known: &[&str]) -> Option<usize> {
        let found = known.iter().position(|name| name == value.get_ref());
        if found.is_none() {
            let help = match nearest(value.get_ref(), known.iter().copied()) {
                Some(name) => format!("did you mean `{name}`?"),
                None => format!("one of: {}", known.join(", ")),
            };
            self.add_help(
                value.span(),
                format!("unknown {what} `{}`", value.get_ref()),
                "not known",
                Some(help),
            );
        }
        found
    }

    fn from(&mut self, from: &Spanned<String>) {
        self.choice(from, "source of a value", &["RULEBOOK", "FOUND", "COMPUTED", "PROPOSED"]);
    }

    /// A table from whole numbers (faces, dice) to numbers of points or multipliers.
    fn map(
        &mut self,
        map: &FaceMap,
        key: &str,
        (low, high): (u8, u8),
        value: &str,
    ) -> Vec<(u8, u32)> {
        let mut pairs = Vec::new();
        for (name, points) in map {
            let number = name.get_ref().parse::<u8>().ok().filter(|n| (low..=high).contains(n));
            match number {
                Some(number) if name.get_ref() == &number.to_string() => {
                    pairs.push((number, self.number(points, value, 1..MAX_POINTS + 1)));
                }
                _ if low > high => {
                    self.add(name.span(), format!("there are too few dice for {key}"), "");
                }
                _ => self.add(
                    name.span(),
                    format!("{key} must be from {low} to {high}"),
                    format!("not `{}`", name.get_ref()),
                ),
            }
        }
        pairs.sort_unstable();
        pairs
    }
}

impl Edition {
    /// Reads and checks an edition file.
    ///
    /// # Errors
    ///
    /// Gives all faults of the text, at least one.
    pub fn parse(source: Arc<Source>) -> Result<Self, Vec<Diagnostic>> {
        let mut faults = Faults { source: Arc::clone(&source), found: Vec::new() };
        let file: File = match toml::from_str(&source.text) {
            Ok(file) => file,
            Err(error) => {
                let span = error.span().unwrap_or(0..0);
                faults.add(span, "this edition file cannot be read", error.message());
                return Err(faults.found);
            }
        };
        if file.game.get_ref() != "el-ocho" {
            faults.add_help(
                file.game.span(),
                format!("this edition is for `{}`, not for `el-ocho`", file.game.get_ref()),
                "another game",
                Some("a game of this family is an edition with `game = \"el-ocho\"`".to_owned()),
            );
        }
        for from in [&file.dice.from, &file.target.from, &file.minimum_bank.from]
            .into_iter()
            .chain([&file.max_turns.from])
            .chain(file.singles.iter().map(|table| &table.from))
            .chain(file.sets.iter().map(|table| &table.from))
            .chain(file.joker.iter().map(|table| &table.from))
            .chain(file.level.get_ref().values().map(|table| &table.from))
        {
            faults.from(from);
        }
        let dice = faults.small(&file.dice.count, "the number of dice", 1, MAX_DICE);
        let sides = faults.small(&file.dice.sides, "the number of sides", 2, MAX_SIDES);
        // What depends on a number that is wrong is not wrong for that.
        let meant = |number: u8, typed: &Spanned<i64>, most: u8| {
            if i64::from(number) == *typed.get_ref() { number } else { most }
        };
        let known = meant(dice, &file.dice.count, 0) > 0 && meant(sides, &file.dice.sides, 0) > 0;
        let dice = meant(dice, &file.dice.count, MAX_DICE);
        let sides = meant(sides, &file.dice.sides, MAX_SIDES);
        let rolls = u64::from(sides).checked_pow(u32::from(dice));
        if known && rolls.is_none_or(|rolls| rolls > MAX_ROLLS) {
            faults.add(
                file.dice.count.span(),
                format!("{dice} dice of {sides} sides have more than 2^32 rolls"),
                "too many",
            );
        }
        let target = faults.number(&file.target.points, "the target", 1..MAX_POINTS + 1);
        let minimum_bank =
            faults.number(&file.minimum_bank.points, "the minimum bank", 0..MAX_POINTS + 1);
        let max_turns = faults.number(&file.max_turns.turns, "max_turns", 1..MAX_TURNS + 1);
        let by_face = |pairs: Vec<(u8, u32)>| {
            let mut points = vec![0; usize::from(sides) + 1];
            for (face, value) in pairs {
                points[usize::from(face)] = value;
            }
            points
        };
        let singles = file.singles.as_ref().map_or_else(Vec::new, |table| {
            faults.map(&table.points, "a face", (1, sides), "points")
        });
        let (set_size, sets) = file.sets.as_ref().map_or((dice, Vec::new()), |table| {
            let size = faults.small(&table.size, "the size of a set", 2, dice.max(2));
            (size, faults.map(&table.points, "a face", (1, sides), "points"))
        });
        let joker_face =
            file.joker.as_ref().map(|table| faults.small(&table.face, "a face", 1, sides));

        let mut levels = Vec::new();
        for (name, table) in file.level.get_ref() {
            if name.get_ref().is_empty() || name.get_ref().contains([',', '=', '+', ';', ' ']) {
                faults.add(name.span(), "the name of a level must be one plain word", "");
            }
            let joker = faults
                .choice(&table.joker, "Joker rule", &Joker::NAMES)
                .map(|index| Joker::ALL[index])
                .unwrap_or(Joker::Off);
            if joker != Joker::Off && joker_face.is_none() {
                faults.add(table.joker.span(), "this edition has no Joker face", "no `[joker]`");
            }
            let series = table.series.as_ref().map_or_else(Vec::new, |map| {
                let range = (set_size.saturating_add(1), dice);
                let series = faults.map(map, "the number alike in a series", range, "a multiplier");
                let highest = u64::from(sets.iter().map(|(_, points)| *points).max().unwrap_or(0));
                for (name, multiplier) in map {
                    let factor = u64::try_from(*multiplier.get_ref()).unwrap_or(0);
                    if factor.saturating_mul(highest) > u64::from(MAX_POINTS) {
                        faults.add(
                            multiplier.span(),
                            format!("{} alike may be worth at most {MAX_POINTS}", name.get_ref()),
                            format!("{factor} times a set of {highest}"),
                        );
                    }
                }
                series
            });
            let runs = table.runs.as_ref().map_or_else(Vec::new, |map| {
                faults.map(map, "the length of a run", (2, dice.min(sides)), "points")
            });
            let all_alike = table.all_alike.as_ref().map(|table| AllAlike {
                points: faults.number(&table.points, "points", 1..MAX_POINTS + 1),
                wins: table.wins,
            });
            let about = table.about.as_ref().map_or("", |about| about.get_ref()).to_owned();
            let name = name.get_ref().clone();
            levels.push(Level { name, about, series, runs, joker, all_alike });
        }
        if levels.len() > MAX_LEVELS {
            let what = format!("an edition has at most {MAX_LEVELS} levels");
            faults.add(file.level.span(), what, "too many");
        }
        if levels.is_empty() {
            faults.add(file.level.span(), "an edition needs at least one level", "none here");
        }
        let names: Vec<&str> = levels.iter().map(|level| level.name.as_str()).collect();
        let default_level = faults.choice(&file.defaults.level, "level", &names).unwrap_or(0);
        let default_variant = faults
            .choice(&file.defaults.variant, "variant", &Variant::NAMES)
            .map(|index| Variant::ALL[index])
            .unwrap_or(Variant::Standard);
        if file.name.get_ref().trim().is_empty() {
            faults.add(file.name.span(), "an edition needs a name", "empty");
        }

        let edition = Self {
            name: file.name.into_inner(),
            source,
            dice,
            sides,
            target,
            minimum_bank,
            max_turns,
            singles: by_face(singles),
            set_size,
            sets: by_face(sets),
            joker_face,
            levels,
            default_level,
            default_variant,
        };
        if faults.found.is_empty() { Ok(edition) } else { Err(faults.found) }
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
        let source = Source { name: "built-in edition".to_owned(), text: SHIPPED.to_owned() };
        Self::parse(Arc::new(source)).expect("the shipped edition is sound")
    }
}

/// The largest number of turns a game may be given.
pub const MAX_TURNS: u32 = 1_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Edition, Vec<String>> {
        let source = Source { name: "test.toml".to_owned(), text: text.to_owned() };
        Edition::parse(Arc::new(source))
            .map_err(|faults| faults.into_iter().map(|fault| fault.title).collect())
    }

    #[test]
    fn the_shipped_edition_is_sound() {
        let edition = Edition::shipped();
        assert_eq!((edition.dice, edition.sides), (8, 8));
        assert_eq!(edition.levels.len(), 2);
        assert_eq!(edition.levels[edition.default_level].name, "1");
    }

    #[test]
    fn all_faults_are_told_at_once() {
        let text = SHIPPED
            .replace("count = 8", "count = 0")
            .replace("face = 8", "face = 9")
            .replace("from = \"PROPOSED\"", "from = \"GUESSED\"")
            .replace("level = \"1\"", "level = \"3\"");
        let faults = parse(&text).unwrap_err();
        assert!(faults.iter().any(|fault| fault.contains("number of dice")), "{faults:?}");
        assert!(faults.iter().any(|fault| fault.contains("face must be from 1 to 8")));
        assert!(faults.iter().any(|fault| fault.contains("GUESSED")));
        assert!(faults.iter().any(|fault| fault.contains("unknown level `3`")));
    }

    #[test]
    fn a_wrong_number_of_dice_is_one_fault() {
        for (was, is) in [("count = 8", "count = 0"), ("sides = 8", "sides = 0")] {
            let faults = parse(&SHIPPED.replacen(was, is, 1)).unwrap_err();
            assert_eq!(faults.len(), 1, "{faults:?}");
        }
    }

    #[test]
    fn impossible_editions_are_refused() {
        for (was, is) in [
            ("sides = 8", "sides = 0"),
            ("sides = 8", "sides = 20"),
            ("count = 8", "count = -1"),
            ("count = 8", "count = 1e3"),
            ("points = 8000\nfrom", "points = 0\nfrom"),
            ("{ 1 = 100, 5 = 50 }", "{ 9 = 100 }"),
            ("{ 1 = 100, 5 = 50 }", "{ 1 = -100 }"),
            ("{ 1 = 100, 5 = 50 }", "{ 01 = 100 }"),
            ("size = 3", "size = 1"),
            ("runs = { 8 = 4000 }", "runs = { 9 = 4000 }"),
            ("game = \"el-ocho\"", "game = \"farkle\""),
            ("name = \"El Ocho\"", "name = \" \""),
            ("[level.1]", "[level.\"a,b\"]"),
            ("joker = \"off\"", "jocker = \"off\""),
        ] {
            let text = SHIPPED.replacen(was, is, 1);
            assert_ne!(text, SHIPPED, "{was}");
            assert!(parse(&text).is_err(), "{is}");
        }
    }
}
