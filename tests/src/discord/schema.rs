//! Validates values by schemas. Supports only the JSON Schema keywords that `tests/discord/facts.json` uses. A field that no
//! schema names is an error too, because a misspelled name would otherwise pass unseen.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// The fields of commands and embed pictures that Discord documents but its API description omits.
const DOCUMENTED: [&str; 2] = ["nsfw", "proxy_url"];

/// Schemas by name.
pub(super) struct Schemas(Map<String, Value>);

impl Schemas {
    pub(super) fn new(named: Map<String, Value>) -> Schemas {
        Schemas(named)
    }

    /// Returns all errors in a value.
    pub(super) fn judge(&self, schema: &Value, value: &Value) -> Vec<String> {
        let mut wrong = Vec::new();
        self.look(schema, value, "", &mut wrong);
        self.look_for_unknown(&[schema], value, "", &mut wrong);
        wrong
    }

    fn named(&self, name: &Value) -> &Value {
        let name = name.as_str().expect("a reference is a name");
        self.0
            .get(name)
            .unwrap_or_else(|| panic!("nothing is known of {name}"))
    }

    fn fits(&self, schema: &Value, value: &Value, at: &str) -> bool {
        let mut wrong = Vec::new();
        self.look(schema, value, at, &mut wrong);
        wrong.is_empty()
    }

    /// Collects the violations of a schema, each with its place first.
    fn look(&self, schema: &Value, value: &Value, at: &str, wrong: &mut Vec<String>) {
        let words = schema.as_object().expect("a schema is an object");
        for (word, rule) in words {
            match word.as_str() {
                "$ref" => self.look(self.named(rule), value, at, wrong),
                "allOf" => {
                    for branch in list(rule) {
                        self.look(branch, value, at, wrong);
                    }
                }
                "anyOf" | "oneOf" => self.look_at_union(word, list(rule), value, at, wrong),
                "properties" => {
                    for (name, field) in rule.as_object().expect("fields have names") {
                        if let Some(value) = value.get(name) {
                            self.look(field, value, &format!("{at}/{name}"), wrong);
                        }
                    }
                }
                "additionalProperties" => {
                    for (name, value) in value.as_object().into_iter().flatten() {
                        let is_named = schema["properties"].get(name).is_some();
                        match rule {
                            _ if is_named => {}
                            Value::Bool(true) => {}
                            Value::Bool(false) => {
                                wrong.push(format!("there is no field {at}/{name}"))
                            }
                            rule => self.look(rule, value, &format!("{at}/{name}"), wrong),
                        }
                    }
                }
                "items" => {
                    for (n, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.look(rule, item, &format!("{at}/{n}"), wrong);
                    }
                }
                _ if !keeps(word, rule, value) => {
                    wrong.push(format!("{at:?} breaks {word} {rule}: {}", clipped(value)));
                }
                _ => {}
            }
        }
    }

    fn look_at_union(
        &self,
        word: &str,
        branches: &[Value],
        value: &Value,
        at: &str,
        wrong: &mut Vec<String>,
    ) {
        let n_fitting = branches
            .iter()
            .filter(|branch| self.fits(branch, value, at))
            .count();
        if n_fitting == 0 || (word == "oneOf" && n_fitting > 1) {
            let value = clipped(value);
            wrong.push(format!(
                "{at:?} fits {n_fitting} branches of {word}: {value}"
            ));
        }
    }

    /// Collects the fields that no schema names.
    fn look_for_unknown(
        &self,
        schemas: &[&Value],
        value: &Value,
        at: &str,
        wrong: &mut Vec<String>,
    ) {
        let mut leaves = Vec::new();
        for schema in schemas {
            self.expand(schema, &mut leaves);
        }
        match value {
            Value::Array(items) => {
                let of_items: Vec<&Value> =
                    leaves.iter().filter_map(|leaf| leaf.get("items")).collect();
                for (n, item) in items.iter().enumerate() {
                    self.look_for_unknown(&of_items, item, &format!("{at}/{n}"), wrong);
                }
            }
            Value::Object(fields) => {
                // A schema with open or unspecified field names allows every name.
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
                    if named.is_empty() {
                        wrong.push(format!("there is no field {at}/{name}"))
                    } else {
                        self.look_for_unknown(&named, value, &format!("{at}/{name}"), wrong)
                    }
                }
            }
            _ => {}
        }
    }

    /// Expands a schema into all schemas that it names by reference or as a union.
    fn expand<'a>(&'a self, schema: &'a Value, leaves: &mut Vec<&'a Value>) {
        if let Some(name) = schema.get("$ref") {
            self.expand(self.named(name), leaves);
        }
        for union in ["anyOf", "oneOf", "allOf"] {
            for branch in schema[union].as_array().into_iter().flatten() {
                self.expand(branch, leaves);
            }
        }
        leaves.push(schema);
    }
}

/// Tells whether a value satisfies a keyword that looks at this value alone.
fn keeps(word: &str, rule: &Value, value: &Value) -> bool {
    let limit = || rule.as_u64().expect("a limit is a number");
    let length = value.as_str().map(|text| text.chars().count() as u64);
    let n_items = value.as_array().map(|items| items.len() as u64);
    let n_fields = value.as_object().map(|fields| fields.len() as u64);
    let at_most = |count: Option<u64>| count.is_none_or(|count| count <= limit());
    let at_least = |count: Option<u64>| count.is_none_or(|count| count >= limit());
    let number = || value.as_f64().zip(rule.as_f64());
    match word {
        "type" => match rule {
            Value::Array(names) => names.iter().any(|name| is_of_type(name, value)),
            name => is_of_type(name, value),
        },
        "const" => value == rule,
        "enum" => list(rule).contains(value),
        "required" => value.as_object().is_none_or(|fields| {
            let needed = list(rule).iter().filter_map(Value::as_str);
            needed.into_iter().all(|name| fields.contains_key(name))
        }),
        "maxLength" => at_most(length),
        "minLength" => at_least(length),
        "maxItems" => at_most(n_items),
        "minItems" => at_least(n_items),
        "maxProperties" => at_most(n_fields),
        "minProperties" => at_least(n_fields),
        "maximum" => number().is_none_or(|(value, limit)| value <= limit),
        "minimum" => number().is_none_or(|(value, limit)| value >= limit),
        "uniqueItems" => value.as_array().is_none_or(|items| {
            let different: BTreeSet<_> = items.iter().map(Value::to_string).collect();
            different.len() == items.len()
        }),
        "pattern" => value.as_str().is_none_or(|text| matches(rule, text)),
        _ => panic!("what does {word} check?"),
    }
}

fn is_of_type(name: &Value, value: &Value) -> bool {
    match name.as_str().expect("a type has a name") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        name => panic!("what is a {name}?"),
    }
}

/// Matches the only supported pattern: a number without leading zeros.
fn matches(pattern: &Value, text: &str) -> bool {
    assert_eq!(pattern, "^(0|[1-9][0-9]*)$");
    text == "0"
        || (!text.starts_with('0') && !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()))
}

fn list(rule: &Value) -> &[Value] {
    rule.as_array().expect("the rule is a list")
}

/// Returns the beginning of a value as text.
fn clipped(value: &Value) -> String {
    value.to_string().chars().take(300).collect()
}
