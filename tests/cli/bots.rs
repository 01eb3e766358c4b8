//! Bots: programs that play. They play as files do, on any number of threads; one that fails ends the run, and
//! nothing is written.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::program::{done, files, output, root, run};

/// Returns a folder with the bot of the examples; `None` without Python.
fn folder() -> Option<TempDir> {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("not tested: there is no python3");
        return None;
    }
    let folder = TempDir::new().expect("a folder");
    fs::copy(root().join("examples/hold_at_bot.py"), folder.path().join("hold.py"))
        .expect("a copy");
    Some(folder)
}

/// Writes a bot that answers each list of decisions with `answer`, an expression of `decisions`, after the
/// statements `first`.
fn write(folder: &Path, name: &str, first: &str, hello: &str, answer: &str) {
    let text = format!(
        "import json, os, sys, time\n{first}\nhello = json.loads(sys.stdin.readline())\n\
         print({hello}, flush=True)\nfor line in sys.stdin:\n    decisions = json.loads(line)\n    \
         print({answer}, flush=True)\n"
    );
    fs::write(folder.join(name), text).expect("a bot");
}

/// Runs a command whose words may have blanks.
fn words(folder: &Path, line: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pushluck"));
    command.args(line).current_dir(folder).env("NO_COLOR", "1").env("PUSHLUCK_CACHE", "");
    let output = output(&mut command);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

const HELLO: &str = "json.dumps({'protocol': 1})";
const FIRST: &str = "json.dumps([0] * len(decisions))";

#[test]
fn a_bot_plays_as_the_file_on_any_number_of_threads() {
    let Some(folder) = folder() else { return };
    let at = folder.path();
    let play = |policy: &str, out: &str, threads: &str| {
        let line =
            ["simulate", "el-ocho", "--policy", policy, "--policy", "keep-few", "--games", "400"];
        let more = [
            "--rules",
            "level=2",
            "--threads",
            threads,
            "--out",
            out,
            "--quiet",
            "--samples",
            "400",
        ];
        let (code, _, said) = words(at, &[&line[..], &more].concat());
        assert_eq!(code, Some(0), "{said}");
    };
    let bot = "bot:python3 hold.py 700";
    for threads in ["1", "2", "7"] {
        play(bot, threads, threads);
    }
    let [one, two, seven] = ["1", "2", "7"].map(|folder| files(&at.join(folder)));
    assert!(one == two && two == seven);
    play("hold-at:hold=700", "file", "2");
    let samples = |folder: &str| {
        let text = fs::read_to_string(at.join(folder).join("samples.csv")).expect("samples");
        text.replace("bot:python3 hold.py 700", "hold-at:hold=700")
    };
    assert_eq!(samples("1"), samples("file"));

    let (code, _, said) = words(at, &["rerun", "1", "--quiet"]);
    assert!(code == Some(2) && said.contains("--allow-bots"), "{said}");
    let (code, shown, said) = words(at, &["rerun", "1", "--quiet", "--allow-bots"]);
    assert!(code == Some(0) && shown.contains("the same bytes"), "{said}");
}

#[test]
fn a_bot_plays_every_game_by_the_first_and_by_random_actions() {
    let Some(folder) = folder() else { return };
    let at = folder.path();
    write(at, "first.py", "", HELLO, FIRST);
    let hello = "json.dumps({'protocol': 1, 'features': ['random', 'position']})";
    let answer = "json.dumps([int(one['random'] * len(one['actions'])) for one in decisions if one['position']])";
    write(at, "random.py", "", hello, answer);
    for game in ["el-ocho", "eight-seconds", "long-shot", "str8-eight", "eight-seven-central"] {
        let line = |out| {
            [
                "simulate",
                game,
                "--policy",
                "bot:python3 first.py",
                "--policy",
                "bot:python3 random.py",
                "--games",
                "4",
                "--quiet",
                "--out",
                out,
            ]
        };
        for out in ["once", "twice"] {
            let (code, _, said) = words(at, &line(out));
            assert_eq!(code, Some(0), "{game}: {said}");
        }
        assert!(files(&at.join("once")) == files(&at.join("twice")), "{game}");
        fs::remove_dir_all(at.join("once"))
            .and_then(|()| fs::remove_dir_all(at.join("twice")))
            .expect("folders");
    }
}

#[test]
fn a_bot_that_fails_ends_the_run_and_nothing_is_written() {
    let Some(folder) = folder() else { return };
    let at = folder.path();
    let late = "import random\ncount = 0";
    let deaf = "import sys, time\nprint('{\"protocol\": 1}', flush=True)\ntime.sleep(30)\n";
    fs::write(at.join("deaf.py"), deaf).expect("a bot");
    let line = [
        "simulate",
        "eight-seven-central",
        "--policy",
        "bot:python3 deaf.py",
        "--games",
        "50",
        "--quiet",
    ];
    let (code, _, said) = words(at, &line);
    assert!(code == Some(1) && said.contains("does not answer: it has 10 seconds"), "{said}");
    for (first, hello, answer, expected) in [
        ("sys.exit(3)", HELLO, FIRST, "ended during the run (exit status: 3)"),
        ("", "'hello'", FIRST, "begins with `{\"protocol\": 1}`"),
        ("", "json.dumps({'protocol': 2})", FIRST, "begins with `{\"protocol\": 1}`"),
        ("", "json.dumps({'protocol': 1, 'features': ['speed']})", FIRST, "asks for `speed`"),
        (
            late,
            HELLO,
            "os._exit(7) if random.random() < .01 else json.dumps([0] * len(decisions))",
            "exit status: 7",
        ),
        ("", HELLO, "'nonsense'", "answered `nonsense`: a list of "),
        ("", HELLO, "json.dumps([0] * (len(decisions) + 1))", "a list of "),
        ("", HELLO, "json.dumps([99] * len(decisions))", "answered `99` at `"),
        ("", HELLO, "json.dumps(['fly'] * len(decisions))", "answered `\"fly\"` at `"),
        ("", HELLO, "json.dumps([-1] * len(decisions))", "answered `-1` at `"),
        ("", HELLO, "time.sleep(30)", "does not answer: it has 10 seconds"),
    ] {
        write(at, "bad.py", first, hello, answer);
        let line = [
            "simulate",
            "el-ocho",
            "--policy",
            "bot:python3 bad.py",
            "--policy",
            "hold-at",
            "--games",
            "500",
        ];
        let (code, shown, said) =
            words(at, &[&line[..], &["--out", "none", "--checkpoint", "a.part"]].concat());
        assert!([Some(1), Some(2)].contains(&code), "{expected}: {code:?} {shown}");
        assert!(said.contains(expected), "{expected}: {said}");
        assert!(shown.is_empty() && !at.join("none").exists(), "{expected}: {shown}");
        let _ = fs::remove_file(at.join("a.part"));
    }
    for (spec, expected) in [
        ("bot:", "names no program"),
        ("bot:no-such-program --fast", "cannot start the bot `no-such-program`"),
        ("bot:'unfinished", "names no program"),
    ] {
        let (code, _, said) = words(at, &["simulate", "el-ocho", "--policy", spec, "--games", "5"]);
        assert!(code == Some(2) && said.contains(expected), "{spec}: {said}");
    }
}

#[test]
fn a_bot_starts_only_from_the_command_line() {
    let Some(folder) = folder() else { return };
    let at = folder.path();
    write(at, "first.py", "open('started', 'w').close()", HELLO, FIRST);
    let text = "game = \"el-ocho\"\nlanguage = 2\nbase = \"bot:python3 first.py\"\n\
                [[roll]]\nwhen = 'turn_points >= 500'\nchoose = \"stop\"\n";
    fs::write(at.join("mine.toml"), text).expect("a policy");
    let (code, _, said) = run(at, "simulate el-ocho --policy mine.toml --games 5 --quiet");
    assert!(code == Some(2) && said.contains("--allow-bots"), "{said}");
    assert!(said.contains("mine.toml:3"), "{said}");
    assert!(!at.join("started").exists());
    done(at, "simulate el-ocho --policy mine.toml --games 5 --quiet --allow-bots");
    assert!(at.join("started").exists());
}

#[test]
fn no_bot_outlives_its_run() {
    let Some(folder) = folder() else { return };
    let at = folder.path();
    // It ignores the end of its input.
    let first = "open(f'pid-{os.getpid()}', 'w').close()";
    write(at, "stays.py", first, HELLO, FIRST);
    let mut text = fs::read_to_string(at.join("stays.py")).expect("a bot");
    text += "time.sleep(600)\n";
    fs::write(at.join("stays.py"), text).expect("a bot");
    let line =
        ["simulate", "el-ocho", "--policy", "bot:python3 stays.py", "--games", "5", "--quiet"];
    assert_eq!(words(at, &line).0, Some(0));
    let begun =
        files(at).into_keys().filter_map(|name| Some(name.strip_prefix("pid-")?.to_owned()));
    let begun: Vec<String> = begun.collect();
    assert!(!begun.is_empty());
    for id in begun {
        assert!(!Path::new("/proc").join(&id).exists(), "{id} runs on");
    }
}
