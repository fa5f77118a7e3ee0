//! The folders of languages that build scripts read: that of this crate, and that of the handbook.

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
};

/// Returns the tags of the languages with a folder here, in order. Ignores files beside the folders, which are for
/// authors.
pub(super) fn languages(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    tell_cargo(&format!("rerun-if-changed={}", folder.display()));
    let mut tags = names(folder)?;
    tags.retain(|name| folder.join(name).is_dir());
    Ok(tags)
}

/// Returns all files in a folder and its subfolders, in order: the place of each, such as `/fr/answers.ftl`, and its
/// path.
pub(super) fn files(path: &Path, place: &str) -> Result<Vec<(String, PathBuf)>, Box<dyn Error>> {
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

/// Returns the names of the entries of a folder, in order.
fn names(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Prints an instruction to Cargo.
fn tell_cargo(what: &str) {
    println!("cargo::{what}");
}
