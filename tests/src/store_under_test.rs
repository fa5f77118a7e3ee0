//! A store at work in a process of its own, so that tests can record what it does to the disk: it gives space back between
//! commits, again and again.
//!
//! It says a line for each commit that is durable.

use std::io::Write;

use api::{Batch, Store};
use store::{Engine, open};

/// How often space is given back.
const N_ROUNDS: usize = 3;

/// How many large values make a file that is worth it.
const N_LARGE: usize = 5;

/// Commits the next number, and makes or removes large values.
fn commit(store: &dyn Store, n_commits: &mut usize, large: Option<Option<Vec<u8>>>) {
    let mut batch = Batch::default();
    batch.put(format!("commit/{n_commits:03}"), n_commits.to_string());
    for n in 0..N_LARGE {
        let change = large
            .clone()
            .map(|value| (format!("large/{n}").into_bytes(), value));
        batch.changes.extend(change);
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
        commit(&*store, &mut n_commits, Some(Some(vec![0; 1 << 20])));
        commit(&*store, &mut n_commits, Some(None));
        store.give_back().expect("space is given back");
        commit(&*store, &mut n_commits, None);
        commit(&*store, &mut n_commits, None);
    }
}
