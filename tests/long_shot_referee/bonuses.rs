//! Worked cases of completed lines and Concession Bonuses: LS-28 to LS-30, LS-A12 to LS-A16.

use super::plain_long_shot::{Action, Cell, Point, Tile};
use super::scene::Scene;

/// Seat 0 lacks the 2 at the end of the first row, which is in no other line to be completed.
const ROW: [Cell; 3] = [(1, 1), (1, 2), (1, 3)];
/// And that of the fourth column.
const COLUMN: [Cell; 3] = [(2, 4), (3, 4), (4, 4)];

fn row_to_complete(scene: Scene) -> Scene {
    scene.cells(0, &ROW).rolled(2, 1).mark((1, 4))
}

fn row_and_column(scene: Scene) -> Scene {
    scene.cells(0, &ROW).cells(0, &COLUMN).rolled(2, 1).mark((1, 4))
}

#[test]
fn ls_28_a_row_gives_a_bonus() {
    let scene = row_to_complete(Scene::of(2)).tile(Tile::Money).turn(0);
    assert_eq!(scene.dollars(0), 19);
    assert_eq!(scene.asked(Point::Bonus, 0).legal.len(), 9);
}

#[test]
fn ls_28_a_column_gives_a_bonus() {
    let scene = Scene::of(2).cells(0, &COLUMN).rolled(2, 1).mark((1, 4)).tile(Tile::Money).turn(0);
    assert_eq!(scene.dollars(0), 19);
}

#[test]
fn ls_28_a_diagonal_gives_none() {
    let diagonal = [(1, 1), (2, 2), (3, 3)];
    let scene = Scene::of(2).cells(0, &diagonal).rolled(5, 1).mark((4, 4)).turn(0);
    assert!(!scene.was_asked(Point::Bonus));
}

#[test]
fn ls_28_two_lines_at_once_give_two_bonuses_one_after_the_other() {
    let scene = row_and_column(Scene::of(2))
        .tile(Tile::Money)
        .tile(Tile::Helmet)
        .horse(Point::Helmet, 4)
        .turn(0);
    assert_eq!(scene.dollars(0), 19);
    assert_eq!(scene.referee.seat(0).helmets, [4]);
    assert_eq!(scene.referee.seat(0).tiles, [Tile::Money, Tile::Helmet]);
}

#[test]
fn ls_29_ls_a29_tiles_are_used_up_and_there_are_three_of_seven_dollars() {
    let mut scene = row_to_complete(Scene::of(2));
    scene.referee.state.seats[0].tiles = vec![Tile::Money, Tile::Money, Tile::Helmet];
    let scene = scene.tile(Tile::Money).turn(0);
    assert!(!scene.asked(Point::Bonus, 0).legal.contains(&Action::Tile(Tile::Helmet)));
    assert_eq!(scene.dollars(0), 19);
    let all = scene.referee.config.components.tiles.iter().map(|tiles| tiles.tiles).sum::<usize>();
    assert_eq!(all, 12);
}

#[test]
fn ls_30_two_horses_back() {
    let scene = row_to_complete(Scene::of(2).at(8, 5).at(3, 1))
        .tile(Tile::TwoBack)
        .horse(Point::Move, 8)
        .horse(Point::Move, 3)
        .turn(0);
    assert_eq!((scene.position(8), scene.position(3)), (3, 0));
    assert_eq!(scene.asked(Point::Move, 0).about.spaces, -2);
}

#[test]
fn ls_30_one_horse_back() {
    let scene =
        row_to_complete(Scene::of(2).at(8, 5)).tile(Tile::OneBack).horse(Point::Move, 8).turn(0);
    assert_eq!(scene.position(8), 2);
}

#[test]
fn ls_30_two_horses_forward() {
    let scene = row_to_complete(Scene::of(2).at(8, 5))
        .tile(Tile::TwoForward)
        .horse(Point::Move, 8)
        .horse(Point::Move, 3)
        .turn(0);
    assert_eq!((scene.position(8), scene.position(3)), (7, 2));
}

#[test]
fn ls_30_one_horse_forward() {
    let scene =
        row_to_complete(Scene::of(2).at(8, 5)).tile(Tile::OneForward).horse(Point::Move, 8).turn(0);
    assert_eq!(scene.position(8), 8);
}

#[test]
fn ls_a13_two_moves_are_of_two_horses_and_may_be_wasted() {
    let scene = row_to_complete(Scene::of(2).at(8, 15))
        .tile(Tile::TwoForward)
        .horse(Point::Move, 8)
        .horse(Point::Move, 1)
        .turn(0);
    assert_eq!(scene.horses_offered(Point::Move, 1), [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!((scene.position(8), scene.position(1)), (15, 2));
    // Backward at the start is wasted too, but a choice.
    let scene = row_to_complete(Scene::of(2)).tile(Tile::OneBack).horse(Point::Move, 1).turn(0);
    assert_eq!(scene.horses_offered(Point::Move, 0).len(), 8);
}

#[test]
fn ls_30_ls_35_a_free_bet() {
    let scene = row_to_complete(Scene::of(2).money(0, 0).at(5, 12).at(6, 12).finished(&[7]))
        .helmets(0, &[6])
        .tile(Tile::FreeBet)
        .horse(Point::FreeBet, 6)
        .turn(0);
    assert_eq!(scene.horses_offered(Point::FreeBet, 0), [1, 2, 3, 4, 6, 8]);
    assert_eq!((scene.bets(0, 6), scene.dollars(0)), (3, 0));
}

#[test]
fn ls_30_a_helmet() {
    let scene = row_to_complete(Scene::of(2))
        .helmets(0, &[1, 8])
        .tile(Tile::Helmet)
        .horse(Point::Helmet, 4)
        .turn(0);
    assert_eq!(scene.horses_offered(Point::Helmet, 0), [2, 3, 4, 5, 6, 7]);
}

#[test]
fn ls_30_a_jersey_with_its_box() {
    let scene = row_to_complete(Scene::of(2))
        .tile(Tile::Jersey)
        .horse(Point::Jersey, 4)
        .horse(Point::Box, 8)
        .turn(0);
    assert_eq!(scene.referee.seat(0).jerseys, [4]);
    assert_eq!(scene.marked(4), [2, 8]);
}

#[test]
fn ls_30_ls_a12_a_horse_for_nothing_that_has_not_finished() {
    let scene = row_to_complete(Scene::of(2).owns(1, &[3]).finished(&[1]).money(0, 0))
        .tile(Tile::Horse)
        .horse(Point::FreeHorse, 2)
        .turn(0);
    assert_eq!(scene.horses_offered(Point::FreeHorse, 0), [2, 4, 5, 6, 7, 8]);
    assert_eq!((scene.referee.owner(2), scene.dollars(0)), (Some(0), 0));
}

#[test]
fn ls_a12_a_free_horse_counts_as_bought() {
    let scene = row_to_complete(Scene::with(2, &["Loosey Goosey"]).wilds(0, 3))
        .tile(Tile::Horse)
        .horse(Point::FreeHorse, 3)
        .turn(0);
    assert_eq!(scene.referee.seat(0).wilds, 1);
}

#[test]
fn ls_a14_a_bonus_that_does_nothing_may_be_marked() {
    let everything: Vec<usize> = (1..=8).collect();
    let scene = row_to_complete(Scene::of(2).owns(1, &everything)).tile(Tile::Horse).turn(0);
    assert_eq!(scene.referee.seat(0).tiles, [Tile::Horse]);
    let scene = row_to_complete(Scene::of(2)).helmets(0, &everything).tile(Tile::Helmet).turn(0);
    assert_eq!(scene.referee.seat(0).tiles, [Tile::Helmet]);
    let scene = row_to_complete(Scene::of(2)).jerseys(0, &everything).tile(Tile::Jersey).turn(0);
    assert_eq!(scene.referee.seat(0).tiles, [Tile::Jersey]);
}

#[test]
fn ls_a15_bonuses_and_abilities_in_any_order() {
    let scene = row_and_column(Scene::with(2, &["Charley Horse"]).owns(0, &[1, 5]).at(8, 6))
        .choose(Point::Order, Action::NextMove)
        .horse(Point::Move, 8)
        .choose(Point::Order, Action::NextBonus)
        .tile(Tile::Money)
        .choose(Point::Order, Action::NextMark)
        .choose(Point::ExtraMark, Action::MarkCell((2, 1)))
        .tile(Tile::Money)
        .turn(0);
    assert_eq!((scene.position(8), scene.dollars(0)), (5, 26));
    assert_eq!(scene.asked(Point::Order, 0).legal.len(), 3);
    assert_eq!(scene.asked(Point::Order, 2).legal.len(), 2);
}

#[test]
fn ls_a15_ls_a16_a_line_completed_by_the_way_is_resolved_first() {
    // The fourth column is completed; the extra mark completes the second row.
    let scene = Scene::of(2)
        .owns(0, &[1])
        .cells(0, &COLUMN)
        .cells(0, &[(2, 1), (2, 2)])
        .rolled(2, 1)
        .mark((1, 4))
        .choose(Point::Order, Action::NextMark)
        .choose(Point::ExtraMark, Action::MarkCell((2, 3)))
        .tile(Tile::OneForward)
        .horse(Point::Move, 1)
        .tile(Tile::Money)
        .turn(0);
    assert_eq!((scene.position(1), scene.dollars(0)), (3, 19));
}
