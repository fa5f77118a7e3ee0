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
fn keep_private_removes_rights_from_our_files_only() {
    let relation = |name: &str, _| match name.split(['.', '/']).next() {
        Some("ours") => Relation::Ours,
        Some("apart") => Relation::Apart,
        _ => Relation::Foreign,
    };
    for (theirs, expected) in [(&[][..], 0o700), (&["theirs/file", "file"], 0o755)] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        let ours = ["ours.txt", "ours", "ours/deep", "ours/deep/file"];
        let files = [&["ours/deep/file", "ours.txt", "apart/file"], theirs].concat();
        for file in &files {
            fs::create_dir_all(path(file).parent().expect("a folder")).expect("a folder");
            fs::write(path(file), "").expect("a file");
        }
        std::os::unix::fs::symlink(path("apart"), path("ours/link")).expect("a link");
        for name in [&[""], &ours[..], &["apart"], &files].concat() {
            fs::set_permissions(path(name), fs::Permissions::from_mode(0o755)).expect("rights");
        }
        keep_private(folder.path(), relation);
        assert_eq!(mode(folder.path()), expected, "beside {theirs:?}");
        for name in ours {
            assert_eq!(mode(&path(name)), 0o700, "{name:?}");
        }
        for name in [&["apart", "apart/file"], theirs].concat() {
            assert_eq!(mode(&path(name)), 0o755, "{name:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn taking_rights_reports_whether_others_could_read_the_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("file");
    for (rights, could_read) in [(0o755, true), (0o700, false)] {
        fs::write(&file, "").expect("a file");
        let set = |path: &Path, rights| {
            fs::set_permissions(path, fs::Permissions::from_mode(rights)).expect("rights");
        };
        set(&file, 0o644);
        set(folder.path(), rights);
        let outcome = take_rights_below(folder.path(), |_, _| Relation::Ours);
        assert_eq!(outcome.expect("they are ours"), could_read, "{rights:o}");
        assert_eq!(mode(&file), 0o600);
    }
}

#[test]
fn the_outermost_folder_that_is_made_is_known_beforehand() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    for (named, expected) in [("a/b/c", Some("a")), ("a", Some("a")), ("", None)] {
        let expected = expected.map(path);
        assert_eq!(first_missing(&path(named)), expected.as_deref());
    }
    assert_eq!(
        first_missing(Path::new("none/deep")),
        Some(Path::new("none"))
    );
    assert_eq!(first_missing(Path::new(".")), None);
}
