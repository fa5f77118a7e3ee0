//! Deliveries on their way out: posts, boards, pictures.

pub(crate) mod delivery;
pub(crate) mod gallery;
pub(crate) mod reviews;
