//! Reads and checks the cards and numbers of Str8 Eight from an edition file.

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
/// The maximum of the limits on turns per hand and hands per game; it bounds the work of a game.
pub const MAX_LIMIT: i64 = 100_000;
/// The maximum cost of a pass card left in a hand; at least the largest number of a card.
pub const MAX_PENALTY: i64 = 1000;
/// The maximum target, in points.
pub const MAX_TARGET: i64 = 1_000_000;

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
    pub deck: Deck,
    /// The names of the colour groups.
    pub colours: Vec<String>,
    /// The adjustable rules.
    pub rules: Rules,
}

impl Edition {
    /// Reads and checks an edition file.
    ///
    /// # Errors
    ///
    /// Returns all faults of the text, at least one.
    pub fn parse(source: Arc<Source>) -> Result<Self, Vec<Diagnostic>> {
        let Read { value: (deck, colours, rules), name, shape, proposed } =
            read(&source, "str8-eight", parts)?;
        Ok(Self { name, source, shape, proposed, deck, colours, rules })
    }

    /// Returns the shipped edition; a test checks that it parses.
    pub fn shipped() -> Self {
        Self::parse(Source::new("built-in edition", SHIPPED)).expect("the shipped edition is valid")
    }
}

/// Reads the deck, the names of the colour groups and the rules.
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
        let help = "raise `up_to`: a sequence begins with such a card";
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
    let fits = numbers.len() <= NUMBERS && colours.len() <= NUMBERS;
    let numbers = if fits { numbers } else { Vec::new() };
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
        let what = "the cost of a pass card";
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
        let count =
            table.number(direction.into(), "the number of pass cards of a direction", 0..=most);
        vec![direction; count as usize]
    };
    [Direction::Left, Direction::Right, Direction::Across].into_iter().flat_map(of).collect()
}

/// Reads the names of the colour groups and all number cards.
fn colours(file: &Fields<'_>) -> (Vec<String>, Vec<Printed>) {
    let (mut names, mut all) = (Vec::new(), Vec::new());
    file.tables("colours", |table| {
        table.origin();
        let name = table.listed("name");
        if names.contains(&name) {
            table.fault(
                "name",
                "two colour groups have the same name",
                "give each a different name",
            );
        }
        let colour = names.len() as u8;
        names.push(name);
        let values = table.numbers("numbers", "the number of a card", 1..=MAX_NUMBER, 1..=NUMBERS);
        for (place, value) in values.iter().enumerate() {
            if values[..place].contains(value) {
                let title = format!("the {value} of this colour group is listed twice");
                table.fault(
                    "numbers",
                    title,
                    "leave one of them out: the numbers of a group differ",
                );
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

/// Reports an edition in which no sequence of eight cards exists, unless right sides are missing.
fn eight_fit(
    file: &Fields<'_>,
    cards: &[Printed],
    right_side: &BTreeMap<u8, Vec<u8>>,
    bulls_eye: i64,
) {
    let values: BTreeSet<u8> = cards.iter().map(|printed| printed.value).collect();
    // By number, from the highest: the longest sequence that begins with the number.
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
        let help = "add numbers to `may_be_followed_by`, or raise `up_to` of `bulls_eye`: no player \
                    could win a hand";
        file.fault("right_side", title, help);
    }
}

/// Reads the numbers on the right side of the cards, by number.
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
            let title = format!(
                "`may_be_followed_by` of {number} has {value}, but no card has this number"
            );
            table.fault(key, title, "use only numbers that cards have");
        }
        for value in after.iter().filter(|value| known(**value) && **value <= number) {
            let title =
                format!("`may_be_followed_by` of {number} has {value}, which is no greater");
            table.fault(key, title, "name only greater numbers: a sequence rises");
        }
        let after = after.into_iter().map(|value| value as u8).collect();
        if lists.insert(number as u8, after).is_some() {
            let title = format!("the number {number} is listed twice");
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
