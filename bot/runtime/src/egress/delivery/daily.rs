//! Puzzles of the day, posted in the channels that have chosen one.

use tracing::{error, warn};

use super::{Dispatcher, error::DeliveryError};
use api::{ChannelId, Nonce};
use service::{DailyPuzzle, Settings, read_dailies, read_daily};

impl Dispatcher {
    /// Returns the puzzles of the day of all channels, or none if they cannot be read.
    pub(crate) fn dailies(&self) -> Vec<DailyPuzzle> {
        read_dailies(&self.writer).unwrap_or_else(|error| {
            error!(%error, "cannot read the puzzles of the day");
            Vec::new()
        })
    }

    /// Returns the puzzle of the day of a channel, if it has one and that can be read.
    pub(crate) fn daily(&self, channel: &ChannelId) -> Option<DailyPuzzle> {
        read_daily(&self.writer, channel).unwrap_or_else(|error| {
            error!(%error, "cannot read a puzzle of the day");
            None
        })
    }

    /// Posts the puzzle of the day, only once however often this is called. Returns the day if that is settled for good.
    pub(crate) async fn post_daily(&self, daily: &DailyPuzzle) -> Option<i64> {
        let day = daily.today?.day;
        match self.try_post_daily(daily, day).await {
            Ok(()) => Some(day),
            Err(error) => match error.for_good() {
                Ok(_) => {
                    warn!("cannot post a puzzle of the day");
                    Some(day)
                }
                Err(error) => {
                    warn!(%error, "cannot post a puzzle of the day yet; retrying");
                    None
                }
            },
        }
    }

    async fn try_post_daily(&self, daily: &DailyPuzzle, day: i64) -> Result<(), DeliveryError> {
        let platform = daily.channel.platform;
        let chat = self.chat(platform)?;
        if !chat.is_connected() {
            return Err(DeliveryError::Transient("it is not connected".to_owned()));
        }
        let server = daily.server.as_ref();
        let chosen = server.and_then(|server| self.server_language(server));
        let language = self.usual_language([chosen, None]);
        let composed = |settings| {
            let shown = daily.clone();
            self.compose(platform, settings, language, move |presenter| {
                present::daily(presenter, &shown)
            })
        };
        let message = match composed(Settings::default()).await {
            Ok(message) => message,
            // If it cannot be drawn, it is posted in letters.
            Err(_) => composed(Settings::in_letters()).await?,
        };
        let Some(message) = message else {
            return Ok(());
        };
        let nonce = Nonce(format!("daily-{}", daily.nonce(day)));
        // An earlier attempt may have succeeded, or one before a restart.
        chat.may_have_said(nonce.clone());
        chat.post(&nonce, &daily.channel, &message).await?;
        Ok(())
    }
}
