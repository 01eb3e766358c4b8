//! The rules of 8/7 Central, each id in the name of a test that shows it.

mod days;
mod line_up;
mod play_cards;
mod switches;

use pushluck::game::contract::Game;
use pushluck::games::eight_seven_central::action::Outcome;
use pushluck::run::Definition;
use pushluck::sim::random::UnitKey;

use crate::eight_seven_central::scene::Scene;

const COMEDY: u8 = 0;
const NEWS: u8 = 1;
const DRAMA: u8 = 2;
const NICHE: u8 = 3;

/// An hour of three genres for seat 0 on Monday (Hit#s 4 and 7), a Comedy for seat 1 (6 and 8).
const SHOWS: [(u8, &str, u8); 2] = [(0, "The Press Gang", 0), (1, "Laugh Track Live", 0)];

fn monday(hands: [&[&str]; 2]) -> Scene {
    Scene::monday(hands, &SHOWS)
}

/// The Hit#s of a Program now.
fn hits(scene: &Scene, title: &str) -> Vec<u8> {
    scene.game.hits(&scene.state, scene.program(title)).numbers().collect()
}

/// The levels of a Program now, by genre.
fn levels(scene: &Scene, title: &str) -> [Option<u32>; 4] {
    let levels = scene.game.levels(&scene.state, scene.program(title));
    [COMEDY, NEWS, DRAMA, NICHE].map(|genre| levels.get(genre))
}

#[test]
fn ec_01_two_to_four_may_play() {
    assert_eq!(
        <pushluck::games::eight_seven_central::engine::EightSevenCentral as Definition>::SEATS,
        2..=4
    );
}

#[test]
fn ec_02_03_two_decks_and_five_private_cards_each() {
    let mut scene = Scene::new(3, |_| {});
    assert_eq!((scene.game.cards().shows.len(), scene.state.deck().count_ones()), (40, 60));
    scene.happen(Outcome::First(2));
    scene.deal(&[&[], &[], &[]]);
    assert_eq!([0, 1, 2].map(|seat| scene.state.hand(seat).count_ones()), [5; 3]);
    let mut luck = UnitKey::of_game(1, 1).stream(0, 0);
    let world = scene.game.hide(&scene.state, 1, &mut luck);
    assert_eq!(world.hand(1), scene.state.hand(1));
    assert_ne!((world.hand(0), world.hand(2)), (scene.state.hand(0), scene.state.hand(2)));
}

#[test]
fn ec_04_player_1_is_drawn_at_random() {
    let scene = Scene::new(3, |_| {});
    let each = [0, 1, 2].map(|seat| (Outcome::First(seat), 1));
    assert_eq!(scene.outcomes(), each);
}

#[test]
fn ec_05_q34_a_week_for_each_player_unless_set() {
    assert_eq!([2, 3, 4].map(|seats| Scene::new(seats, |_| {}).game.weeks()), [2, 3, 4]);
    let mut scene = Scene::monday_of(|rules| rules.weeks = [1; 3], &[&[], &[]], &SHOWS);
    scene.idle_to_the_end();
    assert_eq!(scene.state.week(), 1);
}

#[test]
fn ec_06_thirty_dollars_each_unless_set() {
    let scene = Scene::new(2, |_| {});
    assert_eq!([0, 1].map(|seat| scene.state.money(seat)), [30; 2]);
}

#[test]
fn ec_07_19_two_half_hours_a_day_and_an_hour_takes_both() {
    let line_up = [(0, "The Press Gang", 0), (0, "Laugh Track Live", 1), (0, "Harbor Ward", 1)];
    let scene = Scene::monday([&[], &[]], &line_up);
    let own = |day| scene.state.on_day(0, day).count_ones();
    assert_eq!([0, 1, 2, 3, 4].map(own), [1, 2, 0, 0, 0]);
    let press = scene.program("The Press Gang");
    assert_eq!([0, 1].map(|slot| scene.state.in_slot(0, slot)), [Some(press); 2]);
    assert_eq!(scene.sees(0, "free_slots"), 6.0);
}
