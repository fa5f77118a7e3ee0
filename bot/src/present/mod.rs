//! How things are said: what the service answers and delivers, as messages for people.
//!
//! What is posted is made of a [`rules::PublicView`] here and nowhere else.

mod answers;
mod posts;

#[cfg(test)]
mod tests;

pub use self::{
    answers::{failure, refusal, reply},
    posts::{Studio, post},
};
