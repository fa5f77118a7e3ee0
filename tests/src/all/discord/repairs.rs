//! The bot searches for a message that may have been posted before it posts again, after any outage of Discord.

use std::{sync::Arc, time::Duration};

use api::{ChannelId, Chat, Message, Nonce, Platform, UserId};
use rules::Variant;
use store::writer::Writer;
use testkit::Random;
use tests::{
    discord::{Discord, ServerFault, permission},
    store::fresh_writer,
    venue::challenged,
};

use super::{
    in_process::settings,
    table::{Match, MoveInput, Table},
};

/// A time longer than Discord remembers a nonce.
const LONG: Duration = Duration::from_secs(10 * 60);

const POST: &str = "POST /channels/*/messages";

/// Returns the number of requests for the last messages of a channel.
fn n_looks(discord: &Discord) -> usize {
    discord.n_called(&["GET /channels/", "/messages"])
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_that_outlives_the_memory_of_discord_doubles_no_board() {
    for fault in [ServerFault::FailingAfter(502), ServerFault::CutAfter] {
        let table = Table::open().await;
        let mut random = Random::new(51);
        table.post_each_board().await;
        let mut played = table.begin(Variant::Chakart, "").await;
        table.play(&mut played, MoveInput::Menus, &mut random).await;
        assert_eq!(n_looks(&table.discord), 0, "it costs nothing");
        for _ in 0..3 {
            if played.is_over() {
                break;
            }
            let n = played.boards().len();
            // The board is posted for both, but the bot receives no response.
            let lost = table.discord.inject_fault(POST, fault.clone(), 3);
            table.moves(&mut played, &mut random).await;
            lost.occurred(1).await;
            table.discord.advance(LONG);
            played.board(n + 1).await;
            lost.stop();
        }
        table.check(&played).await;
        assert!(n_looks(&table.discord) > 0);
        table.close();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_after_which_discord_remembers_nothing_doubles_no_board() {
    let mut table = Table::open().await;
    let mut random = Random::new(52);
    table.post_each_board().await;
    let mut played = table.begin(Variant::Berolina, "").await;
    for _ in 0..2 {
        let n = played.boards().len();
        let route = format!("POST /channels/{}/messages", played.room.id);
        let held = table
            .discord
            .inject_fault(&route, ServerFault::HeldAfter, 1);
        table.moves(&mut played, &mut random).await;
        held.occurred(1).await;
        played.board(n + 1).await;
        table.kill();
        held.release();
        table.discord.advance(LONG);
        table.start().await;
        // The earlier board is settled once the new one is known to be there.
        played.settled().await;
    }
    table.check(&played).await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_post_is_repeated_where_the_history_is_unreadable() {
    let table = Table::open().await;
    let mut random = Random::new(53);
    let mut played = table.begin(Variant::Berolina, "").await;
    played.board(1).await;
    table.lobby.deny_bot(permission::READ_MESSAGE_HISTORY);
    let route = format!("POST /channels/{}/messages", played.room.id);
    table
        .discord
        .inject_fault(&route, ServerFault::Failing(502), 1);
    table.play(&mut played, MoveInput::Menus, &mut random).await;
    table.check(&played).await;
    table.close();
}

/// Returns a sender for a bot that is not connected yet.
pub(super) fn unconnected(discord: &Discord, writer: &Writer) -> Arc<discord::Discord> {
    discord::Discord::new(settings(discord), writer.clone())
}

#[tokio::test]
async fn an_unconnected_bot_finds_its_earlier_messages() {
    let discord = Discord::start().await;
    let (lobby, ann) = (discord.channel("lobby"), discord.user("Ann"));
    let channel = ChannelId::new(Platform::Discord, lobby.id.to_string());
    let user = UserId::new(Platform::Discord, ann.id.to_string());
    let [posted, whispered] = ["posted", "whispered"].map(|name| Nonce(name.to_owned()));
    let writer = fresh_writer();
    for is_restarted in [false, true] {
        let chat = unconnected(&discord, &writer);
        if is_restarted {
            discord.advance(LONG);
            chat.may_have_said(posted.clone());
            chat.may_have_said(whispered.clone());
            // Any number of later messages may follow.
            for n in 0..10_001 {
                chat.may_have_said(Nonce(n.to_string()));
            }
        }
        let (question, news) = (Message::text("Who plays?"), Message::text("You play."));
        let said = chat.post(&posted, &channel, &question).await;
        said.expect("it is posted");
        let said = chat.whisper(&whispered, &user, &news).await;
        said.expect("it is whispered");
    }
    assert_eq!(lobby.messages().len(), 1);
    assert_eq!(ann.messages(&ann.direct()).len(), 1);
    discord.finish();
}

/// Kills the program when Discord has a message that the program does not know of. Restarts it while Discord has
/// forgotten all nonces and delays the request for the bot's own user.
async fn kill_after_post(table: &mut Table, route: &str, act: impl AsyncFnOnce(&Table)) {
    let held = table.discord.inject_fault(route, ServerFault::HeldAfter, 1);
    act(table).await;
    held.occurred(1).await;
    table.kill();
    held.release();
    table.discord.advance(LONG);
    let n = table.discord.gateway().n_opened();
    let who = "GET /users/@me";
    let slow = table.discord.inject_fault(who, ServerFault::HeldBefore, 1);
    table.launch();
    slow.occurred(1).await;
    slow.release();
    table.discord.gateway().opened(n + 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_repeats_no_message_when_discord_is_slow_to_identify_the_bot() {
    let mut table = Table::open().await;
    let mut random = Random::new(54);
    let mut id = String::new();
    kill_after_post(&mut table, POST, async |table| {
        let typed = "/challenge variant:chakart opponent:@Bob color:white";
        let said = table.ann.asks(&table.lobby, typed).await;
        id = challenged(&said.text).to_string();
    })
    .await;
    let post = table.bob.reads(&table.lobby, "challenges Bob").await;
    // The first board, or Ann's private delivery of it.
    kill_after_post(&mut table, POST, async |table| {
        table.bob.clicks(&post, "Accept").await;
    })
    .await;
    let room = table.lobby.until_threads(1).await.pop().expect("a thread");
    let mut played = Match::new(id, room);
    played.board(1).await;
    let in_thread = format!("POST /channels/{}/messages", played.room.id);
    let to_bob = format!("POST /channels/{}/messages", table.bob.direct().id);
    // The call to Bob, then the private delivery of another turn of his.
    for (n, route) in [(1, in_thread), (2, POST.to_owned()), (3, to_bob)] {
        kill_after_post(&mut table, &route, async |table| {
            table.moves(&mut played, &mut random).await;
        })
        .await;
        played.board(n + 1).await;
        played.rung().await;
    }
    let typed = "/draw";
    let asker = table.to_move(&played.board(4).await).clone();
    let room = played.room.clone();
    kill_after_post(&mut table, POST, async |_| {
        asker.asks(&room, typed).await;
    })
    .await;
    table
        .play(&mut played, MoveInput::Command, &mut random)
        .await;
    let n_said = |words: &str, messages: Vec<tests::discord::Message>| {
        let told = messages.iter().filter(|told| told.text.contains(words));
        told.count()
    };
    assert_eq!(n_said("challenges Bob", table.lobby.messages()), 1);
    assert_eq!(n_said("offers", played.room.messages()), 1);
    for user in [&table.ann, &table.bob] {
        let news = user.direct().messages();
        let mut boards: Vec<_> = news.iter().flat_map(|told| &told.files).collect();
        boards.sort_by(|one, other| one.name.cmp(&other.name));
        let n_told = boards.len();
        boards.dedup_by(|one, other| one.name == other.name);
        assert_eq!(n_told, boards.len(), "nothing is told twice");
    }
    table.check(&played).await;
    table.close();
}
