//! A table at which a test lays down the dice and says what the players do; the engine plays, and the
//! referee follows.
use std::collections::VecDeque;
use std::sync::Mutex;

use pushluck::game::contract::{self, Game as _, Next};
use pushluck::game::decision::{ActionList, OwnLuck, Policy};
use pushluck::game::publish::Publish as _;
use pushluck::games::long_shot::compiled::Game;
use pushluck::games::long_shot::edition::{Edition, HORSES, PLACES};
use pushluck::games::long_shot::engine::Outcome;
use pushluck::games::long_shot::event::Event;
use pushluck::games::long_shot::legal_actions::Action;
use pushluck::games::long_shot::rules::Rules;
use pushluck::games::long_shot::sheet::Sheet;
use pushluck::games::long_shot::state::{Phase, State};
use pushluck::games::long_shot::vocabulary::point;
use pushluck::sim::random::UnitKey;

use crate::long_shot::common::{Choice, Decision, Default, Watch, play, rules};
use crate::long_shot::follow::{Record, follow_round};

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
    pub(crate) fn new(says: Vec<Say>) -> Self {
        Self { says: Mutex::new(says.into()), asked: Mutex::default() }
    }
}

impl Policy<Game> for Scripted {
    fn choose(&self, decision: &Decision<'_>) -> Choice {
        let &Decision { game, state, seat, point, .. } = decision;
        let (point, actions) = (usize::from(point), decision.actions());
        let horse = |action: &Action| game.meaning(state, seat, point, *action).horse;
        let named = actions.iter().filter_map(horse).map(|horse| horse + 1).collect();
        self.asked.lock().unwrap().push((point, named));
        let mut says = self.says.lock().unwrap();
        let fits = |&(kind, number, dollars): &Say| {
            actions.iter().find(|action| {
                let meaning = game.meaning(state, seat, point, **action);
                let name = Game::POINTS[point].actions[usize::from(meaning.kind)].name;
                let named = meaning.cell.or(meaning.horse).map_or(0, |named| named + 1);
                name == kind
                    && (number == 0 || number == named)
                    && (dollars == 0 || dollars == meaning.dollars)
            })
        };
        match says.front().and_then(fits) {
            Some(action) => {
                says.pop_front();
                Choice::by_default(*action)
            }
            None => Default.choose(decision),
        }
    }
}

/// What happened, one line an event.
#[derive(Debug)]
pub(crate) struct Log(pub Vec<String>);

/// What happens is written down for the test and for the referee.
struct Told<'a>(&'a mut Log, &'a mut Record);

impl contract::Log<Game> for Told<'_> {
    fn tell(&mut self, state: &State, event: Event) {
        if !matches!(event, Event::Ends { .. }) {
            self.0.0.push(format!("{event:?}"));
        }
        self.1.told(state, event);
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
    /// The points of the last round's decisions, and the horses that could be named at each.
    pub(super) named: Vec<(usize, Vec<u8>)>,
}

/// The numbers of horses as a set: `horses(&[1, 3])`.
pub(crate) fn horses(numbers: &[u8]) -> u8 {
    numbers.iter().fold(0, |mask, number| mask | 1 << (number - 1))
}

impl Table {
    pub(crate) fn of(rules: Rules, players: u8) -> Self {
        let game = Game::new(rules, players);
        let state = game.at_the_gate();
        Self { game, state, log: Log(Vec::new()), asked: Vec::new(), named: Vec::new() }
    }

    pub(crate) fn sheet(&self, seat: usize) -> &Sheet {
        &self.state.sheets[seat]
    }

    pub(crate) fn sheet_mut(&mut self, seat: usize) -> &mut Sheet {
        &mut self.state.sheets[seat]
    }

    /// Plays one round, which the referee follows: a roll, what the seats do in their turns, and what Roland rolls again.
    /// Everything said must be done.
    pub(crate) fn round(&mut self, roll: (u8, u8), says: &[Vec<Say>], again: &[u8]) {
        let seats = 0..usize::from(self.state.players);
        let said = |seat: usize| says.get(seat).cloned().unwrap_or_default();
        let players: Vec<Scripted> = seats.map(|seat| Scripted::new(said(seat))).collect();
        let own = OwnLuck::new(UnitKey::of_game(1, 1), 0, 0);
        let (mut rolls, mut again) = (Some(roll), again.iter());
        if usize::from(self.state.track.finishers()) == PLACES {
            // A race that is over had a round.
            self.state.round = self.state.round.max(1);
        }
        let (before, mut record) = (self.state, Record::default());
        self.log = Log(Vec::new());
        self.game.rules.max_turns = self.state.round + 1;
        let (game, state) = (&self.game, &mut self.state);
        let log = &mut Told(&mut self.log, &mut record);
        state.phase = Phase::Roll;
        // What does not happen here changes nothing; the game goes on to what comes next.
        game.happen(state, Outcome::RollAgain(0), log);
        loop {
            let outcome = match (game.next(state), state.phase) {
                (Next::Over { .. }, _) => break,
                (Next::Decide { seat, point }, _) => {
                    let list = &mut ActionList::default();
                    let decision = Decision::new(game, state, (seat, point), own, list);
                    let action = match decision.actions() {
                        [only] => *only,
                        _ => {
                            let action = players[usize::from(seat)].choose(&decision).action;
                            log.1.decided(&decision, action);
                            action
                        }
                    };
                    game.act(state, action, log);
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
        self.named = asked.into_iter().flatten().collect();
        follow_round(&self.game, &before, &record, &self.state);
    }

    /// The spaces of the horses.
    pub(crate) fn positions(&self) -> [u8; HORSES] {
        self.state.track.positions()
    }

    /// The horses that could be named at each decision of a point in the last round.
    pub(crate) fn offered(&self, point: usize) -> Vec<&[u8]> {
        let there = self.named.iter().filter(|(at, _)| *at == point);
        there.map(|(_, horses)| &horses[..]).collect()
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
                let name = Game::POINTS[point::ACTION].actions[usize::from(meaning.kind)].name;
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

/// A horse of each number that does nothing at the moment of the test.
pub(crate) const QUIET: &str = "set3+golden-corral+pie-in-the-sky+loosey-goosey+dance-card+laundry-day+\
                     equestrian-inception+inventory-check+great-appreciation";

pub(crate) fn quiet() -> Table {
    Table::of(rules(Edition::shipped(), &[("horses", QUIET)]), 2)
}

/// One cell short of the first row, and of nothing else: cells 1 to 3, of 8, 4 and 1; cell 4 is a 2.
pub(crate) const ROW_BUT_ONE: u16 = 0b0111;
/// One cell short of the first column: cells 1, 5 and 9; cell 13 is a 1.
pub(crate) const COLUMN_BUT_ONE: u16 = 0b0001_0001_0001;

/// Somebody who looks at a game.
struct Look<F>(F);

impl<F: FnMut(&State, &Event)> Watch for Look<F> {
    fn told(&mut self, state: &State, event: Event) {
        (self.0)(state, &event);
    }
}

/// Looks at some games of players who do anything, with horses of all sets.
pub(crate) fn some_games(players: u8, games: u64, mut look: impl FnMut(&Game, &State, &Event)) {
    let game = Game::new(rules(Edition::shipped(), &[("horses", "mixed")]), players);
    for number in 0..games {
        let mut look = Look(|state: &State, event: &Event| look(&game, state, event));
        play(&game, &[], (2, number), &mut look);
    }
}

/// The starts of some games, before the first roll.
pub(crate) fn starts(settings: &[(&str, &str)], players: u8, check: impl Fn(&State)) {
    let game = Game::new(rules(Edition::shipped(), settings), players);
    let mut starts = 0;
    for number in 0..5 {
        let look = |state: &State, event: &Event| {
            if let (Event::RoundBegins { .. }, 1) = (event, state.round) {
                check(state);
                starts += 1;
            }
        };
        play(&game, &[], (2, number), &mut Look(look));
    }
    assert_eq!(starts, 5);
}
