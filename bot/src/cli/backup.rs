//! `oddboard backup`

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use super::{Failure, input::name, message, settings::DataArgs};
use crate::{
    app::{Request, ask},
    files::Draft,
    store::{BackupError, backup, copy},
};

/// Write all data to a file as portable JSON Lines
///
/// If the bot is running on the data folder it is asked for them, and goes on meanwhile. An older file of that name is
/// replaced once the new one is complete.
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
    let folder = args.data.existing_folder()?;
    let no = |error: &dyn std::fmt::Display| Failure::No(error.to_string());
    let written = match ask(&folder, Request::Backup).map_err(|error| no(&error))? {
        Some(answer) => write(&args.file, |to| copy(answer, to)),
        None => {
            let held = args.data.open_to_read()?;
            write(&args.file, |to| backup(&*held, to))
        }
    };
    let n_entries = written.map_err(|error| no(&format_args!("{}: {error}", name(&args.file))))?;
    message(&format!("{n_entries} entries written"));
    Ok(())
}

/// Writes beside the file first, so that a backup that fails leaves an older one as it is.
fn write(
    file: &Path,
    backup: impl FnOnce(&mut dyn Write) -> Result<u64, BackupError>,
) -> Result<u64, BackupError> {
    if file == Path::new("-") {
        return backup(&mut io::stdout().lock());
    }
    let draft = Draft::new(file)?;
    let n_entries = backup(&mut draft.file())?;
    draft.finish()?;
    Ok(n_entries)
}
