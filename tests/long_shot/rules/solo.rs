//! At least one case for each of the 24 cells of Roland's Solo Sheet.

use super::scene::scene;

/// Roland with $20, horses 4 and 2 on space 8 and 6 on space 3, and bets of 2 on horse 6 and 4 on horse
/// 7.
const RACE: &str = "solo; owned1 = 2 4 6; bets1 = 0 0 0 0 0 2 4 0; all = 9 8 9 8 5 3 0 0";
/// A default Action (LS-51) changes only his money.
const DEFAULT: &str = "owned1 is 2 4 6; bets1 is 0 0 0 0 0 2 4 0";

/// Changes to the race, the roll of both dice, and the expected result.
const CASES: &[(&str, &str, &str)] = &[
    // Column 3. Of horses 2 and 4 on one space the lower number counts (LS-55); finished horses do not lead
    // (LS-57).
    ("", "1 3 again 7", "bar.7 is 1 2 3; money1 is 20"),
    ("finish 2", "1 3 again 7", "bar.7 is 1 3 4; money1 is 20"),
    ("", "2 3 again 7", "bar.7 is 1 3 6; money1 is 21"),
    ("", "3 3 again 7", "bar.7 is 1 2 3 4 6; money1 is 20"),
    // Card 6 has boxes 2 and 3 in print (LS-A26); a finished horse is marked (LS-A32).
    ("finish 4", "3 3 again 6", "bar.6 is 2 3 4 6"),
    ("", "4 3 again 1", "bar.1 is 4 6"),
    ("finish 4", "4 3 again 8", "bar.8 is 1 2 4"),
    ("", "4 3 again 8", "default 21; bar.8 is 2 4"),
    ("", "5 3 again 1", "bar.1 is 6 7"),
    ("finish 7", "5 3 again 1", "bar.1 is 6 7"),
    ("bets1 = 0 0 0 0 4 2 4 0", "5 3 again 1", "bar.1 is 5 6"),
    ("", "6 3 again 1", "bar.1 is 6 7"),
    ("", "7 3 again 2", "bar.2 is 5 7"),
    ("", "8 3 again 2", "bar.2 is 5 8; money1 is 20"),
    // Column 2. If the horse is past the No Bet line, no other is tried (LS-A25, LS-A32).
    ("", "1 2", "bet1.2 is 3; money1 is 17"),
    ("at.2 = 12", "1 2", "default 22"),
    ("money1 = 2", "1 2", "default 4"),
    ("", "2 2", "bet1.6 is 4; money1 is 18"),
    ("money1 = 1", "2 2", "default 3"),
    ("", "3 2", "bet1.3 is 3; money1 is 17"),
    ("", "4 2 again 5", "bet1.5 is 2; money1 is 18"),
    ("", "5 2", "bet1.7 is 7; money1 is 17"),
    ("money1 = 0", "6 2 again 5", "bet1.5 is 2; money1 is 0"),
    ("owned0 = 5 8 3", "7 2", "at.3 is 8; money1 is 20"),
    ("owned0 = 5 8 3; finish 3", "7 2", "at.5 is 3; money1 is 20"),
    ("", "7 2", "default 22"),
    ("bets0 = 2 0 0 3 0 0 0 0", "8 2", "at.4 is 7; money1 is 20"),
    ("bets0 = 2 0 0 3 0 0 0 0; finish 4", "8 2", "default 22"),
    ("", "8 2", "default 22"),
    // Column 1.
    ("", "1 1", "owned1 is 1 2 4 6; money1 is 10"),
    ("finish 1", "1 1", "owned1 is 2 3 4 6; money1 is 12"),
    ("money1 = 9", "1 1", "default 12"),
    ("", "2 1", "owned1 is 1 2 4 6; money1 is 10"),
    ("owned0 = 1", "2 1", "owned1 is 2 3 4 6; money1 is 12"),
    ("money1 = 9", "2 1", "default 12"),
    ("", "3 1 again 8", "owned1 is 2 4 6 8; money1 is 16"),
    ("owned0 = 8", "3 1 again 8", "default 23"),
    ("", "4 1", "owned1 is 2 4 6 7; money1 is 16"),
    // His bet on horse 6 does not count: he owns it.
    ("", "5 1", "owned1 is 2 4 6 7; money1 is 16"),
    ("", "6 1", "owned1 is 2 4 6 7; money1 is 16"),
    ("at.7 = 1", "6 1", "owned1 is 2 4 6 8; money1 is 16"),
    ("money1 = 0", "7 1 again 1", "owned1 is 1 2 4 6; money1 is 0"),
    ("finish 1", "7 1 again 1", "default 23"),
    ("", "8 1", "default 24"),
];

#[test]
fn ls_49_ls_52_ls_58_each_cell_does_what_it_says() {
    for (change, roll, expected) in CASES {
        let change = if change.is_empty() { "active = 0" } else { change };
        let default = format!("{DEFAULT}; money1 is");
        let expected = expected.replace("default", &default);
        scene(&format!("{RACE}; {change}; roll {roll}; {expected}"));
    }
}
