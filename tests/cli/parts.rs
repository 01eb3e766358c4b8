//! Runs played in parts: shards on several machines, and runs interrupted at any moment and resumed.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

use crate::program::{Running, done, files, pushluck};

/// Runs of games with several matchups, and with figures of policies and of games; runs of turns;
/// comparisons of policies against opponents or each other, and of rules; sweeps, payouts, reviews and
/// searches.
const RUNS: [&str; 18] = [
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
    "tune eight-seven-central --policy bargain-bidder --searches 8 --games 8000 --quiet",
    "sweep eight-seven-central --policy shark-averse --vary rules.weeks=1,2 --vary risk=0..1:0.5 --games 160 --quiet",
    "sweep el-ocho --policy hold-at --vary hold=300..600:100 --games 300 --seed 5 --quiet",
    "balance eight-seconds --games 200 --policy look-ahead --policy cautious --dice-sets --fair 5% --quiet",
    "balance eight-seconds --games 200 --policy cautious --bettors bet-by-roll --bettors bet-ride --seed 5 --quiet",
    "balance eight-seconds --turns 900 --policy look-ahead --policy cautious --start tokens=2 --quiet",
    "review str8-eight --policy fastest-eight --base random --games 9 --seed 5 --quiet",
];

#[test]
fn shards_in_any_order_are_the_bytes_of_one_run() {
    for (game, line) in RUNS.iter().enumerate() {
        let temp = TempDir::new().expect("a folder");
        let at = temp.path();
        let samples = if line.starts_with("simulate") { "--samples 7" } else { "--force" };
        let whole = done(at, &format!("{line} {samples} --out whole --threads 2"));
        let of = [3_u64, 8][game % 2];
        // The shards use different numbers of threads.
        for number in 1..=of {
            let threads = [1, 2, 7][(number % 3) as usize];
            let line = format!("{line} --shard {number}/{of} --threads {threads}");
            done(at, &format!("{line} --checkpoint {number}.part"));
        }
        // The step (2 or 3) has no common factor with the number of shards (3 or 8), so the order
        // contains each shard once.
        let step = if of == 3 { 2 } else { 3 };
        let order = (0..of).map(|place| format!("{}.part", (place * step + 1) % of + 1));
        let order = order.collect::<Vec<_>>().join(" ");
        let merged = done(at, &format!("merge {order} {samples} --out merged --quiet"));
        assert_eq!(merged, whole, "{line}");
        assert!(files(&at.join("whole")) == files(&at.join("merged")), "{line}");
    }
}

#[test]
fn a_run_that_is_killed_repeatedly_ends_as_an_uninterrupted_run() {
    // A search plays the same games however often it is interrupted.
    for (line, fewest) in [
        ("simulate str8-eight --policy rollout:n=2 --policy random --games 300 --seed 9", 3),
        ("tune eight-seven-central --policy bargain-bidder --games 30k --seed 9", 2),
        ("learn el-ocho --base hold-at --games 60k --max-rules 1 --seed 9", 1),
        (
            "sweep str8-eight --policy weigh-every-card --vary greed=0..2:0.5 --games 200 --seed 9",
            3,
        ),
        ("balance eight-seconds --policy look-ahead --policy cautious --games 3k --seed 9", 3),
    ] {
        let kills = killed_repeatedly(&format!("{line} --quiet --threads 2"));
        assert!(kills > fewest, "over after {kills}: too short to be killed often: {line}");
    }
}

/// Kills a run repeatedly and compares its results with those of an uninterrupted run; returns the number
/// of kills.
fn killed_repeatedly(line: &str) -> u32 {
    let temp = TempDir::new().expect("a folder");
    let at = temp.path();
    let whole = done(at, &format!("{line} --out whole"));
    let mut kills = 0;
    let begun = format!("{line} --checkpoint run.part --checkpoint-every 0.02");
    let resume = format!("{line} --resume run.part --checkpoint-every 0.02 --out broken");
    let mut random = 2026_u64;
    loop {
        let line = if at.join("run.part").exists() { &resume } else { &begun };
        let mut child = Running::start(pushluck(at, line).stdout(Stdio::piped()));
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        if kills < 20 {
            sleep(Duration::from_millis(100 + (random >> 33) % 200));
            child.kill().expect("it is ours");
        }
        let ended = child.output();
        if ended.status.success() && line == &resume {
            assert_eq!(ended.stdout, whole.as_bytes());
            break;
        }
        kills += 1;
        assert!(kills <= 20, "the last one is not killed");
    }
    assert!(files(&at.join("whole")) == files(&at.join("broken")));
    // A complete run that is resumed ends at once with the same results.
    done(at, &format!("{resume} --force"));
    assert!(files(&at.join("whole")) == files(&at.join("broken")));
    kills
}

/// Runs that stop at a given precision (`--until`).
const UNTIL: [&str; 3] = [
    "simulate str8-eight --policy fastest-eight --policy discard-watcher --policy random --players 2 \
     --until ci(win)<5% --seed 5 --quiet",
    "simulate long-shot --policy value-bettor --policy lead-buyer --until ci(mean)<9 --quiet",
    "simulate eight-seconds --policy cautious --policy hold-out --turns 100k --until ranksettled --quiet",
];

#[test]
fn where_a_run_stops_depends_only_on_its_counts() {
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
        // The checkpoint of a stopped run is complete: it can be merged, and resuming it ends at
        // once.
        done(at, &format!("{line} --checkpoint run.part"));
        let merged = done(at, "merge run.part --quiet --out merged");
        done(at, &format!("{line} --resume run.part --out resumed"));
        assert!(merged == whole, "{line}");
        for folder in ["merged", "resumed"] {
            assert!(files(&at.join("1")) == files(&at.join(folder)), "{folder}: {line}");
        }
        // A run of the same fixed length has the same counts; this table holds only counts.
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

/// The half-width of the first confidence interval of a mean score in `table`, in standard errors.
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
fn a_run_that_may_stop_early_ends_as_an_uninterrupted_run() {
    let temp = TempDir::new().expect("a folder");
    let at = temp.path();
    for (command, table) in [("simulate", "expected_scores.csv"), ("compare", "comparisons.csv")] {
        let line = format!(
            "{command} eight-seconds --policy cautious --policy hold-out --until ci(win)<0.8% \
             --quiet --threads 2"
        );
        done(at, &format!("{line} --out whole --force"));
        let mut flags = format!("--checkpoint {command}.part");
        let mut reaches = vec![reach(&at.join("whole").join(table))];
        for sitting in 0.. {
            // `--max-time` is not part of the definition of the run.
            let line = format!("{line} --max-time 0.2 --out broken --force {flags}");
            let record = || fs::read_to_string(at.join("broken/run.toml")).expect("a record");
            done(at, &line);
            if record().contains("stopped = \"ci(win) < 0.8%\"") {
                assert!(sitting > 0, "too short to be broken");
                break;
            }
            assert!(record().contains("stopped = \"max-time\""), "{}", record());
            reaches.push(reach(&at.join("broken").join(table)));
            flags = format!("--resume {command}.part");
        }
        assert!(files(&at.join("whole")) == files(&at.join("broken")), "{command}");
        // The results shown between two looks share the error probability of one look, so their
        // intervals widen from one to the next.
        assert!(reaches.is_sorted_by(|before, after| before < after), "{reaches:?}");
    }
}

/// A part may come from a stranger: with another command and a right checksum.
#[test]
fn a_part_with_a_command_without_parts_is_refused() {
    let temp = TempDir::new().expect("a folder");
    let at = temp.path();
    done(at, "review str8-eight --policy fastest-eight --games 1 --checkpoint 1.part --quiet");
    let part = fs::read(at.join("1.part")).expect("a part");
    let (magic, body) = (&part[..8], &part[40..]);
    let mut body = body.to_vec();
    while let Some(place) = body.windows(6).position(|word| word == b"review") {
        body[place..place + 6].copy_from_slice(b"verify");
    }
    let edited = [magic, &Sha256::digest(&body), &body].concat();
    fs::write(at.join("1.part"), edited).expect("a part");
    let output = pushluck(at, "merge 1.part").output().expect("a program");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("1.part is of a run that is not played in parts"), "{said}");
}

#[test]
fn the_size_of_a_checkpoint_hardly_depends_on_the_number_of_games() {
    let temp = TempDir::new().expect("a folder");
    let line = "simulate str8-eight --policy random --policy fastest-eight --quiet --checkpoint";
    let length = |games: u32| {
        done(temp.path(), &format!("{line} {games}.part --games {games}"));
        fs::metadata(temp.path().join(format!("{games}.part"))).expect("a file").len()
    };
    let (short, long) = (length(500), length(5000));
    assert!(long < 2 * short, "{short} and {long} bytes");
}
