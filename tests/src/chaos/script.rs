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

/// A kind of fault, which befalls whoever nothing else befalls.
#[derive(Clone, Copy)]
enum Kind {
    Kill,
    Stop,
    /// The line is slow: what several processes do at a time takes longer, and they get in the way of each other.
    Slow,
    /// The line is cut, and what is on its way is lost before it arrives, or its answer is.
    Cut(Weather),
    Restart,
}

/// Each of these befalls them before any does again.
const KINDS: [Kind; 8] = [
    Kind::Kill,
    Kind::Kill,
    Kind::Stop,
    Kind::Slow,
    Kind::Slow,
    Kind::Cut(Weather::Silent),
    Kind::Cut(Weather::Deaf),
    Kind::Restart,
];

/// What befalls them within so many seconds, each with its second, in order. All is well again at the end.
pub(crate) fn script(seconds: u64, random: &mut Random) -> Vec<(u64, Fault)> {
    let mut writing = Writing {
        faults: Vec::new(),
        busy_until: [0; N_PROCESSES],
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
            if !writing.befall(second, kind, random) {
                deck.insert(0, kind);
            }
        }
        second += PAUSE + random.below(MORE_PAUSE) as u64;
    }
    writing.faults.sort_by_key(|(second, _)| *second);
    writing.faults
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
}

impl Writing {
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
        let until = faults.last().map_or(0, |(after, _)| *after);
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
            let n_stopped = n(&|fault| matches!(fault, Fault::Stop(_)));
            assert!(n_stopped >= 1);
            assert_eq!(n(&|fault| matches!(fault, Fault::GoOn(_))), n_stopped);
            let n_lines =
                |weather| n(&|fault| matches!(fault, Fault::Line(_, other) if *other == weather));
            let n_cut = [Weather::Silent, Weather::Deaf].map(n_lines);
            assert!(n_cut.iter().all(|n| *n >= 1));
            let n_slow = n_lines(Weather::Slow);
            assert!(n_slow > n_stopped);
            assert_eq!(n_lines(Weather::Fine), n_cut.iter().sum::<usize>() + n_slow);
            assert!(n(&|fault| *fault == Fault::Restart) >= 1);
            assert_eq!(n(&|fault| *fault == Fault::FailOver), 1);
        }
    }
}
