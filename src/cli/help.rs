//! `pushluck help`: the help of a command, or a page of the guide.

use clap::Args;

use crate::cli::terminal::{self, Output};
use crate::cli::{self, Status, page};
use crate::error::{Error, Result, did_you_mean};
use crate::report::terminal_width;

/// The arguments of `pushluck help`.
#[derive(Args, Clone, Debug)]
pub struct HelpArgs {
    /// A command, or a page of the guide: a game, `policies`, `comparing`, `advice`, `tables`,
    /// `method`, `commands`, `long-runs`, `speed`, `readings`, `another-game` or `bots`.
    #[arg(value_name = "COMMAND|PAGE")]
    pub topic: Vec<String>,
}

/// The pages of `docs/`, by name.
macro_rules! pages {
    ($($name:literal),*) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/", $name, ".md")))),*]
    };
}

const PAGES: &[(&str, &str)] = pages![
    "advice",
    "another-game",
    "bots",
    "commands",
    "comparing",
    "eight-seconds",
    "eight-seven-central",
    "el-ocho",
    "long-runs",
    "long-shot",
    "method",
    "policies",
    "readings",
    "speed",
    "str8-eight",
    "tables"
];

/// Returns the names of the pages.
pub(super) fn pages() -> Vec<&'static str> {
    PAGES.iter().map(|(page, _)| *page).collect()
}

/// Prints the help or the page.
pub(super) fn run(args: &HelpArgs, output: &mut Output<'_>) -> Result<Status> {
    if let [name] = args.topic.as_slice()
        && let Some((_, text)) = PAGES.iter().find(|(page, _)| page == name)
    {
        let page = page::render(text, terminal_width().min(100), terminal::colour_on_stdout());
        output.paged(&page)?;
        return Ok(Status::Done);
    }
    let mut command = cli::command();
    command.build();
    let mut found = &mut command;
    for name in &args.topic {
        let names: Vec<String> =
            found.get_subcommands().map(|command| command.get_name().to_owned()).collect();
        found = found.find_subcommand_mut(name).ok_or_else(|| {
            if pages().contains(&name.as_str()) {
                return Error::input_help(
                    format!("`{name}` is a page and has no subcommands"),
                    format!("read it with `pushluck help {name}`"),
                );
            }
            let known = names.iter().map(String::as_str).chain(pages());
            let all = || format!("the pages are: {}", pages().join(", "));
            let help = did_you_mean(name, known, all);
            Error::input_help(format!("there is no command or page `{name}`"), help)
        })?;
    }
    let text = found.render_long_help();
    let text =
        if terminal::colour_on_stdout() { text.ansi().to_string() } else { text.to_string() };
    output.paged(&text)?;
    Ok(Status::Done)
}
