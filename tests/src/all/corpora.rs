//! Reads all inputs found by the fuzzer: each text of `tests/fuzz/corpus`, with the reader of its folder.

#[expect(unreachable_pub, reason = "a library of the fuzzer's, here a module")]
#[path = "../../fuzz/checks.rs"]
mod checks;
#[expect(unreachable_pub, reason = "a library of the fuzzer's, here a module")]
#[path = "../../fuzz/readers.rs"]
mod readers;

use std::fs;

#[test]
fn all_that_the_fuzzer_has_found_is_read() {
    for (name, read) in readers::READERS {
        let folder = testkit::path("tests/fuzz/corpus").join(name);
        let mut n_texts = 0;
        for entry in fs::read_dir(folder).expect("a corpus") {
            let content = fs::read(entry.expect("a file").path()).expect("a file");
            // The fuzzer passes only texts.
            if let Ok(text) = str::from_utf8(&content) {
                read(text);
                n_texts += 1;
            }
        }
        assert!(n_texts > 0, "{name} has a corpus");
    }
}
