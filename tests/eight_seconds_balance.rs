//! `balance eight-seconds` against a count by hand of the transcripts that `trace` writes of the
//! same games.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::process::{Command, Stdio};

fn done(line: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pushluck"));
    let output = command.args(line.split(' ')).stdin(Stdio::null()).output().expect("the program");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    assert!(output.status.success(), "{line}: {}", text(output.stderr));
    text(output.stdout)
}

/// The rows of a CSV text without quotes, by the names of their columns.
fn rows(text: &str) -> Vec<BTreeMap<&str, &str>> {
    let mut lines = text.lines().map(|line| line.split(','));
    let head: Vec<&str> = lines.next().expect("a header").collect();
    lines.map(|cells| head.iter().copied().zip(cells).collect()).collect()
}

/// What became of bets of one sort: won, lost, given back, void; and the dollars they won.
#[derive(Debug, Default, PartialEq)]
struct Bets {
    counts: [u64; 4],
    dollars: u64,
}

/// Bets by outcome and by whether they were doubled; turns by how they ended.
#[derive(Debug, Default, PartialEq)]
struct Count {
    bets: BTreeMap<(String, bool), Bets>,
    outcomes: BTreeMap<String, u64>,
}

/// The name of tables for what a transcript calls an outcome.
fn name(words: &str) -> String {
    match words {
        "Ride a Bull" => "ride".to_owned(),
        "Golden Buckle" => "buckle".to_owned(),
        words => words.to_lowercase().replace(' ', "_"),
    }
}

/// The dollars of `$4` or of `$4 and $6 of the pot`.
fn dollars(words: &str) -> u64 {
    let amounts = words.split('$').skip(1).map(|amount| {
        let digits: String = amount.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u64>().expect("dollars")
    });
    amounts.sum()
}

impl Count {
    fn add(&mut self, transcript: &str) {
        for line in transcript.lines().map(str::trim) {
            if let Some(outcome) = line.strip_prefix("=> ") {
                *self.outcomes.entry(name(outcome)).or_default() += 1;
            } else if line.starts_with("the bet of ") {
                let (_, rest) = line.split_once(" on ").expect("what the bet is on");
                let verdicts = [" wins ", " loses ", " is given back", " is void"];
                let (place, (bet, amount)) = verdicts
                    .iter()
                    .enumerate()
                    .find_map(|(place, verdict)| Some((place, rest.split_once(verdict)?)))
                    .expect("a verdict");
                let (bet, double) = match bet.strip_suffix(", doubled,") {
                    Some(bet) => (bet, true),
                    None => (bet, false),
                };
                let bets = self.bets.entry((name(bet), double)).or_default();
                bets.counts[place] += 1;
                if place == 0 {
                    bets.dollars += dollars(amount);
                }
            }
        }
    }

    /// The same from the tables of `balance`.
    fn read(payouts: &str, outcomes: &str) -> Self {
        let mut count = Self::default();
        // What is pooled over policies has a row of its own.
        for row in rows(payouts).iter().filter(|row| row["policy"] != "all") {
            let number = |column: &str| row[column].parse::<f64>().unwrap_or(0.0);
            let sort = (row["bet"].to_owned(), row["phase"] == "double_down");
            let columns = ["won", "lost", "pushed", "void"];
            let counts = columns.map(|column| number(column) as u64);
            if counts != [0; 4] {
                let bets = count.bets.entry(sort).or_default();
                bets.counts.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
                bets.dollars += (number("mean_payoff") * number("won")).round() as u64;
            }
        }
        for row in rows(outcomes).iter().filter(|row| row["situation"] == "all") {
            let turns: u64 = row["count"].parse().expect("a number");
            if turns > 0 {
                *count.outcomes.entry(row["outcome"].to_owned()).or_default() += turns;
            }
        }
        count
    }
}

#[test]
fn balance_counts_what_the_transcripts_tell() {
    const GAMES: u64 = 25;
    for (policy, players, rules) in [
        ("bet-by-roll", 3, "vegas"),
        ("bet-double-down", 2, "vegas=pots,buckles"),
        ("random", 4, "vegas=public+diminishing,riders,buckles"),
        ("random", 5, "vegas=limited"),
    ] {
        let game =
            format!("eight-seconds --policy {policy} --players {players} --rules {rules} --seed 7");
        let table = |name: &str| {
            let line =
                format!("balance {game} --games {GAMES} --format csv --quiet --table {name}");
            done(&line)
        };
        let told = Count::read(&table("payout_balance"), &table("balance_outcomes"));
        let mut counted = Count::default();
        for number in 1..=GAMES {
            counted.add(&done(&format!("trace {game} --game {number}")));
        }
        assert!(!counted.bets.is_empty() && counted.outcomes.len() > 2, "{counted:?}");
        assert_eq!(told, counted, "{policy} {players} {rules}");
    }
}
