//! The tables `economy`, `weekly_points`, `programs` and `genres`, recounted from transcripts.

use std::collections::{BTreeMap, BTreeSet};

use pushluck::games::eight_seven_central::edition::Edition;

use crate::library;
use crate::recount::{Counted, of_seat, played, sentences};

const GENRES: [&str; 4] = ["Comedy", "News", "Drama", "Niche"];
const EARNED: &str = "dollars earned per game";
const SPENT: &str = "dollars spent per game";

/// The sources and uses of money: text in transcripts, name in tables, figure.
const ITEMS: [(&str, &str, &str); 8] = [
    ("from Ads", "Ads", EARNED),
    ("by Fundraising", "Fundraising", EARNED),
    ("from a Modifier", "Modifiers", EARNED),
    ("for Programs", "Programs", SPENT),
    ("for a bump", "bumps", SPENT),
    ("for a card", "cards", SPENT),
    ("for discarding another card", "discards", SPENT),
    ("as a fine", "fines", SPENT),
];

type Genres = BTreeMap<String, BTreeSet<String>>;

#[derive(Default)]
struct Tables {
    economy: Counted,
    points: Counted,
    programs: Counted,
    genres: Counted,
}

struct Table<'a> {
    policies: Vec<&'a str>,
    weeks: u64,
    money: Vec<i64>,
    week: u64,
    day: &'a str,
    /// By title of a Program on the air: its owner and its day.
    on_air: BTreeMap<&'a str, (usize, &'a str)>,
    printed: &'a Genres,
    genres: Genres,
    /// The titles of Programs that scoring ignores.
    pre_empted: BTreeSet<&'a str>,
}

impl Tables {
    fn count_game(&mut self, transcript: &str, weeks: u64, printed: &Genres) {
        let (policies, happens) = sentences(transcript);
        let mut table = Table {
            money: vec![30; policies.len()],
            policies,
            weeks,
            week: 1,
            day: "",
            on_air: BTreeMap::new(),
            printed,
            genres: printed.clone(),
            pre_empted: BTreeSet::new(),
        };
        for sentence in happens {
            match of_seat(sentence) {
                Some((seat, does)) => self.seat_does(&mut table, seat, does),
                None => self.happens(&mut table, sentence),
            }
        }
    }

    fn seat_does<'a>(&mut self, table: &mut Table<'a>, seat: usize, does: &'a str) {
        let policy = table.policies[seat];
        if let Some(of) = does.strip_prefix("earns $").or(does.strip_prefix("pays $")) {
            let (dollars, item) = of.split_once(' ').expect("dollars");
            self.money(table, seat, dollars.parse().expect("a number"), item);
        } else if let Some((title, price)) = does.split_once(" for $") {
            let price = price.parse().expect("a number");
            self.money(table, seat, price, "for Programs");
            let title = title.strip_prefix("gets ").expect("a Program");
            self.programs.add(policy, &[title], "dollars paid", (price, 1));
        } else if let Some(runs) = does.strip_prefix("runs ") {
            let (title, day) = runs.rsplit_once(" on ").expect("a day");
            table.on_air.insert(title, (seat, day));
        } else if let Some((title, _)) = does.split_once(" off the air") {
            table.on_air.remove(title.strip_prefix("takes ").expect("a Program"));
        } else if let Some(scores) = does.strip_prefix("scores ") {
            let (points, genre) = scores.split_once(" for ").expect("a genre");
            let points = points.parse().expect("a number");
            let week = table.week.to_string();
            self.points.add(policy, &[&week], "points per week", (points, 0));
            self.genres.add(policy, &[genre], "days scored", (1, 0));
            self.genres.add(policy, &[genre], "points per game", (points, 0));
            for (title, there) in &table.on_air {
                let has = table.genres[*title].contains(genre) && !table.pre_empted.contains(title);
                if *there == (seat, table.day) && has {
                    self.programs.add(policy, &[title], "points per day on the air", (points, 0));
                }
            }
        }
    }

    fn money(&mut self, table: &mut Table<'_>, seat: usize, dollars: i64, item: &str) {
        let (_, item, figure) =
            ITEMS.into_iter().find(|(words, ..)| *words == item).expect("an item");
        table.money[seat] += if figure == EARNED { dollars } else { -dollars };
        let week = table.week.to_string();
        self.economy.add(table.policies[seat], &[&week, item], figure, (dollars, 0));
    }

    fn happens<'a>(&mut self, table: &mut Table<'a>, sentence: &'a str) {
        if let Some(day) = sentence.strip_prefix("week ") {
            let (week, day) = day.split_once(", ").expect("a day");
            let over = table.day;
            table.pre_empted.retain(|title| table.on_air.get(title).is_none_or(|it| it.1 != over));
            table.week = week.parse().expect("a number");
            table.day = day.split_once(':').expect("an end").0;
        } else if sentence.starts_with("on offer") && table.day == "Friday" {
            table.week += 1; // an auction counts for the week that follows
        } else if let Some((card, program)) = sentence.split_once(" is played on ") {
            let (program, chosen) = program.split_once(": ").unwrap_or((program, ""));
            if card == "Genre Crossover" {
                table.genres.get_mut(program).expect("a Program").insert(chosen.to_owned());
            } else if card == "Pre-empted" {
                table.pre_empted.insert(program);
            }
        } else if let Some(title) = sentence.strip_suffix(" is discarded") {
            if let Some(printed) = table.printed.get(title) {
                table.genres.insert(title.to_owned(), printed.clone());
                table.pre_empted.remove(title);
            }
        } else if sentence.starts_with("the dice show") {
            for (title, (seat, _)) in table.on_air.iter().filter(|(_, it)| it.1 == table.day) {
                let policy = table.policies[*seat];
                self.programs.add(policy, &[title], "hits per day on the air", (0, 1));
                self.programs.add(policy, &[title], "points per day on the air", (0, 1));
            }
        } else if let Some((hit, _)) = sentence.split_once(" hits: ") {
            let (title, seat) = hit.rsplit_once(" of seat ").expect("a seat");
            let policy = table.policies[seat.parse::<usize>().expect("a number") - 1];
            self.programs.add(policy, &[title], "hits per day on the air", (1, 0));
        } else if sentence == "the game is over" {
            self.count_end(table);
        }
    }

    fn count_end(&mut self, table: &Table<'_>) {
        for (policy, money) in table.policies.iter().zip(&table.money) {
            for week in 1..=table.weeks {
                self.points.add(policy, &[&week.to_string()], "points per week", (0, 1));
                for (_, item, figure) in ITEMS {
                    self.economy.add(policy, &[&week.to_string(), item], figure, (0, 1));
                }
            }
            self.economy.add(policy, &["", "left"], "dollars at the end", (*money, 1));
            for genre in GENRES {
                self.genres.add(policy, &[genre], "days scored", (0, 5 * table.weeks));
                self.genres.add(policy, &[genre], "points per game", (0, 1));
            }
        }
    }
}

fn printed() -> Genres {
    let shows = &Edition::shipped().cards.shows;
    let genres = shows.iter().map(|show| {
        let there = (0..).zip(GENRES).filter(|(genre, _)| show.levels.get(*genre).is_some());
        (show.title.clone(), there.map(|(_, genre)| genre.to_owned()).collect())
    });
    genres.collect()
}

#[test]
fn economy_points_programs_and_genres_equal_a_recount_of_transcripts() {
    let policies = ["policies/eight-seven-central/all-round.toml", "random", "ad-seller"];
    let printed = printed();
    for (settings, players, weeks) in
        [(&[][..], 2, 2), (&[("weeks", "4")], 3, 4), (&[("auctions", "display")], 2, 2)]
    {
        const GAMES: u64 = 18;
        let spec = library::spec(settings, &policies[..players], Some(players), GAMES);
        let (tables, transcripts) = played(&super::GAME, &spec, GAMES);
        let mut counted = Tables::default();
        transcripts.iter().for_each(|transcript| counted.count_game(transcript, weeks, &printed));
        counted.economy.compare(&tables["economy"]);
        counted.points.compare(&tables["weekly_points"]);
        counted.programs.compare(&tables["programs"]);
        counted.genres.compare(&tables["genres"]);
    }
}
