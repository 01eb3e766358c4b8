//! The rules of a run: an edition with the user's `--rules` applied.

use std::sync::Arc;

use super::edition::{Ability, Colour, Edition, MAX_BUCKLES, MAX_BULLS, MAX_TURNS};
use super::state::MAX_PLAYERS;
use strum::{IntoStaticStr, VariantArray, VariantNames};

use crate::diagnostic::Diagnostic;
use crate::error::{Error, Result};
use crate::game::RuleSetting;
use crate::game::settings::{self, Setting, choice, needs, number, on, on_off, whole_setting};

/// The settings of `--rules`, in alphabetical order.
pub const SETTINGS: &[Setting<Rules>] = &[
    on_off!(
        "black_riders",
        "on|off",
        "Whether Riders that affect other players are dealt.",
        black_riders,
    ),
    Setting::new(
        "buckles",
        "on|off|replaced",
        "Golden Buckles; `replaced` reveals a new Buckle for each one taken.",
        |rules, value| {
            let kind = choice("buckles", value.unwrap_or("on"), &["on", "off", "replaced"])?;
            (rules.buckles, rules.replace_buckles) = (kind != 1, kind == 2);
            Ok(())
        },
        |rules| if rules.replace_buckles { "replaced".to_owned() } else { on(rules.buckles) },
    ),
    whole_setting!(
        "bulls",
        "1 to 32",
        "The game ends after a player has this number of Bulls; see `length`.",
        1..=MAX_BULLS,
        bulls: u8,
    ),
    Setting::new(
        "dice",
        "the name of a set of dice",
        "Set of dice of the edition. The sets of the built-in edition are `proposed`, `fewer-clowns` \
         and `more-clowns`.",
        |rules, value| {
            let sets = &rules.edition.dice_sets;
            let names: Vec<&str> = sets.iter().map(|set| set.name.as_str()).collect();
            let name = value.ok_or_else(|| needs("dice", names.last().unwrap_or(&"")))?;
            rules.dice = choice("dice", name, &names)?;
            Ok(())
        },
        |rules| rules.edition.dice_sets[rules.dice].name.clone(),
    ),
    Setting::new(
        "length",
        "standard|equal|buckle",
        "How the game ends after a player has enough `bulls`. `standard`: each other player has one \
         more turn. `equal`: the round is finished. `buckle`: as `standard`, but the player also \
         needs a Golden Buckle.",
        |rules, value| {
            let name = value.ok_or_else(|| needs("length", "equal"))?;
            let names = <Length as VariantNames>::VARIANTS;
            rules.length = <Length as VariantArray>::VARIANTS[choice("length", name, names)?];
            Ok(())
        },
        |rules| <&str>::from(rules.length).to_owned(),
    ),
    whole_setting!(
        "max_turns",
        "1 to 1000000",
        "The maximum number of turns per player. A game that reaches it counts as unfinished.",
        1..=MAX_TURNS,
        max_turns: u32,
    ),
    Setting::new(
        "open_buckles",
        "1 to 16",
        "Number of open Golden Buckles at the start.",
        |rules, value| {
            rules.open_buckles = Some(number("open_buckles", value, 1, MAX_BUCKLES as i64)? as u8);
            Ok(())
        },
        |rules| {
            rules.open_buckles.map_or_else(
                || "4, or 6 with five players and more".to_owned(),
                |open| open.to_string(),
            )
        },
    ),
    on_off!(
        "riders",
        "on|off",
        "Riders with abilities: two are dealt to each player, who keeps one.",
        riders,
    ),
    Setting::new(
        "supply",
        "limited|unlimited",
        "Whether the pile of tokens is limited.",
        |rules, value| {
            let name = value.ok_or_else(|| needs("supply", "unlimited"))?;
            rules.limited_supply = choice("supply", name, &["limited", "unlimited"])? == 0;
            Ok(())
        },
        |rules| if rules.limited_supply { "limited" } else { "unlimited" }.to_owned(),
    ),
    whole_setting!(
        "tokens",
        "0|1|2",
        "Foul Tokens of each player at the start.",
        0..=2,
        tokens: u8,
    ),
    Setting::new(
        "vegas",
        "on|off, or one or more of public, pots, limited, diminishing joined with +",
        "Vegas Showdown: betting with money. Its variants: bets are face up (`public`), lost stakes \
         go to pots (`pots`), lost cards are set aside (`limited`), winners share the payoff \
         (`diminishing`).",
        |rules, value| {
            rules.vegas = vegas(value.unwrap_or("on"))?;
            Ok(())
        },
        |rules| shown(rules.vegas),
    ),
];

/// The end of a game once a player has enough Bulls (ES-36, ES-41).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr, VariantArray, VariantNames,
)]
#[strum(serialize_all = "snake_case")]
pub enum Length {
    /// Every other player has one more turn.
    #[default]
    Standard,
    /// The round is completed.
    Equal,
    /// The player needs a Golden Buckle too, and rides no further Bull before; then every other
    /// player has one more turn.
    Buckle,
}

/// The variants of Vegas Showdown (ES-84).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct VegasVariants {
    /// Bets are face up.
    pub public: bool,
    /// Lost stakes go to a pot for their outcome.
    pub pots: bool,
    /// Lost cards are set aside.
    pub limited: bool,
    /// Winners share a larger payoff.
    pub diminishing: bool,
}

impl VegasVariants {
    /// The names in `--rules vegas=…`, each with its flag.
    fn flags(&mut self) -> [(&'static str, &mut bool); 4] {
        [
            ("public", &mut self.public),
            ("pots", &mut self.pots),
            ("limited", &mut self.limited),
            ("diminishing", &mut self.diminishing),
        ]
    }
}

/// The rules of one run.
#[derive(Clone, Debug)]
pub struct Rules {
    pub edition: Arc<Edition>,
    /// Index of the set of dice in the edition.
    pub dice: usize,
    /// Whether Riders are dealt (ES-49).
    pub riders: bool,
    /// Whether black Riders are included (ES-51).
    pub black_riders: bool,
    /// Whether Golden Buckles are laid out (ES-42).
    pub buckles: bool,
    /// Whether each Buckle taken is replaced by a new one (ES-46).
    pub replace_buckles: bool,
    /// Buckles open at the start, if set by the user.
    pub open_buckles: Option<u8>,
    /// Vegas Showdown, if it is played (ES-64).
    pub vegas: Option<VegasVariants>,
    /// Foul Tokens of each player at the start (ES-5).
    pub tokens: u8,
    /// Whether the supply of tokens is limited (ES-Q18).
    pub limited_supply: bool,
    /// Bulls of one player that trigger the end of the game (ES-36).
    pub bulls: u8,
    /// The end of the game after the trigger (ES-41).
    pub length: Length,
    /// Turns of each player after which a game counts as unfinished.
    pub max_turns: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Self::of(Arc::new(Edition::shipped()))
    }
}

impl Rules {
    /// Returns the rules of the base game of `edition`.
    pub fn of(edition: Arc<Edition>) -> Self {
        Self {
            dice: 0,
            riders: false,
            black_riders: true,
            buckles: false,
            replace_buckles: false,
            open_buckles: None,
            vegas: None,
            tokens: 0,
            limited_supply: true,
            bulls: edition.end_bulls,
            length: Length::Standard,
            max_turns: edition.max_turns,
            edition,
        }
    }

    /// Returns the rules of `edition` with `settings` applied.
    ///
    /// # Errors
    ///
    /// If a key or value is unknown (with a suggestion), or if settings are incompatible.
    pub fn resolve(edition: Arc<Edition>, settings: &[RuleSetting]) -> Result<Self> {
        settings::resolve(SETTINGS, &Self::of(edition), settings)?.settled()
    }

    /// Returns the rules with the chosen dice, after all settings are applied.
    ///
    /// # Errors
    ///
    /// If settings are incompatible with each other or with the edition.
    pub fn settled(mut self) -> Result<Self> {
        self.take_up_dice()?;
        if self.length == Length::Buckle && !self.buckles {
            return Err(Error::input_help(
                "`length=buckle` needs Golden Buckles",
                "add `buckles` to `--rules`",
            ));
        }
        if usize::from(self.bulls) > self.edition.bulls.len() {
            return Err(Error::input(format!(
                "the edition has only {} Bulls, so `bulls={}` would never end a game",
                self.edition.bulls.len(),
                self.bulls
            )));
        }
        if self.buckles && self.edition.buckles.is_empty() {
            return Err(Error::input("this edition has no Golden Buckles"));
        }
        Ok(self)
    }

    /// Returns the same rules with another set of dice of the edition.
    ///
    /// # Errors
    ///
    /// If no game can be played with these dice.
    ///
    /// # Panics
    ///
    /// If there is no such set.
    pub fn with_dice(&self, set: usize) -> Result<Self> {
        let mut rules = Self { dice: set, ..self.clone() };
        rules.take_up_dice()?;
        Ok(rules)
    }

    /// Puts the chosen set of dice into the edition.
    fn take_up_dice(&mut self) -> Result<()> {
        let set = &self.edition.dice_sets[self.dice];
        let buckles = if self.buckles { &set.buckle_faults[..] } else { &[] };
        let faults: Vec<Diagnostic> = set.faults.iter().chain(buckles).cloned().collect();
        if !faults.is_empty() {
            return Err(Error::Texts(faults));
        }
        if self.edition.dice != set.dice {
            let dice = set.dice.clone();
            self.edition = Arc::new(Edition { dice, ..(*self.edition).clone() });
        }
        Ok(())
    }

    /// Returns the numbers of components in use that the edition only proposes, each with the words
    /// around the number.
    pub fn proposed(&self) -> [(&'static str, usize, &'static str); 4] {
        let edition = &self.edition;
        let riders =
            self.dealt_riders().filter(|rider| self.riders && edition.riders[*rider].proposed);
        let buckles = if self.buckles { &edition.buckles[..] } else { &[] };
        [
            ("the faces of", edition.dice.iter().filter(|die| die.proposed).count(), "dice"),
            ("the moves of", edition.bulls.iter().filter(|bull| bull.proposed).count(), "Bulls"),
            ("the abilities of", riders.count(), "Riders"),
            ("", buckles.iter().filter(|buckle| buckle.proposed).count(), "Golden Buckles"),
        ]
    }

    /// Checks the number of players.
    ///
    /// # Errors
    ///
    /// If the number is not from 1 to 8 (ES-1), or if there are fewer than two Riders per player
    /// (ES-49).
    pub fn check_players(&self, players: usize) -> Result<()> {
        if !(1..=MAX_PLAYERS).contains(&players) {
            let title = format!("eight-seconds is for 1 to {MAX_PLAYERS} players, not {players}");
            return Err(Error::input(title));
        }
        let riders = self.dealt_riders().count();
        if self.riders && riders < 2 * players {
            return Err(Error::input_help(
                format!(
                    "{players} players need {} Riders, but there are only {riders}",
                    2 * players
                ),
                "play with fewer players, or set `black_riders=on`",
            ));
        }
        Ok(())
    }

    /// Returns the indices of the Riders that may be dealt.
    pub fn dealt_riders(&self) -> impl Iterator<Item = usize> {
        let riders = self.edition.riders.iter().enumerate();
        riders
            .filter(|(_, rider)| self.black_riders || rider.colour != Colour::Black)
            .map(|(index, _)| index)
    }

    /// Returns the index of the Rider with an ability, if any.
    pub fn rider_with(&self, ability: Ability) -> Option<usize> {
        self.edition.riders.iter().position(|rider| rider.ability == ability)
    }

    /// Returns the number of Buckles open at the start (ES-42).
    pub fn buckles_laid_out(&self, players: usize) -> usize {
        let standard = if players >= 5 { 6 } else { 4 };
        self.open_buckles.map_or(standard, usize::from).min(self.edition.buckles.len())
    }

    /// Returns the settings that differ from the edition's defaults, as `key=value`, sorted.
    pub fn changed(&self) -> Vec<String> {
        settings::changed(SETTINGS, &Self::of(Arc::clone(&self.edition)), self)
    }
}

/// Formats the value of `--rules vegas=…`.
fn shown(vegas: Option<VegasVariants>) -> String {
    let Some(mut variants) = vegas else { return on(false) };
    let names = variants.flags().into_iter().filter_map(|(name, on)| on.then_some(name));
    let names: Vec<&str> = names.collect();
    if names.is_empty() { on(true) } else { names.join("+") }
}

fn vegas(value: &str) -> Result<Option<VegasVariants>> {
    let mut variants = VegasVariants::default();
    if value == "off" {
        return Ok(None);
    }
    for name in value.split('+').filter(|_| value != "on") {
        let flags = variants.flags();
        let mut known = vec!["on", "off"];
        known.extend(flags.iter().map(|(name, _)| *name));
        let Some(kind) = choice("vegas", name, &known)?.checked_sub(2) else {
            return Err(Error::input_help(
                format!("`vegas={value}` joins `{name}` with variants"),
                "write only the variants: they turn Vegas Showdown on",
            ));
        };
        *flags[kind].1 = true;
    }
    Ok(Some(variants))
}
