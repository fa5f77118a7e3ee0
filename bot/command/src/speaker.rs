//! People by name.

use super::{Platform, UserId};
use text::{PROGRAM, unmarked};

/// A person with a display name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speaker {
    /// The account.
    pub id: UserId,
    /// The display name; any text, at most as long as the platform allows.
    pub name: String,
}

impl Speaker {
    /// Returns the program itself as an opponent.
    pub fn program() -> Speaker {
        Speaker {
            id: UserId::new(Platform::Engine, "any"),
            name: PROGRAM.to_owned(),
        }
    }

    /// Returns the person without the program's own marks in the name.
    pub fn unmarked(self) -> Speaker {
        Speaker {
            name: unmarked(&self.name),
            ..self
        }
    }

    /// Tells whether this is the program.
    pub fn is_program(&self) -> bool {
        self.id.platform == Platform::Engine
    }
}
