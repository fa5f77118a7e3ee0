//! Three people do anything in any order at the local page. The test moves the clock, and restarts the bot now and
//! then. The page always shows the state of a plain model of their matches.

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Arc, Weak},
    time::Duration,
};

use api::{Clock, MatchId, Store};
use proptest::prelude::*;
use rules::{Color, GameInput, Next, Record};
use serde_json::Value;
use service::Limits;
use store::{Engine, writer::Writer};
use tempfile::TempDir;
use testkit::lives::{Bounds, Life, Lives, ModelPerson, PersonStep, Phase, Step, Verdict, steps};
use tests::{
    PATIENCE,
    fake_chat::SteppingClock,
    page::Page,
    page_user::{PageUser, press, text},
    venue::BotAnswer,
};
use text::Part;
use tokio::{runtime::Builder, time::timeout};

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;

const LIMITS: Limits = Limits {
    matches: 3,
    challenges: 10_000,
    challenge: Duration::from_secs(12 * 3600),
    turns: 500,
};

/// The beginning of the answer to a successful request, where it is always the same.
const DONE: [(&str, &str); 7] = [
    ("challenge", "Your challenge "),
    ("accept", "You accepted the challenge."),
    ("move", "You played "),
    ("a move that a plan answers", "You played "),
    ("claim Win", "You win match "),
    ("claim Time", "Your opponent has one more day "),
    ("resign", "You resigned "),
];

/// A match as a line of `/games` shows it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ListedMatch {
    name: String,
    how: String,
    /// The deadline of the running clock, or the end of a pause, in seconds.
    until: Option<i64>,
}

/// A comparison of the program with the model.
struct ModelComparison {
    folder: TempDir,
    clock: Arc<SteppingClock>,
    page: Option<Page>,
    store: Weak<dyn Store>,
    guests: Vec<PageUser>,
    lives: Lives,
    /// True if a player out of time loses at once.
    is_strict: bool,
    /// Each effective event: its name, the person, and the input.
    done: Vec<(String, ModelPerson, Value)>,
    n_events: usize,
    /// The bot's working time since the last tick, in milliseconds.
    unseen: i64,
    /// The last change read from the channel.
    change: u64,
    /// The number of inputs of the last board of each match.
    boards: BTreeMap<String, usize>,
}

fn body(said: &str) -> Value {
    if said.starts_with('/') {
        text(said)
    } else {
        press(said)
    }
}

async fn open(folder: &Path, clock: &Arc<SteppingClock>) -> (Page, Weak<dyn Store>) {
    let store = store::open(Engine::Redb, &folder.join("data")).expect("the folder is free");
    let store: Arc<dyn Store> = Arc::from(store);
    let open = Arc::downgrade(&store);
    let writer = Writer::new(store);
    let page = Page::open(writer, |parts| {
        parts.clock = Arc::clone(clock) as Arc<dyn Clock>;
        parts.limits = LIMITS;
    });
    let page = page.await;
    page.core.tick().await;
    (page, open)
}

impl ModelComparison {
    async fn new(is_strict: bool) -> ModelComparison {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let clock = Arc::new(SteppingClock::by(Duration::ZERO));
        // All events fit within a year.
        clock.advance(Duration::from_secs(180 * 24 * 3600));
        let (page, store) = open(folder.path(), &clock).await;
        let mut guests = Vec::new();
        for who in ModelPerson::ALL {
            guests.push(PageUser::sign_in(&page.address, &format!("{who:?}")).await);
        }
        let mut comparison = ModelComparison {
            folder,
            clock,
            page: Some(page),
            store,
            guests,
            lives: Lives::new(Bounds {
                matches: LIMITS.matches,
                patience: 12 * 60 * MINUTE,
            }),
            is_strict,
            done: Vec::new(),
            n_events: 0,
            unseen: 0,
            change: 0,
            boards: BTreeMap::new(),
        };
        let forfeit = if is_strict { "on" } else { "off" };
        let said = format!("/settings server forfeit:{forfeit}");
        comparison.send(ModelPerson::Ann, &body(&said)).await;
        comparison
    }

    fn page(&self) -> &Page {
        self.page.as_ref().expect("it is open")
    }

    async fn send(&mut self, who: ModelPerson, input: &Value) -> Value {
        self.n_events += 1;
        let event = format!("event-{}", self.n_events);
        self.send_as(who, &event, input).await
    }

    async fn send_as(&self, who: ModelPerson, event: &str, input: &Value) -> Value {
        let (guest, page) = (&self.guests[who as usize], self.page());
        let answer = guest.send(&page.address, "lobby", event, input).await;
        page.core.idle().await;
        answer
    }

    async fn happen(&mut self, step: &Step) {
        self.work(7 * SECOND).await;
        match step {
            // Ticks with the largest permitted delay also count as work.
            Step::Work(minutes) => {
                for _ in 0..minutes / 3 {
                    self.work(3 * MINUTE).await;
                }
                self.work(minutes % 3 * MINUTE).await;
            }
            Step::Absence(minutes) => self.be_away(*minutes).await,
            Step::Jump(minutes) if (0..=3).contains(minutes) => {}
            Step::Jump(minutes) => {
                self.tick().await;
                self.set_clock(minutes * MINUTE);
                self.tick().await;
            }
            Step::Again(n) => self.repeat(*n).await,
            Step::Challenge(terms) => {
                let mut terms = terms.clone();
                terms.loses_at_once = self.is_strict;
                self.act(&Step::Challenge(terms)).await;
            }
            _ => self.act(step).await,
        }
        // Each person reads now and then, and all do in the end.
        self.compare_list(ModelPerson::ALL[self.n_events % 3]).await;
        self.compare_boards().await;
    }

    fn set_clock(&self, span: i64) {
        let ahead = u64::try_from(span).map(Duration::from_millis);
        match ahead {
            Ok(ahead) => self.clock.advance(ahead),
            Err(_) => self
                .clock
                .set_back(Duration::from_millis(span.unsigned_abs())),
        }
    }

    /// Runs the bot for this time.
    async fn work(&mut self, span: i64) {
        if self.unseen + span > 3 * MINUTE {
            self.tick().await;
        }
        self.set_clock(span);
        self.lives.work(span);
        self.unseen += span;
        if self.unseen >= MINUTE {
            self.tick().await;
        }
    }

    async fn tick(&mut self) {
        self.unseen = 0;
        self.page().core.tick().await;
        self.page().core.idle().await;
        self.lives.tick();
    }

    /// Stops the program, and restarts it on the same folder this number of minutes later.
    async fn be_away(&mut self, minutes: i64) {
        self.tick().await;
        let page = self.page.take().expect("it is open");
        page.core.finish().await;
        page.close().await;
        let released = async {
            while self.store.strong_count() > 0 {
                tokio::task::yield_now().await;
            }
        };
        let released = timeout(PATIENCE, released).await;
        released.expect("the program lets go of the folder");
        self.set_clock(minutes * MINUTE);
        let (page, store) = open(self.folder.path(), &self.clock).await;
        (self.page, self.store) = (Some(page), store);
        self.page().core.idle().await;
        self.lives.tick();
    }

    async fn act(&mut self, step: &Step) {
        let Some(person_step) = self.lives.person_step(step) else {
            return;
        };
        let PersonStep {
            who,
            said,
            expected,
            what,
            ..
        } = person_step;
        let answer = self.send(who, &body(&said)).await;
        let told = answer.text();
        let is_done = expected == Verdict::Changes;
        if let Some((_, done)) = DONE.iter().find(|(of, _)| *of == what) {
            let is_told = told.starts_with(done);
            assert_eq!(is_told, is_done, "{who:?}: {said}: {told}");
        }
        if !is_done {
            return;
        }
        let opened = told.strip_prefix("Your challenge ");
        if let Some(name) = opened.and_then(|rest| rest.split(' ').next()) {
            let opened = self.lives.all.last_mut().expect("it was opened");
            name.clone_into(&mut opened.name);
        }
        let event = format!("event-{}", self.n_events);
        self.done.push((event, who, body(&said)));
        if matches!(step, Step::Vacation(..)) {
            // The next tick updates the matches.
            self.tick().await;
        }
    }

    async fn repeat(&mut self, n: usize) {
        if let Some(n) = n.checked_rem(self.done.len()) {
            let (event, who, input) = &self.done[n];
            self.send_as(*who, event, input).await;
        }
    }

    /// Checks that a person's list of matches agrees with the model.
    async fn compare_list(&mut self, who: ModelPerson) {
        let answer = self.send(who, &text("/games")).await;
        let mut listed = listed(answer.text());
        listed.sort();
        let all = self.lives.all.iter();
        let mut expected: Vec<_> = all.filter_map(|life| self.line(life, who)).collect();
        expected.sort();
        assert_eq!(listed, expected, "what {who:?} is told");
    }

    /// Checks that the last boards in the channel have the last numbers of inputs.
    async fn compare_boards(&mut self) {
        self.read().await;
        let has_begun = |life: &&Life| matches!(life.phase, Phase::Playing | Phase::Over);
        for life in self.lives.all.iter().filter(has_begun) {
            let (name, last) = (&life.name, self.boards.get(&life.name));
            assert_eq!(last, Some(&life.n_inputs), "match {name}");
        }
    }

    /// Returns the expected line of a match in a person's list.
    fn line(&self, life: &Life, who: ModelPerson) -> Option<ListedMatch> {
        let how = match life.phase {
            Phase::Challenge if life.is_challenger(who) => "you challenge",
            Phase::Challenge if life.is_challenged(who) => "challenges you",
            Phase::Playing => {
                let side = Color::ALL
                    .into_iter()
                    .find(|side| life.seats[*side] == who)?;
                if life.to_move() == Some(side) {
                    "your turn"
                } else {
                    "waiting"
                }
            }
            _ => return None,
        };
        let until = life.runs().map(|side| match self.lives.stands_still(life) {
            0 => life.left[side],
            span => span,
        });
        Some(ListedMatch {
            name: life.name.clone(),
            how: how.to_owned(),
            until: until
                .filter(|span| *span > 0)
                .map(|span| (self.clock.now().0 + span).div_euclid(1000)),
        })
    }

    /// Reads the number of inputs of each match in the channel.
    async fn read(&mut self) {
        let since = BTreeMap::from([("lobby".to_owned(), self.change)]);
        let page = self.page();
        let mut line = self.guests[0].listen(&page.address, &since).await;
        for post in line.until_caught_up("lobby").await {
            self.change = self.change.max(post["change"].as_u64().expect("a number"));
            let picture = post["picture"]["name"].as_str().unwrap_or_default();
            let board = picture
                .strip_suffix(".png")
                .and_then(|name| name.split_once('-'));
            if let Some((name, n_inputs)) = board {
                let n_inputs: usize = n_inputs.parse().expect("a number");
                let last = self.boards.entry(name.to_owned()).or_default();
                *last = n_inputs.max(*last);
            }
        }
    }

    /// Checks that in the end all lists and records agree with the model.
    async fn finish(&mut self) {
        for who in ModelPerson::ALL {
            self.compare_list(who).await;
        }
        for n in 0..self.lives.all.len() {
            if matches!(self.lives.all[n].phase, Phase::Playing | Phase::Over) {
                self.compare_record(n).await;
            }
        }
    }

    async fn compare_record(&mut self, n: usize) {
        let (name, player) = {
            let life = &self.lives.all[n];
            (life.name.clone(), life.seats.white)
        };
        let answer = self.send(player, &text(&format!("/export {name}"))).await;
        let record = answer.file().expect("a record comes as a file");
        let record: Record = record.parse().expect("the file is a record");
        let line = record.line();
        let actions = line.iter().filter_map(|input| match input {
            GameInput::Action(action) => Some(*action),
            _ => None,
        });
        let life = &self.lives.all[n];
        assert_eq!(actions.collect::<Vec<_>>(), life.actions(), "match {name}");
        let outcome = match record.replay().expect("it can be played").next() {
            Next::Over(outcome) => Some(outcome),
            _ => None,
        };
        assert_eq!(outcome, life.outcome(), "match {name}");
    }
}

/// Parses the lines of a list of matches.
fn listed(told: &str) -> Vec<ListedMatch> {
    let lines = told.lines().filter_map(|line| {
        let line = line.trim_start_matches("• ");
        let (name, rest) = line.split_once(": ")?;
        let name: MatchId = name.parse().ok()?;
        let hows = ["you challenge", "challenges you", "your turn", "waiting"];
        let how = hows.into_iter().find(|how| rest.contains(how));
        let until = text::parts(rest).find_map(|part| match part {
            Part::Time(seconds) => Some(seconds),
            _ => None,
        });
        Some(ListedMatch {
            name: name.to_string(),
            how: how.unwrap_or_else(|| panic!("{line}")).to_owned(),
            until,
        })
    });
    lines.collect()
}

#[test]
fn the_page_shows_the_same_as_a_plain_model() {
    let cases = testkit::quick_or_long(20, 1000) as u32;
    testkit::check_property(cases, (any::<bool>(), steps(40)), |(is_strict, steps)| {
        let runtime = Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let mut comparison = ModelComparison::new(is_strict).await;
            for step in &steps {
                comparison.happen(step).await;
            }
            comparison.finish().await;
        });
    });
}
