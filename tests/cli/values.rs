//! The parsers of argument values: numbers, shares, times, seeds, settings.

use std::env;
use std::fmt::Debug;
use std::fs;

use pushluck::cli::parse::*;

use crate::program::root;

/// The value as text, or the error.
fn shown<T>(parsed: Parsed<T>, show: impl Fn(T) -> String) -> String {
    parsed.map_or_else(|fault| fault.problem, show)
}

/// The value in its debug format, or the error.
fn plain<T: Debug>(parsed: Parsed<T>) -> String {
    shown(parsed, |value| format!("{value:?}"))
}

/// `values.txt` has a section for each parser; each line is a text, and its value or its error.
/// `SNAPSHOTS=overwrite cargo test --test suite values` updates the values and errors.
#[test]
fn texts_have_the_values_or_errors_of_the_table() {
    let path = root().join("tests/cli/values.txt");
    let table = fs::read_to_string(&path).expect("the table");
    let (mut parser, mut found) = ("", String::new());
    for line in table.lines() {
        if let Some(name) = line.strip_prefix("# ") {
            parser = name;
            found += &format!("{line}\n");
            continue;
        }
        let (text, _) = line.split_once(" -> ").expect("a text and its value");
        let value = match parser {
            "time" => plain(time(text)),
            "seed" => shown(seed(text), |seed| seed.number.to_string()),
            "settings" => plain(settings(text)),
            "count" => plain(count(text)),
            "ordinal" => plain(ordinal(text)),
            "rows" => plain(rows(text)),
            "players" => plain(players(text)),
            "threads" => plain(threads(text)),
            "points" => plain(points(text)),
            "dice" => plain(dice(text)),
            "faces" => plain(faces(text)),
            "weights" => plain(weights(text)),
            "until" => shown(until(text), |until| format!("{until:?}, shown as {until}")),
            "margin" => shown(margin(text), |margin| margin.to_string()),
            "confidence" => plain(confidence(text)),
            _ => panic!("no parser: {parser}"),
        };
        found += &format!("{text} -> {value}\n");
    }
    if env::var("SNAPSHOTS").is_ok_and(|mode| mode == "overwrite") {
        fs::write(path, found).expect("a new table");
        return;
    }
    for (found, expected) in found.lines().zip(table.lines()) {
        assert_eq!(found, expected);
    }
}

#[test]
fn a_random_seed_differs_each_time() {
    let random = || seed("random").expect("a seed");
    assert!(random().made_up);
    assert_ne!(random().number, random().number);
}

#[test]
fn help_of_ambiguous_values_names_the_alternatives() {
    assert!(count("1,000").expect_err("a fault").help.contains("1_000_000"));
    let help = until("ci(win)<0.1").expect_err("asked back").help;
    assert_eq!(help, "write 'ci(win) < 0.1%' or 'ci(win) < 10%'");
}
