//! Equal policies are equal whatever stands beside them and in whatever order they are named.
//!
//! How often one of two copies of a policy is marked `*` as significantly better than the other, and
//! whether the order of `--policy` shows in a figure. The seeds are fixed, so a size always gives the
//! same counts; `--nocapture` shows them. The full size takes some minutes:
//!
//! ```console
//! $ PUSHLUCK_STATISTICS=full cargo test --test statistics false_alarms -- --nocapture
//! ```

use pushluck::run::{Block, Results, RunSpec, Work};
use pushluck::sim::random::mix;

use crate::{full, play, spec};

/// What is played: the game, its rules.
type Rules = (&'static str, &'static [(&'static str, &'static str)]);

const EL_OCHO: Rules = ("el-ocho", &[("level", "2")]);
/// Half as long, for many short runs.
const SHORT: Rules = ("el-ocho", &[("level", "2"), ("target", "4000")]);
const STRESSED: Rules = ("el-ocho-stressed", &[]);
const EIGHT_SECONDS: Rules = ("eight-seconds", &[]);
const LONG_SHOT: Rules = ("long-shot", &[]);

/// The label of the policy that is marked.
fn marked(results: &Results) -> Option<&str> {
    let grid = results.screen.iter().find_map(|block| match block {
        Block::Grid(grid) => Some(grid),
        _ => None,
    });
    grid.expect("a ranking").marked().next()
}

/// A figure of a policy over all its seats, and its standard error where one can be told.
fn figure(results: &Results, table: &str, policy: &str, column: &str) -> (f64, Option<f64>) {
    let table = results.tables.iter().find(|one| one.name() == table).expect("a table");
    let mut of = vec![("policy", policy)];
    if table.columns().iter().any(|column| column.name == "unit") {
        of.push(("unit", "game"));
    }
    (table.number(&of, column).expect("a number"), table.number(&of, "std_error"))
}

/// Plays two copies of a policy beside a third that is worse, with many seeds, and gives how often
/// a copy is marked.
struct Alarms {
    seeds: u64,
    marked: u64,
    /// The wins of both copies less twice those of the third.
    lead: f64,
}

fn alarms(
    rules: Rules,
    policies: &[&str],
    copy: &str,
    players: Option<usize>,
    games: u64,
) -> Alarms {
    let seeds = if full() { 400 } else { 20 };
    let second = format!("{copy}#2");
    let third = policies.iter().find(|policy| **policy != copy).expect("a third");
    let mut alarms = Alarms { seeds, marked: 0, lead: 0.0 };
    for seed in 1..=seeds {
        let spec = RunSpec { players, ..spec(rules.1, policies, seed, Work::Games(Some(games))) };
        let results = play(rules.0, &spec, 1);
        let best = marked(&results);
        alarms.marked += u64::from(best == Some(copy) || best == Some(&second));
        if players.is_none() {
            let rate = |label| figure(&results, "win_rates", label, "win_rate").0;
            alarms.lead += rate(copy) + rate(&second) - 2.0 * rate(third);
        }
    }
    alarms
}

/// No more than 5 %, with the error of the count.
#[track_caller]
fn rarely(what: &str, Alarms { seeds, marked, .. }: &Alarms) {
    let (expected, n) = (*seeds as f64 * 0.05, *marked as f64);
    println!("{what}: a copy is marked in {marked} of {seeds} runs");
    assert!(n <= expected + 2.0 * (expected * 0.95).sqrt(), "{what}: {marked} of {seeds}");
}

/// At 3, 4 and 8 seats, from four games on, whoever sits between the copies. The most games are
/// enough to tell the copies apart where policies only move round in a circle.
#[track_caller]
fn copies_are_rarely_told_apart(rules: Rules, copy: &str, third: &str, most: [[u64; 2]; 3]) {
    for (seats, most) in [3_usize, 4, 8].into_iter().zip(most) {
        // Behind the first copy, or where that is another place, opposite.
        let places: &[usize] = if full() { &[1, seats.div_ceil(2)] } else { &[1] };
        for &apart in places {
            let mut policies = vec![third; seats];
            policies[0] = copy;
            policies[apart] = copy;
            let most = most[usize::from(full())];
            let sizes: &[u64] = if full() { &[4, 50, most] } else { &[4, most] };
            for &games in sizes {
                let alarms = alarms(rules, &policies, copy, None, games);
                let what = format!(
                    "{} {:?}, {seats} seats, copies {apart} apart, {games} games",
                    rules.0, rules.1
                );
                rarely(&what, &alarms);
                assert!(games != most || alarms.lead > 0.0, "{what}: the third is better");
            }
        }
    }
}

#[test]
fn copies_are_rarely_told_apart_in_el_ocho() {
    let most = [[10_000, 20_000], [4000, 10_000], [4000, 10_000]];
    copies_are_rarely_told_apart(SHORT, "keep-few", "bank-at-once", most);
}

#[test]
fn copies_are_rarely_told_apart_in_the_stressed_variant() {
    let most = [[100, 500]; 3];
    copies_are_rarely_told_apart(STRESSED, "steady-hand", "random", most);
}

#[test]
fn copies_are_rarely_told_apart_in_8_seconds() {
    let most = [[1000, 3000], [600, 2000], [200, 1000]];
    copies_are_rarely_told_apart(EIGHT_SECONDS, "all-or-nothing", "token-hoarder", most);
}

#[test]
fn copies_are_rarely_told_apart_in_long_shot() {
    let most = [[50, 200]; 3];
    copies_are_rarely_told_apart(LONG_SHOT, "value-bettor", "jockey-sets", most);
}

/// Every pair of three: most games of a copy are without the other.
#[test]
fn copies_are_rarely_told_apart_in_a_round_robin() {
    for (rules, copy, third, most) in [
        (SHORT, "keep-few", "bank-at-once", [500, 2000]),
        (EIGHT_SECONDS, "all-or-nothing", "token-hoarder", [500, 2000]),
        (LONG_SHOT, "value-bettor", "jockey-sets", [20, 200]),
    ] {
        for games in [1, 2, 4, 10, most[usize::from(full())]] {
            let alarms = alarms(rules, &[copy, third, copy], copy, Some(2), games);
            rarely(&format!("{} in pairs, {games} games", rules.0), &alarms);
        }
    }
}

/// Alone at the table, each on luck of its own: means are compared, not wins.
#[test]
fn copies_are_rarely_told_apart_by_their_means() {
    for (rules, copy, third) in
        [(SHORT, "keep-few", "daredevil"), (EIGHT_SECONDS, "look-ahead", "token-hoarder")]
    {
        for games in [2, 4, 20, 200] {
            let alarms = alarms(rules, &[copy, third, copy], copy, Some(1), games);
            rarely(&format!("{} alone, {games} games", rules.0), &alarms);
        }
    }
}

#[test]
fn nobody_is_marked_where_seats_are_fixed() {
    for (rules, best, worst) in [
        (EL_OCHO, "keep-few", "daredevil"),
        (STRESSED, "steady-hand", "random"),
        (EIGHT_SECONDS, "all-or-nothing", "token-hoarder"),
        (LONG_SHOT, "value-bettor", "jockey-sets"),
    ] {
        let balanced = spec(rules.1, &[best, worst], 1, Work::Games(Some(1000)));
        assert_eq!(marked(&play(rules.0, &balanced, 1)), Some(best));
        let results = play(rules.0, &RunSpec { fixed_seats: true, ..balanced }, 1);
        assert_eq!(marked(&results), None);
        let says =
            |block: &Block| matches!(block, Block::Note(note) if note.contains("keeps a seat"));
        assert!(results.screen.iter().any(says), "{:?}", results.screen);
    }
}

/// Each policy's win rate and score under orders drawn at random, against the mean over them.
fn order_does_not_show(rules: Rules, policies: &[&str], games: u64) {
    let shuffled = |order: u64| {
        let mut shuffled: Vec<_> = policies.iter().copied().zip(0u64..).collect();
        shuffled.sort_by_key(|(_, index)| mix(order << 8 | index));
        shuffled.into_iter().map(|(policy, _)| policy).collect()
    };
    let orders: Vec<Vec<&str>> = (0..if full() { 24 } else { 6 }).map(shuffled).collect();
    let runs: Vec<Results> = (1..)
        .zip(&orders)
        .map(|(seed, order)| {
            play(rules.0, &spec(rules.1, order, seed, Work::Games(Some(games))), 1)
        })
        .collect();
    let mut worst: (f64, String) = (0.0, String::new());
    for (table, column) in [("win_rates", "win_rate"), ("expected_scores", "mean")] {
        for policy in policies {
            let of = runs.iter().map(|results| figure(results, table, policy, column));
            let of: Vec<(f64, f64)> =
                of.map(|(value, error)| (value, error.expect("an error"))).collect();
            let runs = of.len() as f64;
            let mean = of.iter().map(|(value, _)| value).sum::<f64>() / runs;
            for ((value, error), order) in of.into_iter().zip(&orders) {
                let z = ((value - mean) / (error * (1.0 - 1.0 / runs).sqrt())).abs();
                if z > worst.0 {
                    worst = (z, format!("{column} of {policy} in {order:?}: {value}, not {mean}"));
                }
            }
        }
    }
    let (z, which) = worst;
    println!("{}, {} seats: at most {z:.2} standard errors", rules.0, policies.len());
    assert!(z < 4.0, "{which}: {z:.2} standard errors");
}

#[test]
fn the_order_of_policies_does_not_show_in_el_ocho() {
    let policies = [
        "daredevil",
        "keep-few",
        "hold-at",
        "end-game",
        "catch-up",
        "bank-at-once",
        "dice-aware",
        "weigh-the-risk",
    ];
    let size = if full() { 8 } else { 1 };
    order_does_not_show(EL_OCHO, &policies[..3], 18_000 * size);
    order_does_not_show(EL_OCHO, &policies[..4], 7200 * size);
    order_does_not_show(EL_OCHO, &policies, 800 * size);
}

#[test]
fn the_order_of_policies_does_not_show_in_8_seconds() {
    let policies = [
        "look-ahead",
        "all-or-nothing",
        "cautious",
        "first-bull",
        "token-spender",
        "hold-out",
        "token-hoarder",
        "random",
    ];
    let size = if full() { 8 } else { 1 };
    order_does_not_show(EIGHT_SECONDS, &policies[..3], 12_000 * size);
    order_does_not_show(EIGHT_SECONDS, &policies[..4], 9600 * size);
    order_does_not_show(EIGHT_SECONDS, &policies, 2400 * size);
}

#[test]
fn the_order_of_policies_does_not_show_in_long_shot() {
    let policies = [
        "value-bettor",
        "lead-buyer",
        "concession-engine",
        "cheap-buyer",
        "jockey-sets",
        "blocker",
        "favourites",
        "one-horse",
    ];
    // Who sits where does not hang on the game: the orders that would show do so in the others.
    let size = if full() { 48 } else { 1 };
    order_does_not_show(LONG_SHOT, &policies[..3], 300 * size);
    order_does_not_show(LONG_SHOT, &policies[..4], 600 * size);
    order_does_not_show(LONG_SHOT, &policies, 80 * size);
}
