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

/// What is to be read together, which takes one way where the store is far away.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Keys.
    pub keys: Vec<Vec<u8>>,
    /// Prefixes of keys.
    pub prefixes: Vec<Vec<u8>>,
}

/// What was read together.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct ReadTogether {
    /// The value of each key, if it has one.
    pub values: Vec<Option<Vec<u8>>>,
    /// The first entries with each prefix.
    pub lists: Vec<Vec<Entry>>,
}

/// Changes that are made together or not at all. For one key the last change counts.
///
/// It may hold secrets, so `Debug` shows their number only.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// Key and new value, or `None` to remove the key.
    pub changes: Vec<Slot>,
    /// What was read and the changes depend on: unless all of these keys have these values still, nothing is changed.
    pub conditions: Vec<Slot>,
    /// Whether it follows from whatever was changed before it, as far as that is not durable yet: where that is not made, this
    /// is not made either.
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

    /// Removes a key, whether or not it is there.
    pub fn remove(&mut self, key: impl Into<Vec<u8>>) {
        self.changes.push((key.into(), None));
    }

    /// Makes the changes depend on a value, or on there being none, under a key.
    pub fn require(&mut self, slot: Slot) {
        self.conditions.push(slot);
    }

    /// Whether what the changes depend on is still so.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if it is not, for an entry that is damaged too; or nothing can be read.
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

    /// Whether nothing is to change.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Whether every store can take these changes.
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

/// Keys and values that are looked up, ordered by key.
pub trait Rows {
    /// The value of a key.
    ///
    /// # Errors
    ///
    /// Nothing can be read; [`StoreError::Damaged`] if all but this entry can.
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError>;

    /// The values of keys, one for each.
    ///
    /// # Errors
    ///
    /// As [`Rows::get`].
    fn get_all(&self, keys: &[Vec<u8>]) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        keys.iter().map(|key| self.get(key)).collect()
    }

    /// Up to `limit` entries whose keys begin with `prefix` and come after `after` (if given), in key order.
    ///
    /// # Errors
    ///
    /// Nothing can be read; [`StoreError::Damaged`] with the first of these entries that cannot be read, if those beyond
    /// it can.
    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError>;

    /// Whether other processes may write at the same time, so that what was read may have changed whenever nothing was
    /// committed here.
    fn is_shared(&self) -> bool {
        false
    }

    /// The values of some keys, and up to `limit` entries with each of some prefixes.
    ///
    /// # Errors
    ///
    /// As [`Rows::get`] and [`Rows::scan`].
    fn read_together(&self, wanted: &Wanted, limit: usize) -> Result<ReadTogether, StoreError> {
        let lists = wanted.prefixes.iter();
        let lists = lists.map(|prefix| self.scan(prefix, None, limit));
        Ok(ReadTogether {
            values: self.get_all(&wanted.keys)?,
            lists: lists.collect::<Result<_, _>>()?,
        })
    }
}

/// Durable keys and values.
///
/// All calls block; none is made on a thread that must not wait, but for reads, which are quick. Each call sees all of
/// a batch or nothing of it.
pub trait Store: Rows + Send + Sync {
    /// Makes the changes; when this returns without error they survive the loss of the process, and that of power with
    /// every engine but sled.
    ///
    /// # Errors
    ///
    /// [`StoreError::TooLarge`] (see [`Batch::check`]) and [`StoreError::Conflict`] (see [`Batch::check_conditions`]):
    /// nothing was changed. Any other: the changes may or may not have been made, and the store refuses everything until
    /// [`Store::reopen`].
    fn commit(&self, batch: &Batch) -> Result<(), StoreError>;

    /// Opens the store anew after an error, with what really is on the disk.
    ///
    /// # Errors
    ///
    /// The reason why it failed may still be there.
    fn reopen(&self) -> Result<(), StoreError>;

    /// Gives space of the disk back that the data do not need, if that is much and nobody holds a [`Store::snapshot`].
    /// Commits wait meanwhile, reads do not.
    ///
    /// # Errors
    ///
    /// Nothing was given back, for want of room or because what is there is damaged; the data are as they were. When
    /// nobody knows what the disk holds, the store refuses everything until [`Store::reopen`].
    fn give_back(&self) -> Result<(), StoreError>;

    /// A view of everything that is committed, which later commits do not change.
    ///
    /// Commits go on meanwhile. With redb the store cannot be opened anew until the view is dropped; with sled the view
    /// is a copy in memory; with a database it is a transaction that ends if nobody reads for ten minutes.
    ///
    /// # Errors
    ///
    /// The store cannot read.
    fn snapshot(&self) -> Result<Box<dyn Rows + '_>, StoreError>;

    /// How late it is by the clock of a store that several processes use, whose own clocks may differ.
    ///
    /// # Errors
    ///
    /// The store does not answer.
    fn now(&self) -> Result<Option<Timestamp>, StoreError> {
        Ok(None)
    }

    /// Why it failed the last time, for whoever runs the bot; nothing if it works as far as is known.
    fn trouble(&self) -> Option<String> {
        None
    }
}

impl<S: Store + ?Sized> Rows for Box<S> {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        (**self).get(key)
    }

    fn get_all(&self, keys: &[Vec<u8>]) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        (**self).get_all(keys)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        (**self).scan(prefix, after, limit)
    }

    fn read_together(&self, wanted: &Wanted, limit: usize) -> Result<ReadTogether, StoreError> {
        (**self).read_together(wanted, limit)
    }

    fn is_shared(&self) -> bool {
        (**self).is_shared()
    }
}

impl<S: Store + ?Sized> Store for Box<S> {
    fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        (**self).commit(batch)
    }

    fn reopen(&self) -> Result<(), StoreError> {
        (**self).reopen()
    }

    fn give_back(&self) -> Result<(), StoreError> {
        (**self).give_back()
    }

    fn snapshot(&self) -> Result<Box<dyn Rows + '_>, StoreError> {
        (**self).snapshot()
    }

    fn now(&self) -> Result<Option<Timestamp>, StoreError> {
        (**self).now()
    }

    fn trouble(&self) -> Option<String> {
        (**self).trouble()
    }
}

/// The store could not do what was asked.
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
    /// What is on the disk is not what was written there.
    #[error(
        "the data in {path} is damaged ({detail}); save what is whole into a new folder with `oddboard salvage FROM TO`, \
         or restore a backup into one with `oddboard restore`"
    )]
    Corrupt {
        /// The folder.
        path: String,
        /// What was found.
        detail: String,
    },
    /// Data that were there are not there.
    #[error(
        "the data in {path} are not there ({detail}); put them back as they were, or restore a backup into a new folder \
         with `oddboard restore`"
    )]
    Missing {
        /// The folder.
        path: String,
        /// What is not there.
        detail: String,
    },
    /// One entry is not what was written under its key. All others can be read, and the store goes on.
    #[error("the entry {} is damaged ({detail})", String::from_utf8_lossy(key))]
    Damaged {
        /// The key.
        key: Vec<u8>,
        /// What was found, without what stands there.
        detail: String,
    },
    /// What is on the disk was written by something else than this version.
    #[error(
        "the data in {path} cannot be read by this version ({detail}); run the version that wrote it, or choose another \
         folder with --data"
    )]
    Format {
        /// The folder.
        path: String,
        /// What was found.
        detail: String,
    },
    /// The folder holds what another engine has written.
    #[error(
        "the data in {path} was written with the engine {found}, and [store] engine is {wanted}; write {found} there, or \
         move the data: `oddboard backup FILE` with {found}, then `oddboard restore FILE` with {wanted} and a new folder"
    )]
    OtherEngine {
        /// The folder.
        path: String,
        /// The engine that wrote it.
        found: &'static str,
        /// The engine that was asked for.
        wanted: &'static str,
    },
    /// The folder is to be read and holds no data.
    #[error("there are no data of Oddboard in {path}; name the folder that has them with --data")]
    NoData {
        /// The folder.
        path: String,
    },
    /// The system refused to read or write, as on a full disk.
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
        /// What it did or does not do.
        problem: String,
        /// What to do.
        advice: &'static str,
    },
    /// A change was refused because nothing can be written now, as on a full disk. Nothing of it was made, and all can be read.
    #[error("{0}")]
    ReadOnly(String),
    /// An earlier error has not been mended yet.
    #[error("the store is closed after an error")]
    Closed,
    /// A change was refused because it was decided upon what may not have been stored. Nothing of it was made.
    #[error("the store has failed since this change was decided; read again and decide anew")]
    Stale,
    /// A change was refused because something that it depends on has changed. Nothing of it was made.
    #[error(
        "the entry {} has changed since this was decided; read again and decide anew",
        String::from_utf8_lossy(key)
    )]
    Conflict {
        /// The key of what has changed.
        key: Vec<u8>,
    },
    /// Something was refused because too much waits for the store already. Nothing was read, and nothing of a change was made.
    #[error("the store has too much to do; try again in a moment")]
    Busy,
    /// A change was refused because of its size. Nothing of it was made.
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
    /// Whether nothing was changed, and deciding anew upon what is there now may well succeed.
    pub fn is_outdated(&self) -> bool {
        matches!(self, StoreError::Conflict { .. } | StoreError::Stale)
    }

    /// Whether a store that could not read for this reason has to be opened anew. A damaged entry harms no other, and a database is
    /// connected to anew by whoever reads next.
    pub fn closes_the_store(&self) -> bool {
        !matches!(
            self,
            StoreError::Damaged { .. } | StoreError::Busy | StoreError::Database { .. }
        )
    }

    /// Whether the store as a whole does not work, or has not since. Any other error is about one change or one entry.
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

/// Where a scan of a prefix begins.
pub fn first<'a>(prefix: &'a [u8], after: Option<&'a [u8]>) -> Bound<&'a [u8]> {
    match after {
        Some(after) if after >= prefix => Bound::Excluded(after),
        _ => Bound::Included(prefix),
    }
}
