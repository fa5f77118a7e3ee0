//! Where ratings are stored.

use super::Ladder;
use crate::match_store::schema::{escape, escaped, key};
use api::{Platform, ServerId, UserId};

/// Where it is stored how strong a person is in a variant.
pub(crate) fn rating_key(user: &UserId, ladder: Ladder) -> Vec<u8> {
    key(format_args!("rating/{}/{ladder}", escaped(user)))
}

/// Where it is stored who the best players of a server are, or of a platform where there is none.
pub(crate) fn leaders_key(
    server: Option<&ServerId>,
    platform: Platform,
    ladder: Ladder,
) -> Vec<u8> {
    let place = server.map_or_else(|| platform.to_string(), ServerId::to_string);
    key(format_args!("leaders/{}/{ladder}", escape(place)))
}
