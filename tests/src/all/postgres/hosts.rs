//! Several hosts in one URL: a silent, refusing or read-only host does not prevent the use of the others.

use std::{net::TcpListener, sync::Arc};

use api::{Batch, Store};
use store::{open_database, open_database_to_read};
use tests::{
    postgres::{Postgres, settings},
    skip::skips_postgres,
    weak_line::{LineCondition, WeakLine},
};
use tokio::{runtime::Runtime, task::spawn_blocking};

use super::starts::check_url;

/// A host that accepts every connection and never sends anything.
struct SilentHost(TcpListener);

impl SilentHost {
    fn new() -> SilentHost {
        SilentHost(TcpListener::bind("127.0.0.1:0").expect("the system has a port"))
    }

    fn address(&self) -> String {
        let address = self.0.local_addr();
        address.expect("a bound socket has an address").to_string()
    }
}

/// An address without a listener.
const NOBODY: &str = "127.0.0.1:1";

fn put(value: &str) -> Batch {
    let mut batch = Batch::default();
    batch.put("a", value);
    batch
}

#[test]
fn a_host_that_is_silent_refuses_or_only_reads_keeps_none_after_it_from_being_used() {
    if skips_postgres() {
        return;
    }
    let (silent, postgres) = (SilentHost::new(), Postgres::start());
    let url = postgres.make_database();
    let replica = postgres.replica();
    let at = |hosts: &[&str]| url.replace(&postgres.address(), &hosts.join(","));
    let (silent, replica, primary) = (silent.address(), replica.address(), postgres.address());
    let hosts = at(&[&silent, NOBODY, &replica, &silent, &primary]);
    let store = open_database(&settings(&hosts)).expect("one of them can be written");
    store.commit(&put("1")).expect("a commit");
    assert_eq!(store.get(b"a").expect("a read"), Some(b"1".to_vec()));
    let hosts = at(&[&silent, NOBODY, &replica]);
    let rows = open_database_to_read(&settings(&hosts)).expect("one of them can be read");
    assert_eq!(rows.get(b"a").expect("a read"), Some(b"1".to_vec()));
    let unwritable = open_database(&settings(&hosts)).err();
    let told = unwritable.expect("none can be written").to_string();
    for host in [&silent, NOBODY, &replica] {
        let problem = format!("{host} can");
        assert!(told.contains(&problem), "{problem:?} is not in {told:?}");
    }
    assert!(told.contains("can only be read"), "{told}");
}

#[test]
fn the_error_for_silent_database_hosts_names_each_host_and_a_remedy() {
    let hosts = [SilentHost::new(), SilentHost::new()];
    let [one, other] = hosts.each_ref().map(SilentHost::address);
    let wait = "cannot be reached (no answer within 1 s)";
    check_url(
        &format!("postgres://odd:secret@{one},{other}/odd?connect_timeout=1"),
        &[
            &format!("{one} {wait}"),
            &format!("{other} {wait}"),
            "see that it runs",
        ],
    );
    check_url(
        &format!("postgres://odd:secret@{one}/odd"),
        &["cannot be reached (no answer within 3 s)"],
    );
}

#[test]
fn a_hanging_primary_does_not_block_its_successor() {
    if skips_postgres() {
        return;
    }
    let runtime = Runtime::new().expect("the system has room for some threads");
    runtime.block_on(async {
        let postgres = Postgres::start();
        let url = postgres.make_database();
        let replica = postgres.replica();
        let line = WeakLine::to(&postgres.address()).await;
        let hosts = format!("{},{}", line.address, replica.address());
        let url = url.replace(&postgres.address(), &hosts);
        let opened = spawn_blocking(move || open_database(&settings(&url))).await;
        let opened = opened.expect("opening does not panic");
        let store: Arc<dyn Store> = Arc::from(opened.expect("the primary is found"));
        let with = async |work: fn(&dyn Store)| {
            let store = Arc::clone(&store);
            let done = spawn_blocking(move || work(&*store)).await;
            done.expect("the store does what is expected of it");
        };
        with(|store| store.commit(&put("1")).expect("a commit")).await;
        line.set(LineCondition::Silent);
        replica.promote();
        with(|store| {
            store.commit(&put("2")).expect_err("nobody answers");
            store.reopen().expect("the successor is found");
            assert_eq!(store.get(b"a").expect("a read"), Some(b"1".to_vec()));
            store.commit(&put("3")).expect("a commit");
        })
        .await;
    });
}
