//! Parts of several benches: a bot without bounds, the memory of processes, and percentiles.

use std::{fs, sync::Arc, time::Duration};

use api::{Chat, Dice, Secret};
use present::Studio;
use render::{Size, Theme};
use runtime::{Parts, SystemClock};
use service::Limits;
use store::writer::Writer;
use testkit::Random;

use crate::fake_chat::{self, FakeChat};

/// Limits that no player reaches.
pub const LIMITS: Limits = Limits {
    matches: 10_000_000,
    challenges: usize::MAX,
    challenge: Duration::from_secs(7 * 24 * 3600),
    turns: 5000,
};

/// Dice for identifiers: they differ, and may be predictable because they protect no secret here.
pub struct Ids(pub Random);

impl Dice for Ids {
    fn below(&mut self, n: u32) -> u32 {
        self.0.below(n as usize) as u32
    }

    fn secret(&mut self) -> Secret {
        Secret::new([5; 32])
    }
}

/// Returns the parts of a bot on these platforms: pictures of the usual size, and the clock of the system.
pub fn parts(writer: Writer, chats: Vec<Arc<dyn Chat>>) -> Parts {
    Parts {
        chats,
        clock: Arc::new(SystemClock),
        dice: Box::new(Ids(Random::new(1))),
        studio: Studio::new(Size::default(), Theme::default()),
        limits: LIMITS,
        patience: runtime::PATIENCE,
        ..fake_chat::parts(&FakeChat::new(&[]).0, writer)
    }
}

/// Returns the resident memory of a process, in MiB.
pub fn resident_mib(process: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kib.unwrap_or(f64::NAN) / 1024.0
}

/// Returns the value that this percentage of the values do not exceed.
pub fn percentile<T: Ord + Copy>(values: &[T], percent: usize) -> T {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    sorted[(sorted.len() - 1) * percent / 100]
}
