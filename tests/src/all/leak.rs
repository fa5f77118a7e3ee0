//! The tests of the laws of hidden information by themselves, for a bot that breaks them: they must fail.

mod discord {
    pub(crate) mod indoors;
}
mod secrets;
mod time;
