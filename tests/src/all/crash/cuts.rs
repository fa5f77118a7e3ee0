//! The power fails at any moment. The disk has kept all synced data, and any part of the rest.

use std::collections::{BTreeMap, VecDeque};

use testkit::Random;
use tests::crash::{Disk, Event, Image, KeptWrites};

use super::recording::Recording;

/// The number of recent moments whose commits may not have reached the disk.
const RECENT: usize = 24;

/// The factor by which `ODDBOARD_LONG=1` multiplies the number of cuts of the quick lane.
const LONG: usize = 7;

/// A moment of a recording, and the disk as the processes saw it then.
pub(super) struct DiskMoment {
    pub(super) n_events: usize,
    pub(super) seen: Image,
}

impl DiskMoment {
    fn of(disk: &Disk, n_events: usize) -> DiskMoment {
        let seen = disk.seen();
        DiskMoment { n_events, seen }
    }
}

/// A power cut after this many events.
pub(super) struct PowerCut<'a> {
    pub(super) n_events: usize,
    /// The disk after the power cut.
    pub(super) left: Image,
    /// The moment of the cut and the earlier ones after a sync, the latest first.
    pub(super) before: &'a VecDeque<DiskMoment>,
}

/// Returns the numbers of events after which the power fails. The end occurs once for each [`KeptWrites`]. Each kind of
/// change of each file is equally likely, because many dangerous changes are rare.
fn moments(recording: &Recording, n_cuts: usize, random: &mut Random) -> Vec<usize> {
    let mut disk = recording.disk.clone();
    let mut risky: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (n, event) in recording.trace.events.iter().enumerate() {
        disk.apply(event);
        let kind = disk.kind(event).filter(|_| disk.is_unsafe());
        if let Some(kind) = kind {
            risky.entry(kind).or_default().push(n + 1);
        }
    }
    let kinds: Vec<_> = risky.into_values().collect();
    let choose = |_| {
        let kind = random.pick(&kinds);
        *random.pick(kind)
    };
    let mut moments: Vec<usize> = (KeptWrites::ALL.len()..n_cuts).map(choose).collect();
    moments.sort_unstable();
    moments.extend(KeptWrites::ALL.map(|_| recording.trace.events.len()));
    moments
}

/// Cuts the power at random moments and checks the disk.
#[track_caller]
pub(super) fn check_cuts(
    recording: &Recording,
    n_quick: usize,
    seed: u64,
    mut check: impl FnMut(&PowerCut) -> Result<(), String>,
) {
    let is_long = std::env::var_os("ODDBOARD_LONG").is_some();
    let n_cuts = if is_long { LONG * n_quick } else { n_quick };
    let mut random = Random::new(seed);
    let mut disk = recording.disk.clone();
    let mut n_done = 0;
    let mut recent = VecDeque::from([DiskMoment::of(&disk, 0)]);
    let mut wrong = Vec::new();
    let moments = moments(recording, n_cuts, &mut random);
    for (n, n_events) in moments.into_iter().enumerate() {
        for event in &recording.trace.events[n_done..n_events] {
            disk.apply(event);
            n_done += 1;
            if matches!(event, Event::Sync { .. }) {
                recent.push_front(DiskMoment::of(&disk, n_done));
                recent.truncate(RECENT);
            }
        }
        let kept_writes = KeptWrites::ALL[n % KeptWrites::ALL.len()];
        recent.push_front(DiskMoment::of(&disk, n_events));
        let cut = PowerCut {
            n_events,
            left: disk.cut(kept_writes, &mut random),
            before: &recent,
        };
        if let Err(why) = check(&cut) {
            let place = keep_for_inspection(&cut.left);
            wrong.push(format!(
                "cut {n} after {n_events} events, keeping {kept_writes:?}, left in {place}: {why}"
            ));
        }
        recent.pop_front();
    }
    assert!(
        wrong.is_empty(),
        "{} of {n_cuts} power cuts of seed {seed} do harm:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Writes the disk after a cut to a folder that stays, for inspection, and returns the folder.
fn keep_for_inspection(left: &Image) -> String {
    let folder = tempfile::Builder::new()
        .prefix("oddboard-cut-")
        .tempdir()
        .expect("a temporary folder");
    left.write(folder.path());
    folder.keep().display().to_string()
}
