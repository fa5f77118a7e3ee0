//! Reading one entry after another, of which some may be damaged.

use std::vec;

use super::{Entry, StoreError};

/// How many entries are read at a time.
const PAGE: usize = 64;

/// Entries in the order of their keys. One that is damaged is an error and not the end; any other error is the end.
pub struct Entries<S> {
    scan: S,
    after: Option<Vec<u8>>,
    page: vec::IntoIter<Entry>,
    is_last: bool,
}

impl<S: FnMut(Option<&[u8]>, usize) -> Result<Vec<Entry>, StoreError>> Entries<S> {
    /// Those that `scan` finds: up to so many after a key, or from the first on, as [`Rows::scan`](super::Rows::scan)
    /// does.
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
            // What comes before an entry that is damaged is read one by one.
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
