//! Readings of the rules, LS-A1 to LS-A35.

use pushluck::games::long_shot::abilities::Ability;
use pushluck::games::long_shot::edition::Edition;
use pushluck::games::long_shot::event::Event;
use pushluck::games::long_shot::sheet::FULL_BET;
use pushluck::games::long_shot::track::NONE;
use pushluck::games::long_shot::vocabulary::point;

use super::table::{
    COLUMN_BUT_ONE, QUIET, ROW_BUT_ONE, Table, appreciated, ended, finish, horses, quiet,
    some_games, stuck,
};
use crate::long_shot::common::{edition, rules};

#[test]
fn ls_a01_all_horses_have_sixteen_steps_to_go() {
    let table = quiet();
    assert!((0..8).all(|horse| table.game.to_go(&table.state, horse) == 16));
}

#[test]
fn ls_a02_a_horse_may_be_marked_on_its_own_card_and_moves_again() {
    let mut table = quiet();
    table.round((6, 1), &[&[("jersey", 6, 0), ("mark", 6, 0)]]);
    table.round((6, 3), &[]);
    assert_eq!(table.positions()[5], 1 + 4);
}

#[test]
fn ls_a03_of_two_that_cross_together_the_lower_number_is_ahead() {
    let mut table = quiet().at([15, 0, 15, 0, 0, 0, 0, 0]);
    table.round((7, 1), &[]);
    assert_eq!(table.state.track.placed(), [0, 2, NONE]);
}

#[test]
fn ls_a04_the_bar_is_followed_to_its_end_after_the_third_finisher() {
    let mut table = quiet().at([15, 0, 3, 0, 0, 0, 15, 15]);
    table.round((8, 1), &[]);
    // 7 is second by the die, 1 third by its card, and 3 still moves.
    let end = table.round((7, 1), &[]);
    assert_eq!((table.state.track.placed(), table.positions()[2]), ([7, 6, 0], 4));
    assert!(end.finished);
}

#[test]
fn ls_a05_only_a_stuck_player_may_erase() {
    let mut table = quiet();
    table.sheet_mut(0).wilds = 3;
    assert!((1..=8).all(|horse| !table.may(0, horse, ("erase", 0, 0))));
    let mut table = stuck();
    table.sheet_mut(0).wilds = 1;
    assert!(table.may(0, 7, ("erase", 0, 0)));
    assert!(table.may(0, 7, ("wild_helmet", 1, 0)));
    assert!(!table.may(0, 6, ("erase", 0, 0)));
}

#[test]
fn ls_a06_stuck_without_marks_a_wild_must_be_used_and_without_wilds_the_turn_passes() {
    let mut table = stuck();
    assert!(table.legal(0, 7).iter().all(|(kind, ..)| kind.starts_with("wild")));
    table.game.rules.wilds = 0;
    assert!(table.legal(0, 7).is_empty());
    table.round((7, 1), &[]);
    assert!(table.log.has(&["TurnPassed { seat: 0 }"]));
}

#[test]
fn ls_a07_nobody_may_pass() {
    let (mut turns, mut acts, mut passed) = (0, 0, 0);
    some_games(3, 300, |game, state, event| match event {
        Event::TurnBegins { .. } => turns += 1,
        Event::Acts { .. } => acts += 1,
        Event::TurnPassed { seat } => {
            passed += 1;
            let sheet = &state.sheets[usize::from(*seat)];
            let edition = &game.rules.edition;
            // Nothing that the number on the die allows, and no Wild mark to erase.
            let number = state.rolled;
            let cells = edition.grid.iter().enumerate().filter(|(_, of)| **of == number);
            assert!(cells.into_iter().all(|(cell, _)| sheet.grid >> cell & 1 == 1));
            assert_eq!(
                sheet.helmets & sheet.jerseys & horses(&[number + 1]),
                horses(&[number + 1])
            );
            let finished = state.track.finished() & horses(&[number + 1]) != 0;
            let broke = sheet.money == 0 && state.has(*seat, Ability::FirstBetFree) == 0;
            assert!(finished || broke || sheet.bet(number) >= FULL_BET, "a bet");
            let cost = u32::from(state.field.cost(number));
            let taken = state.market & horses(&[number + 1]) == 0;
            assert!(finished || taken || sheet.money < cost, "a horse");
            assert_eq!(sheet.wilds, 0);
        }
        _ => {}
    });
    assert_eq!(turns, acts + passed, "an Action in each turn");
    assert!(acts > 10_000, "{acts}");
    // Stuck, with Wild Numbers or marks of them, is no way to pass either (LS-A6).
    let mut table = quiet();
    table.sheet_mut(0).grid = !0;
    table.sheet_mut(0).helmets = !0;
    table.sheet_mut(0).jerseys = !0;
    table.sheet_mut(0).money = 0;
    assert!(!table.may(0, 7, ("erase", 0, 0)) && table.legal(0, 7).is_empty());
    table.round((7, 1), &[]);
    assert!(table.log.has(&["TurnPassed { seat: 0 }"]));
    table.sheet_mut(0).wilds = 1;
    assert_eq!(table.legal(0, 7), [("erase".to_owned(), 0, 0)]);
    table.round((7, 1), &[]);
    assert_eq!((table.sheet(0).wilds, table.log.has(&["TurnPassed { seat: 0"])), (0, false));
}

#[test]
fn ls_a08_a_wild_number_is_never_rolled_but_actions_by_it_count() {
    // Too Lucky pays for a 2 on the die, and not for a 2 by Wild.
    let mut table = Table::with("set1+fancy-hat").owns(0, &[2, 5]);
    table.sheet_mut(0).helmets = horses(&[2]);
    table.round((3, 1), &[&[("wild_bet", 2, 2)]]);
    assert_eq!(table.sheet(0).money, 12 - 2 + 1, "Fancy Hat pays, Too Lucky does not");
    table.round((2, 1), &[&[("wild_bet", 1, 2)]]);
    assert_eq!(table.sheet(0).money, 11 + 2 - 2);
}

#[test]
fn ls_a09_abilities_by_the_roll_come_at_the_start_of_the_owners_own_turn() {
    let mut table = Table::with("set1").owns(1, &[2]);
    table.round((2, 1), &[]);
    let place = |text: &str| table.log.place(text);
    assert!(place("TurnBegins { seat: 1 }") < place("AbilityUsed { seat: 1, card: 1 }"));
    assert!(place("AbilityUsed { seat: 1, card: 1 }") < place("Acts { seat: 1"));
}

#[test]
fn ls_a10_a_jersey_by_a_bonus_is_the_jersey_action() {
    // Double Crosser marks two boxes.
    let mut table = Table::with("set1").owns(0, &[4]);
    table.sheet_mut(0).grid = ROW_BUT_ONE;
    let says =
        [("concession", 4, 0), ("jersey", 0, 0), ("mark", 8, 0), ("mark", 5, 0), ("mark", 6, 0)];
    table.round((2, 1), &[&says]);
    assert_eq!(table.state.track.bar(7), horses(&[2, 4, 5, 6]));
}

#[test]
fn ls_a11_a_free_bet_is_no_bet_action() {
    // Pay it Forward moves the horses of a space after a Bet Action of $3 alone.
    let mut table = Table::with("set1").owns(0, &[3]).at([5; 8]);
    table.sheet_mut(0).grid = ROW_BUT_ONE;
    table.round((2, 1), &[&[("concession", 4, 0), ("free_bet", 0, 0), ("bet", 8, 0)]]);
    assert!(!table.was_asked(0, point::ABILITY));
}

#[test]
fn ls_a12_a_free_horse_is_unfinished_and_works_when_bought() {
    let mut table = Table::with("set2+partner-in-crime").at([0, 0, 0, 0, 0, 0, 0, 15]);
    table.round((8, 1), &[]);
    table.sheet_mut(0).grid = ROW_BUT_ONE;
    let before = table.positions();
    let says = [("concession", 4, 0), ("horse", 0, 0), ("take", 6, 0), ("move", 1, 0)];
    table.round((2, 1), &[&says]);
    assert_eq!(table.positions()[0] - before[0], 2);
    assert_eq!(table.positions()[5] - before[5], 2);
    // Nothing is left but horse 8, which has finished: the tile has no effect.
    let mut table = table.owns(1, &[1, 2, 3, 4, 5, 7]);
    table.sheet_mut(0).grid = COLUMN_BUT_ONE;
    table.sheet_mut(0).tiles = 0;
    table.round((1, 1), &[&[("concession", 13, 0), ("horse", 0, 0)]]);
    assert_eq!((table.sheet(0).owned, table.sheet(0).tiles.count_ones()), (horses(&[6]), 1));
}

#[test]
fn ls_a13_two_different_horses_move_and_may_move_nowhere() {
    let mut table = quiet();
    table.sheet_mut(0).grid = ROW_BUT_ONE;
    let says = [("concession", 4, 0), ("two_back", 0, 0), ("move", 3, 0), ("move", 4, 0)];
    table.round((2, 1), &[&says]);
    let offered = table.offered(point::MOVE);
    assert_eq!(offered, [&[1, 2, 3, 4, 5, 6, 7, 8][..], &[1, 2, 4, 5, 6, 7, 8]]);
    assert_eq!((table.positions()[2], table.positions()[3]), (0, 0));
}

#[test]
fn ls_a14_a_bonus_that_cannot_be_used_is_marked_all_the_same() {
    let mut table = quiet().at([12; 8]);
    table.sheet_mut(0).grid = ROW_BUT_ONE;
    table.round((2, 1), &[&[("concession", 4, 0), ("free_bet", 0, 0)]]);
    assert_eq!((table.sheet(0).tiles.count_ones(), table.sheet(0).bets()), (1, [0; 8]));
}

#[test]
fn ls_a15_the_player_orders_bonuses_and_abilities() {
    // Charley Horse back over the No Bet line first, then a Free Bet on that horse.
    let mut table = Table::with("set1+charley-horse").owns(0, &[5]).at([0, 0, 0, 0, 0, 0, 12, 0]);
    table.sheet_mut(0).grid = ROW_BUT_ONE;
    let says =
        [("concession", 4, 0), ("move", 0, 0), ("move", 7, 0), ("free_bet", 0, 0), ("bet", 7, 0)];
    table.round((2, 1), &[&says]);
    assert!(table.was_asked(0, point::ORDER));
    assert_eq!((table.positions()[6], table.sheet(0).bet(6)), (11, 3));
}

#[test]
fn ls_a16_marks_by_abilities_complete_lines_too() {
    // Miracle Worker marks the cell that the first row lacks.
    let mut table = Table::with("set1");
    table.sheet_mut(0).grid = ROW_BUT_ONE;
    table.round((6, 1), &[&[("buy", 6, 0), ("concession", 4, 0), ("money", 0, 0)]]);
    assert_eq!(table.sheet(0).money, 12 - 6 + 7);
}

#[test]
fn ls_a17_a_jersey_without_free_boxes_marks_none() {
    let mut table = quiet();
    table.sheet_mut(1).jerseys = 0xff;
    for horse in [1, 3, 5, 6, 7] {
        table.sheet_mut(0).jerseys = 0;
        table.round((8, 1), &[&[("jersey", 8, 0), ("mark", horse, 0)]]);
        table = table.at([0; 8]);
    }
    // The last box is nobody's choice.
    table.sheet_mut(0).jerseys = 0;
    table.round((8, 1), &[&[("jersey", 8, 0)]]);
    assert_eq!(table.state.track.bar(7), 0xff);
    table.sheet_mut(0).jerseys = 0;
    table.round((8, 1), &[&[("jersey", 8, 0)]]);
    assert_eq!(table.sheet(0).jerseys, horses(&[8]));
}

#[test]
fn ls_a18_marks_of_finished_horses_are_legal() {
    let mut table = quiet().at([0, 0, 0, 0, 0, 0, 0, 15]);
    table.round((8, 1), &[&[("helmet", 0, 0)], &[("jersey", 0, 0)]]);
    assert!(table.may(0, 8, ("concession", 1, 0)));
    assert!(table.may(0, 8, ("jersey", 0, 0)));
    assert_eq!(table.state.track.finished(), horses(&[8]));
}

#[test]
fn ls_a19_a_horse_moved_back_over_the_line_is_open_to_bets_again() {
    let mut table = quiet().at([0, 0, 0, 12, 0, 0, 0, 0]);
    assert!(!table.may(0, 4, ("bet", 0, 0)));
    table.sheet_mut(0).grid = ROW_BUT_ONE;
    table.round((2, 1), &[&[("concession", 4, 0), ("one_back", 0, 0), ("move", 4, 0)]]);
    assert!(table.may(0, 4, ("bet", 0, 0)));
    table.bets(0, [0, 0, 0, 3, 0, 0, 0, 0]);
    assert_eq!(table.game.bet_pays(&table.state, 0, 3), 0);
}

#[test]
fn ls_a20_no_bet_is_larger_than_the_money() {
    let mut table = quiet();
    table.sheet_mut(0).money = 2;
    let bets = table.legal(0, 1).into_iter().filter(|(kind, ..)| kind == "bet");
    assert!(bets.map(|(.., dollars)| dollars).eq([1, 2]));
    assert!(!table.may(0, 1, ("wild_bet", 5, 3)));
    table.sheet_mut(0).money = 0;
    assert!(!table.may(0, 1, ("bet", 0, 0)));
}

#[test]
fn ls_a21_a_penalty_is_not_optional() {
    let table = ended("pie-in-the-sky", [7, 3, 4], [0; 8]).owns(0, &[2]);
    assert_eq!(table.game.score(&table.state, 0).abilities, -10);
    assert_eq!(table.game.score(&table.state, 0).total(), -10);
}

#[test]
fn ls_a22_tied_players_without_a_placed_horse_share_the_win() {
    let mut table = ended(QUIET, [7, 2, 4], [0; 8]).owns(0, &[3]);
    table.sheet_mut(0).money = 10;
    table.sheet_mut(1).money = 10;
    assert_eq!(table.game.final_scores(&table.state).1, 0b11);
}

#[test]
fn ls_a23_bets_and_moves_go_on_in_the_last_round() {
    let mut table = quiet().at([3, 15, 0, 0, 0, 0, 15, 15]);
    table.round((8, 1), &[]);
    table.sheet_mut(0).grid = ROW_BUT_ONE;
    let says = [("wild_concession", 4, 0), ("one_forward", 0, 0), ("move", 1, 0)];
    let end = table.round((7, 1), &[&says, &[("wild_bet", 1, 3)]]);
    assert!(end.finished);
    assert_eq!(table.state.track.placed(), [7, 1, 6]);
    assert_eq!((table.positions()[0], table.sheet(1).bet(0)), (3 + 1 + 3, 3));
}

#[test]
fn ls_a24_roland_never_rolls_for_the_race() {
    let mut table = Table::solo();
    for _ in 0..4 {
        table.round((8, 1), &[]);
        assert!(table.log.has(&["RoundBegins { active: 0 }"]));
    }
}

#[test]
fn ls_a25_roland_cannot_bet_past_the_line() {
    let mut table = Table::solo().at([0, 0, 0, 0, 0, 0, 0, 13]);
    table.round((3, 2), &[]);
    assert_eq!((table.sheet(1).bet(7), table.sheet(1).money), (0, 22));
}

#[test]
fn ls_a26_a_marked_box_makes_the_mark_impossible_and_of_all_only_free_ones_are_marked() {
    let mut table = Table::solo().owns(1, &[1, 4]);
    // Card 5 has 1 and 4 in print; card 3 has 1.
    table.round_with((3, 3), &[], &[5]);
    assert_eq!(table.sheet(1).money, 21);
    table.round_with((3, 3), &[], &[3]);
    assert_eq!((table.sheet(1).money, table.state.track.bar(2)), (21, horses(&[1, 4])));
    let mut table = Table::solo().owns(1, &[1]);
    table.round_with((1, 3), &[], &[7]);
    assert_eq!(table.sheet(1).money, 21);
}

#[test]
fn ls_a27_the_lowest_rank_is_the_lowest_number() {
    let mut table = Table::solo().owns(0, &[1]);
    table.round((2, 1), &[]);
    assert_eq!(table.sheet(1).owned, horses(&[2]));
}

#[test]
fn ls_a28_roland_can_be_the_victim_of_an_ability() {
    let rules = rules(Edition::shipped(), &[("solo", "on"), ("horses", "set2")]);
    let mut table = Table::of(rules, 2).owns(0, &[7]).owns(1, &[8]);
    table.round((8, 1), &[&[("jersey", 8, 0)]]);
    assert_eq!((table.sheet(0).money, table.sheet(1).money), (14, 20 - 2 + 4));
    // His own Magic Hate Ball costs the player nothing.
    table.round((8, 1), &[&[("helmet", 0, 0)]]);
    assert_eq!(table.sheet(0).money, 14);
}

#[test]
fn ls_a29_there_are_three_money_tiles() {
    let bonuses = Edition::shipped().bonuses;
    assert_eq!((bonuses[0].kind.name(), bonuses[0].tiles), ("money", 3));
}

#[test]
fn ls_a30_sets_share_bars_odds_and_costs_but_for_pie_in_the_sky() {
    let edition = Edition::shipped();
    for horse in &edition.horses {
        let usual = edition.numbers[usize::from(horse.number)].cost;
        assert_eq!(horse.cost == usual, horse.key != "pie-in-the-sky");
    }
    assert_eq!(Table::with("pie-in-the-sky").state.field.cost(1), 4);
}

#[test]
fn ls_a31_the_disputed_abilities_follow_the_switches_of_the_edition() {
    // Dance Card: card 4 has 2 in print, which the other player owns.
    for (text, own, other) in [("\"owner\"", 0, 0), ("\"everyone\"", 0, 4)] {
        let changed =
            edition(&[("card_pays_owned = \"owner\"", &format!("card_pays_owned = {text}"))]);
        let mut table = Table::of(rules(changed, &[("horses", "dance-card")]), 2);
        table = table.owns(0, &[4]).owns(1, &[2]);
        let score = |seat| table.game.score(&table.state, seat).abilities;
        assert_eq!((score(0), score(1)), (own, other));
    }
    // Bread Line at once.
    let changed = edition(&[("rows_pay = \"at_scoring\"", "rows_pay = \"at_once\"")]);
    let mut table = Table::of(rules(changed, &[("horses", "set1+bread-line")]), 2).owns(0, &[7]);
    table.sheet_mut(0).grid = ROW_BUT_ONE;
    table.round((2, 1), &[&[("concession", 4, 0), ("one_back", 0, 0)]]);
    assert_eq!(table.sheet(0).money, 15);
    assert_eq!(table.game.score(&table.state, 0).abilities, 0);
    // Great Appreciation by purses, of all players but Roland.
    let scores = |table: &Table| [0, 1].map(|seat| table.game.score(&table.state, seat).abilities);
    assert_eq!(scores(&appreciated(0)), [10, 20]);
    let solo = [("solo", "on"), ("horses", "great-appreciation")];
    let mut table = Table::of(rules(Edition::shipped(), &solo), 2).owns(0, &[8]).owns(1, &[7, 4]);
    table.state.track = finish(&table, [7, 4, 8], [0; 8]);
    assert_eq!(scores(&table), [10, 0], "LS-56");
    table.round((1, 1), &[]);
    assert!(table.asked[0].is_empty(), "nobody else is paid");
    // Great Appreciation by odds.
    let changed = edition(&[("placed_pays = \"purses\"", "placed_pays = \"odds\"")]);
    let mut table = Table::of(rules(changed, &[("horses", "great-appreciation")]), 2).owns(0, &[8]);
    table.state.track = finish(&table, [8, 2, 4], [0; 8]);
    table.bets(0, [0, 0, 0, 0, 0, 0, 0, 2]);
    table.bets(1, [0, 0, 0, 0, 0, 0, 0, 2]);
    let score = |seat| table.game.score(&table.state, seat);
    assert_eq!((score(0).bets, score(1).bets), (2 * 19, 2 * 9));
    assert_eq!(score(0).abilities, 0);
}

#[test]
fn ls_a32_no_other_horse_is_tried_and_no_smaller_bet_made() {
    // $2 do not pay a bet of $3.
    let mut table = Table::solo();
    table.sheet_mut(1).money = 2;
    table.round((3, 2), &[]);
    assert_eq!((table.sheet(1).bets(), table.sheet(1).money), ([0; 8], 4));
    // The horse rolled again has finished: no bet; but its box is marked.
    let mut table = Table::solo().at([0, 0, 0, 0, 0, 0, 0, 15]);
    table.round((8, 1), &[]);
    let money = table.sheet(1).money;
    table.round_with((4, 2), &[], &[8]);
    assert_eq!((table.sheet(1).bets(), table.sheet(1).money), ([0; 8], money + 2));
    table.round_with((8, 3), &[], &[1]);
    assert_eq!(table.state.track.bar(0), horses(&[6, 8]));
    // A horse that was rolled again and has finished is not bought.
    let mut table = Table::solo().at([15, 0, 0, 0, 0, 0, 0, 0]);
    table.round_with((1, 3), &[], &[2]);
    let money = table.sheet(1).money;
    table.round_with((3, 1), &[], &[1]);
    assert_eq!((table.sheet(1).owned, table.sheet(1).money), (0, money + 3));
}

#[test]
fn ls_a33_a_tie_in_the_solo_race_is_broken_like_any() {
    let mut table = Table::solo().owns(1, &[7]);
    table.state.track = finish(&table, [7, 2, 4], [0; 8]);
    table.sheet_mut(0).money = 55;
    table.sheet_mut(1).money = 20;
    assert_eq!(table.game.final_scores(&table.state).1, 0b10);
}

#[test]
fn ls_a34_the_lowest_and_the_cheapest_horse_are_those_that_have_not_finished() {
    let mut table = Table::solo();
    table.state.track = finish(&table, [1, 7], [0; 8]);
    table.round((2, 1), &[]);
    assert_eq!((table.sheet(1).owned, table.sheet(1).money), (horses(&[2]), 20 - 10));
    table.round((4, 1), &[]);
    assert_eq!((table.sheet(1).owned, table.sheet(1).money), (horses(&[2, 8]), 20 - 10 - 4));
    // None left: the default.
    let mut table = Table::solo().owns(0, &[2, 3, 4, 5, 6, 8]);
    table.state.track = finish(&table, [1, 7], [0; 8]);
    for (roll, money) in [(2, 23), (4, 26)] {
        table.round((roll, 1), &[]);
        assert_eq!((table.sheet(1).owned, table.sheet(1).money), (0, money));
    }
}

#[test]
fn ls_a35_pay_it_forward_ends_at_the_no_bet_line() {
    for (space, moves) in [(10, true), (11, true), (12, false), (14, false)] {
        let mut table = Table::with("set1").owns(0, &[3]).at([0, 0, 0, 0, space, space, 0, 0]);
        table.sheet_mut(0).helmets = horses(&[5]);
        table.round((7, 1), &[&[("wild_bet", 5, 3)]]);
        let to = if moves { space + 1 } else { space };
        assert_eq!(table.positions()[4..6], [to; 2], "space {space}");
        assert_eq!(table.was_asked(0, point::ABILITY), moves);
    }
}
