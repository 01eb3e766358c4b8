//! The rules of a run: an edition with the user's `--rules` applied.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::edition::{Edition, HORSES, MAX_START, MAX_TURNS, MAX_WILDS};
use super::state::MAX_PLAYERS;
use crate::error::{Error, Result, nearest};
use crate::game::settings::{Setting, needs, on_off, whole_setting};

/// The settings of `--rules`.
pub const SETTINGS: &[Setting<Rules>] = &[
    Setting::new(
        "horses",
        "set1|set2|set3|mixed, or names of horses, joined with +",
        "The Horse Cards: a set; with `mixed` each game draws one horse of each number from all horses \
         of the edition, including spare ones; named horses (`pie-in-the-sky`) replace the horses of \
         their numbers in the set.",
        |rules, value| rules.set_horses(value.ok_or_else(|| needs("horses", "set2"))?),
        |rules| rules.horses_text.clone(),
    ),
    whole_setting!(
        "max_turns",
        "1 to 1000000",
        "Rounds after which a game counts as unfinished.",
        1..=MAX_TURNS,
        max_turns: u32,
    ),
    whole_setting!(
        "money",
        "0 to 1000",
        "Dollars each player starts with; Roland has his own.",
        0..=MAX_START,
        money: i64,
    ),
    on_off!(
        "solo",
        "on|off",
        "The solo race: one player in seat 1 against Roland, the policy `roland` in seat 2.",
        solo,
    ),
    whole_setting!(
        "wilds",
        "0 to 8",
        "Wild Numbers of each player.",
        0..=MAX_WILDS,
        wilds: u8,
    ),
];

/// The words of `horses=…` that are not names of horses.
pub(super) const SETS: [&str; 4] = ["set1", "set2", "set3", "mixed"];

/// The rules of a run.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The components of the game.
    pub edition: Arc<Edition>,
    /// The candidates for the Horse Card of each number, as a mask of the horses of the edition. One of
    /// them is drawn for each game; a single candidate is certain (LS-3).
    pub horses: [u32; HORSES],
    /// The value of `horses` as written in `--rules`.
    horses_text: String,
    /// Rounds after which a game counts as unfinished.
    pub max_turns: u32,
    /// The dollars of each player at the start (LS-6).
    pub money: i64,
    /// Whether seat 2 is Roland's (LS-47).
    pub solo: bool,
    /// The Wild Numbers of each player (LS-26).
    pub wilds: u8,
}

impl Default for Rules {
    fn default() -> Self {
        Self::of(Arc::new(Edition::shipped()))
    }
}

impl Rules {
    /// The rules of `edition` without changes: Set 1, no Roland.
    pub fn of(edition: Arc<Edition>) -> Self {
        Self {
            horses: set(&edition, 0),
            horses_text: SETS[0].to_owned(),
            max_turns: edition.max_turns,
            money: edition.money,
            solo: false,
            wilds: edition.wilds,
            edition,
        }
    }

    /// The number of tables with invented values that these rules use.
    pub fn proposed(&self) -> usize {
        let Edition { horses, proposed, solo_proposed, .. } = &*self.edition;
        let drawn = |index: usize| self.horses.iter().any(|drawn| drawn >> index & 1 == 1);
        let horses = horses.iter().enumerate().filter(|(index, _)| drawn(*index));
        let solo = if self.solo { *solo_proposed } else { 0 };
        proposed + solo + horses.map(|(_, horse)| horse.proposed).sum::<usize>()
    }

    fn set_horses(&mut self, text: &str) -> Result<()> {
        let edition = Arc::clone(&self.edition);
        let (mut base, mut named) = (None, [None; HORSES]);
        for word in text.split('+') {
            if let Some(set) = SETS.iter().position(|set| *set == word) {
                if base.replace(set).is_some() {
                    return Err(Error::input_help(
                        format!("`horses={text}` names more than one set"),
                        "name one set, and horses that replace some of it",
                    ));
                }
                continue;
            }
            let Some(index) = edition.horses.iter().position(|horse| horse.key == word) else {
                let keys = edition.horses.iter().map(|horse| horse.key.as_str());
                let help = match nearest(word, keys.chain(SETS)) {
                    Some(name) => format!("did you mean `{name}`?"),
                    None => "`pushluck list edition long-shot` names the horses".to_owned(),
                };
                return Err(Error::input_help(
                    format!("there is no horse or set of horses `{word}`"),
                    help,
                ));
            };
            let number = edition.horses[index].number;
            if let Some(other) = named[usize::from(number)].replace(index) {
                let other: &str = &edition.horses[other].key;
                return Err(Error::input_help(
                    format!("`{other}` and `{word}` are both number {}", number + 1),
                    "name at most one horse for each number",
                ));
            }
        }
        let base = base.unwrap_or(0);
        self.horses = set(&edition, base);
        let mut words = vec![SETS[base].to_owned()];
        for (candidates, index) in self.horses.iter_mut().zip(named) {
            if let Some(index) = index.filter(|index| *candidates != 1 << index) {
                *candidates = 1 << index;
                words.push(edition.horses[index].key.clone());
            }
        }
        self.horses_text = words.join("+");
        Ok(())
    }

    /// The allowed numbers of players, Roland included: two to eight (LS-1), limited by the Starting Cards;
    /// two in the solo race (LS-47).
    pub fn seats(&self) -> RangeInclusive<usize> {
        match self.solo {
            true => 2..=2,
            false => 2..=MAX_PLAYERS.min(self.edition.starting_cards.len()),
        }
    }
}

/// The candidates of each number in a set; set 3 (`mixed`) has all horses.
fn set(edition: &Edition, set: usize) -> [u32; HORSES] {
    let mixed = set == 3;
    let mut candidates = [0; HORSES];
    for (index, horse) in edition.horses.iter().enumerate() {
        if mixed || horse.set == Some(set) {
            candidates[usize::from(horse.number)] |= 1 << index;
        }
    }
    candidates
}
