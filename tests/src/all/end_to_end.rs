//! Bad input against the real program: whoever does something wrong hears what to do instead, and nothing else happens.

use std::{
    collections::BTreeSet,
    io::{Read, Write},
    net::TcpStream,
};

use futures_util::future::join_all;
use reqwest::StatusCode;
use rules::Record;
use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{
    guest::{Guest, choose, press, text},
    program::Program,
};

/// The real program on a folder of its own, with Ann and Bob.
struct House {
    program: Program,
    ann: Guest,
    bob: Guest,
    n_events: usize,
    _folder: TempDir,
}

/// The text of an answer.
fn said(answer: &Value) -> String {
    answer["text"]
        .as_str()
        .expect("an answer is a text")
        .to_owned()
}

#[track_caller]
fn check(heard: &str, told: &[&str]) {
    for told in told {
        assert!(heard.contains(told), "{heard:?} does not tell {told:?}");
    }
}

impl House {
    async fn open() -> House {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let program = Program::start(&folder.path().join("data"));
        House {
            ann: Guest::sign_in(&program.address, "Ann").await,
            bob: Guest::sign_in(&program.address, "Bob").await,
            program,
            n_events: 0,
            _folder: folder,
        }
    }

    fn address(&self) -> &str {
        &self.program.address
    }

    fn fresh(&mut self) -> String {
        self.n_events += 1;
        format!("event-{}", self.n_events)
    }

    /// Does something; the text of the bot's answer.
    async fn say(&mut self, who: &Guest, deed: &Value) -> String {
        let id = self.fresh();
        said(&who.say(self.address(), "lobby", &id, deed).await)
    }

    /// Types something as Ann or Bob.
    async fn ann(&mut self, command: &str) -> String {
        self.say(&self.ann.clone(), &text(command)).await
    }

    async fn bob(&mut self, command: &str) -> String {
        self.say(&self.bob.clone(), &text(command)).await
    }

    /// Opens a challenge by Ann, who plays White; the name of the match.
    async fn challenge(&mut self, whom: &str) -> String {
        let answer = self
            .ann(&format!("/challenge berolina {whom} color:white"))
            .await;
        let id = answer
            .split("its name is ")
            .nth(1)
            .and_then(|rest| rest.get(..5));
        id.unwrap_or_else(|| panic!("a challenge was answered by {answer}"))
            .to_owned()
    }

    /// Begins a match of Ann, who plays White, against Bob; its name.
    async fn begin(&mut self) -> String {
        let id = self.challenge("@Bob").await;
        let answer = self
            .say(&self.bob.clone(), &press(&format!("accept:{id}")))
            .await;
        assert!(answer.starts_with("You accepted"), "{answer}");
        id
    }

    /// Plays moves in turn, White's first.
    async fn play(&mut self, moves: &[&str]) {
        for (n, action) in moves.iter().enumerate() {
            let who = [&self.ann, &self.bob][n % 2].clone();
            let answer = self.say(&who, &text(&format!("/move {action}"))).await;
            assert!(answer.starts_with("You played"), "{answer}");
        }
    }

    /// The record of the only match.
    async fn record(&mut self) -> Record {
        let id = self.fresh();
        let answer = self
            .ann
            .say(self.address(), "lobby", &id, &text("/export"))
            .await;
        let record = answer["attachment"]["text"]
            .as_str()
            .expect("a record comes as a file");
        record.parse().expect("the file is a record")
    }

    async fn moves(&mut self) -> Vec<String> {
        self.record()
            .await
            .inputs
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    /// All that was said in the lobby, as somebody reads it who comes now.
    async fn lobby(&self) -> Vec<Value> {
        let mut line = self.bob.listen(self.address(), &Default::default()).await;
        let mut posts = Vec::new();
        loop {
            let frame = line.next().await.expect("the line stays open");
            match frame["type"].as_str() {
                Some("post") if frame["place"] == "lobby" => posts.push(frame),
                Some("caught-up") => return posts,
                _ => {}
            }
        }
    }

    /// Asks as no page of ours does.
    fn foreign(&self, path: &str) -> reqwest::RequestBuilder {
        let client = reqwest::Client::builder()
            .no_proxy()
            .build()
            .expect("a client");
        client.post(format!("http://{}{path}", self.address()))
    }
}

/// The status of an answer and what it says.
async fn refused(request: reqwest::RequestBuilder) -> (StatusCode, String) {
    let answer = request.send().await.expect("the program answers");
    let status = answer.status();
    let body: Value = answer.json().await.expect("answers are JSON");
    (
        status,
        body["error"].as_str().unwrap_or_default().to_owned(),
    )
}

#[tokio::test]
async fn a_wrong_move_changes_nothing_and_is_told_why() {
    let mut house = House::open().await;
    check(
        &house.ann("/move e2g4").await,
        &["You play no match here", "/challenge"],
    );
    let id = house.begin().await;
    check(
        &house.bob("/move e7c5").await,
        &["not your turn", "Ann (White)"],
    );
    check(
        &house.ann("/move e2e4").await,
        &[
            "“e2e4” is illegal",
            "pawn on e2",
            "berolina O6",
            "still your turn",
        ],
    );
    check(
        &house.ann("/move banana").await,
        &["“banana”", "such as e2g4"],
    );
    check(
        &house.ann("/move Qh7").await,
        &["None of your men", "“Qh7”"],
    );
    let wrong_menu = choose(&format!("pick:{id}:0:0"), "e2e4");
    check(
        &house.say(&house.ann.clone(), &wrong_menu).await,
        &["I do not know this button", "/board"],
    );

    house.play(&["g1f3", "a7b6", "d2c3", "b7a6"]).await;
    check(
        &house.ann("/move Nd2").await,
        &[
            "“Nd2” can be more than one move",
            "b1d2 (Nbd2)",
            "f3d2 (Nfd2)",
            " or ",
        ],
    );
    let old_board = press(&format!("guide:{id}:1"));
    check(
        &house.say(&house.ann.clone(), &old_board).await,
        &["earlier moment", "/board"],
    );
    assert_eq!(house.moves().await, ["g1f3", "a7b6", "d2c3", "b7a6"]);
    house.play(&["Nbd2"]).await;
}

#[tokio::test]
async fn what_is_no_command_is_told_the_nearest_one() {
    let mut house = House::open().await;
    check(
        &house.ann("/mvoe e2g4").await,
        &["“mvoe”", "Did you mean /move?", "/help"],
    );
    check(&house.ann("/").await, &["no command", "/help"]);
    check(
        &house.ann("/qwertyuiop").await,
        &["“qwertyuiop”", "/help lists all"],
    );
    check(
        &house.ann("/challenge chess").await,
        &["“chess”", "berolina"],
    );
    check(
        &house.ann("/challenge berolina @Nobody").await,
        &["nobody here called “@Nobody”"],
    );
    check(
        &house.ann("/challenge berolina @Ann").await,
        &["against yourself"],
    );
    check(
        &house.ann("/board match:zzzzz").await,
        &["no match zzzzz", "/games"],
    );
    check(
        &house.ann("/resign colour:red").await,
        &["no option “colour”", "match"],
    );
    check(
        &house.say(&house.ann.clone(), &press("launch")).await,
        &["I do not know this button"],
    );
    let elsewhere = house
        .ann
        .try_say(house.address(), "cellar", "a", &text("/help"))
        .await;
    let (status, error) = elsewhere
        .expect("the program is there")
        .expect_err("there is no cellar");
    assert_eq!(status, StatusCode::NOT_FOUND);
    check(&error, &["no such channel"]);
}

#[tokio::test]
async fn what_is_too_long_is_refused_and_the_match_goes_on() {
    let mut house = House::open().await;
    house.begin().await;
    for long in [
        "a".repeat(10_000),
        "♞".repeat(4000),
        "\u{202e}".repeat(4000),
        "e2".repeat(5000),
    ] {
        check(
            &house.ann(&format!("/move {long}")).await,
            &["too long", "1000"],
        );
    }
    check(
        &house.ann(&format!("/move {}", "x".repeat(900))).await,
        &["“xxx", "…”"],
    );
    let huge = text(&format!("/move {}", "a".repeat(100_000)));
    let heard = house
        .ann
        .try_say(house.address(), "lobby", "huge", &huge)
        .await;
    let (status, error) = heard
        .expect("the program is there")
        .expect_err("it is too large");
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    check(&error, &["far too long", "Shorten it"]);
    for (id, deed) in [
        ("i".repeat(41).as_str(), text("/help")),
        ("", text("/help")),
        ("p", press(&"a".repeat(1000))),
        ("c", choose("pick:00000:0:0", &"a".repeat(1000))),
        ("chat", text(&"a".repeat(2001))),
        ("nothing", text(" ")),
    ] {
        let heard = house.ann.try_say(house.address(), "lobby", id, &deed).await;
        let (status, error) = heard
            .expect("the program is there")
            .expect_err("it is refused");
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{error}");
    }
    house.play(&["e2g4"]).await;
}

#[tokio::test]
async fn what_people_write_comes_back_as_tame_text() {
    let mut house = House::open().await;
    let html = "<b onclick=x>&amp;";
    let eve = Guest::sign_in(house.address(), html).await;
    assert_eq!(eve.name, html);
    check(
        &house.ann(&format!("/challenge berolina \"@{html}\"")).await,
        &["is posted"],
    );
    let mut line = house.bob.listen(house.address(), &Default::default()).await;
    check(
        line.next_post().await["text"]
            .as_str()
            .expect("posts are texts"),
        &["Ann challenges <b onclick=x>&amp; to"],
    );

    house.begin().await;
    for wild in [
        "<script>alert(1)</script>",
        "e2\u{0}g4\u{7}\u{1b}[31m",
        "\u{202e}4g2e\u{2066}\u{200f}\u{61c}",
        "\u{feff}e2\u{200b}g4",
        "e\u{301}\u{301}\u{301}2",
        "**bold** @everyone `code`",
    ] {
        let answer = house.ann(&format!("/move {wild} match:zzzzz")).await;
        check(&answer, &["no match zzzzz"]);
        let answer = house.ann(&format!("/move \"{wild}\"")).await;
        check(&answer, &["“"]);
        let tame = |c: char| {
            !c.is_control() && !"\u{202e}\u{2066}\u{200f}\u{61c}\u{feff}\u{200b}\u{301}".contains(c)
        };
        assert!(answer.chars().all(tame), "{answer:?}");
        if wild.starts_with('<') {
            check(&answer, &[wild]);
        }
    }
    assert_eq!(house.moves().await, [""; 0]);

    for (name, told) in [
        ("Eve\u{202e}nnA", "invisible"),
        ("Eve\nAnn", "invisible"),
        ("Eve\u{0}", "invisible"),
        ("\u{200b}", "invisible"),
        (" ", "at least one letter"),
        ("Oddboard", "bot's own name"),
        ("ａｎｎ", "already called"),
        (&"E".repeat(33), "too long"),
    ] {
        let sign_in = house.foreign("/api/sign-in").json(&json!({ "name": name }));
        let (status, error) =
            refused(sign_in.header("origin", format!("http://{}", house.address()))).await;
        assert!(status.is_client_error(), "{name:?}: {status}");
        check(&error, &[told]);
    }
}

/// Says several things at the same moment; the texts of the answers.
async fn at_once(
    address: &str,
    sayings: impl IntoIterator<Item = (&Guest, &str, Value)>,
) -> Vec<String> {
    let sayings = sayings
        .into_iter()
        .map(async |(who, id, deed)| said(&who.say(address, "lobby", id, &deed).await));
    join_all(sayings).await
}

#[tokio::test]
async fn a_challenge_is_accepted_once_whoever_presses_and_however_often() {
    let mut house = House::open().await;
    let eve = Guest::sign_in(house.address(), "Eve").await;
    let id = house.challenge("").await;
    let accept = press(&format!("accept:{id}"));
    check(&house.say(&house.ann.clone(), &accept).await, &["your own"]);
    let (ann, bob) = (&house.ann, &house.bob);
    let answers = at_once(
        house.address(),
        [
            (bob, "twice-1", accept.clone()),
            (&eve, "twice-1", accept.clone()),
            (bob, "twice-2", accept.clone()),
            (&eve, "twice-2", accept.clone()),
            (ann, "withdraw", press(&format!("decline:{id}"))),
        ],
    )
    .await;
    let won = |answer: &&String| answer.starts_with("You accepted") || answer.contains("withdr");
    let n_won = answers.iter().filter(won).count();
    assert_eq!(n_won, 1, "{answers:?}");
    let late = answers
        .iter()
        .filter(|answer| answer.contains("has been answered already"));
    assert_eq!(late.count(), 4, "{answers:?}");
    let again = at_once(
        house.address(),
        [
            (bob, "twice-1", accept.clone()),
            (&eve, "twice-1", accept.clone()),
        ],
    )
    .await;
    assert_eq!(again, answers[..2], "the same press is answered the same");
}

#[tokio::test]
async fn two_tabs_that_move_at_once_make_one_move() {
    let mut house = House::open().await;
    house.begin().await;
    let mut expected = Vec::new();
    let rounds = [
        ["g1f3", "b1c3"],
        ["g8f6", "b8c6"],
        ["a2b3", "h2g3"],
        ["a7b6", "h7g6"],
    ];
    for (n, [first, second]) in rounds.into_iter().enumerate() {
        let who = [&house.ann, &house.bob][n % 2];
        let ids = [format!("{n}-first"), format!("{n}-second")];
        let moves = [first, second].map(|action| text(&format!("/move {action}")));
        // Each tab sends its move twice, as a page does that has lost its connection.
        let sayings = [0, 1, 0, 1].map(|tab| (who, ids[tab].as_str(), moves[tab].clone()));
        let answers = at_once(house.address(), sayings).await;
        assert_eq!(
            answers[..2],
            answers[2..],
            "the same event is answered the same"
        );
        let played: Vec<_> = (0..2)
            .filter(|tab| answers[*tab].starts_with("You played"))
            .collect();
        let &[tab] = &*played else {
            panic!("one of two moves counts, {answers:?}");
        };
        check(&answers[1 - tab], &["not your turn"]);
        expected.push([first, second][tab].to_owned());
        let again = at_once(house.address(), sayings_of(who, &ids, &moves)).await;
        assert_eq!(again, answers[..2], "and so it is afterwards");
    }
    assert_eq!(house.moves().await, expected);
    let posts = house.lobby().await;
    let boards = posts
        .iter()
        .filter_map(|post| post["picture"]["name"].as_str());
    let boards: Vec<_> = boards.collect();
    assert_eq!(
        boards.len(),
        boards.iter().collect::<BTreeSet<_>>().len(),
        "each board is said once"
    );
}

fn sayings_of<'a>(
    who: &'a Guest,
    ids: &'a [String],
    moves: &[Value],
) -> Vec<(&'a Guest, &'a str, Value)> {
    let sayings = ids.iter().zip(moves);
    sayings
        .map(|(id, deed)| (who, id.as_str(), deed.clone()))
        .collect()
}

#[tokio::test]
async fn an_event_that_has_succeeded_is_answered_the_same_for_good() {
    let mut house = House::open().await;
    let id = house.begin().await;
    let deeds = [
        ("move-1", text("/move e2g4")),
        ("offer", text("/draw")),
        ("ask", text("/history")),
    ];
    let mut first = Vec::new();
    for (event, deed) in &deeds {
        first.push(said(
            &house.ann.say(house.address(), "lobby", event, deed).await,
        ));
    }
    check(&house.bob("/move d7f5").await, &["You played"]);
    for _ in 0..2 {
        for ((event, deed), first) in deeds.iter().zip(&first) {
            assert_eq!(
                said(&house.ann.say(house.address(), "lobby", event, deed).await),
                *first
            );
        }
    }
    // Another person's event of the same name is another event.
    let answer = house
        .bob
        .say(house.address(), "lobby", "move-1", &text("/move e7e6"))
        .await;
    check(&said(&answer), &["not your turn"]);
    // What the event names counts, not what it says now.
    let answer = house
        .ann
        .say(house.address(), "lobby", "move-1", &text("/move b1c3"))
        .await;
    assert_eq!(said(&answer), first[0]);
    assert_eq!(house.moves().await, ["e2g4", "d7f5"], "match {id}");
}

#[tokio::test]
async fn strangers_and_foreign_pages_are_refused() {
    let mut house = House::open().await;
    let address = house.address().to_owned();
    let own = format!("http://{address}");
    let help = json!({ "id": "a", "place": "lobby", "text": "/help" });
    for secret in ["", "1-0000", "1", "9999-abcdef", "\u{fe}", "Bearer"] {
        let request = house.foreign("/api/say").header("origin", &own).json(&help);
        let (status, error) =
            refused(request.header("authorization", format!("Bearer {secret}"))).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{secret:?}");
        check(&error, &["Sign in first"]);
    }
    let taken = house.foreign("/api/sign-in").header("origin", &own);
    let (status, error) = refused(taken.json(&json!({ "name": "Ann", "secret": "1-0000" }))).await;
    assert_eq!(status, StatusCode::CONFLICT);
    check(&error, &["already called Ann"]);

    let port = address.rsplit(':').next().expect("an address has a port");
    for origin in [
        "http://example.com".to_owned(),
        "null".to_owned(),
        format!("https://{address}"),
        format!("http://127.0.0.1.example.com:{port}"),
        "http://127.0.0.1:1".to_owned(),
    ] {
        let request = house
            .foreign("/api/sign-in")
            .json(&json!({ "name": "Eve" }));
        let (status, error) = refused(request.header("origin", &origin)).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{origin}");
        check(&error, &["own page"]);
    }
    for host in [
        "example.com".to_owned(),
        format!("example.com:{port}"),
        "127.0.0.1:1".to_owned(),
    ] {
        let request = house
            .foreign("/api/sign-in")
            .header("origin", &own)
            .header("host", &host);
        let (status, error) = refused(request.json(&json!({ "name": "Eve" }))).await;
        assert_eq!(status, StatusCode::MISDIRECTED_REQUEST, "{host}");
        check(&error, &[&address]);
    }
    for body in [
        "",
        "{",
        "[]",
        "{\"id\": 1}",
        "{\"id\":\"a\",\"place\":\"lobby\",\"press\":{}}",
    ] {
        let request = house
            .foreign("/api/say")
            .header("origin", &own)
            .header("content-type", "application/json");
        let (status, _) = refused(request.header("authorization", "Bearer 1-0").body(body)).await;
        assert_eq!(
            status,
            StatusCode::UNAUTHORIZED,
            "a stranger hears nothing of what is wrong with {body:?}"
        );
    }
    check(&house.ann("/help").await, &["/challenge"]);
}

#[tokio::test]
async fn those_who_begin_and_say_no_more_hold_up_nobody() {
    let mut house = House::open().await;
    let beginnings: [&[u8]; 4] = [
        b"",
        b"POST /api/say HTTP/1.1\r\nHost: ",
        b"POST /api/say HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ];
    let mut slow: Vec<TcpStream> = Vec::new();
    for beginning in beginnings.into_iter().cycle().take(200) {
        let mut stream =
            TcpStream::connect(house.address()).expect("the program takes connections");
        stream
            .write_all(beginning)
            .expect("a connection takes bytes");
        slow.push(stream);
    }
    house.begin().await;
    house.play(&["e2g4", "d7f5"]).await;
    assert_eq!(house.moves().await, ["e2g4", "d7f5"]);
    // What is no HTTP at all is answered or cut off.
    let mut answer = Vec::new();
    let mut noise = TcpStream::connect(house.address()).expect("the program takes connections");
    noise
        .write_all(b"\0\r\n\r\n")
        .expect("a connection takes bytes");
    noise
        .read_to_end(&mut answer)
        .expect("the program hangs up");
    // Nor do they hold up the end.
    let (_, status) = house.program.stop();
    assert!(status.success());
}
