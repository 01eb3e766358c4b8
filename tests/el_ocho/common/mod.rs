//! Helpers of the tests of El Ocho's engine: games, rolls, players, and replays of turns and games.

pub(crate) mod anyone;
mod played;

use std::sync::Arc;

use pushluck::diagnostic::Source;
use pushluck::game::decision;
use pushluck::games::el_ocho::edition::Edition;
use pushluck::games::el_ocho::engine::Seated;
use pushluck::games::el_ocho::fast::{Alike, Isa, Matches, Turns};
use pushluck::games::el_ocho::player::Player;
use pushluck::games::el_ocho::rules::Rules;
use pushluck::games::el_ocho::scoring::{Keep, Verdict};
use pushluck::games::el_ocho::turn::{Game, Sight, Standing};

use anyone::Anyone;
pub(crate) use played::*;

use crate::el_ocho::plain;
use crate::el_ocho::plain::rules::PlainRules;

/// The game of Pig: one die, a 1 busts.
pub(crate) const PIG: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/editions/pig.toml"));

pub(crate) const SIX_DICE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/editions/six-dice.toml"));

pub(crate) fn edition(text: &str) -> Edition {
    let read = Edition::parse(Source::new("test.toml", text));
    read.unwrap_or_else(|faults| panic!("{text}\n{faults:#?}"))
}

/// The game of the shipped edition under settings as for `--rules` (`level=2,joker=literal`).
pub(crate) fn game(settings: &str) -> Arc<Game> {
    game_of(Edition::shipped(), settings)
}

/// The game of an edition under settings as for `--rules`.
pub(crate) fn game_of(edition: Edition, settings: &str) -> Arc<Game> {
    let settings = crate::library::settings(settings);
    let rules = Rules::resolve(Arc::new(edition), &settings).expect("known settings");
    Arc::new(Game::new(rules).expect("a valid game"))
}

/// One set of rules, for the engine and for the plain engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    pub(crate) settings: &'static str,
    pub(crate) plain: PlainRules,
}

/// Both levels, and every Joker rule of level 2 (at level 1 the plain engine has no Joker).
pub(crate) const CASES: [Case; 4] = [
    Case { settings: "level=1", plain: PlainRules::LEVEL_1 },
    Case { settings: "level=2", plain: PlainRules::LEVEL_2 },
    Case {
        settings: "level=2,joker=off",
        plain: PlainRules::LEVEL_2.with_joker(plain::rules::Joker::Off),
    },
    Case {
        settings: "level=2,joker=literal",
        plain: PlainRules::LEVEL_2.with_joker(plain::rules::Joker::Literal),
    },
];

/// The two levels as printed in the rulebook.
pub(crate) const LEVELS: [Case; 2] = [CASES[0], CASES[1]];

/// The game loop (`None`), then every instruction set of this machine.
pub(crate) fn engines() -> Vec<Option<Isa>> {
    let fast = Isa::ALL.into_iter().filter(|isa| isa.available()).map(Some);
    [None].into_iter().chain(fast).collect()
}

pub(crate) fn fastest() -> Option<Isa> {
    engines().pop().flatten()
}

/// Converts a verdict of the engine to a verdict of the plain engine.
pub(crate) fn in_plain_words(game: &Game, verdict: &Verdict) -> plain::rules::Verdict {
    match verdict {
        Verdict::Bust => plain::rules::Verdict::Bust,
        Verdict::Joker => plain::rules::Verdict::Joker,
        Verdict::Win { points } => {
            plain::rules::Verdict::InstantWin { points: points * game.scoring.unit }
        }
        Verdict::Keep(keeps) => {
            let keeps = keeps.iter().map(|keep| plain_keep(game, *keep));
            plain::rules::Verdict::Keeps(keeps.collect())
        }
    }
}

fn plain_keep(game: &Game, keep: Keep) -> plain::rules::Keep {
    plain::rules::Keep { points: keep.points * game.scoring.unit, dice: keep.dice.into() }
}

/// The number of dice by face, as the engine counts them (index 0 is unused).
pub(crate) fn counts(faces: &[u8], sides: u8) -> Vec<u8> {
    let mut counts = vec![0; usize::from(sides) + 1];
    for &face in faces {
        counts[usize::from(face)] += 1;
    }
    counts
}

/// The faces of a roll written as digits; spaces are ignored.
pub(crate) fn faces(digits: &str) -> Vec<u8> {
    digits.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect()
}

pub(crate) fn verdict(game: &Game, digits: &str) -> Verdict {
    game.scoring.verdict(&counts(&faces(digits), game.rules.edition.sides))
}

pub(crate) fn class(game: &Game, digits: &str) -> u16 {
    let verdict = verdict(game, digits);
    let mut classes = game.table(faces(digits).len() as u8).classes().iter();
    classes.position(|class| class.verdict == verdict).expect("a class of its rolls") as u16
}

/// The legal keeps of a roll as `(points, dice)`, in their order; empty if there are none.
pub(crate) fn keeps(game: &Game, digits: &str) -> Vec<(u32, u8)> {
    let verdict = verdict(game, digits);
    verdict.keeps().iter().map(|keep| (keep.points * game.scoring.unit, keep.dice)).collect()
}

pub(crate) fn sit(game: &Arc<Game>, player: &Anyone) -> Arc<Player> {
    policy(game, player.clone(), player.sight())
}

pub(crate) fn policy(
    game: &Arc<Game>,
    policy: impl decision::Policy<Seated> + 'static,
    sight: Sight,
) -> Arc<Player> {
    Arc::new(Player::new(&Seated::new(game, 1), Arc::new(policy), sight))
}

pub(crate) fn turns(game: &Arc<Game>, players: &[Anyone], seed: u64, isa: Option<Isa>) -> Turns {
    let players = players.iter().map(|player| sit(game, player)).collect();
    Turns { game: Seated::new(game, 1), players, standing: Standing::start(1), seed, isa }
}

pub(crate) fn matches(
    game: &Arc<Game>,
    players: &[Anyone],
    lineups: &[&[usize]],
    seed: u64,
    folded: bool,
) -> Matches {
    Matches {
        game: Seated::new(game, lineups[0].len() as u8),
        players: players.iter().map(|player| sit(game, player)).collect(),
        lineups: lineups.iter().map(|lineup| lineup.to_vec()).collect(),
        fixed_seats: false,
        seed,
        fold_for: folded.then_some(u64::MAX),
        alike: Alike::default(),
    }
}

/// Asserts that a count out of `trials` is within four standard errors of a probability.
pub(crate) fn assert_fits(what: &str, count: u64, trials: u64, probability: f64) {
    let std_error = (probability * (1.0 - probability) / trials as f64).sqrt();
    let off = (count as f64 / trials as f64 - probability) / std_error;
    assert!(off.abs() <= 4.0, "{what}: {count} of {trials} is {off:.2} standard errors away");
}
