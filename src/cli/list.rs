//! `pushluck list`: games, rules, policies, features, tables and editions.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum, ValueHint};

use crate::cli::arguments::{self, Format, no_edition};
use crate::cli::features::{self, paragraph};
use crate::cli::terminal::Output;
use crate::cli::{Status, games, tables};
use crate::error::{Error, Result, nearest};
use crate::experiment::Experiments;
use crate::policy::CheckedPolicy;
use crate::report::{terminal_width, wrap};
use crate::run::{self, Shipped};

/// The arguments of `pushluck list`.
#[derive(Args, Clone, Debug)]
#[command(
    disable_help_subcommand = true,
    arg_required_else_help = true,
    after_help = "\
Examples:
  pushluck list games
  pushluck list features el-ocho
  pushluck list features el-ocho keep
  pushluck list tables el-ocho win_rates
  pushluck list policy hold-at > my-policy.toml
  pushluck list editions
  pushluck list edition el-ocho > my-edition.toml"
)]
pub struct ListArgs {
    /// The kind of list.
    #[command(subcommand)]
    pub what: What,
}

/// A kind of list.
#[derive(Subcommand, Clone, Debug)]
pub enum What {
    /// The games.
    Games,
    /// The rules for `--rules`, with their values and defaults.
    Rules {
        /// One game only.
        game: Option<String>,
        /// A shipped edition, or a file of component data.
        #[arg(long, value_name = "NAME|FILE", value_hint = ValueHint::FilePath)]
        edition: Option<PathBuf>,
    },
    /// The shipped policies.
    Policies {
        /// One game only.
        game: Option<String>,
    },
    /// The text of one policy.
    Policy {
        /// The name of the policy.
        name: String,
        /// The game, if several games have a policy of this name.
        game: Option<String>,
    },
    /// The decisions of a game, with the features, actions and functions for policy files.
    Features {
        /// One game only.
        game: Option<String>,
        /// Explains one decision, feature or function.
        name: Option<String>,
    },
    /// The fields of a position as text, for `--position`.
    Positions {
        /// One game only.
        game: Option<String>,
    },
    /// The tables of a game, with the meaning, unit and type of each column.
    Tables {
        /// One game only.
        game: Option<String>,
        /// One table only.
        name: Option<String>,
        /// The format of standard output.
        #[arg(long, value_name = "FORMAT", value_enum, default_value = "table")]
        format: Format,
    },
    /// A script that plays the shards of a run on many machines and merges them.
    ClusterScript {
        /// The scheduler.
        engine: Engine,
    },
    /// The shipped editions: the component data of the games, and of other games with the same rules.
    Editions {
        /// One game only.
        game: Option<String>,
    },
    /// The component data of a game or of a shipped edition, as an edition file.
    Edition {
        /// The game or the edition; optional if there is only one game.
        name: Option<String>,
    },
}

/// A scheduler of shards.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum Engine {
    /// Slurm: a job array, and a job that waits for it.
    Slurm,
}

/// Prints the list.
pub(super) fn run(args: &ListArgs, output: &mut Output<'_>) -> Result<Status> {
    match &args.what {
        What::Games => {
            let named = |game: &&dyn Experiments| (game.name(), game.about().to_owned());
            entries(output, 0, &games::all().iter().map(named).collect::<Vec<_>>())?;
        }
        What::Rules { game, edition } => {
            for game in games(game.as_deref())? {
                rules(game, edition.as_deref(), output)?;
            }
        }
        What::ClusterScript { engine: Engine::Slurm } => {
            output.text(include_str!("slurm.sh"))?;
        }
        What::Policies { game } => {
            for game in games(game.as_deref())? {
                output.line(game.name())?;
                let described =
                    game.shipped().iter().map(|policy| Ok((policy.name, described(game, policy)?)));
                entries(output, 2, &described.collect::<Result<Vec<_>>>()?)?;
            }
        }
        What::Policy { name, game } => {
            let games = games(game.as_deref())?;
            let policy = find_policy(&games, name)?;
            if policy.text.is_empty() {
                return Err(Error::input(format!(
                    "`{name}` is built in, so it has no file. {}",
                    policy.about
                )));
            }
            output.text(policy.text)?;
        }
        What::Features { game, name } => {
            for game in games(game.as_deref())? {
                match name {
                    Some(name) => features::one(output, game.vocabulary(), name)?,
                    None => features::overview(output, game.vocabulary())?,
                }
            }
        }
        What::Positions { game } => {
            for game in games(game.as_deref())? {
                let fields = game.positions();
                if !fields.is_empty() {
                    output.line(game.name())?;
                }
                let fields = fields.iter().map(|field| (field.name, field.about.to_owned()));
                entries(output, 2, &fields.collect::<Vec<_>>())?;
            }
        }
        What::Tables { game, name, format } => {
            let games = games(game.as_deref())?;
            tables::list(&games, name.as_deref(), *format, output)?;
        }
        What::Editions { game } => {
            // A variant plays the editions of its game.
            let mut listed = Vec::new();
            for game in games(game.as_deref())? {
                let mut editions = game.editions();
                editions.retain(|(_, text)| !listed.contains(text));
                if !editions.is_empty() {
                    output.line(game.name())?;
                }
                listed.extend(editions.iter().map(|(_, text)| *text));
                let editions = editions.into_iter().map(|(name, text)| (name, first_comment(text)));
                entries(output, 2, &editions.collect::<Vec<_>>())?;
            }
        }
        What::Edition { name } => {
            let name = match (name, games::all()) {
                (Some(name), _) => name,
                (None, [game]) => game.name(),
                (None, _) => {
                    return Err(Error::input_help(
                        "there are several games",
                        "write `pushluck list edition GAME`",
                    ));
                }
            };
            output.text(edition(name)?)?;
        }
    }
    Ok(Status::Done)
}

/// Returns the text of the shipped edition of this name.
fn edition(name: &str) -> Result<&'static str> {
    if let Some((_, text)) = games::edition(name) {
        return Ok(text);
    }
    let none = |game: &dyn Experiments| {
        Error::input_help(
            format!("{} has no editions", game.name()),
            format!("`pushluck list rules {}` shows its settings", game.name()),
        )
    };
    match games::all().iter().find(|game| game.name() == name) {
        Some(game) => Err(none(*game)),
        None => Err(no_edition(format!("there is no game or edition `{name}`"), name)),
    }
}

/// Returns what the comment at the top of an edition says about it, without the use of the file.
fn first_comment(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix('#')).map(str::trim);
    let lines = lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    lines.split_once(". `").map_or(lines.clone(), |(about, _)| format!("{about}."))
}

/// Prints the settings of a game, and the rule sets of its edition.
fn rules(game: &dyn Experiments, edition: Option<&Path>, output: &mut Output<'_>) -> Result<()> {
    let edition = edition.map(arguments::edition).transpose()?;
    let (defaults, sets) = (game.defaults(edition.as_ref())?, game.rule_sets(edition.as_ref())?);
    output.line(format_args!("{}: {}", game.name(), game.about()))?;
    let lists = [("--rules", game.rules()), ("--start", game.starts())];
    for (flag, keys) in lists.into_iter().filter(|(_, keys)| !keys.is_empty()) {
        output.line(format_args!("\n{flag}"))?;
        for key in keys {
            output.line(format_args!("  {}={}", key.name, key.values))?;
            match defaults.iter().find(|(rule, _)| *rule == key.name) {
                Some((_, value)) => {
                    paragraph(output, &format!("{} Default: {value}.", key.about))?;
                }
                None => paragraph(output, key.about)?,
            }
        }
    }
    if !sets.is_empty() {
        output.line("\nrule sets of the edition")?;
    }
    for (name, about) in sets {
        output.line(format_args!("  {name}"))?;
        paragraph(output, &about)?;
    }
    Ok(())
}

/// Returns the description of a policy, with its parameters.
fn described(game: &dyn Experiments, policy: &Shipped) -> Result<String> {
    let (about, own): (String, Vec<String>) = if policy.text.is_empty() {
        let own = policy.parameters.iter().map(|own| format!("{}={}", own.name, own.default));
        (format!("{} (built in)", policy.about), own.collect())
    } else {
        let source = run::shipped_source(game, policy);
        let checked = CheckedPolicy::from_source(source, game.vocabulary())?;
        let own = checked.parameters.iter();
        let own = own.map(|own| format!("{}={}", own.name, own.value));
        let base = checked.base.iter().map(|(base, _)| format!("base={}", base.name()));
        (checked.description, base.chain(own).collect())
    };
    Ok(if own.is_empty() { about } else { format!("{about} [{}]", own.join(", ")) })
}

/// Prints names and their descriptions in two columns.
fn entries(output: &mut Output<'_>, indent: usize, entries: &[(&str, String)]) -> Result<()> {
    let widest = entries.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let indent_of_text = indent + widest + 2;
    let width = terminal_width().saturating_sub(indent_of_text).max(30);
    for (name, about) in entries {
        let mut lines = wrap(about, width).into_iter();
        let first = lines.next().unwrap_or_default();
        output.line(format_args!("{:indent$}{name:<widest$}  {first}", ""))?;
        lines.try_for_each(|line| output.line(format_args!("{:indent_of_text$}{line}", "")))?;
    }
    Ok(())
}

fn games(name: Option<&str>) -> Result<Vec<&'static dyn Experiments>> {
    match name {
        Some(name) => Ok(vec![games::game(name)?]),
        None => Ok(games::all().to_vec()),
    }
}

/// Returns the policy of this name, of any game.
fn find_policy<'a>(games: &[&'a dyn Experiments], name: &str) -> Result<&'a Shipped> {
    if let [game] = games {
        return run::shipped(*game, name);
    }
    let all = || games.iter().flat_map(|game| game.shipped());
    all().find(|policy| policy.name == name).ok_or_else(|| {
        let help = match nearest(name, all().map(|policy| policy.name)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`pushluck list policies` lists all policies".to_owned(),
        };
        Error::input_help(format!("no game has a policy `{name}`"), help)
    })
}
