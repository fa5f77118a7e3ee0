//! Failed deliveries, stored with their reasons.

use tracing::warn;

use super::{Dispatcher, error::DeliveryError};
use api::{Platform, ServerId, StoreError};
use service::{
    DeadLetter, DeadReason, Delivery, DeliveryId, DeliveryKind, given_up, is_said, read_delivery,
};

/// A delivery that a platform refuses for so many milliseconds is given up: two weeks. An outage of days loses nothing.
const LONGEST_WAIT_MS: i64 = 14 * 24 * 60 * 60 * 1000;

impl Dispatcher {
    /// Tells whether a server has refused a delivery that the bot can try again there.
    pub(crate) async fn was_refused_on(&self, server: &ServerId) -> Result<bool, DeliveryError> {
        self.refusals
            .include(self.pool(), &self.writer, server)
            .await
    }

    /// Drops the cached set of refusing servers: another process may have given up more deliveries.
    pub(crate) fn forget_refusals(&self) {
        self.refusals.forget();
    }

    /// Returns the reason why this process cannot post on a platform without an adapter. Another process may serve a platform
    /// that is disabled here.
    pub(super) fn why_silent(&self, platform: Platform) -> DeliveryError {
        if self.processes.is_some() && self.chats.is_disabled(platform) {
            DeliveryError::Transient(format!("{platform} is disabled in this process"))
        } else {
            DeliveryError::SwitchedOff(platform)
        }
    }

    /// Returns whether a delivery has waited so long that it is given up.
    pub(super) fn is_overdue(&self, row: DeliveryId) -> bool {
        let delivery = read_delivery(&self.writer, row).ok().flatten();
        let waited = |delivery: Delivery| self.clock.now().0.saturating_sub(delivery.since.0);
        delivery.is_some_and(|delivery| waited(delivery) > LONGEST_WAIT_MS)
    }

    /// Stores a delivery as failed, so that it is not retried by itself. If the platform works at all (`is_there`), the rest
    /// of the delivery is still done: it takes the buttons off an earlier message.
    pub(super) async fn give_up(
        &self,
        row: DeliveryId,
        reason: DeadReason,
        is_there: bool,
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
            Some(delivery) if is_said(&self.writer, row)? => (Some(delivery.settling()), None),
            // The thread of a match begins with its challenge, which the first board settles.
            Some(delivery) if says(delivery) && is_there && delivery.settles != Some(0) => {
                let said = Delivery {
                    settles: None,
                    ..delivery
                };
                (Some(said), delivery.settles.map(|_| delivery.settling()))
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
fn says(delivery: Delivery) -> bool {
    delivery.kind != DeliveryKind::Settle && !delivery.kind.is_edit()
}
