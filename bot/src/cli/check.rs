//! `oddboard check`

use std::io::{self, Write};

use super::{Failure, settings::ConfigArgs};
use crate::config::Config;

/// Validate the configuration and say every problem at once
///
/// Reads the file and the environment variables as `oddboard serve` does, and starts nothing. If something is wrong,
/// the exit code is 1.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  oddboard check --config config.example.toml")]
pub(super) struct Args {
    #[command(flatten)]
    config: ConfigArgs,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let config =
        Config::try_from(args.config.read()?).map_err(|error| Failure::No(error.to_string()))?;
    let file = match args.config.file() {
        Some(file) => file.display().to_string(),
        None => "No file; the configuration".to_string(),
    };
    writeln!(
        io::stdout(),
        "{file} is good. Data in {}, playground at http://{}/",
        config.store.path.display(),
        config.playground.listen.address()
    )?;
    Ok(())
}
