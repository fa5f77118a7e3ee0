//! Rows of which something may have been said although the program does not know: an earlier run of it may have said that, or
//! an attempt whose outcome was lost.

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
        // A set is whole whenever it can be seen.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Casts doubt on rows.
    pub(super) fn cast(&self, rows: &[DeliveryId]) {
        self.rows().extend(rows);
    }

    /// It is known what became of a row.
    pub(super) fn settle(&self, row: DeliveryId) {
        self.rows().remove(&row);
    }

    pub(super) fn contains(&self, row: DeliveryId) -> bool {
        self.rows().contains(&row)
    }
}
