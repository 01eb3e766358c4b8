//! Tests of each rule and reading of El Ocho on the engine: at least one for every id from EO-1 to
//! EO-19 and from EO-Q1 to EO-Q15. (`stressed.rs` tests the variant for stressed players.)

mod rolls;

use std::sync::{Arc, OnceLock};

use pushluck::game::contract::{Game as _, Next, Silent};
use pushluck::games::el_ocho::engine::{Position, Roll, Seated};
use pushluck::games::el_ocho::scoring::Verdict;
use pushluck::games::el_ocho::turn::{self, Game, Standing};

use crate::el_ocho::common::anyone::{Anyone, hold_at, keep_fewest};
use crate::el_ocho::common::{
    Played, class, game, keeps, matches, of_turns, replay, tally, turn_at, turn_on, verdict, winner,
};
use crate::el_ocho::plain::engine::Ending;

/// Level 1, level 2, and level 2 with the literal Joker.
fn games() -> &'static [Arc<Game>; 3] {
    static GAMES: OnceLock<[Arc<Game>; 3]> = OnceLock::new();
    GAMES.get_or_init(|| ["level=1", "level=2", "level=2,joker=literal"].map(game))
}

fn level_1() -> &'static Arc<Game> {
    &games()[0]
}

fn level_2() -> &'static Arc<Game> {
    &games()[1]
}

fn both() -> &'static [Arc<Game>] {
    &games()[..2]
}

/// Checks the rolls of a rule in `keeps.tsv`.
fn rolls_of(rule: &str) {
    let lines = include_str!("keeps.tsv").lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let lines: Vec<_> = lines.filter(|cells| cells[0] == rule).collect();
    assert!(!lines.is_empty(), "{rule} has no roll");
    for line in lines {
        let games = match line[1] {
            "1" => &games()[..1],
            "2" => &games()[1..2],
            "12" => both(),
            _ => &games()[2..],
        };
        for game in games {
            let keep = |(points, dice)| format!("{points}:{dice}");
            let found = match verdict(game, line[2]) {
                Verdict::Bust => "bust".to_owned(),
                Verdict::Joker => "joker".to_owned(),
                Verdict::Win { points } => format!("win:{}", game.points(points)),
                Verdict::Keep(_) => {
                    keeps(game, line[2]).into_iter().map(keep).collect::<Vec<_>>().join(" ")
                }
            };
            match line[3].strip_suffix(" ...") {
                Some(best) => assert_eq!(found.split(' ').next(), Some(best), "{line:?}"),
                None => assert_eq!(found, line[3], "{line:?}"),
            }
        }
    }
}

/// Checks the end of a turn, on exactly these rolls, of a player who holds at `hold` points: the
/// ending, and the points banked or lost. Each roll has the number of dice that the turn rolls.
fn ends(game: &Arc<Game>, hold: u32, rolls: &[&str], ending: Ending, points: u32) {
    let turn = turn_on(game, hold, rolls);
    assert_eq!((turn.ending, turn.points.max(turn.lost)), (ending, points), "{turn:?}");
    assert_eq!(turn.lost > 0, ending == Ending::Bust);
}

fn banks(game: &Arc<Game>, hold: u32, rolls: &[&str], points: u32) {
    ends(game, hold, rolls, Ending::Banked, points);
}

fn busts(game: &Arc<Game>, hold: u32, rolls: &[&str], lost: u32) {
    ends(game, hold, rolls, Ending::Bust, lost);
}

fn to_win() -> Anyone {
    Anyone { finish: Some(160), ..hold_at(500) }
}

fn players() -> [Anyone; 3] {
    [to_win(), Anyone { gap: Some((20, 14)), ..to_win() }, keep_fewest(700)]
}

/// Plays games of three at both levels; passes the end of each game and its turns to `each`.
fn some_games(mut each: impl FnMut(&Game, &Position, &[Played])) {
    for game in both() {
        let run = matches(game, &players(), &[&[0, 1, 2]], 1, false);
        for number in 0..60 {
            let (over, turns) = replay(&run, number);
            each(game, &over, &turns);
        }
    }
}

#[test]
fn eo_1_a_banked_total_of_8000_wins() {
    for game in both() {
        assert_eq!(game.points(game.target), 8000);
    }
    some_games(|game, over, _| {
        for seat in 0..3 {
            assert_eq!(game.points(over.totals[seat]) >= 8000, winner(over) == Some(seat));
        }
    });
    // A player one step below the target has not won.
    let mut run = matches(level_1(), &[hold_at(400)], &[&[0, 0]], 1, false);
    run.game = run.game.starting([159, 159, 0, 0, 0, 0, 0, 0]);
    let (over, turns) = replay(&run, 0);
    assert!(over.totals[winner(&over).expect("a winner")] >= 159 + 8);
    assert_eq!(turns.iter().filter(|turn| turn.end.gained() > 0).count(), 1);
}

#[test]
fn eo_2_seat_1_begins_and_each_policy_begins_equally_often() {
    some_games(|_, _, turns| assert_eq!(turns[0].seat, 0, "the first turn is seat 1's"));
    for folded in [false, true] {
        let run = matches(level_1(), &players(), &[&[0, 1, 2]], 2, folded);
        let groups = &tally(&run, 333, 1).games.tables[0];
        assert!(groups.iter().flat_map(|group| &group.seats).all(|seat| seat.wins.n == 111));
    }
}

#[test]
fn eo_3_a_turn_starts_with_all_eight_dice() {
    some_games(|_, _, turns| {
        assert!(turns.iter().all(|turn| turn.plain.rolls[0].dice == 8));
    });
}

#[test]
fn eo_4_at_least_one_scoring_die_and_nothing_else_is_kept() {
    rolls_of("eo-4");
}

#[test]
fn eo_5_a_1_is_100_and_a_5_is_50() {
    rolls_of("eo-5");
}

#[test]
fn eo_6_three_of_a_kind() {
    rolls_of("eo-6");
}

#[test]
fn eo_7_scoring_dice_may_be_left() {
    rolls_of("eo-7");
    for game in both() {
        // The player who keeps as few dice as possible takes the 5 and rolls the 1 again.
        let rolls = ["1 5 2 2 3 4 4 6", "1 1 1 2 2 3 4", "1 2 2 3 3 4", "1 2 2 3 3", "5 1 2 2"];
        let turn = turn_at(game, &keep_fewest(400), &Standing::start(1), &rolls);
        assert_eq!((turn.ending, turn.points), (Ending::Banked, 400));
    }
}

#[test]
fn eo_8_points_add_up_and_the_rest_is_rolled() {
    for game in both() {
        let rolls = ["1 5 2 2 3 3 4 6", "4 4 4 2 6 7", "5 2 6", "1 3"];
        banks(game, 700, &rolls, 150 + 400 + 50 + 100);
    }
}

#[test]
fn eo_9_a_bust_loses_the_points_of_the_turn() {
    rolls_of("eo-9");
    for game in both() {
        busts(game, 2000, &["1 1 1 2 2 3 4 6", "5 3 2 2 7", "2 4 4 7"], 1050);
        assert_eq!(turn_on(game, 0, &["2 2 3 3 4 4 6 6"]).ending, Ending::Bust);
    }
    some_games(|_, _, turns| {
        let lost = turns.iter().filter(|turn| turn.end.ending == turn::Ending::Bust);
        lost.for_each(|turn| assert_eq!(turn.total, turn.standing.own));
    });
}

#[test]
fn eo_10_big_8_over_one_or_several_rolls() {
    for game in both() {
        banks(game, 1350, &["1 1 1 2 2 2 5 5", "1 2 2 3 3 4 6 6"], 1400);
        let rolls = ["1 1 1 2 2 3 3 4", "5 5 5 4 6", "1 5", "1 1 2 3 3 4 6 7"];
        banks(game, 1700, &rolls, 1000 + 500 + 150 + 200);
    }
}

#[test]
fn eo_11_the_great_run() {
    rolls_of("eo-11");
    for game in both() {
        banks(game, 4050, &["8 7 6 5 4 3 2 1", "1 2 2 3 3 4 6 6"], 4100);
    }
}

#[test]
fn eo_12_banking_needs_400_points_in_every_turn() {
    for game in both() {
        assert_eq!(game.points(game.min_bank), 400);
        // A player who would stop at once must roll at 350 and stops at 400.
        banks(game, 0, &["1 1 1 2 2 3 4 6"], 1000);
        banks(game, 0, &["3 3 3 5 2 4 6 7", "5 2 2 4"], 400);
        // The same in every turn of a game, for any banked total and any number of points needed to
        // win.
        let mut gains = [0_u32; 400];
        for (first, second) in [(0, 0), (100, 40), (159, 159), (155, 0)] {
            for folded in [false, true] {
                let mut run = matches(game, &[hold_at(0)], &[&[0, 0]], 1, folded);
                run.game = run.game.starting([first, second, 0, 0, 0, 0, 0, 0]);
                let counted = of_turns(&tally(&run, 64, 1));
                for (units, times) in (0..).zip(&counted[0].banked) {
                    gains[units] += *times as u32;
                }
            }
        }
        assert_eq!(gains.iter().position(|turns| *turns > 0), Some(8), "400 points");
        // A player stops only by decision.
        let enough = ["1 2 3 4 5 6 7 8", "8 7 6 5 4 3 2 1", "2 2 3 3 4 4 6 6"];
        busts(game, u32::MAX, &enough, 8000);
    }
}

#[test]
fn eo_13_banked_points_are_safe() {
    some_games(|_, _, turns| {
        let mut totals = [0; 3];
        for turn in turns {
            assert_eq!(turn.standing.own, totals[turn.seat]);
            let gained = if turn.end.ending == turn::Ending::Bust { 0 } else { turn.end.points };
            totals[turn.seat] += gained;
            assert_eq!(turn.total, totals[turn.seat]);
        }
    });
}

#[test]
fn eo_14_the_first_to_bank_8000_wins_at_once() {
    some_games(|game, over, turns| {
        let (last, before) = turns.split_last().expect("turns");
        assert_eq!(Some(last.seat), winner(over), "no player has a turn after the winner");
        assert!(last.total >= game.target);
        assert!(before.iter().all(|turn| turn.total < game.target), "there is no final round");
    });
}

#[test]
fn eo_15_series_double() {
    rolls_of("eo-15");
}

#[test]
fn eo_16_eight_alike_win_at_once() {
    rolls_of("eo-16");
    // Also after a Big 8, in addition to the points of the turn.
    let rolls = ["1 1 1 2 2 2 5 5", "7 7 7 7 7 7 7 7"];
    ends(level_2(), 3000, &rolls, Ending::InstantWin, 1300 + 8000);
    // For any totals, and for any target.
    for settings in ["level=2", "level=2,target=100000"] {
        let game = Seated::new(&game(settings), 3).starting([0, 159, 150, 0, 0, 0, 0, 0]);
        let mut at = game.start(&mut Silent);
        let roll = Roll { class: class(&game, "7 7 7 7 7 7 7 7"), rank: 0 };
        game.happen(&mut at, roll, &mut Silent);
        assert_eq!(game.next(&at), Next::Over { finished: true });
        assert_eq!((winner(&at), &at.totals[..3]), (Some(0), &[160, 159, 150][..]));
        assert_eq!([0, 1, 2].map(|seat| at.turns_taken(seat)), [1, 0, 0]);
    }
}

#[test]
fn eo_17_a_joker_rolls_the_same_dice_again() {
    rolls_of("eo-17");
    let game = level_2();
    // The points stay, and Jokers may repeat.
    let rolls = ["1 1 1 2 2 3 4 6", "8 2 2 3 3", "8 8 2 2 3", "5 2 2 3 3", "1 2 3 6"];
    banks(game, 1100, &rolls, 1000 + 50 + 100);
    // A bust after a Joker is a bust.
    busts(game, 1100, &["1 1 1 2 2 3 4 6", "8 2 2 3 3", "7 2 2 3 3"], 1000);
}

#[test]
fn eo_18_runs_use_all_dice_just_rolled() {
    rolls_of("eo-18");
    banks(level_2(), 1300, &["1 1 1 5 2 2 3 4", "4 3 6 5"], 1050 + 400);
}

#[test]
fn eo_19_a_run_over_some_of_the_dice_scores_nothing() {
    rolls_of("eo-19");
}

#[test]
fn eo_q1_more_than_three_alike_at_level_1() {
    rolls_of("eo-q1");
}

#[test]
fn eo_q2_any_legal_part_may_be_kept() {
    rolls_of("eo-q2");
}

#[test]
fn eo_q3_a_series_never_grows_over_rolls() {
    rolls_of("eo-q3");
    for game in both() {
        busts(game, 1000, &["7 7 7 2 2 3 4 6", "7 7 2 3 4"], 700);
        // The two 7s add nothing.
        banks(game, 750, &["7 7 7 2 2 3 4 6", "7 7 1 3 4"], 800);
    }
}

#[test]
fn eo_q4_a_run_is_no_bust_and_no_joker() {
    rolls_of("eo-q4");
    banks(&games()[2], 1600, &["1 1 1 5 5 5 2 2", "7 8", "8 7", "1 2"], 1500 + 200);
}

#[test]
fn eo_q5_runs_score_at_level_2_only_and_make_a_big_8() {
    rolls_of("eo-q5");
    // A run of the remaining dice completes all eight.
    banks(level_2(), 1400, &["1 1 1 2 2 3 4 6", "2 3 4 5 6"], 1500);
    let rolls = ["1 1 1 2 2 3 4 6", "2 3 4 5 6", "1 2 2 3 3 4 6 6"];
    banks(level_2(), 1550, &rolls, 1600);
}

#[test]
fn eo_q6_no_run_wraps_around() {
    rolls_of("eo-q6");
}

#[test]
fn eo_q7_the_great_run_counts_after_a_big_8() {
    for game in both() {
        banks(game, 5000, &["1 1 1 2 2 2 5 5", "1 2 3 4 5 6 7 8"], 1300 + 4000);
    }
}

#[test]
fn eo_q8_after_a_big_8_the_player_may_stop() {
    for game in both() {
        banks(game, 0, &["1 1 1 2 2 2 5 5"], 1300);
        // The fewest points of eight scored dice.
        let mut rolls = vec!["52233467", "5223346", "522334", "52233", "5223", "522", "52", "5"];
        banks(game, 0, &rolls, 400);
        // Or the player rolls all eight again.
        rolls.push("12233466");
        banks(game, 450, &rolls, 500);
    }
}

#[test]
fn eo_q9_below_400_the_player_rolls_on_even_when_less_would_win() {
    for game in both() {
        let nearly = Standing { own: 159, ..Standing::start(1) };
        for (second, ending) in [("5 2 2 4", Ending::Banked), ("2 2 4 7", Ending::Bust)] {
            let turn = turn_at(game, &to_win(), &nearly, &["3 3 3 5 2 4 6 7", second]);
            assert_eq!((turn.ending, turn.points.max(turn.lost + 50)), (ending, 400));
        }
    }
}

#[test]
fn eo_q10_unbanked_points_win_nothing() {
    for game in both() {
        // 8500 points in a turn, then a bust.
        let rolls = ["1 2 3 4 5 6 7 8", "8 7 6 5 4 3 2 1", "5 5 5 2 2 3 4 6", "2 2 3 4 6"];
        busts(game, 20_000, &rolls, 8500);
    }
}

#[test]
fn eo_q11_several_series_all_score() {
    rolls_of("eo-q11");
}

#[test]
fn eo_q12_seven_alike_and_an_eighth_die() {
    rolls_of("eo-q12");
}

#[test]
fn eo_q13_points_are_multiples_of_50() {
    rolls_of("eo-q13");
    for game in both() {
        assert_eq!((game.scoring.unit, game.target, game.min_bank), (50, 160, 8));
    }
}

#[test]
fn eo_q14_the_turn_passes_clockwise() {
    some_games(|_, _, turns| {
        let mut totals = [0; 3];
        for (index, turn) in turns.iter().enumerate() {
            assert_eq!(turn.seat, index % 3, "after a bank as after a bust");
            assert_eq!(turn.standing.turns_taken as usize, index / 3);
            // Opponents are listed in playing order, next player first.
            let next = [(turn.seat + 1) % 3, (turn.seat + 2) % 3].map(|seat| totals[seat]);
            assert_eq!(turn.standing.others[..2], next);
            totals[turn.seat] = turn.total;
        }
    });
}

#[test]
fn eo_q15_kept_dice_score_the_highest_way() {
    rolls_of("eo-q15");
}
