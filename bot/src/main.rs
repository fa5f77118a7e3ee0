//! Starts Oddboard.

use std::process::ExitCode;

fn main() -> ExitCode {
    bot::cli::run(std::env::args_os())
}
