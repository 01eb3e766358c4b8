//! Each rule and reading of El Ocho, shown on the engine: one test or more for every id from EO-1
//! to EO-19 and from EO-Q1 to EO-Q15. (EO-2 and whole games on the same luck are in
//! `follow/games.rs`, the variant for stressed people in `stressed.rs`.)

mod rolls;

use std::sync::Arc;

use pushluck::games::el_ocho::fast::Matches;
use pushluck::games::el_ocho::scoring::Verdict;
use pushluck::games::el_ocho::turn::{self, Game, Standing};

use crate::el_ocho::common::{
    LEVELS, Policy, engines, game, game_that_begins_with_all_alike, keeps, matches, of_turns,
    replay, tally, turn_at, turn_on, turns, verdict,
};
use crate::el_ocho::plain::engine::{CatchUp, Ending, PlainTurn};

fn level_1() -> Arc<Game> {
    game("level=1")
}

fn level_2() -> Arc<Game> {
    game("level=2")
}

fn both() -> [Arc<Game>; 2] {
    [level_1(), level_2()]
}

/// All scoring dice of a roll as `(points, dice)`.
fn all_of(game: &Game, digits: &str) -> (u32, u8) {
    keeps(game, digits)[0]
}

fn banked(turn: &PlainTurn) -> u32 {
    assert_eq!(turn.ending, Ending::Banked, "{turn:?}");
    turn.points
}

/// The dice of each roll of a turn.
fn dice(turn: &PlainTurn) -> Vec<usize> {
    turn.rolls.iter().map(|roll| roll.dice).collect()
}

const TO_WIN: Policy = Policy::HoldAtOrWin { hold: 500, target: 8000 };
const CATCH_UP: Policy =
    Policy::CatchUp(CatchUp { hold: 500, hold_behind: 1200, gap: 1000, target: 8000 });
const PLAYERS: [Policy; 3] = [TO_WIN, CATCH_UP, Policy::KeepFewest(700)];

/// Some games of three at both levels.
fn some_games(mut each: impl FnMut(&Matches, u64)) {
    for game in both() {
        let run = matches(&game, &PLAYERS, &[&[0, 1, 2]], 1, false);
        (0..60).for_each(|number| each(&run, number));
    }
}

#[test]
fn eo_1_a_banked_total_of_8000_wins() {
    for game in both() {
        assert_eq!(game.points(game.target), 8000);
    }
    some_games(|run, number| {
        let (over, _) = replay(run, number);
        let winner = over.winner.expect("a winner");
        for (seat, total) in over.totals.into_iter().enumerate() {
            assert_eq!(run.game.points(total) >= 8000, seat == winner);
        }
    });
    // Somebody one step below has not won.
    let game = level_1();
    let mut run = matches(&game, &[Policy::HoldAt(400)], &[&[0, 0]], 1, false);
    run.game = run.game.starting([159, 159, 0, 0, 0, 0, 0, 0]);
    let (over, watch) = replay(&run, 0);
    assert!(game.points(over.totals[over.winner.expect("a winner")]) >= 8350);
    assert_eq!(watch.log.iter().filter(|turn| turn.end.gained() > 0).count(), 1);
}

#[test]
fn eo_3_a_turn_starts_with_all_eight_dice() {
    some_games(|run, number| {
        for turn in replay(run, number).1.turns.iter().flatten() {
            assert_eq!(turn.rolls[0].dice, 8);
        }
    });
}

#[test]
fn eo_4_at_least_one_scoring_die_and_nothing_else_is_kept() {
    for game in both() {
        assert_eq!(keeps(&game, "1 2 2 4 6 7 7 8"), [(100, 1)]);
        assert_eq!(keeps(&game, "2 3 5 4 4 6 6 8"), [(50, 1)]);
        assert_eq!(keeps(&game, "4 4 4 2 3 7 7 8"), [(400, 3)]);
        for dice in 1..=8 {
            let classes = game.table(dice).classes();
            for keep in classes.iter().flat_map(|class| class.keeps()) {
                assert!(keep.points > 0 && (1..=dice).contains(&keep.dice));
            }
            assert!(classes.iter().all(|class| class.verdict != Verdict::Keep(Vec::new())));
        }
    }
}

#[test]
fn eo_5_a_1_is_100_and_a_5_is_50() {
    for game in both() {
        assert_eq!(keeps(&game, "1"), [(100, 1)]);
        assert_eq!(keeps(&game, "5"), [(50, 1)]);
        assert_eq!(
            keeps(&game, "1 1 5 5"),
            [(300, 4), (250, 3), (200, 3), (200, 2), (150, 2), (100, 2), (100, 1), (50, 1)]
        );
    }
}

#[test]
fn eo_6_three_of_a_kind() {
    for game in both() {
        assert_eq!(all_of(&game, "1 1 1"), (1000, 3));
        for face in 2..=8_u32 {
            assert_eq!(all_of(&game, &face.to_string().repeat(3)), (100 * face, 3));
        }
        assert_eq!(keeps(&game, "2 2 3 3 3"), [(300, 3)], "a pair is nothing");
    }
}

#[test]
fn eo_7_scoring_dice_may_be_left() {
    for game in both() {
        assert_eq!(keeps(&game, "1 5 2"), [(150, 2), (100, 1), (50, 1)]);
        // The player who keeps as few as may be takes the 1 and rolls the 5 again.
        let player = Policy::KeepFewest(400);
        let start = Standing::start(1);
        let rolls = ["1 5 2 2 3 4 4 6", "1 1 1 2 2 3 4", "1 2 2 3 3 4", "1 2 2 3 3"];
        let turn = turn_at(&game, player, &start, &rolls);
        assert_eq!((banked(&turn), dice(&turn)), (400, vec![8, 7, 6, 5]));
    }
}

#[test]
fn eo_8_points_add_up_and_the_rest_is_rolled() {
    for game in both() {
        let turn = turn_on(&game, 700, &["1 5 2 2 3 3 4 6", "4 4 4 2 6 7", "5 2 6", "1 3"]);
        assert_eq!(banked(&turn), 150 + 400 + 50 + 100);
        assert_eq!(dice(&turn), [8, 6, 3, 2]);
    }
}

#[test]
fn eo_9_a_bust_loses_the_points_of_the_turn() {
    for game in both() {
        assert_eq!(verdict(&game, "2 2 3 4 6 7 7"), Verdict::Bust);
        let turn = turn_on(&game, 2000, &["1 1 1 2 2 3 4 6", "5 3 2 2 7", "2 4 4 7"]);
        assert_eq!((turn.ending, turn.points, turn.lost), (Ending::Bust, 0, 1050));
    }
    assert_eq!(verdict(&level_1(), "2 2 3 4 6 7 8"), Verdict::Bust);
}

#[test]
fn eo_10_big_8_over_one_or_several_rolls() {
    for game in both() {
        let turn = turn_on(&game, 1350, &["1 1 1 2 2 2 5 5", "1 2 2 3 3 4 6 6"]);
        assert_eq!((banked(&turn), dice(&turn)), (1400, vec![8, 8]));
        let rolls = ["1 1 1 2 2 3 3 4", "5 5 5 4 6", "1 5", "1 1 2 3 3 4 6 7"];
        let turn = turn_on(&game, 1700, &rolls);
        assert_eq!((banked(&turn), dice(&turn)), (1000 + 500 + 150 + 200, vec![8, 5, 2, 8]));
    }
}

#[test]
fn eo_11_the_great_run() {
    for game in both() {
        assert_eq!(all_of(&game, "1 2 3 4 5 6 7 8"), (4000, 8));
        let turn = turn_on(&game, 4050, &["8 7 6 5 4 3 2 1", "1 2 2 3 3 4 6 6"]);
        assert_eq!((banked(&turn), dice(&turn)), (4100, vec![8, 8]));
    }
}

#[test]
fn eo_12_banking_needs_400_points_in_every_turn() {
    for game in both() {
        assert_eq!(game.points(game.min_bank), 400);
        // Somebody who would stop at once has to go on at 350 and stops at 400.
        let turn = turn_on(&game, 0, &["1 1 1 2 2 3 4 6"]);
        assert_eq!(banked(&turn), 1000);
        let rolls = ["3 3 3 5 2 4 6 7", "5 2 2 4"];
        assert_eq!(banked(&turn_on(&game, 0, &rolls)), 400);
        for isa in engines() {
            let counted = tally(&turns(&game, &[Policy::HoldAt(0)], 1, isa), 5000, 1);
            let banked = &of_turns(&counted)[0].endings.banked;
            assert_eq!(banked.iter().position(|turns| *turns > 0), Some(8), "400 points");
        }
        // In every turn of a game, however much was banked before and however little would win:
        // somebody who would stop at once never stops below 400, and always from 400 on.
        let mut gains = [0_u32; 400];
        for (first, second) in [(0, 0), (100, 40), (159, 159), (155, 0)] {
            for folded in [false, true] {
                let mut run = matches(&game, &[Policy::HoldAt(0)], &[&[0, 0]], 1, folded);
                run.game = run.game.starting([first, second, 0, 0, 0, 0, 0, 0]);
                let counted = of_turns(&tally(&run, 64, 1));
                let banked = counted[0].endings.banked.iter().position(|turns| *turns > 0);
                assert!(banked >= Some(8), "{banked:?} units");
            }
            let mut run = matches(&game, &[Policy::HoldAt(0)], &[&[0, 0]], 1, false);
            run.game = run.game.starting([first, second, 0, 0, 0, 0, 0, 0]);
            for number in 0..64 {
                let (_, watch) = replay(&run, number);
                for turn in watch.log {
                    gains[turn.end.gained() as usize] += 1;
                }
                for turn in watch.turns.iter().flatten() {
                    let before = &turn.rolls[..turn.rolls.len() - 1];
                    let kept = before.iter().filter_map(|roll| roll.kept).map(|kept| kept.points);
                    assert!(kept.sum::<u32>() < 400, "rolled on with 400 or more: {turn:?}");
                }
            }
        }
        assert_eq!(gains[1..].iter().position(|turns| *turns > 0), Some(7), "400 points");
        // Nobody stops without saying so.
        for isa in engines() {
            let run = turns(&game, &[Policy::HoldAt(u32::MAX)], 1, isa);
            let banked = &of_turns(&tally(&run, 5000, 1))[0].endings.banked;
            assert!(banked.iter().all(|turns| *turns == 0));
        }
    }
}

#[test]
fn eo_13_banked_points_are_safe() {
    some_games(|run, number| {
        let mut totals = [0; 3];
        for turn in replay(run, number).1.log {
            assert_eq!(turn.standing.own, totals[turn.seat]);
            let gained = if turn.end.ending == turn::Ending::Bust { 0 } else { turn.end.points };
            totals[turn.seat] += gained;
            assert_eq!(turn.total, totals[turn.seat]);
        }
    });
}

#[test]
fn eo_14_the_first_to_bank_8000_wins_at_once() {
    some_games(|run, number| {
        let (over, watch) = replay(run, number);
        let winner = over.winner.expect("a winner");
        let (last, before) = watch.log.split_last().expect("turns");
        assert_eq!(last.seat, winner, "nobody has a turn after the winner");
        assert!(last.total >= run.game.target);
        assert!(before.iter().all(|turn| turn.total < run.game.target));
        for seat in 0..3 {
            let turns = over.turns[winner] - u32::from(seat > winner);
            assert_eq!(over.turns[seat], turns, "there is no final round");
        }
    });
}

#[test]
fn eo_15_series_double() {
    let game = level_2();
    for (roll, points) in [
        ("2 2 2 2", 400),
        ("3 3 3 3", 600),
        ("2 2 2 2 2", 800),
        ("2 2 2 2 2 2", 1600),
        ("2 2 2 2 2 2 2", 3200),
        ("5 5 5 5 5 5", 4000),
        ("7 7 7 7 7", 2800),
        ("1 1 1 1", 2000),
        ("1 1 1 1 1 1 1", 16_000),
        ("8 8 8 8 8 8 8", 12_800),
    ] {
        let dice = roll.split(' ').count() as u8;
        assert_eq!(all_of(&game, roll), (points, dice), "{roll}");
    }
    assert_eq!(all_of(&level_1(), "2 2 2 2 2"), (200, 3), "level 2 only");
}

#[test]
fn eo_16_eight_alike_win_at_once() {
    let game = level_2();
    for face in "12345678".chars() {
        let roll = face.to_string().repeat(8);
        assert_eq!(verdict(&game, &roll), Verdict::Win { points: 160 });
    }
    // After a Big 8 as well, on top of what the turn holds.
    let turn = turn_on(&game, 3000, &["1 1 1 2 2 2 5 5", "7 7 7 7 7 7 7 7"]);
    assert_eq!((turn.ending, turn.points), (Ending::InstantWin, 1300 + 8000));
    let number = game_that_begins_with_all_alike(&game, 1, 0);
    let mut run = matches(&game, &PLAYERS, &[&[0, 1, 2]], 1, false);
    run.game = run.game.starting([0, 159, 159, 0, 0, 0, 0, 0]);
    let (over, watch) = replay(&run, number);
    assert_eq!((over.winner, watch.log.len()), (Some(0), 1));
    // Seven alike and another do not, nor do eight at level 1.
    assert!(matches!(verdict(&game, "7 7 7 7 7 7 7 8"), Verdict::Keep(_)));
    assert_eq!(all_of(&level_1(), "7 7 7 7 7 7 7 7"), (1400, 6));
}

#[test]
fn eo_17_a_joker_rolls_the_same_dice_again() {
    let game = level_2();
    assert_eq!(verdict(&game, "8 2 2 3"), Verdict::Joker);
    assert_eq!(verdict(&game, "8"), Verdict::Joker);
    assert!(matches!(verdict(&game, "8 2 2 5"), Verdict::Keep(_)), "something scores");
    assert_eq!(verdict(&game, "7 2 2 3"), Verdict::Bust, "there is no 8");
    assert_eq!(verdict(&level_1(), "8 2 2 3"), Verdict::Bust, "level 2 only");
    // The points stay, and it may repeat.
    let rolls = ["1 1 1 2 2 3 4 6", "8 2 2 3 3", "8 8 2 2 3", "5 2 2 3 3", "1 2 3 6"];
    let turn = turn_on(&game, 1100, &rolls);
    assert_eq!(banked(&turn), 1000 + 50 + 100);
    assert_eq!(dice(&turn), [8, 5, 5, 5, 4]);
    let jokers: Vec<bool> = turn.rolls.iter().map(|roll| roll.joker).collect();
    assert_eq!(jokers, [false, true, true, false, false]);
    // A bust after a Joker is one.
    let turn = turn_on(&game, 1100, &["1 1 1 2 2 3 4 6", "8 2 2 3 3", "7 2 2 3 3"]);
    assert_eq!((turn.ending, turn.lost), (Ending::Bust, 1000));
}

#[test]
fn eo_18_runs_use_all_dice_just_rolled() {
    let game = level_2();
    let run = |from: u8, dice: u8| -> String {
        (from..from + dice).map(|face| char::from(b'0' + face)).collect()
    };
    for dice in 2..=8 {
        for from in 1..=9 - dice {
            let points = if dice == 8 { 4000 } else { 100 * u32::from(dice) };
            assert_eq!(all_of(&game, &run(from, dice)), (points, dice));
        }
    }
    // The rulebook's example: five dice rolled.
    assert_eq!(keeps(&game, "2 3 4 5 6"), [(500, 5), (50, 1)]);
    let turn = turn_on(&game, 1300, &["1 1 1 5 2 2 3 4", "4 3 6 5"]);
    assert_eq!(banked(&turn), 1050 + 400);
}

#[test]
fn eo_19_a_run_over_some_of_the_dice_scores_nothing() {
    let game = level_2();
    assert_eq!(verdict(&game, "2 3 4 4"), Verdict::Bust);
    assert_eq!(verdict(&game, "2 3 4 6 7"), Verdict::Bust);
    // The rulebook's example: only the 1 and the 5 may be set aside.
    assert_eq!(keeps(&game, "1 4 5 6 7"), [(150, 2), (100, 1), (50, 1)]);
    assert_eq!(keeps(&game, "1 2 3 4 4"), [(100, 1)]);
    assert_eq!(keeps(&game, "1 2 3 4 5 6 7 7"), [(150, 2), (100, 1), (50, 1)]);
}

#[test]
fn eo_q1_more_than_three_alike_at_level_1() {
    let game = level_1();
    assert_eq!(keeps(&game, "2 2 2 2"), [(200, 3)], "a surplus 2 is nothing");
    assert_eq!(all_of(&game, "1 1 1 1 1"), (1200, 5), "surplus 1s score singly");
    assert_eq!(all_of(&game, "5 5 5 5"), (550, 4));
    assert_eq!(keeps(&game, "6 6 6 6 6 6"), [(1200, 6), (600, 3)], "two triples");
    assert_eq!(all_of(&game, "3 3 3 3 3 3 3 3"), (600, 6));
    assert_eq!(all_of(&game, "1 1 1 1 1 1 1 1"), (2200, 8));
    assert_eq!(all_of(&game, "5 5 5 5 5 5 5 5"), (1100, 8));
}

#[test]
fn eo_q2_any_legal_part_may_be_kept() {
    for game in both() {
        assert!(keeps(&game, "4 4 4 4").contains(&(400, 3)));
        assert!(keeps(&game, "1 1 1 1").contains(&(100, 1)));
        assert!(keeps(&game, "1 1 1 1").contains(&(200, 2)));
    }
    assert_eq!(keeps(&level_2(), "4 4 4 4"), [(800, 4), (400, 3)]);
    assert_eq!(keeps(&level_2(), "7 7 7 7 7"), [(2800, 5), (1400, 4), (700, 3)]);
}

#[test]
fn eo_q3_a_series_never_grows_over_rolls() {
    for game in both() {
        assert_eq!(verdict(&game, "7 7 2 3 4"), Verdict::Bust);
        let turn = turn_on(&game, 1000, &["7 7 7 2 2 3 4 6", "7 7 2 3 4"]);
        assert_eq!((turn.ending, turn.lost), (Ending::Bust, 700));
        let turn = turn_on(&game, 750, &["7 7 7 2 2 3 4 6", "7 7 1 3 4"]);
        assert_eq!(banked(&turn), 800, "the two 7s add nothing");
    }
}

#[test]
fn eo_q4_a_run_is_no_bust_and_no_joker() {
    let game = level_2();
    assert_eq!(keeps(&game, "2 3 4"), [(300, 3)]);
    assert_eq!(keeps(&game, "7 8"), [(200, 2)]);
    let literal = self::game("level=2,joker=literal");
    assert_eq!(verdict(&literal, "7 8"), Verdict::Joker);
    assert_eq!(keeps(&literal, "2 3 4"), [(300, 3)], "there is no 8");
    assert!(matches!(verdict(&literal, "4 5 6 7 8"), Verdict::Keep(_)), "there is a 5");
    let turn = turn_on(&literal, 1600, &["1 1 1 5 5 5 2 2", "7 8", "8 7", "1 2"]);
    assert_eq!((banked(&turn), dice(&turn)), (1500 + 200, vec![8, 2, 2, 2]));
}

#[test]
fn eo_q5_runs_score_at_level_2_only_and_make_a_big_8() {
    assert_eq!(verdict(&level_1(), "2 3 4"), Verdict::Bust);
    assert_eq!(keeps(&level_1(), "3 4 5"), [(50, 1)]);
    assert_eq!(all_of(&level_1(), "1 2 3 4 5 6 7 8"), (4000, 8), "save the great run");
    // The player may keep just the 1s and 5s of a run.
    assert_eq!(keeps(&level_2(), "3 4 5"), [(300, 3), (50, 1)]);
    let five = [(500, 5), (150, 2), (100, 1), (50, 1)];
    assert_eq!(keeps(&level_2(), "1 2 3 4 5"), five);
    // A run of the dice left completes all eight.
    let turn = turn_on(&level_2(), 1400, &["1 1 1 2 2 3 4 6", "2 3 4 5 6"]);
    assert_eq!(banked(&turn), 1500);
    let turn = turn_on(&level_2(), 1550, &["1 1 1 2 2 3 4 6", "2 3 4 5 6", "1 2 2 3 3 4 6 6"]);
    assert_eq!((banked(&turn), dice(&turn)), (1600, vec![8, 5, 8]));
}

#[test]
fn eo_q6_no_run_wraps_around() {
    let game = level_2();
    assert_eq!(keeps(&game, "8 1"), [(100, 1)]);
    assert_eq!(verdict(&game, "7 8 2"), Verdict::Joker);
    assert_eq!(keeps(&game, "7 8 1 2"), [(100, 1)]);
}

#[test]
fn eo_q7_the_great_run_counts_after_a_big_8() {
    for game in both() {
        let turn = turn_on(&game, 5000, &["1 1 1 2 2 2 5 5", "1 2 3 4 5 6 7 8"]);
        assert_eq!(banked(&turn), 1300 + 4000);
    }
}

#[test]
fn eo_q8_after_a_big_8_the_player_may_stop() {
    for game in both() {
        let turn = turn_on(&game, 0, &["1 1 1 2 2 2 5 5"]);
        assert_eq!(banked(&turn), 1300);
        // The least that eight scored dice are worth.
        let mut rolls = vec!["52233467", "5223346", "522334", "52233", "5223", "522", "52", "5"];
        assert_eq!(banked(&turn_on(&game, 0, &rolls)), 400);
        // Or roll on with all eight.
        rolls.push("12233466");
        assert_eq!(banked(&turn_on(&game, 450, &rolls)), 500);
    }
    // No way of setting eight dice aside holds less, at either level.
    for game in both() {
        let mut least = [None; 9];
        least[8] = Some(0);
        for dice in (1..=8_usize).rev() {
            let Some(before) = least[dice] else { continue };
            for class in game.table(dice as u8).classes() {
                for keep in class.keeps() {
                    let left = &mut least[dice - usize::from(keep.dice)];
                    let points: u32 = before + keep.points;
                    *left = Some(left.map_or(points, |least: u32| least.min(points)));
                }
            }
        }
        assert_eq!(least[0], Some(8), "eight single 5s");
    }
}

#[test]
fn eo_q9_below_400_the_player_rolls_on_even_when_less_would_win() {
    for game in both() {
        let nearly = Standing { own: 159, ..Standing::start(1) };
        let turn = turn_at(&game, TO_WIN, &nearly, &["3 3 3 5 2 4 6 7", "5 2 2 4"]);
        assert_eq!((banked(&turn), turn.rolls.len()), (400, 2));
        let turn = turn_at(&game, TO_WIN, &nearly, &["3 3 3 5 2 4 6 7", "2 2 4 7"]);
        assert_eq!(turn.ending, Ending::Bust);
    }
}

#[test]
fn eo_q10_unbanked_points_win_nothing() {
    for game in both() {
        // 8500 points in a turn, and a bust.
        let rolls = ["1 2 3 4 5 6 7 8", "8 7 6 5 4 3 2 1", "5 5 5 2 2 3 4 6", "2 2 3 4 6"];
        let turn = turn_on(&game, 20_000, &rolls);
        assert_eq!((turn.ending, turn.points, turn.lost), (Ending::Bust, 0, 8500));
    }
    // In a game: nobody who busts wins, whatever the turn held.
    let game = level_2();
    let greedy = [Policy::HoldAt(3000), Policy::HoldAt(1000)];
    let mut run = matches(&game, &greedy, &[&[0, 1]], 1, false);
    run.game = run.game.starting([150, 150, 0, 0, 0, 0, 0, 0]);
    let mut high = 0;
    for number in 0..200 {
        let (over, watch) = replay(&run, number);
        for turn in watch.log.iter().filter(|turn| turn.end.ending == turn::Ending::Bust) {
            let reached = turn.standing.own + turn.end.points >= game.target;
            high += u32::from(reached);
            assert_eq!(turn.total, turn.standing.own);
        }
        let last = watch.log.last().expect("turns");
        assert_eq!(over.winner, Some(last.seat));
        assert_ne!(last.end.ending, turn::Ending::Bust);
    }
    assert!(high > 0, "some bust lost a win");
}

#[test]
fn eo_q11_several_series_all_score() {
    let game = level_2();
    assert_eq!(all_of(&game, "4 4 4 7 7 7 7"), (400 + 1400, 7));
    assert_eq!(all_of(&game, "2 2 2 2 3 3 3 3"), (400 + 600, 8));
    assert_eq!(all_of(&game, "2 2 2 8 8 8 1 5"), (200 + 800 + 150, 8));
}

#[test]
fn eo_q12_seven_alike_and_an_eighth_die() {
    let game = level_2();
    assert_eq!(all_of(&game, "2 2 2 2 2 2 2 1"), (3200 + 100, 8));
    assert_eq!(all_of(&game, "2 2 2 2 2 2 2 5"), (3200 + 50, 8));
    assert_eq!(all_of(&game, "2 2 2 2 2 2 2 3"), (3200, 7));
}

#[test]
fn eo_q13_points_are_multiples_of_50() {
    for game in both() {
        assert_eq!(game.scoring.unit, 50);
        assert_eq!((game.target, game.min_bank), (160, 8));
        assert_eq!(all_of(&game, "5").0, game.scoring.unit, "no coarser unit would do");
    }
}

#[test]
fn eo_q14_the_turn_passes_clockwise() {
    some_games(|run, number| {
        let log = replay(run, number).1.log;
        for (index, turn) in log.iter().enumerate() {
            assert_eq!(turn.seat, index % 3, "after a bank as after a bust");
            assert_eq!(turn.standing.turns_taken as usize, index / 3);
        }
        // Opponents are seen in that order: the next to play first.
        let mut totals = [0; 3];
        for turn in log {
            let next = [(turn.seat + 1) % 3, (turn.seat + 2) % 3].map(|seat| totals[seat]);
            assert_eq!(turn.standing.others[..2], next);
            totals[turn.seat] = turn.total;
        }
    });
}

#[test]
fn eo_q15_kept_dice_score_the_highest_way() {
    for game in both() {
        let three: Vec<_> = keeps(&game, "1 1 1").into_iter().filter(|keep| keep.1 == 3).collect();
        assert_eq!(three, [(1000, 3)], "not 300");
        assert_eq!(keeps(&game, "5 5 5")[0], (500, 3));
    }
    let six: Vec<_> =
        keeps(&level_2(), "2 2 2 2 2 2").into_iter().filter(|keep| keep.1 == 6).collect();
    assert_eq!(six, [(1600, 6)], "not two triples");
    // 1 2 keeps the run, not the 1 and a die that scores nothing; five 1s are a series.
    assert_eq!(keeps(&level_2(), "1 2"), [(200, 2), (100, 1)]);
    assert_eq!(all_of(&level_2(), "1 1 1 1 1"), (4000, 5));
}

#[test]
fn every_rule_switch_does_what_it_says() {
    for case in LEVELS {
        let game = game(&format!("{},target=1000,min_bank=0", case.settings));
        assert_eq!((game.target, game.min_bank), (20, 0));
        assert_eq!(banked(&turn_on(&game, 0, &["5 2 2 3 3 4 6 7"])), 50);
        let run = matches(&game, &[Policy::HoldAt(0)], &[&[0, 0]], 1, false);
        let (over, _) = replay(&run, 0);
        assert!(over.totals[over.winner.expect("a winner")] >= 20);
    }
}
