//! El Ocho's definition: edition, settings, shipped policies and starting totals.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::edition::{Edition, Level, MORE, SHIPPED};
use super::engine::Seated;
use super::rules::{Rules, SETTINGS};
use super::solved_policies::{OPTIMAL_RACE, OPTIMAL_THREE, OPTIMAL_TURN, OPTIMAL_WIN, Own};
use super::turn::{Game, MAX_PLAYERS};
use crate::diagnostic::{Diagnostic, Source};
use crate::error::{Error, Result};
use crate::game::contract::Game as _;
use crate::game::settings::Setting;
use crate::game::{RuleKey, RuleSetting};
use crate::run::{
    Case, Definition, EditionFacts, Editions, Options, Registered, Shipped, Starts,
    shipped_policies,
};

/// The game without the commands that only El Ocho has.
pub static EL_OCHO: Registered<Seated> = Registered::new();

impl Definition for Seated {
    type Rules = Rules;

    const ABOUT: &'static str = "eight eight-sided dice: which to keep, and when to stop rolling";
    const SEATS: RangeInclusive<usize> = 1..=MAX_PLAYERS;

    fn game(rules: &Rules, seats: u8) -> Result<Seated> {
        Ok(Seated::new(&Arc::new(Game::new(rules.clone())?), seats))
    }

    const SETTINGS: &'static [Setting<Rules>] = SETTINGS;
    const POLICIES: &'static [Shipped] = shipped_policies![
        "el-ocho":
        "bank-at-once",
        "catch-up",
        "cautious-leader",
        "daredevil",
        "dice-aware",
        "end-game",
        "hold-at",
        "keep-few",
        "weigh-the-risk",
        "weigh-the-turn";
        Shipped::built_in(
            OPTIMAL_RACE,
            "Minimizes the expected number of turns to the target and ignores the other players.",
            &[],
        ),
        Shipped::built_in(
            OPTIMAL_THREE,
            "Maximizes the win rate among three players who all play the same policy; the first use \
             solves the game, for some 20 minutes on two cores.",
            &[],
        ),
        Shipped::built_in(
            OPTIMAL_TURN,
            "Maximizes the expected points of each turn and ignores the totals.",
            &[],
        ),
        Shipped::built_in(
            OPTIMAL_WIN,
            "Maximizes the win rate against one opponent who plays the same policy; with more opponents, \
             it considers only the best of their totals, as measured in simulated games.",
            &[],
        ),
    ];
    const EDITIONS: Option<Editions<Rules>> = Some(Editions {
        limits,
        rule_sets,
        baseline: |_, rules| rules.baseline(),
        title: |rules, changed| Some(rules.title_of(changed)),
        more: MORE,
        ..Editions::new(
            SHIPPED,
            |source| Edition::parse(source).map(|edition| Rules::of(Arc::new(edition))),
            |rules| EditionFacts {
                name: &rules.edition.name,
                source: &rules.edition.source,
                shape: &rules.edition.shape,
                proposed: 0,
            },
        )
    });
    const OPTIONS: Options<Self> = Options {
        default_games: 200_000,
        review_games: 10_000,
        base: "weigh-the-risk",
        solved: Some(OPTIMAL_WIN),
        starts: Starts {
            keys: &[
                RuleKey {
                    name: "opponent",
                    values: "points, or a list like 5400+3000",
                    about: "The banked totals of the other seats from seat 2 on; one number applies to \
                            all of them (default 0).",
                },
                RuleKey {
                    name: "own",
                    values: "points",
                    about: "The banked total of seat 1, which takes the first turn; with --turns, \
                            that of the player (default 0).",
                },
            ],
            begin: starting,
            ..Options::<Self>::DEFAULT.starts
        },
        bench: &[
            Case::turns("hold-at:hold=500").with(&["level=2"]),
            Case::turns("hold-at:hold=1000").with(&["level=2"]),
            Case::games("hold-at:hold=1000", 2).with(&["level=2"]),
            Case::games("weigh-the-risk", 2).with(&["level=2"]),
            Case::games("random", 2).with(&["level=2"]),
        ],
        by_default,
        built_in: || Box::new(Own::default()),
        ..Options::DEFAULT
    };

    fn settled(edition: &Rules, settings: &[RuleSetting]) -> Result<Rules> {
        Rules::resolve(Arc::clone(&edition.edition), settings)
    }
}

/// All file policies except `weigh-the-turn`. Folded or not, its turns double the time of a round
/// robin.
pub(super) fn by_default(_: &Rules, policy: &Shipped, _: &dyn Fn(usize) -> bool) -> bool {
    !policy.text.is_empty() && policy.name != "weigh-the-turn"
}

/// The faults of levels whose scoring exceeds the range of the engine.
pub(crate) fn limits(rules: &Rules) -> Vec<Diagnostic> {
    let edition = &rules.edition;
    let fault = |(level, of): (usize, &Level)| {
        let mut rules = Rules::of(Arc::clone(edition));
        (rules.level, rules.joker) = (level, of.joker);
        let Err(Error::Input { message, help }) = Game::new(rules) else { return None };
        let head = format!("[level.{}]", of.name);
        let at = edition.source.text.find(&head).unwrap_or(0);
        let span = at..(at + head.len()).min(edition.source.text.len());
        let fault = Diagnostic::error(&edition.source, span, message)
            .with_label(format!("in level `{}`", of.name));
        Some(Diagnostic { help, ..fault })
    };
    edition.levels.iter().enumerate().filter_map(fault).collect()
}

pub(crate) fn rule_sets(rules: &Rules) -> Vec<(String, String)> {
    let default = rules.edition.default_level;
    let describe = |(index, level): (usize, &Level)| {
        let default = if index == default { " (default)" } else { "" };
        (format!("level={}{default}", level.name), level.about.clone())
    };
    rules.edition.levels.iter().enumerate().map(describe).collect()
}

/// The game with initial totals from `start`, and these totals in points.
fn starting(game: Seated, start: &[RuleSetting], alone: bool) -> Result<(Seated, Vec<i64>)> {
    let game = if alone { game.with(2) } else { game };
    let totals = start_totals(&game, start, game.seats().into())?;
    let points = totals.iter().map(|units| game.points(*units)).collect();
    Ok((game.starting(totals), points))
}

pub(super) fn compile(
    edition: Option<&Arc<Source>>,
    settings: &[RuleSetting],
) -> Result<Arc<Game>> {
    let (edition, rules) = Registered::<Seated>::settled(edition, settings)?;
    let game = Game::new(rules).map_err(|error| {
        let faults = limits(&edition);
        if faults.is_empty() { error } else { Error::Texts(faults) }
    })?;
    Ok(Arc::new(game))
}

fn total(game: &Game, key: &str, text: &str) -> Result<u32> {
    let unit = game.scoring.unit;
    let points: u32 = text
        .replace('_', "")
        .parse()
        .map_err(|_| Error::input(format!("`{key}={text}` is not a number of points")))?;
    if !points.is_multiple_of(unit) {
        let message = format!("`{key}={text}` is impossible: points come in steps of {unit}");
        return Err(Error::input(message));
    }
    if points >= game.rules.target {
        let target = game.rules.target;
        let message = format!("with `{key}={text}` the game is over: the target is {target}");
        return Err(Error::input(message));
    }
    Ok(points / unit)
}

/// The initial totals of games, in units.
pub(crate) fn start_totals(
    game: &Game,
    start: &[RuleSetting],
    seats: usize,
) -> Result<[u32; MAX_PLAYERS]> {
    let mut totals = [0; MAX_PLAYERS];
    for (key, value) in start {
        let value = value.as_deref().ok_or_else(|| {
            Error::input_help(format!("`{key}` needs a value"), format!("write `{key}=3000`"))
        })?;
        if key == "own" {
            totals[0] = total(game, key, value)?;
            continue;
        }
        let given: Vec<u32> =
            value.split('+').map(|one| total(game, key, one)).collect::<Result<_>>()?;
        if given.len() != 1 && given.len() + 1 != seats {
            return Err(Error::input_help(
                format!("{} totals given for {} opponents", given.len(), seats - 1),
                "give one for all opponents, or one for each, joined by `+`",
            ));
        }
        for seat in 1..seats {
            totals[seat] = given[(seat - 1).min(given.len() - 1)];
        }
    }
    Ok(totals)
}
