//! The solo race, LS-47 to LS-61.

use pushluck::games::long_shot::compiled::Game;
use pushluck::games::long_shot::edition::Edition;
use pushluck::games::long_shot::event::Event;
use pushluck::games::long_shot::score::Score;
use pushluck::games::long_shot::state::State;

use super::table::{ROW_BUT_ONE, Table, finish, horses, quiet};
use crate::long_shot::common::{Watch, play, rules};

#[test]
fn ls_47_roland_starts_with_bets_and_twenty_dollars() {
    struct Start(Option<State>);
    impl Watch for Start {
        fn told(&mut self, state: &State, event: Event) {
            if let (Event::RoundBegins { .. }, None) = (event, &self.0) {
                self.0 = Some(*state);
            }
        }
    }
    let game = Game::new(rules(Edition::shipped(), &[("solo", "on")]), 2);
    let mut start = Start(None);
    play(&game, &[], (1, 1), &mut start);
    let roland = start.0.unwrap().sheets[1];
    assert_eq!((roland.grid, roland.money, roland.bets().iter().sum::<u8>()), (0, 20, 6));
}

#[test]
fn ls_48_the_player_goes_first_in_every_round() {
    let mut table = Table::solo();
    for _ in 0..3 {
        table.round((8, 1), &[]);
        assert_eq!(table.state.active, 0);
        let turns: Vec<&String> =
            table.log.0.iter().filter(|line| line.contains("TurnBegins")).collect();
        assert!(turns[0].contains("seat: 0") && turns[1].contains("seat: 1"));
    }
}

#[test]
fn ls_49_the_column_is_the_movement_die_and_the_row_the_horse_die() {
    let mut table = Table::solo();
    table.round((8, 1), &[]);
    assert_eq!(table.sheet(1).money, 24);
}

#[test]
fn ls_50_the_horse_die_is_rolled_again_where_the_cell_asks() {
    let mut table = Table::solo().owns(1, &[4]);
    // The example of the rulebook: dice 1 and 3, then a 7.
    table.round_with((1, 3), &[], &[7]);
    assert_eq!(table.state.track.bar(6), horses(&[1, 3, 4]));
}

#[test]
fn ls_51_what_cannot_be_done_gives_the_default_of_the_column() {
    let mut table = Table::solo();
    table.round_with((1, 3), &[], &[7]);
    assert_eq!(table.sheet(1).money, 21, "he owns no horse: $1");
    table.round((1, 2), &[]);
    assert_eq!(table.sheet(1).money, 23, "$2");
    let mut table = Table::solo().owns(0, &[3]);
    table.round_with((3, 1), &[], &[3]);
    assert_eq!(table.sheet(1).money, 23, "$3");
}

#[test]
fn ls_52_the_columns_mostly_mark_bet_and_buy() {
    use pushluck::games::long_shot::solo_sheet::SoloAction;
    let solo = Edition::shipped().solo;
    for (column, actions) in solo.iter().zip([
        [SoloAction::Buy, SoloAction::FreeHorse],
        [SoloAction::Bet, SoloAction::FreeBet],
        [SoloAction::Mark, SoloAction::Mark],
    ]) {
        let mostly = column.cells.iter().filter(|cell| actions.contains(&cell.action));
        assert!(mostly.count() >= 6);
    }
}

#[test]
fn ls_53_roland_pays_unless_it_is_free() {
    let mut table = Table::solo().at([0, 0, 0, 0, 0, 0, 0, 3]);
    table.round((3, 2), &[]);
    assert_eq!((table.sheet(1).bet(7), table.sheet(1).money), (3, 17));
    table.round_with((6, 2), &[], &[1]);
    assert_eq!((table.sheet(1).bet(0), table.sheet(1).money), (2, 17));
}

#[test]
fn ls_54_rolands_horses_have_no_abilities() {
    // Too Lucky pays nothing, and Laundry Day scores nothing.
    let mut table = Table::solo().owns(1, &[2, 5]);
    table.round((8, 1), &[]);
    table.round((2, 1), &[]);
    let money = table.sheet(1).money;
    assert!(!table.log.has(&["AbilityUsed { seat: 1"]));
    assert_eq!(table.game.score(&table.state, 1).total(), i64::from(money));
}

#[test]
fn ls_55_of_horses_that_tie_the_lowest_number_is_meant() {
    let mut table = Table::solo();
    // All behind the line but 8 and the horses it moves, 2 and 4; they lead with 8 behind.
    table.round((8, 1), &[]);
    let mut table = table.at([0, 0, 3, 0, 3, 0, 0, 0]);
    table.round((3, 2), &[]);
    assert_eq!(table.sheet(1).bet(2), 3, "3 moves on alone");
    let mut table = Table::solo().at([0, 0, 0, 5, 0, 5, 0, 0]);
    table.sheet_mut(1).money = 10;
    table.round((1, 1), &[]);
    assert_eq!(table.sheet(1).owned, horses(&[6]), "6 is moved by card 1");
    let mut table = Table::solo().at([0, 0, 0, 5, 5, 0, 0, 0]);
    table.round((1, 1), &[]);
    assert_eq!(table.sheet(1).owned, horses(&[4]));
}

#[test]
fn ls_56_roland_scores_bets_money_and_purses() {
    let mut table = Table::solo().owns(1, &[7]);
    table.state.track = finish(&table, [7, 2, 4], [0; 8]);
    table.bets(1, [0, 0, 0, 0, 0, 0, 2, 0]);
    let sheet = table.sheet_mut(1);
    (sheet.money, sheet.helmets, sheet.jerseys) = (5, 0, 0);
    let score = table.game.score(&table.state, 1);
    assert_eq!(score, Score { purses: 35, bets: 18, sets: 0, money: 5, abilities: 0 });
}

#[test]
fn ls_57_lead_and_last_leave_finished_horses_out() {
    let mut table = Table::solo().at([0, 4, 4, 4, 4, 4, 9, 15]);
    table.round((8, 1), &[]);
    assert_eq!(table.state.track.lead(), horses(&[7]));
    assert_eq!(table.state.track.last(), horses(&[1]));
}

#[test]
fn ls_58_the_eight_clarified_cells_are_in_the_edition() {
    use pushluck::games::long_shot::solo_sheet::SoloHorse;
    let solo = Edition::shipped().solo;
    for (die, movement, horse) in [
        (1, 3, SoloHorse::OwnLead),
        (2, 3, SoloHorse::OwnLast),
        (3, 3, SoloHorse::AllOwn),
        (5, 3, SoloHorse::OwnTopBet),
        (7, 2, SoloHorse::PlayerLead),
        (8, 2, SoloHorse::PlayerTopBet),
        (1, 1, SoloHorse::UnownedLead),
        (2, 1, SoloHorse::UnownedLowest),
    ] {
        assert_eq!(solo[movement - 1_usize].cells[die - 1_usize].horse, Some(horse));
    }
    assert_eq!(solo[2].cells[1].gain, 1);
}

#[test]
fn ls_59_a_horses_box_is_its_number_on_the_card_rolled() {
    let mut table = Table::solo();
    table.round_with((7, 3), &[], &[2]);
    assert_eq!(table.state.track.bar(1), horses(&[5, 7]));
}

#[test]
fn ls_60_the_higher_of_the_two_scores_wins() {
    let mut table = Table::solo();
    table.state.track = finish(&table, [7, 2, 4], [0; 8]);
    table.sheet_mut(0).money = 30;
    table.sheet_mut(1).money = 29;
    assert_eq!(table.game.final_scores(&table.state).1, 0b01);
    table.sheet_mut(1).money = 31;
    assert_eq!(table.game.final_scores(&table.state).1, 0b10);
}

#[test]
fn ls_61_plus_moves_forward_and_minus_backward() {
    let mut table = quiet().at([5; 8]);
    table.sheet_mut(0).grid = ROW_BUT_ONE;
    table.round((2, 1), &[&[("concession", 4, 0), ("one_forward", 0, 0), ("move", 1, 0)]]);
    assert_eq!(table.positions()[0], 8);
}
