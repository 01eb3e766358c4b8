//! Worked cases of the solo race: each of the 24 cells of Roland's Solo Sheet, and LS-47 to LS-59.

use super::scene::{Scene, jersey, shipped};
use crate::long_shot::plain::components::SoloAction;
use crate::long_shot::plain::{Action, Point};

/// Roland with horses 4 (space 8), 2 (space 8) and 6 (space 3), and bets of 2 on horse 6 and 4 on
/// horse 7.
fn race() -> Scene {
    Scene::solo(&[])
        .owns(1, &[4, 2, 6])
        .at(4, 8)
        .at(2, 8)
        .at(6, 3)
        .at(1, 9)
        .at(3, 9)
        .at(5, 5)
        .bet(1, 6, 2)
        .bet(1, 7, 4)
        .money(1, 20)
}

/// Roland's turn with these dice.
fn roland(scene: Scene, horse: usize, movement: usize) -> Scene {
    scene.rolled(horse, movement).roland()
}

/// Roland's turn with these dice and another roll of the horse die.
fn again(scene: Scene, horse: usize, movement: usize, again: usize) -> Scene {
    roland(scene.again(again), horse, movement)
}

const GAINS: [i64; 3] = [3, 2, 1];

/// That the default of a column was taken, and nothing else changed but dollars.
#[track_caller]
fn assert_default(before: &Scene, after: &Scene, movement: usize) {
    let gain = GAINS[movement - 1];
    assert_eq!(after.dollars(1), before.dollars(1) + gain, "gains {gain}");
    assert_eq!(after.positions(), before.positions());
    assert_eq!(after.referee.state.boxes, before.referee.state.boxes);
    assert_eq!(after.referee.seat(1).bets, before.referee.seat(1).bets);
    assert_eq!(after.referee.state.market, before.referee.state.market);
}

#[test]
fn ls_47_roland_gets_twenty_dollars_and_bets_but_no_concessions() {
    let mut scene = Scene::solo(&[]);
    scene.script.cards.extend([2, 7]);
    scene.referee.set_up(&mut scene.script);
    assert_eq!((scene.dollars(0), scene.dollars(1)), (12, 20));
    assert!(scene.referee.seat(1).cells.is_empty());
    assert_eq!(scene.referee.seat(1).bets, [0, 0, 3, 0, 0, 0, 0, 3]);
    assert_eq!(scene.referee.seat(0).cells.len(), 4);
}

#[test]
fn ls_48_ls_a24_the_player_is_always_first() {
    let mut scene = Scene::solo(&[]);
    scene.script.rolls.extend([(8, 1), (8, 1)]);
    scene = scene.act(Action::Helmet { horse: 8, wild: false }).act(jersey(8)).horse(Point::Box, 8);
    scene.referee.round(&mut scene.script);
    scene.referee.round(&mut scene.script);
    scene.script.assert_spent();
    assert_eq!((scene.referee.state.active, scene.dollars(1)), (0, 28));
}

#[test]
fn ls_49_ls_50_the_rulebooks_example() {
    // Dice 1 and 3, then a 7: the box of his lead owned horse, 4, on card 7.
    let scene = Scene::solo(&[]).owns(1, &[4, 8]).at(4, 6).at(8, 2);
    assert_eq!(again(scene, 1, 3, 7).marked(7), [1, 3, 4]);
}

// Column 3

#[test]
fn ls_55_ls_57_ls_58_ls_59_ls_a26_cell_1_3_marks_the_lead_owned_horse() {
    // Of horses 2 and 4 on one space the lower number (LS-55).
    let scene = again(race(), 1, 3, 7);
    assert_eq!(scene.marked(7), [1, 2, 3]);
    assert_eq!(scene.dollars(1), 20);
    // Finished horses do not lead any more (LS-57, LS-A32).
    assert_eq!(again(race().finished(&[2]), 1, 3, 7).marked(7), [1, 3, 4]);
    // LS-51, LS-A26: marked already, or nothing owned.
    let marked = || race().boxes(7, &[2]);
    assert_default(&marked(), &again(marked(), 1, 3, 7), 3);
    let none = || Scene::solo(&[]);
    assert_default(&none(), &again(none(), 1, 3, 7), 3);
}

#[test]
fn ls_58_cell_2_3_marks_the_last_owned_horse_and_gains_a_dollar() {
    let scene = again(race(), 2, 3, 7);
    assert_eq!((scene.marked(7), scene.dollars(1)), (vec![1, 3, 6], 21));
    let marked = || race().boxes(7, &[6]);
    assert_default(&marked(), &again(marked(), 2, 3, 7), 3);
}

#[test]
fn ls_58_cell_3_3_marks_all_owned_horses() {
    let scene = again(race(), 3, 3, 7);
    assert_eq!((scene.marked(7), scene.dollars(1)), (vec![1, 2, 3, 4, 6], 20));
    // Those that are free (LS-A26): card 6 has 2 and 3 in print. A finished one too (LS-A32).
    let scene = again(race().finished(&[4]).boxes(6, &[6]), 3, 3, 6);
    assert_eq!(scene.marked(6), [2, 3, 4, 6]);
    let marked = || race().boxes(7, &[2, 4, 6]);
    assert_default(&marked(), &again(marked(), 3, 3, 7), 3);
}

#[test]
fn cell_4_3_marks_the_lead_horse() {
    assert_eq!(again(race(), 4, 3, 8).marked(8), [1, 2, 4]);
    assert_eq!(again(race().finished(&[1]), 4, 3, 8).marked(8), [2, 3, 4]);
    assert_default(&race(), &again(race(), 4, 3, 7), 3);
}

#[test]
fn ls_58_cell_5_3_marks_the_horse_of_the_highest_bet() {
    assert_eq!(again(race(), 5, 3, 1).marked(1), [6, 7]);
    // Finished or not: a box is no bet.
    assert_eq!(again(race().finished(&[7]), 5, 3, 1).marked(1), [6, 7]);
    // Of equals the lowest number.
    assert_eq!(again(race().bet(1, 5, 4), 5, 3, 1).marked(1), [5, 6]);
    let marked = || race().boxes(1, &[7]);
    assert_default(&marked(), &again(marked(), 5, 3, 1), 3);
}

#[test]
fn cell_6_3_marks_the_last_horse() {
    // Horses 7 and 8 are behind the line.
    assert_eq!(again(race(), 6, 3, 1).marked(1), [6, 7]);
    let marked = || race().boxes(1, &[7]);
    assert_default(&marked(), &again(marked(), 6, 3, 1), 3);
}

#[test]
fn cell_7_3_marks_horse_seven() {
    assert_eq!(again(race(), 7, 3, 2).marked(2), [5, 7]);
    let marked = || race().boxes(2, &[7]);
    assert_default(&marked(), &again(marked(), 7, 3, 2), 3);
}

#[test]
fn cell_8_3_marks_horse_eight() {
    assert_eq!(again(race(), 8, 3, 2).marked(2), [5, 8]);
    let marked = || race().boxes(2, &[8]);
    assert_default(&marked(), &again(marked(), 8, 3, 2), 3);
}

// Column 2

#[test]
fn ls_53_ls_a25_ls_a32_cell_1_2_bets_three_on_the_lead_owned_horse() {
    let scene = roland(race(), 1, 2);
    assert_eq!((scene.bets(1, 2), scene.bets(1, 4), scene.dollars(1)), (3, 0, 17));
    // LS-A25, LS-A32: past the No Bet line nothing else is tried.
    let past = || race().at(2, 12);
    assert_default(&past(), &roland(past(), 1, 2), 2);
    let poor = || race().money(1, 2);
    assert_default(&poor(), &roland(poor(), 1, 2), 2);
}

#[test]
fn cell_2_2_bets_two_on_the_last_owned_horse() {
    let scene = roland(race(), 2, 2);
    assert_eq!((scene.bets(1, 6), scene.dollars(1)), (4, 18));
    let poor = || race().money(1, 1);
    assert_default(&poor(), &roland(poor(), 2, 2), 2);
}

#[test]
fn cell_3_2_bets_three_on_the_lead_horse() {
    let scene = roland(race(), 3, 2);
    assert_eq!((scene.bets(1, 1), scene.dollars(1)), (3, 17));
    let past = || race().at(3, 13);
    assert_default(&past(), &roland(past(), 3, 2), 2);
}

#[test]
fn cell_4_2_bets_two_on_the_horse_rolled_again() {
    let scene = again(race(), 4, 2, 5);
    assert_eq!((scene.bets(1, 5), scene.dollars(1)), (2, 18));
    let finished = || race().finished(&[5]);
    assert_default(&finished(), &again(finished(), 4, 2, 5), 2);
}

#[test]
fn cell_5_2_bets_three_on_the_horse_of_his_highest_bet() {
    let scene = roland(race(), 5, 2);
    assert_eq!((scene.bets(1, 7), scene.dollars(1)), (7, 17));
    let finished = || race().finished(&[7]);
    assert_default(&finished(), &roland(finished(), 5, 2), 2);
}

#[test]
fn cell_6_2_bets_two_for_nothing_on_the_horse_rolled_again() {
    let scene = again(race().money(1, 0), 6, 2, 5);
    assert_eq!((scene.bets(1, 5), scene.dollars(1)), (2, 0));
    let past = || race().at(5, 12);
    assert_default(&past(), &again(past(), 6, 2, 5), 2);
}

#[test]
fn ls_58_cell_7_2_moves_the_players_lead_horse_back() {
    let players = || race().owns(0, &[5, 8, 3]);
    assert_eq!(roland(players(), 7, 2).position(3), 7);
    assert_eq!(roland(players().finished(&[3]), 7, 2).position(5), 3);
    assert_default(&race(), &roland(race(), 7, 2), 2);
}

#[test]
fn ls_58_cell_8_2_moves_the_horse_of_the_players_highest_bet_back() {
    let players = || race().bet(0, 4, 3).bet(0, 1, 2);
    assert_eq!(roland(players(), 8, 2).position(4), 6);
    let finished = || players().finished(&[4]);
    assert_default(&finished(), &roland(finished(), 8, 2), 2);
    assert_default(&race(), &roland(race(), 8, 2), 2);
    // LS-18: at the start there is nothing to move back, but it is an Action.
    let scene = roland(Scene::solo(&[]).bet(0, 8, 3), 8, 2);
    assert_eq!((scene.position(8), scene.dollars(1)), (0, 20));
}

// Column 1

#[test]
fn ls_58_cell_1_1_buys_the_unowned_horse_in_the_lead() {
    let scene = roland(race(), 1, 1);
    assert_eq!((scene.referee.owner(1), scene.dollars(1)), (Some(1), 10));
    assert_eq!(roland(race().finished(&[1]), 1, 1).referee.owner(3), Some(1));
    let poor = || race().money(1, 9);
    assert_default(&poor(), &roland(poor(), 1, 1), 1);
}

#[test]
fn ls_58_ls_a27_cell_2_1_buys_the_unowned_horse_of_the_lowest_number() {
    assert_eq!(roland(race(), 2, 1).referee.owner(1), Some(1), "LS-A27");
    let owned = race().owns(0, &[1]);
    assert_eq!(roland(owned, 2, 1).referee.owner(3), Some(1));
    let poor = || race().money(1, 9);
    assert_default(&poor(), &roland(poor(), 2, 1), 1);
}

#[test]
fn cell_3_1_buys_the_horse_rolled_again() {
    let scene = again(race(), 3, 1, 8);
    assert_eq!((scene.referee.owner(8), scene.dollars(1)), (Some(1), 16));
    let owned = || race().owns(0, &[8]);
    assert_default(&owned(), &again(owned(), 3, 1, 8), 1);
    assert_default(&race(), &again(race(), 3, 1, 4), 1);
}

#[test]
fn cell_4_1_buys_the_cheapest_unowned_horse() {
    let scene = roland(race(), 4, 1);
    assert_eq!((scene.referee.owner(7), scene.dollars(1)), (Some(1), 16));
    let poor = || race().money(1, 3);
    assert_default(&poor(), &roland(poor(), 4, 1), 1);
}

#[test]
fn ls_a34_finished_horses_are_neither_the_lowest_nor_the_cheapest() {
    let race = || Scene::solo(&[]).owns(0, &[2]).finished(&[1, 7]);
    assert_eq!(roland(race(), 2, 1).referee.owner(3), Some(1));
    assert_eq!(roland(race(), 4, 1).referee.owner(8), Some(1));
    let none = || race().owns(0, &[3, 4, 5, 6, 8]);
    assert_default(&none(), &roland(none(), 2, 1), 1);
    assert_default(&none(), &roland(none(), 4, 1), 1);
}

#[test]
fn cell_5_1_buys_the_unowned_horse_of_his_highest_bet() {
    // His bet on horse 6 does not count: it is his.
    assert_eq!(roland(race(), 5, 1).referee.owner(7), Some(1));
    let unbet = || race().owns(0, &[7]);
    assert_default(&unbet(), &roland(unbet(), 5, 1), 1);
}

#[test]
fn cell_6_1_buys_the_last_unowned_horse() {
    assert_eq!(roland(race(), 6, 1).referee.owner(7), Some(1));
    assert_eq!(roland(race().at(7, 1), 6, 1).referee.owner(8), Some(1));
}

#[test]
fn cell_7_1_takes_the_horse_rolled_again_for_nothing() {
    let scene = again(race().money(1, 0), 7, 1, 1);
    assert_eq!((scene.referee.owner(1), scene.dollars(1)), (Some(1), 0));
    let finished = || race().finished(&[1]);
    assert_default(&finished(), &again(finished(), 7, 1, 1), 1);
}

#[test]
fn cell_8_1_gains_four_dollars() {
    assert_eq!(roland(race(), 8, 1).dollars(1), 24);
}

#[test]
fn ls_52_columns_mostly_mark_bet_and_buy() {
    let box_ = shipped();
    let count = |movement, wanted: fn(&SoloAction) -> bool| {
        let column = box_.solo.iter().find(|column| column.movement == movement).expect("a column");
        column.cells.iter().filter(|cell| wanted(&cell.action)).count()
    };
    assert_eq!(count(3, |action| matches!(action, SoloAction::Mark(_))), 8);
    assert_eq!(count(2, |action| matches!(action, SoloAction::Bet { .. })), 6);
    assert_eq!(count(1, |action| matches!(action, SoloAction::Buy { .. })), 7);
}

#[test]
fn ls_51_defaults_gain_one_two_and_three_dollars() {
    for (movement, gain) in [(3, 1), (2, 2), (1, 3)] {
        let columns = &race().referee.config.components.solo;
        let column = columns.iter().find(|column| column.movement == movement).expect("a column");
        assert_eq!((column.default.gain, column.cells.len()), (gain, 8));
    }
}

#[test]
fn ls_54_rolands_horses_have_no_abilities() {
    // Too Lucky would pay, Miracle Worker would mark, Laundry Day would score.
    let scene = roland(Scene::solo(&[]).owns(1, &[2, 5]).bet(1, 6, 3), 5, 1);
    assert_eq!(scene.referee.owner(6), Some(1));
    assert!(scene.referee.seat(1).helmets.is_empty());
    let scene = roland(scene, 2, 1);
    assert_eq!(scene.dollars(1), 20 - 6 - 10);
    assert_eq!(scene.referee.score(1).abilities, 0);
}

#[test]
fn ls_a28_roland_can_be_a_victim() {
    let scene = Scene::solo(&["Sticky Fingers", "Magic Hate Ball"]).owns(0, &[7, 8]).owns(1, &[3]);
    let scene = scene.rolled(3, 1).act(jersey(3)).horse(Point::Box, 8).turn(0);
    assert_eq!((scene.dollars(0), scene.dollars(1)), (14, 18));
    let scene = scene.rolled(8, 1).act(Action::Helmet { horse: 8, wild: false }).turn(0);
    assert_eq!(scene.dollars(1), 16);
}
