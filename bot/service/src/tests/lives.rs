//! Three people act in any order while time passes. The stored matches always agree with a plain model.

use std::cell::RefCell;

use testkit::lives::{Bounds, Life, Lives, Offer, Phase, Step, Verdict, steps};

use super::*;
use api::{ServerAccess, ServerId};

const MINUTE: i64 = 60 * 1000;
const SECONDS: i64 = 7 * 1000;

const LIMITS: Limits = Limits {
    matches: 3,
    challenges: 10_000,
    challenge: std::time::Duration::from_secs(12 * 3600),
    turns: 500,
};

/// The number of verdicts of each kind of step. The test fails if an important one is rare.
type VerdictCounts = BTreeMap<String, usize>;

/// A comparison of the service with the model.
struct ModelComparison<'a> {
    table: Table,
    lives: Lives,
    /// The requests that have changed something.
    done: Vec<Request>,
    /// The working time of the bot since the last tick.
    unseen: i64,
    counts: &'a RefCell<VerdictCounts>,
}

fn strict() -> ServerId {
    ServerId::new(Platform::Playground, "strict")
}

impl<'a> ModelComparison<'a> {
    fn new(counts: &'a RefCell<VerdictCounts>) -> ModelComparison<'a> {
        let mut table = Table::new();
        table.service = Service::new(LIMITS);
        let settings = ServerSettings {
            loses_at_once: true,
            ..ServerSettings::default()
        };
        let key = schema::server_key(&strict());
        table.rows.put(key, entries::encode(&settings));
        let mut comparison = ModelComparison {
            table,
            lives: Lives::new(Bounds {
                matches: LIMITS.matches,
                patience: 12 * 60 * MINUTE,
            }),
            done: Vec::new(),
            unseen: 0,
            counts,
        };
        comparison.tick(true);
        comparison
    }

    fn count(&self, what: String) {
        *self.counts.borrow_mut().entry(what).or_default() += 1;
    }

    fn happen(&mut self, step: &Step) {
        self.work(SECONDS);
        match step {
            Step::Work(minutes) => {
                for _ in 0..*minutes {
                    self.work(MINUTE);
                }
            }
            Step::Absence(minutes) => self.leap(*minutes, true),
            Step::Jump(minutes) => self.leap(*minutes, false),
            Step::Again(n) => self.repeat(*n),
            _ => self.act(step),
        }
        self.compare();
    }

    /// Advances the time by a span of the bot's work, and ticks after a minute of it.
    fn work(&mut self, span: i64) {
        self.table.now.0 += span;
        self.lives.work(span);
        self.unseen += span;
        if self.unseen >= MINUTE {
            self.tick(false);
        }
    }

    /// Advances the clock without work: during an outage, or by a jump of the clock.
    fn leap(&mut self, minutes: i64, is_restart: bool) {
        self.tick(false);
        if is_restart {
            self.table.service.forget();
        } else if (0..=3).contains(&minutes) {
            // A jump this short is only a late tick.
            return;
        }
        self.table.now.0 += minutes * MINUTE;
        self.tick(is_restart);
    }

    fn tick(&mut self, was_away: bool) {
        self.unseen = 0;
        self.table.ticks(was_away);
        self.lives.tick();
    }

    /// Performs the action of a step, if a person acts in it.
    fn act(&mut self, step: &Step) {
        let Some(person_step) = self.lives.person_step(step) else {
            return;
        };
        let intent = if person_step.said.starts_with('/') {
            Intent::Command(Command::parse(&person_step.said).expect("a command"))
        } else {
            Intent::Press(person_step.said.parse().expect("a button"))
        };
        let mut request = self
            .table
            .request(&format!("{:?}", person_step.who), lobby(), intent);
        if let RequestKind::Person(request) = &mut request.kind {
            Arc::make_mut(&mut request.event).server =
                person_step.is_strict.then(|| ServerAccess {
                    id: strict(),
                    may_manage: false,
                });
        }
        let reply = self.decide(request, person_step.expected, &person_step.what);
        if let Some(Reply::Done(Done::Challenge(ChallengeDone::Opened(id)))) = reply {
            let opened = self.lives.all.last_mut().expect("it was opened");
            opened.name = id.to_string();
        }
        if matches!(step, Step::Vacation(..)) {
            // The next tick applies the vacation to the matches.
            self.tick(false);
        }
    }

    /// Decides a request, applies its changes, and checks the verdict against the model.
    fn decide(&mut self, request: Request, expected: Verdict, what: &str) -> Option<Reply> {
        let (verdict, refusal_text, reply) = match self.table.decide(&request) {
            Err(refusal) => (Verdict::Refused, english(&refusal), None),
            Ok(outcome) => {
                let verdict = if outcome.changes.is_empty() {
                    Verdict::Answered
                } else {
                    Verdict::Changes
                };
                self.table.rows.take(outcome.changes);
                (verdict, String::new(), Some(outcome.reply))
            }
        };
        assert_eq!(verdict, expected, "{what}: {refusal_text}");
        if verdict == Verdict::Changes {
            self.done.push(request);
        }
        self.count(format!("{verdict:?}: {what}"));
        reply
    }

    fn repeat(&mut self, n: usize) {
        let Some(n) = n.checked_rem(self.done.len()) else {
            return;
        };
        let Ok(outcome) = self.table.decide(&self.done[n]) else {
            panic!("what has changed something is answered again");
        };
        assert!(outcome.changes.is_empty(), "nothing counts twice");
    }

    /// Checks the stored matches against the model.
    fn compare(&self) {
        let keeper: Timekeeper = read(
            &self.table.rows,
            schema::time_key(TimeScale::Correspondence),
        )
        .expect("rows")
        .expect("there was a tick");
        for life in &self.lives.all {
            let id = &life.name;
            let parsed = id.parse().expect("a name");
            let (stored, record) = read_match(&self.table.rows, parsed)
                .expect("rows")
                .expect("a match");
            let phase = match stored.stage {
                Stage::Challenge => Phase::Challenge,
                Stage::Declined(_) | Stage::Withdrawn | Stage::Lapsed => Phase::NeverPlayed,
                Stage::Playing(_) => Phase::Playing,
                Stage::Over(_) => Phase::Over,
            };
            let offer = stored
                .state
                .offer
                .map(|offer| (offer.kind.name(), offer.by, offer.n_inputs));
            let expected_offer = life
                .offer
                .map(|(kind, by, n_inputs)| (kind.name(), by, n_inputs));
            assert_eq!(
                (
                    phase,
                    stored.state.n_inputs,
                    offer,
                    stored.state.paused.is_some()
                ),
                (life.phase, life.n_inputs, expected_offer, life.paused),
                "match {id}"
            );
            let line = record.line();
            let actions = line.iter().filter_map(|input| match input {
                GameInput::Action(action) => Some(*action),
                _ => None,
            });
            assert_eq!(actions.collect::<Vec<_>>(), life.actions(), "match {id}");
            for side in Color::ALL {
                for (kind, same) in OfferKind::ALL.into_iter().zip(Offer::ALL) {
                    let n_offered = usize::from(stored.state.offered[side].of(kind));
                    assert_eq!(n_offered, life.n_offered(same, side), "{side} {kind}");
                }
            }
            let outcome = match record.replay().expect("a record").next() {
                Next::Over(outcome) => Some(outcome),
                _ => None,
            };
            assert_eq!(outcome, life.outcome(), "match {id}");
            let clock = stored.state.clock.filter(|_| phase == Phase::Playing);
            assert_eq!(
                clock.is_some(),
                phase == Phase::Playing && life.is_limited()
            );
            if let Some(clock) = clock {
                self.compare_clock(life, clock, keeper);
            }
        }
    }

    /// Checks the remaining time of both sides, and the length of a vacation, against the model.
    fn compare_clock(&self, life: &Life, clock: MatchClock, keeper: Timekeeper) {
        let (id, now) = (&life.name, keeper.at(self.table.now));
        let back = clock.back(now, keeper).map_or(now, |at| keeper.at(at));
        let stands_still = self.lives.stands_still(life);
        assert_eq!(back.0 - now.0, stands_still, "the vacation in match {id}");
        for side in Color::ALL {
            let left = match clock.deadline(side).filter(|_| life.runs() == Some(side)) {
                Some(deadline) => deadline.0 - back.0,
                None => clock.left(side).as_millis() as i64,
            };
            assert_eq!(left, life.left[side], "the time of {side} in match {id}");
        }
        let runs = clock.deadline(Color::White).is_some();
        assert_eq!(runs, life.runs().is_some());
    }
}

#[test]
fn random_matches_agree_with_a_plain_model() {
    let counts = RefCell::new(VerdictCounts::new());
    let cases = testkit::quick_or_long(384, 20_000) as u32;
    testkit::check_property(cases, steps(80), |steps| {
        let mut comparison = ModelComparison::new(&counts);
        for step in &steps {
            comparison.happen(step);
        }
    });
    let counts = counts.into_inner();
    for what in [
        "a move that a plan answers",
        "offer draw",
        "offer pause",
        "offer takeback",
        "Accept draw",
        "Accept pause",
        "Accept takeback",
        "Decline draw",
        "Withdraw pause",
        "claim Win",
        "claim Time",
        "claim Abort",
        "resume",
        "rematch",
        "block",
        "block the challenger",
        "unblock",
        "vacation",
        "the end of a vacation",
        "resign",
        "plan",
    ] {
        let n = counts.get(&format!("Changes: {what}")).copied();
        assert!(n >= Some(5), "{what}: {n:?} of {counts:#?}");
    }
}
