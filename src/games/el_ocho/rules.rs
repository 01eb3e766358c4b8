//! The rules of one run: an edition with the user's `--rules` applied.

use std::sync::Arc;

use super::edition::{Edition, Joker, Level, MAX_POINTS, MAX_TURNS};
use crate::error::{Error, Result};
use crate::game::RuleSetting;
use crate::game::settings::{self, Setting, choice, needs, on_off, whole_setting};

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

/// The settings of `--rules`, in alphabetical order.
pub const SETTINGS: &[Setting<Rules>] = &[
    on_off!(
        "beyond_target",
        "on|off",
        "Whether points beyond the target count; otherwise a total ends at the target.",
        beyond_target,
    ),
    whole_setting!(
        "entry",
        "0 to 1000000",
        "The fewest points of a turn that a player without points can bank.",
        0..=MAX_POINTS,
        entry: u32,
    ),
    Setting::new(
        "joker",
        "off|standard|literal",
        "The roll of a Joker, a roll that scores nothing but shows the Joker face. `off`: it is a bust. \
         `standard`: it is rolled again. `literal`: so is a roll with the Joker face that scores only \
         by a run. The default depends on the level.",
        |rules, value| {
            rules.joker = Joker::ALL[choice("joker", value.unwrap_or("standard"), Joker::NAMES)?];
            if rules.joker != Joker::Off && rules.edition.joker_face.is_none() {
                return Err(Error::input("this edition has no Joker face"));
            }
            Ok(())
        },
        |rules| rules.joker.name().to_owned(),
    ),
    on_off!(
        "last_turns",
        "on|off",
        "Whether every other player has one more turn once a total has reached the target; the highest \
         total then wins.",
        last_turns,
    ),
    LEVEL,
    whole_setting!(
        "max_turns",
        "1 to 1000000",
        "The maximum number of turns per player. A game that reaches it counts as unfinished.",
        1..=MAX_TURNS,
        max_turns: u32,
    ),
    whole_setting!(
        "min_bank",
        "0 to 1000000",
        "The fewest points of a turn that can be banked.",
        0..=MAX_POINTS,
        min_bank: u32,
    ),
    whole_setting!(
        "penalty",
        "0 to 1000000",
        "The points lost after three turns without points in a row, or as many as the edition says. A \
         total never falls below 0.",
        0..=MAX_POINTS,
        penalty: u32,
    ),
    whole_setting!(
        "target",
        "1 to 1000000",
        "The banked total that wins.",
        1..=MAX_POINTS,
        target: u32,
    ),
];

/// The rules of one run.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The numbers of the game.
    pub edition: Arc<Edition>,
    /// The rule set, as an index into the edition's levels.
    pub level: usize,
    /// When a roll that scores nothing is rolled again.
    pub joker: Joker,
    /// The banked total that wins, in points (EO-1).
    pub target: u32,
    /// The fewest points of a turn that can be banked (EO-12).
    pub min_bank: u32,
    /// The fewest points of a turn that a player without points can bank.
    pub entry: u32,
    /// Whether every other player has one more turn once a total has reached the target.
    pub last_turns: bool,
    /// Whether points beyond the target count.
    pub beyond_target: bool,
    /// The points lost after [`Self::lost_in_a_row`] turns without points.
    pub penalty: u32,
    /// Turns of each player after which a game counts as unfinished.
    pub max_turns: u32,
}

/// The number of turns without points in a row before a penalty, if the edition does not say it.
const LOST_IN_A_ROW: u8 = 3;

impl Default for Rules {
    fn default() -> Self {
        Self::of(Arc::new(Edition::shipped()))
    }
}

impl Rules {
    /// The rules of `edition` with its default level and no settings.
    pub fn of(edition: Arc<Edition>) -> Self {
        let level = edition.default_level;
        Self {
            level,
            joker: edition.levels[level].joker,
            target: edition.target,
            min_bank: edition.minimum_bank,
            entry: edition.entry,
            last_turns: edition.last_turns,
            beyond_target: edition.beyond_target,
            penalty: edition.lost_turns.map_or(0, |lost| lost.penalty),
            max_turns: edition.max_turns,
            edition,
        }
    }

    /// The rules of `edition` with `settings` applied.
    ///
    /// # Errors
    ///
    /// Returns an error for an unknown key or value, with a suggestion.
    pub fn resolve(edition: Arc<Edition>, settings: &[RuleSetting]) -> Result<Self> {
        // The level is applied first because it sets the default of the Joker.
        let (mut settings, others): (Vec<_>, Vec<_>) =
            settings.iter().cloned().partition(|(key, _)| key == "level");
        settings.extend(others);
        settings::resolve(SETTINGS, &Self::of(edition), &settings)
    }

    /// The number of turns without points in a row before the penalty.
    pub fn lost_in_a_row(&self) -> u8 {
        self.edition.lost_turns.map_or(LOST_IN_A_ROW, |lost| lost.in_a_row)
    }

    /// The level in play.
    pub fn level(&self) -> &Level {
        &self.edition.levels[self.level]
    }

    /// The title of the rules in one line: `El Ocho, level 2, target=900`.
    pub fn title(&self) -> String {
        self.title_of(&self.changed())
    }

    /// The title with only these changed settings.
    pub(crate) fn title_of(&self, changed: &[String]) -> String {
        let changed = changed.iter().filter(|setting| !setting.starts_with("level="));
        let names = [self.edition.title(), format!("level {}", self.level().name)];
        names.into_iter().chain(changed.cloned()).collect::<Vec<_>>().join(", ")
    }

    /// The levels not in play, if `settings` name no level. An answer for the default level does
    /// not hold for them.
    pub(super) fn other_levels(&self, settings: &[RuleSetting]) -> Vec<&str> {
        let named = settings.iter().any(|(key, _)| key == "level");
        let others = self.edition.levels.iter().enumerate();
        let others = others.filter(|(level, _)| !named && *level != self.level);
        others.map(|(_, level)| level.name.as_str()).collect()
    }

    /// If `settings` name no level: a note that an answer is for the default level, and how to ask
    /// for another level.
    pub(super) fn level_note(&self, settings: &[RuleSetting]) -> Option<(String, String)> {
        let others = self.other_levels(settings);
        let others = others.iter().map(|level| format!("`--rules level={level}`"));
        let others = others.collect::<Vec<_>>().join(" or ");
        let note = format!("is for level {}, the default", self.level().name);
        (!others.is_empty()).then(|| (note, format!("add {others} for another level")))
    }

    /// The rules of the edition at the level in play, with the Joker rule of that level.
    pub(super) fn baseline(&self) -> Self {
        Self { joker: self.level().joker, ..Self::of(Arc::clone(&self.edition)) }
    }

    /// The settings that differ from the edition's defaults, as `key=value`, sorted.
    pub fn changed(&self) -> Vec<String> {
        settings::changed(SETTINGS, &self.baseline(), self)
    }
}
