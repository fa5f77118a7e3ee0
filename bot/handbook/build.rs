//! Embeds the handbook: a new chapter or language in its folder needs no code.

#[path = "../text/folders.rs"]
mod folders;

use std::{
    env,
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use self::folders::{files, languages};

fn main() -> Result<(), Box<dyn Error>> {
    let sources = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("pages.rs"), pages(&sources.join("pages"))?)?;
    Ok(())
}

/// Makes a table of all files of the handbook: the path of each, such as `/fr/baroque/4-end.md`, and its text.
fn pages(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut table = String::from("[\n");
    for tag in languages(folder)? {
        for (place, path) in files(&folder.join(&tag), &format!("/{tag}"))? {
            writeln!(table, "    ({place:?}, include_str!({path:?})),")?;
        }
    }
    Ok(table + "]\n")
}
