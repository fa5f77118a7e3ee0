//! The power fails at any moment, and the disk has kept what it was made to keep and any part of the rest.

use std::collections::{BTreeMap, VecDeque};

use testkit::Random;
use tests::crash::{Disk, Event, Image, Keep};

use super::recording::Recording;

/// How many moments back what was committed may still be on its way to the disk.
const RECENT: usize = 24;

/// How many cuts a test makes of so many in the quick lane: `ODDBOARD_LONG=1` asks for more.
const LONG: usize = 7;

/// A moment of a recording, and what the processes saw then.
pub(super) struct Moment {
    pub(super) n_events: usize,
    pub(super) seen: Image,
}

impl Moment {
    fn of(disk: &Disk, n_events: usize) -> Moment {
        let seen = disk.seen();
        Moment { n_events, seen }
    }
}

/// A power cut.
pub(super) struct Cut<'a> {
    pub(super) n_events: usize,
    /// What it has left.
    pub(super) left: Image,
    /// That moment and those at which something became durable before, the latest first.
    pub(super) before: &'a VecDeque<Moment>,
}

/// After how many events the power fails: in the end with each way to keep, and after each kind of change of each file as
/// often as after another, because much that is dangerous is rare.
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
    let mut moments: Vec<usize> = (Keep::ALL.len()..n_cuts).map(choose).collect();
    moments.sort_unstable();
    moments.extend(Keep::ALL.map(|_| recording.trace.events.len()));
    moments
}

/// Cuts the power at random moments and checks what is left.
#[track_caller]
pub(super) fn check_cuts(
    recording: &Recording,
    n_quick: usize,
    seed: u64,
    mut check: impl FnMut(&Cut) -> Result<(), String>,
) {
    let is_long = std::env::var_os("ODDBOARD_LONG").is_some();
    let n_cuts = if is_long { LONG * n_quick } else { n_quick };
    let mut random = Random::new(seed);
    let mut disk = recording.disk.clone();
    let mut n_done = 0;
    let mut recent = VecDeque::from([Moment::of(&disk, 0)]);
    let mut wrong = Vec::new();
    let moments = moments(recording, n_cuts, &mut random);
    for (n, n_events) in moments.into_iter().enumerate() {
        for event in &recording.trace.events[n_done..n_events] {
            disk.apply(event);
            n_done += 1;
            if matches!(event, Event::Sync { .. }) {
                recent.push_front(Moment::of(&disk, n_done));
                recent.truncate(RECENT);
            }
        }
        let keep = Keep::ALL[n % Keep::ALL.len()];
        recent.push_front(Moment::of(&disk, n_events));
        let cut = Cut {
            n_events,
            left: disk.cut(keep, &mut random),
            before: &recent,
        };
        if let Err(why) = check(&cut) {
            let place = keep_for_inspection(&cut.left);
            wrong.push(format!(
                "cut {n} after {n_events} events, keeping {keep:?}, left in {place}: {why}"
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

/// Writes what a cut has left to a folder that stays, for people to look into; the folder.
fn keep_for_inspection(left: &Image) -> String {
    let folder = tempfile::Builder::new()
        .prefix("oddboard-cut-")
        .tempdir()
        .expect("a temporary folder");
    left.write(folder.path());
    folder.keep().display().to_string()
}
