//! Configuration: the written settings ([`RawConfig`]) and their meaning ([`Config`]).
//!
//! Settings come from a TOML file, from environment variables, which win over the file, and from options of the command line,
//! which win over both. All problems are reported at once.

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

/// Valid settings, each with its default if it is not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The location of the data.
    pub store: StoreConfig,
    /// The language of public messages, and of private ones to a person who has chosen none.
    pub language: Language,
    /// The automatic backups, if they are switched on.
    pub backup: Option<Backup>,
    /// The address of the monitoring endpoint, if there is one.
    pub admin: Option<SocketAddr>,
    /// The local web page.
    pub playground: PlaygroundConfig,
    /// Discord, if there is a token.
    pub discord: Option<DiscordConfig>,
    /// Matrix, if there is an account.
    pub matrix: Option<MatrixConfig>,
    /// The appearance of boards.
    pub pictures: PicturesConfig,
    /// The limits of one person and one match.
    pub limits: Limits,
    /// The number of search threads for the program's own moves; if none is written, one fewer than there are processors, but at
    /// most 8.
    pub thinking: Option<usize>,
    /// The settings of the log.
    pub log: Log,
}

/// The location of the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreConfig {
    /// The data folder; it is made if it is not there.
    pub path: PathBuf,
    /// The storage engine.
    pub engine: Engine,
    /// The database that keeps the data in place of the folder, if there is one.
    pub database: Option<DatabaseConfig>,
}

/// Automatic backups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// The interval.
    pub every: Duration,
    /// The number of backups to keep.
    pub keep: usize,
    /// The folder of their files; it is made if it is not there.
    pub folder: PathBuf,
}

/// The local web page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaygroundConfig {
    /// Its address.
    pub listen: Loopback,
}

/// Discord.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscordConfig {
    /// The bot's token.
    pub token: SecretSource,
    /// The base of all addresses, without a slash at its end.
    pub api: String,
    /// True if each match gets a thread of its own.
    pub threads: bool,
    /// The number of shards, each for some of the servers; as many as Discord recommends if none is written.
    pub shards: Option<u32>,
}

impl DiscordConfig {
    /// Reads the token.
    ///
    /// # Errors
    ///
    /// Its file cannot be read or is empty.
    pub fn token(&self) -> Result<SecretString, ConfigError> {
        self.token.read(Key::DISCORD_TOKEN_FILE, "token", token)
    }
}

/// The appearance of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PicturesConfig {
    /// The width of a picture.
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
    /// Returns the folder of automatic backups, even if they are switched off.
    pub fn backup_folder(&self) -> PathBuf {
        let named = self.backup.as_ref().map(|backup| backup.folder.clone());
        named.unwrap_or_else(|| usual_backup_folder(&self.store.path))
    }

    /// Returns the settings, with the default for each wrong one, and all problems.
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

/// All problems of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    problems: Vec<String>,
}

impl ConfigError {
    /// Returns the problems, at least one: each says where it is, what is wrong, and what to do.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }
}

impl fmt::Display for ConfigError {
    /// Writes a line for each problem.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problems.join("\n"))
    }
}

impl std::error::Error for ConfigError {}

/// Parses an address, or `off` for none.
fn admin(text: &str) -> Result<Option<SocketAddr>, String> {
    match text {
        "off" => Ok(None),
        _ => loopback::socket_address(text, "127.0.0.1:9640").map(Some),
    }
}

/// Parses a number of threads, or `auto` to leave it to the program.
fn threads(text: &str) -> Result<Option<usize>, String> {
    match text {
        "auto" => Ok(None),
        _ => number(text, 1..=64).map(Some),
    }
}

/// Parses a number of shards, or `auto` to leave it to Discord.
fn shards(text: &str) -> Result<Option<u32>, String> {
    match text {
        "auto" => Ok(None),
        _ => number(text, 1..=1024).map(Some),
    }
}

/// Parses a language of the bot.
fn language(text: &str) -> Result<Language, String> {
    text.parse().map_err(|_| {
        let tags: Vec<_> = Language::all().map(Language::tag).collect();
        format!("I speak no such language; known: {}", tags.join(", "))
    })
}

/// Reads the settings of backups; none unless they are switched on.
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

/// Returns the default folder of backups.
fn usual_backup_folder(data: &Path) -> PathBuf {
    data.join("backups")
}

/// The length of a year.
const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);

/// Parses an interval, or `off` for none.
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

/// Reads the settings of Discord; none without a token.
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

/// Parses a token without what people copy along with it, if there is one.
fn token(text: &str) -> Result<Option<SecretString>, String> {
    let token = text.trim();
    let token = token.strip_prefix("Bot ").unwrap_or(token).trim();
    if token.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err("a token is one word; copy it again".to_owned());
    }
    Ok((!token.is_empty()).then(|| SecretString::from(token)))
}

/// Parses a path, if one is written.
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
