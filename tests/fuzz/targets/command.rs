//! Reads text that people type to the bot, and the ids of pressed buttons.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::readers::command(text));
