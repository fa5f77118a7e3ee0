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

/// After how many changes others may read again.
const AT_ONCE: usize = 256;

/// How long a tree that was dropped may go on writing before it lets go of its file.
const LET_GO: Duration = Duration::from_secs(2);

pub(super) struct Tree {
    pub(super) db: sled::Db,
    /// The file that sled writes, opened a second time: sled's flush asks Linux to write, but not the disk to keep it.
    file: File,
    /// What the tree of sled holds.
    totals: Totals,
    /// What the commits in the journal have changed since; each key with its new value, if it has one.
    recent: BTreeMap<Vec<u8>, Option<Vec<u8>>>,
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
            recent: BTreeMap::new(),
        };
        if tree.db.is_empty() {
            tree.db.insert(FORMAT_KEY, FORMAT)?;
            tree.flush()?;
        }
        tree.check_format()?;
        if let Some(totals) = tree.db.get(TOTALS_KEY)? {
            tree.totals = Totals::read(&totals).ok_or(Fault::NotOurs)?;
        }
        // Whoever wrote it may have ended before it was synced, and the journal does not keep it any longer.
        tree.file.sync_data()?;
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

    /// Reads everything that sled holds and compares it with what was written.
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
        if let Some(value) = self.recent.get(key) {
            return Ok(value.clone());
        }
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
            Some(after) if after >= prefix => Bound::Excluded(after),
            _ => Bound::Included(prefix),
        };
        let mut recent = self
            .recent
            .range::<[u8], _>((first, Bound::Unbounded))
            .take_while(|(key, _)| key.starts_with(prefix))
            .peekable();
        let put = |(key, value): (&Vec<u8>, &Option<Vec<u8>>)| Some((key.clone(), value.clone()?));
        let mut entries = Vec::new();
        for entry in self
            .db
            .range((first.map(data_key), Bound::Excluded(vec![DATA + 1])))
        {
            let (stored_key, stored) = entry?;
            let key = &stored_key[1..];
            if entries.len() >= limit || !key.starts_with(prefix) {
                break;
            }
            while let Some(change) = recent.next_if(|(changed, _)| &changed[..] < key) {
                entries.extend(put(change));
            }
            match recent.next_if(|(changed, _)| &changed[..] == key) {
                // Perhaps this is just going to the tree, and lies there in half.
                Some(change) => entries.extend(put(change)),
                None => entries.push((key.to_vec(), self.value(key, &stored)?)),
            }
        }
        let n_more = limit.saturating_sub(entries.len());
        entries.extend(recent.filter_map(put).take(n_more));
        entries.truncate(limit);
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

    /// Takes in a commit that is in the journal.
    pub(super) fn remember(&mut self, batch: Batch) {
        self.recent.extend(batch.changes);
    }

    /// Writes all that is remembered, up to commit number `n_commits`, so that it is durable without the journal. It is
    /// to be forgotten then.
    ///
    /// That happens bit by bit, so that others can read in between. If it ends in the middle, the journal tells the
    /// whole of it again.
    pub(super) fn write(&self, n_commits: u64) -> Result<Totals, Fault> {
        let mut totals = self.totals;
        let mut changes = Changes::new(self, totals.content);
        for (key, value) in &self.recent {
            changes.change(key, value.as_deref())?;
            if changes.n_changes >= AT_ONCE {
                totals.content = changes.apply(totals.n_commits)?;
                changes = Changes::new(self, totals.content);
            }
        }
        totals.n_commits = n_commits;
        totals.content = changes.apply(n_commits)?;
        self.flush()?;
        Ok(totals)
    }

    /// Forgets what is written, of which these are the totals.
    pub(super) fn forget(&mut self, totals: Totals) {
        self.totals = totals;
        self.recent.clear();
    }

    fn flush(&self) -> Result<(), Fault> {
        self.db.flush()?;
        Ok(self.file.sync_data()?)
    }
}

/// Changes on their way into the tree.
struct Changes<'a> {
    db: &'a sled::Db,
    content: Content,
    batch: sled::Batch,
    n_changes: usize,
}

impl Changes<'_> {
    fn new(tree: &Tree, content: Content) -> Changes<'_> {
        Changes {
            db: &tree.db,
            content,
            batch: sled::Batch::default(),
            n_changes: 0,
        }
    }

    /// Makes the changes, after which the tree holds all of this many commits; what it holds then.
    fn apply(mut self, n_commits: u64) -> Result<Content, Fault> {
        let totals = Totals {
            n_commits,
            content: self.content,
        };
        self.batch.insert(TOTALS_KEY, totals.stored());
        self.db.apply_batch(self.batch)?;
        Ok(totals.content)
    }

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
        self.n_changes += 1;
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
