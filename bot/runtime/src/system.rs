//! The clock and the dice of the system.

use rand::{TryRng, rngs::SysRng};

use api::{Clock, Dice, Secret, Timestamp};

/// The system's clock.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp(jiff::Timestamp::now().as_millisecond())
    }
}

const NO_CHANCE: &str = "a system without a source of chance cannot run the bot";

/// The system's random numbers.
#[derive(Clone, Copy, Debug)]
pub struct OsDice;

impl Dice for OsDice {
    fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "there is no number below 0");
        // The numbers above the last multiple of n would make small results likelier.
        let fair = u32::MAX - u32::MAX % n;
        loop {
            let number = SysRng.try_next_u32().expect(NO_CHANCE);
            if number < fair {
                return number % n;
            }
        }
    }

    fn secret(&mut self) -> Secret {
        let mut bytes = [0; 32];
        SysRng.try_fill_bytes(&mut bytes).expect(NO_CHANCE);
        Secret::new(bytes)
    }
}
