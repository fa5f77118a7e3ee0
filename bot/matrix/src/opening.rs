//! Opens a direct room once.
//!
//! The homeserver makes a room for each request, and its response can be lost. So the bot stores a mark before each request. A
//! retry first looks for a room with that mark among the joined rooms. The invitation of the person comes last: without it, the
//! bot leaves the room and opens another one. A request that the homeserver carries out only after all that still makes a
//! second room.

use matrix_sdk::{
    Room,
    ruma::{
        OwnedRoomId, TransactionId, UserId,
        api::client::{membership::joined_rooms, room::create_room},
        events::{
            InitialStateEvent,
            room::{encryption::RoomEncryptionEventContent, member::MembershipState},
        },
        serde::Raw,
    },
};
use serde_json::json;
use tracing::{info, warn};

use super::{
    adapter::Matrix,
    direct::membership,
    failure::{Failure, failure},
    send_limiter::Urgency,
    stored::key,
};
use kit::lock;

/// The field of the room's first event that contains its mark.
const MARK: &str = "org.oddboard.opening";

impl Matrix {
    /// Opens a direct room for a person, or finds the room of an earlier request with an unknown result.
    pub(super) async fn open_direct(&self, user: &UserId) -> Result<Room, Failure> {
        let opening = key("opening", user);
        let room = match self.kept_text(&opening)? {
            Some(mark) => match self.room_with(&mark).await? {
                Some(room) => self.take_up(room, user).await?,
                None => self.request_room(user, &mark).await?,
            },
            None => {
                let mark = TransactionId::new();
                self.keep_text(opening, mark.as_str()).await?;
                self.request_room(user, mark.as_str()).await?
            }
        };
        let id = room.room_id();
        let people = [user.to_owned()];
        if let Err(error) = self.client.account().mark_as_dm(id, &people).await {
            warn!(%error, "cannot list a room among the direct chats");
        }
        self.remember_direct(id, user).await?;
        Ok(room)
    }

    /// Takes over a room after a lost response, if its creation is complete.
    async fn take_up(&self, id: OwnedRoomId, user: &UserId) -> Result<Room, Failure> {
        let room = self.client.join_room_by_id(&id).await.map_err(failure)?;
        if let MembershipState::Join | MembershipState::Invite = membership(&room, user).await? {
            info!("found a room whose creation had an unknown result");
            return Ok(room);
        }
        self.leave(&id).await?;
        self.writer.mark(key("opening", user), false).await?;
        Err(Failure::Later(
            "the homeserver has opened a room in part".to_owned(),
        ))
    }

    async fn request_room(&self, user: &UserId, mark: &str) -> Result<Room, Failure> {
        let encryption = RoomEncryptionEventContent::with_recommended_defaults();
        let encryption = InitialStateEvent::with_empty_state_key(encryption);
        let content = Raw::new(&json!({ MARK: mark })).map_err(failure)?;
        // The person cannot invite others, because the bot's messages there are private.
        let powers = Raw::new(&json!({ "invite": 100 })).map_err(failure)?;
        let mut request = create_room::v3::Request::new();
        request.creation_content = Some(content.cast_unchecked());
        request.preset = Some(create_room::v3::RoomPreset::PrivateChat);
        request.is_direct = true;
        request.invite = vec![user.to_owned()];
        request.initial_state = vec![encryption.to_raw_any()];
        request.initial_state.extend(self.commands_of_new_room());
        request.name = Some(lock(&self.name).clone());
        request.topic = Some(
            self.language_of(user)
                .localize(&text::matrix_direct_topic()),
        );
        request.power_level_content_override = Some(powers.cast_unchecked());
        let ask = |once| self.client.send(request.clone()).with_request_config(once);
        let created = self.in_turn(user.as_str(), Urgency::Now, ask).await?;
        // The bot has joined already. This informs the library before the next sync.
        let joined = self.client.join_room_by_id(&created.room_id).await;
        joined.map_err(failure)
    }

    /// Returns the room with this mark, if the bot is in one.
    async fn room_with(&self, mark: &str) -> Result<Option<OwnedRoomId>, Failure> {
        let joined = self.client.send(joined_rooms::v3::Request::new()).await;
        for room in joined.map_err(failure)?.joined_rooms {
            match self.create_content(&room).await {
                Ok(content) if content[MARK] == *mark => return Ok(Some(room)),
                // The bot may have left it in the meantime.
                Err(failure) if !matches!(failure, Failure::Refused(_)) => return Err(failure),
                _ => {}
            }
        }
        Ok(None)
    }
}
