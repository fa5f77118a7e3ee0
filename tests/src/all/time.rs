//! Time under the test's control: it stands still until the test advances it.

use std::{sync::mpsc, time::Duration};

/// A guard that keeps time stopped.
pub(crate) struct StoppedTime {
    _held: mpsc::Sender<()>,
}

impl Drop for StoppedTime {
    fn drop(&mut self) {
        tokio::time::resume();
    }
}

/// Stops the time of a runtime with one thread. `tokio::time::advance` puts it forward.
pub(crate) fn stop() -> StoppedTime {
    tokio::time::pause();
    let (held, dropped) = mpsc::channel::<()>();
    // A stopped clock advances by itself whenever no task has anything to do, even while a socket or another thread is
    // pending. It does not while a blocking thread has work.
    tokio::task::spawn_blocking(move || dropped.recv());
    StoppedTime { _held: held }
}

/// Advances stopped time, slowly for data on sockets, until a future is ready.
pub(crate) async fn flow<T>(awaited: impl Future<Output = T>) -> T {
    let go_on = async {
        loop {
            for _ in 0..64 {
                tokio::task::yield_now().await;
            }
            tokio::time::advance(Duration::from_millis(1)).await;
        }
    };
    tokio::select! {
        biased;
        found = awaited => found,
        () = go_on => unreachable!("time goes on for ever"),
    }
}
