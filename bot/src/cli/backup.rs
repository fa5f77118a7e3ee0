//! `oddboard backup`

use std::{
    io,
    path::{Path, PathBuf},
};

use super::{Failure, input::name, message, settings::DataArgs};
use crate::{
    files::Draft,
    ports::Store,
    store::{BackupError, backup},
};

/// Write all data to a file as portable JSON Lines
///
/// The bot must not be running on the data folder meanwhile. An older file of that name is replaced once the new one is
/// complete.
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

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let store = args.data.open_existing()?;
    let written = if args.file == Path::new("-") {
        backup(&*store, io::stdout().lock())
    } else {
        write_file(&*store, &args.file)
    };
    let n_entries =
        written.map_err(|error| Failure::No(format!("{}: {error}", name(&args.file))))?;
    message(&format!("{n_entries} entries written"));
    Ok(())
}

/// Writes beside the file first, so that a backup that fails leaves an older one as it is.
fn write_file(store: &dyn Store, file: &Path) -> Result<u64, BackupError> {
    let draft = Draft::new(file)?;
    let n_entries = backup(store, draft.file())?;
    draft.finish()?;
    Ok(n_entries)
}
