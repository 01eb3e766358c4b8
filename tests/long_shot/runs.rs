//! The policies of Long Shot: what they share, and how strong the strongest is.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("policies/long-shot");
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
    let folder = env!("CARGO_MANIFEST_DIR");
    let mut command = Command::new(env!("CARGO_BIN_EXE_pushluck"));
    command.current_dir(folder).args(["simulate", "long-shot", "--policy", "value-bettor"]);
    for opponent in opponents {
        command.args(["--policy", opponent]);
    }
    // The parameters were chosen on seeds below 1000.
    command.args(["--games", games, "--seed", "2026", "--quiet"]);
    let output = command.args(["--format", "csv", "--table", "win_rates"]).output().expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let mut lines = text.lines().map(|line| line.split(','));
    let head: Vec<&str> = lines.next().expect("a header").collect();
    // The first row of a policy is over all its seats.
    let row: BTreeMap<&str, &str> = lines
        .map(|cells| head.iter().copied().zip(cells).collect::<BTreeMap<_, _>>())
        .find(|row| row["policy"] == "value-bettor")
        .expect("a row");
    let percent = |column: &str| 100.0 * row[column].parse::<f64>().expect("a number");
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
