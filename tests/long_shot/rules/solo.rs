//! A worked case at least for each of the 24 cells of Roland's Solo Sheet.

use pushluck::games::long_shot::sheet::Sheet;

use super::table::{Table, finish, horses};

/// What Roland's turn brings: a change of a card, a bet or a horse of his, and the money he has then.
enum Brings {
    /// All boxes that are marked on this card.
    Marks(u8, &'static [u8], u32),
    /// The bet that he has on this horse.
    Bets(u8, u8, u32),
    Buys(u8, u32),
    /// This horse of the player's stands there.
    Moves(u8, u8),
    /// The default of the column (LS-51): dollars, and nothing else.
    Default,
}
use Brings::{Bets, Buys, Default, Marks, Moves};

/// A roll of both dice and one of the horse die where the cell asks for it, what is changed of the
/// table before, and what comes of it.
type Case = ((u8, u8), Option<u8>, fn(Table) -> Table, Brings);

/// Roland with $20, horses 4 and 2 on space 8 and 6 on space 3, and bets of 2 on horse 6 and 4 on horse
/// 7.
fn race() -> Table {
    let mut table = Table::solo().owns(1, &[4, 2, 6]).at(AT);
    table.bets(1, [0, 0, 0, 0, 0, 2, 4, 0]);
    table.sheet_mut(1).money = 20;
    table
}

const AT: [u8; 8] = [9, 8, 9, 8, 5, 3, 0, 0];

fn finished<const HORSE: u8>(mut table: Table) -> Table {
    table.state.track = finish(&table, [HORSE], AT);
    table
}

/// One of the horses is on another space.
fn on<const HORSE: usize, const SPACE: u8>(table: Table) -> Table {
    let mut at = AT;
    at[HORSE - 1] = SPACE;
    table.at(at)
}

fn money<const DOLLARS: u32>(mut table: Table) -> Table {
    table.sheet_mut(1).money = DOLLARS;
    table
}

fn players_bets(mut table: Table) -> Table {
    table.bets(0, [2, 0, 0, 3, 0, 0, 0, 0]);
    table
}

fn as_it_is(table: Table) -> Table {
    table
}

const CASES: &[Case] = &[
    // Column 3. Of horses 2 and 4 on one space the lower number (LS-55); finished horses do not lead any
    // more (LS-57).
    ((1, 3), Some(7), as_it_is, Marks(7, &[1, 2, 3], 20)),
    ((1, 3), Some(7), finished::<2>, Marks(7, &[1, 3, 4], 20)),
    ((2, 3), Some(7), as_it_is, Marks(7, &[1, 3, 6], 21)),
    ((3, 3), Some(7), as_it_is, Marks(7, &[1, 2, 3, 4, 6], 20)),
    // Card 6 has 2 and 3 in print (LS-A26); a finished horse is marked (LS-A32).
    ((3, 3), Some(6), finished::<4>, Marks(6, &[2, 3, 4, 6], 20)),
    ((4, 3), Some(1), as_it_is, Marks(1, &[4, 6], 20)),
    ((4, 3), Some(8), finished::<4>, Marks(8, &[1, 2, 4], 20)),
    ((4, 3), Some(8), as_it_is, Default),
    ((5, 3), Some(1), as_it_is, Marks(1, &[6, 7], 20)),
    ((5, 3), Some(1), finished::<7>, Marks(1, &[6, 7], 20)),
    (
        (5, 3),
        Some(1),
        |mut table| {
            table.bets(1, [0, 0, 0, 0, 4, 2, 4, 0]);
            table
        },
        Marks(1, &[5, 6], 20),
    ),
    ((6, 3), Some(1), as_it_is, Marks(1, &[6, 7], 20)),
    ((7, 3), Some(2), as_it_is, Marks(2, &[5, 7], 20)),
    ((8, 3), Some(2), as_it_is, Marks(2, &[5, 8], 20)),
    // Column 2. Past the No Bet line nothing else is tried (LS-A25, LS-A32).
    ((1, 2), None, as_it_is, Bets(2, 3, 17)),
    ((1, 2), None, on::<2, 12>, Default),
    ((1, 2), None, money::<2>, Default),
    ((2, 2), None, as_it_is, Bets(6, 4, 18)),
    ((2, 2), None, money::<1>, Default),
    ((3, 2), None, as_it_is, Bets(3, 3, 17)),
    ((3, 2), None, on::<3, 13>, Default),
    ((4, 2), Some(5), as_it_is, Bets(5, 2, 18)),
    ((4, 2), Some(5), finished::<5>, Default),
    ((5, 2), None, as_it_is, Bets(7, 7, 17)),
    ((5, 2), None, finished::<7>, Default),
    ((6, 2), Some(5), money::<0>, Bets(5, 2, 0)),
    ((6, 2), Some(5), on::<5, 12>, Default),
    ((7, 2), None, |table| table.owns(0, &[5, 8, 3]), Moves(3, 8)),
    ((7, 2), None, |table| finished::<3>(table.owns(0, &[5, 8, 3])), Moves(5, 3)),
    ((7, 2), None, as_it_is, Default),
    ((8, 2), None, players_bets, Moves(4, 7)),
    ((8, 2), None, |table| finished::<4>(players_bets(table)), Default),
    ((8, 2), None, as_it_is, Default),
    // Column 1.
    ((1, 1), None, as_it_is, Buys(1, 10)),
    ((1, 1), None, finished::<1>, Buys(3, 12)),
    ((1, 1), None, money::<9>, Default),
    ((2, 1), None, as_it_is, Buys(1, 10)),
    ((2, 1), None, |table| table.owns(0, &[1]), Buys(3, 12)),
    ((2, 1), None, money::<9>, Default),
    ((3, 1), Some(8), as_it_is, Buys(8, 16)),
    ((3, 1), Some(8), |table| table.owns(0, &[8]), Default),
    ((3, 1), Some(4), as_it_is, Default),
    ((4, 1), None, as_it_is, Buys(7, 16)),
    ((4, 1), None, money::<3>, Default),
    // His bet on horse 6 does not count: it is his.
    ((5, 1), None, as_it_is, Buys(7, 16)),
    ((5, 1), None, |table| table.owns(0, &[7]), Default),
    ((6, 1), None, as_it_is, Buys(7, 16)),
    ((6, 1), None, on::<7, 1>, Buys(8, 16)),
    ((7, 1), Some(1), money::<0>, Buys(1, 0)),
    ((7, 1), Some(1), finished::<1>, Default),
];

#[test]
fn ls_49_ls_58_each_cell_does_what_it_says() {
    for (number, ((horse, column), again, change, brings)) in CASES.iter().enumerate() {
        let mut table = change(race());
        let before = table.state;
        table.round_with((*horse, *column), &[], again.as_slice());
        let (sheet, was) = (table.sheet(1), &before.sheets[1]);
        let case = format!("case {number}: {horse} and {column}, then {again:?}: {:#?}", table.log);
        let bar = |card: u8| table.state.track.bar(card);
        match *brings {
            Marks(card, boxes, dollars) => {
                assert_eq!((bar(card - 1), sheet.money), (horses(boxes), dollars), "{case}");
            }
            Bets(on, bet, dollars) => {
                assert_eq!((sheet.bet(on - 1), sheet.money), (bet, dollars), "{case}");
            }
            Buys(horse, dollars) => {
                let owned = was.owned | horses(&[horse]);
                assert_eq!((sheet.owned, sheet.money), (owned, dollars), "{case}");
            }
            Moves(horse, to) => {
                let stands = (table.positions()[usize::from(horse) - 1], sheet.money);
                assert_eq!(stands, (to, was.money), "{case}");
            }
            Default => {
                let gain = u32::from(4 - column);
                assert_eq!(sheet.money, was.money + gain, "{case}");
                let rest = |sheet: &Sheet| (sheet.bets(), sheet.owned);
                assert_eq!(rest(sheet), rest(was), "{case}");
                assert!((0..8).all(|card| bar(card) == before.track.bar(card)), "{case}");
            }
        }
    }
    let mut table = race();
    table.round((8, 1), &[]);
    assert_eq!(table.sheet(1).money, 24);
}
