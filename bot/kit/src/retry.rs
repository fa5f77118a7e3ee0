//! Retries, and the pauses between them.

use std::{fmt, time::Duration};

use backon::{ExponentialBuilder, Retryable};
use tracing::warn;

use super::Failure;

/// The pauses between retries.
pub type Pauses = ExponentialBuilder;

/// Returns endless pauses: the first one, then each twice as long as the one before, up to the longest. Random jitter makes
/// each up to twice as long, so that not all clients come back at once.
pub const fn pauses(first: Duration, longest: Duration) -> Pauses {
    ExponentialBuilder::new()
        .with_min_delay(first)
        .with_max_delay(longest)
        .without_max_times()
        .with_jitter()
}

/// Retries a request until it succeeds, fails for good, or no pause is left. `what` names it in the log.
pub async fn retry<T, R: fmt::Debug, Attempt>(
    what: &'static str,
    pauses: Pauses,
    attempt: impl FnMut() -> Attempt,
) -> Result<T, Failure<R>>
where
    Attempt: Future<Output = Result<T, Failure<R>>>,
{
    let retry = attempt.retry(pauses).when(Failure::may_pass);
    let note = |failure: &Failure<R>, _| warn!(what, ?failure, "failed; retrying");
    let adjust = |failure: &Failure<R>, pause: Option<Duration>| match failure {
        Failure::Limited(limit) => pause.map(|pause| pause.max(*limit)),
        _ => pause,
    };
    retry.notify(note).adjust(adjust).await
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use tokio::time::Instant;

    use super::*;

    const PAUSES: Pauses = pauses(Duration::from_secs(1), Duration::from_secs(4));

    #[tokio::test(start_paused = true)]
    async fn a_temporary_failure_is_retried_after_growing_pauses() {
        let begun = Instant::now();
        let mut n_attempts = 0;
        let done: Result<u32, Failure<String>> = retry("a test", PAUSES, || {
            n_attempts += 1;
            ready(match n_attempts {
                6 => Ok(6),
                2 => Err(Failure::Outage("the store".to_owned())),
                _ => Err(Failure::Later("the platform".to_owned())),
            })
        })
        .await;
        assert_eq!(done.ok(), Some(6));
        let waited = begun.elapsed().as_secs();
        assert!((15..=30).contains(&waited), "{waited} s");
    }

    #[tokio::test(start_paused = true)]
    async fn a_retry_waits_as_long_as_the_platform_asks() {
        let begun = Instant::now();
        let mut n_attempts = 0;
        let done: Result<(), Failure<String>> = retry("a test", PAUSES, || {
            n_attempts += 1;
            ready(match n_attempts {
                1 => Err(Failure::Limited(Duration::from_secs(30))),
                _ => Ok(()),
            })
        })
        .await;
        assert!(done.is_ok());
        assert_eq!(begun.elapsed(), Duration::from_secs(30));
    }

    /// Returns the number of tries of a request that fails like this.
    async fn n_attempts(pauses: Pauses, failure: impl Fn() -> Failure<&'static str>) -> usize {
        let mut n_attempts = 0;
        let ended: Result<(), _> = retry("a test", pauses, || {
            n_attempts += 1;
            ready(Err(failure()))
        })
        .await;
        assert!(ended.is_err());
        n_attempts
    }

    #[tokio::test(start_paused = true)]
    async fn a_permanent_failure_is_not_retried_and_retries_are_limited() {
        assert_eq!(n_attempts(PAUSES, || Failure::Refused("no")).await, 1);
        assert_eq!(n_attempts(PAUSES, || Failure::LoggedOut("who")).await, 1);
        let unusable = || Failure::Unusable("damaged".to_owned());
        assert_eq!(n_attempts(PAUSES, unusable).await, 1);
        let later = || Failure::Later("later".to_owned());
        assert_eq!(n_attempts(PAUSES.with_max_times(3), later).await, 4);
    }
}
