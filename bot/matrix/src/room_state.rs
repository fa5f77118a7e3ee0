//! The state of a room, as far as the library knows it.

use matrix_sdk::{
    Room, deserialized_responses::RawAnySyncOrStrippedState, ruma::events::StateEventType,
};
use serde_json::Value;

use super::failure::{Failure, failure};

/// Returns whether posts in a room are encrypted.
pub(super) async fn is_encrypted(room: &Room) -> Result<bool, Failure> {
    let state = room.latest_encryption_state().await.map_err(failure)?;
    Ok(state.is_encrypted())
}

/// Returns the content of a state event of a room.
pub(super) async fn state_content(
    room: &Room,
    kind: StateEventType,
    state_key: &str,
) -> Result<Option<Value>, Failure> {
    let event = room.get_state_event(kind, state_key).await;
    let content = event.map_err(failure)?.and_then(|event| match event {
        RawAnySyncOrStrippedState::Sync(event) => event.get_field("content").ok(),
        RawAnySyncOrStrippedState::Stripped(event) => event.get_field("content").ok(),
    });
    Ok(content.flatten())
}
