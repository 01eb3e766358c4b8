//! What Play cards do.

use pushluck::diagnostic::Source;
use pushluck::games::eight_seven_central::action::Event;
use pushluck::games::eight_seven_central::edition::{Edition, SHIPPED};

use super::{SHOWS, monday};
use crate::eight_seven_central::scene::Scene;

/// The shipped edition with its text changed, each of the parts into another.
fn changed(parts: &[(&str, &str)]) -> impl FnOnce(&mut Edition) {
    let text = parts.iter().fold(SHIPPED.to_owned(), |text, (was, is)| {
        assert!(text.contains(was), "{was}");
        text.replace(was, is)
    });
    |edition| *edition = Edition::parse(Source::new("box.toml", text)).expect("an edition")
}

#[test]
fn ec_53_modifiers_add_their_hit_numbers_for_as_long_as_they_last() {
    for (title, hits, number, cost, stays) in [
        ("Guest Star", "3, 5, 7", 7, 2, false),
        ("Sweeps Stunt", "3, 5, 9", 9, 2, false),
        ("Lead-In Promo", "3, 4, 5, 10", 10, 1, false),
        ("Award Nomination", "3, 5, 6", 6, 4, true),
        ("Spin-Off Hype", "3, 5, 8", 8, 4, true),
    ] {
        let mut scene = Scene::monday(&[title, ""], "0:0 Frontline Files, 1:1 Harbor Ward");
        let money = scene.state.money(0);
        scene.run(&format!("turn 0, plays {title}, on Frontline Files"));
        scene.shows(&[("hits Frontline Files", hits)]);
        assert_eq!(scene.state.money(0), money - cost, "{title}");
        let stay = ("hits Frontline Files", if stays { hits } else { "3, 5" });
        scene.run(&format!("roll {number} 2"));
        scene.shows(&[("counters Frontline Files", "1"), stay]);
        scene.run("until 1.0").shows(&[stay]);
    }
}

#[test]
fn ec_53_ensemble_cast_raises_a_genre_and_genre_crossover_adds_one() {
    let mut scene = monday(["Ensemble Cast, Genre Crossover", ""]);
    scene.run("turn 0, plays Ensemble Cast, on The Press Gang");
    scene.shows(&[("levels The Press Gang", "4, 4, 3, -"), ("may", "Comedy, News, Drama")]);
    scene.run("Drama, plays Genre Crossover, on The Press Gang").shows(&[("may", "Niche")]);
    scene.run("Niche").shows(&[("levels The Press Gang", "4, 4, 4, 2")]);
    scene.run("until 1.0").shows(&[("levels The Press Gang", "4, 4, 4, 2")]);
    // A genre that is raised counts as long as the Program has it.
    let day = changed(&[(
        "\"add-genre\"\namount = 2\nlasts = \"game\"",
        "\"add-genre\"\namount = 2\nlasts = \"day\"",
    )]);
    let mut scene = Scene::monday_of(day, &["Genre Crossover, Ensemble Cast", ""], SHOWS);
    scene.run("turn 0, plays Genre Crossover, on The Press Gang, Niche");
    scene.run("plays Ensemble Cast, on The Press Gang, Niche");
    scene.shows(&[("levels The Press Gang", "4, 4, 3, 3")]);
    scene.run("roll 2 2");
    scene.shows(&[("levels The Press Gang", "4, 4, 3, -"), ("on The Press Gang", "Ensemble Cast")]);
}

#[test]
fn ec_53_bad_review_blocks_one_number_and_cast_walkout_all() {
    let mut scene = monday(["Bad Review, Cast Walkout", ""]);
    scene.run("turn 0, plays Bad Review, on Laugh Track Live").shows(&[("may", "the 6, the 8")]);
    scene.run("the 6").shows(&[("hits Laugh Track Live", "8")]);
    scene.run("plays Cast Walkout, on Laugh Track Live").shows(&[("hits Laugh Track Live", "")]);
    scene.run("roll 6 8");
    scene.shows(&[("counters Laugh Track Live", "0"), ("hits Laugh Track Live", "6, 8")]);
}

#[test]
fn ec_53_clip_show_lowers_levels_and_pre_empted_takes_a_program_out_of_scoring() {
    let mut scene = monday(["Clip Show", "Pre-empted"]);
    scene.run("turn 1, plays Pre-empted, on The Press Gang");
    scene.run("turn 0, plays Clip Show, on Laugh Track Live");
    scene.shows(&[("levels Laugh Track Live", "4, -, -, -")]);
    // It hits all the same.
    scene.run("roll 7 2").shows(&[("counters The Press Gang", "1"), ("scored 0", "")]);
    scene.shows(&[("scored 1", "Comedy"), ("levels Laugh Track Live", "5, -, -, -")]);
}

#[test]
fn ec_53_loyal_fans_do_not_jump_the_shark_and_product_placement_pays() {
    let mut scene = monday(["Loyal Fans, Product Placement", "Sweeps Week"]);
    scene.run("turn 1, plays Sweeps Week, turn 0, plays Loyal Fans, on The Press Gang");
    scene.run("plays Product Placement, on The Press Gang");
    let money = scene.state.money(0);
    scene.run("roll 7 2").shows(&[("counters The Press Gang", "2")]);
    assert_eq!(scene.state.money(0), money + 2);
    scene.run("until bid");
    assert!(!scene.told.iter().any(|event| matches!(event, Event::Shark(..))));
}

#[test]
fn ec_54_sweeps_week_places_two_counters_and_two_do_not_add_up() {
    let mut scene = monday(["Sweeps Week, Sweeps Week", ""]);
    scene.run("turn 0, plays Sweeps Week, plays Sweeps Week, roll 4 6");
    scene.shows(&[("counters The Press Gang", "2"), ("counters Laugh Track Live", "2")]);
}

#[test]
fn ec_54_reruns_place_no_counters_today_even_in_sweeps_week_or_by_an_audience_survey() {
    let mut scene = monday(["Reruns, Sweeps Week", ""]);
    scene.run("turn 0, plays Grocery Chain, on The Press Gang, plays Reruns");
    let money = scene.state.money(0);
    scene.run("roll 4 6").shows(&[("counters The Press Gang", "0"), ("table", "1")]);
    assert_eq!(scene.state.money(0), money + 3, "a hit all the same");
    let mut scene = monday(["Reruns, Sweeps Week", ""]);
    scene.run("turn 0, plays Sweeps Week, plays Reruns, roll 4 6");
    scene.shows(&[("counters The Press Gang", "0")]);
    let mut scene = monday(["Reruns, Audience Survey", ""]);
    let money = scene.state.money(0);
    scene.run("turn 0, plays Reruns, plays Audience Survey, on The Press Gang");
    scene.shows(&[("counters The Press Gang", "0")]);
    assert_eq!(scene.state.money(0), money - 4);
}

#[test]
fn ec_54_writers_strike_bars_modifiers_for_the_week() {
    let mut scene = monday(["Writers' Strike, Guest Star", ""]);
    scene.run("turn 0");
    assert!(scene.may("plays Guest Star"));
    scene.run("plays Writers' Strike");
    assert!(!scene.may("plays Guest Star") && scene.may("plays Grocery Chain"));
    scene.run("until 1.0, turn 0");
    assert!(scene.may("plays Guest Star"));
}

#[test]
fn ec_54_a_festival_makes_its_genre_worth_two_points_today() {
    for (title, scored, other) in [
        ("Comedy Festival", "News, Drama, Niche", "Comedy 2"),
        ("Breaking News", "News 2, Drama, Niche", "Comedy"),
        ("Finale Fever", "News, Drama 2, Niche", "Comedy"),
        ("Cult Following", "News, Drama, Niche 2", "Comedy"),
    ] {
        let mut scene = Scene::monday(&[title, ""], "0:0 The Expedition, 1:0 Laugh Track Live");
        scene.run(&format!("turn 0, plays {title}, roll 2 2"));
        scene.shows(&[("scored 0", scored), ("scored 1", other), ("table", "0")]);
    }
}

#[test]
fn ec_54_of_two_events_on_one_genre_the_greater_worth_counts() {
    let titles = ["Breaking News", "Comedy Festival", "Finale Fever"];
    for (first, second, worth) in [(0, 1, 3), (1, 0, 3), (1, 2, 2), (2, 1, 2)] {
        let edition = changed(&[
            ("genre = \"news\"\namount = 2", "genre = \"comedy\"\namount = 3"),
            ("genre = \"drama\"\namount = 2", "genre = \"comedy\"\namount = 0"),
        ]);
        let [first, second] = [titles[first], titles[second]];
        let hands = [&*format!("{first}, {second}"), ""];
        let mut scene =
            Scene::monday_of(edition, &hands, "0:0 The Expedition, 1:0 Laugh Track Live");
        scene.run(&format!("turn 0, plays {first}, plays {second}, roll 2 2"));
        scene.shows(&[("scored 1", &format!("Comedy {worth}"))]);
    }
}

#[test]
fn ec_54_ad_boom_doubles_the_dollars_of_ads_and_recession_wins_over_it() {
    for (events, paid) in [("Ad Boom", 6), ("Recession", 0), ("Ad Boom, Recession", 0)] {
        let mut scene = monday(["Grocery Chain, Product Placement", events]);
        scene.run("turn 1");
        events.split(", ").for_each(|title| _ = scene.run(&format!("plays {title}")));
        scene.run("turn 0, plays Grocery Chain, on The Press Gang");
        scene.run("plays Product Placement, on The Press Gang");
        let money = scene.state.money(0);
        scene.run("roll 4 2");
        assert_eq!(scene.state.money(0), money + paid + 2, "{events}");
        // Both stay for the week.
        assert_eq!(scene.state.table.count_ones() as usize, 2 + events.split(", ").count());
    }
}

#[test]
fn ec_54_q33_surveys_and_scandals_move_a_counter_and_may_have_no_effect() {
    let mut scene = monday(["Scandal", "Audience Survey, Scandal"]);
    scene.run("turn 1");
    // Seat 0 has no counters yet: the Scandal costs its dollars and does nothing.
    let money = scene.state.money(1);
    scene.run("plays Scandal").shows(&[("point", "action")]);
    assert_eq!(scene.state.money(1), money - 3);
    scene.run("plays Audience Survey, on Laugh Track Live");
    scene.shows(&[("counters Laugh Track Live", "1")]);
    scene.run("plays Scandal, on Laugh Track Live");
    scene.shows(&[("counters Laugh Track Live", "0"), ("table", "0"), ("discards", "3")]);
}

#[test]
fn ec_54_a_fine_takes_three_dollars_or_all_there_is_and_a_retreat_draws_three_cards() {
    for (money, left) in [(30, "26"), (3, "0")] {
        let change = |edition: &mut Edition| edition.rules.money = money;
        let mut scene = Scene::monday_of(change, &["Broadcast Fine", ""], SHOWS);
        scene.run("turn 0, plays Broadcast Fine").shows(&[("may", "seat 2")]);
        scene.run("seat 2").shows(&[("money 1", left)]);
    }
    let mut scene = monday(["Network Retreat", ""]);
    scene.run("turn 0, plays Network Retreat, draw Reruns, draw Scandal, draw Guest Star");
    scene.shows(&[("hand 0", "7"), ("point", "action")]);
}

#[test]
fn ec_40_52_q22_ads_pay_as_printed_for_each_matching_symbol_once_a_hit() {
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
        let other = "Guest Star, Reruns, Scandal, Recession, Ad Boom";
        let mut scene = Scene::monday(&[title, other], &format!("0:0 {on}, 1:0 Court Report"));
        scene.run(&format!("turn 0, plays {title}, on {on}"));
        let money = [0, 1].map(|seat| scene.state.money(seat));
        // Both sums hit Newsroom Nights; Court Report is hit in vain, without an Ad.
        scene.run(if on == "Newsroom Nights" { "roll 6 5" } else { "roll 6 7" });
        assert_eq!(
            [0, 1].map(|seat| scene.state.money(seat)),
            [money[0] + paid, money[1]],
            "{title}"
        );
    }
}
