//! Scenes: a position, rolls, actions and expected results as text. The engine plays them, and the referee
//! follows.
//!
//! A scene is a list of clauses, separated by `;` and executed in order. Horses, cells and cards count
//! from 1, seats from 0.
//!
//! | clause                              | meaning                                                    |
//! |-------------------------------------|------------------------------------------------------------|
//! | `cards set1+fancy-hat`, `players 3`, `solo set2`, `reading rows_pay at_once` | first: replaces the default, two players with [`QUIET`] cards |
//! | `money0 = 5`                        | sets a value (see [`value`] for all)                       |
//! | `row`, `column`                     | seat 0 is one cell short of the first row or column        |
//! | `finish 7 2 4`                      | these horses have finished, the others are where they were |
//! | `roll 2 1: bet 2 3, use / helmet`   | a round, with the actions of each seat (see [`action`]); `again 7` before the colon is Roland's roll |
//! | `money0 is 5`                       | checks a value                                             |
//! | `may 0 on 7: bet 7 3`, `not …`      | whether an Action is legal if that number is rolled        |
//! | `lists 0 on 7 concession: 5 14`     | the legal Actions of a kind, by their numbers              |
//! | `asked 0 ability`, `unasked …`      | whether a seat had a decision at a point in the last round |
//! | `offered move: 1 2 / 2`             | the legal horses at each decision at a point               |
//! | `log Moved { horse: 3`, `nolog …`   | whether an event happened in the last round                |
//! | `order A < B < C`                   | events of the last round in their order                    |

use std::collections::VecDeque;
use std::sync::Arc;

use pushluck::game::contract::Game as _;
use pushluck::games::long_shot::compiled::Game;
use pushluck::games::long_shot::edition::{PLACES, SHIPPED};
use pushluck::games::long_shot::engine::Outcome;
use pushluck::games::long_shot::legal_actions::Action as Taken;
use pushluck::games::long_shot::sheet::Sheet;
use pushluck::games::long_shot::state::{Phase, State};
use pushluck::games::long_shot::vocabulary::point;

use crate::long_shot::common::{Decision, parsed, rules};
use crate::long_shot::follow::{Engine, config, follow_round, plain_action};
use crate::long_shot::plain::{Action, Ask, Components};

/// A horse of each number whose ability does not affect the tests.
const QUIET: &str = "set3+golden-corral+pie-in-the-sky+loosey-goosey+dance-card+laundry-day+\
                     equestrian-inception+inventory-check+great-appreciation";

/// Whether an action matches a wanted one, in which 0 matches any number.
fn fits(action: Action, wanted: Action) -> bool {
    let Action { kind, wild, number, dollars } = action;
    (kind, wild) == (wanted.kind, wanted.wild)
        && [0, number].contains(&wanted.number)
        && [0, dollars].contains(&wanted.dollars)
}

/// A game between two rounds.
struct Table {
    game: Game,
    components: Arc<Components>,
    state: State,
    /// The events of the last round, one line each.
    log: Vec<String>,
    /// The decisions of the last round.
    asked: Vec<Ask>,
}

impl Table {
    fn sheet(&mut self, seat: usize) -> &mut Sheet {
        &mut self.state.sheets[seat]
    }

    /// Plays a round with a roll, the actions of the seats (otherwise the default) and Roland's further rolls.
    /// All given actions must be taken.
    fn round(
        &mut self,
        (horse, spaces): (u8, u8),
        mut wanted: Vec<VecDeque<Action>>,
        again: &[u8],
    ) {
        wanted.resize(self.state.players.into(), VecDeque::new());
        let over = usize::from(self.state.track.finishers()) == PLACES;
        self.state.phase = Phase::Roll;
        // A race that is over had at least one round.
        self.state.round = self.state.round.max(over.into());
        let choose = &mut |decision: &Decision<'_>| {
            let &Decision { game, state, seat, point, .. } = decision;
            let next = wanted[usize::from(seat)].front();
            let fits = |action: &&Taken| {
                let action = plain_action(point, game.meaning(state, seat, point.into(), **action));
                next.is_some_and(|next| fits(action, *next))
            };
            let found = decision.actions().iter().find(fits).copied();
            if found.is_some() {
                wanted[usize::from(seat)].pop_front();
            }
            found.unwrap_or_else(|| decision.default_action())
        };
        let mut engine = Engine::new(&self.game, (1, 1), choose);
        engine.state = self.state;
        engine.events.0.clear();
        // The movement die shows 1, 2, 2, 2, 3, 3.
        let roll = Outcome::Roll(horse - 1, [0, 1, 4][usize::from(spaces) - 1]);
        let again = again.iter().map(|horse| Outcome::RollAgain(horse - 1));
        engine.dice = Some([roll].into_iter().filter(|_| !over).chain(again).collect());
        // An impossible outcome changes nothing, but advances the game to its next step.
        self.game.happen(&mut engine.state, Outcome::RollAgain(0), &mut engine.events);
        follow_round(config(&self.game, &self.components), &mut engine);
        let Engine { state, events, asked, dice, .. } = engine;
        self.state = state;
        self.log = events.0.iter().map(|event| format!("{event:?}")).collect();
        self.asked = asked.into_iter().map(|(ask, _)| ask).collect();
        assert!(wanted.iter().all(VecDeque::is_empty), "not done: {wanted:?}: {:#?}", self.log);
        assert!(dice.is_none_or(|dice| dice.is_empty()), "Roland did not roll again");
    }

    /// The legal Actions of a seat if `horse` is rolled.
    fn legal(&self, seat: u8, horse: u8) -> Vec<Action> {
        let state = State { rolled: horse - 1, ..self.state };
        let (legal, _) = self.game.legal_actions(&state, seat);
        let meaning = |action| self.game.meaning(&state, seat, point::ACTION, action);
        legal.iter().map(|action| plain_action(point::ACTION as u8, meaning(action))).collect()
    }
}

/// Declares tests: each name with its scenes.
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
    let settings = format!("horses={horses},solo={solo}");
    let components = Arc::new(Components::of_toml(&edition));
    let game = Game::new(rules(parsed(edition), &settings), players);
    let state = game.at_the_gate();
    let mut table = Table { game, components, state, log: Vec::new(), asked: Vec::new() };
    for clause in clauses {
        play(&mut table, clause, &|| format!("`{clause}` of `{text}`"));
    }
}

fn numbers<T: std::str::FromStr>(text: &str) -> Vec<T> {
    let number = |word: &str| word.parse().unwrap_or_else(|_| panic!("`{word}` in `{text}`"));
    text.split_whitespace().map(number).collect()
}

/// Reads an action: its kind, then the horse, or for concessions the cell, then the dollars; 0 if left out.
fn action(text: &'static str) -> Action {
    let mut words = text.split_whitespace();
    let name = words.next().expect("a kind of action");
    let mut number = || words.next().map_or(0, |word| word.parse().expect("a number"));
    let kind = name.strip_prefix("wild_").unwrap_or(name);
    let (number, dollars) = (number(), number() as i64);
    Action { kind, wild: kind != name, number, dollars }
}

fn actions(text: &'static str) -> impl Iterator<Item = Action> {
    text.split(',').filter(|text| !text.trim().is_empty()).map(action)
}

#[track_caller]
fn play(table: &mut Table, clause: &'static str, at: &dyn Fn() -> String) {
    let (verb, rest) = clause.split_once(' ').unwrap_or((clause, ""));
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
        // One cell short of the first row (8, 4, 1, 2) or of the first column (8, 7, 6, 1).
        "row" => table.sheet(0).grid = 0b0111,
        "column" => table.sheet(0).grid = 0b0001_0001_0001,
        "finish" => {
            let (course, positions) = (table.game.course, table.state.track.positions());
            let mut track = table.state.track.with_positions(positions, &course);
            numbers::<u8>(rest).into_iter().for_each(|horse| track.finish(horse - 1, &course));
            table.state.track = track;
        }
        "roll" => {
            let (roll, wanted) = rest.split_once(':').unwrap_or((rest, ""));
            let (roll, again) = roll.split_once("again").unwrap_or((roll, ""));
            let roll = numbers(roll);
            let wanted = wanted.split('/').map(|seat| actions(seat).collect()).collect();
            table.round((roll[0], roll[1]), wanted, &numbers(again));
        }
        "may" | "not" | "lists" => {
            let (who, what) = rest.split_once(':').expect("`: an action`");
            let (seat, number) = who.split_once(" on ").expect("`seat on number`");
            let (number, kind) = number.split_once(' ').unwrap_or((number, ""));
            let legal = table.legal(numbers(seat)[0], numbers(number)[0]);
            if verb == "lists" {
                let fitting = legal.iter().filter(|action| fits(**action, self::action(kind)));
                let listed: Vec<usize> = fitting.map(|action| action.number).collect();
                return assert_eq!(listed, numbers::<usize>(what), "{}", at());
            }
            for wanted in actions(what) {
                let may = legal.iter().any(|legal| fits(*legal, wanted));
                assert_eq!(may, verb == "may", "{}: {wanted:?}", at());
            }
        }
        "asked" | "unasked" => {
            let (seat, point) = rest.split_once(' ').expect("a seat and a point");
            let seat: usize = numbers(seat)[0];
            let asked = table.asked.iter().any(|ask| ask.seat == seat && ask.point == point);
            assert_eq!(asked, verb == "asked", "{}", at());
        }
        "offered" => {
            let (point, wanted) = rest.split_once(':').expect("a point and horses");
            let asks = table.asked.iter().filter(|ask| ask.point == point);
            let offered = asks.map(|ask| {
                let horses = ask.legal.iter().map(|action| action.number);
                horses.filter(|horse| *horse > 0).collect()
            });
            let wanted: Vec<Vec<usize>> = wanted.split('/').map(numbers).collect();
            assert_eq!(offered.collect::<Vec<Vec<usize>>>(), wanted, "{}", at());
        }
        "log" | "nolog" => {
            let has = table.log.iter().any(|line| line.contains(rest));
            assert_eq!(has, verb == "log", "{}: {:#?}", at(), table.log);
        }
        "order" => {
            let place = |part: &str| table.log.iter().position(|line| line.contains(part));
            let places: Option<Vec<usize>> = rest.split(" < ").map(place).collect();
            let ordered = places.is_some_and(|places| places.is_sorted());
            assert!(ordered, "{}: {:#?}", at(), table.log);
        }
        _ => panic!("no such clause: {}", at()),
    }
}

/// The name of a value, its seat, and its horse or card from 0.
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

/// A value: `money0` of seat 0, `bet0.7` on horse 7, `bar.3` of card 3; `score0` by source; sets as numbers.
fn value(table: &Table, what: &str) -> Vec<i64> {
    let (what, seat, horse) = name(what);
    let (sheet, track) = (&table.state.sheets[seat], &table.state.track);
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
        "odds" => {
            let placed = track.placed_in_order();
            placed.map(|(_, horse)| table.game.bet_pays(&table.state, 0, horse)).collect()
        }
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
        "money" => table.sheet(seat).money = first,
        "wilds" => table.sheet(seat).wilds = first as u8,
        "tiles" => table.sheet(seat).tiles = set() as u16,
        "grid" => table.sheet(seat).grid = set() as u16,
        "helmets" => table.sheet(seat).helmets = set() as u8,
        "jerseys" => table.sheet(seat).jerseys = set() as u8,
        "owned" => {
            table.sheet(seat).owned |= set() as u8;
            table.state.market &= !(set() as u8);
        }
        "bets" => *table.sheet(seat) = table.sheet(seat).with_bets(eight()),
        "active" => table.state.active = first as u8,
        "all" => positions(table, eight()),
        "at" => {
            let mut at = table.state.track.positions();
            at[usize::from(horse)] = first as u8;
            positions(table, at);
        }
        _ => panic!("no value `{what}` can be set"),
    }
}
