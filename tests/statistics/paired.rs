//! Calibration of the intervals, p-values and verdicts of comparisons.
//!
//! For each game, at 2, 3 and 4 seats, blocks of real games are played: between two policies that are
//! equal in distribution and act differently often or seldom, two with a large difference, and two with
//! a small one. Runs of 10 to 5,000 games are resampled from these blocks with replacement, so that the
//! true difference is known exactly: the mean of the blocks, or 0 for equal policies, whose blocks get
//! either sign.
//!
//! CI draws few runs from few blocks; `PUSHLUCK_STATISTICS=full` draws many. `--nocapture` prints the
//! coverages.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use pushluck::run::Arena;
use pushluck::stats::{Differences, Judgement, Level};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Dxsm;

use crate::{compare, full};

/// A game; a decision and an action, taken with probability 1/2 by equal policies; pairs of policies
/// with a large and a small difference.
type Case = (&'static str, [&'static str; 2], [&'static str; 2], [&'static str; 2]);

const CASES: [Case; 5] = [
    ("el-ocho", ["roll", "roll"], ["keep-few", "hold-at"], ["hold-at", "hold-at:hold=650"]),
    (
        "eight-seconds",
        ["act", "dismount"],
        ["cautious", "hold-out"],
        ["hold-out", "hold-out:risk=0.3"],
    ),
    (
        "long-shot",
        ["action", "bet"],
        ["cheap-buyer", "favourites"],
        ["favourites", "favourites:grid=1.25"],
    ),
    (
        "str8-eight",
        ["draw", "discard"],
        ["fastest-eight", "highest-total"],
        ["weigh-every-card", "weigh-every-card:greed=2.55"],
    ),
    (
        "eight-seven-central",
        ["bid", "pass"],
        ["bargain-bidder", "ad-seller"],
        ["balanced-network", "balanced-network:dollars_per_level=0.9"],
    ),
];

/// The games of a run.
const GAMES: [u64; 7] = [10, 20, 50, 200, 500, 1_000, 5_000];

/// A win in the parts that [`Differences`] count.
const WIN: f64 = 840.0;

/// The differences of a pair in each of many blocks, by figure (wins, score, length).
type Pools = [Vec<i64>; 3];

/// The pools of some pairs, whose policies all play the same blocks: one comparison per block.
fn blocks(game: &str, pairs: &[(&str, [String; 2])], seats: usize, number: u64) -> Vec<Pools> {
    let policies: BTreeSet<&String> = pairs.iter().flat_map(|(_, pair)| pair).collect();
    let policies: Vec<String> = policies.into_iter().cloned().collect();
    let mut all = vec![[const { Vec::new() }; 3]; pairs.len()];
    for seed in 1..=number {
        let (players, games) = (Some(seats), Some(seats as u64));
        let arena = Arena { players, seed, games, ..Arena::default() };
        let tables = compare(game, &policies, arena, None, 1);
        let figures = [("win_rate", WIN), ("score", 1.0), ("length", 1.0)];
        for ((_, pair), pools) in pairs.iter().zip(&mut all) {
            // A file is labelled by its stem.
            let label = |spec: &String| {
                let name = Path::new(spec).file_name().and_then(|name| name.to_str());
                name.expect("a name").trim_end_matches(".toml").to_owned()
            };
            let [policy, versus] = pair.each_ref().map(label);
            for (pool, (figure, unit)) in pools.iter_mut().zip(figures) {
                let figure = format!("{figure}_difference");
                let between = |policy: &str, versus: &str| {
                    let of = [("policy", policy), ("versus", versus), ("figure", &*figure)];
                    tables[0].number(&of, "value")
                };
                let value = between(&policy, &versus)
                    .or_else(|| between(&versus, &policy).map(|value| -value))
                    .expect("a difference");
                pool.push((value * unit * seats as f64).round() as i64);
            }
        }
    }
    all
}

/// Two files that are equal in distribution.
pub(crate) fn copies(
    folder: &Path,
    (game, [point, action]): (&str, [&str; 2]),
    percent: f64,
) -> [String; 2] {
    let share = percent / 100.0;
    [("a", format!("chance({share})")), ("b", format!("!chance({})", 1.0 - share))].map(
        |(name, coin)| {
            let path = folder.join(format!("{game}-{percent}-{name}.toml"));
            let rule = format!("[[{point}]]\nwhen = '{coin}'\nchoose = \"{action}\"\n");
            fs::write(&path, format!("game = \"{game}\"\nlanguage = 2\n\n{rule}")).expect("a file");
            path.to_str().expect("a name").to_owned()
        },
    )
}

/// Counts over the runs of one pair, figure and length.
#[derive(Default)]
struct Runs {
    told: u64,
    covered: u64,
    /// Better or worse by the p-value, and by more than a margin of 0.1 % or a thousandth of the
    /// standard deviation.
    verdicts: u64,
    by_margin: u64,
}

/// Draws runs of `n` blocks.
fn runs(pool: &[i64], (n, most): (u64, Option<u64>), equal: bool, random: &mut Pcg64Dxsm) -> Runs {
    let truth = pool.iter().sum::<i64>() as f64 / pool.len() as f64;
    let truth = if equal { 0.0 } else { truth };
    let spread = pool.iter().map(|one| (one * one) as f64).sum::<f64>() / pool.len() as f64;
    let margin = most.map_or(spread.sqrt() / 1000.0, |most| most as f64 / 1000.0);
    let mut of = Runs::default();
    for _ in 0..if full() { 2_000 } else { 100 } {
        let mut all = Differences::default();
        for _ in 0..n {
            let bits = random.next_u64();
            let value = pool[(bits >> 1) as usize % pool.len()];
            all.add(if equal && bits & 1 == 1 { -value } else { value });
        }
        let found = all.judge(most, Level::DEFAULT).expect("blocks");
        let estimate = found.estimate;
        let Some((low, high)) = estimate.low.zip(estimate.high) else {
            assert_eq!(found.p_value, None);
            continue;
        };
        let p = found.p_value.expect("a p value");
        assert_eq!(low > 0.0 || high < 0.0, p < 0.05, "{found:?}");
        let verdict = Judgement::with_margin((low, high), margin);
        let differ = matches!(verdict, Judgement::Better | Judgement::Worse);
        assert!(!differ || p < 0.05, "{found:?}");
        of.told += 1;
        of.covered += u64::from(low <= truth && truth <= high);
        of.verdicts += u64::from(p < 0.05);
        of.by_margin += u64::from(differ);
    }
    of
}

#[test]
fn comparisons_cover_whatever_their_length() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Pcg64Dxsm::seed_from_u64(28);
    let number = if full() { 2_000 } else { 60 };
    let drawn = if full() { 2_000 } else { 100 };
    let mut faults = Vec::new();
    println!(
        "game,pair,seats,figure,games,significant %,covered %,error,verdicts %,by more than a margin %"
    );
    for (game, coin, much, little) in CASES {
        let own = |pair: [&str; 2]| pair.map(str::to_owned);
        let pairs = [
            ("equal, often", copies(folder.path(), (game, coin), 30.0)),
            ("equal, seldom", copies(folder.path(), (game, coin), 0.5)),
            ("much", own(much)),
            ("little", own(little)),
        ];
        let pools = [2, 3, 4].map(|seats| blocks(game, &pairs, seats, number));
        for (at, (what, _)) in pairs.iter().enumerate() {
            let equal = what.starts_with("equal");
            for (seats, pools) in [2, 3, 4].into_iter().zip(&pools) {
                for (figure, pool) in ["wins", "score", "length"].into_iter().zip(&pools[at]) {
                    // A length fixed by the rules does not vary.
                    if figure == "length" && pool.iter().all(|one| *one == 0) {
                        continue;
                    }
                    for games in GAMES.into_iter().filter(|games| full() || *games <= 200) {
                        let most = (figure == "wins").then_some(seats as u64 * WIN as u64);
                        let n = games.div_ceil(seats as u64);
                        let of = runs(pool, (n, most), equal, &mut random);
                        let share = |part: u64, of: u64| part as f64 / of.max(1) as f64;
                        let (told, covered) = (share(of.told, drawn), share(of.covered, of.told));
                        let error = (0.0475 / of.told.max(1) as f64).sqrt();
                        let [verdicts, by_margin] =
                            [of.verdicts, of.by_margin].map(|part| share(part, drawn));
                        let percent = [told, covered, error, verdicts, by_margin];
                        let percent = percent.map(|one| format!("{:.1}", 100.0 * one)).join(",");
                        let row = format!("{game},{what},{seats},{figure},{games},{percent}");
                        println!("{row}");
                        // Three standard errors, because there are hundreds of rows.
                        let missed = share(of.told - of.covered, drawn);
                        let most_missed = 0.065 + 3.0 * (0.0475 / drawn as f64).sqrt();
                        let uncovered = told >= 0.5 && covered < 0.935 - 3.0 * error;
                        let false_alarms = equal && verdicts.max(by_margin) > 0.055 + 3.0 * error;
                        // A large difference is significant in some runs from 50 games.
                        let silent =
                            *what == "much" && games >= 50 && figure != "length" && told < 0.9;
                        if uncovered || missed > most_missed || false_alarms || silent {
                            faults.push(row);
                        }
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}
