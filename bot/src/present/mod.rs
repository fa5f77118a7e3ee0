//! How things are said: what the service answers and delivers, as messages for people.
//!
//! What is posted is made of a [`rules::PublicView`] here and nowhere else.

mod answers;
mod posts;

pub use self::{
    answers::{bug, done, failure, refusal, told},
    posts::{Studio, post},
};
