//! Requests to platforms, with the pauses of their rate limits and with a timeout.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use api::ChatError;

/// The longest wait for a platform that limits requests. The caller keeps its permit of the gate while it waits.
const PATIENCE: Duration = Duration::from_secs(60);

/// The timeout of a question to a platform before the admission of an event.
pub(crate) const QUESTION: Duration = Duration::from_secs(2);

/// Retries a request until the platform accepts it or fails, with the pauses that it asks for. A pause that would last too
/// long is a failure too.
pub(crate) async fn after_pauses<T, Attempt>(
    mut attempt: impl FnMut() -> Attempt,
) -> Result<T, ChatError>
where
    Attempt: Future<Output = Result<T, ChatError>>,
{
    let deadline = Instant::now() + PATIENCE;
    loop {
        match attempt().await {
            Err(ChatError::Limited(pause)) if Instant::now() + pause <= deadline => {
                sleep(pause).await;
            }
            done => return done,
        }
    }
}

/// Awaits the answer of a platform, with a timeout, because all other events would wait too.
pub(crate) async fn in_time<T>(
    question: impl Future<Output = Result<T, ChatError>>,
) -> Result<T, ChatError> {
    let answer = timeout(QUESTION, question).await;
    answer.unwrap_or_else(|_| {
        Err(ChatError::Unavailable(
            "the chat platform took longer than others can wait".to_owned(),
        ))
    })
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_limited_request_is_repeated_after_the_requested_pauses() {
        let begun = Instant::now();
        let mut pauses = [3, 4].into_iter();
        let done = after_pauses(|| {
            let pause = pauses.next().map(Duration::from_secs);
            ready(pause.map_or(Ok(begun.elapsed()), |pause| Err(ChatError::Limited(pause))))
        });
        assert_eq!(done.await.ok(), Some(Duration::from_secs(7)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_platform_that_never_takes_it_is_given_up() {
        let begun = Instant::now();
        let pause = Duration::from_secs(25);
        let done = after_pauses(|| ready(Err::<(), _>(ChatError::Limited(pause)))).await;
        assert!(matches!(done, Err(ChatError::Limited(_))));
        assert_eq!(begun.elapsed(), 2 * pause);
    }
}
