//! Iteration over entries, some of which may be damaged.

use std::vec;

use super::{Entry, StoreError};

/// The number of entries in a page.
const PAGE: usize = 64;

/// An iterator over entries in key order. A damaged entry yields an error and the iteration continues; any other error ends it.
pub struct Entries<S> {
    scan: S,
    after: Option<Vec<u8>>,
    page: vec::IntoIter<Entry>,
    is_last: bool,
}

impl<S: FnMut(Option<&[u8]>, usize) -> Result<Vec<Entry>, StoreError>> Entries<S> {
    /// Makes an iterator over the entries that `scan` returns. Like [`Rows::scan`](super::Rows::scan) it takes the key to
    /// start after, or `None` for the first entry, and a limit.
    pub fn new(scan: S) -> Entries<S> {
        Entries {
            scan,
            after: None,
            page: Vec::new().into_iter(),
            is_last: false,
        }
    }

    fn turn(&mut self, limit: usize) -> Result<(), StoreError> {
        let page = (self.scan)(self.after.as_deref(), limit)?;
        self.is_last = page.len() < limit;
        self.page = page.into_iter();
        Ok(())
    }
}

impl<S: FnMut(Option<&[u8]>, usize) -> Result<Vec<Entry>, StoreError>> Iterator for Entries<S> {
    type Item = Result<Entry, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.page.len() == 0 && !self.is_last {
            // The entries before a damaged one are read one by one.
            let turned = match self.turn(PAGE) {
                Err(StoreError::Damaged { .. }) => self.turn(1),
                turned => turned,
            };
            if let Err(error) = turned {
                match &error {
                    StoreError::Damaged { key, .. } => self.after = Some(key.clone()),
                    _ => self.is_last = true,
                }
                return Some(Err(error));
            }
        }
        let entry = self.page.next()?;
        self.after = Some(entry.0.clone());
        Some(Ok(entry))
    }
}
