//! The error for a text that a parser does not accept.

/// The text is not the written form of this kind of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the text is not {0}")]
pub struct NotRead(pub(super) &'static str);
