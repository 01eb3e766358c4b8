//! What Play cards do.

use pushluck::diagnostic::Source;
use pushluck::games::eight_seven_central::action::{Action, Event};
use pushluck::games::eight_seven_central::cards::HitNumbers;
use pushluck::games::eight_seven_central::edition::{Edition, SHIPPED};
use pushluck::games::eight_seven_central::rules::Rules;
use pushluck::games::eight_seven_central::vocabulary::point;

use super::{COMEDY, DRAMA, NEWS, NICHE, SHOWS, hits, levels, monday};
use crate::eight_seven_central::scene::Scene;

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
fn ec_54_of_two_events_on_one_genre_the_greater_worth_counts() {
    let text = SHIPPED
        .replace("genre = \"news\"\namount = 2", "genre = \"comedy\"\namount = 3")
        .replace("genre = \"drama\"\namount = 2", "genre = \"comedy\"\namount = 0");
    let edition = Edition::parse(Source::new("worth.toml", text)).expect("an edition");
    let titles = ["Breaking News", "Comedy Festival", "Finale Fever"];
    for (first, second, worth) in [(0, 1, 3), (1, 0, 3), (1, 2, 2), (2, 1, 2)] {
        let line_up = [(0, "The Expedition", 0), (1, "Laugh Track Live", 0)];
        let hands: [&[&str]; 2] = [&[titles[first], titles[second]], &[]];
        let mut scene = Scene::monday_with(edition.clone(), &hands, &line_up);
        hands[0].iter().for_each(|title| scene.play(0, title));
        scene.forget();
        scene.roll(2, 2);
        let comedy = |event: &Event| matches!(event, Event::Scored(_, COMEDY, _));
        let scored: Vec<&Event> = scene.told.iter().filter(|event| comedy(event)).collect();
        assert!(
            matches!(scored[..], [Event::Scored(1, _, points)] if *points == worth),
            "{hands:?}"
        );
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
