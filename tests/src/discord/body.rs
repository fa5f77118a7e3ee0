//! Reads the body of a request: JSON, with or without files.

use std::sync::Arc;

use axum::{
    body::to_bytes,
    extract::{FromRequest, Multipart, Request},
};
use serde_json::Value;

/// The largest body that the server accepts. Discord's limit is lower, so the server reports a broken rule.
const MOST: usize = 64 * 1024 * 1024;

/// An uploaded file.
#[derive(Clone)]
pub(super) struct Upload {
    /// `n` of the part `files[n]`.
    pub(super) number: u64,
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) bytes: Arc<[u8]>,
}

/// The body of a request.
#[derive(Default)]
pub(super) struct Body {
    pub(super) json: Value,
    pub(super) files: Vec<Upload>,
    /// The errors in its form.
    pub(super) wrong: Vec<String>,
}

/// Reads the body. Returns `None` if the sender disconnected.
pub(super) async fn read(request: Request) -> Option<Body> {
    let kind = request.headers().get("content-type");
    let kind = kind.and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or_default().to_owned();
    if kind.starts_with("multipart/form-data") {
        return read_parts(Multipart::from_request(request, &()).await.ok()?).await;
    }
    let bytes = to_bytes(request.into_body(), MOST).await.ok()?;
    let mut wrong = Vec::new();
    let json = if bytes.is_empty() {
        Value::Null
    } else {
        serde_json::from_slice(&bytes).unwrap_or_else(|error| {
            wrong.push(format!("the body is no JSON: {error}"));
            Value::Null
        })
    };
    if !bytes.is_empty() && !kind.starts_with("application/json") {
        wrong.push(format!("the body is JSON and is said to be {kind:?}"));
    }
    let files = Vec::new();
    Some(Body { json, files, wrong })
}

async fn read_parts(mut parts: Multipart) -> Option<Body> {
    let mut body = Body::default();
    loop {
        let part = match parts.next_field().await {
            Ok(Some(part)) => part,
            Ok(None) => return Some(body),
            Err(_) => return None,
        };
        let name = part.name().unwrap_or_default().to_owned();
        let file = part.file_name().map(str::to_owned);
        let kind = part.content_type().unwrap_or_default().to_owned();
        let bytes = part.bytes().await.ok()?;
        let number = name.strip_prefix("files[");
        let number = number.and_then(|rest| rest.strip_suffix(']')?.parse().ok());
        match (name.as_str(), number, file) {
            ("payload_json", _, _) => match serde_json::from_slice(&bytes) {
                Ok(json) => body.json = json,
                Err(error) => body.wrong.push(format!("payload_json is no JSON: {error}")),
            },
            (_, Some(number), Some(name)) => body.files.push(Upload {
                number,
                name,
                kind,
                bytes: Arc::from(bytes.as_ref()),
            }),
            _ => {
                let problem = format!("the body has a part named {name:?}");
                body.wrong.push(problem);
            }
        }
    }
}
