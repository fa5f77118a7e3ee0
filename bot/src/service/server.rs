//! What who manages a server has chosen for it.

use serde::{Deserialize, Serialize};

use super::{
    Rows, codec,
    context::Asker,
    entries::{read, unless_damaged},
    schema::server_key,
    stop::Stop,
};
use crate::{
    command::{Challengers, Spoken, TimeControl},
    ports::{ChannelId, ServerId, StoreError},
};

/// What is chosen for a server. Without one, as in direct messages, all is as if nothing were chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ServerSettings {
    /// Where matches may begin; everywhere if there are none.
    pub channels: Vec<ChannelId>,
    /// Whether each match gets a thread, where the platform has them.
    pub threads: bool,
    /// Whether what everybody reads calls those whom it is about.
    pub bells: bool,
    /// How much time players have if their challenge does not say.
    pub time: TimeControl,
    /// Whether who runs out of time loses at once, and not only when the other claims the win.
    pub loses_at_once: bool,
    /// The language of what everybody reads.
    #[serde(with = "codec::text")]
    pub language: Spoken,
    /// Whether matches are rated if their challenge does not say.
    pub rated: bool,
    /// Who may challenge.
    #[serde(with = "codec::text")]
    pub challengers: Challengers,
    /// For how many days of a year the time of a player may stand still.
    pub vacation: u16,
}

impl Default for ServerSettings {
    fn default() -> ServerSettings {
        ServerSettings {
            channels: Vec::new(),
            threads: true,
            bells: true,
            time: TimeControl::default(),
            loses_at_once: false,
            language: Spoken::default(),
            rated: false,
            challengers: Challengers::default(),
            vacation: 21,
        }
    }
}

/// What is chosen for a server; what is damaged is as if nothing were.
///
/// # Errors
///
/// The store cannot read.
pub fn read_server_settings(
    rows: &dyn Rows,
    server: &ServerId,
) -> Result<ServerSettings, StoreError> {
    Ok(unless_damaged(read(rows, &server_key(server)))?.unwrap_or_default())
}

impl Asker<'_> {
    /// What is chosen for the server where something is asked for.
    pub(super) fn server_settings(&self) -> Result<ServerSettings, Stop> {
        let server = self.request.server.as_ref().map(|server| &server.id);
        self.settings_of_server(server)
    }

    /// What is chosen for a server.
    pub(super) fn settings_of_server(
        &self,
        server: Option<&ServerId>,
    ) -> Result<ServerSettings, Stop> {
        let settings = match server {
            Some(server) => self.state().entry(&server_key(server))?,
            None => None,
        };
        Ok(settings.unwrap_or_default())
    }
}
