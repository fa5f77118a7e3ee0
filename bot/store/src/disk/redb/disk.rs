//! The file below redb. It is not locked, because the data folder is. After a failed write, all later writes stay in
//! memory.
//!
//! redb stops reading after a failed write, exactly when a backup is most needed. So this layer hides the failure: redb
//! continues in memory, where its snapshots stay readable, and [`Disk::check`] fails the commit. Writes to a read-only
//! file stay in memory from the start.

use std::{
    collections::BTreeMap,
    io,
    sync::{Arc, RwLock, RwLockReadGuard, RwLockWriteGuard},
};

use redb::StorageBackend;

use super::doubt::Doubt;
use kit::unpoisoned;

/// The size of a block in bytes.
const BLOCK: u64 = 4096;

/// A file with the writes that stay in memory. Its clones share both.
#[derive(Clone, Debug)]
pub(super) struct Disk(Arc<DiskState>);

#[derive(Debug)]
struct DiskState {
    file: Box<dyn StorageBackend>,
    /// Records failed syncs, if the file outlives them.
    doubt: Option<Arc<Doubt>>,
    /// `None` while writes go to the file.
    memory: RwLock<Option<DiskMemory>>,
}

/// The writes that stay in memory.
#[derive(Debug)]
struct DiskMemory {
    /// The first failure; `None` if the file is only read.
    failure: Option<io::Error>,
    /// The number of bytes of the file that are still valid.
    n_from_file: u64,
    length: u64,
    /// The written blocks, by their numbers.
    written: BTreeMap<u64, Vec<u8>>,
}

impl Disk {
    /// Returns a disk that writes to the file until a write fails.
    pub(super) fn new(file: impl StorageBackend, doubt: Option<Arc<Doubt>>) -> Disk {
        Disk(Arc::new(DiskState {
            file: Box::new(file),
            doubt,
            memory: RwLock::default(),
        }))
    }

    /// Returns a disk that keeps all writes in memory.
    pub(super) fn read_only(file: impl StorageBackend) -> io::Result<Disk> {
        let disk = Disk::new(file, None);
        disk.detach(None)?;
        Ok(disk)
    }

    /// Returns an error if a change of the file has failed.
    pub(super) fn check(&self) -> io::Result<()> {
        let memory = self.memory();
        match memory.as_ref().and_then(|memory| memory.failure.as_ref()) {
            Some(error) => Err(io::Error::new(error.kind(), error.to_string())),
            None => Ok(()),
        }
    }

    fn memory(&self) -> RwLockReadGuard<'_, Option<DiskMemory>> {
        unpoisoned(self.0.memory.read())
    }

    fn memory_to_write(&self) -> RwLockWriteGuard<'_, Option<DiskMemory>> {
        unpoisoned(self.0.memory.write())
    }

    /// Keeps all writes in memory from now on.
    fn detach(&self, failure: Option<io::Error>) -> io::Result<()> {
        let length = self.0.file.len()?;
        *self.memory_to_write() = Some(DiskMemory {
            failure,
            n_from_file: length,
            length,
            written: BTreeMap::new(),
        });
        Ok(())
    }

    /// Changes the file, or the memory if the file cannot be changed. redb has one thread that writes.
    fn change(
        &self,
        to_file: impl FnOnce(&dyn StorageBackend) -> io::Result<()>,
        to_memory: impl FnOnce(&mut DiskMemory, &dyn StorageBackend) -> io::Result<()>,
    ) -> io::Result<()> {
        let file = &*self.0.file;
        if self.memory().is_none() {
            match to_file(file) {
                Err(error) => self.detach(Some(error))?,
                done => return done,
            }
        }
        match &mut *self.memory_to_write() {
            Some(memory) => to_memory(memory, file),
            None => Ok(()),
        }
    }
}

impl DiskMemory {
    /// Returns an error if a range ends beyond the file.
    fn check_range(&self, offset: u64, length: usize) -> io::Result<()> {
        if offset + length as u64 > self.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }

    /// Reads a range as it is now; unwritten parts beyond the file are zeros.
    fn read(&self, file: &dyn StorageBackend, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.check_range(offset, out.len())?;
        let n_there = self
            .n_from_file
            .saturating_sub(offset)
            .min(out.len() as u64);
        let (there, beyond) = out.split_at_mut(n_there as usize);
        if !there.is_empty() {
            file.read(offset, there)?;
        }
        beyond.fill(0);
        let end = offset + out.len() as u64;
        for (number, block) in self.written.range(offset / BLOCK..end.div_ceil(BLOCK)) {
            let start = number * BLOCK;
            let from = offset.max(start);
            let part = &block[(from - start) as usize..(end.min(start + BLOCK) - start) as usize];
            out[(from - offset) as usize..][..part.len()].copy_from_slice(part);
        }
        Ok(())
    }

    fn write(&mut self, file: &dyn StorageBackend, offset: u64, data: &[u8]) -> io::Result<()> {
        self.check_range(offset, data.len())?;
        let end = offset + data.len() as u64;
        for number in offset / BLOCK..end.div_ceil(BLOCK) {
            let start = number * BLOCK;
            let mut block = vec![0; BLOCK as usize];
            let n_there = self.length.saturating_sub(start).min(BLOCK) as usize;
            self.read(file, start, &mut block[..n_there])?;
            let from = offset.max(start);
            let part = &data[(from - offset) as usize..(end.min(start + BLOCK) - offset) as usize];
            block[(from - start) as usize..][..part.len()].copy_from_slice(part);
            self.written.insert(number, block);
        }
        Ok(())
    }

    fn set_length(&mut self, length: u64) {
        self.length = length;
        self.n_from_file = self.n_from_file.min(length);
        self.written.retain(|number, _| number * BLOCK < length);
        // The bytes cut off read as zeros if the file grows again.
        if let Some(block) = self.written.get_mut(&(length / BLOCK)) {
            block[(length % BLOCK) as usize..].fill(0);
        }
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        match &*self.memory() {
            Some(memory) => Ok(memory.length),
            None => self.0.file.len(),
        }
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        match &*self.memory() {
            Some(memory) => memory.read(&*self.0.file, offset, out),
            None => self.0.file.read(offset, out),
        }
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.change(
            |file| file.set_len(length),
            |memory, _| {
                memory.set_length(length);
                Ok(())
            },
        )
    }

    fn sync_data(&self) -> io::Result<()> {
        let sync = |file: &dyn StorageBackend| {
            file.sync_data().inspect_err(|_| {
                if let Some(doubt) = &self.0.doubt {
                    doubt.raise();
                }
            })
        };
        self.change(sync, |_, _| Ok(()))
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.change(
            |file| file.write(offset, data),
            |memory, file| memory.write(file, offset, data),
        )
    }

    fn close(&self) -> io::Result<()> {
        self.0.file.close()
    }
}
