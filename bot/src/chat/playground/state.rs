//! What every request of a page needs.

use std::{num::NonZeroU32, sync::Arc, time::Duration};

use axum::http::{HeaderMap, StatusCode};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use render::{Renderer, Size, Theme};

use super::{
    adapter::Playground,
    closing::Closing,
    guard::{self, Port},
    person::{PersonId, SignedIn},
    problem::Problem,
    wire::StoredAnswer,
};
use crate::{
    handbook::Press,
    ports::{Event, Listener},
    words,
};

/// How long the body of a request may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(10);

/// How long the body of a request may be, in bytes.
pub(super) const MAX_BODY: usize = 16 * 1024;

/// How long a page waits for the bot's answer.
const ANSWER_TIME: Duration = Duration::from_secs(15);

/// How long a page that asks again waits before it gets the answer that was kept.
const REPEAT_TIME: Duration = Duration::from_secs(3);

/// How long a page waits for completions.
const COMPLETION_TIME: Duration = Duration::from_secs(3);

/// How often an open page is asked whether it is still there.
const PING_TIME: Duration = Duration::from_secs(30);

/// How fast people may sign in, all together, and each may speak and type, per second.
const SIGN_INS: u32 = 20;
const SAYINGS: u32 = 20;
const TYPINGS: u32 = 40;

/// How many boards are asked for per second, by all together; who watches one is shown it besides.
const BOARDS: u32 = 100;

/// The width of a picture of the handbook in pixels.
pub(super) const PLATE_SIZE: Size = Size::new(360).expect("a size may be 360");

/// What every request needs.
#[derive(Clone)]
pub(super) struct Server {
    pub(super) playground: Arc<Playground>,
    pub(super) listener: Arc<dyn Listener>,
    pub(super) port: Port,
    pub(super) closing: Closing,
    pub(super) limits: Arc<RateLimits>,
    /// Draws the pictures of the handbook.
    pub(super) renderer: Arc<Renderer>,
    pub(super) press: Arc<Press>,
    /// The same for dark pages.
    pub(super) dark_press: Arc<Press>,
    pub(super) patience: Patience,
}

/// How long to wait for the bot, and for the page.
#[derive(Clone, Copy)]
pub(super) struct Patience {
    pub(super) body: Duration,
    pub(super) answer: Duration,
    pub(super) repeat: Duration,
    pub(super) completion: Duration,
    /// How long after one look for a page that has gone away the next one is.
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
    pub(super) sign_ins: DefaultDirectRateLimiter,
    pub(super) sayings: DefaultKeyedRateLimiter<PersonId>,
    pub(super) typings: DefaultKeyedRateLimiter<PersonId>,
    pub(super) boards: DefaultDirectRateLimiter,
    /// Of the handbook, which whoever has not said who they are may try too.
    pub(super) studies: DefaultDirectRateLimiter,
}

impl Default for RateLimits {
    fn default() -> RateLimits {
        let quota = |per_second| {
            Quota::per_second(NonZeroU32::new(per_second).expect("all limits are above 0"))
        };
        RateLimits {
            sign_ins: RateLimiter::direct(quota(SIGN_INS)),
            sayings: RateLimiter::keyed(quota(SAYINGS)),
            typings: RateLimiter::keyed(quota(TYPINGS)),
            boards: RateLimiter::direct(quota(BOARDS)),
            studies: RateLimiter::direct(quota(BOARDS)),
        }
    }
}

impl Server {
    pub(super) fn new(
        playground: Arc<Playground>,
        listener: Arc<dyn Listener>,
        port: u16,
        closing: Closing,
    ) -> Server {
        Server {
            playground,
            listener,
            port: Port(port),
            closing,
            limits: Arc::default(),
            renderer: Arc::default(),
            press: Arc::new(Press::new(PLATE_SIZE, Theme::LIGHT)),
            dark_press: Arc::new(Press::new(PLATE_SIZE, Theme::DARK)),
            patience: Patience::default(),
        }
    }

    /// Who sends this request.
    pub(super) fn signed_in(&self, headers: &HeaderMap) -> Result<SignedIn, Problem> {
        let secret = guard::bearer(headers).ok_or_else(Problem::stranger)?;
        let person = self.playground.authenticate(secret)?;
        person.ok_or_else(Problem::stranger)
    }

    /// Hands an event to the bot and waits for the answer. Who asks again is heard again, since the answer may be
    /// another one now ("not confirmed" before); should the bot be silent, the answer that was kept serves.
    pub(super) async fn ask(
        &self,
        event: Event,
        person: PersonId,
        id: &str,
    ) -> Result<StoredAnswer, Problem> {
        let mut waiter = self.playground.answers.wait(event.id.clone());
        let kept = self.playground.kept_answer(person, id)?;
        let listener = Arc::clone(&self.listener);
        // Once begun the bot hears all of it, even if the page goes away meanwhile.
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
            .ok_or_else(|| Problem::new(StatusCode::GATEWAY_TIMEOUT, words::page_no_answer()))
    }
}
