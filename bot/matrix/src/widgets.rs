//! The board of a match as a widget in a room: the state of the room names the page, and clients show it beside the messages.
//!
//! A room has one widget of the bot. It shows the match whose board was asked for last, and stays after the match is over.

use matrix_sdk::{
    Room,
    ruma::{api::client::state::send_state_event, events::StateEventType, serde::Raw},
};
use serde_json::{Value, json};
use tracing::warn;

use super::{
    adapter::Matrix,
    failure::{Failure, failure},
    room_state::state_content,
    send_limiter::Urgency,
};
use api::MatchId;
use text::PROGRAM;

/// The type of the event that adds a widget. All clients still use the unstable one.
const WIDGET: &str = "im.vector.modular.widgets";

/// Returns the address of the widget of a match. Clients fill in the id of the widget and their theme; the fragment goes to no
/// server.
fn address(page_url: &str, id: MatchId) -> String {
    format!(
        "{page_url}/widget?match={id}#?widgetId=$matrix_widget_id&theme=$org.matrix.msc2873.client_theme"
    )
}

/// Builds the content of the event.
fn content(key: &str, account: &str, url: &str) -> Value {
    json!({
        "id": key,
        "type": "m.custom",
        "name": PROGRAM,
        "url": url,
        "creatorUserId": account,
        "waitForIframeLoad": false,
        "data": {},
    })
}

impl Matrix {
    /// Shows the board of a match in the widget of a room, unless widgets are switched off. Returns a hint for those who manage the
    /// room if the bot may not.
    pub(super) async fn show_widget(&self, room: &Room, id: MatchId) -> Option<String> {
        let page_url = self.settings.page_url.as_ref();
        let url = address(page_url.filter(|_| self.settings.widgets)?, id);
        match self.set_widget(room, &url).await {
            Ok(()) => None,
            Err(Failure::Refused(_)) => {
                Some(self.settings.language.localize(&text::matrix_widget(url)))
            }
            Err(failure) => {
                warn!(?failure, room = %room.room_id(), "cannot add the widget to a room; it is added with the next board");
                None
            }
        }
    }

    /// Sets the widget of a room to an address, unless it has it.
    async fn set_widget(&self, room: &Room, url: &str) -> Result<(), Failure> {
        let kind = StateEventType::from(WIDGET);
        let account = self.account.as_str();
        let key = format!("oddboard-{account}");
        let content = content(&key, account, url);
        if state_content(room, kind.clone(), &key).await? == Some(content.clone()) {
            return Ok(());
        }
        // A homeserver counts refused requests, too.
        let powers = Matrix::powers(room).await;
        if powers.is_some_and(|powers| !powers.user_can_send_state(&self.account, kind.clone())) {
            return Err(Failure::Refused("no permission to add widgets".to_owned()));
        }
        let content = Raw::new(&content).map_err(failure)?;
        let request = send_state_event::v3::Request::new_raw(
            room.room_id().to_owned(),
            kind,
            key,
            content.cast_unchecked(),
        );
        let ask = |once| self.client.send(request.clone()).with_request_config(once);
        let who = room.room_id().as_str();
        self.in_turn(who, Urgency::Now, ask).await.map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_widget_names_its_match_to_the_page_and_its_id_to_no_server() {
        let id = "4kq0z".parse().expect("an id");
        let url = address("https://play.example.org", id);
        let (sent, kept) = url.split_once('#').expect("a fragment");
        assert_eq!(sent, "https://play.example.org/widget?match=4kq0z");
        assert_eq!(
            kept,
            "?widgetId=$matrix_widget_id&theme=$org.matrix.msc2873.client_theme"
        );
    }
}
