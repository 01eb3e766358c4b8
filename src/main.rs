//! The `pushluck` binary.

fn main() -> std::process::ExitCode {
    pushluck::run_cli(pushluck::games::GAMES)
}
