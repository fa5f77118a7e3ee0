//! Failed deliveries, stored with their reasons, and the servers that have refused them.

use std::{
    collections::HashSet,
    sync::atomic::{AtomicU64, Ordering},
};

use tokio::sync::Mutex;
use tracing::warn;

use super::{
    Dispatcher,
    error::{DeliveryError, Failure},
    pool::Pool,
};
use api::{Platform, ServerId, StoreError};
use service::{
    DeadLetter, Delivery, DeliveryId, DeliveryKind, given_up, is_sent, read_delivery,
    refusing_servers,
};
use store::writer::Writer;

/// A delivery that a platform refuses for so many milliseconds is given up: two weeks. An outage of days loses nothing.
const LONGEST_WAIT_MS: i64 = 14 * 24 * 60 * 60 * 1000;

/// The servers that have refused deliveries which can be retried, read once for all servers that ask.
#[derive(Default)]
pub(super) struct Refusals {
    /// The number of times that the read servers became outdated.
    n_changes: AtomicU64,
    /// The servers, and the value of `n_changes` when they were read. Locked during the read.
    read: Mutex<Option<(u64, HashSet<ServerId>)>>,
}

impl Refusals {
    /// Returns whether a server is one of them.
    async fn include(
        &self,
        pool: &Pool,
        writer: &Writer,
        server: &ServerId,
    ) -> Result<bool, DeliveryError> {
        let mut read = self.read.lock().await;
        let n_changes = self.n_changes.load(Ordering::SeqCst);
        if let Some((of, servers)) = &*read
            && *of == n_changes
        {
            return Ok(servers.contains(server));
        }
        let writer = writer.clone();
        let servers = pool.run(move || refusing_servers(&writer)).await??;
        let is_included = servers.contains(server);
        *read = Some((n_changes, servers));
        Ok(is_included)
    }

    /// Has them read again at the next call.
    fn forget(&self) {
        self.n_changes.fetch_add(1, Ordering::SeqCst);
    }
}

impl Dispatcher {
    /// Returns whether a server has refused a delivery that the bot can try again there.
    pub(crate) async fn was_refused_on(&self, server: &ServerId) -> Result<bool, DeliveryError> {
        self.refusals
            .include(self.pool(), &self.writer, server)
            .await
    }

    /// Drops the cached set of refusing servers: another process may have given up more deliveries.
    pub(crate) fn forget_refusals(&self) {
        self.refusals.forget();
    }

    /// Returns the error of a delivery on a platform without an adapter in this process. Another process may serve a platform
    /// that is disabled here.
    pub(super) fn missing_adapter(&self, platform: Platform) -> DeliveryError {
        if self.processes.is_some() && self.chats.is_disabled(platform) {
            DeliveryError::Transient(format!("{platform} is disabled in this process"))
        } else {
            DeliveryError::SwitchedOff(platform)
        }
    }

    /// Returns whether a delivery has waited so long that it is given up.
    pub(super) fn is_overdue(&self, delivery: Delivery) -> bool {
        self.clock.now().0.saturating_sub(delivery.since.0) > LONGEST_WAIT_MS
    }

    /// Stores a delivery as failed, so that it is not retried by itself. If the platform works at all, the rest of the delivery
    /// is still made: it removes the buttons of an earlier message.
    pub(super) async fn give_up(
        &self,
        row: DeliveryId,
        Failure { reason, is_there }: Failure,
    ) -> Result<(), DeliveryError> {
        warn!(
            id = %row.id,
            row = row.n,
            %reason,
            "a delivery is given up; `oddboard check --data` lists it, `oddboard retry` tries it again"
        );
        let delivery = match read_delivery(&self.writer, row) {
            Err(StoreError::Damaged { .. }) => None,
            delivery => delivery?,
        };
        let (delivery, rest) = match delivery {
            Some(delivery) if is_sent(&self.writer, row)? => (Some(delivery.settling()), None),
            // The thread of a match begins with its challenge, which the first board settles.
            Some(delivery) if has_message(delivery) && is_there && delivery.settles != Some(0) => {
                let unsettling = Delivery {
                    settles: None,
                    ..delivery
                };
                (
                    Some(unsettling),
                    delivery.settles.map(|_| delivery.settling()),
                )
            }
            delivery => (delivery, None),
        };
        let letter = DeadLetter {
            delivery,
            reason,
            at: self.clock.now(),
        };
        let changes = given_up(&self.writer, row, letter, rest)?;
        self.commit(changes).await?;
        self.forget_refusals();
        Ok(())
    }
}

/// Returns whether a delivery posts a message of its own.
fn has_message(delivery: Delivery) -> bool {
    delivery.kind != DeliveryKind::Settle && !delivery.kind.is_edit()
}
