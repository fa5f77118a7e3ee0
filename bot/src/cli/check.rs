//! `oddboard check`

use std::io::{self, Write};

use super::{Failure, settings::ConfigArgs};
use crate::{
    chat::discord::invitation,
    config::{Config, Discord},
};

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
    let (config, mut problems) = Config::examine(args.config.read()?);
    let invitation = config.discord.as_ref().map(link).transpose();
    let invitation = invitation.unwrap_or_else(|problem| {
        problems.push(problem);
        None
    });
    if !problems.is_empty() {
        return Err(Failure::No(problems.join("\n")));
    }
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
    if let Some(link) = invitation {
        writeln!(
            out,
            "Discord is switched on. Invite the bot to a server: {link}"
        )?;
    }
    Ok(())
}

/// The link that invites the bot, or what is wrong with its token.
fn link(discord: &Discord) -> Result<String, String> {
    let token = discord.token.read().map_err(|error| error.to_string())?;
    invitation(&token).map_err(|error| format!("[discord] token: {error}"))
}
