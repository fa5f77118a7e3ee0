//! Gateway sessions and their storage.

use serde::{Deserialize, Serialize};
use twilight_gateway::Session;

use api::StoreError;
use store::writer::{Pending, Writer};

/// The prefix of the keys of all sessions.
pub(super) const SESSIONS: &str = "discord/session/";

/// A session, which can be resumed over another connection. With it and the token anyone can receive its events, so it has
/// no `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct GatewaySession {
    /// The id, and the sequence number of the last event.
    #[serde(flatten)]
    pub(super) session: Session,
    /// The URL to resume it at.
    pub(super) address: String,
    /// The application that owns the registered commands.
    pub(super) application: u64,
}

impl GatewaySession {
    /// Returns the session as it was after the event with this number.
    pub(super) fn at(&self, sequence: u64) -> GatewaySession {
        GatewaySession {
            session: Session::new(sequence, self.session.id().to_owned()),
            ..self.clone()
        }
    }
}

/// The stored state of a shard.
#[derive(Serialize, Deserialize)]
struct KeptSession {
    /// The number of shards.
    n_shards: u32,
    /// The number of times that a process has taken the shard.
    turn: u64,
    session: Option<GatewaySession>,
}

/// Storage of the session of a shard, valid until another process takes the shard.
pub(super) struct SessionStore {
    writer: Writer,
    key: Vec<u8>,
    n_shards: u32,
    turn: u64,
}

/// The reasons why a session is not stored.
#[derive(Debug, thiserror::Error)]
pub(super) enum SessionStoreError {
    /// Another process has taken the shard.
    #[error("another process has this shard")]
    Taken,
    /// The store has failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SessionStore {
    /// Takes over the storage of a shard. Returns the session to resume, if any.
    pub(super) fn open(
        writer: &Writer,
        shard: u32,
        n_shards: u32,
    ) -> Result<(SessionStore, Option<GatewaySession>), StoreError> {
        let mut session_store = SessionStore {
            writer: writer.clone(),
            key: format!("{SESSIONS}{shard}").into_bytes(),
            n_shards,
            turn: 0,
        };
        let kept = writer.read_sound::<KeptSession>(&session_store.key)?;
        session_store.turn = kept.as_ref().map_or(0, |kept| kept.turn) + 1;
        let kept = kept.filter(|kept| kept.n_shards == n_shards);
        Ok((session_store, kept.and_then(|kept| kept.session)))
    }

    /// Returns the storage as the process that gives up the shard sees it.
    pub(super) fn of(
        writer: &Writer,
        shard: u32,
        n_shards: u32,
    ) -> Result<SessionStore, StoreError> {
        let (mut session_store, _) = SessionStore::open(writer, shard, n_shards)?;
        session_store.turn -= 1;
        Ok(session_store)
    }

    /// Tells whether another process has taken the shard since, and receives its events.
    pub(super) fn is_taken(&self) -> Result<bool, StoreError> {
        let kept = self.writer.read_sound::<KeptSession>(&self.key)?;
        Ok(kept.is_some_and(|kept| kept.turn > self.turn))
    }

    /// Stores the current session.
    pub(super) fn keep(
        &self,
        session: Option<&GatewaySession>,
    ) -> Result<Pending, SessionStoreError> {
        let mut transaction = self.writer.transaction();
        let found = transaction.read_sound::<KeptSession>(&self.key)?;
        if found.is_some_and(|kept| kept.turn > self.turn) {
            return Err(SessionStoreError::Taken);
        }
        let kept = KeptSession {
            n_shards: self.n_shards,
            turn: self.turn,
            session: session.cloned(),
        };
        let kept = serde_json::to_vec(&kept).unwrap_or_default();
        transaction.batch.put(self.key.clone(), kept);
        Ok(transaction.submit()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_session_can_be_read_after_an_update_of_the_library() {
        let text = r#"{"n_shards":2,"turn":3,"session":{"id":"a","sequence":5,"address":"wss://b","application":7}}"#;
        let kept: KeptSession = serde_json::from_str(text).expect("it is a session");
        assert_eq!((kept.n_shards, kept.turn), (2, 3));
        let session = kept.session.as_ref().expect("there is one");
        assert_eq!((session.session.id(), session.session.sequence()), ("a", 5));
        assert_eq!((&*session.address, session.application), ("wss://b", 7));
        assert_eq!(serde_json::to_string(&kept).ok().as_deref(), Some(text));
    }
}
