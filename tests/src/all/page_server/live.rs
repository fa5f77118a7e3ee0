//! Tests of the live connection: who hears what, once and in order.

use super::*;
use tests::page_user::PageUser;

#[tokio::test]
async fn a_post_of_a_failed_but_written_commit_comes_before_the_next() {
    for fault in [Fault::Written, Fault::NotWritten] {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let test_page = TestPage::open(&Writer::new(Arc::clone(&store) as Arc<dyn Store>)).await;
        let anna = test_page.sign_in("Anna").await;
        let mut line = Line::open(test_page.address, &anna.secret, json!({})).await;
        line.until_caught_up().await;
        test_page
            .post("0", &Message::text("zero"))
            .await
            .expect("it is said");
        assert_eq!(line.post().await["change"], json!(1));

        store.fail_commit(fault);
        let failed = test_page.post("1", &Message::text("one")).await;
        assert!(matches!(failed, Err(ChatError::Outage(_))), "{fault:?}");
        while test_page.post("2", &Message::text("two")).await.is_err() {
            tokio::task::yield_now().await;
        }
        if fault == Fault::NotWritten {
            assert_eq!(
                post_line(&line.post().await).as_deref(),
                Some("lobby 2: two")
            );
            continue;
        }
        for expected in ["lobby 2: one", "lobby 3: two"] {
            assert_eq!(post_line(&line.post().await).as_deref(), Some(expected));
        }
    }
}

#[tokio::test]
async fn a_returning_person_receives_only_missed_posts() {
    let test_page = TestPage::new().await;
    let anna = test_page.sign_in("Anna").await;
    let first = test_page
        .post("1", &Message::text("one"))
        .await
        .expect("it is said");
    for text in ["two", "three"] {
        test_page
            .post(text, &Message::text(text))
            .await
            .expect("it is said");
    }
    test_page.whisper("w", &anna, "psst").await;
    let missed = async |since: Value| -> Vec<String> {
        test_page
            .catch_up(&anna, since)
            .await
            .iter()
            .filter_map(post_line)
            .collect()
    };
    assert_eq!(
        missed(json!({ "lobby": 2 })).await,
        ["lobby 3: three", "direct 1: psst"]
    );
    test_page
        .playground
        .edit(&first, &Message::text("ONE"))
        .await
        .expect("it is there");
    assert_eq!(
        missed(json!({ "lobby": 3, "direct": 1 })).await,
        ["lobby 1: ONE"]
    );
    assert!(missed(json!({ "lobby": 4, "direct": 1 })).await.is_empty());
    assert_eq!(missed(json!({})).await.len(), 4);

    // Posts come by their numbers, so only their frame shows up to which change all of them have come.
    let person = PageUser::sign_in(&test_page.address.to_string(), "Ben").await;
    let since = BTreeMap::from([("lobby".to_owned(), 2)]);
    let mut line = person.listen(&test_page.address.to_string(), &since).await;
    line.until_caught_up("lobby").await;
    let known = [("direct", 0), ("games", 0), ("lobby", 4)];
    let known = known.map(|(place, change)| (place.to_owned(), change));
    assert_eq!(*line.known(), BTreeMap::from(known));
}

#[tokio::test]
async fn an_edit_is_sent_once_and_only_for_existing_posts() {
    let test_page = TestPage::new().await;
    let anna = test_page.sign_in("Anna").await;
    let message = test_page
        .post("1", &with_picture("one", "first"))
        .await
        .expect("it is said");
    let mut line = Line::open(test_page.address, &anna.secret, json!({})).await;
    let before = line.until_caught_up().await.pop().expect("there is a post");
    let new = with_picture("two", "second");
    test_page
        .playground
        .edit(&message, &new)
        .await
        .expect("it is there");
    test_page
        .playground
        .edit(&message, &new)
        .await
        .expect("it is there");
    let edited = line.post().await;
    assert_eq!(
        (&edited["number"], &edited["text"], &edited["edited"]),
        (&json!(1), &json!("two"), &json!(true))
    );
    test_page
        .post("2", &Message::text("next"))
        .await
        .expect("it is said");
    assert_eq!(line.post().await["change"], json!(3));

    let path = |post: &Value| {
        format!(
            "/api/picture/lobby/1/{}",
            post["picture"]["digest"].as_str().expect("a picture")
        )
    };
    assert_eq!(
        test_page.picture(&anna.secret, &path(&edited)).await,
        (200, b"first".to_vec()),
        "the picture of a post stays"
    );
    assert_eq!(path(&edited), path(&before));

    for gone in ["lobby.3", "lobby.0", "attic.1", "direct-9.1", "lobby", "1"] {
        let edited = test_page
            .playground
            .edit(&MessageId::new(Platform::Playground, gone), &new)
            .await;
        assert!(matches!(edited, Err(ChatError::Refused(_))), "{gone}");
    }
}

#[tokio::test]
async fn a_private_message_is_visible_and_counted_only_for_its_reader() {
    let test_page = TestPage::new().await;
    let anna = test_page.sign_in("Anna").await;
    let ben = test_page.sign_in("Ben").await;
    let mut annas = Line::open(test_page.address, &anna.secret, json!({})).await;
    annas.until_caught_up().await;
    let mut bens = Line::open(test_page.address, &ben.secret, json!({})).await;
    bens.until_caught_up().await;
    for n in 1..=3 {
        test_page
            .post(&format!("a{n}"), &Message::text("to all"))
            .await
            .expect("it is said");
        test_page.whisper(&format!("b{n}"), &anna, "to Anna").await;
    }
    test_page.whisper("c", &ben, "to Ben").await;
    let mut told = Vec::new();
    for _ in 0..4 {
        let post = bens.post().await;
        told.push((
            post["place"].to_string(),
            post["number"].clone(),
            post["change"].clone(),
        ));
    }
    // The posts of one room come in their order, and rooms do not wait for each other.
    told.sort_by(|(one, ..), (other, ..)| one.cmp(other));
    let expected = [("direct", 1), ("lobby", 1), ("lobby", 2), ("lobby", 3)];
    assert_eq!(
        told,
        expected.map(|(place, n)| (json!(place).to_string(), json!(n), json!(n)))
    );
    let mut texts = Vec::new();
    for _ in 0..6 {
        texts.push(annas.post().await["text"].to_string());
    }
    texts.sort();
    let expected = ["to Anna"; 3].into_iter().chain(["to all"; 3]);
    assert_eq!(
        texts,
        Vec::from_iter(expected.map(|text| json!(text).to_string()))
    );
    assert_eq!(
        test_page.past(&ben).await.last().map(String::as_str),
        Some("direct 1: to Ben")
    );
}

#[tokio::test]
async fn only_the_last_posts_are_kept() {
    let store = Arc::new(MemoryStore::new());
    let test_page = TestPage::open(&Writer::new(Arc::clone(&store) as Arc<dyn Store>)).await;
    let anna = test_page.sign_in("Anna").await;
    let first = test_page
        .post("0", &with_picture("0", "old"))
        .await
        .expect("it is said");
    for n in 1..=505 {
        test_page
            .post(&n.to_string(), &with_picture(&n.to_string(), "new"))
            .await
            .expect("it is said");
    }
    let past = test_page.past(&anna).await;
    assert_eq!(
        (past.len(), &*past[0], &*past[499]),
        (500, "lobby 7: 6", "lobby 506: 505")
    );
    for prefix in ["play/post/", "play/nonce/"] {
        let kept = store
            .scan(prefix.as_bytes(), None, 1000)
            .expect("memory can be read");
        assert_eq!(kept.len(), 500, "{prefix}");
    }
    assert!(matches!(
        test_page.playground.edit(&first, &Message::text("x")).await,
        Err(ChatError::Refused(_))
    ));
    let post = |number: u64| MessageId::new(Platform::Playground, format!("lobby.{number}"));
    for (number, is_forgotten) in [(6, true), (7, false), (506, false), (507, false)] {
        let found = test_page.playground.has_forgotten(&post(number));
        assert_eq!(found, is_forgotten, "{number}");
    }

    let mut message = Message::<Private>::from(with_picture("answer", "answer"));
    for n in 0..40 {
        message.text = n.to_string();
        let event = EventId::new(Platform::Playground, format!("{}.e{n}", anna.user.id));
        let answer = Answer {
            message: message.clone(),
            replaces: false,
            is_evident: false,
            about: None,
        };
        test_page
            .playground
            .answer(&event, &answer)
            .await
            .expect("it is kept");
    }
    let kept = store
        .scan(b"play/answer/", None, 1000)
        .expect("memory can be read");
    assert_eq!(kept.len(), 32);
    assert!(
        kept[0].0.ends_with(b"/e10"),
        "the oldest are forgotten first"
    );
}

#[tokio::test]
async fn a_slow_reader_misses_only_posts_that_are_no_longer_kept() {
    const N_POSTS: u64 = 700;
    const N_KEPT: u64 = 500;
    let test_page = TestPage::new().await;
    let anna = test_page.sign_in("Anna").await;
    let mut line = Line::open(test_page.address, &anna.secret, json!({})).await;
    line.until_caught_up().await;
    // Far more than all buffers on the way hold together.
    let text = "x".repeat(100_000);
    for n in 0..N_POSTS {
        test_page
            .post(&n.to_string(), &Message::text(&text))
            .await
            .expect("it is said");
    }
    let mut numbers = Vec::new();
    while numbers.last() != Some(&N_POSTS) {
        let frame = line.next().await.expect("a slow reader keeps the line");
        numbers.extend(frame["number"].as_u64());
    }
    let n_in_time = (1..).zip(&numbers).take_while(|(n, number)| n == *number);
    let n_in_time = n_in_time.count() as u64;
    let first_kept = N_POSTS - N_KEPT + 1;
    assert!(n_in_time < first_kept - 1, "the reader was not slow");
    let expected = (1..=n_in_time).chain(first_kept..=N_POSTS);
    assert_eq!(numbers, expected.collect::<Vec<_>>());
}
