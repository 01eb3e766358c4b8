//! What may be typed behind flags: numbers, shares, times, seeds, settings.

use std::env;
use std::fmt::Debug;
use std::fs;

use pushluck::cli::parse::*;

use crate::program::root;

/// A value, or what is wrong with it.
fn shown<T>(parsed: Parsed<T>, show: impl Fn(T) -> String) -> String {
    parsed.map_or_else(|fault| fault.problem, show)
}

/// As it is for people who debug.
fn plain<T: Debug>(parsed: Parsed<T>) -> String {
    shown(parsed, |value| format!("{value:?}"))
}

/// Every text of `values.txt`, behind the name of its parser, with the value that it stands for or what is
/// wrong with it. `SNAPSHOTS=overwrite cargo test --test suite values` writes those down anew.
#[test]
fn texts_are_the_values_of_the_table_or_its_faults() {
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
fn a_random_seed_is_another_each_time() {
    let random = || seed("random").expect("a seed");
    assert!(random().made_up);
    assert_ne!(random().number, random().number);
}

#[test]
fn what_may_be_meant_is_named() {
    assert!(count("1,000").expect_err("a fault").help.contains("1_000_000"));
    let help = until("ci(win)<0.1").expect_err("asked back").help;
    assert_eq!(help, "write 'ci(win) < 0.1%' or 'ci(win) < 10%'");
}
