//! The delays of live lines, which the server measures by its pings: no page reports its own.
//!
//! A person can answer pings late on purpose, and nothing here can tell that from a slow line. So the clock of a match bounds what
//! a delay is worth: at most 0.3 s for a move, from a credit that grows by 0.1 s with each turn.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use super::person::PersonId;
use kit::lock;

/// The last measured delay of each line whose page shows a match in real time: the time of a ping and its answer.
#[derive(Default)]
pub(super) struct Lags {
    /// The delays by person and line.
    lines: Mutex<BTreeMap<(PersonId, u64), Duration>>,
    /// The number of the next line.
    next: AtomicU64,
}

impl Lags {
    /// Returns the delay of a person; zero if it is not known. Of several lines the quickest counts, because a person can move
    /// through it.
    pub(super) fn of(&self, person: PersonId) -> Duration {
        let lines = self.lines();
        let own = lines.range((person, 0)..=(person, u64::MAX));
        own.map(|(_, lag)| *lag).min().unwrap_or_default()
    }

    fn lines(&self) -> MutexGuard<'_, BTreeMap<(PersonId, u64), Duration>> {
        lock(&self.lines)
    }
}

/// Measures the delay of one line. The delay is forgotten with the line.
pub(super) struct LagMeter<'a> {
    lags: &'a Lags,
    line: u64,
    person: Option<PersonId>,
    pinged: Option<Instant>,
    has_pinged: bool,
}

impl LagMeter<'_> {
    /// Makes a meter that knows no delay.
    pub(super) fn new(lags: &Lags) -> LagMeter<'_> {
        LagMeter {
            lags,
            line: lags.next.fetch_add(1, Ordering::Relaxed),
            person: None,
            pinged: None,
            has_pinged: false,
        }
    }

    /// Notes that a ping is sent.
    pub(super) fn ping(&mut self) {
        self.pinged = Some(Instant::now());
        self.has_pinged = true;
    }

    /// Returns whether a ping was sent.
    pub(super) fn has_pinged(&self) -> bool {
        self.has_pinged
    }

    /// Notes that a ping was answered by the page of a person, if it is known whose.
    pub(super) fn pong(&mut self, person: Option<PersonId>) {
        if let Some((person, pinged)) = person.zip(self.pinged.take()) {
            self.note(person, pinged.elapsed());
        }
    }

    fn note(&mut self, person: PersonId, lag: Duration) {
        self.forget();
        self.person = Some(person);
        self.lags.lines().insert((person, self.line), lag);
    }

    fn forget(&mut self) {
        if let Some(person) = self.person.take() {
            self.lags.lines().remove(&(person, self.line));
        }
    }
}

impl Drop for LagMeter<'_> {
    fn drop(&mut self) {
        self.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: PersonId = PersonId(1);

    #[test]
    fn the_delay_of_a_line_is_known_as_long_as_the_line() {
        let lags = Lags::default();
        let mut meter = LagMeter::new(&lags);
        meter.ping();
        meter.pong(Some(ANN));
        assert_eq!(lags.lines().len(), 1);
        drop(meter);
        assert!(lags.lines().is_empty());
    }

    #[test]
    fn of_two_lines_of_a_person_the_quickest_counts_while_it_is_open() {
        let lags = Lags::default();
        let [mut quick, mut slow] = [(); 2].map(|()| LagMeter::new(&lags));
        let millis = Duration::from_millis;
        quick.note(ANN, millis(20));
        slow.note(ANN, millis(300));
        slow.note(PersonId(2), millis(400));
        assert_eq!(lags.of(ANN), millis(20));
        slow.note(ANN, millis(250));
        assert_eq!(lags.of(ANN), millis(20));
        drop(quick);
        assert_eq!(lags.of(ANN), millis(250));
        assert_eq!(lags.of(PersonId(2)), Duration::ZERO);
    }

    #[test]
    fn an_answer_without_a_ping_or_a_person_measures_nothing() {
        let lags = Lags::default();
        let mut meter = LagMeter::new(&lags);
        meter.pong(Some(ANN));
        meter.ping();
        meter.pong(None);
        meter.pong(Some(ANN));
        assert_eq!(lags.of(ANN), Duration::ZERO);
        assert!(lags.lines().is_empty());
    }
}
