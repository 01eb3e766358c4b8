//! The `pushluck` binary.

fn main() -> std::process::ExitCode {
    pushluck::cli::run_cli(pushluck::games::GAMES)
}
