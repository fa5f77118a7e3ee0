//! A store in memory that logs its reads.

use std::sync::{Arc, Mutex};

use api::Store;
use kit::lock;
use store::testing::{ObservedStore, StoreCall};

/// A read of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreRead {
    /// A read of the value of this key.
    Get(String),
    /// A scan of the entries whose keys have this prefix.
    Scan(String),
    /// A read of several entries at once.
    Together,
}

/// Makes a store in memory, perhaps shared with other processes, and the log of its reads.
pub fn logged_store(is_shared: bool) -> (Arc<dyn Store>, Arc<Mutex<Vec<StoreRead>>>) {
    let reads = Arc::<Mutex<Vec<_>>>::default();
    let log = Arc::clone(&reads);
    let observer = move |call: StoreCall<'_>| {
        lock(&log).extend(match call {
            StoreCall::Get(key) => Some(StoreRead::Get(text(key))),
            StoreCall::Scan(prefix) => Some(StoreRead::Scan(text(prefix))),
            StoreCall::ReadTogether(_) => Some(StoreRead::Together),
            StoreCall::Commit | StoreCall::GiveBack | StoreCall::Now => None,
        });
        Ok(())
    };
    let store = if is_shared {
        ObservedStore::shared(&Arc::default(), observer)
    } else {
        ObservedStore::new(observer)
    };
    (Arc::new(store), reads)
}

fn text(key: &[u8]) -> String {
    String::from_utf8_lossy(key).into_owned()
}
