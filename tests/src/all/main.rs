//! Drives every part of Oddboard from outside.

mod backup;
mod ledger;
mod store;
