//! `pushluck verify`: compares the simulator with exact values.

use clap::Args;

use crate::cli::arguments::{OutputArgs, RulesArgs, SeedArgs, WorkArgs};
use crate::cli::output::{self, Delivery};
use crate::cli::terminal::{self, Output};
use crate::cli::{Status, games, parse};
use crate::diagnostic::Source;
use crate::error::{Error, Result};
use crate::experiment::Experiments;
use crate::report::plot::{Bar, Row, RowChart};
use crate::report::schemas::VERIFY;
use crate::report::{Align, Grid, RunRecord, Table, count, significant};
use crate::run::cache::Cache;
use crate::run::{Block, Conditions, Figure, Results, Verified, VerifySpec};
use crate::sim::interrupt;
use crate::sim::progress::Watch;

/// The limit in standard errors: a larger deviation is an error. Of a thousand correct figures, one
/// exceeds it in one of 147 runs.
const LIMIT: f64 = 4.5;

/// The arguments of `pushluck verify`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  pushluck verify
      every game with exact values, every rule set
  pushluck verify el-ocho --rules level=2 --turns 10M --games 1M
      one rule set, with more turns and games

Exit code 1 if a figure deviates by more than 4.5 standard errors.")]
pub struct VerifyArgs {
    /// The game; by default every game.
    pub game: Option<String>,

    /// The number of turns (or rolls) for each figure of turns (or rolls).
    #[arg(long, value_name = "N", value_parser = parse::count, default_value = "1M")]
    pub turns: u64,

    /// The number of games for each figure of games.
    #[arg(long, value_name = "N", value_parser = parse::count, default_value = "100k")]
    pub games: u64,

    /// The rules.
    #[command(flatten)]
    pub rules: RulesArgs,

    /// The seed.
    #[command(flatten)]
    pub seed: SeedArgs,

    /// Threads and progress.
    #[command(flatten)]
    pub work: WorkArgs,

    /// The output.
    #[command(flatten)]
    pub output: OutputArgs,
}

const NAME: &str = VERIFY.name;
const PICTURE: &str = "verify.svg";

/// Runs the comparison and prints its table.
pub(super) fn run(args: &VerifyArgs, output: &mut Output<'_>) -> Result<Status> {
    args.output.check()?;
    let games = match &args.game {
        Some(name) => vec![games::game(name)?],
        None if !args.rules.rules.is_empty() || args.rules.edition.is_some() => {
            return Err(Error::input_help(
                "`--rules` and `--edition` need a game",
                "name the game: `pushluck verify el-ocho …`",
            ));
        }
        None => games::all().to_vec(),
    };
    let spec = VerifySpec {
        settings: args.rules.settings(),
        edition: args.rules.edition()?,
        seed: terminal::seed(args.seed.seed),
        turns: args.turns,
        games: args.games,
    };
    let record = output::record(NAME, record(&games, &spec), output);
    let mut delivery = Delivery::prepare(&args.output, record, &[NAME], &[PICTURE.to_owned()])?;
    let found = all(&games, &spec, args)?;
    if found.figures.is_empty() {
        return Err(Error::input_help(
            "these numbers of turns and games are too small for any figure",
            "give `--turns 10k` or more, and `--games 1k`",
        ));
    }
    delivery.conclude("complete", true);
    let results = Results {
        tables: vec![table(&found.figures)],
        files: vec![(PICTURE.to_owned(), picture(&found.figures, &spec).into_bytes())],
        screen: screen(&found.figures, spec.edition.as_deref(), &found.left_out),
        ..Results::default()
    };
    let hint = Some("`--out DIR` writes the figures as a CSV file");
    delivery.deliver(&results, hint, args.work.quiet, output)?;
    let wrong: Vec<&Figure> = found.figures.iter().filter(|figure| is_wrong(figure.z)).collect();
    match wrong[..] {
        [] => Ok(Status::Done),
        [one] => Err(Error::Failed(format!(
            "`{}` deviates by {} standard errors",
            one.what,
            z_words(one.z)
        ))),
        [one, ..] => Err(Error::Failed(format!(
            "{} figures deviate by more than {LIMIT} standard errors, among them `{}`",
            wrong.len(),
            one.what
        ))),
    }
}

/// Adds the verified games, rules and seed to the record.
fn record(games: &[&dyn Experiments], spec: &VerifySpec) -> RunRecord {
    let mut rest = RunRecord::default();
    let names: Vec<toml::Value> = games.iter().map(|game| game.name().into()).collect();
    rest.define("games_verified", names);
    if let Some(edition) = &spec.edition {
        rest.add_text("editions", &edition.name, &[], &edition.text);
    }
    let settings = spec.settings.iter().map(|(key, value)| match value {
        Some(value) => format!("{key}={value}").into(),
        None => key.as_str().into(),
    });
    rest.define("rules", settings.collect::<Vec<toml::Value>>());
    rest.define("seed", RunRecord::count(spec.seed));
    rest.define("turns", RunRecord::count(spec.turns));
    rest.define("games", RunRecord::count(spec.games));
    rest
}

/// Verifies these games.
fn all(games: &[&dyn Experiments], spec: &VerifySpec, args: &VerifyArgs) -> Result<Verified> {
    let (stop, cache) = (interrupt::install()?, Cache::of_user());
    let bar = args.work.bar("turns or games");
    let watch = bar.as_ref().map(|bar| bar as &dyn Watch);
    let threads = args.work.threads.map(usize::from);
    let conditions = Conditions { threads, stop, watch, cache: cache.folder(), journal: None };
    let (mut all, mut without) = (Verified::default(), 0);
    for game in games {
        match (game.verify(spec, conditions)?, &args.game) {
            (Some(found), _) => {
                all.figures.extend(found.figures);
                all.left_out.extend(found.left_out);
            }
            (None, Some(name)) => {
                return Err(Error::input_help(
                    format!("{name} has no exact values to compare with"),
                    "leave the name out to verify the games with exact values",
                ));
            }
            (None, None) => without += 1,
        }
    }
    if without == games.len() {
        return Err(Error::input("no game of this program has exact values to compare with"));
    }
    Ok(all)
}

/// Returns whether a deviation exceeds the limit or is not a number.
pub fn is_wrong(z: f64) -> bool {
    z.is_nan() || z.abs() > LIMIT
}

fn z_words(z: f64) -> String {
    if z.is_finite() { format!("{z:+.2}") } else { "infinitely many".to_owned() }
}

fn table(figures: &[Figure]) -> Table {
    let mut table = Table::new(&VERIFY);
    for figure in figures {
        let rules = Some(&*figure.rules).filter(|rules| !rules.is_empty());
        table.push(vec![
            figure.game.into(),
            figure.edition.clone().into(),
            rules.unwrap_or("default").into(),
            figure.what.clone().into(),
            figure.n.into(),
            figure.estimate.into(),
            figure.exact.into(),
            figure.std_error.into(),
            figure.z.into(),
        ]);
    }
    table
}

fn screen(figures: &[Figure], edition: Option<&Source>, left_out: &[String]) -> Vec<Block> {
    // Only the file and the name of the edition are known here.
    let edition = edition.map(|source| {
        let table = source.text.parse::<toml::Table>().unwrap_or_default();
        let name = table.get("name").and_then(toml::Value::as_str).unwrap_or_default();
        source.edition_title(name, "")
    });
    let mut blocks = Vec::new();
    for of_one in figures.chunk_by(|a, b| (a.game, &a.rules) == (b.game, &b.rules)) {
        let mut grid = Grid::new(&[
            ("figure", Align::Left),
            ("n", Align::Right),
            ("estimate", Align::Right),
            ("exact", Align::Right),
            ("z", Align::Right),
        ]);
        for figure in of_one {
            let short = |value: f64| {
                let digits = significant(value).unwrap_or_default();
                digits.chars().take(12).collect::<String>()
            };
            grid.push([
                figure.what.clone(),
                count(figure.n),
                short(figure.estimate),
                short(figure.exact),
                z_words(figure.z),
            ]);
        }
        let Some(first) = of_one.first() else { continue };
        let names = [first.game, edition.as_deref().unwrap_or(""), &first.rules];
        let names = names.into_iter().filter(|name| !name.is_empty());
        blocks.push(Block::Title(names.collect::<Vec<_>>().join(", ")));
        blocks.push(Block::Grid(grid));
    }
    blocks.push(Block::Note(verdict(figures)));
    blocks.extend(left_out.iter().cloned().map(Block::Note));
    blocks
}

/// A sentence on whether the figures agree.
fn verdict(figures: &[Figure]) -> String {
    let worst = figures.iter().map(|figure| figure.z.abs()).fold(0.0, f64::max);
    let wrong = figures.iter().filter(|figure| is_wrong(figure.z)).count();
    match wrong {
        0 => format!(
            "All {} figures agree: the largest deviation is {worst:.2} standard errors (limit \
             {LIMIT}).",
            figures.len()
        ),
        _ => format!(
            "{wrong} of {} figures deviate by more than {LIMIT} standard errors.",
            figures.len()
        ),
    }
}

/// The deviations in standard errors, the largest first.
fn picture(figures: &[Figure], spec: &VerifySpec) -> String {
    let mut sorted: Vec<&Figure> = figures.iter().collect();
    sorted.sort_by(|a, b| b.z.abs().total_cmp(&a.z.abs()));
    let row = |figure: &&Figure| Row {
        label: format!("{}, {}", figure.game, figure.what),
        bar: Bar { value: figure.z, interval: None },
        spread: None,
        text: z_words(figure.z),
        marked: is_wrong(figure.z),
    };
    let (turns, games) = (count(spec.turns), count(spec.games));
    let chart = RowChart {
        title: verdict(figures),
        notes: vec![format!("{turns} turns and {games} games. Seed {}.", spec.seed)],
        unit: "deviation from the exact value, standard errors".to_owned(),
        rows: sorted.iter().map(row).collect(),
        lines: vec![(0.0, String::new())],
        band: Some((-LIMIT, LIMIT)),
    };
    chart.svg()
}
