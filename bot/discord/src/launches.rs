//! Launches of the Activity, which shows the web page inside Discord.
//!
//! A launch needs no decision, so the adapter answers it itself. It remembers the match whose button a person pressed, so that the
//! page opens the board of that match.

use std::sync::Arc;

use serde_json::json;
use serenity::{
    all::{CommandType, Interaction, InteractionId, UserId},
    http::{LightMethod, Route},
};
use tracing::error;

use super::{
    adapter::Discord,
    answers::{ANSWERING, ResponseType},
    failure::{Failure, code, is},
    interactions::LaunchPlace,
    line::with_json,
};
use command::Control;
use kit::retry;

/// A request of a person to launch the Activity.
pub(super) struct Launch {
    id: InteractionId,
    token: String,
    user: UserId,
    place: LaunchPlace,
}

impl Launch {
    /// Reads the button below a board, or the entry point command of the application. Returns `None` for another interaction.
    pub(super) fn read(interaction: &Interaction) -> Option<Launch> {
        let (id, token, user, channel, match_id) = match interaction {
            Interaction::Component(it) => match Control::read(&it.data.custom_id) {
                Control::OpenHere(id) => (it.id, &it.token, &it.user, it.channel_id, Some(id)),
                _ => return None,
            },
            Interaction::Command(it) if it.data.kind == CommandType::PrimaryEntryPoint => {
                (it.id, &it.token, &it.user, it.channel_id, None)
            }
            _ => return None,
        };
        Some(Launch {
            id,
            token: token.clone(),
            user: user.id,
            place: LaunchPlace {
                channel,
                id: match_id,
            },
        })
    }
}

impl Discord {
    /// Launches the Activity in the background.
    pub(super) fn launch(self: &Arc<Discord>, launch: Launch) {
        // Before the answer, because the page can ask at once.
        self.launches.put(launch.user, launch.place);
        let discord = Arc::clone(self);
        tokio::spawn(async move {
            let launched = retry("a launch", ANSWERING, || discord.answer_launch(&launch)).await;
            match launched {
                Err(failure) if is(&failure, code::UNKNOWN_INTERACTION) => {}
                // Another process or an earlier attempt launched it.
                Err(failure) if is(&failure, code::ALREADY_ACKNOWLEDGED) => {}
                Err(failure) => error!(
                    ?failure,
                    "cannot launch the Activity; enable Activities for the application, or set [discord] activity = false"
                ),
                Ok(()) => {}
            }
        });
    }

    async fn answer_launch(&self, launch: &Launch) -> Result<(), Failure> {
        let route = Route::InteractionResponse {
            interaction_id: launch.id,
            token: &launch.token,
        };
        let body = json!({ "type": ResponseType::Launch as u8 });
        let request = with_json(LightMethod::Post, route, &body)?;
        self.line.send(request).await
    }
}
