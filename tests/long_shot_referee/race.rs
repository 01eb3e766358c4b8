//! Worked cases of the track: LS-2 to LS-4, LS-10 to LS-23, LS-61.

use super::plain_long_shot::components::Horse;
use super::plain_long_shot::turn::GameOver;
use super::plain_long_shot::{Action, Point, Tile};
use super::scene::{Scene, helmet, shipped};

#[test]
fn ls_2_ls_4_all_horses_stand_behind_the_line_and_lie_in_the_market() {
    let scene = Scene::of(8);
    assert_eq!(scene.positions(), [0; 8]);
    assert_eq!(scene.referee.state.market, [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(scene.dollars(7), 12, "LS-6");
}

#[test]
#[should_panic(expected = "LS-1")]
fn ls_1_nobody_plays_alone() {
    Scene::of(1);
}

#[test]
#[should_panic(expected = "LS-1")]
fn ls_1_nine_are_too_many() {
    Scene::of(9);
}

#[test]
fn ls_a30_all_sets_share_costs_but_for_one_horse() {
    let box_ = shipped();
    let dear = |horse: &&Horse| horse.cost != box_.number(horse.number).cost;
    let other: Vec<(&str, i64)> =
        box_.horses.iter().filter(dear).map(|horse| (&horse.name[..], horse.cost)).collect();
    assert_eq!(other, [("Pie in the Sky", 4)]);
    let costs: Vec<i64> = box_.numbers.iter().map(|number| number.cost).collect();
    assert_eq!(costs, [10, 10, 8, 8, 6, 6, 4, 4]);
}

#[test]
fn ls_3_one_card_of_each_number() {
    let box_ = shipped();
    for set in ["1", "2", "3", "spare"] {
        assert_eq!(box_.set(set).len(), 8);
    }
    assert_eq!(box_.horses.len(), 32);
}

#[test]
fn ls_11_ls_12_ls_13_ls_14_ls_a2_the_rulebooks_movement_example() {
    // Horse 6 moves 3 spaces; printed 2 and 3 and the players' 5 and 6 move one each.
    let scene = Scene::of(2).boxes(6, &[6, 5]).roll(6, 3);
    assert_eq!(scene.positions(), [0, 1, 1, 0, 1, 4, 0, 0]);
}

#[test]
fn ls_13_printed_bars_move_without_any_mark() {
    for (rolled, positions) in [
        (1, [2, 0, 0, 0, 0, 1, 0, 0]),
        (2, [0, 2, 0, 0, 1, 0, 0, 0]),
        (3, [1, 0, 2, 0, 0, 0, 0, 0]),
        (4, [0, 1, 0, 2, 0, 0, 0, 0]),
        (5, [1, 0, 0, 1, 2, 0, 0, 0]),
        (6, [0, 1, 1, 0, 0, 2, 0, 0]),
        (7, [1, 0, 1, 0, 0, 0, 2, 0]),
        (8, [0, 1, 0, 1, 0, 0, 0, 2]),
    ] {
        assert_eq!(Scene::of(2).roll(rolled, 2).positions(), positions, "horse {rolled}");
    }
}

#[test]
fn ls_15_ls_22_a_finished_horse_stays_and_its_card_still_moves_others() {
    let scene = Scene::of(2).finished(&[7]).roll(7, 3);
    assert_eq!(scene.positions(), [1, 0, 1, 0, 0, 0, 16, 0]);
    assert_eq!(scene.referee.state.finishers, [7]);
}

#[test]
fn ls_16_any_number_of_horses_share_a_space() {
    let scene = Scene::of(2).at(1, 4).at(2, 4).at(3, 3).roll(7, 2);
    assert_eq!(scene.positions(), [5, 4, 4, 0, 0, 0, 2, 0]);
}

#[test]
fn ls_19_ls_21_dice_and_bars_cross_the_line_and_fill_the_circle_from_the_top() {
    let scene = Scene::of(2).at(8, 14).at(4, 15).at(2, 14).roll(8, 2);
    assert_eq!(scene.referee.state.finishers, [8, 4]);
    assert_eq!(scene.positions(), [0, 15, 0, 16, 0, 0, 0, 16]);
    assert_eq!(scene.referee.place(8), Some(1));
    assert_eq!(scene.referee.place(2), None);
}

#[test]
fn ls_19_sixteen_steps_cross_the_line() {
    assert!(Scene::of(2).at(5, 13).roll(5, 2).referee.state.finishers.is_empty());
    assert_eq!(Scene::of(2).at(5, 13).roll(5, 3).referee.state.finishers, [5]);
}

#[test]
fn ls_17_ls_a3_two_horses_cross_in_one_step_by_number() {
    let scene = Scene::of(2).at(4, 15).at(2, 15).roll(8, 1);
    assert_eq!(scene.referee.state.finishers, [2, 4]);
    // The order of marking is not that of moving.
    let scene = Scene::of(2).boxes(1, &[3]).at(3, 15).at(6, 15).roll(1, 1);
    assert_eq!(scene.referee.state.finishers, [3, 6]);
}

#[test]
fn ls_23_ls_a4_after_the_third_finisher_horses_stop_before_the_line() {
    // Horse 8 takes the third place in phase 2; horses 2 and 4 are held up in phase 3.
    let scene = Scene::of(2).finished(&[1, 3]).at(8, 15).at(2, 15).at(4, 14).roll(8, 1);
    assert_eq!(scene.referee.state.finishers, [1, 3, 8]);
    assert_eq!(scene.positions(), [16, 15, 16, 15, 0, 0, 0, 16]);
    // In the middle of phase 3: horse 2 crosses, horse 4 does not any more.
    let scene = Scene::of(2).finished(&[1, 3]).at(2, 15).at(4, 15).roll(8, 1);
    assert_eq!(scene.referee.state.finishers, [1, 3, 2]);
    assert_eq!(scene.position(4), 15);
    // A horse rolled with a full circle loses what goes beyond.
    let scene = Scene::of(2).finished(&[1, 3, 2]).at(5, 14).roll(5, 3);
    assert_eq!(scene.position(5), 15);
}

#[test]
fn ls_18_ls_61_backward_movement_stops_at_the_start() {
    let scene = Scene::of(2)
        .cells(0, &[(1, 1), (1, 2), (1, 3)])
        .at(5, 2)
        .rolled(2, 1)
        .mark((1, 4))
        .tile(Tile::OneBack)
        .horse(Point::Move, 5)
        .turn(0);
    assert_eq!(scene.position(5), 0);
}

#[test]
fn ls_20_bonus_movement_stops_at_the_line() {
    for (from, to) in [(11, 14), (12, 15), (13, 15), (15, 15)] {
        let scene = Scene::of(2)
            .cells(0, &[(1, 1), (1, 2), (1, 3)])
            .at(5, from)
            .rolled(2, 1)
            .mark((1, 4))
            .tile(Tile::OneForward)
            .horse(Point::Move, 5)
            .turn(0);
        assert_eq!((scene.position(5), scene.referee.has_finished(5)), (to, false));
    }
}

#[test]
fn ls_22_finished_horses_are_neither_moved_nor_bet_on() {
    let scene = Scene::of(2)
        .finished(&[2])
        .helmets(0, &[2])
        .cells(0, &[(1, 1), (1, 2), (1, 3)])
        .rolled(2, 1)
        .mark((1, 4))
        .tile(Tile::TwoForward)
        .horse(Point::Move, 1)
        .horse(Point::Move, 3)
        .turn(0);
    assert_eq!(scene.horses_offered(Point::Move, 0), [1, 3, 4, 5, 6, 7, 8]);
    assert_eq!(scene.horses_offered(Point::Move, 1), [3, 4, 5, 6, 7, 8]);
    let legal = scene.asked(Point::Action, 0).legal.iter();
    let on_two = |action: &&Action| matches!(action, Action::Bet { horse: 2, .. });
    assert_eq!(legal.filter(on_two).count(), 0);
}

#[test]
fn ls_7_ls_10_ls_24_ls_38_the_dice_go_round() {
    let mut scene = Scene::of(3);
    scene.script.rolls.extend([(1, 1), (2, 1), (3, 1), (4, 1)]);
    for (round, rolled) in [(1, 1), (2, 2), (3, 3), (4, 4)] {
        for _ in 0..3 {
            scene = scene.act(helmet(rolled));
        }
        scene.referee.round(&mut scene.script);
        assert_eq!(scene.referee.state.active, (round - 1) % 3);
    }
    scene.script.assert_spent();
    let seats: Vec<usize> = scene.script.asked.iter().map(|ask| ask.seat).collect();
    assert_eq!(seats, [0, 1, 2, 1, 2, 0, 2, 0, 1, 0, 1, 2]);
}

#[test]
fn ls_41_ls_a23_the_round_of_the_third_finisher_is_played_to_its_end() {
    let mut scene = Scene::of(2).finished(&[1, 2]).at(3, 15);
    scene.script.cards.extend([0, 1]);
    scene.script.rolls.push_back((3, 1));
    // Both players still act; a bet on a horse on the track is still possible.
    scene = scene.act(Action::Bet { horse: 4, dollars: 1, wild: true }).act(helmet(3));
    let over = scene.referee.play(&mut scene.script);
    assert_eq!(over, GameOver::Finished);
    assert_eq!(scene.referee.state.round, 1);
    scene.script.assert_spent();
}

#[test]
fn a_game_of_too_many_rounds_is_given_up() {
    let mut scene = Scene::of(2);
    scene.referee.config.max_rounds = 1;
    scene.script.cards.extend([0, 1]);
    scene.script.rolls.push_back((3, 1));
    scene = scene.act(helmet(3)).act(helmet(3));
    assert_eq!(scene.referee.play(&mut scene.script), GameOver::TooLong);
}
