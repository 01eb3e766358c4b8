//! Live games that are followed: with random answers to their end, by lines of text, and over sessions.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use pushluck::diagnostic::Source;
use pushluck::game::contract::RandomSource;
use pushluck::games;
use pushluck::run::{AdviceSpec, At, Conditions, Follow, RunSpec, Work};
use pushluck::sim::interrupt::StopFlag;
use pushluck::sim::random::{Domain, UnitKey};

use crate::program::Running;

static NEVER: StopFlag = StopFlag::new();

fn conditions() -> Conditions<'static> {
    Conditions { threads: Some(1), stop: &NEVER, watch: None, cache: None, journal: None }
}

fn follow(game: &str, rules: &[(&str, Option<&str>)], seat: u8) -> Box<dyn Follow> {
    let setting =
        |(key, value): &(&str, Option<&str>)| ((*key).to_owned(), value.map(str::to_owned));
    let settings = rules.iter().map(setting).collect();
    let run = RunSpec {
        settings,
        players: Some(2),
        seed: 1,
        work: Work::Games(None),
        ..RunSpec::default()
    };
    let at = At::Position(Source::new("start", "start"));
    let spec = AdviceSpec { run, at, base: None, playouts: Some(3) };
    games::game(game).expect("a game").follow(&spec, seat, conditions()).expect("a table")
}

/// Plays games with random answers. Every prompt has different options, an answer can be taken back, and
/// the position goes in again.
fn to_the_end(game: &str, rules: &[(&str, Option<&str>)]) {
    for seat in 0..2 {
        let mut table = follow(game, rules, seat);
        let mut random = UnitKey::new(5, Domain::Game, seat.into()).stream(0, 0);
        let mut decisions = 0;
        for step in 0.. {
            let prompt = table.prompt();
            if prompt.options.is_empty() {
                assert!(prompt.question.contains("wins"), "{}", prompt.question);
                break;
            }
            let mut different = prompt.options.clone();
            different.sort_unstable();
            different.dedup();
            assert_eq!(different.len(), prompt.options.len(), "{:?}", prompt.options);
            let position = table.position();
            if prompt.own {
                if decisions % 5 == 0 {
                    let blocks = table.advice(conditions()).expect("advice");
                    assert!(blocks.len() > 1, "a table and its verdict");
                }
                decisions += 1;
            }
            if step % 3 == 0 {
                table.take(random.below(prompt.options.len() as u32) as usize);
                assert!(table.undo());
                assert_eq!(table.position(), position);
                assert_eq!(table.prompt().options, prompt.options);
            }
            if prompt.own && step % 7 == 0 {
                table.place(&position).expect("its own text");
                assert_eq!(table.position(), position);
                assert_eq!(table.prompt().options, prompt.options);
            }
            table.take(random.below(prompt.options.len() as u32) as usize);
        }
    }
}

#[test]
fn el_ocho_is_followed_to_the_end() {
    to_the_end("el-ocho", &[("target", Some("1000"))]);
}

#[test]
fn eight_seconds_is_followed_to_the_end() {
    to_the_end("eight-seconds", &[("riders", None), ("buckles", None), ("vegas", None)]);
}

#[test]
fn long_shot_is_followed_to_the_end() {
    to_the_end("long-shot", &[]);
}

#[test]
fn str8_eight_is_followed_to_the_end() {
    to_the_end("str8-eight", &[("target", Some("1"))]);
}

#[test]
fn eight_seven_central_is_followed_to_the_end() {
    to_the_end("eight-seven-central", &[]);
    to_the_end("eight-seven-central", &[("ads", Some("any-card")), ("auctions", Some("display"))]);
}

/// A card that the program dealt to another hand is unknown to the seat, so it may draw it.
#[test]
fn every_unknown_card_may_be_drawn() {
    let mut table = follow("str8-eight", &[], 0);
    let mut left = None;
    for _ in 0..3 {
        let prompt = table.prompt();
        assert!(prompt.chance, "{}", prompt.question);
        if let Some(left) = left {
            assert_eq!(prompt.options.len(), left - 1);
        }
        left = Some(prompt.options.len());
        table.take(0);
    }
}

/// A hand that is passed on shows its cards, which the program cannot know: they are corrected.
#[test]
fn an_action_that_shows_unknown_cards_is_one_option() {
    let mut table = follow("str8-eight", &[], 0);
    loop {
        let prompt = table.prompt();
        assert!(!prompt.options.is_empty(), "a pass card is played before the end of the game");
        let shows = |option: &String| option.ends_with(", which shows cards");
        match prompt.options.iter().position(shows) {
            Some(option) => {
                assert!(prompt.options[option].starts_with("plays a pass card"), "{prompt:?}");
                table.take(option);
                let next = table.prompt();
                assert!(next.happened[0].contains("are made up"), "{next:?}");
                break;
            }
            None => table.take(0),
        }
    }
}

/// Returns the exit status and the output of the program for these lines.
fn typed(arguments: &[&str], lines: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pushluck"));
    command.args(["advise", "el-ocho", "--rules", "target=1000", "--interactive", "--quiet"]);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env("PUSHLUCK_CACHE", crate::program::cache());
    let mut running = Running::start(&mut command);
    // The program may end before it reads all lines.
    let _ = running.stdin.take().expect("a pipe").write_all(lines.as_bytes());
    let output = running.output();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("an end"), text(output.stdout), text(output.stderr))
}

#[test]
fn lines_say_what_happened() {
    let (status, output, errors) = typed(
        &[],
        "2 1 8 6 5 2 8 4\noptions\n100\n\nhelp\nposition\nnonsense\nundo\nundo\nundo\nadvice\n5 5 1 2 3 4 6 7\n",
    );
    assert_eq!((status, &*errors), (0, ""), "{output}");
    // A roll with any dice that score alike, in any order.
    assert!(output.contains("seat 1 decides, `keep`"), "{output}");
    assert!(output.contains("The values are exact"), "{output}");
    assert!(output.contains("   1  "), "{output}");
    assert!(output.contains("seen_by=1 "), "{output}");
    assert!(output.contains("`nonsense` is not among the options."), "{output}");
    assert!(output.contains("There is no answer to take back."), "{output}");
    assert!(output.contains("It is not the turn of the advised seat."), "{output}");
    assert!(output.contains("  undo  "), "{output}");
}

#[test]
fn positions_go_in_and_impossible_ones_are_refused() {
    let lines = "position totals=300/500 turn=600 dice=4 rolls=2 step=decide\nposition turn=301\n";
    let (status, output, errors) = typed(&[], lines);
    assert_eq!(status, 0, "{errors}");
    assert!(output.contains("seat 1 decides, `roll`"), "{output}");
    assert!(errors.contains("`301` is not"), "{errors}");
    // What another seat knows is no basis for advice.
    let other = "seen_by=2 totals=300/500 turn=600 dice=4 rolls=2 step=decide";
    let (status, _, errors) = typed(&[], &format!("position {other}\n"));
    assert_eq!(status, 0, "{errors}");
    assert!(errors.contains("the position shows what seat 2 knows"), "{errors}");
    let (status, _, errors) = typed(&["--position", other], "");
    assert_eq!(status, 2, "{errors}");
    assert!(errors.contains("the position shows what seat 2 knows"), "{errors}");
}

#[test]
fn an_advice_takes_the_time_that_is_given() {
    let lines = "5 5 1 2 3 4 6 7\nadvice 1s\nadvice soon\n";
    let (status, output, errors) = typed(&["--base", "hold-at", "--for", "1s"], lines);
    assert_eq!((status, &*errors), (0, ""), "{output}");
    assert_eq!(output.matches("win rate").count(), 2, "{output}");
    assert!(output.contains("`soon` is not a time"), "{output}");
}

#[test]
fn a_session_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.txt");
    let file = path.to_str().expect("a path");
    let (status, first, errors) = typed(&["--session", file], "1 1 2 3 4 6 6 7\n100\nundo\nquit\n");
    assert_eq!((status, &*errors), (0, ""), "{first}");
    let kept = fs::read_to_string(&path).expect("the session");
    assert_eq!(kept.lines().collect::<Vec<_>>()[1..], ["1 1 2 3 4 6 6 7"], "{kept}");
    let (status, second, _) = typed(&["--session", file], "");
    assert_eq!(status, 0, "{second}");
    assert!(second.contains("Continues after 1 answer."), "{second}");
    assert!(second.contains("seat 1 decides, `keep`"), "{second}");
    let (status, _, errors) = typed(&["--session", file, "--seat", "2"], "");
    assert_eq!(status, 2);
    assert!(errors.contains("is of another game"), "{errors}");
    fs::write(&path, format!("{kept}never\n")).expect("a faulty session");
    let (status, _, errors) = typed(&["--session", file], "");
    assert_eq!(status, 2);
    assert!(errors.contains("game.txt:3: `never` cannot happen"), "{errors}");
}

#[test]
fn a_session_that_cannot_be_kept_is_refused_before_the_game() {
    for (file, fault) in [
        ("/dev/full", "/dev/full is not a regular file"),
        ("/", "/ is not a regular file"),
        ("/no-such-folder/game.txt", "cannot write"),
    ] {
        let (status, output, errors) = typed(&["--session", file], "quit\n");
        assert!(status != 0 && output.is_empty(), "{file}: {output}");
        assert!(errors.contains(fault), "{errors}");
    }
}

#[test]
fn a_game_without_positions_as_text_is_refused() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pushluck"));
    command.args(["advise", "el-ocho-stressed", "--interactive"]).stdin(Stdio::null());
    let output = Running::start(command.stdout(Stdio::piped()).stderr(Stdio::piped())).output();
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8(output.stderr).expect("text");
    assert!(errors.contains("has no positions as text"), "{errors}");
}

#[test]
fn flags_of_tables_are_refused() {
    let (status, _, errors) = typed(&["--seat", "3"], "");
    assert_eq!(status, 2);
    assert!(errors.contains("there is no seat 3 in a game of 2"), "{errors}");
    let (status, _, errors) = typed(&["--game", "1", "--decision", "2"], "");
    assert_eq!(status, 2);
    assert!(errors.contains("cannot be used with"), "{errors}");
}
