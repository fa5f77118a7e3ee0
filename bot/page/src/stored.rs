//! Entries of the store as JSON, and the failure to read or write them.

use std::convert::Infallible;

use serde::{Serialize, de::DeserializeOwned};

use api::StoreError;
use kit::Failure;

/// The failure of our own store; the page refuses nothing.
pub(super) type StoreFailure = Failure<Infallible>;

pub(super) fn parse<T: DeserializeOwned>(key: &[u8], value: &[u8]) -> Result<T, StoreError> {
    serde_json::from_slice(value).map_err(|error| StoreError::Damaged {
        key: key.to_vec(),
        // The full error could quote the entry.
        detail: format!("it cannot be understood at byte {}", error.column()),
    })
}

pub(super) fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("maps with text keys and plain values are always JSON")
}
