//! Sessions at the gateway, and where they are kept.

use serde::{Deserialize, Serialize};

use api::{Batch, StoreError};
use store::writer::{Pending, Writer};

/// The keys of all sessions begin with this.
pub(super) const SESSIONS: &str = "discord/session/";

/// A session, which goes on over another connection. Whoever has it and the token can hear what it is told, so it has no
/// `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct GatewaySession {
    pub(super) id: String,
    /// Where it goes on.
    pub(super) address: String,
    /// The number of the last event.
    pub(super) sequence: u64,
    /// Whose commands are to be registered.
    pub(super) application: u64,
}

/// What is kept of a shard.
#[derive(Serialize, Deserialize)]
struct KeptSession {
    /// How many shards there are.
    n_shards: u32,
    /// How often a process has taken the shard.
    turn: u64,
    session: Option<GatewaySession>,
}

/// Where the session of a shard is kept, for as long as no other process has taken the shard.
pub(super) struct SessionStore {
    writer: Writer,
    key: Vec<u8>,
    n_shards: u32,
    turn: u64,
}

/// Why a session is not kept.
#[derive(Debug, thiserror::Error)]
pub(super) enum LedgerError {
    /// Another process has taken the shard.
    #[error("another process has this shard")]
    Taken,
    /// The store does not work.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SessionStore {
    /// Takes the place over from whoever had it, with the session that may go on.
    pub(super) fn open(
        writer: &Writer,
        shard: u32,
        n_shards: u32,
    ) -> Result<(SessionStore, Option<GatewaySession>), StoreError> {
        let mut ledger = SessionStore {
            writer: writer.clone(),
            key: format!("{SESSIONS}{shard}").into_bytes(),
            n_shards,
            turn: 0,
        };
        let kept = ledger.kept()?;
        ledger.turn = kept.as_ref().map_or(0, |kept| kept.turn) + 1;
        let kept = kept.filter(|kept| kept.n_shards == n_shards);
        Ok((ledger, kept.and_then(|kept| kept.session)))
    }

    /// The place as whoever gives the shard up leaves it.
    pub(super) fn of(
        writer: &Writer,
        shard: u32,
        n_shards: u32,
    ) -> Result<SessionStore, StoreError> {
        let (mut ledger, _) = SessionStore::open(writer, shard, n_shards)?;
        ledger.turn -= 1;
        Ok(ledger)
    }

    /// Whether another process has taken the shard since, and hears what it is told.
    pub(super) fn is_taken(&self) -> Result<bool, StoreError> {
        Ok(self.kept()?.is_some_and(|kept| kept.turn > self.turn))
    }

    /// Keeps the session as it is now.
    pub(super) fn keep(&self, session: Option<&GatewaySession>) -> Result<Pending, LedgerError> {
        let mut batch = Batch::default();
        match self.writer.get(&self.key) {
            // What is damaged is mended by being written anew.
            Err(StoreError::Damaged { .. }) => {}
            found => {
                let found = found?;
                if found
                    .as_deref()
                    .and_then(read)
                    .is_some_and(|kept| kept.turn > self.turn)
                {
                    return Err(LedgerError::Taken);
                }
                batch.require((self.key.clone(), found));
            }
        }
        let kept = KeptSession {
            n_shards: self.n_shards,
            turn: self.turn,
            session: session.cloned(),
        };
        batch.put(
            self.key.clone(),
            serde_json::to_vec(&kept).unwrap_or_default(),
        );
        Ok(self.writer.commit(batch))
    }

    fn kept(&self) -> Result<Option<KeptSession>, StoreError> {
        match self.writer.get(&self.key) {
            Err(StoreError::Damaged { .. }) => Ok(None),
            found => Ok(found?.as_deref().and_then(read)),
        }
    }
}

fn read(row: &[u8]) -> Option<KeptSession> {
    serde_json::from_slice(row).ok()
}
