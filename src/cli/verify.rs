//! `pushluck verify`: the simulator against exact figures.

use clap::Args;

use crate::cli::arguments::{OutputArgs, RulesArgs, SeedArgs, WorkArgs};
use crate::cli::output::{self, Delivery};
use crate::cli::terminal::{self, Output};
use crate::cli::{Status, games, parse};
use crate::diagnostic::Source;
use crate::error::{Error, Result};
use crate::experiment::Experiments;
use crate::report::schemas::VERIFY;
use crate::report::{Align, Grid, RunRecord, Table, count, significant};
use crate::run::cache::Cache;
use crate::run::{Block, Conditions, Figure, Results, Verified, VerifySpec};
use crate::sim::interrupt;
use crate::sim::progress::Watch;

/// A figure further off than so many standard errors is wrong. Of a thousand figures that are right,
/// one in 147 runs has one beyond it.
const LIMIT: f64 = 4.5;

/// The arguments of `pushluck verify`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  pushluck verify
      every game that has exact figures, every rule set
  pushluck verify el-ocho --rules level=2 --turns 10M --games 1M
      one rule set, more closely

Exit code 1 where a figure is more than 4.5 standard errors off.")]
pub struct VerifyArgs {
    /// The game; without it every game.
    pub game: Option<String>,

    /// The number of turns, and of rolls, behind each figure about them.
    #[arg(long, value_name = "N", value_parser = parse::count, default_value = "1M")]
    pub turns: u64,

    /// The number of games behind each figure about them.
    #[arg(long, value_name = "N", value_parser = parse::count, default_value = "100k")]
    pub games: u64,

    /// What is played.
    #[command(flatten)]
    pub rules: RulesArgs,

    /// Where the luck comes from.
    #[command(flatten)]
    pub seed: SeedArgs,

    /// How the work is done.
    #[command(flatten)]
    pub work: WorkArgs,

    /// What becomes of the result.
    #[command(flatten)]
    pub output: OutputArgs,
}

const NAME: &str = VERIFY.name;

/// Compares and prints.
pub(super) fn run(args: &VerifyArgs, output: &mut Output<'_>) -> Result<Status> {
    args.output.check()?;
    let games = match &args.game {
        Some(name) => vec![games::game(name)?],
        None if !args.rules.rules.is_empty() || args.rules.edition.is_some() => {
            return Err(Error::input_help(
                "`--rules` and `--edition` are those of one game",
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
    let record = output::record(NAME, record(&games, &spec));
    let mut delivery = Delivery::prepare(&args.output, record, &[NAME], &[])?;
    let found = all(&games, &spec, args)?;
    if found.figures.is_empty() {
        return Err(Error::input_help(
            "so few turns and games are too few to compare anything",
            "give `--turns 10k` or more, and `--games 1k`",
        ));
    }
    delivery.conclude("complete", true);
    let results = Results {
        tables: vec![table(&found.figures)],
        screen: screen(&found.figures, spec.edition.as_deref(), &found.left_out),
        ..Results::default()
    };
    let hint = Some("`--out DIR` writes the figures as a CSV file");
    delivery.deliver(&results, hint, args.work.quiet, output)?;
    let wrong: Vec<&Figure> = found.figures.iter().filter(|figure| is_wrong(figure.z)).collect();
    match wrong[..] {
        [] => Ok(Status::Done),
        [one] => {
            Err(Error::Failed(format!("`{}` is {} standard errors off", one.what, z_words(one.z))))
        }
        [one, ..] => Err(Error::Failed(format!(
            "{} figures are more than {LIMIT} standard errors off, among them `{}`",
            wrong.len(),
            one.what
        ))),
    }
}

/// What is verified, for `run.toml`.
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

/// What comes of all these games.
fn all(games: &[&dyn Experiments], spec: &VerifySpec, args: &VerifyArgs) -> Result<Verified> {
    let (stop, cache) = (interrupt::install()?, Cache::of_user());
    let bar = args.work.bar("turns or games");
    let watch = bar.as_ref().map(|bar| bar as &dyn Watch);
    let threads = args.work.threads.map(usize::from);
    let conditions = Conditions { threads, stop, watch, cache: cache.folder() };
    let (mut all, mut without) = (Verified::default(), 0);
    for game in games {
        match (game.verify(spec, conditions)?, &args.game) {
            (Some(found), _) => {
                all.figures.extend(found.figures);
                all.left_out.extend(found.left_out);
            }
            (None, Some(name)) => {
                return Err(Error::input_help(
                    format!("{name} has no exact figures to compare with"),
                    "leave the name out to verify the games that have some",
                ));
            }
            (None, None) => without += 1,
        }
    }
    if without == games.len() {
        return Err(Error::input("no game of this program has exact figures to compare with"));
    }
    Ok(all)
}

/// Whether a figure is too many standard errors off, or no number.
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
    // Of the edition only its file is known here, and its name, as it has been read.
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
    let worst = figures.iter().map(|figure| figure.z.abs()).fold(0.0, f64::max);
    let wrong = figures.iter().filter(|figure| is_wrong(figure.z)).count();
    blocks.push(Block::Note(match wrong {
        0 => format!(
            "All {} figures agree: the largest deviation is {worst:.2} standard errors (limit \
             {LIMIT}).",
            figures.len()
        ),
        _ => format!(
            "{wrong} of {} figures are more than {LIMIT} standard errors off.",
            figures.len()
        ),
    }));
    blocks.extend(left_out.iter().cloned().map(Block::Note));
    blocks
}
