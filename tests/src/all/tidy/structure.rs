//! The imports between the files of the bot: those of a folder import each other in one direction.

use std::collections::{BTreeMap, BTreeSet};

use super::{CRATES, Source, check_none, is_identifier, sources};

/// Returns the sources of the bot, without the tests in them.
fn product() -> Vec<Source> {
    let all = CRATES.iter().filter(|folder| folder.starts_with("bot"));
    let all = all.flat_map(|folder| sources(&format!("{folder}/src"), &["rs"]));
    all.filter(|source| !source.is_test())
        .map(|source| Source {
            text: without_tests(&source.text).to_owned(),
            ..source
        })
        .collect()
}

fn without_tests(text: &str) -> &str {
    let end = text.find("#[cfg(test)]\nmod tests {");
    &text[..end.unwrap_or(text.len())]
}

#[test]
fn the_files_of_a_folder_import_each_other_one_way() {
    let product = product();
    let bot: Vec<_> = product
        .iter()
        .filter_map(|source| Some((module_of(&source.path)?, source)))
        .collect();
    let mut folders: BTreeMap<Vec<String>, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for (module, source) in &bot {
        for used in uses(&source.text, module) {
            let shared = module
                .iter()
                .zip(&used)
                .take_while(|(own, used)| own == used);
            // Imports connect files in every folder that holds both.
            let folder = &module[..shared.count()];
            let child = |path: &[String]| path.get(folder.len()).cloned();
            let is_module =
                |path: &[String]| bot.iter().any(|(module, _)| module.starts_with(path));
            let own = child(module).unwrap_or_else(|| "mod".to_owned());
            let other = child(&used)
                .filter(|name| is_module(&[folder, std::slice::from_ref(name)].concat()));
            let other = other.unwrap_or_else(|| "mod".to_owned());
            if own != other {
                let files = folders.entry(folder.to_vec()).or_default();
                files.entry(own).or_default().insert(other);
            }
        }
    }
    let circles = folders.into_iter().flat_map(|(folder, files)| {
        let folder = folder.join("/");
        let around = files.keys().filter(|file| reaches(&files, file, file));
        let around: Vec<_> = around.map(|file| (folder.clone(), file.clone())).collect();
        around
    });
    check_none("files import each other in a circle", circles);
}

/// Returns the module of a file of the bot, as a path that begins with its crate.
fn module_of(path: &str) -> Option<Vec<String>> {
    let (folder, path) = path.split_once("/src/")?;
    let path = path.strip_suffix(".rs")?;
    let path = path.strip_suffix("/mod").unwrap_or(path);
    let parts = path
        .split('/')
        .filter(|part| !["lib", "main"].contains(part));
    let parts = folder.rsplit('/').take(1).chain(parts);
    Some(parts.map(str::to_owned).collect())
}

/// Tells whether a path of any length leads from one file to another.
fn reaches(files: &BTreeMap<String, BTreeSet<String>>, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(file) = open.pop() {
        for next in files.get(file).into_iter().flatten() {
            if next == to {
                return true;
            }
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    false
}

/// Returns the paths that a module uses, which begin with its crate. Re-exports are left out.
fn uses(text: &str, module: &[String]) -> BTreeSet<Vec<String>> {
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let code = lines.collect::<Vec<_>>().join("\n");
    let mut found = BTreeSet::new();
    for statement in code.split(';') {
        let statement = statement.trim_start();
        let passes_on = |line: &str| {
            let line = line.strip_prefix("pub");
            line.is_some_and(|rest| rest.starts_with(" use ") || rest.contains(") use "))
        };
        if statement.lines().any(passes_on) {
            continue;
        }
        for start in ["crate::", "super::", "self::"] {
            for (at, _) in statement.match_indices(start) {
                let is_start = !statement[..at].ends_with(|c| is_identifier(c) || c == ':');
                let is_visibility = statement[..at].ends_with("(in ");
                if is_start && !is_visibility {
                    expand(&statement[at..], module, &mut found);
                }
            }
        }
    }
    found
}

/// Adds all paths in a use tree, which begin with the crate.
fn expand(tree: &str, module: &[String], found: &mut BTreeSet<Vec<String>>) {
    let tree = tree.trim_start();
    if let Some(group) = tree.strip_prefix('{') {
        for item in group_items(group) {
            expand(item, module, found);
        }
        return;
    }
    let name: String = tree.chars().take_while(|c| is_identifier(*c)).collect();
    let base = match name.as_str() {
        "crate" => module[..1].to_vec(),
        "self" => module.to_vec(),
        "super" => module[..module.len().saturating_sub(1)].to_vec(),
        "" => return,
        name => [module, &[name.to_owned()]].concat(),
    };
    match tree[name.len()..].strip_prefix("::") {
        Some(rest) => expand(rest, &base, found),
        None => {
            found.insert(base);
        }
    }
}

/// Returns the items of a group in braces, without the opening brace, up to its closing brace.
fn group_items(group: &str) -> Vec<&str> {
    let mut items = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                items.push(&group[start..at]);
                return items;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(&group[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    items
}

#[test]
fn paths_are_followed_to_where_they_lead() {
    let module = ["a", "b"].map(str::to_owned);
    let text = "//! super::c\npub use self::d;\nuse super::{E, f::{g, h}};\nuse crate::i::J;\nlet x = super::k(self::l::M);\n";
    let found = uses(text, &module);
    let found: Vec<_> = found.iter().map(|path| path.join("/")).collect();
    assert_eq!(found, ["a/E", "a/b/l/M", "a/f/g", "a/f/h", "a/i/J", "a/k"]);
}
