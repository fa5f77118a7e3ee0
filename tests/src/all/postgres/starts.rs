//! The real program at a database that it cannot use: it prints the remedy and ends with the exit code for wrong input.

use api::Batch;
use store::open_database;
use tempfile::TempDir;
use tests::{
    postgres::{Postgres, settings},
    program::{Program, command},
    skip::skips_postgres,
};

/// Starts the program, which must not serve, and checks its output for words.
#[track_caller]
pub(super) fn check(settings: &[(&str, &str)], words: &[&str]) {
    let folder = TempDir::new().expect("a temporary folder");
    let mut program = command();
    program.envs(settings.iter().copied());
    let started = Program::try_start_by(program, &folder.path().join("data"));
    let Err((said, status)) = started else {
        panic!("it serves at {settings:?}")
    };
    assert_eq!(status.code(), Some(2), "{said}");
    for word in words {
        assert!(said.contains(word), "{word:?} is not in {said:?}");
    }
    assert!(!said.contains("secret"), "{said}");
}

#[track_caller]
pub(super) fn check_url(url: &str, words: &[&str]) {
    check(&[("ODDBOARD_STORE_URL", url)], words);
}

#[test]
fn the_error_for_an_unusable_database_names_a_remedy() {
    if skips_postgres() {
        return;
    }
    let postgres = Postgres::shared();
    let url = postgres.make_database();
    let name = url.rsplit('/').next().expect("it has a name");
    let address = postgres.address();
    check_url(
        "http://odd:secret@host/odd",
        &["postgres://user:password@host/database"],
    );
    check_url(
        &url.replace(":secret@", ":another secret@"),
        &[
            &address,
            "password",
            "correct user and password in [store] url",
        ],
    );
    check_url(
        &postgres.url("nowhere"),
        &["nowhere", "does not exist", "CREATE DATABASE"],
    );
    check_url(
        &format!("{url}?sslmode=require"),
        &["does not speak TLS", "ssl = on", "?sslmode=disable"],
    );
    check_url(
        "postgres://odd:secret@127.0.0.1:1/odd",
        &["127.0.0.1:1/odd", "cannot be reached", "see that it runs"],
    );
    check_url(
        "postgres://odd:secret@nowhere.invalid/odd",
        &[
            "nowhere.invalid:5432/odd",
            "cannot be reached",
            "[store] url",
        ],
    );

    // A role that may connect, but has no rights there.
    postgres.sql(
        name,
        &format!("create role guest_{name} login password 'secret'"),
    );
    let guest = url.replace("odd:secret", &format!("guest_{name}:secret"));
    check_url(&guest, &["permission denied", "GRANT CREATE ON DATABASE"]);
    postgres.sql(name, &format!("alter role guest_{name} connection limit 0"));
    check_url(&guest, &["too many connections", "[store] connections"]);

    postgres.sql(
        name,
        "create schema oddboard; create table oddboard.schema (version integer)",
    );
    postgres.sql(name, "insert into oddboard.schema values (99)");
    check_url(&url, &["version 99", "a later one"]);

    postgres.sql(
        name,
        &format!("alter database {name} set default_transaction_read_only = on"),
    );
    check_url(&url, &["can only be read", "name the primary"]);
}

#[test]
fn data_of_a_later_release_are_wrong_input_and_left_alone() {
    if skips_postgres() {
        return;
    }
    let url = Postgres::database();
    let store = open_database(&settings(&url)).expect("the database opens");
    let mut later = Batch::default();
    later.put("version", "99");
    store.commit(&later).expect("a commit");
    check_url(
        &url,
        &["they are of version 99", "start a release that knows it"],
    );
    let found = store.scan(b"", None, 2).expect("a scan");
    assert_eq!(found, [(b"version".to_vec(), b"99".to_vec())]);
}

#[test]
fn a_database_without_write_permission_is_refused_at_the_start() {
    if skips_postgres() {
        return;
    }
    let postgres = Postgres::shared();
    let url = postgres.make_database();
    let name = url.rsplit('/').next().expect("it has a name");
    // Now the tables are there, and the version: the first write is that the process joins.
    let mut program = command();
    program.env("ODDBOARD_STORE_URL", &url);
    let folder = TempDir::new().expect("a temporary folder");
    let started = Program::try_start_by(program, &folder.path().join("data"));
    started.expect("it serves").stop();
    let reader = format!("reader_{name}");
    for sql in [
        format!("create role {reader} login password 'secret'"),
        format!("grant usage on schema oddboard to {reader}"),
        format!("grant select on all tables in schema oddboard to {reader}"),
        format!("grant all on oddboard.writers to {reader}"),
    ] {
        postgres.sql(name, &sql);
    }
    check_url(
        &url.replace("odd:secret", &format!("{reader}:secret")),
        &["permission denied", "the owner of the schema oddboard"],
    );
}
