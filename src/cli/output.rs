//! What becomes of the result of a command: the folder of `--out`, and stdout.

use std::io::Write as _;

use crate::cli::arguments::{Format, OutputArgs, QuestionArgs, WorkArgs};
use crate::cli::terminal::{self, Output};
use crate::cli::{Status, games};
use crate::error::{Error, Result, nearest};
use crate::policy::specs;
use crate::report::schemas::SETTINGS;
use crate::report::{OutputFolder, RunRecord, Table, count, csv, json};
use crate::run::cache::Cache;
use crate::run::{Arena, Block, Conditions, Findings, Question, Study, Warning};
use crate::sim::interrupt;
use crate::sim::progress::Watch;

/// The version of the columns of tables and of `run.toml`.
const SCHEMA: i64 = 2;

/// The record of a command, begun.
#[must_use]
pub(super) fn record(command: &str, rest: RunRecord) -> RunRecord {
    let mut record = RunRecord::default();
    record.define("version", env!("CARGO_PKG_VERSION"));
    record.define("schema", SCHEMA);
    record.define("command", command);
    record.run.extend(rest.run);
    record
}

/// The way of a result to the user, found open before the work begins.
#[derive(Debug)]
pub(super) struct Delivery<'a> {
    args: &'a OutputArgs,
    record: RunRecord,
    folder: Option<OutputFolder>,
}

impl<'a> Delivery<'a> {
    /// Makes sure that the result of the run of `record` can go where it is wanted: `tables` are
    /// those it makes, `files` what it writes beside them.
    ///
    /// # Errors
    ///
    /// A table that the run does not make, and what [`OutputFolder::prepare`] refuses.
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
        let folder = match &args.out {
            Some(path) => Some(OutputFolder::prepare(path, &record, names, args.force)?),
            None => None,
        };
        Ok(Self { args, record, folder })
    }

    /// Says something of what became of the run.
    pub(super) fn conclude(&mut self, key: &str, value: impl Into<toml::Value>) {
        self.record.conclude(key, value);
    }

    /// Writes the tables and the other `files` to the folder and prints what was asked for, then
    /// says what is to be known of it.
    ///
    /// # Errors
    ///
    /// The system refuses a file or stdout.
    pub(super) fn deliver(
        mut self,
        result: &Delivered<'_>,
        quiet: bool,
        output: &mut Output<'_>,
    ) -> Result<()> {
        interrupt::keep();
        if let Some(folder) = &mut self.folder {
            let tables = result.tables.iter().map(|table| (table.file_name(), csv(table)));
            folder.write(tables.chain(result.files.iter().cloned()).collect(), &self.record)?;
        }
        let wanted = self.args.table.as_deref();
        print(self.args.format, wanted, result.tables, result.screen, output)?;
        output.finish()?;
        for (warning, help) in result.warnings {
            terminal::warning(warning, help.as_deref());
        }
        match (&self.args.out, quiet) {
            (None, false) => result.hint.into_iter().for_each(terminal::note),
            (Some(path), false) => {
                let tables = match result.tables.len() {
                    1 => "1 table".to_owned(),
                    n => format!("{n} tables"),
                };
                let picture = |(name, _): &&(String, _)| name.ends_with(".svg");
                let pictures = match result.files.iter().filter(picture).count() {
                    0 => None,
                    1 => Some("1 picture".to_owned()),
                    n => Some(format!("{n} pictures")),
                };
                let others = result.files.iter().filter(|file| !picture(file));
                let others = others.map(|(name, _)| name.clone());
                let files = pictures.into_iter().chain(others);
                let files: String = files.map(|file| format!(" and {file}")).collect();
                terminal::note(format_args!("{tables}{files} in {}", path.display()));
            }
            _ => {}
        }
        Ok(())
    }

    /// Delivers what a study found.
    ///
    /// # Errors
    ///
    /// As [`Self::deliver`].
    pub(super) fn deliver_found(
        mut self,
        study: &dyn Study,
        mut found: Findings,
        quiet: bool,
        output: &mut Output<'_>,
    ) -> Result<Status> {
        debug_assert!(found.tables.iter().map(|table| table.name()).eq(study.tables()));
        found.tables.push(Table::settings(&found.tables));
        self.conclude("complete", found.stopped.is_none());
        if let Some((why, done)) = found.stopped {
            self.conclude("units", RunRecord::count(done));
            self.conclude("stopped", why.name());
        }
        for (key, value) in &found.concluded {
            self.conclude(key, value.clone());
        }
        let result = Delivered {
            tables: &found.tables,
            files: &found.pictures,
            screen: &found.screen,
            warnings: &found.warnings,
            hint: study.hint(),
        };
        self.deliver(&result, quiet, output)?;
        Ok(match found.stopped {
            None => Status::Done,
            Some((_, done)) => {
                terminal::warning(
                    format_args!(
                        "interrupted after {} {} of what was being measured: it stands here as a run of \
                         that length, and what would have followed is missing",
                        count(done),
                        study.unit_name()
                    ),
                    None,
                );
                Status::Interrupted
            }
        })
    }
}

/// Where the candidates of a question are measured: against `field`, at tables of so many players.
///
/// # Errors
///
/// Flags that do not go together, and a SPEC or an edition that cannot be read.
pub(super) fn arena(
    args: &QuestionArgs,
    (field, players): (&[String], Option<u8>),
    games: Option<u64>,
) -> Result<Arena> {
    args.output.check()?;
    Ok(Arena {
        settings: args.rules.settings(),
        edition: args.rules.edition()?,
        field: specs(field)?,
        players: players.map(usize::from),
        seed: terminal::seed(args.seed.seed),
        games,
        level: args.level.level(),
    })
}

/// Answers a question about a game.
///
/// # Errors
///
/// What [`Experiments::question`](crate::experiment::Experiments::question) refuses, and as [`carry_out`].
pub(super) fn answer(
    game: &str,
    question: &Question,
    args: &QuestionArgs,
    output: &mut Output<'_>,
) -> Result<Status> {
    let study = games::game(game)?.question(question)?;
    carry_out(question.command(), &*study, (&args.work, &args.output), output)
}

/// The tables of a study, and that of their settings.
pub(super) fn tables_of(study: &dyn Study) -> Vec<&'static str> {
    [&study.tables()[..], &[SETTINGS.name]].concat()
}

/// Finds out what `study` asks, writes and prints it.
///
/// # Errors
///
/// What cannot be found, and a folder or a system that refuses the results.
pub(super) fn carry_out(
    command: &str,
    study: &dyn Study,
    (work, results): (&WorkArgs, &OutputArgs),
    output: &mut Output<'_>,
) -> Result<Status> {
    let record = record(command, study.record());
    let tables = tables_of(study);
    let delivery = Delivery::prepare(results, record, &tables, &study.files())?;
    let (stop, cache) = (interrupt::install()?, Cache::of_user());
    if study.in_parts() {
        interrupt::keep();
    }
    let found = {
        let bar = work.bar(study.unit_name());
        let watch = bar.as_ref().map(|bar| bar as &dyn Watch);
        let threads = work.threads.map(usize::from);
        study.study(Conditions { threads, stop, watch, cache: cache.folder() })?
    };
    delivery.deliver_found(study, found, work.quiet, output)
}

/// A result on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Delivered<'a> {
    /// What goes to CSV or JSON.
    pub(super) tables: &'a [Table],
    /// Pictures, by the names of their files.
    pub(super) files: &'a [(String, Vec<u8>)],
    /// What a person reads.
    pub(super) screen: &'a [Block],
    /// What the user should know.
    pub(super) warnings: &'a [Warning],
    /// What `--out` would have given, if that is worth a word.
    pub(super) hint: Option<&'a str>,
}

/// Refuses a table that the run does not make.
fn check_table(table: &str, tables: &[&str]) -> Result<()> {
    if tables.contains(&table) {
        return Ok(());
    }
    let help = match nearest(table, tables.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("it makes: {}", tables.join(", ")),
    };
    Err(Error::input_help(format!("this run makes no table `{table}`"), help))
}

/// Prints what stdout is to get: the screen, all tables, or the table `wanted` (the first one where
/// none is named).
///
/// # Errors
///
/// The system refuses stdout.
pub(super) fn print(
    format: Format,
    wanted: Option<&str>,
    tables: &[Table],
    screen: &[Block],
    output: &mut Output<'_>,
) -> Result<()> {
    let bytes = match format {
        Format::Table => return output.styled(terminal::screen(screen)),
        Format::Json => json(tables),
        Format::Csv => {
            let mut tables = tables.iter();
            let table = tables.find(|table| wanted.is_none_or(|name| table.name() == name));
            table.map(csv).unwrap_or_default()
        }
    };
    output.write_all(&bytes).map_err(terminal::refused)
}
