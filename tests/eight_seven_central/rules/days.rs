//! Days and weeks: actions, hits, scores, durations, what jumps the shark.

use pushluck::diagnostic::Source;
use pushluck::games::eight_seven_central::action::{Event, Item, Outcome};
use pushluck::games::eight_seven_central::cards;
use pushluck::games::eight_seven_central::edition::{Edition, SHIPPED};

use super::{SHOWS, monday};
use crate::eight_seven_central::scene::Scene;

#[test]
fn ec_26_27_49_50_after_five_days_comes_one_program_each_from_player_1_on() {
    // After five rounds the order of the line-up would go on with the other player.
    let five_rounds = |edition: &mut Edition| {
        (edition.rules.rounds, edition.rules.weeks) = (5, [2; 3]);
    };
    let mut scene = Scene::monday_of(five_rounds, &["", ""], SHOWS);
    for day in ["0.0", "0.1", "0.2", "0.3", "0.4"] {
        scene.shows(&[("day", day)]);
        scene.run("roll 2 2");
    }
    scene.run("until bid").shows(&[("day", "1.0"), ("offered", "2")]);
    let first = scene.see("first");
    scene.shows(&[("seat", &first)]);
    scene.act(scene.legal()[1]);
    scene.run("$1, until place").shows(&[("seat", &first)]);
}

#[test]
fn ec_28_q01_q02_q03_player_1_of_each_day_has_most_points_then_most_money_then_sits_to_the_right() {
    // Seat 0 paid less.
    let mut scene = Scene::monday(&["", ""], "1:0 Laugh Track Live");
    scene.shows(&[("first", "0")]);
    scene.run("roll 2 2").shows(&[("points 1", "1"), ("first", "1")]);
    // Of equals the one nearest to the right of the last, and himself last; seat 0 was drawn.
    let mut scene = Scene::monday(&["", "", ""], "");
    scene.shows(&[("first", "2")]);
    scene.run("roll 2 2").shows(&[("first", "1")]);
}

#[test]
fn ec_29_q16_each_in_turn_takes_up_to_two_actions_the_same_one_if_it_likes() {
    let mut scene = monday(["", ""]);
    let first = scene.state.seat;
    for seat in [first, first, 1 - first, 1 - first] {
        assert_eq!(scene.state.seat, seat);
        scene.run("raises funds, idle");
    }
    scene.shows(&[("point", "chance")]);
    // Who stops takes neither.
    assert_eq!(monday(["", ""]).run("stops").state.seat, 1 - first);
}

#[test]
fn ec_30_a_card_costs_what_it_says_and_what_one_cannot_pay_one_cannot_play() {
    let mut scene = monday(["Sweeps Week", ""]);
    scene.run("turn 0, plays Sweeps Week").shows(&[("money 0", "26"), ("table", "1")]);
    let poor = |edition: &mut Edition| edition.rules.money = 3;
    let mut scene = Scene::monday_of(poor, &["Sweeps Week", ""], SHOWS);
    scene.run("turn 0").shows(&[("money 0", "2")]);
    assert!(!scene.may("plays Sweeps Week"));
}

#[test]
fn ec_31_q17_a_refill_discards_the_first_card_for_nothing_and_others_for_a_dollar() {
    let mut scene = monday(["", ""]);
    // With a full hand something must go.
    scene.run("turn 0, refills the hand").shows(&[("may", "Grocery Chain, Phone Company")]);
    let money = scene.state.money(0);
    scene.run("Grocery Chain");
    assert_eq!(scene.state.money(0), money);
    scene.run("Grocery Chain, Phone Company");
    assert_eq!(scene.state.money(0), money - 2);
    // No earlier card after a later one: the order of discards makes no difference.
    scene.shows(&[("may", "draws")]);
    scene.run("draws, draw Guest Star, draw Reruns, draw Recession");
    scene.shows(&[("hand 0", "5"), ("point", "action"), ("seat", "0")]);
}

#[test]
fn ec_32_fundraising_discards_a_card_for_two_dollars() {
    let mut scene = monday(["", ""]);
    scene.run("turn 0, raises funds, Phone Company");
    scene.shows(&[("money 0", "31"), ("hand 0", "4"), ("discards", "1")]);
}

#[test]
fn ec_33_an_hour_has_two_ad_slots_a_half_hour_one_and_a_new_ad_replaces_an_old_one() {
    let line_up = "0:0 Newsroom Nights, 1:0 Laugh Track Live";
    let mut scene = Scene::monday(&["", "Phone Company, Family Car"], line_up);
    scene.run("turn 0, plays Grocery Chain, on Newsroom Nights");
    scene.run("plays Phone Company, on Newsroom Nights, roll 2 2");
    scene.run("turn 0, plays Grocery Chain, on Newsroom Nights");
    scene.shows(&[("may", "instead of Grocery Chain, instead of Phone Company")]);
    scene.run("instead of Phone Company");
    scene.shows(&[("on Newsroom Nights", "Grocery Chain, Grocery Chain")]);
    scene.run("turn 1, plays Phone Company, on Laugh Track Live");
    scene.run("plays Family Car, on Laugh Track Live, instead of Phone Company");
    scene.shows(&[("on Laugh Track Live", "Family Car")]);
}

#[test]
fn ec_34_q20_an_ad_needs_a_matching_symbol_on_an_own_program() {
    // Laugh Track Live has Necessity and Convenience; seat 0 owns nothing with Luxury.
    let line_up = "0:0 Laugh Track Live, 1:0 The Evening Bulletin";
    let mut scene = Scene::monday(&["Perfume House, Grocery Chain", "Sweeps Week"], line_up);
    scene.run("turn 0");
    assert!(!scene.may("plays Perfume House"));
    scene.run("plays Grocery Chain").shows(&[("may", "on Laugh Track Live")]);
}

#[test]
fn ec_35_two_pairs_of_dice_give_two_sums() {
    let outcomes = monday(["", ""]).run("stops, stops").outcomes();
    assert_eq!(outcomes.len(), 121);
    assert_eq!(outcomes.iter().map(|(_, weight)| weight).sum::<u64>(), 36 * 36);
    assert!(outcomes.contains(&(Outcome::Dice(7, 7), 36)));
    assert!(outcomes.contains(&(Outcome::Dice(2, 11), 2)));
}

#[test]
fn ec_36_37_38_a_program_hits_once_if_either_sum_or_both_are_its_own() {
    for (sums, hits) in [("4 7", "1"), ("4 4", "1"), ("2 7", "1"), ("7 12", "1"), ("2 12", "0")] {
        let mut scene = monday(["", ""]);
        scene.run(&format!("roll {sums}"));
        scene.shows(&[("counters The Press Gang", hits), ("counters Laugh Track Live", "0")]);
    }
}

#[test]
fn ec_36_only_programs_of_the_day_hit_and_q32_two_of_them_each() {
    let line_up = "0:0 Laugh Track Live, 0:0 Gadget Gagsters, 0:1 Puppet Parliament";
    let mut scene = Scene::monday(&["", ""], line_up);
    scene.run("roll 8 2").shows(&[
        ("counters Laugh Track Live", "1"),
        ("counters Gadget Gagsters", "1"),
        ("counters Puppet Parliament", "0"),
    ]);
}

#[test]
fn ec_36_51_the_chance_of_a_hit_is_that_of_all_rolls() {
    for show in &Edition::shipped().cards.shows {
        let sums: Vec<u8> = (1..=6).flat_map(|a| (1..=6).map(move |b| a + b)).collect();
        let hit = |sum: &&u8| show.hits >> **sum & 1 == 1;
        let pips = sums.iter().filter(hit).count();
        assert_eq!(cards::pips(show.hits) as usize, pips, "{}", show.title);
        let pairs = sums.iter().flat_map(|a| sums.iter().map(move |b| (a, b)));
        let hits = pairs.filter(|(a, b)| hit(a) || hit(b)).count() as f64;
        assert!((cards::chance(show.hits) - hits / 1296.0).abs() < 1e-12, "{}", show.title);
    }
}

#[test]
fn ec_39_player_1_resolves_hits_first() {
    let mut scene = Scene::monday(&["", ""], "0:0 Laugh Track Live, 1:0 Roommates & Rivals");
    scene.shows(&[("first", "1")]);
    scene.run("plays Perfume House, on Roommates & Rivals, turn 0");
    scene.run("plays Grocery Chain, on Laugh Track Live, roll 6 6");
    let earned = scene.told.iter().copied().filter(|it| matches!(it, Event::Earned(..)));
    assert!(earned.eq([Event::Earned(1, Item::Ads, 3), Event::Earned(0, Item::Ads, 3)]));
}

#[test]
fn ec_41_q18_station_identification_draws_a_card_for_each_matching_symbol() {
    let hands = ["Station Identification", ""];
    let mut scene = Scene::monday(&hands, "0:0 The Evening Bulletin");
    scene.run("turn 0, plays Station Identification, on The Evening Bulletin");
    // Necessity and Luxury: two cards, beyond the five of a full hand.
    scene.run("turn 0, refills the hand, draws, draw Reruns, roll 5 2, draw Scandal");
    scene.shows(&[("point", "chance")]);
    scene.run("draw Scandal").shows(&[("hand 0", "7"), ("day", "0.1"), ("point", "action")]);
    scene.run("turn 0, refills the hand");
    assert!(!scene.may("draws"));
    scene.run("idle, draws").shows(&[("hand 0", "6"), ("point", "action")]);
}

// Scoring

#[test]
fn ec_42_to_45_q25_the_scoring_example_of_the_rulebook() {
    // News-4 Comedy-3 with two counters and Niche-5 with one; an hour with Drama-3, Comedy-4, Niche-4
    // and two. Two Audience Surveys place the second counters.
    let line_up = "0:0 Anchors Away, 0:0 Model Railway Digest, 1:0 Galaxy Precinct";
    let mut scene = Scene::monday(&["Audience Survey", "Audience Survey"], line_up);
    scene.run("turn 1, plays Audience Survey, on Galaxy Precinct, turn 0");
    scene.run("plays Audience Survey, on Anchors Away, roll 4 7").shows(&[
        ("counters Anchors Away", "2"),
        ("counters Model Railway Digest", "1"),
        ("counters Galaxy Precinct", "2"),
    ]);
    scene.shows(&[("scored 0", "News, Niche"), ("scored 1", "Comedy, Drama, Niche")]);
    scene.shows(&[("points 0", "2"), ("points 1", "3")]);
}

#[test]
fn ec_q23_counters_of_today_count_today() {
    // Comedy 4 against 5; a hit makes it five all.
    let mut scene = Scene::monday(&["", ""], "0:0 Weekend Wisecrack, 1:0 Laugh Track Live");
    scene.run("roll 7 2").shows(&[("scored 0", "Comedy, News"), ("scored 1", "Comedy")]);
}

#[test]
fn ec_q24_a_genre_needs_a_program_and_a_level_of_nought_is_one() {
    let nine = |edition: &mut Edition| {
        let text = SHIPPED.replace("\"lower-genres\"\namount = 1", "\"lower-genres\"\namount = 9");
        *edition = Edition::parse(Source::new("box.toml", text)).expect("an edition");
    };
    let mut scene = Scene::monday_of(nine, &["Clip Show", ""], SHOWS);
    scene.run("turn 0, plays Clip Show, on The Press Gang");
    scene.shows(&[("levels The Press Gang", "0, 0, 0, -")]);
    // No Niche; Comedy to the other one.
    scene.run("roll 2 2").shows(&[("scored 0", "News, Drama"), ("scored 1", "Comedy")]);
}

#[test]
fn ec_43_two_half_hours_of_a_day_both_contribute() {
    // Comedy 3 + 2 against 4.
    let line_up = "0:0 Quiz Kitchen, 0:0 Sunday Supper, 1:0 Gadget Gagsters";
    let mut scene = Scene::monday(&["", ""], line_up);
    scene.run("roll 2 2").shows(&[("scored 0", "Comedy, Drama"), ("scored 1", "Niche")]);
}

#[test]
fn ec_42_of_four_players_the_highest_scores_whoever_it_is() {
    // Comedy 5 against 4 and 4, whoever has it.
    for best in 0..4 {
        let [first, second, third] = [0, 1, 2].map(|further| (best + further) % 4);
        let line_up = format!(
            "{first}:0 Laugh Track Live, {second}:0 Weekend Wisecrack, {third}:0 Gadget Gagsters"
        );
        let mut scene = Scene::monday(&[""; 4], &line_up);
        scene.run("roll 2 2").shows(&[
            (&format!("scored {first}"), "Comedy"),
            (&format!("scored {second}"), "News"),
            (&format!("scored {third}"), "Niche"),
        ]);
    }
}

// Durations

#[test]
fn ec_46_q21_cards_of_a_day_go_at_the_end_of_their_programs_day_and_ads_stay() {
    let line_up = "0:0 The Press Gang, 0:1 Laugh Track Live";
    let mut scene = Scene::monday(&["Guest Star, Guest Star", "Finale Fever"], line_up);
    scene.run("turn 1, plays Finale Fever, turn 0, plays Guest Star, on The Press Gang");
    scene.run("plays Guest Star, on Laugh Track Live").shows(&[("table", "3")]);
    scene.run("roll 2 2").shows(&[("table", "1"), ("on Laugh Track Live", "Guest Star")]);
    scene.run("turn 0, plays Grocery Chain, on Laugh Track Live, roll 2 2");
    scene.shows(&[("on Laugh Track Live", "Grocery Chain")]);
    scene.run("until 1.0").shows(&[("on Laugh Track Live", "Grocery Chain")]);
}

#[test]
fn ec_47_q27_q29_cards_of_a_week_go_on_friday_and_those_of_a_day_may_outlive_them() {
    let mut scene = monday(["Guest Star, Sweeps Week", ""]);
    // Tuesday: its Program's day has passed, so the card of a day stays until next Monday.
    scene.run("until 0.1, turn 0, plays Guest Star, on The Press Gang, plays Sweeps Week");
    scene.run("until 0.4").shows(&[("table", "2")]);
    scene.run("until 1.0").shows(&[("on The Press Gang", "Guest Star"), ("table", "1")]);
    scene.run("until 1.1").shows(&[("table", "0")]);
}

// The end of a week

#[test]
fn ec_48_q26_a_die_below_the_counters_removes_them_all() {
    for (die, left) in [(1, "0"), (2, "2")] {
        let mut scene = monday(["Sweeps Week", ""]);
        scene.run("turn 0, plays Sweeps Week, roll 4 2, until 0.4, roll 2 2");
        assert_eq!(scene.outcomes(), [1, 2, 3, 4, 5, 6].map(|die| (Outcome::Die(die), 1)));
        scene.run(&format!("die {die}")).shows(&[("counters The Press Gang", left)]);
        // Programs with one counter or none have no die: the auction is next.
        assert!(matches!(scene.outcomes()[0].0, Outcome::Program(_)));
    }
}

#[test]
fn ec_50_q28_after_the_last_week_the_game_ends_without_shark_or_auction() {
    let one_week = |edition: &mut Edition| edition.rules.weeks = [1; 3];
    let mut scene = Scene::monday_of(one_week, &["Sweeps Week", ""], SHOWS);
    scene.run("turn 0, plays Sweeps Week, roll 4 2, until 0.4, roll 2 2");
    scene.shows(&[("point", "over"), ("winners", "1"), ("counters The Press Gang", "2")]);
}

#[test]
fn ec_q30_q31_money_breaks_ties_and_is_worth_no_points() {
    let one_week = |edition: &mut Edition| edition.rules.weeks = [1; 3];
    let mut scene = Scene::monday_of(one_week, &["", ""], "");
    scene.run("turn 0, raises funds, idle, until over");
    scene.shows(&[("points 0", "0"), ("points 1", "0"), ("winners", "1")]);
    Scene::monday_of(one_week, &["", ""], "").run("until over").shows(&[("winners", "11")]);
}

#[test]
fn ec_q19_an_empty_play_deck_is_shuffled_from_the_discards() {
    let mut scene = monday(["", ""]);
    // Both discard four cards a day and draw again; sixty cards last some days.
    while !scene.told.contains(&Event::Shuffled) {
        match &*scene.see("point") {
            "action" => _ = scene.run("refills the hand"),
            "refill" => scene.act(*scene.legal().last().expect("an action")),
            _ => _ = scene.run("idle"),
        }
    }
    let held = scene.state.hand(0) | scene.state.hand(1);
    assert!(scene.state.deck != 0 && held & scene.state.deck == 0);
}
