//! Matches against the program. Serves /hint.

pub(crate) mod hint;
pub(crate) mod program;
