//! `oddboard check`

use std::io::{self, Write};

use super::{Failure, settings::ConfigArgs};
use crate::{chat::discord::invitation, config::Config};

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
    let mut out = io::stdout();
    writeln!(
        out,
        "{file} is good. Data in {}, playground at http://{}/",
        config.store.path.display(),
        config.playground.listen.address()
    )?;
    if let Some(discord) = &config.discord {
        let token = discord
            .token
            .read()
            .map_err(|error| Failure::No(error.to_string()))?;
        let link =
            invitation(&token).map_err(|error| Failure::No(format!("[discord] token: {error}")))?;
        writeln!(
            out,
            "Discord is switched on. Invite the bot to a server: {link}"
        )?;
    }
    Ok(())
}
