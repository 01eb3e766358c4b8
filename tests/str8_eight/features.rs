//! What Str8 Eight shows to policies, in scenes where it can be counted.

use pushluck::game::contract::{Game, Next};
use pushluck::game::decision::{ActionList, Decision, OwnLuck};
use pushluck::games::str8_eight::engine::{Action, Str8Eight};
use pushluck::sim::random::UnitKey;

use crate::str8_eight::scene::{C, L, N, Scene, rules};

/// Looks through the eyes of who decides.
fn looking<T>(scene: &Scene, look: impl FnOnce(&Decision<'_, Str8Eight>) -> T) -> T {
    let Next::Decide { seat, point } = scene.game.next(&scene.state) else { panic!("no decision") };
    let (own, list) = (OwnLuck::new(UnitKey::of_game(1, 1), 0, 0), &mut ActionList::default());
    look(&Decision::new(&scene.game, &scene.state, (seat, point), own, list))
}

/// A feature of the state.
fn see(scene: &Scene, name: &str) -> f64 {
    looking(scene, |decision| decision.feature(name))
}

/// A feature of an action.
fn show(scene: &Scene, action: Action, name: &str) -> f64 {
    looking(scene, |decision| decision.action_feature(action, name))
}

/// A function of an opponent.
fn call(scene: &Scene, name: &str, opponent: u8) -> f64 {
    looking(scene, |decision| decision.function(name, &[opponent.into()]))
}

fn discard(scene: &Scene, card: C) -> Action {
    Action::Discard(scene.card(card))
}

/// Seat 0 holds threes and has laid the 3; the 12 lies on the discard pile before seat 0.
fn under_way() -> Scene {
    let mut scene = Scene::new(2, rules(1));
    scene.deal(&[[N(3, 3), N(6, 3), N(9, 3)], [N(64, 8), N(56, 8), L(1)]]);
    scene.pile(N(24, 3));
    scene.lay(N(3, 3));
    scene.idle(N(12, 3));
    scene
}

#[test]
fn the_top_discard_shows_what_a_card_of_the_hand_does() {
    let scene = under_way();
    let top = |name| show(&scene, Action::Take, name);
    // After the 3 a 6 may come, then the 12.
    assert_eq!((top("number"), top("fits"), top("steps"), top("colour")), (12.0, 0.0, 2.0, 1.0));
    assert_eq!((top("hand_colour"), top("penalty")), (3.0, 12.0));
    assert!(top("turns_to_go") <= show(&scene, Action::Pile, "turns_to_go"));
    let mut scene = scene;
    scene.act(Action::Take);
    let of = |card, name| show(&scene, discard(&scene, card), name);
    assert_eq!((of(N(12, 3), "taken"), of(N(6, 3), "taken")), (1.0, 0.0));
    assert_eq!(of(N(6, 3), "hand_followers"), 2.0, "the 9 and the 12");
    // Seat 1 has not begun: the 6 has a bull's-eye.
    assert_eq!((of(N(6, 3), "fits_opponents"), of(N(9, 3), "fits_opponents")), (1.0, 0.0));
    assert_eq!(of(N(9, 3), "next_steps"), 2.0, "after a 6");
}

#[test]
fn a_str8_eight_can_be_until_a_card_of_its_colours_is_laid_elsewhere() {
    let mut scene = under_way();
    assert_eq!(see(&scene, "str8_eight"), 1.0);
    scene.pile(N(6, 2));
    assert_eq!(show(&scene, discard(&scene, N(6, 2)), "colour"), 0.0);
    scene.lay(N(6, 2));
    scene.idle(N(48, 8));
    assert_eq!(see(&scene, "str8_eight"), 0.0);
}

#[test]
fn a_hand_given_away_is_known() {
    let mut scene = under_way();
    scene.idle(N(48, 8));
    assert_eq!(call(&scene, "opponent_known", 1), 0.0);
    scene.pile(N(40, 8));
    let pass = Action::Pass(scene.card(L(1)));
    assert_eq!(show(&scene, pass, "receiver_length"), 1.0);
    assert_eq!(show(&scene, pass, "known_coming"), 0.0);
    scene.pass(L(1));
    // Seat 0 gave its hand away: 6, 9 and 24 of threes. Nothing is laid by seat 1, so the 6 fits there.
    assert_eq!(call(&scene, "opponent_known", 1), 3.0);
    assert_eq!(call(&scene, "opponent_known_fits", 1), 1.0);
    assert_eq!((call(&scene, "opponent_length", 1), call(&scene, "opponent_last", 1)), (0.0, 0.0));
}
