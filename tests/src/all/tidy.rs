//! Reads our own sources and rejects forbidden content: the walls between the parts, and bad habits.

mod structure;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// A file of the repository.
struct Source {
    /// Its path from the top of the repository, with `/`.
    path: String,
    text: String,
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

    fn is_test(&self) -> bool {
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
fn sources(folder: &str, endings: &[&str]) -> Vec<Source> {
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
const CRATES: [&str; 20] = [
    "rules",
    "render",
    "engine",
    "bot",
    "bot/text",
    "bot/api",
    "bot/kit",
    "bot/handbook",
    "bot/command",
    "bot/dice",
    "bot/service",
    "bot/store",
    "bot/present",
    "bot/runtime",
    "bot/discord",
    "bot/matrix",
    "bot/page",
    "tests",
    "tests/kit",
    "tests/proofs",
];

/// Returns the sources of all crates.
fn rust() -> Vec<Source> {
    ["rules", "render", "engine", "bot", "tests"]
        .iter()
        .flat_map(|folder| sources(folder, &["rs"]))
        .collect()
}

/// Returns the sources of all crates but this file, which must be able to name forbidden texts.
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

/// Rejects texts in the code of files.
#[track_caller]
fn check_never(rule: &str, sources: impl IntoIterator<Item = Source>, never: &[&str]) {
    let found = sources.into_iter().flat_map(|source| {
        let code = source.code();
        let here = never
            .iter()
            .filter(|text| code.contains(**text))
            .map(ToString::to_string);
        here.map(|text| (source.path.clone(), text))
            .collect::<Vec<_>>()
    });
    check_none(rule, found);
}

/// Rejects words in the code of files.
#[track_caller]
fn check_never_words(rule: &str, sources: impl IntoIterator<Item = Source>, never: &[&str]) {
    let found = sources.into_iter().flat_map(|source| {
        let code = source.code();
        let words = identifiers(&code);
        let here = never
            .iter()
            .filter(|word| words.contains(**word))
            .map(ToString::to_string);
        here.map(|word| (source.path.clone(), word))
            .collect::<Vec<_>>()
    });
    check_none(rule, found);
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
fn rules_and_service_have_no_clock_and_no_dice_of_their_own() {
    let folders = [
        "rules/src",
        "render/src",
        "bot/command/src",
        "bot/dice/src",
        "bot/service/src",
        "bot/present/src",
    ];
    let files = || {
        let files = folders.iter().flat_map(|folder| sources(folder, &["rs"]));
        files.filter(|source| source.path != LEAK)
    };
    let words = ["SystemTime", "Instant", "rand", "getrandom", "RandomState"];
    check_never_words("time and chance come from outside", files(), &words);
    check_never(
        "time and settings come from outside",
        files(),
        &["::now(", "env::"],
    );
}

#[test]
fn the_service_reads_and_writes_nothing_by_itself() {
    let never = [
        "tokio", "sled", "axum", "serenity", "fs", "net", "env", "println", "tracing",
    ];
    for folder in ["bot/command/src", "bot/dice/src", "bot/service/src"] {
        let files = || {
            let files = sources(folder, &["rs"]).into_iter();
            files.filter(|source| source.path != LEAK)
        };
        check_never_words("the service is free of I/O", files(), &never);
        check_never("the service waits for nobody", files(), &["thread::"]);
    }
}

#[test]
fn pictures_are_made_of_views_only() {
    let sources = || {
        let sources = sources("render/src", &["rs"]).into_iter();
        sources.filter(|source| !source.is_test())
    };
    let never = [
        "Game",
        "Record",
        "Action",
        "Actions",
        "ChanceOutcome",
        "Truth",
    ];
    check_never_words("render sees views only", sources(), &never);
    check_never_words(
        "pictures are made of views",
        sources(),
        &["GameInput", "Setup"],
    );
}

#[test]
fn messages_are_made_of_what_their_readers_may_know() {
    let file = |name: &str| [source(&top().join("bot/present/src").join(name))];
    let all = ["Game", "Record", "Moment", "Live"];
    check_never_words("a message is made of no game", file("posts.rs"), &all);
    check_never_words("a message is made of no game", file("views.rs"), &all);
    let of_one = ["SeatView", "SeatMoment", "replay"];
    check_never_words("a post is made of what all know", file("posts.rs"), &of_one);
    let files = || file("posts.rs").into_iter().chain(file("views.rs"));
    let whole = ["&Match", " Match,"];
    check_never("a message is made of no whole match", files(), &whole);
}

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
    const FILES: [&str; 8] = [
        "explain", "mod", "moves", "notation", "position", "show", "tests", "text",
    ];
    // The options and drawn starts that not every variant has, the pieces of Baroque, the objects and chances of Chakart.
    const MORE: [&str; 6] = ["board", "cell", "chance", "guess", "play", "start"];
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
fn each_crate_knows_what_the_architecture_lets_it_know() {
    let page = source(&top().join("docs/architecture.md")).text;
    for folder in CRATES {
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
    let folders = [".", "tests/fuzz"].into_iter().chain(CRATES);
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
fn nothing_is_left_unfinished_or_silenced() {
    let never = [
        "todo!(",
        "unimplemented!(",
        "dbg!(",
        "#[allow(",
        "#![allow(",
        "#[ignore",
        "should_panic",
        ".unwrap()",
    ];
    check_never("unfinished or silenced", rust_but_this(), &never);
    let found = rust_but_this().filter(|source| {
        ["TODO", "FIXME", "XXX"]
            .iter()
            .any(|mark| source.text.contains(mark))
    });
    check_none(
        "a note of something unfinished",
        found.map(|source| (source.path, "note".to_string())),
    );
}

#[test]
fn tests_wait_for_events_and_not_for_the_clock() {
    // A benchmark does measure a duration.
    let tests = || {
        rust_but_this()
            .filter(|source| source.is_test() && !source.path.starts_with("tests/benches"))
    };
    check_never("a test sleeps", tests(), &["thread::sleep", "time::sleep"]);
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
    files.retain(|source| source.path != "tests/src/all/tidy.rs");
    files
}

/// Rejects texts in whole files, comments included.
#[track_caller]
fn check_never_said(rule: &str, files: impl IntoIterator<Item = Source>, never: &[&str]) {
    let found = files.into_iter().filter_map(|source| {
        let said = never.iter().find(|text| source.text.contains(**text))?;
        Some((source.path, said.to_string()))
    });
    check_none(rule, found);
}

#[test]
fn no_path_of_a_developers_machine_is_written_down() {
    let never = ["/home/", "/root/", "/Users/", "/work/"];
    check_never_said("a path of one machine", texts(), &never);
}

#[test]
fn the_tools_of_the_page_come_from_whichever_registry_is_set_up() {
    let lock = source(&top().join("tests/page/package-lock.json"));
    check_never_said("an address to load from", [lock], &["\"resolved\""]);
}

#[test]
fn nothing_refers_to_what_a_clone_does_not_have() {
    let never = [
        "shared/",
        "seeds/",
        "-perft.json",
        "design section",
        "style section",
        "design.md",
        "style.md",
    ];
    check_never_said("not in a clone", texts(), &never);
}

#[test]
fn all_crates_obey_the_same_lints() {
    for folder in CRATES {
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
    for folder in CRATES {
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
fn the_engine_cannot_name_the_truth() {
    let never = [
        "Game",
        "Record",
        "Truth",
        "GameInput",
        "Continuation",
        "truth",
        "seat_view",
        "public_view",
        "seeing_all",
        "SystemTime",
        "Instant",
        "thread",
    ];
    let manifest = manifest("engine");
    let dependencies = manifest["dependencies"].as_table().expect("a table");
    assert_eq!(dependencies.keys().collect::<Vec<_>>(), ["rules"]);
    for source in sources("engine/src", &["rs"]) {
        // Its tests play whole games, and so do its examples.
        if source.is_test() {
            continue;
        }
        let code = source.code();
        let words = identifiers(&code);
        // A puzzle's continuation is written as in records; no thinking code knows of puzzles.
        let is_puzzle = source.path == "engine/src/puzzle.rs";
        assert!(is_puzzle || !code.contains("puzzle::"), "{}", source.path);
        for name in never {
            if is_puzzle && name == "GameInput" {
                continue;
            }
            assert!(!words.contains(name), "{} names {name}", source.path);
        }
    }
}

#[test]
fn the_top_level_holds_what_is_known() {
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
fn the_architecture_names_what_is_there() {
    let sources: Vec<_> = rust()
        .into_iter()
        .filter(|source| !source.is_test())
        .collect();
    let code: Vec<_> = sources.iter().map(Source::code).collect();
    let known: BTreeSet<&str> = code
        .iter()
        .flat_map(|code| identifiers(code))
        .chain(CRATES)
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
