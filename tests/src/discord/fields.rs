//! Finds fields that no schema names: a name that is misspelt would otherwise pass unseen.

use serde_json::Value;

/// What Discord's documents name, for commands and for pictures of embeds, and its description leaves out.
const DOCUMENTED: [&str; 2] = ["nsfw", "proxy_url"];

/// The places of all fields of a body that its schema does not know.
pub(super) fn unknown(document: &Value, schema: &Value, body: &Value) -> Vec<String> {
    let mut found = Vec::new();
    look(document, &[schema], body, "", &mut found);
    found
}

fn look(document: &Value, schemas: &[&Value], value: &Value, at: &str, found: &mut Vec<String>) {
    let mut leaves = Vec::new();
    for schema in schemas {
        expand(document, schema, &mut leaves);
    }
    match value {
        Value::Array(items) => {
            let of_items: Vec<&Value> =
                leaves.iter().filter_map(|leaf| leaf.get("items")).collect();
            for (n, item) in items.iter().enumerate() {
                look(document, &of_items, item, &format!("{at}/{n}"), found);
            }
        }
        Value::Object(fields) => {
            // Where any name may stand, or nothing is said about names, none is wrong.
            let is_open = |leaf: &&Value| {
                leaf.get("additionalProperties")
                    .is_some_and(|more| *more != false)
            };
            if leaves.iter().any(is_open)
                || !leaves.iter().any(|leaf| leaf.get("properties").is_some())
            {
                return;
            }
            let fields = fields
                .iter()
                .filter(|(name, _)| !DOCUMENTED.contains(&name.as_str()));
            for (name, value) in fields {
                let named = leaves
                    .iter()
                    .filter_map(|leaf| leaf.get("properties")?.get(name));
                let named: Vec<&Value> = named.collect();
                let at = format!("{at}/{name}");
                match named.is_empty() {
                    true => found.push(at),
                    false => look(document, &named, value, &at, found),
                }
            }
        }
        _ => {}
    }
}

/// All schemas that a schema stands for by reference or as a union.
fn expand<'a>(document: &'a Value, schema: &'a Value, leaves: &mut Vec<&'a Value>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let pointer = reference.trim_start_matches('#');
        let target = document.pointer(pointer);
        expand(
            document,
            target.expect("a reference leads somewhere"),
            leaves,
        );
    }
    for union in ["anyOf", "oneOf", "allOf"] {
        for branch in schema[union].as_array().into_iter().flatten() {
            expand(document, branch, leaves);
        }
    }
    leaves.push(schema);
}
