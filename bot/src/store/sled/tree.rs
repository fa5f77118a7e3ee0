//! The open tree.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    ops::Bound,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use super::{
    Fault,
    layout::{
        Content, DATA, FORMAT, FORMAT_KEY, Head, PART, PART_OF, TOTALS_KEY, Totals, data_key,
        n_parts, part_key,
    },
    sync_folder,
};
use crate::ports::{Batch, Entry};

/// What sled may keep of the tree in memory, in bytes.
const CACHE: u64 = 32 << 20;

/// How long a tree that was dropped may go on writing before it lets go of its file.
const LET_GO: Duration = Duration::from_secs(2);

pub(super) struct Tree {
    pub(super) db: sled::Db,
    /// The file that sled writes, opened a second time: sled's flush asks Linux to write, but not the disk to keep it.
    file: File,
    totals: Totals,
}

impl Tree {
    pub(super) fn open(folder: &Path) -> Result<Tree, Fault> {
        until_let_go(&folder.join("db"))?;
        remove_half_written(folder)?;
        let db = sled::Config::new()
            .path(folder)
            .cache_capacity(CACHE)
            .flush_every_ms(None)
            .open()?;
        let mut tree = Tree {
            db,
            file: File::open(folder.join("db"))?,
            totals: Totals::default(),
        };
        if tree.db.is_empty() {
            tree.db.insert(FORMAT_KEY, FORMAT)?;
            tree.flush()?;
        }
        tree.check_format()?;
        if let Some(totals) = tree.db.get(TOTALS_KEY)? {
            tree.totals = Totals::read(&totals).ok_or(Fault::NotOurs)?;
        }
        File::open(folder.join("conf"))?.sync_all()?;
        sync_folder(folder)?;
        Ok(tree)
    }

    fn check_format(&self) -> Result<(), Fault> {
        match self.db.get(FORMAT_KEY)? {
            Some(format) if format == FORMAT => Ok(()),
            Some(format) => Err(Fault::Format(format!(
                "it has format {}, not {}",
                format.escape_ascii(),
                FORMAT.escape_ascii()
            ))),
            None => Err(Fault::Format(
                "it does not say in which format it is".to_owned(),
            )),
        }
    }

    pub(super) fn totals(&self) -> Totals {
        self.totals
    }

    /// Reads everything and compares it with what was written.
    pub(super) fn verify(&self) -> Result<(), Fault> {
        let mut found = Content::default();
        for first in [DATA, PART_OF] {
            for entry in self.db.scan_prefix([first]) {
                let (key, value) = entry?;
                found.add(&key, &value);
            }
        }
        let written = self.totals.content;
        if found == written {
            return Ok(());
        }
        let (n_found, n_written) = (found.n_entries, written.n_entries);
        Err(Fault::Corrupt(format!(
            "it holds other entries than were written, {n_found} instead of {n_written}"
        )))
    }

    pub(super) fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Fault> {
        let stored = self.db.get(data_key(key))?;
        stored.map(|stored| self.value(key, &stored)).transpose()
    }

    pub(super) fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, Fault> {
        let first = match after {
            Some(after) if after >= prefix => Bound::Excluded(data_key(after)),
            _ => Bound::Included(data_key(prefix)),
        };
        let mut entries = Vec::new();
        for entry in self
            .db
            .range((first, Bound::Excluded(vec![DATA + 1])))
            .take(limit)
        {
            let (stored_key, stored) = entry?;
            let key = &stored_key[1..];
            if !key.starts_with(prefix) {
                break;
            }
            entries.push((key.to_vec(), self.value(key, &stored)?));
        }
        Ok(entries)
    }

    /// The value of a key, given what is stored under the key itself.
    fn value(&self, key: &[u8], stored: &[u8]) -> Result<Vec<u8>, Fault> {
        let length = match Head::read(stored).ok_or(Fault::NotOurs)? {
            Head::Whole(value) => return Ok(value.to_vec()),
            Head::Parts(length) => length,
        };
        let mut value = Vec::new();
        for part in 0..n_parts(length) {
            value.extend_from_slice(&self.db.get(part_key(key, part))?.ok_or(Fault::NotOurs)?);
        }
        if value.len() == length {
            Ok(value)
        } else {
            Err(Fault::NotOurs)
        }
    }

    /// Finds out what is to change in the tree. Nothing may change it until that is applied.
    pub(super) fn prepare(&self, batch: &Batch) -> Result<Prepared, Fault> {
        let last: BTreeMap<&[u8], Option<&[u8]>> = batch
            .changes
            .iter()
            .map(|(key, value)| (&key[..], value.as_deref()))
            .collect();
        let mut changes = Changes {
            db: &self.db,
            content: self.totals.content,
            batch: sled::Batch::default(),
        };
        for (key, value) in last {
            changes.change(key, value)?;
        }
        let Changes {
            content, mut batch, ..
        } = changes;
        let totals = Totals {
            n_commits: self.totals.n_commits + 1,
            content,
        };
        batch.insert(TOTALS_KEY, totals.stored());
        Ok(Prepared { batch, totals })
    }

    /// Makes changes, which are durable after [`Tree::flush`].
    pub(super) fn apply(&mut self, Prepared { batch, totals }: Prepared) -> Result<(), Fault> {
        self.db.apply_batch(batch)?;
        self.totals = totals;
        Ok(())
    }

    pub(super) fn flush(&self) -> Result<(), Fault> {
        self.db.flush()?;
        Ok(self.file.sync_data()?)
    }
}

/// Changes as the tree takes them.
pub(super) struct Prepared {
    batch: sled::Batch,
    totals: Totals,
}

/// Changes on their way into the tree.
struct Changes<'a> {
    db: &'a sled::Db,
    content: Content,
    batch: sled::Batch,
}

impl Changes<'_> {
    fn change(&mut self, key: &[u8], value: Option<&[u8]>) -> Result<(), Fault> {
        let old = self.store(data_key(key), value.map(Head::of))?;
        let n_old = match old
            .as_deref()
            .map(|old| Head::read(old).ok_or(Fault::NotOurs))
            .transpose()?
        {
            Some(Head::Parts(length)) => n_parts(length),
            Some(Head::Whole(_)) | None => 0,
        };
        let n_new = value.map_or(0, |value| n_parts(value.len()));
        let parts = value
            .unwrap_or_default()
            .chunks(PART)
            .take(n_new)
            .map(Some)
            .chain(std::iter::repeat(None));
        for (part, bytes) in parts.take(n_old.max(n_new)).enumerate() {
            self.store(part_key(key, part), bytes.map(<[u8]>::to_vec))?;
        }
        Ok(())
    }

    /// Changes one tree key; tells what it held.
    fn store(&mut self, key: Vec<u8>, value: Option<Vec<u8>>) -> Result<Option<sled::IVec>, Fault> {
        let old = self.db.get(&key)?;
        if let Some(old) = &old {
            self.content.subtract(&key, old);
        }
        match value {
            Some(value) => {
                self.content.add(&key, &value);
                self.batch.insert(key, value);
            }
            None if old.is_some() => self.batch.remove(key),
            None => {}
        }
        Ok(old)
    }
}

/// Removes what sled leaves when it is stopped in the middle of opening, and would take for whole the next time.
fn remove_half_written(folder: &Path) -> Result<(), Fault> {
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        let half_snapshot = name.starts_with("snap.") && name.ends_with(".generating");
        let early_settings = name == "conf" && !folder.join("db").exists();
        if half_snapshot || early_settings {
            fs::remove_file(folder.join(&*name))?;
        }
    }
    Ok(())
}

/// A tree that was dropped a moment ago may still be writing in the background and holds its file until then.
pub(super) fn until_let_go(file: &Path) -> Result<(), Fault> {
    let start = Instant::now();
    while file.exists() && File::open(file)?.try_lock().is_err() {
        if start.elapsed() > LET_GO {
            return Err(Fault::Locked);
        }
        thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}
