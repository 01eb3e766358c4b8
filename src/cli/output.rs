//! Delivers the result of a command: the folder of `--out`, and standard output.

use std::io::Write as _;

use crate::cli::arguments::{Format, OutputArgs, Picture, QuestionArgs};
use crate::cli::repeat::repeat;
use crate::cli::terminal::{self, Output};
use crate::error::{Error, Result, did_you_mean};
use crate::policy::specs;
use crate::report::page::{Folder, PAGE, page};
use crate::report::plot::png;
use crate::report::{OutputFolder, RunRecord, Table, csv, json};
use crate::run::{Arena, Block, Results};
use crate::sim::interrupt;

/// The version of the columns of tables and of `run.toml`.
const SCHEMA: i64 = 2;

/// Returns the beginning of the record of a command, and how to repeat it.
pub(super) fn record(command: &str, rest: RunRecord, output: &Output<'_>) -> RunRecord {
    let mut record = RunRecord::default();
    record.define("version", env!("CARGO_PKG_VERSION"));
    record.define("schema", SCHEMA);
    record.define("command", command);
    record.run.extend(rest.run);
    if let Some(asked) = &output.asked {
        record.repeat = repeat(asked, &record.run);
    }
    record
}

/// The destination of a result, checked before the work starts.
#[derive(Debug)]
pub(super) struct Delivery<'a> {
    args: &'a OutputArgs,
    record: RunRecord,
    folder: Option<OutputFolder>,
}

impl<'a> Delivery<'a> {
    /// Checks that the result of the run of `record` can be written. `tables` are the tables of the
    /// run, `files` its other files.
    pub(super) fn prepare(
        args: &'a OutputArgs,
        record: RunRecord,
        tables: &[&str],
        files: &[String],
    ) -> Result<Self> {
        if let Some(table) = &args.table {
            check_table(table, tables)?;
        }
        let names = tables.iter().map(|name| format!("{name}.csv")).chain(files.iter().cloned());
        let pngs = files.iter().filter(|_| args.picture == Picture::Png).filter_map(png_name);
        let names = names.chain([PAGE.to_owned()]).chain(pngs);
        let folder = match &args.out {
            Some(path) => Some(OutputFolder::prepare(path, &record, names, args.force)?),
            None => None,
        };
        Ok(Self { args, record, folder })
    }

    /// The version and the seed of the run.
    pub(super) fn settings(&self) -> Vec<(String, String)> {
        let text =
            |value: &toml::Value| value.as_str().map_or(value.to_string(), ToOwned::to_owned);
        let named = ["version", "seed"].into_iter();
        named.filter_map(|key| Some((key.to_owned(), text(self.record.run.get(key)?)))).collect()
    }

    /// Adds an entry to the `[result]` of the record.
    pub(super) fn conclude(&mut self, key: &str, value: impl Into<toml::Value>) {
        self.record.conclude(key, value);
    }

    /// Writes tables and other files to the folder, prints the result, and then prints notes and
    /// warnings. `hint` describes what `--out` would write.
    pub(super) fn deliver(
        mut self,
        results: &Results,
        hint: Option<&str>,
        quiet: bool,
        output: &mut Output<'_>,
    ) -> Result<()> {
        interrupt::keep();
        let Results { tables, files, screen, warnings, .. } = results;
        if let Some(folder) = &mut self.folder {
            let tables = tables.iter().map(|table| (table.file_name(), csv(table)));
            let mut files: Vec<_> = tables.chain(files.iter().cloned()).collect();
            let page = page(&[Folder { record: &self.record.to_toml(), files: &files }]);
            files.push((PAGE.to_owned(), page.into_bytes()));
            if self.args.picture == Picture::Png {
                let drawn = |(name, svg): &(String, Vec<u8>)| {
                    let name = png_name(name)?;
                    let drawn = png(svg);
                    if drawn.is_none() {
                        terminal::warning(format_args!("{name} is left out: too large"), None);
                    }
                    Some((name, drawn?))
                };
                let drawn: Vec<_> = files.iter().filter_map(drawn).collect();
                files.extend(drawn);
            }
            folder.write(files, &self.record)?;
        }
        print(self.args.format, self.args.table.as_deref(), tables, screen, output)?;
        output.finish()?;
        for (warning, help) in warnings {
            terminal::warning(warning, help.as_deref());
        }
        match (&self.args.out, quiet) {
            _ if !output.is_shown => {}
            (None, false) => hint.into_iter().for_each(terminal::note),
            (Some(path), false) => {
                let tables = match tables.len() {
                    1 => "1 table".to_owned(),
                    n => format!("{n} tables"),
                };
                let twice = if self.args.picture == Picture::Png { " (SVG and PNG)" } else { "" };
                let picture = |(name, _): &&(String, _)| name.ends_with(".svg");
                let pictures = match files.iter().filter(picture).count() {
                    0 => None,
                    1 => Some(format!("1 picture{twice}")),
                    n => Some(format!("{n} pictures{twice}")),
                };
                let others = files.iter().filter(|file| !picture(file));
                let others = others.map(|(name, _)| name.clone());
                let files = pictures.into_iter().chain(others);
                let files: String = files.map(|file| format!(", {file}")).collect();
                terminal::note(format_args!(
                    "wrote {tables}{files} and {PAGE} to {}",
                    path.display()
                ));
            }
            _ => {}
        }
        Ok(())
    }
}

/// The name of the PNG of a picture.
fn png_name(name: impl AsRef<str>) -> Option<String> {
    Some(format!("{}.png", name.as_ref().strip_suffix(".svg")?))
}

/// Adds the opponents and the number of players to the record of a question.
pub(super) fn arena(
    args: &QuestionArgs,
    (field, players): (&[String], Option<u8>),
    games: Option<u64>,
) -> Result<Arena> {
    args.output.check()?;
    Ok(Arena {
        settings: args.rules.settings(),
        edition: args.rules.edition()?,
        start: args.opening.start.settings(),
        position: args.opening.position()?,
        field: specs(field)?,
        players: players.map(usize::from),
        seed: terminal::seed(args.seed.seed),
        games,
        level: args.level.level(),
    })
}

/// Rejects a table that the run does not have.
fn check_table(table: &str, tables: &[&str]) -> Result<()> {
    if tables.contains(&table) {
        return Ok(());
    }
    let all = || format!("its tables are: {}", tables.join(", "));
    let help = did_you_mean(table, tables.iter().copied(), all);
    Err(Error::input_help(format!("this run has no table `{table}`"), help))
}

/// Prints the screen, all tables, or the table `wanted` (as CSV, by default the first one) to standard
/// output.
pub(super) fn print(
    format: Format,
    wanted: Option<&str>,
    tables: &[Table],
    screen: &[Block],
    output: &mut Output<'_>,
) -> Result<()> {
    let bytes = match format {
        Format::Table => {
            let table = wanted.and_then(|name| tables.iter().find(|table| table.name() == name));
            let shown = table.map(|table| [Block::Grid(table.grid())]);
            let screen = shown.as_ref().map_or(screen, |shown| &shown[..]);
            return output.styled(terminal::screen(screen));
        }
        Format::Json => json(tables),
        Format::Markdown => {
            let table = wanted.and_then(|name| tables.iter().find(|table| table.name() == name));
            let all = || tables.iter().map(|table| Block::Grid(table.grid())).collect::<Vec<_>>();
            let text = match table {
                Some(table) => terminal::markdown(&[Block::Grid(table.grid())]),
                None if screen.is_empty() => terminal::markdown(&all()),
                None => terminal::markdown(screen),
            };
            text.into_bytes()
        }
        Format::Csv => {
            let mut tables = tables.iter();
            let table = tables.find(|table| wanted.is_none_or(|name| table.name() == name));
            table.map(csv).unwrap_or_default()
        }
    };
    output.write_all(&bytes).map_err(terminal::refused)
}
