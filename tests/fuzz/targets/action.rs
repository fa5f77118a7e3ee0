//! Reads a setup, and on each line after it a text that may be typed as an action.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::readers::action(text));
