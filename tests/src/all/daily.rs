//! Tests of puzzles of the day, which the tick posts to channels.

use std::sync::Arc;
use tests::user_input::UserInput;

use api::{ChannelId, Event, EventId, Place, Platform, ServerAccess, ServerId, Store};
use store::{MemoryStore, testing::ObservedStore};
use tests::{
    PATIENCE,
    fake_chat::{ChatPost, FakeChat, TestBot, channel, event},
    fleet::Member,
};
use tokio::time::timeout;

/// Returns a bot that posts a puzzle each day in this many channels.
async fn wanted_in(n_channels: usize) -> (TestBot, Vec<ChannelId>) {
    let mut stage = TestBot::in_memory(&["Ann"], |_| {});
    let channels: Vec<_> = (0..n_channels)
        .map(|n| channel(&format!("room-{n}")))
        .collect();
    for channel in &channels {
        let mut event = stage.event("Ann", UserInput::short("/puzzle daily:yes"));
        event.place = Place::Channel(channel.clone());
        event.server = Some(ServerAccess {
            id: ServerId::new(Platform::Playground, "page"),
            may_manage: true,
        });
        let said = stage.ask(&event).await.message.text;
        assert!(said.starts_with("I post a puzzle here"), "{said}");
    }
    (stage, channels)
}

/// Advances the clock.
async fn tick(stage: &TestBot) {
    let ticked = timeout(PATIENCE, stage.core.tick()).await;
    ticked.expect("time goes on");
}

#[tokio::test]
async fn a_channel_that_is_slow_keeps_neither_others_waiting_nor_time_from_going_on() {
    let (stage, channels) = wanted_in(20).await;
    let slow = &channels[0];
    stage.scene.slow_down(slow, true);
    tick(&stage).await;
    stage.scene.until_posted(channels.len() - 1).await;
    tick(&stage).await;
    let is_there = |said: &ChatPost| matches!(said, ChatPost::Post(channel, _) if channel == slow);
    assert!(!stage.scene.posted().iter().any(is_there));
    stage.scene.slow_down(slow, false);
    stage.core.idle().await;
    tick(&stage).await;
    stage.core.idle().await;
    let said = stage.scene.posted();
    assert_eq!(said.len(), channels.len());
    for channel in &channels {
        let here = |said: &&ChatPost| matches!(said, ChatPost::Post(place, _) if place == channel);
        assert_eq!(said.iter().filter(here).count(), 1, "{channel}");
    }
}

#[tokio::test]
async fn the_only_process_that_can_post_posts_the_daily_puzzle_once() {
    let store = Arc::new(MemoryStore::new());
    let join = |scene: &Arc<FakeChat>| {
        let store = Arc::new(ObservedStore::shared(&store, |_| Ok(())));
        Member::join(store as Arc<dyn Store>, scene)
    };
    let [(here, mut ears), (elsewhere, _)] = [(), ()].map(|()| FakeChat::on(Platform::Matrix, &[]));
    elsewhere.be_elsewhere(true);
    let [keeper, speaker] = [&elsewhere, &here].map(join);
    let like = event("1".to_owned(), "Ann", UserInput::short("/puzzle daily:yes"));
    let wanted = Event {
        id: EventId::new(Platform::Matrix, "1"),
        place: Place::Channel(ChannelId::new(Platform::Matrix, "room")),
        server: Some(ServerAccess {
            id: ServerId::new(Platform::Matrix, "room"),
            may_manage: true,
        }),
        ..like
    };
    speaker.hear(wanted).await;
    assert!(ears.recv().await.is_some(), "it is answered");
    for member in [&keeper, &speaker, &keeper, &speaker] {
        member.tick().await;
    }
    assert_eq!(here.posts().len(), 1);
    assert_eq!(elsewhere.posts().len(), 0);
}
