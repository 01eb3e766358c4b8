//! From a prepared run to its delivered results: checks the output folder, executes the run (in
//! parts if requested), and writes and prints the results.

use std::path::PathBuf;
use std::time::Duration;

use crate::cli::arguments::{
    CheckpointArgs, LongArgs, OutputArgs, PartArgs, QuestionArgs, WorkArgs,
};
use crate::cli::output::{self, Delivery};
use crate::cli::resumable::Sitting;
use crate::cli::terminal::{self, Output};
use crate::cli::{Status, games};
use crate::error::Result;
use crate::policy::bot;
use crate::report::schemas::SETTINGS;
use crate::report::{RunRecord, Table, count};
use crate::run::cache::Cache;
use crate::run::checkpoint::{Part, Shard};
use crate::run::{Conditions, GameRun, Parts, Played, Question, Results, Run};
use crate::sim::interrupt::{self, Why};
use crate::sim::progress::Watch;

/// A prepared run of a command, with its options of execution and output.
pub(super) struct Task<'a> {
    pub(super) command: &'static str,
    pub(super) run: &'a dyn Run,
    pub(super) work: &'a WorkArgs,
    pub(super) output: &'a OutputArgs,
    /// The run and the number of raw sample rows, if requested.
    pub(super) samples: Option<(&'a dyn GameRun, u64)>,
    /// Options of long runs, if the command has them.
    pub(super) long: Option<Long<'a>>,
}

/// Checkpoint files and stop conditions of a long run.
pub(super) struct Long<'a> {
    pub(super) checkpoint: &'a CheckpointArgs,
    pub(super) shard: Option<Shard>,
    pub(super) max_time: Option<Duration>,
}

impl<'a> Long<'a> {
    /// Returns the options of a run that may end at a time.
    pub(super) fn new(parts: &'a PartArgs, max_time: Option<Duration>) -> Self {
        let PartArgs { checkpoint, shard } = parts;
        Self { checkpoint, shard: *shard, max_time }
    }
}

impl<'a> From<&'a LongArgs> for Long<'a> {
    fn from(args: &'a LongArgs) -> Self {
        Self::new(&args.parts, args.max_time)
    }
}

/// Answers a question about a game.
pub(super) fn answer(
    game: &str,
    question: &Question,
    args: &QuestionArgs,
    long: Long<'_>,
    output: &mut Output<'_>,
) -> Result<Status> {
    let run = &*games::game(game)?.question(question)?;
    let (command, work, long) = (question.command(), &args.work, Some(long));
    Task { command, run, work, output: &args.output, samples: None, long }.carry_out(output)
}

impl<'a> Task<'a> {
    /// Returns the record that defines the run.
    pub(super) fn record(&self, output: &Output<'_>) -> RunRecord {
        output::record(self.command, self.run.record(), output)
    }

    /// Checks that the results can be written.
    pub(super) fn prepare(&self, mut record: RunRecord) -> Result<Delivery<'a>> {
        let mut files = self.run.files();
        if let Some((_, samples)) = self.samples {
            record.define("samples", RunRecord::count(samples));
            files.push("samples.csv".to_owned());
        }
        let tables = [&self.run.tables()[..], &[SETTINGS.name]].concat();
        Delivery::prepare(self.output, record, &tables, &files)
    }

    /// Executes the run and delivers its results. A long run may be resumed from a checkpoint or
    /// split into shards; a shard has no tables.
    pub(super) fn carry_out(&self, output: &mut Output<'_>) -> Result<Status> {
        let (record, long) = (self.record(output), self.long.as_ref().zip(self.run.parts()));
        if let Some(shards) = output.shards.take() {
            return self.merge(&shards, record, output);
        }
        let delivery = match long {
            Some((Long { shard: Some(_), .. }, _)) => None,
            _ => Some(self.prepare(record.clone())?),
        };
        let begin = |(long, parts): (&Long<'a>, &'a dyn Parts)| {
            Sitting::begin((long.checkpoint, long.shard), &record, parts)
        };
        let mut sitting = long.map(begin).transpose()?.flatten();
        if self.run.keeps() {
            interrupt::keep();
        }
        long.and_then(|(long, _)| long.max_time).into_iter().for_each(interrupt::after);
        let results = conditions(self.work, self.run.unit_name(), |conditions| {
            let Some(sitting) = &mut sitting else { return self.run.run(conditions).map(Some) };
            sitting.play(conditions)?;
            delivery.as_ref().map(|_| sitting.results(conditions)).transpose()
        })?;
        let deliver = |(delivery, results)| self.deliver(delivery, results, output);
        let status = delivery.zip(results).map(deliver).transpose()?;
        let quiet = self.work.quiet || status.is_some();
        let ended = sitting.map(|sitting| sitting.end(quiet)).transpose()?;
        Ok(status.or(ended).unwrap_or(Status::Done))
    }

    /// Combines all shards of the run and delivers its results.
    fn merge(
        &self,
        shards: &[(PathBuf, Part)],
        record: RunRecord,
        output: &mut Output<'_>,
    ) -> Result<Status> {
        let help = "merge them with the version of pushluck that made them";
        if let Some((path, first)) = shards.first() {
            first.check(&record, path, help)?;
        }
        let delivery = self.prepare(record)?;
        let played: Vec<&Played> = shards.iter().map(|(_, part)| &part.played).collect();
        let parts = self.run.parts().expect("a run with checkpoints has parts");
        // The results of a search take games of their own.
        interrupt::keep();
        let results =
            conditions(self.work, self.run.unit_name(), |how| parts.results(&played, how))?;
        self.deliver(delivery, results, output)
    }

    /// Delivers the results of the run.
    fn deliver(
        &self,
        mut delivery: Delivery<'_>,
        mut results: Results,
        output: &mut Output<'_>,
    ) -> Result<Status> {
        let run = self.run;
        let (done, interrupted) = (results.units_done, results.stopped == Some(Why::Interrupted));
        debug_assert!(results.tables.iter().map(Table::name).eq(run.tables()));
        results.tables.push(Table::settings(&results.tables, delivery.settings()));
        if let Some((games, samples)) = self.samples {
            let played = if interrupted && games.is_slow() {
                let message = "samples.csv has no rows, because the run was interrupted before its samples were replayed";
                results.warnings.push((message.to_owned(), None));
                0
            } else {
                done
            };
            results.tables.push(games.samples(samples.min(played)));
        }
        delivery.conclude("complete", !interrupted);
        if let Some(why @ (Why::Interrupted | Why::OutOfTime)) = results.stopped {
            delivery.conclude("units", RunRecord::count(done));
            delivery.conclude("stopped", why.name());
        }
        for (key, value) in &results.concluded {
            delivery.conclude(key, value.clone());
        }
        delivery.deliver(&results, run.hint(), self.work.quiet, output)?;
        if !interrupted {
            return Ok(Status::Done);
        }
        let (done, names) = (count(done), run.unit_name());
        let message = match run.units() {
            Some(all) => format!(
                "interrupted after {done} of {} {names}; the results are those of a run of this length",
                count(all)
            ),
            None => format!("interrupted after {done} {names}; the results are from these"),
        };
        terminal::warning(format_args!("{message}"), None);
        Ok(Status::Interrupted)
    }
}

/// Calls `with` with the conditions of execution for work in `units`.
pub(super) fn conditions<T>(
    work: &WorkArgs,
    units: &'static str,
    with: impl FnOnce(Conditions<'_>) -> Result<T>,
) -> Result<T> {
    let (stop, cache) = (interrupt::install()?, Cache::of_user());
    let bar = work.bar(units);
    let watch = bar.as_ref().map(|bar| bar as &dyn Watch);
    let threads = work.threads.map(usize::from);
    let result = with(Conditions { threads, stop, watch, cache: cache.folder(), journal: None });
    bot::failure().and(result)
}
