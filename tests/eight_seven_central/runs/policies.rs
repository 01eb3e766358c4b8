//! The shipped policies of 8/7 Central: their common parts, the effects of some, and the strength
//! of the strongest.

use std::fs;

use crate::program::{assert_shared, done, of_policy, root};

#[test]
fn the_policies_differ_only_in_their_goals() {
    assert_shared("eight-seven-central", 8, &["liking", "offer", "budget"]);
}

fn table(name: &str, arguments: &str) -> String {
    let game = "simulate eight-seven-central --seed 2026 --quiet --format csv";
    done(root(), &format!("{game} --table {name} {arguments}"))
}

#[test]
fn the_strongest_wins_more_than_its_share_against_each_other_with_two_and_four_players() {
    // Its parameters were tuned on seeds below 1000.
    for players in [2, 4_usize] {
        for other in ["all-round", "balanced-network", "counter-programmer", "big-spender"] {
            let others = format!("--policy {other} ").repeat(players - 1);
            let rates = table("win_rates", &format!("--games 1500 --policy rescheduler {others}"));
            let low = of_policy(&rates, "rescheduler", "ci_low");
            assert!(low > 1.0 / players as f64, "{players} players, {other}: at least {low}");
        }
    }
}

#[test]
fn fewer_programs_of_the_shark_averse_jump() {
    let names =
        "--policy shark-averse --policy balanced-network --policy all-round --policy big-spender";
    let rolls = table("bust_probabilities", &format!("--games 3000 {names}"));
    let jumps = |policy| of_policy(&rolls, policy, "busts");
    let (averse, balanced) = (jumps("shark-averse"), jumps("balanced-network"));
    assert!(averse < 0.95 * balanced, "{averse} {balanced}");
}

/// The guide includes the table of the report unchanged.
#[test]
fn the_guide_includes_the_table_of_the_report() {
    let root = root();
    let read = |name: &str| fs::read_to_string(root.join(name)).expect("a file");
    let table = read("reports/eight-seven-central/tables.md");
    assert!(read("docs/eight-seven-central.md").contains(&table), "{table}");
}
