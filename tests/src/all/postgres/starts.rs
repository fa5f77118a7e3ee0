//! The real program at a database that it cannot use: it says what to do and ends with the exit code for wrong input.

use tempfile::TempDir;
use tests::{
    postgres::Postgres,
    program::{Program, command},
    skip::skips_postgres,
};

/// Starts the program, which must not serve, and looks for words in what it says.
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
fn check_url(url: &str, words: &[&str]) {
    check(&[("ODDBOARD_STORE_URL", url)], words);
}

#[test]
fn a_database_that_cannot_be_used_is_told_with_what_to_do() {
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

    // Somebody who may come in, and do nothing there.
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
fn a_file_of_the_url_is_read_and_what_is_wrong_with_it_told() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("url");
    let path = file.display().to_string();
    let settings = [("ODDBOARD_STORE_URL_FILE", &*path)];
    check(&settings, &[&path, "cannot be read"]);
    std::fs::write(&file, "\n").expect("a file");
    check(&settings, &[&path]);
    std::fs::write(&file, "mysql://odd:secret@host/odd\n").expect("a file");
    check(
        &settings,
        &[&path, "postgres://user:password@host/database"],
    );
}
