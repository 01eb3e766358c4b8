//! The rules one run is played by: an edition with the user's `--rules` applied.

use std::sync::Arc;

use super::edition::{Edition, HORSES, MAX_START, MAX_TURNS, MAX_WILDS, Set};
use super::state::MAX_PLAYERS;
use crate::error::{Error, Result, nearest};
use crate::game::{RuleKey, RuleSetting};
use crate::games::settings::{needs, number, on_or_off};

/// The keys of `--rules`, in alphabetic order.
pub const KEYS: &[RuleKey] = &[
    RuleKey {
        name: "horses",
        values: "set1|set2|set3|mixed, or names of horses, joined with +",
        about: "The Horse Cards: a set; `mixed` draws one of all horses of each number of the \
                edition, spare ones included, anew for each game; horses named (`pie-in-the-sky`) \
                take the place of their numbers in the set (default set1).",
    },
    RuleKey {
        name: "max_turns",
        values: "1 to 1000000",
        about: "Rounds after which a game counts as unfinished (default 200).",
    },
    RuleKey {
        name: "money",
        values: "0 to 1000",
        about: "Dollars each player starts with; Roland has his own (default 12).",
    },
    RuleKey {
        name: "solo",
        values: "on|off",
        about: "The solo race: one player in seat 1 against Roland, the policy `roland` in seat 2 \
                (default off).",
    },
    RuleKey { name: "wilds", values: "0 to 8", about: "Wild Numbers of each player (default 3)." },
];

/// What stands for itself in `horses=…`.
const SETS: [&str; 4] = ["set1", "set2", "set3", "mixed"];

/// The words of `horses=…` that no horse may be called.
pub(super) const HORSE_WORDS: [&str; 4] = SETS;

/// What one run is played by.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The components of the game.
    pub edition: Arc<Edition>,
    /// By number: the horses that one is drawn from for each game, as a mask of the horses of the
    /// edition; a single one where the card is certain (LS-3).
    pub horses: [u32; HORSES],
    /// How `horses` is written in `--rules`.
    horses_text: String,
    /// Rounds after which a game counts as unfinished.
    pub max_turns: u32,
    /// What each player starts with, in dollars (LS-6).
    pub money: i64,
    /// Whether seat 2 is Roland's (LS-47).
    pub solo: bool,
    /// The Wild Numbers of each player (LS-26).
    pub wilds: u8,
}

impl Rules {
    /// The rules of `edition` as it stands: Set 1, no Roland.
    #[must_use]
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

    /// The rules of `edition` with `settings` applied.
    ///
    /// # Errors
    ///
    /// An unknown key or value, with a suggestion.
    pub fn resolve(edition: Arc<Edition>, settings: &[RuleSetting]) -> Result<Self> {
        let mut rules = Self::of(edition);
        for (key, value) in settings {
            rules.set(key, value.as_deref())?;
        }
        Ok(rules)
    }

    fn set(&mut self, key: &str, value: Option<&str>) -> Result<()> {
        match key {
            "horses" => self.set_horses(value.ok_or_else(|| needs(key, "set2"))?)?,
            "max_turns" => self.max_turns = number(key, value, 1, MAX_TURNS)?,
            "money" => self.money = number(key, value, 0, MAX_START as u32)?.into(),
            "solo" => self.solo = on_or_off(key, value)?,
            "wilds" => self.wilds = number(key, value, 0, MAX_WILDS.into())? as u8,
            _ => {
                let known = KEYS.iter().map(|key| key.name);
                let help = match nearest(key, known.clone()) {
                    _ if self.is_horses(key) => format!("write `horses={key}`"),
                    Some(name) => format!("did you mean `{name}`?"),
                    None => format!("its rules: {}", known.collect::<Vec<_>>().join(", ")),
                };
                return Err(Error::input_help(format!("long-shot has no rule `{key}`"), help));
            }
        }
        Ok(())
    }

    fn is_horses(&self, word: &str) -> bool {
        SETS.contains(&word) || self.edition.horses.iter().any(|horse| horse.key == word)
    }

    fn set_horses(&mut self, text: &str) -> Result<()> {
        let edition = Arc::clone(&self.edition);
        let (mut base, mut named) = (None, [None; HORSES]);
        for word in text.split('+') {
            if let Some(set) = SETS.iter().position(|set| *set == word) {
                if base.replace(set).is_some() {
                    return Err(Error::input_help(
                        format!("`horses={text}` names more than one set"),
                        "name one set, and horses that take the place of some of it",
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
                return Err(Error::input_help(format!("there is no horse `{word}`"), help));
            };
            let number = edition.horses[index].number;
            if let Some(other) = named[usize::from(number)].replace(index) {
                let other: &str = &edition.horses[other].key;
                return Err(Error::input_help(
                    format!("`{other}` and `{word}` are both number {}", number + 1),
                    "name one horse for a number",
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

    /// Whether the game can be played by so many, Roland included.
    ///
    /// # Errors
    ///
    /// Other than 2 to 8 players (LS-1), other than 2 in the solo race, and more than there are
    /// Starting Cards.
    pub fn check_players(&self, players: usize) -> Result<()> {
        let cards = self.edition.starting_cards.len();
        if self.solo && players != 2 {
            return Err(Error::input_help(
                format!("the solo race is for one player and Roland, not for {players} seats"),
                "give seat 1 a policy and seat 2 `roland`",
            ));
        }
        if !(2..=MAX_PLAYERS).contains(&players) {
            return Err(Error::input_help(
                format!("long-shot is for 2 to {MAX_PLAYERS} players, not {players}"),
                "with `--rules solo` one plays against Roland",
            ));
        }
        if players > cards {
            return Err(Error::input(format!(
                "{players} players need as many Starting Cards and there are {cards}"
            )));
        }
        Ok(())
    }

    /// The settings that differ from the edition's defaults, as `key=value`, sorted.
    #[must_use]
    pub fn changed(&self) -> Vec<String> {
        let mut changed = Vec::new();
        let mut note = |differs: bool, text: String| {
            if differs {
                changed.push(text);
            }
        };
        let edition = &self.edition;
        note(self.horses_text != SETS[0], format!("horses={}", self.horses_text));
        note(self.max_turns != edition.max_turns, format!("max_turns={}", self.max_turns));
        note(self.money != edition.money, format!("money={}", self.money));
        note(self.solo, "solo=on".to_owned());
        note(self.wilds != edition.wilds, format!("wilds={}", self.wilds));
        changed
    }
}

/// The candidates of each number in a set; in the last all horses there are.
fn set(edition: &Edition, set: usize) -> [u32; HORSES] {
    let mixed = set == 3;
    let mut candidates = [0; HORSES];
    for (index, horse) in edition.horses.iter().enumerate() {
        if mixed || (horse.set != Set::Spare && horse.set as usize == set) {
            candidates[usize::from(horse.number)] |= 1 << index;
        }
    }
    candidates
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(settings: &[(&str, Option<&str>)]) -> Result<Rules> {
        let settings: Vec<RuleSetting> = settings
            .iter()
            .map(|(key, value)| ((*key).to_owned(), value.map(str::to_owned)))
            .collect();
        Rules::resolve(Arc::new(Edition::shipped()), &settings)
    }

    #[test]
    fn keys_are_sorted_and_what_changed_is_told_in_their_order() {
        assert!(KEYS.is_sorted_by_key(|key| key.name));
        assert!(resolve(&[]).unwrap().changed().is_empty());
        let rules = resolve(&[
            ("wilds", Some("4")),
            ("solo", None),
            ("money", Some("20")),
            ("max_turns", Some("1_000")),
            ("horses", Some("dance-card+set2+pie-in-the-sky")),
        ]);
        let changed = rules.unwrap().changed();
        assert!(changed.is_sorted());
        assert_eq!(changed.len(), KEYS.len());
        assert_eq!(changed[0], "horses=set2+pie-in-the-sky+dance-card");
    }

    #[test]
    fn ls_03_each_number_has_one_horse_of_a_set_or_is_drawn_from_all_of_it() {
        let one = |rules: &Rules| rules.horses.iter().all(|horses| horses.count_ones() == 1);
        for set in ["set1", "set2", "set3", "set1+dance-card", "pie-in-the-sky"] {
            assert!(one(&resolve(&[("horses", Some(set))]).unwrap()), "{set}");
        }
        let mixed = resolve(&[("horses", Some("mixed"))]).unwrap();
        assert!(mixed.horses.iter().all(|horses| horses.count_ones() == 4));
        assert_eq!(mixed.changed(), ["horses=mixed"]);
        // Naming what is there anyway changes nothing.
        assert!(resolve(&[("horses", Some("too-lucky"))]).unwrap().changed().is_empty());
    }

    #[test]
    fn unknown_settings_are_refused_with_a_way_out() {
        let help = |settings: &[(&str, Option<&str>)]| match resolve(settings).unwrap_err() {
            Error::Input { message, help } => format!("{message}; {}", help.unwrap_or_default()),
            other => panic!("{other}"),
        };
        assert!(help(&[("horse", None)]).contains("did you mean `horses`?"));
        assert!(help(&[("set2", None)]).contains("write `horses=set2`"));
        assert!(help(&[("horses", None)]).contains("needs a value"));
        assert!(help(&[("horses", Some("set4"))]).contains("did you mean `set1`?"));
        assert!(help(&[("horses", Some("set1+set2"))]).contains("more than one set"));
        assert!(help(&[("horses", Some("too-lucky+silver-spoon"))]).contains("both number 2"));
        assert!(help(&[("horses", Some("to-lucky"))]).contains("did you mean `too-lucky`?"));
        assert!(help(&[("horses", Some("secretariat"))]).contains("list edition"));
        assert!(help(&[("wilds", Some("9"))]).contains("from 0 to 8"));
    }

    #[test]
    fn ls_01_two_to_eight_play_and_solo_seats_two() {
        let rules = resolve(&[]).unwrap();
        assert!((2..=8).all(|players| rules.check_players(players).is_ok()));
        assert!(rules.check_players(1).is_err());
        assert!(rules.check_players(9).is_err());
        let solo = resolve(&[("solo", None)]).unwrap();
        assert!(solo.check_players(2).is_ok());
        assert!(solo.check_players(3).is_err());
    }
}
