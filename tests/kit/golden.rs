//! Golden files: results that were once found right and must stay the same.

use std::{env, fs, path::Path};

use crate::{Picture, path};

/// Tells whether golden files are rewritten instead of compared, as `ODDBOARD_BLESS=1` requests.
///
/// # Panics
///
/// Panics if the variable is set under `CI`, where no person reviews the written files, or has another value.
pub fn is_blessing() -> bool {
    match env::var_os("ODDBOARD_BLESS") {
        None => false,
        Some(value) => {
            assert!(
                value == "1",
                "ODDBOARD_BLESS=1 writes golden files, and nothing else does"
            );
            assert!(
                env::var_os("CI").is_none(),
                "ODDBOARD_BLESS is for people: under CI golden files are compared, never written"
            );
            true
        }
    }
}

/// Compares a text with a golden file, or writes it there if [`is_blessing`].
///
/// # Panics
///
/// Panics if they differ, or the file cannot be read or written.
#[track_caller]
pub fn check_golden(path: &Path, actual: &str) {
    let about = path.display();
    if is_blessing() {
        fs::write(path, actual).unwrap_or_else(|error| panic!("{about}: {error}"));
        return;
    }
    let expected = fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("{about} (ODDBOARD_BLESS=1 writes it): {error}"));
    let lines = || expected.lines().zip(actual.lines()).zip(1..);
    let first = lines().find(|((expected, actual), _)| expected != actual);
    assert!(
        expected == actual,
        "{about} differs; ODDBOARD_BLESS=1 takes what is found now as right. {}",
        match first {
            Some(((expected, actual), n)) =>
                format!("In line {n}\n  is expected {expected:?}\n  and found    {actual:?}"),
            None => "One is longer than the other".to_owned(),
        }
    );
}

/// Compares a PNG file with a picture of the repository, such as `render/tests/images/start.png`, or writes it there if
/// [`is_blessing`].
///
/// # Panics
///
/// Panics if a pixel differs, or the picture cannot be read or written.
#[track_caller]
pub fn check_picture(name: &str, file: &[u8]) {
    let path = path(name);
    let about = path.display();
    if is_blessing() {
        fs::write(&path, file).unwrap_or_else(|error| panic!("{about}: {error}"));
        return;
    }
    let expected = fs::read(&path)
        .unwrap_or_else(|error| panic!("{about} (ODDBOARD_BLESS=1 writes it): {error}"));
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    check_pixels(&stem, &Picture::read(&expected), &Picture::read(file));
}

/// Compares two pictures pixel by pixel.
///
/// # Panics
///
/// Panics if they differ. A file in the folder for temporary files then shows both and the difference.
#[track_caller]
pub fn check_pixels(name: &str, expected: &Picture, drawn: &Picture) {
    if expected != drawn {
        let seen = env::temp_dir().join(format!("oddboard-{name}.png"));
        expected.beside(drawn, 0).0.write(&seen);
        panic!(
            "{name} is drawn in another way: {} shows what was expected, what was drawn, and where they differ; \
             ODDBOARD_BLESS=1 takes it as right",
            seen.display()
        );
    }
}
