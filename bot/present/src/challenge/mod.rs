//! Challenges: in preparation and as posts.

mod draft;
pub(crate) mod post;
