//! The operation of the program: its start by the configuration, monitoring, backups, checks and stop.

mod admin;
mod backups;
mod monitor;
#[cfg(feature = "matrix")]
mod on_matrix;
mod platforms;
mod report;
mod salvage;
mod serve;
mod serve_error;
mod source;
mod stopping;

#[cfg(feature = "matrix")]
pub(crate) use self::serve::matrix_settings;
pub use self::{
    admin::{AdminRequest, AskError, Retried, ask},
    report::Report,
    salvage::{Salvage, SalvageError, salvage},
    serve::serve,
    serve_error::ServeError,
};
pub(crate) use self::{monitor::n_bytes_in, serve::missing};
