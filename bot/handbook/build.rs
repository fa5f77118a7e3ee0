//! Embeds the handbook: a chapter or a language that is added to its folder is in the program, without a line of code.

use std::{
    env,
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

fn main() -> Result<(), Box<dyn Error>> {
    let sources = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("pages.rs"), pages(&sources.join("pages"))?)?;
    Ok(())
}

/// A table of all files of the handbook: where each is, such as `/fr/baroque/4-end.md`, and its text.
fn pages(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut table = String::from("[\n");
    for tag in languages(folder)? {
        for (place, path) in files(&folder.join(&tag), &format!("/{tag}"))? {
            writeln!(table, "    ({place:?}, include_str!({path:?})),")?;
        }
    }
    Ok(table + "]\n")
}

/// The tags of the languages that have a folder here, in order. Files beside them are for who writes.
fn languages(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    tell_cargo(&format!("rerun-if-changed={}", folder.display()));
    let mut tags = names(folder)?;
    tags.retain(|name| folder.join(name).is_dir());
    Ok(tags)
}

/// All files in a folder, and in the folders there, in order: where each is, such as `/fr/answers.ftl`, and its path.
fn files(path: &Path, place: &str) -> Result<Vec<(String, PathBuf)>, Box<dyn Error>> {
    tell_cargo(&format!("rerun-if-changed={}", path.display()));
    if path.is_file() {
        return Ok(vec![(place.to_owned(), path.to_owned())]);
    }
    let mut found = Vec::new();
    for name in names(path)? {
        found.extend(files(&path.join(&name), &format!("{place}/{name}"))?);
    }
    Ok(found)
}

/// What is in a folder, in order.
fn names(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Tells Cargo something.
fn tell_cargo(what: &str) {
    println!("cargo::{what}");
}
