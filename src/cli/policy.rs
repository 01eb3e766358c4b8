//! `pushluck policy new`: a commented policy file to start from.

use std::fmt::Write as _;

use clap::{Args, Subcommand};

use crate::cli::features::without_ids;
use crate::cli::terminal::Output;
use crate::cli::{Status, games};
use crate::error::{Error, Result};
use crate::game::DecisionPoint;
use crate::report::wrap;
use crate::run::{self, AnyGame};

/// The arguments of `pushluck policy`.
#[derive(Args, Clone, Debug)]
#[command(disable_help_subcommand = true, arg_required_else_help = true)]
pub struct PolicyArgs {
    /// The action.
    #[command(subcommand)]
    pub what: What,
}

/// An action.
#[derive(Subcommand, Clone, Debug)]
pub enum What {
    /// Print a policy file to start from.
    #[command(after_help = "\
Examples:
  pushluck policy new long-shot > mine.toml
      every decision with its actions, and each rule as a comment
  pushluck policy new el-ocho --from hold-at > mine.toml
      a shipped policy to modify")]
    New {
        /// The game (`pushluck list games` shows all).
        game: String,
        /// A shipped policy to start from.
        #[arg(long, value_name = "NAME")]
        from: Option<String>,
    },
}

/// Prints the file.
pub(super) fn run(args: &PolicyArgs, output: &mut Output<'_>) -> Result<Status> {
    let What::New { game, from } = &args.what;
    let game = games::game(game)?;
    let name = game.name();
    let text = match from {
        None => skeleton(game),
        Some(from) => {
            let shipped = run::shipped(game, from)?;
            if shipped.text.is_empty() {
                let help = format!("`pushluck policy new {name}` prints one without rules");
                return Err(Error::input_help(
                    format!("`{from}` is built in: it has no file"),
                    help,
                ));
            }
            let note = format!(
                "Started from `{from}`. Run it with `pushluck simulate {name} --policy ./mine.toml`; \
                 `pushluck check mine.toml` says what is wrong with it, `pushluck list features {name}` \
                 what it can look at."
            );
            format!("{}\n{}", comment(&note), shipped.text)
        }
    };
    output.text(text)?;
    Ok(Status::Done)
}

/// Returns a policy file with every decision of a game and its actions, without rules.
fn skeleton(game: &dyn AnyGame) -> String {
    let name = game.name();
    let base = game.shipped()[0].name;
    let mut text = comment(&format!(
        "A policy for {name}, which does nothing of its own yet: at every decision the default of the \
         game decides, or the policy named as `base`. Take the `#` from a rule to have it tried, and give \
         it a condition; rules are tried in the order of the file. `pushluck help policies` explains the \
         language, `pushluck list features {name} DECISION` all that a decision can look at, `pushluck check mine.toml` what is \
         wrong. Run it with `pushluck simulate {name} --policy ./mine.toml`."
    ));
    let _ = write!(
        text,
        "game = \"{name}\"\nlanguage = 2\ndescription = \"Says here how it plays.\"\n\n\
         # base = \"{base}\"\n\n# [parameters]\n# hold = {{ value = 600, min = 0, max = 8000, step = 50 }}\n"
    );
    for point in game.vocabulary().points {
        text += &decision(point);
    }
    text
}

fn decision(point: &DecisionPoint) -> String {
    let actions: Vec<&str> = point.actions.iter().map(|action| action.name).collect();
    let mut text = String::from("\n");
    for said in [
        without_ids(point.about),
        format!("By default: {}.", without_ids(point.default)),
        format!("Actions: {}.", actions.join(", ")),
    ] {
        text += &comment(&said);
    }
    let (point, action) = (point.name, actions[0]);
    let _ = writeln!(text, "# [[{point}]]\n# when = 'true'\n# choose = \"{action}\"");
    text
}

/// Returns a text as lines of a TOML comment.
fn comment(text: &str) -> String {
    wrap(text, 98).iter().map(|line| format!("# {line}\n")).collect()
}
