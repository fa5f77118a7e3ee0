//! Reads the text of a view: `chakart inputs=0 ...`.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::readers::view(text));
