//! The matches that the first screen of the page lists for everybody: those of servers whose managers chose it.
//!
//! A match that begins while its servers are listed gets a row in an index, and loses it at its end. A reader checks the
//! settings again, so a server that is unlisted disappears at once.

#[cfg(test)]
mod tests;

use std::{cmp::Reverse, collections::BTreeMap};

use crate::{
    Match, Rows, Stage,
    decision::{context::Context, interrupt::Interrupt},
    match_store::{
        entries::{first_keys, unless_damaged},
        schema::{LISTED, last_id},
        storage::read_head,
    },
    read_server_settings,
};
use api::{ServerId, StoreError};

/// The largest number of matches in the list.
const MOST_SHOWN: usize = 20;

/// The number of matches that are read for the list: those that were opened last.
const MOST_READ: usize = 200;

impl Match {
    /// Returns the servers of all its places; `None` if a place is direct messages or belongs to no server.
    fn servers(&self) -> Option<Vec<&ServerId>> {
        let mut servers = Vec::new();
        for (_, place) in self.places() {
            servers.push(
                place
                    .server
                    .as_ref()
                    .filter(|_| !place.channel.is_direct())?,
            );
        }
        Some(servers)
    }
}

impl Context<'_> {
    /// Returns whether all servers of a match list their matches on the page.
    pub(crate) fn is_listed(self, game_match: &Match) -> Result<bool, Interrupt> {
        let Some(servers) = game_match.servers() else {
            return Ok(false);
        };
        for server in servers {
            if !self.settings_of_server(Some(server))?.is_listed {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Reads the matches that the page lists for everybody, the one with the newest move first.
///
/// # Errors
///
/// The store cannot read.
pub fn read_listed(rows: &dyn Rows) -> Result<Vec<Match>, StoreError> {
    let mut servers = ListedServers {
        rows,
        known: BTreeMap::new(),
    };
    let mut listed = Vec::new();
    let keys = first_keys(rows, LISTED, None, MOST_READ)?;
    for id in keys.iter().filter_map(|key| last_id(key)) {
        let Some(game_match) = unless_damaged(read_head(rows, id))? else {
            continue;
        };
        if matches!(game_match.stage, Stage::Playing(_)) && servers.list(&game_match)? {
            listed.push(game_match);
        }
    }
    listed.sort_by_key(|of| Reverse(of.state.changed));
    listed.truncate(MOST_SHOWN);
    Ok(listed)
}

/// The choices of servers, each read once.
struct ListedServers<'r> {
    rows: &'r dyn Rows,
    known: BTreeMap<ServerId, bool>,
}

impl ListedServers<'_> {
    /// Returns whether all servers of a match list it.
    fn list(&mut self, game_match: &Match) -> Result<bool, StoreError> {
        let Some(servers) = game_match.servers() else {
            return Ok(false);
        };
        for server in servers {
            if !self.is_listed(server)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_listed(&mut self, server: &ServerId) -> Result<bool, StoreError> {
        if let Some(is_listed) = self.known.get(server) {
            return Ok(*is_listed);
        }
        let is_listed = read_server_settings(self.rows, server)?.is_listed;
        self.known.insert(server.clone(), is_listed);
        Ok(is_listed)
    }
}
