//! A connection pooler between the bot and its database.

use api::{Batch, StoreError};
use store::{open_database, open_database_to_read};
use tests::{
    postgres::{PoolMode, Pooler, Postgres, settings},
    skip::skips_pgbouncer,
};

use super::starts::check_url;

/// Creates a fresh database and a pooler in front of it, and returns the URL through the pooler.
fn pooled(mode: PoolMode) -> (Pooler, String) {
    let postgres = Postgres::shared();
    let pooler = Pooler::start(postgres, mode);
    let url = postgres.make_database();
    let url = url.replace(&postgres.address(), &pooler.address());
    (pooler, url)
}

#[test]
fn a_pooler_by_transaction_or_statement_is_refused_with_a_remedy() {
    if skips_pgbouncer() {
        return;
    }
    for mode in [PoolMode::Transaction, PoolMode::Statement] {
        let (_pooler, url) = pooled(mode);
        let words = [
            "PgBouncer",
            "by transaction or by statement",
            "pool_mode = session",
        ];
        check_url(&url, &words);
        let read = open_database_to_read(&settings(&url)).err();
        let error = read.expect("a backup of it is refused, too");
        assert!(error.to_string().contains("pool_mode = session"), "{error}");
    }
}

#[test]
fn a_pooler_by_session_keeps_the_guarantees_of_a_database() {
    if skips_pgbouncer() {
        return;
    }
    let (_pooler, url) = pooled(PoolMode::Session);
    let store = open_database(&settings(&url)).expect("the database opens");
    let mut batch = Batch::default();
    batch.put("a", "1");
    batch.require((b"a".to_vec(), None));
    store.commit(&batch).expect("a commit");
    let again = store.commit(&batch).expect_err("it is there now");
    assert!(matches!(again, StoreError::Conflict { .. }), "{again}");
    let rows = open_database_to_read(&settings(&url)).expect("it can be read");
    for found in [store.get(b"a"), rows.get(b"a")] {
        assert_eq!(found.expect("a read"), Some(b"1".to_vec()));
    }
}
