//! A store that forgets everything at the end of the process.
/// x
#[derive(Debug)]
pub struct MemoryStore;
