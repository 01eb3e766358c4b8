//! `pushluck cache`: shows and clears the exact solutions on disk.

use clap::{Args, Subcommand};

use crate::cli::Status;
use crate::cli::terminal::{self, Output};
use crate::error::Result;
use crate::report::{Align, Grid, count};
use crate::run::Block;
use crate::run::cache::{Cache, LIMIT, VARIABLE};
use crate::run::leaderboard::counted;

/// The arguments of `pushluck cache`.
#[derive(Args, Clone, Debug)]
pub struct CacheArgs {
    /// What to do; without it, the contents are shown.
    #[command(subcommand)]
    pub action: Option<Action>,
}

/// What to do with the cache.
#[derive(Subcommand, Clone, Copy, Debug)]
pub enum Action {
    /// Show what is in it.
    Show,
    /// Remove all solutions; they are computed again when needed.
    Clear,
}

/// Shows or clears the cache of the user.
pub(super) fn run(args: &CacheArgs, output: &mut Output<'_>) -> Result<Status> {
    let cache = Cache::of_user();
    let Some(folder) = cache.folder() else {
        output.line(format_args!(
            "The cache is disabled: {VARIABLE} is empty, or the system has no folder for it."
        ))?;
        return Ok(Status::Done);
    };
    let folder = folder.display();
    if let Some(Action::Clear) = args.action {
        let (files, bytes) = cache.clear()?;
        let (files, bytes) = (counted(files, "solution"), size(bytes));
        output.line(format_args!("Removed {files}, {bytes}, from {folder}"))?;
        return Ok(Status::Done);
    }
    let contents = cache.contents();
    let files: u64 = contents.values().map(|(files, _)| files).sum();
    let bytes: u64 = contents.values().map(|(_, bytes)| bytes).sum();
    let (shown, used, most) = (counted(files, "solution"), size(bytes), size(LIMIT));
    let title = format!("{folder}: {shown}, {used} of at most {most}");
    let mut screen = vec![Block::Title(title)];
    if files > 0 {
        let heads = [("solution", Align::Left), ("files", Align::Right), ("size", Align::Right)];
        let mut grid = Grid::new(&heads);
        for (name, (files, bytes)) in contents {
            grid.push([name, count(files), size(bytes)]);
        }
        screen.push(Block::Grid(grid));
    }
    screen.push(Block::Note(format!(
        "`pushluck cache clear` removes them; {VARIABLE} names another folder, and an empty value disables the cache."
    )));
    output.styled(terminal::screen(&screen))?;
    Ok(Status::Done)
}

/// A number of bytes with its unit.
fn size(bytes: u64) -> String {
    const UNITS: [(u32, &str); 3] = [(30, "GB"), (20, "MB"), (10, "kB")];
    let unit = UNITS.iter().find(|(power, _)| bytes >> power > 0).unwrap_or(&UNITS[2]);
    format!("{:.1} {}", bytes as f64 / f64::from(1_u32 << unit.0), unit.1)
}
