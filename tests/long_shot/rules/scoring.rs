//! The end of the race and its score, LS-41 to LS-46.

use pushluck::games::long_shot::score::Score;

use super::table::{QUIET, Table, ended, horses};

#[test]
fn ls_41_the_round_of_the_third_finisher_is_played_to_its_end() {
    let mut table = Table::seats(3).at([0, 0, 0, 0, 0, 14, 15, 15]);
    table.state.active = 1;
    table.round((8, 2), &[]);
    table.round((7, 2), &[]);
    let end = table.round((6, 2), &[]);
    assert!(end.finished);
    assert_eq!(table.log.0.iter().filter(|line| line.contains("TurnBegins")).count(), 3);
}

#[test]
fn ls_42_purses_go_to_the_owners_of_placed_horses() {
    let table = ended(QUIET, [8, 3, 1], [0; 8]).owns(0, &[8, 1, 5]).owns(1, &[3]);
    assert_eq!(table.game.score(&table.state, 0).purses, 50);
    assert_eq!(table.game.score(&table.state, 1).purses, 25);
}

#[test]
fn ls_43_bets_pay_by_place_and_past_the_line_once() {
    let mut table = ended(QUIET, [7, 2, 4], [12, 0, 11, 0, 0, 0, 0, 0]);
    table.bets(0, [6, 0, 5, 0, 0, 0, 0, 3]);
    assert_eq!(table.game.score(&table.state, 0).bets, 6);
    table.bets(0, [0, 2, 0, 3, 0, 0, 1, 0]);
    assert_eq!(table.game.score(&table.state, 0).bets, 2 * 4 + 3 * 4 + 9);
}

#[test]
fn ls_43_the_scoring_example_gives_109_dollars_line_by_line() {
    // Horse 7 first, 4 third, 3 second; 1 past the line, 2 and 8 not. John owns horse 4.
    let mut table = ended(QUIET, [7, 3, 4], [12, 11, 0, 0, 0, 0, 0, 11]).owns(0, &[4]);
    table.bets(0, [6, 5, 0, 5, 0, 0, 6, 3]);
    let sheet = table.sheet_mut(0);
    (sheet.helmets, sheet.jerseys, sheet.money) = (horses(&[2, 4]), horses(&[2, 4]), 4);
    for (horse, winnings) in [(1, 6), (2, 0), (4, 20), (7, 54), (8, 0)] {
        let pays = table.game.bet_pays(&table.state, 0, horse - 1);
        let bet = i64::from(table.sheet(0).bet(horse - 1));
        assert_eq!(bet * pays, winnings, "horse {horse}");
    }
    let score = table.game.score(&table.state, 0);
    // No box of a horse of John's is marked on card 4, so Dance Card pays nothing.
    assert_eq!(score, Score { purses: 15, bets: 80, sets: 10, money: 4, abilities: 0 });
    assert_eq!(score.total(), 109);
}

#[test]
fn ls_44_jockey_sets_are_worth_five_dollars() {
    let mut table = ended(QUIET, [7, 2, 4], [0; 8]);
    let sheet = table.sheet_mut(0);
    (sheet.helmets, sheet.jerseys) = (horses(&[1, 2, 3]), horses(&[2, 3, 4]));
    assert_eq!(table.game.score(&table.state, 0).sets, 10);
}

#[test]
fn ls_45_money_and_at_scoring_abilities_are_added() {
    let mut table = ended("set1", [7, 2, 4], [0; 8]).owns(0, &[5]);
    table.sheet_mut(0).money = 9;
    let score = table.game.score(&table.state, 0);
    assert_eq!((score.money, score.abilities, score.total()), (9, 10, 19));
}

#[test]
fn ls_46_most_money_wins_and_ties_go_to_the_best_placed_horse() {
    let mut table = ended(QUIET, [7, 2, 4], [0; 8]).owns(0, &[2]).owns(1, &[7]);
    table.sheet_mut(0).money = 20;
    table.sheet_mut(1).money = 10;
    assert_eq!(table.game.final_scores(&table.state).1, 0b10);
    table.sheet_mut(0).money = 21;
    assert_eq!(table.game.final_scores(&table.state).1, 0b01);
}

#[test]
fn events_tell_enough_to_follow_the_money() {
    let mut table = Table::with("set1").owns(0, &[2]);
    let before = table.sheet(0).money;
    table.round((2, 1), &[&[("bet", 2, 3)]]);
    assert!(table.log.has(&["MoneyGained { seat: 0, dollars: 2", "Ability(1)"]));
    assert!(table.log.has(&["BetPlaced { seat: 0, horse: 1, dollars: 3, paid: 3, cause: Action"]));
    assert_eq!(table.sheet(0).money, before + 2 - 3);
}
