//! Sends the requests that count for the rate limit: messages, reactions, redactions and others that wait their turn.

use matrix_sdk::{
    HttpResult, Room,
    config::RequestConfig,
    ruma::{EventId, OwnedEventId, OwnedTransactionId, TransactionId},
};
use serde_json::{Map, Value, json};

use super::{
    adapter::Matrix,
    body,
    failure::{Failure, failure},
    ids,
    login::PATIENCE,
    pace::{Urgency, pause_in},
    touches::ReactionSign,
};

/// A request to a room, sent once under its name.
struct Outgoing {
    name: OwnedTransactionId,
    what: OutgoingKind,
}

enum OutgoingKind {
    Message(Value),
    Reaction(Value),
    Redaction {
        of: OwnedEventId,
        reason: Option<String>,
    },
}

/// The result of an attempt.
type Attempt<T> = Result<T, matrix_sdk::Error>;

/// The configuration of a request without retries: the library would wait while others could go first.
fn once() -> RequestConfig {
    RequestConfig::new().timeout(PATIENCE).disable_retry()
}

impl Matrix {
    /// Sends a message once, however often it is tried under this name.
    pub(super) async fn send(
        &self,
        room: &Room,
        name: &str,
        content: Value,
    ) -> Result<OwnedEventId, Failure> {
        let name = ids::transaction(name);
        let what = OutgoingKind::Message(content);
        self.send_in_turn(room, Outgoing { name, what }).await
    }

    /// Edits a message.
    pub(super) async fn change(
        &self,
        room: &Room,
        event: &OwnedEventId,
        new: Map<String, Value>,
    ) -> Result<(), Failure> {
        let what = OutgoingKind::Message(body::replacing(event, new));
        let name = TransactionId::new();
        self.send_in_turn(room, Outgoing { name, what }).await?;
        Ok(())
    }

    /// Reacts to an event, once under the name of the sign.
    pub(super) async fn send_reaction(
        &self,
        room: &Room,
        event: &EventId,
        sign: &ReactionSign,
    ) -> Result<(), Failure> {
        let name = ids::transaction(&format!("{}-{event}", sign.name));
        let what = OutgoingKind::Reaction(json!({
            "m.relates_to": { "rel_type": "m.annotation", "event_id": event, "key": sign.key },
        }));
        self.send_in_turn(room, Outgoing { name, what }).await?;
        Ok(())
    }

    /// Redacts an event, once under this name.
    pub(super) async fn send_redaction(
        &self,
        room: &Room,
        event: &EventId,
        reason: Option<String>,
    ) -> Result<(), Failure> {
        let name = ids::transaction(&format!("redact-{event}"));
        let of = event.to_owned();
        let what = OutgoingKind::Redaction { of, reason };
        self.send_in_turn(room, Outgoing { name, what }).await?;
        Ok(())
    }

    /// Sends a request at the turn of its thread or room.
    async fn send_in_turn(&self, room: &Room, sent: Outgoing) -> Result<OwnedEventId, Failure> {
        let who = sent.thread().unwrap_or(room.room_id().as_str());
        let mut config = Some(once());
        loop {
            let attempt = || self.attempt(room, &sent, config);
            let error = match self.take_turns(who, Urgency::Now, attempt).await? {
                Ok(event) => return Ok(event),
                Err(error) => error,
            };
            let is_answer = error.as_client_api_error().is_some();
            let failure = failure(error);
            if config.take().is_none() || !is_answer || !failure.may_pass() {
                return Err(failure);
            }
        }
    }

    /// Sends another request that counts for the rate limit, at the turn of `who`. It is sent again only after a pause that the
    /// homeserver asks for, so `ask` need not bear repetition.
    pub(super) async fn in_turn<T, Answering>(
        &self,
        who: &str,
        urgency: Urgency,
        ask: impl Fn(RequestConfig) -> Answering,
    ) -> Result<T, Failure>
    where
        Answering: IntoFuture<Output = HttpResult<T>>,
    {
        let attempt = || {
            let answer = ask(once()).into_future();
            async { Ok(answer.await.map_err(matrix_sdk::Error::from)) }
        };
        let answered = self.take_turns(who, urgency, attempt).await?;
        answered.map_err(failure)
    }

    /// Repeats an attempt at each turn of `who`, until the homeserver asks for no further pause.
    async fn take_turns<T, Attempting>(
        &self,
        who: &str,
        urgency: Urgency,
        attempt: impl Fn() -> Attempting,
    ) -> Result<Attempt<T>, Failure>
    where
        Attempting: Future<Output = Result<Attempt<T>, Failure>>,
    {
        loop {
            let turn = self.pace.turn(who, urgency).await;
            // After a long pause this process may have been taken for dead, and another process may send the request.
            self.tenure.confirm().await?;
            let attempted = attempt().await?;
            drop(turn);
            match attempted.as_ref().map_err(pause_in) {
                Err(Some(pause)) => self.pace.limited(pause),
                Err(None) => return Ok(attempted),
                Ok(_) => {
                    self.pace.taken();
                    return Ok(attempted);
                }
            }
        }
    }

    async fn attempt(
        &self,
        room: &Room,
        sent: &Outgoing,
        config: Option<RequestConfig>,
    ) -> Result<Attempt<OwnedEventId>, Failure> {
        let (kind, content) = match &sent.what {
            OutgoingKind::Message(content) => ("m.room.message", content),
            OutgoingKind::Reaction(content) => ("m.reaction", content),
            OutgoingKind::Redaction { of, reason } => {
                let name = Some(sent.name.clone());
                let redacted = room.redact(of, reason.as_deref(), name).await;
                return Ok(redacted
                    .map(|done| done.event_id)
                    .map_err(matrix_sdk::Error::from));
            }
        };
        let _turn = match sent.what {
            OutgoingKind::Message(_) => self.turn(room).await?,
            _ => None,
        };
        let mut sending = room
            .send_raw(kind, content.clone())
            .with_transaction_id(&sent.name);
        if let Some(config) = config {
            sending = sending.with_request_config(config);
        }
        let taken = sending.await;
        Ok(taken.map(|taken| taken.response.event_id))
    }
}

impl Outgoing {
    /// Returns the first event of the thread that it belongs to.
    fn thread(&self) -> Option<&str> {
        let OutgoingKind::Message(content) = &self.what else {
            return None;
        };
        let relation = content.get("m.relates_to")?;
        let is_in_thread = relation["rel_type"] == "m.thread";
        relation["event_id"].as_str().filter(|_| is_in_thread)
    }
}
