//! The starting line-up: auctions and placing.

use pushluck::games::eight_seven_central::action::{Action, Outcome};
use pushluck::games::eight_seven_central::rules::Moved;
use pushluck::games::eight_seven_central::vocabulary::point;

use super::{NEWS, SHOWS, monday};
use crate::eight_seven_central::scene::Scene;

// The starting line-up

/// Bob, Jim and Sally of the rulebook before the first bid.
fn example() -> Scene {
    let mut scene = Scene::new(3, |_| {});
    scene.happen(Outcome::First(0));
    scene.deal(&[&[], &[], &[]]);
    ["Laugh Track Live", "Harbor Ward", "Anchors Away"].iter().for_each(|it| scene.reveal(it));
    scene
}

#[test]
fn ec_08_18_six_rounds_show_as_many_programs_as_players_before_any_is_placed() {
    let mut scene = Scene::new(3, |_| {});
    scene.happen(Outcome::First(0));
    scene.deal(&[&[], &[], &[]]);
    for round in 0..6 {
        assert_eq!(scene.state.round(), round);
        (0..3).for_each(|_| scene.idle());
        assert_eq!(scene.point(), Some(point::BID));
        scene.bid(0, 1);
        (0..3).for_each(|_| scene.pass());
    }
    assert_eq!(scene.point(), Some(point::PLACE));
    assert_eq!(scene.state.dropped().count_ones(), 12);
}

#[test]
fn ec_09_the_first_bidder_goes_round() {
    let mut scene = example();
    let mut firsts = Vec::new();
    for _ in 0..6 {
        while scene.point().is_none() {
            scene.idle();
        }
        firsts.push(scene.state.seat());
        (0..3).for_each(|_| scene.pass());
    }
    assert_eq!(firsts, [0, 1, 2, 0, 1, 2]);
}

#[test]
fn ec_10_to_16_q04_q07_the_auction_of_the_rulebook() {
    let (bob, jim, sally) = (0, 1, 2);
    let mut scene = example();
    scene.bid(1, 3);
    scene.bid(2, 2);
    assert!(!scene.legal().contains(&Action::Amount(2)));
    scene.bid(2, 4);
    // Jim leaves his bid alone: it still lies on the card.
    assert_eq!((scene.state.chips(2, jim), scene.state.money(jim)), (2, 28));
    assert_eq!(scene.state.seat(), bob);
    scene.pass();
    // Jim takes back his losing bid and bids on Program #1.
    assert_eq!((scene.state.chips(2, jim), scene.state.money(jim)), (0, 30));
    scene.bid(0, 2);
    assert_eq!(scene.state.seat(), sally);
    scene.pass();
    scene.pass();
    // Jim may outbid either of them, up his own bid, or end the bidding with a pass.
    assert_eq!(scene.legal(), [Action::Pass, Action::Lot(0), Action::Lot(1), Action::Lot(2)]);
    scene.pass();
    let won = |seat, title: &str| scene.state.waiting(seat) == 1 << scene.program(title);
    assert!(won(bob, "Harbor Ward") && won(jim, "Laugh Track Live") && won(sally, "Anchors Away"));
    assert_eq!([bob, jim, sally].map(|seat| scene.state.money(seat)), [27, 28, 26]);
}

#[test]
fn ec_12_q05_q06_bids_are_whole_dollars_that_the_bidder_has() {
    let mut scene = example();
    scene.act(Action::Lot(0));
    let amounts = |low, high| (low..=high).map(Action::Amount).collect::<Vec<_>>();
    assert_eq!(scene.legal(), amounts(1, 30));
    scene.act(Action::Amount(20));
    scene.act(Action::Lot(0));
    assert_eq!(scene.legal(), amounts(21, 30));
    scene.act(Action::Amount(21));
    scene.pass();
    // The chips of seat 0 came back on its turn; those of seat 1, who leads, do not.
    scene.bid(1, 29);
    scene.act(Action::Lot(2));
    assert_eq!(scene.legal(), amounts(1, 9));
}

#[test]
fn ec_14_15_who_passed_may_bid_again_until_all_pass_in_succession() {
    let mut scene = example();
    scene.pass();
    scene.pass();
    scene.bid(0, 1);
    scene.bid(1, 1);
    scene.pass();
    scene.pass();
    assert_eq!(scene.point(), Some(point::BID));
    scene.pass();
    assert_eq!(scene.state.round(), 1);
}

#[test]
fn ec_16_17_several_may_be_won_and_what_nobody_wants_is_discarded() {
    let mut scene = example();
    scene.bid(0, 2);
    scene.pass();
    scene.pass();
    scene.bid(1, 3);
    (0..3).for_each(|_| scene.pass());
    assert_eq!((scene.state.waiting(0).count_ones(), scene.state.money(0)), (2, 25));
    assert_eq!(scene.state.dropped(), 1 << scene.program("Anchors Away"));
}

#[test]
fn ec_20_q15_vacant_days_hold_nothing_that_scores() {
    let mut scene = Scene::monday([&[], &[]], &[(0, "Laugh Track Live", 1)]);
    scene.roll(2, 2);
    assert_eq!((scene.scored(0), scene.scored(1)), (vec![], vec![]));
    assert_eq!(scene.state.day(), 1);
}

// Placing

#[test]
fn ec_21_24_25_q13_players_place_in_turns_and_pass_only_with_an_empty_hand() {
    let mut scene = Scene::new(2, |rules| rules.rounds = 1);
    scene.happen(Outcome::First(1));
    scene.deal(&[&[], &[]]);
    scene.reveal("Laugh Track Live");
    scene.reveal("Harbor Ward");
    scene.bid(0, 1);
    scene.bid(1, 1);
    scene.pass();
    scene.pass();
    // Player 1 first.
    assert_eq!((scene.point(), scene.state.seat()), (Some(point::PLACE), 1));
    assert!(!scene.may(Action::Pass));
    let laugh = scene.program("Laugh Track Live");
    scene.act(Action::Place(laugh));
    assert_eq!(scene.legal(), [0, 2, 4, 6, 8].map(Action::Slot));
    scene.act(Action::Slot(0));
    assert_eq!(scene.state.seat(), 0);
    scene.act(Action::Place(scene.program("Harbor Ward")));
    scene.act(Action::Slot(4));
    assert_eq!(scene.legal(), [Action::Pass, Action::Bump(laugh)]);
    scene.pass();
    assert_eq!(scene.point(), Some(point::PLACE));
    scene.pass();
    assert_eq!(scene.point(), Some(point::ACTION));
}

/// Seat 0 with an hour that bears an Ad, a Modifier and a Ratings Counter, in the placing round of
/// the second week.
fn placing(moved: Moved) -> Scene {
    let hands: [&[&str]; 2] = [&["Ensemble Cast"], &[]];
    let mut scene = Scene::monday_of(
        |rules| {
            rules.weeks = [3; 3];
            rules.moved = moved;
        },
        &hands,
        &SHOWS,
    );
    scene.play_on(0, "Grocery Chain", "The Press Gang");
    scene.play_on(0, "Ensemble Cast", "The Press Gang");
    scene.act(Action::Genre(NEWS));
    scene.roll(4, 2);
    while scene.point() != Some(point::BID) {
        scene.idle();
    }
    scene.turn_to_bid(0);
    scene.bid(0, 1);
    while scene.point() == Some(point::BID) {
        scene.pass();
    }
    assert_eq!(scene.counters("The Press Gang"), 1);
    scene
}

#[test]
fn ec_22_23_q09_q10_q11_a_bump_costs_a_dollar_the_ads_and_one_counter() {
    let mut scene = placing(Moved::LosesOne);
    while scene.state.seat() != 0 {
        scene.pass();
    }
    let press = scene.program("The Press Gang");
    let bumps = |action: &Action| matches!(action, Action::Bump(_));
    // Only own Programs.
    assert!(scene.legal().iter().filter(|it| bumps(it)).eq(&[Action::Bump(press)]));
    let money = scene.state.money(0);
    scene.act(Action::Bump(press));
    assert_eq!(scene.state.money(0), money - 1);
    assert_eq!(scene.on("The Press Gang"), ["Ensemble Cast"]);
    assert_eq!(scene.counters("The Press Gang"), 0);
    assert!(scene.state.waiting(0) >> press & 1 == 1);
    scene.pass();
    // Back to the same slot: nothing more is lost, nothing comes back.
    scene.act(Action::Place(press));
    scene.act(Action::Slot(0));
    assert_eq!((scene.counters("The Press Gang"), scene.state.money(0)), (0, money - 1));
}

#[test]
fn ec_23_57_a_moved_program_loses_one_counter_or_all() {
    for (moved, left) in [(Moved::LosesOne, 1), (Moved::LosesAll, 0)] {
        let mut scene = Scene::monday_of(
            |rules| {
                rules.weeks = [3; 3];
                rules.moved = moved;
            },
            &[&["Sweeps Week"], &[]],
            &SHOWS,
        );
        scene.play(0, "Sweeps Week");
        scene.roll(4, 2);
        assert_eq!(scene.counters("The Press Gang"), 2);
        while scene.point() != Some(point::BID) {
            scene.idle();
        }
        scene.bid(0, 1);
        while scene.point() == Some(point::BID) {
            scene.pass();
        }
        while scene.state.seat() != 0 {
            scene.idle_place();
        }
        scene.act(Action::Bump(scene.program("The Press Gang")));
        assert_eq!(scene.counters("The Press Gang"), left);
    }
}

#[test]
fn ec_q12_a_bump_needs_its_dollar() {
    let mut scene = Scene::new(2, |rules| (rules.rounds, rules.money) = (1, 2));
    scene.happen(Outcome::First(0));
    scene.deal(&[&[], &[]]);
    scene.reveal("Laugh Track Live");
    scene.reveal("Harbor Ward");
    scene.bid(0, 2);
    scene.bid(1, 1);
    scene.pass();
    scene.pass();
    scene.act(Action::Place(scene.program("Laugh Track Live")));
    scene.act(Action::Slot(0));
    scene.act(Action::Place(scene.program("Harbor Ward")));
    scene.act(Action::Slot(0));
    assert_eq!(scene.legal(), [Action::Pass]);
    scene.pass();
    assert_eq!(scene.legal(), [Action::Pass, Action::Bump(scene.program("Harbor Ward"))]);
}

#[test]
fn ec_q08_a_program_that_fits_nowhere_may_be_discarded() {
    let hours =
        ["Newsroom Nights", "Capital Capers", "The Press Gang", "Sketch Bureau", "Tabloid Tales"];
    let mut line_up: Vec<(u8, &str, u8)> =
        hours.iter().zip(0..).map(|(it, day)| (0, *it, day)).collect();
    line_up.push((0, "Harbor Ward", 9));
    let mut scene = Scene::new(2, |_| {});
    scene.happen(Outcome::First(0));
    scene.deal(&[&[], &[]]);
    for pair in line_up.chunks(2) {
        pair.iter().for_each(|it| scene.reveal(it.1));
        let round = scene.state.round();
        let mut lots = 0..2;
        while scene.state.round() == round {
            match (scene.state.seat() == 0).then(|| lots.next()).flatten() {
                Some(lot) => scene.bid(lot, 1),
                None => scene.pass(),
            }
        }
    }
    while scene.point() == Some(point::BID) || scene.point().is_none() {
        scene.idle();
    }
    let harbor = scene.program("Harbor Ward");
    while scene.state.waiting(0) != 1 << harbor || scene.state.seat() != 0 {
        let actions = scene.legal();
        let place = actions.iter().find(|it| matches!(it, Action::Place(one) if *one != harbor));
        assert!(!scene.may(Action::Drop(harbor)));
        scene.act(*place.unwrap_or(&Action::Pass));
        if scene.point() == Some(point::SLOT) {
            scene.act(scene.legal()[0]);
        }
    }
    assert!(!scene.may(Action::Place(harbor)) && !scene.may(Action::Pass));
    let money = scene.state.money(0);
    scene.act(Action::Drop(harbor));
    assert_eq!((scene.state.dropped() >> harbor & 1, scene.state.money(0)), (1, money));
}

#[test]
fn ec_q35_without_a_program_in_any_hand_nobody_places_or_bumps() {
    let mut scene = monday([&[], &[]]);
    while scene.point() != Some(point::BID) {
        scene.idle();
    }
    scene.pass();
    scene.pass();
    assert_eq!((scene.point(), scene.state.week(), scene.state.day()), (Some(point::ACTION), 1, 0));
}

#[test]
fn ec_q14_a_short_deck_is_shuffled_with_the_discards_and_else_reveals_fewer() {
    // Forty Programs, two a round: the deck is empty after twenty rounds, all of it discarded.
    let mut scene = Scene::new(2, |rules| (rules.rounds, rules.weeks) = (20, [3; 3]));
    scene.happen(Outcome::First(0));
    scene.deal(&[&[], &[]]);
    while scene.point() != Some(point::ACTION) {
        scene.idle();
    }
    assert_eq!(scene.state.dropped().count_ones(), 40);
    while scene.point() != Some(point::BID) {
        scene.idle();
    }
    assert_eq!(scene.state.dropped(), 0);
    assert_eq!(scene.state.offer().iter().flatten().count(), 2);
}

#[test]
fn a_programs_worth_is_the_chance_to_lead_over_the_weeks_left() {
    let mut scene = example();
    let worth = |scene: &Scene, lot| scene.shows(Action::Lot(lot), "worth");
    // Nobody shows anything: as though both rivals showed any of forty Programs, over three weeks. None
    // shows more than Comedy-5; one shows more than News-4, and ten show more than Comedy-3.
    assert_eq!(worth(&scene, 0), 3.0);
    let chance = (39.0_f64 / 40.0).powi(2) + (30.0_f64 / 40.0).powi(2);
    assert!((worth(&scene, 2) - 3.0 * chance).abs() < 1e-12);
    // On the air it is what its owner would lose with it: the rival's Comedy-5 beats Comedy-4.
    scene = monday([&["Guest Star"], &[]]);
    scene.turn(0);
    scene.act(Action::Play(scene.face("Guest Star")));
    let press = scene.shows(Action::Program(scene.program("The Press Gang")), "worth");
    let drama = 30.0 / 40.0;
    assert!((press - 3.0 * (39.0 / 40.0 + drama)).abs() < 1e-12, "{press}");
}

/// Where a Program is placed, its worth is that of the slot's day and not that of the best one.
#[test]
fn a_programs_worth_in_a_slot_is_that_of_its_day() {
    let mut scene = Scene::new(2, |rules| rules.rounds = 1);
    scene.happen(Outcome::First(1));
    scene.deal(&[&[], &[]]);
    scene.reveal("Laugh Track Live");
    scene.reveal("Gadget Gagsters");
    scene.bid(0, 1);
    scene.bid(1, 1);
    scene.pass();
    scene.pass();
    scene.act(Action::Place(scene.program("Laugh Track Live")));
    scene.act(Action::Slot(0));
    scene.act(Action::Place(scene.program("Gadget Gagsters")));
    // Comedy-4 and Niche-3 over two weeks. On Monday Comedy-5 is there; elsewhere the rival counts as one
    // who shows any Program: one of forty shows more than Comedy-4, ten show more than Niche-3.
    let worth = |slot| scene.shows(Action::Slot(slot), "worth");
    assert!((worth(0) - 2.0 * 30.0 / 40.0).abs() < 1e-12, "{}", worth(0));
    for slot in [2, 4, 6, 8] {
        assert!((worth(slot) - 2.0 * (39.0 + 30.0) / 40.0).abs() < 1e-12, "{}", worth(slot));
    }
}
