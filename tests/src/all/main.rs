//! Drives every part of Oddboard from outside.

mod ledger;
mod store;
