//! The program reports an error in the account, the homeserver or the folder, and ends.

use std::{fs, os::unix::fs::PermissionsExt, path::Path, process::Output};

use tempfile::TempDir;
use tests::{
    matrix::{Homeserver, PASSWORD},
    port::ReservedPort,
    program::{self, Program},
};

fn run(folder: &Path, arguments: &[&str], homeserver: &str, user: &str, password: &str) -> Output {
    let file = folder.join("password");
    fs::write(&file, password).expect("a file for the password");
    program::command()
        .args(arguments)
        .arg("--data")
        .arg(folder.join("data"))
        .env("ODDBOARD_MATRIX_HOMESERVER", homeserver)
        .env("ODDBOARD_MATRIX_USER", user)
        .env("ODDBOARD_MATRIX_PASSWORD_FILE", file)
        .current_dir(folder)
        .output()
        .expect("the program runs")
}

/// Checks that the program ended with this code and this output.
#[track_caller]
fn check(output: &Output, code: i32, words: &str) {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(said.contains(words), "{said}");
    assert!(
        !said.contains(PASSWORD) && !said.contains("wrong-password"),
        "{said}"
    );
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

#[test]
fn wrong_accounts_and_homeservers_are_refused() {
    let homeserver = Homeserver::start(&["odd", "ann"]);
    let address = homeserver.address();
    let here = folder();
    let path = here.path();
    check(
        &run(
            path,
            &["serve"],
            &address,
            "@odd:localhost",
            "wrong-password",
        ),
        2,
        "takes this account and password for wrong",
    );
    check(
        &run(path, &["serve"], &address, "@nobody:localhost", PASSWORD),
        2,
        "takes this account and password for wrong",
    );
    check(
        &run(path, &["serve"], &address, "@odd:localhost", "\n"),
        2,
        "there is nothing in it",
    );
    let nobody_listens = ReservedPort::new();
    let nowhere = format!("http://{}", nobody_listens.address());
    check(
        &run(path, &["serve"], &nowhere, "@odd:localhost", PASSWORD),
        1,
        "cannot be reached",
    );
    // From here on there is a session.
    let data = path.join("data");
    let program = Program::start_on_matrix(&data, &address, &[]);
    check(
        &run(
            path,
            &["recovery-key"],
            &address,
            "@odd:localhost",
            PASSWORD,
        ),
        1,
        "data",
    );
    assert!(program.stop().1.success());
    let mode = |path: &Path| {
        fs::metadata(path)
            .expect("it is there")
            .permissions()
            .mode()
            & 0o777
    };
    assert_eq!(mode(&data.join("matrix/session.json")), 0o600);
    assert_eq!(mode(&data.join("matrix")), 0o700);
    check(
        &run(path, &["serve"], &address, "@ann:localhost", PASSWORD),
        2,
        "has the session of @odd:localhost, not of @ann:localhost",
    );
    // The password is not needed any more.
    let program = Program::start_on_matrix(
        &data,
        &address,
        &[("ODDBOARD_MATRIX_PASSWORD_FILE", "/nowhere")],
    );
    assert!(program.stop().1.success());
    // The program prints the key only once.
    let told = run(path, &["recovery-key"], &address, "odd", "wrong-password");
    assert!(
        told.status.success(),
        "{}",
        String::from_utf8_lossy(&told.stderr)
    );
    let key = String::from_utf8(told.stdout).expect("a key is a text");
    assert!(
        key.trim().len() > 40 && key.trim().split(' ').all(|part| part.len() <= 4),
        "a key comes in groups of four"
    );
    check(
        &run(path, &["recovery-key"], &address, "odd", PASSWORD),
        1,
        "was made before",
    );
    let again = run(path, &["recovery-key", "--new"], &address, "odd", PASSWORD);
    assert!(again.status.success() && again.stdout != key.as_bytes());
    let log = fs::read_to_string(path.join("log")).expect("the log is a text");
    assert!(!log.contains(key.trim()), "the key is logged");
    let program = Program::start_on_matrix(&data, &address, &[]);
    assert!(program.stop().1.success());
    // A session that its owner has ended is not replaced by another one.
    let session =
        fs::read_to_string(data.join("matrix/session.json")).expect("the session is a text");
    let session: serde_json::Value = serde_json::from_str(&session).expect("the session is JSON");
    tests::matrix::log_out(&address, session["access_token"].as_str().expect("a token"));
    check(
        &run(path, &["serve"], &address, "@odd:localhost", PASSWORD),
        2,
        "does not know the bot's session any more",
    );
}
