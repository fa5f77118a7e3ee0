//! `oddboard backup`

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use super::{Failure, message, settings::DataArgs};
use crate::{
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
        backup(&store, io::stdout().lock())
    } else {
        write_file(&store, &args.file)
    };
    let n_entries = written.map_err(|error| Failure::No(error.to_string()))?;
    message(&format!("{n_entries} entries written"));
    Ok(())
}

/// Writes beside the file first, so that a backup that fails leaves an older one as it is.
fn write_file(store: &dyn Store, file: &Path) -> Result<u64, BackupError> {
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    let written = File::create(&part)
        .map_err(BackupError::from)
        .and_then(|output| {
            let n_entries = backup(store, &output)?;
            output.sync_all()?;
            fs::rename(&part, file)?;
            Ok(n_entries)
        });
    if written.is_err() {
        // What is left of it helps nobody; if it cannot be removed either, the message says what is wrong.
        let _ = fs::remove_file(&part);
    }
    written
}
