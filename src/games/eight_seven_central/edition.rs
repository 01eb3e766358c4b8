//! Reads and checks the cards and numbers of 8/7 Central from an edition file.

use std::sync::Arc;

use strum::VariantNames as _;

use super::cards::{
    CARDS, Change, Components, GENRES, Happening, HitNumbers, Lasts, PROGRAMS, PlayCard, SYMBOLS,
    Show, Totals, What,
};
use super::rules::{HAND, LOTS, Rules};
use super::state::SEATS;
use crate::diagnostic::{Diagnostic, Source, quoted};
use crate::error::nearest;
use crate::game::edition::{Fields, Read, read};
use crate::game::edition_schema::Shape;

/// The text of the shipped edition.
pub const SHIPPED: &str = include_str!("edition.toml");

/// The maximum number of weeks; with rounds and dollars it bounds the length of a game.
pub const MAX_WEEKS: i64 = 20;
/// The maximum number of rounds of the starting line-up.
pub const MAX_ROUNDS: i64 = 20;
/// The maximum dollars at the start.
pub const MAX_MONEY: i64 = 1000;
/// The maximum dollars on a card.
const MAX_DOLLARS: i64 = 50;
/// The maximum level of a genre on a card, and the maximum points of a genre.
const MAX_LEVEL: i64 = 9;
/// The maximum number of Ratings Counters that an effect places or removes.
const MAX_COUNTERS: i64 = 3;

/// A checked edition.
#[derive(Clone, Debug)]
pub struct Edition {
    /// The printed name of the game.
    pub name: String,
    /// The file that the edition was read from.
    pub source: Arc<Source>,
    /// The schema of the file.
    pub shape: Shape,
    /// The number of tables in the file with PROPOSED values.
    pub proposed: usize,
    /// The cards.
    pub cards: Arc<Components>,
    /// The rules, with the switches set as in the rules of 2006.
    pub rules: Rules,
}

impl Edition {
    /// Reads and checks an edition file.
    ///
    /// # Errors
    ///
    /// Returns all faults of the text, at least one.
    pub fn parse(source: Arc<Source>) -> Result<Self, Vec<Diagnostic>> {
        let Read { value: (cards, rules), name, shape, proposed } =
            read(&source, "eight-seven-central", parts)?;
        Ok(Self { name, source, shape, proposed, cards: Arc::new(cards), rules })
    }

    /// Returns the shipped edition; a test checks that it parses.
    pub fn shipped() -> Self {
        Self::parse(Source::new("built-in edition", SHIPPED)).expect("the shipped edition is valid")
    }
}

fn parts(file: &Fields<'_>) -> (Components, Rules) {
    let rules = rules(file);
    let (mut titles, mut shows) = (Vec::new(), Vec::new());
    file.tables("programs", |table| shows.push(show(table, &mut titles)));
    enough_programs(file, shows.len(), &rules);
    let mut faces = Vec::new();
    file.tables("ads", |table| faces.push(ad(table, &mut titles)));
    let count = |faces: &[PlayCard]| faces.iter().map(|card| usize::from(card.copies)).sum();
    let ads: usize = count(&faces);
    file.tables("modifiers", |table| faces.push(modifier(table, &mut titles)));
    file.tables("events", |table| faces.push(event(table, &mut titles)));
    let all = count(&faces);
    let hands = SEATS * HAND as usize;
    if all > CARDS {
        let help = "leave some out, or lower `copies`";
        file.fault("ads", format!("there are {all} Play cards, more than {CARDS}"), help);
    } else if all - ads < hands {
        let rest = all - ads;
        let title = format!("there are {rest} Modifiers and Events, too few for {SEATS} players");
        let help = format!("{SEATS} hands take {hands} cards, with `ads=any-card` without Ads");
        file.fault("modifiers", title, help);
    }
    let fits = all <= CARDS && shows.len() <= PROGRAMS;
    let cards = if fits { (shows, faces) } else { Default::default() };
    (Components::new(cards.0, cards.1), rules)
}

impl Default for Edition {
    fn default() -> Self {
        Self::shipped()
    }
}

fn rules(file: &Fields<'_>) -> Rules {
    let mut rules = Rules { rounds: 1, ..Rules::default() };
    let dollars = |table: &Fields<'_>, key, low| {
        table.number(key, "an amount of dollars", low..=MAX_DOLLARS) as u32
    };
    file.table("weeks", |table| {
        table.origin();
        rules.weeks = ["two_players", "three_players", "four_players"]
            .map(|key| table.number(key, "the weeks of a game", 1..=MAX_WEEKS) as u8);
    });
    file.table("money", |table| {
        table.origin();
        rules.money = table.number("start", "the dollars at the start", 0..=MAX_MONEY) as u32;
        rules.fundraising = dollars(table, "fundraising", 0);
        rules.discard = dollars(table, "discard", 0);
        // Free bumps could be repeated without end (EC-Q12).
        rules.bump = dollars(table, "bump", 1);
    });
    file.table("auctions", |table| {
        table.origin();
        let what = "the rounds of the starting line-up";
        rules.rounds = table.number("rounds", what, 1..=MAX_ROUNDS) as u8;
    });
    file.table("display", |table| display(table, &mut rules));
    file.table("any_card", |table| {
        table.origin();
        rules.at_once = dollars(table, "at_once", 0);
        rules.on_hit = dollars(table, "on_hit", 0);
    });
    rules
}

fn display(table: &Fields<'_>, rules: &mut Rules) {
    table.origin();
    rules.rows = ["half_hours", "hours"].map(|key| {
        let prices = table.numbers(key, "a price", 0..=MAX_MONEY, 0..=LOTS / 2);
        if !prices.is_sorted() {
            let help = "sort the prices: Programs cost more along a row";
            table.fault(key, "the prices of a row decrease", help);
        }
        prices.into_iter().map(|price| price as u32).collect()
    });
    rules.dealt = table.number("dealt", "the Programs dealt", 1..=8) as u8;
    rules.kept = table.number("kept", "the Programs kept", 1..=8) as u8;
    if rules.kept > rules.dealt && table.has("dealt") {
        table.fault("kept", "`kept` is more than `dealt`", "lower `kept`");
    }
}

fn enough_programs(file: &Fields<'_>, count: usize, rules: &Rules) {
    let auctions = SEATS * usize::from(rules.rounds);
    let display = SEATS * usize::from(rules.dealt) + rules.rows[0].len() + rules.rows[1].len();
    let needed = [(auctions, "the auctions show"), (display, "the display shows and deals")];
    for (least, why) in needed.into_iter().filter(|(least, _)| count < *least) {
        let title = format!("there are {count} Programs, too few for {SEATS} players");
        file.fault("programs", title, format!("{why} {least} of them before the first day"));
    }
    if count > PROGRAMS {
        let title = format!("there are {count} Programs, more than {PROGRAMS}");
        file.fault("programs", title, "leave some out");
    }
}

/// Reads the title of a card, which must be unique.
fn title(table: &Fields<'_>, titles: &mut Vec<String>) -> String {
    let title = table.listed("title");
    if titles.contains(&title) && table.has("title") {
        let help = "give each card a different title; `copies` is the number of its copies";
        table.fault("title", format!("the card {} is listed twice", quoted(&title)), help);
    }
    titles.push(title.clone());
    title
}

/// Reads a set of Hit#s; empty if the key is missing.
fn hits(table: &Fields<'_>) -> HitNumbers {
    if !table.has("hits") {
        return 0;
    }
    let numbers = table.numbers("hits", "a Hit#", 2..=12, 1..=11);
    for (place, number) in numbers.iter().enumerate() {
        if numbers[..place].contains(number) {
            let title = format!("the Hit# {number} is listed twice");
            table.fault("hits", title, "leave one of them out: a number counts once");
        }
    }
    numbers.into_iter().fold(0, |hits, number| hits | 1 << number)
}

/// Reads the categories of Ads, joined by `+`, as a set.
fn symbols(table: &Fields<'_>) -> u8 {
    let text = table.text("symbols");
    if text.trim().is_empty() && table.has("symbols") {
        let help = "name at least one category, such as `symbols = \"necessity\"`";
        table.fault("symbols", "no symbol would ever match", help);
        return 0;
    }
    let known = SYMBOLS.map(str::to_lowercase);
    let names = || known.iter().map(String::as_str);
    let mut set = 0;
    for name in text.split('+').map(str::trim).filter(|_| table.has("symbols")) {
        match names().position(|known| known == name) {
            Some(place) => set |= 1 << place,
            None => {
                let help = match nearest(name, names()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("one of: {}; several are joined by `+`", known.join(", ")),
                };
                table.fault("symbols", format!("unknown symbol {}", quoted(name)), help);
            }
        }
    }
    set
}

/// The keys of genres, in the order of [`GENRES`].
const GENRE_KEYS: [&str; GENRES.len()] = ["comedy", "news", "drama", "niche"];

fn show(table: &Fields<'_>, titles: &mut Vec<String>) -> Show {
    table.origin();
    let minutes = table.number("minutes", "the length of a Program", 30..=60);
    if minutes != 30 && minutes != 60 {
        table.fault("minutes", "a Program takes 30 or 60 minutes", "write 30 or 60");
    }
    let levels = table.table("levels", |levels| {
        let level = |(genre, key): (usize, &'static str)| {
            let level = levels.has(key).then(|| levels.number(key, "a genre level", 1..=MAX_LEVEL));
            level.map_or(Totals::default(), |level| Totals::one(genre as u8, level as u32))
        };
        GENRE_KEYS.into_iter().enumerate().map(level).fold(Totals::default(), Totals::with)
    });
    if levels == Some(Totals::default()) {
        let help = "give it a level in one, such as `levels = { news = 3 }`";
        table.fault("levels", "the Program has no genre", help);
    }
    if !table.has("hits") {
        table.fault("hits", "the Program has no Hit#", "list some, such as `hits = [6, 8]`");
    }
    Show {
        title: title(table, titles),
        hits: hits(table),
        levels: levels.unwrap_or_default(),
        symbols: symbols(table),
        hour: minutes == 60,
    }
}

/// Reads the number of copies of a card; `copies_from` is its source if it differs from that of the
/// table.
fn copies(table: &Fields<'_>) -> u8 {
    if table.has("copies_from") {
        table.origin_of("copies_from");
    }
    table.number("copies", "the copies of a card", 1..=20) as u8
}

fn ad(table: &Fields<'_>, titles: &mut Vec<String>) -> PlayCard {
    table.origin();
    let of =
        |key, what, most| if table.has(key) { table.number(key, what, 0..=most) as u8 } else { 0 };
    let dollars = of("dollars", "the dollars of an Ad", MAX_DOLLARS);
    let cards = of("cards", "the cards of an Ad", 5);
    if dollars == 0 && cards == 0 {
        table.fault("title", "the Ad pays nothing", "give it `dollars` or `cards` for each symbol");
    }
    PlayCard {
        title: title(table, titles),
        copies: copies(table),
        cost: 0,
        what: What::Ad { symbols: symbols(table), dollars, cards },
        lasts: Lasts::Game,
    }
}

/// Reads a Modifier or an Event with effect `what`; its duration must be `immediate` exactly for
/// immediate effects.
fn played(table: &Fields<'_>, titles: &mut Vec<String>, what: What, immediate: bool) -> PlayCard {
    table.origin();
    let lasts = table.choice("lasts", "duration", Lasts::VARIANTS);
    let lasts = lasts.and_then(Lasts::from_repr).unwrap_or(Lasts::Day);
    if immediate != (lasts == Lasts::Immediate) && table.has("lasts") {
        let (title, help) = if immediate {
            ("the effect is over at once", "write `lasts = \"immediate\"`")
        } else {
            ("the effect lasts", "write `lasts = \"day\"`, `\"week\"` or `\"game\"`")
        };
        table.fault("lasts", title, help);
    }
    PlayCard {
        title: title(table, titles),
        copies: copies(table),
        cost: table.number("cost", "the cost of a card", 0..=MAX_DOLLARS) as u8,
        what,
        lasts,
    }
}

fn amount(table: &Fields<'_>, low: i64, most: i64) -> u8 {
    table.number("amount", "the amount of an effect", low..=most) as u8
}

/// Effects: their names and readers.
type Effects<T> = [(&'static str, fn(&Fields<'_>) -> T)];

const CHANGES: &Effects<Change> = &[
    ("raise-genre", |table| Change::RaiseGenre(amount(table, 1, MAX_LEVEL))),
    ("add-genre", |table| Change::AddGenre(amount(table, 1, MAX_LEVEL))),
    ("block-number", |_| Change::BlockNumber),
    ("no-hits", |_| Change::NoHits),
    ("lower-genres", |table| Change::LowerGenres(amount(table, 1, MAX_LEVEL))),
    ("no-scoring", |_| Change::NoScoring),
    ("no-shark", |_| Change::NoShark),
    ("pay-on-hit", |table| Change::PayOnHit(amount(table, 1, MAX_DOLLARS))),
];

const HAPPENINGS: &Effects<Happening> = &[
    ("counters-per-hit", |table| Happening::CountersPerHit(amount(table, 1, MAX_COUNTERS))),
    ("no-modifiers", |_| Happening::NoModifiers),
    ("genre-worth", |table| {
        let genre = table.choice("genre", "genre", &GENRE_KEYS).unwrap_or(0) as u8;
        Happening::GenreWorth(genre, amount(table, 0, MAX_LEVEL))
    }),
    ("ads-times", |table| Happening::AdsTimes(amount(table, 2, MAX_LEVEL))),
    ("ads-pay-nothing", |_| Happening::AdsPayNothing),
    ("no-counters", |_| Happening::NoCounters),
    ("add-counters", |table| Happening::AddCounters(amount(table, 1, MAX_COUNTERS))),
    ("remove-counters", |table| Happening::RemoveCounters(amount(table, 1, MAX_COUNTERS))),
    ("fine", |table| Happening::Fine(amount(table, 1, MAX_DOLLARS))),
    ("draw-cards", |table| Happening::DrawCards(amount(table, 1, 10))),
];

fn effect<T>(table: &Fields<'_>, effects: &Effects<T>) -> Option<T> {
    let names: Vec<&str> = effects.iter().map(|(name, _)| *name).collect();
    table.choice("effect", "effect", &names).map(|place| effects[place].1(table))
}

fn modifier(table: &Fields<'_>, titles: &mut Vec<String>) -> PlayCard {
    let hits = hits(table);
    let change = table.has("effect").then(|| effect(table, CHANGES)).flatten();
    if hits == 0 && !table.has("effect") {
        let help = "give it `hits`, an `effect`, or both";
        table.fault("title", "the Modifier does nothing", help);
    }
    played(table, titles, What::Modifier { hits, change }, false)
}

fn event(table: &Fields<'_>, titles: &mut Vec<String>) -> PlayCard {
    let happening = effect(table, HAPPENINGS).unwrap_or(Happening::NoModifiers);
    played(table, titles, What::Event(happening), happening.immediate())
}
