//! `oddboard check`

use std::io::{self, Write};

use super::{CliFailure, settings};
#[cfg(feature = "matrix")]
use crate::operations::matrix_settings;
use crate::{
    config::{Config, DiscordConfig, Key, MatrixConfig, WebConfig},
    operations::{AdminRequest, Report, ask, missing, n_bytes_in},
};
use discord::invitation;
use kit::files;
#[cfg(feature = "matrix")]
use matrix::known_session;
use page::Access;
#[cfg(feature = "matrix")]
use text::Language;

/// Validate the configuration, and on request the data, and report all problems at once
///
/// Reads the file and the environment variables as `oddboard serve` does, and starts nothing. With --data it reads all data and
/// replays every match, but writes nothing. A bot can run at the same time. The exit code is 1 if there is a problem.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    oddboard check --config config.example.toml\n  \
    oddboard check --data\n  \
    oddboard check --data /var/lib/oddboard")]
pub(super) struct Args {
    #[command(flatten)]
    config: settings::ConfigArgs,
    /// Check the data too, in this folder or in the configured one
    #[arg(long, value_name = "DIR", num_args = 0..=1)]
    data: Option<Option<String>>,
}

/// The platforms that this program was built for.
const BUILT: &str = if cfg!(feature = "matrix") {
    "This program was built for Discord, the local page and Matrix"
} else {
    "This program was built for Discord and the local page, without Matrix"
};

/// The number of failed deliveries that are listed.
const MOST_LISTED: usize = 20;

pub(super) fn run(args: &Args) -> Result<(), CliFailure> {
    let mut raw = args.config.read()?;
    if let Some(Some(folder)) = &args.data {
        raw.read_option("--data", Key::STORE_PATH, folder);
    }
    let (config, mut problems) = Config::examine(raw);
    problems.extend(missing(&config).map(str::to_owned));
    let invitation = found(config.discord.as_ref().map(link), &mut problems);
    let sign_in = config.discord.as_ref().and_then(|it| it.sign_in.as_ref());
    let secret = sign_in.map(|it| it.client_secret().map_err(|error| error.to_string()));
    found(secret, &mut problems);
    if let Some(folder) = config.backup.as_ref().map(|backup| &backup.folder)
        && let Err(error) = files::check_folder(folder)
    {
        problems.push(format!(
            "{} {}: {error}",
            Key::BACKUP_FOLDER,
            folder.display()
        ));
    }
    let examined = found(args.data.as_ref().map(|_| examine(&config)), &mut problems);
    if let Some((report, _)) = examined.as_ref().filter(|(report, _)| !report.is_good()) {
        problems.extend(report.problems());
        problems.push(format!(
            "{report}; damaged matches are set aside and all others played on, `oddboard salvage FROM TO` saves what is \
             whole into a new folder"
        ));
    }
    let unsaid = examined
        .as_ref()
        .map_or_else(Vec::new, |(report, _)| unsaid(report));
    if !problems.is_empty() {
        problems.extend(unsaid);
        return Err(CliFailure::No(problems.join("\n")));
    }
    let file = match args.config.file() {
        Some(file) => file.display().to_string(),
        None => "No file; the configuration".to_string(),
    };
    let mut out = io::stdout();
    writeln!(
        out,
        "{file} is good. Data in {}, {}",
        match &config.store.database {
            Some(_) => "a database".to_owned(),
            None => config.store.path.display().to_string(),
        },
        page(&config.web)
    )?;
    writeln!(out, "{BUILT}")?;
    if let Some((report, size)) = examined {
        let size = size.map_or_else(String::new, |size| format!("; bytes on the disk: {size}"));
        writeln!(out, "All data are whole. {report}{size}")?;
        for line in unsaid {
            writeln!(out, "{line}")?;
        }
    }
    #[cfg(feature = "matrix")]
    if let Some(matrix) = &config.matrix {
        writeln!(out, "{}", session(matrix, config.language)?)?;
    }
    if let Some(link) = invitation {
        writeln!(
            out,
            "Discord is switched on. Invite the bot to a server: {link}"
        )?;
    }
    for line in features(&config) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Describes where the page is.
fn page(web: &WebConfig) -> String {
    match &web.access {
        Access::Local => format!("playground at http://{}/", web.listen),
        Access::Public(public) => {
            format!(
                "public page at {}/, which listens at {}",
                public.url, web.listen
            )
        }
    }
}

/// Names the optional features of the page that are switched on, one a line.
fn features(config: &Config) -> Vec<String> {
    let mut lines = Vec::new();
    if config
        .discord
        .as_ref()
        .is_some_and(DiscordConfig::has_activity)
    {
        lines.push(
            "The Activity is switched on: people can open the page inside Discord".to_owned(),
        );
    }
    let matrix = config.matrix.as_ref().filter(|matrix| matrix.widgets);
    if let (Access::Public(_), Some(matrix)) = (&config.web.access, matrix) {
        lines.push(widget(matrix));
    }
    if !config.web.push_services.is_empty() {
        lines.push("Notifications of turns are switched on".to_owned());
    }
    lines
}

/// Describes who can sign in on the board in a widget.
fn widget(matrix: &MatrixConfig) -> String {
    let servers = match &matrix.widget_servers[..] {
        [] => "the bot's own server".to_owned(),
        servers => servers.join(", "),
    };
    let line = format!("The widget is switched on: accounts of {servers} can sign in");
    match matrix.barred_own_server() {
        Some(own) => format!(
            "{line}. Warning: those of the bot's own server {own} cannot; add it to {}",
            Key::MATRIX_WIDGET_SERVERS
        ),
        None => line,
    }
}

/// Returns a finding, if there is one, or adds its problem to the others.
fn found<T>(found: Option<Result<T, String>>, problems: &mut Vec<String>) -> Option<T> {
    found.transpose().unwrap_or_else(|problem| {
        problems.push(problem);
        None
    })
}

/// Describes the session of the bot on Matrix, as far as its folder shows it.
#[cfg(feature = "matrix")]
fn session(matrix: &MatrixConfig, language: Language) -> Result<String, CliFailure> {
    let known = known_session(&matrix_settings(matrix, None, language));
    let known = known.map_err(CliFailure::no)?;
    Ok(match known {
        None => format!(
            "Matrix is switched on as {}. The bot has not logged in yet",
            matrix.user
        ),
        Some(known) if known.is_signed => format!(
            "Matrix is switched on as {}. Its session {} is signed",
            known.account, known.device
        ),
        Some(known) => format!(
            "Matrix is switched on as {}. Its session {} was not signed when it was used last, so clients warn of it or show \
             nothing of what it says: stop the bot, and run `oddboard recover`",
            known.account, known.device
        ),
    })
}

/// Lists the failed deliveries, one a line.
fn unsaid(report: &Report) -> Vec<String> {
    let letters = &report.dead_letters;
    let listed = letters.iter().take(MOST_LISTED);
    let mut lines: Vec<_> = listed.map(|it| format!("Not said: {it}")).collect();
    if letters.len() > MOST_LISTED {
        lines.push(format!("Not said: {} more", letters.len() - MOST_LISTED));
    }
    lines
}

/// Returns the link that invites the bot, or the problem with its token.
fn link(discord: &DiscordConfig) -> Result<String, String> {
    let token = discord.token().map_err(|error| error.to_string())?;
    invitation(&token).map_err(|error| format!("[discord] token: {error}"))
}

/// Returns the report of the store, and its size in bytes if it is a folder; or the reason that there is none.
fn examine(config: &Config) -> Result<(Report, Option<u64>), String> {
    let folder = &config.store.path;
    let read = || {
        let held = settings::open_to_read(config).map_err(CliFailure::into_text)?;
        Report::of(&*held).map_err(|error| error.to_string())
    };
    if config.store.database.is_some() {
        return Ok((read()?, None));
    }
    settings::check_is_there(folder)?;
    let report = match ask(folder, AdminRequest::Check).map_err(|error| error.to_string())? {
        Some(answer) => Report::read(answer).map_err(|error| error.to_string())?,
        None => read()?,
    };
    let size = n_bytes_in(folder, None);
    let size = size.map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok((report, Some(size)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::RawConfig;

    const WEB: &str = "[web]\nurl = 'https://play.example.org'\n";
    const DISCORD: &str = "[discord]\ntoken = 'a.b.c'\nclient_secret = 'd'\nactivity = true\n";
    const MATRIX: &str =
        "[matrix]\nhomeserver = 'https://matrix.example.org'\nuser = '@odd:example.org'\n";
    const PUSH: &str = "Notifications of turns are switched on";

    #[track_caller]
    fn check(file: &str, expected: &[&str]) {
        let mut raw = RawConfig::default();
        raw.read_file("config.toml", file);
        let config = Config::try_from(raw).expect("it is good");
        assert_eq!(features(&config), expected, "{file}");
    }

    #[test]
    fn the_features_that_are_switched_on_are_named() {
        check("", &[PUSH]);
        check("[web]\npush_services = ''", &[]);
        check(MATRIX, &[PUSH]);
        let activity = "The Activity is switched on: people can open the page inside Discord";
        check(&format!("{WEB}{DISCORD}"), &[activity, PUSH]);
        let widget = "The widget is switched on: accounts of";
        for (servers, rest) in [
            ("", "the bot's own server can sign in"),
            ("a.org, Example.org", "a.org, Example.org can sign in"),
            (
                "a.org",
                "a.org can sign in. Warning: those of the bot's own server example.org cannot; add it to [matrix] widget_servers",
            ),
        ] {
            let file = format!("{WEB}{MATRIX}widget_servers = '{servers}'");
            check(&file, &[&format!("{widget} {rest}"), PUSH]);
        }
        check(&format!("{WEB}{MATRIX}widgets = false"), &[PUSH]);
    }
}
