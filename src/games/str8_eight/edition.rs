//! The cards and numbers of Str8 Eight, read from an edition file.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::cards::{CARDS, Deck, Direction, NUMBERS, Printed};
use super::engine::{EIGHT, HAND, Rules, SEATS};
use crate::diagnostic::{Diagnostic, Source};
use crate::game::describe::numbered;
use crate::game::edition::{Fields, Read, read};
use crate::game::edition_schema::Shape;

/// The text of the shipped edition.
pub const SHIPPED: &str = include_str!("edition.toml");

/// The largest number on a card.
const MAX_NUMBER: i64 = 250;
/// The most turns of a hand and hands of a game: what bounds the work of one game.
pub const MAX_LIMIT: i64 = 100_000;
/// The most that a pass card left in a hand may cost, no less than any number.
pub const MAX_PENALTY: i64 = 1000;
/// The most points of a target.
pub const MAX_TARGET: i64 = 1_000_000;

/// A checked edition.
#[derive(Clone, Debug)]
pub struct Edition {
    /// The name of the game as it is printed.
    pub name: String,
    /// The file it was read from.
    pub source: Arc<Source>,
    /// What the game asks of it.
    pub shape: Shape,
    /// The tables of the file whose values are invented.
    pub proposed: usize,
    /// The cards.
    pub deck: Deck,
    /// The names of the colour groups.
    pub colours: Vec<String>,
    /// What may be set.
    pub rules: Rules,
}

impl Edition {
    /// Reads and checks an edition file.
    ///
    /// # Errors
    ///
    /// All faults of the text, at least one.
    pub fn parse(source: Arc<Source>) -> Result<Self, Vec<Diagnostic>> {
        let Read { value: (deck, colours, rules), name, shape, proposed } =
            read(&source, "str8-eight", parts)?;
        Ok(Self { name, source, shape, proposed, deck, colours, rules })
    }

    /// The shipped edition, which a test has read.
    pub fn shipped() -> Self {
        Self::parse(Source::new("built-in edition", SHIPPED)).expect("the shipped edition is sound")
    }
}

/// The cards, the names of the colour groups, and what may be set.
fn parts(file: &Fields<'_>) -> (Deck, Vec<String>, Rules) {
    let bulls_eye = file.table("bulls_eye", |table| {
        table.origin();
        table.number("up_to", "the highest number with a bull's-eye", 1..=MAX_NUMBER)
    });
    let passes = file.table("pass_cards", passes).unwrap_or_default();
    let rules = rules(file);
    let (colours, numbers) = colours(file);
    let bulls_eye = bulls_eye.unwrap_or(MAX_NUMBER);
    let right_side = right_side(file, &numbers);
    if numbers.iter().all(|printed| i64::from(printed.value) > bulls_eye) {
        let help = "a sequence begins with such a card: raise `up_to`";
        file.fault("bulls_eye", "no card has a bull's-eye", help);
    } else {
        eight_fit(file, &numbers, &right_side, bulls_eye);
    }
    let cards = numbers.len() + passes.len();
    let least = SEATS as u32 * (HAND + EIGHT - 1) + 1;
    if (cards as u32) < least {
        let title = format!("there are {cards} cards, too few for {SEATS} players");
        let help = format!("hands and sequences may hold {} at once", least - 1);
        file.fault("colours", title, help);
    }
    let sound = numbers.len() <= NUMBERS && colours.len() <= NUMBERS;
    let numbers = if sound { numbers } else { Vec::new() };
    let right_side = |value| right_side.get(&value).cloned().unwrap_or_default();
    (Deck::new(numbers, passes, right_side, bulls_eye.min(MAX_NUMBER) as u8), colours, rules)
}

impl Default for Edition {
    fn default() -> Self {
        Self::shipped()
    }
}

fn rules(file: &Fields<'_>) -> Rules {
    let mut rules = Rules::default();
    file.table("pass_penalty", |table| {
        table.origin();
        let what = "what a pass card costs";
        rules.pass_penalty = table.number("points", what, 0..=MAX_PENALTY) as i32;
    });
    file.table("target", |table| {
        table.origin();
        let target = |key| table.number(key, "a target", 1..=MAX_TARGET) as i32;
        rules.targets = ["two_players", "more_players"].map(target);
    });
    file.table("limits", |table| {
        table.origin();
        let limit = |key, what| table.number(key, what, 1..=MAX_LIMIT) as u32;
        rules.max_turns = limit("turns", "the turns of a hand");
        rules.max_hands = limit("hands", "the hands of a game");
    });
    rules
}

fn passes(table: &Fields<'_>) -> Vec<Direction> {
    table.origin();
    let most = (CARDS - NUMBERS) as i64 / 3;
    let of = |direction: Direction| {
        let count = table.number(direction.into(), "the pass cards of a direction", 0..=most);
        vec![direction; count as usize]
    };
    [Direction::Left, Direction::Right, Direction::Across].into_iter().flat_map(of).collect()
}

/// The names of the colour groups and all their cards.
fn colours(file: &Fields<'_>) -> (Vec<String>, Vec<Printed>) {
    let (mut names, mut all) = (Vec::new(), Vec::new());
    file.tables("colours", |table| {
        table.origin();
        let name = table.listed("name");
        if names.contains(&name) {
            table.fault("name", "two colour groups have one name", "give each a name of its own");
        }
        let colour = names.len() as u8;
        names.push(name);
        let values = table.numbers("numbers", "the number of a card", 1..=MAX_NUMBER, 1..=NUMBERS);
        for (place, value) in values.iter().enumerate() {
            if values[..place].contains(value) {
                let title = format!("the {value} of this colour group is listed twice");
                table.fault("numbers", title, "each card of a group has a number of its own");
            }
        }
        all.extend(values.into_iter().map(|value| Printed { value: value as u8, colour }));
    });
    if all.len() > NUMBERS {
        let title = format!("there are {} number cards, more than {NUMBERS}", all.len());
        file.fault("colours", title, "leave some out");
    }
    (names, all)
}

/// Faults an edition without a sequence of eight cards, unless right sides are missing.
fn eight_fit(
    file: &Fields<'_>,
    cards: &[Printed],
    right_side: &BTreeMap<u8, Vec<u8>>,
    bulls_eye: i64,
) {
    let values: BTreeSet<u8> = cards.iter().map(|printed| printed.value).collect();
    // By number, from the highest: the longest sequence that begins with it.
    let mut longest: BTreeMap<u8, Vec<u8>> = BTreeMap::new();
    for (number, after) in right_side.iter().rev() {
        let rest = after.iter().filter(|next| *next > number).filter_map(|next| longest.get(next));
        let rest = rest.max_by_key(|rest| rest.len()).map_or(&[][..], |rest| rest);
        longest.insert(*number, [&[*number], rest].concat());
    }
    let first = |number: &u8| i64::from(*number) <= bulls_eye;
    let begun = longest.into_iter().filter(|(number, _)| first(number)).map(|(_, all)| all);
    let Some(longest) = begun.max_by_key(Vec::len).filter(|all| all.len() < EIGHT as usize) else {
        return;
    };
    if right_side.keys().eq(&values) {
        let shown: Vec<String> = longest.iter().map(u8::to_string).collect();
        let title = format!(
            "no sequence of {EIGHT} exists: the longest has {} ({})",
            numbered(longest.len() as u64, "card"),
            shown.join(" ")
        );
        let help = "nobody could win a hand: add numbers to `may_be_followed_by`, or raise `up_to` of \
                    `bulls_eye`";
        file.fault("right_side", title, help);
    }
}

/// By number: the numbers on the right side of its cards.
fn right_side(file: &Fields<'_>, cards: &[Printed]) -> BTreeMap<u8, Vec<u8>> {
    let known = |value: i64| cards.iter().any(|printed| i64::from(printed.value) == value);
    let mut lists = BTreeMap::new();
    file.tables("right_side", |table| {
        table.origin();
        let number = table.number("number", "the number of a card", 1..=MAX_NUMBER);
        let key = "may_be_followed_by";
        let after = table.numbers(key, "a number that follows", 1..=MAX_NUMBER, 0..=NUMBERS);
        if table.has("number") && !known(number) {
            table.fault("number", format!("no card has the number {number}"), "leave it out");
        }
        for value in after.iter().filter(|value| !known(**value)) {
            let title = format!("the right side of {number} names {value}, which no card has");
            table.fault(key, title, "name only numbers of cards");
        }
        for value in after.iter().filter(|value| known(**value) && **value <= number) {
            let title = format!("the right side of {number} names {value}, which is no greater");
            table.fault(key, title, "a sequence rises");
        }
        let after = after.into_iter().map(|value| value as u8).collect();
        if lists.insert(number as u8, after).is_some() {
            let title = format!("the right side of {number} is there twice");
            table.fault("number", title, "leave one of them out");
        }
    });
    let mut missing: Vec<u8> = cards.iter().map(|printed| printed.value).collect();
    missing.sort_unstable();
    missing.dedup();
    missing.retain(|value| !lists.contains_key(value));
    if let Some(value) = missing.first() {
        let title = format!("the cards of number {value} have no right side");
        file.fault("right_side", title, "add `[[right_side]]` for them; its list may be empty");
    }
    lists
}
