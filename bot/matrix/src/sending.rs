//! Sends the requests that count for the rate limit: messages, reactions, redactions and others that wait their turn.

use matrix_sdk::{
    HttpResult, Room,
    config::RequestConfig,
    ruma::{EventId, OwnedEventId, TransactionId},
};
use serde_json::{Map, Value, json};

use super::{
    adapter::Matrix,
    body,
    failure::{Failure, failure},
    ids,
    login::PATIENCE,
    send_limiter::{Urgency, pause_in},
    touches::ReactionSign,
};

/// A request to a room.
enum Outgoing<'a> {
    Message(Map<String, Value>),
    Reaction(Value),
    Redaction(&'a EventId, Option<&'a str>),
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
        content: Map<String, Value>,
    ) -> Result<OwnedEventId, Failure> {
        let name = ids::transaction(name);
        self.send_in_turn(room, &name, Outgoing::Message(content))
            .await
    }

    /// Edits a message.
    pub(super) async fn change(
        &self,
        room: &Room,
        event: &EventId,
        new: Map<String, Value>,
    ) -> Result<(), Failure> {
        let edit = Outgoing::Message(body::replacing(event, new));
        let sent = self.send_in_turn(room, &TransactionId::new(), edit).await;
        sent.map(drop)
    }

    /// Reacts to an event, once under the name of the sign.
    pub(super) async fn send_reaction(
        &self,
        room: &Room,
        event: &EventId,
        sign: &ReactionSign,
    ) -> Result<(), Failure> {
        let name = ids::transaction(&format!("{}-{event}", sign.name));
        let reaction = Outgoing::Reaction(json!({
            "m.relates_to": { "rel_type": "m.annotation", "event_id": event, "key": sign.key },
        }));
        let sent = self.send_in_turn(room, &name, reaction).await;
        sent.map(drop)
    }

    /// Redacts an event, once under this name.
    pub(super) async fn send_redaction(
        &self,
        room: &Room,
        event: &EventId,
        reason: Option<&str>,
    ) -> Result<(), Failure> {
        let name = ids::transaction(&format!("redact-{event}"));
        let redaction = Outgoing::Redaction(event, reason);
        let sent = self.send_in_turn(room, &name, redaction).await;
        sent.map(drop)
    }

    /// Sends a request at the turn of its thread or room, once under this name.
    async fn send_in_turn(
        &self,
        room: &Room,
        name: &TransactionId,
        sent: Outgoing<'_>,
    ) -> Result<OwnedEventId, Failure> {
        let who = sent.thread().unwrap_or(room.room_id().as_str());
        let mut config = Some(once());
        loop {
            let attempt = || self.attempt(room, name, &sent, config);
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

    /// Sends any other request that counts for the rate limit, at the turn of `who`. It is sent again only after a pause that
    /// the homeserver asks for, so `ask` need not bear repetition.
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
            let turn = self.send_limiter.turn(who, urgency).await;
            // After a long pause, other processes may have declared this one dead, and another process may send the request.
            self.tenure.confirm().await?;
            let attempted = attempt().await?;
            drop(turn);
            match attempted.as_ref().map_err(pause_in) {
                Err(Some(pause)) => self.send_limiter.limited(pause),
                Err(None) => return Ok(attempted),
                Ok(_) => {
                    self.send_limiter.taken();
                    return Ok(attempted);
                }
            }
        }
    }

    async fn attempt(
        &self,
        room: &Room,
        name: &TransactionId,
        sent: &Outgoing<'_>,
        config: Option<RequestConfig>,
    ) -> Result<Attempt<OwnedEventId>, Failure> {
        let (kind, content, _turn) = match sent {
            Outgoing::Message(content) => {
                let content = Value::Object(content.clone());
                ("m.room.message", content, self.turn(room).await?)
            }
            Outgoing::Reaction(content) => ("m.reaction", content.clone(), None),
            Outgoing::Redaction(of, reason) => {
                let redacted = room.redact(of, *reason, Some(name.to_owned())).await;
                return Ok(redacted.map(|done| done.event_id).map_err(Into::into));
            }
        };
        let mut sending = room.send_raw(kind, content).with_transaction_id(name);
        if let Some(config) = config {
            sending = sending.with_request_config(config);
        }
        let taken = sending.await;
        Ok(taken.map(|taken| taken.response.event_id))
    }
}

impl Outgoing<'_> {
    /// Returns the first event of the thread that it belongs to.
    fn thread(&self) -> Option<&str> {
        let Outgoing::Message(content) = self else {
            return None;
        };
        let relation = content.get("m.relates_to")?;
        let is_in_thread = relation["rel_type"] == "m.thread";
        relation["event_id"].as_str().filter(|_| is_in_thread)
    }
}
