//! `oddboard recovery-key` and `oddboard recover`

use std::{
    io::{self, IsTerminal, Write},
    path::PathBuf,
};

use super::{
    CliFailure,
    input::{self, read_line},
    settings::DataArgs,
};
use crate::{config::Config, operations::matrix_settings};
use matrix::{MatrixSettings, RecoveryError, recover, recovery_key};

/// Make the recovery key of the bot's Matrix account, and print it once
///
/// If the session of the bot is lost, the key restores its identity and the keys to its messages. Write it down and keep it on
/// another machine. Stop the bot first. If there is a key already, the exit code is 1.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  oddboard recovery-key --config /etc/oddboard/config.toml")]
pub(super) struct KeyArgs {
    #[command(flatten)]
    data: DataArgs,
    /// Replace the recovery key that was printed before
    #[arg(long)]
    new: bool,
}

/// Sign the session of the bot on Matrix with the recovery key
///
/// Serves a bot that has lost its folder and logged in again. Its new session becomes part of the identity that people know.
/// The key is read from a file or from standard input. A typed key is visible. Stop the bot first. If it is not the key of the
/// account, the exit code is 1.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    oddboard recover --config /etc/oddboard/config.toml key.txt\n  \
    oddboard recover")]
pub(super) struct RecoverArgs {
    #[command(flatten)]
    data: DataArgs,
    /// The file of the recovery key; `-` is standard input
    #[arg(default_value = "-")]
    file: PathBuf,
}

/// Makes a recovery key.
pub(super) fn make(args: &KeyArgs) -> Result<(), CliFailure> {
    let settings = settings(&args.data)?;
    // The lock on the data keeps the bot from running.
    let _store = args.data.open()?;
    let key = wait(recovery_key(&settings, args.new))?;
    writeln!(io::stdout(), "{key}")?;
    Ok(())
}

/// Restores the identity by a recovery key.
pub(super) fn use_key(args: &RecoverArgs) -> Result<(), CliFailure> {
    let settings = settings(&args.data)?;
    let _store = args.data.open()?;
    let key = if args.file.as_os_str() == "-" {
        prompt()?
    } else {
        input::read_text(&args.file)?
    };
    let key = key.trim();
    if key.is_empty() {
        return Err(CliFailure::Input("there is no key".to_owned()));
    }
    let device = wait(recover(&settings, key))?;
    writeln!(
        io::stdout(),
        "The session {device} of {} is signed.",
        settings.user
    )?;
    Ok(())
}

/// Reads the first line of standard input, with a prompt on a terminal.
fn prompt() -> Result<String, CliFailure> {
    let mut from = io::stdin().lock();
    if from.is_terminal() {
        super::message("type the recovery key, and press Enter");
    }
    let mut line = Vec::new();
    read_line(&mut from, &mut line)?;
    String::from_utf8(line).map_err(|_| CliFailure::input("standard input: it is not UTF-8"))
}

fn settings(data: &DataArgs) -> Result<MatrixSettings, CliFailure> {
    let config = Config::try_from(data.read()?)?;
    let Some(matrix) = &config.matrix else {
        let problem =
            "there is no account; write [matrix] homeserver and user into the configuration";
        return Err(CliFailure::Input(problem.to_owned()));
    };
    Ok(matrix_settings(matrix, None, config.language))
}

fn wait<T>(work: impl Future<Output = Result<T, RecoveryError>>) -> Result<T, CliFailure> {
    let runtime = tokio::runtime::Runtime::new().map_err(CliFailure::no)?;
    runtime.block_on(work).map_err(|error| match error {
        RecoveryError::Start(error) if error.is_lasting() => CliFailure::input(error),
        error => CliFailure::no(error),
    })
}
