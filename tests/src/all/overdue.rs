//! The disk is full when a reminder is due, a player's time ends, a win is claimed or a player loses. Afterwards the
//! message is posted once and the event counts once.

use std::{sync::Arc, time::Duration};
use tests::user_input::UserInput;

use api::{Chat, Clock, Event, MatchId, Platform, ServerAccess, ServerId};
use rules::{Color, Conclusion, GameInput};
use store::{MemoryStore, writer::Writer};
use tests::{
    Fault, FaultyStore, PATIENCE,
    fake_chat::{ChatPost, SteppingClock, TestBot},
    until_readable,
    venue::challenged,
};
use tokio::{task::JoinSet, time::timeout};

const NAMES: [&str; 2] = ["Ann", "Bob"];
const MINUTE: Duration = Duration::from_secs(60);

/// The event that is due when the disk is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DueEvent {
    Reminder,
    Over,
    Claim,
    Loss,
}

/// A full disk: the number of commits that succeed, the number that fail, and the kind of failure. The program may
/// restart then.
#[derive(Clone, Copy, Debug)]
struct FullDisk {
    n_good: usize,
    n_bad: usize,
    fault: Fault,
    is_restarted: bool,
}

/// A match of Ann and Bob in which Ann has an hour to move, and the clock of the machine.
struct TimedMatch {
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

impl TimedMatch {
    async fn begin(forfeit: &str) -> TimedMatch {
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
        TimedMatch {
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
    fn messages(&self) -> Vec<String> {
        let scene = &self.stage.scene;
        let posted = scene.posted().into_iter().filter_map(|post| match post {
            ChatPost::Post(_, message) => Some(message.text),
            _ => None,
        });
        let whispered = scene.direct_posts().into_iter();
        let whispered = whispered.filter(|whispered| !whispered.is_edit);
        let whispered = whispered.map(|whispered| whispered.message.text);
        posted.chain(whispered).collect()
    }

    fn n_messages(&self, words: &str) -> usize {
        let messages = self.messages();
        messages.iter().filter(|text| text.contains(words)).count()
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
    async fn fill_disk(&mut self, due: DueEvent, full_disk: FullDisk) {
        let minutes = match due {
            DueEvent::Reminder => 29,
            _ => 59,
        };
        self.work(MINUTE * minutes).await;
        if due == DueEvent::Claim {
            self.work(MINUTE).await;
        }
        self.store.pass_commits(full_disk.n_good);
        for _ in 0..full_disk.n_bad {
            self.store.fail_commit(full_disk.fault);
        }
        let claim = format!("claim:{}:0", self.id);
        let claim = self.stage.event("Bob", UserInput::short(&claim));
        if due == DueEvent::Claim {
            self.stage.ask(&claim).await;
        }
        self.clock.advance(MINUTE);
        self.stage.core.tick().await;
        // There is room again for sure when this many other changes count.
        for n in 0..full_disk.n_good + full_disk.n_bad {
            let theme = ["dark", "light"][n % 2];
            let change = format!("/settings theme:{theme}");
            let change = self.stage.event("Bob", UserInput::short(&change));
            let told = self.settle(&change).await;
            assert!(told.contains("the look of the boards"), "{told}");
        }
        if full_disk.is_restarted {
            self.restart().await;
        }
        self.stage.core.tick().await;
        if due == DueEvent::Claim {
            self.settle(&claim).await;
        }
        self.work(MINUTE * 2).await;
        until_readable(&self.stage.writer).await;
    }

    fn check(&self, due: DueEvent, when: &str) {
        let words = match due {
            DueEvent::Reminder => "it is your turn, and your time ends",
            DueEvent::Over | DueEvent::Claim => "Ann has no time left",
            DueEvent::Loss => "wins because Ann ran out of time",
        };
        let messages = self.messages();
        assert_eq!(self.n_messages(words), 1, "{when}: {messages:#?}");
        let ends = match due {
            DueEvent::Reminder | DueEvent::Over => Vec::new(),
            DueEvent::Claim | DueEvent::Loss => {
                vec![GameInput::Conclusion(Conclusion::OutOfTime(Color::White))]
            }
        };
        let (_, record) = self.stage.found(self.id);
        assert_eq!(record.inputs, ends, "{when}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_due_while_the_disk_is_full_is_posted_and_counts_once() {
    let mut checks = JoinSet::new();
    for due in [
        DueEvent::Reminder,
        DueEvent::Over,
        DueEvent::Claim,
        DueEvent::Loss,
    ] {
        for n_good in 0..4 {
            for (n_bad, fault, is_restarted) in [
                (1, Fault::NotWritten, false),
                (1, Fault::Written, false),
                (3, Fault::NotWritten, false),
                (3, Fault::Written, true),
                (1, Fault::NotWritten, true),
            ] {
                let full_disk = FullDisk {
                    n_good,
                    n_bad,
                    fault,
                    is_restarted,
                };
                checks.spawn(async move {
                    let forfeit = if due == DueEvent::Loss { "on" } else { "off" };
                    let mut timed = TimedMatch::begin(forfeit).await;
                    timed.fill_disk(due, full_disk).await;
                    timed.check(due, &format!("{due:?}, {full_disk:?}"));
                });
            }
        }
    }
    checks.join_all().await;
}
