//! The command line: `oddboard` alone serves, and each subcommand does one task.
//!
//! Answers go to standard output, messages to standard error. The exit code is 0 for success, and 1 if the answer is no. It is
//! 2 if usage or input is wrong, and 3 if a part of the program failed.

mod arena;
mod backup;
mod check;
mod input;
mod logs;
mod moves;
mod perft;
mod position;
#[cfg(feature = "matrix")]
mod recovery;
mod render;
mod replay;
mod restore;
mod retry;
mod review;
mod salvage;
mod serve;
mod settings;
mod uci;

use std::{
    ffi::OsString,
    fmt,
    io::{self, Write},
    process::ExitCode,
};

use clap::Parser;

/// Referees odd chess variants in a chat.
///
/// Without a command it serves: it starts the bot with its local web page, where people challenge each other and play.
#[derive(Parser)]
#[command(
    name = "oddboard",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Exit codes: 0 good, 1 the answer is no, 2 wrong usage or input, 3 serving broke down: start again.\n\n\
        Examples:\n  \
        oddboard                                 serve on http://127.0.0.1:8640/\n  \
        oddboard perft --variant berolina --depth 5\n  \
        oddboard help moves                      more on one command"
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Subcommand>,
    #[command(flatten)]
    serve: serve::Args,
}

#[derive(clap::Subcommand)]
enum Subcommand {
    Serve(serve::Args),
    Moves(moves::Args),
    Perft(perft::Args),
    Render(render::Args),
    Replay(replay::Args),
    Review(review::Args),
    Engine(uci::Args),
    Arena(Box<arena::Args>),
    Check(check::Args),
    Backup(backup::Args),
    Restore(restore::Args),
    Salvage(salvage::Args),
    Retry(retry::Args),
    #[cfg(feature = "matrix")]
    RecoveryKey(recovery::KeyArgs),
    #[cfg(feature = "matrix")]
    Recover(recovery::RecoverArgs),
}

/// Runs the command of the arguments; the first one is the name of the program.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    logs::tell_panics();
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are errors to clap. A closed output cannot be reported.
            let _ = error.print();
            return if error.use_stderr() {
                ExitCode::from(2)
            } else {
                ExitCode::SUCCESS
            };
        }
    };
    let done = match cli.command.unwrap_or(Subcommand::Serve(cli.serve)) {
        Subcommand::Serve(args) => serve::run(&args),
        Subcommand::Moves(args) => moves::run(&args),
        Subcommand::Perft(args) => perft::run(&args),
        Subcommand::Render(args) => render::run(&args),
        Subcommand::Replay(args) => replay::run(&args),
        Subcommand::Review(args) => review::run(&args),
        Subcommand::Engine(uci::Args {}) => uci::run(),
        Subcommand::Arena(args) => arena::run(&args),
        Subcommand::Check(args) => check::run(&args),
        Subcommand::Backup(args) => backup::run(&args),
        Subcommand::Restore(args) => restore::run(&args),
        Subcommand::Salvage(args) => salvage::run(&args),
        Subcommand::Retry(args) => retry::run(&args),
        #[cfg(feature = "matrix")]
        Subcommand::RecoveryKey(args) => recovery::make(&args),
        #[cfg(feature = "matrix")]
        Subcommand::Recover(args) => recovery::use_key(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.exit(),
    }
}

/// The reason that a command failed.
#[derive(Debug)]
enum CliFailure {
    /// The answer is no.
    No(String),
    /// Usage or input is wrong.
    Input(String),
    /// A part of the program failed; a restart fixes it.
    Broken(String),
    /// The answer could not be written.
    Output(io::Error),
}

impl CliFailure {
    /// Makes the answer no of an error.
    fn no(error: impl fmt::Display) -> CliFailure {
        CliFailure::No(error.to_string())
    }

    /// Makes a failure of wrong input of an error.
    fn input(error: impl fmt::Display) -> CliFailure {
        CliFailure::Input(error.to_string())
    }

    /// Returns the message for people.
    fn into_text(self) -> String {
        match self {
            CliFailure::No(message) | CliFailure::Input(message) | CliFailure::Broken(message) => {
                message
            }
            CliFailure::Output(error) => error.to_string(),
        }
    }

    /// Prints the reason on standard error, and returns the exit code for scripts.
    fn exit(self) -> ExitCode {
        let (text, code) = match self {
            CliFailure::No(message) => (message, 1),
            CliFailure::Input(message) => (message, 2),
            CliFailure::Broken(message) => (message, 3),
            // The reader of the answer has read enough, as in `oddboard moves | head`.
            CliFailure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            CliFailure::Output(error) => (format!("the answer cannot be written: {error}"), 2),
        };
        message(&text);
        ExitCode::from(code)
    }
}

/// Prints a message on standard error. A failure is ignored, because no one reads there.
fn message(text: &str) {
    let _ = writeln!(io::stderr(), "oddboard: {text}");
}

impl From<io::Error> for CliFailure {
    fn from(error: io::Error) -> CliFailure {
        CliFailure::Output(error)
    }
}
