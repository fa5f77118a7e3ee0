//! Bad input to the real program: the user receives an explanation of the correct way, and nothing else happens.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Read, Write},
    net::TcpStream,
};
use tests::user_input::UserInput;

use api::MatchId;
use futures_util::future::join_all;
use reqwest::StatusCode;
use serde_json::{Value, json};
use tests::{
    page_program::PageProgram,
    page_user::{PageUser, body, choose, press, text},
    venue::{BotAnswer, Venue},
};

#[track_caller]
fn check(heard: &str, told: &[&str]) {
    for told in told {
        assert!(heard.contains(told), "{heard:?} does not tell {told:?}");
    }
}

/// Starts the real program, with Ann and Bob at its page.
async fn open() -> PageProgram {
    PageProgram::open(&["Ann", "Bob"]).await
}

/// Begins a match of Ann, who plays White, against Bob.
async fn begin(program: &mut PageProgram) -> MatchId {
    program.begin("berolina @Bob color:white").await
}

/// Returns the moves of a match.
async fn moves(program: &mut PageProgram, id: MatchId) -> Vec<String> {
    let record = program.record("Ann", id).await;
    record.inputs.iter().map(ToString::to_string).collect()
}

/// Sends a text under an event name of the test's own, and returns the text of the reply.
async fn reply_to(program: &PageProgram, who: &str, id: &str, what: &str) -> String {
    let answer = program.send(who, id, &body(&UserInput::short(what))).await;
    answer.text().to_owned()
}

/// Returns all messages of the lobby, as a new reader receives them.
async fn lobby(program: &PageProgram) -> Vec<Value> {
    let since = BTreeMap::new();
    let mut line = program.guest("Bob").listen(program.address(), &since).await;
    line.until_caught_up("lobby").await
}

/// Sends a request that differs from our page's, and returns the status and the words of its refusal.
async fn refused_to(
    program: &PageProgram,
    who: &str,
    place: &str,
    id: &str,
    input: &Value,
) -> (StatusCode, String) {
    let heard = program
        .guest(who)
        .try_send(program.address(), place, id, input)
        .await;
    let heard = heard.expect("the program is there");
    heard.expect_err("it is refused")
}

#[tokio::test]
async fn invalid_requests_are_refused_and_the_match_goes_on() {
    let mut program = open().await;
    let id = begin(&mut program).await;
    let wrong_menu = UserInput::Choose {
        menu: format!("pick:{id}:0:0"),
        value: "e2e4".to_owned(),
    };
    for unknown in [wrong_menu, UserInput::Press("launch".to_owned())] {
        let answer = program.hear("Ann", unknown).await;
        check(answer.text(), &["I do not know this choice", "/board"]);
    }
    let (status, error) = refused_to(&program, "Ann", "cellar", "a", &text("/help")).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    check(&error, &["no such channel"]);
    for long in [
        "a".repeat(10_000),
        "♞".repeat(4000),
        "\u{202e}".repeat(4000),
        "e2".repeat(5000),
    ] {
        check(
            program.does("Ann", &format!("/move {long}")).await.text(),
            &["too long", "1000"],
        );
    }
    check(
        program
            .does("Ann", &format!("/move {}", "x".repeat(900)))
            .await
            .text(),
        &["“xxx", "…”"],
    );
    let huge = text(&format!("/move {}", "a".repeat(100_000)));
    let (status, error) = refused_to(&program, "Ann", "lobby", "huge", &huge).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    check(&error, &["far too long", "Shorten it"]);
    for (id, input) in [
        ("i".repeat(41).as_str(), text("/help")),
        ("", text("/help")),
        ("p", press(&"a".repeat(1000))),
        ("c", choose("pick:00000:0:0", &"a".repeat(1000))),
        ("chat", text(&"a".repeat(2001))),
        ("nothing", text(" ")),
    ] {
        let (status, error) = refused_to(&program, "Ann", "lobby", id, &input).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{error}");
    }
    program.play(&["e2g4"]).await;
}

#[tokio::test]
async fn text_of_people_comes_back_without_control_characters() {
    let mut program = open().await;
    let html = "<b onclick=x>&amp;";
    let eve = PageUser::sign_in(program.address(), html).await;
    assert_eq!(eve.name, html);
    check(
        program
            .does("Ann", &format!("/challenge berolina \"@{html}\""))
            .await
            .text(),
        &["is posted"],
    );
    let mut line = program
        .guest("Bob")
        .listen(program.address(), &BTreeMap::new())
        .await;
    check(
        line.next_post().await["text"]
            .as_str()
            .expect("posts are texts"),
        &["Ann challenges <b onclick=x>&amp; to"],
    );

    let id = begin(&mut program).await;
    for wild in [
        "<script>alert(1)</script>",
        "e2\u{0}g4\u{7}\u{1b}[31m",
        "\u{202e}4g2e\u{2066}\u{200f}\u{61c}",
        "\u{feff}e9\u{200b}g4",
        "e\u{301}\u{301}\u{301}2",
        "**bold** @everyone `code`",
    ] {
        let answer = program
            .does("Ann", &format!("/move {wild} match:zzzzz"))
            .await
            .text()
            .to_owned();
        check(&answer, &["no match zzzzz"]);
        let answer = program
            .does("Ann", &format!("/move \"{wild}\""))
            .await
            .text()
            .to_owned();
        check(&answer, &["“"]);
        let tame = |c: char| {
            !c.is_control() && !"\u{202e}\u{2066}\u{200f}\u{61c}\u{feff}\u{200b}\u{301}".contains(c)
        };
        assert!(answer.chars().all(tame), "{answer:?}");
        if wild.starts_with('<') {
            check(&answer, &[wild]);
        }
    }
    assert_eq!(moves(&mut program, id).await, [""; 0]);
}

#[tokio::test]
async fn the_marks_of_the_program_are_nothing_that_people_can_write() {
    let mut program = open().await;
    let link = "\u{fdd0}W\u{fdd1}https://x.example\u{fdd1}the board\u{fdd2}";
    let bare = "Whttps://x.examplethe board";
    let id = begin(&mut program).await;
    // The program reads each text as if the invisible characters were not there.
    let moved = program.does("Ann", "/mo\u{fdd0}ve e2\u{fdd1}g4").await;
    check(moved.text(), &["You played g4"]);
    let filled = UserInput::Fill {
        form: format!("wr\u{fdd0}ite:{id}:1"),
        text: "b7\u{fdd2}d5".to_owned(),
    };
    let filled = program.hear("Bob", filled).await;
    check(filled.text(), &["You played"]);
    let input = text(link);
    program
        .guest("Ann")
        .send(program.address(), "lobby", "link", &input)
        .await;
    let mut line = program
        .guest("Bob")
        .listen(program.address(), &BTreeMap::new())
        .await;
    let told = loop {
        let post = line.next_post().await;
        let told = post["text"].as_str().expect("posts are texts").to_owned();
        if told.contains("example") {
            break told;
        }
    };
    assert_eq!(told, bare);
}

/// Sends several texts at the same moment, and returns the texts of the replies.
async fn at_once(
    address: &str,
    sayings: impl IntoIterator<Item = (&PageUser, &str, Value)>,
) -> Vec<String> {
    let sayings = sayings.into_iter().map(async |(who, id, input)| {
        who.send(address, "lobby", id, &input)
            .await
            .text()
            .to_owned()
    });
    join_all(sayings).await
}

#[tokio::test]
async fn a_challenge_is_accepted_once_despite_concurrent_presses() {
    let mut program = open().await;
    let eve = PageUser::sign_in(program.address(), "Eve").await;
    let id = program.challenge("berolina color:white").await;
    let own = program.does("Ann", &format!("accept:{id}")).await;
    check(own.text(), &["your own"]);
    let accept = press(&format!("accept:{id}"));
    let (ann, bob) = (program.guest("Ann"), program.guest("Bob"));
    let answers = at_once(
        program.address(),
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
    let refusals = ["has already been answered", "is no longer open"];
    let late = answers
        .iter()
        .filter(|answer| refusals.iter().any(|words| answer.contains(words)));
    assert_eq!(late.count(), 4, "{answers:?}");
    let again = at_once(
        program.address(),
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
    let mut program = open().await;
    let id = begin(&mut program).await;
    let mut expected = Vec::new();
    let rounds = [
        ["g1f3", "b1c3"],
        ["g8f6", "b8c6"],
        ["a2b3", "h2g3"],
        ["a7b6", "h7g6"],
    ];
    for (n, [first, second]) in rounds.into_iter().enumerate() {
        let who = program.guest(["Ann", "Bob"][n % 2]);
        let ids = [format!("{n}-first"), format!("{n}-second")];
        let moves = [first, second].map(|action| text(&format!("/move {action}")));
        // Each tab sends its move twice, as a page does after it has lost its connection.
        let sayings = [0, 1, 0, 1].map(|tab| (who, ids[tab].as_str(), moves[tab].clone()));
        let answers = at_once(program.address(), sayings).await;
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
        let again = at_once(program.address(), sayings_of(who, &ids, &moves)).await;
        assert_eq!(again, answers[..2], "and so it is afterwards");
    }
    assert_eq!(moves(&mut program, id).await, expected);
    let posts = lobby(&program).await;
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

#[tokio::test]
async fn a_press_at_a_board_is_answered_without_the_name_of_the_match() {
    let mut program = open().await;
    let id = begin(&mut program).await;
    let why = format!("why:{id}:e2e5");
    let at_board = |control: &str| json!({ "press": control, "board": id });
    let inputs = [
        press(&why),
        at_board(&why),
        at_board(&format!("type:{id}:0:e2g4")),
        at_board(&format!("type:{id}:0:d2f4")),
    ];
    let mut answers = Vec::new();
    for (n, input) in inputs.into_iter().enumerate() {
        let heard = program.send("Ann", &n.to_string(), &input).await;
        answers.push(heard.text().to_owned());
    }
    let [in_chat, why_not, played, late] = &*answers else {
        panic!("each press is answered");
    };
    check(in_chat, &[&format!("“e2e5” is illegal in match {id}: ")]);
    check(why_not, &["“e2e5” is illegal: "]);
    assert_eq!(played, "You played g4.");
    assert_eq!(late, "You have already moved: 1. g4.");
}

fn sayings_of<'a>(
    who: &'a PageUser,
    ids: &'a [String],
    moves: &[Value],
) -> Vec<(&'a PageUser, &'a str, Value)> {
    let sayings = ids.iter().zip(moves);
    sayings
        .map(|(id, input)| (who, id.as_str(), input.clone()))
        .collect()
}

#[tokio::test]
async fn an_event_that_has_succeeded_is_answered_the_same_for_good() {
    let mut program = open().await;
    let id = begin(&mut program).await;
    let inputs = [
        ("move-1", "/move e2g4"),
        ("offer", "/draw"),
        ("ask", "/history"),
    ];
    let mut first = Vec::new();
    for (event, what) in &inputs {
        first.push(reply_to(&program, "Ann", event, what).await);
    }
    check(
        program.does("Bob", "/move d7f5").await.text(),
        &["You played"],
    );
    for _ in 0..2 {
        for ((event, what), first) in inputs.iter().zip(&first) {
            assert_eq!(reply_to(&program, "Ann", event, what).await, *first);
        }
    }
    // Another person's event of the same name is another event.
    let answer = reply_to(&program, "Bob", "move-1", "/move e7e6").await;
    check(&answer, &["not your turn"]);
    // The event's name counts, not its present text.
    let answer = reply_to(&program, "Ann", "move-1", "/move b1c3").await;
    assert_eq!(answer, first[0]);
    assert_eq!(
        moves(&mut program, id).await,
        ["e2g4", "d7f5"],
        "match {id}"
    );
}

#[tokio::test]
async fn unfinished_requests_delay_no_other_request() {
    let mut program = open().await;
    let beginnings: [&[u8]; 4] = [
        b"",
        b"POST /api/say HTTP/1.1\r\nHost: ",
        b"POST /api/say HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ];
    let mut slow: Vec<TcpStream> = Vec::new();
    for beginning in beginnings.into_iter().cycle().take(200) {
        let mut stream =
            TcpStream::connect(program.address()).expect("the program takes connections");
        stream
            .write_all(beginning)
            .expect("a connection takes bytes");
        slow.push(stream);
    }
    let id = begin(&mut program).await;
    program.play(&["e2g4", "d7f5"]).await;
    assert_eq!(moves(&mut program, id).await, ["e2g4", "d7f5"]);
    // Input that is not HTTP has an answer or is cut off.
    let mut answer = Vec::new();
    let mut noise = TcpStream::connect(program.address()).expect("the program takes connections");
    noise
        .write_all(b"\0\r\n\r\n")
        .expect("a connection takes bytes");
    noise
        .read_to_end(&mut answer)
        .expect("the program hangs up");
    // Such connections do not delay the end of the program.
    program.stop();
}
