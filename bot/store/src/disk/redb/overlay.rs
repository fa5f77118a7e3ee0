//! A read-only file with an overlay: redb's writes stay in memory.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    sync::{Mutex, MutexGuard, PoisonError},
};

use redb::StorageBackend;

/// The size of a block in bytes.
const BLOCK: u64 = 4096;

/// A file with the overlay of its writes.
#[derive(Debug)]
pub(super) struct Overlay {
    state: Mutex<OverlayState>,
}

#[derive(Debug)]
struct OverlayState {
    file: File,
    /// The number of bytes of the file that are still valid.
    n_from_file: u64,
    length: u64,
    /// The written blocks, by their numbers.
    written: BTreeMap<u64, Vec<u8>>,
}

impl Overlay {
    pub(super) fn new(file: File) -> io::Result<Overlay> {
        let length = file.metadata()?.len();
        let state = OverlayState {
            file,
            n_from_file: length,
            length,
            written: BTreeMap::new(),
        };
        Ok(Overlay {
            state: Mutex::new(state),
        })
    }

    fn state(&self) -> MutexGuard<'_, OverlayState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OverlayState {
    /// Returns a block as it is now; unwritten parts beyond the file are zeros.
    fn block(&mut self, number: u64) -> io::Result<Vec<u8>> {
        if let Some(block) = self.written.get(&number) {
            return Ok(block.clone());
        }
        let mut block = vec![0; BLOCK as usize];
        let start = number * BLOCK;
        let n_there = self.n_from_file.saturating_sub(start).min(BLOCK);
        if n_there > 0 {
            self.file.seek(SeekFrom::Start(start))?;
            self.file.read_exact(&mut block[..n_there as usize])?;
        }
        Ok(block)
    }

    /// Runs work on each block of a range. The three numbers are the start and end of the range in the block, and the
    /// offset in the range.
    fn each_block(
        &mut self,
        offset: u64,
        length: usize,
        mut work: impl FnMut(&mut OverlayState, u64, Vec<u8>, [usize; 3]),
    ) -> io::Result<()> {
        if offset + length as u64 > self.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut done = 0;
        while done < length {
            let at = offset + done as u64;
            let start = (at % BLOCK) as usize;
            let end = (start + length - done).min(BLOCK as usize);
            let block = self.block(at / BLOCK)?;
            work(self, at / BLOCK, block, [start, end, done]);
            done += end - start;
        }
        Ok(())
    }
}

impl StorageBackend for Overlay {
    fn len(&self) -> io::Result<u64> {
        Ok(self.state().length)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.state()
            .each_block(offset, out.len(), |_, _, block, [start, end, done]| {
                out[done..done + end - start].copy_from_slice(&block[start..end]);
            })
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        let mut state = self.state();
        state.length = length;
        state.n_from_file = state.n_from_file.min(length);
        state.written.retain(|number, _| number * BLOCK < length);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let write = |state: &mut OverlayState,
                     number,
                     mut block: Vec<u8>,
                     [start, end, done]: [usize; 3]| {
            block[start..end].copy_from_slice(&data[done..done + end - start]);
            state.written.insert(number, block);
        };
        self.state().each_block(offset, data.len(), write)
    }
}
