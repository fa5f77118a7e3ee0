//! `oddboard backup`

use std::path::PathBuf;

use super::{Failure, settings::DataArgs};

/// Write all data to a file as portable JSON Lines
///
/// The bot must not be running on the data folder meanwhile.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    oddboard backup oddboard.jsonl\n  \
    oddboard backup --data /var/lib/oddboard - | gzip > oddboard.jsonl.gz")]
pub(super) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// The file to write, - for standard output
    file: PathBuf,
}

pub(super) fn run(_args: &Args) -> Result<(), Failure> {
    Err(Failure::No("not built yet".to_string()))
}
