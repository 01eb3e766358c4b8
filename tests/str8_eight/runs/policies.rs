//! The policies of Str8 Eight: what they share, and how strong the strongest is.

use crate::program::{assert_shared, done, of_policy, root, rows};

#[test]
fn the_policies_differ_in_nothing_but_their_ends() {
    assert_shared("str8-eight", 7, &["taking", "leaving"]);
}

fn table(name: &str, arguments: &str) -> String {
    // The parameters were chosen on seeds below 1000.
    let line = format!("simulate str8-eight --seed 2026 --quiet --format csv --table {name}");
    done(root(), &format!("{line} {arguments}"))
}

#[test]
fn the_strongest_wins_9_games_of_10_against_the_fastest() {
    // It wins 94 of 100 here; with a third of its lead lost it would win 79.
    let both = "--policy weigh-every-card --policy fastest-eight --games 400";
    let low = of_policy(&table("win_rates", both), "weigh-every-card", "ci_low");
    assert!(low > 0.9, "at least {low}");
}

/// Two who discard nothing that the other could lay once swapped three cards until the limit of turns, in 9 hands
/// of 100.
#[test]
fn no_hand_goes_round_in_a_circle_until_the_limit_of_turns() {
    let mirrors = ["discard-watcher", "colour-purist", "highest-total", "weigh-every-card"];
    let mirrors = mirrors.map(|name| format!("--policy {name} --policy {name}"));
    // Without a policy: all of them, two at a time.
    for policies in mirrors.into_iter().chain([String::new()]) {
        let hands = table("hands", &format!("--rules target=1 --games 300 {policies}"));
        let hands = rows(&hands).into_iter();
        let capped = hands.filter(|row| row["figure"] == "hands ended by the limit of turns");
        let capped: Vec<&str> = capped.map(|row| row["value"]).collect();
        assert!(!capped.is_empty() && capped.iter().all(|share| *share == "0"), "{capped:?}");
    }
}
