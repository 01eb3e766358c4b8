//! The `pushluck` binary.

fn main() -> std::process::ExitCode {
    pushluck::cli::run(std::env::args_os())
}
