//! What befalls three processes and their database, and when, as a seed has it.

use ::tests::weak_line::Weather;
use testkit::Random;

/// How many processes there are.
pub(crate) const N_PROCESSES: usize = 3;

/// For how many seconds a process is stopped: longer than it takes to be taken for dead.
const STOP: u64 = 20;

/// For how many seconds the line of a process is slow before and after it is stopped: so there is something that it is about to
/// do at either time.
const SLOW: u64 = 2;

/// For how many seconds nothing else befalls a process that is asked to end: it hands over what it has, ends, and is started
/// again.
const REPLACED: u64 = 8;

/// How many seconds pass from one fault to the next, at least, and how many more at most.
const PAUSE: u64 = 2;
const MORE_PAUSE: usize = 4;

/// Something that befalls them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A process is killed.
    Kill(usize),
    /// It is started again.
    Start(usize),
    /// A process is asked to end, as a deploy does it, and started again once it has ended.
    Replace(usize),
    /// A process stands still.
    Stop(usize),
    /// It goes on.
    GoOn(usize),
    /// The line of a process to the database carries so from now on.
    Line(usize, Weather),
    /// The database is stopped at once and started again.
    Restart,
    /// The database is lost, and its replica takes over.
    FailOver,
}

impl Fault {
    /// What all of them are called.
    pub(crate) const NAMES: [&str; 12] = [
        "killed",
        "started again",
        "replaced",
        "stopped",
        "gone on",
        "fine line",
        "slow line",
        "deaf line",
        "silent line",
        "no line",
        "database restarted",
        "database failed over",
    ];

    /// What it is called where it is counted.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Fault::Kill(_) => "killed",
            Fault::Start(_) => "started again",
            Fault::Replace(_) => "replaced",
            Fault::Stop(_) => "stopped",
            Fault::GoOn(_) => "gone on",
            Fault::Line(_, Weather::Fine) => "fine line",
            Fault::Line(_, Weather::Slow) => "slow line",
            Fault::Line(_, Weather::Deaf) => "deaf line",
            Fault::Line(_, Weather::Silent) => "silent line",
            Fault::Line(_, Weather::Down) => "no line",
            Fault::Restart => "database restarted",
            Fault::FailOver => "database failed over",
        }
    }

    /// For how many seconds a process is busy with it.
    fn length(self) -> u64 {
        match self {
            Fault::Replace(_) => REPLACED,
            _ => 0,
        }
    }
}

/// A kind of fault, which befalls whoever nothing else befalls.
#[derive(Clone, Copy)]
enum Kind {
    Kill,
    Replace,
    /// It is asked to end while nothing that it sends arrives at the database.
    ReplaceCutOff,
    Stop,
    /// The line is slow: what several processes do at a time takes longer, and they get in the way of each other.
    Slow,
    /// The line is cut, and what is on its way is lost before it arrives, or its answer is.
    Cut(Weather),
    Restart,
}

/// Each of these befalls them before any does again.
const KINDS: [Kind; 10] = [
    Kind::Kill,
    Kind::Kill,
    Kind::Replace,
    Kind::ReplaceCutOff,
    Kind::Stop,
    Kind::Slow,
    Kind::Slow,
    Kind::Cut(Weather::Silent),
    Kind::Cut(Weather::Deaf),
    Kind::Restart,
];

/// What befalls them within so many seconds, which are at least ninety, each with its second, in order: something of each kind. All
/// is well again at the end.
pub(crate) fn script(seconds: u64, random: &mut Random) -> Vec<(u64, Fault)> {
    loop {
        let writing = Writing::write(seconds, random);
        // Where too many are busy for too long, something may not befall anybody in time.
        if writing.n_befallen >= KINDS.len() {
            return writing.faults;
        }
    }
}

fn shuffled(random: &mut Random) -> Vec<Kind> {
    let mut kinds = KINDS.to_vec();
    for n in (1..kinds.len()).rev() {
        kinds.swap(n, random.below(n + 1));
    }
    kinds
}

/// A script that is being written.
struct Writing {
    faults: Vec<(u64, Fault)>,
    /// Until when something befalls each process.
    busy_until: [u64; N_PROCESSES],
    /// How often something of a kind has befallen somebody.
    n_befallen: usize,
}

impl Writing {
    /// Writes what befalls them within so many seconds.
    fn write(seconds: u64, random: &mut Random) -> Writing {
        let mut writing = Writing {
            faults: Vec::new(),
            busy_until: [0; N_PROCESSES],
            n_befallen: 0,
        };
        let mut second = PAUSE;
        let mut deck = Vec::new();
        let mut is_failed_over = false;
        while second + SLOW + STOP + SLOW < seconds {
            if !is_failed_over && second >= seconds / 2 {
                writing.faults.push((second, Fault::FailOver));
                is_failed_over = true;
            } else {
                if deck.is_empty() {
                    deck = shuffled(random);
                }
                let kind = deck.pop().expect("it was filled");
                if writing.befall(second, kind, random) {
                    writing.n_befallen += 1
                } else {
                    deck.insert(0, kind)
                }
            }
            second += PAUSE + random.below(MORE_PAUSE) as u64;
        }
        writing.faults.sort_by_key(|(second, _)| *second);
        writing
    }

    /// Whether there is somebody whom it can befall.
    fn befall(&mut self, second: u64, kind: Kind, random: &mut Random) -> bool {
        if let Kind::Restart = kind {
            self.faults.push((second, Fault::Restart));
            return true;
        }
        let idle: Vec<usize> = (0..N_PROCESSES)
            .filter(|process| self.busy_until[*process] <= second)
            .collect();
        // Somebody is left to whom people can turn.
        if idle.len() < 2 {
            return false;
        }
        let process = *random.pick(&idle);
        let mut some = |most: usize| 1 + random.below(most) as u64;
        let line = |weather| Fault::Line(process, weather);
        let faults = match kind {
            Kind::Kill => vec![(0, Fault::Kill(process)), (some(4), Fault::Start(process))],
            Kind::Replace => vec![(0, Fault::Replace(process))],
            Kind::ReplaceCutOff => {
                let lost = 1 + some(5);
                vec![
                    (0, line(Weather::Silent)),
                    (1, Fault::Replace(process)),
                    (lost, line(Weather::Down)),
                    (lost + some(2), line(Weather::Fine)),
                ]
            }
            Kind::Stop => vec![
                (0, line(Weather::Slow)),
                (SLOW, Fault::Stop(process)),
                (SLOW + STOP, Fault::GoOn(process)),
                (SLOW + STOP + SLOW, line(Weather::Fine)),
            ],
            Kind::Slow => vec![(0, line(Weather::Slow)), (4 + some(8), line(Weather::Fine))],
            Kind::Cut(weather) => {
                let lost = some(6);
                vec![
                    (0, line(weather)),
                    (lost, line(Weather::Down)),
                    (lost + some(2), line(Weather::Fine)),
                ]
            }
            Kind::Restart => Vec::new(),
        };
        let ends = faults.iter().map(|(after, fault)| after + fault.length());
        let until = ends.max().unwrap_or_default();
        // What was killed takes a moment to be there again.
        self.busy_until[process] = second + until + PAUSE;
        let faults = faults.into_iter();
        self.faults
            .extend(faults.map(|(after, fault)| (second + after, fault)));
        true
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_same_seed_has_the_same_befall_them() {
        let of = |name| script(90, &mut Random::new(name));
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2));
    }

    #[test]
    fn everything_befalls_them_and_ends_in_time() {
        for name in 0..100 {
            let faults = script(90, &mut Random::new(name));
            assert!(faults.is_sorted_by_key(|(second, _)| *second));
            assert!(faults.iter().all(|(second, _)| *second < 90));
            let n = |is_it: &dyn Fn(&Fault) -> bool| {
                let found = faults.iter().filter(|(_, fault)| is_it(fault));
                found.count()
            };
            let n_killed = n(&|fault| matches!(fault, Fault::Kill(_)));
            assert!(n_killed >= 2);
            assert_eq!(n(&|fault| matches!(fault, Fault::Start(_))), n_killed);
            let n_replaced = n(&|fault| matches!(fault, Fault::Replace(_)));
            let cut_off = faults.iter().filter(|(second, fault)| match fault {
                Fault::Replace(process) => {
                    faults.contains(&(second - 1, Fault::Line(*process, Weather::Silent)))
                }
                _ => false,
            });
            let n_cut_off = cut_off.count();
            assert!(n_cut_off >= 1);
            assert!(n_replaced > n_cut_off);
            let n_stopped = n(&|fault| matches!(fault, Fault::Stop(_)));
            assert!(n_stopped >= 1);
            assert_eq!(n(&|fault| matches!(fault, Fault::GoOn(_))), n_stopped);
            let n_lines =
                |weather| n(&|fault| matches!(fault, Fault::Line(_, other) if *other == weather));
            let n_cut = [Weather::Silent, Weather::Deaf].map(n_lines);
            assert!(n_cut[0] > n_cut_off);
            assert!(n_cut[1] >= 1);
            let n_slow = n_lines(Weather::Slow);
            assert!(n_slow > n_stopped);
            assert_eq!(n_lines(Weather::Fine), n_cut.iter().sum::<usize>() + n_slow);
            assert!(n(&|fault| *fault == Fault::Restart) >= 1);
            assert_eq!(n(&|fault| *fault == Fault::FailOver), 1);
            let names: BTreeSet<&str> = faults.iter().map(|(_, fault)| fault.name()).collect();
            assert_eq!(names, BTreeSet::from(Fault::NAMES));
        }
    }
}
