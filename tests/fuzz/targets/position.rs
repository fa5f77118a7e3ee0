//! Reads a setup with its position: `chakart position=...`.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::readers::position(text));
