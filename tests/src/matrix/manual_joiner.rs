//! A person who declines every invitation. Uses no client library.

use matrix_sdk::ruma::{OwnedRoomId, RoomId};
use serde_json::{Value, json};

use super::{ask, begin_session, http};

/// A person with a session, who joins no room automatically.
pub struct ManualJoiner {
    base: String,
    token: String,
    since: Option<String>,
    n_said: usize,
}

impl ManualJoiner {
    /// Logs a person in.
    pub async fn log_in(address: &str, name: &str) -> ManualJoiner {
        let (token, _) = begin_session(address, name).await;
        ManualJoiner {
            base: format!("{address}/_matrix/client/v3"),
            token,
            since: None,
            n_said: 0,
        }
    }

    /// Joins a public room, leaves a room, or declines an invitation.
    pub async fn goes(&self, how: &str, room: &RoomId) {
        let path = format!("{}/rooms/{room}/{how}", self.base);
        let request = http().post(path).bearer_auth(&self.token);
        ask(request.json(&json!({}))).await;
    }

    /// Sends a message.
    pub async fn says(&mut self, room: &RoomId, text: &str) {
        self.n_said += 1;
        let path = format!(
            "{}/rooms/{room}/send/m.room.message/{}",
            self.base, self.n_said
        );
        let content = json!({ "msgtype": "m.text", "body": text });
        let request = http().put(path).bearer_auth(&self.token);
        ask(request.json(&content)).await;
    }

    /// Waits for an invitation, and declines it.
    pub async fn declines(&mut self) -> OwnedRoomId {
        loop {
            let next = self.hears("").await;
            let invited = next["rooms"]["invite"].as_object();
            if let Some(room) = invited.and_then(|invited| invited.keys().next()) {
                let room = RoomId::parse(room).expect("a room");
                self.goes("leave", &room).await;
                return room;
            }
        }
    }

    /// Waits until these are the only rooms left of all that the person has been in.
    pub async fn has_only(&mut self, rooms: &[&RoomId]) {
        let filter = "&filter={\"room\":{\"include_leave\":true,\"timeline\":{\"limit\":1}}}";
        loop {
            self.since = None;
            let all = self.hears(filter).await;
            let ids = |kind: &str| {
                let rooms = all["rooms"][kind].as_object();
                rooms.map_or_else(Vec::new, |rooms| rooms.keys().cloned().collect())
            };
            let joined: Vec<String> = ids("join");
            let is_so = joined.len() == rooms.len()
                && rooms
                    .iter()
                    .all(|room| joined.iter().any(|it| it == room.as_str()));
            if is_so && ids("leave").is_empty() {
                return;
            }
            // The next event may have changed the list.
            self.hears("").await;
        }
    }

    /// Returns the events since the last sync, or those within the next second.
    async fn hears(&mut self, more: &str) -> Value {
        let since = self.since.as_ref().map(|since| format!("&since={since}"));
        let since = since.unwrap_or_default();
        let path = format!("{}/sync?timeout=1000{since}{more}", self.base);
        let next = ask(http().get(path).bearer_auth(&self.token)).await;
        self.since = next["next_batch"].as_str().map(str::to_owned);
        next
    }
}
