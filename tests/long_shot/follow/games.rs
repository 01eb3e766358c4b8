//! Games of the engine under every kind of rules, each followed by the referee.

use pushluck::game::decision::{Policy, Random};
use pushluck::game::publish::Publish as _;
use pushluck::games::long_shot::compiled::Game;
use pushluck::games::long_shot::edition::{Edition, SHIPPED};
use pushluck::games::long_shot::vocabulary::{kind, point};

use super::{Chosen, edition, follow, game};
use crate::long_shot::common::Default;
use crate::players::{Eager, NamedOnPanic};

/// Completes lines.
const CONCESSIONS: Eager = Eager {
    kinds: &[
        (point::ACTION, kind::CONCESSION),
        (point::ACTION, kind::WILD_CONCESSION),
        (point::EXTRA_MARK, kind::EXTRA_CONCESSION),
    ],
};

/// Owns as many horses as it can, and makes them run.
const BUYER: Eager = Eager {
    kinds: &[
        (point::ACTION, kind::BUY),
        (point::ACTION, kind::WILD_BUY),
        (point::ACTION, kind::BET_AND_MOVE),
        (point::ACTION, kind::WILD_BET_AND_MOVE),
        (point::BONUS, 2),
        (point::HALF_PRICE, kind::BUY_HALF_PRICE),
    ],
};

/// Bets whenever it can.
const BETTOR: Eager = Eager {
    kinds: &[
        (point::ACTION, kind::BET),
        (point::ACTION, kind::BET_AND_MOVE),
        (point::ACTION, kind::WILD_BET),
        (point::ACTION, kind::WILD_BET_AND_MOVE),
    ],
};

/// Marks sets and boxes.
const JOCKEY: Eager = Eager {
    kinds: &[
        (point::ACTION, kind::HELMET),
        (point::ACTION, kind::JERSEY),
        (point::ACTION, kind::WILD_HELMET),
        (point::ACTION, kind::WILD_JERSEY),
    ],
};

/// Who sits down, from seat 0 on; the others are random.
type Table = [&'static dyn Policy<Game>];

/// Plays so many games for each number of players.
fn games(
    edition: &Edition,
    settings: &str,
    players: std::ops::RangeInclusive<u8>,
    each: u64,
    table: &Table,
    chosen: &mut Chosen,
) {
    for players in players {
        let game = game(edition.clone(), settings, players);
        for number in 0..each {
            let name = &edition.source.name;
            let _name = NamedOnPanic(format!("{name}: {settings:?}, {players} players, {number}"));
            follow(&game, table, (8, number), chosen);
        }
    }
}

fn random_games(settings: &str, each: u64) {
    games(&Edition::shipped(), settings, 2..=8, each, &[], &mut Chosen::default());
}

#[test]
fn random_players_with_every_set() {
    for set in ["set1", "set2", "set3"] {
        random_games(&format!("horses={set}"), 8);
    }
    random_games("horses=mixed", 20);
}

#[test]
fn the_solo_race() {
    for horses in ["set1", "set2", "set3", "mixed"] {
        let settings = format!("solo,horses={horses}");
        let table: [&Table; 5] = [
            &[&Random, &Default],
            &[&CONCESSIONS, &Default],
            &[&BUYER, &Default],
            &[&JOCKEY, &Default],
            &[&Default, &Default],
        ];
        for table in table {
            games(&Edition::shipped(), &settings, 2..=2, 12, table, &mut Chosen::default());
        }
    }
}

#[test]
fn other_numbers_of_wilds_dollars_and_rounds() {
    for settings in ["wilds=0", "wilds=8,money=0", "money=0,wilds=0", "money=60", "max_turns=6"] {
        random_games(&format!("{settings},horses=mixed"), 6);
        let solo = format!("{settings},horses=mixed,solo");
        let table: &Table = &[&Random, &Default];
        games(&Edition::shipped(), &solo, 2..=2, 10, table, &mut Chosen::default());
    }
}

#[test]
fn players_of_many_minds_and_all_horses() {
    let edition = Edition::shipped();
    let mut chosen = Chosen::default();
    let tables: [&Table; 6] = [
        &[&CONCESSIONS, &CONCESSIONS, &BUYER, &BUYER],
        &[&BUYER, &JOCKEY, &BETTOR, &CONCESSIONS],
        &[&JOCKEY, &JOCKEY, &BUYER],
        &[&BETTOR, &BETTOR, &BUYER],
        &[&CONCESSIONS, &Default],
        &[&Default, &Default, &Default, &Default],
    ];
    for table in tables {
        for settings in ["horses=mixed", "horses=mixed,wilds=0"] {
            games(&edition, settings, 2..=6, 20, table, &mut chosen);
        }
        let horses = "horses=set2+strung-along+pie-in-the-sky+loosey-goosey+charley-horse";
        games(&edition, horses, 3..=3, 20, table, &mut chosen);
    }
    // Nothing that the vocabulary names has been left out, and every horse was somebody's.
    for (number, decision) in Game::POINTS.iter().enumerate() {
        for (kind, action) in decision.actions.iter().enumerate() {
            let times = chosen.kinds.get(&(number, kind as u8)).copied().unwrap_or(0);
            assert!(times >= 5, "{} at {} was chosen {times} times", action.name, decision.name);
        }
    }
    for (place, horse) in edition.horses.iter().enumerate() {
        let times = chosen.horses.get(&place).copied().unwrap_or(0);
        assert!(times >= 20, "{} was owned {times} times", horse.name);
    }
}

/// The edition with some of its text changed.
fn changed(name: &str, changes: &[(&str, &str)]) -> Edition {
    let mut text = SHIPPED.to_owned();
    for (shipped, other) in changes {
        assert!(text.contains(shipped), "{shipped}");
        text = text.replace(shipped, other);
    }
    edition(name, text)
}

/// Games of another edition with every kind of player, and the solo race.
fn games_of(edition: &Edition) {
    let mut chosen = Chosen::default();
    games(edition, "horses=mixed", 2..=8, 10, &[&CONCESSIONS, &BUYER, &JOCKEY], &mut chosen);
    games(edition, "horses=mixed", 4..=4, 20, &[&BETTOR, &BUYER], &mut chosen);
    for player in [&CONCESSIONS, &BUYER, &JOCKEY, &BETTOR] {
        games(edition, "horses=mixed,solo", 2..=2, 15, &[player, &Default], &mut chosen);
    }
}

#[test]
fn ls_a31_the_other_readings_of_disputed_abilities() {
    games_of(&changed(
        "disputed",
        &[
            ("card_pays_owned = \"owner\"  ", "card_pays_owned = \"everyone\""),
            ("rows_pay = \"at_scoring\"", "rows_pay = \"at_once\""),
            ("placed_pays = \"purses\"", "placed_pays = \"odds\""),
        ],
    ));
}

#[test]
fn an_edition_with_other_figures() {
    let mut text = SHIPPED.to_owned();
    let mut replace = |was: &str, is: &str| {
        assert!(text.contains(was), "{was}");
        text = text.replace(was, is);
    };
    for (was, is) in [
        ("faces = [1, 2, 3, 4, 5, 6, 7, 8]", "faces = [1, 2, 3, 8, 5, 7, 7, 8]"),
        ("faces = [1, 2, 2, 2, 3, 3]", "faces = [1, 1, 2, 3, 3, 3]"),
        ("spaces = 15 ", "spaces = 12 "),
        ("no_bet = 11 ", "no_bet = 8 "),
        ("dollars = [35, 25, 15]", "dollars = [41, 20, 3]"),
        ("player = 12", "player = 17"),
        ("roland = 20", "roland = 9"),
        ("most = 3\n", "most = 2\n"),
        ("dollars = 5\nfrom = \"RULEBOOK\"", "dollars = 4\nfrom = \"RULEBOOK\""),
        ("odds = [9, 8, 7]\npast_line = 1", "odds = [11, 8, 2]\npast_line = 2"),
        ("cost = 6\n", "cost = 7\n"),
        ("bar = [2, 4]", "bar = [2, 4, 8]"),
        ("bar = [6]", "bar = []"),
        ("    [8, 4, 1, 2],\n    [7, 2, 6, 3],", "    [7, 2, 6, 3],\n    [8, 4, 1, 2],"),
    ] {
        replace(was, is);
    }
    for (kind, was, is) in [
        ("bonus = \"money\"", "tiles = 3\nnumber = 7", "tiles = 1\nnumber = 6"),
        ("bonus = \"jersey\"", "tiles = 1", "tiles = 3"),
        ("bonus = \"one_back\"", "tiles = 1\nnumber = 3", "tiles = 2\nnumber = 5"),
        ("bonus = \"free_bet\"", "tiles = 2\nnumber = 3", "tiles = 2\nnumber = 4"),
        ("ability = \"bet_and_move\"", "dollars = 1\nspaces = 1", "dollars = 2\nspaces = 3"),
        ("ability = \"roll_pays\"", "dollars = 2", "dollars = 3"),
        ("ability = \"bet_moves_space\"", "dollars = 3\nspaces = 1", "dollars = 2\nspaces = 4"),
        ("ability = \"back_further\"", "spaces = 1", "spaces = 3"),
        ("ability = \"bought_erases\"", "count = 2", "count = 1"),
        ("ability = \"jersey_marks\"", "count = 2", "count = 4"),
        ("ability = \"row_erases\"", "count = 1", "count = 2"),
        ("ability = \"row_moves_back\"", "spaces = 1", "spaces = 4"),
        ("ability = \"bought_moves\"", "spaces = 2", "spaces = 5"),
        ("ability = \"roll_moves\"", "spaces = 2", "spaces = 6"),
        ("ability = \"jersey_takes\"", "dollars = 2", "dollars = 5"),
        ("ability = \"bought_jerseys\"", "count = 2", "count = 3"),
        ("ability = \"set_bets\"", "dollars = 2", "dollars = 6"),
        ("ability = \"moves_further\"", "spaces = 1", "spaces = 2"),
    ] {
        replace(&format!("{kind}\n{was}"), &format!("{kind}\n{is}"));
    }
    games_of(&edition("figures", text));
}

#[test]
fn an_edition_whose_abilities_are_on_other_numbers() {
    let (head, horses) = SHIPPED.split_once("[[horses]]").expect("horses");
    let mut text = format!("{head}[[horses]]");
    let (horses, tail) = horses.split_once("[disputed]").expect("the rest");
    for line in horses.lines() {
        match line.strip_prefix("number = ") {
            // Numbers 1 to 8 become 4 to 8 and 1 to 3.
            Some(number) => {
                let number: usize = number.parse().expect("a number");
                text.push_str(&format!("number = {}\n", (number + 2) % 8 + 1));
            }
            None => text.push_str(&format!("{line}\n")),
        }
    }
    games_of(&edition("numbers", format!("{text}[disputed]{tail}")));
}

#[test]
fn an_edition_with_one_ability_on_several_cards() {
    games_of(&changed(
        "twice",
        &[
            ("\"many_horses_pay\"\ndollars = 10\ncount = 3", "\"set_bets\"\ndollars = 1"),
            ("\"money_bonus_pays\"\ndollars = 9", "\"column_marks\""),
            ("\"bought_half_price\"", "\"bought_jerseys\"\ncount = 1"),
            ("\"neighbour_numbers\"", "\"helmet_bet_pays\"\ndollars = 3"),
            ("\"first_bet_free\"", "\"moves_further\"\nspaces = 2"),
            ("\"no_set_pays\"\ndollars = 10", "\"jersey_takes\"\ndollars = 1"),
            ("\"half_sets_pay\"\ndollars = 2", "\"row_moves_back\"\nspaces = 2"),
            ("\"rows_pay\"\ndollars = 3", "\"jersey_marks\"\ncount = 3"),
            ("\"placed_pays\"\ndollars = 10", "\"bet_moves_space\"\ndollars = 3\nspaces = 2"),
        ],
    ));
}

#[test]
fn an_edition_with_another_solo_sheet() {
    let (head, _) = SHIPPED.split_once("[[solo]]").expect("the Solo Sheet");
    let cells = [
        // Column 3.
        "action = \"move_back\", horse = \"lead\", spaces = 3",
        "action = \"move_back\", horse = \"rolled\", spaces = 1, gain = 2",
        "action = \"mark\", horse = \"rolled\"",
        "action = \"mark\", horse = \"3\", gain = 1",
        "action = \"move_back\", horse = \"last\", spaces = 2",
        "action = \"move_back\", horse = \"5\", spaces = 20",
        "action = \"mark\", horse = \"all_own\", gain = 2",
        "action = \"buy\", horse = \"4\"",
        // Column 2.
        "action = \"free_bet\", horse = \"own_lead\", dollars = 1",
        "action = \"free_bet\", horse = \"own_last\", dollars = 2, gain = 1",
        "action = \"bet\", horse = \"last\", dollars = 3",
        "action = \"bet\", horse = \"2\", dollars = 2",
        "action = \"free_bet\", horse = \"own_top_bet\", dollars = 4",
        "action = \"free_bet\", horse = \"lead\", dollars = 2",
        "action = \"free_horse\", horse = \"unowned_lead\"",
        "action = \"gain\", gain = 9",
        // Column 1.
        "action = \"free_horse\", horse = \"unowned_last\", gain = 1",
        "action = \"free_horse\", horse = \"unowned_lowest\"",
        "action = \"buy\", horse = \"unowned_cheapest\", gain = 3",
        "action = \"free_horse\", horse = \"unowned_top_bet\"",
        "action = \"buy\", horse = \"8\"",
        "action = \"mark\", horse = \"lead\"",
        "action = \"bet\", horse = \"rolled\", dollars = 1",
        "action = \"move_back\", horse = \"player_lead\", spaces = 1",
    ];
    let mut text = head.to_owned();
    for (movement, cells) in [3, 2, 1].into_iter().zip(cells.chunks(8)) {
        let cell = |cell: &&str| format!("    {{ {cell}, from = \"PROPOSED\" }},\n");
        let cells: String = cells.iter().map(cell).collect();
        let default = "default = { action = \"gain\", gain = 5, from = \"PROPOSED\" }";
        text += &format!("[[solo]]\nmovement = {movement}\ncells = [\n{cells}]\n{default}\n\n");
    }
    games_of(&edition("solo", text));
}
