//! Tests of backups: all data as text, there and back.

use std::io::{self, BufReader, Read, Write};

use api::{Batch, Entry, MAX_KEY, MAX_VALUE, Store, StoreError};
use store::{
    BackupError, Engine, MemoryStore, ReportingStore, RestoreError, backup, copy, open, restore,
    salvage_backup, testing::HarmedStore,
};
use tests::{Fault, FaultyStore};

const HEADER: &str = "{\"oddboard\":\"backup\",\"version\":1}\n";

fn fill(store: &dyn Store, entries: impl IntoIterator<Item = Entry>) {
    let mut batch = Batch::default();
    for (key, value) in entries {
        batch.put(key, value);
    }
    store.commit(&batch).expect("a commit");
}

fn filled(entries: impl IntoIterator<Item = Entry>) -> MemoryStore {
    let store = MemoryStore::new();
    fill(&store, entries);
    store
}

fn written(store: &dyn Store) -> String {
    let mut text = Vec::new();
    let held = store.snapshot().expect("a snapshot");
    let written = backup(&*held, &mut text).expect("a backup");
    let n_entries = all(store).len() as u64;
    assert_eq!((written.n_entries, written.n_left_out), (n_entries, 0));
    String::from_utf8(text).expect("a backup is text")
}

fn all(store: &dyn Store) -> Vec<(Vec<u8>, Vec<u8>)> {
    store.scan(b"", None, usize::MAX).expect("a scan")
}

/// Returns entries with varied keys and values.
fn mixture() -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut entries = vec![
        (b"".to_vec(), b"".to_vec()),
        (b"\0".to_vec(), b"\xff\xfe".to_vec()),
        (b"\0restoring?".to_vec(), b"almost".to_vec()),
        (
            b"match/1".to_vec(),
            b"{\"text\":\"a \\\"b\\\"\\n\"}\n\t".to_vec(),
        ),
        ("names/♞".into(), "Zoë, 😀 and \u{2028} \u{200f}".into()),
        (b"control".to_vec(), b"bell \x07 delete \x7f".to_vec()),
        (vec![b'"'; MAX_KEY], vec![b'\\'; MAX_VALUE]),
        (vec![0xff; MAX_KEY], vec![0x01; MAX_VALUE]),
    ];
    entries.extend((0..300).map(|n| (format!("input/{n}").into_bytes(), vec![n as u8; n])));
    entries.sort();
    entries
}

#[test]
fn a_backup_is_readable_text() {
    let entries = [
        ("match/1", &b"{\"n_inputs\":3}"[..]),
        ("picture", b"\x89PNG"),
        ("\u{1}", b""),
    ];
    let store = filled(entries.map(|(key, value)| (key.into(), value.to_vec())));
    let expected = [
        HEADER,
        "{\"key_base64\":\"AQ==\",\"value\":\"\"}\n",
        "{\"key\":\"match/1\",\"value\":\"{\\\"n_inputs\\\":3}\"}\n",
        "{\"key\":\"picture\",\"value_base64\":\"iVBORw==\"}\n",
        "{\"complete\":true,\"entries\":3,\"sha256\":\"",
    ];
    let text = written(&store);
    assert!(text.starts_with(&expected.concat()), "{text}");
    assert!(text.ends_with("\"}\n"), "{text}");
}

#[test]
fn a_restore_brings_back_the_same_entries() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for entries in [vec![], mixture()] {
        let text = written(&filled(entries.clone()));
        let on_disk = Engine::ALL.map(|engine| {
            let folder = folder.path().join(format!("{engine}{}", entries.len()));
            open(engine, &folder).expect("a new store")
        });
        let [redb, sled] = &on_disk;
        for store in [&MemoryStore::new() as &dyn Store, &**redb, &**sled] {
            let n_restored = restore(store, text.as_bytes()).expect("it is restored");
            assert_eq!(n_restored as usize, entries.len());
            assert!(all(store) == entries, "other entries were restored");
            assert!(
                written(store) == text,
                "a backup of what was restored differs"
            );
        }
    }
}

/// Restores a damaged text and checks the error message.
#[track_caller]
fn check_refused(text: impl AsRef<[u8]>, expected: &str) {
    let store = FaultyStore::new(MemoryStore::new());
    let error = restore(&store, text.as_ref()).expect_err("it is refused");
    assert!(
        error.to_string().contains(expected),
        "{expected:?} is not in {:?}",
        error.to_string()
    );
    assert_eq!(all(&store), [], "something was left");
}

#[test]
fn a_damaged_backup_is_refused_and_nothing_left() {
    let text = written(&filled(mixture()));
    let lines: Vec<_> = text.split_inclusive('\n').collect();
    let n_lines = lines.len();

    check_refused("", "not a backup");
    check_refused("\n", "not a backup");
    check_refused("GIF89a", "not a backup");
    check_refused(vec![b'x'; 5 << 20], "not a backup");
    check_refused(
        text.replace("\"version\":1}", "\"version\":2}"),
        "has version 2",
    );
    check_refused(
        text.replace("\"version\":1}", "\"version\":1,\"more\":1}"),
        "not a backup",
    );
    check_refused(lines[1..].concat(), "not a backup");

    check_refused(HEADER, "cut off after line 1;");
    check_refused(
        &text[..text.len() - 1],
        &format!("cut off after line {n_lines};"),
    );
    check_refused(
        lines[..n_lines - 1].concat(),
        &format!("cut off after line {};", n_lines - 1),
    );
    check_refused(&text[..HEADER.len() + 10], "cut off after line 2;");
    for cut in (HEADER.len()..text.len()).step_by(text.len() / 8) {
        check_refused(&text[..cut], "cut off after line ");
    }

    let with = |line: usize, other: &str| {
        [&lines[..line - 1], &[other], &lines[line..]]
            .concat()
            .concat()
    };
    for (line, other, reason) in [
        (2, "\n", "line 2 of the backup is damaged: EOF"),
        (
            3,
            "{\"key\":\"a\"}\n",
            "line 3 of the backup is damaged: there is no value",
        ),
        (
            3,
            "{\"value\":\"a\"}\n",
            "line 3 of the backup is damaged: there is no key",
        ),
        (
            3,
            "{\"key\":\"a\",\"key_base64\":\"AQ==\",\"value\":\"\"}\n",
            "there are two of the key",
        ),
        (
            3,
            "{\"key\":\"a\",\"value_base64\":\"A\"}\n",
            "the value is not base64",
        ),
        (
            3,
            "{\"key\":\"a\",\"value\":\"\",\"x\":1}\n",
            "unknown field",
        ),
        (
            200,
            "{\"key\":\"a\",\"value\":\"\"\n",
            "line 200 of the backup is damaged",
        ),
        (
            200,
            "{\"key\":\"a\",\"value\":\"\"}\n",
            &format!("line {n_lines} of the backup is damaged: a line before it"),
        ),
        (200, "", "a line before it was changed"),
    ] {
        check_refused(with(line, other), reason);
    }
    let long_key = format!(
        "{{\"key\":\"{}\",\"value\":\"\"}}\n",
        "k".repeat(MAX_KEY + 1)
    );
    check_refused(
        with(7, &long_key),
        "line 7 of the backup is damaged: a key of 1025 bytes is too large",
    );
    let long_value = format!(
        "{{\"key\":\"k\",\"value\":\"{}\"}}\n",
        "v".repeat(MAX_VALUE + 1)
    );
    check_refused(
        with(7, &long_value),
        "line 7 of the backup is damaged: a value of 1048577 bytes is too large",
    );
    check_refused(
        with(7, &"x".repeat(5 << 20)),
        "line 7 of the backup is damaged: it is longer than",
    );
    check_refused(
        with(n_lines, &lines[n_lines - 1].replace("true", "false")),
        "it should be {\"complete\":true",
    );
    check_refused(
        text.clone() + "\n",
        &format!(
            "line {} of the backup is damaged: there should be none",
            n_lines + 1
        ),
    );
    check_refused(text.clone() + HEADER, "there should be none after the last");
    let mut bytes = text.clone().into_bytes();
    bytes[HEADER.len() + 8] = 0xff;
    check_refused(bytes, "line 2 of the backup is damaged: ");
}

#[test]
fn only_an_empty_store_is_restored_into() {
    let store = filled([(b"a".to_vec(), b"1".to_vec())]);
    let text = written(&store);
    assert!(matches!(
        restore(&store, text.as_bytes()),
        Err(RestoreError::NotEmpty)
    ));
    assert_eq!(all(&store).len(), 1);
}

/// A reader that fails after the text.
struct FailingReader<'a>(&'a [u8]);

impl Read for FailingReader<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            Err(io::Error::other("the disk was pulled out"))
        } else {
            self.0.read(to)
        }
    }
}

impl Write for FailingReader<'_> {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn backup_and_restore_report_system_errors() {
    let store = filled(mixture());
    let text = written(&store);
    let target = MemoryStore::new();
    let half = FailingReader(&text.as_bytes()[..text.len() / 2]);
    let error = restore(&target, BufReader::new(half)).expect_err("it cannot be read");
    assert!(
        error.to_string().contains("the disk was pulled out"),
        "{error}"
    );
    assert_eq!(all(&target), []);
    assert!(matches!(
        backup(&*store.snapshot().expect("a snapshot"), FailingReader(b"")),
        Err(BackupError::Write(_))
    ));
}

#[test]
fn a_store_refuses_to_open_after_an_interrupted_restore() {
    let text = written(&filled(mixture()));
    for n_good in 0..3 {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = FaultyStore::new(ReportingStore::new(
            open(Engine::Redb, folder.path()).expect("a new store"),
        ));
        store.pass_commits(n_good);
        store.fail_commit(Fault::NotWritten);
        assert!(matches!(
            restore(&store, text.as_bytes()),
            Err(RestoreError::Store(StoreError::Io(_)))
        ));
        drop(store);
        let reopened = open(Engine::Redb, folder.path());
        match n_good {
            0 => assert_eq!(all(&*reopened.expect("nothing was written")), []),
            _ => {
                let error = reopened
                    .err()
                    .expect("half a backup is refused")
                    .to_string();
                assert!(
                    error.contains("interrupted") && error.contains("oddboard restore"),
                    "{error}"
                );
            }
        }
    }
}

#[test]
fn a_backup_leaves_out_and_counts_damaged_entries() {
    let entries = mixture();
    let store = HarmedStore::default();
    fill(&store, entries.clone());
    let last = entries.last().expect("there are some").0.clone();
    for damaged in [
        &[&b""[..]][..],
        &[b"input/7", b"input/70", b"match/1"],
        &[&last],
    ] {
        store.heal();
        damaged.iter().for_each(|key| store.damage(key));
        let held = store.snapshot().expect("a snapshot");
        let mut text = Vec::new();
        let written = backup(&*held, &mut text).expect("a backup");
        assert_eq!(written.n_left_out, damaged.len() as u64);
        assert_eq!(written.n_entries as usize, entries.len() - damaged.len());
        let mut copied = Vec::new();
        let again = copy(&*text, &mut copied).expect("it is whole");
        assert!(again == written && copied == text, "{again:?}");
        let restored = MemoryStore::new();
        restore(&restored, &*text).expect("it is whole");
        let is_whole = |(key, _): &&Entry| !damaged.contains(&&key[..]);
        let whole: Vec<_> = entries.iter().filter(is_whole).cloned().collect();
        assert!(all(&restored) == whole, "other entries were restored");
        let told = salvage_backup(&*text, &mut |_| Ok(())).expect("it is a backup");
        assert!(
            told[0].contains("damaged when the backup was made"),
            "{told:?}"
        );
    }
    let text = written(&filled(mixture()));
    check_refused(
        text.replace("\"sha256\"", "\"left_out\":0,\"sha256\""),
        "it should be {\"complete\":true",
    );
}
