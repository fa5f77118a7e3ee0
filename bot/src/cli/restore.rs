//! `oddboard restore`

use std::path::PathBuf;

use super::{Failure, settings::DataArgs};

/// Fill an empty data folder from a file that `oddboard backup` wrote
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    oddboard restore --data ./new oddboard.jsonl\n  \
    gunzip -c oddboard.jsonl.gz | oddboard restore --data ./new -")]
pub(super) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// The file to read, - for standard input
    file: PathBuf,
}

pub(super) fn run(_args: &Args) -> Result<(), Failure> {
    Err(Failure::No("not built yet".to_string()))
}
