//! The state that all requests share.

use std::{
    collections::HashMap,
    hash::Hash,
    net::IpAddr,
    num::NonZeroU32,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::http::{HeaderMap, StatusCode};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use render::{Renderer, Size, Theme};
use tokio::{sync::Semaphore, time::Instant};

use super::{
    access::{Access, PageHost},
    adapter::Playground,
    closing::Closing,
    connections::{Client, LineOwner},
    guard,
    lag::Lags,
    page::ScreenReader,
    person::{PersonId, SignedIn},
    problem::Problem,
    stored::StoreFailure,
    wire::StoredAnswer,
};
use api::{
    ActivityProvider, Event, IdentityProvider, Listener, NoBoard, PageAccounts, Platform,
    ServerAccess, ServerId, UserId, WidgetIdentity,
};
use handbook::DiagramRenderer;
use kit::lock;

/// The time in which the body of a request has to arrive.
const BODY_TIME: Duration = Duration::from_secs(10);

/// The longest body of a request, in bytes.
pub(super) const MAX_BODY: usize = 16 * 1024;

/// The memory of a live line for the frames that it receives, in bytes. They are short, and there are many lines.
pub(super) const LINE_BUFFER: usize = 4 * 1024;

/// The time for which a page waits for the bot's answer.
const ANSWER_TIME: Duration = Duration::from_secs(15);

/// The time that a repeated request waits before it gets the stored answer.
const REPEAT_TIME: Duration = Duration::from_secs(3);

/// The time for which a page waits for completions.
const COMPLETION_TIME: Duration = Duration::from_secs(3);

/// The interval at which an open page is pinged.
const PING_TIME: Duration = Duration::from_secs(30);

/// The messages and completions of each person per second.
const SAYINGS: u32 = 20;
const TYPINGS: u32 = 40;

/// The lists of games of each person per second.
const GAMES: u32 = 2;

/// The lines of the engine of each person per second.
const ENGINE_LINES: u32 = 1;

/// The sign-ins per second of a caller, and of all strangers together.
const SIGN_INS: [u32; 2] = [20, 20];

/// The sign-ins on a public page: of a caller per minute, and of all strangers together per second. Names are scarce, and many
/// strangers want one.
const PUBLIC_SIGN_INS: [u32; 2] = [6, 2];

/// The boards per second that a caller can request, and all strangers together. The boards on a live connection do not count,
/// except those that the page requests.
const BOARDS: [u32; 2] = [50, 100];

/// The requests per minute of a caller for matches that they may not see or that do not exist. After more of them the caller has to
/// pause, because ids can be guessed.
pub(super) const MISSES: u32 = 60;

/// The pause of a caller after too many guesses.
pub(super) const MISSES_PAUSE: Duration = Duration::from_secs(60);

/// The pictures of boards per second that a stranger can request, and all strangers together.
const PICTURES: [u32; 2] = [5, 20];

/// The pictures of the handbook per second that are drawn for a caller, and for all strangers together. A page has many.
const PLATES: [u32; 2] = [100, 200];

/// The animations per second that a caller can request, and all strangers together.
const ANIMATIONS: [u32; 2] = [2, 4];

/// The lookups of secrets per second for doubted connections from one address, and for all of them together.
const PROOFS: [u32; 2] = [50, 100];

/// The lookups of sign-in links, and of people who come back from Discord, per second from an address.
const LINKS: u32 = 10;

/// The number of people at a time who wait for the answer of another platform about their account.
const PROVIDERS: usize = 32;

/// The number of callers that a limit counts before it forgets those without recent requests.
pub(super) const MOST_CALLERS: usize = 4096;

/// The width of a picture of the handbook in pixels.
pub(super) const PLATE_SIZE: Size = Size::new(360).expect("a size may be 360");

/// The state that all requests share.
#[derive(Clone)]
pub(super) struct Server {
    pub(super) playground: Arc<Playground>,
    pub(super) listener: Arc<dyn Listener>,
    pub(super) accounts: Arc<dyn PageAccounts>,
    pub(super) providers: Providers,
    pub(super) host: Arc<PageHost>,
    pub(super) closing: Closing,
    pub(super) limits: Arc<RateLimits>,
    /// Draws the pictures of the handbook.
    pub(super) renderer: Arc<Renderer>,
    pub(super) diagrams: Arc<DiagramRenderer>,
    /// Does the same for dark pages.
    pub(super) dark_diagrams: Arc<DiagramRenderer>,
    pub(super) patience: Patience,
    pub(super) lags: Arc<Lags>,
}

/// The platforms that sign people in on the page.
#[derive(Clone, Default)]
pub struct Providers {
    /// Discord, if people can sign in there.
    pub discord: Option<Arc<dyn IdentityProvider>>,
    /// The Activity, if people can open the page inside Discord.
    pub activity: Option<Arc<dyn ActivityProvider>>,
    /// Matrix, if its clients show the page as a widget.
    pub widget: Option<Arc<dyn WidgetIdentity>>,
}

impl Providers {
    /// Returns Discord, if people can sign in there.
    pub(super) fn discord(&self) -> Result<&dyn IdentityProvider, Problem> {
        self.discord.as_deref().ok_or_else(Problem::nothing)
    }

    /// Returns the Activity, if people can open the page inside Discord.
    pub(super) fn activity(&self) -> Result<&dyn ActivityProvider, Problem> {
        self.activity.as_deref().ok_or_else(Problem::nothing)
    }

    /// Returns Matrix, if its clients show the page as a widget.
    pub(super) fn widget(&self) -> Result<&dyn WidgetIdentity, Problem> {
        self.widget.as_deref().ok_or_else(Problem::nothing)
    }
}

/// The timeouts of the bot and of the page.
#[derive(Clone, Copy)]
pub(super) struct Patience {
    pub(super) body: Duration,
    pub(super) answer: Duration,
    pub(super) repeat: Duration,
    pub(super) completion: Duration,
    /// The interval between two pings of a page.
    pub(super) ping: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            body: BODY_TIME,
            answer: ANSWER_TIME,
            repeat: REPEAT_TIME,
            completion: COMPLETION_TIME,
            ping: PING_TIME,
        }
    }
}

pub(super) struct RateLimits {
    /// The limit of secrets on connections that have carried an unknown secret.
    pub(super) proofs: CallerLimit,
    pub(super) sign_ins: CallerLimit,
    /// The limit of sign-in links, and of people who come back from Discord.
    pub(super) links: KeyedLimit<IpAddr>,
    /// The places of those who wait for the answer of another platform about their account.
    pub(super) providers: Semaphore,
    pub(super) sayings: KeyedLimit<PersonId>,
    pub(super) typings: KeyedLimit<PersonId>,
    pub(super) games: KeyedLimit<PersonId>,
    pub(super) engine_lines: KeyedLimit<PersonId>,
    pub(super) boards: CallerLimit,
    pub(super) misses: MissLimit,
    pub(super) pictures: CallerLimit,
    pub(super) animations: CallerLimit,
    /// The limit of pictures of the handbook that are drawn for a request.
    pub(super) plates: CallerLimit,
    /// The limit of requests to the handbook and to the analysis board.
    pub(super) studies: CallerLimit,
}

/// The unit that requests are counted by.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Caller {
    /// A signed-in person.
    Person(PersonId),
    /// All strangers at an address.
    Stranger(IpAddr),
}

impl Caller {
    /// Returns the signed-in person, if it is one.
    pub(super) fn person(self) -> Option<PersonId> {
        match self {
            Caller::Person(id) => Some(id),
            Caller::Stranger(_) => None,
        }
    }

    /// Returns the owner of their live connections.
    pub(super) fn line_owner(self) -> LineOwner {
        match self {
            Caller::Person(id) => LineOwner::Person(id),
            Caller::Stranger(address) => LineOwner::Stranger(address),
        }
    }
}

/// The sender of a request.
#[derive(Clone)]
pub(super) struct Sender {
    /// The unit that their requests are counted by.
    pub(super) caller: Caller,
    /// Their account, if they have signed in.
    pub(super) user: Option<UserId>,
}

/// A rate limit for each caller of some kind.
pub(super) struct KeyedLimit<K: Clone + Eq + Hash>(DefaultKeyedRateLimiter<K>);

impl<K: Clone + Eq + Hash> KeyedLimit<K> {
    /// Creates the limit of each caller.
    pub(super) fn new(each: Quota) -> KeyedLimit<K> {
        KeyedLimit(RateLimiter::keyed(each))
    }

    /// Counts a request.
    ///
    /// # Errors
    ///
    /// The caller has made too many.
    pub(super) fn check(&self, caller: &K) -> Result<(), Problem> {
        if self.0.len() >= MOST_CALLERS {
            self.0.retain_recent();
            self.0.shrink_to_fit();
        }
        Ok(self.0.check_key(caller)?)
    }

    /// Returns the number of callers in memory.
    #[cfg(test)]
    pub(super) fn n_callers(&self) -> usize {
        self.0.len()
    }
}

/// The rate limit of callers. Strangers share a separate limit, so that they take nothing from known people.
pub(super) struct CallerLimit {
    each: KeyedLimit<Caller>,
    strangers: DefaultDirectRateLimiter,
}

impl CallerLimit {
    /// Creates the limits of each caller, and of all strangers together.
    pub(super) fn new([each, strangers]: [Quota; 2]) -> CallerLimit {
        CallerLimit {
            each: KeyedLimit::new(each),
            strangers: RateLimiter::direct(strangers),
        }
    }

    /// Counts a request.
    ///
    /// # Errors
    ///
    /// The caller has made too many, or is a stranger and all strangers have.
    pub(super) fn check(&self, caller: Caller) -> Result<(), Problem> {
        self.each.check(&caller)?;
        if let Caller::Stranger(_) = caller {
            self.strangers.check()?;
        }
        Ok(())
    }
}

/// The limit of requests of each caller for unknown matches. At the limit the caller gets no match at all, so that guesses find
/// none.
pub(super) struct MissLimit {
    each: KeyedLimit<Caller>,
    /// The callers that have to pause, each until this time.
    paused: Mutex<HashMap<Caller, Instant>>,
}

impl Default for MissLimit {
    fn default() -> MissLimit {
        MissLimit {
            each: KeyedLimit::new(per_minute(MISSES)),
            paused: Mutex::default(),
        }
    }
}

impl MissLimit {
    /// Checks that a caller does not have to pause.
    ///
    /// # Errors
    ///
    /// They have guessed too often.
    pub(super) fn check(&self, caller: Caller) -> Result<(), Problem> {
        let mut paused = lock(&self.paused);
        match paused.get(&caller) {
            Some(until) if *until > Instant::now() => Err(Problem::too_often()),
            Some(_) => {
                paused.remove(&caller);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Counts a request of a caller, if it found no match.
    pub(super) fn count(&self, caller: Caller, is_miss: bool) {
        if !is_miss || self.each.check(&caller).is_ok() {
            return;
        }
        let now = Instant::now();
        let mut paused = lock(&self.paused);
        if paused.len() >= MOST_CALLERS {
            paused.retain(|_, until| *until > now);
        }
        if paused.len() < MOST_CALLERS {
            paused.insert(caller, now + MISSES_PAUSE);
        }
    }
}

fn per_minute(most: u32) -> Quota {
    Quota::per_minute(NonZeroU32::new(most).expect("all limits are above 0"))
}

fn quota(per_second: u32) -> Quota {
    Quota::per_second(NonZeroU32::new(per_second).expect("all limits are above 0"))
}

impl Default for RateLimits {
    fn default() -> RateLimits {
        RateLimits {
            proofs: CallerLimit::new(PROOFS.map(quota)),
            sign_ins: CallerLimit::new(SIGN_INS.map(quota)),
            links: KeyedLimit::new(quota(LINKS)),
            providers: Semaphore::new(PROVIDERS),
            sayings: KeyedLimit::new(quota(SAYINGS)),
            typings: KeyedLimit::new(quota(TYPINGS)),
            games: KeyedLimit::new(quota(GAMES)),
            engine_lines: KeyedLimit::new(quota(ENGINE_LINES)),
            boards: CallerLimit::new(BOARDS.map(quota)),
            misses: MissLimit::default(),
            pictures: CallerLimit::new(PICTURES.map(quota)),
            animations: CallerLimit::new(ANIMATIONS.map(quota)),
            plates: CallerLimit::new(PLATES.map(quota)),
            studies: CallerLimit::new(BOARDS.map(quota)),
        }
    }
}

impl Server {
    pub(super) fn new(
        playground: Arc<Playground>,
        listener: Arc<dyn Listener>,
        accounts: Arc<dyn PageAccounts>,
        providers: Providers,
        host: PageHost,
        closing: Closing,
    ) -> Server {
        let mut limits = RateLimits::default();
        if host.access != Access::Local {
            let [each_minute, all_strangers] = PUBLIC_SIGN_INS;
            limits.sign_ins = CallerLimit::new([per_minute(each_minute), quota(all_strangers)]);
        }
        Server {
            playground,
            listener,
            accounts,
            providers,
            host: Arc::new(host),
            closing,
            limits: Arc::new(limits),
            renderer: Arc::default(),
            diagrams: Arc::new(DiagramRenderer::new(PLATE_SIZE, Theme::LIGHT)),
            dark_diagrams: Arc::new(DiagramRenderer::new(PLATE_SIZE, Theme::DARK)),
            patience: Patience::default(),
            lags: Arc::default(),
        }
    }

    /// Returns the reader of a screen.
    pub(super) fn screen_reader(&self, headers: &HeaderMap) -> ScreenReader {
        ScreenReader {
            language: guard::reader(headers),
            admits_guests: self.host.admits_guests(),
            has_discord: self.providers.discord.is_some(),
        }
    }

    /// Authenticates the sender of a request.
    pub(super) fn signed_in(
        &self,
        headers: &HeaderMap,
        client: &Client,
    ) -> Result<SignedIn, Problem> {
        let secret = guard::secret(headers).ok_or_else(Problem::stranger)?;
        self.owner_of(secret, client)?.ok_or_else(Problem::stranger)
    }

    /// Returns the owner of a secret: the account of a session, or a guest, unless the page admits none.
    pub(super) fn authenticate(&self, secret: &str) -> Result<Option<SignedIn>, StoreFailure> {
        if let Ok(session) = secret.parse() {
            self.person_of_session(&session)
        } else if self.host.admits_guests() {
            self.playground.authenticate(secret)
        } else {
            Ok(None)
        }
    }

    /// Returns the page as a server, with the rights of a person. Nobody manages a public page, because anybody can be its first
    /// guest.
    pub(super) fn server_of(&self, id: PersonId) -> Result<ServerAccess, StoreFailure> {
        let is_local = self.host.access == Access::Local;
        Ok(ServerAccess {
            id: ServerId::new(Platform::Playground, "page"),
            may_manage: is_local && self.playground.manager()? == Some(id),
        })
    }

    /// Looks up the owner of a secret. On a connection that has carried an unknown secret, this counts the request first. So
    /// guesses cost the store no more than other requests of strangers.
    fn owner_of(&self, secret: &str, client: &Client) -> Result<Option<SignedIn>, Problem> {
        if client.seat.is_doubted() {
            self.limits.proofs.check(Caller::Stranger(client.address))?;
        }
        let owner = self.authenticate(secret)?;
        if owner.is_none() {
            client.seat.doubt();
        }
        Ok(owner)
    }

    /// Returns the sender of a request with a secret, or without one. A deleted person is a stranger.
    pub(super) fn sender(&self, secret: Option<&str>, client: &Client) -> Result<Sender, Problem> {
        let person = match secret {
            Some(secret) => self.owner_of(secret, client)?,
            None => None,
        };
        Ok(match person {
            Some(SignedIn { id, speaker, .. }) => Sender {
                caller: Caller::Person(id),
                user: Some(speaker.id),
            },
            None => Sender {
                caller: Caller::Stranger(client.address),
                user: None,
            },
        })
    }

    /// Waits for the board or the picture of a match that a caller requests, and counts the request if there is no such match.
    pub(super) async fn find_match<T>(
        &self,
        caller: Caller,
        sought: impl Future<Output = Result<T, NoBoard>>,
    ) -> Result<T, Problem> {
        let is_miss = |why: &NoBoard| *why == NoBoard::Unknown;
        let found = self.count_misses(caller, is_miss, sought).await?;
        found.map_err(Problem::of_no_board)
    }

    /// Waits for a part of a match that a caller requests, unless they have to pause. Counts the errors that can mean that
    /// there is no such match.
    pub(super) async fn count_misses<T, E>(
        &self,
        caller: Caller,
        is_miss: impl FnOnce(&E) -> bool,
        sought: impl Future<Output = Result<T, E>>,
    ) -> Result<Result<T, E>, Problem> {
        self.limits.misses.check(caller)?;
        let found = sought.await;
        let is_miss = found.as_ref().err().is_some_and(is_miss);
        self.limits.misses.count(caller, is_miss);
        Ok(found)
    }

    /// Hands an event to the bot and waits for the answer. The bot handles a repeated request again, because the answer can
    /// differ now ("not confirmed" before). If the bot is silent, the stored answer counts.
    pub(super) async fn submit(
        &self,
        event: Event,
        person: PersonId,
        id: &str,
    ) -> Result<StoredAnswer, Problem> {
        let mut waiter = self.playground.answers.wait(event.id.clone());
        let kept = self.playground.kept_answer(person, id)?;
        let listener = Arc::clone(&self.listener);
        // The bot completes the event even if the page closes in the meantime.
        tokio::spawn(async move { listener.hear(event).await });
        let patience = if kept.is_some() {
            self.patience.repeat
        } else {
            self.patience.answer
        };
        let mut closing = self.closing.clone();
        let answer = tokio::select! {
            answer = tokio::time::timeout(patience, waiter.value()) => answer.ok().flatten(),
            () = closing.wait() => return Err(Problem::restarting()),
        };
        answer
            .or(kept)
            .ok_or_else(|| Problem::new(StatusCode::GATEWAY_TIMEOUT, text::page_no_answer()))
    }
}
