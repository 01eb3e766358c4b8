//! The advice against the optimal players and the solved positions.

use std::io::Write as _;
use std::sync::Arc;

use clap::{Command, FromArgMatches as _};

use super::*;
use crate::error::Error;
use crate::games::el_ocho::exact::{Control, OptimalRace, OptimalTurn, OptimalWin};
use crate::games::el_ocho::player::Player;
use crate::games::el_ocho::tests_support::{self, PIG, solver};
use crate::games::el_ocho::turn::{STOP, Standing};
use crate::report::Cell;
use crate::run::Block;
use crate::sim::interrupt::{StopFlag, Why};

fn args(line: &str) -> AdviseArgs {
    let command = AdviseArgs::augment_args(Command::new("advise").no_binary_name(true));
    AdviseArgs::from_arg_matches(&command.get_matches_from(line.split_whitespace())).unwrap()
}

fn ask(line: &str) -> Result<Results> {
    let stop = StopFlag::new();
    let conditions = Conditions { threads: Some(1), stop: &stop, watch: None, cache: None };
    Advice::new(&args(line))?.run(conditions)
}

/// Asks in an edition of this text.
fn ask_in(text: &str, line: &str) -> Result<Results> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    ask(&format!("--edition {} {line}", file.path().display()))
}

/// The error of a question: what is wrong, and the way out.
fn refused(asked: Result<Results>) -> (String, String) {
    match asked {
        Err(Error::Input { message, help }) => (message, help.unwrap_or_default()),
        other => panic!("{other:?}"),
    }
}

/// Asks about every class of rolls in the states that turns come to, and compares with a player.
fn agrees(
    solver: &Solver,
    position: &Position,
    player: &Player,
    standing: &Standing,
    question: impl Fn(u32, Thrown) -> Question,
) {
    let game = solver.game();
    let states = solver.turn_states(60);
    for dice in 1..=game.dice() {
        let table = game.table(dice);
        for points in (0..60).step_by(7).filter(|points| states.contains(*points, dice)) {
            for (class, kind) in table.classes().iter().enumerate() {
                let mut counts = vec![0; 9];
                table.decode(class, 0).iter().for_each(|face| counts[usize::from(*face)] += 1);
                let question = question(points, Thrown::Rolled(counts));
                let state = question.state();
                let answer = Answer::new(solver, position, &question);
                let Answer::Choices(choices) = &answer else {
                    assert!(kind.keeps().is_empty(), "{answer:?}");
                    continue;
                };
                let keeps = kind.keeps();
                assert_eq!(choices.len(), keeps.len());
                let keep = player.keep(standing, state, class).action;
                assert_eq!(choices[0].keep, Some(keeps[keep]), "{question:?}");
                for (place, choice) in choices.iter().enumerate() {
                    let to = game.after_keep(state, choice.keep.unwrap());
                    assert_eq!((choice.points, choice.dice), (to.points, to.dice));
                    assert_eq!(choice.stop, position.stop(to.points));
                    assert_eq!(choice.stop.is_some(), to.points >= game.min_bank);
                    assert_eq!(Some(choice.roll), position.roll(to.points, to.dice));
                    assert_eq!(Some(choice.value()), position.best(to.points, to.dice));
                    let roll = player.roll(standing, to);
                    assert_eq!(choice.stops, roll.action == STOP, "{question:?} {place}");
                    let better = choices[0].value() - choice.value();
                    let race = position.objective() == Objective::Race;
                    assert!(if race { better <= 0.0 } else { better >= 0.0 });
                }
            }
        }
    }
}

#[test]
fn the_advice_is_what_the_optimal_players_do() {
    let mut standing = Standing::start(2);
    for name in ["1", "2"] {
        let solver = solver(name, 2000);
        let turn = Arc::new(solver.turn().unwrap());
        let question = |objective, own, opponent| {
            move |points, thrown| Question { objective, own, opponent, points, thrown }
        };
        let game = solver.game();
        let player =
            tests_support::player(game, OptimalTurn::new(Arc::clone(&turn)), OptimalTurn::SIGHT);
        agrees(&solver, &turn.position, &player, &standing, question(Objective::Turn, 0, 0));

        let race = Arc::new(solver.race(Control::default()).unwrap().unwrap());
        let win = Arc::new(solver.win(Control::default()).unwrap().unwrap());
        let racer =
            tests_support::player(game, OptimalRace::new(Arc::clone(&race)), OptimalRace::SIGHT);
        let winner =
            tests_support::player(game, OptimalWin::new(Arc::clone(&win)), OptimalWin::SIGHT);
        for (own, opponent) in [(0, 0), (12, 33), (33, 12)] {
            standing.own = own;
            standing.others[0] = opponent;
            let asked = question(Objective::Race, own, 0);
            agrees(&solver, &race.position(own), &racer, &standing, asked);
            let asked = question(Objective::Win, own, opponent);
            agrees(&solver, &win.position(own, opponent), &winner, &standing, asked);
        }
    }
}

#[test]
fn exactly_the_positions_that_can_arise_are_answered() {
    let solver = solver("1", 8000);
    let states = solver.turn_states(40);
    for dice in 1..=8_u8 {
        for units in 0..=40 {
            for odd in [0, 1, 49] {
                let turn = units * 50 + odd;
                let asked = args(&format!("--dice {dice} --turn {turn}"));
                let question = Question::new(&asked, &solver);
                let can_be = odd == 0 && states.contains(units, dice);
                assert_eq!(question.is_ok(), can_be, "{units} {odd} {dice}");
                if let Err(Error::Input { help, .. }) = question {
                    // What is offered instead is answered.
                    let help = help.unwrap_or_default();
                    let offered = help.split(|c: char| !c.is_ascii_digit());
                    let points = offered.filter_map(|word| word.parse().ok());
                    let points: Vec<u32> = points.filter(|n| *n != u32::from(dice)).collect();
                    assert!(!points.is_empty(), "{help}");
                    for points in points {
                        let asked = args(&format!("--dice {dice} --turn {points}"));
                        assert!(Question::new(&asked, &solver).is_ok(), "{dice} {help}");
                    }
                }
            }
        }
    }
}

#[test]
fn eo_12_totals_that_no_turns_add_up_to_are_refused() {
    let with = |totals: &str| refused(ask(&format!("--dice 3 --turn 700 {totals}")));
    for flag in ["--own", "--opponent"] {
        for total in [50, 350, 401, 8000, 1_000_000] {
            let flag = format!("{flag} {total}");
            assert_eq!(with(&flag).0.split('`').nth(1), Some(&*flag));
        }
    }
    assert_eq!(with("--own 50").1, "the nearest totals that can be: 0 and 400");
    assert!(with("--own 400 --opponent 7980").1.ends_with("7950"), "8000 is no total");
    // Turns of 1000 and more, so no total lies between one turn and two.
    let help = with("--own 900 --rules min_bank=1000,target=3000").1;
    assert_eq!(help, "the nearest totals that can be: 0 and 1000");
}

#[test]
fn the_objective_follows_from_the_totals() {
    let solver = solver("1", 2000);
    let objective = |flags: &str| {
        let args = args(&format!("--dice 3 --turn 700 {flags}"));
        Question::new(&args, &solver).map(|question| question.objective).ok()
    };
    assert_eq!(objective(""), Some(Objective::Turn));
    assert_eq!(objective("--own 400"), Some(Objective::Race));
    // An own total that nobody gave is not 0.
    assert_eq!(objective("--opponent 400"), None);
    assert_eq!(objective("--own 400 --opponent 400"), Some(Objective::Win));
    assert_eq!(objective("--own 400 --objective win"), Some(Objective::Win));
    assert_eq!(objective("--objective race"), Some(Objective::Race));
    // A total that would change nothing is a misunderstanding.
    assert_eq!(objective("--own 400 --objective turn"), None);
    assert_eq!(objective("--opponent 400 --objective race"), None);
}

#[test]
fn advice_says_its_level_and_whether_the_others_advise_the_same() {
    let last = |line: &str| match ask(line).unwrap().screen.pop() {
        Some(Block::Title(text)) => (true, text),
        Some(Block::Note(text)) => (false, text),
        other => panic!("{other:?}"),
    };
    let end = "(`--rules level=2`).";
    let same = format!("This is for level 1, the default. Level 2 advises the same {end}");
    assert_eq!(last("--dice 2 --turn 1000"), (false, same));
    let (differs, text) = last("--dice 3 --turn 700");
    let other =
        format!("This is for level 1, the default. Level 2 advises otherwise: roll 3 dice {end}");
    assert_eq!((differs, text), (true, other));
    // Without a cache a large game is not solved for another level too.
    let advice = Advice::new(&args("--dice 3 --turn 850 --own 4200 --opponent 6900")).unwrap();
    let stop = StopFlag::new();
    let conditions = Conditions { threads: Some(1), stop: &stop, watch: None, cache: None };
    let stopped = Answer::Bust(0.0);
    let Some(Block::Note(note)) = advice.levels(&stopped, conditions) else { panic!() };
    assert!(note.ends_with("For level 2, which may advise otherwise, add `--rules level=2`."));
    // Nothing goes without saying where the level was named.
    assert!(last("--dice 3 --turn 700 --rules level=1").1.starts_with("stop, roll on"));
}

#[test]
fn a_turn_begins_with_a_roll() {
    let advice = ask_in(PIG, "--dice 1").unwrap();
    let cell = |name: &str| cell(&advice, 0, name);
    assert_eq!((cell("stop_value"), cell("best")), (Cell::Empty, "roll".into()));
    // With points it may stop, and from 20 on it does (for the most points in a turn).
    for (points, best) in [(19, "roll"), (20, "stop")] {
        let advice = ask_in(PIG, &format!("--dice 1 --turn {points}")).unwrap();
        assert_eq!(self::cell(&advice, 0, "best"), best.into());
        assert_eq!(self::cell(&advice, 0, "stop_from"), 20.into());
    }
}

fn cell(advice: &Results, row: usize, column: &str) -> Cell {
    let place = advice.tables[0].columns().iter().position(|one| one.name == column).unwrap();
    advice.tables[0].rows()[row][place].clone()
}

#[test]
fn eo_9_eo_16_eo_17_rolls_that_leave_no_choice_are_told() {
    let ask = |line: &str| ask(&format!("--rules target=2000,{line}")).unwrap();
    let said = |advice: &Results| match advice.screen.as_slice() {
        [Block::Title(_), Block::Note(note)] => note.clone(),
        other => panic!("{other:?}"),
    };
    let bust = ask("level=1 --roll 2348 --turn 300");
    assert_eq!((cell(&bust, 0, "best"), cell(&bust, 0, "value")), ("lost".into(), 0.0.into()));
    assert!(said(&bust).starts_with("Nothing scores: the turn busts"));

    let again = ask("level=2 --roll 2348 --turn 300");
    let turn = solver("2", 2000).turn().unwrap();
    assert_eq!(cell(&again, 0, "best"), "again".into());
    assert_eq!(cell(&again, 0, "value"), turn.position.roll(6, 4).into());
    assert!(said(&again).contains("a Joker: roll the same 4 dice again"));

    for (opponent, value) in [("", 8000.0), ("--own 0 --opponent 1950", 1.0)] {
        let won = ask(&format!("level=2 --roll 77777777 {opponent}"));
        assert_eq!((cell(&won, 0, "best"), cell(&won, 0, "value")), ("won".into(), value.into()));
        assert!(said(&won).ends_with("the game is won at once."));
    }
}

#[test]
fn dice_that_a_turn_never_comes_to_roll_are_told() {
    // Only pairs score, so one die is never left of two.
    let text = PIG.replace("count = 1", "count = 2").replace("[singles]", "[sets]\nsize = 2");
    let (message, help) = refused(ask_in(&text, "--dice 1 --turn 2"));
    assert_eq!(message, "no turn of this game comes to roll 1 die");
    assert_eq!(help, "turns come to roll so many: 2");
}

#[test]
fn stopping_is_told_where_no_turn_just_reaches_the_target() {
    // Points come in fours and tens, so from 94 no turn ends at 100: 98 is short of it, 102 beyond.
    let text =
        PIG.replace("2 = 2, 3 = 3, 4 = 4, 5 = 5, 6 = 6", "2 = 4, 3 = 10, 4 = 4, 5 = 4, 6 = 4");
    let advice = ask_in(&text, "--dice 1 --turn 4 --own 94").unwrap();
    let says = |text: &str| {
        advice.screen.iter().any(|block| matches!(block, Block::Note(note) if note == text))
    };
    assert!(
        says("With 1 die to roll and this total stop only with a turn that wins."),
        "{advice:?}"
    );
}

#[test]
fn an_interrupted_solve_gives_no_advice() {
    let stop = StopFlag::new();
    stop.raise(Why::Interrupted);
    let asked = Advice::new(&args("--dice 3 --turn 700 --own 0 --opponent 400")).unwrap();
    let conditions = Conditions { threads: Some(1), stop: &stop, watch: None, cache: None };
    assert!(matches!(asked.run(conditions), Err(Error::Interrupted)));
}
