//! Tests of what the page serves: its files, the handbook, other hosts, and its start and stop.

use std::collections::BTreeSet;

use super::*;

#[tokio::test]
async fn other_hosts_and_other_pages_are_refused() {
    let test_page = TestPage::new().await;
    let foreign_host = test_page
        .request(reqwest::Method::GET, "/")
        .header("Host", "evil.example");
    let response = foreign_host.send().await.expect("the server answers");
    assert_eq!(response.status().as_u16(), 421);
    let told = response.text().await.expect("the answer is text");
    assert!(told.contains(&test_page.address.to_string()), "{told}");

    let sign_in = json!({ "name": "Anna" });
    let url = format!("http://{}/api/sign-in", test_page.address);
    for origin in [Some("http://evil.example"), Some("null"), None] {
        let mut request = test_page.client.post(&url).json(&sign_in);
        if let Some(origin) = origin {
            request = request.header("Origin", origin);
        }
        let response = request.send().await.expect("the server answers");
        assert_eq!(response.status().as_u16(), 403, "{origin:?}");
        let told = response.text().await.expect("the answer is text");
        assert!(told.contains("own page"), "{told}");
    }
    let anna = test_page.sign_in("Anna").await;
    let program = test_page
        .client
        .post(format!("http://{}/api/say", test_page.address))
        .bearer_auth(&anna.secret);
    let said = program
        .json(&json!({ "id": "a", "place": "lobby", "text": "hello" }))
        .send()
        .await;
    assert_eq!(said.expect("the server answers").status().as_u16(), 200);

    let form = test_page
        .request(reqwest::Method::POST, "/api/sign-in")
        .header("Content-Type", "text/plain");
    let response = form
        .body(r#"{"name":"Eve"}"#)
        .send()
        .await
        .expect("the server answers");
    assert_eq!(response.status().as_u16(), 415);

    let mut upgrade = format!("ws://{}/api/live", test_page.address)
        .into_client_request()
        .expect("an address");
    assert!(
        tokio_tungstenite::connect_async(upgrade.clone())
            .await
            .is_err()
    );
    upgrade
        .headers_mut()
        .insert("Origin", "http://evil.example".parse().expect("an origin"));
    assert!(tokio_tungstenite::connect_async(upgrade).await.is_err());
}

#[tokio::test]
async fn screens_and_files_are_compressed_but_no_answers_to_a_person() {
    let test_page = TestPage::new().await;
    let ann = test_page.sign_in("Ann").await;
    let encoding = async |request: reqwest::RequestBuilder| {
        let request = request.header("accept-encoding", "gzip, deflate, br");
        let response = request.send().await.expect("the server answers");
        let encoding = response.headers().get("content-encoding");
        encoding.map(|encoding| encoding.to_str().expect("text").to_owned())
    };
    let get = |path| test_page.request(reqwest::Method::GET, path);
    for path in ["/", "/match.js", "/match.css", "/start/baroque.svg"] {
        assert_eq!(encoding(get(path)).await.as_deref(), Some("gzip"), "{path}");
    }
    let games = test_page.request(reqwest::Method::POST, "/api/games");
    let games = games.bearer_auth(&ann.secret).json(&serde_json::json!({}));
    assert_eq!(encoding(games).await, None);
}

#[tokio::test]
async fn the_page_comes_whole_and_bound_to_this_server() {
    let test_page = TestPage::new().await;
    let get = async |path: &str| {
        test_page
            .request(reqwest::Method::GET, path)
            .send()
            .await
            .expect("the server answers")
    };
    let page = get("/chat").await;
    assert_eq!(page.status().as_u16(), 200);
    let header = |name: &str| {
        page.headers()[name]
            .to_str()
            .expect("headers are text")
            .to_owned()
    };
    let policy = header("content-security-policy");
    assert!(
        policy.contains("default-src 'none'") && !policy.contains("unsafe"),
        "{policy}"
    );
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(header("referrer-policy"), "no-referrer");
    let html = page.text().await.expect("a text");
    for file in ["/chat.css", "/look.js", "/chat.js", "/icon.svg"] {
        assert!(html.contains(&format!("\"{file}\"")), "{file}");
    }
    for path in ["/look.js", "/chat.js", "/home.js", "/match.js"] {
        let script = get(path).await;
        assert_eq!(script.status().as_u16(), 200, "{path}");
        assert!(
            script.headers()["content-type"]
                .to_str()
                .is_ok_and(|kind| kind.starts_with("text/javascript"))
        );
        let script = script.text().await.expect("a text");
        assert!(!script.contains("innerHTML"), "{path}");
    }
    for nothing in [
        "/api",
        "/page",
        "/index.html",
        "/..%2f",
        "/.git/config",
        "/api/picture",
    ] {
        assert_eq!(get(nothing).await.status().as_u16(), 404, "{nothing}");
    }
    // A mistyped address leads to a page with a correct one.
    for mistyped in ["/rules/chess", "/index.html"] {
        let page = get(mistyped).await.text().await.expect("a text");
        assert!(page.contains("<a href=\"/rules\">"), "{mistyped}: {page}");
    }
}

/// Returns the values of an attribute in our HTML.
fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    let begin = format!(" {attribute}=\"");
    let rest = html.split(begin.as_str()).skip(1);
    rest.filter_map(|rest| rest.split('"').next()).collect()
}

#[tokio::test]
async fn the_handbook_is_there_without_javascript() {
    let test_page = TestPage::new().await;
    // No reader asks for as many pictures a second, so this one meets the limit of pictures, and asks again.
    let get = async |path: &str| loop {
        let request = test_page.request(reqwest::Method::GET, path);
        let answer = request.send().await.expect("the server answers");
        if answer.status() != reqwest::StatusCode::TOO_MANY_REQUESTS {
            break answer;
        }
    };
    let contents = get("/rules").await.text().await.expect("a text");
    for variant in rules::Variant::ALL {
        let first = format!("/rules/{variant}");
        let overview = get(&first).await.text().await.expect("a text");
        assert!(
            overview.contains(">Your first game</a> takes you"),
            "{variant}"
        );
        let play = format!("<a href=\"/?play={variant}\">Play this variant</a> starts a match");
        assert!(overview.contains(&play), "{variant}");
        assert!(contents.contains(&format!("href=\"{first}\"")), "{first}");
        let mut pages = BTreeMap::new();
        let mut open = vec![first.clone()];
        let mut anchors = BTreeSet::new();
        while let Some(path) = open.pop() {
            if pages.contains_key(&path) {
                continue;
            }
            let page = get(&path).await;
            assert_eq!(page.status().as_u16(), 200, "{path}");
            let html = page.text().await.expect("a text");
            if !html.contains("class=\"book\"") {
                // The page of a picture.
                continue;
            }
            assert!(!html.contains(&format!(">/rules {variant} ")), "{path}");
            for href in values(&html, "href") {
                let (page, anchor) = href.split_once('#').unwrap_or((href, ""));
                let page = if page.is_empty() { path.as_str() } else { page };
                if page.starts_with(&format!("{first}/")) {
                    open.push(page.to_owned());
                } else if page.starts_with('/') && page != first {
                    assert_eq!(get(page).await.status().as_u16(), 200, "{href}");
                } else {
                    assert!(page == first || page.starts_with("https://"), "{href}");
                }
                if !anchor.is_empty() {
                    anchors.insert((page.to_owned(), anchor.to_owned()));
                }
            }
            let (scripts, pictures): (Vec<_>, Vec<_>) = values(&html, "src")
                .into_iter()
                .partition(|file| file.ends_with(".js"));
            assert!(!scripts.is_empty(), "{path}");
            assert_eq!(values(&html, "alt").len(), pictures.len(), "{path}");
            // Diagrams have a dark form too.
            let dark = values(&html, "srcset");
            let is_diagram = |picture: &&&str| picture.starts_with("/rules/");
            assert_eq!(
                dark.len(),
                pictures.iter().filter(is_diagram).count(),
                "{path}"
            );
            for picture in pictures.into_iter().chain(dark) {
                assert_eq!(get(picture).await.status().as_u16(), 200, "{picture}");
            }
            pages.insert(path, html);
        }
        assert!(pages.len() > 5, "{first} is split");
        for (path, anchor) in anchors {
            let ids = values(&pages[&path], "id");
            assert!(ids.contains(&anchor.as_str()), "{path}#{anchor}");
        }
        // Each section can be reached by its name alone.
        for section in handbook::Handbook::of(variant).sections() {
            let page = get(&format!("{first}/{}", section.id)).await;
            assert_eq!(page.status().as_u16(), 200, "{}", section.id);
            let html = page.text().await.expect("a text");
            assert!(
                values(&html, "id").contains(&section.id.as_str()),
                "{}",
                section.id
            );
        }
    }
    let bytes = async |path: &str| get(path).await.bytes().await.expect("a picture");
    // The knight on b1, by its name and by a point of its square.
    let plain = bytes("/rules/berolina/Q1-0.png").await;
    let plain_start = bytes("/rules/berolina/O1-0.png").await;
    let named = bytes("/rules/berolina/O1-0.png?b1").await;
    let pointed = bytes("/rules/berolina/O1-0.png?75,330").await;
    assert!(
        plain.starts_with(b"<!doctype"),
        "there is no such paragraph"
    );
    assert!(plain_start.starts_with(b"\x89PNG"));
    assert!(named != plain_start && named == pointed);
    let dark = bytes("/rules/berolina/O1-0.dark.png").await;
    assert!(dark.starts_with(b"\x89PNG") && dark != plain_start);
    // No piece moves from an empty square, and a malformed query has no effect.
    for query in ["?e5", "?x", "?1,1", "?9999,9999", "?-1,7"] {
        let path = format!("/rules/berolina/O1-0.png{query}");
        assert!(bytes(&path).await == plain_start, "{query}");
    }
    let alone = get("/rules/berolina/O1-0?b1").await;
    let alone = alone.text().await.expect("a text");
    assert!(alone.contains("From b1: a3, c3"), "{alone}");
    for nothing in [
        "/rules/go",
        "/rules/baroque/Q27-99",
        "/rules/baroque/Q27-99.png",
        "/rules/baroque/-0",
        "/rules/baroque/%3Cb%3E-0",
    ] {
        let response = get(nothing).await;
        assert_eq!(response.status().as_u16(), 404, "{nothing}");
        let text = response.text().await.expect("a text");
        assert!(!text.contains("<b>"), "{text}");
    }
}

#[tokio::test]
async fn a_stop_asks_the_pages_to_reconnect() {
    let test_page = TestPage::new().await;
    let anna = test_page.sign_in("Anna").await;
    let mut line = Line::open(test_page.address, &anna.secret, json!({})).await;
    line.until_caught_up().await;
    test_page.close().await;
    let end = loop {
        if let Err(code) = line.next().await {
            break code;
        }
    };
    assert_eq!(end, u16::from(CloseCode::Restart));
}

#[tokio::test]
async fn the_error_for_an_unusable_address_names_its_option() {
    let open = page::bind(([0, 0, 0, 0], 0).into(), &Access::Local).await;
    assert!(matches!(&open, Err(BindError::NotLoopback { .. })));
    let first = page::bind(([127, 0, 0, 1], 0).into(), &Access::Local)
        .await
        .expect("the system has a free port");
    let taken = page::bind(
        first.local_addr().expect("a bound socket has an address"),
        &Access::Local,
    )
    .await;
    assert!(matches!(&taken, Err(BindError::Taken { .. })));
    for error in [open, taken] {
        let text = error.expect_err("it cannot be had").to_string();
        assert!(
            text.contains("--listen") && text.contains("[web] listen"),
            "{text}"
        );
    }
}
