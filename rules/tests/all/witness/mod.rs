//! Slow, obvious second generators, one file for each variant.
//!
//! A witness is written from the law alone and shares nothing with the `rules` crate, not even its types: it speaks in
//! texts of actions and positions. It is to be believed by reading it, so it tries everything on an array instead of
//! being clever.

pub(crate) mod bario;
pub(crate) mod baroque;
pub(crate) mod berolina;
pub(crate) mod chakart;
