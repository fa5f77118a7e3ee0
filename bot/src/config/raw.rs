//! What was written, before anybody asks what it means.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    fmt,
};

use toml::Value;

use command::{excerpt, nearest};

/// The name of one setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    section: &'static str,
    name: &'static str,
}

/// Makes a constant of each key, and the list of all.
macro_rules! keys {
    ($($(#[$doc:meta])* $NAME:ident = $section:literal, $name:literal;)+) => {
        $($(#[$doc])* pub const $NAME: Key = Key::new($section, $name);)+

        /// Every setting there is, in the order of `config.example.toml`.
        pub const ALL: [Key; [$($name),+].len()] = [$(Key::$NAME),+];
    };
}

impl Key {
    keys! {
        /// `[bot] language`: the language of what all may read.
        BOT_LANGUAGE = "bot", "language";
        /// `[store] path`: the data folder.
        STORE_PATH = "store", "path";
        /// `[store] engine`: what keeps the data.
        STORE_ENGINE = "store", "engine";
        /// `[store] url`: the database that keeps them in place of the folder.
        STORE_URL = "store", "url";
        /// `[store] url_file`: a file that holds its URL.
        STORE_URL_FILE = "store", "url_file";
        /// `[store] ca_file`: whoever has signed its certificate.
        STORE_CA_FILE = "store", "ca_file";
        /// `[store] connections`: how many connections a process makes to it.
        STORE_CONNECTIONS = "store", "connections";
        /// `[backup] every`: how often a backup is made.
        BACKUP_EVERY = "backup", "every";
        /// `[backup] keep`: how many are kept.
        BACKUP_KEEP = "backup", "keep";
        /// `[backup] folder`: where they are.
        BACKUP_FOLDER = "backup", "folder";
        /// `[admin] listen`: where metrics and health are told.
        ADMIN_LISTEN = "admin", "listen";
        /// `[playground] listen`: the address of the local page.
        PLAYGROUND_LISTEN = "playground", "listen";
        /// `[discord] token`: the bot's token.
        DISCORD_TOKEN = "discord", "token";
        /// `[discord] token_file`: a file that holds it.
        DISCORD_TOKEN_FILE = "discord", "token_file";
        /// `[discord] api`: where Discord is.
        DISCORD_API = "discord", "api";
        /// `[discord] threads`: whether each match gets a thread.
        DISCORD_THREADS = "discord", "threads";
        /// `[discord] shards`: how many connections there are.
        DISCORD_SHARDS = "discord", "shards";
        /// `[matrix] homeserver`: where the homeserver is.
        MATRIX_HOMESERVER = "matrix", "homeserver";
        /// `[matrix] user`: the bot's account.
        MATRIX_USER = "matrix", "user";
        /// `[matrix] password_file`: a file that holds its password.
        MATRIX_PASSWORD_FILE = "matrix", "password_file";
        /// `[matrix] login_token_file`: a file that holds a token to log in with once.
        MATRIX_LOGIN_TOKEN_FILE = "matrix", "login_token_file";
        /// `[matrix] token_file`: a file that holds the access token of a session.
        MATRIX_TOKEN_FILE = "matrix", "token_file";
        /// `[matrix] store`: the folder of its session and keys.
        MATRIX_STORE = "matrix", "store";
        /// `[matrix] keys`: whose sessions get the keys to what the bot says.
        MATRIX_KEYS = "matrix", "keys";
        /// `[matrix] verifiers`: with whom the bot verifies itself by emoji.
        MATRIX_VERIFIERS = "matrix", "verifiers";
        /// `[matrix] inviters`: whose invitations the bot accepts.
        MATRIX_INVITERS = "matrix", "inviters";
        /// `[matrix] name`: the name that people see.
        MATRIX_NAME = "matrix", "name";
        /// `[matrix] avatar`: a file with the picture beside it.
        MATRIX_AVATAR = "matrix", "avatar";
        /// `[matrix] commands`: whether clients are told of the commands.
        MATRIX_COMMANDS = "matrix", "commands";
        /// `[matrix] prefix`: what a command in a room begins with.
        MATRIX_PREFIX = "matrix", "prefix";
        /// `[matrix] threads`: whether each match gets a thread.
        MATRIX_THREADS = "matrix", "threads";
        /// `[pictures] size`: the width of a picture.
        PICTURES_SIZE = "pictures", "size";
        /// `[pictures] theme`: the colors of a picture.
        PICTURES_THEME = "pictures", "theme";
        /// `[limits] matches`: how many a person may have.
        LIMITS_MATCHES = "limits", "matches";
        /// `[limits] challenges`: how many a person may open within an hour.
        LIMITS_CHALLENGES = "limits", "challenges";
        /// `[limits] challenge_days`: how long a challenge waits for an answer.
        LIMITS_CHALLENGE_DAYS = "limits", "challenge_days";
        /// `[limits] turns`: after how many turns a match is drawn.
        LIMITS_TURNS = "limits", "turns";
        /// `[engine] threads`: on how many threads the program thinks.
        ENGINE_THREADS = "engine", "threads";
        /// `[log] level`: how much is logged.
        LOG_LEVEL = "log", "level";
        /// `[log] format`: what a line of the log is.
        LOG_FORMAT = "log", "format";
    }

    /// What is either so or not.
    const SWITCHES: [Key; 3] = [
        Key::DISCORD_THREADS,
        Key::MATRIX_THREADS,
        Key::MATRIX_COMMANDS,
    ];

    /// What is a whole number; some of them may be a word, too.
    const NUMBERS: [Key; 9] = [
        Key::STORE_CONNECTIONS,
        Key::BACKUP_KEEP,
        Key::DISCORD_SHARDS,
        Key::PICTURES_SIZE,
        Key::LIMITS_MATCHES,
        Key::LIMITS_CHALLENGES,
        Key::LIMITS_CHALLENGE_DAYS,
        Key::LIMITS_TURNS,
        Key::ENGINE_THREADS,
    ];

    /// What is the path of a file or a folder.
    const PATHS: [Key; 10] = [
        Key::STORE_PATH,
        Key::STORE_URL_FILE,
        Key::STORE_CA_FILE,
        Key::BACKUP_FOLDER,
        Key::DISCORD_TOKEN_FILE,
        Key::MATRIX_PASSWORD_FILE,
        Key::MATRIX_LOGIN_TOKEN_FILE,
        Key::MATRIX_TOKEN_FILE,
        Key::MATRIX_STORE,
        Key::MATRIX_AVATAR,
    ];

    /// How a value of it is written in the file.
    fn form(self) -> &'static str {
        if Key::SWITCHES.contains(&self) {
            "write true or false"
        } else if Key::NUMBERS.contains(&self) {
            "write a whole number"
        } else {
            "write a text in quotes"
        }
    }

    const fn new(section: &'static str, name: &'static str) -> Key {
        Key { section, name }
    }

    /// The environment variable that wins over the file: `ODDBOARD_STORE_PATH`.
    pub fn variable(self) -> String {
        format!("{VARIABLE_PREFIX}{}", self.flat().to_ascii_uppercase())
    }

    fn flat(self) -> String {
        format!("{}_{}", self.section, self.name)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {}", self.section, self.name)
    }
}

const VARIABLE_PREFIX: &str = "ODDBOARD_";

/// One setting as somebody wrote it. It may be a secret, so `Debug` tells where it was written only.
#[derive(Clone, PartialEq, Eq)]
struct RawSetting {
    /// Where it was written, up to and without the value: `ODDBOARD_STORE_PATH =`.
    origin: String,
    text: String,
    /// Whether it was written as a number, without quotes.
    is_number: bool,
    /// How much it weighs against another setting that says the same.
    source: SettingOrigin,
}

impl RawSetting {
    /// What no value may be, whatever it is for.
    fn flaw(&self) -> Option<&'static str> {
        let is_blank = self.text.trim().is_empty();
        if self.text.contains('\0') {
            Some("it holds the character NUL; write it anew")
        } else if is_blank && (self.source == SettingOrigin::Environment || !self.text.is_empty()) {
            Some("it is blank; write a value, or leave it out")
        } else {
            None
        }
    }

    /// Why a value that can be read is not taken: it seems to be meant for another key.
    fn mistake(&self, key: Key) -> Option<String> {
        let is_no_name = self.text.parse::<i64>().is_ok() || self.text.parse::<bool>().is_ok();
        if self.is_number && !Key::NUMBERS.contains(&key) {
            Some(format!("it is a number; {}", key.form()))
        } else if self.source == SettingOrigin::Environment
            && is_no_name
            && Key::PATHS.contains(&key)
        {
            Some(format!(
                "it names no file or folder; write ./{} if that is its name",
                self.text
            ))
        } else {
            None
        }
    }
}

impl fmt::Debug for RawSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RawSetting({})", self.origin)
    }
}

/// Where a setting was written, the weightiest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum SettingOrigin {
    File,
    Environment,
    Option,
}

/// Settings as they were written. What is read later wins over what was read before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawConfig {
    settings: BTreeMap<Key, RawSetting>,
    problems: Vec<String>,
}

impl RawConfig {
    /// Takes the text of a TOML file; `name` names the file in messages.
    pub fn read_file(&mut self, name: &str, text: &str) {
        let table = match text.parse::<toml::Table>() {
            Ok(table) => table,
            Err(error) => {
                return self
                    .problems
                    .push(format!("{name}: {}", error.to_string().trim_end()));
            }
        };
        for (section, value) in table {
            match value {
                Value::Table(keys) if is_section(&section) => {
                    for (key, value) in keys {
                        self.read_entry(name, &section, &key, value);
                    }
                }
                _ if is_section(&section) => self.problems.push(format!(
                    "{name}: {section} is a section; write [{section}] on a line of its own and its keys below"
                )),
                Value::Table(_) => self.problems.push(format!(
                    "{name}: there is no section [{section}]; {}",
                    advice(
                        &section,
                        Key::ALL.map(|key| (key.section, format!("[{}]", key.section)))
                    )
                )),
                _ => self.problems.push(format!(
                    "{name}: {section} stands outside of any section; {}",
                    // A section where there is a key of the same name: more is missing then.
                    advice(
                        &section,
                        Key::ALL.map(|key| (key.name, key.to_string())).into_iter().chain(
                            Key::ALL.map(|key| (key.section, format!("[{}]", key.section)))
                        )
                    )
                )),
            }
        }
    }

    fn read_entry(&mut self, file: &str, section: &str, name: &str, value: Value) {
        let Some(key) = Key::ALL
            .into_iter()
            .find(|key| key.section == section && key.name == name)
        else {
            let siblings = Key::ALL.into_iter().filter(|key| key.section == section);
            return self.problems.push(format!(
                "{file}: [{section}] has no key {name}; {}",
                advice(name, siblings.map(|key| (key.name, key.name.to_string())))
            ));
        };
        let is_number = value.is_integer();
        let text = match value {
            Value::String(text) => text,
            Value::Integer(number) => number.to_string(),
            Value::Boolean(is_so) if Key::SWITCHES.contains(&key) => is_so.to_string(),
            other => {
                return self.problems.push(format!(
                    "{file}: {key} is of the type {}; {}",
                    other.type_str(),
                    key.form()
                ));
            }
        };
        let setting = RawSetting {
            origin: format!("{file}: {key} ="),
            text,
            is_number,
            source: SettingOrigin::File,
        };
        self.settings.insert(key, setting);
    }

    /// Takes the environment variables that are ours; others are left alone, unless they seem to be meant for us.
    pub fn read_environment(&mut self, variables: impl IntoIterator<Item = (OsString, OsString)>) {
        for (name, value) in variables {
            let name = name.to_string_lossy();
            if is_of_kubernetes(&name, &value) {
                continue;
            }
            if name.starts_with(VARIABLE_PREFIX) {
                self.read_variable(&name, &value);
            } else if let Some(key) = almost(&name) {
                self.no_variable(&name, Some(key));
            }
        }
    }

    fn read_variable(&mut self, name: &str, value: &OsStr) {
        let Some(key) = Key::ALL.into_iter().find(|key| key.variable() == name) else {
            return self.no_variable(name, meant(&name[VARIABLE_PREFIX.len()..]));
        };
        match value.to_str() {
            Some(text) => self.set(
                key,
                format!("{name} ="),
                text.to_string(),
                SettingOrigin::Environment,
            ),
            None => self
                .problems
                .push(format!("{name}: the value is not UTF-8; write it anew")),
        }
    }

    fn no_variable(&mut self, name: &str, meant: Option<Key>) {
        let advice = match meant {
            Some(key) => format!("did you mean {}?", key.variable()),
            None => "docs/configuration.md lists all".to_owned(),
        };
        self.problems
            .push(format!("{name}: there is no such variable; {advice}"));
    }

    /// Takes the value of an option of the command line, such as `--data`.
    pub fn read_option(&mut self, option: &str, key: Key, text: &str) {
        self.set(
            key,
            option.to_string(),
            text.to_string(),
            SettingOrigin::Option,
        );
    }

    fn set(&mut self, key: Key, origin: String, text: String, source: SettingOrigin) {
        let setting = RawSetting {
            origin,
            text,
            is_number: false,
            source,
        };
        self.settings.insert(key, setting);
    }

    /// Leaves out what was written for one of two keys that say the same: for `second`, unless it was written where it
    /// weighs more.
    pub(super) fn prefer(&mut self, first: Key, second: Key) {
        let source = |key| self.settings.get(key).map(|setting| setting.source);
        let (Some(one), Some(other)) = (source(&first), source(&second)) else {
            return;
        };
        self.settings
            .remove(if other > one { &first } else { &second });
    }

    /// Replaces `value` by what was written for `key`, if anything was.
    pub(super) fn take<T, E: fmt::Display>(
        &mut self,
        key: Key,
        parse: impl FnOnce(&str) -> Result<T, E>,
        value: &mut T,
    ) {
        self.take_as(key, |text| format!("“{}”", excerpt(text)), parse, value);
    }

    /// The same for what is not to be quoted when it is wrong.
    pub(super) fn take_secret<T, E: fmt::Display>(
        &mut self,
        key: Key,
        parse: impl FnOnce(&str) -> Result<T, E>,
        value: &mut T,
    ) {
        self.take_as(key, |_| "…".to_owned(), parse, value);
    }

    fn take_as<T, E: fmt::Display>(
        &mut self,
        key: Key,
        show: impl FnOnce(&str) -> String,
        parse: impl FnOnce(&str) -> Result<T, E>,
        value: &mut T,
    ) {
        let Some(setting) = self.settings.remove(&key) else {
            return;
        };
        let parsed = match setting.flaw() {
            Some(flaw) => Err(flaw.to_owned()),
            None => parse(&setting.text)
                .map_err(|reason| reason.to_string())
                .and_then(|parsed| setting.mistake(key).map_or(Ok(parsed), Err)),
        };
        match parsed {
            Ok(parsed) => *value = parsed,
            Err(reason) => self.problems.push(format!(
                "{} {}: {reason}",
                setting.origin,
                show(&setting.text)
            )),
        }
    }

    /// Says that a key is missing without which another says nothing.
    pub(super) fn lacks(&mut self, missing: Key, given: Key) {
        self.problems.push(format!(
            "{given} says nothing without {missing}; write both or neither"
        ));
    }

    /// Everything found to be wrong so far.
    pub(super) fn into_problems(self) -> Vec<String> {
        self.problems
    }
}

/// Whether Kubernetes sets such a variable, as it does beside a service whose name begins as ours.
fn is_of_kubernetes(name: &str, value: &OsStr) -> bool {
    if name.contains("_SERVICE_HOST") || name.contains("_SERVICE_PORT") {
        return true;
    }
    name.match_indices("_PORT")
        .any(|(at, port)| match &name[at + port.len()..] {
            "" => value.to_string_lossy().contains("://"),
            rest => rest.starts_with('_') && rest[1..].starts_with(|c: char| c.is_ascii_digit()),
        })
}

/// The key whose variable is nearest to the rest of an unknown one, or the one that is its last word.
fn meant(rest: &str) -> Option<Key> {
    let near = |name: fn(Key) -> String| {
        let names = Key::ALL.map(name);
        let near = nearest(rest, names.iter().map(String::as_str))?;
        let at = names.iter().position(|name| name == near)?;
        Some(Key::ALL[at])
    };
    near(Key::flat).or_else(|| near(|key| key.name.to_owned()))
}

/// The key that is meant by a variable whose name does not begin as ours do, but almost.
fn almost(name: &str) -> Option<Key> {
    let (first, rest) = name.split_once('_')?;
    let ours = VARIABLE_PREFIX.trim_end_matches('_');
    let is_near = strsim::damerau_levenshtein(&first.to_ascii_uppercase(), ours) <= 1;
    is_near.then(|| meant(rest)).flatten()
}

fn is_section(name: &str) -> bool {
    Key::ALL.iter().any(|key| key.section == name)
}

/// What to write instead of an unknown name: the nearest known one, or one of all. Each known name comes with the way
/// to show it.
fn advice(name: &str, known: impl IntoIterator<Item = (&'static str, String)>) -> String {
    let known: BTreeMap<&str, String> = known.into_iter().collect();
    match nearest(name, known.keys().copied()) {
        Some(near) => format!("did you mean {}?", known[near]),
        None => format!(
            "known: {}",
            known.into_values().collect::<Vec<_>>().join(", ")
        ),
    }
}
