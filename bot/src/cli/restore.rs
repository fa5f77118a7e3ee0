//! `oddboard restore`

use std::{
    fmt::Display,
    fs,
    io::{self, BufRead, BufReader},
    path::PathBuf,
};

use super::{
    CliFailure,
    input::{is_standard, name},
    message,
    settings::DataArgs,
};
use kit::files;
use store::{RestoreError, read_through, restore};

/// Fill an empty data folder from a file that `oddboard backup` wrote
///
/// Restores all of the backup or nothing.
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

pub(super) fn run(args: &Args) -> Result<(), CliFailure> {
    let wrong = |error: &dyn Display| CliFailure::Input(format!("{}: {error}", name(&args.file)));
    let open = || files::open(&args.file).map(BufReader::new);
    let input: Box<dyn BufRead> = if is_standard(&args.file) {
        Box::new(io::stdin().lock())
    } else {
        // An incomplete backup must not create a data folder.
        let file = open().map_err(|error| wrong(&error))?;
        read_through(file).map_err(|error| wrong(&error))?;
        Box::new(open().map_err(|error| wrong(&error))?)
    };
    let folder = args.data.folder()?;
    let made = folder.as_deref().and_then(files::first_missing);
    let restored = restore(&*args.data.open()?, input);
    let n_entries = restored.map_err(|error| match error {
        RestoreError::Store(_) => CliFailure::no(error),
        _ => {
            // It is empty, and it was not there before.
            let _ = made.map(fs::remove_dir_all);
            wrong(&error)
        }
    })?;
    message(&format!("{n_entries} entries restored"));
    Ok(())
}
