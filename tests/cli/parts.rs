//! Runs played in parts: shards on several machines, and sittings that are cut off at any moment.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempDir;

use crate::program::{done, pushluck, run};

/// The files of a folder with their bytes.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file"));
    let name = |entry: &fs::DirEntry| entry.file_name().into_string().expect("UTF-8");
    let mut files: Vec<_> =
        entries.map(|entry| (name(&entry), fs::read(entry.path()).expect("bytes"))).collect();
    files.sort();
    files
}

/// Runs of the games: at several matchups, with figures of policies and of games; of turns; and
/// comparisons of policies, who meet a field or each other, and of rules.
const RUNS: [&str; 11] = [
    "simulate long-shot --policy random --policy value-bettor --policy lead-buyer --players 2 --games 50 \
     --seed 5 --quiet",
    "simulate str8-eight --games 60 --seed 5 --quiet",
    "simulate eight-seven-central --games 60 --seed 5 --quiet",
    "simulate eight-seconds --rules riders,buckles --players 3 --games 40 --policy look-ahead \
     --policy random --policy cautious --policy hold-out --seed 5 --quiet",
    "simulate eight-seconds --turns 200 --seed 5 --quiet",
    "simulate el-ocho --rules level=2 --policy keep-few --policy random --policy catch-up --players 2 \
     --games 90 --seed 5 --quiet",
    "simulate el-ocho --policy hold-at --policy random --turns 20000 --seed 5 --quiet",
    "simulate el-ocho-stressed --games 20 --seed 5 --quiet",
    "compare long-shot --policy value-bettor --policy lead-buyer --policy no-bets --players 3 --games 60 \
     --seed 5 --quiet",
    "compare eight-seven-central --policy ad-seller --policy random --head-to-head --games 40 --quiet",
    "compare eight-seven-central --policy ad-seller --vs-rules weeks=1 --games 40 --quiet",
];

#[test]
fn shards_in_any_order_are_the_bytes_of_one_run() {
    for (game, line) in RUNS.iter().enumerate() {
        let temp = TempDir::new().expect("a folder");
        let at = temp.path();
        let samples = if line.starts_with("simulate") { "--samples 7" } else { "--force" };
        let whole = done(at, &format!("{line} {samples} --out whole --threads 2"));
        for of in [3_u64, 8] {
            // Some of them are played on more threads than others.
            for number in 1..=of {
                let threads = [1, 2, 7][(number % 3) as usize];
                let file = format!("{of}-{number}.part");
                done(
                    at,
                    &format!(
                        "{line} --shard {number}/{of} --checkpoint {file} --threads {threads}"
                    ),
                );
            }
            // 3 and 5 have no factor in common with 8 and 3 but themselves, so each comes once.
            let step = if of == 3 { 2 } else { 3 };
            let order: Vec<String> =
                (0..of).map(|place| format!("{of}-{}.part", (place * step + 1) % of + 1)).collect();
            let files_of = order.join(" ");
            let merged = done(at, &format!("merge {files_of} {samples} --out merged-{of} --quiet"));
            assert_eq!(merged, whole, "{game} of {of}");
            assert!(files(&at.join("whole")) == files(&at.join(format!("merged-{of}"))), "{line}");
        }
    }
}

#[test]
fn a_run_that_is_killed_again_and_again_ends_as_one_never_broken() {
    let temp = TempDir::new().expect("a folder");
    let at = temp.path();
    let line = "simulate str8-eight --policy rollout:n=2 --policy random --games 300 --seed 9 --quiet \
                --threads 2";
    let whole = done(at, &format!("{line} --out whole"));
    let mut kills = 0;
    let begun = format!("{line} --checkpoint run.part --checkpoint-every 0.02");
    let go_on = format!("{line} --resume run.part --checkpoint-every 0.02 --out broken");
    let mut luck = 2026_u64;
    loop {
        let line = if at.join("run.part").exists() { &go_on } else { &begun };
        let mut child = pushluck(at, line).stdout(Stdio::piped()).spawn().expect("it starts");
        luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        if kills < 20 {
            sleep(Duration::from_millis(100 + (luck >> 33) % 200));
            child.kill().expect("it is ours");
        }
        let ended = child.wait_with_output().expect("it ends");
        if ended.status.success() && line == &go_on {
            assert_eq!(ended.stdout, whole.as_bytes());
            break;
        }
        kills += 1;
        assert!(kills <= 20, "the last one is not killed");
    }
    assert!(kills > 3, "over after {kills}: too short to be killed often");
    assert!(files(&at.join("whole")) == files(&at.join("broken")));
    // Done, it is gone on with at once.
    done(at, &format!("{go_on} --force"));
    assert!(files(&at.join("whole")) == files(&at.join("broken")));
}

/// Runs that end when something is known.
const UNTIL: [&str; 3] = [
    "simulate str8-eight --policy fastest-eight --policy discard-watcher --policy random --players 2 \
     --until ci(win)<5% --seed 5 --quiet",
    "simulate long-shot --policy value-bettor --policy lead-buyer --until ci(mean)<9 --quiet",
    "simulate eight-seconds --policy cautious --policy hold-out --turns 100k --until ranksettled --quiet",
];

#[test]
fn where_a_run_stops_depends_on_what_it_counted_alone() {
    for line in UNTIL {
        let temp = TempDir::new().expect("a folder");
        let at = temp.path();
        let whole = done(at, &format!("{line} --out 1 --threads 1"));
        for threads in [2, 7] {
            done(at, &format!("{line} --out {threads} --threads {threads}"));
            assert!(files(&at.join("1")) == files(&at.join(threads.to_string())), "{line}");
        }
        let said = fs::read_to_string(at.join("1/run.toml")).expect("a record");
        let said: toml::Table = said.parse().expect("TOML");
        assert_eq!(said["result"]["complete"].as_bool(), Some(true));
        let reason = said["result"]["stopped"].as_str().expect("a reason");
        assert_eq!(said["run"]["until"].as_str(), Some(reason));
        // A checkpoint of a run that has stopped is done: it is gone on with at once, and merged.
        done(at, &format!("{line} --checkpoint run.part"));
        let merged = done(at, "merge run.part --quiet --out merged");
        done(at, &format!("{line} --resume run.part --out resumed"));
        assert!(merged == whole, "{line}");
        for folder in ["merged", "resumed"] {
            assert!(files(&at.join("1")) == files(&at.join(folder)), "{folder}: {line}");
        }
        // A run of that length counts the same: this table holds nothing else.
        let (fixed, _) = line.split_once(" --until").expect("until");
        let fixed = match said["result"].get("games_each") {
            Some(games) => format!("{fixed} --games {games}"),
            None => fixed.replace("100k", &said["result"]["units"].to_string()),
        };
        done(at, &format!("{fixed} --quiet --seed {} --out fixed", said["run"]["seed"]));
        let of = |folder: &str| fs::read(at.join(folder).join("rule_use.csv")).expect("a table");
        assert!(of("1") == of("fixed"), "{line}");
    }
}

/// How many standard errors the first interval of mean scores in a table reaches.
fn reach(table: &Path) -> f64 {
    let text = fs::read_to_string(table).expect("a table");
    let mut rows = text.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let heads = rows.next().expect("a header");
    let row = rows.find(|row| row.iter().any(|cell| ["game", "score_difference"].contains(cell)));
    let row = row.expect("a mean score");
    let number = |name: &str| {
        let at = heads.iter().position(|head| *head == name).expect("a column");
        row[at].parse::<f64>().expect("a number")
    };
    (number("ci_high") - number("ci_low")) / 2.0 / number("std_error")
}

#[test]
fn a_run_that_may_stop_early_ends_as_one_never_broken() {
    let temp = TempDir::new().expect("a folder");
    let at = temp.path();
    for (command, table) in [("simulate", "expected_scores.csv"), ("compare", "comparisons.csv")] {
        let line = format!(
            "{command} eight-seconds --policy cautious --policy hold-out --until ci(win)<0.8% \
             --quiet --threads 2"
        );
        done(at, &format!("{line} --out whole --force"));
        let mut flags = format!("--checkpoint {command}.part");
        let mut told = vec![reach(&at.join("whole").join(table))];
        for sitting in 0.. {
            // The time is no part of what the run is.
            let line = format!("{line} --max-time 0.2 --out broken --force {flags}");
            let record = || fs::read_to_string(at.join("broken/run.toml")).expect("a record");
            done(at, &line);
            if record().contains("stopped = \"ci(win) < 0.8%\"") {
                assert!(sitting > 0, "too short to be broken");
                break;
            }
            assert!(record().contains("stopped = \"max-time\""), "{}", record());
            told.push(reach(&at.join("broken").join(table)));
            flags = format!("--resume {command}.part");
        }
        assert!(files(&at.join("whole")) == files(&at.join("broken")), "{command}");
        // All that was told between looks has the error of one look together.
        assert!(told.is_sorted_by(|before, after| before < after), "{told:?}");
    }
}

#[test]
fn the_length_of_a_checkpoint_hardly_depends_on_the_games() {
    let temp = TempDir::new().expect("a folder");
    let line = "simulate str8-eight --policy random --policy fastest-eight --quiet --checkpoint";
    let length = |games: u32| {
        done(temp.path(), &format!("{line} {games}.part --games {games}"));
        fs::metadata(temp.path().join(format!("{games}.part"))).expect("a file").len()
    };
    let (short, long) = (length(500), length(5000));
    assert!(long < 2 * short, "{short} and {long} bytes");
}

#[test]
fn files_that_do_not_fit_are_refused() {
    let temp = TempDir::new().expect("a folder");
    let at = temp.path();
    let line = "simulate str8-eight --policy random --games 20 --quiet";
    for number in 1..=3 {
        done(at, &format!("{line} --shard {number}/3 --checkpoint {number}.part"));
    }
    done(at, &format!("{line} --shard 1/2 --checkpoint half.part"));
    done(at, &format!("{line} --seed 2 --shard 3/3 --checkpoint other.part"));
    done(at, &format!("{line} --checkpoint all.part"));
    let bytes = fs::read(at.join("3.part")).expect("bytes");
    fs::write(at.join("cut.part"), &bytes[..bytes.len() - 1]).expect("written");
    let mut damaged = bytes;
    damaged[100] ^= 1;
    fs::write(at.join("damaged.part"), damaged).expect("written");
    fs::copy(at.join("2.part"), at.join("copy.part")).expect("copied");
    fs::write(at.join("text.part"), "these are the results of yesterday, I think")
        .expect("written");
    for (line, said) in [
        ("merge 1.part 2.part".to_owned(), "of 3 shards these are missing: 3"),
        ("merge 1.part 2.part 2.part 3.part".to_owned(), "2.part is named twice"),
        ("merge 1.part 2.part copy.part 3.part".to_owned(), "are both shard 2 of 3"),
        ("merge 1.part 2.part half.part".to_owned(), "of 3 shards, and half.part of 2"),
        (
            "merge 1.part 2.part other.part".to_owned(),
            "a different run: seed is 2 there and 1 here",
        ),
        ("merge 1.part 2.part cut.part".to_owned(), "cut.part is damaged or cut off"),
        ("merge 1.part 2.part damaged.part".to_owned(), "damaged.part is damaged or cut off"),
        ("merge text.part".to_owned(), "text.part is no part of a run"),
        ("merge gone.part".to_owned(), "cannot read the part of a run gone.part"),
        ("merge /dev/zero".to_owned(), "/dev/zero is no part of a run"),
        (format!("{line} --checkpoint gone/1.part"), "there is no folder gone for gone/1.part"),
        (format!("{line} --resume other.part"), "other.part is of a different run"),
        (format!("{line} --resume 1.part"), "1.part is of shard 1/3"),
        (format!("{line} --shard 2/3 --resume 1.part"), "1.part is of shard 1/3"),
        (format!("{line} --shard 1/3 --resume all.part"), "all.part is of the whole run"),
        (format!("{line} --checkpoint 1.part"), "1.part is in the way"),
        (format!("{line} --checkpoint text.part"), "text.part is in the way"),
        (format!("{line} --shard 2/3"), "`--shard 2/3` needs a file"),
        (format!("{line} --shard 4/3 --checkpoint 4.part"), "`--shard 4/3` is no part"),
        (
            "simulate str8-eight --until ci(mean)<5 --shard 1/2 --checkpoint u.part".to_owned(),
            "`--until 'ci(mean) < 5'` looks at all games together",
        ),
        (
            "compare str8-eight --policy random --policy fastest-eight --head-to-head --sprt 0,5 \
             --shard 1/2 --checkpoint u.part"
                .to_owned(),
            "`--sprt 0,5` looks at all games together",
        ),
        (
            "compare str8-eight --policy random --policy fastest-eight --games 20 --resume all.part"
                .to_owned(),
            "all.part is of a different run",
        ),
    ] {
        let (code, stdout, error) = run(at, &line);
        assert_eq!((code, &*stdout), (Some(2), ""), "{line}");
        assert!(error.contains(said), "{line}: {error}");
    }
    // A checkpoint of a whole run that is done is merged by itself.
    let merged = done(at, "merge all.part --quiet");
    assert_eq!(merged, done(at, line));
}
