//! Entries of the store as JSON, and the failure to read or write them.

use std::convert::Infallible;

use serde::Serialize;

use kit::Failure;

/// The failure of our own store; the page refuses nothing.
pub(super) type StoreFailure = Failure<Infallible>;

pub(super) fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("maps with text keys and plain values are always JSON")
}
