//! The imports between the files of our crates: those of a folder import each other in one direction.

use std::collections::{BTreeMap, BTreeSet};

use super::{CRATES, Source, check_none, is_identifier, sources};

/// The crates in which a path through a re-export counts as a path to the module that defines its item.
const STRICT: [&str; 4] = ["rules", "render", "engine", "bot/service"];

/// The folder of the features of the service. Its enums of requests and replies name types of each feature, and each feature uses
/// them, so only the paths as written count there.
const SHARED: &str = "service";

/// The modules of the rules from the bottom to the top. None imports a later one, even over others.
const LAYERS_OF_RULES: [&str; 7] = [
    "position", "notation", "belief", "referee", "play", "variant", "game",
];

/// The files of each folder, with the files that each of them imports.
type Imports = BTreeMap<Vec<String>, BTreeMap<String, BTreeSet<String>>>;

/// A file with its module, as a path that begins with its crate.
type ModuleFile = (Vec<String>, Source);

/// Returns the files of a crate, without the tests in them.
fn product(folder: &str) -> Vec<ModuleFile> {
    sources(&format!("{folder}/src"), &["rs"])
        .into_iter()
        .filter(|source| !source.is_test())
        .filter_map(|source| {
            let text = without_tests(&source.text).to_owned();
            Some((module_of(&source.path)?, Source { text, ..source }))
        })
        .collect()
}

fn without_tests(text: &str) -> &str {
    let end = text.find("#[cfg(test)]\nmod tests {");
    &text[..end.unwrap_or(text.len())]
}

#[test]
fn the_files_of_a_folder_import_each_other_one_way() {
    for folder in CRATES.iter() {
        let is_strict = STRICT.contains(&folder.as_str());
        if is_strict || folder.starts_with("bot") {
            let files = product(folder);
            let mut found = circles(&files, is_strict);
            found.retain(|(folder, _)| folder != SHARED);
            found.extend(circles(&files, false));
            check_none("files import each other in a circle", found);
        }
    }
}

#[test]
fn the_rules_have_layers() {
    let imports = imports(&product("rules"), true);
    check_none(
        "a module imports a later one",
        climbs(&imports[&["rules".to_owned()][..]], &LAYERS_OF_RULES),
    );
}

/// Returns each layer that imports a later one, with that one.
fn climbs(files: &BTreeMap<String, BTreeSet<String>>, layers: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (at, lower) in layers.iter().enumerate() {
        assert!(files.contains_key(*lower), "there is no {lower}");
        let higher = layers[at + 1..].iter();
        let reached = higher.filter(|higher| reaches(files, lower, higher));
        found.extend(reached.map(|higher| ((*lower).to_owned(), (*higher).to_owned())));
    }
    found
}

#[test]
fn a_circle_is_found_through_a_re_export() {
    let file = |path: &str, text: &str| {
        let (path, text) = (path.to_owned(), text.to_owned());
        let module = module_of(&path).expect("a file of a crate");
        (module, Source { path, text })
    };
    let files = [
        file(
            "a/src/lib.rs",
            "mod b;\nmod c;\npub use crate::{b::{B}, c::C};\n",
        ),
        file("a/src/b.rs", "use crate::C;\n"),
        file("a/src/c.rs", "use crate::B;\n"),
        file("a/src/d/mod.rs", "mod e;\nfn f() { e::g() }\n"),
        file("a/src/d/e.rs", "use super::f;\n"),
    ];
    let of = |folder: &str, file: &str| (folder.to_owned(), file.to_owned());
    assert_eq!(circles(&files, false), []);
    let expected = [of("a", "b"), of("a", "c"), of("a/d", "e"), of("a/d", "mod")];
    assert_eq!(circles(&files, true), expected);
    let imports = imports(&files, true);
    let top = &imports[&["a".to_owned()][..]];
    assert_eq!(climbs(top, &["b", "c"]), [of("b", "c")]);
}

/// Returns the folder and the name of each file that imports itself over others.
fn circles(files: &[ModuleFile], is_strict: bool) -> Vec<(String, String)> {
    let circles = imports(files, is_strict)
        .into_iter()
        .flat_map(|(folder, files)| {
            let folder = folder.join("/");
            let around = files.keys().filter(|file| reaches(&files, file, file));
            let around: Vec<_> = around.map(|file| (folder.clone(), file.clone())).collect();
            around
        });
    circles.collect()
}

/// Returns the imports between the files of each folder.
fn imports(files: &[ModuleFile], is_strict: bool) -> Imports {
    let strict = files.iter().filter(|_| is_strict);
    let re_exports = strict
        .flat_map(|(module, source)| re_exports(&source.text, module))
        .collect::<BTreeMap<_, _>>();
    let is_module = |path: &[String]| files.iter().any(|(module, _)| module.starts_with(path));
    let mut folders = Imports::new();
    for (module, source) in files {
        let mut used = uses(&source.text, module);
        if is_strict {
            let children = files.iter().filter(|(path, _)| path.starts_with(module));
            let children = children.filter_map(|(path, _)| path.get(module.len()).cloned());
            used.extend(uses_of_children(&source.text, module, &children.collect()));
        }
        for used in used {
            let used = defined_at(used, &re_exports);
            let shared = module
                .iter()
                .zip(&used)
                .take_while(|(own, used)| own == used);
            // Imports connect files in every folder that holds both.
            let folder = &module[..shared.count()];
            let child = |path: &[String]| path.get(folder.len()).cloned();
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
    folders
}

/// Returns the module of a file, as a path that begins with its crate.
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

/// Returns the path at which an item is defined, from a path through re-exports.
fn defined_at(
    mut path: Vec<String>,
    re_exports: &BTreeMap<Vec<String>, Vec<String>>,
) -> Vec<String> {
    // A chain of re-exports is short; the limit ends those that lead to themselves.
    for _ in 0..8 {
        let through = (1..=path.len()).find_map(|n| Some((n, re_exports.get(&path[..n])?)));
        let Some((n, target)) = through else { break };
        path = [target, &path[n..]].concat();
    }
    path
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

/// Returns the statements of a text without its comments.
fn statements(text: &str) -> Vec<String> {
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let code = lines.collect::<Vec<_>>().join("\n");
    code.split(';')
        .map(|part| part.trim_start().to_owned())
        .collect()
}

/// Returns the use tree of a re-export, if the statement ends with one.
fn re_export(statement: &str) -> Option<&str> {
    let passes_on = |line: &str| {
        let line = line.strip_prefix("pub");
        line.is_some_and(|rest| rest.starts_with(" use ") || rest.contains(") use "))
    };
    if !statement.lines().any(passes_on) {
        return None;
    }
    statement.rsplit_once(" use ").map(|(_, tree)| tree)
}

/// Returns the paths that a module uses, which begin with its crate. Re-exports are left out.
fn uses(text: &str, module: &[String]) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    for statement in statements(text) {
        if re_export(&statement).is_some() {
            continue;
        }
        for start in ["crate::", "super::", "self::"] {
            for (at, _) in statement.match_indices(start) {
                let is_visibility = statement[..at].ends_with("(in ");
                if begins_path(&statement, at) && !is_visibility {
                    expand(&statement[at..], module, &mut found);
                }
            }
        }
    }
    found
}

/// Returns the paths to these modules inside of a module that a module uses in its code.
fn uses_of_children(
    text: &str,
    module: &[String],
    children: &BTreeSet<String>,
) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    for statement in statements(text) {
        if statement.lines().any(|line| line.contains("use ")) {
            continue;
        }
        for child in children {
            let start = format!("{child}::");
            let mut places = statement.match_indices(&start);
            if places.any(|(at, _)| begins_path(&statement, at)) {
                found.insert([module, std::slice::from_ref(child)].concat());
            }
        }
    }
    found
}

fn begins_path(statement: &str, at: usize) -> bool {
    !statement[..at].ends_with(|c| is_identifier(c) || c == ':')
}

/// Returns the path of each item that a module re-exports, with the path that it leads to.
fn re_exports(text: &str, module: &[String]) -> BTreeMap<Vec<String>, Vec<String>> {
    let mut found = BTreeMap::new();
    for statement in statements(text) {
        let Some(tree) = re_export(&statement) else {
            continue;
        };
        let mut paths = BTreeSet::new();
        expand(tree, module, &mut paths);
        for path in paths {
            if let Some(name) = path.last() {
                found.insert([module, std::slice::from_ref(name)].concat(), path);
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
        // A macro's parameter or a glob stands for items of the module itself.
        "" if tree.is_empty() => return,
        "" => {
            found.insert(module.to_vec());
            return;
        }
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
    let text = "//! super::c\npub use self::d;\nuse super::{E, f::{g, h}};\nuse crate::i::J;\nuse super::n::*;\nlet x = super::k(self::l::M);\n";
    let found = uses(text, &module);
    let found: Vec<_> = found.iter().map(|path| path.join("/")).collect();
    assert_eq!(
        found,
        ["a/E", "a/b/l/M", "a/f/g", "a/f/h", "a/i/J", "a/k", "a/n"]
    );
}
