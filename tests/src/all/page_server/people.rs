//! Tests of the people on the page: their names, their secrets, and who sees whom.

use super::*;

#[tokio::test]
async fn a_name_that_looks_like_a_taken_name_is_refused() {
    let test_page = TestPage::new().await;
    test_page.sign_in("Ann").await;
    for (name, status) in [
        ("Ann\u{fdd0}", 422),
        ("A\u{fdd1}nn", 422),
        ("An\u{35f}n", 409),
        ("An\u{1abf}n", 409),
        ("Ann\u{20dd}", 409),
        ("An\u{200d}n", 409),
        ("Ann \u{20dd}", 409),
    ] {
        let request = json!({ "name": name });
        let (got, answer) = test_page.ask("/api/sign-in", "", &request).await;
        assert_eq!(got, status, "{name:?}: {answer}");
    }
}

#[tokio::test]
async fn only_the_holder_of_its_secret_can_use_a_name() {
    let test_page = TestPage::new().await;
    let anna = test_page.sign_in("Anna").await;
    let ben = test_page.sign_in("Ben").await;
    let cases = [
        (json!({ "name": "Anna" }), 409, "name Anna, or"),
        (json!({ "name": " ANNA " }), 409, "name ANNA, or"),
        (
            json!({ "name": "Anna", "secret": ben.secret }),
            409,
            "is taken",
        ),
        (
            json!({ "name": "Anna", "secret": "1-0000" }),
            409,
            "is taken",
        ),
        (json!({ "name": "Anna", "secret": "" }), 409, "is taken"),
        (
            json!({ "name": "\u{410}nna" }),
            409,
            "one that looks the same",
        ),
        (json!({ "name": "\u{fdfa}".repeat(32) }), 422, "too long"),
        (json!({ "name": "Anna\u{202e}" }), 422, "invisible"),
        (json!({ "name": "Eve\nAnna" }), 422, "invisible"),
        (json!({ "name": "Eve\u{0}" }), 422, "invisible"),
        (json!({ "name": "\u{200b}" }), 422, "invisible"),
        (json!({ "name": " " }), 422, "at least one letter"),
        (
            json!({ "name": "x".repeat(33) }),
            422,
            "at most 32 characters",
        ),
        (json!({ "name": "oddboard" }), 422, "bot's own name"),
        (json!({ "names": [] }), 422, "Reload"),
    ];
    for (request, status, error) in cases {
        let (got, answer) = test_page.ask("/api/sign-in", "", &request).await;
        assert_eq!(got, status, "{request}");
        assert!(
            answer["error"]
                .as_str()
                .is_some_and(|text| text.contains(error)),
            "{request} {answer}"
        );
    }
    let (status, again) = test_page
        .ask(
            "/api/sign-in",
            "",
            &json!({ "name": "anna", "secret": anna.secret }),
        )
        .await;
    assert_eq!(
        (status, again["name"].as_str(), again["secret"].as_str()),
        (200, Some("Anna"), Some(&*anna.secret))
    );
}

#[tokio::test]
async fn names_survive_a_restart() {
    let writer = writer();
    let before = TestPage::open(&writer).await;
    let anna = before.sign_in("<i>Anna</i>").await;
    before.close().await;
    let after = TestPage::open(&writer).await;
    assert_eq!(
        after
            .ask("/api/sign-in", "", &json!({ "name": "<I>ANNA</I>" }))
            .await
            .0,
        409
    );
    assert_eq!(after.send(&anna, "a", "lobby", "back").await.0, 200);
    let ben = after.sign_in("Ben").await;
    assert_ne!(ben.user, anna.user);
}

#[tokio::test]
async fn people_are_found_by_their_typed_names() {
    let test_page = TestPage::new().await;
    let anna = test_page.sign_in("Anna Maria").await;
    test_page.sign_in("Annabel").await;
    test_page.sign_in("Ben").await;
    let person = async |written: &str| {
        test_page
            .playground
            .person(&Place::Direct, written)
            .await
            .expect("memory can be read")
    };
    let people = async |beginning: &str| {
        test_page
            .playground
            .people(beginning)
            .await
            .expect("memory can be read")
    };
    let found = person("@ANNA maria").await.expect("she is here");
    assert_eq!((found.id, &*found.name), (anna.user, "Anna Maria"));
    assert_eq!(person("Anna").await, None);
    assert_eq!(people("anNA").await, ["Anna Maria", "Annabel"]);
    assert_eq!(people("").await.len(), 3);
}

#[tokio::test]
async fn strangers_may_do_nothing() {
    let test_page = TestPage::new().await;
    let stranger = Person {
        user: UserId::new(Platform::Playground, "7"),
        secret: "7-00".to_owned(),
    };
    let text = json!({ "id": "a", "place": "lobby", "text": "/" });
    // Strangers receive no other errors.
    for body in [text, json!([]), json!({ "id": 1 }), json!("")] {
        for secret in [
            &*stranger.secret,
            "",
            "7",
            "1-0000",
            "9999-abcdef",
            "Bearer",
        ] {
            for path in ["/api/say", "/api/complete"] {
                let (status, answer) = test_page.ask(path, secret, &body).await;
                assert_eq!(status, 401, "{path} {secret:?} {body}");
                let error = answer["error"].as_str().unwrap_or_default();
                assert!(error.contains("Sign in first"), "{answer}");
            }
        }
    }
    assert_eq!(
        test_page.picture("", "/api/picture/lobby/1/00").await.0,
        401
    );
    let mut line = Line::open(test_page.address, &stranger.secret, json!({})).await;
    assert_eq!(line.next().await, Err(4401));
    let whispered = test_page
        .playground
        .whisper(
            &Nonce("n".to_owned()),
            &stranger.user,
            &Message::text("psst"),
        )
        .await;
    assert!(matches!(whispered, Err(ChatError::Refused(_))));
    let nowhere = ChannelId::new(Platform::Playground, "direct-1");
    let posted = test_page
        .playground
        .post(&Nonce("n".to_owned()), &nowhere, &Message::text("hello"))
        .await;
    assert!(matches!(posted, Err(ChatError::Refused(_))));
}

#[tokio::test]
async fn all_people_see_arrivals_and_departures() {
    let test_page = TestPage::new().await;
    let anna = test_page.sign_in("Anna").await;
    let ben = test_page.sign_in("Ben").await;
    let mut line = Line::open(test_page.address, &anna.secret, json!({})).await;
    let welcome = line.until_caught_up().await.swap_remove(0);
    let people: BTreeMap<_, _> = welcome["people"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|person| {
            (
                person["name"].as_str().expect("a name"),
                person["online"] == true,
            )
        })
        .collect();
    assert_eq!(people, BTreeMap::from([("Anna", true), ("Ben", false)]));
    let mut tabs = Vec::new();
    for _ in 0..2 {
        let mut tab = Line::open(test_page.address, &ben.secret, json!({})).await;
        tab.until_caught_up().await;
        tabs.push(tab);
    }
    drop(tabs);
    let mut seen = Vec::new();
    while seen.len() < 3 {
        let frame = line.next().await.expect("the line stays open");
        assert_eq!(frame["type"], "person");
        seen.push((frame["name"].clone(), frame["online"].clone()));
    }
    // The first frame is Anna's own arrival.
    assert_eq!(
        seen,
        [("Anna", true), ("Ben", true), ("Ben", false)]
            .map(|(name, online)| (json!(name), json!(online)))
    );
}
