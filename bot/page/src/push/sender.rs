//! Sends messages to push services in the background, with a few retries.

use std::{num::NonZeroU32, sync::Arc, time::Duration};

use data_encoding::BASE64URL_NOPAD;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use jiff::Timestamp;
use reqwest::{Client, StatusCode, header, redirect::Policy};
use ring::error::Unspecified;
use sha2::{Digest, Sha256};
use tokio::sync::{OnceCell, OwnedSemaphorePermit, Semaphore};

use super::{
    encryption::{BrowserKeys, PADDED},
    endpoint::Endpoint,
    services::PushServices,
    vapid::VapidKey,
};
use crate::person::PersonId;
use kit::{Failure, Pauses, pauses, retry};

/// The time in which a push service has to answer.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The number of messages that wait for an answer or for their next try. Others are dropped.
const MOST_WAITING: usize = 512;

/// The messages per minute to the devices of one person. A person has few devices and fewer turns.
const EACH: NonZeroU32 = NonZeroU32::new(60).expect("it is above 0");

/// The number of requests at a time.
const AT_ONCE: usize = 16;

/// The pauses before a message is sent again, and the longest that a push service can ask for.
const PAUSES: Pauses = pauses(Duration::from_secs(2), Duration::from_secs(60)).with_max_times(4);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);

/// The time for which a push service keeps a message for a browser that is offline, in seconds: a day.
const KEPT: u32 = 24 * 3600;

/// The settings of pushes.
#[derive(Clone, Debug, Default)]
pub struct PushSettings {
    /// The services that the page may use.
    pub services: PushServices,
    /// The URL by which a push service finds the operator, if the page is public.
    pub contact: Option<String>,
}

/// A message to a browser.
pub(crate) struct Push {
    pub(crate) endpoint: Endpoint,
    pub(crate) keys: BrowserKeys,
    /// The message, shorter than the size of all messages.
    pub(crate) message: Vec<u8>,
    /// The subject. A push service drops an older message of the same subject that waits for the browser.
    pub(crate) topic: String,
}

/// The reason why a push service takes no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PushError {
    /// The browser wants no more messages.
    #[error("the browser has ended its subscription")]
    Gone,
    /// It refused, with this status.
    #[error("the push service answered {0}")]
    Refused(StatusCode),
    /// The message is too long, or the system has no random numbers.
    #[error("the message cannot be encrypted")]
    Unencrypted,
}

impl From<Unspecified> for PushError {
    fn from(_: Unspecified) -> PushError {
        PushError::Unencrypted
    }
}

/// Sends messages.
pub(crate) struct Pusher {
    pub(crate) services: PushServices,
    contact: Option<String>,
    client: OnceCell<Client>,
    waiting: Arc<Semaphore>,
    each: DefaultKeyedRateLimiter<PersonId>,
    at_once: Semaphore,
}

impl Pusher {
    /// The longest message, in bytes.
    pub(crate) const LONGEST: usize = PADDED - 1;

    pub(crate) fn new(settings: PushSettings) -> Pusher {
        Pusher {
            services: settings.services,
            contact: settings.contact,
            client: OnceCell::new(),
            waiting: Arc::new(Semaphore::new(MOST_WAITING)),
            each: RateLimiter::keyed(Quota::per_minute(EACH)),
            at_once: Semaphore::new(AT_ONCE),
        }
    }

    /// Returns a place in the queue for a message to a device of this person, or `None` if it is full, or if they take too many.
    pub(crate) fn place(&self, id: PersonId) -> Option<OwnedSemaphorePermit> {
        if self.each.len() > MOST_WAITING {
            self.each.retain_recent();
        }
        self.each.check_key(&id).ok()?;
        Arc::clone(&self.waiting).try_acquire_owned().ok()
    }

    /// Sends a message, with a few retries. A push service that is slow or away delays no other message for long.
    pub(crate) async fn send(&self, push: &Push, key: &VapidKey) -> Result<(), Failure<PushError>> {
        let body = push.keys.encrypt(&push.message).map_err(refused)?;
        let sent = retry("a push to a browser", PAUSES, || {
            self.request(push, key, body.clone())
        });
        sent.await
    }

    async fn request(
        &self,
        push: &Push,
        key: &VapidKey,
        body: Vec<u8>,
    ) -> Result<(), Failure<PushError>> {
        // The operator may have named other services since the browser subscribed.
        if !self.services.have(push.endpoint.url()) {
            return Err(Failure::Refused(PushError::Gone));
        }
        let _turn = self.at_once.acquire().await;
        let client = self.client.get_or_try_init(async || client());
        let client = client.await.map_err(later)?;
        let now = Timestamp::now().as_second();
        let service = push.endpoint.service();
        let authorization = key.authorization(&service, self.contact.as_deref(), now);
        let request = client
            .post(push.endpoint.url().clone())
            .header(header::AUTHORIZATION, authorization.map_err(refused)?)
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header("ttl", KEPT)
            .header("urgency", "high")
            .header("topic", topic(push));
        // The body of the answer is never read.
        let answer = request.body(body).send().await.map_err(later)?;
        let pause = answer.headers().get(header::RETRY_AFTER);
        let pause = pause.and_then(|pause| pause.to_str().ok()?.parse().ok());
        match answer.status() {
            status if status.is_success() => Ok(()),
            StatusCode::NOT_FOUND | StatusCode::GONE => Err(Failure::Refused(PushError::Gone)),
            status if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() => {
                Err(match pause {
                    Some(pause) => Failure::Limited(LONGEST_PAUSE.min(Duration::from_secs(pause))),
                    None => Failure::Later(format!("the push service answered {status}")),
                })
            }
            status => Err(Failure::Refused(PushError::Refused(status))),
        }
    }
}

/// Builds the HTTP client. A redirect could lead to any other address.
fn client() -> Result<Client, reqwest::Error> {
    Client::builder()
        .redirect(Policy::none())
        .timeout(TIMEOUT)
        .build()
}

/// Returns the subject of a message, which tells a push service nothing of the match.
fn topic(push: &Push) -> String {
    let digest = Sha256::digest(format!("{} {}", push.endpoint.url(), push.topic));
    BASE64URL_NOPAD.encode(&digest[..24])
}

fn refused(error: Unspecified) -> Failure<PushError> {
    Failure::Refused(error.into())
}

/// The address is a secret of the browser.
fn later(error: reqwest::Error) -> Failure<PushError> {
    Failure::Later(error.without_url().to_string())
}
