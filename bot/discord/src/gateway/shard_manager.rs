//! Assignment of shards: this process takes its share of all shards, and others that no process wants.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use tokio::{
    sync::watch,
    task::JoinSet,
    time::{Instant, sleep},
};
use tracing::{info, warn};

use super::{
    error::GatewayError,
    session::SessionStore,
    shard::Shard,
    shared::{Gateway, role},
};
use api::StoreError;
use store::writer::Pending;

/// The interval between checks of the shard assignments.
pub(super) const LOOK: Duration = Duration::from_secs(1);

/// The number of checks between two searches for unassigned shards beyond the share.
const ROUND: u64 = 5;

/// The longest time for which a shard that was given up may stay unassigned.
const LONGEST: Duration = Duration::from_secs(10);

/// The interval between checks whether a process has taken an offered shard, while this process waits for nothing else.
const GLANCE: Duration = Duration::from_millis(100);

/// The key under which a process with less than its share asks for a shard of one with more.
const REQUEST: &[u8] = b"discord/wanted";

/// The number of a shard that has ended, with its result.
pub(super) type Ended = (u32, Result<(), GatewayError>);

/// A shard that this process gave up and no process has taken yet.
struct Offered {
    number: u32,
    session_store: SessionStore,
    until: Instant,
}

/// The shards of this process. When it is dropped, they end at once.
pub(super) struct ShardManager {
    gateway: Arc<Gateway>,
    n_shards: u32,
    /// The stop signals of the shards.
    held: BTreeMap<u32, watch::Sender<bool>>,
    tasks: JoinSet<Ended>,
    offered: Option<Offered>,
    n_looks: u64,
}

impl ShardManager {
    /// Makes a manager that holds no shards yet, and settles the number of shards.
    ///
    /// # Errors
    ///
    /// Other processes use a different number of shards.
    pub(super) async fn new(gateway: Arc<Gateway>) -> Result<ShardManager, GatewayError> {
        let n_shards = gateway.count_shards().await?;
        Ok(ShardManager {
            gateway,
            n_shards,
            held: BTreeMap::new(),
            tasks: JoinSet::new(),
            offered: None,
            n_looks: 0,
        })
    }

    /// Returns the number of shards in the share of this process.
    fn share(&self) -> usize {
        let n_processes = self.gateway.roles.n_processes().max(1);
        (self.n_shards as usize).div_ceil(n_processes)
    }

    /// Takes unassigned shards, and gives up the shards that another process should have.
    pub(super) async fn look(&mut self) {
        match self.look_once().await {
            Ok(()) => self.gateway.discord.open_shards.settle(),
            Err(error) => warn!(%error, "cannot read shard assignments; retrying"),
        }
    }

    async fn look_once(&mut self) -> Result<(), StoreError> {
        self.take_back().await?;
        let share = self.share();
        if self.n_looks.is_multiple_of(ROUND) && self.held.len() >= share {
            self.take_up_to(self.n_shards as usize).await?;
        } else {
            self.take_up_to(share).await?;
        }
        self.n_looks += 1;
        if self.held.len() < share {
            self.gateway.want().await?;
        } else if self.held.len() > share
            && self.offered.is_none()
            && self.gateway.take_request().await?
            && let Some(number) = self.held.keys().next_back().copied()
        {
            info!(shard = number, "handed a shard over to another process");
            self.offered = self.give_up(number).await?;
        }
        Ok(())
    }

    /// Takes unassigned shards until this process has `most`.
    async fn take_up_to(&mut self, most: usize) -> Result<(), StoreError> {
        let offered = self.offered.as_ref().map(|offered| offered.number);
        for number in 0..self.n_shards {
            if self.held.len() >= most {
                break;
            }
            if !self.held.contains_key(&number) && offered != Some(number) {
                self.take(number).await?;
            }
        }
        Ok(())
    }

    async fn take(&mut self, number: u32) -> Result<(), StoreError> {
        if !self.gateway.roles.take(&role(number)).await? {
            return Ok(());
        }
        let (stop, is_stopped) = watch::channel(false);
        let shard = Shard::open(&self.gateway, number, self.n_shards, is_stopped)?;
        self.held.insert(number, stop);
        self.tasks.spawn(async move { (number, shard.run().await) });
        Ok(())
    }

    /// Takes back a shard that was given up and that no other process took.
    async fn take_back(&mut self) -> Result<(), StoreError> {
        let Some(offered) = &self.offered else {
            return Ok(());
        };
        let number = offered.number;
        if offered.session_store.is_taken()? {
            self.offered = None;
        } else if Instant::now() >= offered.until {
            self.offered = None;
            self.take(number).await?;
        }
        Ok(())
    }

    /// Ends a shard so that another process can resume its session.
    async fn give_up(&mut self, number: u32) -> Result<Option<Offered>, StoreError> {
        if let Some(stop) = self.held.get(&number) {
            stop.send_replace(true);
        }
        while self.held.contains_key(&number) {
            // The next check restarts other shards that have ended in the meantime.
            let Some((_, result)) = self.ended().await else {
                return Ok(None);
            };
            if let Err(error) = result {
                warn!(%error, "a shard is not connected");
            }
        }
        let session_store = SessionStore::of(&self.gateway.discord.writer, number, self.n_shards)?;
        Ok(Some(Offered {
            number,
            session_store,
            until: Instant::now() + LONGEST,
        }))
    }

    /// Waits for the next shard to end and gives up its role. Returns `None` if there is no shard.
    pub(super) async fn ended(&mut self) -> Option<Ended> {
        let ended = self.tasks.join_next().await?;
        let (number, result) = ended.expect("a shard ends by itself");
        self.held.remove(&number);
        self.gateway.discord.open_shards.remove(number);
        if let Err(error) = self.gateway.roles.give_up(&role(number)).await {
            warn!(%error, "a shard stays disconnected for a while");
        }
        Some((number, result))
    }

    /// Ends all shards at once.
    pub(super) async fn stop(&mut self) {
        for stop in self.held.values() {
            stop.send_replace(true);
        }
        while self.ended().await.is_some() {}
    }

    /// Ends all shards one by one. While there are other processes, each shard waits until one has taken the shard before.
    pub(super) async fn hand_over(&mut self) {
        let roles = &self.gateway.roles;
        if let Err(error) = roles.leave().await {
            warn!(%error, "cannot tell other processes that this process stops");
        }
        while self.gateway.roles.n_processes() > 1 {
            let Some(number) = self.held.keys().next().copied() else {
                return;
            };
            match self.give_up(number).await {
                Ok(Some(offered)) if self.is_taken(&offered).await => {}
                _ => break,
            }
        }
        self.stop().await;
    }

    /// Waits until another process has taken a shard. Returns whether one has.
    async fn is_taken(&self, offered: &Offered) -> bool {
        while !matches!(offered.session_store.is_taken(), Ok(true)) {
            if Instant::now() >= offered.until || self.gateway.roles.n_processes() <= 1 {
                return false;
            }
            sleep(GLANCE).await;
        }
        true
    }
}

impl Gateway {
    /// Asks for a shard of a process that has more than its share.
    async fn want(&self) -> Result<(), StoreError> {
        let mut transaction = self.discord.writer.transaction();
        if transaction.get(REQUEST)?.is_none() {
            transaction.batch.put(REQUEST, "");
            is_made(transaction.submit()?).await?;
        }
        Ok(())
    }

    /// Takes the request of a process for a shard. Returns whether there was one and this process is the one to answer it.
    async fn take_request(&self) -> Result<bool, StoreError> {
        let mut transaction = self.discord.writer.transaction();
        if transaction.get(REQUEST)?.is_none() {
            return Ok(false);
        }
        transaction.batch.remove(REQUEST);
        is_made(transaction.submit()?).await
    }
}

/// Returns whether a change was made; it is not if another process was quicker.
async fn is_made(change: Pending) -> Result<bool, StoreError> {
    match change.await {
        Ok(()) => Ok(true),
        Err(error) if error.is_outdated() => Ok(false),
        Err(_) => Err(StoreError::Closed),
    }
}
