//! The way out of deliveries: posts, boards, pictures.

pub(crate) mod delivery;
pub(crate) mod gallery;
pub(crate) mod reviews;
