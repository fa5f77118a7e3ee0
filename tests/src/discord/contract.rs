//! Checks requests against Discord's API description: `tests/discord/facts.json`, which `facts.py` beside it generates from that
//! description.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use super::{schema::Schemas, server::fits};

static CONTRACT: LazyLock<Contract> = LazyLock::new(Contract::read);

/// Returns Discord's API description.
pub(super) fn contract() -> &'static Contract {
    &CONTRACT
}

/// The known requests, with the schemas of their bodies and responses.
pub(super) struct Contract {
    /// The requests by method and path, such as `GET /users/{user_id}`.
    requests: Map<String, Value>,
    schemas: Schemas,
}

impl Contract {
    fn read() -> Contract {
        let mut facts: Map<String, Value> =
            serde_json::from_str(&crate::read("discord/facts.json")).expect("the facts are JSON");
        let mut take = |name| match facts.remove(name) {
            Some(Value::Object(entries)) => entries,
            _ => panic!("the facts have no {name}"),
        };
        Contract {
            requests: take("requests"),
            schemas: Schemas::new(take("schemas")),
        }
    }

    /// Returns all errors in a request: violations of its schema, and unknown fields.
    pub(super) fn check(&self, method: &str, segments: &[String], body: &Value) -> Vec<String> {
        let Some((place, facts)) = self.find(method, segments) else {
            let path = segments.join("/");
            return vec![format!("nothing is known of {method} /{path}")];
        };
        let mut body = body.clone();
        allow(&mut body);
        let wrong = match (&facts["takes"], &body) {
            (Value::Null, Value::Null) => Vec::new(),
            (Value::Null, _) => vec!["takes no body".to_owned()],
            (schema, body) => self.schemas.judge(schema, body),
        };
        named(place, wrong)
    }

    /// Returns all errors in our own response. Tests of this server use it.
    pub(super) fn check_answer(
        &self,
        method: &str,
        segments: &[String],
        status: u16,
        body: &Value,
    ) -> Vec<String> {
        let Some((place, facts)) = self.find(method, segments) else {
            return Vec::new();
        };
        match &facts["answers"][status.to_string()] {
            Value::Null => Vec::new(),
            schema => named(
                &format!("{place} {status}"),
                self.schemas.judge(schema, body),
            ),
        }
    }

    /// Returns the most specific matching request: the one with the fewest path parameters.
    fn find(&self, method: &str, segments: &[String]) -> Option<(&str, &Value)> {
        let requests = self.requests.iter();
        let fitting = requests.filter(|(place, _)| fits(place, method, segments));
        fitting
            .min_by_key(|(place, _)| place.matches('{').count())
            .map(|(place, facts)| (place.as_str(), facts))
    }
}

/// Adds the request to each error.
pub(super) fn named(place: &str, wrong: Vec<String>) -> Vec<String> {
    wrong
        .into_iter()
        .map(|wrong| format!("{place}: {wrong}"))
        .collect()
}

/// Rewrites an alternative form, which only Discord's documentation names, into the form of the API description.
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
