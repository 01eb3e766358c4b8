//! `pushluck completions`: a script that completes arguments in a shell.

use clap::{Args, CommandFactory};
use clap_complete::{Generator, Shell};

use crate::cli::out::{self, Output};
use crate::cli::{Cli, Status};
use crate::error::Result;

/// The arguments of `pushluck completions`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  pushluck completions bash > ~/.local/share/bash-completion/completions/pushluck
  pushluck completions fish > ~/.config/fish/completions/pushluck.fish
  pushluck completions zsh  > ~/.zfunc/_pushluck")]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Prints the script.
///
/// # Errors
///
/// Fails where stdout cannot be written.
pub fn run(args: &CompletionsArgs, output: &mut Output<'_>) -> Result<Status> {
    let mut command = Cli::command();
    command.set_bin_name(command.get_name().to_owned());
    command.build();
    args.shell.try_generate(&command, output).map_err(out::refused)?;
    Ok(Status::Done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    #[test]
    fn every_shell_gets_a_script_that_knows_the_commands() {
        for &shell in Shell::value_variants() {
            let mut script = Vec::new();
            run(&CompletionsArgs { shell }, &mut Output::to(&mut script)).expect("a script");
            let script = String::from_utf8(script).expect("UTF-8");
            for word in ["pushluck", "simulate", "fixed-seats", "features", "completions"] {
                assert!(script.contains(word), "{shell}: {word}");
            }
        }
    }
}
