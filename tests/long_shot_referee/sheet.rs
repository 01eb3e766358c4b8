//! Worked cases of the Player Sheet: LS-5 to LS-9, LS-24 to LS-37.

use super::plain_long_shot::{Action, Point};
use super::scene::{Scene, bet, buy, helmet, jersey, shipped};

/// What a seat may do with one kind of action, told by a test.
fn those(scene: &Scene, seat: usize, wanted: impl Fn(&Action) -> bool) -> Vec<Action> {
    scene.legal(seat).into_iter().filter(|action| wanted(action)).collect()
}

/// All marks of horse 8 that a number can bring: nothing is left to do with an 8 but bet and buy.
fn all_marks_of_eight(scene: Scene, seat: usize) -> Scene {
    scene.cells(seat, &[(1, 1), (3, 4)]).helmets(seat, &[8]).jerseys(seat, &[8])
}

/// Seat 0 is stuck with an 8.
fn stuck_with_eight() -> Scene {
    all_marks_of_eight(Scene::of(2), 0).owns(1, &[8]).money(0, 0).rolled(8, 1)
}

#[test]
fn ls_5_ls_6_starting_cards_are_marked_and_cost_nothing() {
    let mut scene = Scene::of(2);
    scene.script.cards.extend([2, 7]);
    scene.referee.set_up(&mut scene.script);
    let seats = &scene.referee.state.seats;
    assert_eq!(seats[0].cells, [(1, 2), (2, 1), (3, 4), (4, 3)]);
    assert_eq!(seats[0].bets, [0, 2, 0, 0, 4, 0, 0, 0]);
    assert_eq!(seats[1].bets, [0, 0, 3, 0, 0, 0, 0, 3]);
    assert_eq!((seats[0].money, seats[1].money), (12, 12));
}

#[test]
fn ls_5_every_starting_card_marks_four_cells_of_no_line_and_bets_six_dollars() {
    let box_ = shipped();
    assert_eq!(box_.starting_cards.len(), 8);
    for card in &box_.starting_cards {
        assert_eq!(card.cells.len(), 4);
        assert_eq!(card.bets.iter().map(|(_, dollars)| dollars).sum::<i64>(), 6);
        let marked: Vec<usize> = card.cells.iter().map(|cell| box_.in_cell(*cell)).collect();
        assert!(card.bets.iter().all(|(horse, _)| !marked.contains(horse)));
        for line in 1..=4 {
            assert_eq!(card.cells.iter().filter(|cell| cell.0 == line).count(), 1);
            assert_eq!(card.cells.iter().filter(|cell| cell.1 == line).count(), 1);
        }
    }
}

#[test]
fn ls_25_ls_27_all_that_can_be_done_with_a_number() {
    let scene = Scene::of(2).rolled(3, 2);
    let of_dice = those(&scene, 0, |action| match action {
        Action::Concession { wild, .. }
        | Action::Helmet { wild, .. }
        | Action::Jersey { wild, .. }
        | Action::Bet { wild, .. }
        | Action::Buy { wild, .. } => !wild,
        _ => true,
    });
    assert_eq!(
        of_dice,
        [
            Action::Concession { cell: (2, 4), wild: false },
            Action::Concession { cell: (4, 3), wild: false },
            helmet(3),
            jersey(3),
            bet(3, 1),
            bet(3, 2),
            bet(3, 3),
            buy(3),
        ]
    );
}

#[test]
#[should_panic(expected = "cells are only added")]
fn ls_9_marks_are_permanent() {
    let mut scene = Scene::of(2).cells(0, &[(1, 1)]);
    scene.referee.check_conserved();
    scene.referee.state.seats[0].cells.clear();
    scene.referee.check_conserved();
}

#[test]
fn ls_25_others_may_do_the_same() {
    let scene = Scene::of(2).rolled(3, 2).act(helmet(3)).turn(0).act(helmet(3)).turn(1);
    assert_eq!(scene.referee.seat(1).helmets, [3]);
}

#[test]
fn ls_26_a_wild_gives_any_number_and_is_marked() {
    let scene = Scene::of(2).rolled(3, 2);
    let wild = those(&scene, 0, |action| matches!(action, Action::Helmet { wild: true, .. }));
    assert_eq!(wild.len(), 7);
    let scene = scene.act(Action::Helmet { horse: 7, wild: true }).turn(0);
    assert_eq!(scene.referee.seat(0).wilds, 1);
    assert_eq!(scene.referee.seat(0).helmets, [7]);
}

#[test]
fn ls_26_only_so_many_wilds() {
    let scene = Scene::of(2).wilds(0, 3).rolled(3, 2);
    let wild = those(&scene, 0, |action| {
        matches!(action, Action::Concession { wild: true, .. } | Action::Helmet { wild: true, .. })
    });
    assert!(wild.is_empty());
}

#[test]
fn ls_31_ls_34_past_the_no_bet_line_only_the_helmet_lets_bet() {
    for (space, open) in [(11, true), (12, false), (15, false)] {
        let scene = Scene::of(2).at(3, space).helmets(1, &[3]).rolled(3, 2);
        let bets = |seat| those(&scene, seat, |a| matches!(a, Action::Bet { horse: 3, .. })).len();
        assert_eq!((bets(0), bets(1)), (if open { 3 } else { 0 }, 3), "space {space}");
    }
}

#[test]
fn ls_a19_back_over_the_line_bets_are_open_again() {
    let mut scene = Scene::of(2).at(3, 12).rolled(3, 2);
    assert!(!scene.referee.may_bet(0, 3));
    scene.referee.push(3, -1);
    assert!(scene.referee.may_bet(0, 3));
}

#[test]
fn ls_32_a_jersey_marks_a_box_of_the_card_its_own_horse_among_them() {
    let scene = Scene::of(2).rolled(7, 2).act(jersey(7)).horse(Point::Box, 7).turn(0);
    assert_eq!(scene.horses_offered(Point::Box, 0), [2, 4, 5, 6, 7, 8]);
    assert_eq!(scene.asked(Point::Box, 0).about.card, Some(7));
    assert_eq!(scene.marked(7), [1, 3, 7]);
    assert_eq!(scene.referee.seat(0).jerseys, [7]);
}

#[test]
fn ls_a17_a_jersey_with_a_full_card_marks_no_box() {
    let scene = Scene::of(2).boxes(7, &[2, 4, 5, 6, 7, 8]).rolled(7, 2).act(jersey(7)).turn(0);
    assert!(!scene.was_asked(Point::Box));
    assert_eq!(scene.referee.seat(0).jerseys, [7]);
}

#[test]
fn ls_a17_the_last_free_box_is_no_choice() {
    let scene = Scene::of(2).boxes(7, &[2, 4, 5, 6, 7]).rolled(7, 2).act(jersey(7)).turn(0);
    assert!(!scene.was_asked(Point::Box));
    assert_eq!(scene.marked(7).len(), 8);
}

#[test]
fn ls_a18_marks_for_finished_horses_are_legal() {
    let scene = Scene::of(2).finished(&[7]).rolled(7, 2);
    let legal = scene.legal(0);
    assert!(legal.contains(&helmet(7)) && legal.contains(&jersey(7)));
    assert!(!legal.contains(&bet(7, 1)) && !legal.contains(&buy(7)));
}

#[test]
fn ls_33_bets_add_up_and_are_paid() {
    let scene = Scene::of(2).bet(0, 5, 4).rolled(5, 1).act(bet(5, 3)).turn(0);
    assert_eq!((scene.bets(0, 5), scene.dollars(0)), (7, 9));
}

#[test]
fn ls_a20_no_bet_beyond_ones_money() {
    let scene = Scene::of(2).money(0, 2).rolled(5, 1);
    let legal = scene.legal(0);
    assert!(legal.contains(&bet(5, 2)) && !legal.contains(&bet(5, 3)));
}

#[test]
fn ls_36_a_horse_is_bought_once_for_its_cost_while_it_runs() {
    let scene = Scene::of(2).rolled(2, 1).act(buy(2)).turn(0);
    assert_eq!((scene.dollars(0), scene.referee.owner(2)), (2, Some(0)));
    assert!(!scene.legal(1).contains(&buy(2)));
    let scene = Scene::of(2).money(0, 9).rolled(2, 1);
    assert!(!scene.legal(0).contains(&buy(2)), "it costs 10");
}

#[test]
fn ls_a7_nobody_may_pass() {
    assert!(!Scene::of(2).rolled(2, 1).legal(0).contains(&Action::Pass));
}

#[test]
fn ls_37_ls_a5_stuck_a_wild_or_erasing_one() {
    let scene = stuck_with_eight().wilds(0, 1);
    assert!(scene.referee.is_stuck(0));
    let legal = scene.legal(0);
    assert!(legal.contains(&Action::Erase));
    assert!(legal.contains(&Action::Helmet { horse: 1, wild: true }));
    let scene = scene.act(Action::Erase).turn(0);
    assert_eq!(scene.referee.seat(0).wilds, 0);
    assert!(scene.asked(Point::Action, 0).about.stuck);
}

#[test]
fn ls_a5_who_can_act_may_not_erase() {
    let scene = stuck_with_eight().money(0, 1).wilds(0, 1);
    assert!(!scene.legal(0).contains(&Action::Erase));
}

#[test]
fn ls_a6_stuck_without_a_mark_a_wild_must_be_used() {
    let scene = stuck_with_eight();
    assert!(!scene.legal(0).is_empty());
    let wild = |action: &Action| {
        matches!(
            action,
            Action::Concession { wild: true, .. }
                | Action::Helmet { wild: true, .. }
                | Action::Jersey { wild: true, .. }
        )
    };
    assert!(scene.legal(0).iter().all(wild));
}

#[test]
fn ls_a6_all_wilds_marked_one_is_erased_without_asking() {
    let scene = stuck_with_eight().wilds(0, 3);
    assert_eq!(scene.legal(0), [Action::Erase]);
    let scene = scene.turn(0);
    assert_eq!(scene.referee.seat(0).wilds, 2);
}

#[test]
fn ls_a6_with_neither_the_turn_passes() {
    let mut scene = stuck_with_eight();
    scene.referee.config.wilds = 0;
    assert!(scene.legal(0).is_empty());
    let before = format!("{:?}", scene.referee.state.seats);
    let scene = scene.turn(0);
    assert_eq!(format!("{:?}", scene.referee.state.seats), before);
}
