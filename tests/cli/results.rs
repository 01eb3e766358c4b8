//! What a run leaves on the disk: the same for any number of threads, a prefix when interrupted,
//! the old files whole when a write fails.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::program::{done, pushluck, run};

/// The files of a folder, by name.
fn files(folder: impl AsRef<Path>) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file"));
    entries
        .map(|entry| {
            let text = fs::read_to_string(entry.path()).expect("a text");
            (entry.file_name().into_string().expect("a name"), text)
        })
        .collect()
}

/// The rows of a CSV file without quotes, by the names of their columns.
fn rows(text: &str) -> Vec<BTreeMap<&str, &str>> {
    let mut lines = text.lines().map(|line| line.split(','));
    let head: Vec<&str> = lines.next().expect("a header").collect();
    lines.map(|cells| head.iter().copied().zip(cells).collect()).collect()
}

const RUNS: [&str; 5] = [
    "el-ocho --policy keep-few --policy end-game --policy random --players 2 --games 700 --rules level=2",
    "el-ocho --policy hold-at --players 3 --games 500 --fixed-seats --start own=2000,opponent=3000",
    "el-ocho --policy catch-up --policy hold-at --policy random --games 400",
    "el-ocho --policy hold-at --policy daredevil --policy random --turns 40000 --rules level=2",
    "el-ocho-stressed --games 200",
];

#[test]
fn the_number_of_threads_changes_no_byte() {
    for run in RUNS {
        let folder = TempDir::new().expect("a folder");
        let of = |threads: usize| {
            let line = format!("simulate {run} --samples 50 --threads {threads} --out {threads}");
            let stdout = done(folder.path(), &line);
            (stdout, files(folder.path().join(threads.to_string())))
        };
        let one = of(1);
        assert!(one.1.contains_key("run.toml") && one.1.contains_key("samples.csv"));
        assert_eq!(one, of(2), "{run}");
        assert_eq!(one, of(7), "{run}");
    }
}

#[test]
fn a_transcript_shows_the_game_that_was_counted() {
    for run in &RUNS[..3] {
        let folder = TempDir::new().expect("a folder");
        let play = run.replace("--games 700", "--games 12").replace("--games 500", "--games 12");
        let play = play.replace("--games 400", "--games 12");
        done(folder.path(), &format!("simulate {play} --samples 12 --out run"));
        let samples = fs::read_to_string(folder.path().join("run/samples.csv")).expect("samples");
        let traced = play.replace("--games 12", "");
        let traced = traced.split_whitespace().collect::<Vec<_>>().join(" ");
        for game in 1..=12 {
            let shown = done(folder.path(), &format!("trace {traced} --game {game}"));
            let seats: Vec<_> =
                rows(&samples).into_iter().filter(|row| row["game"] == game.to_string()).collect();
            assert!(!seats.is_empty());
            for row in seats {
                let (seat, total) = (row["seat"], row["total"]);
                let lines: Vec<&str> = shown.lines().collect();
                let begun = format!("\n  seat {seat}: {}\n", row["policy"]);
                assert!(shown.contains(&begun), "{shown}");
                let ended = format!("  seat {seat}: {total} points");
                let ended = lines.iter().find(|line| line.starts_with(&ended)).expect("a score");
                assert_eq!(ended.ends_with(", wins"), row["won"] == "1", "{shown}");
                let turn = format!(" of seat {seat}, ");
                let turns =
                    lines.iter().filter(|line| line.starts_with("Turn ") && line.contains(&turn));
                assert_eq!(turns.count().to_string(), row["turns"], "{shown}");
                let lost = lines.iter().filter(|line| {
                    line.starts_with("  loses ") && line.contains(&format!(": seat {seat} has "))
                });
                assert_eq!(lost.count().to_string(), row["busts"], "{shown}");
            }
        }
    }
}

#[test]
fn an_interrupted_run_is_a_run_of_that_length() {
    for (play, unit) in [
        ("el-ocho --policy keep-few --policy catch-up", "--games"),
        ("el-ocho --policy hold-at --policy end-game --rules level=2", "--turns"),
        ("el-ocho-stressed --policy steady-hand --policy quick-tongue", "--games"),
    ] {
        let folder = TempDir::new().expect("a folder");
        let line = format!("simulate {play} {unit} 1e12 --out cut");
        let child = pushluck(folder.path(), &line)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        // Its folder is there before it plays.
        while !folder.path().join("cut").is_dir() {
            thread::sleep(Duration::from_millis(10));
        }
        thread::sleep(Duration::from_millis(300));
        let sent = Command::new("kill").args(["-s", "TERM", &child.id().to_string()]).status();
        assert!(sent.expect("kill").success());
        let output = child.wait_with_output().expect("an end");
        let stdout = String::from_utf8_lossy(&output.stdout);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{said}");
        assert!(said.contains("interrupted after "), "{said}");
        assert!(stdout.contains("El Ocho, level"), "the result stands on stdout");

        let mut cut = files(folder.path().join("cut"));
        let record = cut.remove("run.toml").expect("a record");
        assert!(record.contains("\ncomplete = false\n"), "{record}");
        assert!(record.contains("\nstopped = \"interrupted\"\n"), "{record}");
        let units = record.lines().find_map(|line| line.strip_prefix("units = ")).expect("units");
        if units == "0" {
            continue;
        }
        done(folder.path(), &format!("simulate {play} {unit} {units} --out whole --quiet"));
        let mut whole = files(folder.path().join("whole"));
        let record = whole.remove("run.toml").expect("a record");
        assert!(record.contains("\ncomplete = true\n"), "{record}");
        assert_eq!(cut, whole, "{play}");
    }
}

#[test]
fn the_results_of_another_run_are_not_overwritten() {
    let folder = TempDir::new().expect("a folder");
    let of = |rest: &str| format!("simulate el-ocho --policy hold-at {rest} --out run --quiet");
    done(folder.path(), &of("--games 50"));
    let first = files(folder.path().join("run"));
    // Threads and format do not make another run.
    done(folder.path(), &of("--games 50 --threads 2 --format json"));
    assert_eq!(files(folder.path().join("run")), first);
    for other in ["--games 51", "--games 50 --seed 2", "--turns 50", "--games 50 --rules level=2"] {
        let (code, stdout, stderr) = run(folder.path(), &of(other));
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{other}");
        assert!(stderr.contains("holds the results of a different run"), "{stderr}");
        assert!(stderr.contains("--force"), "{stderr}");
        assert_eq!(files(folder.path().join("run")), first);
    }
    fs::write(folder.path().join("run/notes.txt"), "mine").expect("a note");
    done(folder.path(), &of("--turns 50 --force"));
    let names: Vec<String> = files(folder.path().join("run")).into_keys().collect();
    assert_eq!(
        names,
        [
            "actions.csv",
            "bust_probabilities.csv",
            "expected_scores.csv",
            "notes.txt",
            "rule_use.csv",
            "run.toml",
            "settings.csv",
            "turn_endings.csv",
            "turn_points.csv"
        ]
    );
}

#[test]
fn a_failing_write_leaves_the_old_files_whole() {
    let folder = TempDir::new().expect("a folder");
    let line = "simulate el-ocho --policy hold-at --policy random --games 200 --out run --quiet";
    done(folder.path(), line);
    let before = files(folder.path().join("run"));
    let script = format!(
        "ulimit -f 4; exec '{}' {} --force",
        env!("CARGO_BIN_EXE_pushluck"),
        line.replace("200", "300")
    );
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder.path())
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with("error: cannot write run/"), "{said}");
    assert_eq!(files(folder.path().join("run")), before);
}

#[test]
fn a_folder_that_cannot_be_written_ends_with_1() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = TempDir::new().expect("a folder");
    let locked = folder.path().join("locked");
    fs::create_dir(&locked).expect("a folder");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).expect("permissions");
    // Whoever may write everywhere (root) cannot be kept out this way; /proc keeps everybody out.
    let free = fs::write(locked.join("probe"), "").is_ok();
    for out in [Some("/proc/self/run"), (!free).then_some("locked/run")].into_iter().flatten() {
        let line = format!("simulate el-ocho --policy hold-at --games 20 --out {out}");
        let (code, stdout, stderr) = run(folder.path(), &line);
        assert_eq!((code, stdout.as_str()), (Some(1), ""), "{stderr}");
        assert!(stderr.starts_with("error: cannot "), "{stderr}");
    }
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o755)).expect("permissions");
}

#[test]
fn a_reader_who_leaves_is_no_error() {
    let folder = TempDir::new().expect("a folder");
    for what in ["simulate el-ocho --policy hold-at --games 50 --quiet", "list features"] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = pushluck(folder.path(), what).stdout(writer).stderr(Stdio::piped()).output();
        let output = output.expect("the program");
        assert_eq!(output.status.code(), Some(0), "{what}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{what}");
    }
}
