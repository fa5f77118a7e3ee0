//! Time that the test owns: it stands still until the test lets it go on.

use std::{sync::mpsc, time::Duration};

/// Time stands still while this is held.
pub(crate) struct Stopped {
    _held: mpsc::Sender<()>,
}

impl Drop for Stopped {
    fn drop(&mut self) {
        tokio::time::resume();
    }
}

/// Stops the time of a runtime with one thread. `tokio::time::advance` puts it forward.
pub(crate) fn stop() -> Stopped {
    tokio::time::pause();
    let (held, dropped) = mpsc::channel::<()>();
    // A stopped clock goes on by itself whenever no task has anything to do, even if a socket or another thread is waited
    // for. It does not while there is work for a thread that may block.
    tokio::task::spawn_blocking(move || dropped.recv());
    Stopped { _held: held }
}

/// Lets stopped time go on, slowly for what goes over sockets, until something awaited has happened.
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
