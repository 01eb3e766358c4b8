//! Turns of 8 Seconds as text, played by the engine and checked by the referee.
//!
//! A scene is a list of clauses separated by `;` or line ends. Clauses before `=>` set up the table
//! ([`Scene::lay`]) or give actions: `[SEAT:]POINT ACTION [ARGUMENT]`, separated by commas, each
//! for the next decision of that seat (default 0) at that point. The argument is a number, a Bull
//! or a Buckle. All other decisions are passed or decided by default. Clauses after `=>` are
//! expectations ([`Ended::expect`]). Lists are by seat, from 0.

use std::collections::VecDeque;

use pushluck::game::contract::{Game as _, Next};
use pushluck::game::decision::OwnRandom;
use pushluck::game::publish::Publish as _;
use pushluck::games::eight_seconds::agenda::{Chance, Due};
use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::decision::{Action, Decision};
use pushluck::games::eight_seconds::dice::Dice;
use pushluck::games::eight_seconds::edition::Ability;
use pushluck::games::eight_seconds::event::Event;
use pushluck::games::eight_seconds::state::State;
use pushluck::sim::random::UnitKey;

use crate::eight_seconds::common::{
    ActionList, Made, Record, Step, Steps, bull, bulls, dice, events, game,
};
use crate::eight_seconds::follow::follow_turn;

/// The name of an action at a decision point.
fn name(point: usize, action: Action) -> &'static str {
    Game::POINTS[point].actions[usize::from(action.kind())].name
}

/// The scripted action of a decision, or the default.
fn chosen(lines: &mut Vec<String>, decision: &Decision<'_>) -> Action {
    let (legal, point) = (decision.actions(), usize::from(decision.point));
    let here = format!("{}:{} ", decision.seat, Game::POINTS[point].name);
    let said = lines.iter().position(|line| line.starts_with(&here) && legal.len() > 1);
    let Some(said) = said else { return decision.default_action() };
    let line = lines.remove(said);
    let words: Vec<&str> = line[here.len()..].split(' ').collect();
    let about = words.get(1).map(|word| argument(decision.game, word));
    let fits = |action: &&Action| {
        name(point, **action) == words[0] && about.is_none_or(|about| about == action.argument())
    };
    *legal.iter().find(fits).unwrap_or_else(|| panic!("{line} is not legal: {legal:?}"))
}

/// A scripted turn.
#[derive(Debug)]
struct Scene {
    game: Game,
    state: State,
    rolls: VecDeque<Dice>,
    bulls: VecDeque<u8>,
    /// The actions: `SEAT:POINT ACTION [ARGUMENT]`.
    lines: Vec<String>,
}

impl Scene {
    /// Sets up the table by a clause; returns whether the key is known.
    fn lay(&mut self, key: &str, values: &[&str]) -> bool {
        let (game, state) = (&self.game, &mut self.state);
        let number = |at: usize| values[at].parse::<i64>().expect("a number");
        let buckles = || values.iter().fold(0, |mask, needs| mask | 1 << buckle(game, needs));
        let seats = state.seats.iter_mut().enumerate().take(values.len());
        match key {
            "rules" | "players" => {}
            // The Bulls to be drawn, in order; beyond them the highest.
            "deal" => self.bulls = values.iter().map(|moves| bull(game, moves)).collect(),
            // The Bulls left by the previous turn.
            "left" => {
                state.line_up = bulls(game, values);
                state.deck &= !state.line_up;
            }
            // The only Bulls in the deck; all others are discards.
            "deck" => {
                let deck = bulls(game, values);
                (state.deck, state.discards) = (deck, state.deck & !deck);
            }
            "rolls" => self.rolls = values.iter().map(|letters| dice(letters)).collect(),
            // The seat whose turn it is.
            "turn" => state.rider = number(0) as u8,
            "tokens" => seats.for_each(|(at, seat)| {
                seat.tokens = number(at) as u16;
                state.supply -= number(at);
            }),
            "money" => seats.for_each(|(at, seat)| {
                state.bank += seat.money - number(at);
                seat.money = number(at);
            }),
            "pots" => {
                state.pots = [0, 1, 2].map(number);
                state.bank -= state.pots.iter().sum::<i64>();
            }
            // Riders by their abilities; `-` for none.
            "rider" => seats.filter(|(at, _)| values[*at] != "-").for_each(|(at, seat)| {
                let named = |ability: &&Ability| ability.name() == values[at];
                let ability = Ability::ALL.iter().find(named).expect("an ability");
                let rider = game.rules.rider_with(*ability).expect("such a Rider");
                seat.rider = rider as u8;
                seat.uses = game.rules.edition.riders[rider].uses;
            }),
            // The open Buckles, and those of seat 0.
            "open" => {
                state.open_buckles = buckles();
                state.closed_buckles &= !buckles();
            }
            "has" => {
                state.seats[0].buckles = buckles();
                state.closed_buckles &= !buckles();
            }
            // The Bulls of seat 0.
            "bulls" => {
                state.seats[0].bulls = bulls(game, values);
                state.deck &= !state.seats[0].bulls;
            }
            _ => return false,
        }
        true
    }

    fn chance(&mut self, state: &State) -> Chance {
        let highest = |cards: u32| 31 - cards.leading_zeros() as u8;
        match state.due.last().expect("something due") {
            Due::Deal { .. } => {
                let bull = self.bulls.pop_front().unwrap_or_else(|| highest(state.pool()));
                assert!(state.pool() >> bull & 1 == 1, "Bull {bull} is not in the pile");
                Chance::Bull(bull)
            }
            Due::LayOutBuckles { .. } => Chance::Buckle(highest(state.closed_buckles.into())),
            _ => Chance::Dice(self.rolls.pop_front().expect("a scripted roll")),
        }
    }

    /// Plays the turn with the scripted dice and cards.
    fn turn(&mut self) -> (State, Steps) {
        let record = Record::default();
        let random = OwnRandom::new(UnitKey::of_game(1, 1), 0, 0);
        let mut state = self.state;
        self.game.begin_turn(&mut state, &mut &record);
        loop {
            let at = state;
            match self.game.next(&at) {
                Next::Over { .. } => return (state, record.steps()),
                Next::Chance(_) => {
                    let outcome = self.chance(&at);
                    self.game.happen(&mut state, outcome, &mut &record);
                }
                Next::Decide { seat, point } => {
                    let list = &mut ActionList::default();
                    let decision = Decision::new(&self.game, &at, (seat, point), random, list);
                    let action = record.decided(&decision, chosen(&mut self.lines, &decision));
                    self.game.act(&mut state, action, &mut &record);
                }
            }
        }
    }
}

/// The end of a scene.
#[derive(Debug)]
pub(crate) struct Ended {
    game: Game,
    pub(crate) state: State,
    steps: Steps,
}

impl Ended {
    /// All decisions among several actions.
    pub(crate) fn made(&self) -> impl Iterator<Item = &Made> {
        self.steps.iter().filter_map(|(step, _)| match step {
            Step::Made(made) => Some(made),
            Step::Event(_) => None,
        })
    }

    /// The position of the first event that is `wanted`.
    pub(crate) fn at(&self, wanted: impl Fn(Event) -> bool) -> usize {
        events(&self.steps).position(|(event, _)| wanted(event)).expect("such an event")
    }

    /// Checks an expectation on the final state (numbers of seats from seat 0 on; sets of Bulls by
    /// size or as a list) or on the decisions at a point: `POINT * N`: N decisions. For the n-th of
    /// them, `POINT#n + NAME…` and `POINT#n - NAME…`: these actions are legal or not; `POINT#n NAME
    /// * N`: the number of actions with this name; `POINT#n NAME = ARGUMENT…`: their arguments.
    fn expect(&self, clause: &str) {
        let words: Vec<&str> = clause.split_whitespace().collect();
        let (key, values) = (words[0], &words[1..]);
        let state = &self.state;
        let seats = || state.seated().iter();
        let dealt = |(event, _): &(Event, _)| matches!(event, Event::BullDealt { .. });
        let found: Vec<i64> = match key {
            "outcome" => {
                let outcome = state.turn.outcome.map(|outcome| outcome.name());
                return assert_eq!(outcome, Some(values[0]), "{clause}");
            }
            "dice" => return assert_eq!(state.turn.dice, dice(values[0]), "{clause}"),
            "discards" | "line_up" | "deck" => {
                let set = match key {
                    "discards" => state.discards,
                    "line_up" => state.line_up,
                    _ => state.deck,
                };
                if values[0].contains('-') {
                    return assert_eq!(set, bulls(&self.game, values), "{clause}");
                }
                vec![set.count_ones().into()]
            }
            // The Bulls and Buckles of seat 0.
            "points" => vec![(state.seats[0].bull_points + state.seats[0].buckle_points).into()],
            "tokens" => seats().map(|seat| seat.tokens.into()).collect(),
            "money" => seats().map(|seat| seat.money).collect(),
            "uses" => seats().map(|seat| seat.uses.into()).collect(),
            "bulls" => seats().map(|seat| seat.bulls.count_ones().into()).collect(),
            "cards" => seats().map(|seat| seat.cards.count_ones().into()).collect(),
            "buckles" => seats().map(|seat| seat.buckles.count_ones().into()).collect(),
            "open" => vec![state.open_buckles.count_ones().into()],
            "bank" => vec![state.bank],
            "pots" => state.pots.to_vec(),
            "rolls" => vec![state.turn.rolls.into()],
            "dealt" => vec![events(&self.steps).filter(dealt).count() as i64],
            _ => return self.expect_decision(clause, key, values),
        };
        let values: Vec<i64> = values.iter().map(|value| value.parse().expect(clause)).collect();
        assert_eq!(found[..values.len()], values, "{clause}");
    }

    fn expect_decision(&self, clause: &str, key: &str, values: &[&str]) {
        let (point, nth) = key.split_once('#').unwrap_or((key, ""));
        assert!(Game::POINTS.iter().any(|known| known.name == point), "{clause}");
        let made = self.made().filter(|made| Game::POINTS[made.point].name == point);
        let made: Vec<&Made> = made.collect();
        let count =
            |number: usize, wanted: &str| assert_eq!(number.to_string(), wanted, "{clause}");
        if nth.is_empty() {
            return count(made.len(), values[1]);
        }
        let made = made[nth.parse::<usize>().expect("a place")];
        let of = |named: &str| -> Vec<u8> {
            let legal = made.legal.iter().filter(|action| name(made.point, **action) == named);
            legal.map(|action| action.argument()).collect()
        };
        match values {
            ["+", names @ ..] => assert!(names.iter().all(|name| !of(name).is_empty()), "{clause}"),
            ["-", names @ ..] => assert!(names.iter().all(|name| of(name).is_empty()), "{clause}"),
            [name, "*", wanted] => count(of(name).len(), wanted),
            [name, "=", wanted @ ..] => {
                let wanted: Vec<u8> =
                    wanted.iter().map(|word| argument(&self.game, word)).collect();
                assert_eq!(of(name), wanted, "{clause}");
            }
            _ => panic!("{clause}"),
        }
    }
}

/// Parses an argument of an action: a number, a Bull by three counts, a Buckle by four.
fn argument(game: &Game, word: &str) -> u8 {
    match word.matches('-').count() {
        0 => word.parse().expect("a number"),
        2 => bull(game, word),
        _ => buckle(game, word),
    }
}

/// The Buckle with these Turns-Bucks-Kicks-Clowns.
fn buckle(game: &Game, needs: &str) -> u8 {
    let name = |needs: [u8; 4]| needs.map(|count| count.to_string()).join("-");
    let found = game.rules.edition.buckles.iter().position(|buckle| name(buckle.needs) == needs);
    found.unwrap_or_else(|| panic!("no Buckle {needs}")) as u8
}

/// Plays a scene from a modified table.
pub(crate) fn play_from(text: &str, change: impl FnOnce(&Game, &mut State)) -> Ended {
    let (before, expected) = text.split_once("=>").unwrap_or((text, ""));
    let clauses =
        |text| str::split(text, [';', '\n']).map(str::trim).filter(|part| !part.is_empty());
    let said = |key: &str, otherwise| {
        let said = clauses(before).find_map(|clause| clause.strip_prefix(key));
        said.map_or(otherwise, str::trim)
    };
    let game = game(said("rules ", ""), said("players ", "2").parse().expect("a number"));
    let mut state = game.table();
    change(&game, &mut state);
    let cheap = ["2-1-0", "2-1-1", "2-2-1"].map(|moves| bull(&game, moves));
    let (rolls, bulls) = (VecDeque::new(), VecDeque::from(cheap));
    let mut scene = Scene { game, state, rolls, bulls, lines: Vec::new() };
    for clause in clauses(before) {
        let words: Vec<&str> = clause.split_whitespace().collect();
        if !scene.lay(words[0], &words[1..]) {
            let seated = |line: &str| {
                if line.contains(':') { line.to_owned() } else { format!("0:{line}") }
            };
            scene.lines.extend(clause.split(", ").map(seated));
        }
    }
    let (state, steps) = scene.turn();
    follow_turn(&scene.game, &scene.state, &steps, state.turn.outcome);
    let Scene { game, rolls, lines, .. } = scene;
    assert!(lines.is_empty() && rolls.is_empty(), "unused: {lines:?} {rolls:?}");
    let ended = Ended { game, state, steps };
    clauses(expected).for_each(|clause| ended.expect(clause));
    ended
}

/// Plays a scene.
pub(crate) fn play(text: &str) -> Ended {
    play_from(text, |_, _| {})
}

/// A state in which the seats have these Bulls and tokens.
pub(crate) fn table(game: &Game, seats: &[(&[&str], u16)]) -> State {
    let mut state = game.table();
    for (seat, (cards, tokens)) in state.seats.iter_mut().zip(seats) {
        seat.bulls = bulls(game, cards);
        let points = cards.iter().map(|moves| game.points_of(bull(game, moves)));
        seat.bull_points = points.sum::<i64>() as u16;
        seat.tokens = *tokens;
    }
    state
}
