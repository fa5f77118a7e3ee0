//! Which shards this process has: its share of all, and those that nobody else wants.

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
use api::{Batch, StoreError};

/// How often it is looked who has which shard.
pub(super) const LOOK: Duration = Duration::from_secs(1);

/// How often, in looks, it is looked for shards beyond the share that nobody has.
const ROUND: u64 = 5;

/// How long a shard that was given up may be nobody's.
const LONGEST: Duration = Duration::from_secs(10);

/// How often it is looked whether somebody has it, by who waits for nothing else.
const GLANCE: Duration = Duration::from_millis(100);

/// Where somebody who has less than their share asks for a shard of somebody who has more.
const WANTED: &[u8] = b"discord/wanted";

/// What has ended of a shard.
pub(super) type Ended = (u32, Result<(), GatewayError>);

/// A shard that was given up, until somebody has it.
struct Offered {
    number: u32,
    ledger: SessionStore,
    until: Instant,
}

/// The shards that this process has. When it is dropped, they end at once.
pub(super) struct ShardManager {
    gateway: Arc<Gateway>,
    n_shards: u32,
    /// Stops each of them.
    held: BTreeMap<u32, watch::Sender<bool>>,
    tasks: JoinSet<Ended>,
    offered: Option<Offered>,
    n_looks: u64,
}

impl ShardManager {
    /// Has no shards yet, and knows how many there are.
    ///
    /// # Errors
    ///
    /// Other processes number them differently.
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

    /// How many shards this process is to have.
    fn share(&self) -> usize {
        let n_processes = self.gateway.roles.n_processes().max(1);
        (self.n_shards as usize).div_ceil(n_processes)
    }

    /// Takes what nobody has and gives up what somebody else is to have.
    pub(super) async fn look(&mut self) {
        match self.look_once().await {
            Ok(()) => self.gateway.discord.open_shards.settle(),
            Err(error) => {
                warn!(%error, "cannot read shard assignments; retrying")
            }
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
            && self.gateway.is_asked().await?
        {
            self.offer().await?;
        }
        Ok(())
    }

    /// Takes shards that nobody has until this process has so many.
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

    /// Takes a shard that was given up and that nobody wants.
    async fn take_back(&mut self) -> Result<(), StoreError> {
        let Some(offered) = &self.offered else {
            return Ok(());
        };
        let number = offered.number;
        if offered.ledger.is_taken()? {
            self.offered = None;
        } else if Instant::now() >= offered.until {
            self.offered = None;
            self.take(number).await?;
        }
        Ok(())
    }

    /// Gives up the last shard for somebody who has less than their share.
    async fn offer(&mut self) -> Result<(), StoreError> {
        if let Some(number) = self.held.keys().next_back().copied() {
            info!(shard = number, "handed a shard over to another process");
            self.offered = self.give_up(number).await?;
        }
        Ok(())
    }

    /// Ends a shard, such that another process can go on with it.
    async fn give_up(&mut self, number: u32) -> Result<Option<Offered>, StoreError> {
        if let Some(stop) = self.held.get(&number) {
            stop.send_replace(true);
        }
        while self.held.contains_key(&number) {
            let Some(ended) = self.ended().await else {
                return Ok(None);
            };
            // What else has ended meanwhile is begun again by the next look.
            let (_, result) = ended;
            if let Err(error) = result {
                warn!(%error, "a shard is not connected");
            }
        }
        let ledger = SessionStore::of(&self.gateway.discord.writer, number, self.n_shards)?;
        Ok(Some(Offered {
            number,
            ledger,
            until: Instant::now() + LONGEST,
        }))
    }

    /// The next shard that ends, whose role is given up; none if there is no shard.
    pub(super) async fn ended(&mut self) -> Option<Ended> {
        let ended = self.tasks.join_next().await?;
        let ended = ended.expect("a shard ends by itself");
        self.held.remove(&ended.0);
        self.gateway.discord.open_shards.remove(ended.0);
        if let Err(error) = self.gateway.roles.give_up(&role(ended.0)).await {
            warn!(%error, "a shard stays disconnected for a while");
        }
        Some(ended)
    }

    /// Ends all shards at once.
    pub(super) async fn stop(&mut self) {
        for stop in self.held.values() {
            stop.send_replace(true);
        }
        while self.ended().await.is_some() {}
    }

    /// Ends all shards, one after the other, each once somebody else has the one before, for as long as there is somebody.
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

    /// Waits until somebody has a shard; whether somebody has it.
    async fn is_taken(&self, offered: &Offered) -> bool {
        loop {
            if matches!(offered.ledger.is_taken(), Ok(true)) {
                return true;
            }
            if Instant::now() >= offered.until || self.gateway.roles.n_processes() <= 1 {
                return false;
            }
            sleep(GLANCE).await;
        }
    }
}

impl Gateway {
    /// Asks for a shard of somebody who has more than their share.
    async fn want(&self) -> Result<(), StoreError> {
        if self.discord.writer.get(WANTED)?.is_none() {
            let mut batch = Batch::default();
            batch.put(WANTED, "");
            self.commit(batch).await?;
        }
        Ok(())
    }

    /// Whether somebody asks for a shard and this process is the one to answer.
    async fn is_asked(&self) -> Result<bool, StoreError> {
        let Some(asked) = self.discord.writer.get(WANTED)? else {
            return Ok(false);
        };
        let mut batch = Batch::default();
        batch.require((WANTED.to_vec(), Some(asked)));
        batch.remove(WANTED);
        self.commit(batch).await
    }

    /// Whether the changes are made; they are not if somebody else was quicker.
    async fn commit(&self, batch: Batch) -> Result<bool, StoreError> {
        match self.discord.writer.commit(batch).await {
            Ok(()) => Ok(true),
            Err(error) if error.is_outdated() => Ok(false),
            Err(_) => Err(StoreError::Closed),
        }
    }
}
