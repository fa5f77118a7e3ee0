//! Requests to platforms that take few at a time.

use tokio::time::sleep;

use crate::ports::ChatError;

/// Tries something until the platform takes it or fails, with the pauses that it asks for.
pub(super) async fn after_pauses<T, Attempt>(
    mut attempt: impl FnMut() -> Attempt,
) -> Result<T, ChatError>
where
    Attempt: Future<Output = Result<T, ChatError>>,
{
    loop {
        match attempt().await {
            Err(ChatError::Limited(pause)) => sleep(pause).await,
            done => return done,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{future::ready, time::Duration};

    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_a_platform_takes_later_is_tried_then() {
        let begun = Instant::now();
        let mut pauses = [3, 4].into_iter();
        let done = after_pauses(|| {
            let pause = pauses.next().map(Duration::from_secs);
            ready(pause.map_or(Ok(begun.elapsed()), |pause| Err(ChatError::Limited(pause))))
        });
        assert_eq!(done.await.ok(), Some(Duration::from_secs(7)));
    }
}
