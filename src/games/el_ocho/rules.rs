//! The rules one run is played by: an edition with the user's `--rules` applied.

use std::sync::Arc;

use super::edition::{Edition, Joker, Level, MAX_POINTS, MAX_TURNS, Variant};
use crate::error::{Error, Result, nearest};
use crate::game::{RuleKey, RuleSetting};

/// The keys of `--rules`, in alphabetic order.
pub const KEYS: &[RuleKey] = &[
    RuleKey {
        name: "joker",
        values: "off|standard|literal",
        about: "Whether a roll that scores nothing but shows the Joker face is rolled again; \
                `literal` rolls even a run without single or set again (default: the level's).",
    },
    RuleKey {
        name: "level",
        values: "1|2, or a level of the edition",
        about: "The rule set: 2 adds series, runs and the Joker 8 (default 1).",
    },
    RuleKey {
        name: "max_turns",
        values: "1 to 1000000",
        about: "Turns of each player (rounds in the stressed variant) after which a game counts \
                as unfinished (default 1000).",
    },
    RuleKey {
        name: "min_bank",
        values: "0 to 1000000",
        about: "The least number of points a turn must hold to be banked (default 400).",
    },
    RuleKey {
        name: "target",
        values: "1 to 1000000",
        about: "The banked total that wins (default 8000).",
    },
    RuleKey {
        name: "variant",
        values: "standard|stressed",
        about: "Turns, or the race to call the score of one roll (default standard).",
    },
];

/// What one run is played by.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The numbers of the game.
    pub edition: Arc<Edition>,
    /// The rule set: an index into the edition's levels.
    pub level: usize,
    /// Turns, or the race to announce.
    pub variant: Variant,
    /// How the Joker works.
    pub joker: Joker,
    /// The banked total that wins, in points (EO-1).
    pub target: u32,
    /// The least a turn must hold to be banked, in points (EO-12).
    pub min_bank: u32,
    /// Turns of each player after which a game counts as unfinished.
    pub max_turns: u32,
}

impl Rules {
    /// The rules of `edition` as it stands.
    #[must_use]
    pub fn of(edition: Arc<Edition>) -> Self {
        let level = edition.default_level;
        Self {
            level,
            variant: edition.default_variant,
            joker: edition.levels[level].joker,
            target: edition.target,
            min_bank: edition.minimum_bank,
            max_turns: edition.max_turns,
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
        // The level goes first, since it decides what the Joker is by default.
        let (levels, others): (Vec<_>, Vec<_>) =
            settings.iter().partition(|(key, _)| key == "level");
        for (key, value) in levels.into_iter().chain(others) {
            rules.set(key, value.as_deref())?;
        }
        Ok(rules)
    }

    fn set(&mut self, key: &str, value: Option<&str>) -> Result<()> {
        let needs = |what: &str| {
            Error::input_help(
                format!("the rule `{key}` needs a value"),
                format!("write `--rules {key}={what}`"),
            )
        };
        let number = |low: u32, high: u32| -> Result<u32> {
            let text = value.ok_or_else(|| needs(&high.min(8000).to_string()))?;
            text.replace('_', "")
                .parse()
                .ok()
                .filter(|number| (low..=high).contains(number))
                .ok_or_else(|| {
                    Error::input(format!(
                        "`{key}={text}` is not a whole number from {low} to {high}"
                    ))
                })
        };
        match key {
            "level" => {
                let levels = &self.edition.levels;
                let names: Vec<&str> = levels.iter().map(|level| level.name.as_str()).collect();
                let name = value.ok_or_else(|| needs(names.last().unwrap_or(&"1")))?;
                self.level = names
                    .iter()
                    .position(|known| *known == name)
                    .ok_or_else(|| unknown_value(key, name, &names))?;
                self.joker = self.edition.levels[self.level].joker;
            }
            "variant" => {
                let name = value.ok_or_else(|| needs("stressed"))?;
                self.variant = Variant::from_name(name)
                    .ok_or_else(|| unknown_value(key, name, &Variant::NAMES))?;
            }
            "joker" => {
                let name = value.unwrap_or("standard");
                self.joker = Joker::from_name(name)
                    .ok_or_else(|| unknown_value(key, name, &Joker::NAMES))?;
                if self.joker != Joker::Off && self.edition.joker_face.is_none() {
                    return Err(Error::input("this edition has no Joker face"));
                }
            }
            "target" => self.target = number(1, MAX_POINTS)?,
            "min_bank" => self.min_bank = number(0, MAX_POINTS)?,
            "max_turns" => self.max_turns = number(1, MAX_TURNS)?,
            _ => {
                let known = KEYS.iter().map(|key| key.name);
                let help = match nearest(key, known.clone()) {
                    _ if Variant::from_name(key).is_some() => format!("write `variant={key}`"),
                    Some(name) => format!("did you mean `{name}`?"),
                    None => format!("its rules: {}", known.collect::<Vec<_>>().join(", ")),
                };
                return Err(Error::input_help(format!("el-ocho has no rule `{key}`"), help));
            }
        }
        Ok(())
    }

    /// The rule set that is played.
    #[must_use]
    pub fn level(&self) -> &Level {
        &self.edition.levels[self.level]
    }

    /// What is played, in one line: `El Ocho, level 2, target=900`.
    #[must_use]
    pub fn title(&self) -> String {
        let changed = self.changed().into_iter().filter(|setting| !setting.starts_with("level="));
        let names = [self.edition.title(), format!("level {}", self.level().name)];
        names.into_iter().chain(changed).collect::<Vec<_>>().join(", ")
    }

    /// The settings that differ from the edition's defaults, as `key=value`, sorted.
    #[must_use]
    pub fn changed(&self) -> Vec<String> {
        let edition = &self.edition;
        let mut changed = Vec::new();
        let mut note = |differs: bool, text: String| {
            if differs {
                changed.push(text);
            }
        };
        note(self.joker != self.level().joker, format!("joker={}", self.joker.name()));
        note(self.level != edition.default_level, format!("level={}", self.level().name));
        note(self.max_turns != edition.max_turns, format!("max_turns={}", self.max_turns));
        note(self.min_bank != edition.minimum_bank, format!("min_bank={}", self.min_bank));
        note(self.target != edition.target, format!("target={}", self.target));
        note(self.variant != edition.default_variant, format!("variant={}", self.variant.name()));
        changed
    }
}

fn unknown_value(key: &str, value: &str, known: &[&str]) -> Error {
    Error::input_help(
        format!("the rule `{key}` has no value `{value}`"),
        match nearest(value, known.iter().copied()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!("one of: {}", known.join(", ")),
        },
    )
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
    fn the_level_decides_the_joker_whatever_the_order() {
        let rules = resolve(&[("joker", Some("off")), ("level", Some("2"))]).unwrap();
        assert_eq!(rules.joker, Joker::Off);
        assert_eq!(rules.changed(), ["joker=off", "level=2"]);
        assert_eq!(rules.title(), "El Ocho, level 2, joker=off");
        let rules = resolve(&[("level", Some("2"))]).unwrap();
        assert_eq!(rules.joker, Joker::Standard);
        let rules = resolve(&[("joker", None)]).unwrap();
        assert_eq!(rules.changed(), ["joker=standard"]);
    }

    #[test]
    fn unknown_settings_are_refused_with_a_suggestion() {
        let help = |settings: &[(&str, Option<&str>)]| match resolve(settings).unwrap_err() {
            Error::Input { message, help } => format!("{message}; {}", help.unwrap_or_default()),
            other => panic!("{other}"),
        };
        assert!(help(&[("traget", Some("9000"))]).contains("did you mean `target`?"));
        assert!(help(&[("variant", Some("stresed"))]).contains("did you mean `stressed`?"));
        assert!(help(&[("level", Some("3"))]).contains("no value `3`"));
        assert!(help(&[("level", None)]).contains("needs a value"));
        assert!(help(&[("target", Some("0"))]).contains("from 1 to"));
        assert!(help(&[("target", Some("abc"))]).contains("not a whole number"));
    }
}
