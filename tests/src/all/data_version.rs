//! The version of the data: the first start writes it, and a start refuses data of an unknown version.

use api::{Batch, Entry, Store};
use store::{Engine, open};
use tests::program::{self, Program};

fn all(store: &dyn Store) -> Vec<Entry> {
    store.scan(b"", None, usize::MAX).expect("a scan")
}

#[test]
fn the_first_start_writes_the_version_and_data_of_a_later_release_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = folder.path().join("data");
    Program::start(&data).stop();
    let store = open(Engine::Redb, &data).expect("the folder opens");
    let version = store.get(b"version").expect("a read");
    assert_eq!(version.as_deref(), Some(&b"1"[..]));
    let mut later = Batch::default();
    later.put("version", "2");
    store.commit(&later).expect("a commit");
    let before = all(&*store);
    drop(store);

    let Err((said, status)) = Program::try_start_by(program::command(), &data) else {
        panic!("it starts with data that it does not know");
    };
    assert_eq!(status.code(), Some(2), "{said}");
    assert!(
        said.contains("they are of version 2, and this release knows 1 at most"),
        "{said}"
    );
    let store = open(Engine::Redb, &data).expect("the folder opens");
    assert!(all(&*store) == before, "what is refused is not written to");
}
