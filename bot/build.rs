//! Embeds the handbook: a chapter that is added to its folder is in the program, without a line of code.

use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("handbook");
    tell_cargo(&format!("rerun-if-changed={}", folder.display()));
    let mut chapters = String::from("[\n");
    for variant in names(&folder)? {
        let of_variant = folder.join(&variant);
        tell_cargo(&format!("rerun-if-changed={}", of_variant.display()));
        if !of_variant.is_dir() {
            continue;
        }
        for file in names(&of_variant)? {
            let path = of_variant.join(&file);
            chapters += &format!("    ({variant:?}, {file:?}, include_str!({path:?})),\n");
        }
    }
    chapters += "]\n";
    fs::write(
        Path::new(&env::var("OUT_DIR")?).join("handbook.rs"),
        chapters,
    )?;
    Ok(())
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
