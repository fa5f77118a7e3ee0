//! Giving out all data while the bot serves.

use std::{
    io::{self, Write},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use tokio::sync::watch;

use crate::{
    ledger::Ledger,
    ports::{Snapshot, Store, StoreError},
    store::{BackupError, backup},
};

/// How often a store that has failed is looked after before it is given up.
const TRIES: u32 = 20;

/// The pause in between.
const PAUSE: Duration = Duration::from_millis(50);

/// How long a reader may take for a start.
const START: Duration = Duration::from_secs(60);

/// How much a reader takes in each second that follows, in bytes.
const PACE: u64 = 1 << 20;

/// The store that a bot uses.
#[derive(Clone)]
pub(super) struct Source {
    pub(super) store: Arc<dyn Store>,
    pub(super) ledger: Ledger,
    /// Its sender is gone when the bot is being stopped.
    pub(super) stop: watch::Receiver<()>,
}

impl Source {
    /// What the store holds now. If it has failed, as on a full disk, it is first tried to have it opened anew.
    pub(super) fn snapshot(&self) -> Result<Box<dyn Snapshot + '_>, StoreError> {
        for _ in 0..TRIES {
            // Whoever reads asks for that.
            if self.ledger.get(b"").is_ok() {
                break;
            }
            thread::sleep(PAUSE);
        }
        self.store.snapshot()
    }

    /// Writes a backup at whatever pace.
    pub(super) fn back_up(&self, to: impl Write) -> Result<u64, BackupError> {
        backup(&*self.snapshot()?, self.outlet(to))
    }

    /// Writes until it is time to stop.
    pub(super) fn outlet<W: Write>(&self, to: W) -> Outlet<W> {
        Outlet {
            to,
            stop: self.stop.clone(),
            begun: Instant::now(),
            n_bytes: 0,
            is_paced: false,
        }
    }
}

/// Writes until it is time to stop, or the reader is too slow: while they read, the store keeps for them what is not
/// current any more.
pub(super) struct Outlet<W> {
    to: W,
    stop: watch::Receiver<()>,
    begun: Instant,
    n_bytes: u64,
    is_paced: bool,
}

impl<W: Write> Outlet<W> {
    /// For somebody who has to keep pace.
    pub(super) fn paced(self) -> Outlet<W> {
        Outlet {
            is_paced: true,
            ..self
        }
    }

    fn check(&self) -> io::Result<()> {
        if self.stop.has_changed().is_err() {
            return Err(io::Error::other("the bot is being stopped"));
        }
        if self.is_paced && is_too_slow(self.n_bytes, self.begun.elapsed()) {
            return Err(io::Error::other("the reader is too slow"));
        }
        Ok(())
    }
}

/// Whether somebody should have taken more by now.
fn is_too_slow(n_bytes: u64, elapsed: Duration) -> bool {
    elapsed > START + Duration::from_secs(n_bytes / PACE)
}

impl<W: Write> Write for Outlet<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            self.check()?;
            match self.to.write(bytes) {
                // The reader was not ready for a while.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => {
                    self.n_bytes += *written.as_ref().unwrap_or(&0) as u64;
                    return written;
                }
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MemoryStore;

    #[test]
    fn a_reader_keeps_the_store_no_longer_than_the_pace_allows() {
        let minutes = |n: u64| Duration::from_secs(60 * n);
        for (n_bytes, longest) in [
            (0, minutes(1)),
            (60 << 20, minutes(2)),
            (600 << 20, minutes(11)),
        ] {
            assert!(!is_too_slow(n_bytes, longest), "{n_bytes}");
            assert!(
                is_too_slow(n_bytes, longest + Duration::from_secs(1)),
                "{n_bytes}"
            );
        }
    }

    #[test]
    fn nothing_is_written_once_it_is_time_to_stop() {
        let (stop, stopped) = watch::channel(());
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let source = Source {
            store: Arc::clone(&store),
            ledger: Ledger::new(store),
            stop: stopped,
        };
        let mut outlet = source.outlet(Vec::new());
        // The sender alone counts.
        drop(source);
        outlet.write_all(b"all").expect("it is written");
        drop(stop);
        outlet.write_all(b"more").expect_err("it is not");
        assert_eq!(outlet.to, b"all");
    }
}
