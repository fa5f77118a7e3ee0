//! Access control of the page.

use std::sync::Arc;

use axum::{
    Extension,
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header, uri::Scheme},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::{
    access::PageHost,
    connections::{Client, Seat},
    embedding,
    problem::Problem,
};
use text::Language;

/// The cookie with the token of a session. Browsers accept its name only from the page itself, and only encrypted.
pub(super) const SESSION_COOKIE: &str = "__Host-session=";

/// Returns the secret of a request: the one that its program holds, or the one in the cookie of its browser.
pub(super) fn secret(headers: &HeaderMap) -> Option<&str> {
    bearer(headers).or_else(|| cookie(headers, SESSION_COOKIE))
}

/// Returns the secret that the program of a request holds.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .strip_prefix("Bearer ")
}

/// Accepts only requests for the page's own host, and requests of pages only if this server served the page. Then adds the
/// headers that restrict the browser.
///
/// A foreign page can make a browser send requests here, and its own name can lead here by DNS.
pub(super) async fn guard(
    State(page): State<Arc<PageHost>>,
    Extension(seat): Extension<Arc<Seat>>,
    mut request: Request,
    next: Next,
) -> Response {
    drop_cookies(&page, request.headers_mut());
    follow_cookie(&mut request);
    let language = reader(request.headers());
    let path = embedding::document_path(request.uri());
    let is_page = !path.starts_with("/api/");
    let ancestors = page.frames.ancestors(path);
    let is_shell = ancestors.is_some() && embedding::is_shell(path);
    let headers = request.headers();
    let checked = check(&page, request.method(), request.uri(), headers);
    let response = match checked.and_then(|()| page.client(seat.peer, headers)) {
        Ok(address) => {
            request.extensions_mut().insert(Client { seat, address });
            next.run(request).await
        }
        Err(problem) => problem.into_response(),
    };
    let mut response = Problem::say_in(response, is_page, language);
    const HEADERS: [(HeaderName, &str); 4] = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ];
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if ancestors.is_none() {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    let policy = content_policy(ancestors.as_deref(), is_shell);
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    let cached = headers.entry(header::CACHE_CONTROL);
    cached.or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Builds the header that tells a browser what a document may load, and which programs may show it in a frame. A shell frames
/// screens itself.
fn content_policy(ancestors: Option<&str>, is_shell: bool) -> HeaderValue {
    let frames = if is_shell { "frame-src 'self'; " } else { "" };
    let ancestors = ancestors.unwrap_or("'none'");
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; \
         worker-src 'self'; {frames}\
         base-uri 'none'; form-action 'none'; frame-ancestors {ancestors}; require-trusted-types-for 'script'"
    );
    HeaderValue::from_str(&policy).expect("all sources are printable")
}

/// Checks whether a request is allowed by its host and its origin.
pub(super) fn check(
    page: &PageHost,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<(), Problem> {
    // A request can also name a host in its first line.
    let is_target = |host: &&str| {
        uri.authority()
            .is_none_or(|authority| authority.as_str().eq_ignore_ascii_case(host))
            && uri.scheme().is_none_or(|scheme| *scheme == Scheme::HTTP)
    };
    let host = only(headers, header::HOST)
        .filter(|host| page.is_own_host(host))
        .filter(is_target)
        .ok_or_else(|| {
            Problem::new(
                StatusCode::MISDIRECTED_REQUEST,
                text::page_own_address(page.address()),
            )
        })?;
    let is_line = uri.path().starts_with("/api/") && uri.path().ends_with("/live");
    let acts = *method != Method::GET && *method != Method::HEAD || is_line;
    let allowed = if headers.contains_key(header::ORIGIN) {
        let origin = only(headers, header::ORIGIN);
        origin.is_some_and(|origin| page.is_own_origin(origin, host))
    } else {
        // Browsers name the origin of every request with an effect. Other programs prove by the secret that they are not a
        // page.
        !acts || bearer(headers).is_some()
    };
    if allowed {
        Ok(())
    } else {
        Err(Problem::new(StatusCode::FORBIDDEN, text::page_own_page()))
    }
}

/// Drops the cookies of a request from a frame of Discord. There a secret in memory signs the reader in, and nothing else.
fn drop_cookies(page: &PageHost, headers: &mut HeaderMap) {
    let origin = only(headers, header::ORIGIN);
    if origin.is_some_and(|origin| page.frames.is_proxy(origin)) {
        headers.remove(header::COOKIE);
    }
}

/// The cookie with the language that the reader of a page has chosen.
const LANGUAGE_COOKIE: &str = "language=";

/// Puts the chosen language before those of the browser. The scripts of a page name the language of the page themselves in their
/// requests.
fn follow_cookie(request: &mut Request) {
    if *request.method() != Method::GET {
        return;
    }
    let headers = request.headers_mut();
    if let Some(chosen) = chosen_language(headers) {
        let chosen = HeaderValue::from_static(chosen.tag());
        headers.insert(header::ACCEPT_LANGUAGE, chosen);
    }
}

/// Returns the language in the cookie of a request.
pub(super) fn chosen_language(headers: &HeaderMap) -> Option<Language> {
    cookie(headers, LANGUAGE_COOKIE)?.parse().ok()
}

/// Returns the value of a cookie of a request, by its name with `=`.
pub(super) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    // Cookies of other sites of the same domain can have any bytes.
    let headers = headers.get_all(header::COOKIE).into_iter();
    let mut cookies = headers.flat_map(|cookies| cookies.as_bytes().split(|byte| *byte == b';'));
    let value = cookies.find_map(|cookie| cookie.trim_ascii().strip_prefix(name.as_bytes()))?;
    str::from_utf8(value).ok()
}

/// Returns the language of the responses to a browser.
pub(super) fn reader(headers: &HeaderMap) -> Language {
    language(headers).unwrap_or(Language::ENGLISH)
}

/// Returns the language that a browser prefers among those of the bot.
pub(super) fn language(headers: &HeaderMap) -> Option<Language> {
    let mut preferred: Vec<_> = accepted(headers, header::ACCEPT_LANGUAGE).collect();
    preferred.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    Language::negotiate(preferred.into_iter().map(|(_, tag)| tag))
}

/// Returns whether a browser accepts compressed responses.
pub(super) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let mut encodings = accepted(headers, header::ACCEPT_ENCODING);
    encodings.any(|(_, encoding)| encoding.eq_ignore_ascii_case("gzip"))
}

/// Returns the values that a browser accepts by a header, each with its weight, 1 if none is written.
fn accepted(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = (f32, &str)> {
    let values = headers.get(name).and_then(|values| values.to_str().ok());
    let values = values.unwrap_or_default().split(',');
    let weighted = values.filter_map(|one| {
        let mut parts = one.split(';').map(str::trim);
        let value = parts.next()?;
        let weight = parts.find_map(|part| part.strip_prefix("q="));
        Some((weight.unwrap_or("1").parse().ok()?, value))
    });
    weighted.filter(|(weight, _)| *weight > 0.0)
}

/// Returns the text of a header that occurs once.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next().filter(|_| values.next().is_none());
    value?.to_str().ok()
}
