//! `pushluck simulate`: play policies against each other, or turns alone, and print the tables.

use clap::Args;

use crate::cli::arguments::{
    OutputArgs, PartArgs, RulesArgs, SamplingArgs, SeedArgs, StartArgs, StopArgs, TableArgs,
    WorkArgs,
};
use crate::cli::output::{self, Delivered, Delivery};
use crate::cli::resumable::Sitting;
use crate::cli::terminal::{self, Output};
use crate::cli::{Status, games, parse};
use crate::error::{Error, Result};
use crate::policy::specs;
use crate::report::schemas::SETTINGS;
use crate::report::{RunRecord, Table, count};
use crate::run::cache::Cache;
use crate::run::{Conditions, Request, Results, Run, RunSpec, Stopping, Work};
use crate::sim::interrupt::{self, Why};
use crate::sim::progress::Watch;
use crate::stats::Level;

/// The arguments of `pushluck simulate`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  pushluck simulate el-ocho
      two players, a round robin of the shipped policies
  pushluck simulate el-ocho --policy hold-at:hold=600 --policy hold-at:hold=900 --games 1M
      two thresholds against each other
  pushluck simulate el-ocho --policy my/policy.toml --turns 10M --out results
      single turns of a policy of your own, all tables as CSV in results/")]
pub struct SimulateArgs {
    /// The game (`pushluck list games` names them).
    pub game: String,

    /// The number of whole games of each matchup, as in 1_000_000, 1e6 or 1M; without it a number
    /// that the game sets, of about ten seconds.
    #[arg(long, value_name = "N", value_parser = parse::count, conflicts_with = "turns")]
    pub games: Option<u64>,

    /// The number of single turns each policy plays alone from the start of a game, all on the same
    /// luck.
    #[arg(long, value_name = "N", value_parser = parse::count, conflicts_with = "fixed_seats")]
    pub turns: Option<u64>,

    /// Who plays what.
    #[command(flatten)]
    pub play: PlayArgs,

    /// How the work is done.
    #[command(flatten)]
    pub work: WorkArgs,

    /// What ends it.
    #[command(flatten)]
    pub stop: StopArgs,

    /// Whether it is played in parts.
    #[command(flatten)]
    pub parts: PartArgs,

    /// What is told of chance.
    #[command(flatten)]
    pub sampling: SamplingArgs,

    /// What becomes of the result.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Who plays what, where it begins and on which luck.
#[derive(Args, Clone, Debug)]
pub struct PlayArgs {
    /// Who plays.
    #[command(flatten)]
    pub table: TableArgs,

    /// What is played.
    #[command(flatten)]
    pub rules: RulesArgs,

    /// Where the game begins.
    #[command(flatten)]
    pub start: StartArgs,

    /// Where the luck comes from.
    #[command(flatten)]
    pub seed: SeedArgs,
}

impl PlayArgs {
    /// The run that is asked for.
    ///
    /// # Errors
    ///
    /// A SPEC that cannot be read, or an edition that cannot.
    pub(super) fn spec(&self, work: Work, level: Level) -> Result<RunSpec> {
        let Self { table, rules, start, seed } = self;
        Ok(RunSpec {
            settings: rules.settings(),
            edition: rules.edition()?,
            policies: specs(&table.policies)?,
            players: table.players.map(usize::from),
            fixed_seats: table.fixed_seats,
            start: start.settings(),
            seed: terminal::seed(seed.seed),
            work,
            level,
        })
    }
}

/// Plays and writes the tables.
///
/// # Errors
///
/// Fails on input that names nothing known, and where the results cannot be written.
pub(super) fn run(args: &SimulateArgs, output: &mut Output<'_>) -> Result<Status> {
    args.output.check()?;
    let game = games::game(&args.game)?;
    let stopping = args.stop.stopping(args.games.or(args.turns).is_some());
    let work = match (stopping, args.turns) {
        (Some(stopping), None) => Work::Until(stopping),
        (Some(stopping), most) => Work::Until(Stopping { at_most: most, turns: true, ..stopping }),
        (None, Some(turns)) => Work::Turns(turns),
        (None, None) => Work::Games(args.games),
    };
    let level = args.sampling.level.level();
    let spec = args.play.spec(work, level)?;
    let stop = interrupt::install()?;
    let cache = Cache::of_user();
    let threads = args.work.threads.map(usize::from);
    let prepared = {
        let bar = args.work.bar("positions solved");
        let watch = bar.as_ref().map(|bar| bar as &dyn Watch);
        game.prepare(&spec, Conditions { threads, stop, watch, cache: cache.folder() })?
    };
    let record = output::record("simulate", prepared.record());
    let named = spec.policies.len();
    let seats = record.run.get("players").and_then(toml::Value::as_integer);
    if named > 2 && spec.players.is_none() && seats == Some(named as i64) && !args.work.quiet {
        terminal::note(format_args!(
            "{named} policies make games of {named} players; with `--players 2` every two of them meet"
        ));
    }
    let bar = args.work.bar(prepared.unit_name());
    let watch = bar.as_ref().map(|bar| bar as &dyn Watch);
    let conditions = Conditions { threads, stop, watch, cache: cache.folder() };
    let begin = || {
        interrupt::keep();
        args.stop.max_time.into_iter().for_each(interrupt::after);
    };
    let parts = prepared.parts();
    let request = Request::Simulate(spec);
    let kept = || Sitting::begin(&args.parts, &record, (game, &request), parts);
    if args.parts.shard.is_some()
        && let Some(mut sitting) = kept()?
    {
        begin();
        sitting.play(parts, conditions)?;
        return sitting.end(args.work.quiet);
    }
    let report = Report::prepare(&args.output, record.clone(), &*prepared, args.sampling.samples)?;
    let mut sitting = kept()?;
    begin();
    let results = match &mut sitting {
        Some(sitting) => prepared.results(sitting.play(parts, conditions)?)?,
        None => prepared.run(conditions)?,
    };
    let status = report.deliver(&*prepared, results, args.work.quiet, output)?;
    sitting.map(|sitting| sitting.end(true)).transpose()?;
    Ok(status)
}

/// The tables of a run on their way to the user.
pub(super) struct Report<'a> {
    delivery: Delivery<'a>,
    samples: Option<u64>,
}

impl<'a> Report<'a> {
    /// Makes sure that the tables of a run can go where they are wanted.
    ///
    /// # Errors
    ///
    /// What [`Delivery::prepare`] refuses.
    pub(super) fn prepare(
        output: &'a OutputArgs,
        mut record: RunRecord,
        run: &dyn Run,
        samples: Option<u64>,
    ) -> Result<Self> {
        if let Some(samples) = samples {
            record.define("samples", RunRecord::count(samples));
        }
        let files = samples.map(|_| "samples.csv".to_owned());
        let tables = [&run.tables()[..], &[SETTINGS.name]].concat();
        let delivery = Delivery::prepare(output, record, &tables, files.as_slice())?;
        Ok(Self { delivery, samples })
    }

    /// Delivers what came of the run.
    ///
    /// # Errors
    ///
    /// Nothing was played, and what [`Delivery::deliver`] fails at.
    pub(super) fn deliver(
        self,
        run: &dyn Run,
        mut results: Results,
        quiet: bool,
        output: &mut Output<'_>,
    ) -> Result<Status> {
        let Self { mut delivery, samples } = self;
        let interrupted = results.stopped == Some(Why::Interrupted);
        if results.units_done == 0 && results.stopped.is_some() {
            return Err(match interrupted {
                true => Error::Interrupted,
                false => Error::input_help(
                    format!("the time is over before the first of the {}", run.unit_name()),
                    "give more `--max-time`",
                ),
            });
        }
        debug_assert!(results.tables.iter().map(|table| table.name()).eq(run.tables()));
        results.tables.push(Table::settings(&results.tables));
        if let Some(samples) = samples {
            let played = if interrupted && run.is_slow() {
                let message = "samples.csv has no rows: its games would have to be played again";
                results.warnings.push((message.to_owned(), None));
                0
            } else {
                results.units_done
            };
            results.tables.push(run.samples(samples.min(played)));
        }
        delivery.conclude("complete", !interrupted);
        delivery.conclude("units", RunRecord::count(results.units_done));
        for (key, value) in run.concluded(results.units_done, results.stopped) {
            delivery.conclude(key, value);
        }
        let result = Delivered {
            tables: &results.tables,
            files: &[],
            screen: &results.screen,
            warnings: &results.warnings,
            hint: Some("`--out DIR` writes all tables as CSV, with confidence intervals"),
        };
        delivery.deliver(&result, quiet, output)?;
        Ok(match interrupted {
            false => Status::Done,
            true => {
                terminal::warning(
                    format_args!(
                        "interrupted after {} of {} {}: what stands here is a run of that length",
                        count(results.units_done),
                        count(run.units()),
                        run.unit_name()
                    ),
                    None,
                );
                Status::Interrupted
            }
        })
    }
}
