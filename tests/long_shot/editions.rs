//! Editions of Long Shot: several faults at once, fewer Starting Cards, the largest figures.

use std::sync::Arc;

use proptest::prelude::*;
use pushluck::diagnostic::{Diagnostic, Source};
use pushluck::games::long_shot::edition::{Edition, SHIPPED};
use pushluck::games::long_shot::rules::Rules;

use crate::editions::plays_long_shot;

fn faults(text: &str) -> Vec<Diagnostic> {
    Edition::parse(Source::new("test.toml", text)).err().unwrap_or_default()
}

#[test]
fn all_faults_are_told_at_once() {
    let text = SHIPPED
        .replacen("bar = [6]", "bar = [9]", 1)
        .replacen("player = 12", "player = -12", 1)
        .replacen("ability = \"line_pays\"", "ability = \"lines_pay\"", 1);
    assert_eq!(faults(&text).len(), 3);
}

#[test]
fn more_players_than_starting_cards_are_refused() {
    let text: String = match SHIPPED.rsplit_once("[[starting_cards]]") {
        Some((before, last)) => {
            let rest = last.find("# The horses.").map_or("", |at| &last[at..]);
            format!("{before}{rest}")
        }
        None => unreachable!("there are Starting Cards"),
    };
    let edition = Edition::parse(Source::new("test.toml", text)).expect("seven will do");
    assert_eq!(Rules::of(Arc::new(edition)).seats(), 2..=7);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// Moves and figures as large as an edition allows.
    #[test]
    fn large_figures_do_not_overflow(
        spaces in 1..=100_u8,
        dollars in 1..=100_u8,
        track in 12..=100_u8,
    ) {
        let text = SHIPPED
            .replace("dollars = 2\n", &format!("dollars = {dollars}\n"))
            .replace("spaces = 1\n", &format!("spaces = {spaces}\n"))
            .replace("spaces = 2 }", &format!("spaces = {spaces} }}"))
            .replace("number = 3\nfrom", &format!("number = {dollars}\nfrom"))
            .replacen("spaces = 15 ", &format!("spaces = {track} "), 1);
        plays_long_shot(&text);
    }
}
