//! Supervises the required tasks. When one panics, the process ends, and its supervisor restarts it.

use tokio::sync::watch;
use tracing::error;

use kit::panics::caught;

/// Knows whether a required task has panicked.
#[derive(Clone, Default)]
pub(crate) struct Supervisor {
    broken: watch::Sender<Option<&'static str>>,
}

impl Supervisor {
    /// Runs a task to its end, and reports it as broken if it panics.
    pub(crate) async fn watch(self, task: &'static str, work: impl Future<Output = ()>) {
        if caught(work).await.is_none() {
            self.report(task);
        }
    }

    /// Reports a task as broken; the first report counts.
    pub(crate) fn report(&self, task: &'static str) {
        error!(task, "a required task panicked");
        self.broken.send_if_modified(|broken| {
            let is_first = broken.is_none();
            broken.get_or_insert(task);
            is_first
        });
    }

    /// Returns whether a task has panicked.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken.borrow().is_some()
    }

    /// Waits until a task has panicked, and returns its name.
    pub(crate) async fn broken(&self) -> &'static str {
        let mut broken = self.broken.subscribe();
        let broken = broken.wait_for(Option::is_some).await;
        let task = broken.ok().and_then(|task| *task);
        task.expect("the sender is at hand")
    }
}
