//! Embeds the handbook: a chapter or a language that is added to its folder is in the program, without a line of code.

use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("handbook");
    fs::write(
        Path::new(&env::var("OUT_DIR")?).join("handbook.rs"),
        format!("[\n{}]\n", files(&folder, "")?),
    )?;
    Ok(())
}

/// Rows of a table of all files in a folder, and in the folders there, in order: where each is, such as
/// `/fr/baroque/4-end.md`, and its text.
fn files(folder: &Path, place: &str) -> Result<String, Box<dyn Error>> {
    tell_cargo(&format!("rerun-if-changed={}", folder.display()));
    if folder.is_file() {
        return Ok(format!("    ({place:?}, include_str!({folder:?})),\n"));
    }
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    let rows = names
        .iter()
        .map(|name| files(&folder.join(name), &format!("{place}/{name}")));
    rows.collect()
}

/// Tells Cargo something.
fn tell_cargo(what: &str) {
    println!("cargo::{what}");
}
