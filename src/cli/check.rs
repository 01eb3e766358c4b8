//! `pushluck check`: validates policy and edition files.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint};
use serde::Serialize;

use crate::cli::terminal::{self, Output};
use crate::cli::{Status, games};
use crate::diagnostic::Diagnostic;
use crate::error::{Error, Result};
use crate::policy::{game_of, load_text, parse_and_check};
use crate::run::base_of;

/// The arguments of `pushluck check`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  pushluck check my/policy.toml
  pushluck check policies/*/*.toml
  pushluck check --format json my/policy.toml
      for an editor: errors and warnings with lines and columns")]
pub struct CheckArgs {
    /// Policy and edition files, in TOML.
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,

    /// The format of standard output.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub format: Format,
}

/// The format of standard output.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// One line per valid file; errors and warnings go to stderr.
    #[default]
    Text,
    /// One JSON array with one value per file.
    Json,
}

/// A file in the output of `--format json`.
#[derive(Serialize)]
struct Report {
    file: String,
    /// The kind of file, for example `a policy for el-ocho`; empty if unknown.
    what: String,
    valid: bool,
    found: Vec<Fault>,
}

/// An error or a warning. Lines and columns count from 1, columns in characters; the end is
/// exclusive.
#[derive(Serialize)]
struct Fault {
    severity: &'static str,
    message: String,
    label: String,
    help: Option<String>,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

impl From<&Diagnostic> for Fault {
    fn from(found: &Diagnostic) -> Self {
        let Diagnostic { title, source, span, label, help, .. } = found;
        Self {
            severity: if found.is_error() { "error" } else { "warning" },
            message: title.clone(),
            label: label.clone(),
            help: help.clone(),
            line: source.line(span.start),
            column: source.column(span.start),
            end_line: source.line(span.end),
            end_column: source.column(span.end),
        }
    }
}

/// Checks the files. Prints one line per valid file to stdout and errors and warnings to stderr, or
/// everything as JSON to stdout.
pub(super) fn run(args: &CheckArgs, output: &mut Output<'_>) -> Result<Status> {
    let mut faults = Vec::new();
    let mut reports = Vec::new();
    let mut unread = None;
    for path in &args.files {
        let (what, found) = match examine(path) {
            Ok(examined) => examined,
            Err(error) => {
                unread.replace(error).iter().for_each(terminal::complain);
                continue;
            }
        };
        let shown = path.display().to_string();
        let valid = !found.iter().any(Diagnostic::is_error);
        if args.format == Format::Json {
            let found = found.iter().map(Fault::from).collect();
            reports.push(Report { file: shown.clone(), what: what.clone(), valid, found });
        }
        let (errors, warnings): (Vec<_>, Vec<_>) =
            found.into_iter().partition(Diagnostic::is_error);
        if !warnings.is_empty() && args.format == Format::Text {
            terminal::say(terminal::diagnostics_text(&warnings, terminal::colour_on_stderr()));
        }
        if valid && args.format == Format::Text {
            match warnings.len() {
                0 => output.line(format_args!("{shown}: {what}, valid"))?,
                1 => output.line(format_args!("{shown}: {what}, valid, 1 warning"))?,
                n => output.line(format_args!("{shown}: {what}, valid, {n} warnings"))?,
            }
        }
        faults.extend(errors);
    }
    if args.format == Format::Json {
        let json = serde_json::to_string_pretty(&reports);
        output.line(json.map_err(|error| Error::Failed(error.to_string()))?)?;
    }
    let faulty = (!faults.is_empty()).then_some(Error::Texts(faults));
    match (faulty, unread) {
        (Some(faulty), Some(unread)) => {
            terminal::complain(&faulty);
            Err(unread)
        }
        (Some(error), None) | (None, Some(error)) => Err(error),
        (None, None) => Ok(Status::Done),
    }
}

/// Returns the kind of the file, with its errors and warnings.
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
    // Only an edition has a `name`. Its line is found even if the file has syntax errors.
    let has = |key: &str| {
        let mut lines = source.text.lines().take_while(|line| !line.starts_with('['));
        lines.any(|line| line.split_once('=').is_some_and(|(name, _)| name.trim() == key))
    };
    if has("name") && !has("description") {
        Ok((format!("an edition of {name}"), game.check_edition(source)?))
    } else {
        let (policy, mut found) = parse_and_check(source, game.vocabulary());
        match policy.map(|policy| base_of(game, &policy)).transpose() {
            Err(Error::Texts(faults)) => found.extend(faults),
            base => drop(base?),
        }
        Ok((format!("a policy for {name}"), found))
    }
}
