//! `oddboard backup`

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use super::{Failure, input::name, message, settings::DataArgs};
use crate::{
    app::{Request, ask},
    files::Draft,
    store::{BackupError, Written, backup, copy},
};

/// Write all data to a file as portable JSON Lines
///
/// If the bot is running on the data folder it is asked for them, and goes on meanwhile. An older file of that name is
/// replaced once the new one is complete. Entries that are damaged are left out; the exit code is 1 then.
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
    let Written {
        n_entries,
        n_left_out,
    } = written.map_err(|error| no(&format_args!("{}: {error}", name(&args.file))))?;
    if n_left_out > 0 {
        return Err(Failure::No(format!(
            "{n_entries} entries written, and {n_left_out} left out that are damaged; keep older backups, and see \
             `oddboard check --data` and `oddboard salvage`"
        )));
    }
    message(&format!("{n_entries} entries written"));
    Ok(())
}

/// Writes beside the file first, so that a backup that fails leaves an older one as it is.
fn write(
    file: &Path,
    backup: impl FnOnce(&mut dyn Write) -> Result<Written, BackupError>,
) -> Result<Written, BackupError> {
    if file == Path::new("-") {
        return backup(&mut io::stdout().lock());
    }
    let draft = Draft::new(file)?;
    let written = backup(&mut draft.file())?;
    draft.finish()?;
    Ok(written)
}
