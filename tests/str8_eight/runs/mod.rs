//! Runs of Str8 Eight from files to tables, and policies that search.

mod figures;
mod policies;

use pushluck::games::str8_eight::edition::Edition;
use pushluck::games::str8_eight::engine::{Rules, Str8Eight};
use pushluck::run::Registered;

use crate::library::{self, results};
use crate::str8_eight::scene::rules;

static GAME: Registered<Str8Eight> = Registered::new();

/// `figures` tests that means leave these hands out.
#[test]
fn hands_that_are_cut_off_are_reported() {
    let warnings = |turns: &str| {
        let settings = [("target", "1"), ("max_hands", "1"), ("max_turns", turns)];
        let spec = library::spec(&settings, &["fastest-eight", "highest-total"], Some(2), 40);
        results(&GAME, &spec, 1).warnings.into_iter().map(|(text, _)| text).collect::<Vec<_>>()
    };
    let all = "40 of 40 hands (100.0 %) ended at a limit";
    assert!(warnings("2")[1].starts_with(all), "{:?}", warnings("2"));
    assert_eq!(warnings("2000"), [""; 0]);
}

#[test]
fn searching_beats_chance() {
    let Edition { deck, colours, .. } = Edition::shipped();
    let rules = Rules { max_hands: 1, ..rules(1) };
    // Half plus four standard errors of 40 hands: 0.82.
    library::searching_beats_chance(&Str8Eight::new(deck, colours, rules, 2), (10, 150), 0.82);
}
