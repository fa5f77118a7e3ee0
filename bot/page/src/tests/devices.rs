//! Tests of the devices of people, and of the turns that they announce.

use testkit::push::Browser;

use super::{
    races::{page_alone, pages, with_anna},
    *,
};
use crate::{
    devices::{Device, MOST_DEVICES},
    push::{BrowserKeys, Endpoint, PushServices},
};
use api::{AccountToken, MatchId, Nonce, TokenDigest, TurnPush, UserId};

/// Returns the device at an address.
fn device(path: &str, session: Option<TokenDigest>) -> Device {
    let browser = Browser::new(7);
    let services = PushServices::default();
    let endpoint = Endpoint::at(&services, &format!("https://web.push.apple.com/{path}"));
    let keys = BrowserKeys::parse(&browser.p256dh(), &browser.auth());
    Device::new(endpoint.expect("an address"), keys.expect("keys"), session)
}

/// Returns a turn of a person, for devices in these sessions and for those of guests.
fn turn(nonce: &str, id: PersonId, sessions: Vec<TokenDigest>) -> TurnPush {
    TurnPush {
        nonce: Nonce(nonce.to_owned()),
        id: MatchId::from_number(1),
        accounts: vec![id.user()],
        sessions,
        text: "Your turn".to_owned(),
    }
}

/// Returns the paths of the devices that announce a turn.
async fn notified_paths(page: &Playground, id: PersonId, turn: &TurnPush) -> Vec<String> {
    let devices = page.devices_to_tell(id, turn).await.expect("memory works");
    let paths = devices.iter().map(|device| device.endpoint.url().path());
    paths.map(str::to_owned).collect()
}

/// Returns the number of stored rows of devices.
fn n_rows(page: &Playground) -> usize {
    let rows = page.writer.scan(b"play/device", None, 100);
    rows.expect("memory works").len()
}

#[tokio::test]
async fn the_oldest_device_of_a_person_makes_room_for_another() {
    let (store, anna) = with_anna().await;
    let page = page_alone(&store);
    for n in 0..MOST_DEVICES + 2 {
        let added = page.add_device(anna, &device(&n.to_string(), None)).await;
        assert!(added.expect("memory works"));
    }
    // A device that comes again is not counted twice.
    let again = page.add_device(anna, &device("5", None)).await;
    assert!(again.expect("memory works"));
    let paths = notified_paths(&page, anna, &turn("a", anna, Vec::new())).await;
    assert_eq!(paths, ["/2", "/3", "/4", "/6", "/7", "/8", "/9", "/5"]);
    assert_eq!(n_rows(&page), 1 + MOST_DEVICES);
}

#[tokio::test]
async fn a_turn_is_announced_once_after_a_restart_too() {
    let (store, anna) = with_anna().await;
    let page = page_alone(&store);
    let added = page.add_device(anna, &device("one", None)).await;
    assert!(added.expect("memory works"));
    let first = turn("a", anna, Vec::new());
    assert_eq!(notified_paths(&page, anna, &first).await, ["/one"]);
    assert!(notified_paths(&page, anna, &first).await.is_empty());
    let page = page_alone(&store);
    assert!(notified_paths(&page, anna, &first).await.is_empty());
    let next = turn("b", anna, Vec::new());
    assert_eq!(notified_paths(&page, anna, &next).await, ["/one"]);
}

#[tokio::test]
async fn two_processes_make_one_key_and_announce_a_turn_once() {
    let (store, anna) = with_anna().await;
    let added = page_alone(&store)
        .add_device(anna, &device("one", None))
        .await;
    assert!(added.expect("memory works"));
    let [here, there] = pages(&store, 2);
    let (one, other) = tokio::join!(here.push_key(), there.push_key());
    let [one, other] = [one, other].map(|key| key.expect("memory works").public());
    assert_eq!(one, other);
    let kept = page_alone(&store).push_key().await.expect("memory works");
    assert_eq!(kept.public(), one);
    let first = turn("a", anna, Vec::new());
    let (one, other) = tokio::join!(
        notified_paths(&here, anna, &first),
        notified_paths(&there, anna, &first)
    );
    assert_eq!([one, other].concat(), ["/one"]);
}

#[tokio::test]
async fn a_device_announces_the_turns_of_the_last_person_who_asked_for_it() {
    let (store, anna) = with_anna().await;
    let page = page_alone(&store);
    let (ben, _) = page.sign_in("Ben", None).await.expect("his name is free");
    for id in [anna, ben.id] {
        let added = page.add_device(id, &device("one", None)).await;
        assert!(added.expect("memory works"));
    }
    let next = turn("a", anna, Vec::new());
    assert!(notified_paths(&page, anna, &next).await.is_empty());
    assert_eq!(notified_paths(&page, ben.id, &next).await, ["/one"]);
    // It is no longer Anna's to remove.
    let endpoint = device("one", None).endpoint;
    page.remove_device(anna, &endpoint).await.expect("memory");
    let next = turn("b", ben.id, Vec::new());
    assert_eq!(notified_paths(&page, ben.id, &next).await, ["/one"]);
    page.remove_device(ben.id, &endpoint).await.expect("memory");
    assert_eq!(n_rows(&page), 0);
}

#[tokio::test]
async fn pushes_end_with_their_session_and_with_their_person() {
    let (store, anna) = with_anna().await;
    let page = page_alone(&store);
    let session = |n| {
        let account = UserId::new(Platform::Discord, "17");
        AccountToken::new(account, [n; AccountToken::LENGTH]).digest()
    };
    for (path, session) in [("one", Some(session(1))), ("two", Some(session(2)))] {
        let added = page.add_device(anna, &device(path, session)).await;
        assert!(added.expect("memory works"));
    }
    let next = turn("a", anna, vec![session(2)]);
    assert_eq!(notified_paths(&page, anna, &next).await, ["/two"]);
    // The end of a session is for good.
    let next = turn("b", anna, vec![session(1), session(2)]);
    assert_eq!(notified_paths(&page, anna, &next).await, ["/two"]);
    let listed = page.listed_devices(anna).expect("memory works");
    assert_eq!(listed[0]["push_service"], "https://web.push.apple.com");
    assert!(!listed.to_string().contains("two"), "{listed}");
    page.forget_person(anna).await.expect("memory works");
    assert_eq!(n_rows(&page), 0);
    let late = page.add_device(anna, &device("three", None)).await;
    assert!(!late.expect("memory works"));
}
