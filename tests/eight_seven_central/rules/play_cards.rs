//! The effects of Play cards.

use pushluck::diagnostic::Source;
use pushluck::games::eight_seven_central::action::Event;
use pushluck::games::eight_seven_central::edition::{Edition, SHIPPED};

use super::{SHOWS, monday};
use crate::eight_seven_central::scene::Scene;

/// Changes the text of the shipped edition: replaces the first text of each pair with the second.
pub(super) fn changed(parts: &[(&str, &str)]) -> impl FnOnce(&mut Edition) {
    let text = parts.iter().fold(SHIPPED.to_owned(), |text, (was, is)| {
        assert!(text.contains(was), "{was}");
        text.replace(was, is)
    });
    |edition| *edition = Edition::parse(Source::new("box.toml", text)).expect("an edition")
}

#[test]
fn ec_53_modifiers_add_their_hit_numbers_for_as_long_as_they_last() {
    for (title, hits, number, left, stays) in [
        ("Guest Star", "3, 5, 7", 7, 27, false),
        ("Sweeps Stunt", "3, 5, 9", 9, 27, false),
        ("Lead-In Promo", "3, 4, 5, 10", 10, 28, false),
        ("Award Nomination", "3, 5, 6", 6, 25, true),
        ("Spin-Off Hype", "3, 5, 8", 8, 25, true),
    ] {
        let mut scene = Scene::monday(&[title, ""], "0:0 Frontline Files, 1:1 Harbor Ward");
        let stay = if stays { hits } else { "3, 5" };
        scene.run(&format!(
            "turn 0, plays {title}, on Frontline Files; hits Frontline Files: {hits}; money 0: {left}
             roll {number} 2; counters Frontline Files: 1; hits Frontline Files: {stay}
             until 1.0; hits Frontline Files: {stay}"
        ));
    }
}

#[test]
fn ec_53_ensemble_cast_raises_a_genre_and_genre_crossover_adds_one() {
    monday(
        ["Ensemble Cast, Genre Crossover", ""],
        "turn 0, plays Ensemble Cast, on The Press Gang; levels The Press Gang: 4, 4, 3, -
         may: Comedy, News, Drama; Drama, plays Genre Crossover, on The Press Gang; may: Niche
         Niche; levels The Press Gang: 4, 4, 4, 2; until 1.0; levels The Press Gang: 4, 4, 4, 2",
    );
    // A raised genre counts as long as the Program has the genre.
    let day = changed(&[(
        "\"add-genre\"\namount = 2\nlasts = \"game\"",
        "\"add-genre\"\namount = 2\nlasts = \"day\"",
    )]);
    Scene::monday_of(day, &["Genre Crossover, Ensemble Cast", ""], SHOWS).run(
        "turn 0, plays Genre Crossover, on The Press Gang, Niche
         plays Ensemble Cast, on The Press Gang, Niche; levels The Press Gang: 4, 4, 3, 3
         roll 2 2; levels The Press Gang: 4, 4, 3, -; on The Press Gang: Ensemble Cast",
    );
}

#[test]
fn ec_53_bad_review_blocks_one_number_and_cast_walkout_all() {
    monday(
        ["Bad Review, Cast Walkout", ""],
        "turn 0, plays Bad Review, on Laugh Track Live; may: the 6, the 8
         the 6; hits Laugh Track Live: 8
         plays Cast Walkout, on Laugh Track Live; hits Laugh Track Live:
         roll 6 8; counters Laugh Track Live: 0; hits Laugh Track Live: 6, 8",
    );
}

#[test]
fn ec_53_clip_show_lowers_levels_and_pre_empted_takes_a_program_out_of_scoring() {
    // The Program still hits.
    monday(
        ["Clip Show", "Pre-empted"],
        "turn 1, plays Pre-empted, on The Press Gang, turn 0, plays Clip Show, on Laugh Track Live
         levels Laugh Track Live: 4, -, -, -; roll 7 2; counters The Press Gang: 1; scored 0:
         scored 1: Comedy; levels Laugh Track Live: 5, -, -, -",
    );
}

#[test]
fn ec_53_loyal_fans_do_not_jump_the_shark_and_product_placement_pays() {
    let scene = monday(
        ["Loyal Fans, Product Placement", "Sweeps Week"],
        "turn 1, plays Sweeps Week, turn 0, plays Loyal Fans, on The Press Gang
         plays Product Placement, on The Press Gang; money 0: 24
         roll 7 2; counters The Press Gang: 2; money 0: 26; until bid",
    );
    assert!(!scene.told.iter().any(|event| matches!(event, Event::Shark(..))));
}

#[test]
fn ec_54_sweeps_week_places_two_counters_and_two_do_not_add_up() {
    monday(
        ["Sweeps Week, Sweeps Week", ""],
        "turn 0, plays Sweeps Week, plays Sweeps Week, roll 4 6
         counters The Press Gang: 2; counters Laugh Track Live: 2",
    );
}

#[test]
fn ec_54_reruns_place_no_counters_today_even_in_sweeps_week_or_by_an_audience_survey() {
    // The Program still hits, and its Ad pays.
    monday(
        ["Reruns, Sweeps Week", ""],
        "turn 0, plays Grocery Chain, on The Press Gang, plays Reruns; money 0: 27
         roll 4 6; counters The Press Gang: 0; table: 1; money 0: 30",
    );
    monday(
        ["Reruns, Sweeps Week", ""],
        "turn 0, plays Sweeps Week, plays Reruns, roll 4 6; counters The Press Gang: 0",
    );
    monday(
        ["Reruns, Audience Survey", ""],
        "turn 0, plays Reruns, plays Audience Survey, on The Press Gang
         counters The Press Gang: 0; money 0: 25",
    );
}

#[test]
fn ec_54_writers_strike_bars_modifiers_for_the_week() {
    monday(
        ["Writers' Strike, Guest Star", ""],
        "turn 0; can: plays Guest Star; plays Writers' Strike
         cannot: plays Guest Star; can: plays Grocery Chain; until 1.0, turn 0; can: plays Guest Star",
    );
}

#[test]
fn ec_54_a_festival_makes_its_genre_worth_two_points_today() {
    for (title, scored, other) in [
        ("Comedy Festival", "News, Drama, Niche", "Comedy 2"),
        ("Breaking News", "News 2, Drama, Niche", "Comedy"),
        ("Finale Fever", "News, Drama 2, Niche", "Comedy"),
        ("Cult Following", "News, Drama, Niche 2", "Comedy"),
    ] {
        Scene::monday(&[title, ""], "0:0 The Expedition, 1:0 Laugh Track Live").run(&format!(
            "turn 0, plays {title}, roll 2 2; scored 0: {scored}; scored 1: {other}; table: 0"
        ));
    }
}

#[test]
fn ec_54_of_two_events_on_one_genre_the_greater_points_count() {
    let titles = ["Breaking News", "Comedy Festival", "Finale Fever"];
    for (first, second, points) in [(0, 1, 3), (1, 0, 3), (1, 2, 2), (2, 1, 2)] {
        let edition = changed(&[
            ("genre = \"news\"\namount = 2", "genre = \"comedy\"\namount = 3"),
            ("genre = \"drama\"\namount = 2", "genre = \"comedy\"\namount = 0"),
        ]);
        let [first, second] = [titles[first], titles[second]];
        let hands = [&*format!("{first}, {second}"), ""];
        let line_up = "0:0 The Expedition, 1:0 Laugh Track Live";
        Scene::monday_of(edition, &hands, line_up).run(&format!(
            "turn 0, plays {first}, plays {second}, roll 2 2; scored 1: Comedy {points}"
        ));
    }
}

#[test]
fn ec_54_ad_boom_doubles_the_dollars_of_ads_and_recession_overrides_it() {
    // The Modifier pays two dollars in any case; all Events last for the week.
    for (events, plays, table, money) in [
        ("Ad Boom", "plays Ad Boom", 3, 35),
        ("Recession", "plays Recession", 3, 29),
        ("Ad Boom, Recession", "plays Ad Boom, plays Recession", 4, 29),
    ] {
        monday(["Grocery Chain, Product Placement", events], "").run(&format!(
            "turn 1, {plays}, turn 0, plays Grocery Chain, on The Press Gang
             plays Product Placement, on The Press Gang; money 0: 27
             roll 4 2; money 0: {money}; table: {table}"
        ));
    }
}

#[test]
fn ec_54_recession_and_reruns_override_in_any_order_of_the_edition() {
    let ad_boom = "title = \"Ad Boom\"\ncopies = 1\ncost = 2\neffect = \"ads-times\"\namount = 2";
    let recession = "title = \"Recession\"\ncopies = 1\ncost = 2\neffect = \"ads-pay-nothing\"";
    let between = "\nlasts = \"week\"\nfrom = \"PROPOSED\"\n\n[[events]]\n";
    let (was, is) =
        (format!("{ad_boom}{between}{recession}"), format!("{recession}{between}{ad_boom}"));
    let hands = ["Grocery Chain, Product Placement", "Ad Boom, Recession"];
    Scene::monday_of(changed(&[(&was, &is)]), &hands, SHOWS).run(
        "turn 1, plays Ad Boom, plays Recession, turn 0, plays Grocery Chain, on The Press Gang
         plays Product Placement, on The Press Gang; money 0: 27; roll 4 2; money 0: 29",
    );

    let event = |title, copies, cost, effect| {
        format!("title = \"{title}\"\ncopies = {copies}\ncost = {cost}\neffect = \"{effect}\"\n")
    };
    let sweeps = event("Sweeps Week", 2, 3, "counters-per-hit\"\namount = 2\nlasts = \"week");
    let reruns = [1, 2].map(|cost| event("Reruns", 1, cost, "no-counters\"\nlasts = \"day"));
    let parts = [(&*sweeps, &*reruns[0]), (&*reruns[1], &*sweeps)];
    Scene::monday_of(changed(&parts), &["Reruns, Sweeps Week", ""], SHOWS)
        .run("turn 0, plays Sweeps Week, plays Reruns, roll 4 6; counters The Press Gang: 0");
}

#[test]
fn ec_54_q33_surveys_and_scandals_move_a_counter_and_may_have_no_effect() {
    // Seat 0 has no counters yet: the Scandal costs dollars and has no effect.
    monday(
        ["Scandal", "Audience Survey, Scandal"],
        "turn 1, plays Scandal; point: action; money 1: 26
         plays Audience Survey, on Laugh Track Live; counters Laugh Track Live: 1
         plays Scandal, on Laugh Track Live; counters Laugh Track Live: 0; table: 0; discards: 3",
    );
    // A Survey adds a counter to an own Program of today; a Scandal removes one of several counters
    // from an opponent's Program.
    Scene::monday(
        &["Sweeps Week, Audience Survey", "Scandal"],
        "0:0 The Press Gang, 1:0 Weekend Wisecrack, 0:1 Harbor Ward",
    )
    .run(
        "turn 0, plays Sweeps Week, plays Audience Survey; may: on The Press Gang
         on The Press Gang, roll 7 2; counters The Press Gang: 3; counters Weekend Wisecrack: 2
         turn 1, plays Scandal; may: on The Press Gang; on The Press Gang; counters The Press Gang: 2",
    );
}

#[test]
fn ec_54_a_fine_takes_three_dollars_or_all_there_is_and_a_retreat_draws_three_cards() {
    for (money, own, left) in [(30, 27, 26), (3, 0, 0)] {
        let change = |edition: &mut Edition| edition.rules.money = money;
        Scene::monday_of(change, &["Broadcast Fine", ""], SHOWS).run(&format!(
            "turn 0, plays Broadcast Fine; may: seat 2; seat 2; money 1: {left}; money 0: {own}"
        ));
    }
    monday(
        ["Network Retreat", ""],
        "turn 0, plays Network Retreat, draw Reruns, draw Scandal, draw Guest Star
         hand 0: 7; point: action",
    );
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
        // Both sums hit Newsroom Nights, which pays once; Court Report hits without an Ad.
        let sums = if on == "Newsroom Nights" { "6 5" } else { "6 7" };
        let other = "Guest Star, Reruns, Scandal, Recession, Ad Boom";
        Scene::monday(&[title, other], &format!("0:0 {on}, 1:0 Court Report")).run(&format!(
            "turn 0, plays {title}, on {on}; money 0: 29; roll {sums}; money 0: {}; money 1: 29",
            29 + paid
        ));
    }
}
