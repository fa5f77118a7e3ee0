//! A setup, and after its line bytes that choose among listed actions and outcomes of chance.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::Setup;
use testkit::check_positions;

/// How far each walk goes.
const STEPS: usize = 40;

fuzz_target!(|text: &str| {
    let (setup, choices) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(setup) = setup.parse::<Setup>() else {
        return;
    };
    let mut choices = choices.bytes().cycle();
    let mut last = 0;
    check_positions(&setup, STEPS, &mut |bound| {
        last = (last * 31 + usize::from(choices.next().unwrap_or(7))) % 65_521;
        last % bound
    });
});
