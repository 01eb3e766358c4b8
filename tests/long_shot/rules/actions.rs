//! The Actions of a turn, LS-24 to LS-40.

use pushluck::games::long_shot::vocabulary::point;

use super::table::{
    COLUMN_BUT_ONE, ROW_BUT_ONE, Say, Table, appreciated, ended, finish, horses, quiet, stuck,
};
use crate::long_shot::common::{edition, rules};

#[test]
fn ls_24_each_player_takes_one_action_from_the_active_player_on() {
    let mut table = Table::seats(4);
    table.state.active = 2;
    table.round((5, 1), &[]);
    let turns: Vec<&String> =
        table.log.0.iter().filter(|line| line.contains("TurnBegins")).collect();
    assert!(turns.iter().zip([2, 3, 0, 1]).all(|(turn, seat)| turn.contains(&seat.to_string())));
    let acts = table.log.0.iter().filter(|line| line.contains("Acts {"));
    assert_eq!(acts.count(), 4);
}

#[test]
fn ls_25_the_action_takes_the_number_rolled_and_may_repeat_others() {
    let table = quiet();
    let by_die = |(kind, ..): &(String, u8, u8)| !kind.starts_with("wild");
    let legal: Vec<_> = table.legal(0, 7).into_iter().filter(by_die).collect();
    let say = |kind: &str, number, dollars| (kind.to_owned(), number, dollars);
    assert_eq!(
        legal,
        [
            say("concession", 5, 0),
            say("concession", 14, 0),
            say("helmet", 7, 0),
            say("jersey", 7, 0),
            say("bet", 7, 1),
            say("bet", 7, 2),
            say("bet", 7, 3),
            say("buy", 7, 0),
        ]
    );
    let mut table = quiet();
    table.round((7, 1), &[&[("helmet", 7, 0)], &[("helmet", 7, 0)]]);
    assert_eq!((table.sheet(0).helmets, table.sheet(1).helmets), (64, 64));
}

#[test]
fn ls_26_a_wild_number_names_any_other_number() {
    let mut table = quiet();
    assert!(!table.may(0, 3, ("wild_bet", 3, 0)));
    assert!((1..=8).filter(|number| *number != 3).all(|n| table.may(0, 3, ("wild_bet", n, 2))));
    table.round((3, 1), &[&[("wild_bet", 8, 2)]]);
    assert_eq!((table.sheet(0).bet(7), table.sheet(0).money, table.sheet(0).wilds), (2, 10, 1));
    table.sheet_mut(0).wilds = 3;
    assert!(table.legal(0, 3).iter().all(|(kind, ..)| !kind.starts_with("wild")));
}

#[test]
fn ls_27_a_concession_is_an_unmarked_cell_of_the_number() {
    let mut table = quiet();
    table.round((4, 1), &[&[("concession", 11, 0)]]);
    assert_eq!(table.sheet(0).grid, 1 << 10);
    assert!(!table.may(0, 4, ("concession", 11, 0)));
    assert!(table.may(0, 4, ("concession", 2, 0)));
    assert!(!table.may(0, 4, ("concession", 1, 0)));
}

#[test]
fn ls_28_a_completed_line_brings_a_bonus_and_two_at_once_bring_two() {
    let mut table = quiet();
    table.sheet_mut(0).grid = ROW_BUT_ONE;
    table.round((2, 1), &[&[("concession", 4, 0), ("money", 0, 0)]]);
    assert_eq!((table.sheet(0).money, table.sheet(0).tiles.count_ones()), (19, 1));
    // Cell 1, an 8, completes the first row and the first column.
    let mut table = quiet();
    table.sheet_mut(0).grid = 0b0001_0001_0001_1110;
    table.round((8, 1), &[&[("concession", 1, 0), ("money", 0, 0), ("money", 0, 0)]]);
    assert_eq!((table.sheet(0).money, table.sheet(0).tiles.count_ones()), (26, 2));
    // A diagonal brings nothing.
    let mut table = quiet();
    table.sheet_mut(0).grid = 1 << 5 | 1 << 10 | 1 << 15;
    table.round((8, 1), &[&[("concession", 1, 0)]]);
    assert_eq!(table.sheet(0).tiles, 0);
}

#[test]
fn ls_29_each_tile_is_marked_once() {
    let mut table = quiet();
    // The edition's order: 3 times money, 2 free bets, a horse, the moves, a Helmet, a Jersey.
    table.sheet_mut(0).tiles = 0b1111_1110_0111;
    table.sheet_mut(0).grid = ROW_BUT_ONE;
    table.round((2, 1), &[&[("concession", 4, 0), ("bet", 5, 0)]]);
    assert_eq!(table.sheet(0).tiles, 0b1111_1110_1111, "free bets were all there was");
    assert!(!table.was_asked(1, point::BONUS));
}

#[test]
fn ls_30_bonuses_do_what_their_tiles_say() {
    let bonus = |says: &[Say]| {
        let mut table = quiet().at([5; 8]);
        table.sheet_mut(0).grid = ROW_BUT_ONE;
        let mut all = vec![("concession", 4, 0)];
        all.extend_from_slice(says);
        // Horse 2 moves to 6, horse 5 by its card to 6.
        table.round((2, 1), &[&all]);
        table
    };
    assert_eq!(bonus(&[("money", 0, 0)]).sheet(0).money, 19);
    let table = bonus(&[("two_back", 0, 0), ("move", 1, 0), ("move", 2, 0)]);
    assert_eq!(table.positions(), [3, 4, 5, 5, 6, 5, 5, 5]);
    let table = bonus(&[("one_back", 0, 0), ("move", 3, 0)]);
    assert_eq!(table.positions(), [5, 6, 2, 5, 6, 5, 5, 5]);
    let table = bonus(&[("two_forward", 0, 0), ("move", 8, 0), ("move", 7, 0)]);
    assert_eq!(table.positions(), [5, 6, 5, 5, 6, 5, 7, 7]);
    let table = bonus(&[("one_forward", 0, 0), ("move", 4, 0)]);
    assert_eq!(table.positions(), [5, 6, 5, 8, 6, 5, 5, 5]);
    let table = bonus(&[("free_bet", 0, 0), ("bet", 8, 3)]);
    assert_eq!((table.sheet(0).bet(7), table.sheet(0).money), (3, 12));
    assert_eq!(bonus(&[("helmet", 0, 0), ("mark", 8, 0)]).sheet(0).helmets, horses(&[8]));
    let table = bonus(&[("jersey", 0, 0), ("mark", 8, 0), ("mark", 1, 0)]);
    assert_eq!(table.sheet(0).jerseys, horses(&[8]));
    assert_eq!(table.state.track.bar(7), horses(&[1, 2, 4]));
    let table = bonus(&[("horse", 0, 0), ("take", 1, 0)]);
    assert_eq!((table.sheet(0).owned, table.sheet(0).money), (1, 12));
}

#[test]
fn ls_31_a_helmet_opens_bets_past_the_line() {
    let mut table = quiet().at([12, 11, 0, 0, 0, 0, 0, 0]);
    assert!(!table.may(0, 1, ("bet", 0, 0)));
    assert!(table.may(0, 2, ("bet", 0, 0)));
    table.sheet_mut(0).helmets = horses(&[1]);
    assert!(table.may(0, 1, ("bet", 0, 0)));
    assert!(!table.may(0, 1, ("helmet", 0, 0)));
}

#[test]
fn ls_32_a_jersey_marks_a_box_on_the_card_of_the_number() {
    let mut table = quiet();
    table.round((3, 1), &[&[("jersey", 3, 0), ("mark", 7, 0)]]);
    assert_eq!((table.sheet(0).jerseys, table.state.track.bar(2)), (4, horses(&[1, 7])));
}

#[test]
fn ls_33_bets_are_paid_and_added_to() {
    let mut table = quiet();
    table.round((3, 1), &[&[("bet", 3, 3)]]);
    table.round((3, 1), &[&[("bet", 3, 2)]]);
    assert_eq!((table.sheet(0).bet(2), table.sheet(0).money), (5, 7));
}

#[test]
fn ls_34_no_bets_past_the_line_or_on_finished_horses() {
    let mut table = quiet().at([0, 0, 0, 0, 0, 0, 14, 12]);
    table.round((7, 2), &[]);
    for (horse, open) in [(7, false), (8, false), (6, true)] {
        assert_eq!(table.may(0, horse, ("bet", 0, 0)), open);
        assert_eq!(table.may(0, 1, ("wild_bet", horse, 0)), open);
    }
}

#[test]
fn ls_35_free_bets_cost_nothing_and_know_the_same_limits() {
    let mut table = quiet().at([12, 12, 12, 12, 12, 12, 12, 3]);
    table.sheet_mut(0).grid = ROW_BUT_ONE;
    table.sheet_mut(0).money = 0;
    // Only horse 8 can be bet on, so nothing is asked.
    table.round((2, 1), &[&[("concession", 4, 0), ("free_bet", 0, 0)]]);
    assert_eq!((table.sheet(0).bet(7), table.sheet(0).money), (3, 0));
    assert!(!table.was_asked(0, point::FREE_BET));
}

#[test]
fn ls_36_buying_pays_the_cost_of_an_unfinished_horse_of_the_market() {
    let mut table = quiet();
    table.round((5, 1), &[&[("buy", 5, 0)]]);
    assert_eq!((table.sheet(0).owned, table.sheet(0).money), (horses(&[5]), 6));
    assert_eq!(table.state.market, !horses(&[5]));
    assert!(!table.may(1, 5, ("buy", 0, 0)));
    assert!(!table.may(0, 1, ("buy", 0, 0)), "$6 do not buy a horse of $10");
    let mut table = quiet().at([0, 0, 0, 0, 0, 0, 0, 15]);
    table.round((8, 1), &[]);
    assert!(!table.may(0, 8, ("buy", 0, 0)));
}

#[test]
fn ls_37_a_stuck_player_may_erase_a_wild_mark() {
    let mut table = stuck();
    table.sheet_mut(0).wilds = 2;
    table.round((7, 1), &[&[("erase", 0, 0)]]);
    assert_eq!(table.sheet(0).wilds, 1);
}

#[test]
fn ls_38_the_dice_pass_to_the_left() {
    let mut table = Table::seats(3);
    for active in [0, 1, 2, 0] {
        assert_eq!(table.state.active, active);
        table.round((1, 1), &[]);
    }
}

#[test]
fn ls_39_abilities_work_only_while_owned() {
    let mut table = Table::with("set1+too-lucky");
    table.round((2, 1), &[]);
    assert_eq!(table.sheet(0).money, 12);
    let mut table = table.owns(0, &[2]);
    table.round((2, 1), &[]);
    assert_eq!((table.sheet(0).money, table.sheet(1).money), (14, 12));
}

#[test]
fn ls_39_abilities_are_optional_at_scoring_too() {
    // It pays the owner 10 and the other 20, and is left only where that wins.
    let totals = |money| {
        let end = appreciated(money).round((1, 1), &[]);
        ([0, 1].map(|seat| end.scores[seat].total()), end.winners)
    };
    assert_eq!(totals(90), ([115, 80], 0b01));
    assert_eq!(totals(50), ([65, 60], 0b01), "left by default");
    assert_eq!(totals(45), ([70, 80], 0b10), "used by default");
    assert_eq!(totals(0), ([25, 80], 0b10), "used by default");
    // The owner decides.
    for (money, says, totals) in [(50, "use", [75, 80]), (90, "pass", [105, 60])] {
        let mut table = appreciated(money);
        let end = table.round((1, 1), &[&[(says, 0, 0)]]);
        assert_eq!([0, 1].map(|seat| end.scores[seat].total()), totals);
        assert_eq!(table.asked, [vec![point::ABILITY], vec![]]);
    }
    // Where it pays the owner alone, nobody is asked.
    let mut table = ended("great-appreciation", [7, 4, 8], [0; 8]).owns(0, &[8, 7]);
    let end = table.round((1, 1), &[]);
    assert_eq!((end.scores[0].abilities, table.asked[0].len()), (20, 0));
    // A race that was given up is not scored by choice.
    let mut table = Table::with("great-appreciation").owns(0, &[8]).owns(1, &[7]);
    table.state.track = finish(&table, [7, 8], [0; 8]);
    table.round((1, 1), &[&[("helmet", 0, 0)]]);
    assert!(!table.was_asked(0, point::ABILITY));
    // Dance Card, where it pays everyone.
    let changed = edition(&[("card_pays_owned = \"owner\"", "card_pays_owned = \"everyone\"")]);
    for (says, paid) in [("use", [4, 0]), ("pass", [0, 0])] {
        let mut table = Table::of(rules(changed.clone(), &[("horses", "dance-card")]), 2);
        table = table.owns(1, &[4]).owns(0, &[2]);
        table.state.track = finish(&table, [7, 3, 8], [0; 8]);
        let end = table.round((1, 1), &[&[], &[(says, 0, 0)]]);
        assert_eq!([0, 1].map(|seat| end.scores[seat].abilities), paid);
    }
}

#[test]
fn ls_40_abilities_wait_for_their_triggers() {
    type Prepare = fn(&mut Table);
    let nothing: Prepare = |_| {};
    let helmet_2: Prepare = |table| table.sheet_mut(0).helmets = horses(&[2]);
    let one_cell_short: Prepare = |table| table.sheet_mut(0).grid = COLUMN_BUT_ONE;
    let cases: &[(&str, u8, Prepare, u8, Say, bool)] = &[
        // At the start of the owner's turn, for the number on the die.
        ("too-lucky", 2, nothing, 2, ("concession", 0, 0), true),
        ("too-lucky", 2, nothing, 3, ("wild_concession", 4, 0), false),
        ("magic-hate-ball", 8, nothing, 8, ("concession", 0, 0), true),
        ("magic-hate-ball", 8, nothing, 1, ("wild_helmet", 8, 0), false),
        // The Concession Action that completes a line.
        ("chain-reaction", 1, one_cell_short, 1, ("concession", 13, 0), true),
        ("chain-reaction", 1, one_cell_short, 3, ("concession", 0, 0), false),
        ("chain-reaction", 1, one_cell_short, 1, ("helmet", 0, 0), false),
        // The Helmet Action, for a jockey set.
        ("product-placement", 8, |table| table.sheet_mut(0).jerseys = 2, 2, ("helmet", 0, 0), true),
        ("product-placement", 8, nothing, 2, ("helmet", 0, 0), false),
        // The Jersey Action.
        ("double-crosser", 4, nothing, 2, ("jersey", 0, 0), true),
        ("double-crosser", 4, nothing, 2, ("helmet", 0, 0), false),
        // The Bet Action.
        ("fancy-hat", 5, helmet_2, 2, ("bet", 0, 1), true),
        ("fancy-hat", 5, helmet_2, 2, ("jersey", 0, 0), false),
        ("early-bird-special", 4, nothing, 2, ("bet", 0, 1), true),
        ("early-bird-special", 4, nothing, 2, ("buy", 0, 0), false),
    ];
    for &(card, number, prepare, rolled, say, used) in cases {
        let mut table = Table::with(&format!("set1+{card}")).owns(0, &[number]);
        prepare(&mut table);
        table.round((rolled, 1), &[&[say]]);
        let uses = format!("AbilityUsed {{ seat: 0, card: {} }}", number - 1);
        assert_eq!(table.log.has(&[&uses]), used, "{card} at {say:?}");
    }
    // When bought: the card itself, not another, and not by the owner's roll.
    for (owns, rolled, moved) in [(&[][..], 6, 2), (&[6], 5, 0), (&[6], 6, 0)] {
        let mut table = Table::with("set1+partner-in-crime").owns(0, owns);
        let buys = if owns.contains(&rolled) { "helmet" } else { "buy" };
        table.round((rolled, 1), &[&[(buys, 0, 0)]]);
        let by_ability = table.log.0.iter().filter(|line| line.contains("Ability(5)"));
        assert_eq!(by_ability.filter(|line| line.contains("Moved")).count(), moved);
    }
    // At scoring: the money stays as it was.
    for (card, number, pays) in [("laundry-day", 5, 10), ("pie-in-the-sky", 2, -10)] {
        let mut table = Table::with(&format!("set1+{card}")).owns(0, &[number]);
        let end = table.round((3, 1), &[&[("concession", 0, 0)], &[("concession", 0, 0)]]);
        assert_eq!((table.sheet(0).money, end.scores[0].abilities), (12, pays), "{card}");
        assert_eq!(end.scores[1].abilities, 0);
    }
}
