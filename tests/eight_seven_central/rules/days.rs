//! Days and weeks: actions, hits, scores, durations, what jumps the shark.

use pushluck::diagnostic::Source;
use pushluck::game::contract::{Game, Next};
use pushluck::games::eight_seven_central::action::{Action, Event, Item, Outcome};
use pushluck::games::eight_seven_central::edition::{Edition, SHIPPED};
use pushluck::games::eight_seven_central::rules::Rules;
use pushluck::games::eight_seven_central::vocabulary::point;

use super::{COMEDY, DRAMA, NEWS, NICHE, SHOWS, levels, monday};
use crate::eight_seven_central::scene::Scene;

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
fn ec_43_two_half_hours_of_a_day_both_contribute() {
    // Comedy 3 + 2 against 4.
    let line_up = [(0, "Quiz Kitchen", 0), (0, "Sunday Supper", 0), (1, "Gadget Gagsters", 0)];
    let mut scene = Scene::monday([&[], &[]], &line_up);
    assert_eq!(scene.state.totals(0)[0].get(COMEDY), Some(5));
    scene.roll(2, 2);
    assert_eq!(scene.scored(0), [COMEDY, DRAMA]);
    assert_eq!(scene.scored(1), [NICHE]);
}

#[test]
fn ec_42_of_four_players_the_highest_scores_whoever_it_is() {
    // Comedy 5 against 4 and 4, whoever has it.
    for best in 0..4 {
        let seats = [0, 1, 2].map(|further| (best + further) % 4);
        let titles = ["Laugh Track Live", "Weekend Wisecrack", "Gadget Gagsters"];
        let line_up: Vec<_> =
            seats.into_iter().zip(titles).map(|(seat, title)| (seat, title, 0)).collect();
        let mut scene = Scene::monday_of(|rules| rules.weeks = [3; 3], &[&[][..]; 4], &line_up);
        scene.roll(2, 2);
        let scored = seats.map(|seat| scene.scored(seat).contains(&COMEDY));
        assert_eq!(scored, [true, false, false], "seat {best}");
    }
}

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
