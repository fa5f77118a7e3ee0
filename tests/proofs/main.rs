//! Guarantees of the types: each program in `cases` would reveal a secret, and fails to compile. It fails for the reason that its
//! first line names, with the message beside it. A failure for another reason, such as a typo, fails the test.
//!
//! `ODDBOARD_BLESS=1 TRYBUILD=overwrite cargo test -p proofs` rewrites the messages; read them before a commit.

use std::{collections::BTreeSet, env, fs, path::PathBuf};

fn cases(ending: &str) -> BTreeSet<PathBuf> {
    let files = fs::read_dir(testkit::path("tests/proofs/cases")).expect("there are cases");
    let paths = files.map(|file| file.expect("the folder can be read").path());
    paths
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect()
}

#[test]
fn secrets_do_not_compile() {
    assert_eq!(
        env::var_os("TRYBUILD").is_some(),
        testkit::is_blessing(),
        "messages are written by ODDBOARD_BLESS=1 and TRYBUILD=overwrite together"
    );
    trybuild::TestCases::new().compile_fail("cases/*.rs");
}

#[test]
fn each_case_fails_for_the_reason_that_it_names() {
    assert!(!cases("rs").is_empty());
    for case in cases("rs") {
        let text = testkit::read(&case);
        let named = text.split_whitespace().nth(1);
        let message = testkit::read(case.with_extension("stderr"));
        let errors = message
            .lines()
            .filter_map(|line| line.strip_prefix("error"));
        let codes: Vec<_> = errors
            .map(|rest| rest.strip_prefix('[').and_then(|rest| rest.get(..5)))
            .collect();
        assert_eq!(codes, [named], "{}", case.display());
    }
    let messages = cases("stderr").into_iter();
    let messages = messages.map(|path| path.with_extension("rs")).collect();
    assert_eq!(cases("rs"), messages, "a message without a case");
}
