#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;

use super::*;

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    let there = fs::metadata(path).expect("it is there");
    there.permissions().mode() & 0o777
}

#[cfg(unix)]
#[test]
fn every_folder_on_the_way_is_made_for_its_owner_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let deep = folder.path().join("a/b/c");
    for _ in 0..2 {
        make_private_folder(&deep).expect("it is made, or is there");
    }
    for made in deep.ancestors().take(3) {
        assert_eq!(mode(made), 0o700, "{}", made.display());
    }
    fs::write(deep.join("file"), "").expect("a file");
    for taken in ["file", "file/d"] {
        let refused = make_private_folder(&deep.join(taken)).expect_err("it is no folder");
        assert_eq!(refused.kind(), io::ErrorKind::NotADirectory, "{taken}");
    }
}

#[cfg(unix)]
#[test]
fn the_rights_to_what_is_ours_are_taken_from_others_and_no_more() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    fs::create_dir_all(path("ours/deep")).expect("a folder");
    fs::create_dir_all(path("theirs")).expect("a folder");
    let files = ["ours/deep/file", "theirs/file", "ours.txt", "file"];
    for file in files {
        fs::write(path(file), "").expect("a file");
    }
    std::os::unix::fs::symlink(path("theirs"), path("ours/link")).expect("a link");
    let all = ["", "ours", "ours/deep", "theirs"];
    for name in all.iter().chain(&files) {
        fs::set_permissions(path(name), fs::Permissions::from_mode(0o755)).expect("it is ours");
    }
    keep_private(folder.path(), |name, _| name.starts_with("ours"));
    for (name, expected) in [
        ("", 0o700),
        ("ours", 0o700),
        ("ours/deep", 0o700),
        ("ours/deep/file", 0o700),
        ("ours.txt", 0o700),
        ("theirs", 0o755),
        ("theirs/file", 0o755),
        ("file", 0o755),
    ] {
        assert_eq!(mode(&path(name)), expected, "{name:?}");
    }
}
