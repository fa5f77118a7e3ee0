//! Reads the records that requests need, in a task separate from the decider.

use std::mem;

use tokio::sync::mpsc;

use super::super::pending::Job;
use crate::unstored::apart;
use store::writer::Writer;

/// Reads the records for requests, one after the other, so that the requests come back in their original order.
pub(super) async fn read_all(
    mut unread: mpsc::Receiver<Job>,
    back: mpsc::UnboundedSender<Job>,
    writer: Writer,
) {
    while let Some(mut job) = unread.recv().await {
        let mut loaded = mem::take(&mut job.loaded);
        let rows = writer.clone();
        let reading = apart("the store cannot be read", move || {
            loaded.read_missing(&rows)?;
            Ok(loaded)
        });
        let Some(loaded) = reading.await else {
            job.fail();
            continue;
        };
        job.loaded = loaded;
        if back.send(job).is_err() {
            return;
        }
    }
}
