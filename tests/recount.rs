//! Figures counted from the transcripts of a run, for comparison with its tables.

use std::collections::BTreeMap;

use pushluck::run::{AnyGame, Conditions, Details, RunSpec};
use pushluck::sim::interrupt::StopFlag;

use crate::library::{prepare, tables};

/// Returns the tables of a run as CSV, by name, and the transcripts of its games.
pub(crate) fn played(
    game: &dyn AnyGame,
    spec: &RunSpec,
    games: u64,
) -> (BTreeMap<String, String>, Vec<String>) {
    let run = prepare(game, spec).expect("a run");
    let tables = tables(game, spec, 1).into_iter();
    let stop = StopFlag::new();
    let conditions =
        Conditions { threads: Some(1), stop: &stop, watch: None, cache: None, journal: None };
    let shown = |game| run.transcript(game, Details::default(), conditions).expect("a transcript");
    (tables.collect(), (0..games).map(shown).collect())
}

/// Occasions and sum, by policy, label cells of the row and name of the figure.
#[derive(Default)]
pub(crate) struct Counted(BTreeMap<(String, Vec<String>, String), (u64, i64)>);

impl Counted {
    /// Adds a sum over a number of occasions.
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

    /// Checks that every row over all seats of a table equals its count, and that every count has a
    /// row.
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

/// Returns the policies by seat and the sentences of a transcript without decisions.
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

/// Returns the seat at the start of a sentence, from 0, and the rest of the sentence.
pub(crate) fn of_seat(sentence: &str) -> Option<(usize, &str)> {
    let (seat, does) = sentence.strip_prefix("seat ")?.split_once(' ')?;
    Some((seat.trim_end_matches(':').parse::<usize>().ok()? - 1, does))
}
