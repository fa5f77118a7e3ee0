//! Compares the entries that the salvage saves from a damaged file with those that redb itself reads.

use std::{collections::BTreeMap, fs, path::Path};

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};

use super::salvage;
use crate::disk::{
    fault::{Fault, caught},
    folder::Folder,
    redb::{
        FILE, RedbStore,
        tables::{Tables, checked},
    },
};
use api::{Batch, Rows, Store};

/// The number of damaged files of each kind. The figures in [`super::super::pages`] come from 200.
const N_FILES: usize = 20;

type Entries = BTreeMap<Vec<u8>, Vec<u8>>;

/// Returns a file that was written by this many commits, by a process that ended well or was killed, with its entries.
fn written(n_commits: usize, is_killed: bool) -> (Vec<u8>, Entries) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let held = Folder::lock(folder.path()).expect("nobody else holds it");
    let store = RedbStore::open(held).expect("the store opens");
    let mut random = StdRng::seed_from_u64(n_commits as u64);
    let mut noise = |length: usize| -> Vec<u8> { (0..length).map(|_| random.random()).collect() };
    for n in 0..n_commits {
        let mut batch = Batch::default();
        batch.put(format!("match/{n:06}"), noise(300));
        batch.put(format!("head/{}", n % 50), noise(60));
        batch.put("picture", noise(20_000));
        batch.remove(format!("match/{:06}", n / 2));
        store.commit(&batch).expect("a commit");
    }
    let entries = store.scan(b"", None, usize::MAX).expect("a scan");
    let path = folder.path().join(FILE);
    let killed = fs::read(&path).expect("the data");
    drop(store);
    let ended = fs::read(&path).expect("the data");
    let file = if is_killed { killed } else { ended };
    (file, entries.into_iter().collect())
}

#[derive(Clone, Copy, Debug)]
enum Damage {
    Bits(usize),
    Zeros(usize),
    Cut,
}

impl Damage {
    fn apply(self, file: &mut Vec<u8>, random: &mut StdRng) {
        let place = random.random_range(0..file.len());
        match self {
            Damage::Bits(n_bits) => {
                for _ in 0..n_bits {
                    let place = random.random_range(0..file.len());
                    file[place] ^= 1 << random.random_range(0..8);
                }
            }
            Damage::Zeros(size) => file[place / size * size..][..size].fill(0),
            Damage::Cut => file.truncate(place),
        }
    }
}

/// Returns the entries that the salvage saves.
fn salvaged(folder: &Path) -> Entries {
    let mut saved = Entries::new();
    // The entries saved before an error count.
    let _ = caught(|| {
        salvage(folder, 0, &mut |(key, value)| {
            saved.insert(key, value);
            Ok(())
        })
    });
    saved
}

/// Returns the entries that redb reads from the first one on and from the last one back, if it opens the file.
fn read_by_redb(path: &Path) -> Entries {
    let mut saved = Entries::new();
    let _ = caught(|| {
        let tables = Tables::open_to_read(path)?;
        let view = tables.view()?;
        for is_back in [false, true] {
            let _ = caught(|| {
                view.each_until_error(is_back, &mut |key, stored| {
                    if let Ok(value) = checked(key, stored) {
                        saved.insert(key.to_vec(), value);
                    }
                })
            });
        }
        Ok::<_, Fault>(())
    });
    saved
}

#[expect(clippy::print_stdout, reason = "the figures are worth knowing")]
#[test]
fn the_salvage_saves_no_less_than_redb() {
    let kinds = [
        Damage::Bits(1),
        Damage::Bits(10),
        Damage::Zeros(512),
        Damage::Zeros(4096),
        Damage::Cut,
    ];
    for is_killed in [false, true] {
        let (file, entries) = written(400, is_killed);
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join(FILE);
        let n_same = |found: Entries| {
            let is_same = |(key, value): &(&Vec<u8>, &Vec<u8>)| found.get(*key) == Some(*value);
            entries.iter().filter(is_same).count()
        };
        for kind in kinds {
            let mut random = StdRng::seed_from_u64(7);
            let (mut n_saved, mut n_by_redb) = (0, 0);
            for _ in 0..N_FILES {
                let mut damaged = file.clone();
                kind.apply(&mut damaged, &mut random);
                fs::write(&path, &damaged).expect("a damaged file");
                n_saved += n_same(salvaged(folder.path()));
                n_by_redb += n_same(read_by_redb(&path));
            }
            let n_all = N_FILES * entries.len();
            println!("killed {is_killed}, {kind:?}: {n_saved} of {n_all}, {n_by_redb} by redb");
            assert!(n_saved >= n_by_redb, "{kind:?}: {n_saved} and {n_by_redb}");
        }
    }
}
