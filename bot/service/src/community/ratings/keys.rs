//! The keys of ratings in the store.

use super::Ladder;
use crate::match_store::schema::{escape, escaped, key};
use api::{Platform, ServerId, UserId};

/// Returns the key of the rating of a person in a ladder.
pub(crate) fn rating_key(user: &UserId, ladder: Ladder) -> Vec<u8> {
    key(format_args!("rating/{}/{ladder}", escaped(user)))
}

/// Returns the key of the best players of a server, or of a platform if there is no server.
pub(crate) fn leaders_key(
    server: Option<&ServerId>,
    platform: Platform,
    ladder: Ladder,
) -> Vec<u8> {
    let place = server.map_or_else(|| platform.to_string(), ServerId::to_string);
    key(format_args!("leaders/{}/{ladder}", escape(place)))
}
