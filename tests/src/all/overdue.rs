//! The disk is full when a reminder is due, a player's time ends, a win is claimed or a player loses. Afterwards the
//! message is posted once and the event counts once.

use std::{sync::Arc, time::Duration};
use tests::user_input::UserInput;

use api::{Chat, Clock, Event, MatchId, Platform, ServerAccess, ServerId};
use rules::{Color, Conclusion, GameInput};
use store::{MemoryStore, writer::Writer};
use tests::{
    Fault, FaultyStore, PATIENCE,
    fake_chat::{Said, SteppingClock, TestBot},
    until_readable,
    venue::challenged,
};
use tokio::{task::JoinSet, time::timeout};

const NAMES: [&str; 2] = ["Ann", "Bob"];
const MINUTE: Duration = Duration::from_secs(60);

/// The event that is due when the disk is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Reminder,
    Over,
    Claim,
    Loss,
}

/// A full disk: the number of commits that succeed, the number that fail, and the kind of failure. The program may
/// restart then.
#[derive(Clone, Copy, Debug)]
struct Trouble {
    n_good: usize,
    n_bad: usize,
    fault: Fault,
    is_restarted: bool,
}

/// A match of Ann and Bob in which Ann has an hour to move, and the clock of the machine.
struct Trial {
    store: Arc<FaultyStore<MemoryStore>>,
    stage: TestBot,
    clock: Arc<SteppingClock>,
    id: MatchId,
}

/// Returns an event of a person on a server.
fn on_server(stage: &mut TestBot, who: &str, text: &str) -> Event {
    Event {
        server: Some(ServerAccess {
            id: ServerId::new(Platform::Playground, "page"),
            may_manage: true,
        }),
        ..stage.event(who, UserInput::short(text))
    }
}

impl Trial {
    async fn begin(forfeit: &str) -> Trial {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let clock = Arc::new(SteppingClock::by(Duration::ZERO));
        let writer = Writer::new(Arc::clone(&store) as Arc<_>);
        let own = Arc::clone(&clock) as Arc<dyn Clock>;
        let mut stage = TestBot::new(&NAMES, writer, |parts| parts.clock = own);
        stage.core.tick().await;
        let mut answers = Vec::new();
        for text in [
            &format!("/settings server forfeit:{forfeit}"),
            "/challenge berolina @Bob white time:1h",
        ] {
            let event = on_server(&mut stage, "Ann", text);
            answers.push(stage.ask(&event).await.message.text);
        }
        let id = challenged(&answers[1]);
        let accept = on_server(&mut stage, "Bob", &format!("accept:{id}"));
        stage.ask(&accept).await;
        stage.core.idle().await;
        Trial {
            store,
            stage,
            clock,
            id,
        }
    }

    /// Runs the bot for this time.
    async fn work(&mut self, span: Duration) {
        for _ in 0..span.as_secs() / 60 {
            self.clock.advance(MINUTE);
            self.stage.core.tick().await;
        }
        self.stage.core.idle().await;
    }

    /// Returns all messages in their first version.
    fn said(&self) -> Vec<String> {
        let scene = &self.stage.scene;
        let posted = scene.said().into_iter().filter_map(|said| match said {
            Said::Post(_, message) => Some(message.text),
            _ => None,
        });
        let whispered = scene.whispered().into_iter();
        let whispered = whispered.filter(|whispered| !whispered.is_edit);
        let whispered = whispered.map(|whispered| whispered.message.text);
        posted.chain(whispered).collect()
    }

    fn n_said(&self, words: &str) -> usize {
        let said = self.said();
        said.iter().filter(|text| text.contains(words)).count()
    }

    /// Restarts the program on the same platform, which recognizes repeated deliveries.
    async fn restart(&mut self) {
        self.stage.core.finish().await;
        until_readable(&self.stage.writer).await;
        let (scene, clock) = (Arc::clone(&self.stage.scene), Arc::clone(&self.clock));
        let started = self.stage.restarted_with(&NAMES, |parts| {
            parts.chats = vec![scene as Arc<dyn Chat>];
            parts.clock = clock;
        });
        self.stage.core = started.core;
    }

    /// Repeats an event until it counts, and returns the answer.
    async fn settle(&mut self, event: &Event) -> String {
        let settled = timeout(PATIENCE, async {
            loop {
                let told = self.stage.ask(event).await.message.text;
                if !told.starts_with("Not confirmed") {
                    break told;
                }
            }
        });
        settled.await.expect("it counts in time")
    }

    /// Fills the disk while an event becomes due, and then frees it.
    async fn suffer(&mut self, what: What, trouble: Trouble) {
        let minutes = match what {
            What::Reminder => 29,
            _ => 59,
        };
        self.work(MINUTE * minutes).await;
        if what == What::Claim {
            self.work(MINUTE).await;
        }
        self.store.pass_commits(trouble.n_good);
        for _ in 0..trouble.n_bad {
            self.store.fail_commit(trouble.fault);
        }
        let claim = format!("claim:{}:0", self.id);
        let claim = self.stage.event("Bob", UserInput::short(&claim));
        if what == What::Claim {
            self.stage.ask(&claim).await;
        }
        self.clock.advance(MINUTE);
        self.stage.core.tick().await;
        // There is room again for sure when this many other changes count.
        for n in 0..trouble.n_good + trouble.n_bad {
            let theme = ["dark", "light"][n % 2];
            let change = format!("/settings theme:{theme}");
            let change = self.stage.event("Bob", UserInput::short(&change));
            let told = self.settle(&change).await;
            assert!(told.contains("the look of the boards"), "{told}");
        }
        if trouble.is_restarted {
            self.restart().await;
        }
        self.stage.core.tick().await;
        if what == What::Claim {
            self.settle(&claim).await;
        }
        self.work(MINUTE * 2).await;
        until_readable(&self.stage.writer).await;
    }

    fn check(&self, what: What, when: &str) {
        let words = match what {
            What::Reminder => "it is your turn, and your time ends",
            What::Over | What::Claim => "Ann has no time left",
            What::Loss => "wins because Ann ran out of time",
        };
        let said = self.said();
        assert_eq!(self.n_said(words), 1, "{when}: {said:#?}");
        let ends = match what {
            What::Reminder | What::Over => Vec::new(),
            What::Claim | What::Loss => {
                vec![GameInput::Conclusion(Conclusion::OutOfTime(Color::White))]
            }
        };
        let (_, record) = self.stage.found(self.id);
        assert_eq!(record.inputs, ends, "{when}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_becomes_due_while_the_disk_is_full_is_said_and_counts_once() {
    let mut trials = JoinSet::new();
    for what in [What::Reminder, What::Over, What::Claim, What::Loss] {
        for n_good in 0..4 {
            for (n_bad, fault, is_restarted) in [
                (1, Fault::NotWritten, false),
                (1, Fault::Written, false),
                (3, Fault::NotWritten, false),
                (3, Fault::Written, true),
                (1, Fault::NotWritten, true),
            ] {
                let trouble = Trouble {
                    n_good,
                    n_bad,
                    fault,
                    is_restarted,
                };
                trials.spawn(async move {
                    let forfeit = if what == What::Loss { "on" } else { "off" };
                    let mut trial = Trial::begin(forfeit).await;
                    trial.suffer(what, trouble).await;
                    trial.check(what, &format!("{what:?}, {trouble:?}"));
                });
            }
        }
    }
    trials.join_all().await;
}
