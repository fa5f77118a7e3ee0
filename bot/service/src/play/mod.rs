//! A match in play: moves, offers, ends. Serves /move, /board, /view, /why, /draw, /takeback, /pause, /resign, and the buttons and menus of
//! a board.

#[cfg(test)]
mod tests;

pub(crate) mod board;
pub(crate) mod chance;
pub(crate) mod claim;
pub(crate) mod ending;
pub(crate) mod guide;
pub(crate) mod highlights;
pub(crate) mod moves;
pub(crate) mod offers;
pub(crate) mod prospects;
pub(crate) mod reply;
pub(crate) mod takeback;
pub(crate) mod watched;
pub(crate) mod why;
