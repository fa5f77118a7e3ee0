//! Reads what people type at the bot, and the ids of buttons that come back.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::readers::command(text));
