//! `pushluck bench`: turns, games and decisions a second on this machine.

use clap::{Args, ValueEnum as _};

use crate::cli::Status;
use crate::cli::out::{self, Output};
use crate::error::Result;
use crate::experiment::BenchSpec;
use crate::experiment::arguments::{Isa, WorkArgs};
use crate::games;

/// The arguments of `pushluck bench`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  pushluck bench
  pushluck bench el-ocho --isa scalar --threads 1")]
pub struct BenchArgs {
    /// One game only.
    pub game: Option<String>,

    /// The instructions to use; without it the best that the machine has.
    #[arg(long, value_enum, value_name = "ISA")]
    pub isa: Option<Isa>,

    /// How the work is done.
    #[command(flatten)]
    pub work: WorkArgs,
}

/// Measures and prints.
///
/// # Errors
///
/// Fails where the machine lacks the instructions asked for.
pub fn run(args: &BenchArgs, output: &mut Output<'_>) -> Result<Status> {
    let games = match &args.game {
        Some(name) => vec![games::game(name)?],
        None => games::GAMES.to_vec(),
    };
    let isa = args.isa.and_then(|isa| isa.to_possible_value());
    let spec = BenchSpec {
        isa: isa.as_ref().map(|isa| isa.get_name()),
        threads: args.work.threads.map(usize::from),
    };
    for game in games {
        if !args.work.quiet {
            out::note(format_args!("measuring {}; other work on the machine shows", game.name()));
        }
        output.styled(out::screen(&game.bench(&spec)?))?;
    }
    Ok(Status::Done)
}
