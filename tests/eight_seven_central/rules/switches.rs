//! The ideas of the later posts, each a switch.

use pushluck::game::contract::Game;
use pushluck::games::eight_seven_central::action::{Action, Outcome};
use pushluck::games::eight_seven_central::rules::{Acquisition, Ads, Rules};
use pushluck::games::eight_seven_central::vocabulary::point;

use super::{SHOWS, hits};
use crate::eight_seven_central::scene::Scene;

/// The display before the first choice: Programs are dealt in the order of the edition.
fn display() -> Scene {
    let mut scene = Scene::new(2, |rules| {
        rules.acquisition = Acquisition::Display;
        rules.weeks = [2; 3];
    });
    scene.happen(Outcome::First(0));
    scene.deal(&[&[], &[]]);
    while scene.point().is_none() {
        scene.idle();
    }
    scene
}

#[test]
fn ec_55_59_q36_programs_are_dealt_and_bought_from_a_display_that_slides_down() {
    let mut scene = display();
    assert_eq!([0, 1].map(|seat| scene.state.waiting(seat).count_ones()), [8, 8]);
    let hours = |scene: &Scene, places: std::ops::Range<usize>| {
        let there: Vec<_> = scene.state.offer()[places].iter().flatten().copied().collect();
        there.iter().filter(|it| scene.game.cards().show(**it).hour).count() * 10 + there.len()
    };
    assert_eq!((hours(&scene, 0..4), hours(&scene, 4..8)), (4, 22));
    while scene.point() == Some(point::KEEP) {
        scene.idle();
    }
    assert_eq!([0, 1].map(|seat| scene.state.waiting(seat).count_ones()), [6, 6]);
    while scene.point() != Some(point::ACTION) {
        let actions = scene.legal();
        let action = actions.iter().find(|it| !matches!(it, Action::Bump(_)));
        scene.act(*action.expect("an action"));
    }
    let seat = scene.state.seat();
    let prices = [3, 4, 6, 9, 5, 8].map(f64::from);
    let lots = [0, 1, 2, 3, 4, 5].map(Action::Buy);
    assert_eq!(lots.map(|lot| scene.shows(lot, "price")), prices);
    let before = scene.state.offer();
    scene.act(Action::Buy(1));
    assert_eq!(scene.state.money(seat), 30 - 4);
    assert!(scene.may(Action::Hold));
    scene.act(Action::Hold);
    let slid = scene.state.offer();
    assert_eq!(slid[..3], [before[0], before[2], before[3]]);
    scene.idle();
    assert!(scene.state.offer()[3].is_some());
    assert_eq!((scene.state.seat(), scene.point()), (seat, Some(point::ACTION)));
    assert_eq!(scene.state.waiting(seat).count_ones(), 1);
    // It may wait, and be moved to a slot later; there is no supplemental auction.
    scene.idle_until(1, 0);
    assert_eq!(scene.state.waiting(seat).count_ones(), 1);
    assert_eq!(scene.point(), Some(point::ACTION));
}

#[test]
fn ec_q36_moving_is_an_action_that_bumps_what_lies_there_for_a_dollar() {
    let mut scene = display();
    while scene.point() != Some(point::ACTION) {
        let actions = scene.legal();
        scene.act(*actions.iter().find(|it| !matches!(it, Action::Bump(_))).expect("an action"));
    }
    let seat = scene.state.seat();
    let on = |scene: &Scene, day| scene.state.on_day(seat, day);
    let (from, to) = (on(&scene, 0).trailing_zeros() as u8, on(&scene, 1).trailing_zeros() as u8);
    assert_eq!((on(&scene, 0).count_ones(), on(&scene, 1).count_ones()), (2, 2));
    scene.act(Action::Move(from));
    assert_eq!(scene.shows(Action::Slot(2), "price"), 1.0);
    assert!(!scene.may(Action::Slot(0)) && !scene.may(Action::Slot(1)), "another day");
    scene.act(Action::Slot(2));
    assert_eq!(scene.state.money(seat), 29);
    assert_eq!(scene.state.waiting(seat), 1 << to);
    assert_eq!(scene.state.day_of(from), Some(1));
    // The second action puts the bumped one where the first was, for nothing.
    scene.act(Action::Move(to));
    scene.act(Action::Slot(0));
    assert_eq!((scene.state.money(seat), scene.state.day_of(to)), (29, Some(0)));
}

/// Without moves a Program is checked on its one day of a week; one that moves ahead of the days is
/// checked on each of them, and loses a Ratings Counter on each move.
#[test]
fn ec_q26_a_program_that_moves_may_hit_on_every_day_of_a_week() {
    let mut scene = display();
    while scene.point() != Some(point::ACTION) {
        let actions = scene.legal();
        scene.act(*actions.iter().find(|it| !matches!(it, Action::Bump(_))).expect("an action"));
    }
    let seat = scene.state.seat();
    let moved = scene.state.on_day(seat, 0).trailing_zeros() as u8;
    let number = scene.game.hits(&scene.state, moved).numbers().next().expect("a Hit#");
    for day in 0..5 {
        assert_eq!((scene.state.week(), scene.state.day()), (0, day));
        scene.turn(seat);
        if day > 0 {
            let before = scene.state.counters(moved);
            scene.act(Action::Move(moved));
            scene.act(Action::Slot(2 * day));
            assert_eq!(scene.state.counters(moved), before - 1);
        }
        let before = scene.state.counters(moved);
        scene.roll(number, number);
        assert_eq!(scene.state.counters(moved), before + 1, "day {day}");
        while scene.point().is_none() {
            scene.idle();
        }
    }
}

#[test]
fn ec_56_60_q37_any_card_is_an_ad_that_pays_for_counters_at_once_and_two_dollars_a_hit() {
    let change = |rules: &mut Rules| {
        rules.ads = Ads::AnyCard;
        rules.weeks = [3; 3];
    };
    let hands: [&[&str]; 2] = [
        &["Sweeps Week", "Reruns", "Guest Star", "Scandal", "Recession"],
        &["Award Nomination", "Spin-Off Hype", "Clip Show", "Bad Review", "Loyal Fans"],
    ];
    let mut scene = Scene::monday_of(change, &hands, &SHOWS);
    let all = scene.state.deck().count_ones() + 10;
    assert_eq!(all, 36, "no Ad cards");
    scene.play(0, "Sweeps Week");
    scene.roll(4, 2);
    assert_eq!(scene.counters("The Press Gang"), 2);
    scene.turn(0);
    let money = scene.state.money(0);
    let press = scene.program("The Press Gang");
    scene.act(Action::Sponsor);
    assert_eq!(scene.legal(), [Action::Program(press)]);
    scene.act(Action::Program(press));
    // Nobody else sees which card it is.
    let card = Action::Card(scene.face("Recession"));
    assert_eq!(scene.game.seen(&scene.state, card, 1), None);
    assert_eq!(scene.game.seen(&scene.state, card, 0), Some(card));
    scene.act(card);
    assert_eq!(scene.state.money(0), money + 2, "a dollar a counter; what is printed is ignored");
    scene.act(Action::Sponsor);
    scene.act(Action::Program(press));
    scene.act(Action::Card(scene.face("Guest Star")));
    assert_eq!(hits(&scene, "The Press Gang"), [4, 7]);
    scene.idle_until(1, 0);
    let money = scene.state.money(0);
    scene.turn(0);
    // Both Ad slots are taken.
    scene.act(Action::Sponsor);
    scene.act(Action::Program(press));
    scene.act(Action::Instead(scene.face("Guest Star")));
    scene.act(Action::Card(scene.face("Scandal")));
    assert_eq!(scene.on("The Press Gang").len(), 2);
    scene.roll(4, 2);
    assert_eq!(scene.state.money(0), money + 2 + 2 + 2);
}

#[test]
fn ec_58_five_rounds_of_25_dollars_or_a_random_program_a_day_and_a_flat_dollar() {
    let mut scene = Scene::new(3, |rules| (rules.rounds, rules.money) = (5, 25));
    scene.happen(Outcome::First(0));
    scene.deal(&[&[], &[], &[]]);
    let mut rounds = 0;
    while scene.point() != Some(point::ACTION) {
        rounds = scene.state.round();
        scene.idle();
    }
    assert_eq!((rounds, scene.state.money(0)), (4, 25));
    let mut random = Scene::new(2, |rules| {
        rules.acquisition = Acquisition::Random;
        rules.ads = Ads::FlatCard;
    });
    random.happen(Outcome::First(0));
    while random.point().is_none() {
        random.idle();
    }
    for day in 0..5 {
        assert_eq!([0, 1].map(|seat| random.state.on_day(seat, day).count_ones()), [1, 1]);
    }
    // They cost nothing: the price is not known, and `money` is what is left of the chips.
    assert_eq!([0, 1].map(|seat| random.state.money(seat)), [30, 30]);
    let (seat, money) = (random.state.seat(), random.state.money(0));
    random.act(Action::Sponsor);
    random.act(random.legal()[0]);
    random.act(random.legal()[0]);
    assert_eq!(random.state.money(seat), money + 1);
    assert!(!random.legal().iter().any(|it| matches!(it, Action::Buy(_) | Action::Move(_))));
}
