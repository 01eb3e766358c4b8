//! Scenes: how a table stands, what is rolled and said, and what comes of it, as text. The engine plays, and
//! the referee follows ([`Table::round`]).
//!
//! A scene is a list of clauses, separated by `;`, which are done in order. Horses, cells and cards count
//! from 1, seats from 0.
//!
//! | clause                              | meaning                                                    |
//! |-------------------------------------|------------------------------------------------------------|
//! | `cards set1+fancy-hat`, `players 3`, `solo set2`, `reading rows_pay at_once` | at the beginning: another table than one of two with [`QUIET`] cards |
//! | `money0 = 5`                        | a value is laid down (see [`value`] for all)               |
//! | `row`, `column`                     | seat 0 is one cell short of the first row or column        |
//! | `finish 7 2 4`                      | these horses have finished, the others are where they were |
//! | `roll 2 1: bet 2 3, use / helmet`   | a round; what the seats do, each as [`Say`]; `again 7` before the colon is rolled by Roland |
//! | `money0 is 5`                       | a value is what it should be                               |
//! | `may 0 on 7: bet 7 3`, `not …`      | whether an Action is legal if that number is rolled        |
//! | `asked 0 ability`, `unasked …`      | whether a seat was asked at a point in the last round      |
//! | `offered move: 1 2 / 2`             | the horses that could be named at a point, time by time    |
//! | `log Moved { horse: 3`, `nolog …`   | whether an event happened in the last round                |
//! | `order A < B < C`                   | events of the last round in their order                    |

use pushluck::diagnostic::Source;
use pushluck::game::publish::Publish as _;
use pushluck::games::long_shot::compiled::Game;
use pushluck::games::long_shot::edition::{Edition, SHIPPED};
use pushluck::games::long_shot::state::Phase;

use super::table::{COLUMN_BUT_ONE, QUIET, ROW_BUT_ONE, Say, Table};
use crate::long_shot::common::rules;

/// Each test by its name, and its scenes.
macro_rules! scenes {
    ($($name:ident: $($scene:literal)+;)*) => {
        $(
            #[test]
            fn $name() {
                $(crate::long_shot::rules::scene::scene($scene);)+
            }
        )*
    };
}
pub(super) use scenes;

/// Plays a scene.
pub(super) fn scene(text: &str) {
    let text: &'static str = text.split_whitespace().collect::<Vec<_>>().join(" ").leak();
    let mut clauses = text.split(';').map(str::trim).peekable();
    let (mut horses, mut solo, mut players, mut edition) = (QUIET, "off", 2, SHIPPED.to_owned());
    while let Some(clause) = clauses.peek() {
        let (verb, rest) = clause.split_once(' ').unwrap_or((*clause, ""));
        match verb {
            "cards" => horses = rest,
            "solo" => (horses, solo) = (if rest.is_empty() { "set1" } else { rest }, "on"),
            "players" => (horses, players) = ("set1", rest.parse().expect("players")),
            "reading" => {
                let (key, value) = rest.split_once(' ').expect("a key and a value");
                let (before, after) = edition.split_once(&format!("{key} = \"")).expect("the key");
                let (_, after) = after.split_once('"').expect("a text");
                edition = format!("{before}{key} = \"{value}\"{after}");
            }
            _ => break,
        }
        clauses.next();
    }
    let edition = Edition::parse(Source::new("scene.toml", edition)).expect("an edition");
    let mut table = Table::of(rules(edition, &[("horses", horses), ("solo", solo)]), players);
    for clause in clauses {
        play(&mut table, clause, &|| format!("`{clause}` of `{text}`"));
    }
}

fn numbers<T: std::str::FromStr>(text: &str) -> Vec<T> {
    let number = |word: &str| word.parse().unwrap_or_else(|_| panic!("`{word}` in `{text}`"));
    text.split_whitespace().map(number).collect()
}

/// A kind of action and its numbers.
fn say(text: &'static str) -> Say {
    let mut words = text.split_whitespace();
    let kind = words.next().expect("a kind of action");
    let mut number = || words.next().map_or(0, |word| word.parse().expect("a number"));
    (kind, number(), number())
}

fn says(text: &'static str) -> Vec<Say> {
    text.split(',').filter(|says| !says.trim().is_empty()).map(say).collect()
}

#[track_caller]
fn play(table: &mut Table, clause: &'static str, at: &dyn Fn() -> String) {
    let (verb, rest) = clause.split_once(' ').unwrap_or((clause, ""));
    let point = |name: &str| {
        Game::POINTS.iter().position(|point| point.name == name).expect("a decision point")
    };
    if let Some(set) = rest.strip_prefix("= ") {
        return lay(table, verb, &numbers(set));
    }
    if let Some(wanted) = rest.strip_prefix("is") {
        return assert_eq!(
            value(table, verb),
            numbers::<i64>(wanted),
            "{}: {:#?}",
            at(),
            table.log
        );
    }
    match verb {
        "row" => table.sheet_mut(0).grid = ROW_BUT_ONE,
        "column" => table.sheet_mut(0).grid = COLUMN_BUT_ONE,
        "finish" => {
            let (course, positions) = (table.game.course, table.positions());
            let mut track = table.state.track.with_positions(positions, &course);
            numbers::<u8>(rest).into_iter().for_each(|horse| track.finish(horse - 1, &course));
            table.state.track = track;
        }
        "roll" => {
            let (roll, said) = rest.split_once(':').unwrap_or((rest, ""));
            let (roll, again) = roll.split_once("again").unwrap_or((roll, ""));
            let roll = numbers(roll);
            let said: Vec<Vec<Say>> = said.split('/').map(says).collect();
            table.round((roll[0], roll[1]), &said, &numbers(again));
        }
        "may" | "not" => {
            let (who, what) = rest.split_once(':').expect("`: an action`");
            let (seat, number) = who.split_once(" on ").expect("`seat on number`");
            let (seat, number) = (numbers(seat)[0], numbers(number)[0]);
            for said in says(what) {
                assert_eq!(table.may(seat, number, said), verb == "may", "{}: {said:?}", at());
            }
        }
        "asked" | "unasked" => {
            let (seat, name) = rest.split_once(' ').expect("a seat and a point");
            let asked = table.was_asked(numbers(seat)[0], point(name));
            assert_eq!(asked, verb == "asked", "{}", at());
        }
        "offered" => {
            let (name, horses) = rest.split_once(':').expect("a point and horses");
            let wanted: Vec<Vec<u8>> = horses.split('/').map(numbers).collect();
            assert_eq!(table.offered(point(name)), wanted, "{}", at());
        }
        "log" | "nolog" => {
            let parts: Vec<&str> = rest.split(" … ").collect();
            assert_eq!(table.log.has(&parts), verb == "log", "{}: {:#?}", at(), table.log);
        }
        "order" => {
            let places: Vec<usize> = rest.split(" < ").map(|part| table.log.place(part)).collect();
            assert!(places.is_sorted(), "{}: {:#?}", at(), table.log);
        }
        _ => panic!("no such clause: {}", at()),
    }
}

/// The name of a value, the seat it is of, and its horse or card from 0.
fn name(name: &str) -> (&str, usize, u8) {
    let (name, horse) = name.split_once('.').unwrap_or((name, "1"));
    let what = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
    let seat = name[what.len()..].parse().unwrap_or(0);
    (what, seat, horse.parse::<u8>().expect("a horse") - 1)
}

/// The numbers of a set, from 1.
fn members(set: impl Into<u32>) -> Vec<i64> {
    let set = set.into();
    (0..32).filter(|member| set >> member & 1 == 1).map(|member| member + 1).collect()
}

/// What is to be seen: `money0` of seat 0, `bet0.7` on horse 7, `bar.3` of card 3; `score0` line by line;
/// sets as their numbers.
fn value(table: &Table, what: &str) -> Vec<i64> {
    let (what, seat, horse) = name(what);
    let (sheet, track) = (table.sheet(seat), &table.state.track);
    let score = table.game.score(&table.state, seat as u8);
    match what {
        "money" => vec![sheet.money.into()],
        "wilds" => vec![sheet.wilds.into()],
        "tiles" => vec![sheet.tiles.count_ones().into()],
        "grid" => members(sheet.grid),
        "helmets" => members(sheet.helmets),
        "jerseys" => members(sheet.jerseys),
        "owned" => members(sheet.owned),
        "bet" => vec![sheet.bet(horse).into()],
        "bets" => sheet.bets().map(i64::from).to_vec(),
        "pays" => vec![table.game.bet_pays(&table.state, seat as u8, horse)],
        "score" => vec![score.purses, score.bets, score.sets, score.money, score.abilities],
        "total" => vec![score.total()],
        "winners" => {
            members(table.game.final_scores(&table.state).1).iter().map(|seat| seat - 1).collect()
        }
        "market" => members(table.state.market),
        "active" => vec![table.state.active.into()],
        "at" => vec![track.position(horse).into()],
        "all" => track.positions().map(i64::from).to_vec(),
        "bar" => members(track.bar(horse)),
        "placed" => track.placed_in_order().map(|(_, horse)| i64::from(horse) + 1).collect(),
        "lead" => members(track.lead()),
        "last" => members(track.last()),
        "finished" => vec![(table.state.phase == Phase::Over { finished: true }).into()],
        _ => panic!("no value `{what}`"),
    }
}

/// Lays a value down.
fn lay(table: &mut Table, what: &str, numbers: &[u32]) {
    let (what, seat, horse) = name(what);
    let set =
        || numbers.iter().filter(|number| **number > 0).fold(0_u32, |set, n| set | 1 << (n - 1));
    let positions = |table: &mut Table, positions| {
        table.state.track = table.state.track.with_positions(positions, &table.game.course);
    };
    let eight = || std::array::from_fn(|horse| numbers[horse] as u8);
    let first = numbers[0];
    match what {
        "money" => table.sheet_mut(seat).money = first,
        "wilds" => table.sheet_mut(seat).wilds = first as u8,
        "tiles" => table.sheet_mut(seat).tiles = set() as u16,
        "grid" => table.sheet_mut(seat).grid = set() as u16,
        "helmets" => table.sheet_mut(seat).helmets = set() as u8,
        "jerseys" => table.sheet_mut(seat).jerseys = set() as u8,
        "owned" => {
            table.sheet_mut(seat).owned |= set() as u8;
            table.state.market &= !(set() as u8);
        }
        "bets" => *table.sheet_mut(seat) = table.sheet(seat).with_bets(eight()),
        "active" => table.state.active = first as u8,
        "all" => positions(table, eight()),
        "at" => {
            let mut at = table.positions();
            at[usize::from(horse)] = first as u8;
            positions(table, at);
        }
        _ => panic!("no value `{what}` is laid down"),
    }
}
