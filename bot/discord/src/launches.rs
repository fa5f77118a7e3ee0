//! Launches of the Activity, which shows the web page inside Discord.
//!
//! Discord expects one answer to a launch, whatever the bot decides, so the adapter gives it itself. The listener stores the match
//! whose button a person pressed, so that the page opens the board of that match, whichever process serves it.

use std::{sync::Arc, time::Duration};

use serde_json::json;
use serenity::{
    all::{CommandType, Interaction, InteractionId},
    http::{LightMethod, Route},
};
use tokio::time::timeout;
use tracing::{error, warn};

use super::{
    adapter::Discord,
    answers::{ANSWERING, ResponseType},
    failure::{Failure, code, is},
    ids,
    line::with_json,
};
use api::{ChannelId, Listener, MatchId, UserId};
use command::Control;
use kit::retry;

/// A request of a person to launch the Activity.
pub(super) struct Launch {
    id: InteractionId,
    token: String,
    user: UserId,
    channel: ChannelId,
    /// The match with the button, if a button launched it.
    match_id: Option<MatchId>,
}

/// The time for which the answer to a launch waits until its match is stored. Discord waits three seconds for the answer.
const STORE_TIME: Duration = Duration::from_secs(1);

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
            user: ids::user_id(user.id),
            channel: ids::channel_id(channel),
            match_id,
        })
    }
}

impl Discord {
    /// Launches the Activity in the background.
    pub(super) fn launch(self: &Arc<Discord>, launch: Launch, listener: &Arc<dyn Listener>) {
        let (discord, listener) = (Arc::clone(self), Arc::clone(listener));
        tokio::spawn(async move {
            // Before the answer, because the page can ask at once.
            let event = ids::event_id(launch.id);
            let stored = listener.launches(&event, &launch.user, &launch.channel, launch.match_id);
            if timeout(STORE_TIME, stored).await.is_err() {
                warn!(
                    "the store is slow; the Activity may open the match of its channel in place of the chosen one"
                );
            }
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
