//! Tests of what a browser keeps of the responses, and of requests that are too long.

use std::io::Read as _;

use axum::{
    body::{Body as Content, to_bytes},
    extract::Request,
    http::{Error, HeaderName, StatusCode, request::Builder},
    response::Response,
};
use flate2::read::GzDecoder;
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use render::PieceStyle;

use super::*;
use crate::{connections::Connections, guard, state::MAX_BODY};

/// Sends a request to a page of its own, with an unknown secret; `rest` completes it.
async fn send(path: &str, rest: impl FnOnce(Builder) -> Result<Request, Error>) -> Response {
    let Setup { server, _close, .. } = setup(&Writer::new(Arc::new(MemoryStore::new())));
    send_to(server, path, |head| {
        rest(head.header("authorization", "Bearer 1-a"))
    })
    .await
}

/// Sends a request to a page; `rest` completes it.
async fn send_to(
    server: Server,
    path: &str,
    rest: impl FnOnce(Builder) -> Result<Request, Error>,
) -> Response {
    let request = Request::builder().uri(path).header("host", "127.0.0.1:1");
    let mut request = rest(request).expect("all parts are valid");
    let seat = Connections::new(1).take([127, 0, 0, 1].into());
    request
        .extensions_mut()
        .insert(seat.expect("there is room"));
    let router = TowerToHyperService::new(router(server));
    router
        .call(request)
        .await
        .unwrap_or_else(|error| match error {})
}

/// Requests a file that the browser may have under this tag.
async fn get(path: &str, tag: &str) -> Response {
    send(path, |head| {
        head.header("if-none-match", tag).body(Content::empty())
    })
    .await
}

#[track_caller]
fn value(response: &Response, name: HeaderName) -> String {
    let value = response.headers().get(&name);
    let value = value.unwrap_or_else(|| panic!("{name} is missing"));
    value.to_str().expect("headers are text").to_owned()
}

async fn content(response: Response) -> String {
    let content = to_bytes(response.into_body(), usize::MAX).await;
    String::from_utf8(content.expect("it is in memory").into()).expect("a text")
}

#[tokio::test]
async fn a_browser_keeps_a_file_until_it_changes() {
    let pieces = format!("/pieces/{}.svg", PieceStyle::ALL[0].name());
    for path in [
        "/chat.js",
        "/chat.css",
        "/icon.svg",
        "/start/baroque.svg",
        &*pieces,
    ] {
        let first = get(path, "\"other\"").await;
        assert_eq!(first.status(), StatusCode::OK, "{path}");
        assert_eq!(value(&first, header::CACHE_CONTROL), "no-cache", "{path}");
        let tag = value(&first, header::ETAG);
        assert!(!content(first).await.is_empty(), "{path}");
        let again = get(path, &format!("\"other\", {tag}")).await;
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{path}");
        assert_eq!(value(&again, header::ETAG), tag, "{path}");
        assert_eq!(content(again).await, "", "{path}");
    }
}

#[tokio::test]
async fn a_browser_keeps_no_page_and_no_answer() {
    for path in [
        "/",
        "/chat",
        "/rules/baroque",
        "/match/00009",
        "/nothing",
        "/api/games",
    ] {
        let response = get(path, "*").await;
        assert_ne!(response.status(), StatusCode::NOT_MODIFIED, "{path}");
        assert_eq!(
            value(&response, header::CACHE_CONTROL),
            "no-store",
            "{path}"
        );
        assert!(!response.headers().contains_key(header::ETAG), "{path}");
    }
}

#[tokio::test]
async fn a_file_is_compressed_once_for_browsers_that_accept_it() {
    let script = file("/chat.js").expect("a file");
    let sent = async |accepted: &'static str| {
        let accepted = (header::ACCEPT_ENCODING, HeaderValue::from_static(accepted));
        let headers = HeaderMap::from_iter([accepted]);
        let response = script.response(guard::accepts_gzip(&headers));
        let is_compressed = response.headers().contains_key(header::CONTENT_ENCODING);
        assert_eq!(value(&response, header::VARY), "accept-encoding");
        let content = to_bytes(response.into_body(), usize::MAX).await;
        (is_compressed, content.expect("it is in memory"))
    };
    for accepted in ["", "br", "gzip;q=0"] {
        let (is_compressed, content) = sent(accepted).await;
        assert!(
            !is_compressed && *content == *script.content.as_bytes(),
            "{accepted}"
        );
    }
    let (is_compressed, compressed) = sent("deflate, gzip;q=0.5").await;
    let mut content = String::new();
    let read = GzDecoder::new(&*compressed).read_to_string(&mut content);
    assert!(is_compressed && read.is_ok() && content == script.content);
    let (_, again) = sent("GZIP").await;
    assert_eq!(again.as_ptr(), compressed.as_ptr(), "it is the same memory");
}

#[tokio::test]
async fn a_request_that_is_too_long_says_what_to_shorten() {
    for (path, error) in [
        ("/api/say", text::page_too_long()),
        ("/api/analysis", text::analysis_too_long()),
        ("/api/analysis/engine", text::analysis_too_long()),
    ] {
        let body = Content::from("x".repeat(MAX_BODY + 1));
        let response = send(path, |head| head.method(Method::POST).body(body)).await;
        assert_eq!(response.status(), StatusCode::PAYLOAD_TOO_LARGE, "{path}");
        let shown = content(response).await;
        assert!(
            shown.contains(&Language::ENGLISH.localize(&error)),
            "{shown}"
        );
    }
}

/// Returns a path of each route of the requests that screens make.
fn interface() -> Vec<String> {
    let routes = include_str!("../requests.rs").split(".route(\"").skip(1);
    let paths = routes.filter_map(|route| Some(route.split_once('"')?.0));
    let paths = paths.filter(|path| path.starts_with("/api/"));
    let sample = |path: &str| {
        path.replace("{id}", "00009")
            .replace("{place}", "answer")
            .replace("{post}", "a")
            .replace("{digest}", "0")
    };
    paths.map(sample).collect()
}

#[tokio::test]
async fn no_program_keeps_an_answer_to_a_person_and_no_other_site_learns_its_address() {
    let Setup { server, _close, .. } = setup(&Writer::new(Arc::new(MemoryStore::new())));
    let (_, secret) = server
        .playground
        .sign_in("Anna", None)
        .await
        .expect("a name");
    let secret = format!("Bearer {secret}");
    let mut paths = interface();
    assert!(paths.len() > 15, "{paths:?}");
    let screens = [
        "/enter",
        "/sessions",
        "/framed/sessions",
        "/sign-in/discord",
        "/match/00009",
        "/framed/match/00009",
        "/match/00009/board.png",
    ];
    paths.extend(screens.map(str::to_owned));
    let mut n_answered = 0;
    for path in &paths {
        for method in [Method::GET, Method::POST] {
            let response = send_to(server.clone(), path, |head| {
                head.method(&method)
                    .header("authorization", &secret)
                    .header("content-type", "application/json")
                    .header("if-none-match", "*")
                    .body(Content::from("{}"))
            })
            .await;
            let about = format!("{method} {path}: {}", response.status());
            assert_eq!(
                value(&response, header::CACHE_CONTROL),
                "no-store",
                "{about}"
            );
            assert_eq!(
                value(&response, header::REFERRER_POLICY),
                "no-referrer",
                "{about}"
            );
            assert!(!response.headers().contains_key(header::ETAG), "{about}");
            n_answered += usize::from(response.status() == StatusCode::OK);
        }
    }
    assert!(n_answered > 4, "{n_answered}");
}

#[tokio::test]
async fn files_that_browsers_keep_are_the_same_for_all_readers() {
    let Setup { server, _close, .. } = setup(&Writer::new(Arc::new(MemoryStore::new())));
    let (_, secret) = server
        .playground
        .sign_in("Anna", None)
        .await
        .expect("a name");
    let readers = [
        ("user-agent", "a stranger".to_owned()),
        ("authorization", format!("Bearer {secret}")),
        (
            "cookie",
            format!("{}{secret}; language=fr", guard::SESSION_COOKIE),
        ),
    ];
    let pieces = format!("/pieces/{}.svg", PieceStyle::ALL[0].name());
    for path in [
        "/chat.js",
        "/match.js",
        "/match.css",
        "/icon.svg",
        "/start/chakart.svg",
        "/start/chakart.dark.svg",
        &*pieces,
    ] {
        let mut received = Vec::new();
        for (name, text) in &readers {
            let response = send_to(server.clone(), path, |head| {
                head.header(*name, text).body(Content::empty())
            })
            .await;
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            value(&response, header::ETAG);
            let head = format!("{:?}", response.headers());
            received.push((head, content(response).await));
        }
        let is_same = received.iter().all(|one| *one == received[0]);
        assert!(is_same, "{path} depends on its reader");
    }
}
