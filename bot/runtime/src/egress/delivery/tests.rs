use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::Poll,
};

use futures_util::{FutureExt as _, poll};
use rules::Color;

use crate::schedule::{
    retries::tests::challenge_on,
    ticks::tests::{bot_beside_others, bot_on},
};
use api::{
    AnalysisQuery, ChannelId, Event, EventId, ListedState, Place, Platform, Speaker, Timestamp,
    UserId,
};
use command::{Control, Intent};
use service::PersonRequest;
use store::{
    MemoryStore,
    testing::{ObservedStore, StoreCall},
};
use text::Language;

#[tokio::test]
async fn a_list_of_games_reads_no_record_of_a_cached_match() {
    let n_records = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&n_records);
    let core = bot_on(Arc::new(ObservedStore::new(move |call| {
        let is_record = matches!(call, StoreCall::Scan(prefix) if prefix.starts_with(b"input/"));
        counted.fetch_add(usize::from(is_record), Ordering::Relaxed);
        Ok(())
    })));
    let platform = Platform::Playground;
    let id = challenge_on(&core, platform).await;
    let listed = async || {
        let ann = UserId::new(platform, "ann");
        let games = core.deliveries.games(&ann, Language::ENGLISH).await;
        let games = games.unwrap_or_default();
        games.iter().map(|game| game.state).collect::<Vec<_>>()
    };
    assert_eq!(listed().await, [ListedState::Open]);
    let bob = Speaker {
        id: UserId::new(platform, "bob"),
        name: "Bob".to_owned(),
    };
    let accept = Event::new(
        EventId::new(platform, "2"),
        bob,
        Place::Channel(ChannelId::new(platform, "lobby")),
        Intent::Press(Control::Accept(id)),
    );
    let request = PersonRequest::new(Arc::new(accept), Language::ENGLISH);
    let accepted = core.settle(request.at(Timestamp(1_800_000_000_000))).await;
    assert!(accepted.is_some_and(|reply| reply.done().is_some()));
    let in_play = [ListedState::YourTurn, ListedState::Waiting];
    let [state] = listed().await[..] else {
        panic!("one game is listed");
    };
    assert!(in_play.contains(&state));
    let n_before = n_records.load(Ordering::Relaxed);
    assert_eq!(listed().await, [state]);
    assert_eq!(n_records.load(Ordering::Relaxed), n_before);
}

#[tokio::test]
async fn one_of_several_processes_gives_up_no_delivery_for_a_platform_that_is_disabled_there() {
    let alone = bot_on(Arc::new(MemoryStore::new()));
    let beside_others = bot_beside_others(&Arc::default());
    for (core, is_left_to_others) in [(alone, false), (beside_others, true)] {
        core.disable(Platform::Matrix, "its password was withdrawn".to_owned());
        let silent = core.deliveries.chat(Platform::Matrix).err();
        let silent = silent.expect("nothing speaks there");
        assert_eq!(silent.for_good().is_err(), is_left_to_others);
        let off = core.deliveries.chat(Platform::Discord).err();
        let off = off.expect("nothing speaks there either");
        assert!(off.for_good().is_ok(), "no process serves it");
    }
}

#[tokio::test]
async fn deliveries_for_a_disabled_platform_are_left_to_the_holder_of_its_role() {
    let core = bot_beside_others(&Arc::default());
    let id = challenge_on(&core, Platform::Matrix).await;
    let role = || {
        let role = core.deliveries.role_of(id, None, &core.writer);
        role.expect("memory can be read")
    };
    assert_eq!(role(), None, "Matrix is switched off");
    core.disable(Platform::Matrix, "its password was withdrawn".to_owned());
    assert_eq!(role(), Platform::Matrix.role());
}

#[tokio::test]
async fn the_analysis_board_refuses_readers_when_too_many_wait() {
    let core = bot_on(Arc::new(MemoryStore::new()));
    let analyze = |viewer| {
        core.deliveries.analysis(AnalysisQuery {
            setup: "baroque".to_owned(),
            moves: "e2e4".to_owned(),
            attempt: None,
            edited: None,
            viewer,
            chance: None,
            bottom: Color::White,
            is_dark: false,
            language: Language::ENGLISH,
        })
    };
    let pool = &core.deliveries.snapshots.pool;
    let mut taken = Vec::new();
    while let Some(Ok(turn)) = pool.analysis(None).now_or_never() {
        taken.push(turn);
    }
    let mut waiting = Vec::new();
    for _ in 0..100 {
        let mut reader = Box::pin(analyze(None));
        match poll!(&mut reader) {
            Poll::Pending => waiting.push(reader),
            Poll::Ready(answer) => assert_eq!(answer.err(), Some(text::analysis_busy())),
        }
    }
    assert!((1..100).contains(&waiting.len()));
    let ann = UserId::new(Platform::Playground, "1");
    assert!(
        analyze(Some(ann)).await.is_ok(),
        "strangers delay no person"
    );
    drop(taken);
    for reader in waiting {
        assert!(reader.await.is_ok(), "it got its turn");
    }
}
