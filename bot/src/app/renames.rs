//! People who are called otherwise than before, by whom their matches are told.

use tracing::warn;

use super::Core;
use crate::{
    ports::{ServerId, Speaker},
    service::{Renamed, What, matches_of},
};

impl Core {
    /// Has each match that somebody plays on a server, or in direct messages if on none, take note of what they are called
    /// there by now.
    pub(super) async fn rename(&self, who: &Speaker, server: Option<&ServerId>) {
        let matches = match matches_of(&self.writer, &who.id) {
            Ok(matches) => matches,
            Err(error) => return warn!(%error, "somebody goes by an earlier name in their matches"),
        };
        for id in matches {
            let renamed = What::Renamed(Renamed {
                id,
                who: who.clone(),
                server: server.cloned(),
            });
            // What comes of their next deed there notes it, too, if this is not confirmed.
            self.settle(self.own_input("renamed", &id.to_string(), renamed))
                .await;
        }
    }
}
