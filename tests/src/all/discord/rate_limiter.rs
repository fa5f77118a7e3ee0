//! The limits in the headers of Discord's responses: the bot waits before Discord has to refuse a request.

use std::time::Duration;

use api::{Chat, Message, Nonce, Platform, UserId};
use rules::Variant;
use tests::{
    discord::{Discord, ServerFault, Setup},
    store::fresh_writer,
};

use super::{repairs::unconnected, table::Table};
use crate::time;

/// Returns the statuses of all responses to requests of this kind so far.
fn statuses(discord: &Discord, route: &str) -> Vec<String> {
    let calls = discord.calls();
    let answered = calls.iter().filter(|call| call.starts_with(route));
    let status = |call: &String| call.split(' ').nth(2).unwrap_or_default().to_owned();
    answered.map(status).collect()
}

#[tokio::test]
async fn posts_stay_within_the_limits_of_discord() {
    let table = Table::in_process(Setup::default().limited()).await;
    table.flow(table.post_each_board()).await;
    let mut played = table.flow(table.begin(Variant::Berolina, "")).await;
    let moves = ["e2g4", "e7g5", "b2d4", "b7d5", "a2c4", "h7f5", "c2a4"];
    for (action, user) in moves
        .iter()
        .zip([&table.ann, &table.bob].into_iter().cycle())
    {
        let asked = user.types(&played.room, &format!("/move move:{action}"));
        let said = table.flow(asked.answer()).await;
        played.remember(&said);
    }
    table.flow(played.board(1 + moves.len())).await;
    let posts = statuses(&table.discord, "POST /channels/");
    assert!(!posts.contains(&"429".to_owned()), "{posts:?}");
    table.close();
}

#[tokio::test]
async fn of_two_pauses_the_longer_one_counts() {
    let _time = time::stop();
    let discord = Discord::start().await;
    let route = "POST /users/@me/channels";
    for seconds in [7, 1] {
        let limit = ServerFault::limited(seconds * 1000);
        discord.inject_fault(route, limit, 1);
    }
    let chat = unconnected(&discord, &fresh_writer());
    let (nonce, message) = (
        |name: &str| Nonce(name.to_owned()),
        Message::text("You play."),
    );
    let [ann, bob] = ["Ann", "Bob"].map(|name| {
        let id = discord.user(name).id;
        UserId::new(Platform::Discord, id.to_string())
    });
    let (to_ann, to_bob) = (nonce("ann"), nonce("bob"));
    let both = async {
        tokio::join!(
            chat.whisper(&to_ann, &ann, &message),
            chat.whisper(&to_bob, &bob, &message)
        )
    };
    tokio::pin!(both);
    let early = tokio::time::timeout(Duration::from_millis(6900), &mut both);
    assert!(time::flow(early).await.is_err());
    assert_eq!(
        statuses(&discord, route),
        ["429", "429"],
        "it asks no sooner"
    );
    let (to_ann, to_bob) = time::flow(both).await;
    assert!(to_ann.is_ok() && to_bob.is_ok());
    assert_eq!(statuses(&discord, route).len(), 4);
    discord.finish();
}
