//! Confines a panic to the work in which it happened.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;

/// Runs work to its end. Returns `None` if it panics, which the panic hook has logged by then.
pub async fn caught<T>(work: impl Future<Output = T>) -> Option<T> {
    AssertUnwindSafe(work).catch_unwind().await.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_ends_the_work_alone() {
        let work = async {
            tokio::task::yield_now().await;
            panic!("it breaks");
        };
        assert_eq!(caught(work).await, None::<()>);
        assert_eq!(caught(async { 7 }).await, Some(7));
    }
}
