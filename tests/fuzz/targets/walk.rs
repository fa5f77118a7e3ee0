//! Reads a setup, and after its line bytes that choose among listed actions and chance outcomes.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::readers::walk(text));
