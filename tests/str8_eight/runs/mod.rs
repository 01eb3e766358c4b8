//! Runs of Str8 Eight from files to tables, its editions, and policies that search.

mod figures;
mod policies;

use std::sync::Arc;

use pushluck::diagnostic::Source;
use pushluck::game::contract::Game;
use pushluck::games::str8_eight::edition::Edition;
use pushluck::games::str8_eight::engine::{Rules, Str8Eight};
use pushluck::report::csv;
use pushluck::run::{Registered, RunSpec, Work};

use crate::library::{self, prepare, results, tables};
use crate::str8_eight::scene::{rules, with_groups};

static GAME: Registered<Str8Eight> = Registered::new();

fn spec(policies: &[&str], players: Option<usize>, games: u64) -> RunSpec {
    library::spec(&[("target", "1")], policies, players, games)
}

#[test]
fn the_number_of_threads_does_not_show() {
    let spec = spec(&["fastest-eight", "random"], Some(2), 60);
    assert_eq!(tables(&GAME, &spec, 1), tables(&GAME, &spec, 3));
}

#[test]
fn a_transcript_tells_the_game_that_was_counted() {
    let spec = spec(&["fastest-eight", "random"], None, 6);
    let run = prepare(&GAME, &spec).expect("a run");
    let samples = String::from_utf8(csv(&run.samples(6))).expect("text");
    for game in 0..6 {
        let text = run.transcript(game);
        for row in samples.lines().filter(|row| row.starts_with(&format!("{},", game + 1))) {
            let cells: Vec<&str> = row.split(',').collect();
            let (seat, policy, score) = (cells[2], cells[3], cells[4]);
            assert!(text.contains(&format!("seat {seat}: {policy}\n")), "{row}\n{text}");
            assert!(text.contains(&format!("seat {seat}: {score}")), "{row}\n{text}");
        }
    }
}

/// A hand names the colours of its numbers and the directions of its pass cards.
#[test]
fn a_transcript_tells_hands_with_colours_and_directions() {
    let spec = spec(&["random"], Some(2), 20);
    let run = prepare(&GAME, &spec).expect("a run");
    let (mut passes, mut hands) = (0, 0);
    for game in 0..20 {
        let text = run.transcript(game);
        for hand in text.lines().filter_map(|line| Some(line.split_once(", and holds ")?.1)) {
            let cards: Vec<&str> = hand.split(", ").collect();
            assert_eq!(cards.len(), 4, "{hand}");
            let pass = |card: &&&str| ["pass left", "pass right"].contains(*card);
            passes += cards.iter().filter(pass).count();
            let others = cards.iter().filter(|card| !pass(card));
            others.for_each(|card| assert!(card.contains(" of ") && card.ends_with('s'), "{hand}"));
            hands += 1;
        }
    }
    assert!(hands > 100 && passes > 20, "{hands} {passes}");
}

#[test]
fn wins_and_hands_add_up() {
    let all = tables(&GAME, &spec(&["random"], Some(3), 40), 2);
    let (_, hands) = all.iter().find(|(name, _)| name == "hands").expect("hands.csv");
    let won = hands.lines().find(|row| row.contains(",hands won,")).expect("a row");
    // One of three seats wins each hand of a random game that is not cut off.
    assert!(won.contains(",0.333333333,"), "{won}");
}

#[test]
fn single_turns_are_refused() {
    let spec = RunSpec { work: Work::Turns(10), ..spec(&["random"], None, 1) };
    let Err(refused) = prepare(&GAME, &spec) else {
        panic!("turns were played");
    };
    assert!(refused.to_string().contains("means nothing"), "{refused}");
}

/// The titles of all faults of an edition, and the lines that are underlined.
fn faults_of(text: String) -> Vec<(String, String)> {
    let source: Arc<Source> = Source::new("box.toml", text);
    let found = Edition::parse(Arc::clone(&source)).err().unwrap_or_default();
    let line = |at: usize| source.text.lines().nth(source.line(at) - 1).unwrap_or_default();
    found.into_iter().map(|fault| (fault.title, line(fault.span.start).to_owned())).collect()
}

#[test]
fn an_edition_without_a_first_card_is_refused() {
    let numbers: Vec<u8> = (9..=72).collect();
    let found = faults_of(with_groups(&[&numbers]));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, "no card has a bull's-eye");
    assert!(found[0].1.starts_with("[bulls_eye]"), "{found:?}");
}

#[test]
fn an_edition_without_a_sequence_of_eight_is_refused() {
    // Nine groups of seven numbers each, which only their own numbers follow.
    let groups: Vec<Vec<u8>> =
        (0..9).map(|of| (0..7).map(|at| 9 * at + of + 1).collect()).collect();
    let groups: Vec<&[u8]> = groups.iter().map(Vec::as_slice).collect();
    let text = with_groups(&groups).replace("up_to = 8", "up_to = 2");
    let found = faults_of(text.clone());
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        found[0].0,
        "no sequence of 8 exists: the longest has 7 cards (2 11 20 29 38 47 56)"
    );
    assert!(found[0].1.starts_with("[[right_side]]"), "{found:?}");
    // One more card in a row that begins with a bull's-eye is enough, in another row it is not.
    let longer = |number| {
        text.replace(
            &format!("{number}\nmay_be_followed_by = []"),
            &format!("{number}\nmay_be_followed_by = [63]"),
        )
    };
    assert_eq!(faults_of(longer(56)), []);
    assert_eq!(faults_of(longer(57)).len(), 1);
}

/// A hand that the limit cuts off is reported, and its turns are in no mean.
#[test]
fn hands_that_are_cut_off_are_reported_and_left_out_of_means() {
    let short = |turns: &str| {
        let mut spec = spec(&["fastest-eight", "highest-total"], Some(2), 40);
        spec.settings = [("target", "1"), ("max_hands", "1"), ("max_turns", turns)]
            .map(|(key, value)| (key.to_owned(), Some(value.to_owned())))
            .to_vec();
        let results = results(&GAME, &spec, 1);
        let table = results.tables.iter().find(|table| table.name() == "hands").expect("hands.csv");
        let text = String::from_utf8(csv(table)).expect("text");
        let cells = |row: &str| row.split(',').map(str::to_owned).collect::<Vec<_>>();
        let head = cells(text.lines().next().expect("a header"));
        let column = |name: &str| head.iter().position(|cell| cell == name).expect("a column");
        let row = text.lines().find(|row| row.contains("own turns per hand")).map(cells);
        let [n, value, capped] =
            ["n", "value", "capped"].map(|name| row.as_ref().expect("a row")[column(name)].clone());
        (n, value, capped, results.warnings)
    };
    let (n, value, capped, warnings) = short("2");
    assert_eq!((&*n, &*value, &*capped), ("0", "", "40"));
    assert_eq!(
        warnings[0].0,
        "40 games given up at a limit; nobody wins them, and means of scores and lengths leave them out"
    );
    assert!(
        warnings[1].0.starts_with("40 of 40 hands (100.0 %) ended at a limit; nobody wins them"),
        "{warnings:?}"
    );
    let (n, value, capped, warnings) = short("40");
    let (n, capped): (u64, u64) = (n.parse().expect("a number"), capped.parse().expect("a number"));
    assert!(n > 0 && capped > 0 && n + capped == 40, "{n} {capped}");
    assert!(value.parse::<f64>().expect("a number") < 30.0, "{value}");
    assert!(warnings.iter().any(|(told, _)| told.contains(&format!("{capped} of 40 hands"))));
    assert_eq!(short("2000").3, []);
}

#[test]
fn searching_beats_chance() {
    let Edition { deck, colours, .. } = Edition::shipped();
    let rules = Rules { max_hands: 1, ..rules(1) };
    // Half and four standard errors of 40 hands: 0.82.
    library::searching_beats_chance(&Str8Eight::new(deck, colours, rules, 2), (10, 150), 0.82);
}

#[test]
fn the_game_seats_what_it_is_made_for() {
    let Edition { deck, colours, .. } = Edition::shipped();
    let rules = Rules { max_hands: 1, ..rules(1) };
    assert_eq!(Str8Eight::new(deck, colours, rules, 4).seats(), 4);
}
