//! Long Shot obeys the laws of the contract of all games. Its events report every change: a ledger built only
//! from events has the sheets, Market and race of the state, and only Wild marks are erased. Statistics and
//! transcripts rely on that.

use pushluck::game::contract::{Game as _, Log, Silent};
use pushluck::game::decision::Decision;
use pushluck::game::laws::{laws, perft};
use pushluck::game::play::{play, play_anyhow};
use pushluck::games::long_shot::compiled::Game;
use pushluck::games::long_shot::edition::PLACES;
use pushluck::games::long_shot::event::{Cause, Event};
use pushluck::games::long_shot::sheet::Sheet;
use pushluck::games::long_shot::state::{MAX_PLAYERS, State};
use pushluck::sim::random::UnitKey;

use crate::long_shot::common::{dice, edition, finished, game, rules};

#[test]
fn random_games_keep_the_laws() {
    for (players, settings) in [(2, ""), (3, ""), (5, ""), (8, ""), (2, ",solo")] {
        assert!(laws(&game(&format!("horses=mixed{settings}"), players), 7) > 50);
    }
}

#[test]
fn the_deal_and_the_first_roll_are_counted() {
    // Starting Cards for two players, then 48 rolls.
    let game = game("", 2);
    let cards = game.rules.edition.starting_cards.len() as u64;
    let paths = cards * (cards - 1) * 48;
    let start = game.start(&mut Silent);
    assert_eq!(perft(&game, &start, 3), (paths, paths.into()));
}

/// A position built from events.
#[derive(Default)]
struct Ledger {
    sheets: [Sheet; MAX_PLAYERS],
    bars: [u8; 8],
    positions: [u8; 8],
    placed: Vec<u8>,
    market: u8,
}

impl Ledger {
    fn sheet(&mut self, seat: u8) -> &mut Sheet {
        &mut self.sheets[usize::from(seat)]
    }

    fn pays(&mut self, seat: u8, dollars: u32) {
        let money = &mut self.sheet(seat).money;
        *money = money.checked_sub(dollars).expect("a payment within the money");
    }

    fn agrees(&self, state: &State) {
        for (logged, actual) in self.sheets.iter().zip(state.seated()) {
            // Events name only the kinds of tiles.
            let mut logged = *logged;
            logged.tiles = actual.tiles;
            assert_eq!(logged, *actual);
            assert_eq!(
                actual.lines().count_ones(),
                actual.tiles.count_ones(),
                "a bonus for each line"
            );
        }
        assert_eq!((self.bars, self.positions), (state.track.bars(), state.track.positions()));
        assert_eq!(self.market, state.market);
        assert!(self.placed.iter().copied().eq(state.track.placed_in_order().map(|(_, h)| h)));
    }
}

/// Marks a horse that must be unmarked.
fn mark(marks: &mut u8, horse: u8) {
    assert_eq!(*marks >> horse & 1, 0, "nothing is marked twice");
    *marks |= 1 << horse;
}

impl Log<Game> for Ledger {
    fn record(&mut self, state: &State, event: Event) {
        match event {
            Event::Begins => {
                (self.sheets, self.bars, self.market) = (state.sheets, state.track.bars(), 0xff);
            }
            Event::StartingCard { seat, .. } => {
                self.sheet(seat).grid = state.sheets[usize::from(seat)].grid;
            }
            Event::RoundBegins { .. } | Event::TurnBegins { .. } => self.agrees(state),
            Event::Moved { horse, from, to, seat, .. } => {
                assert!(!self.placed.contains(&horse), "a finished horse moved");
                assert!(seat.is_none() || to <= 15, "a player moved a horse over the line");
                assert_eq!(std::mem::replace(&mut self.positions[usize::from(horse)], to), from);
            }
            Event::Finished { horse, place } => {
                assert_eq!(usize::from(place), self.placed.len());
                self.placed.push(horse);
            }
            Event::WildMarked { seat, .. } => self.sheet(seat).wilds += 1,
            Event::WildErased { seat, count, .. } => self.sheet(seat).wilds -= count,
            Event::ConcessionMarked { seat, cell, .. } => self.sheet(seat).grid |= 1 << cell,
            Event::HelmetMarked { seat, horse, .. } => mark(&mut self.sheet(seat).helmets, horse),
            Event::JerseyMarked { seat, horse, .. } => mark(&mut self.sheet(seat).jerseys, horse),
            Event::BoxMarked { card, horse, .. } => mark(&mut self.bars[usize::from(card)], horse),
            Event::AbilityUsed { seat, card } => {
                assert_eq!(self.sheet(seat).owned >> card & 1, 1, "of a card that is not owned");
            }
            Event::BetPlaced { seat, horse, dollars, paid, cause } => {
                assert!(cause == Cause::Start || !self.placed.contains(&horse), "LS-34");
                let mut bets = self.sheet(seat).bets();
                bets[usize::from(horse)] += dollars;
                *self.sheet(seat) = self.sheet(seat).with_bets(bets);
                self.pays(seat, paid.into());
            }
            Event::HorseTaken { seat, horse, paid, .. } => {
                assert!(!self.placed.contains(&horse), "a finished horse was taken");
                self.market ^= 1 << horse;
                mark(&mut self.sheet(seat).owned, horse);
                self.pays(seat, paid.into());
            }
            Event::MoneyGained { seat, dollars, .. } => self.sheet(seat).money += dollars,
            Event::MoneyLost { seat, dollars, to, .. } => {
                self.pays(seat, dollars);
                if let Some(to) = to {
                    self.sheet(to).money += dollars;
                }
            }
            Event::Ends { finished } => {
                self.agrees(state);
                assert_eq!(finished, self.placed.len() == PLACES);
            }
            _ => {}
        }
    }
}

#[test]
fn ls_09_the_events_of_a_game_report_every_change() {
    for (players, settings) in (2..=8).map(|players| (players, "")).chain([(2, ",solo")]) {
        let game = game(&format!("horses=mixed{settings}"), players);
        for number in 0..20 {
            let end = play_anyhow(&game, 1, number, &mut Ledger::default());
            assert!(finished(&end) && end.round < 200, "{} rounds", end.round);
        }
    }
}

#[test]
fn a_game_that_does_not_end_is_given_up() {
    // Three horses cannot move sixteen spaces each in five rounds.
    let end = play_anyhow(&game("max_turns=5", 2), 1, 1, &mut Silent);
    assert_eq!((finished(&end), end.round), (false, 5));
    // With a horse die that shows only 1, just two horses finish.
    let faces = ("faces = [1, 2, 3, 4, 5, 6, 7, 8]", "faces = [1, 1, 1, 1, 1, 1, 1, 1]");
    let (track, rounds) = Game::new(rules(edition(&[faces]), ""), 2).race(&mut dice(1, 1));
    assert_eq!((rounds, &track.placed[..2]), (200, &[0, 5][..]));
}

/// `return_of` is the sum of `place_chance` times `odds`; functions accept any arguments.
#[test]
fn place_chances_and_odds_make_the_expected_return() {
    let check = |decision: &Decision<'_, Game>| {
        let call = |function, args: &[f64]| decision.function(function, args);
        for horse in 1..=8 {
            let at = |place: u8| [f64::from(horse), f64::from(place)];
            let of = |place| call("place_chance", &at(place)) * call("odds", &at(place));
            let (sum, expected) = ((1..=4).map(of).sum::<f64>(), call("return_of", &at(1)[..1]));
            assert!((expected - sum).abs() < 1e-9, "horse {horse}: {expected} {sum}");
        }
        for args in [[0.0, 1.0], [9.0, 1.0], [1.0, 0.0], [1.0, 5.0], [f64::MIN, f64::MAX]] {
            assert_eq!(call("place_chance", &args), 0.0);
        }
        decision.any_action()
    };
    play(&game("", 2), UnitKey::of_game(1, 1), check);
}
