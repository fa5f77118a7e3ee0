//! Reading what inputs need of the records of matches, apart from the task that decides.

use std::mem;

use tokio::sync::mpsc;

use super::job::Job;
use crate::{egress::delivery::Deliveries, unstored::tell_unstored};
use api::StoreError;
use service::Read;
use store::writer::Writer;

/// An input for which something has to be read.
pub(super) struct Unread {
    pub(super) job: Job,
    pub(super) reads: Vec<Read>,
    /// The writer's generation that it was taken up in.
    pub(super) generation: u64,
}

/// Reads what inputs need, one after the other, so that they come back in the order in which they were put off.
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
            // A panic was logged by its hook; else the program is ending.
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
