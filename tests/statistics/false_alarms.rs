//! False alarms: how often one of two copies of a policy is marked `*` as significantly better, for any
//! other policies in the run. The seeds are fixed, so the counts of a size are always the same;
//! `--nocapture` prints them. The full size takes some minutes:
//!
//! ```console
//! $ PUSHLUCK_STATISTICS=full cargo test --test statistics false_alarms -- --nocapture
//! ```

use pushluck::run::{Block, Results, RunSpec, Work};

use crate::{full, play, spec};

/// The game and its rules.
type Rules = (&'static str, &'static [(&'static str, &'static str)]);

/// Games half as long as by default, for many short runs.
const EL_OCHO: Rules = ("el-ocho", &[("level", "2"), ("target", "4000")]);
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

/// At most 5 % of the runs mark a copy of the first policy, within the standard error of the count.
fn rarely_marked(rules: Rules, policies: &[&str], players: Option<usize>, games: u64) {
    let seeds = if full() { 400 } else { 20 };
    let copies = [policies[0].to_owned(), format!("{}#2", policies[0])];
    let marks = (1..=seeds).filter(|&seed| {
        let spec = RunSpec { players, ..spec(rules.1, policies, seed, Work::Games(Some(games))) };
        let results = play(rules.0, &spec, 1);
        marked(&results).is_some_and(|best| copies.iter().any(|copy| copy == best))
    });
    let (marks, expected) = (marks.count(), seeds as f64 * 0.05);
    let what = format!("{rules:?}, {policies:?}, {games} games: {marks} of {seeds} runs");
    println!("{what}");
    assert!(marks as f64 <= expected + 2.0 * (expected * 0.95).sqrt(), "{what}");
}

/// At 3, 4 and 8 seats, from four games, with any policies between the copies. The largest number of
/// games would show a difference between the copies if policies only moved round in a circle.
fn copies_are_rarely_marked(rules: Rules, copy: &str, third: &str, most: [[u64; 2]; 3]) {
    for (seats, most) in [3_usize, 4, 8].into_iter().zip(most) {
        // After the first copy, or opposite if that is another seat.
        let places: &[usize] = if full() { &[1, seats.div_ceil(2)] } else { &[1] };
        for &apart in places {
            let mut policies = vec![third; seats];
            policies[0] = copy;
            policies[apart] = copy;
            let most = most[usize::from(full())];
            let sizes: &[u64] = if full() { &[4, 50, most] } else { &[4, most] };
            for &games in sizes {
                rarely_marked(rules, &policies, None, games);
            }
        }
    }
}

#[test]
fn copies_are_rarely_marked_in_el_ocho() {
    let most = [[10_000, 20_000], [4000, 10_000], [4000, 10_000]];
    copies_are_rarely_marked(EL_OCHO, "keep-few", "bank-at-once", most);
}

#[test]
fn copies_are_rarely_marked_in_the_stressed_variant() {
    let most = [[100, 500]; 3];
    copies_are_rarely_marked(STRESSED, "steady-hand", "random", most);
}

#[test]
fn copies_are_rarely_marked_in_8_seconds() {
    let most = [[1000, 3000], [600, 2000], [200, 1000]];
    copies_are_rarely_marked(EIGHT_SECONDS, "all-or-nothing", "token-hoarder", most);
}

#[test]
fn copies_are_rarely_marked_in_long_shot() {
    let most = [[50, 200]; 3];
    copies_are_rarely_marked(LONG_SHOT, "value-bettor", "jockey-sets", most);
}

/// Every pair of three: most games of a copy do not include the other.
#[test]
fn copies_are_rarely_marked_in_a_round_robin() {
    for (rules, copy, third, most) in [
        (EL_OCHO, "keep-few", "bank-at-once", [500, 2000]),
        (EIGHT_SECONDS, "all-or-nothing", "token-hoarder", [500, 2000]),
        (LONG_SHOT, "value-bettor", "jockey-sets", [20, 200]),
    ] {
        for games in [1, 2, 4, 10, most[usize::from(full())]] {
            rarely_marked(rules, &[copy, third, copy], Some(2), games);
        }
    }
}

/// Games of one player, each with its own random numbers: means are compared, not wins.
#[test]
fn copies_are_rarely_marked_by_their_means() {
    for (rules, copy, third) in
        [(EL_OCHO, "keep-few", "daredevil"), (EIGHT_SECONDS, "look-ahead", "token-hoarder")]
    {
        for games in [2, 4, 20, 200] {
            rarely_marked(rules, &[copy, third, copy], Some(1), games);
        }
    }
}
