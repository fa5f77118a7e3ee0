//! Opening a room for direct messages, once.
//!
//! The homeserver makes a room for each request, and its answer may be lost. So each room is asked for with a mark that is
//! kept before, and whoever asks again looks first for a room with that mark among those that the bot is in. A request that
//! the homeserver carries out only after that still makes a second room.

use matrix_sdk::{
    Room,
    ruma::{
        OwnedRoomId, RoomId, TransactionId, UserId,
        api::client::{
            membership::joined_rooms, room::create_room, state::get_state_event_for_key,
        },
        events::{InitialStateEvent, StateEventType, room::encryption::RoomEncryptionEventContent},
        serde::Raw,
    },
};
use serde_json::{Value, json};
use tracing::{info, warn};

use super::{adapter::Matrix, failure::Failure, pace::Urgency, stored::key};
use crate::{chat::kit::hold, words};

/// Where the event with which a room begins has its mark.
const MARK: &str = "org.oddboard.opening";

impl Matrix {
    /// A new room where the bot and a person are alone, or the one that was asked for before and is not known yet.
    pub(super) async fn open_direct(&self, user: &UserId) -> Result<Room, Failure> {
        let id = self.opened(user).await?;
        // The bot is there; with this the library knows it too, before the homeserver tells it.
        let room = self.client.join_room_by_id(&id).await?;
        let people = [user.to_owned()];
        if let Err(error) = self.client.account().mark_as_dm(&id, &people).await {
            warn!(%error, "a room is not listed among those for direct messages");
        }
        self.remember_direct(&id, user).await?;
        Ok(room)
    }

    async fn opened(&self, user: &UserId) -> Result<OwnedRoomId, Failure> {
        let opening = key("opening", user);
        if let Some(mark) = self.kept_text(&opening)? {
            return match self.room_with(&mark).await? {
                Some(room) => {
                    info!("a room whose opening was not confirmed is there");
                    Ok(room)
                }
                None => self.request_room(user, &mark).await,
            };
        }
        let mark = TransactionId::new();
        self.keep_text(opening, mark.as_str()).await?;
        self.request_room(user, mark.as_str()).await
    }

    async fn request_room(&self, user: &UserId, mark: &str) -> Result<OwnedRoomId, Failure> {
        let encryption = RoomEncryptionEventContent::with_recommended_defaults();
        let encryption = InitialStateEvent::with_empty_state_key(encryption);
        let content = Raw::new(&json!({ MARK: mark })).map_err(matrix_sdk::Error::from)?;
        // Nobody is asked in by the person: what the bot says there is for them alone.
        let powers = Raw::new(&json!({ "invite": 100 })).map_err(matrix_sdk::Error::from)?;
        let mut request = create_room::v3::Request::new();
        request.creation_content = Some(content.cast_unchecked());
        request.preset = Some(create_room::v3::RoomPreset::PrivateChat);
        request.is_direct = true;
        request.invite = vec![user.to_owned()];
        request.initial_state = vec![encryption.to_raw_any()];
        request.initial_state.extend(self.commands_of_new_room());
        request.name = Some(hold(&self.name).clone());
        request.topic = Some(self.language_of(user).say(&words::matrix_direct_topic()));
        request.power_level_content_override = Some(powers.cast_unchecked());
        let ask = |once| self.client.send(request.clone()).with_request_config(once);
        let created = self.in_turn(user.as_str(), Urgency::Now, ask).await?;
        Ok(created.room_id)
    }

    /// The room with this mark, if the bot is in one.
    async fn room_with(&self, mark: &str) -> Result<Option<OwnedRoomId>, Failure> {
        let joined = self.client.send(joined_rooms::v3::Request::new()).await?;
        for room in joined.joined_rooms {
            if self.may_be_new(&room)? && self.mark_of(&room).await?.as_deref() == Some(mark) {
                return Ok(Some(room));
            }
        }
        Ok(None)
    }

    /// Whether a room, for all that is known here, was just opened for one person.
    fn may_be_new(&self, room: &RoomId) -> Result<bool, Failure> {
        let Some(room) = self.client.get_room(room) else {
            return Ok(true);
        };
        Ok(room.active_members_count() <= 2 && self.kept_person(&room)?.is_none())
    }

    async fn mark_of(&self, room: &RoomId) -> Result<Option<String>, Failure> {
        let (kind, state_key) = (StateEventType::RoomCreate, String::new());
        let request = get_state_event_for_key::v3::Request::new(room.to_owned(), kind, state_key);
        let create = self.client.send(request).await?;
        let create: Value = serde_json::from_str(create.event_or_content.get()).unwrap_or_default();
        Ok(create[MARK].as_str().map(str::to_owned))
    }
}
