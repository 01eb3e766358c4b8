//! Robustness against unusual and hostile files, folders and signals.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program::{Running, pushluck, run};

/// An edition of El Ocho with this number of dice and sides, these scores and this level.
fn edition(dice: u8, sides: u8, scores: &str, level: &str) -> String {
    format!(
        "game = 'el-ocho'\nname = 'Odd'\n\
         dice = {{ count = {dice}, sides = {sides}, from = 'PROPOSED' }}\n\
         target = {{ points = 8000, from = 'PROPOSED' }}\n\
         minimum_bank = {{ points = 0, from = 'PROPOSED' }}\n\
         max_turns = {{ turns = 1000, from = 'PROPOSED' }}\n{scores}\n\
         defaults = {{ level = 'a' }}\n[level.a]\nfrom = 'PROPOSED'\n{level}\n"
    )
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

/// Sends a signal to a running program and waits for its end. Returns the time until then, and the
/// exit code.
fn signalled(child: &mut Running, signal: &str) -> (Duration, Option<i32>) {
    let sent = Instant::now();
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(status.expect("kill").success());
    let code = child.wait().expect("an end").code();
    (sent.elapsed(), code)
}

#[test]
fn a_run_killed_while_it_writes_succeeds_with_the_same_command() {
    let folder = folder(&[]);
    let line = "simulate el-ocho --policy hold-at --games 200k --samples 200k --out out --quiet";
    let mut command = pushluck(folder.path(), line);
    let mut child = Running::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
    let out = folder.path().join("out");
    let temporaries = || {
        let entries = fs::read_dir(&out).into_iter().flatten().flatten();
        let sized = |entry: &fs::DirEntry| entry.metadata().is_ok_and(|there| there.len() > 0);
        let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("a name");
        let names = entries.filter(sized).map(name);
        names.filter(|name| name.ends_with(".tmp")).collect::<Vec<_>>()
    };
    while temporaries().is_empty() {
        assert!(child.try_wait().expect("a program").is_none(), "killed too late");
        sleep(Duration::from_millis(1));
    }
    assert_eq!(signalled(&mut child, "-KILL").1, None);
    assert!(!out.join("run.toml").exists() && !temporaries().is_empty());
    // A running process holds a lock on its temporary files, which must then stay.
    let at_work = fs::File::create(out.join(".pushluck-at-work.tmp")).expect("a file");
    at_work.try_lock().expect("a lock");
    let (code, _, stderr) = run(folder.path(), line);
    assert_eq!(code, Some(0), "{stderr}");
    let names = fs::read_dir(&out).expect("a folder").flatten().map(|entry| entry.file_name());
    let hidden = names.filter(|name| name.to_str().is_some_and(|name| name.starts_with('.')));
    assert_eq!(hidden.collect::<Vec<_>>(), [".pushluck-at-work.tmp"]);
    assert!(out.join("run.toml").exists() && out.join("samples.csv").exists());
}

/// As [`run`], but returns no stdout, and panics if the program takes longer than `limit`.
fn run_within(limit: Duration, folder: &Path, line: &str) -> (Option<i32>, String) {
    let mut command = pushluck(folder, line);
    let mut child = Running::start(command.stdout(Stdio::null()).stderr(Stdio::piped()));
    let started = Instant::now();
    while child.try_wait().expect("a program").is_none() {
        if started.elapsed() > limit {
            child.kill().expect("killed");
            child.wait().expect("an end");
            panic!("{line}: it waits");
        }
        sleep(Duration::from_millis(10));
    }
    let Output { status, stderr, .. } = child.output();
    (status.code(), String::from_utf8(stderr).expect("UTF-8"))
}

#[test]
fn a_pipe_is_read_or_refused_and_never_a_checkpoint() {
    use std::os::unix::fs::FileTypeExt as _;
    let policy = "game = 'el-ocho'\nlanguage = 2\ndescription = 'x'\n[[roll]]\nchoose = 'stop'\n";
    let folder = folder(&[("valid.toml", policy)]);
    let made = Command::new("mkfifo").arg(folder.path().join("pipe.toml")).status();
    assert!(made.expect("mkfifo").success());
    fs::create_dir(folder.path().join("out")).expect("a folder");
    let made = Command::new("mkfifo").arg(folder.path().join("out/run.toml")).status();
    assert!(made.expect("mkfifo").success());
    let simulate = "simulate el-ocho --games 10 --policy hold-at";
    for (line, reason) in [
        ("check pipe.toml", "sent no data for 1s"),
        ("simulate el-ocho --games 10 --policy ./pipe.toml", "sent no data"),
        ("compare el-ocho --games 10 --policy hold-at --policy ./pipe.toml", "sent no data"),
        ("solve el-ocho --policy ./pipe.toml", "sent no data"),
        (&format!("{simulate} --edition pipe.toml"), "sent no data"),
        ("list rules el-ocho --edition pipe.toml", "sent no data"),
        ("merge pipe.toml", "sent no data"),
        (&format!("{simulate} --checkpoint pipe.toml"), "so it cannot be a checkpoint"),
        (&format!("{simulate} --resume pipe.toml"), "so it cannot be a checkpoint"),
        (
            &format!("{simulate} --resume pipe.toml --checkpoint new.part"),
            "so it cannot be a checkpoint",
        ),
        (&format!("{simulate} --out out"), "is no file, where the record"),
        (&format!("{simulate} --out out --force"), "is no file, where the record"),
        ("card el-ocho --out pipe.toml", "is not a regular file"),
    ] {
        let (code, stderr) = run_within(Duration::from_secs(20), folder.path(), line);
        assert_eq!(code, Some(2), "{line}: {stderr}");
        assert!(stderr.contains(reason) && stderr.contains("help: "), "{line}: {stderr}");
        let kind = fs::metadata(folder.path().join("pipe.toml")).expect("still there").file_type();
        assert!(kind.is_fifo(), "{line}");
    }
    // A pipe with a writer is read.
    let mut writer = Command::new("sh");
    writer.args(["-c", "cat valid.toml > pipe.toml"]).current_dir(folder.path());
    let mut writer = Running::start(&mut writer);
    let (code, stderr) = run_within(Duration::from_secs(20), folder.path(), "check pipe.toml");
    assert_eq!(code, Some(0), "{stderr}");
    assert!(writer.wait().expect("an end").success());
}

#[test]
fn any_run_stops_within_a_second() {
    // A policy that never stops, in an edition without busts: one turn scores a million points.
    let safe = edition(
        1,
        2,
        "singles = { points = { 1 = 1, 2 = 1 }, from = 'PROPOSED' }",
        "joker = 'off'",
    )
    .replace("points = 8000", "points = 1000000");
    let forever = "game = 'el-ocho'\nlanguage = 2\ndescription = 'x'\n[[roll]]\nchoose = 'roll'\n";
    let coward = "game = 'el-ocho'\nlanguage = 2\ndescription = 'x'\n[[roll]]\nchoose = 'stop'\n";
    let (rare, turns) = (include_str!("files/rare.toml"), "--rules max_turns=24414");
    let folder = folder(&[
        ("safe.toml", &safe),
        ("rare.toml", rare),
        ("forever.toml", forever),
        ("coward.toml", coward),
    ]);
    for line in [
        format!(
            "simulate el-ocho --edition rare.toml {turns} --players 8 --games 1M --policy random"
        ),
        format!("simulate el-ocho --edition rare.toml {turns} --policy ./coward.toml --games 1M"),
        "simulate el-ocho --edition rare.toml --policy ./forever.toml --turns 1M".to_owned(),
        "simulate el-ocho --edition safe.toml --policy ./forever.toml --turns 1M".to_owned(),
        "simulate el-ocho --edition safe.toml --policy random --policy ./coward.toml --games 1M \
         --rules max_turns=1000000"
            .to_owned(),
        "simulate long-shot --games 1G".to_owned(),
        "simulate eight-seconds --games 1G".to_owned(),
        "solve el-ocho --objective win --rules level=2,min_bank=0".to_owned(),
        "verify el-ocho --turns 1G".to_owned(),
        "simulate el-ocho --policy optimal-win --games 1G".to_owned(),
        "simulate eight-seconds --policy optimal-turn --games 1G".to_owned(),
        "simulate el-ocho-stressed --rules max_turns=1000000 --policy random --games 1G".to_owned(),
    ] {
        let mut command = pushluck(folder.path(), &line);
        let mut child = Running::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
        sleep(Duration::from_millis(400));
        if child.try_wait().expect("a program").is_some() {
            panic!("{line}: the run ended before the signal");
        }
        let (took, code) = signalled(&mut child, "-TERM");
        assert_eq!(code, Some(130), "{line}");
        // One second, plus the delay of a loaded machine.
        assert!(took < Duration::from_millis(2000), "{line}: {took:?}");
    }
}

#[test]
fn ignored_signals_stay_ignored() {
    let folder = folder(&[]);
    let program = env!("CARGO_BIN_EXE_pushluck");
    let line = "simulate el-ocho --games 100G --quiet --policy hold-at";
    let mut command = Command::new("sh");
    command.args(["-c", &format!("trap '' HUP INT; exec {program} {line}")]);
    command.current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = Running::start(&mut command);
    sleep(Duration::from_millis(500));
    for signal in ["-HUP", "-INT", "-HUP", "-INT"] {
        let status = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(status.expect("kill").success());
    }
    sleep(Duration::from_millis(700));
    assert!(child.try_wait().expect("a program").is_none(), "it plays on");
    assert_eq!(signalled(&mut child, "-TERM").1, Some(130));
}

#[test]
fn solutions_are_exact_or_refused() {
    let singles =
        |points: &str| format!("singles = {{ points = {{ {points} }}, from = 'PROPOSED' }}");
    let all = edition(
        2,
        2,
        &singles("1 = 1"),
        "joker = 'off'\nall_alike = { points = 1000000, wins = false }",
    );
    // Three of a kind score nearly a million points.
    let far = edition(
        3,
        3,
        "sets = { size = 3, points = { 1 = 999983 }, from = 'PROPOSED' }\n\
        singles = { points = { 2 = 7 }, from = 'PROPOSED' }",
        "joker = 'off'",
    );
    let forever = "game = 'el-ocho'\nlanguage = 2\ndescription = 'x'\n\
         [[roll]]\nwhen = 'turn_points >= 66000'\nchoose = 'stop'\n[[roll]]\nchoose = 'roll'\n";
    let folder = folder(&[("all.toml", &all), ("far.toml", &far), ("far-stop.toml", forever)]);
    let value = |line: &str, column: &str| -> f64 {
        let (code, stdout, stderr) = run(folder.path(), line);
        assert_eq!(code, Some(0), "{line}: {stderr}");
        let mut lines = stdout.lines();
        let at = lines.next().and_then(|head| head.split(',').position(|name| name == column));
        let row = lines.next().expect("a row");
        row.split(',').nth(at.expect("a column")).and_then(|cell| cell.parse().ok()).expect(column)
    };
    // The solved value and the simulated mean agree within 4.5 standard errors.
    for (edition, policy) in [
        ("all", "hold-at"),
        ("all", "optimal-turn"),
        ("all", "./far-stop.toml"),
        ("far", "./far-stop.toml"),
        ("far", "hold-at"),
        ("far", "optimal-turn"),
    ] {
        let line = format!("--edition {edition}.toml --policy {policy} --format csv --quiet");
        let solved = value(&format!("solve el-ocho --table policy_values {line}"), "value");
        let line = format!("simulate el-ocho --turns 500 --table expected_scores {line}");
        let (mean, error) = (value(&line, "mean"), value(&line, "std_error"));
        assert!(
            (mean - solved).abs() <= 4.5 * error,
            "{edition} {policy}: {solved} {mean} ± {error}"
        );
    }
    for line in [
        "solve el-ocho --objective race --policy ./far-stop.toml --edition far.toml",
        "solve el-ocho --objective win --policy ./far-stop.toml --edition far.toml",
        "solve el-ocho --objective win --against ./far-stop.toml --edition far.toml",
    ] {
        let line = format!("{line} --rules target=7,max_turns=1000000");
        let (code, _, stderr) = run(folder.path(), &line);
        assert!(code == Some(2) && stderr.contains("can exceed 65536 points"), "{line}: {stderr}");
    }
}

#[test]
fn control_characters_of_a_file_stay_in_it() {
    let hostile = r"\u001b[2J\u0007\u009b31m\u202e";
    let odd = edition(
        2,
        6,
        "singles = { points = { 1 = 100, 5 = 50 }, from = 'PROPOSED' }",
        &format!("joker = 'off'\nabout = \"{hostile}\""),
    );
    let odd = odd.replace("name = 'Odd'", &format!("name = \"Odd {hostile}\""));
    let wrong = odd.replace("'el-ocho'", &format!("\"{hostile}\""));
    let folder = folder(&[("odd.toml", &odd), ("wrong.toml", &wrong)]);
    for line in [
        "list rules el-ocho --edition odd.toml",
        "trace el-ocho --edition odd.toml --policy hold-at --game 1",
        "check odd.toml",
        "check wrong.toml",
        "simulate el-ocho --edition odd.toml --policy hold-at --games 10",
        "simulate el-ocho --edition odd.toml --policy hold-at --games 10 --format json",
        "solve el-ocho --edition odd.toml --rules min_bank=0,target=500",
        "simulate el-ocho --edition odd.toml --rules level=x",
    ] {
        let (_, stdout, stderr) = run(folder.path(), line);
        let harmful = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!stdout.contains(harmful), "{line}: {stdout:?}");
        assert!(!stderr.contains(harmful), "{line}: {stderr:?}");
    }
}
