//! Games of the engine under every kind of rules, each followed by the referee.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use pushluck::game::decision::{Policy, Random};
use pushluck::game::publish::Publish as _;
use pushluck::games::long_shot::compiled::Game;
use pushluck::games::long_shot::edition::{Edition, SHIPPED};
use pushluck::games::long_shot::vocabulary::{kind, point};

use super::{Engine, config, follow};
use crate::long_shot::common::{Decision, changed, edition, parsed, rules};
use crate::long_shot::plain::Components;
use crate::players::{Eager, NamedOnPanic};

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

/// Who sits down, from seat 0 on; the others do anything.
type Table = [&'static dyn Policy<Game>];

const ANYHOW: &dyn Policy<Game> = &Random;

/// How often each kind of action was chosen, by decision point and kind, and how often each Horse Card had an
/// owner, by its place in the edition.
#[derive(Debug, Default)]
struct Chosen {
    kinds: BTreeMap<(&'static str, &'static str, bool), u64>,
    horses: BTreeMap<usize, u64>,
}

/// Settings, numbers of players, and games for each.
type Run<'a> = (&'a str, RangeInclusive<u8>, u64);

fn games(edition: &Edition, runs: &[Run<'_>], tables: &[&Table]) -> Chosen {
    let components = Arc::new(Components::of_toml(&edition.source.text));
    let mut chosen = Chosen::default();
    for (settings, players, each) in runs {
        let rules = rules(edition.clone(), settings);
        let all = players.clone().flat_map(|players| {
            tables
                .iter()
                .flat_map(move |table| (0..*each).map(move |number| (players, table, number)))
        });
        for (players, table, number) in all {
            let _name = NamedOnPanic(format!("{settings:?}, {players} players, {number}"));
            let game = Game::new(rules.clone(), players);
            let choose = &mut |decision: &Decision<'_>| {
                let player = table.get(usize::from(decision.seat)).unwrap_or(&ANYHOW);
                player.choose(decision).action
            };
            let mut engine = Engine::new(&game, (8, number), choose);
            follow(config(&game, &components), &mut engine);
            for (ask, action) in engine.asked {
                *chosen.kinds.entry((ask.point, action.kind, action.wild)).or_default() += 1;
            }
            for number in (0..8).filter(|number| engine.state.owner(*number).is_some()) {
                let card = engine.state.field.cards[usize::from(number)];
                *chosen.horses.entry(card.into()).or_default() += 1;
            }
        }
    }
    chosen
}

#[test]
fn random_players_with_all_horses() {
    games(&Edition::shipped(), &[("horses=mixed", 2..=8, 44)], &[&[]]);
}

#[test]
fn the_solo_race() {
    let tables: [&Table; 4] = [&[], &[&CONCESSIONS], &[&BUYER], &[&JOCKEY]];
    games(&Edition::shipped(), &[("horses=mixed,solo", 2..=2, 60)], &tables);
}

#[test]
fn other_numbers_of_wilds_dollars_and_rounds() {
    for settings in ["wilds=0", "wilds=8,money=0", "money=0,wilds=0", "money=60", "max_turns=6"] {
        let [all, solo] = ["", ",solo"].map(|solo| format!("horses=mixed,{settings}{solo}"));
        games(&Edition::shipped(), &[(&all, 2..=8, 6), (&solo, 2..=2, 10)], &[&[]]);
    }
}

#[test]
fn players_of_many_minds_and_all_horses() {
    let edition = Edition::shipped();
    let runs = [
        ("horses=mixed", 2..=6, 30),
        ("horses=mixed,wilds=0", 2..=6, 30),
        ("horses=set2+strung-along+pie-in-the-sky+loosey-goosey+charley-horse", 3..=3, 30),
    ];
    let tables: [&Table; 4] = [
        &[&CONCESSIONS, &CONCESSIONS, &BUYER, &BUYER],
        &[&BUYER, &JOCKEY, &BETTOR, &CONCESSIONS],
        &[&JOCKEY, &JOCKEY, &BUYER],
        &[&BETTOR, &BETTOR, &BUYER],
    ];
    let chosen = games(&edition, &runs, &tables);
    // Nothing that the vocabulary names has been left out, and every horse was somebody's.
    for decision in Game::POINTS {
        for action in decision.actions {
            let (wild, kind) = match action.name.strip_prefix("wild_") {
                Some(kind) => (true, kind),
                None => (false, action.name),
            };
            let times = chosen.kinds.get(&(decision.name, kind, wild)).copied().unwrap_or(0);
            assert!(times >= 5, "{} at {} was chosen {times} times", action.name, decision.name);
        }
    }
    for (place, horse) in edition.horses.iter().enumerate() {
        let times = chosen.horses.get(&place).copied().unwrap_or(0);
        assert!(times >= 20, "{} was owned {times} times", horse.name);
    }
}

fn games_of(edition: &Edition) {
    games(edition, &[("horses=mixed", 2..=8, 10)], &[&[&CONCESSIONS, &BUYER, &JOCKEY]]);
    games(edition, &[("horses=mixed", 4..=4, 20)], &[&[&BETTOR, &BUYER]]);
    let players: [&Table; 4] = [&[&CONCESSIONS], &[&BUYER], &[&JOCKEY], &[&BETTOR]];
    games(edition, &[("horses=mixed,solo", 2..=2, 15)], &players);
}

#[test]
fn ls_a31_the_other_readings_of_disputed_abilities() {
    games_of(&edition(&[
        ("card_pays_owned = \"owner\"  ", "card_pays_owned = \"everyone\""),
        ("rows_pay = \"at_scoring\"", "rows_pay = \"at_once\""),
        ("placed_pays = \"purses\"", "placed_pays = \"odds\""),
    ]));
}

/// A column of another Solo Sheet, with every action for most of the horses that it can be for.
fn solo_column(column: usize) -> String {
    let mut cells = Vec::new();
    for (action, more, horses) in [
        ("mark", "gain = 1", "rolled 3 all_own lead"),
        ("bet", "dollars = 3", "last 2 rolled"),
        ("free_bet", "gain = 1, dollars = 4", "own_lead own_last own_top_bet lead"),
        ("buy", "gain = 3", "4 unowned_cheapest 8"),
        ("free_horse", "gain = 2", "unowned_lead unowned_last unowned_lowest unowned_top_bet"),
        ("move_back", "spaces = 3", "lead rolled last 5 player_lead player_top_bet"),
    ] {
        for horse in horses.split(' ') {
            cells.push(format!(
                "{{ action = \"{action}\", horse = \"{horse}\", {more}, from = \"PROPOSED\" }},\n"
            ));
        }
    }
    let cells: String = cells.into_iter().skip(column).step_by(3).collect();
    format!(
        "[[solo]]\nmovement = {}\ncells = [\n{cells}]\n\
         default = {{ action = \"gain\", gain = 5, from = \"PROPOSED\" }}\n",
        column + 1,
    )
}

#[test]
fn an_edition_in_which_everything_is_different() {
    let (head, horses) = SHIPPED.split_once("[[horses]]").expect("horses");
    let (horses, disputed) = horses.split_once("[disputed]").expect("the rest");
    let (disputed, _) = disputed.split_once("[[solo]]").expect("the Solo Sheet");
    let mut text = changed(
        head,
        &[
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
            ("tiles = 3\nnumber = 7", "tiles = 1\nnumber = 6"),
            ("\"jersey\"\ntiles = 1", "\"jersey\"\ntiles = 3"),
            ("\"one_back\"\ntiles = 1\nnumber = 3", "\"one_back\"\ntiles = 2\nnumber = 5"),
            ("tiles = 2\nnumber = 3", "tiles = 2\nnumber = 4"),
        ],
    );
    text += "[[horses]]";
    for (more, line) in (1..4).cycle().zip(horses.lines()) {
        text += &match line.split_once(" = ") {
            // Numbers 1 to 8 become 4 to 8 and 1 to 3.
            Some(("number", number)) => format!("number = {}\n", (figure(number) + 2) % 8 + 1),
            Some((key @ ("dollars" | "spaces" | "count"), number)) => {
                format!("{key} = {}\n", figure(number) + more)
            }
            _ => format!("{line}\n"),
        };
    }
    text += &format!("[disputed]{disputed}");
    text.extend((0..3).map(solo_column));
    games_of(&parsed(text));
}

fn figure(number: &str) -> u8 {
    number.parse().expect("a number")
}

#[test]
fn an_edition_with_one_ability_on_several_cards() {
    games_of(&edition(&[
        ("\"many_horses_pay\"\ndollars = 10\ncount = 3", "\"set_bets\"\ndollars = 1"),
        ("\"money_bonus_pays\"\ndollars = 9", "\"column_marks\""),
        ("\"bought_half_price\"", "\"bought_jerseys\"\ncount = 1"),
        ("\"neighbour_numbers\"", "\"helmet_bet_pays\"\ndollars = 3"),
        ("\"first_bet_free\"", "\"moves_further\"\nspaces = 2"),
        ("\"no_set_pays\"\ndollars = 10", "\"jersey_takes\"\ndollars = 1"),
        ("\"half_sets_pay\"\ndollars = 2", "\"row_moves_back\"\nspaces = 2"),
        ("\"rows_pay\"\ndollars = 3", "\"jersey_marks\"\ncount = 3"),
        ("\"placed_pays\"\ndollars = 10", "\"bet_moves_space\"\ndollars = 3\nspaces = 2"),
    ]));
}
