//! Figures counted anew from the transcripts of a run, to hold its tables to.

use std::collections::BTreeMap;

use pushluck::run::{AnyGame, RunSpec};

use crate::library::{prepare, tables};

/// The tables of a run by their names, as CSV, and the transcripts of so many of its games.
pub(crate) fn played(
    game: &dyn AnyGame,
    spec: &RunSpec,
    games: u64,
) -> (BTreeMap<String, String>, Vec<String>) {
    let run = prepare(game, spec).expect("a run");
    let tables = tables(game, spec, 1).into_iter();
    (tables.collect(), (0..games).map(|game| run.transcript(game)).collect())
}

/// By policy, the cells that label a row, and the name of a figure: its occasions and its sum.
#[derive(Default)]
pub(crate) struct Counted(BTreeMap<(String, Vec<String>, String), (u64, i64)>);

impl Counted {
    /// Counts a sum on so many occasions.
    pub(crate) fn add(
        &mut self,
        policy: &str,
        labels: &[&str],
        figure: &str,
        (sum, occasions): (i64, u64),
    ) {
        let labels = labels.iter().map(|label| (*label).to_owned()).collect();
        let counted = self.0.entry((policy.to_owned(), labels, figure.to_owned())).or_default();
        *counted = (counted.0 + occasions, counted.1 + sum);
    }

    /// Every row over all seats of a table says what was counted, and every count has its row.
    pub(crate) fn compare(mut self, table: &str) {
        let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let head = lines.next().expect("a header");
        let column = |name| head.iter().position(|cell| *cell == name).expect("a column");
        let (seat, figure) = (column("seat"), column("figure"));
        for row in lines.filter(|row| row[column("scope")] == "overall") {
            let labels = row[seat + 1..figure].iter().map(|label| (*label).to_owned()).collect();
            let key = (row[column("policy")].to_owned(), labels, row[figure].to_owned());
            let (occasions, sum) = self.0.remove(&key).unwrap_or_default();
            assert_eq!(row[column("n")], occasions.to_string(), "{row:?}");
            let value = row[column("value")];
            if occasions == 0 {
                assert_eq!((value, sum), ("", 0), "{row:?}");
            } else {
                let (told, mean) = (value.parse::<f64>(), sum as f64 / occasions as f64);
                let near = (told.expect("a number") - mean).abs() <= 1e-8 * mean.abs();
                assert!(near, "{mean}: {row:?}");
            }
        }
        assert!(self.0.is_empty(), "no rows for {:?}", self.0);
    }
}

/// What happens in a transcript, sentence by sentence, without the decisions; first come the policies
/// by seat.
pub(crate) fn sentences(transcript: &str) -> (Vec<&str>, impl Iterator<Item = &str>) {
    let lines = transcript.lines().skip_while(|line| !line.starts_with("Game ")).skip(1);
    let (mut lines, mut policies) = (lines.peekable(), Vec::new());
    loop {
        let seat = format!("  seat {}: ", policies.len() + 1);
        let Some(policy) = lines.peek().and_then(|line| line.strip_prefix(&seat)) else { break };
        policies.push(policy);
        lines.next();
    }
    let happens = lines.take_while(|line| !line.starts_with("After "));
    let decision = |line: &&str| line.starts_with("    seat") && line.contains(" choice");
    (policies, happens.filter(move |line| !decision(line)).map(str::trim))
}

/// The seat that a sentence begins with, from 0, and what it does.
pub(crate) fn of_seat(sentence: &str) -> Option<(usize, &str)> {
    let (seat, does) = sentence.strip_prefix("seat ")?.split_once(' ')?;
    Some((seat.trim_end_matches(':').parse::<usize>().ok()? - 1, does))
}
