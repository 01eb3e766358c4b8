//! From a prepared run to its delivered results: checks the output folder, executes the run (in
//! parts if requested), and writes and prints the results.

use std::time::Duration;

use crate::cli::arguments::{CheckpointArgs, OutputArgs, QuestionArgs, WorkArgs};
use crate::cli::output::{self, Delivery};
use crate::cli::resumable::Sitting;
use crate::cli::terminal::{self, Output};
use crate::cli::{Status, games};
use crate::error::Result;
use crate::policy::bot;
use crate::report::schemas::SETTINGS;
use crate::report::{RunRecord, Table, count};
use crate::run::cache::Cache;
use crate::run::checkpoint::Shard;
use crate::run::{AnyGame, Conditions, GameRun, Parts, Question, Request, Results, Run};
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
    pub(super) game: &'a dyn AnyGame,
    pub(super) request: &'a Request,
    pub(super) checkpoint: &'a CheckpointArgs,
    pub(super) shard: Option<Shard>,
    pub(super) max_time: Option<Duration>,
}

/// Runs a question about a game.
pub(super) fn answer(
    game: &str,
    question: &Question,
    args: &QuestionArgs,
    output: &mut Output<'_>,
) -> Result<Status> {
    let run = games::game(game)?.question(question)?;
    Task::of_question(question.command(), &*run, args).carry_out(output)
}

/// Runs a question whose answer may be interrupted and resumed, or split into shards.
pub(super) fn answer_in_parts(
    game: &str,
    question: Question,
    args: &QuestionArgs,
    (checkpoint, shard, max_time): (&CheckpointArgs, Option<Shard>, Option<Duration>),
    output: &mut Output<'_>,
) -> Result<Status> {
    let game = games::game(game)?;
    let (run, command) = (game.question(&question)?, question.command());
    let request = &Request::Question(question);
    let long = Some(Long { game, request, checkpoint, shard, max_time });
    let task = Task::of_question(command, &*run, args);
    Task { long, ..task }.carry_out(output)
}

impl<'a> Task<'a> {
    /// The task of a question.
    pub(super) fn of_question(
        command: &'static str,
        run: &'a dyn Run,
        args: &'a QuestionArgs,
    ) -> Self {
        Self { command, run, work: &args.work, output: &args.output, samples: None, long: None }
    }

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
        let delivery = match long {
            Some((Long { shard: Some(_), .. }, _)) => None,
            _ => Some(self.prepare(record.clone())?),
        };
        let begin = |(long, parts): (&Long<'a>, &'a dyn Parts)| {
            let kept = (long.checkpoint, long.shard);
            Sitting::begin(kept, &record, (long.game, long.request), parts)
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

    /// Delivers the results of the run.
    pub(super) fn deliver(
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
        if interrupted && run.units().is_none() {
            delivery.conclude("units", RunRecord::count(done));
            delivery.conclude("stopped", Why::Interrupted.name());
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
            None => format!(
                "interrupted after {done} {names} of the current measurement; its results are those of a run \
                 of this length, and later measurements are missing"
            ),
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
