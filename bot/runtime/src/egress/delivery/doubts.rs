//! Rows in doubt: deliveries that may have been posted. An earlier run of the bot may have posted them, or an attempt whose
//! outcome was lost.

use std::{
    collections::HashSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

use service::DeliveryId;

/// The rows in doubt, until they are delivered or given up.
#[derive(Default)]
pub(super) struct DoubtfulRows(Mutex<HashSet<DeliveryId>>);

impl DoubtfulRows {
    fn rows(&self) -> MutexGuard<'_, HashSet<DeliveryId>> {
        // The set is consistent whenever the lock is free.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Marks rows as doubtful.
    pub(super) fn cast(&self, rows: &[DeliveryId]) {
        self.rows().extend(rows);
    }

    /// Removes a row whose outcome is known.
    pub(super) fn settle(&self, row: DeliveryId) {
        self.rows().remove(&row);
    }

    pub(super) fn contains(&self, row: DeliveryId) -> bool {
        self.rows().contains(&row)
    }
}
