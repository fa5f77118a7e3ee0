//! sled.
/// x
#[derive(Debug)]
pub struct SledStore;
