//! Games of the engine under every kind of rules, each followed by the referee.

use pushluck::game::Actions;
use pushluck::games::long_shot::decision::{
    Choice, DEFAULT_RULE, Decision, OwnLuck, Player, RandomPlayer, Roland,
};
use pushluck::games::long_shot::edition::Edition;
use pushluck::games::long_shot::vocabulary::{kind, point};

use super::follow::{Chosen, follow, game};

/// Says which game it was when a test fails in it.
struct NamedOnPanic(String);

impl Drop for NamedOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("in {}", self.0);
        }
    }
}

/// Somebody who mostly takes one of some kinds of action where they are legal, so that what random
/// players hardly ever bring about comes about.
#[derive(Debug)]
struct Eager {
    kinds: &'static [(usize, u8)],
}

impl Player for Eager {
    fn choose(&self, decision: &Decision<'_>, luck: &OwnLuck) -> Choice {
        let wanted =
            |index: &usize| self.kinds.contains(&(decision.point(), decision.kind(*index) as u8));
        let preferred: Vec<usize> = (0..decision.len()).filter(wanted).collect();
        let action = match preferred.is_empty() || luck.below(1, 8) == 0 {
            true => luck.below(0, decision.len() as u32) as usize,
            false => preferred[luck.below(0, preferred.len() as u32) as usize],
        };
        Choice { action, rule: DEFAULT_RULE }
    }

    fn has_rules(&self, _: usize) -> bool {
        true
    }
}

/// Leaves all decisions to the game.
#[derive(Debug)]
struct Silent;

impl Player for Silent {
    fn choose(&self, decision: &Decision<'_>, luck: &OwnLuck) -> Choice {
        RandomPlayer.choose(decision, luck)
    }

    fn has_rules(&self, _: usize) -> bool {
        false
    }
}

/// Completes lines.
const CONCESSIONS: Eager = Eager {
    kinds: &[
        (point::ACTION, kind::CONCESSION),
        (point::ACTION, kind::WILD_CONCESSION),
        (point::EXTRA_MARK, kind::EXTRA_CONCESSION),
    ],
};

/// Owns as many horses as it can.
const BUYER: Eager = Eager {
    kinds: &[
        (point::ACTION, kind::BUY),
        (point::ACTION, kind::WILD_BUY),
        (point::BONUS, 2),
        (point::HALF_PRICE, kind::BUY_HALF_PRICE),
    ],
};

/// Bets whenever it can.
const BETTOR: Eager = Eager {
    kinds: &[
        (point::ACTION, kind::BET),
        (point::ACTION, kind::BET_AND_MOVE),
        (point::ACTION, kind::WILD_BET),
        (point::ACTION, kind::WILD_BET_AND_MOVE),
    ],
};

/// Marks sets and boxes.
const JOCKEY: Eager = Eager {
    kinds: &[
        (point::ACTION, kind::HELMET),
        (point::ACTION, kind::JERSEY),
        (point::ACTION, kind::WILD_HELMET),
        (point::ACTION, kind::WILD_JERSEY),
    ],
};

/// Who sits down, from seat 0 on; the others are random.
type Table = [&'static dyn Player];

/// Plays so many games for each number of players.
fn games(
    edition: &Edition,
    settings: &str,
    players: std::ops::RangeInclusive<usize>,
    each: u64,
    table: &Table,
    chosen: &mut Chosen,
) {
    for players in players {
        let game = game(edition.clone(), settings, players);
        let random: &dyn Player = &RandomPlayer;
        let seats: Vec<&dyn Player> =
            (0..players).map(|seat| table.get(seat).copied().unwrap_or(random)).collect();
        for number in 0..each {
            let name = &edition.source.name;
            let _name = NamedOnPanic(format!("{name}: {settings:?}, {players} players, {number}"));
            follow(&game, &seats, 8, number, chosen);
        }
    }
}

fn random_games(settings: &str, each: u64) {
    games(&Edition::shipped(), settings, 2..=8, each, &[], &mut Chosen::new());
}

#[test]
fn set_1() {
    random_games("", 40);
}

#[test]
fn set_2() {
    random_games("horses=set2", 40);
}

#[test]
fn set_3() {
    random_games("horses=set3", 40);
}

#[test]
fn mixed_sets() {
    random_games("horses=mixed", 100);
}

#[test]
fn the_solo_race() {
    for horses in ["set1", "set2", "set3", "mixed"] {
        let settings = format!("solo,horses={horses}");
        let table: [&Table; 5] = [
            &[&RandomPlayer, &Roland],
            &[&CONCESSIONS, &Roland],
            &[&BUYER, &Roland],
            &[&JOCKEY, &Roland],
            &[&Silent, &Roland],
        ];
        for table in table {
            games(&Edition::shipped(), &settings, 2..=2, 60, table, &mut Chosen::new());
        }
    }
}
