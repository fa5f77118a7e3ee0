//! Identifies the reader of a widget by an OpenID token. Their client gets it from its homeserver; the bot asks that server for the
//! account that it was made for.
//!
//! Only servers that the operator has named are asked, by default the bot's own. The own one is asked at the address of the
//! settings, which the operator trusts: it may be in a private network, and answers whatever its name resolves to elsewhere.
//! Others are found as the specification says, on the public internet alone.

mod internet;
mod networks;
mod resolution;

use async_trait::async_trait;
use matrix_sdk::{
    reqwest::{Client, Response, StatusCode, Url, redirect::Policy},
    ruma::{OwnedUserId, ServerName, UserId},
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use tracing::{info, warn};

use self::internet::{FetchError, Internet, TIMEOUT, get_at, json};
use super::{ids, session, settings::MatrixSettings};
use api::{Speaker, TokenDigest, WidgetIdentity, WidgetReader};
use text::Text;

/// The path that returns the account of a token.
const USER_INFO: &str = "/_matrix/federation/v1/openid/userinfo";

/// The longest name of a server, in bytes, as the specification of Matrix has it.
const LONGEST_SERVER: usize = 255;

/// The longest token, in bytes.
const LONGEST_TOKEN: usize = 1024;

/// Checks OpenID tokens with the homeservers that the operator has named.
pub struct OpenIdCheck {
    settings: MatrixSettings,
    /// The servers whose accounts can sign in; the bot's own, if the list is empty.
    servers: Vec<String>,
    /// The client for the bot's own homeserver.
    http: Client,
    internet: Internet,
}

/// The account of a token.
#[derive(Deserialize)]
struct UserInfo {
    sub: String,
}

/// The display name of an account.
#[derive(Deserialize)]
struct Profile {
    displayname: Option<String>,
}

/// The reason why the page does not accept a token.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    /// Accounts of the server cannot sign in.
    #[error("[matrix] widget_servers does not name the server")]
    Server,
    /// The server does not know the token: it has expired, or was never its own.
    #[error("the server does not know the token")]
    Unknown,
    /// The server names an account of another server.
    #[error("the server answers with an account that is not its own")]
    Foreign,
    /// The server answers with another status.
    #[error("the server answers with {0}; it has to serve /_matrix/federation/v1/openid/userinfo")]
    Status(StatusCode),
    /// The server does not answer.
    #[error("the server cannot be asked: {0}")]
    Unreachable(#[from] FetchError),
}

impl Refusal {
    /// Returns the reason for the person.
    fn text(&self, server: &str) -> Text {
        match self {
            Refusal::Server => text::page_widget_server(server),
            Refusal::Unknown => text::page_widget_over(),
            Refusal::Foreign | Refusal::Status(_) | Refusal::Unreachable(_) => {
                text::page_widget_unreachable(server)
            }
        }
    }
}

impl OpenIdCheck {
    /// Makes the check for the accounts of these servers. Without any, it is for the accounts of the bot's own server.
    ///
    /// # Errors
    ///
    /// The HTTP client does not start.
    pub fn new(
        settings: MatrixSettings,
        servers: Vec<String>,
    ) -> Result<OpenIdCheck, matrix_sdk::reqwest::Error> {
        // A redirect could lead to any other address.
        let http = Client::builder()
            .redirect(Policy::none())
            .timeout(TIMEOUT)
            .build()?;
        Ok(OpenIdCheck {
            settings,
            servers,
            http,
            internet: Internet::new(),
        })
    }

    /// Returns the name of the bot's own server: that of its account, which may be configured without it.
    fn own_server(&self) -> Option<String> {
        if let Some((_, server)) = self.settings.user.split_once(':') {
            return Some(server.to_owned());
        }
        let session = session::read(&self.settings.store).ok()??;
        Some(session.meta.user_id.server_name().to_string())
    }

    /// Returns the account of a token that works.
    async fn owner(&self, server: &str, token: &str) -> Result<OwnedUserId, Refusal> {
        let name = <&ServerName>::try_from(server).map_err(|_| Refusal::Server)?;
        let own = self.own_server();
        let is_own = own.is_some_and(|own| own.eq_ignore_ascii_case(server));
        if !is_permitted(&self.servers, server, is_own) {
            return Err(Refusal::Server);
        }
        if token.is_empty() || token.len() > LONGEST_TOKEN {
            return Err(Refusal::Unknown);
        }
        let query = [("access_token", token)];
        let response = if is_own {
            self.get_own(USER_INFO, &query).await?
        } else {
            let endpoint = resolution::resolve(name, &self.internet).await;
            get_at(&endpoint, USER_INFO, &query).await?
        };
        match response.status() {
            StatusCode::OK => {}
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => return Err(Refusal::Unknown),
            status => return Err(Refusal::Status(status)),
        }
        let UserInfo { sub } = json(response).await?;
        account_of(&sub, name)
    }

    /// Sends a GET request to the bot's own homeserver.
    async fn get_own(&self, path: &str, query: &[(&str, &str)]) -> Result<Response, FetchError> {
        let url = format!("{}{path}", self.settings.homeserver);
        let mut url = Url::parse(&url).map_err(|_| FetchError::Address)?;
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        Ok(self.http.get(url).send().await?)
    }

    /// Returns the display name of an account, if the bot's own homeserver knows it.
    async fn display_name(&self, user: &UserId) -> Option<String> {
        let user = utf8_percent_encode(user.as_str(), NON_ALPHANUMERIC);
        let path = format!("/_matrix/client/v3/profile/{user}");
        let response = self.get_own(&path, &[]).await.ok()?;
        let response = response.error_for_status().ok()?;
        let Profile { displayname } = json(response).await.ok()?;
        displayname.filter(|name| !name.trim().is_empty())
    }
}

/// Tells whether accounts of a server can sign in.
fn is_permitted(servers: &[String], server: &str, is_own: bool) -> bool {
    if servers.is_empty() {
        return is_own;
    }
    servers.iter().any(|it| it.eq_ignore_ascii_case(server))
}

/// Returns the account that a server names, if it is one of its own.
fn account_of(sub: &str, server: &ServerName) -> Result<OwnedUserId, Refusal> {
    let user = UserId::parse(sub).map_err(|_| Refusal::Foreign)?;
    if user.server_name() == server {
        Ok(user)
    } else {
        Err(Refusal::Foreign)
    }
}

#[async_trait]
impl WidgetIdentity for OpenIdCheck {
    async fn reader(&self, server: &str, token: &str) -> Result<WidgetReader, Text> {
        if server.len() > LONGEST_SERVER {
            return Err(text::page_widget_over());
        }
        let user = match self.owner(server, token).await {
            Ok(user) => user,
            Err(refusal) => {
                match refusal {
                    Refusal::Server | Refusal::Unknown => {
                        info!(server, reason = %refusal, "refused an OpenID token of a widget");
                    }
                    _ => {
                        warn!(server, reason = %refusal, "cannot check an OpenID token of a widget")
                    }
                }
                return Err(refusal.text(server));
            }
        };
        let name = self.display_name(&user).await;
        let account = Speaker {
            name: name.unwrap_or_else(|| user.localpart().to_owned()),
            id: ids::user_id(&user),
        };
        Ok(WidgetReader {
            account,
            token: TokenDigest::of(token),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
        task::JoinHandle,
    };

    use super::*;
    use crate::Credentials;
    use text::Language;

    /// Serves these responses, one for each connection, and returns the address and the received request lines.
    async fn serve(responses: Vec<(&'static str, String)>) -> (String, JoinHandle<Vec<String>>) {
        let socket = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = socket.local_addr().expect("it is bound");
        let serving = tokio::spawn(async move {
            let mut lines = Vec::new();
            for (status, body) in responses {
                let (mut stream, _) = socket.accept().await.expect("a connection");
                let mut request = Vec::new();
                while !request.ends_with(b"\r\n\r\n") {
                    request.push(stream.read_u8().await.expect("a request"));
                }
                let request = String::from_utf8(request).expect("it is text");
                lines.extend(request.lines().next().map(str::to_owned));
                let head = format!(
                    "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                    body.len()
                );
                let response = [head.as_bytes(), body.as_bytes()].concat();
                // The check does not read a response to its end if it is too large.
                let _ = stream.write_all(&response).await;
            }
            lines
        });
        (format!("http://{address}"), serving)
    }

    fn check(homeserver: String, servers: Vec<String>) -> OpenIdCheck {
        let settings = MatrixSettings {
            homeserver,
            user: "@odd:example.org".to_owned(),
            credentials: Credentials::default(),
            store: PathBuf::new(),
            keys_for_all: false,
            verifiers: Vec::new(),
            inviters: Vec::new(),
            name: None,
            avatar: None,
            commands: false,
            prefix: "!odd".to_owned(),
            threads: true,
            widgets: true,
            page_url: None,
            language: Language::ENGLISH,
        };
        OpenIdCheck::new(settings, servers).expect("a client")
    }

    fn info(sub: &str) -> (&'static str, String) {
        ("200 OK", format!("{{\"sub\":\"{sub}\"}}"))
    }

    #[tokio::test]
    async fn a_token_names_its_owner_and_is_known_by_its_digest() {
        let profile = ("200 OK", "{\"displayname\":\"Ann\"}".to_owned());
        let (homeserver, serving) = serve(vec![info("@ann:example.org"), profile]).await;
        let check = check(homeserver, Vec::new());
        let reader = check.reader("example.org", "a+b").await;
        let WidgetReader { account, token } = reader.expect("the token works");
        assert_eq!(account.name, "Ann");
        assert_eq!(&*account.id.id, "@ann:example.org");
        assert_eq!(token, TokenDigest::of("a+b"));
        let lines = serving.await.expect("it serves");
        assert_eq!(
            lines,
            [
                "GET /_matrix/federation/v1/openid/userinfo?access_token=a%2Bb HTTP/1.1",
                "GET /_matrix/client/v3/profile/%40ann%3Aexample%2Eorg HTTP/1.1",
            ]
        );
    }

    #[tokio::test]
    async fn a_token_that_the_server_does_not_vouch_for_signs_nobody_in() {
        let unreachable = || text::page_widget_unreachable("example.org");
        for (response, expected) in [
            // An expired one.
            (
                ("401 Unauthorized", "{}".to_owned()),
                text::page_widget_over(),
            ),
            (info("@ann:other.example"), unreachable()),
            (info("ann"), unreachable()),
            (("200 OK", "{}".to_owned()), unreachable()),
            (("404 Not Found", "{}".to_owned()), unreachable()),
            (("200 OK", " ".repeat(100_000)), unreachable()),
            (
                ("302 Found\r\nlocation: http://127.0.0.1:1/", String::new()),
                unreachable(),
            ),
        ] {
            let (homeserver, serving) = serve(vec![response.clone()]).await;
            let check = check(homeserver, Vec::new());
            let answer = check.reader("example.org", "token").await;
            assert_eq!(answer, Err(expected), "{response:?}");
            serving.await.expect("it serves");
        }
    }

    #[tokio::test]
    async fn no_server_within_the_network_of_the_operator_is_asked_unless_it_is_the_own_one() {
        // Nothing listens there.
        let homeserver = "http://127.0.0.1:1".to_owned();
        for server in [
            "127.0.0.1",
            "127.0.0.1:8448",
            "[::1]",
            "localhost:8448",
            "10.0.0.1:80",
        ] {
            let check = check(homeserver.clone(), vec![server.to_owned()]);
            let refusal = check.owner(server, "token").await;
            assert!(
                matches!(refusal, Err(Refusal::Unreachable(FetchError::Private))),
                "{server} {refusal:?}"
            );
        }
        let check = check(homeserver, Vec::new());
        let refusal = check.owner("127.0.0.1:8448", "token").await;
        assert!(matches!(refusal, Err(Refusal::Server)), "{refusal:?}");
    }

    #[test]
    fn accounts_of_the_own_server_sign_in_unless_others_are_named() {
        let named = ["Example.org".to_owned(), "other.example:8448".to_owned()];
        assert!(is_permitted(&[], "own.example", true));
        assert!(!is_permitted(&[], "example.org", false));
        assert!(is_permitted(&named, "example.org", false));
        assert!(is_permitted(&named, "other.example:8448", false));
        assert!(!is_permitted(&named, "other.example", false));
        assert!(!is_permitted(&named, "own.example", true));
    }

    #[test]
    fn a_server_speaks_for_its_own_accounts_alone() {
        let server = <&ServerName>::try_from("example.org").expect("a name");
        assert!(account_of("@ann:example.org", server).is_ok());
        for sub in [
            "@ann:example.com",
            "@ann:example.org:8448",
            "@ann:sub.example.org",
            "@ann:example.org.evil.example",
            "ann",
            "@ann",
            "",
        ] {
            assert!(account_of(sub, server).is_err(), "{sub}");
        }
    }
}
