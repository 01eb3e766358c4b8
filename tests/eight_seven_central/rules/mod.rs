//! The rules of 8/7 Central, each id in the name of a test that shows it.

mod days;
mod play_cards;

use pushluck::game::contract::Game;
use pushluck::games::eight_seven_central::action::{Action, Outcome};
use pushluck::games::eight_seven_central::cards::{What, pips as pips_of};
use pushluck::games::eight_seven_central::edition::Edition;
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
use pushluck::games::eight_seven_central::rules::{Acquisition, Ads, Moved, Rules};
use pushluck::run::Definition;
use pushluck::sim::random::UnitKey;

use crate::eight_seven_central::scene::{DAYS, Scene};

/// An hour of three genres for seat 0 on Monday (Hit#s 4 and 7), a Comedy for seat 1 (6 and 8).
const SHOWS: &str = "0:0 The Press Gang, 1:0 Laugh Track Live";

/// Two players with these hands and [`SHOWS`].
fn monday(hands: [&str; 2]) -> Scene {
    Scene::monday(&hands, SHOWS)
}

#[test]
fn ec_01_two_to_four_may_play() {
    assert_eq!(<EightSevenCentral as Definition>::SEATS, 2..=4);
}

#[test]
fn ec_02_03_two_decks_and_five_private_cards_each() {
    let scene = Scene::new(3, |_| {});
    assert_eq!((scene.game.cards.shows.len(), scene.state.deck.count_ones()), (40, 60));
    let scene = scene.dealt(2, &["", "", ""]);
    scene.shows(&[("hand 0", "5"), ("hand 1", "5"), ("hand 2", "5")]);
    let world = scene.game.hide(&scene.state, 1, &mut UnitKey::of_game(1, 1).stream(0, 0));
    assert_eq!(world.hand(1), scene.state.hand(1));
    assert_ne!((world.hand(0), world.hand(2)), (scene.state.hand(0), scene.state.hand(2)));
}

/// What the tables of the rules add up to.
#[test]
fn ec_51_to_54_the_box_is_that_of_the_rules() {
    let Edition { cards, .. } = Edition::shipped();
    for genre in 0..4 {
        let levels = cards.shows.iter().filter_map(|show| show.levels.get(genre));
        assert_eq!((levels.clone().count(), levels.sum::<u32>()), (22, 74), "genre {genre}");
    }
    let with =
        |symbol: u8| cards.shows.iter().filter(|show| show.symbols >> symbol & 1 == 1).count();
    assert_eq!([0, 1, 2].map(with), [24, 24, 23]);
    // More levels, fewer pips.
    for show in &cards.shows {
        let (genres, levels) =
            ((0..4).filter(|genre| show.levels.get(*genre).is_some()).count(), show.levels.sum());
        let pips = match (show.hour, genres, levels) {
            (false, 1, 5) => 10,
            (false, 2, 5) | (true, 3, 11) => 9,
            (false, 2, 7) => 6,
            other => panic!("{}: {other:?}", show.title),
        };
        assert_eq!(pips_of(show.hits), pips, "{}", show.title);
    }
    let count = |is: fn(&What) -> bool| -> u32 {
        let faces = cards.faces.iter().filter(|card| is(&card.what));
        faces.map(|card| u32::from(card.copies)).sum()
    };
    let ads = count(|what| matches!(what, What::Ad { .. }));
    let modifiers = count(|what| matches!(what, What::Modifier { .. }));
    assert_eq!([ads, modifiers, count(|what| matches!(what, What::Event(_)))], [24, 20, 16]);
}

#[test]
fn ec_04_player_1_is_drawn_at_random() {
    let each = [0, 1, 2].map(|seat| (Outcome::First(seat), 1));
    assert_eq!(Scene::new(3, |_| {}).outcomes(), each);
}

#[test]
fn ec_05_q34_a_week_for_each_player_unless_set() {
    assert_eq!([2, 3, 4].map(|seats| Scene::new(seats, |_| {}).game.weeks), [2, 3, 4]);
    let mut scene = Scene::monday_of(|edition| edition.rules.weeks = [1; 3], &["", ""], SHOWS);
    scene.run("until over").shows(&[("day", "1.0")]);
}

#[test]
fn ec_06_thirty_dollars_each_unless_set() {
    Scene::new(2, |_| {}).shows(&[("money 0", "30"), ("money 1", "30")]);
}

#[test]
fn ec_07_19_two_half_hours_a_day_and_an_hour_takes_both() {
    let line_up = "0:0 The Press Gang, 0:1 Laugh Track Live, 0:1 Harbor Ward";
    let mut scene = Scene::monday(&["", ""], line_up);
    scene.shows(&[("days 0", "1, 2, 0, 0, 0")]);
    let press = scene.program("The Press Gang");
    assert_eq!([0, 1].map(|slot| scene.state.in_slot(0, slot)), [Some(press); 2]);
    assert_eq!(scene.run("turn 0").feature("free_slots"), 6.0);
}

// The starting line-up

/// Bob, Jim and Sally of the rulebook before the first bid.
fn example() -> Scene {
    let mut scene = Scene::new(3, |_| {}).dealt(0, &["", "", ""]);
    scene.run("reveal Laugh Track Live, reveal Harbor Ward, reveal Anchors Away");
    scene
}

#[test]
fn ec_08_09_18_six_rounds_show_as_many_programs_as_players_before_any_is_placed() {
    let mut scene = Scene::new(3, |_| {}).dealt(0, &["", "", ""]);
    // The first bidder goes round.
    for seat in ["0", "1", "2", "0", "1", "2"] {
        scene.run("until bid").shows(&[("seat", seat), ("offered", "3")]);
        scene.act(Action::Lot(0));
        scene.run("$1, passes, passes, passes");
    }
    scene.shows(&[("point", "place"), ("dropped", "12")]);
}

#[test]
fn ec_10_to_16_q04_q07_the_auction_of_the_rulebook() {
    let mut scene = example();
    let chips = |scene: &Scene| scene.state.chips(2, 1);
    scene.run("bids on Harbor Ward, $3, bids on Anchors Away, $2, bids on Anchors Away");
    assert!(!scene.may("$2") && scene.may("$3"));
    // Jim leaves his bid alone: it still lies on the card.
    scene.run("$4").shows(&[("money 1", "28"), ("seat", "0")]);
    assert_eq!(chips(&scene), 2);
    // Jim takes back his losing bid and bids on Program #1.
    scene.run("passes").shows(&[("money 1", "30")]);
    assert_eq!(chips(&scene), 0);
    scene.run("bids on Laugh Track Live, $2").shows(&[("seat", "2")]);
    // Jim may outbid either of them, up his own bid, or end the bidding with a pass.
    let may = "passes, bids on Laugh Track Live, bids on Harbor Ward, bids on Anchors Away";
    scene.run("passes, passes").shows(&[("may", may)]);
    scene.run("passes").shows(&[
        ("waiting 0", "Harbor Ward"),
        ("waiting 1", "Laugh Track Live"),
        ("waiting 2", "Anchors Away"),
    ]);
    scene.shows(&[("money 0", "27"), ("money 1", "28"), ("money 2", "26")]);
}

#[test]
fn ec_12_q05_q06_bids_are_whole_dollars_that_the_bidder_has() {
    let amounts = |low, high| (low..=high).map(Action::Amount).collect::<Vec<_>>();
    let mut scene = example();
    assert_eq!(scene.run("bids on Laugh Track Live").legal(), amounts(1, 30));
    assert_eq!(scene.run("$20, bids on Laugh Track Live").legal(), amounts(21, 30));
    // The chips of seat 0 came back on its turn; those of seat 1, who leads, do not.
    scene.run("$21, passes, bids on Harbor Ward, $29, bids on Anchors Away");
    assert_eq!(scene.legal(), amounts(1, 9));
}

#[test]
fn ec_14_to_17_bidding_ends_when_all_pass_in_succession_and_several_may_be_won() {
    let mut scene = example();
    scene.run(
        "passes, passes, bids on Laugh Track Live, $1, bids on Harbor Ward, $1, passes, passes",
    );
    scene.shows(&[("point", "bid")]);
    scene.run("passes").shows(&[("point", "chance"), ("dropped", "1")]);
    let mut scene = example();
    scene.run("bids on Laugh Track Live, $2, passes, passes, bids on Harbor Ward, $3");
    scene.run("passes, passes, passes");
    scene.shows(&[("waiting 0", "Laugh Track Live, Harbor Ward"), ("money 0", "25")]);
    assert_eq!(scene.state.dropped, 1 << scene.program("Anchors Away"));
}

#[test]
fn ec_20_q15_vacant_days_hold_nothing_that_scores() {
    let mut scene = Scene::monday(&["", ""], "0:1 Laugh Track Live");
    scene.run("roll 2 2").shows(&[("scored 0", ""), ("scored 1", ""), ("day", "0.1")]);
}

// Placing

/// Two Programs that are won for these dollars by two players with so much money, seat 1 first.
fn won(money: u32, bids: [u32; 2], titles: [&str; 2]) -> Scene {
    let mut scene =
        Scene::new(2, |rules| (rules.rounds, rules.money) = (1, money)).dealt(1, &["", ""]);
    let [first, second] = titles;
    scene.run(&format!("reveal {first}, reveal {second}"));
    for (title, dollars) in titles.iter().zip(bids) {
        scene.run(&format!("bids on {title}, ${dollars}"));
    }
    scene.run("passes, passes");
    scene
}

#[test]
fn ec_21_24_25_q13_players_place_in_turns_and_pass_only_with_an_empty_hand() {
    let mut scene = won(30, [1, 1], ["Laugh Track Live", "Harbor Ward"]);
    scene.shows(&[("point", "place"), ("seat", "1"), ("may", "places Laugh Track Live")]);
    scene.run("places Laugh Track Live");
    assert_eq!(scene.legal(), [0, 2, 4, 6, 8].map(Action::Slot));
    scene.run("on Monday").shows(&[("seat", "0")]);
    scene.run("places Harbor Ward, on Wednesday");
    scene.shows(&[("may", "passes, bumps Laugh Track Live")]);
    scene.run("passes").shows(&[("point", "place")]);
    scene.run("passes").shows(&[("point", "action")]);
}

#[test]
fn ec_q12_a_bump_needs_its_dollar() {
    let mut scene = won(2, [2, 1], ["Laugh Track Live", "Harbor Ward"]);
    scene.run("places Laugh Track Live, on Monday, places Harbor Ward, on Monday");
    scene.shows(&[("may", "passes")]);
    scene.run("passes").shows(&[("may", "passes, bumps Harbor Ward")]);
}

#[test]
fn ec_22_23_57_q09_q10_q11_a_bump_costs_a_dollar_the_ads_and_one_counter_or_all() {
    for (moved, left) in [(Moved::LosesOne, "1"), (Moved::LosesAll, "0")] {
        let change = |edition: &mut Edition| {
            (edition.rules.weeks, edition.rules.moved) = ([3; 3], moved);
        };
        let mut scene = Scene::monday_of(change, &["Ensemble Cast, Sweeps Week", ""], SHOWS);
        scene.run(
            "turn 0, plays Sweeps Week, plays Ensemble Cast, on The Press Gang, News, roll 4 2",
        );
        scene.run("turn 0, plays Grocery Chain, on The Press Gang, until bid, turn 0");
        scene.act(Action::Lot(0));
        scene.run("$1, until place, turn 0").shows(&[("counters The Press Gang", "2")]);
        // Only own Programs.
        assert!(scene.may("bumps The Press Gang") && !scene.may("bumps Laugh Track Live"));
        let money = scene.state.money(0) - 1;
        scene.run("bumps The Press Gang, passes");
        let kept = [("on The Press Gang", "Ensemble Cast"), ("counters The Press Gang", left)];
        scene.shows(&kept);
        assert_eq!(scene.state.money(0), money);
        // Back to the same slot: nothing more is lost, nothing comes back.
        scene.run("places The Press Gang, on Monday").shows(&kept);
        assert_eq!(scene.state.money(0), money);
    }
}

#[test]
fn ec_q08_a_program_that_fits_nowhere_may_be_discarded() {
    let hours =
        ["Newsroom Nights", "Capital Capers", "The Press Gang", "Sketch Bureau", "Tabloid Tales"];
    let mut scene = Scene::new(2, |_| {}).dealt(0, &["", ""]);
    for pair in [&hours[..], &["Harbor Ward"]].concat().chunks(2) {
        scene.run(&format!("reveal {}, reveal {}", pair[0], pair[1]));
        for title in pair {
            scene.run(&format!("turn 0, bids on {title}, $1"));
        }
        scene.run("passes, passes");
    }
    scene.run("until place");
    for (title, day) in hours.iter().zip(DAYS) {
        scene.run("turn 0");
        assert!(!scene.may("discards Harbor Ward"));
        scene.run(&format!("places {title}, on {day}"));
    }
    scene.run("turn 0");
    assert!(!scene.may("places Harbor Ward") && !scene.may("passes"));
    let (money, harbor) = (scene.state.money(0), scene.program("Harbor Ward"));
    scene.run("discards Harbor Ward");
    assert_eq!((scene.state.dropped >> harbor & 1, scene.state.money(0)), (1, money));
}

#[test]
fn ec_q35_without_a_program_in_any_hand_nobody_places_or_bumps() {
    let mut scene = monday(["", ""]);
    scene.run("until bid, passes, passes").shows(&[("point", "action"), ("day", "1.0")]);
}

#[test]
fn ec_q14_a_short_deck_is_shuffled_with_the_discards() {
    // Forty Programs, two a round: the deck is empty after twenty rounds, all of it discarded.
    let mut scene = Scene::new(2, |rules| (rules.rounds, rules.weeks) = (20, [3; 3]));
    scene = scene.dealt(0, &["", ""]);
    scene.run("until action").shows(&[("dropped", "40")]);
    scene.run("until bid").shows(&[("dropped", "0"), ("offered", "2")]);
}

// The ideas of the later posts, each a switch

/// The display before the first choice.
fn display() -> Scene {
    let change = |rules: &mut Rules| {
        (rules.acquisition, rules.weeks) = (Acquisition::Display, [2; 3]);
    };
    let mut scene = Scene::new(2, change).dealt(0, &["", ""]);
    scene.run("until keep");
    scene
}

/// Keeps Programs and places them, the first that fits on the first day where it does.
fn placed() -> Scene {
    let mut scene = display();
    while scene.see("point") != "action" {
        let bumps = |action: &Action| matches!(action, Action::Bump(_));
        scene.act(scene.legal().into_iter().find(|action| !bumps(action)).expect("an action"));
    }
    scene
}

#[test]
fn ec_55_59_q36_programs_are_dealt_and_bought_from_a_display_that_slides_down() {
    let mut scene = display();
    let waiting = |scene: &Scene| [0, 1].map(|seat| scene.state.waiting(seat).count_ones());
    assert_eq!(waiting(&scene), [8, 8]);
    let hours = |places: std::ops::Range<usize>| {
        let there = scene.state.offer()[places].iter().flatten().copied().collect::<Vec<_>>();
        (there.iter().filter(|it| scene.game.cards.show(**it).hour).count(), there.len())
    };
    assert_eq!((hours(0..4), hours(4..8)), ((0, 4), (2, 2)));
    scene.run("until place");
    assert_eq!(waiting(&scene), [6, 6]);
    let mut scene = placed();
    let (seat, before) = (scene.state.seat, scene.state.offer());
    let title =
        |program: Option<u8>| scene.game.cards.show(program.expect("a Program")).title.clone();
    let shown = [0, 1, 2, 3, 4, 5].map(|lot| format!("buys {}", title(before[lot])));
    assert_eq!(
        shown.clone().map(|lot| scene.feature_of(&lot, "price")),
        [3.0, 4.0, 6.0, 9.0, 5.0, 8.0]
    );
    scene.run(&shown[1]);
    assert_eq!(scene.state.money(seat), 30 - 4);
    scene.run("holds it in hand");
    assert_eq!(scene.state.offer()[..3], [before[0], before[2], before[3]]);
    scene.run("idle").shows(&[("point", "action"), ("offered", "6")]);
    assert_eq!(scene.state.seat, seat);
    // It may wait, and be moved to a slot later; there is no supplemental auction.
    scene.run("until 1.0").shows(&[("point", "action")]);
    assert_eq!(scene.state.waiting(seat).count_ones(), 1);
}

#[test]
fn ec_q36_moving_is_an_action_that_bumps_what_lies_there_for_a_dollar() {
    let mut scene = placed();
    let seat = scene.state.seat;
    let [from, to] = [0, 1].map(|day| scene.state.on_day(seat, day).trailing_zeros() as u8);
    scene.act(Action::Move(from));
    let may = |slot| scene.legal().contains(&Action::Slot(slot));
    assert!(!may(0) && !may(1) && may(2), "another day");
    assert_eq!(scene.feature_of("on Tuesday", "price"), 1.0);
    scene.run("on Tuesday");
    let there = |scene: &Scene| (scene.state.money(seat), scene.state.waiting(seat));
    assert_eq!((there(&scene), scene.state.day_of(from)), ((29, 1 << to), Some(1)));
    // The second action puts the bumped one where the first was, for nothing.
    scene.act(Action::Move(to));
    scene.run("on Monday");
    assert_eq!((there(&scene), scene.state.day_of(to)), ((29, 0), Some(0)));
}

/// Without moves a Program is checked on its one day of a week; one that moves ahead of the days is
/// checked on each of them, and loses a Ratings Counter on each move.
#[test]
fn ec_q26_a_program_that_moves_may_hit_on_every_day_of_a_week() {
    let mut scene = placed();
    let seat = scene.state.seat;
    let moved = scene.state.on_day(seat, 0).trailing_zeros() as u8;
    let number = scene.game.hits(&scene.state, moved).trailing_zeros();
    for (day, name) in DAYS.into_iter().enumerate() {
        scene.run(&format!("until 0.{day}, turn {seat}"));
        if day > 0 {
            scene.act(Action::Move(moved));
            scene.run(&format!("on {name}"));
            assert_eq!(scene.state.counters(moved), 0);
        }
        scene.run(&format!("roll {number} {number}"));
        assert_eq!(scene.state.counters(moved), 1, "{name}");
    }
}

#[test]
fn ec_56_60_q37_any_card_is_an_ad_that_pays_for_counters_at_once_and_two_dollars_a_hit() {
    let hands = [
        "Sweeps Week, Reruns, Guest Star, Scandal, Recession",
        "Award Nomination, Spin-Off Hype, Clip Show, Bad Review, Loyal Fans",
    ];
    let change = |edition: &mut Edition| {
        (edition.rules.ads, edition.rules.weeks) = (Ads::AnyCard, [3; 3]);
    };
    let mut scene = Scene::monday_of(change, &hands, SHOWS);
    assert_eq!(scene.state.deck.count_ones() + 10, 36, "no Ad cards");
    scene.run("turn 0, plays Sweeps Week, roll 4 2, turn 0");
    scene.shows(&[("counters The Press Gang", "2")]);
    let money = scene.state.money(0);
    let ad = "lays a card face down as an Ad, on The Press Gang";
    scene.run(ad);
    // Nobody else sees which card it is.
    let card = *scene.legal().last().expect("a card");
    assert_eq!([0, 1].map(|seat| scene.game.seen(&scene.state, card, seat)), [Some(card), None]);
    // A dollar a counter; what is printed is ignored.
    scene.run("Recession");
    assert_eq!(scene.state.money(0), money + 2);
    scene.run(&format!("{ad}, Guest Star")).shows(&[("hits The Press Gang", "4, 7")]);
    // Both Ad slots are taken.
    scene.run("until 1.0, turn 0");
    let money = scene.state.money(0);
    scene.run(&format!("{ad}, instead of Guest Star, Scandal"));
    scene.shows(&[("on The Press Gang", "Recession, Scandal")]);
    scene.run("roll 4 2");
    assert_eq!(scene.state.money(0), money + 2 + 2 + 2);
}

#[test]
fn ec_58_five_rounds_of_25_dollars_or_a_random_program_a_day_and_a_flat_dollar() {
    let mut scene = Scene::new(3, |rules| (rules.rounds, rules.money) = (5, 25));
    scene = scene.dealt(0, &["", "", ""]);
    scene.run("until action").shows(&[("dropped", "15"), ("money 0", "25")]);
    let change = |rules: &mut Rules| {
        (rules.acquisition, rules.ads) = (Acquisition::Random, Ads::FlatCard);
    };
    let mut scene = Scene::new(2, change);
    // They cost nothing: the price is not known, and `money` is what is left of the chips.
    scene.run("until action").shows(&[("days 0", "1, 1, 1, 1, 1"), ("days 1", "1, 1, 1, 1, 1")]);
    scene.shows(&[("money 0", "30"), ("money 1", "30")]);
    let seat = scene.state.seat;
    scene.run("lays a card face down as an Ad, idle, idle");
    assert_eq!(scene.state.money(seat), 31);
    let others = |it: &Action| matches!(it, Action::Buy(_) | Action::Move(_));
    assert!(!scene.legal().iter().any(others));
}
