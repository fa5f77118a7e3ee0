//! In which language people are spoken to.

use super::UserId;
use crate::words::Language;

/// Tells in which language something is said.
pub trait Languages: Send + Sync {
    /// The language of one person: the one that they have chosen, else this one of their platform, else that of
    /// [everybody](Languages::common).
    fn of(&self, user: &UserId, locale: Option<Language>) -> Language;

    /// The language of what everybody reads.
    fn common(&self) -> Language;
}
