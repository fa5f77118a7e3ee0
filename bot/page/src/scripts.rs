//! The modules of the page, and scripts that are joined from them.
//!
//! In a script, each module is a function that returns its exports. A script can use the modules of the scripts before it in the
//! page. For this, each import is a line `import { a, b } from "./module.js";`, each exported `const`, `function` or `class` has
//! the word `export` before it, and modules do not import each other in a circle.

use std::fmt::Write as _;

macro_rules! modules {
    ($($name:literal),+ $(,)?) => {
        [$(($name, include_str!(concat!("page/", $name, ".js")))),+]
    };
}

/// The names and the texts of all modules.
pub(super) const MODULES: [(&str, &str); 49] = modules![
    "activity",
    "analysis",
    "animate",
    "answer-box",
    "api",
    "arrows",
    "board",
    "cards",
    "chat",
    "chat-boards",
    "choices",
    "clocks",
    "composer",
    "controls",
    "discord-client",
    "dom",
    "editor",
    "enter",
    "frame",
    "gallery",
    "home",
    "icons",
    "listbox",
    "live-match",
    "match",
    "match-talk",
    "me",
    "model",
    "moves",
    "picker",
    "pieces",
    "push",
    "reserve",
    "result-box",
    "rich-text",
    "sessions",
    "settings",
    "share",
    "sounds",
    "storage",
    "strip",
    "study",
    "talk",
    "timeline",
    "variations",
    "widget",
    "widget-api",
    "words",
    "worker",
];

/// Returns these modules and all that they import, directly or not, each after its imports. Leaves out the `loaded` ones.
pub(super) fn with_imports(started: &[&'static str], loaded: &[&'static str]) -> Vec<&'static str> {
    let mut found = loaded.to_vec();
    for module in started {
        add(module, &mut found);
    }
    found.split_off(loaded.len())
}

fn add(module: &'static str, found: &mut Vec<&'static str>) {
    if found.contains(&module) {
        return;
    }
    for import in text_of(module).lines().filter_map(Import::parse) {
        add(import.module, found);
    }
    found.push(module);
}

/// Joins modules into a script.
pub(super) fn bundle(modules: &[&str]) -> String {
    let mut script = String::from("\"use strict\";\n");
    for module in modules {
        let _ = writeln!(script, "const {} = (() => {{", scope_of(module));
        for line in text_of(module).lines() {
            if let Some(import) = Import::parse(line) {
                let _ = writeln!(
                    script,
                    "const {} = {};",
                    import.names,
                    scope_of(import.module)
                );
            } else {
                let _ = writeln!(script, "{}", line.strip_prefix("export ").unwrap_or(line));
            }
        }
        let exports = exports_of(module).collect::<Vec<_>>().join(", ");
        let _ = writeln!(script, "return {{ {exports} }};\n}})();");
    }
    script
}

/// Returns the names that a module exports.
fn exports_of(module: &str) -> impl Iterator<Item = &'static str> {
    let lines = text_of(module).lines();
    lines.filter_map(|line| line.strip_prefix("export ").map(name_of))
}

/// A line that imports names, such as `{ byId, el }`, from a module.
struct Import<'a> {
    names: &'a str,
    module: &'a str,
}

impl Import<'_> {
    fn parse(line: &str) -> Option<Import<'_>> {
        let (names, module) = line.strip_prefix("import ")?.split_once(" from \"./")?;
        let module = module.strip_suffix(".js\";")?;
        Some(Import { names, module })
    }
}

/// Returns the name of the constant with the exports of a module.
fn scope_of(module: &str) -> String {
    format!("{}_js", module.replace('-', "_"))
}

/// Returns the name in a declaration such as `async function tell(secret)`.
fn name_of(declaration: &str) -> &str {
    let keywords = ["async", "function", "class", "const"];
    let mut words = declaration.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let name = words.find(|word| !word.is_empty() && !keywords.contains(word));
    name.unwrap_or_default()
}

fn text_of(module: &str) -> &'static str {
    let found = MODULES.iter().find(|(name, _)| *name == module);
    found.expect("MODULES lists every imported module").1
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::assets::{Screen, WORKER};

    #[test]
    fn a_script_has_each_module_once_and_after_its_imports() {
        let look = with_imports(&["choices"], &[]);
        assert_eq!(look.last(), Some(&"choices"));
        let mut used = BTreeSet::from_iter(look.iter().copied());
        for screen in Screen::ALL {
            let modules = with_imports(screen.entry_points(), &look);
            let order = [&*look, &*modules].concat();
            assert_eq!(order.len(), BTreeSet::from_iter(&order).len(), "{screen:?}");
            for (at, module) in order.iter().enumerate() {
                for import in text_of(module).lines().filter_map(Import::parse) {
                    assert!(order[..at].contains(&import.module), "{screen:?}: {module}");
                }
            }
            used.extend(modules);
        }
        used.extend(with_imports(&[WORKER], &[]));
        assert_eq!(
            used,
            MODULES.iter().map(|(name, _)| *name).collect(),
            "all modules run"
        );
    }

    #[test]
    fn a_script_returns_what_its_modules_export() {
        for (declaration, name) in [
            ("async function tell(secret, id) {", "tell"),
            ("class Board {", "Board"),
            ("const SETTINGS_CHANGED = \"changed\";", "SETTINGS_CHANGED"),
            ("function analysis2() {", "analysis2"),
        ] {
            assert_eq!(name_of(declaration), name);
        }
        assert_eq!(
            bundle(&["icons"]).lines().nth_back(1),
            Some("return { addIcon };")
        );
    }

    #[test]
    fn every_import_names_an_export_of_a_module_before() {
        let order = with_imports(&MODULES.map(|(name, _)| name), &[]);
        for (at, module) in order.iter().enumerate() {
            for line in text_of(module).lines() {
                if line.starts_with("import") || line.contains("import(") {
                    let import = Import::parse(line).unwrap_or_else(|| panic!("{module}: {line}"));
                    assert!(order[..at].contains(&import.module), "{module}: {line}");
                    let names = import.names.trim_matches(['{', '}', ' ']).split(", ");
                    let exports: Vec<_> = exports_of(import.module).collect();
                    for name in names {
                        assert!(exports.contains(&name), "{module}: {line}");
                    }
                }
                if let Some(export) = line.strip_prefix("export") {
                    let is_known = [" const ", " class ", " function ", " async function "]
                        .iter()
                        .any(|kind| export.starts_with(kind));
                    assert!(is_known, "{module}: {line}");
                }
            }
        }
    }
}
