//! Reads the records that requests need, on a task apart from the decider.

use std::mem;

use tokio::sync::mpsc;

use super::job::Job;
use crate::{egress::delivery::Deliveries, unstored::tell_unstored};
use api::StoreError;
use service::Read;
use store::writer::Writer;

/// A request that needs records to be read.
pub(super) struct Unread {
    pub(super) job: Job,
    pub(super) reads: Vec<Read>,
    /// The writer's generation in which it was taken up.
    pub(super) generation: u64,
}

/// Reads the records for requests, one after the other, so that the requests come back in the order in which they were put off.
pub(super) async fn read_all(
    mut unread: mpsc::Receiver<Unread>,
    done: mpsc::UnboundedSender<(u64, Job)>,
    writer: Writer,
    deliveries: Deliveries,
) {
    while let Some(Unread {
        mut job,
        reads,
        generation,
    }) = unread.recv().await
    {
        let mut loaded = mem::take(&mut job.loaded);
        let writer = writer.clone();
        let reading = tokio::task::spawn_blocking(move || {
            let mut reads = reads.into_iter();
            reads.try_for_each(|read| loaded.read(&writer, read))?;
            Ok::<_, StoreError>(loaded)
        });
        match reading.await {
            Ok(Ok(loaded)) => job.loaded = loaded,
            Ok(Err(error)) => {
                tell_unstored(&error, "the store cannot be read");
                job.fail(&deliveries);
                continue;
            }
            // A panic was logged by its hook; else the process is ending.
            Err(_) => {
                job.fail(&deliveries);
                continue;
            }
        }
        if done.send((generation, job)).is_err() {
            return;
        }
    }
}
