//! The rules of 8/7 Central, each id in the name of a test that shows it.

mod eight_seven_central;

use eight_seven_central::Scene;
use pushluck::diagnostic::Source;
use pushluck::game::contract::{Game, Next};
use pushluck::game::frame::Setup;
use pushluck::games::eight_seven_central::cards::HitNumbers;
use pushluck::games::eight_seven_central::edition::{Edition, SHIPPED};
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
use pushluck::games::eight_seven_central::moves::{Action, Event, Item, Outcome};
use pushluck::games::eight_seven_central::rules::{Acquisition, Ads, Moved, Rules};
use pushluck::games::eight_seven_central::setup::Title;
use pushluck::games::eight_seven_central::words::point;
use pushluck::sim::luck::{Domain, UnitLuck};

const COMEDY: u8 = 0;
const NEWS: u8 = 1;
const DRAMA: u8 = 2;
const NICHE: u8 = 3;

/// An hour of three genres for seat 0 on Monday (Hit#s 4 and 7), a Comedy for seat 1 (6 and 8).
const SHOWS: [(u8, &str, u8); 2] = [(0, "The Press Gang", 0), (1, "Laugh Track Live", 0)];

fn monday(hands: [&[&str]; 2]) -> Scene {
    Scene::monday(hands, &SHOWS)
}

// Set-up

#[test]
fn ec_01_two_to_four_may_play() {
    assert_eq!(<Title as Setup>::SEATS, 2..=4);
}

#[test]
fn ec_02_03_two_decks_and_five_private_cards_each() {
    let mut scene = Scene::new(3, |_| {});
    assert_eq!((scene.game.cards().shows.len(), scene.state.deck().count_ones()), (40, 60));
    scene.happen(Outcome::First(2));
    scene.deal(&[&[], &[], &[]]);
    assert_eq!([0, 1, 2].map(|seat| scene.state.hand(seat).count_ones()), [5; 3]);
    let mut luck = UnitLuck::new(1, Domain::Game, 1).turn(0).rng();
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
    // Jim leaves his bid alone for now: it still lies on the card.
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
fn ec_q07_raising_ones_own_bid_pays_only_what_is_added() {
    let mut scene = example();
    scene.bid(0, 5);
    scene.pass();
    scene.pass();
    scene.bid(0, 7);
    assert_eq!((scene.state.chips(0, 0), scene.state.money(0)), (7, 23));
    scene.pass();
    scene.pass();
    // What lies there already counts towards a new bid.
    scene.act(Action::Lot(0));
    assert_eq!(scene.legal(), (8..=30).map(Action::Amount).collect::<Vec<_>>());
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

// The day

#[test]
fn ec_26_27_49_50_after_five_days_comes_one_program_each_from_player_1_on() {
    // After five rounds the order of the line-up would go on with the other player.
    let five_rounds = |rules: &mut Rules| (rules.rounds, rules.weeks) = (5, [2; 3]);
    let mut scene = Scene::monday_of(five_rounds, &[&[], &[]], &SHOWS);
    let mut days = Vec::new();
    while scene.point() != Some(point::BID) {
        days.push((scene.state.week(), scene.state.day()));
        scene.idle();
    }
    days.dedup();
    let week: Vec<(u8, u8)> = (0..5).map(|day| (0, day)).chain([(1, 0)]).collect();
    assert_eq!(days, week);
    assert_eq!(scene.state.offer().iter().flatten().count(), 2);
    let first = scene.state.first();
    assert_eq!(scene.state.seat(), first);
    scene.bid(0, 1);
    while scene.point() == Some(point::BID) {
        scene.pass();
    }
    assert_eq!((scene.point(), scene.state.seat()), (Some(point::PLACE), first));
}

#[test]
fn ec_28_q01_q02_player_1_of_each_day_has_most_points_then_most_money() {
    // Seat 0 paid less.
    let mut scene = Scene::monday([&[], &[]], &[(1, "Laugh Track Live", 0)]);
    assert_eq!(scene.state.first(), 0);
    scene.roll(2, 2);
    assert_eq!((scene.state.points(1), scene.state.first()), (1, 1));
}

#[test]
fn ec_28_q03_of_equals_the_one_nearest_to_the_right_and_himself_last() {
    let mut scene = Scene::monday_of(|_| {}, &[&[], &[], &[]], &[]);
    // Seat 0 was drawn; to the right of seat 0 sits seat 2.
    assert_eq!(scene.state.first(), 2);
    scene.roll(2, 2);
    assert_eq!(scene.state.first(), 1);
}

#[test]
fn ec_29_q16_each_in_turn_takes_up_to_two_actions_the_same_one_if_it_likes() {
    let mut scene = monday([&[], &[]]);
    let first = scene.state.seat();
    for seat in [first, first, 1 - first, 1 - first] {
        assert_eq!(scene.state.seat(), seat);
        scene.act(Action::Fundraise);
        let card = scene.legal()[0];
        scene.act(card);
    }
    assert!(matches!(scene.game.next(&scene.state), Next::Chance(_)));
    // Who passes takes neither.
    let mut scene = monday([&[], &[]]);
    let first = scene.state.seat();
    scene.pass();
    assert_eq!(scene.state.seat(), 1 - first);
}

#[test]
fn ec_30_a_card_costs_what_it_says_and_what_one_cannot_pay_one_cannot_play() {
    let mut scene = monday([&["Sweeps Week"], &[]]);
    scene.play(0, "Sweeps Week");
    assert_eq!(scene.state.money(0), 29 - 3);
    assert!(scene.state.table() != 0);
    let change = |rules: &mut Rules| rules.money = 3;
    let mut poor = Scene::monday_of(change, &[&["Sweeps Week"], &[]], &SHOWS);
    poor.turn(0);
    assert_eq!(poor.state.money(0), 2);
    assert!(!poor.may_play("Sweeps Week"));
}

#[test]
fn ec_31_q17_a_refill_discards_the_first_card_for_nothing_and_others_for_a_dollar() {
    let mut scene = monday([&[], &[]]);
    scene.turn(0);
    scene.act(Action::Refill);
    // With a full hand something must go.
    let (grocery, phone) = (scene.face("Grocery Chain"), scene.face("Phone Company"));
    assert_eq!(scene.legal(), [Action::Card(grocery), Action::Card(phone)]);
    let money = scene.state.money(0);
    scene.act(Action::Card(grocery));
    assert_eq!(scene.state.money(0), money);
    scene.act(Action::Card(grocery));
    scene.act(Action::Card(phone));
    assert_eq!(scene.state.money(0), money - 2);
    // No earlier card after a later one: the order of discards makes no difference.
    assert_eq!(scene.legal(), [Action::Pass]);
    scene.pass();
    ["Guest Star", "Reruns", "Recession"].iter().for_each(|it| scene.draw(it));
    assert_eq!(scene.state.hand(0).count_ones(), 5);
    assert_eq!((scene.point(), scene.state.seat()), (Some(point::ACTION), 0));
}

#[test]
fn ec_32_fundraising_discards_a_card_for_two_dollars() {
    let mut scene = monday([&[], &[]]);
    scene.turn(0);
    let money = scene.state.money(0);
    scene.act(Action::Fundraise);
    scene.act(Action::Card(scene.face("Phone Company")));
    assert_eq!((scene.state.money(0), scene.state.hand(0).count_ones()), (money + 2, 4));
    assert_eq!(scene.state.discards().count_ones(), 1);
}

#[test]
fn ec_33_an_hour_has_two_ad_slots_a_half_hour_one_and_a_new_ad_replaces_an_old_one() {
    let hands: [&[&str]; 2] = [&[], &["Phone Company", "Family Car"]];
    let mut scene = Scene::monday(hands, &[(0, "Newsroom Nights", 0), (1, "Laugh Track Live", 0)]);
    scene.turn(0);
    let of = |title: &str| Action::Play(scene.face(title));
    let (grocery, phone) = (of("Grocery Chain"), of("Phone Company"));
    let newsroom = Action::Program(scene.program("Newsroom Nights"));
    scene.act(grocery);
    scene.act(newsroom);
    scene.act(phone);
    scene.act(newsroom);
    assert_eq!(scene.on("Newsroom Nights"), ["Grocery Chain", "Phone Company"]);
    scene.roll(2, 2);
    scene.turn(0);
    scene.act(grocery);
    scene.act(newsroom);
    assert_eq!(scene.legal().len(), 2);
    scene.act(Action::Instead(scene.face("Phone Company")));
    assert_eq!(scene.on("Newsroom Nights"), ["Grocery Chain", "Grocery Chain"]);
    scene.turn(1);
    let laugh = Action::Program(scene.program("Laugh Track Live"));
    scene.act(phone);
    scene.act(laugh);
    scene.act(Action::Play(scene.face("Family Car")));
    scene.act(laugh);
    scene.act(Action::Instead(scene.face("Phone Company")));
    assert_eq!(scene.on("Laugh Track Live"), ["Family Car"]);
}

#[test]
fn ec_34_q20_an_ad_needs_a_matching_symbol_on_an_own_program() {
    // Laugh Track Live has Necessity and Convenience; seat 0 owns nothing with Luxury.
    let line_up = [(0, "Laugh Track Live", 0), (1, "The Evening Bulletin", 0)];
    let mut scene =
        Scene::monday([&["Perfume House", "Grocery Chain"], &["Sweeps Week"]], &line_up);
    scene.turn(0);
    assert!(!scene.may_play("Perfume House") && scene.may_play("Grocery Chain"));
    scene.play(0, "Grocery Chain");
    assert_eq!(scene.legal(), [Action::Program(scene.program("Laugh Track Live"))]);
}

#[test]
fn ec_35_two_pairs_of_dice_give_two_sums() {
    let mut scene = monday([&[], &[]]);
    while scene.point().is_some() {
        scene.pass();
    }
    let outcomes = scene.outcomes();
    assert_eq!(outcomes.len(), 121);
    assert_eq!(outcomes.iter().map(|(_, weight)| weight).sum::<u64>(), 36 * 36);
    let weight = |sums| outcomes.iter().find(|(one, _)| *one == sums).map(|(_, weight)| *weight);
    assert_eq!(weight(Outcome::Dice(7, 7)), Some(36));
    assert_eq!(weight(Outcome::Dice(2, 11)), Some(2));
}

#[test]
fn ec_36_37_38_a_program_hits_once_if_either_sum_or_both_are_its_own() {
    for (sums, hits) in [((4, 7), 1), ((4, 4), 1), ((2, 7), 1), ((7, 12), 1), ((2, 12), 0)] {
        let mut scene = monday([&[], &[]]);
        scene.roll(sums.0, sums.1);
        assert_eq!(scene.counters("The Press Gang"), hits, "{sums:?}");
        assert_eq!(scene.counters("Laugh Track Live"), 0);
    }
}

#[test]
fn ec_36_only_programs_of_the_day_hit_and_q32_two_of_them_each() {
    let line_up =
        [(0, "Laugh Track Live", 0), (0, "Gadget Gagsters", 0), (0, "Puppet Parliament", 1)];
    let mut scene = Scene::monday([&[], &[]], &line_up);
    scene.roll(8, 2);
    let counters = ["Laugh Track Live", "Gadget Gagsters", "Puppet Parliament"];
    assert_eq!(counters.map(|title| scene.counters(title)), [1, 1, 0]);
}

#[test]
fn ec_36_51_the_chance_of_a_hit_is_that_of_all_rolls() {
    let Edition { cards, .. } = Edition::shipped();
    for show in &cards.shows {
        let dice = 1..=6_u8;
        let sums: Vec<u8> = dice.clone().flat_map(|a| dice.clone().map(move |b| a + b)).collect();
        let hit = |sum: &&u8| show.hits.has(**sum);
        let pips = sums.iter().filter(hit).count();
        assert_eq!(show.hits.pips() as usize, pips, "{}", show.title);
        let pairs = sums.iter().flat_map(|a| sums.iter().map(move |b| (a, b)));
        let hits = pairs.filter(|(a, b)| hit(a) || hit(b)).count();
        assert!((show.hits.chance() - hits as f64 / 1296.0).abs() < 1e-12, "{}", show.title);
    }
}

#[test]
fn ec_39_player_1_resolves_hits_first() {
    let line_up = [(0, "Laugh Track Live", 0), (1, "Roommates & Rivals", 0)];
    let mut scene = Scene::monday([&[], &[]], &line_up);
    let first = scene.state.first();
    assert_eq!(first, 1);
    scene.play_on(1, "Perfume House", "Roommates & Rivals");
    scene.play_on(0, "Grocery Chain", "Laugh Track Live");
    scene.forget();
    scene.roll(6, 6);
    let earned: Vec<Event> =
        scene.told.iter().copied().filter(|it| matches!(it, Event::Earned(..))).collect();
    assert_eq!(earned, [Event::Earned(1, Item::Ads, 3), Event::Earned(0, Item::Ads, 3)]);
}

#[test]
fn ec_40_q22_revenue_is_the_value_for_each_matching_symbol_once_a_hit() {
    // An hour with all three symbols and a Family Car: Necessity and Convenience.
    let line_up = [(0, "Newsroom Nights", 0), (1, "Laugh Track Live", 0)];
    let mut scene = Scene::monday([&["Family Car"], &[]], &line_up);
    scene.play_on(0, "Family Car", "Newsroom Nights");
    let money = [scene.state.money(0), scene.state.money(1)];
    // Both sums hit Newsroom Nights; Laugh Track Live hits too, but has no Ad.
    scene.roll(6, 5);
    assert_eq!([scene.state.money(0), scene.state.money(1)], [money[0] + 4, money[1]]);
}

#[test]
fn ec_41_q18_station_identification_draws_a_card_for_each_matching_symbol() {
    let line_up = [(0, "The Evening Bulletin", 0)];
    let mut scene = Scene::monday([&["Station Identification"], &[]], &line_up);
    scene.play_on(0, "Station Identification", "The Evening Bulletin");
    scene.turn(0);
    scene.act(Action::Refill);
    scene.pass();
    scene.draw("Reruns");
    scene.roll(5, 2);
    // Necessity and Luxury: two cards, beyond the five of a full hand.
    scene.draw("Scandal");
    assert!(matches!(scene.game.next(&scene.state), Next::Chance(_)));
    scene.draw("Scandal");
    assert_eq!(scene.state.hand(0).count_ones(), 7);
    assert_eq!((scene.state.day(), scene.point()), (1, Some(point::ACTION)));
    scene.turn(0);
    scene.act(Action::Refill);
    assert!(!scene.may(Action::Pass));
    scene.act(scene.legal()[0]);
    scene.pass();
    assert_eq!(scene.state.hand(0).count_ones(), 6);
    assert_eq!(scene.point(), Some(point::ACTION));
}

// Scoring

#[test]
fn ec_42_to_45_q25_the_scoring_example_of_the_rulebook() {
    // News-4 Comedy-3 with two counters and Niche-5 with one; an hour with Drama-3, Comedy-4, Niche-4
    // and two. Two Audience Surveys place the second counters.
    let line_up =
        [(0, "Anchors Away", 0), (0, "Model Railway Digest", 0), (1, "Galaxy Precinct", 0)];
    let mut scene = Scene::monday([&["Audience Survey"], &["Audience Survey"]], &line_up);
    scene.play_on(1, "Audience Survey", "Galaxy Precinct");
    scene.play_on(0, "Audience Survey", "Anchors Away");
    scene.forget();
    scene.roll(4, 7);
    let counters = ["Anchors Away", "Model Railway Digest", "Galaxy Precinct"];
    assert_eq!(counters.map(|title| scene.counters(title)), [2, 1, 2]);
    assert_eq!(scene.scored(0), [NEWS, NICHE]);
    assert_eq!(scene.scored(1), [COMEDY, DRAMA, NICHE]);
    assert_eq!([scene.state.points(0), scene.state.points(1)], [2, 3]);
}

#[test]
fn ec_43_two_half_hours_of_a_day_both_contribute() {
    // Comedy 3 + 2 against 4.
    let line_up = [(0, "Quiz Kitchen", 0), (0, "Sunday Supper", 0), (1, "Gadget Gagsters", 0)];
    let mut scene = Scene::monday([&[], &[]], &line_up);
    assert_eq!(scene.game.totals(&scene.state, 0, 0).get(COMEDY), Some(5));
    scene.roll(2, 2);
    assert_eq!(scene.scored(0), [COMEDY, DRAMA]);
    assert_eq!(scene.scored(1), [NICHE]);
}

#[test]
fn ec_q23_counters_of_today_count_today() {
    // Comedy 4 against 5; a hit makes it five all.
    let line_up = [(0, "Weekend Wisecrack", 0), (1, "Laugh Track Live", 0)];
    let mut scene = Scene::monday([&[], &[]], &line_up);
    scene.roll(7, 2);
    assert_eq!((scene.scored(0), scene.scored(1)), (vec![COMEDY, NEWS], vec![COMEDY]));
}

#[test]
fn ec_q24_a_genre_needs_a_program_and_a_level_of_nought_is_one() {
    let text = SHIPPED.replace("\"lower-genres\"\namount = 1", "\"lower-genres\"\namount = 9");
    assert_ne!(text, SHIPPED);
    let edition = Edition::parse(Source::new("box.toml", text)).expect("an edition");
    let mut scene = Scene::monday_with(edition, &[&["Clip Show"], &[]], &SHOWS);
    scene.play_on(0, "Clip Show", "The Press Gang");
    assert_eq!(levels(&scene, "The Press Gang"), [Some(0), Some(0), Some(0), None]);
    scene.roll(2, 2);
    // No Niche; Comedy to the other one.
    assert_eq!((scene.scored(0), scene.scored(1)), (vec![NEWS, DRAMA], vec![COMEDY]));
}

// Durations

#[test]
fn ec_46_q21_cards_of_a_day_go_at_the_end_of_their_programs_day_and_ads_stay() {
    let line_up = [(0, "The Press Gang", 0), (0, "Laugh Track Live", 1)];
    let mut scene = Scene::monday([&["Guest Star", "Guest Star"], &["Finale Fever"]], &line_up);
    scene.play(1, "Finale Fever");
    scene.play_on(0, "Guest Star", "The Press Gang");
    scene.play_on(0, "Guest Star", "Laugh Track Live");
    assert_eq!(scene.state.table().count_ones(), 3);
    scene.roll(2, 2);
    assert_eq!(scene.state.table().count_ones(), 1);
    assert_eq!(scene.on("Laugh Track Live"), ["Guest Star"]);
    scene.play_on(0, "Grocery Chain", "Laugh Track Live");
    scene.roll(2, 2);
    assert_eq!(scene.on("Laugh Track Live"), ["Grocery Chain"]);
    scene.idle_until(1, 0);
    assert_eq!(scene.on("Laugh Track Live"), ["Grocery Chain"]);
}

#[test]
fn ec_47_q27_q29_cards_of_a_week_go_on_friday_and_those_of_a_day_may_outlive_them() {
    let mut scene = monday([&["Guest Star", "Sweeps Week"], &[]]);
    scene.idle_until(0, 1);
    // Tuesday: its Program's day has passed, so the card of a day stays until next Monday.
    scene.play_on(0, "Guest Star", "The Press Gang");
    scene.play(0, "Sweeps Week");
    scene.idle_until(0, 4);
    assert_eq!(scene.state.table().count_ones(), 2);
    scene.idle_until(1, 0);
    assert_eq!(scene.on("The Press Gang"), ["Guest Star"]);
    assert_eq!(scene.state.table().count_ones(), 1);
    scene.idle_until(1, 1);
    assert_eq!(scene.state.table(), 0);
}

// The end of a week

/// The week end after Monday's hit for two counters on The Press Gang: the die is next.
fn shark() -> Scene {
    let mut scene = monday([&["Sweeps Week"], &[]]);
    scene.play(0, "Sweeps Week");
    scene.roll(4, 2);
    while !matches!(scene.outcomes().first(), Some((Outcome::Die(_), _))) {
        scene.idle();
    }
    scene
}

#[test]
fn ec_48_q26_a_die_below_the_counters_removes_them_all() {
    let mut scene = shark();
    assert_eq!(scene.outcomes(), [1, 2, 3, 4, 5, 6].map(|die| (Outcome::Die(die), 1)));
    scene.happen(Outcome::Die(1));
    assert_eq!(scene.counters("The Press Gang"), 0);
    let mut scene = shark();
    scene.happen(Outcome::Die(2));
    assert_eq!(scene.counters("The Press Gang"), 2);
    // Programs with one counter or none have no die: the auction is next.
    assert!(matches!(scene.outcomes()[0].0, Outcome::Program(_)));
}

#[test]
fn ec_50_q28_after_the_last_week_the_game_ends_without_shark_or_auction() {
    let mut scene =
        Scene::monday_of(|rules| rules.weeks = [1; 3], &[&["Sweeps Week"], &[]], &SHOWS);
    scene.play(0, "Sweeps Week");
    scene.roll(4, 2);
    scene.forget();
    scene.idle_to_the_end();
    let late = |event: &Event| matches!(event, Event::Shark(..) | Event::Offered);
    assert!(!scene.told.iter().any(late));
    assert_eq!(scene.game.ranking(&scene.state).winners, 1, "most points");
    assert_eq!(scene.counters("The Press Gang"), 2);
}

#[test]
fn ec_q30_q31_money_breaks_ties_and_is_worth_no_points() {
    let mut scene = Scene::monday_of(|rules| rules.weeks = [1; 3], &[&[], &[]], &[]);
    scene.turn(0);
    scene.act(Action::Fundraise);
    scene.act(scene.legal()[0]);
    scene.idle_to_the_end();
    let ranking = scene.game.ranking(&scene.state);
    assert_eq!((ranking.scores[..2].to_vec(), ranking.winners), (vec![0, 0], 1));
    let mut even = Scene::monday_of(|rules| rules.weeks = [1; 3], &[&[], &[]], &[]);
    even.idle_to_the_end();
    assert_eq!(even.game.ranking(&even.state).winners, 3);
}

#[test]
fn ec_q19_an_empty_play_deck_is_shuffled_from_the_discards() {
    let mut scene = monday([&[], &[]]);
    // Both discard four cards a day and draw again; sixty cards last some days.
    scene.forget();
    while !scene.told.contains(&Event::Shuffled) {
        match scene.point() {
            Some(point::ACTION) => scene.act(Action::Refill),
            Some(point::REFILL) => scene.act(*scene.legal().last().expect("an action")),
            _ => scene.idle(),
        }
    }
    assert!(scene.state.deck() != 0);
    let held = scene.state.hand(0) | scene.state.hand(1);
    assert_eq!(held & scene.state.deck(), 0);
}

// Play cards

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
fn ec_53_modifiers_add_their_hit_numbers_for_as_long_as_they_last() {
    for (title, numbers, cost, stays) in [
        ("Guest Star", vec![7], 2, false),
        ("Sweeps Stunt", vec![5, 9], 2, false),
        ("Lead-In Promo", vec![4, 10], 1, false),
        ("Award Nomination", vec![6], 4, true),
        ("Spin-Off Hype", vec![8], 4, true),
    ] {
        let mut scene =
            Scene::monday([&[title], &[]], &[(0, "Frontline Files", 0), (1, "Harbor Ward", 1)]);
        let money = scene.state.money(0);
        scene.play_on(0, title, "Frontline Files");
        assert_eq!(scene.state.money(0), money - cost, "{title}");
        let all = HitNumbers::of(&numbers).with(HitNumbers::of(&[3, 5]));
        assert_eq!(hits(&scene, "Frontline Files"), all.numbers().collect::<Vec<_>>());
        scene.roll(*numbers.last().expect("a number"), 2);
        assert_eq!(scene.counters("Frontline Files"), 1, "{title}");
        assert_eq!(hits(&scene, "Frontline Files").len() > 2, stays, "{title}");
        scene.idle_until(1, 0);
        assert_eq!(hits(&scene, "Frontline Files").len() > 2, stays, "{title}");
    }
}

#[test]
fn ec_53_ensemble_cast_raises_a_genre_and_genre_crossover_adds_one() {
    let mut scene = monday([&["Ensemble Cast", "Genre Crossover"], &[]]);
    assert_eq!(levels(&scene, "The Press Gang"), [Some(4), Some(4), Some(3), None]);
    scene.play_on(0, "Ensemble Cast", "The Press Gang");
    assert_eq!(scene.legal(), [COMEDY, NEWS, DRAMA].map(Action::Genre));
    scene.act(Action::Genre(DRAMA));
    scene.play_on(0, "Genre Crossover", "The Press Gang");
    assert_eq!(scene.legal(), [Action::Genre(NICHE)]);
    scene.act(Action::Genre(NICHE));
    assert_eq!(levels(&scene, "The Press Gang"), [Some(4), Some(4), Some(4), Some(2)]);
    scene.idle_until(1, 0);
    assert_eq!(levels(&scene, "The Press Gang"), [Some(4), Some(4), Some(4), Some(2)]);
}

#[test]
fn ec_53_a_genre_that_is_raised_counts_as_long_as_the_program_has_it() {
    let crossover = "effect = \"add-genre\"\namount = 2\nlasts = ";
    let text = SHIPPED.replace(&format!("{crossover}\"game\""), &format!("{crossover}\"day\""));
    let edition = Edition::parse(Source::new("day.toml", text)).expect("an edition");
    let hands: [&[&str]; 2] = [&["Genre Crossover", "Ensemble Cast"], &[]];
    let mut scene = Scene::monday_with(edition, &hands, &SHOWS);
    for (card, level) in [("Genre Crossover", 2), ("Ensemble Cast", 3)] {
        scene.play_on(0, card, "The Press Gang");
        scene.act(Action::Genre(NICHE));
        assert_eq!(levels(&scene, "The Press Gang"), [Some(4), Some(4), Some(3), Some(level)]);
    }
    scene.roll(2, 2);
    assert_eq!(levels(&scene, "The Press Gang"), [Some(4), Some(4), Some(3), None]);
    assert_eq!(scene.on("The Press Gang"), ["Ensemble Cast"]);
}

#[test]
fn ec_53_bad_review_may_block_the_number_of_a_modifier() {
    let mut scene = monday([&["Guest Star", "Bad Review"], &[]]);
    scene.play_on(0, "Guest Star", "Laugh Track Live");
    scene.play_on(0, "Bad Review", "Laugh Track Live");
    assert_eq!(scene.legal(), [6, 7, 8].map(Action::Number));
    scene.act(Action::Number(7));
    assert_eq!(hits(&scene, "Laugh Track Live"), [6, 8]);
}

#[test]
fn ec_53_bad_review_blocks_one_number_and_cast_walkout_all() {
    let mut scene = monday([&["Bad Review", "Cast Walkout"], &[]]);
    scene.play_on(0, "Bad Review", "Laugh Track Live");
    assert_eq!(scene.legal(), [Action::Number(6), Action::Number(8)]);
    scene.act(Action::Number(6));
    assert_eq!(hits(&scene, "Laugh Track Live"), [8]);
    scene.play_on(0, "Cast Walkout", "Laugh Track Live");
    assert_eq!(hits(&scene, "Laugh Track Live"), [0; 0]);
    scene.roll(6, 8);
    assert_eq!(scene.counters("Laugh Track Live"), 0);
    assert_eq!(hits(&scene, "Laugh Track Live"), [6, 8]);
}

#[test]
fn ec_53_clip_show_lowers_levels_and_pre_empted_takes_a_program_out_of_scoring() {
    let mut scene = monday([&["Clip Show"], &["Pre-empted"]]);
    scene.play_on(1, "Pre-empted", "The Press Gang");
    scene.play_on(0, "Clip Show", "Laugh Track Live");
    assert_eq!(levels(&scene, "Laugh Track Live"), [Some(4), None, None, None]);
    scene.roll(7, 2);
    // It hits all the same.
    assert_eq!(scene.counters("The Press Gang"), 1);
    assert_eq!((scene.scored(0), scene.scored(1)), (vec![], vec![COMEDY]));
    assert_eq!(levels(&scene, "Laugh Track Live"), [Some(5), None, None, None]);
}

#[test]
fn ec_53_loyal_fans_do_not_jump_the_shark_and_product_placement_pays() {
    let mut scene = monday([&["Loyal Fans", "Product Placement"], &["Sweeps Week"]]);
    scene.play(1, "Sweeps Week");
    scene.play_on(0, "Loyal Fans", "The Press Gang");
    scene.play_on(0, "Product Placement", "The Press Gang");
    let money = scene.state.money(0);
    scene.roll(7, 2);
    assert_eq!((scene.state.money(0), scene.counters("The Press Gang")), (money + 2, 2));
    scene.forget();
    scene.idle_until(1, 0);
    assert!(!scene.told.iter().any(|event| matches!(event, Event::Shark(..))));
    // Its owner collects, whoever played it.
    assert!(scene.on("The Press Gang").contains(&"Product Placement"));
}

#[test]
fn ec_54_sweeps_week_places_two_counters_and_two_do_not_add_up() {
    let mut scene = monday([&["Sweeps Week", "Sweeps Week"], &[]]);
    scene.play(0, "Sweeps Week");
    scene.play(0, "Sweeps Week");
    scene.roll(4, 6);
    assert_eq!((scene.counters("The Press Gang"), scene.counters("Laugh Track Live")), (2, 2));
}

#[test]
fn ec_54_reruns_place_no_counters_today_even_in_sweeps_week() {
    let mut scene = monday([&["Reruns", "Sweeps Week"], &[]]);
    scene.play_on(0, "Grocery Chain", "The Press Gang");
    scene.play(0, "Reruns");
    let money = scene.state.money(0);
    scene.roll(4, 6);
    assert_eq!(scene.counters("The Press Gang"), 0);
    assert_eq!(scene.state.money(0), money + 3, "a hit all the same");
    scene.turn(0);
    assert_eq!(scene.state.table().count_ones(), 1, "only the Ad is left");
    assert!(scene.may_play("Sweeps Week"));
}

#[test]
fn ec_54_reruns_bar_the_counter_of_an_audience_survey() {
    let mut scene = monday([&["Reruns", "Audience Survey"], &[]]);
    let money = scene.state.money(0);
    scene.play(0, "Reruns");
    scene.play_on(0, "Audience Survey", "The Press Gang");
    assert_eq!((scene.counters("The Press Gang"), scene.state.money(0)), (0, money - 4));
}

#[test]
fn ec_54_writers_strike_bars_modifiers_for_the_week() {
    let mut scene = monday([&["Writers' Strike", "Guest Star"], &[]]);
    scene.turn(0);
    assert!(scene.may_play("Guest Star"));
    scene.play(0, "Writers' Strike");
    assert!(!scene.may_play("Guest Star") && scene.may_play("Grocery Chain"));
    scene.idle_until(1, 0);
    scene.turn(0);
    assert!(scene.may_play("Guest Star"));
}

#[test]
fn ec_54_a_festival_makes_its_genre_worth_two_points_today() {
    for (title, genre) in [
        ("Comedy Festival", COMEDY),
        ("Breaking News", NEWS),
        ("Finale Fever", DRAMA),
        ("Cult Following", NICHE),
    ] {
        let line_up = [(0, "The Expedition", 0), (1, "Laugh Track Live", 0)];
        let mut scene = Scene::monday([&[title], &[]], &line_up);
        scene.play(0, title);
        scene.forget();
        scene.roll(2, 2);
        for event in &scene.told {
            if let Event::Scored(_, scored, points) = *event {
                assert_eq!(points, if scored == genre { 2 } else { 1 }, "{title}");
            }
        }
        assert_eq!(scene.state.table(), 0, "{title} is over");
    }
}

#[test]
fn ec_54_ad_boom_doubles_the_dollars_of_ads_and_recession_wins_over_it() {
    for (events, paid) in
        [(["Ad Boom"].as_slice(), 6), (&["Recession"], 0), (&["Ad Boom", "Recession"], 0)]
    {
        let mut scene = monday([&["Grocery Chain", "Product Placement"], events]);
        scene.turn(1);
        events.iter().for_each(|title| scene.play(1, title));
        // Seat 1 went first; both stay for the week.
        scene.play_on(0, "Grocery Chain", "The Press Gang");
        scene.play_on(0, "Product Placement", "The Press Gang");
        let money = scene.state.money(0);
        scene.roll(4, 2);
        assert_eq!(scene.state.money(0), money + paid + 2, "{events:?}");
        assert_eq!(scene.state.table().count_ones() as usize, 2 + events.len());
    }
}

#[test]
fn ec_54_q33_surveys_and_scandals_move_a_counter_and_may_come_to_nothing() {
    let mut scene = monday([&["Audience Survey", "Scandal"], &["Audience Survey", "Scandal"]]);
    scene.turn(1);
    // Seat 0 has no counters yet: the Scandal costs its dollars and does nothing.
    let money = scene.state.money(1);
    scene.play(1, "Scandal");
    assert_eq!((scene.state.money(1), scene.point()), (money - 3, Some(point::ACTION)));
    scene.play_on(1, "Audience Survey", "Laugh Track Live");
    assert_eq!(scene.counters("Laugh Track Live"), 1);
    scene.play_on(0, "Scandal", "Laugh Track Live");
    assert_eq!(scene.counters("Laugh Track Live"), 0);
    assert_eq!(scene.state.table(), 0);
    assert_eq!(scene.state.discards().count_ones(), 3);
}

#[test]
fn ec_54_a_fine_takes_three_dollars_or_all_there_is_and_a_retreat_draws_three_cards() {
    for (money, left) in [(30, 26), (3, 0)] {
        let change = |rules: &mut Rules| rules.money = money;
        let mut scene = Scene::monday_of(change, &[&["Broadcast Fine"], &[]], &SHOWS);
        scene.play(0, "Broadcast Fine");
        scene.act(Action::Seat(1));
        assert_eq!(scene.state.money(1), left);
    }
    let mut scene = monday([&["Network Retreat"], &[]]);
    scene.play(0, "Network Retreat");
    ["Reruns", "Scandal", "Guest Star"].iter().for_each(|it| scene.draw(it));
    assert_eq!(scene.state.hand(0).count_ones(), 7);
    assert_eq!(scene.point(), Some(point::ACTION));
}

#[test]
fn ec_52_ads_pay_as_printed() {
    for (title, on, paid) in [
        ("Grocery Chain", "Newsroom Nights", 3),
        ("Phone Company", "Newsroom Nights", 3),
        ("Perfume House", "Newsroom Nights", 3),
        ("Family Car", "Newsroom Nights", 4),
        ("Insurance Club", "Newsroom Nights", 4),
        ("Vacation Air", "Newsroom Nights", 4),
        ("Super Sponsor", "Newsroom Nights", 3),
        ("Vacation Air", "Laugh Track Live", 2),
        ("Super Sponsor", "Laugh Track Live", 2),
    ] {
        let other = ["Guest Star", "Reruns", "Scandal", "Recession", "Ad Boom"];
        let mut scene = Scene::monday([&[title], &other], &[(0, on, 0)]);
        scene.play_on(0, title, on);
        let money = scene.state.money(0);
        scene.roll(6, 2);
        assert_eq!(scene.state.money(0), money + paid, "{title}");
    }
}

// Switches

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
    let (seat, money) = (random.state.seat(), random.state.money(0));
    random.act(Action::Sponsor);
    random.act(random.legal()[0]);
    random.act(random.legal()[0]);
    assert_eq!(random.state.money(seat), money + 1);
    assert!(!random.legal().iter().any(|it| matches!(it, Action::Buy(_) | Action::Move(_))));
}

#[test]
fn a_game_knows_its_seats_and_weeks() {
    let Edition { cards, rules, .. } = Edition::shipped();
    let game = EightSevenCentral::new(cards, rules, 4);
    assert_eq!((game.seats(), game.weeks()), (4, 4));
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

#[test]
fn relief_is_what_a_card_takes_off_the_chance_to_jump() {
    let mut scene = monday([&["Sweeps Week", "Loyal Fans", "Audience Survey"], &["Scandal"]]);
    scene.play(0, "Sweeps Week");
    scene.roll(4, 2);
    let relief = |scene: &Scene, title| scene.shows(Action::Play(scene.face(title)), "relief");
    scene.turn(0);
    assert_eq!(relief(&scene, "Loyal Fans"), 1.0 / 6.0);
    assert_eq!(relief(&scene, "Grocery Chain"), 0.0);
    scene.turn(1);
    scene.act(Action::Play(scene.face("Scandal")));
    let press = Action::Program(scene.program("The Press Gang"));
    assert_eq!(scene.shows(press, "relief"), 1.0 / 6.0);
}
