//! Tests of what people send to the page, and of the replies of the bot.

use super::*;

#[tokio::test]
async fn invalid_requests_are_refused_and_others_reach_the_bot() {
    let test_page = TestPage::new().await;
    let anna = test_page.sign_in("Anna").await;
    let command = |n: usize| format!("/move {}", "e".repeat(n));
    let (status, answer) = test_page.send(&anna, "a", "lobby", &command(10_000)).await;
    assert_eq!(
        (status, answer["answer"]["text"].as_str()),
        (200, Some(&*command(10_000)))
    );
    let (status, answer) = test_page.send(&anna, "b", "lobby", &command(20_000)).await;
    assert_eq!(
        (status, &answer["error"]),
        (
            413,
            &json!("That is far too long for a message or a command. Shorten it and try again.")
        )
    );
    let (status, answer) = test_page.send(&anna, "c", "lobby", &"x".repeat(2001)).await;
    assert_eq!(status, 422);
    assert!(
        answer["error"]
            .as_str()
            .is_some_and(|error| error.contains("at most 2000 characters")),
        "{answer}"
    );
    assert_eq!(
        test_page
            .send(&anna, "d", "lobby", " \u{7}\u{202e} ")
            .await
            .0,
        422
    );
    assert_eq!(
        test_page.send(&anna, "not an id", "lobby", "x").await.0,
        422
    );
    assert_eq!(
        test_page.send(&anna, &"x".repeat(41), "lobby", "x").await.0,
        422
    );
    assert_eq!(test_page.send(&anna, "e", "attic", "x").await.0, 404);
    let press = json!({ "id": "f", "place": "lobby", "press": "x".repeat(300) });
    assert_eq!(test_page.ask("/api/say", &anna.secret, &press).await.0, 422);
    assert_eq!(
        test_page.send(&anna, "g", "lobby", "still here").await,
        (200, json!({ "posted": 1 }))
    );
    assert_eq!(test_page.past(&anna).await, ["lobby 1: still here"]);
}

#[tokio::test]
async fn chat_is_shown_and_commands_are_heard() {
    let test_page = TestPage::new().await;
    let anna = test_page.sign_in("Anna").await;
    let ben = test_page.sign_in("Ben").await;
    test_page
        .send(&anna, "a", "lobby", " <b>hi</b>\u{202e} ")
        .await;
    let answers = [
        test_page
            .send(&anna, "b", "lobby", "\u{200b}/move e4")
            .await
            .1,
        test_page.send(&anna, "c", "direct", "e4").await.1,
        test_page
            .ask(
                "/api/say",
                &anna.secret,
                &json!({ "id": "d", "place": "games", "press": "accept" }),
            )
            .await
            .1,
        test_page
            .ask(
                "/api/say",
                &anna.secret,
                &json!({ "id": "e", "place": "games", "choose": { "menu": "m", "value": "v" } }),
            )
            .await
            .1,
        test_page
            .ask(
                "/api/say",
                &anna.secret,
                &json!({ "id": "f", "place": "games", "fill": { "form": "m", "text": "e4" } }),
            )
            .await
            .1,
    ];
    let texts = answers.map(|answer| answer["answer"]["text"].clone());
    assert_eq!(
        texts,
        [
            "\u{200b}/move e4",
            "e4",
            "pressed accept",
            "chose v of m",
            "wrote e4 into m"
        ]
    );
    let heard = test_page
        .listener
        .heard
        .lock()
        .expect("no test panics here")
        .clone();
    let games = Place::Channel(ChannelId::new(Platform::Playground, "games"));
    let places: Vec<_> = heard.iter().map(|event| event.place.clone()).collect();
    assert_eq!(
        places,
        [
            Place::Channel(lobby()),
            Place::Direct,
            games.clone(),
            games.clone(),
            games
        ]
    );
    assert!(
        heard
            .iter()
            .all(|event| event.speaker.id == anna.user && event.speaker.name == "Anna")
    );
    for person in [&anna, &ben] {
        assert_eq!(test_page.past(person).await, ["lobby 1: <b>hi</b>"]);
    }
    let typed = json!({ "id": "f", "place": "lobby", "text": "/mo" });
    let (_, completions) = test_page.ask("/api/complete", &anna.secret, &typed).await;
    let offered = json!({ "choices": [{ "label": "period", "value": "/mo." }], "rest": null });
    assert_eq!(completions, offered);
}

#[tokio::test]
async fn a_repeated_request_is_one_event() {
    let test_page = TestPage::new().await;
    let anna = test_page.sign_in("Anna").await;
    let ben = test_page.sign_in("Ben").await;
    for _ in 0..2 {
        assert_eq!(
            test_page.send(&anna, "a", "lobby", "hello").await.1,
            json!({ "posted": 1 })
        );
        assert_eq!(
            test_page.send(&anna, "b", "lobby", "/help").await.1["answer"]["text"],
            "/help"
        );
    }
    assert_eq!(
        test_page.send(&ben, "a", "lobby", "another event").await.1,
        json!({ "posted": 2 })
    );
    test_page.send(&ben, "b", "lobby", "/help").await;
    let heard: Vec<_> = test_page
        .listener
        .heard
        .lock()
        .expect("no test panics here")
        .iter()
        .map(|event| event.id.to_string())
        .collect();
    let (annas, bens) = (
        format!("playground:{}.b", anna.user.id),
        format!("playground:{}.b", ben.user.id),
    );
    assert_eq!(heard, [annas.clone(), annas, bens]);
}

#[tokio::test]
async fn a_nonce_makes_one_message_even_over_a_restart() {
    let writer = writer();
    let before = TestPage::open(&writer).await;
    let anna = before.sign_in("Anna").await;
    let first = before
        .post("n-1", &Message::text("once"))
        .await
        .expect("it is said");
    assert_eq!(
        before
            .post("n-1", &Message::text("twice"))
            .await
            .expect("it was said"),
        first
    );
    let whispered = before.whisper("n-1", &anna, "psst").await;
    before.close().await;
    let after = TestPage::open(&writer).await;
    assert_eq!(
        after
            .post("n-1", &Message::text("thrice"))
            .await
            .expect("it was said"),
        first
    );
    assert_eq!(after.whisper("n-1", &anna, "psst again").await, whispered);
    assert_ne!(
        after
            .post("n-2", &Message::text("next"))
            .await
            .expect("it is said"),
        first
    );
    assert_eq!(
        after.past(&anna).await,
        ["lobby 1: once", "lobby 2: next", "direct 1: psst"]
    );
}

#[tokio::test]
async fn a_retry_with_the_same_nonce_settles_an_unconfirmed_post() {
    for fault in [Fault::Written, Fault::NotWritten] {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let test_page = TestPage::open(&Writer::new(Arc::clone(&store) as Arc<dyn Store>)).await;
        let anna = test_page.sign_in("Anna").await;
        let mut line = Line::open(test_page.address, &anna.secret, json!({})).await;
        line.until_caught_up().await;

        store.fail_commit(fault);
        let failed = test_page.post("n", &Message::text("once")).await;
        assert!(matches!(failed, Err(ChatError::Outage(_))), "{fault:?}");
        while test_page.post("n", &Message::text("once")).await.is_err() {
            tokio::task::yield_now().await;
        }
        assert_eq!(
            post_line(&line.post().await).as_deref(),
            Some("lobby 1: once"),
            "{fault:?}"
        );
        assert_eq!(test_page.past(&anna).await, ["lobby 1: once"], "{fault:?}");

        store.fail_commit(fault);
        let (status, answer) = test_page.send(&anna, "a", "lobby", "hello").await;
        assert_eq!(status, 503, "{fault:?}");
        assert!(
            answer["error"]
                .as_str()
                .is_some_and(|error| error.contains("nothing is confirmed")),
            "{answer}"
        );
        while test_page.send(&anna, "a", "lobby", "hello").await.0 != 200 {
            tokio::task::yield_now().await;
        }
        assert_eq!(
            test_page.past(&anna).await,
            ["lobby 1: once", "lobby 2: hello"],
            "{fault:?}"
        );
    }
}

#[tokio::test]
async fn a_person_with_closed_direct_messages_gets_none() {
    let test_page = TestPage::new().await;
    let anna = test_page.sign_in("Anna").await;
    let set = async |direct: bool| {
        let settings = json!({ "direct": direct });
        let answer = test_page
            .ask("/api/settings", &anna.secret, &settings)
            .await;
        assert_eq!(answer, (200, settings));
        let welcome = test_page.catch_up(&anna, json!({})).await.swap_remove(0);
        assert_eq!(welcome["direct"], direct);
    };
    let first = test_page.whisper("1", &anna, "one").await;
    set(false).await;
    let message = Message::<Private>::text("two");
    let nonce = Nonce("2".to_owned());
    let refused = test_page
        .playground
        .whisper(&nonce, &anna.user, &message)
        .await;
    assert!(matches!(refused, Err(ChatError::Refused(_))));
    set(true).await;
    test_page.whisper("2", &anna, "two").await;
    // An edit of her private message reaches only her.
    let ben = test_page.sign_in("Ben").await;
    let message = Message::<Private>::text("one, edited");
    let edit = async |person: &Person| {
        let edited = test_page
            .playground
            .edit_whisper(&person.user, &first, &message);
        edited.await
    };
    assert!(matches!(edit(&ben).await, Err(ChatError::Refused(_))));
    assert!(edit(&anna).await.is_ok());
    let post = test_page
        .post("3", &Message::text("to all"))
        .await
        .expect("it is said");
    let edited = test_page
        .playground
        .edit_whisper(&anna.user, &post, &message)
        .await;
    assert!(
        matches!(edited, Err(ChatError::Refused(_))),
        "a post is no whisper"
    );
    assert_eq!(
        test_page.past(&anna).await,
        ["lobby 1: to all", "direct 1: one, edited", "direct 2: two"]
    );
    // A request without a choice reads the settings.
    for (body, expected) in [(json!({}), 200), (json!({ "direct": 1 }), 422)] {
        let (status, _) = test_page.ask("/api/settings", &anna.secret, &body).await;
        assert_eq!(status, expected, "{body}");
    }
    let (status, _) = test_page
        .ask("/api/settings", "", &json!({ "direct": true }))
        .await;
    assert_eq!(status, 401);
}

#[tokio::test]
async fn a_later_answer_reaches_only_the_asking_person() {
    let test_page = TestPage::new().await;
    let (anna, ben) = (
        test_page.sign_in("Anna").await,
        test_page.sign_in("Ben").await,
    );
    let mut lines = Vec::new();
    for person in [&anna, &ben] {
        let mut line = Line::open(test_page.address, &person.secret, json!({})).await;
        line.until_caught_up().await;
        lines.push(line);
    }
    let (_, answer) = test_page.send(&anna, "a", "lobby", "/picture").await;
    assert_eq!(answer["answer"]["text"], "/picture");

    let file = "GIF89a and so on";
    let mut message = Message::text("later");
    message.picture = Some(Picture::for_one(Drawing {
        name: "game.gif".to_owned(),
        format: Format::Gif,
        ..drawing(file)
    }));
    let event = EventId::new(Platform::Playground, format!("{}.a", anna.user.id));
    let answer = Answer {
        message,
        replaces: false,
        is_evident: false,
        about: None,
    };
    let answered = test_page.playground.answer(&event, &answer).await;
    answered.expect("it is kept");
    let frame = lines[0].news().await;
    assert_eq!(
        (&frame["type"], &frame["id"]),
        (&json!("answer"), &json!("a"))
    );
    let reply = &frame["reply"];
    assert_eq!(reply["text"], "later");
    let picture = &reply["picture"];
    assert_eq!(
        (&picture["width"], &picture["height"]),
        (&json!(258), &json!(772))
    );
    test_page
        .post("1", &Message::text("x"))
        .await
        .expect("it is said");
    let next = lines[1].news().await;
    assert_eq!(next["text"], "x", "Ben hears of it");

    let digest = picture["digest"].as_str().expect("a digest");
    let path = format!("/api/picture/answer/a/{digest}");
    let request = test_page.request(reqwest::Method::GET, &path);
    let response = request.bearer_auth(&anna.secret).send().await;
    let response = response.expect("the server answers");
    assert_eq!(response.headers()["content-type"], "image/gif");
    assert!(response.bytes().await.expect("a body") == file);
    assert_eq!(test_page.picture(&ben.secret, &path).await.0, 404);

    // The first answer, repeated, has its picture again.
    let (_, answer) = test_page.send(&anna, "a", "lobby", "/picture").await;
    let digest = answer["answer"]["picture"]["digest"]
        .as_str()
        .expect("a digest");
    let path = format!("/api/picture/answer/a/{digest}");
    assert_eq!(
        test_page.picture(&anna.secret, &path).await,
        (200, b"mine".to_vec())
    );
}

#[tokio::test]
async fn all_of_a_message_reaches_the_page() {
    let test_page = TestPage::new().await;
    let anna = test_page.sign_in("Anna").await;
    let button = |id: &str, emphasis| Button {
        control: Control::read(id),
        label: id.to_uppercase(),
        emphasis,
        for_whom: match id {
            "b" => vec![anna.user.clone()],
            _ => Vec::new(),
        },
    };
    let message = Message::<Public> {
        text: "line\nline".to_owned(),
        block: Some("a b\nc d".to_owned()),
        picture: None,
        attachment: Some(Attachment {
            name: "game.txt".to_owned(),
            text: "1. e4".to_owned(),
        }),
        controls: vec![
            Component::Buttons(vec![
                button("a", Emphasis::Primary),
                button("b", Emphasis::Neutral),
                button("c", Emphasis::Danger),
            ]),
            Component::Menu(Menu {
                control: Control::read("m"),
                label: "Choose".to_owned(),
                choices: vec![Choice {
                    label: "One".to_owned(),
                    value: "1".to_owned(),
                }],
                people: None,
            }),
        ],
        link: None,
        mentions: vec![anna.user.clone()],
        named: Vec::new(),
        is_silent: false,
        widget: None,
    };
    test_page.post("1", &message).await.expect("it is said");
    let mut post = test_page
        .catch_up(&anna, json!({}))
        .await
        .pop()
        .expect("there is a post");
    let at = post["at"].take();
    assert!(at.as_i64().is_some_and(|at| at > 1_700_000_000_000));
    let id = anna.user.id.to_string();
    let anna: Value = id.parse().expect("a number");
    let expected = json!({
        "type": "post", "place": "lobby", "number": 1, "change": 1, "at": null, "author": "bot", "edited": false,
        "text": "line\nline", "block": "a b\nc d",
        "attachment": { "name": "game.txt", "text": "1. e4" },
        "controls": [
            { "buttons": [
                { "id": "a", "label": "A", "emphasis": "primary" },
                { "id": "b", "label": "B", "emphasis": "neutral", "for": [{ "platform": "playground", "id": id }] },
                { "id": "c", "label": "C", "emphasis": "danger" },
            ] },
            { "menu": { "id": "m", "label": "Choose", "choices": [{ "label": "One", "value": "1" }] } },
        ],
        "mentions": [anna],
    });
    assert_eq!(post, expected);
}
