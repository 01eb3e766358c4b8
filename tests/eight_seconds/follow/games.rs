//! Games of the engine under all kinds of rules, each checked by the referee.

use pushluck::game::publish::Publish as _;
use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::edition::{Edition, SHIPPED};
use pushluck::games::eight_seconds::vocabulary::{kind, point};

use super::{Chosen, easier_edition, edition, follow};
use crate::eight_seconds::common::{Choice, Decision, Player, Policy, Random, Silent, game_of};
use crate::players::{Eager, NamedOnPanic};

/// Leaves the dice of a reroll to their default, which follows from the aim.
#[derive(Debug)]
struct OnDice;

impl Policy<Game> for OnDice {
    fn choose(&self, decision: &Decision<'_>) -> Choice {
        match usize::from(decision.point) {
            point::KEEP_DICE => Silent.choose(decision),
            _ => Random.choose(decision),
        }
    }
}

/// Rides and bets, and keeps the dice that an aim needs.
const RIDES: Eager = Eager {
    kinds: &[
        (point::ACT, kind::RIDE),
        (point::ACT, kind::REROLL),
        (point::AIM, kind::AIM_BULL),
        (point::PAY, kind::PAY_BULL),
        (point::BUCKED_OFF, kind::COMEBACK),
    ],
};

/// Aims at Golden Buckles, especially at the Buckle of Clowns.
const BUCKLES: Eager = Eager {
    kinds: &[
        (point::ACT, kind::BUCKLE),
        (point::ACT, kind::DECLARE),
        (point::ACT, kind::REROLL),
        (point::CLOWN_OUT, kind::CLOWN_OUT_DECLARE),
        (point::BUCKED_OFF, kind::BUCKED_OFF_DECLARE),
        (point::AIM, kind::AIM_BUCKLE),
        (point::PAY, kind::PAY_BULL),
        (point::CHANGE_DIE, kind::PASS),
    ],
};

/// Prolongs its turns with tokens.
const SPENDS: Eager = Eager {
    kinds: &[
        (point::ACT, kind::RETRIEVE),
        (point::ACT, kind::REROLL),
        (point::CLOWN_OUT, kind::CLOWN_OUT_RETRIEVE),
        (point::BUCKED_OFF, kind::BUCKED_OFF_RETRIEVE),
        (point::PAY, kind::PAY_TOKEN),
        (point::PAY, kind::PAY_ABILITY),
        (point::BUY_TOKENS, kind::TRADE),
    ],
};

/// The policies from seat 0 on; the other seats play random actions.
type Table = [&'static Player];

/// Plays `each` games for each number of players.
fn games(
    edition: &Edition,
    settings: &str,
    players: std::ops::RangeInclusive<usize>,
    each: u64,
    table: &Table,
    chosen: &mut Chosen,
) {
    for players in players {
        let game = game_of(edition.clone(), settings, players);
        let random: &Player = &Random;
        let seats: Vec<&Player> =
            (0..players).map(|seat| table.get(seat).copied().unwrap_or(random)).collect();
        for number in 0..each {
            let _name = NamedOnPanic(format!("{settings:?}, {players} players, {number}"));
            follow(&game, &seats, 8, number, chosen);
        }
    }
}

fn random_games(settings: &str, each: u64) {
    games(&Edition::shipped(), settings, 1..=8, each, &[], &mut Chosen::new());
}

#[test]
fn the_base_game_of_every_length() {
    random_games("", 40);
    random_games("tokens=2,supply=unlimited", 20);
    for length in ["bulls=1", "bulls=5", "length=equal", "length=buckle,buckles", "max_turns=3"] {
        random_games(length, 10);
    }
}

/// Vegas with sets of its variants; the referee does not model who sees the bets.
const VEGAS: [&str; 9] = [
    "vegas",
    "vegas=public",
    "vegas=pots",
    "vegas=limited",
    "vegas=diminishing",
    "vegas=pots+limited",
    "vegas=pots+diminishing",
    "vegas=limited+diminishing",
    "vegas=public+pots+limited+diminishing",
];

#[test]
fn vegas_with_every_set_of_variants() {
    for vegas in VEGAS {
        random_games(vegas, 4);
        random_games(&format!("{vegas},tokens=1"), 6);
    }
}

#[test]
fn all_combinations_of_rules() {
    let edition = Edition::shipped();
    let mut number = 0;
    for riders in ["", "riders", "riders,black_riders=off"] {
        for buckles in ["", "buckles", "buckles=replaced", "buckles,open_buckles=12"] {
            for vegas in ["", "vegas", VEGAS[2], VEGAS[3], VEGAS[4], VEGAS[8]] {
                for tokens in ["", "tokens=1", "tokens=2,supply=unlimited"] {
                    for length in ["", "length=equal", "length=buckle,max_turns=20", "bulls=2"] {
                        if length.contains("buckle") && buckles.is_empty() {
                            continue;
                        }
                        let settings = [riders, buckles, vegas, tokens, length];
                        let settings: Vec<&str> =
                            settings.into_iter().filter(|setting| !setting.is_empty()).collect();
                        let players = number % 8 + 1;
                        number += 1;
                        let (settings, players) = (settings.join(","), players..=players);
                        games(&edition, &settings, players, 1, &[], &mut Chosen::new());
                    }
                }
            }
        }
    }
}

#[test]
fn all_expansions_with_different_policies() {
    let edition = Edition::shipped();
    let mut chosen = Chosen::new();
    let settings = "riders,buckles,open_buckles=12,vegas=pots+limited,tokens=2,bulls=5";
    let tables: [&Table; 5] = [
        &[&OnDice, &Silent, &OnDice, &Silent],
        &[&RIDES, &Random, &RIDES],
        &[&BUCKLES, &BUCKLES, &Random],
        &[&SPENDS, &RIDES, &BUCKLES],
        &[],
    ];
    for table in tables {
        games(&edition, settings, 1..=4, 60, table, &mut chosen);
    }
    // Every action of the vocabulary was chosen several times.
    for (number, decision) in Game::POINTS.iter().enumerate() {
        for (kind, action) in decision.actions.iter().enumerate() {
            let times = chosen.get(&(number, kind as u8)).copied().unwrap_or(0);
            assert!(times >= 5, "{} at {} was chosen {times} times", action.name, decision.name);
        }
    }
}

#[test]
fn other_editions() {
    let mut chosen = Chosen::new();
    let settings = "riders,buckles=replaced,open_buckles=12,vegas=pots+limited+diminishing";
    games(&easier_edition(), settings, 1..=8, 10, &[&RIDES, &SPENDS], &mut chosen);

    // Changes every figure of an ability, a Buckle or a payment.
    let figures = [
        ("tokens = 24 ", "tokens = 30 "),
        (
            "ability = \"more_bulls\"      # before the first roll: one purchase buys `number` Bulls\ntokens = 1\nnumber = 2",
            "ability = \"more_bulls\"\ntokens = 1\nnumber = 3",
        ),
        ("number = 1\nlimit = 3", "number = 2\nlimit = 2"),
        ("number = 2\nlimit = 3", "number = 4\nlimit = 5"),
        ("number = 3\nlimit = 10", "number = 5\nlimit = 7"),
        ("money = 10 ", "money = 13 "),
        ("stake = 2 ", "stake = 3 "),
        ("point = 5 ", "point = 4 "),
        ("sell = 5 ", "sell = 4 "),
        ("per_token = 2", "per_token = 3"),
        ("double = 20", "double = 23"),
        ("effect = \"tokens\"\nnumber = 3", "effect = \"tokens\"\nnumber = 1"),
        ("effect = \"more_bulls\"\nnumber = 4", "effect = \"more_bulls\"\nnumber = 6"),
        ("effect = \"clown_out\"\nnumber = 3", "effect = \"clown_out\"\nnumber = 4"),
        ("effect = \"dismount\"\nnumber = 1", "effect = \"dismount\"\nnumber = 2"),
    ];
    let mut text = SHIPPED.to_owned();
    for (shipped, other) in figures {
        assert!(text.contains(shipped), "{shipped}");
        text = text.replacen(shipped, other, 1);
    }
    let other = edition(&text);
    games(&other, settings, 1..=8, 10, &[&BUCKLES, &RIDES], &mut chosen);
}
