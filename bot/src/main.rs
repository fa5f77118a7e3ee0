//! Starts Oddboard.
fn main() {}
