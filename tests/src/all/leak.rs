//! Runs the tests of the laws of hidden information on a bot that breaks them: they must fail.

mod discord {
    pub(crate) mod in_process;
}
mod secrets;
mod time;
