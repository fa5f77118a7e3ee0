//! Reads the records that requests need, in a task separate from the decider.

use std::mem;

use tokio::sync::mpsc;

use super::super::pending::Job;
use crate::{egress::delivery::Deliveries, unstored::apart};
use service::Read;

/// A request that needs a read of records.
pub(super) struct Unread {
    pub(super) job: Job,
    pub(super) reads: Vec<Read>,
    /// The writer's generation at the time of the request.
    pub(super) generation: u64,
}

/// Reads the records for requests, one after the other, so that the requests come back in their original order.
pub(super) async fn read_all(
    mut unread: mpsc::Receiver<Unread>,
    done: mpsc::UnboundedSender<(u64, Job)>,
    deliveries: Deliveries,
) {
    while let Some(Unread {
        mut job,
        reads,
        generation,
    }) = unread.recv().await
    {
        let mut loaded = mem::take(&mut job.loaded);
        let writer = deliveries.writer.clone();
        let reading = apart("the store cannot be read", move || {
            let mut reads = reads.into_iter();
            reads.try_for_each(|read| loaded.read(&writer, read))?;
            Ok(loaded)
        });
        let Some(loaded) = reading.await else {
            job.fail(&deliveries);
            continue;
        };
        job.loaded = loaded;
        if done.send((generation, job)).is_err() {
            return;
        }
    }
}
