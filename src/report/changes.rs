//! Two results of the same form, figure by figure: which differ beyond their errors.

use std::collections::{BTreeMap, HashMap, HashSet};

use strum::IntoStaticStr;

use super::key::KEY_COLUMNS;
use super::schemas::CHANGES;
use super::table::Table;
use crate::stats::{Level, holm};

/// Files of results by name.
pub type Files<'a> = &'a [(String, Vec<u8>)];

/// How a figure of one result compares with that of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Verdict {
    /// The same value.
    Same,
    /// Another value, and no more than the errors of both explain.
    WithinErrors,
    /// A difference beyond the errors of both.
    Beyond,
    /// Another value of a figure without an error: an exact value, a count or a share.
    Changed,
}

/// A figure that both results have.
#[derive(Clone, Debug)]
pub struct Change {
    /// The table, and the row in it: the cells that identify it.
    pub table: String,
    pub row: String,
    pub figure: String,
    pub before: f64,
    pub after: f64,
    /// The standard error of the difference, if the figure has errors.
    pub std_error: Option<f64>,
    /// The p-value, adjusted for all figures with errors.
    pub p: Option<f64>,
    /// Whether the games of both results were compared one by one.
    pub paired: bool,
    pub verdict: Verdict,
}

/// The rows of a table that have no counterpart, and the columns in which the two results differ as a whole.
#[derive(Clone, Debug, Default)]
pub struct Unmatched {
    pub table: String,
    pub before: usize,
    pub after: usize,
    /// Column, and its only text before and after.
    pub columns: Vec<(String, String, String)>,
}

/// Compares all tables that both results have. With the same random numbers (`same_luck`) the raw rows of
/// `samples.csv` are compared game by game.
pub fn changes(
    before: Files<'_>,
    after: Files<'_>,
    same_luck: bool,
    level: Level,
) -> (Vec<Change>, Vec<Unmatched>) {
    let (mut changes, mut unmatched) = (Vec::new(), Vec::new());
    for (name, bytes) in before {
        let Some(table) = name.strip_suffix(".csv").filter(|table| *table != "settings") else {
            continue;
        };
        let Some((_, other)) = after.iter().find(|(other, _)| other == name) else { continue };
        let (Some(one), Some(other)) = (Sheet::read(bytes), Sheet::read(other)) else { continue };
        if table == "samples" {
            if same_luck {
                changes.extend(game_by_game(&one, &other));
            }
            continue;
        }
        let (found, rest) = of_table(table, &one, &other);
        changes.extend(found);
        unmatched.push(rest);
    }
    judge(&mut changes, level);
    (changes, unmatched)
}

/// Judges the figures with errors, with Holm's adjustment for their number.
fn judge(changes: &mut [Change], level: Level) {
    let p = |change: &Change| match change.std_error? {
        0.0 if change.before == change.after => Some(1.0),
        0.0 => Some(0.0),
        error => Some(Level::beyond((change.after - change.before) / error, u64::MAX >> 12)),
    };
    let judged: Vec<(usize, f64)> =
        changes.iter().enumerate().filter_map(|(at, change)| Some((at, p(change)?))).collect();
    let adjusted = holm(&judged.iter().map(|(_, p)| *p).collect::<Vec<_>>());
    for ((at, _), p) in judged.iter().zip(adjusted) {
        changes[*at].p = Some(p);
    }
    for change in changes {
        let same = change.before == change.after;
        change.verdict = match change.p {
            _ if same => Verdict::Same,
            None => Verdict::Changed,
            Some(p) if p < 1.0 - level.confidence() => Verdict::Beyond,
            Some(_) => Verdict::WithinErrors,
        };
    }
}

/// A table as text.
struct Sheet {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Sheet {
    fn read(bytes: &[u8]) -> Option<Self> {
        let mut reader = csv::Reader::from_reader(bytes);
        let texts = |record: &csv::StringRecord| record.iter().map(ToOwned::to_owned).collect();
        let columns: Vec<String> = texts(reader.headers().ok()?);
        let rows = reader.records().map(|row| row.map(|row| texts(&row)).ok());
        Some(Self { columns, rows: rows.collect::<Option<_>>()? })
    }

    fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column == name)
    }

    fn number(&self, row: usize, column: usize) -> Option<f64> {
        self.rows[row].get(column)?.parse().ok()
    }

    /// The standard error of the estimate of a row. Where all observations are alike it is 0, and the interval
    /// says more.
    fn error(&self, row: usize) -> Option<f64> {
        let cell = |name: &str| self.number(row, self.column(name)?);
        let error = cell("std_error")?;
        let half = || {
            Some((cell("ci_high")? - cell("ci_low")?) / 2.0 / Level::new(cell("confidence")?)?.z())
        };
        if error > 0.0 { Some(error) } else { half().or(Some(error)) }
    }

    /// The column of the estimate whose error is in `std_error`.
    fn estimate(&self) -> Option<usize> {
        let error = self.column("std_error")?;
        (0..error).rev().find(|column| self.columns[*column] != "std_dev")
    }

    /// The number of first columns that identify each row: at least those that all tables have.
    fn key(&self) -> usize {
        let common = KEY_COLUMNS.iter().zip(&self.columns);
        let common = common.take_while(|(known, column)| known.name == *column).count();
        let unique = |columns: &usize| {
            let mut seen = HashSet::new();
            self.rows.iter().all(|row| seen.insert(&row[..*columns]))
        };
        (common..self.columns.len()).find(unique).unwrap_or(self.columns.len())
    }

    /// The text of a column that has the same one in all rows.
    fn only(&self, column: usize) -> Option<&str> {
        let first = self.rows.first()?[column].as_str();
        self.rows.iter().all(|row| row[column] == first).then_some(first)
    }
}

fn of_table(table: &str, one: &Sheet, other: &Sheet) -> (Vec<Change>, Unmatched) {
    let mut unmatched = Unmatched { table: table.to_owned(), ..Unmatched::default() };
    if one.columns != other.columns {
        (unmatched.before, unmatched.after) = (one.rows.len(), other.rows.len());
        return (Vec::new(), unmatched);
    }
    let width = one.key().max(other.key());
    let mut key = Vec::new();
    for column in 0..width {
        match (one.only(column), other.only(column)) {
            (Some(before), Some(after)) if before != after => {
                let named = (one.columns[column].clone(), before.to_owned(), after.to_owned());
                unmatched.columns.push(named);
            }
            _ => key.push(column),
        }
    }
    let key_of =
        |row: &[String]| -> Vec<String> { key.iter().map(|at| row[*at].clone()).collect() };
    let place: HashMap<Vec<String>, usize> =
        other.rows.iter().enumerate().map(|(at, row)| (key_of(row), at)).collect();
    let shown: Vec<usize> = key.iter().copied().filter(|at| one.only(*at).is_none()).collect();
    let figures: Vec<usize> = match one.estimate() {
        Some(estimate) => vec![estimate],
        None => (width..one.columns.len()).collect(),
    };
    let mut changes = Vec::new();
    let mut met = 0;
    for (row, cells) in one.rows.iter().enumerate() {
        let Some(&at) = place.get(&key_of(cells)) else {
            unmatched.before += 1;
            continue;
        };
        met += 1;
        let name = shown.iter().map(|at| cells[*at].as_str()).filter(|text| !text.is_empty());
        let name = name.collect::<Vec<_>>().join(", ");
        for &figure in &figures {
            let values = one.number(row, figure).zip(other.number(at, figure));
            let Some((before, after)) = values else { continue };
            let errors = one.error(row).zip(other.error(at));
            changes.push(Change {
                table: table.to_owned(),
                row: name.clone(),
                figure: one.columns[figure].clone(),
                before,
                after,
                std_error: errors.map(|(one, other)| one.hypot(other)),
                p: None,
                paired: false,
                verdict: Verdict::Same,
            });
        }
    }
    unmatched.after = other.rows.len() - met;
    (changes, unmatched)
}

/// The means per policy of the raw rows, with the errors of their differences from game to game. A game in
/// which a policy has several seats counts once.
fn game_by_game(one: &Sheet, other: &Sheet) -> Vec<Change> {
    let policy = one.column("policy");
    let Some(policy) = policy.filter(|_| one.columns == other.columns) else { return Vec::new() };
    let sums = |sheet: &Sheet, figure: usize| {
        let mut sums: BTreeMap<(String, String), (f64, u32)> = BTreeMap::new();
        for (row, cells) in sheet.rows.iter().enumerate() {
            let Some(value) = sheet.number(row, figure) else { continue };
            let sum = sums.entry((cells[policy].clone(), cells[0].clone())).or_default();
            *sum = (sum.0 + value, sum.1 + 1);
        }
        sums
    };
    let mut changes = Vec::new();
    for figure in policy + 1..one.columns.len() {
        let (before, after) = (sums(one, figure), sums(other, figure));
        let mut by_policy: BTreeMap<&str, Vec<[f64; 2]>> = BTreeMap::new();
        for (key, (sum, seats)) in &before {
            if let Some((other, others)) = after.get(key) {
                let pair = [sum / f64::from(*seats), other / f64::from(*others)];
                by_policy.entry(&key.0).or_default().push(pair);
            }
        }
        for (policy, pairs) in by_policy {
            let games = pairs.len() as f64;
            let mean = |side: usize| pairs.iter().map(|pair| pair[side]).sum::<f64>() / games;
            let [before, after] = [mean(0), mean(1)];
            let squares: f64 =
                pairs.iter().map(|[one, other]| (other - one - (after - before)).powi(2)).sum();
            changes.push(Change {
                table: "samples".to_owned(),
                row: policy.to_owned(),
                figure: one.columns[figure].clone(),
                before,
                after,
                std_error: (games > 1.0).then(|| (squares / (games - 1.0) / games).sqrt()),
                p: None,
                paired: true,
                verdict: Verdict::Same,
            });
        }
    }
    changes
}

/// The table of all figures that differ.
pub fn table(changes: &[Change]) -> Table {
    let mut table = Table::new(&CHANGES);
    for change in changes.iter().filter(|change| change.verdict != Verdict::Same) {
        let Change { table: of, row, figure, before, after, std_error, p, paired, verdict } =
            change;
        let difference = after - before;
        table.push(vec![
            of.as_str().into(),
            row.as_str().into(),
            figure.as_str().into(),
            (*before).into(),
            (*after).into(),
            difference.into(),
            (*std_error).into(),
            (*p).into(),
            if *paired { "paired" } else { "independent" }.into(),
            <&str>::from(*verdict).into(),
        ]);
    }
    table
}
