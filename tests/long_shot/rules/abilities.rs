//! A worked case at least for each of the Horse Abilities that LS-39, LS-40 and LS-A8 to LS-A35 do not
//! bring about. The owner is seat 0.

use pushluck::games::long_shot::edition::Edition;
use pushluck::games::long_shot::vocabulary::point;

use super::table::{COLUMN_BUT_ONE, ROW_BUT_ONE, Say, Table, ended, finish, horses};
use crate::long_shot::common::rules;

/// The horses of Set 1 and these, of which seat 0 owns that number, or none for 0.
fn owning(cards: &str, number: u8) -> Table {
    let table = Table::with(&format!("set1+{cards}"));
    if number == 0 { table } else { table.owns(0, &[number]) }
}

/// Seat 0 completes the first row with the 2 at its end, and then does this.
fn row(mut table: Table, says: &[Say]) -> Table {
    table.sheet_mut(0).grid = ROW_BUT_ONE;
    table.round((2, 1), &[&[&[("concession", 4, 0)], says].concat()]);
    table
}

/// Seat 0 completes the first column with the 1 at its end, and then does this.
fn column(mut table: Table, says: &[Say]) -> Table {
    table.sheet_mut(0).grid = COLUMN_BUT_ONE;
    table.round((1, 1), &[&[&[("concession", 13, 0)], says].concat()]);
    table
}

/// A round in which this number is rolled and seat 0 does this.
fn rolled(mut table: Table, number: u8, says: &[Say]) -> Table {
    table.round((number, 1), &[says]);
    table
}

const MONEY: Say = ("money", 0, 0);
const USE: Say = ("use", 0, 0);
const PASS: Say = ("pass", 0, 0);

#[test]
fn abilities_at_scoring() {
    type Prepare = fn(&mut Table);
    let nothing: Prepare = |_| {};
    let cases: &[(&str, u8, &[u8], Prepare, i64)] = &[
        ("golden-corral", 1, &[4], nothing, 0),
        ("golden-corral", 1, &[4, 8], nothing, 10),
        ("laundry-day", 5, &[], |table| table.sheet_mut(0).helmets = 1, 10),
        (
            "laundry-day",
            5,
            &[],
            |table| {
                let sheet = table.sheet_mut(0);
                (sheet.helmets, sheet.jerseys) = (1, 1);
            },
            0,
        ),
        (
            "lone-ranger",
            6,
            &[],
            |table| {
                let sheet = table.sheet_mut(0);
                (sheet.helmets, sheet.jerseys) = (horses(&[1, 2, 3]), horses(&[3, 8]));
            },
            6,
        ),
        // Two complete rows and a column.
        ("bread-line", 7, &[], |table| table.sheet_mut(0).grid = 0x1f1f, 6),
        // Card 4 bears the mark of 2 in print.
        ("dance-card", 4, &[2, 7], nothing, 4),
        ("pie-in-the-sky", 2, &[], nothing, -10),
        ("pie-in-the-sky", 2, &[], |table| table.state.track = finish(table, [1, 3, 2], [0; 8]), 0),
    ];
    for &(card, number, others, prepare, scores) in cases {
        let mut table = owning(card, number).owns(0, others);
        prepare(&mut table);
        let abilities = [0, 1].map(|seat| table.game.score(&table.state, seat).abilities);
        assert_eq!(abilities, [scores, 0], "{card} {others:?}");
    }
    let table = ended("great-appreciation", [8, 1, 2], [0; 8]).owns(0, &[8]).owns(1, &[1, 2]);
    assert_eq!([0, 1].map(|seat| table.game.score(&table.state, seat).abilities), [10, 20]);
}

#[test]
fn abilities_by_completed_lines() {
    // Silver Spoon: $9 for $7. Five Leaf Clover: a Wild mark for a row, none for a column.
    assert_eq!(row(owning("silver-spoon", 2), &[MONEY]).sheet(0).money, 12 + 9);
    let clover = || {
        let mut table = owning("five-leaf-clover", 5);
        table.sheet_mut(0).wilds = 2;
        table
    };
    assert_eq!(row(clover(), &[MONEY]).sheet(0).wilds, 1);
    assert_eq!(column(clover(), &[MONEY]).sheet(0).wilds, 2);
    // Out of Alignment: a dollar for each line.
    let mut table = owning("out-of-alignment", 1);
    table.sheet_mut(0).grid = 0b0001_0001_0001_1110;
    let table = rolled(table, 8, &[("concession", 1, 0), MONEY, MONEY]);
    assert_eq!(table.sheet(0).money, 12 + 2 + 14);
    // Chain Reaction: one more cell for a column, none for a row.
    let table = column(owning("chain-reaction", 1), &[("mark", 0, 0), ("concession", 8, 0), MONEY]);
    assert_eq!(table.sheet(0).grid, COLUMN_BUT_ONE | 1 << 12 | 1 << 7);
    assert!(!row(owning("chain-reaction", 1), &[MONEY]).was_asked(0, point::ORDER));
    // Charley Horse: a horse back for a row, after the bonus or before, or none.
    let charley = || owning("charley-horse", 5).at([0, 0, 0, 0, 0, 0, 0, 3]);
    let after = row(charley(), &[("bonus", 0, 0), MONEY, ("move", 8, 0)]);
    let none = row(charley(), &[("move", 0, 0), PASS, MONEY]);
    assert_eq!((after.positions()[7], none.positions()[7]), (2, 3));
    // Equestrian Inception: $6 if it is taken by the bonus, nothing if it is bought.
    let taken = row(owning("equestrian-inception", 0), &[("horse", 0, 0), ("take", 6, 0)]);
    let bought = rolled(owning("equestrian-inception", 0), 6, &[("buy", 6, 0)]);
    assert_eq!((taken.sheet(0).money, bought.sheet(0).money), (12 + 6, 12 - 6));
    // Three Four Five: a Free Bet of $5.
    let bet: &[Say] = &[("free_bet", 0, 0), ("bet", 8, 5)];
    assert_eq!(row(owning("three-four-five", 4), bet).sheet(0).bet(7), 5);
}

#[test]
fn abilities_that_lengthen_the_moves_of_bonuses() {
    let at = [0, 0, 6, 0, 0, 0, 6, 6];
    let receding = "receding-mare-line";
    let both = "donut-dollie+receding-mare-line";
    type Case<'a> = (&'a str, &'a [u8], &'a [Say], usize, u8);
    let cases: &[Case<'_>] = &[
        (receding, &[3], &[("two_back", 0, 0), USE, ("move", 7, 0), ("move", 8, 0)], 7, 3),
        (receding, &[3], &[("one_back", 0, 0), PASS, ("move", 8, 0)], 8, 3),
        (receding, &[3], &[("one_forward", 0, 0), ("move", 8, 0)], 8, 9),
        ("donut-dollie", &[8], &[("one_forward", 0, 0), USE, ("move", 3, 0)], 3, 10),
        ("donut-dollie", &[8], &[("one_back", 0, 0), USE, ("move", 3, 0)], 3, 2),
        (both, &[3, 8], &[("one_back", 0, 0), USE, USE, ("move", 7, 0)], 7, 1),
    ];
    for &(cards, owns, says, horse, to) in cases {
        let table = row(owning(cards, 0).owns(0, owns).at(at), says);
        assert_eq!(table.positions()[horse - 1], to, "{cards}: {says:?}");
    }
}

#[test]
fn abilities_when_bought() {
    // Loosey Goosey erases two Wild marks.
    for (marked, left) in [(0, 0), (1, 0), (2, 0), (3, 1)] {
        let mut table = owning("loosey-goosey", 0);
        table.sheet_mut(0).wilds = marked;
        assert_eq!(rolled(table, 3, &[("buy", 3, 0)]).sheet(0).wilds, left);
    }
    // Pie in the Sky costs little.
    assert_eq!(rolled(owning("pie-in-the-sky", 0), 2, &[("buy", 2, 0)]).sheet(0).money, 12 - 4);
    // Partner in Crime moves itself, as far as the line, and another horse.
    let mut table = owning("partner-in-crime", 0);
    table.state.track = finish(&table, [8], [0, 0, 4, 0, 0, 14, 0, 15]);
    let table = rolled(table, 6, &[("buy", 6, 0), ("move", 3, 0)]);
    assert_eq!((table.positions()[5], table.positions()[2]), (15, 4 + 1 + 2));
    assert_eq!(table.offered(point::MOVE), [[1, 2, 3, 4, 5, 7]]);
    // Miracle Worker marks anything, and a Jersey without a box.
    let marks = |says: Say| rolled(owning("miracle-worker", 0), 6, &[("buy", 6, 0), says]);
    assert_eq!(marks(("helmet", 3, 0)).sheet(0).helmets, horses(&[3]));
    let table = marks(("jersey", 3, 0));
    assert_eq!((table.sheet(0).jerseys, table.was_asked(0, point::BOX)), (horses(&[3]), false));
    // Inventory Check marks two Jerseys and no boxes.
    let mut table = owning("inventory-check", 0);
    table.sheet_mut(0).jerseys = horses(&[1]);
    let table = rolled(table, 7, &[("buy", 7, 0), ("jersey", 2, 0), ("jersey", 8, 0)]);
    assert_eq!(table.sheet(0).jerseys, horses(&[1, 2, 8]));
    assert!(!table.was_asked(0, point::BOX));
    // Half Off Sale: with three dollars left 1 and 4 are too dear at half; 3 is sold, 6 has finished.
    let mut table = owning("half-off-sale", 0).owns(1, &[3]);
    table.state.track = finish(&table, [6], [0; 8]);
    table.sheet_mut(0).money = 13;
    let table = rolled(table, 2, &[("buy", 2, 0), ("buy", 5, 0)]);
    assert_eq!((table.sheet(0).money, table.sheet(0).owned), (0, horses(&[2, 5])));
    assert_eq!(table.offered(point::HALF_PRICE), [[5, 7, 8]]);
}

#[test]
fn abilities_by_the_roll() {
    // Fair Play moves a horse that is not in the lead and has not finished.
    let mut table = owning("fair-play", 7);
    table.state.track = finish(&table, [8], [9, 9, 8, 0, 0, 0, 0, 15]);
    let table = rolled(table, 7, &[("move", 3, 0)]);
    assert_eq!(table.positions()[2], 8 + 1 + 2);
    assert_eq!(table.offered(point::MOVE), [[2, 3, 4, 5, 6, 7]]);
    let table = rolled(owning("fair-play", 7).at([4, 5, 4, 5, 5, 5, 4, 5]), 7, &[]);
    assert!(!table.was_asked(0, point::MOVE), "all are in the lead");
    // Magic Hate Ball costs all others two dollars, or what they have.
    let rules = rules(Edition::shipped(), &[("horses", "magic-hate-ball")]);
    let mut table = Table::of(rules, 3).owns(0, &[8]);
    table.sheet_mut(2).money = 1;
    table.round((8, 1), &[]);
    for (seat, dollars) in [(1, 2), (2, 1)] {
        let lost = format!("MoneyLost {{ seat: {seat}, dollars: {dollars}");
        assert!(table.log.has(&[&lost]), "{:?}", table.log);
    }
}

#[test]
fn abilities_of_bets() {
    // Strung Along bets a dollar and moves the horse, but not across the line.
    for (from, to) in [(0, 2), (10, 12)] {
        let table = owning("strung-along", 1).at([0, 0, 0, 0, from, 0, 0, 0]);
        let table = rolled(table, 5, &[("bet_and_move", 5, 0)]);
        let sheet = table.sheet(0);
        assert_eq!((sheet.bet(4), sheet.money, table.positions()[4]), (1, 11, to));
    }
    let mut table = owning("strung-along", 1).at([0, 0, 0, 0, 14, 0, 0, 0]);
    assert!(!table.may(0, 5, ("bet_and_move", 0, 0)), "past the No Bet line");
    table.sheet_mut(0).helmets = horses(&[5]);
    assert_eq!(rolled(table, 5, &[("bet_and_move", 5, 0)]).positions()[4], 15);
    // Early Bird Special: the first bet on a horse is free.
    let mut table = owning("early-bird-special", 4);
    table.sheet_mut(0).money = 0;
    let mut table = rolled(table, 5, &[("bet", 5, 3)]);
    assert_eq!((table.sheet(0).bet(4), table.sheet(0).money), (3, 0));
    assert!(!table.may(0, 5, ("bet", 5, 1)), "the second is not");
    table.sheet_mut(0).money = 5;
    let table = rolled(table, 5, &[("bet", 5, 2)]);
    assert_eq!((table.sheet(0).bet(4), table.sheet(0).money), (5, 3));
    // Fancy Hat pays for bets, paid or free, on a horse whose Helmet is marked.
    for (helmets, money) in [(horses(&[7]), 12 - 2 + 1), (0, 12 - 2)] {
        let mut table = owning("fancy-hat", 5);
        table.sheet_mut(0).helmets = helmets;
        assert_eq!(rolled(table, 7, &[("bet", 7, 2)]).sheet(0).money, money);
    }
    let mut table = owning("fancy-hat", 5);
    table.sheet_mut(0).helmets = horses(&[7]);
    let table = row(table, &[("free_bet", 0, 0), ("bet", 7, 0)]);
    assert_eq!(table.sheet(0).money, 12 + 1);
    // Pay it Forward moves all horses of the space after a bet of three dollars.
    let forward =
        |at, dollars| rolled(owning("pay-it-forward", 3).at(at), 5, &[("bet", 5, dollars)]);
    let table = forward([0, 0, 0, 0, 3, 4, 4, 5], 3);
    assert_eq!(table.positions()[4..], [5, 5, 5, 5]);
    for (at, dollars) in [([0, 0, 0, 0, 3, 0, 0, 0], 3), ([0, 0, 0, 0, 3, 4, 4, 5], 2)] {
        assert!(!forward(at, dollars).was_asked(0, point::ABILITY), "alone, or too little");
    }
}

#[test]
fn abilities_of_marks() {
    // Scatter Shot marks a neighbour of the number rolled, without wrapping, and not with a Wild.
    let table = owning("scatter-shot", 3);
    let numbers = |rolled: u8, kind: &str| {
        let legal = table.legal(0, rolled).into_iter().filter(|(name, ..)| name == kind);
        let number = |cell: u8| table.game.rules.edition.grid[usize::from(cell) - 1] + 1;
        let mut numbers: Vec<u8> = legal.map(|(_, cell, _)| number(cell)).collect();
        numbers.sort_unstable();
        numbers
    };
    assert_eq!(numbers(5, "concession"), [4, 4, 5, 5, 6, 6]);
    assert_eq!(numbers(5, "wild_concession"), [1, 1, 2, 2, 3, 3, 4, 4, 6, 6, 7, 7, 8, 8]);
    assert_eq!(
        (numbers(8, "concession"), numbers(1, "concession")),
        (vec![7, 7, 8, 8], vec![1, 1, 2, 2])
    );
    // Double Crosser marks two boxes, or one.
    for (second, bar) in [(("mark", 8, 0), &[1, 3, 7, 8][..]), (PASS, &[1, 3, 7])] {
        let says = [("jersey", 7, 0), ("mark", 7, 0), second];
        assert_eq!(rolled(owning("double-crosser", 4), 7, &says).state.track.bar(6), horses(bar));
    }
    // Sticky Fingers takes up to two dollars from the owner of the card.
    for (owner, has, taken) in [(1, 5, 2), (1, 1, 1), (1, 0, 0), (0, 12, 0)] {
        let mut table = owning("sticky-fingers", 7).owns(owner, &[5]);
        table.sheet_mut(owner).money = has;
        let table = rolled(table, 5, &[("jersey", 5, 0), ("mark", 8, 0)]);
        assert_eq!(table.sheet(0).money, 12 + taken);
    }
    // Product Placement bets two dollars when a set is complete, past the line too, but on no horse
    // that has finished.
    for (space, says, bet) in
        [(12, &[("helmet", 4, 0), USE][..], 2), (12, &[("helmet", 4, 0), PASS], 0)]
    {
        let mut table = owning("product-placement", 8).at([0, 0, 0, space, 0, 0, 0, 0]);
        table.sheet_mut(0).jerseys = horses(&[4]);
        let table = rolled(table, 4, says);
        assert_eq!((table.sheet(0).bet(3), table.sheet(0).money), (bet, 12));
    }
    let mut table = owning("product-placement", 8);
    table.state.track = finish(&table, [4], [0; 8]);
    table.sheet_mut(0).jerseys = horses(&[4]);
    assert!(!rolled(table, 4, &[("helmet", 4, 0)]).was_asked(0, point::ABILITY));
}
