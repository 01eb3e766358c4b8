//! A table at which a test lays down the dice and says what the players do.

#![allow(dead_code)] // Each test binary uses some of it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use pushluck::diagnostic::Source;
use pushluck::games::long_shot::decision::{Choice, DEFAULT_RULE, Decision, OwnLuck, Player};
use pushluck::games::long_shot::edition::{Edition, HORSES, SHIPPED};
use pushluck::games::long_shot::event::{Event, Watch};
use pushluck::games::long_shot::luck::{Dealer, Luck};
use pushluck::games::long_shot::play::{Game, GameEnd};
use pushluck::games::long_shot::rules::Rules;
use pushluck::games::long_shot::sheet::Sheet;
use pushluck::games::long_shot::state::State;
use pushluck::games::long_shot::vocabulary::{VOCABULARY, point};

/// What a player does: the kind of action, then the horse (from 1), or for concessions the cell
/// (from 1), then the dollars; 0 where it does not matter.
pub(crate) type Say = (&'static str, u8, u8);

/// A player who does what is said, in that order, and otherwise what the game does by default.
#[derive(Debug, Default)]
pub(crate) struct Scripted {
    says: Mutex<VecDeque<Say>>,
    /// The points that were asked.
    pub(crate) asked: Mutex<Vec<usize>>,
}

impl Scripted {
    pub(crate) fn new(says: &[Say]) -> Self {
        Self { says: Mutex::new(says.iter().copied().collect()), asked: Mutex::default() }
    }
}

impl Player for Scripted {
    fn choose(&self, decision: &Decision<'_>, _: &OwnLuck) -> Choice {
        let point = decision.point();
        self.asked.lock().unwrap().push(point);
        let mut says = self.says.lock().unwrap();
        let fits = |&(kind, number, dollars): &Say| {
            decision.legal().iter().position(|action| {
                let meaning = decision.meaning(action);
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
            None => decision.default_choice(),
        }
    }

    fn has_rules(&self, _: usize) -> bool {
        true
    }
}

/// Dice and cards as they are laid down; cards not laid down are the first there are.
#[derive(Debug, Default)]
pub(crate) struct Laid {
    /// The horse, from 1, and the spaces.
    pub(crate) rolls: VecDeque<(u8, u8)>,
    /// What Roland rolls again, from 1.
    pub(crate) again: VecDeque<u8>,
}

impl Dealer for Laid {
    fn roll(&mut self) -> (usize, usize) {
        let (horse, spaces) = self.rolls.pop_front().expect("a roll was laid down");
        // The movement die shows 1, 2, 2, 2, 3, 3.
        (usize::from(horse) - 1, [0, 1, 4][usize::from(spaces) - 1])
    }

    fn roll_again(&mut self) -> usize {
        usize::from(self.again.pop_front().expect("a roll of Roland's was laid down")) - 1
    }

    fn starting_card(&mut self, cards: u32) -> u8 {
        cards.trailing_zeros() as u8
    }

    fn horse_card(&mut self, horses: u32) -> u8 {
        horses.trailing_zeros() as u8
    }
}

/// What happened, one line an event.
#[derive(Debug, Default)]
pub(crate) struct Log(pub(crate) Vec<String>);

impl Watch for Log {
    fn told(&mut self, _: &State, event: &Event<'_>) {
        match event {
            Event::Decided { .. } | Event::GameEnds { .. } => {}
            event => self.0.push(format!("{event:?}")),
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
    Rules::resolve(Arc::new(edition), &settings).unwrap_or_else(|error| panic!("{error}"))
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
    pub(crate) fn seats(players: usize) -> Self {
        Self::of(rules(Edition::shipped(), &[]), players)
    }

    /// The solo race.
    pub(crate) fn solo() -> Self {
        Self::of(rules(Edition::shipped(), &[("solo", "on")]), 2)
    }

    pub(crate) fn of(rules: Rules, players: usize) -> Self {
        let game = Game::new(rules, players).unwrap_or_else(|error| panic!("{error}"));
        let state = game.start(&mut Laid::default());
        Self { game, state, log: Log::default(), asked: Vec::new() }
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
    pub(crate) fn round_with(&mut self, roll: (u8, u8), says: &[&[Say]], again: &[u8]) -> GameEnd {
        let mut players: Vec<Scripted> = Vec::new();
        for seat in 0..usize::from(self.state.players) {
            let said = says.get(seat).copied().unwrap_or_default();
            players.push(Scripted::new(said));
        }
        let seated: Vec<&dyn Player> = players.iter().map(|player| player as &dyn Player).collect();
        let mut laid = Laid { rolls: [roll].into(), again: again.iter().copied().collect() };
        self.log = Log::default();
        self.game.rules.max_turns = self.state.round + 1;
        let luck = Luck::game(1, 1);
        let end = self.game.play_on(self.state, &seated, luck, &mut laid, &mut self.log);
        self.state = end.state;
        for (seat, player) in players.iter().enumerate() {
            let left = player.says.lock().unwrap();
            assert!(left.is_empty(), "seat {seat} could not {left:?}: {:#?}", self.log);
        }
        assert!(laid.again.is_empty(), "Roland did not roll again");
        self.asked = players.iter().map(|player| player.asked.lock().unwrap().clone()).collect();
        end
    }

    /// The same without Roland.
    pub(crate) fn round(&mut self, roll: (u8, u8), says: &[&[Say]]) -> GameEnd {
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
                let meaning = self.game.meaning(&state, seat, action);
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
