//! Signs accounts in on the public page. Serves /board and the buttons *Play on the board* and *Open here*.
//!
//! The bot gives a link to the owner of an account alone. It works once, within five minutes, and begins a session of that
//! account in a browser. A session ends thirty days after its last use, or a day after its beginning in a frame of another program,
//! or at once when its owner ends it, unlinks the account or deletes their data. An OpenID token begins one session: it names the
//! request, which the inbox remembers for at least a day, while homeservers let their tokens expire within an hour. The store knows
//! only digests of the secrets.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{
    Done, Identity, Outcome, PeopleDone, Reply, Rows, SessionNews,
    decision::{
        context::{Asker, Context},
        interrupt::Interrupt,
        state::NewMatchSeed,
    },
    match_store::{
        codec,
        entries::{read, unless_damaged},
        person::{accounts_of, person_of},
        schema::sessions_key,
    },
};
use api::{
    AccountSession, AccountToken, Batch, ChannelId, EventId, MatchId, SessionKind, Speaker,
    StoreError, Timestamp, TokenDigest, UserId,
};

/// The time in which a link works, in milliseconds.
const LINK_TIME: i64 = 5 * 60_000;

/// The time after its last use after which a session in a browser ends, in milliseconds.
const SESSION_TIME: i64 = 30 * 24 * 3_600_000;

/// The time after which a session in a frame ends, however it is used, in milliseconds. Its token is gone when the frame closes.
const FRAME_TIME: i64 = 24 * 3_600_000;

/// The time after which a use is recorded again, in milliseconds.
const USE_TIME: i64 = 3_600_000;

/// The number of links of an account that work at the same time. A new one replaces the oldest.
const MOST_LINKS: usize = 4;

/// The number of sessions of an account in browsers. A new one replaces the one that was not used for longest.
const MOST_SESSIONS: usize = 16;

/// The same number for sessions in frames. Each load of a frame begins one.
const MOST_FRAMES: usize = 16;

/// The time for which a launch of the Activity leads to its match, in milliseconds: that in which Discord's answer to it counts.
const LAUNCH_TIME: i64 = 15 * 60_000;

/// The links and sessions of an account, and its last launch of the Activity.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sessions {
    /// The links that may still work, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    links: Vec<SignInLink>,
    /// The sessions, in the order in which they began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    open: Vec<Session>,
    /// The last launch of the Activity from below a board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    launch: Option<Launch>,
}

/// A launch of the Activity from below the board of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Launch {
    channel: ChannelId,
    #[serde(rename = "match", with = "codec::text")]
    id: MatchId,
    since: Timestamp,
}

/// A link that signs an account in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SignInLink {
    digest: TokenDigest,
    /// The name of the account.
    name: String,
    since: Timestamp,
    /// The match that it leads to.
    #[serde(
        rename = "match",
        default,
        with = "codec::option",
        skip_serializing_if = "Option::is_none"
    )]
    id: Option<MatchId>,
}

/// A session of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Session {
    digest: TokenDigest,
    #[serde(default)]
    kind: SessionKind,
    /// The name of the account.
    name: String,
    since: Timestamp,
    used: Timestamp,
}

/// A change of the sessions of an account on the page. No person in a chat requests it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionDone {
    /// A session began on the page; its link leads to this match, or to the first screen.
    Begun(#[serde(with = "codec::option")] Option<MatchId>),
    /// The session of this token began on the page, whose owner has signed in on their platform.
    Opened(TokenDigest),
    /// A session was used.
    Used,
    /// A launch of the Activity was noted.
    LaunchNoted,
}

/// Returns the milliseconds since a time. After a clock was set back, or by the clock of another process, it can be negative.
fn elapsed(since: Timestamp, now: Timestamp) -> i64 {
    now.0.saturating_sub(since.0)
}

impl SignInLink {
    fn works(&self, now: Timestamp) -> bool {
        (-LINK_TIME..LINK_TIME).contains(&elapsed(self.since, now))
    }
}

impl Launch {
    fn counts(&self, now: Timestamp) -> bool {
        (-LAUNCH_TIME..LAUNCH_TIME).contains(&elapsed(self.since, now))
    }
}

impl Session {
    fn new(digest: &TokenDigest, kind: SessionKind, name: String, now: Timestamp) -> Session {
        Session {
            digest: digest.clone(),
            kind,
            name,
            since: now,
            used: now,
        }
    }

    fn is_open(&self, now: Timestamp) -> bool {
        match self.kind {
            SessionKind::Browser => elapsed(self.used, now) < SESSION_TIME,
            SessionKind::Frame => elapsed(self.since, now) < FRAME_TIME,
        }
    }
}

impl Sessions {
    /// Returns whether nothing of the row counts any longer.
    pub(crate) fn is_over(&self, now: Timestamp) -> bool {
        let mut rest = self.clone();
        rest.tidy(now);
        rest.is_empty()
    }

    fn is_empty(&self) -> bool {
        *self == Sessions::default()
    }

    /// Drops the links that no longer work, the sessions that have ended, and an old launch.
    fn tidy(&mut self, now: Timestamp) {
        self.links.retain(|link| link.works(now));
        self.open.retain(|session| session.is_open(now));
        self.launch.take_if(|launch| !launch.counts(now));
    }

    fn link(&self, digest: &TokenDigest, now: Timestamp) -> Option<&SignInLink> {
        let mut links = self.links.iter().filter(|link| link.works(now));
        links.find(|link| link.digest == *digest)
    }

    fn session(&self, digest: &TokenDigest, now: Timestamp) -> Option<&Session> {
        let mut open = self.open.iter().filter(|session| session.is_open(now));
        open.find(|session| session.digest == *digest)
    }

    /// Adds a link.
    fn offer(&mut self, link: SignInLink) {
        if self.links.len() >= MOST_LINKS {
            self.links.remove(0);
        }
        self.links.push(link);
    }

    /// Adds a session, unless it has begun before. Returns whether it is new.
    fn begin(&mut self, session: Session) -> bool {
        let mut open = self.open.iter_mut();
        if let Some(known) = open.find(|known| known.digest == session.digest) {
            known.used = session.used;
            return false;
        }
        let most = match session.kind {
            SessionKind::Browser => MOST_SESSIONS,
            SessionKind::Frame => MOST_FRAMES,
        };
        let alike = self.open.iter().enumerate();
        let alike = alike.filter(|(_, open)| open.kind == session.kind);
        let idle = alike.clone().min_by_key(|(_, open)| open.used);
        if let Some((n, _)) = idle.filter(|_| alike.count() >= most) {
            self.open.remove(n);
        }
        self.open.push(session);
        true
    }
}

/// A change of the sessions of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRequest {
    /// The account.
    pub account: UserId,
    /// The change.
    pub change: SessionChange,
}

/// The kind of a change: it changes the sessions of the account, or stores the match that the Activity opens for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionChange {
    /// Uses up a link, and begins a session.
    Begin {
        /// The digest of the link.
        link: TokenDigest,
        /// The digest of the session.
        session: TokenDigest,
    },
    /// Begins a session of an account with this name, whose owner has signed in on its platform.
    Open {
        /// The name.
        name: String,
        /// The digest of the session.
        session: TokenDigest,
        /// The keeper of its token.
        kind: SessionKind,
        /// The digest of the OpenID token by which its owner has signed in, if by one. It begins no other session.
        openid: Option<TokenDigest>,
    },
    /// Records the use of a session.
    Use(TokenDigest),
    /// Ends a session.
    End(TokenDigest),
    /// Notes a launch of the Activity in this channel, from below the board of a match if one is named.
    Launch {
        /// The event of the platform, by which a repeated launch counts once.
        event: EventId,
        /// The channel.
        channel: ChannelId,
        /// The match.
        id: Option<MatchId>,
    },
}

impl SessionRequest {
    /// Returns the name of the change at a time. A change with the name of an earlier one is not made; its reply is that of the
    /// earlier one. The name is stored for a day, so it does not contain the account.
    pub fn name(&self, now: Timestamp) -> String {
        match &self.change {
            SessionChange::Begin { session, .. } => format!("begin-{session}"),
            SessionChange::Open {
                openid: Some(token),
                ..
            } => format!("openid-{token}"),
            SessionChange::Open { session, .. } => format!("open-{session}"),
            SessionChange::Use(session) => format!("use-{}-{session}", now.0),
            SessionChange::End(session) => format!("end-{session}"),
            SessionChange::Launch { event, .. } => format!("launch-{event}"),
        }
    }
}

impl Context<'_> {
    /// Changes the sessions of an account.
    pub(crate) fn change_sessions(self, request: &SessionRequest) -> Result<Outcome, Interrupt> {
        let (key, now) = (sessions_key(&request.account), self.request.at);
        let stored: Option<Sessions> = self.state.entry(&key)?;
        let mut sessions = stored.unwrap_or_default();
        sessions.tidy(now);
        let mut changes = Batch::default();
        let done = match &request.change {
            SessionChange::Begin { link, session } => {
                let used = sessions.link(link, now).cloned();
                let used = used.ok_or_else(text::page_link_over)?;
                sessions.links.retain(|other| *other != used);
                let begun = Session::new(session, SessionKind::Browser, used.name, now);
                if sessions.begin(begun) {
                    self.session_news(request, session, used.id)
                        .put(&mut changes);
                }
                Done::Session(SessionDone::Begun(used.id))
            }
            SessionChange::Open {
                name,
                session,
                kind,
                ..
            } => {
                let is_new = sessions.begin(Session::new(session, *kind, name.clone(), now));
                if is_new && *kind == SessionKind::Browser {
                    self.session_news(request, session, None).put(&mut changes);
                }
                Done::Session(SessionDone::Opened(session.clone()))
            }
            SessionChange::Use(digest) => {
                let mut open = sessions.open.iter_mut();
                let Some(session) = open.find(|session| session.digest == *digest) else {
                    return Ok(Reply::Nothing.into());
                };
                session.used = session.used.max(now);
                Done::Session(SessionDone::Used)
            }
            SessionChange::End(digest) => {
                sessions.open.retain(|session| session.digest != *digest);
                Done::People(PeopleDone::SessionsEnded)
            }
            SessionChange::Launch { channel, id, .. } => {
                let launch = id.map(|id| Launch {
                    channel: channel.clone(),
                    id,
                    since: now,
                });
                if launch.is_none() && sessions.launch.is_none() {
                    return Ok(Reply::Nothing.into());
                }
                sessions.launch = launch;
                Done::Session(SessionDone::LaunchNoted)
            }
        };
        if sessions.is_empty() {
            self.erase(&mut changes, &key)?;
        } else {
            self.rewrite(&mut changes, key, &sessions)?;
        }
        Ok(self.done_apart(changes, done))
    }

    /// Returns the notice to an account that a session of it begins in a browser.
    fn session_news(
        self,
        request: &SessionRequest,
        session: &TokenDigest,
        id: Option<MatchId>,
    ) -> SessionNews {
        SessionNews {
            to: request.account.clone(),
            session: session.clone(),
            since: self.request.at,
            id,
        }
    }
}

impl Asker<'_> {
    /// Adds a link to changes. It signs in the account of the speaker and leads to a match, or to the first screen.
    pub(crate) fn add_sign_in_link(
        &self,
        id: Option<MatchId>,
        changes: &mut Batch,
    ) -> Result<AccountToken, Interrupt> {
        let Identity { account, name, .. } = &self.request.speaker;
        let (key, now) = (sessions_key(account), self.now());
        let token = AccountToken::new(account.clone(), random(self.state().seed()?));
        let mut sessions: Sessions = self.state().entry_or_default(&key)?;
        sessions.tidy(now);
        sessions.offer(SignInLink {
            digest: token.digest(),
            name: name.clone(),
            since: now,
            id,
        });
        self.context.rewrite(changes, key, &sessions)?;
        Ok(token)
    }

    /// Gives the speaker a link to the page.
    pub(crate) fn give_sign_in_link(&self, id: Option<MatchId>) -> Result<Outcome, Interrupt> {
        if !self.request.has_page {
            return Err(text::refusal_no_page().into());
        }
        let mut changes = Batch::default();
        let token = self.add_sign_in_link(id, &mut changes)?;
        let done = PeopleDone::SignInLinkGiven {
            token: Some(token),
            is_posted: false,
        };
        Ok(self.context.done_apart(changes, done))
    }

    /// Ends all sessions of the speaker.
    pub(crate) fn end_sessions(&self) -> Result<Outcome, Interrupt> {
        let mut changes = Batch::default();
        for account in self.own_accounts()? {
            self.context.erase(&mut changes, &sessions_key(&account))?;
        }
        Ok(self.context.done_apart(changes, PeopleDone::SessionsEnded))
    }

    /// Returns the open sessions of the speaker.
    pub(crate) fn own_sessions(&self) -> Result<Vec<AccountSession>, Interrupt> {
        let mut all = Vec::new();
        for account in self.own_accounts()? {
            let sessions: Sessions = self.state().entry_or_default(&sessions_key(&account))?;
            all.extend(shown(sessions, &account, self.now()));
        }
        Ok(all)
    }

    /// Returns the accounts of the speaker.
    pub(crate) fn own_accounts(&self) -> Result<Vec<UserId>, Interrupt> {
        let speaker = &self.request.speaker;
        let linked = self.accounts(&speaker.id)?.all;
        let mut ids: Vec<_> = linked.into_iter().map(|account| account.id).collect();
        if ids.is_empty() {
            ids.push(speaker.account.clone());
        }
        Ok(ids)
    }
}

/// Returns the secret bytes of a link from a random draw.
fn random(seed: &NewMatchSeed) -> [u8; AccountToken::LENGTH] {
    let digest = Sha256::new()
        .chain_update(seed.secret.expose())
        .chain_update(seed.id.to_string())
        .finalize();
    *digest.first_chunk().expect("a digest is longer")
}

/// Returns the open sessions of an account, as its owner may see them.
fn shown(sessions: Sessions, account: &UserId, now: Timestamp) -> Vec<AccountSession> {
    let open = sessions.open.into_iter();
    let open = open.filter(|session| session.is_open(now));
    let shown = |session: Session| AccountSession {
        account: account.clone(),
        digest: session.digest,
        kind: session.kind,
        since: session.since,
        used: session.used,
    };
    open.map(shown).collect()
}

/// Reads the links and sessions of an account. Damaged ones are over.
fn read_sessions(rows: &dyn Rows, account: &UserId) -> Result<Sessions, StoreError> {
    let sessions = unless_damaged(read(rows, &sessions_key(account)))?;
    Ok(sessions.unwrap_or_default())
}

/// Reads the account that a link signs in, if it works.
///
/// # Errors
///
/// The store cannot read.
pub fn read_sign_in_link(
    rows: &dyn Rows,
    token: &AccountToken,
    now: Timestamp,
) -> Result<Option<Speaker>, StoreError> {
    let sessions = read_sessions(rows, token.account())?;
    let link = sessions.link(&token.digest(), now);
    Ok(link.map(|link| Speaker {
        id: token.account().clone(),
        name: link.name.clone(),
    }))
}

/// Reads the account of a session, if it is open, and whether a recent use of it is recorded.
///
/// # Errors
///
/// The store cannot read.
pub fn read_session(
    rows: &dyn Rows,
    token: &AccountToken,
    now: Timestamp,
) -> Result<Option<(Speaker, bool)>, StoreError> {
    let sessions = read_sessions(rows, token.account())?;
    let session = sessions.session(&token.digest(), now);
    Ok(session.map(|session| {
        let speaker = Speaker {
            id: token.account().clone(),
            name: session.name.clone(),
        };
        (speaker, elapsed(session.used, now) < USE_TIME)
    }))
}

/// Reads the match whose board an account has opened in a channel, by its last launch of the Activity.
///
/// # Errors
///
/// The store cannot read.
pub fn read_launch(
    rows: &dyn Rows,
    account: &UserId,
    channel: &ChannelId,
    now: Timestamp,
) -> Result<Option<MatchId>, StoreError> {
    let launch = read_sessions(rows, account)?.launch;
    let launch = launch.filter(|launch| launch.channel == *channel && launch.counts(now));
    Ok(launch.map(|launch| launch.id))
}

/// Reads the open sessions of all accounts of the person with this account.
///
/// # Errors
///
/// The store cannot read.
pub fn read_sessions_of(
    rows: &dyn Rows,
    account: &UserId,
    now: Timestamp,
) -> Result<Vec<AccountSession>, StoreError> {
    let mut all = Vec::new();
    for account in accounts_of(rows, &person_of(rows, account)?)? {
        all.extend(shown(read_sessions(rows, &account)?, &account, now));
    }
    Ok(all)
}
