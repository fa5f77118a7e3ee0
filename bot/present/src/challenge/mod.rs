//! Challenges: drafts and posts.

mod draft;
pub(crate) mod post;
