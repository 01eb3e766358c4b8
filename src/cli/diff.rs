//! `pushluck diff`: the figures in which two folders of results differ beyond their errors.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::cli::arguments::{Format, LevelArgs};
use crate::cli::report::read;
use crate::cli::terminal::Output;
use crate::cli::{Status, output};
use crate::error::Result;
use crate::report::changes::{Change, Unmatched, Verdict, changes, table};
use crate::report::{Align, Grid, RunRecord, count, significant};
use crate::run::Block;
use crate::run::leaderboard::counted;

/// The arguments of `pushluck diff`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  pushluck diff before after
      which figures changed beyond their errors
  pushluck diff before after --format csv
      all figures that differ, and their errors

Tables are compared row by row. Where both runs have the same seed, and raw rows in samples.csv (`--samples`), \
these are compared game by game as well, which sees much smaller differences.")]
pub struct DiffArgs {
    /// The folder of the first run.
    #[arg(value_name = "BEFORE", value_hint = ValueHint::DirPath)]
    pub before: PathBuf,

    /// The folder of the second run.
    #[arg(value_name = "AFTER", value_hint = ValueHint::DirPath)]
    pub after: PathBuf,

    /// The level at which figures differ beyond their errors, all of them together.
    #[command(flatten)]
    pub level: LevelArgs,

    /// The format of standard output.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t, help_heading = "Output")]
    pub format: Format,
}

/// The number of rows on the screen.
const SHOWN: usize = 20;

/// Compares the folders.
pub(super) fn run(args: &DiffArgs, output: &mut Output<'_>) -> Result<Status> {
    let [(one, before), (other, after)] = [read(&args.before)?, read(&args.after)?];
    let defined = |text: &str| RunRecord::defined(text).unwrap_or_default();
    let [first, second] = [defined(&one), defined(&other)];
    let alike = |key: &str| first.get(key).is_some() && first.get(key) == second.get(key);
    let same_luck = ["game", "seed", "randomness"].into_iter().all(alike);
    let (found, unmatched) = changes(&before, &after, same_luck, args.level.level());
    let record = RunRecord { run: second, ..RunRecord::default() };
    let mut screen = screen(&found, &unmatched);
    screen.push(Block::Note(match record.same_run(&one) {
        true => "Both runs are defined alike.".to_owned(),
        false => format!("The runs differ: {}.", record.difference_in(&one, ["before", "after"])),
    }));
    output::print(args.format, None, &[table(&found)], &screen, output)?;
    Ok(Status::Done)
}

fn screen(found: &[Change], unmatched: &[Unmatched]) -> Vec<Block> {
    let of = |verdict| found.iter().filter(move |change| change.verdict == verdict);
    let z = |change: &Change| {
        let error = change.std_error.filter(|error| *error > 0.0)?;
        Some((change.after - change.before) / error)
    };
    let size = |change: &Change| z(change).map_or(f64::INFINITY, f64::abs);
    let mut shown: Vec<&Change> = of(Verdict::Beyond).collect();
    shown.sort_by(|a, b| size(b).total_cmp(&size(a)));
    // Counts and shares without an error differ between all runs of games; exact results have no others.
    if found.iter().all(|change| change.std_error.is_none()) {
        shown = of(Verdict::Changed).collect();
    }
    let mut blocks = Vec::new();
    if !shown.is_empty() {
        let mut grid = Grid::new(&[
            ("table", Align::Left),
            ("row", Align::Text),
            ("figure", Align::Left),
            ("before", Align::Right),
            ("after", Align::Right),
            ("z", Align::Right),
        ]);
        let short = |value: f64| {
            significant(value).unwrap_or_default().chars().take(10).collect::<String>()
        };
        for change in shown.iter().take(SHOWN) {
            grid.push([
                change.table.clone(),
                change.row.clone(),
                change.figure.clone(),
                short(change.before),
                short(change.after),
                z(change).map_or(String::new(), |z| format!("{z:+.1}")),
            ]);
        }
        blocks.push(Block::Grid(grid));
        if shown.len() > SHOWN {
            let more = count((shown.len() - SHOWN) as u64);
            blocks.push(Block::Note(format!("and {more} more: `--format csv` has all")));
        }
    }
    let number = |verdict| count(of(verdict).count() as u64);
    let (same, within) = (number(Verdict::Same), number(Verdict::WithinErrors));
    let (beyond, changed) = (number(Verdict::Beyond), number(Verdict::Changed));
    let all = count(found.len() as u64);
    blocks.push(Block::Note(format!(
        "Of {all} figures in both, {same} are the same, {within} differ within their errors and {beyond} beyond \
         them; {changed} without an error have another value."
    )));
    let mut apart: BTreeMap<&(String, String, String), usize> = BTreeMap::new();
    for Unmatched { table, before, after, columns } in unmatched {
        columns.iter().for_each(|column| *apart.entry(column).or_default() += 1);
        if *before + *after > 0 {
            let (before, after) = (count(*before as u64), count(*after as u64));
            blocks.push(Block::Note(format!(
                "{table}.csv: {before} rows only before, {after} only after."
            )));
        }
    }
    for ((column, before, after), tables) in apart {
        let shown = |text: &str| match text {
            "" => "nothing".to_owned(),
            text => format!("`{text}`"),
        };
        let (before, after) = (shown(before), shown(after));
        let tables = counted(tables as u64, "table");
        blocks.push(Block::Note(format!(
            "`{column}` is {before} before and {after} after, in {tables}."
        )));
    }
    blocks
}
