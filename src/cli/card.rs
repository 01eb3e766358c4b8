//! `pushluck card`: a page to print, with the rules of optimal play, or a page that advises during a
//! game.

use clap::Args;

use crate::cli::arguments::{RulesArgs, WorkArgs};
use crate::cli::page_file::PageArgs;
use crate::cli::terminal::{self, Output};
use crate::cli::{Status, games};
use crate::error::{Error, Result};
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
and print it on one sheet of paper
  pushluck card el-ocho --rules level=2 --page --out pocket.html
      a page for a phone, which works offline: tap the dice rolled, and it ranks what to keep and \
whether to stop")]
pub struct CardArgs {
    /// The game (`pushluck list games` shows all).
    #[arg(value_name = "GAME")]
    pub game: String,

    /// The rules.
    #[command(flatten)]
    pub rules: RulesArgs,

    /// Make a page for a phone instead: during a game of two players, which of the dice rolled to
    /// keep, and whether to stop, with the exact value of every choice. It works offline.
    #[arg(long)]
    pub page: bool,

    /// Threads and progress.
    #[command(flatten)]
    pub work: WorkArgs,

    /// The file of the page.
    #[command(flatten)]
    pub file: PageArgs,
}

/// Writes the card.
pub(super) fn run(args: &CardArgs, output: &mut Output<'_>) -> Result<Status> {
    let name = games::game(&args.game)?.name();
    let (noun, file) = if args.page { ("page", "pocket.html") } else { ("card", "card.html") };
    let able = games::all()
        .iter()
        .filter_map(|game| Some((game.name(), if args.page { game.page() } else { game.card() }?)));
    let able: Vec<_> = able.collect();
    let Some((_, make)) = able.iter().find(|(game, _)| *game == name) else {
        let names: Vec<&str> = able.iter().map(|(game, _)| *game).collect();
        let help = match &names[..] {
            [] => format!("no game of this program has a {noun}"),
            names => format!("games with a {noun}: {}", names.join(", ")),
        };
        return Err(Error::input_help(format!("{name} has no {noun}"), help));
    };
    args.file.check((noun, file))?;
    let (stop, cache) = (interrupt::install()?, Cache::of_user());
    let (page, warnings) = {
        let bar = args.work.bar("positions");
        let watch = bar.as_ref().map(|bar| bar as &dyn Watch);
        let threads = args.work.threads.map(usize::from);
        let conditions = Conditions { threads, stop, watch, cache: cache.folder(), journal: None };
        make(args.rules.edition()?.as_ref(), &args.rules.settings(), conditions)?
    };
    args.file.write((noun, file), &page, args.work.quiet, output)?;
    for (warning, help) in &warnings {
        terminal::warning(warning, help.as_deref());
    }
    Ok(Status::Done)
}
