//! Access of watchers to a match, and the cost of many watchers.

use std::{collections::BTreeSet, sync::Arc};

use api::MatchId;
use reqwest::StatusCode;
use serde_json::{Value, json};
use tests::{
    page::Page,
    page_user::{Line, PageAnswer, PageUser, press, text},
    store::fresh_writer,
    venue::{BotAnswer as _, challenged},
};

/// Returns the answers for a visitor who only knows the address of a match, one for each way.
async fn by_address(address: &str, id: MatchId) -> Vec<(String, StatusCode, String)> {
    let client = reqwest::Client::builder().no_proxy().build();
    let client = client.expect("a client");
    let page = format!("http://{address}");
    let eyes = ["everything", "everybody", "white", "black"];
    let wishes = eyes.map(|eyes| json!({ "n_inputs": 0, "eyes": eyes }));
    let posts = wishes.into_iter().chain([json!({})]).map(|wish| {
        let post = client.post(format!("{page}/api/match/{id}"));
        (wish.to_string(), post.header("origin", &page).json(&wish))
    });
    let paths = [
        format!("/match/{id}"),
        format!("/match/{id}/board.png"),
        format!("/api/match/{id}/replay.gif"),
    ];
    let gets = paths.map(|path| (path.clone(), client.get(format!("{page}{path}"))));
    let mut got = Vec::new();
    for (way, request) in posts.chain(gets) {
        let answer = request.send().await.expect("the page is there");
        let status = answer.status();
        let told = answer.text().await.expect("an answer");
        got.push((way, status, told));
    }
    got
}

/// Returns the frames on a watcher's line of a match, until it ends.
async fn watched_until_the_end(mut line: Line) -> Vec<Value> {
    let mut frames = Vec::new();
    while let Some(frame) = line.next().await {
        frames.push(frame);
    }
    frames
}

/// A match between Ann at the page and the program, in direct messages.
struct PrivateMatch {
    page: Page,
    ann: PageUser,
    id: MatchId,
}

impl PrivateMatch {
    async fn begin() -> PrivateMatch {
        let page = Page::open(fresh_writer(), |_| {}).await;
        let ann = PageUser::sign_in(&page.address, "Ann").await;
        let begins = text("/challenge berolina opponent:@Oddboard level:1 color:white");
        let begun = ann.send(&page.address, "direct", "begin", &begins).await;
        let id = begun["about"].as_str().expect("a match").parse();
        let alone = PrivateMatch {
            id: id.expect("it is the id of a match"),
            page,
            ann,
        };
        alone.ann_says("/move e2d3").await;
        alone.page.core.idle().await;
        alone
    }

    async fn ann_says(&self, words: &str) -> String {
        let id = words.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let (address, input) = (&self.page.address, text(words));
        let answer = self.ann.send(address, "direct", &id, &input).await;
        answer.text().to_owned()
    }

    /// Returns the messages that the signed-in Eve receives about the match.
    async fn heard_by(&self, eve: &PageUser, place: &str, n: usize, input: &Value) -> PageAnswer {
        let address = &self.page.address;
        let id = format!("eve-{n}");
        let heard = eve.try_send(address, place, &id, input).await;
        heard.expect("the page is there")
    }

    /// Checks that no other user than Ann can see it in any way.
    async fn check_private(&self, eve: &PageUser) {
        let (address, id) = (&self.page.address, self.id);
        let unseen = "There is no such game, or you may not see it.";
        for (way, status, told) in by_address(address, id).await {
            assert_eq!(status, StatusCode::NOT_FOUND, "{way}: {told}");
            for secret in ["Ann", "e2d3", "ed3", "berolina"] {
                // The page contains the words of all commands.
                let (_, after) = told.split_once("</head>").unwrap_or(("", &told));
                assert!(!after.contains(secret), "{way} tells {secret}: {told}");
            }
        }
        let path = format!("api/match/{id}/live");
        let lines = [json!({}), json!({ "secret": eve.secret() })];
        for hello in lines {
            let line = Line::open(address, &path, &hello).await;
            let frames = watched_until_the_end(line).await;
            let [frame] = &frames[..] else {
                panic!("{frames:?}");
            };
            let told = frame["nothing"].as_str().expect("there is nothing to see");
            assert_eq!(told, unseen);
        }
        for what in ["", "/review"] {
            let path = format!("match/{id}{what}");
            let answer = eve.ask(address, &path, &json!({})).await;
            let answer = answer.expect("the page is there");
            assert!(answer.status().is_client_error(), "{what}");
            let told = answer.text().await.expect("an answer");
            assert!(told.contains(unseen), "{told}");
        }
        let nothing = format!("There is no match {id} here.");
        let commands = [
            "board", "history", "export", "replay", "verify", "follow", "review",
        ];
        let mut inputs: Vec<_> = commands
            .iter()
            .map(|command| text(&format!("/{command} {id}")))
            .collect();
        inputs.push(press(&format!("accept:{id}")));
        for (n, input) in inputs.iter().enumerate() {
            for place in ["lobby", "direct"] {
                let n = 2 * n + usize::from(place == "direct");
                let heard = self.heard_by(eve, place, n, input).await;
                let told = heard.expect("an answer")["answer"].text().to_owned();
                assert!(told.starts_with(&nothing), "{place}, {input}: {told}");
            }
        }
        let typed = format!("/history {}", &id.to_string()[..2]);
        let offered = eve.complete(address, "direct", "typed", &typed).await;
        let names_it = |offered: &String| offered.contains(&id.to_string());
        assert!(!offered.iter().any(names_it), "{offered:?}");
    }

    /// Checks that Ann sees it in all ways.
    async fn check_shown_to_its_player(&self) {
        let (address, id) = (&self.page.address, self.id);
        let path = format!("match/{id}");
        let answer = self.ann.ask(address, &path, &json!({})).await;
        let answer = answer.expect("the page is there");
        let board: Value = answer.json().await.expect("a board");
        assert_eq!(board["is_private"], true);
        let frame = self.ann.watch(address, id).await.next().await;
        assert_eq!(
            frame.expect("the line stays open")["board"]["n_inputs_now"],
            board["n_inputs_now"]
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_its_player_sees_a_match_in_direct_messages() {
    let alone = PrivateMatch::begin().await;
    let eve = PageUser::sign_in(&alone.page.address, "Eve").await;
    alone.check_shown_to_its_player().await;
    alone.check_private(&eve).await;
    let resign = alone.ann_says("/resign").await;
    assert_eq!(resign, "Resign this game?");
    let confirm = press(&format!("resign:{}", alone.id));
    let address = &alone.page.address;
    alone.ann.send(address, "direct", "resigns", &confirm).await;
    alone.page.core.idle().await;
    alone.check_shown_to_its_player().await;
    alone
        .check_private(&PageUser::sign_in(address, "Mallory").await)
        .await;
    alone.page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_code_of_a_challenge_shows_it_and_not_its_private_match() {
    let page = Page::open(fresh_writer(), |_| {}).await;
    let address = &page.address;
    let [ann, bob] = ["Ann", "Bob"].map(|name| PageUser::sign_in(address, name));
    let (ann, bob) = (ann.await, bob.await);
    let challenge = text("/challenge berolina open:yes");
    let answer = ann.send(address, "direct", "open", &challenge).await;
    let id = challenged(answer.text());
    let mut strangers = Line::open(address, &format!("api/match/{id}/live"), &json!({})).await;
    let shown = strangers.next().await.expect("the line stays open");
    assert_eq!(shown["board"]["stage"], "challenge");
    bob.send(address, "direct", "join", &text(&format!("/join {id}")))
        .await;
    let frames = watched_until_the_end(strangers).await;
    let last = frames.last().expect("a word of farewell");
    assert!(last["nothing"].is_string(), "{last}");
    for player in [&ann, &bob] {
        let frame = player.watch(address, id).await.next().await;
        assert_eq!(
            frame.expect("the line stays open")["board"]["stage"],
            "playing"
        );
    }
    page.close().await;
}

/// Returns the next frame of each line.
async fn next_of_all(lines: &mut [Line]) -> Vec<String> {
    let mut frames = Vec::new();
    for line in lines {
        let frame = line.next_text().await;
        frames.push(frame.expect("the line stays open").as_str().to_owned());
    }
    frames
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_drawn_once_per_kind_of_view() {
    let page = Page::open(fresh_writer(), |_| {}).await;
    let address = &page.address;
    let [ann, bob, eve] = ["Ann", "Bob", "Eve"].map(|name| PageUser::sign_in(address, name));
    let (ann, bob, eve) = (ann.await, bob.await, eve.await);
    let id = ann.begin(address, &bob, "berolina @Bob color:white").await;
    page.core.idle().await;
    let path = format!("api/match/{id}/live");
    let secret = |guest: &PageUser| json!({ "secret": guest.secret() });
    let kinds = [
        (json!({}), 12),
        (json!({ "dark": true }), 12),
        (json!({ "bottom": "black" }), 6),
        (secret(&eve), 6),
        (secret(&ann), 2),
        (secret(&bob), 2),
    ];
    let mut lines = Vec::new();
    for (hello, n) in &kinds {
        for _ in 0..*n {
            lines.push(Line::open(address, &path, hello).await);
        }
    }
    next_of_all(&mut lines).await;
    let core = Arc::clone(&page.core);
    for (mover, played) in [(&ann, "e2d3"), (&bob, "e7d6"), (&ann, "d3c4")] {
        let n_drawn = core.n_drawn();
        let input = text(&format!("/move {played} match:{id}"));
        mover.send(address, "direct", played, &input).await;
        let frames = next_of_all(&mut lines).await;
        assert_eq!(core.n_drawn() - n_drawn, kinds.len() as u64, "{played}");
        let different: BTreeSet<_> = frames.iter().collect();
        assert_eq!(different.len(), kinds.len(), "{played}");
    }
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_keeps_no_picture_of_a_match() {
    let page = Page::open(fresh_writer(), |_| {}).await;
    let address = &page.address;
    let [ann, bob] = ["Ann", "Bob"].map(|name| PageUser::sign_in(address, name));
    let (ann, bob) = (ann.await, bob.await);
    let id = ann.begin(address, &bob, "berolina @Bob color:white").await;
    let client = reqwest::Client::builder().no_proxy().build();
    let path = format!("http://{address}/match/{id}/board.png");
    let sent = client.expect("a client").get(path).send().await;
    let picture = sent.expect("the page is there");
    assert_eq!(picture.status(), StatusCode::OK);
    assert_eq!(picture.headers()["cache-control"], "no-store");
    assert!(!picture.headers().contains_key("etag"));
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_picture_of_a_puzzle_has_all_drawings_that_it_shows() {
    let page = Page::open(fresh_writer(), |_| {}).await;
    let client = reqwest::Client::builder().no_proxy().build();
    let client = client.expect("a client");
    for variant in ["berolina", "baroque", "bario", "chakart"] {
        for name in ["1.svg", "1.dark.svg"] {
            let url = format!("http://{}/puzzles/{variant}/{name}", page.address);
            let picture = client.get(url).send().await.expect("the page is there");
            let picture = picture.text().await.expect("a picture is a text");
            let shown = picture.split("href='#").skip(1);
            let shown: Vec<_> = shown.filter_map(|rest| rest.split('\'').next()).collect();
            assert!(shown.len() > 3, "{variant}");
            for drawing in shown {
                assert!(picture.contains(&format!("id=\"{drawing}\"")), "{drawing}");
            }
        }
    }
    page.close().await;
}
