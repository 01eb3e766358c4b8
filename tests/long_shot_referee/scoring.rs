//! Worked cases of scoring: LS-42 to LS-46, LS-56, LS-60.

use super::plain_long_shot::Score;
use super::scene::Scene;

/// The rulebook's example: John owns horse 4, which came in third, and has two jockey sets.
fn johns_game() -> Scene {
    Scene::with(2, &["Early Bird Special"])
        .finished(&[7, 5, 4])
        .at(1, 12)
        .at(2, 11)
        .at(8, 3)
        .owns(0, &[4])
        .helmets(0, &[2, 4, 6])
        .jerseys(0, &[2, 4, 8])
        .bet(0, 1, 6)
        .bet(0, 2, 5)
        .bet(0, 4, 5)
        .bet(0, 7, 6)
        .bet(0, 8, 3)
        .money(0, 4)
}

#[test]
fn ls_45_the_rulebooks_scoring_example_line_by_line() {
    let scene = johns_game();
    let winnings: Vec<i64> = (1..=8).map(|horse| scene.referee.bet_pays(0, horse)).collect();
    assert_eq!(winnings, [6, 0, 0, 20, 0, 0, 54, 0], "LS-43");
    let expected = Score { purses: 15, bets: 80, sets: 10, money: 4, abilities: 0 };
    assert_eq!(scene.referee.score(0), expected, "LS-42 to LS-45");
    assert_eq!(scene.referee.score(0).total(), 109);
}

#[test]
fn ls_42_purses_by_place() {
    for (owned, purse) in [(7, 35), (5, 25), (4, 15), (1, 0)] {
        let scene = Scene::with(2, &["Early Bird Special"])
            .finished(&[7, 5, 4])
            .owns(1, &[owned])
            .jerseys(1, &[1])
            .helmets(1, &[1]);
        assert_eq!(scene.referee.score(1).purses, purse);
    }
}

#[test]
fn ls_43_odds_of_every_horse_in_every_place() {
    let odds = [
        [5, 4, 3, 1],
        [5, 4, 3, 1],
        [6, 5, 4, 1],
        [6, 5, 4, 1],
        [7, 6, 5, 1],
        [7, 6, 5, 1],
        [9, 8, 7, 1],
        [9, 8, 7, 1],
    ];
    for horse in 1..=8 {
        let (a, b) = (horse % 8 + 1, (horse + 1) % 8 + 1);
        let scene = |order: &[usize]| Scene::of(2).bet(0, horse, 2).finished(order);
        for (place, order) in [[horse, a, b], [a, horse, b], [a, b, horse]].iter().enumerate() {
            assert_eq!(scene(order).referee.score(0).bets, 2 * odds[horse - 1][place]);
        }
        let others = [a, b, (horse + 2) % 8 + 1];
        assert_eq!(scene(&others).at(horse, 12).referee.score(0).bets, 2 * odds[horse - 1][3]);
        assert_eq!(scene(&others).at(horse, 11).referee.score(0).bets, 0);
    }
}

#[test]
fn ls_44_only_pairs_count() {
    let scene = Scene::of(2).helmets(0, &[1, 2, 3]).jerseys(0, &[3, 2, 8]);
    assert_eq!(scene.referee.score(0).sets, 10);
}

#[test]
fn ls_46_the_most_money_wins() {
    let scene = Scene::of(3).finished(&[1, 2, 3]).money(1, 13);
    assert_eq!(scene.referee.winners(), [1]);
}

#[test]
fn ls_46_of_equals_the_owner_of_the_best_placed_horse() {
    // Purses of 25 and 15 with money that makes up for it.
    let scene =
        Scene::of(3).finished(&[1, 2, 3]).owns(0, &[3]).owns(2, &[2]).money(0, 22).money(2, 12);
    let totals: Vec<i64> = scene.referee.scores().iter().map(Score::total).collect();
    assert_eq!(totals, [37, 12, 37]);
    assert_eq!(scene.referee.winners(), [2]);
}

#[test]
fn ls_46_a_better_horse_of_somebody_with_less_money_does_not_count() {
    let scene = Scene::of(3)
        .finished(&[1, 2, 3])
        .owns(1, &[1])
        .owns(2, &[3])
        .money(0, 40)
        .money(1, 1)
        .money(2, 25);
    assert_eq!(scene.referee.winners(), [2]);
}

#[test]
fn ls_a22_equals_without_a_placed_horse_share() {
    let scene = Scene::of(3).finished(&[1, 2, 3]).money(1, 5);
    assert_eq!(scene.referee.winners(), [0, 2]);
}

#[test]
fn ls_56_roland_scores_bets_money_and_purses_alone() {
    let scene = Scene::solo(&["Golden Corral"])
        .finished(&[7, 5, 4])
        .owns(1, &[1, 7, 8])
        .bet(1, 5, 3)
        .bet(1, 3, 3)
        .at(3, 14)
        .money(1, 6);
    let expected = Score { purses: 35, bets: 18 + 3, sets: 0, money: 6, abilities: 0 };
    assert_eq!(scene.referee.score(1), expected);
}

#[test]
fn ls_56_roland_is_not_paid_by_great_appreciation() {
    let mut scene = Scene::solo(&["Great Appreciation"]).finished(&[7, 5, 8]).owns(0, &[8]);
    scene = scene.owns(1, &[7, 5]);
    scene.referee.before_scoring(&mut scene.script);
    assert!(scene.script.asked.is_empty(), "it pays its owner alone");
    assert_eq!([0, 1].map(|seat| scene.referee.score(seat).abilities), [10, 0]);
}

#[test]
fn ls_60_ls_a33_the_higher_score_wins_the_solo_race() {
    let scene = Scene::solo(&[]).finished(&[7, 5, 4]).money(1, 12);
    assert_eq!(scene.referee.winners(), [0, 1]);
    let scene = scene.owns(1, &[4]).money(1, 0).money(0, 15);
    assert_eq!(scene.referee.winners(), [1]);
    assert_eq!(scene.money(0, 16).referee.winners(), [0]);
}
