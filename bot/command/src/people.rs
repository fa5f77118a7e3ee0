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
    /// The value for no particular person. No name has this form.
    pub const NOBODY: &str = "<@>";

    /// The value for any person, in any place, with the name of the challenge. No name has this form either.
    pub const ANYWHERE: &str = "<@*>";
}
