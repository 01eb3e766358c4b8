//! Comparisons of two results: figures beyond their errors, exact values, rows of one side, and raw rows game
//! by game.

use pushluck::report::changes::{Verdict, changes};
use pushluck::stats::Level;

fn files(name: &str, text: &str) -> Vec<(String, Vec<u8>)> {
    vec![(name.to_owned(), text.as_bytes().to_vec())]
}

const HEAD: &str =
    "game,edition,rules,players,scope,policy,parameters,opponents,seat,games,win_rate,std_error";

#[test]
fn figures_beyond_both_errors_are_told_apart_from_noise() {
    let rows = |rates: [f64; 3]| {
        let row = |(at, rate): (usize, f64)| format!("g,e,r,2,overall,p{at},,,,100,{rate},0.01");
        let rows: Vec<String> = rates.into_iter().enumerate().map(row).collect();
        files("win_rates.csv", &format!("{HEAD}\n{}\n", rows.join("\n")))
    };
    let (found, rest) =
        changes(&rows([0.5, 0.5, 0.5]), &rows([0.5, 0.52, 0.56]), true, Level::DEFAULT);
    let verdicts: Vec<Verdict> = found.iter().map(|change| change.verdict).collect();
    assert_eq!(verdicts, [Verdict::Same, Verdict::WithinErrors, Verdict::Beyond]);
    // z = 0.06 / sqrt(2) / 0.01 = 4.24: twice the upper tail, times three figures.
    let p = found[2].p.expect("a p-value");
    assert!((p - 3.0 * 2.209e-5).abs() < 1e-7, "{p}");
    assert_eq!((rest[0].before, rest[0].after), (0, 0));
}

#[test]
fn rules_that_tell_the_runs_apart_are_named_and_rows_of_one_side_counted() {
    let row = |rules: &str, policy: &str| format!("g,e,{rules},2,overall,{policy},,,,100,0.5,0.01");
    let text = |rules: &str, policies: [&str; 2]| {
        files(
            "win_rates.csv",
            &format!("{HEAD}\n{}\n{}\n", row(rules, policies[0]), row(rules, policies[1])),
        )
    };
    let (found, rest) =
        changes(&text("default", ["a", "b"]), &text("level=2", ["b", "c"]), true, Level::DEFAULT);
    assert_eq!(found.iter().map(|change| change.row.as_str()).collect::<Vec<_>>(), ["b"]);
    assert_eq!((rest[0].before, rest[0].after), (1, 1));
    let named = ["rules", "default", "level=2"].map(str::to_owned);
    assert_eq!(rest[0].columns, [(named[0].clone(), named[1].clone(), named[2].clone())]);
}

#[test]
fn values_without_errors_are_changed_by_any_difference() {
    let text = |value: &str| {
        files("thresholds.csv", &format!("game,edition,rules,dice,stop_from\ng,e,r,1,{value}\n"))
    };
    for (after, verdict) in [("450", Verdict::Changed), ("400", Verdict::Same)] {
        let (found, _) = changes(&text("400"), &text(after), false, Level::DEFAULT);
        assert_eq!(
            found.iter().find(|change| change.figure == "stop_from").unwrap().verdict,
            verdict
        );
    }
}

#[test]
fn raw_rows_are_paired_by_game_if_the_random_numbers_are_the_same() {
    // By game 100 points more, or 101 in every second one; scores vary by thousands.
    let text = |more: i64| {
        let rows = (0..200_i64)
            .map(|game| format!("{game},1,1,p,{}\n", game % 7 * 1000 + more * (100 + game % 2)));
        files(
            "samples.csv",
            &format!("game,matchup,seat,policy,total\n{}", rows.collect::<String>()),
        )
    };
    let (found, _) = changes(&text(0), &text(1), true, Level::DEFAULT);
    assert!(found[0].paired && found[0].verdict == Verdict::Beyond);
    // The differences are 100 and 101 in turn: their standard deviation is sqrt(200 / 199) / 2.
    let error = (200.0_f64 / 199.0).sqrt() / 2.0 / 200.0_f64.sqrt();
    assert!((found[0].std_error.expect("an error") - error).abs() < 1e-12);
    assert!(
        changes(&text(0), &text(1), false, Level::DEFAULT).0.is_empty(),
        "other random numbers"
    );
}
