//! Durable keys and values.

use std::{collections::BTreeMap, fmt, ops::Bound};

use super::Timestamp;

/// The longest key, in bytes.
pub const MAX_KEY: usize = 1024;

/// The longest value, in bytes.
pub const MAX_VALUE: usize = 1 << 20;

/// A key and its value.
pub type Entry = (Vec<u8>, Vec<u8>);

/// A key, and its value if it has one.
pub type Slot = (Vec<u8>, Option<Vec<u8>>);

/// Keys and prefixes to read together, in one round trip if the store is remote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeysToRead {
    /// The keys.
    pub keys: Vec<Vec<u8>>,
    /// The prefixes of keys.
    pub prefixes: Vec<Vec<u8>>,
}

/// The result of reading [`KeysToRead`].
#[derive(Clone, Default, PartialEq, Eq)]
pub struct ReadTogether {
    /// The value of each key, if it has one.
    pub values: Vec<Option<Vec<u8>>>,
    /// The first entries with each prefix.
    pub lists: Vec<Vec<Entry>>,
}

/// Changes that the store makes together or not at all. For one key the last change counts.
///
/// It may hold secrets, so `Debug` shows their number only.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// The keys with their new values, or `None` to remove the key.
    pub changes: Vec<Slot>,
    /// The conditions of the changes: unless all these keys still have these values, nothing changes.
    pub conditions: Vec<Slot>,
    /// True if it depends on all earlier changes that are not durable yet. If the store does not make those, it does not make
    /// this batch.
    pub follows: bool,
}

impl fmt::Debug for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Batch({} changes)", self.changes.len())
    }
}

impl Batch {
    /// Sets a value.
    pub fn put(&mut self, key: impl Into<Vec<u8>>, value: impl Into<Vec<u8>>) {
        self.changes.push((key.into(), Some(value.into())));
    }

    /// Removes a key, if it exists.
    pub fn remove(&mut self, key: impl Into<Vec<u8>>) {
        self.changes.push((key.into(), None));
    }

    /// Adds a condition: the key must have this value, or no value.
    pub fn require(&mut self, slot: Slot) {
        self.conditions.push(slot);
    }

    /// Checks that all conditions hold.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if one does not hold, also if its entry is damaged; or the error of a failed read.
    pub fn check_conditions(&self, rows: &(impl Rows + ?Sized)) -> Result<(), StoreError> {
        for (key, expected) in &self.conditions {
            let found = match rows.get(key) {
                Err(StoreError::Damaged { .. }) => None,
                found => Some(found?),
            };
            if found.as_ref() != Some(expected) {
                return Err(StoreError::Conflict { key: key.clone() });
            }
        }
        Ok(())
    }

    /// Tells whether there are no changes.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Checks that every store can take these changes.
    ///
    /// # Errors
    ///
    /// [`StoreError::TooLarge`] for a key longer than [`MAX_KEY`] or a value longer than [`MAX_VALUE`].
    pub fn check(&self) -> Result<(), StoreError> {
        for (key, value) in &self.changes {
            if key.len() > MAX_KEY {
                return Err(StoreError::TooLarge {
                    what: "key",
                    bytes: key.len(),
                    limit: MAX_KEY,
                });
            }
            let bytes = value.as_ref().map_or(0, Vec::len);
            if bytes > MAX_VALUE {
                return Err(StoreError::TooLarge {
                    what: "value",
                    bytes,
                    limit: MAX_VALUE,
                });
            }
        }
        Ok(())
    }
}

/// Read access to keys and values, ordered by key.
pub trait Rows {
    /// Returns the value of a key.
    ///
    /// # Errors
    ///
    /// The store cannot be read; [`StoreError::Damaged`] if only this entry cannot.
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError>;

    /// Returns the values of keys, one for each.
    ///
    /// # Errors
    ///
    /// As [`Rows::get`].
    fn get_all(&self, keys: &[Vec<u8>]) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        keys.iter().map(|key| self.get(key)).collect()
    }

    /// Returns up to `limit` entries in key order. Their keys begin with `prefix` and come after `after`, if given.
    ///
    /// # Errors
    ///
    /// The store cannot be read; [`StoreError::Damaged`] with the first of these entries that cannot be read, if those
    /// beyond it can.
    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError>;

    /// Tells whether other processes can write at the same time. Rows can then change without a commit of this process.
    fn is_shared(&self) -> bool {
        false
    }

    /// Reads the values of some keys, and up to `limit` entries with each of some prefixes.
    ///
    /// # Errors
    ///
    /// As [`Rows::get`] and [`Rows::scan`].
    fn read_together(
        &self,
        selection: &KeysToRead,
        limit: usize,
    ) -> Result<ReadTogether, StoreError> {
        let lists = selection.prefixes.iter();
        let lists = lists.map(|prefix| self.scan(prefix, None, limit));
        Ok(ReadTogether {
            values: self.get_all(&selection.keys)?,
            lists: lists.collect::<Result<_, _>>()?,
        })
    }
}

/// Durable keys and values.
///
/// All calls block. A thread that must not wait can only make reads, which are quick. Each call sees a batch completely or not
/// at all.
pub trait Store: Rows + Send + Sync {
    /// Commits the changes. Once this returns without error they survive a crash of the process, and with every engine but
    /// sled a power loss.
    ///
    /// # Errors
    ///
    /// [`StoreError::TooLarge`] (see [`Batch::check`]) and [`StoreError::Conflict`] (see [`Batch::check_conditions`]):
    /// nothing was changed. Any other: the changes may or may not have been made, and the store refuses everything until
    /// [`Store::reopen`].
    fn commit(&self, batch: &Batch) -> Result<(), StoreError>;

    /// Reopens the store after an error, with the actual contents of the disk.
    ///
    /// # Errors
    ///
    /// The cause of the failure may persist.
    fn reopen(&self) -> Result<(), StoreError>;

    /// Compacts the store if that frees much disk space and no [`Store::snapshot`] is held. Commits wait until it ends; reads
    /// do not.
    ///
    /// # Errors
    ///
    /// The store was not compacted, because disk space is missing or the data are damaged; the data are unchanged. If the
    /// contents of the disk are unknown, the store refuses everything until [`Store::reopen`].
    fn give_back(&self) -> Result<(), StoreError>;

    /// Takes a snapshot of all committed entries, which later commits do not change.
    ///
    /// Commits continue while it exists. With redb the store cannot be reopened until the snapshot is dropped. With sled the
    /// snapshot is a copy in memory. With a database it is a transaction that ends after ten minutes without a read.
    ///
    /// # Errors
    ///
    /// The store cannot read.
    fn snapshot(&self) -> Result<Box<dyn Rows + '_>, StoreError>;

    /// Returns the time by the clock of a store that several processes share. The clocks of the processes can differ.
    ///
    /// # Errors
    ///
    /// The store does not answer.
    fn now(&self) -> Result<Option<Timestamp>, StoreError> {
        Ok(None)
    }

    /// Returns the cause of the last failure, for the operator; `None` if the store works as far as is known.
    fn trouble(&self) -> Option<String> {
        None
    }
}

/// An operation that the store did not carry out.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process holds the folder.
    #[error(
        "the data folder {path} is in use by another process; stop that one or choose another folder with --data"
    )]
    Locked {
        /// The folder.
        path: String,
    },
    /// The disk does not hold the bytes that were written to it.
    #[error(
        "the data in {path} is damaged ({detail}); save what is whole into a new folder with `oddboard salvage FROM TO`, \
         or restore a backup into one with `oddboard restore`"
    )]
    Corrupt {
        /// The folder.
        path: String,
        /// The details.
        detail: String,
    },
    /// Data that existed before are missing.
    #[error(
        "the data in {path} are not there ({detail}); put them back as they were, or restore a backup into a new folder \
         with `oddboard restore`"
    )]
    Missing {
        /// The folder.
        path: String,
        /// The missing data.
        detail: String,
    },
    /// The value of one entry is not the value that was written. All other entries can be read, and the store continues.
    #[error("the entry {} is damaged ({detail})", String::from_utf8_lossy(key))]
    Damaged {
        /// The key.
        key: Vec<u8>,
        /// The details, without the stored value.
        detail: String,
    },
    /// The data on the disk were not written by this version.
    #[error(
        "the data in {path} cannot be read by this version ({detail}); run the version that wrote it, or choose another \
         folder with --data"
    )]
    Format {
        /// The folder.
        path: String,
        /// The details.
        detail: String,
    },
    /// The folder holds the data of another engine.
    #[error(
        "the data in {path} was written with the engine {found}, and [store] engine is {configured}; write {found} there, or \
         move the data: `oddboard backup FILE` with {found}, then `oddboard restore FILE` with {configured} and a new folder"
    )]
    OtherEngine {
        /// The folder.
        path: String,
        /// The engine that wrote the data.
        found: &'static str,
        /// The configured engine.
        configured: &'static str,
    },
    /// The folder was opened for reading and holds no data.
    #[error("there are no data of Oddboard in {path}; name the folder that has them with --data")]
    NoData {
        /// The folder.
        path: String,
    },
    /// The system refused to read or write, for example on a full disk.
    #[error(
        "the data folder could not be read or written ({0}); check its owner, its rights and the space on the disk, or \
         choose another folder with --data"
    )]
    Io(#[source] std::io::Error),
    /// The database that holds the data cannot be used.
    #[error("the database {database} {problem}; {advice}")]
    Database {
        /// Its hosts and its name.
        database: String,
        /// The problem.
        problem: String,
        /// The remedy.
        advice: &'static str,
    },
    /// The store refused a change because it cannot write now, for example on a full disk. The change was not made, and all
    /// data can be read.
    #[error("{0}")]
    ReadOnly(String),
    /// The store is closed since an earlier error.
    #[error("the store is closed after an error")]
    Closed,
    /// The store refused a change because it was based on data that may not be stored. The change was not made.
    #[error("the store has failed since this change was decided; read and decide again")]
    Stale,
    /// The store refused a change because one of its conditions no longer holds. The change was not made.
    #[error(
        "the entry {} has changed since this was decided; read and decide again",
        String::from_utf8_lossy(key)
    )]
    Conflict {
        /// The key of the changed entry.
        key: Vec<u8>,
    },
    /// Backpressure: the store refused a request, because too many requests wait. It read nothing and changed nothing.
    #[error("the store has too much to do; try again in a moment")]
    Busy,
    /// The store refused a change because of its size. The change was not made.
    #[error("a {what} of {bytes} bytes is too large, the limit is {limit}")]
    TooLarge {
        /// `key` or `value`.
        what: &'static str,
        /// Its size.
        bytes: usize,
        /// The largest possible size.
        limit: usize,
    },
}

impl StoreError {
    /// Tells whether nothing was changed, and a new decision on the current data can succeed.
    pub fn is_outdated(&self) -> bool {
        matches!(self, StoreError::Conflict { .. } | StoreError::Stale)
    }

    /// Tells whether the store must be reopened after a read failed with this error. A damaged entry affects no other, and
    /// the next read reconnects to a database.
    pub fn closes_the_store(&self) -> bool {
        !matches!(
            self,
            StoreError::Damaged { .. } | StoreError::Busy | StoreError::Database { .. }
        )
    }

    /// Tells whether the store as a whole fails, or has not been reopened since. Any other error concerns one change or one
    /// entry.
    pub fn is_outage(&self) -> bool {
        !matches!(
            self,
            StoreError::Damaged { .. }
                | StoreError::Conflict { .. }
                | StoreError::Busy
                | StoreError::TooLarge { .. }
        )
    }
}

/// Entries in memory.
impl Rows for BTreeMap<Vec<u8>, Vec<u8>> {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.get(key).cloned())
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        Ok(self
            .range::<[u8], _>((first(prefix, after), Bound::Unbounded))
            .take_while(|(key, _)| key.starts_with(prefix))
            .take(limit)
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect())
    }
}

/// Returns the lower bound of a scan of a prefix.
pub fn first<'a>(prefix: &'a [u8], after: Option<&'a [u8]>) -> Bound<&'a [u8]> {
    match after {
        Some(after) if after >= prefix => Bound::Excluded(after),
        _ => Bound::Included(prefix),
    }
}
