//! The settings of Matrix.

use std::{
    net::Ipv6Addr,
    path::{Path, PathBuf},
};

use page::Access;

use super::{Key, RawConfig, WebConfig, address, either, is_so, list, path};

/// The settings of Matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixConfig {
    /// The address of the homeserver, without a slash at its end.
    pub homeserver: String,
    /// The bot's account: `@odd:example.org`, or the part before the colon.
    pub user: String,
    /// The file of the password; one of the credentials is needed until the bot has logged in.
    pub password_file: Option<PathBuf>,
    /// The file of a login token from a single sign-on, which is valid once.
    pub login_token_file: Option<PathBuf>,
    /// The file of the access token of a session that the bot continues.
    pub token_file: Option<PathBuf>,
    /// The folder of its session and keys.
    pub store: PathBuf,
    /// True if sessions that their owners have not signed also get the keys to the bot's messages.
    pub keys_for_all: bool,
    /// The accounts that can verify the bot by emoji.
    pub verifiers: Vec<String>,
    /// The accounts and servers that can invite the bot; all, if the list is empty.
    pub inviters: Vec<String>,
    /// True if rooms show boards of a public page in widgets.
    pub widgets: bool,
    /// The servers whose accounts can sign in on the board in a widget; the bot's own, if the list is empty.
    pub widget_servers: Vec<String>,
    /// The display name; if none, the bot keeps the present one.
    pub name: Option<String>,
    /// The file of the avatar.
    pub avatar: Option<PathBuf>,
    /// True if the bot publishes its commands to the clients in each room.
    pub commands: bool,
    /// The prefix of a command in a room.
    pub prefix: String,
    /// True if each match gets a thread of its own.
    pub threads: bool,
}

impl MatrixConfig {
    /// Returns the bot's own server, if its account is configured with it and its people cannot sign in on the board in a widget.
    pub fn barred_own_server(&self) -> Option<&str> {
        let (_, own) = self.user.split_once(':')?;
        let servers = &self.widget_servers;
        let is_named = servers.iter().any(|name| name.eq_ignore_ascii_case(own));
        (!servers.is_empty() && !is_named).then_some(own)
    }
}

/// Reads the settings of Matrix; none without an account.
pub(super) fn read(raw: &mut RawConfig, data: &Path, web: &WebConfig) -> Option<MatrixConfig> {
    let mut matrix = MatrixConfig {
        homeserver: String::new(),
        user: String::new(),
        password_file: None,
        login_token_file: None,
        token_file: None,
        store: data.join("matrix"),
        keys_for_all: false,
        verifiers: Vec::new(),
        inviters: Vec::new(),
        widgets: true,
        widget_servers: Vec::new(),
        name: None,
        avatar: None,
        commands: false,
        prefix: "!odd".to_owned(),
        threads: true,
    };
    let home = |text: &str| match text {
        "" => Ok(String::new()),
        _ => address("https://matrix.example.org")(text),
    };
    raw.take(Key::MATRIX_HOMESERVER, home, &mut matrix.homeserver);
    raw.take(Key::MATRIX_USER, account, &mut matrix.user);
    raw.take(Key::MATRIX_PASSWORD_FILE, path, &mut matrix.password_file);
    raw.take(
        Key::MATRIX_LOGIN_TOKEN_FILE,
        path,
        &mut matrix.login_token_file,
    );
    raw.take(Key::MATRIX_TOKEN_FILE, path, &mut matrix.token_file);
    let mut store = None;
    raw.take(Key::MATRIX_STORE, path, &mut store);
    matrix.store = store.unwrap_or(matrix.store);
    let are_for_all = either(("signed", false), ("all", true));
    raw.take(Key::MATRIX_KEYS, are_for_all, &mut matrix.keys_for_all);
    raw.take(Key::MATRIX_VERIFIERS, accounts, &mut matrix.verifiers);
    raw.take(Key::MATRIX_INVITERS, inviters, &mut matrix.inviters);
    raw.take(Key::MATRIX_WIDGETS, is_so, &mut matrix.widgets);
    raw.take(
        Key::MATRIX_WIDGET_SERVERS,
        servers,
        &mut matrix.widget_servers,
    );
    if !matrix.widget_servers.is_empty() {
        if web.access == Access::Local {
            raw.lacks(Key::WEB_URL, Key::MATRIX_WIDGET_SERVERS);
        }
        if !matrix.widgets {
            raw.has_no_effect(Key::MATRIX_WIDGETS, Key::MATRIX_WIDGET_SERVERS);
        }
    }
    raw.take(Key::MATRIX_NAME, name, &mut matrix.name);
    raw.take(Key::MATRIX_AVATAR, path, &mut matrix.avatar);
    raw.take(Key::MATRIX_COMMANDS, is_so, &mut matrix.commands);
    raw.take(Key::MATRIX_PREFIX, prefix, &mut matrix.prefix);
    raw.take(Key::MATRIX_THREADS, is_so, &mut matrix.threads);
    match (matrix.homeserver.is_empty(), matrix.user.is_empty()) {
        (false, false) => return Some(matrix),
        (false, true) => raw.lacks(Key::MATRIX_USER, Key::MATRIX_HOMESERVER),
        (true, false) => raw.lacks(Key::MATRIX_HOMESERVER, Key::MATRIX_USER),
        (true, true) => {}
    }
    None
}

/// Parses full accounts.
fn accounts(text: &str) -> Result<Vec<String>, String> {
    let account = |item: &str| is_account(item).then(|| item.to_owned());
    list(text, account, "accounts such as @ann:example.org")
}

/// Parses full accounts, and servers.
fn inviters(text: &str) -> Result<Vec<String>, String> {
    let is_inviter = |item: &str| is_account(item) || !item.contains(['@', '*', '/']);
    let inviter = |item: &str| is_inviter(item).then(|| item.to_owned());
    let examples = "accounts such as @ann:example.org and servers such as example.org";
    list(text, inviter, examples)
}

/// Parses names of Matrix servers.
fn servers(text: &str) -> Result<Vec<String>, String> {
    let server = |item: &str| is_server(item).then(|| item.to_owned());
    list(
        text,
        server,
        "names of servers such as example.org, without https://",
    )
}

/// Tells whether a text is the name of a Matrix server: a host or an address, with or without a port.
fn is_server(item: &str) -> bool {
    let (host, port) = match item.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, Some(port)),
        _ => (item, None),
    };
    let is_name = !host.is_empty()
        && host
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.'));
    let literal = host.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    let is_address = literal.is_some_and(|it| it.parse::<Ipv6Addr>().is_ok());
    item.len() <= 255
        && (is_name || is_address)
        && port.is_none_or(|port| port.parse::<u16>().is_ok())
}

fn is_account(item: &str) -> bool {
    let parts = item.strip_prefix('@').and_then(|item| item.split_once(':'));
    parts.is_some_and(|(name, server)| !name.is_empty() && !server.is_empty())
}

/// Parses a display name, if one is written.
fn name(text: &str) -> Result<Option<String>, String> {
    if text.chars().count() > 64 || text.chars().any(char::is_control) {
        Err("write a name of at most 64 characters".to_owned())
    } else {
        Ok((!text.is_empty()).then(|| text.to_owned()))
    }
}

/// Parses the account of the bot; the check is rough.
fn account(text: &str) -> Result<String, String> {
    let name = text.strip_prefix('@').unwrap_or(text);
    if name.chars().any(|c| c.is_whitespace() || c == '@') || text.starts_with("@:") {
        return Err("write an account such as @odd:example.org".to_owned());
    }
    Ok(text.to_owned())
}

/// Parses the prefix of a command: an unambiguous word without a slash, which clients reserve.
fn prefix(text: &str) -> Result<String, String> {
    let is_proper = (1..=32).contains(&text.chars().count())
        && !text.starts_with('/')
        && !text.chars().any(|c| c.is_whitespace() || c.is_control());
    if is_proper {
        Ok(text.to_owned())
    } else {
        Err(
            "write a word of at most 32 characters that does not begin with a slash, such as !odd"
                .to_owned(),
        )
    }
}
