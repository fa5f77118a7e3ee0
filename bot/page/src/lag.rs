//! The delays of live lines, which the server measures by its pings: no page reports its own.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard},
    time::{Duration, Instant},
};

use super::person::PersonId;
use kit::lock;

/// The last measured delay of each person who watches a match in real time: the time of a ping and its answer.
#[derive(Default)]
pub(super) struct Lags(Mutex<HashMap<PersonId, Duration>>);

impl Lags {
    /// Returns the delay of a person; zero if it is not known.
    pub(super) fn of(&self, person: PersonId) -> Duration {
        self.all().get(&person).copied().unwrap_or_default()
    }

    fn all(&self) -> MutexGuard<'_, HashMap<PersonId, Duration>> {
        lock(&self.0)
    }
}

/// Measures the delay of one line. The delay is forgotten with the line.
pub(super) struct LagMeter<'a> {
    lags: &'a Lags,
    person: Option<PersonId>,
    pinged: Option<Instant>,
    has_pinged: bool,
}

impl LagMeter<'_> {
    /// Makes a meter that knows no delay.
    pub(super) fn new(lags: &Lags) -> LagMeter<'_> {
        LagMeter {
            lags,
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
        let Some((person, pinged)) = person.zip(self.pinged.take()) else {
            return;
        };
        self.forget();
        self.person = Some(person);
        self.lags.all().insert(person, pinged.elapsed());
    }

    fn forget(&mut self) {
        if let Some(person) = self.person.take() {
            self.lags.all().remove(&person);
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
        assert!(lags.all().contains_key(&ANN));
        drop(meter);
        assert!(lags.all().is_empty());
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
        assert!(lags.all().is_empty());
    }
}
