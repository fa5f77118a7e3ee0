//! A script of faults for three processes and their database, generated from a seed.

use std::ops::Range;

use ::tests::weak_line::LineCondition;
use testkit::Random;

/// The number of processes.
pub(crate) const N_PROCESSES: usize = 3;

/// The time for which a process is suspended, in seconds: longer than the timeout after which others consider it dead.
const STOP: u64 = 20;

/// The time for which the connection of a process is slow before and after its suspension, in seconds. So it has work in progress
/// at both times.
const SLOW: u64 = 2;

/// The time in which no other fault affects a process that is asked to end, in seconds. It hands over its roles, ends, and is
/// started again.
const REPLACED: u64 = 8;

/// The minimum time between two faults, and the maximum random addition to it, in seconds.
const PAUSE: u64 = 2;
const MORE_PAUSE: usize = 4;

/// A fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A process is killed.
    Kill(usize),
    /// A process is started again.
    Start(usize),
    /// A process is asked to end, as by a deploy, and started again once it has ended.
    Replace(usize),
    /// A process is suspended.
    Stop(usize),
    /// A process is resumed.
    GoOn(usize),
    /// The connection of a process to the database has this condition from now on.
    Line(usize, LineCondition),
    /// The database is stopped at once and started again.
    Restart,
    /// The database is lost, and its replica takes over.
    FailOver,
}

impl Fault {
    /// The names of all faults.
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

    /// Returns the name under which the fault is counted.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Fault::Kill(_) => "killed",
            Fault::Start(_) => "started again",
            Fault::Replace(_) => "replaced",
            Fault::Stop(_) => "stopped",
            Fault::GoOn(_) => "gone on",
            Fault::Line(_, LineCondition::Fine) => "fine line",
            Fault::Line(_, LineCondition::Slow) => "slow line",
            Fault::Line(_, LineCondition::Deaf) => "deaf line",
            Fault::Line(_, LineCondition::Silent) => "silent line",
            Fault::Line(_, LineCondition::Down) => "no line",
            Fault::Restart => "database restarted",
            Fault::FailOver => "database failed over",
        }
    }

    /// Returns the time for which the fault occupies a process, in seconds.
    fn length(self) -> u64 {
        match self {
            Fault::Replace(_) => REPLACED,
            _ => 0,
        }
    }
}

/// A kind of fault. It affects a process that no other fault occupies.
#[derive(Clone, Copy)]
enum Kind {
    Kill,
    Replace,
    /// The process is asked to end while its data does not arrive at the database.
    ReplaceCutOff,
    Stop,
    /// The connection is slow: concurrent operations of several processes take longer and conflict.
    Slow,
    /// The connection is cut, and data in transit or its answer is lost.
    Cut(LineCondition),
    Restart,
}

/// The kinds of faults. Each kind occurs before any occurs again.
const KINDS: [Kind; 10] = [
    Kind::Kill,
    Kind::Kill,
    Kind::Replace,
    Kind::ReplaceCutOff,
    Kind::Stop,
    Kind::Slow,
    Kind::Slow,
    Kind::Cut(LineCondition::Silent),
    Kind::Cut(LineCondition::Deaf),
    Kind::Restart,
];

/// Generates the faults of a run of at least a minute, each with its second, in order: at least one of each kind. No fault
/// remains at the end.
pub(crate) fn script(seconds: u64, random: &mut Random) -> Vec<(u64, Fault)> {
    loop {
        let builder = ScriptBuilder::write(seconds, random);
        // If too many processes are occupied for too long, a kind may find no free process, or no time to end.
        if builder.n_assigned >= KINDS.len() {
            return builder.faults;
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

/// A script under construction.
struct ScriptBuilder {
    faults: Vec<(u64, Fault)>,
    /// The second until which a fault occupies each process.
    busy_until: [u64; N_PROCESSES],
    /// The number of faults that have been assigned to a process.
    n_assigned: usize,
}

impl ScriptBuilder {
    /// Generates a script of this number of seconds.
    fn write(seconds: u64, random: &mut Random) -> ScriptBuilder {
        let mut builder = ScriptBuilder {
            faults: Vec::new(),
            busy_until: [0; N_PROCESSES],
            n_assigned: 0,
        };
        let mut second = PAUSE;
        let mut deck = Vec::new();
        let mut is_failed_over = false;
        while second < seconds {
            if !is_failed_over && second >= seconds / 2 {
                builder.faults.push((second, Fault::FailOver));
                is_failed_over = true;
            } else {
                if deck.is_empty() {
                    deck = shuffled(random);
                }
                let kind = deck.pop().expect("it was filled");
                if builder.assign(second..seconds, kind, random) {
                    builder.n_assigned += 1
                } else {
                    deck.insert(0, kind)
                }
            }
            second += PAUSE + random.below(MORE_PAUSE) as u64;
        }
        builder.faults.sort_by_key(|(second, _)| *second);
        builder
    }

    /// Assigns a fault to a free process, from the first of these seconds on. Tells whether there was one, and time enough.
    fn assign(&mut self, seconds: Range<u64>, kind: Kind, random: &mut Random) -> bool {
        let second = seconds.start;
        if let Kind::Restart = kind {
            self.faults.push((second, Fault::Restart));
            return true;
        }
        let idle: Vec<usize> = (0..N_PROCESSES)
            .filter(|process| self.busy_until[*process] <= second)
            .collect();
        // At least one process remains available to people.
        if idle.len() < 2 {
            return false;
        }
        let process = *random.pick(&idle);
        let mut some = |most: usize| 1 + random.below(most) as u64;
        let line = |condition| Fault::Line(process, condition);
        let faults = match kind {
            Kind::Kill => vec![(0, Fault::Kill(process)), (some(4), Fault::Start(process))],
            Kind::Replace => vec![(0, Fault::Replace(process))],
            Kind::ReplaceCutOff => {
                let lost = 1 + some(5);
                vec![
                    (0, line(LineCondition::Silent)),
                    (1, Fault::Replace(process)),
                    (lost, line(LineCondition::Down)),
                    (lost + some(2), line(LineCondition::Fine)),
                ]
            }
            Kind::Stop => vec![
                (0, line(LineCondition::Slow)),
                (SLOW, Fault::Stop(process)),
                (SLOW + STOP, Fault::GoOn(process)),
                (SLOW + STOP + SLOW, line(LineCondition::Fine)),
            ],
            Kind::Slow => vec![
                (0, line(LineCondition::Slow)),
                (4 + some(8), line(LineCondition::Fine)),
            ],
            Kind::Cut(condition) => {
                let lost = some(6);
                vec![
                    (0, line(condition)),
                    (lost, line(LineCondition::Down)),
                    (lost + some(2), line(LineCondition::Fine)),
                ]
            }
            Kind::Restart => Vec::new(),
        };
        let ends = faults.iter().map(|(after, fault)| after + fault.length());
        let until = ends.max().unwrap_or_default();
        if second + until >= seconds.end {
            return false;
        }
        // A killed process needs a moment to start again.
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
        let of = |name| script(60, &mut Random::new(name));
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2));
    }

    #[test]
    fn everything_befalls_them_and_ends_in_time() {
        for name in 0..100 {
            let faults = script(60, &mut Random::new(name));
            assert!(faults.is_sorted_by_key(|(second, _)| *second));
            assert!(faults.iter().all(|(second, _)| *second < 60));
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
                    faults.contains(&(second - 1, Fault::Line(*process, LineCondition::Silent)))
                }
                _ => false,
            });
            let n_cut_off = cut_off.count();
            assert!(n_cut_off >= 1);
            assert!(n_replaced > n_cut_off);
            let n_stopped = n(&|fault| matches!(fault, Fault::Stop(_)));
            assert!(n_stopped >= 1);
            assert_eq!(n(&|fault| matches!(fault, Fault::GoOn(_))), n_stopped);
            let n_lines = |condition| {
                n(&|fault| matches!(fault, Fault::Line(_, other) if *other == condition))
            };
            let n_cut = [LineCondition::Silent, LineCondition::Deaf].map(n_lines);
            assert!(n_cut[0] > n_cut_off);
            assert!(n_cut[1] >= 1);
            let n_slow = n_lines(LineCondition::Slow);
            assert!(n_slow > n_stopped);
            assert_eq!(
                n_lines(LineCondition::Fine),
                n_cut.iter().sum::<usize>() + n_slow
            );
            assert!(n(&|fault| *fault == Fault::Restart) >= 1);
            assert_eq!(n(&|fault| *fault == Fault::FailOver), 1);
            let names: BTreeSet<&str> = faults.iter().map(|(_, fault)| fault.name()).collect();
            assert_eq!(names, BTreeSet::from(Fault::NAMES));
        }
    }
}
