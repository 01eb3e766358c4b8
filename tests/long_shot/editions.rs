//! Editions of Long Shot: several faults at once, fewer Starting Cards, the largest numbers.

use std::sync::Arc;

use pushluck::diagnostic::Source;
use pushluck::games::long_shot::edition::{Edition, SHIPPED};
use pushluck::games::long_shot::rules::Rules;

use super::common::{changed, parsed};
use crate::editions::plays_long_shot;

#[test]
fn all_faults_are_reported_at_once() {
    let faulty = [("bar = [6]", "bar = [9]"), ("\"line_pays\"", "\"lines_pay\"")];
    let found = Edition::parse(Source::new("test.toml", changed(SHIPPED, &faulty)));
    assert_eq!(found.expect_err("two faults").len(), 2);
}

#[test]
fn more_players_than_starting_cards_are_refused() {
    let (before, last) = SHIPPED.rsplit_once("[[starting_cards]]").expect("Starting Cards");
    let rest = &last[last.find("# The horses.").expect("horses")..];
    assert_eq!(Rules::of(Arc::new(parsed(format!("{before}{rest}")))).seats(), 2..=7);
}

/// Moves and dollars as large as an edition allows, on a short track and on the longest.
#[test]
fn large_figures_do_not_overflow() {
    for track in [12, 100] {
        assert!(plays_long_shot(&changed(
            SHIPPED,
            &[
                ("dollars = 2\n", "dollars = 100\n"),
                ("spaces = 1\n", "spaces = 100\n"),
                ("spaces = 2,", "spaces = 100,"),
                ("number = 3\nfrom", "number = 100\nfrom"),
                ("spaces = 15 ", &format!("spaces = {track} ")),
            ],
        )));
    }
}
