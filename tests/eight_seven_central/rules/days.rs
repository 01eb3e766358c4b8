//! Days and weeks: actions, hits, scoring, durations, shark jumps.

use pushluck::games::eight_seven_central::action::{Event, Item, Outcome};
use pushluck::games::eight_seven_central::edition::Edition;

use super::play_cards::changed;
use super::{SHOWS, monday};
use crate::eight_seven_central::scene::Scene;

#[test]
fn ec_26_27_49_50_after_five_days_comes_one_program_each_from_player_1_on() {
    // After five rounds the rotation of the starting line-up would continue with the other player.
    let five_rounds = |edition: &mut Edition| {
        (edition.rules.rounds, edition.rules.weeks) = (5, [2; 3]);
    };
    let mut scene = Scene::monday_of(five_rounds, &["", ""], SHOWS);
    for day in ["0.0", "0.1", "0.2", "0.3", "0.4"] {
        scene.run(&format!("day: {day}; roll 2 2"));
    }
    scene.run("until bid; day: 1.0; offered: 2");
    let first = scene.see("first");
    scene.run(&format!("seat: {first}"));
    scene.act(scene.legal()[1]);
    scene.run(&format!("$1, until place; seat: {first}"));
}

#[test]
fn ec_28_q01_q02_q03_player_1_of_each_day_has_most_points_then_most_money_then_sits_to_the_right() {
    // Seat 0 has more money, because it paid less.
    let mut scene = Scene::monday(&["", ""], "1:0 Laugh Track Live");
    scene.run("first: 0; roll 2 2; points 1: 1; first: 1");
    // Ties: the nearest seat to the right of the last Player 1, who comes last; seat 0 was drawn.
    Scene::monday(&["", "", ""], "").run("first: 2; roll 2 2; first: 1");
}

#[test]
fn ec_29_q16_each_in_turn_takes_up_to_two_actions_possibly_the_same() {
    let mut scene = Scene::monday(&["", "", ""], "");
    for seat in [2, 2, 0, 0, 1, 1] {
        scene.run(&format!("seat: {seat}; raises funds, idle"));
    }
    scene.run("point: chance");
    // Stopping forgoes both actions.
    Scene::monday(&["", "", ""], "").run("stops; seat: 0");
}

#[test]
fn ec_30_a_card_costs_its_printed_dollars_and_must_be_affordable() {
    monday(["Sweeps Week", ""], "turn 0, plays Sweeps Week; money 0: 26; table: 1");
    let poor = |edition: &mut Edition| edition.rules.money = 3;
    let mut scene = Scene::monday_of(poor, &["Sweeps Week", ""], SHOWS);
    scene.run("turn 0; money 0: 2; cannot: plays Sweeps Week");
}

#[test]
fn ec_31_q17_a_refill_discards_the_first_card_for_nothing_and_others_for_a_dollar() {
    // With a full hand a card must be discarded. Discards are in deck order, because their order
    // makes no difference. The first discard of each refill is free.
    monday(
        ["", ""],
        "turn 0, refills the hand; may: Grocery Chain, Phone Company
         Grocery Chain; money 0: 29; Grocery Chain, Phone Company; money 0: 27; may: draws
         draws, draw Guest Star, draw Reruns, draw Recession; hand 0: 5; point: action; seat: 0
         refills the hand, Guest Star; money 0: 27; Reruns; money 0: 26",
    );
}

#[test]
fn ec_32_fundraising_discards_a_card_for_two_dollars() {
    let script = "turn 0, raises funds, Phone Company; money 0: 31; hand 0: 4; discards: 1";
    monday(["", ""], script);
}

#[test]
fn ec_33_an_hour_has_two_ad_slots_a_half_hour_one_and_a_new_ad_replaces_an_old_one() {
    let line_up = "0:0 Newsroom Nights, 1:0 Laugh Track Live";
    Scene::monday(&["", "Phone Company, Family Car"], line_up).run(
        "turn 0, plays Grocery Chain, on Newsroom Nights, plays Phone Company, on Newsroom Nights
         roll 2 2, turn 0, plays Grocery Chain, on Newsroom Nights
         may: instead of Grocery Chain, instead of Phone Company; instead of Phone Company
         on Newsroom Nights: Grocery Chain, Grocery Chain
         turn 1, plays Phone Company, on Laugh Track Live
         plays Family Car, on Laugh Track Live, instead of Phone Company
         on Laugh Track Live: Family Car",
    );
}

#[test]
fn ec_34_q20_an_ad_needs_a_matching_symbol_on_an_own_program() {
    // Laugh Track Live has Necessity and Convenience; seat 0 owns nothing with Luxury.
    let line_up = "0:0 Laugh Track Live, 1:0 The Evening Bulletin";
    Scene::monday(&["Perfume House, Grocery Chain", "Sweeps Week"], line_up)
        .run("turn 0; cannot: plays Perfume House; plays Grocery Chain; may: on Laugh Track Live");
}

#[test]
fn ec_35_two_pairs_of_dice_give_two_sums() {
    let outcomes = monday(["", ""], "stops, stops").outcomes();
    assert_eq!(outcomes.len(), 121);
    assert_eq!(outcomes.iter().map(|(_, weight)| weight).sum::<u64>(), 36 * 36);
    assert!(outcomes.contains(&(Outcome::Dice(7, 7), 36)));
    assert!(outcomes.contains(&(Outcome::Dice(2, 11), 2)));
}

#[test]
fn ec_36_37_38_a_program_hits_once_if_either_sum_or_both_are_its_own() {
    for (sums, hits) in [("4 7", 1), ("4 4", 1), ("2 7", 1), ("7 12", 1), ("2 12", 0)] {
        let script =
            format!("roll {sums}; counters The Press Gang: {hits}; counters Laugh Track Live: 0");
        monday(["", ""], &script);
    }
}

#[test]
fn ec_36_only_programs_of_the_day_hit_and_q32_two_of_them_each() {
    let line_up = "0:0 Laugh Track Live, 0:0 Gadget Gagsters, 0:1 Puppet Parliament";
    Scene::monday(&["", ""], line_up).run(
        "roll 8 2; counters Laugh Track Live: 1; counters Gadget Gagsters: 1
         counters Puppet Parliament: 0",
    );
}

#[test]
fn ec_39_player_1_resolves_hits_first_and_q22_programs_without_a_hit_pay_nothing() {
    let paid = |seat| Event::Earned(seat, Item::Ads, 3);
    for (sums, earned) in [("6 6", &[paid(1), paid(0)][..]), ("2 2", &[paid(1)])] {
        let mut scene = Scene::monday(&["", ""], "0:0 Laugh Track Live, 1:0 Roommates & Rivals");
        scene.run(&format!(
            "first: 1; plays Perfume House, on Roommates & Rivals, turn 0
             plays Grocery Chain, on Laugh Track Live, roll {sums}"
        ));
        let found = scene.told.iter().filter(|it| matches!(it, Event::Earned(..)));
        assert!(found.eq(earned), "{sums}");
    }
}

#[test]
fn ec_41_q18_station_identification_draws_a_card_for_each_matching_symbol() {
    // Necessity and Luxury match: two cards are drawn, beyond the five of a full hand.
    Scene::monday(&["Station Identification", ""], "0:0 The Evening Bulletin").run(
        "turn 0, plays Station Identification, on The Evening Bulletin
         turn 0, refills the hand, draws, draw Reruns, roll 5 2, draw Scandal; point: chance
         draw Scandal; hand 0: 7; day: 0.1; point: action
         turn 0, refills the hand; cannot: draws; idle, draws; hand 0: 6; point: action",
    );
}

#[test]
fn ec_42_to_45_q25_the_scoring_example_of_the_rulebook() {
    // Seat 0: News-4 Comedy-3 with two counters, and Niche-5 with one. Seat 1: an hour with
    // Drama-3, Comedy-4, Niche-4 and two counters. Two Audience Surveys add the second counters.
    let line_up = "0:0 Anchors Away, 0:0 Model Railway Digest, 1:0 Galaxy Precinct";
    Scene::monday(&["Audience Survey", "Audience Survey"], line_up).run(
        "turn 1, plays Audience Survey, on Galaxy Precinct
         turn 0, plays Audience Survey, on Anchors Away, roll 4 7; counters Anchors Away: 2
         counters Model Railway Digest: 1; counters Galaxy Precinct: 2
         scored 0: News, Niche; scored 1: Comedy, Drama, Niche; points 0: 2; points 1: 3",
    );
}

#[test]
fn ec_q23_counters_of_today_count_today() {
    // Comedy 4 against 5; a hit makes it five all.
    Scene::monday(&["", ""], "0:0 Weekend Wisecrack, 1:0 Laugh Track Live")
        .run("roll 7 2; scored 0: Comedy, News; scored 1: Comedy");
}

#[test]
fn ec_q24_a_genre_needs_a_program_and_level_0_counts() {
    let nine = changed(&[("\"lower-genres\"\namount = 1", "\"lower-genres\"\namount = 9")]);
    // No Program has Niche; Comedy goes to seat 1.
    Scene::monday_of(nine, &["Clip Show", ""], SHOWS).run(
        "turn 0, plays Clip Show, on The Press Gang; levels The Press Gang: 0, 0, 0, -
         roll 2 2; scored 0: News, Drama; scored 1: Comedy",
    );
}

#[test]
fn ec_43_two_half_hours_of_a_day_both_contribute() {
    // Comedy 3 + 2 against 4.
    Scene::monday(&["", ""], "0:0 Quiz Kitchen, 0:0 Sunday Supper, 1:0 Gadget Gagsters")
        .run("roll 2 2; scored 0: Comedy, Drama; scored 1: Niche");
}

#[test]
fn ec_42_of_four_players_the_highest_scores_in_any_seat() {
    // Comedy 5 against 4 and 4, in each seat.
    for best in 0..4 {
        let [first, second, third] = [0, 1, 2].map(|further| (best + further) % 4);
        let line_up = format!(
            "{first}:0 Laugh Track Live, {second}:0 Weekend Wisecrack, {third}:0 Gadget Gagsters"
        );
        Scene::monday(&[""; 4], &line_up).run(&format!(
            "roll 2 2; scored {first}: Comedy; scored {second}: News; scored {third}: Niche"
        ));
    }
}

#[test]
fn ec_46_q21_cards_of_a_day_expire_at_the_end_of_their_programs_day_and_ads_stay() {
    let line_up = "0:0 The Press Gang, 0:1 Laugh Track Live";
    Scene::monday(&["Guest Star, Guest Star", "Finale Fever"], line_up).run(
        "turn 1, plays Finale Fever, turn 0, plays Guest Star, on The Press Gang
         plays Guest Star, on Laugh Track Live; table: 3
         roll 2 2; table: 1; on Laugh Track Live: Guest Star
         turn 0, plays Grocery Chain, on Laugh Track Live, roll 2 2
         on Laugh Track Live: Grocery Chain; until 1.0; on Laugh Track Live: Grocery Chain",
    );
}

#[test]
fn ec_47_q29_cards_of_a_week_expire_on_friday_and_cards_of_a_day_may_outlast_them() {
    // Played on Tuesday on a Program of Monday, the card of a day stays until next Monday.
    monday(
        ["Guest Star, Sweeps Week", ""],
        "until 0.1, turn 0, plays Guest Star, on The Press Gang, plays Sweeps Week
         until 0.4; table: 2; until 1.0; on The Press Gang: Guest Star; table: 1; until 1.1; table: 0",
    );
}

#[test]
fn ec_48_q26_q27_a_die_below_the_counters_removes_them_all() {
    for (die, left) in [(1, "0"), (2, "2")] {
        // Sweeps Week has expired before the roll.
        let mut scene = monday(
            ["Sweeps Week", "Audience Survey"],
            "turn 1, plays Audience Survey, on Laugh Track Live, turn 0, plays Sweeps Week, roll 4 2
             counters Laugh Track Live: 1; until 0.4; table: 1; roll 2 2; table: 0",
        );
        assert_eq!(scene.outcomes(), [1, 2, 3, 4, 5, 6].map(|die| (Outcome::Die(die), 1)));
        scene.run(&format!("die {die}; counters The Press Gang: {left}"));
        // Programs with one counter or none do not roll: the auction is next.
        assert!(matches!(scene.outcomes()[0].0, Outcome::Program(_)));
    }
}

#[test]
fn ec_50_q28_after_the_last_week_the_game_ends_without_shark_or_auction() {
    let one_week = |edition: &mut Edition| edition.rules.weeks = [1; 3];
    Scene::monday_of(one_week, &["Sweeps Week", ""], SHOWS).run(
        "turn 0, plays Sweeps Week, roll 4 2, until 0.4, roll 2 2
         point: over; winners: 1; counters The Press Gang: 2",
    );
}

#[test]
fn ec_q30_q31_money_breaks_ties_and_scores_no_points() {
    let one_week = |edition: &mut Edition| edition.rules.weeks = [1; 3];
    Scene::monday_of(one_week, &["", ""], "")
        .run("turn 0, raises funds, idle, until over; points 0: 0; points 1: 0; winners: 1");
    Scene::monday_of(one_week, &["", ""], "").run("until over; winners: 11");
    Scene::monday_of(one_week, &["", ""], "1:0 Laugh Track Live").run(
        "turn 0, raises funds, idle, raises funds, idle, roll 2 2
         turn 0, raises funds, idle, raises funds, idle, until over; money 0: 38; points 0: 0
         money 1: 29; points 1: 1; winners: 10",
    );
}

#[test]
fn ec_q19_an_empty_play_deck_is_shuffled_from_the_discards() {
    let mut scene = monday(["", ""], "");
    // Both players discard four cards per day and draw again; sixty cards last for some days.
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
