//! Accounts of other platforms on a public page: signing in by a link, and the sessions that follow.
//!
//! A link has its token in the fragment of its address, which no browser sends, and works by a press alone. So no log, preview or
//! crawler uses it up. The browser keeps the token of a session in a cookie that scripts cannot read.

use std::sync::Arc;

use axum::{
    Extension, Json,
    extract::{State, rejection::JsonRejection},
    http::{HeaderMap, HeaderValue, header},
    response::{Html, IntoResponse, Response},
};
use rand::{TryRng, rngs::SysRng};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

use super::{
    connections::Client,
    guard, page,
    person::{PersonId, SignedIn},
    problem::Problem,
    state::{Caller, Server},
    stored::StoreFailure,
};
use api::{AccountSession, AccountToken, Speaker, TokenDigest, UserId};

/// The attributes of the cookie. A browser keeps it for longer than a session lasts without a use.
const ATTRIBUTES: &str = ";Path=/;Secure;HttpOnly;SameSite=Lax;Max-Age=";

/// The longest time for which browsers keep a cookie, in seconds: 400 days.
const COOKIE_TIME: u32 = 400 * 24 * 3600;

/// Serves the screen of a link.
pub(super) async fn screen(headers: HeaderMap) -> Html<String> {
    Html(page::enter(guard::reader(&headers)))
}

/// Serves the screen of one's own sessions.
pub(super) async fn own_screen(headers: HeaderMap) -> Html<String> {
    Html(page::sessions(guard::reader(&headers)))
}

/// A request with the token of a link.
#[derive(Deserialize)]
pub(super) struct LinkRequest {
    token: String,
}

/// The account of a link, before it is used.
#[derive(Serialize)]
pub(super) struct LinkedAccount {
    name: String,
}

/// The person that has signed in with an account, and the path that the link leads to.
#[derive(Serialize)]
pub(super) struct Entered {
    id: PersonId,
    name: String,
    account: UserId,
    to: String,
}

impl Server {
    /// Returns the token and the account of a link that still works. Nobody can guess one, so it takes no more than the limit of
    /// other lookups.
    fn linked(
        &self,
        client: &Client,
        request: &LinkRequest,
    ) -> Result<(AccountToken, Speaker), Problem> {
        let caller = Caller::Stranger(client.address);
        self.limits.proofs.check(caller)?;
        let over = || Problem::unusable(text::page_link_over());
        if !self.host.has_accounts() {
            return Err(over());
        }
        let token: AccountToken = request.token.parse().map_err(|_| over())?;
        let account = self.accounts.linked(&token)?.ok_or_else(over)?;
        Ok((token, account))
    }

    /// Returns the person of a session that has not ended.
    pub(super) fn person_of_session(
        &self,
        session: &AccountToken,
    ) -> Result<Option<SignedIn>, StoreFailure> {
        if !self.host.has_accounts() {
            return Ok(None);
        }
        let Some(account) = self.accounts.account_of(session)? else {
            return Ok(None);
        };
        match self.playground.person_of(&account.id)? {
            Some(id) => self.playground.signed_in(id),
            None => Ok(None),
        }
    }

    /// Ends a session of an account.
    async fn end_session(&self, account: &UserId, session: &TokenDigest) -> Result<(), Problem> {
        let ended = self.accounts.end_session(account, session).await;
        ended.map_err(Problem::unusable)
    }

    /// Watches the session of a secret. For the secret of a guest there is nothing to watch.
    pub(super) async fn watch_session(&self, secret: Option<&str>) -> SessionWatch {
        let session = secret.and_then(|secret| secret.parse::<AccountToken>().ok());
        let Some(session) = session else {
            return SessionWatch(None);
        };
        let changes = self.accounts.session_changes();
        let account = session.account().clone();
        let watched = self.accounts.watch_sessions(account).await;
        SessionWatch(Some((changes, watched)))
    }
}

/// Reports changes of the sessions of one account.
pub(super) struct SessionWatch(Option<(broadcast::Receiver<Option<UserId>>, Arc<UserId>)>);

impl SessionWatch {
    /// Completes when a session of the account may have ended.
    pub(super) async fn changed(&mut self) {
        let Some((changes, account)) = &mut self.0 else {
            return std::future::pending().await;
        };
        loop {
            match changes.recv().await {
                Ok(Some(changed)) if changed != **account => {}
                Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => return,
                // The process is ending.
                Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
            }
        }
    }
}

/// Serves the account of a link, and does not use it up.
pub(super) async fn look(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    request: Result<Json<LinkRequest>, JsonRejection>,
) -> Result<Json<LinkedAccount>, Problem> {
    let Json(request) = request?;
    let (_, account) = server.linked(&client, &request)?;
    let platform = account.id.platform.title().unwrap_or_default();
    Ok(Json(LinkedAccount {
        name: text::on_platform(&account.name, platform),
    }))
}

/// Uses up a link, and begins a session for its account. The session of this browser before it ends.
pub(super) async fn enter(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    request: Result<Json<LinkRequest>, JsonRejection>,
) -> Result<Response, Problem> {
    let Json(request) = request?;
    let (link, account) = server.linked(&client, &request)?;
    let session = AccountToken::new(account.id.clone(), random()?);
    // Before the session, so that each session has a person.
    let person = server.playground.take_in_account(&account).await?;
    let begun = server.accounts.begin_session(&link, &session).await;
    let id = begun.map_err(Problem::unusable)?;
    if let Some(before) = own_session(&headers) {
        server
            .end_session(before.account(), &before.digest())
            .await?;
    }
    let entered = Entered {
        id: person.id,
        name: person.name,
        account: account.id,
        to: id.map_or_else(|| "/".to_owned(), |id| format!("/match/{id}")),
    };
    Ok((kept(&session.expose(), COOKIE_TIME), Json(entered)).into_response())
}

/// A session, as its owner sees it.
#[derive(Serialize)]
pub(super) struct OwnSession {
    #[serde(flatten)]
    session: AccountSession,
    /// The platform of its account.
    platform: &'static str,
    /// True if it is the session of this browser.
    here: bool,
}

/// The sessions of a person.
#[derive(Serialize)]
pub(super) struct OwnSessions {
    name: String,
    sessions: Vec<OwnSession>,
}

/// Serves the sessions of the sender.
pub(super) async fn list(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
) -> Result<Json<OwnSessions>, Problem> {
    let person = server.signed_in(&headers, &client)?;
    server.limits.sayings.check(&person.id)?;
    let here = own_session(&headers).map(|session| session.digest());
    let sessions = server.accounts.sessions_of(&person.speaker.id)?.into_iter();
    let sessions = sessions.map(|session| OwnSession {
        platform: session.account.platform.title().unwrap_or_default(),
        here: here.as_ref() == Some(&session.digest),
        session,
    });
    Ok(Json(OwnSessions {
        sessions: sessions.collect(),
        name: person.name,
    }))
}

/// A session to end.
#[derive(Deserialize)]
pub(super) struct EndRequest {
    digest: TokenDigest,
}

/// Ends a session of the sender.
pub(super) async fn end(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    request: Result<Json<EndRequest>, JsonRejection>,
) -> Result<Response, Problem> {
    let person = server.signed_in(&headers, &client)?;
    let Json(EndRequest { digest }) = request?;
    server.limits.sayings.check(&person.id)?;
    let own = server.accounts.sessions_of(&person.speaker.id)?;
    // Another request can have ended it.
    if let Some(session) = own.iter().find(|session| session.digest == digest) {
        server.end_session(&session.account, &digest).await?;
    }
    let is_here = own_session(&headers).is_some_and(|here| here.digest() == digest);
    let dropped = is_here.then(|| kept("", 0));
    Ok((dropped, Json(())).into_response())
}

/// Returns the token in the cookie of a request.
pub(super) fn own_session(headers: &HeaderMap) -> Option<AccountToken> {
    guard::cookie(headers, guard::SESSION_COOKIE)?.parse().ok()
}

/// Builds the header that keeps a token in the browser for so many seconds.
fn kept(token: &str, seconds: u32) -> [(header::HeaderName, HeaderValue); 1] {
    let cookie = format!("{}{token}{ATTRIBUTES}{seconds}", guard::SESSION_COOKIE);
    let mut cookie = HeaderValue::from_str(&cookie).expect("a token is letters, digits and dashes");
    cookie.set_sensitive(true);
    [(header::SET_COOKIE, cookie)]
}

/// Draws the bytes of a token.
fn random() -> Result<[u8; AccountToken::LENGTH], StoreFailure> {
    let mut bytes = [0; AccountToken::LENGTH];
    SysRng.try_fill_bytes(&mut bytes).map_err(|error| {
        StoreFailure::Later(format!("the system has no random numbers ({error})"))
    })?;
    Ok(bytes)
}
