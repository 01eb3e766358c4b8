//! Coverage of the intervals of every table.
//!
//! Each case makes many small runs with one seed each and reads every interval of their tables; a long
//! run with another seed gives the true value. A row is one policy, seat, situation and figure of a
//! table in all runs. With at least ten expected events of either kind, the coverage of a 95 % interval
//! must be 93 to 97 %, and that of a rarer proportion at least 95 %: over all rows of a table, and for
//! each row within the standard error for this number of runs and rows. The test also prints how often
//! the method of a mean is `too-few`, which has no interval.
//!
//! CI makes few runs; `PUSHLUCK_STATISTICS=full` makes many. `--nocapture` prints the coverages.

use std::collections::BTreeMap;

use pushluck::report::schema::Type;
use pushluck::report::{Cell, KEY_COLUMNS, Table};
use pushluck::run::{RunSpec, Work};
use statrs::distribution::{Binomial, DiscreteCDF};

use crate::{full, play, spec};

/// One case.
struct Case {
    game: &'static str,
    rules: &'static [(&'static str, &'static str)],
    policies: &'static [&'static str],
    players: Option<usize>,
    /// Games of the long run, at full size and in CI; in CI sixty times the games of the longest run.
    truth: [u64; 2],
}

const CASES: [Case; 3] = [
    Case {
        game: "el-ocho",
        rules: &[("level", "2")],
        policies: &["hold-at", "daredevil", "keep-few"],
        players: Some(2),
        truth: [4_000_000, 7200],
    },
    Case {
        game: "eight-seconds",
        rules: &[("riders", "on"), ("buckles", "on")],
        policies: &["hold-out", "random"],
        players: None,
        truth: [400_000, 7200],
    },
    Case {
        game: "long-shot",
        rules: &[],
        policies: &["value-bettor", "random", "random"],
        players: None,
        truth: [400_000, 7200],
    },
];

fn played(case: &Case, seed: u64, games: u64) -> Vec<Table> {
    let spec = spec(case.rules, case.policies, seed, Work::Games(Some(games)));
    play(case.game, &RunSpec { players: case.players, ..spec }, 1).tables
}

/// One interval of a table.
#[derive(Clone, Copy, Debug)]
struct Shown {
    value: f64,
    limits: Option<(f64, f64)>,
    /// Hits and trials of a proportion; `None` for a mean.
    events: Option<(f64, f64)>,
}

fn number(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Integer(number) => Some(*number as f64),
        Cell::Real(number) => Some(*number),
        Cell::Text(_) | Cell::Empty => None,
    }
}

/// The number columns that identify a row, in addition to the key columns and all text columns.
const KEYS: [&str; 5] = ["dice", "turn_points", "rating", "horse", "rounds"];

/// Every interval of a run by table, figure and row.
fn intervals(tables: &[Table]) -> BTreeMap<(String, String), Shown> {
    let mut found = BTreeMap::new();
    for table in tables {
        let columns: Vec<&str> = table.columns().iter().map(|column| column.name).collect();
        let at = |name: &str| columns.iter().position(|column| *column == name);
        for row in table.rows() {
            let tells = |at: &usize| {
                let text = table.columns()[*at].kind == Type::Text;
                text || *at < KEY_COLUMNS.len() || KEYS.contains(&columns[*at])
            };
            let key = (0..columns.len()).filter(tells).map(|at| format!("{:?}", row[at]));
            let key = key.collect::<Vec<_>>().join(" ");
            for (low, column) in columns.iter().enumerate() {
                if *column != "ci_low" {
                    continue;
                }
                // Value, its standard deviation in tables of scores, standard error, low, high.
                let deviates = columns[low - 2] == "std_dev";
                let (value, high) = (low - 2 - usize::from(deviates), low + 1);
                let Some(estimate) = number(&row[value]) else { continue };
                let cell = |name: &str| at(name).and_then(|at| number(&row[at]));
                let is = |name: &str| at("figure").is_some_and(|at| row[at] == Cell::from(name));
                let events = match table.name() {
                    "win_rates" | "ratings" | "rounds" => cell("games"),
                    "bust_probabilities" => cell("trials"),
                    "turn_endings" | "turn_points" => cell("turns").map(|hits| hits / estimate),
                    "outcomes" => cell("turns"),
                    "buckles" | "riders" if !is("points") => cell("n"),
                    "losing_bets" => cell("bets"),
                    "horses" if (0.0..=1.0).contains(&estimate) && !is("return on price") => {
                        cell("n")
                    }
                    _ => None,
                };
                let shown = Shown {
                    value: estimate,
                    limits: number(&row[low]).zip(number(&row[high])),
                    events: events.map(|trials| (estimate * trials, trials)),
                };
                let name = format!("{} {}", table.name(), columns[value]);
                let before = found.insert((name, key.clone()), shown);
                assert!(before.is_none(), "two rows of {} are alike: {key}", table.name());
            }
        }
    }
    found
}

/// The numbers of intervals of a row that contained the true value, missed it, and were empty.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    held: u32,
    missed: u32,
    too_few: u32,
}

/// The classes of rows of a table.
const CLASSES: [&str; 3] = ["common", "rare", "mean"];

/// The allowed coverage, from and to.
const PROMISED: [[f64; 2]; 3] = [[0.93, 0.97], [0.95, 1.0], [0.93, 0.97]];

/// The values of the long run by table and row, and its games.
type Truth = (BTreeMap<(String, String), Shown>, u64);

fn coverage(
    case: &Case,
    (truth, truth_games): &Truth,
    (games, runs): (u64, u32),
    faults: &mut Vec<String>,
) {
    let mut rows: BTreeMap<&(String, String), Row> =
        truth.keys().map(|key| (key, Row::default())).collect();
    for run in 0..runs {
        let found = intervals(&played(case, 1 + u64::from(run), games));
        for (key, row) in &mut rows {
            let known = &truth[*key];
            match found.get(*key) {
                Some(Shown { limits: Some((low, high)), .. }) => {
                    // Rounding to nine digits is not a miss.
                    let close = known.value.abs() * 1e-8;
                    let held = low - close <= known.value && known.value <= high + close;
                    row.held += u32::from(held);
                    row.missed += u32::from(!held);
                }
                // A missing row has no events: 0 of all trials.
                None if known.events.is_some() => row.held += 1,
                _ => row.too_few += 1,
            }
        }
    }
    // By table and class.
    let mut sums: BTreeMap<(&str, usize), Row> = BTreeMap::new();
    let kept = rows.values().filter(|row| row.held + row.missed > 0).count().max(2) as f64;
    for (key, row) in &rows {
        let known = &truth[*key];
        let share = games as f64 / *truth_games as f64;
        let class = match known.events {
            None => 2,
            Some((hits, trials)) => usize::from(hits.min(trials - hits) * share < 10.0),
        };
        let told = row.held + row.missed;
        let sum = sums.entry((&key.0, class)).or_default();
        sum.held += row.held;
        sum.missed += row.missed;
        sum.too_few += row.too_few;
        if told >= 40 {
            // Each row alone: with probability 5 %, one of these rows deviates this far.
            let by_chance = |share: f64, held: u32| {
                Binomial::new(share, told.into()).expect("a share").cdf(held.into())
            };
            let [low, high] = PROMISED[class];
            let too_seldom = by_chance(low, row.held);
            let too_often = by_chance(1.0 - high, row.missed);
            if too_seldom.min(too_often) * kept < 0.05 / 2.0 {
                faults.push(format!("{} at {games} games: {row:?} for {key:?}", case.game));
            }
        }
    }
    for ((table, class), row) in sums {
        let told = row.held + row.missed;
        let covered = 100.0 * f64::from(row.held) / f64::from(told.max(1));
        let few = 100.0 * f64::from(row.too_few) / f64::from((told + row.too_few).max(1));
        // The rows of a table are correlated: at worst their joint error is that of one row.
        let error = 400.0 * (0.95 * 0.05 / f64::from(runs)).sqrt();
        let [low, high] = PROMISED[class].map(|share| 100.0 * share);
        if told > 0 && !(low - error..=high + error).contains(&covered) {
            faults.push(format!("{} at {games} games: {covered:.1} % of {table}", case.game));
        }
        println!(
            "{:13} {games:4} games  {table:32} {:6} {covered:5.1} % covered, too few {few:5.1} %",
            case.game, CLASSES[class]
        );
    }
}

fn covers(case: &Case) {
    let mut faults = Vec::new();
    let sizes = match full() {
        true => [(20, 1000), (50, 600), (200, 300), (2000, 150)].to_vec(),
        false => [(20, 60), (50, 40), (120, 40)].to_vec(),
    };
    let truth_games = case.truth[usize::from(!full())];
    let truth = (intervals(&played(case, 1_000_003, truth_games)), truth_games);
    for size in sizes {
        coverage(case, &truth, size, &mut faults);
    }
    assert!(faults.is_empty(), "{} rows:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn the_tables_of_el_ocho_cover() {
    covers(&CASES[0]);
}

#[test]
fn the_tables_of_eight_seconds_cover() {
    covers(&CASES[1]);
}

#[test]
fn the_tables_of_long_shot_cover() {
    covers(&CASES[2]);
}
