//! Laws of Long Shot over random play: what holds in every game, whoever plays and whatever the
//! horses.

use proptest::prelude::*;
use pushluck::game::decision::{Policy, Random};
use pushluck::games::long_shot::compiled::Game;
use pushluck::games::long_shot::edition::{Edition, PLACES};
use pushluck::games::long_shot::event::{Cause, Event};
use pushluck::games::long_shot::legal_actions::Action;
use pushluck::games::long_shot::sheet::Sheet;
use pushluck::games::long_shot::state::{MAX_PLAYERS, State};
use pushluck::games::long_shot::track::NONE;
use pushluck::games::long_shot::vocabulary::{kind, point};

use crate::long_shot::common;
use crate::long_shot::common::{Choice, Decision, Default, End, Watch, dice, play, rules};

/// Takes what the die offers, and a Wild Number only now and then: a longer game than random play.
#[derive(Debug)]
struct Thrifty;

impl Policy<Game> for Thrifty {
    fn choose(&self, decision: &Decision<'_>) -> Choice {
        let (actions, luck) = (decision.actions(), decision.random);
        let by_die = match usize::from(decision.point) {
            point::ACTION => {
                actions.partition_point(|action| action.kind(point::ACTION) <= kind::BUY)
            }
            _ => actions.len(),
        };
        let all = by_die == 0 || luck.below(1, 8) == 0;
        let count = if all { actions.len() } else { by_die };
        Choice::by_default(actions[luck.one_of(count)])
    }
}

/// Follows a game by its events alone and holds the state against the laws.
struct Laws {
    /// What the events say.
    sheets: [Sheet; MAX_PLAYERS],
    bars: [u8; 8],
    positions: [u8; 8],
    placed: Vec<u8>,
    market: u8,
    before: Option<State>,
    decisions: u64,
}

impl Laws {
    fn new() -> Self {
        Self {
            sheets: [Sheet::default(); MAX_PLAYERS],
            bars: [0; 8],
            positions: [0; 8],
            placed: Vec::new(),
            market: 0xff,
            before: None,
            decisions: 0,
        }
    }

    fn finished(&self, horse: u8) -> bool {
        self.placed.contains(&horse)
    }

    fn bet(&mut self, seat: u8, horse: u8, dollars: u8) {
        let sheet = &mut self.sheets[usize::from(seat)];
        let mut bets = sheet.bets();
        bets[usize::from(horse)] += dollars;
        *sheet = sheet.with_bets(bets);
    }

    /// What the events say is where the game stands.
    fn agrees(&self, state: &State) {
        for (said, is) in self.sheets.iter().zip(state.seated()) {
            // Of tiles the events tell the kinds, and those are counted below.
            let mut said = *said;
            said.tiles = is.tiles;
            assert_eq!(said, *is);
            assert_eq!(is.lines().count_ones(), is.tiles.count_ones(), "a bonus for each line");
        }
        assert_eq!(self.bars, state.track.bars());
        assert_eq!(self.positions, state.track.positions());
        assert_eq!(self.market, state.market);
        let placed = state.track.placed().into_iter().filter(|horse| *horse != NONE);
        assert!(self.placed.iter().copied().eq(placed));
        assert!(self.placed.len() <= PLACES);
        let owned = state.seated().iter().map(|sheet| u32::from(sheet.owned.count_ones() as u8));
        assert_eq!(owned.sum::<u32>() + state.market.count_ones(), 8);
    }

    fn only_added(&mut self, state: &State) {
        if let Some(before) = self.before.replace(*state) {
            for (was, is) in before.sheets.iter().zip(&state.sheets) {
                assert_eq!(was.grid & !is.grid, 0);
                assert_eq!(was.tiles & !is.tiles, 0);
                assert_eq!(was.helmets & !is.helmets, 0);
                assert_eq!(was.jerseys & !is.jerseys, 0);
                assert_eq!(was.owned & !is.owned, 0);
                assert!(was.bets().iter().zip(is.bets()).all(|(was, is)| *was <= is));
            }
            let bars = before.track.bars().into_iter().zip(state.track.bars());
            assert!(bars.into_iter().all(|(was, is)| was & !is == 0));
        }
    }

    /// Nothing that has finished is bet on or moved, and nothing past the line is bet on without its
    /// Helmet.
    fn sound(&self, decision: &Decision<'_>) {
        let &Decision { game, state, seat, point, .. } = decision;
        for action in decision.actions() {
            let meaning = game.meaning(state, seat, point.into(), *action);
            let Some(horse) = meaning.horse else { continue };
            if meaning.dollars > 0 {
                let helmets = state.sheets[usize::from(seat)].helmets;
                let open = state.track.past_line(&game.course) & !helmets;
                assert_eq!(open >> horse & 1, 0, "no bet past the line without the Helmet");
            }
            if meaning.dollars > 0 || usize::from(point) == point::MOVE {
                assert!(!self.finished(horse));
            }
        }
    }
}

impl Watch for Laws {
    fn decided(&mut self, decision: &Decision<'_>, _: Action) {
        self.decisions += 1;
        self.sound(decision);
    }

    fn told(&mut self, state: &State, event: Event) {
        self.only_added(state);
        match event {
            Event::Begins => {
                self.sheets = state.sheets;
                self.bars = state.track.bars();
            }
            Event::StartingCard { seat, .. } => {
                let grid = state.sheets[usize::from(seat)].grid;
                self.sheets[usize::from(seat)].grid = grid;
            }
            Event::RoundBegins { active } => {
                assert_eq!(active, state.active);
                self.agrees(state);
            }
            Event::Moved { horse, from, to, seat, .. } => {
                assert!(!self.finished(horse), "a finished horse moved");
                assert_eq!(from, self.positions[usize::from(horse)]);
                assert!(seat.is_none() || to <= 15, "a player moved a horse over the line");
                self.positions[usize::from(horse)] = to;
            }
            Event::Finished { horse, place } => {
                assert_eq!(usize::from(place), self.placed.len());
                self.placed.push(horse);
            }
            Event::TurnBegins { seat } => {
                assert_eq!(seat, state.seat);
                self.agrees(state);
            }
            Event::Acts { .. } | Event::TurnPassed { .. } | Event::Rolled { .. } => {}
            Event::WildMarked { seat, .. } => self.sheets[usize::from(seat)].wilds += 1,
            Event::WildErased { seat, count, .. } => self.sheets[usize::from(seat)].wilds -= count,
            Event::ConcessionMarked { seat, cell, .. } => {
                let grid = &mut self.sheets[usize::from(seat)].grid;
                assert_eq!(*grid >> cell & 1, 0, "a cell is marked once");
                *grid |= 1 << cell;
            }
            Event::LinesCompleted { .. } | Event::BonusMarked { .. } => {}
            Event::AbilityUsed { seat, card } => {
                assert_eq!(self.sheets[usize::from(seat)].owned >> card & 1, 1);
            }
            Event::HelmetMarked { seat, horse, .. } => {
                self.sheets[usize::from(seat)].helmets ^= 1 << horse;
            }
            Event::JerseyMarked { seat, horse, .. } => {
                self.sheets[usize::from(seat)].jerseys ^= 1 << horse;
            }
            Event::BoxMarked { card, horse, .. } => {
                self.bars[usize::from(card)] ^= 1 << horse;
            }
            Event::BetPlaced { seat, horse, dollars, paid, cause } => {
                assert!(
                    cause == Cause::Start || !self.finished(horse),
                    "a bet on a finished horse"
                );
                self.bet(seat, horse, dollars);
                let money = &mut self.sheets[usize::from(seat)].money;
                *money = money.checked_sub(paid.into()).expect("nobody pays what he has not");
            }
            Event::HorseTaken { seat, horse, paid, .. } => {
                assert!(!self.finished(horse), "a finished horse was bought");
                self.market ^= 1 << horse;
                let sheet = &mut self.sheets[usize::from(seat)];
                sheet.owned ^= 1 << horse;
                sheet.money =
                    sheet.money.checked_sub(paid.into()).expect("nobody pays what he has not");
            }
            Event::MoneyGained { seat, dollars, .. } => {
                self.sheets[usize::from(seat)].money += dollars;
            }
            Event::MoneyLost { seat, dollars, to, .. } => {
                let money = &mut self.sheets[usize::from(seat)].money;
                *money = money.checked_sub(dollars).expect("nobody loses what he has not");
                if let Some(to) = to {
                    self.sheets[usize::from(to)].money += dollars;
                }
            }
            Event::RolandActs { .. } => {}
            Event::Ends { finished } => {
                self.agrees(state);
                assert_eq!(finished, self.placed.len() == PLACES);
            }
        }
    }
}

const SETS: [&str; 5] =
    ["set1", "set2", "set3", "mixed", "set2+strung-along+pie-in-the-sky+dance-card+donut-dollie"];

fn game(players: u8, horses: &str, solo: bool) -> Game {
    let solo = if solo { "on" } else { "off" };
    Game::new(rules(Edition::shipped(), &[("horses", horses), ("solo", solo)]), players)
}

fn lawful(game: &Game, players: &[&dyn Policy<Game>], seed: u64) -> End {
    let mut laws = Laws::new();
    let end = play(game, players, (seed, 1), &mut laws);
    assert!(end.finished && end.rounds < 200, "{} rounds", end.rounds);
    assert!(laws.decisions > 0);
    assert!(end.winners != 0 && u16::from(end.winners) >> end.state.players == 0);
    let best = (end.scores.iter().take(players.len())).map(|score| score.total()).max();
    let winners = (0..players.len()).filter(|seat| end.winners >> seat & 1 == 1);
    assert!(winners.map(|seat| Some(end.scores[seat].total())).all(|total| total == best));
    end
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn games_keep_the_laws(
        seed in any::<u64>(),
        players in 2..=MAX_PLAYERS as u8,
        horses in 0..SETS.len(),
        kinds in any::<u32>(),
    ) {
        let seated: Vec<&dyn Policy<Game>> = (0..players)
            .map(|seat| match kinds >> (2 * seat) & 3 {
                0 => &Default as &dyn Policy<Game>,
                1 => &Random,
                _ => &Thrifty,
            })
            .collect();
        lawful(&game(players, SETS[horses], false), &seated, seed);
    }

    #[test]
    fn the_solo_race_keeps_the_laws(seed in any::<u64>(), horses in 0..SETS.len(), kind in 0..3) {
        let player: &dyn Policy<Game> = match kind {
            0 => &Default,
            1 => &Random,
            _ => &Thrifty,
        };
        let end = lawful(&game(2, SETS[horses], true), &[player, &Default], seed);
        assert_eq!(end.state.sheets[1].grid, 0);
        assert_eq!(end.scores[1].sets, 0);
    }
}

#[test]
fn editions_of_other_dice_tracks_and_cards_keep_the_laws() {
    let edition = || {
        common::edition(&[
            ("faces = [1, 2, 2, 2, 3, 3]", "faces = [1, 1, 1, 1, 1, 3]"),
            ("faces = [1, 2, 3, 4, 5, 6, 7, 8]", "faces = [8, 8, 7, 7, 6, 5, 4, 3]"),
            ("most = 3", "most = 2"),
            ("dollars = 10\ncount = 3", "dollars = 100\ncount = 1"),
        ])
    };
    for seed in 0..50 {
        let settings = [("money", "200"), ("wilds", "8"), ("horses", "mixed")];
        let game = Game::new(rules(edition(), &settings), 4);
        let players: [&dyn Policy<Game>; 4] = [&Random, &Thrifty, &Default, &Thrifty];
        play(&game, &players, (seed, 1), &mut Laws::new());
    }
}

#[test]
fn a_game_that_does_not_end_is_given_up() {
    // Three horses do not run sixteen spaces each in five rounds.
    let game = Game::new(rules(Edition::shipped(), &[("max_turns", "5")]), 2);
    let end = play(&game, &[&Default, &Default], (1, 1), &mut ());
    assert!(!end.finished);
    assert_eq!(end.rounds, 5);
    // A horse die that shows nothing but 1: two horses finish and no more.
    let faces = ("faces = [1, 2, 3, 4, 5, 6, 7, 8]", "faces = [1, 1, 1, 1, 1, 1, 1, 1]");
    let race = Game::new(rules(common::edition(&[faces]), &[]), 2);
    let end = race.race(&mut dice(1, 1));
    assert_eq!((end.rounds, end.placed), (200, [0, 5, NONE]));
}

/// Asks for the chances of the first decision of a game, then leaves everything to the game.
#[derive(Debug)]
struct Asking(std::sync::Mutex<Vec<[f64; 4]>>);

impl Policy<Game> for Asking {
    fn choose(&self, decision: &Decision<'_>) -> Choice {
        let call = |function, args: &[f64]| decision.function(function, args);
        let mut asked = self.0.lock().unwrap();
        if asked.is_empty() {
            let chance = |horse, place| call("place_chance", &[horse, place]);
            let at = |horse: u8| [1.0, 2.0, 3.0, 4.0].map(|place| chance(horse.into(), place));
            asked.extend((1..=8).map(at));
            for (horse, chances) in (1_u8..=8).zip(&*asked) {
                let odds = [1.0, 2.0, 3.0, 4.0].map(|place| call("odds", &[horse.into(), place]));
                let sum: f64 = chances.iter().zip(odds).map(|(chance, odds)| chance * odds).sum();
                let expected = call("return_of", &[horse.into()]);
                assert!((expected - sum).abs() < 1e-9, "horse {horse}: {expected} {sum}");
            }
            for (horse, place) in
                [(0.0, 1.0), (9.0, 1.0), (1.0, 0.0), (1.0, 5.0), (f64::MIN, f64::MAX)]
            {
                assert_eq!(chance(horse, place), 0.0);
            }
        }
        Default.choose(decision)
    }
}

#[test]
fn place_chances_and_odds_make_the_expected_return() {
    let game = game(2, "set1", false);
    let asking = Asking(std::sync::Mutex::new(Vec::new()));
    play(&game, &[&asking, &Default], (1, 1), &mut ());
    let chances = asking.0.into_inner().unwrap();
    for place in 0..3 {
        let sum: f64 = chances.iter().map(|chances| chances[place]).sum();
        assert!((sum - 1.0).abs() < 0.02, "place {place}: {sum}");
    }
}

#[test]
fn the_race_of_a_game_meets_the_same_dice_as_its_unpushed_race() {
    struct Dice(Vec<(u8, u8)>);
    impl Watch for Dice {
        fn told(&mut self, _: &State, event: Event) {
            if let Event::Rolled { horse, spaces } = event {
                self.0.push((horse, spaces));
            }
        }
    }
    let game = game(3, "mixed", false);
    let mut one = Dice(Vec::new());
    play(&game, &[], (7, 5), &mut one);
    let mut other = Dice(Vec::new());
    play(&game, &[&Default as &dyn Policy<Game>; 3], (7, 5), &mut other);
    let common = one.0.len().min(other.0.len());
    assert_eq!(one.0[..common], other.0[..common]);
}
