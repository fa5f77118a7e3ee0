//! Reads our own sources and rejects forbidden content: the walls between the parts, and bad habits.

mod structure;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::LazyLock,
};

/// A file of the repository.
pub(super) struct Source {
    /// Its path from the top of the repository, with `/`.
    pub(super) path: String,
    pub(super) text: String,
}

impl Source {
    /// Returns the text without the lines that are comments.
    fn code(&self) -> String {
        let lines = self
            .text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        lines.collect::<Vec<_>>().join("\n")
    }

    pub(super) fn is_test(&self) -> bool {
        self.path.starts_with("tests/")
            || ["rules/tests/", "render/tests/", "bot/tests/"]
                .iter()
                .any(|folder| self.path.starts_with(folder))
            || self.path.ends_with("/tests.rs")
            || self.path.contains("/tests/")
    }
}

fn top() -> PathBuf {
    testkit::path("")
}

/// Returns all files with one of these endings below a folder, without build outputs and installed packages.
pub(super) fn sources(folder: &str, endings: &[&str]) -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![top().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in
            fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        {
            let path = entry.expect("the entry of a folder can be read").path();
            if path.is_dir() {
                if !path.ends_with("target") && !path.ends_with("node_modules") {
                    folders.push(path);
                }
            } else if endings
                .iter()
                .any(|ending| path.extension().is_some_and(|found| found == *ending))
            {
                found.push(source(&path));
            }
        }
    }
    assert!(!found.is_empty(), "there is nothing in {folder}");
    found
}

fn source(path: &Path) -> Source {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let path = path.strip_prefix(top()).expect("the file is ours");
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    Source {
        path: parts.join("/"),
        text,
    }
}

/// The folders of all crates.
pub(super) static CRATES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let members = manifest(".")["workspace"]["members"].clone();
    members.try_into().expect("the members are folders")
});

/// Returns the sources of all crates.
fn rust() -> Vec<Source> {
    ["rules", "render", "engine", "bot", "tests"]
        .iter()
        .flat_map(|folder| sources(folder, &["rs"]))
        .collect()
}

/// Returns the sources of all crates but this file, which must be able to name forbidden items.
fn rust_but_this() -> impl Iterator<Item = Source> {
    rust()
        .into_iter()
        .filter(|source| source.path != "tests/src/all/tidy.rs")
}

fn manifest(folder: &str) -> toml::Table {
    source(&top().join(folder).join("Cargo.toml"))
        .text
        .parse()
        .expect("a manifest is TOML")
}

fn is_identifier(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn identifiers(code: &str) -> BTreeSet<&str> {
    code.split(|c| !is_identifier(c))
        .filter(|word| !word.is_empty())
        .collect()
}

/// Fails with every file and the forbidden text found there.
#[track_caller]
fn check_none(rule: &str, found: impl IntoIterator<Item = (String, String)>) {
    let found: Vec<String> = found
        .into_iter()
        .map(|(path, what)| format!("{path}: {what}"))
        .collect();
    assert!(found.is_empty(), "{rule}:\n{}", found.join("\n"));
}

/// Returns the sources that a line of the walls names.
fn named(places: &str) -> Vec<Source> {
    let of = |place: &str| match place {
        "rust" => rust(),
        "tests" => rust().into_iter().filter(Source::is_test).collect(),
        "all" => texts(),
        file if file.contains('.') => vec![source(&top().join(file))],
        folder => sources(folder, &["rs"]),
    };
    let mut found: Vec<Source> = places.split(' ').flat_map(of).collect();
    // The walls and their test must be able to name forbidden texts.
    found.retain(|source| !source.path.starts_with("tests/src/all/tidy"));
    found
}

/// Returns the texts of a line of the walls that are in a source.
fn said_in(source: &Source, kind: &str, what: &str) -> Vec<String> {
    let is_said = match kind {
        "words" => {
            let code = source.code();
            let words = identifiers(&code);
            let here = what.split(' ').filter(|word| words.contains(word));
            return here.map(str::to_owned).collect();
        }
        "text" => source.code().contains(what),
        "said" => source.text.contains(what),
        _ => panic!("a wall has no lines such as {kind} {what}"),
    };
    is_said.then(|| what.to_owned()).into_iter().collect()
}

#[test]
fn no_source_has_a_text_that_the_walls_forbid() {
    let walls = testkit::read("tests/src/all/tidy/walls.txt");
    let mut found = Vec::new();
    for wall in walls.split("\n\n").skip(1) {
        let (rule, lines) = wall.split_once('\n').expect("a rule has lines");
        let mut files = Vec::new();
        for line in lines.lines() {
            let (kind, what) = line.split_once(' ').expect("a line has two parts");
            match kind {
                "in" => files = named(what),
                "but" => files.retain(|source| {
                    let mut left_out = what.split(' ');
                    !left_out.any(|place| match place {
                        "tests" => source.is_test(),
                        place => source.path.starts_with(place),
                    })
                }),
                _ => {
                    for source in &files {
                        let here = said_in(source, kind, what).into_iter();
                        found.extend(here.map(|text| (format!("{rule}: {}", source.path), text)));
                    }
                }
            }
        }
        assert!(!files.is_empty(), "{rule}: there are no files");
    }
    check_none("forbidden texts", found);
}

#[test]
fn the_rules_need_nothing() {
    let manifest = manifest("rules");
    for table in ["build-dependencies", "target"] {
        assert!(!manifest.contains_key(table), "rules has {table}");
    }
    let features = manifest.get("features").and_then(toml::Value::as_table);
    assert!(features.is_none_or(|features| !features.contains_key("default")));
    let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
    for (name, dependency) in dependencies.into_iter().flatten() {
        let optional = dependency.get("optional").and_then(toml::Value::as_bool);
        assert_eq!(optional, Some(true), "rules cannot do without {name}");
    }
    assert!(
        source(&top().join("rules/src/lib.rs"))
            .text
            .contains("\n#![no_std]\n")
    );
}

/// The deliberate leaks of a build for tests, which an environment variable selects.
const LEAK: &str = "bot/service/src/match_store/leak.rs";

#[test]
fn a_variant_does_not_know_another() {
    let files = sources("rules/src/variant", &["rs"]);
    let variants: BTreeSet<String> = files
        .iter()
        .filter_map(|source| variant_of(&source.path))
        .collect();
    assert!(variants.contains("berolina"));
    let found = files.iter().filter_map(|source| {
        let own = variant_of(&source.path)?;
        let code = source.code();
        let other = variants
            .iter()
            .find(|name| **name != own && identifiers(&code).contains(name.as_str()))?;
        Some((source.path.clone(), other.clone()))
    });
    check_none("what variants share is in steps and board", found);
}

#[test]
fn the_folders_of_all_variants_have_the_same_files() {
    const FILES: [&str; 9] = [
        "explain", "mod", "moves", "notation", "position", "show", "start", "tests", "text",
    ];
    // The pieces of Baroque, the objects and chances of Chakart.
    const MORE: [&str; 5] = ["board", "cell", "chance", "guess", "play"];
    let mut unused: BTreeSet<&str> = MORE.into();
    for variant in rules::Variant::ALL {
        let folder = format!("rules/src/variant/{variant}/");
        let files = sources(&folder, &["rs"]);
        let own = files
            .iter()
            .filter_map(|source| source.path[folder.len()..].strip_suffix(".rs"));
        let mut own: BTreeSet<&str> = own.filter(|path| !path.contains('/')).collect();
        for more in MORE.into_iter().filter(|more| own.remove(more)) {
            unused.remove(more);
        }
        assert_eq!(own, FILES.into(), "the folder of {variant}");
    }
    assert!(unused.is_empty(), "no variant has {unused:?}");
}

/// Returns the variant to which a file belongs: `rules/src/variant/NAME.rs` or `rules/src/variant/NAME/...`.
fn variant_of(path: &str) -> Option<String> {
    let rest = path.strip_prefix("rules/src/variant/")?;
    let name = rest.split('/').next()?.trim_end_matches(".rs");
    let is_variant = rules::Variant::ALL
        .iter()
        .any(|variant| variant.name() == name);
    is_variant.then(|| name.to_string())
}

/// Returns our crates on which a crate may depend, by its manifest.
fn ours(folder: &str) -> BTreeSet<String> {
    let manifest = manifest(folder);
    let table = manifest["dependencies"].as_table().expect("a table");
    let names = table.keys().filter(|name| is_ours(name));
    names.cloned().collect()
}

/// The architecture's table has a row for each crate below the program, with the crates that its manifest names.
#[test]
fn each_crate_depends_on_the_crates_of_its_row_in_the_architecture() {
    let page = source(&top().join("docs/architecture.md")).text;
    for folder in CRATES.iter() {
        if folder == "rules" || folder == "bot" || folder.starts_with("tests") {
            continue;
        }
        let row = page
            .lines()
            .find(|line| line.starts_with(&format!("| `{folder}` |")));
        let row = row.unwrap_or_else(|| panic!("{folder} has no row"));
        let known = row.rsplit('|').nth(1).expect("a row has columns");
        let known: BTreeSet<String> = quoted(known).map(String::from).collect();
        assert_eq!(known, ours(folder), "{folder}");
    }
}

#[test]
fn the_truth_leaves_by_known_doors_only() {
    const DOORS: [&str; 5] = [
        "bot/src/cli/moves.rs",
        "bot/src/cli/position.rs",
        "bot/service/src/match_store/matches.rs",
        "bot/present/src/review/picture.rs",
        "engine/examples/puzzles/finder.rs",
    ];
    let callers =
        rust_but_this().filter(|source| !source.is_test() && !source.path.starts_with("rules/"));
    let callers = callers.filter(|source| identifiers(&source.code()).contains("truth"));
    let callers: BTreeSet<String> = callers.map(|source| source.path).collect();
    assert_eq!(callers, DOORS.map(String::from).into());
}

#[test]
fn secrets_are_given_away_in_a_build_for_tests_only() {
    const PLACES: [&str; 4] = [
        "bot/service/src/complete.rs",
        LEAK,
        "bot/service/src/match_store/mod.rs",
        "bot/service/src/match_store/snapshot.rs",
    ];
    let users = rust().into_iter().filter(|source| !source.is_test());
    let users = users.filter(|source| identifiers(&source.code()).contains("leak"));
    let users: BTreeSet<String> = users.map(|source| source.path).collect();
    assert_eq!(users, PLACES.map(String::from).into());
    let module = source(&top().join("bot/service/src/match_store/mod.rs")).text;
    assert!(module.contains("#[cfg(feature = \"leak\")]\npub(crate) mod leak;\n"));
    // No other feature enables it, and only the tests request it, by their own feature.
    let folders = [".", "tests/fuzz"]
        .into_iter()
        .chain(CRATES.iter().map(String::as_str));
    let manifests = folders.map(|folder| source(&top().join(folder).join("Cargo.toml")).text);
    let manifests: Vec<_> = manifests.collect();
    let lines = manifests.iter().flat_map(|text| text.lines());
    let lines = lines.filter(|line| line.contains("leak") && !line.starts_with('#'));
    let expected = [
        "leak = [\"service/leak\"]",
        "leak = []",
        "leak = [\"bot/leak\"]",
        "name = \"leak\"",
        "path = \"src/all/leak.rs\"",
        "required-features = [\"leak\"]",
    ];
    assert_eq!(lines.collect::<Vec<_>>(), expected);
    // A release has no debug assertions, and therefore refuses it.
    let leak = source(&top().join(LEAK)).text;
    assert!(leak.contains("#[cfg(not(debug_assertions))]\ncompile_error!("));
    let assertions = manifests[0].lines();
    let mut assertions = assertions.filter(|line| line.contains("debug-assertions"));
    assert!(assertions.all(|line| line == "debug-assertions = false"));
}

#[test]
fn tests_wait_for_events_and_not_for_the_clock() {
    // A benchmark does measure a duration.
    let tests = || {
        rust_but_this()
            .filter(|source| source.is_test() && !source.path.starts_with("tests/benches"))
    };
    // The clock of the local Discord, which runs for benchmarks, and the timeout of a test on Matrix that hangs.
    let may = ["tests/src/discord/id.rs", "tests/src/matrix/mod.rs"];
    let is_clock = |source: &Source| {
        let code = source.code();
        let clocks = ["Instant::now", "SystemTime::now", ".elapsed()"];
        clocks.iter().any(|clock| code.contains(clock))
    };
    let found: BTreeSet<String> = tests().filter(is_clock).map(|source| source.path).collect();
    assert_eq!(
        found,
        may.map(String::from).into(),
        "they look at the clock"
    );
}

/// Returns every readable file: sources, documents, data.
fn texts() -> Vec<Source> {
    let endings = [
        "rs", "toml", "md", "html", "js", "ts", "css", "txt", "perft", "jsonl", "svg", "py", "sh",
        "yaml",
    ];
    let mut files: Vec<Source> = ["rules", "render", "engine", "bot", "tests", "docs"]
        .iter()
        .flat_map(|folder| sources(folder, &endings))
        .collect();
    files.extend(
        [
            "README.md",
            "CHANGELOG.md",
            "SECURITY.md",
            "Cargo.toml",
            "config.example.toml",
            ".ci/run",
            ".ci/steps",
            "deny.toml",
        ]
        .map(|path| source(&top().join(path))),
    );
    files
}

#[test]
fn all_crates_obey_the_same_lints() {
    for folder in CRATES.iter() {
        assert_eq!(
            manifest(folder)["lints"]["workspace"].as_bool(),
            Some(true),
            "{folder}"
        );
    }
}

/// Returns the dependencies of a crate by the names in its manifest, without our own.
fn dependencies(folder: &str) -> BTreeSet<String> {
    let manifest = manifest(folder);
    let tables =
        ["dependencies", "dev-dependencies", "build-dependencies"].map(|table| manifest.get(table));
    let tables = tables
        .into_iter()
        .flatten()
        .map(|table| table.as_table().expect("dependencies are a table"));
    tables
        .flat_map(|table| table.keys().cloned())
        .filter(|name| !is_ours(name))
        .collect()
}

fn is_ours(name: &str) -> bool {
    let mut crates = CRATES.iter().filter_map(|folder| folder.rsplit('/').next());
    name == "testkit" || crates.any(|own| own == name)
}

#[test]
fn each_dependency_is_used() {
    for folder in CRATES.iter() {
        let code: String = sources(folder, &["rs"]).iter().map(Source::code).collect();
        let words = identifiers(&code);
        for name in dependencies(folder) {
            assert!(
                words.contains(name.replace('-', "_").as_str()),
                "{folder} does not use {name}"
            );
        }
    }
}

#[test]
fn each_dependency_is_listed_with_its_job() {
    let page = source(&top().join("docs/dependencies.md")).text;
    let used: BTreeSet<String> = CRATES
        .iter()
        .flat_map(|folder| dependencies(folder))
        .collect();
    for name in &used {
        assert!(
            page.contains(&format!("`{name}`")),
            "docs/dependencies.md does not list {name}"
        );
    }
    let known = manifest(".")["workspace"]["dependencies"]
        .as_table()
        .expect("dependencies are a table")
        .clone();
    for name in known.keys() {
        assert!(
            is_ours(name) || used.contains(name),
            "no crate uses {name} of the workspace"
        );
    }
}

#[test]
fn lines_of_all_crates_of_the_bot_follow_the_level_of_the_log() {
    let logs = source(&top().join("bot/src/cli/logs.rs")).text;
    for folder in CRATES.iter().filter(|folder| folder.starts_with("bot")) {
        let name = folder.rsplit('/').next().expect("a folder has a name");
        let logs_lines = dependencies(folder).contains("tracing");
        let is_named = logs.contains(&format!("\"{name}::\""));
        assert_eq!(is_named, logs_lines, "{folder}");
    }
}

#[test]
fn the_engine_knows_the_rules_alone() {
    let manifest = manifest("engine");
    let dependencies = manifest["dependencies"].as_table().expect("a table");
    assert_eq!(dependencies.keys().collect::<Vec<_>>(), ["rules"]);
}

#[test]
fn the_top_level_has_only_known_entries() {
    const KNOWN: [&str; 17] = [
        ".ci",
        ".gitignore",
        "CHANGELOG.md",
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE",
        "README.md",
        "SECURITY.md",
        "bot",
        "config.example.toml",
        "deny.toml",
        "docs",
        "engine",
        "render",
        "rules",
        "rust-toolchain.toml",
        "tests",
    ];
    // Other files in the folder are private, so only those tracked by git count; a copy without git is not checked.
    let Ok(listed) = Command::new("git")
        .args(["ls-files"])
        .current_dir(top())
        .output()
    else {
        return;
    };
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let found: BTreeSet<&str> = listed
        .lines()
        .filter_map(|path| path.split('/').next())
        .collect();
    assert_eq!(found, KNOWN.into());
}

/// Returns the texts in backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn the_architecture_names_existing_files_and_items() {
    let sources: Vec<_> = rust()
        .into_iter()
        .filter(|source| !source.is_test())
        .collect();
    let code: Vec<_> = sources.iter().map(Source::code).collect();
    let known: BTreeSet<&str> = code
        .iter()
        .flat_map(|code| identifiers(code))
        .chain(CRATES.iter().map(String::as_str))
        .collect();
    let is_there = |name: &str| {
        top().join(name).exists()
            || name
                .split("::")
                .all(|part| known.contains(part) && part.chars().all(is_identifier))
    };
    let pages =
        ["architecture", "processes"].map(|page| source(&top().join(format!("docs/{page}.md"))));
    let names = pages.iter().flat_map(|page| {
        let names = quoted(&page.text);
        names.map(|name| (page.path.clone(), name.to_string()))
    });
    let missing = names.filter(|(_, name)| name != "code" && !is_there(name));
    check_none(
        "the pages on architecture name files and items that exist",
        missing,
    );
    let n_names = pages.iter().map(|page| quoted(&page.text).count());
    assert!(n_names.sum::<usize>() > 50);
}
