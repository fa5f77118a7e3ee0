//! Gateway sessions, lost and resumed.

use serde_json::json;
use tests::discord::{Discord, Setup};

use super::{
    bot::{Bot, whisper},
    server::DiscordBot,
};

#[tokio::test]
async fn a_refused_connection_closes_with_the_code_of_the_reason() {
    let discord = Discord::start().await;
    let bot = Bot::new(&discord);
    let mut ears = bot.dial().await;
    ears.identify("wrong", 1, [0, 1]).await;
    assert_eq!(ears.next().await, Err(4004));
    let mut ears = bot.dial().await;
    ears.identify(&discord.token(), 1 << 15, [0, 1]).await;
    assert_eq!(ears.next().await, Err(4014));
    assert!(discord.take_problems()[0].contains("privileged"));
    let mut ears = bot.dial().await;
    ears.identify(&discord.token(), 1, [0, 2]).await;
    assert_eq!(ears.next().await, Err(4010));
    assert!(discord.take_problems()[0].contains("shards"));
    discord.finish();
}

#[tokio::test]
async fn a_bot_receives_its_guilds_and_sends_heartbeats() {
    let discord = Discord::start().await;
    discord.channel("lobby");
    let bot = Bot::new(&discord);
    let mut ears = bot.connect().await;
    let guild = ears.event("GUILD_CREATE").await;
    assert_eq!(guild["channels"][0]["name"], "lobby");
    ears.send(1, json!(ears.sequence)).await;
    assert_eq!(ears.next().await, Ok(json!({ "op": 11, "d": null })));
    ears.send(1, json!(99)).await;
    assert_eq!(
        ears.next().await.map(|said| said["op"].clone()),
        Ok(json!(11))
    );
    assert!(discord.take_problems()[0].contains("heartbeat"));
    discord.finish();
}

#[tokio::test]
async fn a_resumed_session_receives_the_missed_events() {
    let mut stage = DiscordBot::open().await;
    let (_, before) = stage.ask().await;
    let (session, heard) = (stage.ears.session.clone(), stage.ears.sequence);
    stage.discord.gateway().drop_connections();
    assert_eq!(stage.ears.next().await, Err(0));
    let asked = stage.ann.types(&stage.lobby, "/games");
    let mut ears = stage.bot.resume(&session, heard).await;
    let missed = ears.interaction().await;
    assert_ne!(missed["id"], before["id"]);
    ears.event("RESUMED").await;
    stage.discord.gateway().resumed(1).await;
    stage.bot.answer(&missed, 4, whisper("none")).await;
    assert_eq!(asked.answer().await.text, "none");
    asked.repeat();
    assert_eq!(ears.interaction().await["id"], missed["id"]);

    stage.discord.gateway().ask_to_reconnect();
    assert_eq!(
        ears.next().await.map(|said| said["op"].clone()),
        Ok(json!(7))
    );
    stage.discord.gateway().forget_sessions();
    assert_eq!(ears.next().await, Err(0));
    let mut ears = stage.bot.resume(&session, ears.sequence).await;
    assert_eq!(ears.next().await, Ok(json!({ "op": 9, "d": false })));
    ears.identify(&stage.discord.token(), 1, [0, 1]).await;
    ears.event("READY").await;
    stage.discord.gateway().identified(2).await;
    stage.discord.finish();
}

#[tokio::test]
async fn each_shard_receives_only_its_guilds() {
    let discord = Setup::default().shards(2).start().await;
    let bot = Bot::new(&discord);
    let gateway = bot.get("/gateway/bot").await;
    assert_eq!(gateway.body["shards"], 2);
    let mut shards = Vec::new();
    for shard in 0..2 {
        let mut ears = bot.dial().await;
        ears.identify(&discord.token(), 1, [shard, 2]).await;
        ears.event("READY").await;
        shards.push(ears);
    }
    discord.ready().await;
    for name in ["one", "two", "three"] {
        let guild = discord.guild(name);
        let shard = (guild.id.0 >> 22) % 2;
        let ears = &mut shards[shard as usize];
        while ears.event("GUILD_CREATE").await["name"] != name {}
    }
    discord.finish();
}
