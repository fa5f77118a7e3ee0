//! `oddboard backup`

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use super::{CliFailure, input::is_standard, message, settings::DataArgs};
use crate::{
    config::Config,
    operations::{AdminRequest, ask},
};
use kit::files::{self, AtomicFile};
use store::{BackupError, Written, backup, copy};

/// Write all data to a file as portable JSON Lines
///
/// If a bot runs on the data folder, it writes the backup and continues to serve. An older file of that name is replaced once
/// the backup is complete. The file cannot lie in the data folder. Damaged entries are left out, and the exit code is then 1.
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

pub(super) fn run(args: &Args) -> Result<(), CliFailure> {
    let config = args.data.of_existing_data()?;
    check_is_apart(&args.file, &config)?;
    // A database can be read while others use it.
    let answer = match config.store.database {
        Some(_) => Ok(None),
        None => ask(&config.store.path, AdminRequest::Backup),
    };
    let written = match answer.map_err(CliFailure::no)? {
        Some(answer) => write(&args.file, |to| copy(answer, to)),
        None => {
            let held = args.data.open_to_read()?;
            write(&args.file, |to| backup(&*held, to))
        }
    };
    let Written {
        n_entries,
        n_left_out,
    } = written?;
    if n_left_out > 0 {
        return Err(CliFailure::No(format!(
            "{n_entries} entries written, and {n_left_out} left out that are damaged; keep older backups, and see \
             `oddboard check --data` and `oddboard salvage`"
        )));
    }
    message(&format!("{n_entries} entries written"));
    Ok(())
}

/// Refuses a file in the data folder, where it could replace the data; except in the folder of backups in it.
fn check_is_apart(file: &Path, config: &Config) -> Result<(), CliFailure> {
    let data = &config.store.path;
    let backups = config.backup_folder();
    let failure = |path: &Path, error| CliFailure::No(format!("{}: {error}", path.display()));
    let is_in = |folder| files::would_be_in(file, folder).map_err(|error| failure(folder, error));
    let is_backup = backups != *data && backups.is_dir() && is_in(&backups)?;
    if is_standard(file) || is_backup || !is_in(data)? {
        return Ok(());
    }
    Err(CliFailure::Input(format!(
        "{} lies in the data folder, whose files it could replace; name a file outside of it",
        file.display()
    )))
}

/// Writes a temporary file first, so that a failed backup leaves an older one as it is.
fn write(
    file: &Path,
    backup: impl FnOnce(&mut dyn Write) -> Result<Written, BackupError>,
) -> Result<Written, CliFailure> {
    if is_standard(file) {
        let written = backup(&mut io::stdout().lock());
        return written.map_err(|error| CliFailure::No(format!("standard output: {error}")));
    }
    let no = |problem: String| CliFailure::No(format!("{}: {problem}", file.display()));
    let draft = AtomicFile::new(file).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => no("its folder is not there; make that first".to_owned()),
        _ => no(format!("{error}; nothing was written")),
    })?;
    let written = backup(&mut draft.file()).map_err(|error| match error {
        BackupError::Write(error) => no(format!(
            "the backup could not be written ({error}), and what was made of it was removed; look after the room on the \
             disk, or name another file"
        )),
        error => no(error.to_string()),
    })?;
    draft.finish().map_err(|error| {
        no(format!(
            "the backup could not be put in its place ({error})"
        ))
    })?;
    Ok(written)
}
