//! The stored data of a person: shown, exported as a file, and deleted.

mod delete;
mod export;
pub use self::delete::is_meant_by;
pub(crate) use self::{delete::fingerprint, export::own_rows};
