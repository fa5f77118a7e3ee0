//! Several bots on one store, as several processes. Each has its own runtime, so that a test can kill one.

use crate::user_input::UserInput;
use std::{sync::Arc, time::Duration};

use api::{
    AccountToken, Answer, Event, EventId, Listener, PageAccounts, Platform, SessionKind, Store,
    TokenDigest, UserId,
};
use async_trait::async_trait;
use futures_util::future::join_all;
use runtime::{Core, Parts, Processes};
use store::writer::Writer;
use tokio::{runtime::Runtime, time::timeout};

use crate::{
    PATIENCE,
    fake_chat::{AnswerReceiver, ChatReply, FakeChat, channel, event, parts, person},
    venue::Venue,
};

/// The heartbeat interval of processes in tests.
pub const BEAT: Duration = Duration::from_millis(50);

/// A bot of a fleet.
pub struct Member {
    /// The bot.
    pub core: Arc<Core>,
    /// The bot's view of the other processes.
    pub processes: Arc<Processes>,
    /// The runtime. `None` after a kill.
    runtime: Option<Runtime>,
}

impl Member {
    /// Starts a bot that joins the bots on this store and platform.
    ///
    /// # Panics
    ///
    /// Panics if the store cannot be read, or if the system cannot start more threads.
    pub fn join(store: Arc<dyn Store>, scene: &Arc<FakeChat>) -> Member {
        Member::join_as(store, scene, |_| {})
    }

    /// The same, with some parts replaced.
    ///
    /// # Panics
    ///
    /// Panics if the store cannot be read, or if the system cannot start more threads.
    pub fn join_as(
        store: Arc<dyn Store>,
        scene: &Arc<FakeChat>,
        prepare: impl FnOnce(&mut Parts),
    ) -> Member {
        let runtime = Runtime::new().expect("the system has room for some threads");
        let _inside = runtime.enter();
        let writer = Writer::new(Arc::clone(&store));
        let processes = Processes::join(store, writer.clone(), BEAT).expect("the store works");
        let mut parts = parts(scene, writer);
        parts.processes = Some(Arc::clone(&processes));
        prepare(&mut parts);
        let core = runtime::start(parts).expect("the store works");
        drop(_inside);
        Member {
            core,
            processes,
            runtime: Some(runtime),
        }
    }

    /// Sends an event to the bot.
    ///
    /// # Panics
    ///
    /// Panics if the bot was killed.
    pub async fn hear(&self, event: Event) {
        let core = Arc::clone(&self.core);
        let runtime = self.runtime.as_ref().expect("it lives");
        let heard = runtime.spawn(async move { core.hear(event).await });
        heard.await.expect("hearing does not panic");
    }

    /// Runs the bot's periodic work, and waits until all due deliveries are made.
    ///
    /// # Panics
    ///
    /// Panics if the bot was killed.
    pub async fn tick(&self) {
        let core = Arc::clone(&self.core);
        let runtime = self.runtime.as_ref().expect("it lives");
        let ticked = runtime.spawn(async move {
            core.tick().await;
            core.idle().await;
        });
        ticked.await.expect("time goes on without a panic");
    }

    /// Kills the bot immediately.
    pub fn kill(mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Bots that receive events in turn, one event each.
pub struct Fleet {
    /// Their platform.
    pub scene: Arc<FakeChat>,
    /// The bots.
    pub members: Vec<Member>,
    ears: AnswerReceiver,
    n_events: usize,
}

impl Fleet {
    /// Starts this number of bots for these people. Each opens its own connection to one store.
    pub fn new(names: &[&str], n_members: usize, store: impl Fn() -> Arc<dyn Store>) -> Fleet {
        let (scene, ears) = FakeChat::new(names);
        let members = (0..n_members).map(|_| Member::join(store(), &scene));
        Fleet {
            members: members.collect(),
            scene,
            ears,
            n_events: 0,
        }
    }

    /// Creates an event of a person, with an unused id.
    pub fn event(&mut self, name: &str, said: UserInput) -> Event {
        self.n_events += 1;
        event(self.n_events.to_string(), name, said)
    }

    /// Waits for the answer to an event that one of the bots has received.
    ///
    /// # Panics
    ///
    /// Panics if another reply arrives first, or none within the time limit.
    pub async fn answer(&mut self, event: &Event) -> Answer {
        let told = timeout(PATIENCE, self.ears.recv()).await;
        let told = told.expect("every event is answered in time");
        match told.expect("the platform is at hand") {
            (id, ChatReply::Answer(answer)) if id == event.id => *answer,
            (id, _) => panic!("{event:?} was heard and {id} was answered"),
        }
    }

    /// Signs an account in on the page at the first bot, uses the session at the second, and ends it there.
    ///
    /// # Panics
    ///
    /// Panics if the bots do not know the same sessions.
    pub async fn share_sessions(&self) {
        let [one, other, ..] = &self.members[..] else {
            panic!("two bots");
        };
        let account = UserId::new(Platform::Discord, "500");
        let session = AccountToken::new(account.clone(), [7; AccountToken::LENGTH]);
        let opened = one
            .core
            .open_session("Ann", &session, SessionKind::Browser, None);
        opened.await.expect("a session begins");
        for member in &self.members {
            let found = member.core.account_of(&session);
            let found = found.expect("the store can be read");
            assert_eq!(found.map(|speaker| speaker.id), Some(account.clone()));
        }
        let digest = session.digest();
        let ended = other.core.end_session(&account, &digest);
        ended.await.expect("a session ends");
        for member in &self.members {
            let found = member.core.account_of(&session);
            assert_eq!(found.expect("the store can be read"), None);
        }
    }

    /// Signs an account in with one OpenID token at all bots at once, and then at each again.
    ///
    /// # Panics
    ///
    /// Panics unless the token begins exactly one session.
    pub async fn use_openid_token_once(&self) {
        let account = UserId::new(Platform::Matrix, "@ann:example.org");
        let openid = TokenDigest::of("token");
        let enter = async |core: &Core, n: u8| {
            let session = AccountToken::new(account.clone(), [n; AccountToken::LENGTH]);
            let opened = core.open_session("Ann", &session, SessionKind::Frame, Some(&openid));
            opened.await
        };
        let mut n_begun = 0;
        for round in 0..2 {
            let members = self.members.iter().zip(round * 100..);
            let entering = members.map(|(member, n)| enter(&member.core, n));
            for entered in join_all(entering).await {
                match entered {
                    Ok(()) => n_begun += 1,
                    Err(why) => assert_eq!(why, text::page_widget_over()),
                }
            }
            assert_eq!(n_begun, 1);
        }
        for member in &self.members {
            let open = member.core.sessions_of(&account);
            assert_eq!(open.expect("the store can be read").len(), 1);
        }
    }

    /// Launches the Activity at two bots, one after the other, from below the boards of different matches, and opens it at each.
    ///
    /// # Panics
    ///
    /// Panics if a bot does not know the match.
    pub async fn share_launches(&mut self) {
        let (account, channel) = (person("Cid").id, channel("lobby"));
        for (n, challenge) in ["berolina @Bob", "baroque @Bob"].into_iter().enumerate() {
            let id = self.begin(challenge).await;
            let event = EventId::new(Platform::Playground, format!("launch-{n}"));
            let core = &self.members[n].core;
            core.launches(&event, &account, &channel, Some(id)).await;
            for member in &self.members {
                let found = member.core.match_in(&channel, &account).await;
                assert_eq!(found.expect("the store can be read"), Some(id));
            }
        }
    }

    /// Waits until the bots have made all deliveries.
    pub async fn idle(&self) {
        for member in &self.members {
            member.core.idle().await;
        }
    }
}

#[async_trait]
impl Venue for Fleet {
    type Answer = Answer;

    async fn hear(&mut self, who: &str, said: UserInput) -> Answer {
        let event = self.event(who, said);
        let next = self.n_events % self.members.len();
        self.members[next].hear(event.clone()).await;
        self.answer(&event).await
    }
}
