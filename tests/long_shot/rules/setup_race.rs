//! Set-up and the race, LS-1 to LS-23.

use pushluck::games::long_shot::compiled::Game;
use pushluck::games::long_shot::edition::Edition;
use pushluck::games::long_shot::event::Event;
use pushluck::games::long_shot::legal_actions::Action;
use pushluck::games::long_shot::state::State;
use pushluck::games::long_shot::track::NONE;

use std::process::Command;

use super::table::{ROW_BUT_ONE, Table, horses, quiet, some_games};
use crate::long_shot::common::{Decision, Watch, play, rules};

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
fn answer(decision: &Decision<'_>, function: &str, of: [u8; 2]) -> i64 {
    decision.function(function, &of.map(f64::from)) as i64
}

#[test]
fn ls_08_everybody_sees_all_sheets() {
    struct Ask(u32);
    impl Watch for Ask {
        fn decided(&mut self, decision: &Decision<'_>, _: Action) {
            self.0 += 1;
            let state = decision.state;
            let around = |ahead: u8| usize::from((decision.seat + ahead) % 4);
            for ahead in 0..4 {
                let sheet = &state.sheets[around(ahead)];
                let money = answer(decision, "money_of", [ahead + 1, 0]);
                assert_eq!(money, i64::from(sheet.money));
                for horse in 1..=8 {
                    let bet = answer(decision, "bet_of", [ahead + 1, horse]);
                    assert_eq!(bet, i64::from(sheet.bet(horse - 1)));
                    let owner = answer(decision, "owner", [horse, 0]);
                    let owns = sheet.owned & horses(&[horse]) != 0;
                    assert_eq!(owner == i64::from(ahead) + 1, owns);
                }
            }
            for horse in 1..=8 {
                let others = (1..4).map(|ahead| state.sheets[around(ahead)].bet(horse - 1));
                let bets = answer(decision, "others_bets", [horse, 0]);
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
