//! Accounts of other platforms on a public page: signing in by a link, and the sessions that follow.
//!
//! A link has its token in the fragment of its address, which no browser sends, and works by a press alone. So no log, preview or
//! crawler uses it up. The browser keeps the token of a session in a cookie that scripts cannot read.

use std::time::Duration;

use axum::{
    Extension, Json,
    extract::{
        Query, State,
        rejection::{JsonRejection, QueryRejection},
    },
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{AppendHeaders, Html, IntoResponse, Redirect, Response},
};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;
use tracing::warn;

use super::{
    assets::Screen,
    connections::Client,
    guard, page,
    people::random,
    person::{PersonId, SignedIn},
    problem::Problem,
    state::{Caller, Server},
    stored::StoreFailure,
};
use api::{
    AccountSession, AccountToken, MatchId, SessionKind, SignInAttempt, Speaker, TokenDigest, UserId,
};
use text::Text;

/// The attributes of the cookie. A browser keeps it for longer than a session lasts without a use.
const ATTRIBUTES: &str = ";Path=/;Secure;HttpOnly;SameSite=Lax;Max-Age=";

/// The longest time for which browsers keep a cookie, in seconds: 400 days.
const COOKIE_TIME: u32 = 400 * 24 * 3600;

/// The cookie with the attempt of a person to sign in on the page of another platform: its state, its verifier, and the match that
/// they come from.
const ATTEMPT_COOKIE: &str = "__Host-sign-in=";

/// The time in which a platform has to answer about a person who signs in.
const PROVIDER_TIME: Duration = Duration::from_secs(15);

/// The time that a person has for their consent there, in seconds.
const ATTEMPT_TIME: u32 = 600;

/// Serves the screen of a link.
pub(super) async fn screen(headers: HeaderMap) -> Html<String> {
    Html(page::of_everybody(Screen::Enter, guard::reader(&headers)))
}

/// Serves the screen of one's own sessions.
pub(super) async fn own_screen(headers: HeaderMap) -> Html<String> {
    Html(page::of_everybody(
        Screen::Sessions,
        guard::reader(&headers),
    ))
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
    /// The token of a session in a frame. A cookie has that of one in a browser.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
    to: String,
}

impl Entered {
    /// The path is that of a match, or of the first screen.
    fn new(person: SignedIn, secret: Option<String>, id: Option<MatchId>) -> Entered {
        Entered {
            id: person.id,
            name: person.name,
            account: person.speaker.id,
            secret,
            to: id.map_or_else(|| "/".to_owned(), |id| format!("/match/{id}")),
        }
    }
}

impl Server {
    /// Returns the token and the account of a link that still works. Counts as a lookup from the address.
    fn linked(
        &self,
        client: &Client,
        request: &LinkRequest,
    ) -> Result<(AccountToken, Speaker), Problem> {
        let over = || Problem::unusable(text::page_link_over());
        if !self.host.has_accounts() {
            return Err(over());
        }
        let token: AccountToken = request.token.parse().map_err(|_| over())?;
        self.limits.links.check(&client.address)?;
        let account = self.accounts.account_of_link(&token)?.ok_or_else(over)?;
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

    /// Returns the token for a session of an account in a browser. If the browser has an open one of this account, that goes on, so
    /// that its other tabs stay signed in.
    fn session_for(
        &self,
        account: &Speaker,
        headers: &HeaderMap,
    ) -> Result<AccountToken, StoreFailure> {
        let own = own_session(headers).filter(|own| *own.account() == account.id);
        if let Some(own) = own
            && self.accounts.account_of(&own)?.is_some()
        {
            return Ok(own);
        }
        Ok(AccountToken::new(account.id.clone(), random()?))
    }

    /// Gives the session of a person to their browser, and ends the one that it had before.
    async fn entered(
        &self,
        person: SignedIn,
        session: &AccountToken,
        id: Option<MatchId>,
        headers: &HeaderMap,
    ) -> Result<Response, Problem> {
        if let Some(before) = own_session(headers)
            && before != *session
            && let Err(problem) = self.end_session(before.account(), &before.digest()).await
        {
            // The new session has begun. The old one ends without its cookie, some time.
            warn!(
                ?problem,
                "cannot end the session of a browser before its new one"
            );
        }
        let entered = Entered::new(person, None, id);
        let kept = cookie(guard::SESSION_COOKIE, &session.expose(), COOKIE_TIME);
        Ok((kept, Json(entered)).into_response())
    }

    /// Begins a session of an account in a frame, which shows this match next if there is one, and uses up the OpenID token of its
    /// owner, if they have one. Gives the token of the session to the shell.
    pub(super) async fn enter_frame(
        &self,
        account: &Speaker,
        openid: Option<&TokenDigest>,
        id: Option<MatchId>,
    ) -> Result<Json<Entered>, Problem> {
        let session = AccountToken::new(account.id.clone(), random()?);
        let opened = self.open(account, &session, SessionKind::Frame, openid);
        let person = opened.await?;
        Ok(Json(Entered::new(person, Some(session.expose()), id)))
    }

    /// Opens a session for an account whose owner has signed in on its platform, and returns its person.
    async fn open(
        &self,
        account: &Speaker,
        session: &AccountToken,
        kind: SessionKind,
        openid: Option<&TokenDigest>,
    ) -> Result<SignedIn, Problem> {
        // Before the session, so that each session has a person.
        let person = self.playground.take_in_account(account).await?;
        let opened = self
            .accounts
            .open_session(&account.name, session, kind, openid);
        opened.await.map_err(Problem::unusable)?;
        Ok(person)
    }

    /// Waits for the answer of a platform about a person who signs in. Few can wait at a time, because a slow platform holds their
    /// connections.
    pub(super) async fn ask_provider<T>(
        &self,
        answer: impl Future<Output = Result<T, Text>>,
    ) -> Result<T, Problem> {
        let asking = self.limits.providers.try_acquire();
        let _asking = asking.map_err(|_| Problem::too_often())?;
        let answer = tokio::time::timeout(PROVIDER_TIME, answer).await;
        let answer = answer.map_err(|_| Problem::unusable(text::page_no_answer()))?;
        answer.map_err(Problem::unusable)
    }

    /// Ends a session of an account.
    async fn end_session(&self, account: &UserId, session: &TokenDigest) -> Result<(), Problem> {
        let ended = self.accounts.end_session(account, session).await;
        ended.map_err(Problem::unusable)
    }

    /// Returns the changes of the sessions of the account that a secret belongs to. A guest has no session, and gets no change.
    pub(super) async fn watch_session(&self, secret: Option<&str>) -> broadcast::Receiver<u64> {
        match secret.and_then(|secret| secret.parse::<AccountToken>().ok()) {
            Some(session) => {
                let account = session.account().clone();
                self.accounts.watch_sessions(account).await
            }
            // `next_change` waits for ever, as this sender is gone.
            None => broadcast::Sender::new(1).subscribe(),
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
    let session = server.session_for(&account, &headers)?;
    // Before the session, so that each session has a person.
    let person = server.playground.take_in_account(&account).await?;
    let begun = server.accounts.begin_session(&link, &session).await;
    let id = begun.map_err(Problem::unusable)?;
    server.entered(person, &session, id, &headers).await
}

/// The choice of a person who signs in on the page of another platform.
#[derive(Deserialize)]
pub(super) struct ProviderChoice {
    /// The match that they come from.
    #[serde(rename = "match")]
    id: Option<MatchId>,
}

/// Redirects a person to the page of Discord for their consent. Their browser keeps the attempt.
pub(super) async fn go_to_discord(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    choice: Result<Query<ProviderChoice>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(choice) = choice.map_err(|_| Problem::nothing())?;
    let caller = Caller::Stranger(client.address);
    server.limits.proofs.check(caller)?;
    let discord = server.providers.discord()?;
    let SignInAttempt {
        url,
        state,
        verifier,
    } = discord.begin();
    let id = choice.id.map(|id| id.to_string()).unwrap_or_default();
    let attempt = format!("{state}.{verifier}.{id}");
    let kept = cookie(ATTEMPT_COOKIE, &attempt, ATTEMPT_TIME);
    Ok((kept, Redirect::to(&url)).into_response())
}

/// The code and the state that Discord gave to the browser of a person after their consent.
#[derive(Deserialize)]
pub(super) struct Agreement {
    code: String,
    state: String,
}

/// Begins a session for the account of a person after their consent on the page of Discord, if their browser began the attempt.
pub(super) async fn enter_by_discord(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    agreement: Result<Json<Agreement>, JsonRejection>,
) -> Result<Response, Problem> {
    let Json(Agreement { code, state }) = agreement?;
    server.limits.links.check(&client.address)?;
    let discord = server.providers.discord()?;
    let attempt = guard::cookie(&headers, ATTEMPT_COOKIE).unwrap_or_default();
    let parts: Vec<_> = attempt.splitn(3, '.').collect();
    let [own_state, verifier, id] = parts[..] else {
        return Err(Problem::unusable(text::page_discord_over()));
    };
    if own_state != state {
        return Err(Problem::unusable(text::page_discord_over()));
    }
    let account = server
        .ask_provider(discord.account(&code, verifier))
        .await?;
    let session = server.session_for(&account, &headers)?;
    let person = server
        .open(&account, &session, SessionKind::Browser, None)
        .await?;
    let entered = server.entered(person, &session, id.parse().ok(), &headers);
    let over = cookie(ATTEMPT_COOKIE, "", 0);
    Ok((AppendHeaders(over), entered.await?).into_response())
}

/// A session, as its owner sees it.
#[derive(Serialize)]
pub(super) struct OwnSession {
    #[serde(flatten)]
    session: AccountSession,
    /// The platform of its account.
    platform: &'static str,
    /// True if it is the session of the request.
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
    let here = sent_session(&headers).map(|session| session.digest());
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
    let is_here = sent_session(&headers).is_some_and(|here| here.digest() == digest);
    let dropped = is_here.then(|| cookie(guard::SESSION_COOKIE, "", 0));
    Ok((dropped, Json(())).into_response())
}

/// Returns the token of the session of a request.
pub(super) fn sent_session(headers: &HeaderMap) -> Option<AccountToken> {
    guard::secret(headers)?.parse().ok()
}

/// Returns the token in the cookie of a request.
pub(super) fn own_session(headers: &HeaderMap) -> Option<AccountToken> {
    guard::cookie(headers, guard::SESSION_COOKIE)?.parse().ok()
}

/// Builds the header by which the browser keeps a value for so many seconds.
fn cookie(name: &str, value: &str, seconds: u32) -> [(HeaderName, HeaderValue); 1] {
    let cookie = format!("{name}{value}{ATTRIBUTES}{seconds}");
    let cookie = HeaderValue::from_str(&cookie);
    let mut cookie = cookie.expect("all values are letters, digits and signs");
    cookie.set_sensitive(true);
    [(header::SET_COOKIE, cookie)]
}
