//! Results of runs: `trace` shows the counted games, and an interrupted run is a shorter run.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::program::{Running, done, files, pushluck, rows};

#[test]
fn a_transcript_shows_the_game_that_was_counted() {
    for play in [
        "el-ocho --policy keep-few --policy end-game --policy random --players 2 --rules level=2",
        "el-ocho --policy hold-at --players 3 --fixed-seats --start own=2000,opponent=3000",
        "el-ocho --policy catch-up --policy hold-at --policy random",
    ] {
        let folder = TempDir::new().expect("a folder");
        done(folder.path(), &format!("simulate {play} --games 12 --samples 12 --out run"));
        let samples = fs::read_to_string(folder.path().join("run/samples.csv")).expect("samples");
        for game in 1..=12 {
            let shown = done(folder.path(), &format!("trace {play} --game {game}"));
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
                    line.starts_with("  busts and loses ")
                        && line.contains(&format!(": seat {seat} has "))
                });
                assert_eq!(lost.count().to_string(), row["busts"], "{shown}");
            }
        }
    }
}

#[test]
fn an_interrupted_run_is_a_run_of_that_length() {
    for (play, unit) in [
        ("simulate el-ocho --policy keep-few --policy catch-up", "--games"),
        ("simulate el-ocho --policy hold-at --policy end-game --rules level=2", "--turns"),
        ("simulate el-ocho-stressed --policy steady-hand --policy quick-tongue", "--games"),
        ("balance eight-seconds --policy cautious --policy look-ahead", "--turns"),
        ("balance eight-seconds --policy cautious --dice-sets", "--games"),
        ("sweep el-ocho --policy hold-at --vary hold=300,400", "--games"),
    ] {
        let folder = TempDir::new().expect("a folder");
        let line = format!("{play} {unit} 1e12 --out cut");
        let mut command = pushluck(folder.path(), &line);
        let mut child = Running::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
        // The program creates its folder before it plays.
        while !folder.path().join("cut").is_dir() {
            assert!(child.try_wait().expect("a program").is_none(), "it ends before");
            thread::sleep(Duration::from_millis(10));
        }
        thread::sleep(Duration::from_millis(200));
        let sent = Command::new("kill").args(["-s", "TERM", &child.id().to_string()]).status();
        assert!(sent.expect("kill").success());
        let output = child.output();
        let stdout = String::from_utf8_lossy(&output.stdout);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{said}");
        assert!(said.contains("interrupted after "), "{said}");
        let game = if play.contains("el-ocho") { "El Ocho, level" } else { "8 Seconds" };
        assert!(stdout.contains(game), "no result on stdout: {stdout}");

        let record = |run: &str| {
            let record = fs::read_to_string(folder.path().join(run).join("run.toml"));
            record.expect("a record")
        };
        let cut = record("cut");
        assert!(cut.contains("\ncomplete = false\n"), "{cut}");
        assert!(cut.contains("\nstopped = \"interrupted\"\n"), "{cut}");
        let units = cut.lines().find_map(|line| line.strip_prefix("units = ")).expect("units");
        if units == "0" {
            continue;
        }
        done(folder.path(), &format!("{play} {unit} {units} --out whole --quiet"));
        assert!(record("whole").contains("\ncomplete = true\n"));
        let tables = ["cut", "whole"].map(|run| {
            let mut files = files(&folder.path().join(run));
            files.remove("run.toml").expect("a record");
            // The page says whether the run was interrupted.
            files.remove("report.html").expect("a page");
            files
        });
        assert!(tables[0] == tables[1], "{play}");
    }
}
