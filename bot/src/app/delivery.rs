//! Says what the outbox holds: in the order of each match, once each, however often it takes.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::sync::{Semaphore, watch};
use tracing::{error, warn};

use crate::{
    ledger::Ledger,
    ports::{
        Batch, ChannelId, Chat, ChatError, MatchId, Message, MessageId, Nonce, Platform, Public,
        StoreError,
    },
    present::{self, Studio},
    service::{
        Delivery, Kind, Readers, RowId, Sent, published_secret, read, read_match, said, settled,
    },
};

/// How many matches are spoken about at the same time.
const AT_ONCE: usize = 16;

/// The first pause after a failure; it doubles up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(100);

const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// A handle of what makes deliveries.
#[derive(Clone)]
pub(super) struct Deliveries {
    desk: Arc<Desk>,
}

struct Desk {
    ledger: Ledger,
    chats: Arc<BTreeMap<Platform, Arc<dyn Chat>>>,
    studio: Arc<Studio>,
    /// The rows that wait, for each match that has a task at work.
    waiting: Mutex<HashMap<MatchId, VecDeque<RowId>>>,
    /// How many matches have one.
    n_busy: watch::Sender<usize>,
    at_once: Semaphore,
}

/// Why a delivery was not made.
enum Failure {
    /// It may work later.
    Later(String),
    /// It is not to be made any more.
    Never(String),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Later(error.to_string())
    }
}

impl From<ChatError> for Failure {
    fn from(error: ChatError) -> Failure {
        match error {
            ChatError::Unavailable(_) => Failure::Later(error.to_string()),
            ChatError::Refused(_) => Failure::Never(error.to_string()),
        }
    }
}

/// Nothing, if it is not to be made any more.
fn given_up<T>(row: RowId, said: Result<T, Failure>) -> Result<Option<T>, Failure> {
    match said {
        Err(Failure::Never(reason)) => {
            warn!(id = %row.id, row = row.n, reason, "a message could not be said");
            Ok(None)
        }
        said => said.map(Some),
    }
}

impl Deliveries {
    pub(super) fn new(
        ledger: Ledger,
        chats: Arc<BTreeMap<Platform, Arc<dyn Chat>>>,
        studio: Arc<Studio>,
    ) -> Deliveries {
        let desk = Desk {
            ledger,
            chats,
            studio,
            waiting: Mutex::default(),
            n_busy: watch::Sender::new(0),
            at_once: Semaphore::new(AT_ONCE),
        };
        Deliveries {
            desk: Arc::new(desk),
        }
    }

    /// Waits until everything that was added is said.
    pub(super) async fn idle(&self) {
        let mut n_busy = self.desk.n_busy.subscribe();
        n_busy
            .wait_for(|n| *n == 0)
            .await
            .expect("the sender is at hand");
    }

    /// Takes rows that are durable. Rows of one match are delivered in the order in which they are added.
    pub(super) fn add(&self, rows: Vec<RowId>) {
        let mut waiting = self
            .desk
            .waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for row in rows {
            if let Some(queue) = waiting.get_mut(&row.id) {
                queue.push_back(row);
                continue;
            }
            waiting.insert(row.id, VecDeque::from([row]));
            self.desk.n_busy.send_replace(waiting.len());
            let desk = Arc::clone(&self.desk);
            tokio::spawn(async move { desk.deliver_all(row.id).await });
        }
    }
}

impl Desk {
    /// Makes the deliveries of a match until none waits.
    async fn deliver_all(self: Arc<Desk>, id: MatchId) {
        while let Some(row) = self.next(id) {
            self.deliver_in_the_end(row).await;
        }
    }

    /// The next row of a match; when there is none, its task is over.
    fn next(&self, id: MatchId) -> Option<RowId> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let row = waiting.get_mut(&id).and_then(VecDeque::pop_front);
        if row.is_none() {
            waiting.remove(&id);
            self.n_busy.send_replace(waiting.len());
        }
        row
    }

    async fn deliver_in_the_end(self: &Arc<Desk>, row: RowId) {
        let mut pause = FIRST_PAUSE;
        loop {
            let failure = {
                let _turn = self
                    .at_once
                    .acquire()
                    .await
                    .expect("the semaphore is never closed");
                self.deliver(row).await
            };
            match failure {
                Ok(()) => return,
                Err(Failure::Never(reason)) => {
                    error!(id = %row.id, row = row.n, reason, "a delivery is given up");
                    return;
                }
                Err(Failure::Later(reason)) => {
                    warn!(id = %row.id, row = row.n, reason, "a delivery has to wait");
                    tokio::time::sleep(pause).await;
                    pause = LONGEST_PAUSE.min(pause * 2);
                }
            }
        }
    }

    async fn deliver(self: &Arc<Desk>, row: RowId) -> Result<(), Failure> {
        let Some(delivery) = read::<Delivery>(&self.ledger, &row.outbox_key())? else {
            return Ok(());
        };
        if delivery.kind != Kind::Settle && read::<Sent>(&self.ledger, &row.sent_key())?.is_none() {
            let message = given_up(row, self.post(row, delivery).await)?;
            self.commit(said(row, delivery, message)).await?;
        }
        if let Some(n) = delivery.settles {
            let earlier = RowId { id: row.id, n };
            given_up(row, self.settle(earlier).await)?;
            self.commit(settled(row, earlier)).await?;
        }
        Ok(())
    }

    async fn commit(&self, changes: Batch) -> Result<(), Failure> {
        let marked = self.ledger.commit(changes).await;
        marked.map_err(|error| Failure::Later(error.to_string()))
    }

    /// Shows the message of an earlier row as settled.
    async fn settle(self: &Arc<Desk>, earlier: RowId) -> Result<(), Failure> {
        let Some(Sent {
            delivery,
            message: Some(message),
        }) = read(&self.ledger, &earlier.sent_key())?
        else {
            return Ok(());
        };
        let (chat, _, post) = self.message(earlier, delivery, true).await?;
        Ok(chat.edit(&message, &post).await?)
    }

    async fn post(self: &Arc<Desk>, row: RowId, delivery: Delivery) -> Result<MessageId, Failure> {
        let (chat, channel, post) = self.message(row, delivery, false).await?;
        let nonce = Nonce(format!("{}-{}", row.id, row.n));
        match delivery.to {
            Readers::Channel => Ok(chat.post(&nonce, &channel, &post).await?),
        }
    }

    /// What is to be said, made anew from the record; drawn on a thread that may take its time.
    async fn message(
        self: &Arc<Desk>,
        row: RowId,
        delivery: Delivery,
        settled: bool,
    ) -> Result<(Arc<dyn Chat>, ChannelId, Message<Public>), Failure> {
        let found = read_match(&self.ledger, row.id)?;
        let (row, record) = found.ok_or_else(|| Failure::Never("its match is gone".to_owned()))?;
        let chat = self.chats.get(&row.channel.platform).map(Arc::clone);
        let chat = chat.ok_or_else(|| {
            Failure::Later(format!("{} is not switched on", row.channel.platform))
        })?;
        let game = record
            .replay_to(delivery.ply)
            .map_err(|error| Failure::Never(error.to_string()))?;
        let secret = published_secret(&self.ledger, &row)?;
        let channel = row.channel.clone();
        let studio = Arc::clone(&self.studio);
        let drawn = tokio::task::spawn_blocking(move || {
            present::post(&studio, &row, &game, secret.as_ref(), delivery, settled)
        });
        let post = drawn.await.map_err(|error| {
            if error.is_panic() {
                Failure::Never(error.to_string())
            } else {
                // The program is ending.
                Failure::Later(error.to_string())
            }
        })?;
        let post = post.ok_or_else(|| Failure::Never("there is nothing to say".to_owned()))?;
        Ok((chat, channel, post))
    }
}
