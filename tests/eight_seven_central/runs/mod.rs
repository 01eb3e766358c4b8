//! Runs of 8/7 Central from files to tables, and its editions.

mod figures;
mod policies;

use pushluck::diagnostic::Source;
use pushluck::games::eight_seven_central::edition::{Edition, SHIPPED};
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
use pushluck::report::csv;
use pushluck::run::{Conditions, Registered, VerifySpec};
use pushluck::sim::interrupt::StopFlag;

use crate::library::{self, prepare, spec, tables};

static GAME: Registered<EightSevenCentral> = Registered::new();

/// The value of `column` in the only row of a table that has all of these cells.
fn value(tables: &[(String, String)], table: &str, cells: &[&str], column: &str) -> f64 {
    let (_, text) = tables.iter().find(|(name, _)| name == table).expect("a table");
    let mut rows = text.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let header = rows.next().expect("a header");
    let at = header.iter().position(|name| *name == column).expect("a column");
    let mut found = rows.filter(|row| cells.iter().all(|cell| row.contains(cell)));
    let row = found.next().expect("a row");
    assert!(found.next().is_none(), "{cells:?} is not one row");
    row[at].parse().expect("a number")
}

#[test]
fn the_number_of_threads_does_not_show() {
    let spec = spec(&[("auctions", "display")], &["balanced-network", "random"], Some(2), 60);
    assert_eq!(tables(&GAME, &spec, 1), tables(&GAME, &spec, 3));
}

#[test]
fn a_transcript_tells_the_game_that_was_counted() {
    for switches in [&[][..], &[("auctions", "display"), ("ads", "any-card")]] {
        let spec = spec(switches, &["balanced-network", "random"], Some(2), 4);
        let run = prepare(&GAME, &spec).expect("a run");
        let samples = String::from_utf8(csv(&run.samples(4))).expect("text");
        for game in 0..4 {
            let text = run.transcript(game);
            for row in samples.lines().filter(|row| row.starts_with(&format!("{},", game + 1))) {
                let cells: Vec<&str> = row.split(',').collect();
                let (seat, policy, score) = (cells[2], cells[3], cells[4]);
                assert!(text.contains(&format!("seat {seat}: {policy}\n")), "{row}\n{text}");
                assert!(text.contains(&format!("seat {seat}: {score}")), "{row}\n{text}");
            }
        }
    }
}

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

/// Before points are scored the Genre Totals of the day are told, and in each genre those of the highest
/// total score and nobody else.
#[test]
fn a_transcript_tells_genre_totals_that_explain_the_points() {
    let mut days = 0;
    for text in transcripts(&[], &["all-round", "random", "ad-seller"], 6) {
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let Some(totals) = line.strip_prefix("  Genre Totals: ") else { continue };
            let mut told: Vec<(String, String)> = Vec::new();
            for (genre, of) in totals.split("; ").map(|one| one.split_once(": ").expect("a genre"))
            {
                let seats: Vec<(&str, u32)> = of
                    .split(", ")
                    .map(|one| one.rsplit_once(' ').expect("a total"))
                    .map(|(seat, total)| (seat, total.parse().expect("a number")))
                    .collect();
                let most = seats.iter().map(|(_, total)| *total).max();
                let best = seats.iter().filter(|(_, total)| Some(*total) == most);
                told.extend(best.map(|(seat, _)| ((*seat).to_owned(), genre.to_owned())));
            }
            let mut scored = Vec::new();
            while let Some(line) = lines.next_if(|line| line.contains(" scores ")) {
                let (seat, rest) = line.trim().split_once(" scores ").expect("a seat");
                let genre = rest.split_once(" for ").expect("a genre").1;
                scored.push((seat.to_owned(), genre.to_owned()));
            }
            told.sort();
            scored.sort();
            assert_eq!(told, scored, "{line}");
            days += 1;
        }
    }
    assert!(days > 6 * 3 * 4, "{days}");
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
fn points_by_genre_and_money_by_item_add_up() {
    let all = tables(&GAME, &spec(&[("weeks", "2")], &["random"], Some(3), 40), 2);
    let mean = |table, cells: &[&str]| value(&all, table, cells, "value");
    let genres = ["Comedy", "News", "Drama", "Niche"];
    let points: f64 = genres.iter().map(|genre| mean("genres", &[genre, "points per game"])).sum();
    let scored = value(&all, "expected_scores", &["overall", "game"], "mean");
    assert!((points - scored).abs() < 1e-6, "{points} {scored}");
    let flow = |items: &[&str], name| -> f64 {
        let weeks = ["1", "2"];
        let each = |week: &str| items.iter().map(|item| money(&all, week, item, name)).sum::<f64>();
        weeks.iter().map(|week| each(week)).sum()
    };
    let earned = flow(&["Ads", "Fundraising", "Modifiers"], "dollars earned per game");
    let spent =
        flow(&["Programs", "bumps", "cards", "discards", "fines"], "dollars spent per game");
    let left = mean("economy", &["left", "dollars at the end"]);
    assert!((30.0 + earned - spent - left).abs() < 1e-6, "{earned} {spent} {left}");
}

fn money(all: &[(String, String)], week: &str, item: &str, name: &str) -> f64 {
    let (_, text) = all.iter().find(|(name, _)| name == "economy").expect("economy.csv");
    let header: Vec<&str> = text.lines().next().expect("a header").split(',').collect();
    let column = |name| header.iter().position(|known| *known == name).expect("a column");
    let (at, of) = ([column("week"), column("item"), column("figure")], column("value"));
    let rows = text.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let mut rows = rows.filter(|row| at.map(|place| row[place]) == [week, item, name]);
    rows.next().expect("a row")[of].parse().expect("a number")
}

#[test]
fn settings_that_cannot_be_are_refused_with_the_way_out() {
    for (key, value, message) in [
        ("auctions", "displai", "the rule `auctions` has no value `displai`"),
        ("weeks", "0", "`weeks=0` is not a whole number from 1 to 20"),
        ("money", "many", "`money=many` is not a whole number from 0 to 1000"),
        ("round", "3", "there is no rule `round`"),
    ] {
        let spec = spec(&[(key, value)], &["random"], Some(2), 1);
        let refused = prepare(&GAME, &spec).err().expect("an error");
        assert!(refused.to_string().contains(message), "{refused}");
    }
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
