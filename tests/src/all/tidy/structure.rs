//! How the product's files hang together: they are short, import each other one way, and a name means one thing.

use std::collections::{BTreeMap, BTreeSet};

use super::{Source, check_none, group_items, is_identifier, sources};

/// The sources of the product, without the tests in them.
fn product() -> Vec<Source> {
    let all = ["bot/src", "render/src", "rules/src"];
    let all = all.iter().flat_map(|folder| sources(folder, &["rs"]));
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

/// How long a file may be, in lines.
const LONGEST: usize = 500;

#[test]
fn no_file_is_longer_than_can_be_read_at_once() {
    let long = product().into_iter().filter_map(|source| {
        let n_lines = source.text.lines().count();
        (n_lines > LONGEST).then(|| (source.path, format!("{n_lines} lines")))
    });
    check_none("a file is to be parted by its ideas", long);
}

/// What each command of the command line takes, and where each variant keeps its game.
const COMMON: [&str; 2] = ["Args", "Position"];

#[test]
fn a_type_name_means_one_thing() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in product() {
        for name in type_names(&source.text) {
            places.entry(name).or_default().push(source.path.clone());
        }
    }
    places.retain(|_, places| places.len() > 1);
    for name in COMMON {
        assert!(places.remove(name).is_some(), "{name} is not common");
    }
    check_none(
        "a name stands for several types",
        places
            .into_iter()
            .map(|(name, places)| (name, places.join(", "))),
    );
}

/// The names of the types of a file, but for another name of a type that is called so itself.
fn type_names(text: &str) -> Vec<String> {
    let names = text.lines().filter_map(|line| {
        let item = match line.strip_prefix("pub") {
            Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
            Some(rest) => rest.trim_start(),
            None => line,
        };
        let (kind, rest) = item.split_once(' ')?;
        let name: String = rest.chars().take_while(|c| is_identifier(*c)).collect();
        let is_type = ["struct", "enum", "trait", "type"].contains(&kind);
        let is_alias = kind == "type" && rest.contains(&format!("::{name}"));
        (is_type && !is_alias).then_some(name)
    });
    names.collect()
}

#[test]
fn type_names_are_found() {
    let text = "pub struct A;\nenum B {\npub(super) type C = D;\n    type E = F;\ntype G = x::G<H>;\nstructure I;\n";
    assert_eq!(type_names(text), ["A", "B", "C"]);
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
            // Files hang together in every folder that holds both.
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

/// The module that a file of the bot is, as a path.
fn module_of(path: &str) -> Option<Vec<String>> {
    let path = path.strip_prefix("bot/src/")?.strip_suffix(".rs")?;
    let path = path.strip_suffix("/mod").unwrap_or(path);
    Some(match path {
        "lib" | "main" => Vec::new(),
        path => path.split('/').map(str::to_owned).collect(),
    })
}

/// Whether there is a way from one file to another, however long.
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

/// The paths that a module uses, from the top of the crate. What it only passes on is left out.
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

/// Adds all paths that a tree of them holds, from the top of the crate.
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
        "crate" => Vec::new(),
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

#[test]
fn paths_are_followed_to_where_they_lead() {
    let module = ["a", "b"].map(str::to_owned);
    let text = "//! super::c\npub use self::d;\nuse super::{E, f::{g, h}};\nuse crate::i::J;\nlet x = super::k(self::l::M);\n";
    let found = uses(text, &module);
    let found: Vec<_> = found.iter().map(|path| path.join("/")).collect();
    assert_eq!(found, ["a/E", "a/b/l/M", "a/f/g", "a/f/h", "a/k", "i/J"]);
}
