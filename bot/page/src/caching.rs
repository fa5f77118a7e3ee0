//! Files and pictures that a browser keeps, and fetches again only if they have changed.

use axum::{
    body::{self, Body},
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::problem::Problem;

/// Tags the files and pictures in responses, and answers "not modified" to a browser that has them already.
///
/// It leaves out HTML. A page depends on choices of its reader, such as the language, and a browser would show the old page when
/// the reader goes back.
pub(super) async fn revalidate(request: Request, next: Next) -> Response {
    let is_get = *request.method() == Method::GET;
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    let response = next.run(request).await;
    if !is_get || response.status() != StatusCode::OK || is_html(response.headers()) {
        return response;
    }
    let (mut head, content) = response.into_parts();
    let Ok(content) = body::to_bytes(content, usize::MAX).await else {
        return Problem::bug().into_response();
    };
    let tag = tag(&content);
    let is_known = known.is_some_and(|known| names(&known, &tag));
    head.headers.insert(header::ETAG, tag);
    // The browser asks each time.
    let always_ask = HeaderValue::from_static("no-cache");
    head.headers.insert(header::CACHE_CONTROL, always_ask);
    if is_known {
        head.status = StatusCode::NOT_MODIFIED;
        head.headers.remove(header::CONTENT_ENCODING);
        return Response::from_parts(head, Body::empty());
    }
    Response::from_parts(head, Body::from(content))
}

fn is_html(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    kind.is_none_or(|kind| kind.as_bytes().starts_with(b"text/html"))
}

/// Returns the tag of a content. It is a weak one, because the same content may be sent compressed or not.
fn tag(content: &[u8]) -> HeaderValue {
    let digest = HEXLOWER.encode(&Sha256::digest(content)[..16]);
    HeaderValue::try_from(format!("W/\"{digest}\"")).expect("digits are text")
}

/// Returns whether a header lists a tag.
fn names(listed: &HeaderValue, tag: &HeaderValue) -> bool {
    let mut listed = listed.as_bytes().split(|byte| *byte == b',');
    listed.any(|one| one.trim_ascii() == tag.as_bytes())
}
