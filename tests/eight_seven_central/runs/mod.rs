//! Runs of 8/7 Central from files to tables, and its editions.

mod figures;
mod policies;

use pushluck::diagnostic::Source;
use pushluck::games::eight_seven_central::edition::{Edition, SHIPPED};
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
use pushluck::run::{Conditions, Registered, VerifySpec};
use pushluck::sim::interrupt::StopFlag;

use crate::library::{self, prepare, spec};

static GAME: Registered<EightSevenCentral> = Registered::new();

/// Transcripts of games between policies of these names under some settings.
fn transcripts(settings: &[(&str, &str)], policies: &[&str], games: u64) -> Vec<String> {
    let spec = spec(settings, policies, Some(policies.len()), games);
    let run = prepare(&GAME, &spec).expect("a run");
    (0..games).map(|game| run.transcript(game)).collect()
}

/// Each purchase from the display is followed by the Program that joins at the dear end of its row,
/// unless its length has run out.
#[test]
fn a_transcript_tells_what_joins_the_display() {
    let (mut bought, mut joined) = (0, 0);
    for text in transcripts(&[("auctions", "display")], &["all-round", "random"], 6) {
        let gets = |line: &&str| line.starts_with("  seat ") && line.contains(" gets ");
        bought += text.lines().filter(gets).count();
        for line in text.lines().filter(|line| line.contains(" joins the display for $")) {
            assert!(line.ends_with(" for $9") || line.ends_with(" for $8"), "{line}");
            joined += 1;
        }
    }
    assert!(bought > 10 && joined == bought, "{bought} {joined}");
}

/// What Ads and Modifiers pay, one by one, adds up to what their owners earn from them.
#[test]
fn a_transcript_tells_which_ad_earned_what() {
    let mut paid = 0;
    for settings in [&[][..], &[("ads", "any-card")]] {
        for text in transcripts(settings, &["ad-seller", "all-round"], 8) {
            let mut open = [0; 4];
            for line in text.lines().map(str::trim) {
                if let Some((_, pays)) =
                    line.split_once(" of seat ").filter(|_| line.contains(" pays "))
                {
                    let (seat, dollars) = pays.split_once(" pays ").expect("a payment");
                    let seat: usize = seat.parse().expect("a seat");
                    let dollars =
                        dollars.strip_prefix('$').map_or(0, |it| it.parse().expect("a sum"));
                    open[seat - 1] += dollars;
                    paid += 1;
                } else if let Some((seat, earns)) = line.split_once(" earns $") {
                    let seat: usize =
                        seat.strip_prefix("seat ").expect("a seat").parse().expect("a number");
                    let (dollars, item) = earns.split_once(' ').expect("an item");
                    // A card that becomes an Ad pays at once, without a hit.
                    if open[seat - 1] > 0 && ["from Ads", "from a Modifier"].contains(&item) {
                        open[seat - 1] -= dollars.parse::<i64>().expect("a number");
                    }
                } else if line.starts_with("Genre Totals") || line.starts_with("week ") {
                    assert_eq!(open, [0; 4], "{line}");
                }
            }
        }
    }
    assert!(paid > 50, "{paid}");
}

/// Who has no money or no card left passes because nothing else may be done, and that is told too.
#[test]
fn a_transcript_tells_passes_that_are_forced() {
    let forced: usize = transcripts(&[("money", "3")], &["random", "random"], 4)
        .iter()
        .map(|text| {
            text.lines().filter(|line| line.ends_with("bid: passes (the only choice)")).count()
        })
        .sum();
    assert!(forced > 10, "{forced}");
    // They change nothing: the same games, with the choices of policies where there were several.
    let text = &transcripts(&[], &["all-round", "random"], 1)[0];
    assert!(text.contains(" choices; rule ") && text.contains("bid: passes (one of "), "{text}");
}

#[test]
fn verify_compares_hits_and_sharks_with_every_roll() {
    let stop = StopFlag::new();
    let conditions = Conditions { threads: Some(1), stop: &stop, watch: None, cache: None };
    let settings = vec![("weeks".to_owned(), Some("4".to_owned()))];
    let spec = VerifySpec { settings, edition: None, seed: 1, turns: 0, games: 2000 };
    let game = pushluck::games::game("eight-seven-central").expect("a game");
    let found = game.verify(&spec, conditions).expect("no fault").expect("figures");
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
    // Half and four standard errors of 40 games: 0.82.
    library::searching_beats_chance(&EightSevenCentral::new(cards, rules, 2), (20, 60), 0.82);
}

#[test]
fn too_few_cards_for_a_table_are_refused() {
    let (before, after) = (SHIPPED.find("# The Modifiers"), SHIPPED.find("# The Events"));
    let few = [
        &SHIPPED[..before.expect("a place")],
        "[[modifiers]]\ntitle = \"Guest Star\"\n\
        copies = 2\ncost = 2\nhits = [7]\nlasts = \"day\"\nfrom = \"BOX\"\n\n",
        &SHIPPED[after.expect("a place")..],
    ];
    let found = Edition::parse(Source::new("few.toml", few.concat())).expect_err("too few cards");
    assert!(
        found[0].title.contains("18 Modifiers and Events, too few for 4 players"),
        "{}",
        found[0]
    );
}

/// The number of copies of a card may be proposed where the rest of it is not.
#[test]
fn copies_may_have_a_source_of_their_own() {
    let proposed =
        |text: &str| Edition::parse(Source::new("box.toml", text)).expect("an edition").proposed;
    let station = "title = \"Station Identification\"\ncopies = 2\ncopies_from = \"PROPOSED\"";
    assert!(SHIPPED.contains(station));
    let read = SHIPPED.replace("copies_from = \"PROPOSED\"", "copies_from = \"BOX\"");
    assert_eq!(proposed(SHIPPED), proposed(&read) + 1);
}
