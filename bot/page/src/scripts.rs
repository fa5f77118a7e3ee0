//! The modules of the page, and scripts that are joined from them.
//!
//! A module is a file of JavaScript with one import or export a line, each at the start of its line. In a script, each module
//! is a function that returns its exports. A script can use the modules of the scripts before it in the page.

use std::fmt::Write as _;

macro_rules! modules {
    ($($name:literal),+ $(,)?) => {
        [$(($name, include_str!(concat!("page/", $name, ".js")))),+]
    };
}

/// The names and the texts of all modules.
pub(super) const MODULES: [(&str, &str); 41] = modules![
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
    "dom",
    "editor",
    "gallery",
    "home",
    "icons",
    "leads",
    "listbox",
    "live-match",
    "match",
    "match-talk",
    "me",
    "model",
    "moves",
    "picker",
    "pieces",
    "pin",
    "reserve",
    "result-box",
    "rich-text",
    "settings",
    "share",
    "sounds",
    "strip",
    "study",
    "talk",
    "timeline",
    "variations",
    "words",
];

/// Returns these modules and all that they import, directly or not, each after its imports. Leaves out the `known` ones.
pub(super) fn with_imports(started: &[&'static str], known: &[&'static str]) -> Vec<&'static str> {
    let mut found = known.to_vec();
    for module in started {
        add(module, &mut found);
    }
    found.split_off(known.len())
}

fn add(module: &'static str, found: &mut Vec<&'static str>) {
    if found.contains(&module) {
        return;
    }
    for import in text_of(module).lines().filter_map(Import::read) {
        add(import.module, found);
    }
    found.push(module);
}

/// Joins modules into a script.
pub(super) fn join(modules: &[&str]) -> String {
    let mut script = String::from("\"use strict\";\n");
    for module in modules {
        let scope = scope_of(module);
        let mut exports = Vec::new();
        let _ = writeln!(script, "const {scope} = (() => {{");
        for line in text_of(module).lines() {
            if let Some(import) = Import::read(line) {
                let _ = writeln!(
                    script,
                    "const {} = {};",
                    import.names,
                    scope_of(import.module)
                );
            } else if let Some(declaration) = line.strip_prefix("export ") {
                exports.push(name_of(declaration));
                let _ = writeln!(script, "{declaration}");
            } else {
                let _ = writeln!(script, "{line}");
            }
        }
        let _ = writeln!(script, "return {{ {} }};\n}})();", exports.join(", "));
    }
    script
}

/// A line that imports names, such as `{ byId, el }`, from a module.
struct Import<'a> {
    names: &'a str,
    module: &'a str,
}

impl Import<'_> {
    fn read(line: &str) -> Option<Import<'_>> {
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
    found.expect("a test joins all scripts").1
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::assets::Screen;

    #[test]
    fn a_script_has_each_module_once_and_after_its_imports() {
        let look = with_imports(&["choices"], &[]);
        assert_eq!(look.last(), Some(&"choices"));
        let mut used = BTreeSet::from_iter(look.iter().copied());
        for screen in Screen::ALL {
            let modules = with_imports(screen.starts(), &look);
            let order = [&*look, &*modules].concat();
            assert_eq!(order.len(), BTreeSet::from_iter(&order).len(), "{screen:?}");
            for (at, module) in order.iter().enumerate() {
                for import in text_of(module).lines().filter_map(Import::read) {
                    assert!(order[..at].contains(&import.module), "{screen:?}: {module}");
                }
            }
            used.extend(modules);
        }
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
            join(&["icons"]).lines().nth_back(1),
            Some("return { addIcon };")
        );
    }

    #[test]
    fn every_import_and_export_of_a_module_is_in_the_joined_script() {
        for (name, text) in MODULES {
            let script = join(&[name]);
            let left = script.lines().filter(|line| {
                line.starts_with("import") || line.starts_with("export") || line.contains("import(")
            });
            assert_eq!(left.count(), 0, "{name}");
            let exports = text.lines().filter(|line| line.starts_with("export "));
            let returned = script.lines().rfind(|line| line.starts_with("return { "));
            let n_returned = returned.map_or(0, |line| line.split(", ").count());
            let n_exports = exports.count();
            assert_eq!(n_returned, n_exports.max(1), "{name}: {returned:?}");
            // The others would see the value at the start alone.
            assert!(
                !text.contains("export let") && !text.contains("export default"),
                "{name}"
            );
        }
    }
}
