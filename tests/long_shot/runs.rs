//! The policies of Long Shot: their shared rules, and the strength of the strongest.

use std::fs;

use crate::program::{done, of_policy, root};

/// The files differ only in head comments, descriptions, parameters and two definitions, so that a comparison of
/// the policies isolates the effect of their names.
#[test]
fn the_policies_play_the_same_game_around_their_bets_and_cards() {
    let own = |line: &&str| line.starts_with("wanted = ") || line.starts_with("horse_card = ");
    let files = fs::read_dir(root().join("policies/long-shot")).expect("the policies");
    let texts =
        files.map(|file| fs::read_to_string(file.expect("a file").path()).expect("a policy"));
    let whole = texts.filter(|text| !text.contains("\nbase = "));
    let shared = whole.map(|text| {
        let (_, rules) = text.split_once("[define]").expect("definitions");
        rules.lines().filter(|line| !own(line)).map(str::to_owned).collect::<Vec<_>>()
    });
    let shared: Vec<Vec<String>> = shared.collect();
    assert!(shared.len() == 11 && shared.iter().all(|one| *one == shared[0]));
}

#[test]
fn the_strongest_wins_70_games_of_100_against_that_of_version_0_1_and_55_against_three() {
    const OLD: &str = " --policy tests/policies/value-bettor-0.1.toml";
    for (opponents, games, least) in [(1, 2000, 0.7), (3, 1500, 0.55)] {
        // The parameters were chosen on seeds below 1000.
        let game = "simulate long-shot --seed 2026 --quiet --format csv --table win_rates";
        let policies = format!("--policy chain-reaction{}", OLD.repeat(opponents));
        let rates = done(root(), &format!("{game} --games {games} {policies}"));
        let low = of_policy(&rates, "chain-reaction", "ci_low");
        assert!(low >= least, "{opponents} opponents: at least {low}");
    }
}
