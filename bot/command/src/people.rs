//! The people that a menu accepts.

use serde::{Deserialize, Serialize};

use super::UserId;

/// The people that a menu accepts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct People {
    /// The chosen person, if any.
    pub chosen: Option<UserId>,
}

impl People {
    /// The value for no particular person. No name is written like this.
    pub const NOBODY: &str = "<@>";

    /// The value for anybody who knows the name of the challenge, wherever they are. No name is written like this either.
    pub const ANYWHERE: &str = "<@*>";
}
