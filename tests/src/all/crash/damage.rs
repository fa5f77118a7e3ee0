//! Bytes on the disk change by themselves. The program notices the damage, unless it is harmless. A start that refuses
//! a damaged file does not write to it.

use std::sync::Arc;

use api::{Batch, StoreError};
use store::{Engine, open};
use testkit::Random;
use tests::crash::Image;

use super::content::Content;

const SEED: u64 = 20_261_123;

/// Returns a folder with a store of this many entries, and its content.
fn filled(n_entries: usize) -> (Image, Content) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = open(Engine::default(), folder.path()).expect("a new store");
    let mut random = Random::new(SEED);
    for first in (0..n_entries).step_by(500) {
        let mut batch = Batch::default();
        for n in first..n_entries.min(first + 500) {
            let value: Vec<u8> = (0..random.below(300))
                .map(|_| random.below(256) as u8)
                .collect();
            batch.put(format!("entry/{n:05}"), value);
        }
        store.commit(&batch).expect("a commit");
    }
    drop(store);
    let content = Content::of(folder.path()).expect("it is healthy");
    (Image::read(folder.path()), content)
}

/// Returns the image with a byte flipped or a block zeroed, and a description of the damage.
fn damaged(image: &Image, random: &mut Random) -> (Image, String) {
    let mut image = image.clone();
    let size = |bytes: &Option<Arc<Vec<u8>>>| bytes.as_ref().map_or(0, |bytes| bytes.len());
    let mut at = random.below(image.0.values().map(size).sum());
    let (path, bytes) = image
        .0
        .iter_mut()
        .find(|(_, bytes)| {
            let is_here = at < size(bytes);
            at -= if is_here { 0 } else { size(bytes) };
            is_here
        })
        .expect("some file has this byte");
    let bytes = Arc::make_mut(bytes.as_mut().expect("it is a file"));
    let said = match *random.pick(&[0, 512, 4096]) {
        0 => {
            bytes[at] ^= 1 << random.below(8);
            format!("a bit of byte {at} of {} flipped", path.display())
        }
        block => {
            at = at / block * block;
            let end = bytes.len().min(at + block);
            bytes[at..end].fill(0);
            format!("bytes {at} to {end} of {} zeroed", path.display())
        }
    };
    (image, said)
}

/// Checks a start on a damaged folder.
fn check_damaged(image: &Image, content: Content) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    image.write(folder.path());
    match Content::of(folder.path()) {
        Ok(found) if found == content => Ok(()),
        Ok(found) => Err(format!("{found:?} is found instead of {content:?}")),
        Err(StoreError::Damaged { .. }) => Ok(()),
        Err(_) => match image.difference(&Image::read(folder.path())) {
            None => Ok(()),
            Some(difference) => Err(format!("a refused start has changed it: {difference}")),
        },
    }
}

#[track_caller]
fn check(n_entries: usize, n_damages: usize) {
    let (image, content) = filled(n_entries);
    let mut random = Random::new(SEED);
    let mut wrong = Vec::new();
    for _ in 0..n_damages {
        let (image, said) = damaged(&image, &mut random);
        let checked = check_damaged(&image, content);
        wrong.extend(checked.err().map(|why| format!("{said}: {why}")));
    }
    assert!(
        wrong.is_empty(),
        "{} of {n_damages} go wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn damage_in_a_small_store_is_noticed() {
    check(300, 40);
}

#[test]
fn damage_in_a_large_store_is_noticed() {
    check(12_000, 20);
}
