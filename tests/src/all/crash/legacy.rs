//! A data folder of release 0.1.0, written as that release wrote it.

use std::{fs, path::Path};

use bot::{
    ports::Entry,
    store::{Engine, open},
};
use sha2::{Digest, Sha256};
use tests::crash::Image;

use super::recording::{World, played};

/// The names of its files.
pub(super) const NAMES: [&str; 4] = ["acknowledged", "conf", "db", "journal"];

/// The longest value that was not cut, in bytes, and the length of a part of one that was.
const PART: usize = 4096;

/// A world as that release left it after so many steps.
pub(super) async fn world(n_steps: usize) -> World {
    let (played, _) = played(n_steps).await;
    let store = open(Engine::default(), &played.data()).expect("it is healthy");
    let entries = store.scan(b"", None, usize::MAX).expect("a scan");
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(&folder.path().join("data"), &entries);
    World::new(Image::read(folder.path()))
}

/// Writes a folder that holds these entries: the first half in the tree of sled, the others in the journal.
fn write(folder: &Path, entries: &[Entry]) {
    let (stored, recent) = entries.split_at(entries.len() / 2);
    let tree = sled::open(folder).expect("a new tree");
    let rows: Vec<_> = stored.iter().flat_map(rows).collect();
    let mut sum = 0_u64;
    for (key, value) in &rows {
        tree.insert(key, &value[..]).expect("an insertion");
        let length = (key.len() as u64).to_be_bytes();
        sum = sum.wrapping_add(u64::from_be_bytes(digest(&[&length, key, value])));
    }
    // The whole of the tree was one commit, and each entry of the journal is another.
    let totals = [1, rows.len() as u64, sum].map(u64::to_be_bytes).concat();
    tree.insert(b"mformat", b"1").expect("an insertion");
    tree.insert(b"mtotals", totals).expect("an insertion");
    tree.flush().expect("a flush");
    drop(tree);
    let commits = (2..).zip(recent);
    let journal: Vec<u8> = commits
        .flat_map(|(number, entry)| commit(number, entry))
        .collect();
    fs::write(folder.join("journal"), journal).expect("a file");
    let n_commits = 1 + recent.len();
    fs::write(folder.join("acknowledged"), format!("{n_commits:020}\n")).expect("a file");
}

/// The rows of the tree that hold an entry.
fn rows((key, value): &Entry) -> Vec<Entry> {
    let row = [b"d", &key[..]].concat();
    if value.len() <= PART {
        return vec![(row, [&[0], &value[..]].concat())];
    }
    let length = (value.len() as u32).to_be_bytes();
    let part = |(n, part): (usize, &[u8])| {
        let n = (n as u32).to_be_bytes();
        let length = (key.len() as u16).to_be_bytes();
        ([b"p", &length[..], key, &n].concat(), part.to_vec())
    };
    let head = (row, [&[1], &length[..]].concat());
    let parts = value.chunks(PART).enumerate().map(part);
    std::iter::once(head).chain(parts).collect()
}

/// A commit as it lies in the journal.
fn commit(number: u64, (key, value): &Entry) -> Vec<u8> {
    let key_length = (key.len() as u16).to_be_bytes();
    let value_length = (value.len() as u32 + 1).to_be_bytes();
    let changes = [&key_length[..], key, &value_length, value].concat();
    let number = number.to_be_bytes();
    let length = (changes.len() as u32).to_be_bytes();
    let digest = digest(&[&number, &changes]);
    [&length[..], &number, &digest, &changes].concat()
}

fn digest(parts: &[&[u8]]) -> [u8; 8] {
    let digest = parts
        .iter()
        .fold(Sha256::new(), |digest, part| digest.chain_update(part));
    let [a, b, c, d, e, f, g, h, ..] = <[u8; 32]>::from(digest.finalize());
    [a, b, c, d, e, f, g, h]
}
