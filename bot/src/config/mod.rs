//! Configuration: the written settings ([`RawConfig`]) and their meaning ([`Config`]).
//!
//! Settings come from a TOML file, from environment variables, which win over the file, and from options of the command line,
//! which win over both. All problems are reported at once.

mod database;
mod log;
mod matrix;
mod raw;
mod secret;
#[cfg(test)]
mod tests;
mod web;

use std::{
    fmt,
    net::{Ipv4Addr, SocketAddr},
    ops::RangeInclusive,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

use page::{Access, PublicUrl};
use secrecy::SecretString;

pub use self::{
    database::DatabaseConfig,
    log::{Log, LogFormat},
    matrix::MatrixConfig,
    raw::{Key, RawConfig},
    secret::SecretSource,
    web::WebConfig,
};
use service::Limits;
use store::Engine;
use text::Language;

/// Valid settings, each with its default if it is not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The location of the data.
    pub store: StoreConfig,
    /// The language of public messages, and of private messages to a person without a chosen language.
    pub language: Language,
    /// The automatic backups, if they are switched on.
    pub backup: Option<Backup>,
    /// The address of the monitoring endpoint, if there is one.
    pub admin: Option<SocketAddr>,
    /// The web page.
    pub web: WebConfig,
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
    /// The data folder. The bot creates it if needed.
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
    /// The folder of their files. The bot creates it if needed.
    pub folder: PathBuf,
}

/// Discord.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscordConfig {
    /// The bot's token.
    pub token: SecretSource,
    /// The way in which people sign in on a public page, if there is a client secret.
    pub sign_in: Option<DiscordSignIn>,
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

    /// Tells whether people can open the public page inside Discord, as an Activity.
    pub fn has_activity(&self) -> bool {
        self.sign_in.as_ref().is_some_and(|it| it.activity)
    }
}

/// Signing in with Discord on a public page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscordSignIn {
    /// The client secret of the application of the bot.
    secret: SecretSource,
    /// The address of the page.
    pub page: PublicUrl,
    /// True if people can open the page inside Discord, as an Activity.
    activity: bool,
}

impl DiscordSignIn {
    /// Reads the client secret.
    ///
    /// # Errors
    ///
    /// Its file cannot be read or is empty.
    pub fn client_secret(&self) -> Result<SecretString, ConfigError> {
        let key = Key::DISCORD_CLIENT_SECRET_FILE;
        self.secret.read(key, "client secret", token)
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
            web: WebConfig::default(),
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
        raw.take(Key::ADMIN_LISTEN, unless("off", admin), &mut config.admin);
        config.web = web::read(&mut raw);
        config.discord = discord(&mut raw, &config.web);
        config.matrix = matrix::read(&mut raw, &config.store.path, &config.web);
        raw.take(Key::PICTURES_SIZE, str::parse, &mut config.pictures.size);
        raw.take(Key::PICTURES_THEME, str::parse, &mut config.pictures.theme);
        raw.take(
            Key::LIMITS_MATCHES,
            number(1..=10_000),
            &mut config.limits.matches,
        );
        raw.take(
            Key::LIMITS_CHALLENGES,
            number(1..=100),
            &mut config.limits.challenges,
        );
        raw.take(
            Key::LIMITS_CHALLENGE_DAYS,
            days,
            &mut config.limits.challenge,
        );
        raw.take(
            Key::LIMITS_TURNS,
            number(1..=5000),
            &mut config.limits.turns,
        );
        raw.take(
            Key::ENGINE_THREADS,
            unless("auto", number(1..=64)),
            &mut config.thinking,
        );
        raw.take(Key::LOG_LEVEL, log::level, &mut config.log.level);
        raw.take(Key::LOG_FORMAT, log::format, &mut config.log.format);
        (config, raw.into_problems())
    }
}

/// All problems of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    problems: Vec<String>,
}

impl ConfigError {
    /// Returns the problems, at least one. Each names its place, the mistake and the remedy.
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

/// Parses none from this word, and other texts by `parse`.
fn unless<T>(
    word: &'static str,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> impl FnOnce(&str) -> Result<Option<T>, String> {
    move |text| {
        let text = Some(text).filter(|text| *text != word);
        text.map(parse).transpose()
    }
}

/// Parses the address of the monitoring endpoint.
fn admin(text: &str) -> Result<SocketAddr, String> {
    socket_address(text, "127.0.0.1:9640")
}

/// Parses any address with a port, or `localhost` with one.
fn socket_address(text: &str, example: &str) -> Result<SocketAddr, String> {
    let numeric = match text.strip_prefix("localhost:") {
        Some(port) => format!("{}:{port}", Ipv4Addr::LOCALHOST),
        None => text.to_owned(),
    };
    let problem = || format!("it is not an address with a port; write one such as {example}");
    numeric.parse().map_err(|_| problem())
}

/// Parses the days for which a challenge waits.
fn days(text: &str) -> Result<Duration, String> {
    number(1..=365)(text).map(|days: u64| Duration::from_secs(days * 24 * 3600))
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
    raw.take(Key::BACKUP_EVERY, unless("off", interval), &mut every);
    raw.take(Key::BACKUP_KEEP, number(1..=1000), &mut keep);
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

/// Parses an interval.
fn interval(text: &str) -> Result<Duration, String> {
    let units = [('m', 60), ('h', 3600), ('d', 24 * 3600)];
    let interval = units.iter().find_map(|(unit, seconds)| {
        let number: u64 = text.strip_suffix(*unit)?.parse().ok()?;
        number.checked_mul(*seconds).map(Duration::from_secs)
    });
    let interval = interval.filter(|interval| !interval.is_zero() && *interval <= YEAR);
    let problem = "write off, or minutes, hours or days up to a year, such as 30m, 12h or 1d";
    interval.ok_or_else(|| problem.to_owned())
}

/// Reads the settings of Discord; none without a token.
fn discord(raw: &mut RawConfig, web: &WebConfig) -> Option<DiscordConfig> {
    let token = SecretSource::take(raw, Key::DISCORD_TOKEN, Key::DISCORD_TOKEN_FILE, token);
    let (mut api, mut threads, mut shards) = ("https://discord.com".to_owned(), true, None);
    raw.take(Key::DISCORD_API, address("https://discord.com"), &mut api);
    raw.take(Key::DISCORD_THREADS, is_so, &mut threads);
    raw.take(
        Key::DISCORD_SHARDS,
        unless("auto", number(1..=1024)),
        &mut shards,
    );
    let sign_in = sign_in(raw, web, token.is_some());
    token.map(|token| DiscordConfig {
        token,
        sign_in,
        api,
        threads,
        shards,
    })
}

/// Reads how people sign in on a public page; they cannot without a client secret.
fn sign_in(raw: &mut RawConfig, web: &WebConfig, has_token: bool) -> Option<DiscordSignIn> {
    let secret = SecretSource::take(
        raw,
        Key::DISCORD_CLIENT_SECRET,
        Key::DISCORD_CLIENT_SECRET_FILE,
        token,
    );
    let mut activity = false;
    raw.take(Key::DISCORD_ACTIVITY, is_so, &mut activity);
    let page = match &web.access {
        Access::Local => None,
        Access::Public(public) => Some(public.url.clone()),
    };
    let needs = [
        (has_token, Key::DISCORD_TOKEN),
        (page.is_some(), Key::WEB_URL),
        (secret.is_some(), Key::DISCORD_CLIENT_SECRET),
    ];
    for (_, missing) in needs.iter().filter(|(is_there, _)| activity && !is_there) {
        raw.needs(Key::DISCORD_ACTIVITY, *missing);
    }
    if secret.is_some() && page.is_none() && !activity {
        raw.lacks(Key::WEB_URL, Key::DISCORD_CLIENT_SECRET);
    }
    let (secret, page) = secret.zip(page)?;
    Some(DiscordSignIn {
        secret,
        page,
        activity,
    })
}

/// Parses a token, without surrounding text that people copy along with it, if there is one.
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

/// Parses an address without a path.
fn address(example: &'static str) -> impl FnOnce(&str) -> Result<String, String> {
    move |text| {
        let base = text.trim_end_matches('/');
        let is_proper = ["https://", "http://"].iter().any(|scheme| {
            base.strip_prefix(scheme)
                .is_some_and(|host| !host.is_empty() && !host.contains(['/', '?', '#', ' ']))
        });
        let problem = || format!("write an address without a path, such as {example}");
        is_proper.then(|| base.to_owned()).ok_or_else(problem)
    }
}

fn is_so(text: &str) -> Result<bool, String> {
    either(("true", true), ("false", false))(text)
}

/// Parses one of two words.
fn either<T>(
    (first, one): (&'static str, T),
    (second, other): (&'static str, T),
) -> impl FnOnce(&str) -> Result<T, String> {
    move |text| match text {
        _ if text == first => Ok(one),
        _ if text == second => Ok(other),
        _ => Err(format!("write {first} or {second}")),
    }
}

/// Splits a list at commas or spaces, and parses its items. `items` names them in the problem of a wrong list.
fn list<T>(text: &str, item: impl Fn(&str) -> Option<T>, items: &str) -> Result<Vec<T>, String> {
    let found = text.split(|c: char| c == ',' || c.is_whitespace());
    let found = found.filter(|found| !found.is_empty()).map(item);
    let found: Option<Vec<T>> = found.collect();
    found.ok_or_else(|| format!("write {items}, with commas between them"))
}

fn folder(text: &str) -> Result<PathBuf, String> {
    if text.is_empty() {
        return Err("it names no folder; write one such as ./data".to_string());
    }
    Ok(PathBuf::from(text))
}

/// Parses a whole number within these bounds.
fn number<T>(possible: RangeInclusive<T>) -> impl FnOnce(&str) -> Result<T, String>
where
    T: FromStr + PartialOrd + fmt::Display,
{
    move |text| {
        let number = text.parse().ok();
        let number = number.filter(|number| possible.contains(number));
        let (least, most) = (possible.start(), possible.end());
        number.ok_or_else(|| format!("write a whole number from {least} to {most}"))
    }
}
