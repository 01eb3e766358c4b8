//! A table at which a test lays down the dice and says what the players do.

#![allow(dead_code)] // Each test binary uses some of it.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use pushluck::diagnostic::Source;
use pushluck::game::contract::{self, Game as _, MAX_SEATS, Next};
use pushluck::game::decision::{self, Choice, DEFAULT_RULE, OwnLuck, Policy};
use pushluck::game::frame::Setup;
use pushluck::game::play::{Streams, play_until};
use pushluck::game::publish::Publish;
use pushluck::game::settings::resolve;
use pushluck::games::long_shot::actions::Action;
use pushluck::games::long_shot::due::Asked;
use pushluck::games::long_shot::edition::{Edition, HORSES, SHIPPED};
use pushluck::games::long_shot::event::Event;
use pushluck::games::long_shot::game::Outcome;
use pushluck::games::long_shot::play::Game;
use pushluck::games::long_shot::rules::Rules;
use pushluck::games::long_shot::score::Score;
use pushluck::games::long_shot::setup::Title;
use pushluck::games::long_shot::sheet::Sheet;
use pushluck::games::long_shot::state::{Phase, State};
use pushluck::games::long_shot::vocabulary::{VOCABULARY, point};
use pushluck::sim::luck::{Domain, UnitLuck};
use rand_pcg::Pcg32;

pub(crate) type Decision<'a> = decision::Decision<'a, Game>;

/// What is asked at a decision.
pub(crate) fn asked(decision: &Decision<'_>) -> Asked {
    decision.state.asked.expect("a decision")
}

/// Leaves everything to the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Default;

impl Policy<Game> for Default {
    fn choose(&self, decision: &Decision<'_>, _: &OwnLuck) -> Choice {
        Choice { action: decision.game.default(decision), rule: DEFAULT_RULE }
    }
}

/// Somebody who looks at a game.
pub(crate) trait Watch {
    fn told(&mut self, _: &State, _: Event) {}
    fn decided(&mut self, _: &Decision<'_>, _: Choice) {}
}

/// Nobody.
impl Watch for () {}

struct Teller<'a, W>(&'a RefCell<&'a mut W>);

impl<W: Watch> contract::Log<Game> for Teller<'_, W> {
    fn tell(&mut self, state: &State, event: Event) {
        self.0.borrow_mut().told(state, event);
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct End {
    pub(crate) finished: bool,
    pub(crate) rounds: u32,
    pub(crate) scores: [Score; MAX_SEATS],
    pub(crate) winners: u8,
    pub(crate) state: State,
}

impl End {
    fn of(game: &Game, state: State) -> Self {
        let (scores, winners) = game.final_scores(&state);
        let finished = state.phase == Phase::Over { finished: true };
        Self { finished, rounds: state.round, scores, winners, state }
    }
}

/// Plays game `number` under `seed`; whom a seat is not given to does anything.
pub(crate) fn play(
    game: &Game,
    players: &[&dyn Policy<Game>],
    (seed, number): (u64, u64),
    watch: &mut impl Watch,
) -> End {
    let own = OwnLuck::new(UnitLuck::new(seed, Domain::PolicyInGame, number).turn(0));
    let watch = RefCell::new(watch);
    let mut asked = 0;
    let mut decide = |decision: &Decision<'_>| {
        asked += 1;
        let player = players.get(usize::from(decision.seat)).unwrap_or(&ANYHOW);
        let choice = player.choose(decision, &own.at(asked));
        watch.borrow_mut().decided(decision, choice);
        choice.action
    };
    let (mut state, mut streams) = (game.start(), Streams::of_game(seed, number));
    let (mut teller, never) = (Teller(&watch), |_: &State| false);
    play_until(game, &mut state, &mut streams, &mut decide, &mut teller, &mut Vec::new(), never);
    End::of(game, state)
}

const ANYHOW: &dyn Policy<Game> = &decision::Random;

/// The dice of a race.
pub(crate) fn dice(seed: u64, number: u64) -> Pcg32 {
    UnitLuck::new(seed, Domain::Game, number).turn(0).rng()
}

/// What a player does: the kind of action, then the horse (from 1), or for concessions the cell
/// (from 1), then the dollars; 0 where it does not matter.
pub(crate) type Say = (&'static str, u8, u8);

/// A player who does what is said, in that order, and otherwise what the game does by default.
#[derive(Debug)]
pub(crate) struct Scripted {
    says: Mutex<VecDeque<Say>>,
    /// The points that were asked, and the horses (from 1) that were named.
    pub(crate) asked: Mutex<Vec<(usize, Vec<u8>)>>,
}

impl Scripted {
    pub(crate) fn new(says: &[Say]) -> Self {
        Self { says: Mutex::new(says.iter().copied().collect()), asked: Mutex::new(Vec::new()) }
    }
}

impl Policy<Game> for Scripted {
    fn choose(&self, decision: &Decision<'_>, luck: &OwnLuck) -> Choice {
        let &Decision { game, state, seat, point, actions } = decision;
        let point = usize::from(point);
        let horse = |action: &Action| game.meaning(state, seat, point, *action).horse;
        let named = actions.iter().filter_map(horse).map(|horse| horse + 1).collect();
        self.asked.lock().unwrap().push((point, named));
        let mut says = self.says.lock().unwrap();
        let fits = |&(kind, number, dollars): &Say| {
            actions.iter().position(|action| {
                let meaning = game.meaning(state, seat, point, *action);
                let name = VOCABULARY.points[point].actions[usize::from(meaning.kind)].name;
                let named = meaning.cell.or(meaning.horse).map_or(0, |named| named + 1);
                name == kind
                    && (number == 0 || number == named)
                    && (dollars == 0 || dollars == meaning.dollars)
            })
        };
        match says.front().and_then(fits) {
            Some(action) => {
                says.pop_front();
                Choice { action, rule: DEFAULT_RULE }
            }
            None => Default.choose(decision, luck),
        }
    }
}

/// What happened, one line an event.
#[derive(Debug)]
pub(crate) struct Log(pub(crate) Vec<String>);

impl contract::Log<Game> for Log {
    fn tell(&mut self, _: &State, event: Event) {
        if !matches!(event, Event::Ends { .. }) {
            self.0.push(format!("{event:?}"));
        }
    }
}

impl Log {
    /// When something happened.
    pub(crate) fn place(&self, text: &str) -> usize {
        self.0.iter().position(|line| line.contains(text)).expect("it happened")
    }

    /// Whether something happened: all of `parts` in one line.
    pub(crate) fn has(&self, parts: &[&str]) -> bool {
        self.0.iter().any(|line| parts.iter().all(|part| line.contains(part)))
    }
}

/// A game between two rounds.
pub(crate) struct Table {
    pub(crate) game: Game,
    pub(crate) state: State,
    /// What happened in the last round.
    pub(crate) log: Log,
    /// By seat, what was asked in the last round.
    pub(crate) asked: Vec<Vec<usize>>,
    /// The horses that could be moved at each decision to move in the last round.
    pub(crate) could_move: Vec<Vec<u8>>,
}

/// The numbers of horses as a set: `horses(&[1, 3])`.
pub(crate) fn horses(numbers: &[u8]) -> u8 {
    numbers.iter().fold(0, |mask, number| mask | 1 << (number - 1))
}

pub(crate) fn rules(edition: Edition, settings: &[(&str, &str)]) -> Rules {
    let settings: Vec<_> = settings
        .iter()
        .map(|(key, value)| ((*key).to_owned(), Some((*value).to_owned())))
        .collect();
    let rules = resolve(Title::SETTINGS, &Rules::of(Arc::new(edition)), &settings);
    rules.unwrap_or_else(|error| panic!("{error}"))
}

/// The shipped edition with some of its text changed.
pub(crate) fn edition(changes: &[(&str, &str)]) -> Edition {
    let text = changes.iter().fold(SHIPPED.to_owned(), |text, (was, is)| {
        assert!(text.contains(was), "{was}");
        text.replacen(was, is, 1)
    });
    Edition::parse(Source::new("test.toml", text)).unwrap_or_else(|faults| panic!("{}", faults[0]))
}

impl Table {
    /// A table of two with these horses and blank sheets of $12.
    pub(crate) fn with(horses: &str) -> Self {
        Self::of(rules(Edition::shipped(), &[("horses", horses)]), 2)
    }

    /// A table with Set 1.
    pub(crate) fn seats(players: u8) -> Self {
        Self::of(rules(Edition::shipped(), &[]), players)
    }

    /// The solo race.
    pub(crate) fn solo() -> Self {
        Self::of(rules(Edition::shipped(), &[("solo", "on")]), 2)
    }

    pub(crate) fn of(rules: Rules, players: u8) -> Self {
        let game = Game::new(rules, players);
        let state = game.at_the_gate();
        Self { game, state, log: Log(Vec::new()), asked: Vec::new(), could_move: Vec::new() }
    }

    /// Puts the horses on these spaces.
    pub(crate) fn at(mut self, positions: [u8; HORSES]) -> Self {
        self.state.track = self.state.track.with_positions(positions, &self.game.course);
        self
    }

    /// Gives a seat a card of the Market.
    pub(crate) fn owns(mut self, seat: usize, numbers: &[u8]) -> Self {
        self.state.sheets[seat].owned |= horses(numbers);
        self.state.market &= !horses(numbers);
        self
    }

    pub(crate) fn sheet(&self, seat: usize) -> &Sheet {
        &self.state.sheets[seat]
    }

    pub(crate) fn sheet_mut(&mut self, seat: usize) -> &mut Sheet {
        &mut self.state.sheets[seat]
    }

    /// Writes bets on a sheet.
    pub(crate) fn bets(&mut self, seat: usize, bets: [u8; HORSES]) {
        self.state.sheets[seat] = self.state.sheets[seat].with_bets(bets);
    }

    /// Plays one round: a roll, what the seats do in their turns, and what Roland rolls again.
    /// Everything said must be done.
    pub(crate) fn round_with(&mut self, roll: (u8, u8), says: &[&[Say]], again: &[u8]) -> End {
        let seats = 0..usize::from(self.state.players);
        let said = |seat: usize| says.get(seat).copied().unwrap_or_default();
        let players: Vec<Scripted> = seats.map(|seat| Scripted::new(said(seat))).collect();
        let own = OwnLuck::new(UnitLuck::new(1, Domain::PolicyInGame, 1).turn(0));
        let (mut rolls, mut again) = (Some(roll), again.iter());
        self.log = Log(Vec::new());
        self.game.rules.max_turns = self.state.round + 1;
        let (game, state, log) = (&self.game, &mut self.state, &mut self.log);
        state.phase = Phase::Roll;
        // What does not happen here changes nothing; the game goes on to what comes next.
        game.happen(state, Outcome::RollAgain(0), log);
        loop {
            let outcome = match (game.next(state), state.phase) {
                (Next::Over { .. }, _) => break,
                (Next::Decide { seat, point }, _) => {
                    let mut actions = Vec::new();
                    game.actions(state, &mut actions);
                    let choice = match actions[..] {
                        [_] => 0,
                        ref actions => {
                            let decision = Decision { game, state, seat, point, actions };
                            players[usize::from(seat)].choose(&decision, &own).action
                        }
                    };
                    game.act(state, actions[choice], log);
                    continue;
                }
                (_, Phase::RollAgain) => {
                    Outcome::RollAgain(again.next().expect("a roll of Roland's was laid down") - 1)
                }
                _ => {
                    let (horse, spaces) = rolls.take().expect("a roll was laid down");
                    // The movement die shows 1, 2, 2, 2, 3, 3.
                    Outcome::Roll(horse - 1, [0, 1, 4][usize::from(spaces) - 1])
                }
            };
            game.happen(state, outcome, log);
        }
        for (seat, player) in players.iter().enumerate() {
            let left = player.says.lock().unwrap();
            assert!(left.is_empty(), "seat {seat} could not {left:?}: {:#?}", self.log);
        }
        assert!(again.next().is_none(), "Roland did not roll again");
        let asked: Vec<_> =
            players.into_iter().map(|player| player.asked.into_inner().unwrap()).collect();
        let points = |asked: &Vec<(usize, _)>| asked.iter().map(|(point, _)| *point).collect();
        self.asked = asked.iter().map(points).collect();
        let moves = asked.into_iter().flatten().filter(|(point, _)| *point == point::MOVE);
        self.could_move = moves.map(|(_, horses)| horses).collect();
        End::of(&self.game, self.state)
    }

    /// The same without Roland.
    pub(crate) fn round(&mut self, roll: (u8, u8), says: &[&[Say]]) -> End {
        self.round_with(roll, says, &[])
    }

    /// The spaces of the horses.
    pub(crate) fn positions(&self) -> [u8; HORSES] {
        self.state.track.positions()
    }

    /// Whether a seat was asked at a point in the last round.
    pub(crate) fn was_asked(&self, seat: usize, point: usize) -> bool {
        self.asked[seat].contains(&point)
    }

    /// The legal actions of a seat at its turn if `horse` is rolled: names, and numbers as in
    /// [`Say`].
    pub(crate) fn legal(&self, seat: u8, horse: u8) -> Vec<(String, u8, u8)> {
        let mut state = self.state;
        state.rolled = horse - 1;
        let (legal, _) = self.game.legal_actions(&state, seat);
        let numbers = &self.game.rules.edition.grid;
        legal
            .iter()
            .map(|action| {
                let meaning = self.game.meaning(&state, seat, point::ACTION, action);
                let name = VOCABULARY.points[point::ACTION].actions[usize::from(meaning.kind)].name;
                let named = meaning.cell.or(meaning.horse).map_or(0, |named| named + 1);
                if let Some(cell) = meaning.cell {
                    assert_eq!(meaning.horse, Some(numbers[usize::from(cell)]));
                }
                (name.to_owned(), named, meaning.dollars)
            })
            .collect()
    }

    /// Whether an Action is legal.
    pub(crate) fn may(&self, seat: u8, horse: u8, say: Say) -> bool {
        self.legal(seat, horse).iter().any(|(kind, number, dollars)| {
            kind == say.0 && (say.1 == 0 || *number == say.1) && (say.2 == 0 || *dollars == say.2)
        })
    }
}
