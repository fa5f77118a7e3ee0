//! Configuration: what was written ([`RawConfig`]) and what it means ([`Config`]).
//!
//! Settings come from a TOML file, from environment variables, which win over the file, and from options of the command
//! line, which win over both. Everything that is wrong is reported at once.

mod database;
mod log;
mod loopback;
mod matrix;
mod raw;
mod secret;
#[cfg(test)]
mod tests;

use std::{
    fmt,
    net::SocketAddr,
    ops::RangeInclusive,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

use secrecy::SecretString;

pub use self::{
    database::DatabaseConfig,
    log::{Log, LogFormat},
    loopback::Loopback,
    matrix::MatrixConfig,
    raw::{Key, RawConfig},
    secret::SecretSource,
};
use service::Limits;
use store::Engine;
use text::Language;

/// Valid settings, each with its default where nothing was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Where the data is.
    pub store: StoreConfig,
    /// The language of what all may read, and of what one person reads who has no other.
    pub language: Language,
    /// The backups that are made by themselves, if any are.
    pub backup: Option<Backup>,
    /// Where whoever runs the bot can ask how it is, if anywhere.
    pub admin: Option<SocketAddr>,
    /// The local web page.
    pub playground: PlaygroundConfig,
    /// Discord, if there is a token.
    pub discord: Option<DiscordConfig>,
    /// Matrix, if there is an account.
    pub matrix: Option<MatrixConfig>,
    /// How boards are drawn.
    pub pictures: PicturesConfig,
    /// What one person and one match may use up.
    pub limits: Limits,
    /// On how many threads the program thinks of its own moves; one fewer than there are processors, but at most 8, if
    /// none is written.
    pub thinking: Option<usize>,
    /// What is logged.
    pub log: Log,
}

/// Where the data is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreConfig {
    /// The data folder; it is made if it is not there.
    pub path: PathBuf,
    /// What keeps it.
    pub engine: Engine,
    /// The database that keeps the data in place of the folder, if one does.
    pub database: Option<DatabaseConfig>,
}

/// Backups that are made by themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// How often.
    pub every: Duration,
    /// How many are kept.
    pub keep: usize,
    /// The folder of their files; it is made if it is not there.
    pub folder: PathBuf,
}

/// The local web page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaygroundConfig {
    /// Where it listens.
    pub listen: Loopback,
}

/// Discord.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscordConfig {
    /// What the bot proves itself by.
    pub token: SecretSource,
    /// The base of all addresses, without a slash at its end.
    pub api: String,
    /// Whether each match gets a thread of its own.
    pub threads: bool,
    /// How many connections there are, each for some of the servers; as many as Discord recommends if none is written.
    pub shards: Option<u32>,
}

impl DiscordConfig {
    /// The token itself.
    ///
    /// # Errors
    ///
    /// Its file cannot be read or is empty.
    pub fn token(&self) -> Result<SecretString, ConfigError> {
        self.token.read(Key::DISCORD_TOKEN_FILE, "token", token)
    }
}

/// How boards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PicturesConfig {
    /// How wide a picture is.
    pub size: render::Size,
    /// Its colors.
    pub theme: render::Theme,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            store: StoreConfig {
                path: PathBuf::from("./data"),
                engine: Engine::default(),
                database: None,
            },
            language: Language::ENGLISH,
            backup: None,
            admin: None,
            playground: PlaygroundConfig {
                listen: Loopback::with_port(8640),
            },
            discord: None,
            matrix: None,
            pictures: PicturesConfig {
                size: render::Size::default(),
                theme: render::Theme::default(),
            },
            limits: Limits {
                matches: 50,
                challenges: 10,
                challenge: Duration::from_secs(7 * 24 * 3600),
                turns: 500,
            },
            thinking: None,
            log: Log {
                level: tracing::Level::INFO,
                format: LogFormat::Text,
            },
        }
    }
}

impl TryFrom<RawConfig> for Config {
    type Error = ConfigError;

    fn try_from(raw: RawConfig) -> Result<Config, ConfigError> {
        match Config::examine(raw) {
            (config, problems) if problems.is_empty() => Ok(config),
            (_, problems) => Err(ConfigError { problems }),
        }
    }
}

impl Config {
    /// Where backups are that are made by themselves, or would be.
    pub fn backup_folder(&self) -> PathBuf {
        let named = self.backup.as_ref().map(|backup| backup.folder.clone());
        named.unwrap_or_else(|| usual_backup_folder(&self.store.path))
    }

    /// The settings, each that is wrong as if it were not written, and everything that is wrong.
    pub fn examine(mut raw: RawConfig) -> (Config, Vec<String>) {
        let mut config = Config::default();
        raw.take(Key::STORE_PATH, folder, &mut config.store.path);
        raw.take(Key::STORE_ENGINE, str::parse, &mut config.store.engine);
        config.store.database = database::read(&mut raw);
        raw.take(Key::BOT_LANGUAGE, language, &mut config.language);
        config.backup = backup(&mut raw, &config.store.path);
        raw.take(Key::ADMIN_LISTEN, admin, &mut config.admin);
        raw.take(
            Key::PLAYGROUND_LISTEN,
            str::parse,
            &mut config.playground.listen,
        );
        config.discord = discord(&mut raw);
        config.matrix = matrix::read(&mut raw, &config.store.path);
        raw.take(Key::PICTURES_SIZE, str::parse, &mut config.pictures.size);
        raw.take(Key::PICTURES_THEME, str::parse, &mut config.pictures.theme);
        raw.take(
            Key::LIMITS_MATCHES,
            |text| number(text, 1..=10_000),
            &mut config.limits.matches,
        );
        raw.take(
            Key::LIMITS_CHALLENGES,
            |text| number(text, 1..=100),
            &mut config.limits.challenges,
        );
        raw.take(
            Key::LIMITS_CHALLENGE_DAYS,
            |text| number(text, 1..=365).map(|days: u64| Duration::from_secs(days * 24 * 3600)),
            &mut config.limits.challenge,
        );
        raw.take(
            Key::LIMITS_TURNS,
            |text| number(text, 1..=5000),
            &mut config.limits.turns,
        );
        raw.take(Key::ENGINE_THREADS, threads, &mut config.thinking);
        raw.take(Key::LOG_LEVEL, log::level, &mut config.log.level);
        raw.take(Key::LOG_FORMAT, str::parse, &mut config.log.format);
        (config, raw.into_problems())
    }
}

/// Everything that is wrong with a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    problems: Vec<String>,
}

impl ConfigError {
    /// The problems, at least one: each says where, what is wrong, and what to do.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }
}

impl fmt::Display for ConfigError {
    /// A line for each problem.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problems.join("\n"))
    }
}

impl std::error::Error for ConfigError {}

/// An address, unless there is to be none.
fn admin(text: &str) -> Result<Option<SocketAddr>, String> {
    match text {
        "off" => Ok(None),
        _ => loopback::socket_address(text, "127.0.0.1:9640").map(Some),
    }
}

/// A number of threads, unless that is left to the program.
fn threads(text: &str) -> Result<Option<usize>, String> {
    match text {
        "auto" => Ok(None),
        _ => number(text, 1..=64).map(Some),
    }
}

/// A number of connections, unless that is left to Discord.
fn shards(text: &str) -> Result<Option<u32>, String> {
    match text {
        "auto" => Ok(None),
        _ => number(text, 1..=1024).map(Some),
    }
}

/// A language that the bot speaks.
fn language(text: &str) -> Result<Language, String> {
    text.parse().map_err(|_| {
        let tags: Vec<_> = Language::all().map(Language::tag).collect();
        format!("I speak no such language; known: {}", tags.join(", "))
    })
}

/// What is said about backups; nothing unless they are switched on.
fn backup(raw: &mut RawConfig, data: &Path) -> Option<Backup> {
    let (mut every, mut keep, mut folder) = (None, 7, None);
    raw.take(Key::BACKUP_EVERY, interval, &mut every);
    raw.take(Key::BACKUP_KEEP, |text| number(text, 1..=1000), &mut keep);
    raw.take(Key::BACKUP_FOLDER, path, &mut folder);
    every.map(|every| Backup {
        every,
        keep,
        folder: folder.unwrap_or_else(|| usual_backup_folder(data)),
    })
}

/// Where backups are if nothing else is said.
fn usual_backup_folder(data: &Path) -> PathBuf {
    data.join("backups")
}

/// How long a year is.
const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);

/// A time between two things that are done again and again.
fn interval(text: &str) -> Result<Option<Duration>, String> {
    if text == "off" {
        return Ok(None);
    }
    let units = [('m', 60), ('h', 3600), ('d', 24 * 3600)];
    let interval = units.iter().find_map(|(unit, seconds)| {
        let number: u64 = text.strip_suffix(*unit)?.parse().ok()?;
        number.checked_mul(*seconds).map(Duration::from_secs)
    });
    let interval = interval.filter(|interval| !interval.is_zero() && *interval <= YEAR);
    let problem = "write off, or minutes, hours or days up to a year, such as 30m, 12h or 1d";
    interval.map(Some).ok_or_else(|| problem.to_owned())
}

/// What is said about Discord; nothing without a token.
fn discord(raw: &mut RawConfig) -> Option<DiscordConfig> {
    raw.prefer(Key::DISCORD_TOKEN_FILE, Key::DISCORD_TOKEN);
    let (mut written, mut file) = (None, None);
    raw.take_secret(Key::DISCORD_TOKEN, token, &mut written);
    raw.take(Key::DISCORD_TOKEN_FILE, path, &mut file);
    let mut api = "https://discord.com".to_owned();
    raw.take(
        Key::DISCORD_API,
        |text| address(text, "https://discord.com"),
        &mut api,
    );
    let mut threads = true;
    raw.take(Key::DISCORD_THREADS, is_so, &mut threads);
    let mut n_shards = None;
    raw.take(Key::DISCORD_SHARDS, shards, &mut n_shards);
    let token = file
        .map(SecretSource::File)
        .or(written.map(SecretSource::Written));
    token.map(|token| DiscordConfig {
        token,
        api,
        threads,
        shards: n_shards,
    })
}

/// A token without what people copy along with it, if there is one.
fn token(text: &str) -> Result<Option<SecretString>, String> {
    let token = text.trim();
    let token = token.strip_prefix("Bot ").unwrap_or(token).trim();
    if token.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err("a token is one word; copy it anew".to_owned());
    }
    Ok((!token.is_empty()).then(|| SecretString::from(token)))
}

/// A path, if one is written.
fn path(text: &str) -> Result<Option<PathBuf>, String> {
    Ok((!text.is_empty()).then(|| PathBuf::from(text)))
}

fn address(text: &str, example: &str) -> Result<String, String> {
    let base = text.trim_end_matches('/');
    let is_proper = ["https://", "http://"].iter().any(|scheme| {
        base.strip_prefix(scheme)
            .is_some_and(|host| !host.is_empty() && !host.contains(['/', '?', '#', ' ']))
    });
    if is_proper {
        Ok(base.to_owned())
    } else {
        Err(format!(
            "write an address without a path, such as {example}"
        ))
    }
}

fn is_so(text: &str) -> Result<bool, String> {
    text.parse().map_err(|_| "write true or false".to_owned())
}

fn folder(text: &str) -> Result<PathBuf, String> {
    if text.is_empty() {
        return Err("it names no folder; write one such as ./data".to_string());
    }
    Ok(PathBuf::from(text))
}

fn number<T>(text: &str, possible: RangeInclusive<T>) -> Result<T, String>
where
    T: FromStr + PartialOrd + fmt::Display,
{
    text.parse()
        .ok()
        .filter(|number| possible.contains(number))
        .ok_or_else(|| {
            let (least, most) = (possible.start(), possible.end());
            format!("write a whole number from {least} to {most}")
        })
}
