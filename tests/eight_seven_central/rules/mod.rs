//! Tests of the rules of 8/7 Central; test names begin with the rule ids.

mod days;
mod play_cards;

use pushluck::game::contract::Game;
use pushluck::games::eight_seven_central::action::{Action, Outcome};
use pushluck::games::eight_seven_central::cards::{PlayCard, Show, each};
use pushluck::games::eight_seven_central::edition::Edition;
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
use pushluck::games::eight_seven_central::rules::{Acquisition, Ads, Moved, Rules};
use pushluck::run::Definition;
use pushluck::sim::random::UnitKey;

use crate::eight_seven_central::scene::{DAYS, Scene};

/// An hour of three genres for seat 0 on Monday (Hit#s 4 and 7), a Comedy for seat 1 (6 and 8).
const SHOWS: &str = "0:0 The Press Gang, 1:0 Laugh Track Live";

/// Two players with these hands and [`SHOWS`], which cost each of them a dollar of thirty.
fn monday(hands: [&str; 2], script: &str) -> Scene {
    let mut scene = Scene::monday(&hands, SHOWS);
    scene.run(script);
    scene
}

#[test]
fn ec_01_two_to_four_may_play() {
    assert_eq!(<EightSevenCentral as Definition>::SEATS, 2..=4);
    for seats in [1, 5] {
        assert!(std::panic::catch_unwind(|| Scene::new(seats, |_| {}).game.seats()).is_err());
    }
}

#[test]
fn ec_02_03_two_decks_and_five_private_cards_each() {
    let scene = Scene::new(3, |_| {});
    assert_eq!((scene.game.cards.shows.len(), scene.state.deck.count_ones()), (40, 60));
    let mut scene = scene.dealt(2, &["", "", ""]);
    scene.run("hand 0: 5; hand 1: 5; hand 2: 5");
    let world = scene.game.hide(&scene.state, 1, &mut UnitKey::of_game(1, 1).stream(0, 0));
    let same = [0, 1, 2].map(|seat| world.hand(seat) == scene.state.hand(seat));
    assert_eq!(same, [false, true, false]);
}

/// The Programs of the rules, in order: levels of Comedy, News, Drama, nIche; Hit#s; symbols.
const PROGRAMS: &str = "C5 6+8 NC; N5 5+7 NL; D5 7+9 CL; I5 3+4+8 NC; C4N3 7 N; C3N4 4+10 C; C3N2 5+6 NL; C2N3 6+9 CL; \
     C4D3 2+6 L; C3D4 9+11 N; C3D2 8+9 NC; C2D3 5+8 NL; C4I3 8+12 C; C3I4 3+5 L; C3I2 4+7 CL; \
     C2I3 8+9 NC; N4D3 3+5 N; N3D4 8+12 C; N3D2 7+10 NL; N2D3 5+6 CL; N4I3 9+11 L; N3I4 2+6 N; \
     N3I2 6+9 NC; N2I3 7+10 NL; D4I3 4+10 C; D3I4 7 L; D3I2 5+8 CL; D2I3 4+7 NC; C3N4D4 5+6 NCL 1h; \
     C4N3D4 8+9 NC 1h; C4N4D3 4+7 NL 1h; C3N4I4 7+10 CL 1h; C4N3I4 6+9 NCL 1h; C4N4I3 5+8 NC 1h; \
     C3D4I4 2+3+7 NL 1h; C4D3I4 7+11+12 CL 1h; C4D4I3 4+8+12 NCL 1h; N3D4I4 2+6+10 NC 1h; \
     N4D3I4 3+4+9 NL 1h; N4D4I3 5+10+11 CL 1h";

/// The Play cards of the rules: copies, title, cost, duration.
const CARDS: &str = "4 Grocery Chain $0 Game; 4 Phone Company $0 Game; 4 Perfume House $0 Game; \
     3 Family Car $0 Game; 3 Insurance Club $0 Game; 3 Vacation Air $0 Game; \
     1 Super Sponsor $0 Game; 2 Station Identification $0 Game; 2 Guest Star $2 Day; \
     2 Sweeps Stunt $2 Day; 2 Lead-In Promo $1 Day; 2 Award Nomination $4 Game; \
     1 Spin-Off Hype $4 Game; 2 Ensemble Cast $3 Game; 2 Genre Crossover $3 Game; \
     2 Bad Review $2 Day; 1 Cast Walkout $3 Day; 1 Clip Show $2 Day; 1 Pre-empted $3 Day; \
     1 Loyal Fans $3 Game; 1 Product Placement $2 Game; 2 Sweeps Week $3 Week; \
     1 Writers' Strike $4 Week; 1 Breaking News $2 Day; 1 Comedy Festival $2 Day; \
     1 Finale Fever $2 Day; 1 Cult Following $2 Day; 1 Ad Boom $2 Week; 1 Recession $2 Week; \
     2 Audience Survey $2 Immediate; 2 Scandal $3 Immediate; 1 Broadcast Fine $2 Immediate; \
     1 Network Retreat $0 Immediate; 1 Reruns $2 Day";

#[test]
fn ec_51_to_54_the_shipped_cards_are_those_of_the_rules() {
    let cards = Edition::shipped().cards;
    let program = |show: &Show| {
        let level = |(genre, letter)| Some(format!("{letter}{}", show.levels.get(genre)?));
        let levels: String = (0..).zip("CNDI".chars()).filter_map(level).collect();
        let hits: Vec<String> =
            each(u64::from(show.hits)).map(|number| number.to_string()).collect();
        let symbols = (0..3).zip("NCL".chars()).filter(|(at, _)| show.symbols >> at & 1 == 1);
        let symbols: String = symbols.map(|(_, letter)| letter).collect();
        format!("{levels} {} {symbols}{}", hits.join("+"), if show.hour { " 1h" } else { "" })
    };
    assert_eq!(cards.shows.iter().map(program).collect::<Vec<_>>().join("; "), PROGRAMS);
    let card = |PlayCard { copies, title, cost, lasts, .. }: &PlayCard| {
        format!("{copies} {title} ${cost} {lasts:?}")
    };
    assert_eq!(cards.faces.iter().map(card).collect::<Vec<_>>().join("; "), CARDS);
}

#[test]
fn ec_04_player_1_is_drawn_at_random() {
    let each = [0, 1, 2].map(|seat| (Outcome::First(seat), 1));
    assert_eq!(Scene::new(3, |_| {}).outcomes(), each);
}

#[test]
fn ec_05_q34_a_week_for_each_player_unless_set() {
    assert_eq!([2, 3, 4].map(|seats| Scene::new(seats, |_| {}).game.weeks), [2, 3, 4]);
    let one_week = |edition: &mut Edition| edition.rules.weeks = [1; 3];
    Scene::monday_of(one_week, &["", ""], SHOWS).run("until over; day: 1.0");
}

#[test]
fn ec_06_thirty_dollars_each_unless_set() {
    Scene::new(2, |_| {}).run("money 0: 30; money 1: 30");
}

#[test]
fn ec_07_19_two_half_hours_a_day_and_an_hour_takes_both() {
    let line_up = "0:0 The Press Gang, 0:1 Laugh Track Live, 0:1 Harbor Ward";
    let mut scene = Scene::monday(&["", ""], line_up);
    let press = scene.program("The Press Gang");
    assert_eq!([0, 1].map(|slot| scene.state.in_slot(0, slot)), [Some(press); 2]);
    scene.run("days 0: 1, 2, 0, 0, 0");
}

/// The auction example of the rulebook with Bob, Jim and Sally, from the first bid on.
fn example(script: &str) -> Scene {
    let mut scene = Scene::new(3, |_| {}).dealt(0, &["", "", ""]);
    scene.run("reveal Laugh Track Live, reveal Harbor Ward, reveal Anchors Away").run(script);
    scene
}

#[test]
fn ec_08_09_18_21_six_rounds_show_as_many_programs_as_players_before_they_are_placed_one_at_a_time()
{
    let mut scene = Scene::new(3, |_| {}).dealt(0, &["", "", ""]);
    // The first bidder rotates.
    for seat in [0, 1, 2, 0, 1, 2] {
        scene.run(&format!("until bid; seat: {seat}; offered: 3"));
        scene.act(Action::Lot(0));
        scene.run("$1, passes, passes, passes");
    }
    scene.run("point: place; dropped: 12");
    scene.run("seat: 0; idle, idle; seat: 1; idle, idle; seat: 2; idle, idle; seat: 0");
}

#[test]
fn ec_10_to_16_q04_q07_the_auction_of_the_rulebook() {
    // Jim leaves his bid on the card when he is outbid, and takes it back on his next turn, in
    // which he bids on Program #1. After that he may outbid either opponent, raise his own bid, or
    // pass, which ends the bidding.
    example(
        "bids on Harbor Ward, $3, bids on Anchors Away, $2, bids on Anchors Away
         cannot: $2; can: $3; $4; money 1: 28; seat: 0; chips 2 1: 2
         passes; money 1: 30; chips 2 1: 0; bids on Laugh Track Live, $2; seat: 2; passes, passes
         may: passes, bids on Laugh Track Live, bids on Harbor Ward, bids on Anchors Away
         passes; waiting 0: Harbor Ward; waiting 1: Laugh Track Live; waiting 2: Anchors Away
         money 0: 27; money 1: 28; money 2: 26",
    );
}

#[test]
fn ec_12_q05_q06_bids_are_whole_dollars_that_the_bidder_has() {
    let amounts = |low, high| (low..=high).map(Action::Amount).collect::<Vec<_>>();
    let mut scene = example("bids on Laugh Track Live");
    assert_eq!(scene.legal(), amounts(1, 30));
    assert_eq!(scene.run("$20, bids on Laugh Track Live").legal(), amounts(21, 30));
    // Seat 0 takes back its chips on its turn; seat 1, which leads, does not.
    scene.run("$21, passes, bids on Harbor Ward, $29, bids on Anchors Away");
    assert_eq!(scene.legal(), amounts(1, 9));
}

#[test]
fn ec_14_to_17_bidding_ends_when_all_pass_in_succession_and_several_may_be_won() {
    example(
        "passes, passes, bids on Laugh Track Live, $1, bids on Harbor Ward, $1, passes, passes
         point: bid; passes; point: chance; dropped: 1",
    );
    let scene = example(
        "bids on Laugh Track Live, $2, passes, passes, bids on Harbor Ward, $3
         passes, passes, passes; waiting 0: Laugh Track Live, Harbor Ward; money 0: 25",
    );
    assert_eq!(scene.state.dropped, 1 << scene.program("Anchors Away"));
}

#[test]
fn ec_20_q15_vacant_days_score_nothing() {
    let mut scene = Scene::monday(&["", ""], "0:1 Laugh Track Live");
    scene.run("roll 2 2; scored 0:; scored 1:; day: 0.1");
}

/// Two players with `money` dollars win Laugh Track Live (seat 1) and Harbor Ward (seat 0) for
/// these bids.
fn won(money: u32, bids: [u32; 2], script: &str) -> Scene {
    let [first, second] = bids;
    let mut scene =
        Scene::new(2, |rules| (rules.rounds, rules.money) = (1, money)).dealt(1, &["", ""]);
    scene.run("reveal Laugh Track Live, reveal Harbor Ward");
    scene.run(&format!("bids on Laugh Track Live, ${first}, bids on Harbor Ward, ${second}"));
    scene.run("passes, passes").run(script);
    scene
}

#[test]
fn ec_21_24_25_q13_players_place_in_turns_and_pass_only_with_an_empty_hand() {
    let mut scene = won(
        30,
        [1, 1],
        "point: place; seat: 1; may: places Laugh Track Live; places Laugh Track Live",
    );
    assert_eq!(scene.legal(), [0, 2, 4, 6, 8].map(Action::Slot));
    scene.run(
        "on Monday; seat: 0; places Harbor Ward, on Wednesday
         may: passes, bumps Laugh Track Live; passes; point: place; passes; point: action",
    );
}

#[test]
fn ec_q12_a_bump_needs_its_dollar() {
    won(
        2,
        [2, 1],
        "places Laugh Track Live, on Monday, places Harbor Ward, on Monday
         may: passes; passes; may: passes, bumps Harbor Ward",
    );
}

#[test]
fn ec_22_23_57_q09_q10_q11_a_bump_costs_a_dollar_the_ads_and_one_counter_or_all() {
    for (moved, left) in [(Moved::LosesOne, "1"), (Moved::LosesAll, "0")] {
        let change = |edition: &mut Edition| {
            (edition.rules.weeks, edition.rules.moved) = ([3; 3], moved);
        };
        let mut scene = Scene::monday_of(change, &["Ensemble Cast, Sweeps Week", ""], SHOWS);
        scene.run(
            "turn 0, plays Sweeps Week, plays Ensemble Cast, on The Press Gang, News, roll 4 2
             turn 0, plays Grocery Chain, on The Press Gang, until bid, turn 0",
        );
        scene.act(Action::Lot(0));
        // Only own Programs may be bumped. Placing it into the same slot again neither costs nor
        // restores anything.
        scene.run(&format!(
            "$1, until place, turn 0; counters The Press Gang: 2; money 0: 22
             can: bumps The Press Gang; cannot: bumps Laugh Track Live; bumps The Press Gang, passes
             on The Press Gang: Ensemble Cast; counters The Press Gang: {left}; money 0: 21
             places The Press Gang, on Monday
             on The Press Gang: Ensemble Cast; counters The Press Gang: {left}; money 0: 21"
        ));
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
        scene.run(&format!("turn 0; cannot: discards Harbor Ward; places {title}, on {day}"));
    }
    scene.run(
        "turn 0; cannot: places Harbor Ward, passes; money 0: 24; discards Harbor Ward; money 0: 24",
    );
    assert_eq!(scene.state.dropped >> scene.program("Harbor Ward") & 1, 1);
}

#[test]
fn ec_q35_without_a_program_in_any_hand_placing_is_skipped() {
    monday(["", ""], "until bid, passes, passes; point: action; day: 1.0");
}

#[test]
fn ec_q14_a_short_deck_is_shuffled_with_the_discards() {
    // Forty Programs, two per round: after twenty rounds all Programs are discarded and the deck is
    // empty.
    let twenty = |rules: &mut Rules| (rules.rounds, rules.weeks) = (20, [3; 3]);
    let mut scene = Scene::new(2, twenty).dealt(0, &["", ""]);
    scene.run("until action; dropped: 40; until bid; dropped: 0; offered: 2");
}

/// A game with a display before the first decision; each player has `money` dollars.
fn display(money: u32) -> Scene {
    let change = |rules: &mut Rules| {
        (rules.acquisition, rules.weeks, rules.money) = (Acquisition::Display, [2; 3], money);
    };
    let mut scene = Scene::new(2, change).dealt(0, &["", ""]);
    scene.run("until keep");
    scene
}

/// The same game after keeping and placing Programs, always by the first action that is no bump.
fn placed(money: u32) -> Scene {
    let mut scene = display(money);
    while scene.see("point") != "action" {
        let bumps = |action: &Action| matches!(action, Action::Bump(_));
        scene.act(scene.legal().into_iter().find(|action| !bumps(action)).expect("an action"));
    }
    scene
}

#[test]
fn ec_55_59_q36_programs_are_dealt_and_bought_from_a_display_that_moves_down() {
    let mut scene = display(30);
    let waiting = |scene: &Scene| [0, 1].map(|seat| scene.state.waiting(seat).count_ones());
    assert_eq!(waiting(&scene), [8, 8]);
    let hours = |places: std::ops::Range<usize>| {
        let there = scene.state.offer()[places].iter().flatten().copied().collect::<Vec<_>>();
        (there.iter().filter(|it| scene.game.cards.show(**it).hour).count(), there.len())
    };
    assert_eq!((hours(0..4), hours(4..8)), ((0, 4), (2, 2)));
    scene.run("until place");
    assert_eq!(waiting(&scene), [6, 6]);
    let buys = |scene: &Scene| {
        let shown = scene.state.offer().into_iter().flatten();
        shown.map(|it| format!("buys {}", scene.game.cards.show(it).title)).collect::<Vec<_>>()
    };
    // A player may buy only Programs they can afford.
    let mut scene = placed(5);
    let [three, four, six, nine, five, eight] = &buys(&scene)[..] else { panic!("six Programs") };
    scene.run(&format!("can: {three}, {four}, {five}; cannot: {six}, {nine}, {eight}"));
    let mut scene = placed(30);
    let (seat, before, shown) = (scene.state.seat, scene.state.offer(), buys(&scene));
    scene.run(&shown[1]).run(&format!("money {seat}: 26; holds it in hand"));
    assert_eq!(scene.state.offer()[..3], [before[0], before[2], before[3]]);
    // The bought Program may stay in hand and move to a slot later; there is no supplemental
    // auction.
    scene.run(&format!(
        "idle; point: action; offered: 6; seat: {seat}; raises funds, idle; seat: {}
         until 1.0; point: action",
        1 - seat
    ));
    assert_eq!(scene.state.waiting(seat).count_ones(), 1);
}

#[test]
fn ec_q36_moving_is_an_action_that_bumps_the_program_in_the_slot_for_a_dollar() {
    let mut scene = placed(30);
    let seat = scene.state.seat;
    let [from, to] = [0, 1].map(|day| scene.state.on_day(seat, day).trailing_zeros() as u8);
    scene.act(Action::Move(from));
    let may = |slot| scene.legal().contains(&Action::Slot(slot));
    assert!(!may(0) && !may(1) && may(2), "another day");
    scene.run("on Tuesday");
    let there = |scene: &Scene| (scene.state.money(seat), scene.state.waiting(seat));
    assert_eq!((there(&scene), scene.state.day_of(from)), ((29, 1 << to), Some(1)));
    // The second action moves the bumped Program to the first one's slot, for free.
    scene.act(Action::Move(to));
    scene.run("on Monday").run(&format!("seat: {}", 1 - seat));
    assert_eq!((there(&scene), scene.state.day_of(to)), ((29, 0), Some(0)));
}

/// A Program that moves to each coming day can hit every day of a week, and loses a Ratings Counter
/// per move; without moves it can hit only on its own day.
#[test]
fn ec_q26_a_program_that_moves_may_hit_on_every_day_of_a_week() {
    let mut scene = placed(30);
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
        "Sweeps Week, Reruns, Sweeps Stunt, Scandal, Recession",
        "Award Nomination, Spin-Off Hype, Clip Show, Bad Review, Loyal Fans",
    ];
    let change = |edition: &mut Edition| {
        (edition.rules.ads, edition.rules.weeks) = (Ads::AnyCard, [3; 3]);
    };
    let mut scene = Scene::monday_of(change, &hands, SHOWS);
    assert_eq!(scene.state.deck.count_ones() + 10, 36, "no Ad cards");
    let ad = "lays a card face down as an Ad, on The Press Gang";
    scene.run("turn 0, plays Sweeps Week, roll 4 2, turn 0; counters The Press Gang: 2");
    scene.run(ad);
    // No other player sees the card.
    let card = *scene.legal().last().expect("a card");
    assert_eq!([0, 1].map(|seat| scene.game.seen(&scene.state, card, seat)), [Some(card), None]);
    // It pays a dollar per counter; the printed effect is ignored. Both Ad slots are taken.
    scene.run(&format!(
        "money 0: 26; Recession; money 0: 28; {ad}, Sweeps Stunt; hits The Press Gang: 4, 7
         money 0: 30; until 1.0, turn 0; money 0: 30; {ad}, instead of Sweeps Stunt, Scandal
         on The Press Gang: Recession, Scandal; money 0: 32; roll 4 2; money 0: 36"
    ));
}

#[test]
fn ec_58_five_rounds_of_25_dollars_or_a_random_program_a_day_and_a_flat_dollar() {
    let mut scene = Scene::new(3, |rules| (rules.rounds, rules.money) = (5, 25));
    scene = scene.dealt(0, &["", "", ""]);
    scene.run("until action; dropped: 15; money 0: 25");
    let change = |rules: &mut Rules| {
        (rules.acquisition, rules.ads) = (Acquisition::Random, Ads::FlatCard);
    };
    let mut scene = Scene::new(2, change);
    // The Programs are free: their price is not known, and `money` is the dollars left after it.
    scene.run(
        "until action; days 0: 1, 1, 1, 1, 1; days 1: 1, 1, 1, 1, 1; money 0: 30; money 1: 30",
    );
    let seat = scene.state.seat;
    scene.run(&format!("lays a card face down as an Ad, idle, idle; money {seat}: 31"));
    let others = |it: &Action| matches!(it, Action::Buy(_) | Action::Move(_));
    assert!(!scene.legal().iter().any(others));
}
