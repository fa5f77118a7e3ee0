use super::*;
use api::{Entry, Store};
use store::{MemoryStore, testing::HarmedStore};

/// Moves the entries under `old/` to `new/`, two at a time.
fn move_over(rows: &dyn Rows) -> Result<Vec<Rewrite>, StoreError> {
    let mut rewrites = Vec::new();
    for (key, value) in rows.scan(b"old/", None, 2)? {
        let new = [b"new/", &key[b"old/".len()..]].concat();
        rewrites.push(((new, None), Some(value.clone())));
        rewrites.push(((key, Some(value)), None));
    }
    Ok(rewrites)
}

/// Marks the entries under `new/`, one at a time.
fn mark(rows: &dyn Rows) -> Result<Vec<Rewrite>, StoreError> {
    let all = rows.scan(b"new/", None, usize::MAX)?;
    let unmarked = all.into_iter().find(|(_, value)| !value.ends_with(b"!"));
    let marked = unmarked.map(|(key, value)| {
        let marked = [&value[..], b"!"].concat();
        ((key, Some(value)), Some(marked))
    });
    Ok(marked.into_iter().collect())
}

const TWO: &[Upgrade] = &[move_over, mark];

/// Data of no version, and the same data at the last version.
const OLD: [(&str, &str); 3] = [("old/1", "a"), ("old/2", "b"), ("old/3", "c")];
const BROUGHT: [(&str, &str); 4] = [
    ("new/1", "a!"),
    ("new/2", "b!"),
    ("new/3", "c!"),
    ("version", "2"),
];

fn store(entries: &[(&str, &str)]) -> MemoryStore {
    let store = MemoryStore::new();
    let mut batch = Batch::default();
    for (key, value) in entries {
        batch.put(*key, *value);
    }
    store.commit(&batch).expect("memory takes everything");
    store
}

/// Makes this number of commits, like a program that is stopped then.
fn go_on(store: &MemoryStore, n_commits: usize) {
    for _ in 0..n_commits {
        match next_by(TWO, store).expect("the steps are known") {
            Some(changes) => store.commit(&changes).expect("memory takes everything"),
            None => return,
        }
    }
}

/// Upgrades a store to the last version, and returns the number of commits. `meanwhile` runs before each commit, once it was
/// prepared, with the number of earlier tries.
fn bring(store: &dyn Store, mut meanwhile: impl FnMut(usize)) -> usize {
    let (mut n_tried, mut n_made) = (0, 0);
    let brought = upgrade_by(TWO, store, |changes| {
        meanwhile(n_tried);
        n_tried += 1;
        store.commit(changes)?;
        n_made += 1;
        Ok(())
    });
    brought.expect("the steps are known");
    n_made
}

fn all(store: &MemoryStore) -> Vec<Entry> {
    store
        .scan(b"", None, usize::MAX)
        .expect("memory can be read")
}

#[test]
fn data_of_any_version_are_brought_to_the_last_wherever_that_is_interrupted() {
    let expected = all(&store(&BROUGHT));
    for n_commits in 0..8 {
        let store = store(&OLD);
        go_on(&store, n_commits);
        go_on(&store, usize::MAX);
        assert!(all(&store) == expected, "after {n_commits} commits");
    }
    let halfway = store(&[
        ("new/1", "a!"),
        ("new/2", "b!"),
        ("new/3", "c"),
        ("version", "1"),
    ]);
    go_on(&halfway, usize::MAX);
    assert!(all(&halfway) == expected);
}

#[test]
fn a_version_that_is_lost_is_found_again() {
    for lost in ["", "bishop", "-1"] {
        let store = store(&[("new/1", "a!"), ("version", lost)]);
        go_on(&store, usize::MAX);
        assert!(all(&store) == all(&self::store(&[("new/1", "a!"), ("version", "2")])));
    }
}

#[test]
fn a_version_that_is_damaged_is_found_again() {
    let store = HarmedStore::of(&[("new/1", "a!"), ("version", "1")]);
    store.damage(b"version");
    let n_commits = bring(&store, |n_tried| {
        assert!(n_tried < 2, "a change is refused")
    });
    assert_eq!(n_commits, 2);
    let version = store.get(b"version").expect("it is whole again");
    assert_eq!(version.as_deref(), Some(&b"2"[..]));
}

#[test]
fn of_two_that_start_at_once_each_change_is_made_by_one() {
    let n_alone = bring(&store(&OLD), |_| {});
    for moment in 0..n_alone {
        let store = store(&OLD);
        let mut n_others = 0;
        let n_own = bring(&store, |n_tried| {
            if n_tried == moment {
                n_others = bring(&store, |_| {});
            }
        });
        assert_eq!((n_own, n_others), (moment, n_alone - moment));
        assert!(all(&store) == all(&self::store(&BROUGHT)), "at {moment}");
    }
}

#[test]
fn a_concurrent_write_of_an_old_process_is_not_overwritten() {
    let store = store(&OLD);
    bring(&store, |n_tried| {
        if n_tried == 0 {
            let mut batch = Batch::default();
            batch.put("old/1", "played on");
            store.commit(&batch).expect("memory takes everything");
        }
    });
    let found = store.get(b"new/1").expect("memory can be read");
    assert_eq!(found.as_deref(), Some(&b"played on!"[..]));
    assert_eq!(store.get(b"old/1").expect("memory can be read"), None);
}

#[test]
fn data_of_a_later_release_are_refused_with_advice() {
    let store = store(&[("version", "3")]);
    let refused = next_by(TWO, &store).expect_err("it is of a later release");
    let text = refused.to_string();
    assert!(
        text.contains("they are of version 3, and this release knows 2 at most; start a release"),
        "{text}"
    );
}

#[test]
fn an_unreadable_version_is_damaged() {
    assert!(check_version(b"version", b"17").is_ok());
    assert!(check_version(b"version", b"rook").is_err());
}
