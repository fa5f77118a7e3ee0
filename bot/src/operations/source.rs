//! Reads all data while the bot serves.

use std::{
    io::{self, Write},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use tokio::sync::watch;

use api::{Entry, Rows, Store, StoreError};
use store::{BackupError, Written, backup, writer::Writer};

/// The number of checks of a failed store before it is given up.
const TRIES: u32 = 20;

/// The pause between two checks.
const PAUSE: Duration = Duration::from_millis(50);

/// The time that a reader has for a start.
const START: Duration = Duration::from_secs(60);

/// The bytes that a reader has to take in each second after the start.
const PACE: u64 = 1 << 20;

/// The time for which a reader can continue after the store has failed. The store cannot be reopened during a read; on a full
/// disk, only a backup is possible.
const GRACE: Duration = Duration::from_secs(10);

/// The store of a running bot.
#[derive(Clone)]
pub(super) struct Source {
    store: Arc<dyn Store>,
    writer: Writer,
    /// Its sender is dropped when the bot stops.
    stop: watch::Receiver<()>,
    grace: Duration,
}

impl Source {
    /// Creates the source of a bot. The drop of the sender signals the stop of the bot.
    pub(super) fn new(store: Arc<dyn Store>, writer: Writer, stop: watch::Receiver<()>) -> Source {
        Source {
            store,
            writer,
            stop,
            grace: GRACE,
        }
    }

    /// Takes a snapshot of the store. If the store has failed, as on a full disk, this first tries to reopen it.
    pub(super) fn snapshot(&self) -> Result<Box<dyn Rows + '_>, StoreError> {
        for _ in 0..TRIES {
            // A read requests that.
            if self.writer.get(b"").is_ok() {
                break;
            }
            thread::sleep(PAUSE);
        }
        let held = self.store.snapshot()?;
        Ok(Box::new(Lent { held, source: self }))
    }

    /// Writes a backup at any pace.
    pub(super) fn back_up(&self, to: impl Write) -> Result<Written, BackupError> {
        backup(&*self.snapshot()?, self.outlet(to))
    }

    /// Returns a writer that works for as long as the reader can continue.
    pub(super) fn outlet<W: Write>(&self, to: W) -> Outlet<W> {
        Outlet {
            to,
            source: self.clone(),
            begun: Instant::now(),
            n_bytes: 0,
            is_paced: false,
        }
    }

    /// Returns an error at a stop, or if the store has to be reopened.
    pub(super) fn check(&self) -> io::Result<()> {
        if self.stop.has_changed().is_err() {
            return Err(io::Error::other("the bot is being stopped"));
        }
        let broken = self.writer.broken_for();
        if broken.is_some_and(|elapsed| elapsed >= self.grace) {
            return Err(io::Error::other(
                "the store has failed and has to be opened again, and the log of the bot tells why; try again",
            ));
        }
        Ok(())
    }
}

/// A snapshot of the store, for as long as its reader can continue.
struct Lent<'a> {
    held: Box<dyn Rows + 'a>,
    source: &'a Source,
}

impl Lent<'_> {
    fn check(&self) -> Result<(), StoreError> {
        self.source.check().map_err(|_| StoreError::Closed)
    }
}

impl Rows for Lent<'_> {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.check()?;
        self.held.get(key)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        self.check()?;
        self.held.scan(prefix, after, limit)
    }
}

/// A writer that works for as long as the reader can continue and is fast enough. During that time the store keeps outdated
/// data for the reader.
pub(super) struct Outlet<W> {
    to: W,
    source: Source,
    begun: Instant,
    n_bytes: u64,
    is_paced: bool,
}

impl<W: Write> Outlet<W> {
    /// Requires the reader to keep pace.
    pub(super) fn paced(self) -> Outlet<W> {
        Outlet {
            is_paced: true,
            ..self
        }
    }

    fn check(&self) -> io::Result<()> {
        self.source.check()?;
        if self.is_paced && is_too_slow(self.n_bytes, self.begun.elapsed()) {
            return Err(io::Error::other("the reader is too slow"));
        }
        Ok(())
    }
}

/// Tells whether the reader should have taken more by now.
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
    use crate::operations::Report;
    use api::Batch;
    use store::testing::HarmedStore;

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

    fn source(store: HarmedStore) -> (watch::Sender<()>, Source, Arc<HarmedStore>) {
        let (stop, stopped) = watch::channel(());
        let store = Arc::new(store);
        let shared: Arc<dyn Store> = Arc::clone(&store) as Arc<_>;
        let source = Source::new(Arc::clone(&shared), Writer::new(shared), stopped);
        (stop, source, store)
    }

    #[test]
    fn nothing_is_written_once_it_is_time_to_stop() {
        let (stop, source, _) = source(HarmedStore::default());
        let mut outlet = source.outlet(Vec::new());
        // Only the sender counts.
        drop(source);
        outlet.write_all(b"all").expect("it is written");
        drop(stop);
        outlet.write_all(b"more").expect_err("it is not");
        assert_eq!(outlet.to, b"all");
    }

    #[test]
    fn nothing_is_examined_once_it_is_time_to_stop() {
        let (stop, source, _) = source(HarmedStore::of(&[("key", "value")]));
        let held = source.snapshot().expect("memory can be read");
        assert_eq!(Report::of(&*held).expect("it goes on").n_entries, 1);
        drop(stop);
        Report::of(&*held).expect_err("it does not");
    }

    #[tokio::test]
    async fn a_reader_stops_after_a_grace_period_once_the_store_has_failed() {
        for (grace, may_go_on) in [(GRACE, true), (Duration::ZERO, false)] {
            let (_stop, mut source, store) = source(HarmedStore::of(&[("key", "value")]));
            source.grace = grace;
            let (held, mut outlet) = (
                source.snapshot().expect("memory"),
                source.outlet(Vec::new()),
            );
            held.get(b"key").expect("nothing has failed");
            store.fail();
            let mut batch = Batch::default();
            batch.put("another", "");
            source.writer.commit(batch).await.expect_err("it fails");
            assert_eq!(held.get(b"key").is_ok(), may_go_on, "{grace:?}");
            assert_eq!(held.scan(b"", None, 1).is_ok(), may_go_on, "{grace:?}");
            assert_eq!(outlet.write_all(b"all").is_ok(), may_go_on, "{grace:?}");
        }
    }
}
