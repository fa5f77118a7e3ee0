//! Settings as they were written, before their values are parsed.

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
    form: Form,
}

/// The form of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Text,
    /// The path of a file or a folder.
    Path,
    /// A whole number; for some keys it can be a word, too.
    Number,
    /// True or false.
    Switch,
}

/// Makes a constant of each key, and the list of all.
macro_rules! keys {
    ($($(#[$doc:meta])* $NAME:ident = $section:literal, $name:literal, $form:ident;)+) => {
        $($(#[$doc])* pub const $NAME: Key = Key::new($section, $name, Form::$form);)+

        /// Every setting, in the order of `config.example.toml`.
        pub const ALL: [Key; [$($name),+].len()] = [$(Key::$NAME),+];
    };
}

impl Key {
    keys! {
        /// `[bot] language`: the language of public messages.
        BOT_LANGUAGE = "bot", "language", Text;
        /// `[store] path`: the data folder.
        STORE_PATH = "store", "path", Path;
        /// `[store] engine`: the storage engine.
        STORE_ENGINE = "store", "engine", Text;
        /// `[store] url`: the database that keeps the data in place of the folder.
        STORE_URL = "store", "url", Text;
        /// `[store] url_file`: a file that holds its URL.
        STORE_URL_FILE = "store", "url_file", Path;
        /// `[store] ca_file`: the authority that has signed its certificate.
        STORE_CA_FILE = "store", "ca_file", Path;
        /// `[store] connections`: the number of connections of a process to it.
        STORE_CONNECTIONS = "store", "connections", Number;
        /// `[backup] every`: the interval of backups.
        BACKUP_EVERY = "backup", "every", Text;
        /// `[backup] keep`: the number of backups to keep.
        BACKUP_KEEP = "backup", "keep", Number;
        /// `[backup] folder`: their folder.
        BACKUP_FOLDER = "backup", "folder", Path;
        /// `[admin] listen`: the address of metrics and health checks.
        ADMIN_LISTEN = "admin", "listen", Text;
        /// `[web] listen`: the address that the page listens on.
        WEB_LISTEN = "web", "listen", Text;
        /// `[web] url`: the public address of the page.
        WEB_URL = "web", "url", Text;
        /// `[web] trusted_proxies`: the proxies before a public page.
        WEB_TRUSTED_PROXIES = "web", "trusted_proxies", Text;
        /// `[web] guests`: true if people without an account elsewhere can play on a public page.
        WEB_GUESTS = "web", "guests", Switch;
        /// `[web] push_services`: the push services that may notify people of their turns.
        WEB_PUSH_SERVICES = "web", "push_services", Text;
        /// `[discord] token`: the bot's token.
        DISCORD_TOKEN = "discord", "token", Text;
        /// `[discord] token_file`: a file that holds it.
        DISCORD_TOKEN_FILE = "discord", "token_file", Path;
        /// `[discord] client_secret`: the client secret of the bot's application.
        DISCORD_CLIENT_SECRET = "discord", "client_secret", Text;
        /// `[discord] client_secret_file`: a file that holds it.
        DISCORD_CLIENT_SECRET_FILE = "discord", "client_secret_file", Path;
        /// `[discord] activity`: true if people can open a public page inside Discord.
        DISCORD_ACTIVITY = "discord", "activity", Switch;
        /// `[discord] api`: the address of Discord.
        DISCORD_API = "discord", "api", Text;
        /// `[discord] threads`: true if each match gets a thread.
        DISCORD_THREADS = "discord", "threads", Switch;
        /// `[discord] shards`: the number of connections.
        DISCORD_SHARDS = "discord", "shards", Number;
        /// `[matrix] homeserver`: the address of the homeserver.
        MATRIX_HOMESERVER = "matrix", "homeserver", Text;
        /// `[matrix] user`: the bot's account.
        MATRIX_USER = "matrix", "user", Text;
        /// `[matrix] password_file`: a file that holds its password.
        MATRIX_PASSWORD_FILE = "matrix", "password_file", Path;
        /// `[matrix] login_token_file`: a file that holds a login token, which is valid once.
        MATRIX_LOGIN_TOKEN_FILE = "matrix", "login_token_file", Path;
        /// `[matrix] token_file`: a file that holds the access token of a session.
        MATRIX_TOKEN_FILE = "matrix", "token_file", Path;
        /// `[matrix] store`: the folder of its session and keys.
        MATRIX_STORE = "matrix", "store", Path;
        /// `[matrix] keys`: the sessions that get the keys to the bot's messages.
        MATRIX_KEYS = "matrix", "keys", Text;
        /// `[matrix] verifiers`: the accounts that can verify the bot by emoji.
        MATRIX_VERIFIERS = "matrix", "verifiers", Text;
        /// `[matrix] inviters`: the accounts and servers that can invite the bot.
        MATRIX_INVITERS = "matrix", "inviters", Text;
        /// `[matrix] widgets`: true if rooms show boards of a public page in widgets.
        MATRIX_WIDGETS = "matrix", "widgets", Switch;
        /// `[matrix] widget_servers`: the servers whose accounts can sign in on the board in a widget.
        MATRIX_WIDGET_SERVERS = "matrix", "widget_servers", Text;
        /// `[matrix] name`: the display name.
        MATRIX_NAME = "matrix", "name", Text;
        /// `[matrix] avatar`: a file with the avatar.
        MATRIX_AVATAR = "matrix", "avatar", Path;
        /// `[matrix] commands`: true if the bot publishes its commands to the clients.
        MATRIX_COMMANDS = "matrix", "commands", Switch;
        /// `[matrix] prefix`: the prefix of a command in a room.
        MATRIX_PREFIX = "matrix", "prefix", Text;
        /// `[matrix] threads`: true if each match gets a thread.
        MATRIX_THREADS = "matrix", "threads", Switch;
        /// `[pictures] size`: the width of a picture.
        PICTURES_SIZE = "pictures", "size", Number;
        /// `[pictures] theme`: the colors of a picture.
        PICTURES_THEME = "pictures", "theme", Text;
        /// `[limits] matches`: the number of matches of a person.
        LIMITS_MATCHES = "limits", "matches", Number;
        /// `[limits] challenges`: the number of challenges that a person can open within an hour.
        LIMITS_CHALLENGES = "limits", "challenges", Number;
        /// `[limits] challenge_days`: the days for which a challenge waits for an answer.
        LIMITS_CHALLENGE_DAYS = "limits", "challenge_days", Number;
        /// `[limits] turns`: the number of turns after which a match is drawn.
        LIMITS_TURNS = "limits", "turns", Number;
        /// `[engine] threads`: the number of search threads.
        ENGINE_THREADS = "engine", "threads", Number;
        /// `[log] level`: the log level.
        LOG_LEVEL = "log", "level", Text;
        /// `[log] format`: the format of a log line.
        LOG_FORMAT = "log", "format", Text;
    }

    /// Returns the hint about the form of its value in the file.
    fn form(self) -> &'static str {
        match self.form {
            Form::Switch => "write true or false",
            Form::Number => "write a whole number",
            Form::Path | Form::Text => "write a text in quotes",
        }
    }

    const fn new(section: &'static str, name: &'static str, form: Form) -> Key {
        Key {
            section,
            name,
            form,
        }
    }

    /// Returns the environment variable that wins over the file: `ODDBOARD_STORE_PATH`.
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

/// One setting as it was written. It may be a secret, so `Debug` shows only where it was written.
#[derive(Clone, PartialEq, Eq)]
struct RawSetting {
    /// The place where it was written, up to and without the value: `ODDBOARD_STORE_PATH =`.
    origin: String,
    text: String,
    /// True if it was written as a number, without quotes.
    is_number: bool,
    /// The source, which decides between two settings of the same thing.
    source: SettingOrigin,
}

impl RawSetting {
    /// Returns the flaw that makes a value wrong for every key.
    fn flaw(&self) -> Option<&'static str> {
        let is_blank = self.text.trim().is_empty();
        if self.text.contains('\0') {
            Some("it holds the character NUL; write it again")
        } else if is_blank && (self.source == SettingOrigin::Environment || !self.text.is_empty()) {
            Some("it is blank; write a value, or leave it out")
        } else {
            None
        }
    }

    /// Returns the reason to reject a valid value that seems to belong to another key.
    fn mistake(&self, key: Key) -> Option<String> {
        let is_no_name = self.text.parse::<i64>().is_ok() || self.text.parse::<bool>().is_ok();
        if self.is_number && key.form != Form::Number {
            Some(format!("it is a number; {}", key.form()))
        } else if self.source == SettingOrigin::Environment && is_no_name && key.form == Form::Path
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

/// The source of a setting; the last one wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum SettingOrigin {
    File,
    Environment,
    Option,
}

/// Settings as they were written. Later sources win over earlier ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawConfig {
    settings: BTreeMap<Key, RawSetting>,
    problems: Vec<String>,
}

impl RawConfig {
    /// Reads the text of a TOML file; `name` names the file in messages.
    pub fn read_file(&mut self, name: &str, text: &str) {
        let table = match text.parse::<toml::Table>() {
            Ok(table) => table,
            Err(error) => {
                return self.problem(format!("{name}: {}", error.to_string().trim_end()));
            }
        };
        for (section, value) in table {
            match value {
                Value::Table(keys) if is_section(&section) => {
                    for (key, value) in keys {
                        self.read_entry(name, &section, &key, value);
                    }
                }
                _ if is_section(&section) => self.problem(format!(
                    "{name}: {section} is a section; write [{section}] on a line of its own and its keys below"
                )),
                Value::Table(_) => self.problem(format!(
                    "{name}: there is no section [{section}]; {}",
                    advice(
                        &section,
                        Key::ALL.map(|key| (key.section, format!("[{}]", key.section)))
                    )
                )),
                _ => self.problem(format!(
                    "{name}: {section} stands outside of any section; {}",
                    // A section has the place of a key of the same name, so more is missing.
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
            return self.problem(format!(
                "{file}: [{section}] has no key {name}; {}",
                advice(name, siblings.map(|key| (key.name, key.name.to_string())))
            ));
        };
        let is_number = value.is_integer();
        let text = match value {
            Value::String(text) => text,
            Value::Integer(number) => number.to_string(),
            Value::Boolean(is_so) if key.form == Form::Switch => is_so.to_string(),
            other => {
                return self.problem(format!(
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

    /// Reads the environment variables of Oddboard; ignores others, unless their names almost match.
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
            return self.no_variable(name, nearest_key(&name[VARIABLE_PREFIX.len()..]));
        };
        match value.to_str() {
            Some(text) => {
                let origin = format!("{name} =");
                self.set(key, SettingOrigin::Environment, origin, text);
            }
            None => self.problem(format!("{name}: the value is not UTF-8; write it again")),
        }
    }

    fn no_variable(&mut self, name: &str, suggestion: Option<Key>) {
        let advice = match suggestion {
            Some(key) => format!("did you mean {}?", key.variable()),
            None => "docs/configuration.md lists all".to_owned(),
        };
        self.problem(format!("{name}: there is no such variable; {advice}"));
    }

    /// Reads the value of an option of the command line, such as `--data`.
    pub fn read_option(&mut self, option: &str, key: Key, text: &str) {
        self.set(key, SettingOrigin::Option, option.to_owned(), text);
    }

    fn set(&mut self, key: Key, source: SettingOrigin, origin: String, text: &str) {
        let setting = RawSetting {
            origin,
            text: text.to_owned(),
            is_number: false,
            source,
        };
        self.settings.insert(key, setting);
    }

    fn problem(&mut self, problem: String) {
        self.problems.push(problem);
    }

    /// Drops one of two keys that set the same thing: `second`, unless its source wins over that of `first`.
    pub(super) fn prefer(&mut self, first: Key, second: Key) {
        let source = |key| self.settings.get(key).map(|setting| setting.source);
        let (Some(one), Some(other)) = (source(&first), source(&second)) else {
            return;
        };
        self.settings
            .remove(if other > one { &first } else { &second });
    }

    /// Replaces `value` by the value of `key`, if it is written.
    pub(super) fn take<T, E: fmt::Display>(
        &mut self,
        key: Key,
        parse: impl FnOnce(&str) -> Result<T, E>,
        value: &mut T,
    ) {
        self.take_as(key, |text| format!("“{}”", excerpt(text)), parse, value);
    }

    /// Does the same, but does not quote the value when it is wrong.
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
            Err(reason) => self.problem(format!(
                "{} {}: {reason}",
                setting.origin,
                show(&setting.text)
            )),
        }
    }

    /// Reports a missing key without which another has no effect.
    pub(super) fn lacks(&mut self, missing: Key, given: Key) {
        self.problem(format!(
            "{given} says nothing without {missing}; write both or neither"
        ));
    }

    /// Reports a key that has no effect because another is switched off.
    pub(super) fn has_no_effect(&mut self, off: Key, given: Key) {
        self.problem(format!(
            "{given} says nothing with {off} = false; set that to true, or leave {given} out"
        ));
    }

    /// Reports a switched-on key that does nothing without another.
    pub(super) fn needs(&mut self, given: Key, missing: Key) {
        self.problem(format!(
            "{given} = true needs {missing}; write that too, or set {given} to false"
        ));
    }

    /// Returns all problems so far.
    pub(super) fn into_problems(self) -> Vec<String> {
        self.problems
    }
}

/// Tells whether Kubernetes sets such a variable. It does so for a service with the same beginning of its name.
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

/// Returns the key with the variable that is nearest to the rest of an unknown one, or the key that is its last word.
fn nearest_key(rest: &str) -> Option<Key> {
    let near = |name: fn(Key) -> String| {
        let names = Key::ALL.map(name);
        let near = nearest(rest, names.iter().map(String::as_str))?;
        let at = names.iter().position(|name| name == near)?;
        Some(Key::ALL[at])
    };
    near(Key::flat).or_else(|| near(|key| key.name.to_owned()))
}

/// Returns the key for a variable with a name that begins almost like ours.
fn almost(name: &str) -> Option<Key> {
    let (first, rest) = name.split_once('_')?;
    let ours = VARIABLE_PREFIX.trim_end_matches('_');
    let is_near = strsim::damerau_levenshtein(&first.to_ascii_uppercase(), ours) <= 1;
    is_near.then(|| nearest_key(rest)).flatten()
}

fn is_section(name: &str) -> bool {
    Key::ALL.iter().any(|key| key.section == name)
}

/// Suggests a replacement for an unknown name: the nearest known name, or else all names. Each known name comes with its
/// display form.
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
