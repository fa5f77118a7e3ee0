//! The model of a disk keeps all synced changes, and any part of the others.

use std::{collections::BTreeSet, path::Path};

use testkit::Random;
use tests::crash::{Disk, Event, Image, KeptWrites};

const SEED: u64 = 20_261_124;

fn open(handle: usize, path: &str) -> Event {
    Event::Open {
        handle,
        is_emptied: false,
        path: Path::new("/world").join(path),
    }
}

fn write(handle: usize, offset: usize, text: &str) -> Event {
    Event::Write {
        handle,
        offset,
        bytes: text.into(),
    }
}

fn sync(handle: usize) -> Event {
    Event::Sync { handle }
}

fn rename(from: &str, to: &str) -> Event {
    let whole = |path: &str| Path::new("/world").join(path);
    Event::Rename {
        from: whole(from),
        to: whole(to),
    }
}

/// Checks the files that power cuts can leave, each case written as `name=text name=text`.
fn check(kept_writes: KeptWrites, events: &[Event], expected: &[&str]) {
    let mut disk = Disk::new(Path::new("/world"), &Image::default());
    for event in events {
        disk.apply(event);
    }
    let mut random = Random::new(SEED);
    let told = |image: Image| {
        let files = image.0.iter().map(|(path, bytes)| {
            let text = bytes.as_ref().map_or_else(String::new, |bytes| {
                String::from_utf8_lossy(bytes).replace('\0', "_")
            });
            format!("{}={text}", path.display())
        });
        files.collect::<Vec<_>>().join(" ")
    };
    let found: BTreeSet<String> = (0..200)
        .map(|_| told(disk.cut(kept_writes, &mut random)))
        .collect();
    let expected: BTreeSet<String> = expected.iter().map(ToString::to_string).collect();
    assert_eq!(found, expected, "{kept_writes:?}");
}

#[test]
fn bytes_and_names_are_kept_by_syncs_of_their_own() {
    let root = open(1, "");
    let file = [open(2, "a"), write(2, 0, "one")];
    let with = |more: &[Event]| [std::slice::from_ref(&root), &file, more].concat();
    check(KeptWrites::Nothing, &with(&[]), &[""]);
    check(KeptWrites::Nothing, &with(&[sync(2)]), &[""]);
    check(KeptWrites::Nothing, &with(&[sync(1)]), &["a="]);
    check(KeptWrites::Nothing, &with(&[sync(2), sync(1)]), &["a=one"]);
    check(KeptWrites::All, &with(&[]), &["a=one"]);
    check(KeptWrites::Writes, &with(&[]), &["", "a=", "a=one"]);
    check(KeptWrites::Prefix, &with(&[]), &["", "a=", "a=one"]);
    let over = with(&[sync(2), sync(1), write(2, 1, "###")]);
    check(KeptWrites::Nothing, &over, &["a=one"]);
    check(KeptWrites::Writes, &over, &["a=one", "a=o###"]);
}

#[test]
fn a_write_with_a_failed_sync_is_never_kept() {
    let events = [
        open(1, ""),
        open(2, "a"),
        sync(1),
        write(2, 0, "one"),
        Event::Unsynced { handle: 2 },
        write(2, 3, "two"),
        sync(2),
    ];
    check(KeptWrites::Nothing, &events, &["a=___two"]);
    check(KeptWrites::Writes, &events[..5], &["a="]);
}

#[test]
fn a_rename_may_reach_the_disk_before_the_data() {
    let events = [
        open(1, ""),
        open(2, "a"),
        write(2, 0, "old"),
        sync(2),
        sync(1),
        open(3, "b"),
        write(3, 0, "new"),
        rename("b", "a"),
    ];
    check(KeptWrites::Nothing, &events, &["a=old"]);
    check(
        KeptWrites::Prefix,
        &events,
        &["a=old", "a=old b=", "a=old b=new", "a=new"],
    );
    check(
        KeptWrites::Writes,
        &events,
        &["a=old", "a=old b=", "a=old b=new", "a=", "a=new"],
    );
    let synced = [&events[..7], &[sync(3)], &events[7..], &[sync(1)]].concat();
    check(KeptWrites::Nothing, &synced, &["a=new"]);
}

#[test]
fn a_write_is_torn_where_sectors_or_pages_meet() {
    let (first, second) = ("1".repeat(512), "2".repeat(512));
    let events = [open(1, ""), open(2, "a"), sync(1)];
    let events = [
        &events[..],
        &[write(2, 0, &(first.clone() + second.as_str()))],
    ]
    .concat();
    let (hole, both) = ("_".repeat(512), first.clone() + second.as_str());
    let whole = |text: &str| format!("a={text}");
    check(
        KeptWrites::Prefix,
        &events,
        &["a=", &whole(&first), &whole(&both)],
    );
    check(
        KeptWrites::Pages,
        &events,
        &[
            "a=",
            &whole(&first),
            &whole(&(first.clone() + hole.as_str())),
            &whole(&(hole.clone() + second.as_str())),
            &whole(&(hole.clone() + hole.as_str())),
            &whole(&both),
        ],
    );
}
