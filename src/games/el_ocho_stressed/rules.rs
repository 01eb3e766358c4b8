//! The settings of `--rules`: the numbers of El Ocho that apply here, and those of the player
//! model.

use crate::error::{Error, Result};
use crate::game::settings::{Setting, needs, whole_setting};
use crate::games::el_ocho::edition::{MAX_POINTS, MAX_TURNS};
use crate::games::el_ocho::rules::{LEVEL, Rules as Dice};

/// Probabilities are stored in millionths.
pub const MILLION: u32 = 1_000_000;

/// A model of how well a player adds up, in parts per million and tenths of a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Model {
    /// The probability of a wrong answer without delay, before the scoring dice are counted.
    pub error_base: u32,
    /// The increase per scoring die.
    pub error_per_die: u32,
    /// The decrease per tenth of a second of waiting.
    pub error_per_tenth: u32,
    /// The number of tenths of a second over which the delay of an answer varies.
    pub jitter: u8,
    /// The share of wrong answers that are "0" if the roll scores.
    pub wrong_zero: u32,
}

impl Model {
    /// The default model.
    pub const DEFAULT: Self = Self {
        error_base: 300_000,
        error_per_die: 80_000,
        error_per_tenth: 30_000,
        jitter: 5,
        wrong_zero: 50_000,
    };

    /// The probability in parts per million that an answer after `delay` tenths is wrong.
    pub fn error(&self, scoring_dice: u8, delay: u8) -> u32 {
        let at_once = self.error_base + self.error_per_die * u32::from(scoring_dice);
        at_once.saturating_sub(self.error_per_tenth * u32::from(delay)).min(MILLION)
    }
}

/// The rules of one run.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The dice and their scoring.
    pub dice: Dice,
    /// The model of the players, equal for all seats.
    pub model: Model,
}

impl Rules {
    /// The rules with these dice and the default model.
    pub(super) fn of(dice: Dice) -> Self {
        Self { dice, model: Model::DEFAULT }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::of(Dice::default())
    }
}

/// Parses a number from 0 to `most` to millionths.
fn millionths(key: &str, value: Option<&str>, most: u32) -> Result<u32> {
    let text = value.ok_or_else(|| needs(key, "0.1"))?;
    let number = text.parse().ok().filter(|number| (0.0..=f64::from(most)).contains(number));
    let number = number.map(|number: f64| (number * f64::from(MILLION)).round() as u32);
    number.ok_or_else(|| {
        Error::input_help(
            format!("`{key}={text}` is not a number from 0 to {most}"),
            format!("write one such as `{key}=0.1`"),
        )
    })
}

/// A [`Setting`] in millionths.
macro_rules! share {
    ($field:ident, $most:literal, $about:literal) => {
        Setting::new(
            stringify!($field),
            concat!("0 to ", $most, ", to a millionth"),
            $about,
            |rules: &mut Rules, value| {
                rules.model.$field = millionths(stringify!($field), value, $most)?;
                Ok(())
            },
            |rules| (f64::from(rules.model.$field) / f64::from(MILLION)).to_string(),
        )
    };
}

/// The settings of `--rules`, in alphabetical order.
pub const SETTINGS: &[Setting<Rules>] = &[
    share!(
        error_base,
        10,
        "The probability of a wrong announcement at once, before dice and waiting are counted. Above 1, it \
         becomes a probability only after a wait."
    ),
    share!(error_per_die, 1, "The increase of that probability per scoring die."),
    share!(
        error_per_tenth,
        1,
        "The decrease of that probability per tenth of a second of waiting."
    ),
    whole_setting!(
        "jitter",
        "0 to 100 tenths of a second",
        "An announcement comes 0 to `jitter` - 1 tenths of a second after the intended time; with 0 or 1 at that time.",
        0..=100,
        model.jitter: u8,
    ),
    Setting::new(
        "level",
        LEVEL.key.values,
        "The rule set: 2 adds series, and a win for all dice alike.",
        |rules, value| (LEVEL.set)(&mut rules.dice, value),
        |rules| (LEVEL.get)(&rules.dice),
    ),
    whole_setting!(
        "max_turns",
        "1 to 1000000",
        "Rounds after which a game counts as unfinished.",
        1..=MAX_TURNS,
        dice.max_turns: u32,
    ),
    whole_setting!("target", "1 to 1000000", "The total that wins.", 1..=MAX_POINTS, dice.target: u32),
    share!(
        wrong_zero,
        1,
        "The share of \"0\" among wrong announcements of a roll that scores; the others are a wrong \
         score."
    ),
];
