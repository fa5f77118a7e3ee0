//! `oddboard salvage`

use std::{
    io::{self, Write},
    path::PathBuf,
};

use super::{CliFailure, logs, settings::ConfigArgs};
use crate::{
    config::{Config, Key},
    operations::{SalvageError, salvage},
};

/// Save the intact part of damaged data into a new folder
///
/// Reads a data folder or a backup that is damaged or cut off, and never writes to it. It saves every intact match and all
/// other intact entries, such as settings. It lists all other data on standard error, and the exit code is then 1. Stop the bot
/// on the folder first.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    oddboard salvage ./data ./saved\n  \
    oddboard salvage half-a-backup.jsonl ./saved")]
pub(super) struct Args {
    #[command(flatten)]
    config: ConfigArgs,
    /// The data folder or the backup to save from
    from: PathBuf,
    /// The new data folder, which must not exist
    to: String,
}

pub(super) fn run(args: &Args) -> Result<(), CliFailure> {
    let mut raw = args.config.read()?;
    raw.read_option("TO", Key::STORE_PATH, &args.to);
    let config = Config::try_from(raw)?;
    logs::start(config.log);
    let to = &config.store.path;
    let salvaged = salvage(&args.from, to, config.store.engine).map_err(|error| match error {
        SalvageError::Io { .. }
        | SalvageError::Nothing(_)
        | SalvageError::Inside(_)
        | SalvageError::Taken(_) => CliFailure::input(error),
        error => CliFailure::no(error),
    })?;
    writeln!(
        io::stdout(),
        "saved into {}: {}",
        to.display(),
        salvaged.saved
    )?;
    if salvaged.lost.is_empty() {
        return Ok(());
    }
    Err(CliFailure::No(format!(
        "not all could be saved:\n• {}",
        salvaged.lost.join("\n• ")
    )))
}
