//! Several bots that serve together on one store, as processes do: each on a runtime of its own, so that one can be killed.

use std::{sync::Arc, time::Duration};

use api::{Answer, Batch, Entry, Event, Listener, Rows, Said, Store, StoreError};
use async_trait::async_trait;
use runtime::{Core, Parts, Processes};
use store::writer::Writer;
use tokio::{runtime::Runtime, time::timeout};

use crate::{
    PATIENCE,
    fake_chat::{AnswerReceiver, FakeChat, Told, event, parts},
    venue::Venue,
};

/// How often processes of tests show that they live.
pub const BEAT: Duration = Duration::from_millis(50);

/// A store that several bots use at the same time.
pub struct SharedStore<S>(pub Arc<S>);

impl<S: Store> Rows for SharedStore<S> {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.0.get(key)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        self.0.scan(prefix, after, limit)
    }

    fn is_shared(&self) -> bool {
        true
    }
}

impl<S: Store> Store for SharedStore<S> {
    fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        self.0.commit(batch)
    }

    fn reopen(&self) -> Result<(), StoreError> {
        self.0.reopen()
    }

    fn give_back(&self) -> Result<(), StoreError> {
        self.0.give_back()
    }

    fn snapshot(&self) -> Result<Box<dyn Rows + '_>, StoreError> {
        self.0.snapshot()
    }
}

/// A bot that serves with others.
pub struct Member {
    /// The bot.
    pub core: Arc<Core>,
    /// It among the others.
    pub processes: Arc<Processes>,
    /// Nothing once it is killed.
    runtime: Option<Runtime>,
}

impl Member {
    /// A bot that joins those on this store, on this platform.
    ///
    /// # Panics
    ///
    /// The store cannot be read, or the system has no room for more threads.
    pub fn join(store: Arc<dyn Store>, scene: &Arc<FakeChat>) -> Member {
        Member::join_as(store, scene, |_| {})
    }

    /// The same with something of what it is made of exchanged.
    ///
    /// # Panics
    ///
    /// The store cannot be read, or the system has no room for more threads.
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

    /// Has it hear something.
    ///
    /// # Panics
    ///
    /// It was killed.
    pub async fn hear(&self, event: Event) {
        let core = Arc::clone(&self.core);
        let runtime = self.runtime.as_ref().expect("it lives");
        let heard = runtime.spawn(async move { core.hear(event).await });
        heard.await.expect("hearing does not panic");
    }

    /// Lets time go on for it, and waits until all is said that is due.
    ///
    /// # Panics
    ///
    /// It was killed.
    pub async fn tick(&self) {
        let core = Arc::clone(&self.core);
        let runtime = self.runtime.as_ref().expect("it lives");
        let ticked = runtime.spawn(async move {
            core.tick().await;
            core.idle().await;
        });
        ticked.await.expect("time goes on without a panic");
    }

    /// Ends it where it is.
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

/// Bots of which whatever somebody does is heard by the next one.
pub struct Fleet {
    /// Their platform.
    pub scene: Arc<FakeChat>,
    /// They.
    pub members: Vec<Member>,
    ears: AnswerReceiver,
    n_events: usize,
}

impl Fleet {
    /// So many bots for these people, each with a way of its own to one store.
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

    /// Something that a person does, under a name that no event has had.
    pub fn event(&mut self, name: &str, said: Said) -> Event {
        self.n_events += 1;
        event(self.n_events.to_string(), name, said)
    }

    /// The answer to an event that one of them has heard.
    ///
    /// # Panics
    ///
    /// Something else is told before, or nothing for too long.
    pub async fn answer(&mut self, event: &Event) -> Answer {
        let told = timeout(PATIENCE, self.ears.recv()).await;
        let told = told.expect("every event is answered in time");
        match told.expect("the platform is at hand") {
            (id, Told::Answer(answer)) if id == event.id => answer,
            (id, _) => panic!("{event:?} was heard and {id} was answered"),
        }
    }

    /// Waits until they have said all that there is to say.
    pub async fn idle(&self) {
        for member in &self.members {
            member.core.idle().await;
        }
    }
}

#[async_trait]
impl Venue for Fleet {
    type Answer = Answer;

    async fn hear(&mut self, who: &str, said: Said) -> Answer {
        let event = self.event(who, said);
        let next = self.n_events % self.members.len();
        self.members[next].hear(event.clone()).await;
        self.answer(&event).await
    }
}
