//! Discord's rate limits, as its responses report them.

use std::{collections::HashMap, sync::Mutex, time::Duration};

use reqwest::header::HeaderMap;
use serenity::http::{LightMethod, RatelimitingBucket, Request, Route, StatusCode};
use tokio::time::Instant;

use kit::lock;

/// A rate limit bucket: requests that Discord counts together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum LimitBucket {
    /// All requests of the bot except the answers to interactions.
    All,
    /// The requests with one method on a route, for one channel or server.
    Route(LightMethod, RatelimitingBucket),
    /// The requests with the token of one interaction; the path contains the token.
    Interaction(LightMethod, String),
}

impl LimitBucket {
    pub(super) fn of(request: &Request<'_>) -> LimitBucket {
        let (method, route) = (*request.method_ref(), request.route_ref());
        match route {
            Route::InteractionResponse { .. }
            | Route::WebhookFollowupMessages { .. }
            | Route::WebhookOriginalInteractionResponse { .. } => {
                LimitBucket::Interaction(method, route.path().into_owned())
            }
            route => LimitBucket::Route(method, route.ratelimiting_bucket()),
        }
    }

    /// Tells whether its requests do not count in the limit of all requests, as the answers to interactions.
    fn is_exempt(&self) -> bool {
        matches!(self, LimitBucket::Interaction(..))
    }
}

/// The exhausted buckets, each with the time of its reset.
#[derive(Default)]
pub(super) struct RequestLimits(Mutex<HashMap<LimitBucket, Instant>>);

impl RequestLimits {
    /// Returns when a request that counts in this bucket may be sent, or `None` if now.
    pub(super) fn until(&self, bucket: &LimitBucket) -> Option<Instant> {
        let limits = lock(&self.0);
        let of_all = limits.get(&LimitBucket::All);
        let of_all = of_all.filter(|_| !bucket.is_exempt());
        let until = limits.get(bucket).max(of_all);
        until.copied().filter(|until| *until > Instant::now())
    }

    /// Reads the rate limits from a response. Returns the pause that Discord asks for if it refused for that reason.
    pub(super) fn read(
        &self,
        bucket: &LimitBucket,
        status: StatusCode,
        headers: &HeaderMap,
    ) -> Option<Duration> {
        if number(headers, "x-ratelimit-remaining") == Some(0.0)
            && let Some(pause) = seconds(headers, "x-ratelimit-reset-after")
        {
            self.pause(bucket.clone(), pause);
        }
        if status != StatusCode::TOO_MANY_REQUESTS {
            return None;
        }
        let pause = seconds(headers, "retry-after")?;
        let is_global = headers.contains_key("x-ratelimit-global");
        let whose = if is_global && !bucket.is_exempt() {
            LimitBucket::All
        } else {
            bucket.clone()
        };
        self.pause(whose, pause);
        Some(pause)
    }

    /// Pauses a bucket. Of two pauses the longer one counts.
    fn pause(&self, bucket: LimitBucket, pause: Duration) {
        let now = Instant::now();
        let mut limits = lock(&self.0);
        if limits.len() == limits.capacity() {
            limits.retain(|_, until| *until > now);
        }
        let until = limits.entry(bucket).or_insert(now);
        *until = (*until).max(now + pause);
    }
}

fn number(headers: &HeaderMap, name: &str) -> Option<f64> {
    headers.get(name)?.to_str().ok()?.parse().ok()
}

fn seconds(headers: &HeaderMap, name: &str) -> Option<Duration> {
    // A year is longer than any real wait, and far less than a clock can show.
    const LONGEST: Duration = Duration::from_secs(366 * 24 * 60 * 60);
    let pause = Duration::try_from_secs_f64(number(headers, name)?).ok()?;
    Some(pause.min(LONGEST))
}

#[cfg(test)]
mod tests {
    use serenity::all::{ChannelId, MessageId};

    use super::*;

    fn of_message(channel: u64, message: u64, method: LightMethod) -> LimitBucket {
        let route = Route::ChannelMessage {
            channel_id: ChannelId::new(channel),
            message_id: MessageId::new(message),
        };
        LimitBucket::of(&Request::new(route, method))
    }

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pairs = pairs.iter().map(|(name, value)| {
            let value = value.parse().expect("a header is plain text");
            (name.parse().expect("a name"), value)
        });
        pairs.collect()
    }

    #[tokio::test(start_paused = true)]
    async fn the_messages_of_a_channel_are_counted_together_and_methods_apart() {
        let limits = RequestLimits::default();
        let patched = of_message(1, 2, LightMethod::Patch);
        let headers = headers(&[
            ("x-ratelimit-remaining", "0"),
            ("x-ratelimit-reset-after", "2.5"),
        ]);
        assert_eq!(limits.read(&patched, StatusCode::OK, &headers), None);
        let until = Instant::now() + Duration::from_millis(2500);
        let another = of_message(1, 3, LightMethod::Patch);
        assert_eq!(limits.until(&another), Some(until));
        for free in [
            of_message(1, 2, LightMethod::Delete),
            of_message(4, 2, LightMethod::Patch),
            LimitBucket::All,
        ] {
            assert_eq!(limits.until(&free), None, "{free:?}");
        }
        tokio::time::advance(Duration::from_millis(2500)).await;
        assert_eq!(limits.until(&another), None);
    }

    #[tokio::test(start_paused = true)]
    async fn no_limit_is_forgotten_before_it_is_over_nor_shortened_by_a_later_one() {
        let limits = RequestLimits::default();
        let bucket = |n: u64| of_message(n, 1, LightMethod::Post);
        for seconds in ["9", "1"] {
            let headers = headers(&[("retry-after", seconds)]);
            for n in 1..20_000 {
                limits.read(&bucket(n), StatusCode::TOO_MANY_REQUESTS, &headers);
            }
        }
        let until = Instant::now() + Duration::from_secs(9);
        assert!((1..20_000).all(|n| limits.until(&bucket(n)) == Some(until)));
        tokio::time::advance(Duration::from_secs(9)).await;
        for n in 20_000..60_000 {
            let headers = headers(&[("retry-after", "0.5")]);
            limits.read(&bucket(n), StatusCode::TOO_MANY_REQUESTS, &headers);
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        assert!(lock(&limits.0).len() < 40_000, "what is over is forgotten");
    }

    #[tokio::test(start_paused = true)]
    async fn a_limit_on_all_requests_leaves_the_answers_to_interactions_free() {
        let limits = RequestLimits::default();
        let headers = headers(&[("retry-after", "3"), ("x-ratelimit-global", "true")]);
        let refused = StatusCode::TOO_MANY_REQUESTS;
        let posted = of_message(1, 2, LightMethod::Post);
        let answered = LimitBucket::Interaction(LightMethod::Post, "token".to_owned());
        let pause = Some(Duration::from_secs(3));
        assert_eq!(limits.read(&posted, refused, &headers), pause);
        assert!(limits.until(&LimitBucket::All).is_some());
        assert_eq!(limits.until(&answered), None);
        assert!(limits.until(&posted).is_some());
        let limits = RequestLimits::default();
        assert_eq!(limits.read(&answered, refused, &headers), pause);
        assert!(limits.until(&answered).is_some());
        assert_eq!(limits.until(&LimitBucket::All), None);
    }
}
