//! `pushluck check`: what is wrong with policy and edition files.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use crate::cli::Status;
use crate::cli::out::{self, Output};
use crate::diagnostic::Diagnostic;
use crate::error::{Error, Result};
use crate::games;
use crate::policy::{game_of, load_text, parse_and_check};

/// The arguments of `pushluck check`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  pushluck check my/policy.toml
  pushluck check policies/*/*.toml")]
pub struct CheckArgs {
    /// Policy and edition files, in TOML.
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
}

/// Reads the files and tells what it found: one line a sound file on stdout, what is wrong on
/// stderr.
///
/// # Errors
///
/// Fails where a file cannot be read or cannot be used.
pub fn run(args: &CheckArgs, output: &mut Output<'_>) -> Result<Status> {
    let mut faults = Vec::new();
    for path in &args.files {
        let (what, found) = examine(path)?;
        let (errors, warnings): (Vec<_>, Vec<_>) =
            found.into_iter().partition(Diagnostic::is_error);
        if !warnings.is_empty() {
            out::say(out::diagnostics_text(&warnings, out::colour_on_stderr()));
        }
        if errors.is_empty() {
            let shown = path.display();
            match warnings.len() {
                0 => output.line(format_args!("{shown}: {what}, sound"))?,
                1 => output.line(format_args!("{shown}: {what}, sound, 1 warning"))?,
                n => output.line(format_args!("{shown}: {what}, sound, {n} warnings"))?,
            }
        }
        faults.extend(errors);
    }
    if faults.is_empty() { Ok(Status::Done) } else { Err(Error::Texts(faults)) }
}

/// What kind of file it is, and what is to be said about it.
fn examine(path: &Path) -> Result<(String, Vec<Diagnostic>)> {
    let source = load_text(path, "policy or edition")?;
    let name = match game_of(&source) {
        Ok(name) => name,
        Err(faults) => return Ok((String::new(), faults)),
    };
    let game = match games::game(&name) {
        Ok(game) => game,
        Err(Error::Input { message, help }) => {
            let at = source.text.find(&name).unwrap_or(0);
            let mut fault = Diagnostic::error(&source, at..at + name.len(), message);
            fault.help = help;
            return Ok((String::new(), vec![fault]));
        }
        Err(error) => return Err(error),
    };
    // An edition has a name of its own; a policy has none.
    let is_edition = source
        .text
        .parse::<toml::Table>()
        .is_ok_and(|table| table.contains_key("name") && !table.contains_key("description"));
    if is_edition {
        Ok((format!("an edition of {name}"), game.check_edition(source)))
    } else {
        let (_, found) = parse_and_check(source, game.vocabulary());
        Ok((format!("a policy for {name}"), found))
    }
}
