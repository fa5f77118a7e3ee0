//! Reading through the writer.

use api::{Entry, ReadTogether, Rows, StoreError, Wanted};

use super::Writer;

/// The service reads through this interface, independent of the store.
impl Rows for Writer {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        Writer::get(self, key)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        Writer::scan(self, prefix, after, limit)
    }

    fn get_all(&self, keys: &[Vec<u8>]) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        let keys = keys.to_vec();
        let selection = Wanted {
            keys,
            ..Wanted::default()
        };
        Ok(Writer::read_together(self, &selection, 0)?.values)
    }

    fn read_together(&self, selection: &Wanted, limit: usize) -> Result<ReadTogether, StoreError> {
        Writer::read_together(self, selection, limit)
    }

    fn is_shared(&self) -> bool {
        Writer::is_shared(self)
    }
}
