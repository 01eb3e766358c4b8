//! The rules one run is played by: an edition with the user's `--rules` applied.

use std::sync::Arc;

use super::edition::{Edition, Joker, Level, MAX_POINTS, MAX_TURNS};
use crate::error::{Error, Result};
use crate::game::RuleSetting;
use crate::game::settings::{self, Setting, choice, needs, whole_setting};

/// The setting of the rule set.
pub(crate) const LEVEL: Setting<Rules> = Setting::new(
    "level",
    "1|2, or a level of the edition",
    "The rule set: 2 adds series, runs and the Joker 8.",
    |rules, value| {
        let levels = rules.edition.levels.iter();
        let names: Vec<&str> = levels.map(|level| level.name.as_str()).collect();
        let name = value.ok_or_else(|| needs("level", names.last().unwrap_or(&"1")))?;
        rules.level = choice("level", name, &names)?;
        rules.joker = rules.level().joker;
        Ok(())
    },
    |rules| rules.level().name.clone(),
);

/// What `--rules` may set, in alphabetic order.
pub const SETTINGS: &[Setting<Rules>] = &[
    Setting::new(
        "joker",
        "off|standard|literal",
        "Whether a roll that scores nothing but shows the Joker face is rolled again; `literal` rolls \
         even a run without single or set again. Each level has its own.",
        |rules, value| {
            rules.joker = Joker::ALL[choice("joker", value.unwrap_or("standard"), Joker::NAMES)?];
            if rules.joker != Joker::Off && rules.edition.joker_face.is_none() {
                return Err(Error::input("this edition has no Joker face"));
            }
            Ok(())
        },
        |rules| rules.joker.name().to_owned(),
    ),
    LEVEL,
    whole_setting!(
        "max_turns",
        "1 to 1000000",
        "Turns of each player after which a game counts as unfinished.",
        1..=MAX_TURNS,
        max_turns: u32,
    ),
    whole_setting!(
        "min_bank",
        "0 to 1000000",
        "The least points of a turn that can be banked.",
        0..=MAX_POINTS,
        min_bank: u32,
    ),
    whole_setting!(
        "target",
        "1 to 1000000",
        "The banked total that wins.",
        1..=MAX_POINTS,
        target: u32,
    ),
];

/// What one run is played by.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The numbers of the game.
    pub edition: Arc<Edition>,
    /// The rule set: an index into the edition's levels.
    pub level: usize,
    /// How the Joker works.
    pub joker: Joker,
    /// The banked total that wins, in points (EO-1).
    pub target: u32,
    /// The least a turn must hold to be banked, in points (EO-12).
    pub min_bank: u32,
    /// Turns of each player after which a game counts as unfinished.
    pub max_turns: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Self::of(Arc::new(Edition::shipped()))
    }
}

impl Rules {
    /// The rules of `edition` as it stands.
    pub fn of(edition: Arc<Edition>) -> Self {
        let level = edition.default_level;
        Self {
            level,
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
        // The level goes first, since it decides what the Joker is by default.
        let (mut settings, others): (Vec<_>, Vec<_>) =
            settings.iter().cloned().partition(|(key, _)| key == "level");
        settings.extend(others);
        settings::resolve(SETTINGS, &Self::of(edition), &settings)
    }

    /// The rule set that is played.
    pub fn level(&self) -> &Level {
        &self.edition.levels[self.level]
    }

    /// What is played, in one line: `El Ocho, level 2, target=900`.
    pub fn title(&self) -> String {
        self.title_of(&self.changed())
    }

    /// The same with some of what differs.
    pub(crate) fn title_of(&self, changed: &[String]) -> String {
        let changed = changed.iter().filter(|setting| !setting.starts_with("level="));
        let names = [self.edition.title(), format!("level {}", self.level().name)];
        names.into_iter().chain(changed.cloned()).collect::<Vec<_>>().join(", ")
    }

    /// The levels that an answer by these rules is not for, where `settings` name none: the answer is
    /// for the default then, and another level may have another.
    pub(super) fn other_levels(&self, settings: &[RuleSetting]) -> Vec<&str> {
        let named = settings.iter().any(|(key, _)| key == "level");
        let others = self.edition.levels.iter().enumerate();
        let others = others.filter(|(level, _)| !named && *level != self.level);
        others.map(|(_, level)| level.name.as_str()).collect()
    }

    /// That an answer is for the default level, and how to ask for the others, where `settings` name
    /// none.
    pub(super) fn level_note(&self, settings: &[RuleSetting]) -> Option<(String, String)> {
        let others = self.other_levels(settings);
        let others = others.iter().map(|level| format!("`--rules level={level}`"));
        let others = others.collect::<Vec<_>>().join(" or ");
        let note = format!("is for level {}, the default", self.level().name);
        (!others.is_empty()).then(|| (note, format!("for another add {others}")))
    }

    /// The rules of the edition at the level in play: the Joker is the level's unless it is set.
    pub(super) fn baseline(&self) -> Self {
        Self { joker: self.level().joker, ..Self::of(Arc::clone(&self.edition)) }
    }

    /// The settings that differ from the edition's defaults, as `key=value`, sorted.
    pub fn changed(&self) -> Vec<String> {
        settings::changed(SETTINGS, &self.baseline(), self)
    }
}
