//! A slow event in one room delays no other room.

use std::{fs, sync::Arc};

use api::{Event, Listener};
use async_trait::async_trait;
use matrix::{Matrix, MatrixSettings};
use serde_json::Value;
use tests::{
    matrix::{PASSWORD, PATIENCE, Person},
    store::fresh_writer,
};
use text::Language;
use tokio::{
    sync::{Semaphore, mpsc, oneshot},
    time::timeout,
};

use super::table::{Table, alone};

/// A listener that records its events. An event that begins with `wait` waits until the test makes room for it.
struct SlowListener {
    heard: mpsc::UnboundedSender<String>,
    places: Semaphore,
}

#[async_trait]
impl Listener for SlowListener {
    async fn hear(&self, event: Event) {
        let Some(text) = event.text else {
            return;
        };
        self.heard.send(text.clone()).expect("the test listens");
        if text.starts_with("wait") {
            let place = self.places.acquire().await;
            place.expect("nobody closes it").forget();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_keeps_its_order_and_holds_up_no_other() {
    let homeserver = Table::homeserver().await;
    let ann = Person::log_in(&homeserver, "ann").await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let password_file = folder.path().join("password");
    fs::write(&password_file, PASSWORD).expect("a file for the password");
    let settings = MatrixSettings {
        homeserver: homeserver.address(),
        user: "@odd:localhost".to_owned(),
        credentials: matrix::Credentials {
            password: Some(password_file),
            ..matrix::Credentials::default()
        },
        store: folder.path().join("matrix"),
        keys_for_all: false,
        verifiers: Vec::new(),
        inviters: Vec::new(),
        name: None,
        avatar: None,
        commands: false,
        prefix: "!odd".to_owned(),
        threads: true,
        widgets: true,
        page_url: None,
        language: Language::ENGLISH,
    };
    let writer = fresh_writer();
    let bot = Matrix::open(settings, writer, alone()).await;
    let bot = bot.expect("the homeserver knows the bot");
    let (heard, mut hears) = mpsc::unbounded_channel();
    let listener = Arc::new(SlowListener {
        heard,
        places: Semaphore::new(0),
    });
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = tokio::spawn(matrix::serve(
        bot,
        Arc::clone(&listener) as Arc<dyn Listener>,
        |_| {},
        async move {
            let _ = stopped.await;
        },
    ));
    let mut rooms = Vec::new();
    for _ in 0..2 {
        let room = ann.open_room(&["odd"], false, Value::Null).await;
        ann.until("the greeting of the bot", |seen| {
            let mut greetings = seen.iter();
            greetings
                .any(|event| event.room == room && event.is_said_by_bot())
                .then_some(())
        })
        .await;
        rooms.push(room);
    }
    let mut next = async || {
        let heard = timeout(PATIENCE, hears.recv()).await;
        heard
            .expect("it is heard in time")
            .expect("the bot listens")
    };
    ann.says(&rooms[0], "!odd wait").await;
    assert_eq!(next().await, "wait");
    ann.says(&rooms[0], "!odd after").await;
    for text in ["one", "two", "three"] {
        ann.says(&rooms[1], &format!("!odd {text}")).await;
        assert_eq!(next().await, text, "the other room is heard");
    }
    listener.places.add_permits(1);
    assert_eq!(next().await, "after");
    ann.says(&rooms[0], "!odd wait").await;
    assert_eq!(next().await, "wait");
    stop.send(()).expect("the bot serves");
    let served = serving.await.expect("nothing panics");
    served.expect("it ends well");
    // Otherwise the listener would answer events after its end.
    assert_eq!(Arc::strong_count(&listener), 1, "nobody hears any more");
}
