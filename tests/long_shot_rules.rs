//! Long Shot by its rules: a test for each rule and reading, by id, on positions laid down by hand.

mod long_shot;

use std::process::Command;

use long_shot::{Decision, Say, Table, Watch, edition, horses, play, rules};
use pushluck::game::decision::Choice;
use pushluck::game::publish::Publish;
use pushluck::games::long_shot::abilities::Ability;
use pushluck::games::long_shot::edition::Edition;
use pushluck::games::long_shot::event::Event;
use pushluck::games::long_shot::play::Game;
use pushluck::games::long_shot::score::Score;
use pushluck::games::long_shot::sheet::FULL_BET;
use pushluck::games::long_shot::state::State;
use pushluck::games::long_shot::track::{NONE, Track};
use pushluck::games::long_shot::vocabulary::{function, point};

/// A horse of each number that does nothing at the moment of the test.
const QUIET: &str = "set3+golden-corral+pie-in-the-sky+loosey-goosey+dance-card+laundry-day+\
                     equestrian-inception+inventory-check+great-appreciation";

fn quiet() -> Table {
    Table::with(QUIET)
}

/// One cell short of the first row, and of nothing else: cells 1 to 3, of 8, 4 and 1; cell 4 is a 2.
const ROW_BUT_ONE: u16 = 0b0111;
/// One cell short of the first column: cells 1, 5 and 9; cell 13 is a 1.
const COLUMN_BUT_ONE: u16 = 0b0001_0001_0001;

/// Somebody who looks at a game.
struct Look<F>(F);

impl<F: FnMut(&State, &Event)> Watch for Look<F> {
    fn told(&mut self, state: &State, event: Event) {
        (self.0)(state, &event);
    }
}

/// Looks at some games of players who do anything, with horses of all sets.
fn some_games(players: u8, games: u64, mut look: impl FnMut(&Game, &State, &Event)) {
    let game = Game::new(rules(Edition::shipped(), &[("horses", "mixed")]), players);
    for number in 0..games {
        let mut look = Look(|state: &State, event: &Event| look(&game, state, event));
        play(&game, &[], (2, number), &mut look);
    }
}

// Set-up

#[test]
fn ls_01_two_to_eight_players_play_to_the_end() {
    for players in 2..=8 {
        let game = Game::new(rules(Edition::shipped(), &[]), players);
        let end = play(&game, &[], (1, 1), &mut ());
        assert!(end.finished && end.state.players == players);
    }
}

#[test]
fn ls_02_all_horses_start_behind_the_line() {
    for players in 2..=8 {
        let mut races = 0;
        some_games(players, 5, |_, state, event| {
            let (Event::RoundBegins { .. }, 1) = (event, state.round) else { return };
            races += 1;
            assert_eq!((state.track.positions(), state.track.placed()), ([0; 8], [NONE; 3]));
        });
        assert_eq!(races, 5);
    }
    // From there it is one step to the first space, and sixteen to cross the finish line.
    let mut table = quiet();
    for steps in (3..=15).step_by(3) {
        table.round((7, 3), &[]);
        assert_eq!((table.positions()[6], table.state.track.finishers()), (steps, 0));
    }
    table.round((7, 1), &[]);
    assert_eq!(table.state.track.place(6), Some(0));
}

#[test]
fn ls_03_sets_are_mixed_by_name_and_one_horse_of_each_number_is_drawn() {
    let table = Table::with("set2+pie-in-the-sky");
    let name = |number: usize| {
        let card = usize::from(table.state.field.cards[number]);
        table.game.rules.edition.horses[card].key.clone()
    };
    assert_eq!(name(0), "golden-corral");
    assert_eq!(name(1), "pie-in-the-sky");
    let game = Game::new(rules(Edition::shipped(), &[("horses", "mixed")]), 2);
    let mut seen = [[0; 4]; 8];
    for number in 1..=400 {
        let end = play(&game, &[], (1, number), &mut ());
        for (number, card) in end.state.field.cards.into_iter().enumerate() {
            let horse = &game.rules.edition.horses[usize::from(card)];
            assert_eq!(usize::from(horse.number), number);
            seen[number][usize::from(card) % 4] += 1;
        }
    }
    // Each of the four about a hundred times.
    assert!(seen.iter().flatten().all(|count| (60..140).contains(count)), "{seen:?}");
}

#[test]
fn ls_04_all_cards_lie_in_the_market() {
    for players in 2..=8 {
        some_games(players, 5, |_, state, event| {
            if let (Event::RoundBegins { .. }, 1) = (event, state.round) {
                assert_eq!(state.market, 0xff);
                assert!(state.sheets.iter().all(|sheet| sheet.owned == 0));
            }
        });
    }
    // Any of them can be bought, by whoever comes first.
    for horse in 1..=8 {
        let mut table = quiet();
        assert!(table.may(0, horse, ("buy", horse, 0)) && table.may(1, horse, ("buy", horse, 0)));
        table.round((horse, 1), &[&[("buy", horse, 0)]]);
        assert_eq!(table.state.market, !horses(&[horse]));
        assert_eq!([0, 1].map(|seat| table.sheet(seat).owned), [horses(&[horse]), 0]);
        table.state.sheets.iter_mut().for_each(|sheet| sheet.money = 99);
        for rolled in 1..=8 {
            for seat in 0..2 {
                assert_eq!(table.may(seat, rolled, ("buy", rolled, 0)), rolled != horse);
            }
        }
    }
}

#[test]
fn ls_05_each_player_gets_a_starting_card_of_its_own() {
    struct Start(Vec<State>);
    impl Watch for Start {
        fn told(&mut self, state: &State, event: Event) {
            if let Event::RoundBegins { .. } = event {
                self.0.push(*state);
            }
        }
    }
    let game = Game::new(rules(Edition::shipped(), &[]), 8);
    let mut start = Start(Vec::new());
    play(&game, &[], (1, 1), &mut start);
    let sheets = start.0[0].sheets;
    let mut cards: Vec<_> = sheets.iter().map(|sheet| (sheet.grid, sheet.bets())).collect();
    for (sheet, (cells, bets)) in sheets.iter().zip(&cards) {
        assert_eq!((cells.count_ones(), bets.iter().sum::<u8>(), sheet.money), (4, 6, 12));
    }
    cards.sort_unstable();
    cards.dedup();
    assert_eq!(cards.len(), 8);
}

#[test]
fn ls_06_players_start_with_twelve_dollars_or_what_the_rules_say() {
    assert_eq!(quiet().sheet(0).money, 12);
    let table = Table::of(rules(Edition::shipped(), &[("money", "30")]), 3);
    assert!((0..3).all(|seat| table.sheet(seat).money == 30));
}

#[test]
fn ls_07_ls_a36_seat_one_is_the_first_active_player_and_each_policy_is_it_equally_often() {
    for players in 2..=8 {
        let (mut rounds, mut turns) = (0, 0);
        some_games(players, 5, |_, state, event| match event {
            Event::RoundBegins { active } if state.round == 1 => {
                assert_eq!((*active, state.active), (0, 0));
                rounds += 1;
            }
            Event::TurnBegins { seat } if state.round == 1 => {
                assert_eq!(*seat, turns % players, "clockwise from the first");
                turns += 1;
            }
            _ => {}
        });
        assert_eq!((rounds, turns), (5, 5 * players));
    }
    let policies = ["cheap-buyer", "favourites", "random"];
    let mut run = Command::new(env!("CARGO_BIN_EXE_pushluck"));
    run.args(["simulate", "long-shot", "--games", "60", "--format", "csv"]);
    policies.iter().for_each(|policy| _ = run.args(["--policy", policy]));
    let table = String::from_utf8(run.output().expect("the program").stdout).expect("UTF-8");
    let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let columns = lines.next().expect("a header");
    let cell = |row: &[&str], name: &str| {
        row[columns.iter().position(|column| *column == name).expect(name)].to_owned()
    };
    let first = lines.filter(|row| cell(row, "seat") == "1" && cell(row, "scope") == "seat");
    let mut first: Vec<_> = first.map(|row| (cell(&row, "policy"), cell(&row, "games"))).collect();
    first.sort_unstable();
    assert_eq!(first, policies.map(|policy| (policy.to_owned(), "20".to_owned())));
}

/// What a decision answers to a function.
fn answer(decision: &Decision<'_>, function: usize, of: [u8; 2]) -> i64 {
    decision.game.call(decision, &(), function, &of.map(f64::from)) as i64
}

#[test]
fn ls_08_everybody_sees_all_sheets() {
    struct Ask(u32);
    impl Watch for Ask {
        fn decided(&mut self, decision: &Decision<'_>, _: Choice) {
            self.0 += 1;
            let state = decision.state;
            let around = |ahead: u8| usize::from((decision.seat + ahead) % 4);
            for ahead in 0..4 {
                let sheet = &state.sheets[around(ahead)];
                let money = answer(decision, function::MONEY_OF, [ahead + 1, 0]);
                assert_eq!(money, i64::from(sheet.money));
                for horse in 1..=8 {
                    let bet = answer(decision, function::BET_OF, [ahead + 1, horse]);
                    assert_eq!(bet, i64::from(sheet.bet(horse - 1)));
                    let owner = answer(decision, function::OWNER, [horse, 0]);
                    let owns = sheet.owned & horses(&[horse]) != 0;
                    assert_eq!(owner == i64::from(ahead) + 1, owns);
                }
            }
            for horse in 1..=8 {
                let others = (1..4).map(|ahead| state.sheets[around(ahead)].bet(horse - 1));
                let bets = answer(decision, function::OTHERS_BETS, [horse, 0]);
                assert_eq!(bets, others.map(i64::from).sum::<i64>());
            }
        }
    }
    let game = Game::new(rules(Edition::shipped(), &[("horses", "mixed")]), 4);
    let mut ask = Ask(0);
    (0..20).for_each(|number| _ = play(&game, &[], (2, number), &mut ask));
    assert!(ask.0 > 500, "{}", ask.0);
}

#[test]
fn ls_09_only_bets_and_money_change_and_wild_marks_are_erased() {
    let mut before: Option<State> = None;
    let mut erased = 0;
    some_games(3, 60, |_, state, event| {
        let was = match event {
            Event::Begins => None,
            _ => before,
        };
        before = Some(*state);
        let Some(was) = was else { return };
        for (seat, (was, is)) in (0..).zip(was.sheets.iter().zip(&state.sheets)) {
            let lost = [(was.grid, is.grid), (was.tiles, is.tiles)].map(|(was, is)| was & !is);
            assert_eq!(lost, [0; 2], "{event:?}");
            let sheets = [was, is].map(|sheet| [sheet.helmets, sheet.jerseys, sheet.owned]);
            for (was, is) in sheets[0].iter().zip(sheets[1]) {
                assert_eq!(was & !is, 0, "{event:?}");
            }
            assert!(was.bets().iter().zip(is.bets()).all(|(was, is)| *was <= is), "{event:?}");
            if was.wilds > is.wilds {
                let Event::WildErased { seat: by, count, .. } = event else {
                    panic!("a Wild mark went by {event:?}");
                };
                assert_eq!((*by, *count), (seat, was.wilds - is.wilds));
                erased += 1;
            }
        }
        for (was, is) in was.track.bars().iter().zip(state.track.bars()) {
            assert_eq!(was & !is, 0, "{event:?}");
        }
    });
    assert!(erased > 20, "{erased} marks were erased");
}

// The race

#[test]
fn ls_10_four_phases_in_order() {
    let mut table = quiet();
    table.round((6, 3), &[]);
    let place = |text: &str| table.log.place(text);
    assert!(place("Rolled") < place("cause: Dice"));
    assert!(place("cause: Dice") < place("cause: Secondary"));
    assert!(place("cause: Secondary") < place("TurnBegins"));
}

#[test]
fn ls_11_the_active_player_rolls_both_dice() {
    let mut table = quiet();
    table.round((4, 2), &[]);
    assert!(table.log.has(&["Rolled { horse: 3, spaces: 2 }"]));
}

#[test]
fn ls_12_the_rolled_horse_moves_unless_finished() {
    let mut table = quiet();
    table.round((7, 3), &[]);
    assert_eq!(table.positions()[6], 3);
    let mut table = quiet().at([0, 0, 0, 0, 0, 0, 15, 0]);
    table.round((7, 3), &[]);
    assert_eq!((table.positions()[6], table.state.track.finished()), (16, horses(&[7])));
    table.round((7, 3), &[]);
    assert_eq!(table.positions()[6], 16);
    assert!(!table.log.has(&["Moved { horse: 6"]));
}

#[test]
fn ls_13_the_movement_example_moves_the_horses_it_says() {
    // Horse 6 moves 3; then 2 and 3 (printed) and 5 and 6 (marked) move 1 each, left to right.
    let mut table = quiet();
    table.round((6, 1), &[&[("jersey", 6, 0), ("mark", 5, 0)]]);
    table.round((5, 1), &[]);
    table.sheet_mut(0).jerseys = 0;
    table.round((6, 1), &[&[("jersey", 6, 0), ("mark", 6, 0)]]);
    let mut table = Table { state: table.state, ..quiet() }.at([0; 8]);
    table.round((6, 3), &[]);
    assert_eq!(table.positions(), [0, 1, 1, 0, 1, 4, 0, 0]);
    let moved: Vec<&str> = (table.log.0.iter())
        .filter(|line| line.contains("Secondary"))
        .map(|line| &line[15..16])
        .collect();
    assert_eq!(moved, ["1", "2", "4", "5"]);
}

#[test]
fn ls_14_printed_and_player_marks_count_the_same() {
    let mut table = quiet();
    table.round((1, 1), &[&[("jersey", 1, 0), ("mark", 8, 0)]]);
    table.round((1, 1), &[]);
    // 6 by print twice, 8 by the mark once.
    assert_eq!((table.positions()[5], table.positions()[7]), (2, 1));
}

#[test]
fn ls_15_secondary_movement_happens_when_the_rolled_horse_has_finished() {
    let mut table = quiet().at([15, 0, 0, 0, 0, 0, 0, 0]);
    table.round((1, 3), &[]);
    table.round((1, 3), &[]);
    assert_eq!(table.positions(), [16, 0, 0, 0, 0, 2, 0, 0]);
}

#[test]
fn ls_16_any_number_of_horses_share_a_space() {
    let mut table = quiet().at([4, 4, 4, 4, 4, 4, 1, 4]);
    table.round((7, 3), &[]);
    assert_eq!(table.positions(), [5, 4, 5, 4, 4, 4, 4, 4]);
}

#[test]
fn ls_17_an_effect_on_several_horses_moves_the_lowest_number_first() {
    let mut table = quiet();
    table.sheet_mut(0).grid = ROW_BUT_ONE;
    let says = [("concession", 4, 0), ("two_forward", 0, 0), ("move", 8, 0), ("move", 3, 0)];
    table.round((2, 1), &[&says]);
    let moved: Vec<&str> = (table.log.0.iter())
        .filter(|line| line.contains("cause: Bonus") && line.starts_with("Moved"))
        .map(|line| &line[15..16])
        .collect();
    assert_eq!(moved, ["2", "7"]);
}

#[test]
fn ls_18_horses_moved_back_stop_at_the_start() {
    let mut table = quiet().at([0, 0, 0, 2, 0, 0, 0, 0]);
    table.sheet_mut(0).grid = ROW_BUT_ONE;
    table.round((2, 1), &[&[("concession", 4, 0), ("one_back", 0, 0), ("move", 4, 0)]]);
    assert_eq!(table.positions()[3], 0);
}

#[test]
fn ls_19_bonuses_do_not_cross_the_line() {
    let mut table = quiet().at([0, 0, 0, 15, 0, 0, 0, 0]);
    table.sheet_mut(0).grid = ROW_BUT_ONE;
    table.round((2, 1), &[&[("concession", 4, 0), ("one_forward", 0, 0), ("move", 4, 0)]]);
    assert_eq!((table.positions()[3], table.state.track.finished()), (15, 0));
}

#[test]
fn ls_20_bonus_movement_stops_short() {
    let mut table = quiet().at([0, 0, 0, 13, 0, 0, 0, 0]);
    table.sheet_mut(0).grid = ROW_BUT_ONE;
    table.round((2, 1), &[&[("concession", 4, 0), ("one_forward", 0, 0), ("move", 4, 0)]]);
    assert_eq!(table.positions()[3], 15);
}

#[test]
fn ls_21_a_crossing_horse_takes_the_topmost_free_place() {
    let mut table = quiet().at([0, 0, 0, 0, 0, 0, 14, 14]);
    table.round((8, 2), &[]);
    table.round((7, 3), &[]);
    assert_eq!(table.state.track.placed(), [7, 6, NONE]);
}

#[test]
fn ls_22_finished_horses_are_not_moved_or_bet_on() {
    let mut table = quiet().at([0, 0, 0, 0, 0, 0, 0, 14]);
    table.round((8, 2), &[]);
    table.sheet_mut(0).helmets = 0xff;
    assert!(!table.may(0, 8, ("bet", 0, 0)));
    assert!(!table.may(0, 7, ("wild_bet", 8, 0)));
    table.sheet_mut(0).grid = ROW_BUT_ONE;
    table.round((2, 1), &[&[("concession", 4, 0), ("one_back", 0, 0)]]);
    let moved = &table.could_move;
    assert!(!moved.is_empty() && moved.iter().all(|horses| !horses.contains(&8)));
}

#[test]
fn ls_23_after_three_finishers_horses_stop_before_the_line() {
    // 6 crosses by the die; of 2, 3, 5 and 6 on its card, 2 and 3 cross, and 5 is held.
    let mut table = quiet().at([0, 15, 15, 0, 15, 14, 0, 0]);
    table.round((6, 1), &[&[("jersey", 0, 0), ("mark", 5, 0)]]);
    let mut table = table.at([0, 15, 15, 0, 15, 14, 0, 0]);
    let end = table.round((6, 2), &[]);
    assert_eq!(table.state.track.placed(), [5, 1, 2]);
    assert_eq!(table.positions()[4], 15);
    assert!(end.finished);
}

// Actions

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
    let bonus = |says: &[long_shot::Say]| {
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

/// Stuck on a 7 but for Wild Numbers: its marks are made, its card is sold, there is no money.
fn stuck() -> Table {
    let mut table = quiet().owns(1, &[7]);
    let sheet = table.sheet_mut(0);
    (sheet.grid, sheet.helmets, sheet.jerseys, sheet.money) = (1 << 4 | 1 << 13, 64, 64, 0);
    table
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

/// Great Appreciation with two horses of the other player's in front of it; the owner has so much.
fn appreciated(money: u32) -> Table {
    let mut table = ended("great-appreciation", [7, 4, 8], [0; 8]).owns(0, &[8]).owns(1, &[7, 4]);
    table.sheet_mut(0).money = money;
    table
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

// End and scoring

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

/// A table at the end of a race: third, first and second horse, and where the others are.
fn ended(horses: &str, placed: [u8; 3], others: [u8; 8]) -> Table {
    let mut at = others;
    placed.iter().for_each(|horse| at[usize::from(*horse) - 1] = 15);
    let mut table = Table::with(horses);
    // Nothing is marked, bet or bought on the way.
    for sheet in &mut table.state.sheets {
        (sheet.grid, sheet.helmets, sheet.jerseys, sheet.money) = (0xffff, 0, 0, 0);
    }
    // One horse after the other over the line, and then the others to their spaces.
    table.state.track = finish(&table, placed, at);
    table
}

fn finish(table: &Table, placed: impl IntoIterator<Item = u8>, at: [u8; 8]) -> Track {
    let mut track = table.state.track.with_positions(at, &table.game.course);
    for horse in placed {
        track.finish(horse - 1, &table.game.course);
    }
    track
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

// Solo

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

// Readings

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
    assert_eq!(table.could_move[0].len(), 8);
    assert_eq!(table.could_move[1], [1, 2, 4, 5, 6, 7, 8]);
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

// Events

#[test]
fn events_tell_enough_to_follow_the_money() {
    let mut table = Table::with("set1").owns(0, &[2]);
    let before = table.sheet(0).money;
    table.round((2, 1), &[&[("bet", 2, 3)]]);
    assert!(table.log.has(&["MoneyGained { seat: 0, dollars: 2", "Ability(1)"]));
    assert!(table.log.has(&["BetPlaced { seat: 0, horse: 1, dollars: 3, paid: 3, cause: Action"]));
    assert_eq!(table.sheet(0).money, before + 2 - 3);
}
