//! Dispatch of gateway events.

use std::{
    borrow::Cow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use serde::Deserialize;
use serde_json::value::RawValue;
use serenity::all::{GuildId, Interaction, Message};
use tracing::{error, warn};

use super::shared::Gateway;
use crate::{
    ids,
    in_flight::EventOrigin,
    interactions::Expected,
    launches::Launch,
    messages::ReadMessage,
    reading::{self, TakenBy},
    received::ReceivedMessage,
};
use api::Event;
use kit::panics::caught;

/// A frame from Discord. It may hold a secret, so it has no `Debug`.
#[derive(Deserialize)]
pub(super) struct GatewayFrame<'a> {
    /// The sequence number of an event.
    pub(super) s: Option<u64>,
    /// The name of an event.
    #[serde(borrow)]
    pub(super) t: Option<Cow<'a, str>>,
    #[serde(borrow)]
    d: Option<&'a RawValue>,
}

impl<'a> GatewayFrame<'a> {
    /// Returns the data of the frame, if it can be parsed.
    pub(super) fn data<T: Deserialize<'a>>(&self) -> Option<T> {
        serde_json::from_str(self.d?.get()).ok()
    }
}

/// The fields of a server that are read.
#[derive(Deserialize)]
struct JoinedServer {
    id: GuildId,
    /// True if the bot is on the server and Discord cannot reach it.
    #[serde(default)]
    unavailable: bool,
}

impl Gateway {
    /// Hands an event to the listener in the background. An event that causes a panic is skipped and not replayed.
    pub(super) fn dispatch(
        self: &Arc<Gateway>,
        origin: EventOrigin,
        name: &str,
        frame: &GatewayFrame<'_>,
    ) {
        let dispatched = catch_unwind(AssertUnwindSafe(|| self.try_dispatch(origin, name, frame)));
        if dispatched.is_err() {
            let (shard, sequence) = (origin.shard, origin.sequence);
            error!(
                shard,
                sequence, name, "skipped a Discord event after a panic"
            );
        }
    }

    fn try_dispatch(
        self: &Arc<Gateway>,
        origin: EventOrigin,
        name: &str,
        frame: &GatewayFrame<'_>,
    ) {
        let is_read = match name {
            "INTERACTION_CREATE" => frame.data().map(|it| {
                let taken = frame.data().unwrap_or_default();
                self.interaction(origin, it, &taken);
            }),
            "MESSAGE_CREATE" => match frame.data() {
                Some(gist) if !self.discord.is_for_bot(&gist) => return,
                gist => gist.and(frame.data()).map(|it| self.message(origin, it)),
            },
            "GUILD_CREATE" => frame.data().map(|it| self.is_on(it)),
            _ => return,
        };
        if is_read.is_none() {
            warn!(name, "cannot parse a Discord event");
        }
    }

    fn is_on(self: &Arc<Gateway>, server: JoinedServer) {
        if server.unavailable {
            return;
        }
        let listener = Arc::clone(&self.listener);
        tokio::spawn(async move { listener.is_on(&ids::server_id(server.id)).await });
    }

    fn message(self: &Arc<Gateway>, origin: EventOrigin, message: Message) {
        let received = || ReceivedMessage::new(&message, &self.listener);
        match self.discord.read_message(&message) {
            Some(ReadMessage::Asks(event)) if self.discord.await_message(received(), &event.id) => {
                self.discord.members.saw(&event);
                self.hand_over(origin, *event);
            }
            Some(ReadMessage::Unknown) => {
                let (discord, received) = (Arc::clone(&self.discord), received());
                tokio::spawn(async move { discord.tell_way_in(&received).await });
            }
            Some(ReadMessage::Asks(_)) | None => {}
        }
    }

    fn interaction(
        self: &Arc<Gateway>,
        origin: EventOrigin,
        interaction: Interaction,
        taken: &TakenBy,
    ) {
        let launch = Launch::read(&interaction).filter(|_| self.discord.settings.activity);
        if let Some(launch) = launch {
            return self.discord.launch(launch, &self.listener);
        }
        let Some((open, event)) = reading::read(interaction, taken) else {
            return;
        };
        let expected = open.expected;
        if !self.discord.await_answer(open) {
            return;
        }
        self.discord.members.saw(&event);
        if expected == Expected::Completion {
            let listener = Arc::clone(&self.listener);
            tokio::spawn(async move { listener.hear(event).await });
        } else {
            self.hand_over(origin, event);
        }
    }

    /// Hands an event to the listener. It counts as undecided until it is answered, or the listener panics.
    fn hand_over(self: &Arc<Gateway>, origin: EventOrigin, event: Event) {
        let (discord, listener) = (Arc::clone(&self.discord), Arc::clone(&self.listener));
        let id = event.id.clone();
        discord.in_flight.begin(id.clone(), origin);
        tokio::spawn(async move {
            // Only an interaction expires.
            let may_be_over = origin.is_late && discord.message_of(&id).is_none();
            let handling = async {
                if !may_be_over {
                    listener.hear(event).await;
                } else if discord.is_awaited(&id).await {
                    listener.hear_again(event).await;
                }
            };
            if caught(handling).await.is_none() {
                discord.in_flight.end(&id);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_may_hold_nothing() {
        let read = |text| serde_json::from_str::<GatewayFrame<'_>>(text).expect("it is a frame");
        let frame = read(r#"{"t":null,"s":null,"op":11,"d":null}"#);
        assert_eq!(
            (&frame.t, frame.s, frame.data::<bool>()),
            (&None, None, None)
        );
        assert_eq!(read(r#"{"op":9,"d":true}"#).data(), Some(true));
    }
}
