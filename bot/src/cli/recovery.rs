//! `oddboard recovery-key`

use std::io::{self, Write};

use super::{CliFailure, settings::DataArgs};
use crate::{
    app::matrix_settings,
    chat::matrix::{RecoveryError, recovery_key},
    config::Config,
};

/// Make the recovery key of the bot's Matrix account, and print it this once
///
/// With it the bot's identity and the keys to its messages can be had back when its session is lost: write it down and keep
/// it where the bot is not. The bot must not run meanwhile. If there is a key already, the exit code is 1.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  oddboard recovery-key --config /etc/oddboard/config.toml")]
pub(super) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// Make another key in place of the one that was printed before
    #[arg(long)]
    new: bool,
}

pub(super) fn run(args: &Args) -> Result<(), CliFailure> {
    let config = Config::try_from(args.data.read()?)?;
    let Some(matrix) = &config.matrix else {
        let problem =
            "there is no account; write [matrix] homeserver and user into the configuration";
        return Err(CliFailure::Input(problem.to_owned()));
    };
    // Whoever holds it keeps the bot from running.
    let _store = args.data.open()?;
    let runtime =
        tokio::runtime::Runtime::new().map_err(|error| CliFailure::No(error.to_string()))?;
    let key = runtime
        .block_on(recovery_key(
            &matrix_settings(matrix, config.language),
            args.new,
        ))
        .map_err(|error| match error {
            RecoveryError::Start(error) if error.is_lasting() => {
                CliFailure::Input(error.to_string())
            }
            error => CliFailure::No(error.to_string()),
        })?;
    writeln!(io::stdout(), "{key}")?;
    Ok(())
}
