//! Tests of the rules of Str8 Eight; test names begin with the rule ids.

use std::fmt::Write as _;

use pushluck::diagnostic::Source;
use pushluck::game::contract::{Game, RandomSource};
use pushluck::game::describe::Describe;
use pushluck::games::str8_eight::cards::{Direction, each, each_card, has, numbers, passes};
use pushluck::games::str8_eight::edition::{Edition, SHIPPED};
use pushluck::games::str8_eight::engine::{Event, Rules, Str8Eight};
use pushluck::run::Definition;
use pushluck::sim::random::UnitKey;

use crate::str8_eight::plain::Kit;
use crate::str8_eight::scene::{Scene, rules};

const LOW: &str = "3.3 6.3 9.3";
const HIGH: &str = "64.8 56.8 56.7";
const THIRD: &str = "48.8 48.6 49.7";

fn dealt(rules: Rules, hands: &[&str], script: &str) -> Scene {
    let mut scene = Scene::new(hands.len() as u8, rules);
    scene.deal(hands).run(script);
    scene
}

/// Seat 0 holds the low threes, seat 1 high cards.
fn two(script: &str) -> Scene {
    dealt(rules(1), &[LOW, HIGH], script)
}

fn three(script: &str) -> Scene {
    dealt(rules(1), &[LOW, HIGH, THIRD], script)
}

fn random() -> impl RandomSource {
    UnitKey::of_game(1, 1).stream(0, 0)
}

/// A Str8 Eight of threes against seat 1, which discards every card it draws.
const THREES: &str = "pile 12.3 lay 3.3 idle 48.8 pile 15.3 lay 6.3 idle 48.6 pile 18.3 lay 9.3 idle 42.6 \
                      pile 21.3 lay 12.3 idle 42.7 pile 24.3 lay 15.3 idle 49.7 pile 36.6 lay 18.3 idle 40.5 \
                      pile 35.5 lay 21.3 idle 40.8 pile 35.7 lay 24.3";

#[test]
fn se_01_two_to_four_play() {
    assert_eq!(<Str8Eight as Definition>::SEATS, 2..=4);
    for seats in [1, 5] {
        assert!(std::panic::catch_unwind(|| Scene::new(seats, rules(1)).game.seats()).is_err());
    }
}

#[test]
fn se_02_sixty_four_numbers_and_six_pass_cards_are_shuffled() {
    let scene = Scene::new(2, rules(1));
    let all = scene.game.deck.all;
    assert_eq!((numbers(all).count_ones(), passes(all).count_ones()), (64, 6));
    // The first card is uniform over the deck.
    assert!(scene.outcomes().into_iter().eq(each_card(all).map(|card| (card, 1))));
    let mut random = random();
    let drawn = (0..2000).map(|_| scene.game.draw(&scene.state, &mut random));
    assert_eq!(drawn.fold(0, |all, card| all | 1 << card), all);
}

#[test]
fn se_03_se_04_each_is_dealt_three_cards_and_the_rest_is_the_draw_pile() {
    for seats in 2..=4 {
        let hands = &[LOW, HIGH, THIRD, "1.1 2.2 L1"][..seats];
        let mut scene = dealt(rules(1), hands, "next: 0 draws");
        let dealt = hands.iter().fold(0, |all, hand| all | scene.cards(hand));
        assert_eq!(scene.state.draw_pile, scene.game.deck.all & !dealt);
        for (seat, hand) in (0..).zip(hands) {
            assert_eq!(scene.state.hand(seat), scene.cards(hand));
        }
        scene.run("pile 12.3; hand: 3.3 6.3 9.3 12.3; next: 0 decides");
    }
}

#[test]
fn se_05_se_17_se_20_se_q10_played_pass_cards_are_set_aside_and_cannot_be_drawn() {
    let mut scene = two("pile L1; laid:;
                         may: lay 3.3, lay 6.3, pass L1, drop 3.3, drop 6.3, drop 9.3, drop L1");
    // The discard pile is empty, so the next player has no choice.
    scene.run("pass L1; passed: L1; discards:; next: 1 draws");
    assert!(scene.outcomes().iter().all(|(card, _)| *card != scene.card("L1")));
    scene.run("idle 48.8; passed: L1; discards: 48.8");
}

#[test]
fn se_06_se_07_se_q16_a_turn_draws_from_the_pile_or_after_the_first_the_top_discard() {
    // The starting player may take a discard in later turns; only the top one.
    two("next: 0 draws
         pile 12.3; hand: 3.3 6.3 9.3 12.3; next: 0 decides
         drop 12.3; next: 1 decides; may: pile, take
         take; hand 1: 12.3 56.7 56.8 64.8; discards:
         drop 56.8; next: 0 decides; may: pile, take
         idle 48.8 take; hand 1: 12.3 48.8 56.7 64.8; discards: 56.8");
}

#[test]
fn se_08_se_10_se_11_se_19_one_card_leaves_the_hand_which_need_not_be_laid() {
    two("pile L1 lay 3.3; hand: 6.3 9.3 L1; laid: 3.3; laid 1:; discards:; next: 1 draws");
    two("pile L1 drop 3.3; hand: 6.3 9.3 L1; laid:; laid 1:; discards: 3.3; next: 1 decides");
    // A discarded pass card has no effect.
    two("pile L1 drop L1; hand: 3.3 6.3 9.3; laid:; laid 1:; discards: L1; next: 1 decides");
    two("pile L1 pass L1; hand: 56.7 56.8 64.8; hand 1: 3.3 6.3 9.3; next: 1 draws");
}

#[test]
fn se_09_a_sequence_begins_with_a_bulls_eye() {
    let may = "pile 10.5; may: lay 1.1, lay 8.8, drop 1.1, drop 8.8, drop 9.3, drop 10.5";
    let scene = dealt(rules(1), &["8.8 9.3 1.1", HIGH], may);
    assert_eq!(scene.game.deck.next(0).count_ones(), 20);
}

#[test]
fn se_12_discards_are_face_up() {
    let mut scene = two("idle 12.3 idle 48.8");
    let (pile, mut random) = (scene.state.discards().to_vec(), random());
    assert_eq!(scene.game.hide(&scene.state, 0, &mut random).discards(), pile);
    // All players see which discard is taken.
    scene.run("take; known 1: 48.8; known:");
}

#[test]
fn se_13_turns_go_to_the_left() {
    three("idle 42.6; next: 1 decides; idle 42.7; next: 2 decides; idle 40.5; next: 0 decides");
}

#[test]
fn se_14_se_15_a_later_card_is_listed_on_the_right_side_of_the_last_in_any_colour() {
    dealt(
        rules(1),
        &["5.5 10.2 12.3", HIGH],
        "pile 15.5 lay 5.5 idle 48.8 pile 14.2
         may: lay 10.2, drop 10.2, drop 12.3, drop 14.2, drop 15.5
         lay 10.2 idle 48.6 pile 20.5
         may: lay 12.3, lay 15.5, drop 12.3, drop 14.2, drop 15.5, drop 20.5",
    );
    // Only the last card counts, not the cards before.
    dealt(
        rules(1),
        &["4.4 5.5 8.8", HIGH],
        "pile 15.5 lay 4.4 idle 48.8 pile 14.2 lay 5.5 idle 48.6 pile 10.5
         may: lay 10.5, drop 8.8, drop 10.5, drop 14.2, drop 15.5",
    );
}

#[test]
fn se_14_se_q11_after_a_number_comes_its_next_multiple_in_any_colour_group_that_holds_it() {
    let (deck, kit) = (Edition::shipped().deck, Kit::multiplication_table([3, 3, 0], rules(1)));
    for last in 0..64 {
        let may_follow = (0..64).filter(|card| kit.follows(last, *card));
        assert!(may_follow.eq(each(deck.next(1 << last))), "{last}");
    }
}

#[test]
fn se_16_se_q11_cards_never_leave_a_sequence() {
    two("pile 12.3 lay 3.3 idle 48.8 pile 15.3
         may: lay 6.3, drop 6.3, drop 9.3, drop 12.3, drop 15.3
         lay 6.3; laid: 3.3 6.3; discards: 48.8");
}

#[test]
fn se_18_se_q8_all_hands_are_passed_in_its_direction() {
    // By giving seat: the receiving seat.
    for (card, to) in [("L1", [1, 2, 0]), ("R1", [2, 0, 1])] {
        let scene = three(&format!("pile {card} pass {card}"));
        for ((seat, hand), to) in (0..).zip([LOW, HIGH, THIRD]).zip(to) {
            assert_eq!(scene.state.hand(to), scene.cards(hand), "{card}");
            // Each player knows the hand they gave, and nothing else.
            assert_eq!(scene.state.known(seat), scene.cards(hand), "{card}");
        }
    }
    // Sequences stay, and a returned hand is a normal hand. A card drawn since is known to its seat
    // only.
    two("pile L1 lay 3.3 pile L2 pass L2; laid: 3.3; laid 1:; known: 6.3 9.3 L1
         idle R1 pile R2 pass L1; hand: 6.3 9.3 R2; known: 56.7 56.8 64.8; known 1: 6.3 9.3 R2");
}

#[test]
fn se_21_se_q7_an_empty_draw_pile_is_made_of_discards_and_pass_cards() {
    let mut scene = three("pile L1 pass L1");
    scene.empty_draw_pile();
    assert_eq!(scene.state.discards().len(), 70 - 9 - 1);
    // The top discard is shuffled too and may be drawn at once.
    let top = *scene.state.discards().last().expect("discards");
    let top = scene.name(top);
    scene.run(&format!("may: pile, take; pile {top}; discards:; passed:"));
    assert!(scene.told.contains(&Event::Reshuffled));
    assert_eq!(scene.state.draw_pile.count_ones(), 59 + 1);
    assert!(has(scene.state.draw_pile, scene.card("L1")));
    // The cards in hands are now known by counting, except those drawn since.
    let hands = (0..3).fold(0, |all, seat| all | scene.state.hand(seat));
    assert_eq!(scene.state.held, hands & !scene.cards(&top));
}

#[test]
fn se_22_se_q17_the_first_full_sequence_ends_the_hand_at_once() {
    two(THREES).run("laid: 3.3 6.3 9.3 12.3 15.3 18.3 21.3 24.3; next: over");
}

#[test]
fn se_23_to_25_se_q1_se_q2_se_q12_the_winner_deducts_nothing_and_the_others_their_hands() {
    // Seat 0 completes 3 6 9 12 of threes, then 15 of fives and on; seat 1 has laid 1 2. A pass
    // card counts 50, but not the winner's; a score may be below zero.
    let scene = dealt(
        rules(1),
        &[LOW, "1.1 2.2 L1"],
        "pile 12.3 lay 3.3 pile 64.8 lay 1.1 pile 15.5 lay 6.3 pile 56.8 lay 2.2 pile 20.5 lay 9.3
         idle 48.8 pile 25.5 lay 12.3 idle 48.6 pile 30.5 lay 15.5 idle 42.6 pile 42.7 lay 20.5
         idle 40.8 pile R1 lay 25.5 idle 40.5 pile 35.5 lay 30.5
         hand: 35.5 42.7 R1; scored: 120 0, 3 -170; points: 120; points 1: -167",
    );
    assert!(scene.told.contains(&Event::HandEnds { winner: Some(0), str8_eight: false }));
    // Each pass card in a hand costs 50; pass cards in piles cost nothing.
    let short = Rules { max_turns: 2, max_hands: 1, ..rules(1) };
    let script = "pile L2 pass L2 pile L3 drop 6.3; scored: 0 -176, 0 -103";
    dealt(short, &["3.3 6.3 L1", HIGH], script);
}

#[test]
fn se_26_se_q4_a_str8_eight_is_one_colour_group_by_colour() {
    let scene = two("");
    let fives = |ten| numbers(scene.cards(&format!("5.5 15.5 20.5 25.5 30.5 35.5 40.5 {ten}")));
    assert!(scene.game.deck.one_colour(fives("10.5")));
    assert!(!scene.game.deck.one_colour(fives("10.2")), "the 10 of the twos has another colour");
}

#[test]
fn se_27_se_28_se_q3_a_str8_eight_takes_the_points_of_all_the_others_sequences() {
    // The others score only the cost of their hands: 2, 50, 48; and 16, 4, 48.
    let scene = dealt(
        rules(1),
        &[LOW, "1.1 2.2 L1", "8.8 16.8 4.4"],
        "pile 12.3 lay 3.3 pile 48.8 lay 1.1 pile 48.6 lay 8.8 pile 15.3 lay 6.3 idle 42.6 idle 56.7
         pile 18.3 lay 9.3 idle 42.7 idle 56.8 pile 21.3 lay 12.3 idle 49.7 idle 64.8
         pile 24.3 lay 15.3 idle 40.5 idle 40.8 pile 36.6 lay 18.3 idle 35.5 idle 35.7
         pile 25.5 lay 21.3 idle 32.8 idle 32.4 pile 30.5 lay 24.3
         scored: 117 0, 0 -100, 0 -68",
    );
    let sentences = scene.told.iter().filter_map(|event| scene.game.sentence(&scene.state, *event));
    let sentences: Vec<String> = sentences.collect();
    for sentence in [
        "seat 1: 108 + 9 from the sequences of others + 0, 117 in all",
        "seat 2: 0 - 100, -100 in all",
    ] {
        assert!(sentences.contains(&format!("  {sentence}")), "{sentences:?}");
    }
}

/// A hand of four turns without a winner, for 19 and 11 points.
fn short_hand(target: i32, then: &str) {
    let script = "pile 16.8 lay 8.8 pile 14.7 lay 7.7 pile 2.1 lay 16.8 pile 3.1 lay 14.7";
    let rules = Rules { max_turns: 4, ..rules(target) };
    dealt(rules, &["8.8 1.1 2.2", "7.7 3.3 4.1"], script).run(then);
}

#[test]
fn se_29_se_30_se_q14_two_play_to_1000_and_more_to_500_reached() {
    assert_eq!(Edition::shipped().rules.targets, [1000, 500]);
    // A hand of 108 points reaches a target of 108.
    for (targets, next) in
        [([108, 1000], "over"), ([109, 1000], "1 draws"), ([1000, 108], "1 draws")]
    {
        let script = format!("{THREES}; points: 108; next: {next}");
        dealt(Rules { targets, ..rules(1) }, &[LOW, HIGH], &script);
    }
    for (seats, targets, next) in [(3, [1000, 2], "over"), (4, [2, 1000], "1 draws")] {
        let hands = ["8.8 1.1 2.2", HIGH, THIRD, "42.6 42.7 40.5"];
        let rules = Rules { targets, max_turns: 1, ..rules(1) };
        dealt(rules, &hands[..seats], &format!("pile 3.1 lay 8.8; next: {next}"));
    }
    // A hand without a winner ends the game at a target of 19.
    short_hand(19, "next: over");
    short_hand(20, "next: 1 draws");
}

#[test]
fn se_q13_se_q20_the_start_moves_left_each_hand_and_all_cards_are_dealt_again() {
    let mut scene = dealt(rules(1000), &[LOW, HIGH], THREES);
    assert_eq!(scene.state.draw_pile, scene.game.deck.all);
    let script = "pile 1.1; points: 108; hand 1: 1.1 3.3 6.3 9.3; next: 1 decides";
    scene.deal(&[LOW, HIGH]).run(script);
    // With hands of two turns, neither the last player of a hand nor the next one begins the next
    // hand.
    let mut scene = Scene::new(3, Rules { max_turns: 2, max_hands: 4, ..rules(1000) });
    for begins in ["0 draws", "1 draws", "2 draws", "0 draws"] {
        scene.run(&format!("next: {begins}"));
        scene.deal(&[LOW, HIGH, THIRD]).run("pile L1 pass L1 idle 2.2");
    }
    scene.run("next: unfinished");
}

/// A hand in which the starting seat lays seven threes (84 points) and discards `left` in its last
/// turn; the other seat completes the sequence `eight`.
fn seven_threes_against(scene: &mut Scene, eight: [&str; 8], left: &str) {
    let threes = ["3.3", "6.3", "9.3", "12.3", "15.3", "18.3", "21.3"];
    scene.deal(&[LOW, &eight[..3].join(" ")]);
    let drawn = [&threes[3..], &["5.1", "4.2", "6.1", "8.4"]].concat();
    let theirs = [&eight[3..], &["7.7", "10.5", "12.4"]].concat();
    for turn in 0..8 {
        let leaves = threes.get(turn).map_or(format!("drop {left}"), |card| format!("lay {card}"));
        let (drawn, theirs, lays) = (drawn[turn], theirs[turn], eight[turn]);
        scene.run(&format!("pile {drawn} {leaves} pile {theirs} lay {lays}"));
    }
}

/// 8 to 64 with a 24 of another colour group: 288 points and no Str8 Eight.
const EIGHTS: [&str; 8] = ["8.8", "16.8", "24.6", "32.8", "40.8", "48.8", "56.8", "64.8"];

#[test]
fn se_31_the_player_who_completed_the_last_sequence_wins_among_those_over_the_target() {
    // Reaching the target counts as over it (SE-Q14).
    let mut scene = Scene::new(2, rules(354));
    // The starting player keeps 4, 6 and 8, then 5, 4 and 6, so the finisher has fewer points.
    seven_threes_against(&mut scene, EIGHTS, "5.1");
    scene.run("points: 66; points 1: 288");
    seven_threes_against(&mut scene, EIGHTS, "8.4");
    scene.run("points: 354; points 1: 357; next: over; winners: 1");
}

#[test]
fn se_32_se_q15_else_the_most_points_win_and_ties_share() {
    let mut scene = Scene::new(2, rules(300));
    seven_threes_against(&mut scene, EIGHTS, "5.1");
    let low = ["1.1", "2.2", "3.1", "4.1", "5.5", "6.6", "7.1", "8.1"];
    seven_threes_against(&mut scene, low, "8.4");
    // Seat 0 completed the last sequence and is not over the target; seat 1 is.
    scene.run("points: 102; points 1: 357; winners: 10");
    // Both are over the target and neither completed a sequence.
    short_hand(10, "points: 19; points 1: 11; winners: 1");
    // Ties share the win, here before any hand is scored.
    Scene::new(3, rules(1000)).run("winners: 111");
}

#[test]
fn se_q5_an_empty_discard_pile_leaves_no_choice() {
    two("idle 12.3 take drop 56.8; next: 0 decides; take lay 3.3; discards:; next: 1 draws");
}

#[test]
fn se_q6_a_taken_discard_may_be_discarded_again_and_a_limit_ends_the_hand() {
    // No player wins; all score their sequence minus the cost of their hand.
    let scene = dealt(
        Rules { max_turns: 4, max_hands: 1, ..rules(1) },
        &[LOW, HIGH],
        "pile 12.3 lay 3.3 idle 48.8 take drop 48.8 take drop 48.8
         scored: 3 -27, 0 -176; points: -24; next: unfinished",
    );
    assert!(scene.told.contains(&Event::HandEnds { winner: None, str8_eight: false }));
    // Under `keep_taken` the taken card may not be discarded in that turn. Passed on with the hand
    // to seat 0, it may.
    dealt(
        Rules { keep_taken: true, ..rules(1) },
        &[LOW, "64.8 56.8 L1"],
        "idle 5.5 take; may: lay 5.5, pass L1, drop 56.8, drop 64.8, drop L1
         pass L1 pile 48.8; may: lay 5.5, drop 5.5, drop 48.8, drop 56.8, drop 64.8",
    );
}

#[test]
fn se_q9_two_swap_either_way_and_three_pass_across_to_the_left() {
    let ways = [Direction::Left, Direction::Right, Direction::Across];
    for (seats, steps) in [(2, [1, 1, 1]), (3, [1, 2, 1]), (4, [1, 3, 2])] {
        assert_eq!(ways.map(|way| way.steps(seats)), steps);
    }
}

#[test]
fn se_q19_a_discarded_pass_card_may_be_drawn() {
    two("pile L2 drop L2 take; hand 1: 56.7 56.8 64.8 L2; pass L2; passed: L2");
}

/// The shipped edition with other colour groups, each number followed by the next of its group.
fn with_groups(groups: &[Vec<u8>]) -> String {
    let mut text = SHIPPED[..SHIPPED.find("[[colours]]").expect("colours")].to_owned();
    for (group, numbers) in groups.iter().enumerate() {
        let from = "from = 'BOX'";
        let _ =
            writeln!(text, "[[colours]]\nname = 'group {group}'\nnumbers = {numbers:?}\n{from}");
        for (place, number) in numbers.iter().enumerate() {
            let after = &numbers[place + 1..numbers.len().min(place + 2)];
            let _ = writeln!(
                text,
                "[[right_side]]\nnumber = {number}\nmay_be_followed_by = {after:?}\n{from}"
            );
        }
    }
    text
}

#[test]
fn se_q18_editions_have_enough_cards_and_a_hand_can_be_won() {
    let faults = |text: &str| -> Vec<String> {
        let found = Edition::parse(Source::new("box.toml", text)).err().unwrap_or_default();
        found.into_iter().map(|fault| fault.title).collect()
    };
    // With 35 number and six pass cards, four hands of three and four sequences of seven leave one
    // card to draw.
    assert_eq!(faults(&with_groups(&[(1..=35).collect()])), [""; 0]);
    let few = "there are 40 cards, too few for 4 players";
    assert_eq!(faults(&with_groups(&[(1..=34).collect()])), [few]);
    assert_eq!(faults(&with_groups(&[(9..=72).collect()])), ["no card has a bull's-eye"]);
    // Nine groups of seven numbers; a number is followed only by the next number of its group.
    let groups: Vec<Vec<u8>> =
        (0..9).map(|of| (0..7).map(|at| 9 * at + of + 1).collect()).collect();
    let text = with_groups(&groups).replace("up_to = 8", "up_to = 2");
    let short = "no sequence of 8 exists: the longest has 7 cards (2 11 20 29 38 47 56)";
    assert_eq!(faults(&text), [short]);
    // One more number in a sequence that begins with a bull's-eye is enough; in another sequence it
    // is not.
    for (number, found) in [(56, 0), (57, 1)] {
        let end = format!("{number}\nmay_be_followed_by = ");
        let longer = text.replace(&format!("{end}[]"), &format!("{end}[63]"));
        assert_eq!(faults(&longer).len(), found, "{number}");
    }
}
