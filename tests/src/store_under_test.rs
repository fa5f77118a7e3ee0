//! A store in its own process, so that tests can record its disk operations. It reclaims space between commits, again and again.
//!
//! It prints a line for each durable commit.

use std::io::Write;

use api::{Batch, Store};
use store::{Engine, open};

/// The number of times that the store reclaims space.
const N_ROUNDS: usize = 3;

/// The number of large values that make a reclaim worthwhile.
const N_LARGE: usize = 5;

/// The change of a commit to the large values.
enum LargeValues {
    Kept,
    Written,
    Removed,
}

/// Commits the next number, and writes or removes large values.
fn commit(store: &dyn Store, n_commits: &mut usize, large: LargeValues) {
    let mut batch = Batch::default();
    batch.put(format!("commit/{n_commits:03}"), n_commits.to_string());
    for n in 0..N_LARGE {
        let key = format!("large/{n}");
        match large {
            LargeValues::Kept => {}
            LargeValues::Written => batch.put(key, vec![0; 1 << 20]),
            LargeValues::Removed => batch.remove(key),
        }
    }
    store.commit(&batch).expect("a commit");
    *n_commits += 1;
    writeln!(std::io::stdout(), "{n_commits} commits").expect("somebody listens");
}

fn main() {
    let folder = std::env::args_os().nth(1).expect("a folder is named");
    let store = open(Engine::default(), folder.as_ref()).expect("a folder that can be opened");
    let mut n_commits = 0;
    for _ in 0..N_ROUNDS {
        commit(&*store, &mut n_commits, LargeValues::Written);
        commit(&*store, &mut n_commits, LargeValues::Removed);
        store.give_back().expect("space is given back");
        commit(&*store, &mut n_commits, LargeValues::Kept);
        commit(&*store, &mut n_commits, LargeValues::Kept);
    }
}
