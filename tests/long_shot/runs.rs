//! The policies of Long Shot: what they share, and how strong the strongest is.

use std::fs;
use std::path::Path;

use crate::program::{done, of_policy, root};

/// The lines of a file that every policy shares: all but its comments at the top, its description,
/// its parameters and the definitions in which the files may differ.
fn sound_game(text: &str) -> String {
    let (head, rules) = text.split_once("[define]").expect("definitions");
    assert!(head.contains("game = \"long-shot\"\nlanguage = 2\n"), "{head}");
    let own = |line: &&str| line.starts_with("wanted = ") || line.starts_with("horse_card = ");
    assert_eq!(rules.lines().filter(own).count(), 2);
    rules.lines().filter(|line| !own(line)).collect::<Vec<_>>().join("\n")
}

/// Comparisons of the policies are about what their names say only as long as this holds.
#[test]
fn the_policies_play_the_same_game_around_their_bets_and_cards() {
    let folder = root().join("policies/long-shot");
    let read = |path: &Path| fs::read_to_string(path).expect("a policy");
    let shared = sound_game(&read(&folder.join("value-bettor.toml")));
    let mut files = 0;
    for entry in fs::read_dir(&folder).expect("the policies") {
        let path = entry.expect("a file").path();
        assert_eq!(sound_game(&read(&path)), shared, "{}", path.display());
        files += 1;
    }
    assert_eq!(files, 11);
}

/// The win rate of `value-bettor`, in percent, and the lower end of its interval.
fn win_rate(opponents: &[&str], games: &str) -> (f64, f64) {
    let opponents = opponents.join(" --policy ");
    // The parameters were chosen on seeds below 1000.
    let text = done(
        root(),
        &format!(
            "simulate long-shot --policy value-bettor --policy {opponents} --games {games} \
             --seed 2026 --quiet --format csv --table win_rates"
        ),
    );
    let percent = |column| 100.0 * of_policy(&text, "value-bettor", column);
    (percent("win_rate"), percent("ci_low"))
}

const OLD: &str = "tests/policies/value-bettor-0.1.toml";

#[test]
fn the_strongest_beats_that_of_version_0_1_in_70_games_of_100() {
    let (rate, low) = win_rate(&[OLD], "2000");
    assert!(low >= 70.0, "{rate}, at least {low}");
}

#[test]
fn the_strongest_wins_55_games_of_100_against_three_of_version_0_1() {
    let (rate, low) = win_rate(&[OLD, OLD, OLD], "1500");
    assert!(low >= 55.0, "{rate}, at least {low}");
}
