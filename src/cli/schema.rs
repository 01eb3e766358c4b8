//! `pushluck schema`: JSON Schemas with which editors complete and check files.

use clap::{Args, ValueEnum};

use crate::cli::terminal::Output;
use crate::cli::{Status, games};
use crate::error::{Error, Result};
use crate::policy;

/// The arguments of `pushluck schema`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  pushluck schema policy long-shot > long-shot.schema.json
      start a policy with the line `#:schema ./long-shot.schema.json`, which editors with Taplo \
(`Even Better TOML` in VS Code) read
  pushluck schema edition el-ocho > el-ocho-edition.schema.json")]
pub struct SchemaArgs {
    /// The kind of file.
    #[arg(value_enum)]
    pub of: Files,

    /// The game (`pushluck list games` shows all).
    pub game: String,
}

/// A kind of file.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum Files {
    /// Policies.
    Policy,
    /// Editions: component data.
    Edition,
}

/// Prints the schema.
pub(super) fn run(args: &SchemaArgs, output: &mut Output<'_>) -> Result<Status> {
    let game = games::game(&args.game)?;
    let schema = match args.of {
        Files::Policy => policy::schema(game.vocabulary()),
        Files::Edition => game.edition_schema()?,
    };
    let text = serde_json::to_string_pretty(&schema);
    output.line(text.map_err(|error| Error::Failed(error.to_string()))?)?;
    Ok(Status::Done)
}
