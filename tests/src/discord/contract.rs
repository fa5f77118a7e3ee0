//! Checks what is sent against Discord's own description of its interface.

use std::{
    collections::HashMap,
    env, fs,
    path::PathBuf,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use jsonschema::{Draft, Validator};
use serde_json::{Value, json};

use super::fields;

/// Names another place of the description.
const VARIABLE: &str = "ODDBOARD_DISCORD_OPENAPI";

static CONTRACT: LazyLock<Option<Contract>> = LazyLock::new(Contract::read);

/// The description, where it is at hand.
///
/// # Panics
///
/// It is not, although the variable `CI` says that everything is to be checked.
pub(super) fn contract() -> Option<&'static Contract> {
    CONTRACT.as_ref()
}

/// Discord's description of its interface.
pub(super) struct Contract {
    document: Value,
    checks: Mutex<HashMap<String, Arc<Check>>>,
}

/// What the body of one kind of request must be like.
struct Check {
    schema: Value,
    validator: Validator,
}

impl Contract {
    #[expect(
        clippy::print_stderr,
        reason = "whoever runs the tests reads that a check was left out"
    )]
    fn read() -> Option<Contract> {
        let place = env::var_os(VARIABLE).map_or_else(
            || crate::data("../../shared/discord/openapi.json"),
            PathBuf::from,
        );
        let Ok(text) = fs::read_to_string(&place) else {
            let place = place.display();
            assert!(
                env::var_os("CI").is_none(),
                "{place}, Discord's specification, cannot be read; {VARIABLE} may name another place"
            );
            eprintln!(
                "left out: requests are not checked against Discord's specification, as {place} cannot be read"
            );
            return None;
        };
        let document = serde_json::from_str(&text);
        Some(Contract {
            document: document.unwrap_or_else(|error| panic!("{}: {error}", place.display())),
            checks: Mutex::default(),
        })
    }

    /// All that is wrong with a request: what the description forbids, and fields that it does not know.
    pub(super) fn check(&self, method: &str, segments: &[String], body: &Value) -> Vec<String> {
        let path = format!("/{}", segments.join("/"));
        let mut body = body.clone();
        allow(&mut body);
        let Some(template) = self.template(method, segments) else {
            return vec![format!("the specification has no {method} {path}")];
        };
        let key = format!("{method} {template}");
        let pointer = [
            "paths",
            template,
            &method.to_lowercase(),
            "requestBody",
            "content",
            "application/json",
            "schema",
        ];
        let Some(schema) = self.at(&pointer) else {
            return match body {
                Value::Null => Vec::new(),
                _ => vec![format!("{key} takes no body")],
            };
        };
        let mut wrong = self.judge(&key, schema, &body);
        // The other branch of this union is satisfied by anything.
        if template == "/channels/{channel_id}/threads" && body.get("message").is_some() {
            let name = "BaseCreateMessageCreateRequest";
            let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
            wrong.extend(self.judge(name, &schema, &body["message"]));
        }
        wrong
    }

    /// All that is wrong with an answer of ours, which tests of this server check.
    pub(super) fn check_answer(
        &self,
        method: &str,
        segments: &[String],
        status: u16,
        body: &Value,
    ) -> Vec<String> {
        let Some(template) = self.template(method, segments) else {
            return vec![format!(
                "the specification has no {method} /{}",
                segments.join("/")
            )];
        };
        let status = status.to_string();
        let pointer = [
            "paths",
            template,
            &method.to_lowercase(),
            "responses",
            &status,
            "content",
            "application/json",
            "schema",
        ];
        match self.at(&pointer) {
            Some(schema) => self.judge(&format!("{method} {template} {status}"), schema, body),
            None => Vec::new(),
        }
    }

    fn at(&self, pointer: &[&str]) -> Option<&Value> {
        pointer
            .iter()
            .try_fold(&self.document, |value, key| value.get(key))
    }

    /// The path of the description that fits best: the one with the fewest places left open.
    fn template(&self, method: &str, segments: &[String]) -> Option<&str> {
        let is_open = |part: &str| part.starts_with('{');
        let fits = |template: &str| {
            let parts: Vec<&str> = template.split('/').skip(1).collect();
            let same = |(part, segment): (&&str, &String)| is_open(part) || *part == segment;
            parts.len() == segments.len() && parts.iter().zip(segments).all(same)
        };
        let paths = self.document["paths"].as_object()?;
        let method = method.to_lowercase();
        let known = paths
            .iter()
            .filter(|(_, methods)| methods.get(&method).is_some());
        known
            .map(|(template, _)| template.as_str())
            .filter(|template| fits(template))
            .min_by_key(|template| template.matches('{').count())
    }

    fn judge(&self, key: &str, schema: &Value, body: &Value) -> Vec<String> {
        let check = self.prepared(key, schema);
        let errors = check.validator.iter_errors(body);
        let wrong = errors.map(|error| {
            let at = error.instance_path().to_string();
            format!("{key} at {at:?}: {}", clipped(&error.to_string()))
        });
        let unknown = fields::unknown(&self.document, &check.schema, body);
        let unknown = unknown
            .into_iter()
            .map(|at| format!("{key}: there is no field {at}"));
        wrong.chain(unknown).collect()
    }

    fn prepared(&self, key: &str, schema: &Value) -> Arc<Check> {
        let mut checks = self.checks.lock().unwrap_or_else(PoisonError::into_inner);
        let check = checks.entry(key.to_owned()).or_insert_with(|| {
            let root = json!({
                "components": { "schemas": self.document["components"]["schemas"] },
                "allOf": [schema],
            });
            let validator = jsonschema::options()
                .with_draft(Draft::Draft202012)
                .build(&root);
            Arc::new(Check {
                schema: schema.clone(),
                validator: validator.unwrap_or_else(|error| panic!("{key}: {error}")),
            })
        });
        check.clone()
    }
}

/// The beginning of a text, as a union that failed is told with all there was.
fn clipped(text: &str) -> String {
    text.chars().take(600).collect()
}

/// Rewrites what Discord takes in a second form, which its own documents name, into the form of the description.
fn allow(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(allow),
        Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), &mut *value) {
                    ("attachments", Value::Array(items)) => {
                        for item in items {
                            if let Some(number) = item["id"].as_u64() {
                                item["id"] = json!(number.to_string());
                            }
                        }
                    }
                    ("default_member_permissions", Value::String(bits)) => {
                        if let Ok(bits) = bits.parse::<u64>() {
                            *value = json!(bits);
                        }
                    }
                    _ => allow(value),
                }
            }
        }
        _ => {}
    }
}
