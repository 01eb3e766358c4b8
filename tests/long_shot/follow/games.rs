//! Games of the engine by all kinds of rules, each followed by the referee.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use pushluck::game::decision::Policy;
use pushluck::game::publish::Publish as _;
use pushluck::games::long_shot::compiled::Game;
use pushluck::games::long_shot::edition::{Edition, SHIPPED};
use pushluck::games::long_shot::vocabulary::{kind, point};

use super::{Engine, config};
use crate::long_shot::common::{Decision, changed, edition, parsed, rules};
use crate::long_shot::plain::{Components, Referee};
use crate::players::{Eager, NamedOnPanic};

const CONCESSIONS: Eager = Eager {
    kinds: &[
        (point::ACTION, kind::CONCESSION),
        (point::ACTION, kind::WILD_CONCESSION),
        (point::EXTRA_MARK, kind::EXTRA_CONCESSION),
    ],
};

/// Takes as many horses as possible, and moves them.
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

/// Bets, and marks jockey sets and boxes.
const BETTOR: Eager = Eager {
    kinds: &[
        (point::ACTION, kind::BET),
        (point::ACTION, kind::WILD_BET),
        (point::ACTION, kind::HELMET),
        (point::ACTION, kind::JERSEY),
        (point::ACTION, kind::WILD_HELMET),
        (point::ACTION, kind::WILD_JERSEY),
    ],
};

/// The players from seat 0 on; other seats play at random.
type Table = [&'static dyn Policy<Game>];

/// The number of choices of each kind of action, by decision point, kind and Wild Number, and of games in which
/// a Horse Card had an owner, by its index in the edition.
#[derive(Debug, Default)]
struct Chosen {
    kinds: BTreeMap<(&'static str, &'static str, bool), u64>,
    horses: BTreeMap<usize, u64>,
}

/// Plays games for each run (settings, numbers of players, games of each) and each table.
fn games(edition: &Edition, runs: &[(&str, RangeInclusive<u8>, u64)], tables: &[&Table]) -> Chosen {
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
                let player = table.get(usize::from(decision.seat));
                player.map_or_else(|| decision.any_action(), |it| it.choose(decision).action)
            };
            let mut engine = Engine::new(&game, (8, number), choose);
            Referee::new(config(&game, &components), &mut engine).play();
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
    let tables: [&Table; 4] = [&[], &[&CONCESSIONS], &[&BUYER], &[&BETTOR]];
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
fn players_of_different_strategies_and_all_horses() {
    let edition = Edition::shipped();
    let runs = [
        ("horses=mixed", 2..=6, 40),
        ("horses=mixed,wilds=0", 2..=6, 40),
        ("horses=set2+strung-along+pie-in-the-sky+loosey-goosey+charley-horse", 3..=3, 40),
    ];
    let tables: [&Table; 3] = [
        &[&CONCESSIONS, &CONCESSIONS, &BUYER, &BUYER],
        &[&BUYER, &BETTOR, &BETTOR, &CONCESSIONS],
        &[&BETTOR, &BETTOR, &BUYER],
    ];
    let chosen = games(&edition, &runs, &tables);
    // Every action of the vocabulary was chosen, and every horse had an owner.
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
    games(edition, &[("horses=mixed", 2..=8, 13)], &[&[&CONCESSIONS, &BUYER, &BETTOR]]);
    let players: [&Table; 3] = [&[&CONCESSIONS], &[&BUYER], &[&BETTOR]];
    games(edition, &[("horses=mixed,solo", 2..=2, 20)], &players);
}

#[test]
fn an_edition_in_which_everything_is_different() {
    let (head, horses) = SHIPPED.split_once("[[horses]]").expect("horses");
    let (horses, disputed) = horses.split_once("[disputed]").expect("the rest");
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
    let figure = |number: &str| number.parse::<u8>().expect("a number");
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
    text += "[disputed]";
    text += &changed(
        disputed,
        &[
            ("\"mark\", horse = \"last\"", "\"move_back\", horse = \"5\", spaces = 3, gain = 1"),
            ("\"bet\", horse = \"lead\"", "\"bet\", horse = \"last\""),
            ("\"free_bet\", horse = \"rolled\"", "\"free_bet\", horse = \"own_lead\", gain = 1"),
            ("horse = \"unowned_lead\"", "horse = \"4\", gain = 3"),
            ("\"free_horse\", horse = \"rolled\"", "\"free_horse\", horse = \"unowned_last\""),
            ("dollars = 2, from", "dollars = 4, from"),
            ("gain = 2, from", "gain = 5, from"),
        ],
    );
    games_of(&parsed(text));
}

#[test]
fn ls_a31_an_edition_with_other_readings_and_one_ability_on_several_cards() {
    games_of(&edition(&[
        ("card_pays_owned = \"owner\"  ", "card_pays_owned = \"everyone\""),
        ("rows_pay = \"at_scoring\"", "rows_pay = \"at_once\""),
        ("placed_pays = \"purses\"", "placed_pays = \"odds\""),
        ("\"many_horses_pay\"\ndollars = 10\ncount = 3", "\"set_bets\"\ndollars = 1"),
        ("\"money_bonus_pays\"\ndollars = 9", "\"column_marks\""),
        ("\"bought_half_price\"", "\"bought_jerseys\"\ncount = 1"),
        ("\"neighbour_numbers\"", "\"helmet_bet_pays\"\ndollars = 3"),
        ("\"first_bet_free\"", "\"moves_further\"\nspaces = 2"),
        ("\"no_set_pays\"\ndollars = 10", "\"jersey_takes\"\ndollars = 1"),
        ("\"half_sets_pay\"\ndollars = 2", "\"row_moves_back\"\nspaces = 2"),
        ("\"unplaced_costs\"\ndollars = 10", "\"jersey_marks\"\ncount = 3"),
        ("\"bought_moves\"\nspaces = 2", "\"bet_moves_space\"\ndollars = 3\nspaces = 2"),
    ]));
}
