//! `pushluck card`: a page to print, with the rules of optimal play.

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use crate::cli::arguments::{RulesArgs, WorkArgs};
use crate::cli::terminal::{self, Output};
use crate::cli::{Status, games};
use crate::error::{Error, Result};
use crate::report::{clear_temporary, folder_of, write_whole};
use crate::run::Conditions;
use crate::run::cache::Cache;
use crate::sim::interrupt;
use crate::sim::progress::Watch;

/// The arguments of `pushluck card`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  pushluck card el-ocho --rules level=2 --out card.html
      when to stop, what to keep and what changes near the end, exactly; open the file in a browser \
and print it on one sheet of paper")]
pub struct CardArgs {
    /// The game (`pushluck list games` shows all).
    #[arg(value_name = "GAME")]
    pub game: String,

    /// The rules.
    #[command(flatten)]
    pub rules: RulesArgs,

    /// Threads and progress.
    #[command(flatten)]
    pub work: WorkArgs,

    /// Write the page, self-contained HTML, to this file instead of standard output.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub out: Option<PathBuf>,

    /// Replace an existing file.
    #[arg(long, requires = "out", help_heading = "Output")]
    pub force: bool,
}

/// Writes the card.
pub(super) fn run(args: &CardArgs, output: &mut Output<'_>) -> Result<Status> {
    let name = games::game(&args.game)?.name();
    let able = games::all().iter().filter_map(|game| Some((game.name(), game.card()?)));
    let able: Vec<_> = able.collect();
    let Some((_, card)) = able.iter().find(|(game, _)| *game == name) else {
        let names: Vec<&str> = able.iter().map(|(game, _)| *game).collect();
        let help = match &names[..] {
            [] => "no game of this program has a card".to_owned(),
            names => format!("games with a card: {}", names.join(", ")),
        };
        return Err(Error::input_help(format!("{name} has no card"), help));
    };
    match &args.out {
        Some(path) => check_place(path, args.force)?,
        None if std::io::stdout().is_terminal() => {
            return Err(Error::input_help(
                "the card is an HTML page",
                "write it to a file with `--out card.html`, and open the file in a browser",
            ));
        }
        None => {}
    }
    let (stop, cache) = (interrupt::install()?, Cache::of_user());
    let (page, warnings) = {
        let bar = args.work.bar("positions");
        let watch = bar.as_ref().map(|bar| bar as &dyn Watch);
        let threads = args.work.threads.map(usize::from);
        let conditions = Conditions { threads, stop, watch, cache: cache.folder() };
        card(args.rules.edition()?.as_ref(), &args.rules.settings(), conditions)?
    };
    match &args.out {
        None => output.write_all(page.as_bytes()).map_err(terminal::refused)?,
        Some(path) => {
            let there = std::fs::read(path);
            if !args.force && there.is_ok_and(|bytes| bytes != page.as_bytes()) {
                return Err(taken(path));
            }
            clear_temporary(folder_of(path));
            write_whole(path, &[page.as_bytes()])?;
            if !args.work.quiet {
                terminal::note(format_args!(
                    "wrote the card to {}; open it in a browser",
                    path.display()
                ));
            }
        }
    }
    for (warning, help) in &warnings {
        terminal::warning(warning, help.as_deref());
    }
    Ok(Status::Done)
}

/// Rejects, before the work starts, a path that cannot be a file or an existing file that is not a
/// card.
fn check_place(path: &Path, force: bool) -> Result<()> {
    let there = path.metadata().is_ok_and(|there| !there.is_file());
    if there || path.as_os_str().is_empty() {
        let help = match path.is_dir() || !there {
            true => format!("name a file: `--out {}`", path.join("card.html").display()),
            false => "leave `--out` out and redirect standard output".to_owned(),
        };
        return Err(Error::input_help(format!("`{}` is not a regular file", path.display()), help));
    }
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    if extension.is_some_and(|extension| !["html", "htm"].contains(&&*extension)) {
        return Err(Error::input_help(
            format!("the card is an HTML page, but `{}` has another extension", path.display()),
            format!(
                "name it `--out {}`; a browser prints it, or saves it as PDF",
                path.with_extension("html").display()
            ),
        ));
    }
    let card = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).contains("pushluck card");
    if !force && std::fs::read(path).is_ok_and(|bytes| !card(bytes)) {
        return Err(taken(path));
    }
    let folder = folder_of(path);
    if folder.is_dir() {
        return Ok(());
    }
    Err(Error::input_help(
        format!("the folder `{}` does not exist", folder.display()),
        "create it, or name a file elsewhere",
    ))
}

fn taken(path: &Path) -> Error {
    Error::input_help(
        format!("{} exists and has other contents", path.display()),
        "name another file, or replace it with `--force`",
    )
}
