//! Runs of 8/7 Central from files to tables, and its editions.

mod figures;
mod policies;

use pushluck::diagnostic::Source;
use pushluck::games::eight_seven_central::edition::{Edition, SHIPPED};
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
use pushluck::run::{Registered, VerifySpec};

use crate::library;

static GAME: Registered<EightSevenCentral> = Registered::new();

#[test]
fn verify_compares_hits_and_sharks_with_every_roll() {
    let settings = library::settings("weeks=4");
    let spec = VerifySpec { settings, edition: None, seed: 1, turns: 0, games: 2000 };
    let game = pushluck::games::game("eight-seven-central").expect("a game");
    let found = library::unhurried(1, |conditions| game.verify(&spec, conditions));
    let found = found.expect("no fault").expect("figures");
    assert_eq!(found.figures.len(), 41);
    assert!(found.figures.iter().all(|figure| figure.z.abs() < 4.5 && figure.rules == "weeks=4"));
    let laugh = found.figures.iter().find(|figure| figure.what.starts_with("Laugh Track Live"));
    // Ten pips: both pairs miss in 26 · 26 of 36 · 36 rolls.
    let exact = laugh.expect("a figure").exact;
    assert!((exact - 620.0 / 1296.0).abs() < 1e-12, "{exact}");
}

#[test]
fn searching_beats_chance() {
    let Edition { cards, mut rules, .. } = Edition::shipped();
    rules.weeks = [1; 3];
    // Half plus four standard errors of 40 games: 0.82.
    library::searching_beats_chance(&EightSevenCentral::new(cards, rules, 2), (20, 60), 0.82);
}

#[test]
fn editions_with_too_few_cards_are_rejected() {
    let second = "[[modifiers]]\ntitle = \"Sweeps Stunt\"";
    let (before, rest) = SHIPPED.split_once(second).expect("a second Modifier");
    let (_, events) = rest.split_once("# The Events").expect("Events");
    let text = format!("{before}#{events}");
    let found = Edition::parse(Source::new("few.toml", text)).expect_err("too few cards");
    let few = "18 Modifiers and Events, too few for 4 players";
    assert!(found[0].title.contains(few), "{}", found[0]);
}

/// The number of copies of a card may be PROPOSED while its other values are not.
#[test]
fn copies_may_have_a_different_source() {
    let proposed =
        |text: &str| Edition::parse(Source::new("box.toml", text)).expect("an edition").proposed;
    let station = "title = \"Station Identification\"\ncopies = 2\ncopies_from = \"PROPOSED\"";
    assert!(SHIPPED.contains(station));
    let read = SHIPPED.replace("copies_from = \"PROPOSED\"", "copies_from = \"BOX\"");
    assert_eq!(proposed(SHIPPED), proposed(&read) + 1);
}
