//! Matches in all kinds of channels: announcements, posts of a forum, the chats of voice channels, private threads, and
//! groups without the bot.

use std::time::Duration;

use rules::Variant;
use testkit::Random;
use tests::{
    discord::{Interaction, Message, Room, ServerFault, Setup, User, permission},
    venue::challenged,
};

use super::table::{Match, Table, command, confirmed, guided};
use crate::time;

/// Plays a match from its beginning in this room to its end: by moves below its boards, by commands, and by resigning.
async fn check(table: &Table, room: &Room, has_thread: bool) {
    let mut random = Random::new(71);
    let typed = "/challenge variant:berolina opponent:@Bob color:white";
    let id = table.accepted(room, typed).await;
    let room = if has_thread {
        room.until_threads(1).await.remove(0)
    } else {
        room.clone()
    };
    let mut played = Match::new(id, room.clone());
    let board = played.board(1).await;
    let is_plain = |board: &Message| {
        !["permission", "I go on here"]
            .iter()
            .any(|words| board.text.contains(words))
    };
    assert!(is_plain(&board), "{}", board.text);
    for n in 1..5 {
        let board = played.board(n).await;
        let user = table.to_move(&board).clone();
        let asked = match n % 2 {
            0 => command(&user, &room, &mut random).await,
            _ => guided(user.presses(&board, "Move"), &user, &mut random).await,
        };
        played.remember(&confirmed(&user, asked).await);
        let board = played.board(n + 1).await;
        assert!(is_plain(&board), "{}", board.text);
    }
    let said = table.bob.asks(&room, "/resign confirm:yes").await;
    said.says("You resigned");
    let end = table.ann.reads(&room, "Bob resigned").await;
    assert!(end.offers("Rematch") && is_plain(&end), "{}", end.text);
    assert_eq!(room.threads().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_in_an_announcement_channel_has_a_thread() {
    let table = Table::open().await;
    let news = table.discord.home().announcements("news");
    check(&table, &news, true).await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_in_the_chat_of_a_voice_channel_is_played_there() {
    let table = Table::open().await;
    let voice = table.discord.home().voice("voice");
    check(&table, &voice, false).await;
    // A thread cannot begin there, so the bot needs no permissions for it.
    let for_threads = permission::CREATE_PUBLIC_THREADS | permission::SEND_MESSAGES_IN_THREADS;
    for (room, is_missing) in [(&voice, false), (&table.lobby, true)] {
        room.deny_bot(for_threads);
        let said = table.ann.asks(room, "/doctor").await;
        let asks = said.text.contains("Create Public Threads");
        assert_eq!(asks, is_missing, "{}", said.text);
    }
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_in_a_post_of_a_forum_is_played_there() {
    let table = Table::open().await;
    let forum = table.discord.home().forum("games");
    let post = forum.open_post(&table.ann, "Who plays?");
    check(&table, &post, false).await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_in_a_private_thread_is_played_there_once_the_bot_is_named() {
    let table = Table::open().await;
    let ann = &table.ann;
    let room = table.lobby.open_private("secret", &[ann, &table.bob]);
    let bot = format!("<@{}>", table.discord.bot());
    ann.writes(&room, &bot);
    ann.reads(&ann.direct(), "I referee").await;
    check(&table, &room, false).await;
    assert!(table.eve.messages(&room).is_empty());
    table.close();
}

/// Returns two people who share no server with the bot, the first of whom has installed it, and their group.
fn strangers(table: &Table) -> (User, User, Room) {
    let [carl, dora] = ["Carl", "Dora"].map(|name| table.discord.stranger(name));
    carl.installs();
    let group = table.discord.group(&[&carl, &dora]);
    (carl, dora, group)
}

/// Returns the private reply to a user and the public announcement, in the order in which they came.
async fn answers(asked: &Interaction) -> [Message; 2] {
    let answers = asked.answers(2).await.try_into();
    answers.unwrap_or_else(|answers: Vec<_>| panic!("{} answers were given", answers.len()))
}

/// A part of the bot's first message to a player whose match was accepted in a group.
const GREETING: &str = "The board comes next";

/// Waits until the reader has the board after this many moves in their direct messages.
async fn until_board(reader: &User, id: &str, n: usize) {
    let board = format!("{id}-{n}.png");
    let is_it = |message: &&Message| message.files.iter().any(|file| file.name == board);
    let look = |messages: &[Message]| messages.iter().find(is_it).cloned();
    reader.direct().until(&board, look).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_of_a_group_play_each_other_in_direct_messages() {
    let table = Table::open().await;
    let (carl, dora, group) = strangers(&table);
    let typed = "/challenge variant:berolina color:white";
    let [said, post] = answers(&carl.types(&group, typed)).await;
    let id = challenged(&said.text).to_string();
    assert!(said.is_private() && !post.is_private(), "{}", post.text);
    post.says("Carl challenges anybody").says(&id);
    assert!(post.offers("Withdraw") && !post.offers("Decline"));
    post.says("Press Accept, or join");
    assert_eq!(group.messages().len(), 1, "it is announced once");
    // Without the bot among her apps, it cannot write to her, and no match begins.
    let said = dora.clicks(&post, "Accept").await;
    said.in_private().says("I cannot write to you");
    assert!(group.messages()[0].offers("Accept"), "it still stands");
    assert!(dora.messages(&dora.direct()).is_empty());
    dora.installs();
    let [post, said] = answers(&dora.presses(&post, "Accept")).await;
    said.begins("You accepted");
    said.says("its board comes in our direct messages");
    assert!(said.is_private() && !post.is_private(), "{}", said.text);
    assert!(!post.offers("Accept"), "it is settled");
    post.says("Dora accepted");
    post.says("in direct messages with me");
    dora.reads(&dora.direct(), GREETING).await;
    for (n, (user, text)) in [(&carl, "e2g4"), (&dora, "e7c5"), (&carl, "d2f4")]
        .iter()
        .enumerate()
    {
        for reader in [&carl, &dora] {
            until_board(reader, &id, n).await;
        }
        let said = user.asks(&group, &format!("/move move:{text}")).await;
        said.in_private().begins("You played");
    }
    // A reply can be edited for a quarter of an hour; a match lasts longer.
    table.discord.advance(Duration::from_secs(16 * 60));
    let said = dora.asks(&group, "/resign confirm:yes").await;
    said.says("You resigned");
    for user in [&carl, &dora] {
        user.reads(&user.direct(), "Dora resigned").await;
    }
    assert_eq!(group.messages().len(), 1, "the announcement");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_named_opponent_in_a_group_accepts_and_plays_by_messages() {
    let table = Table::open().await;
    let eve = &table.eve;
    let (carl, ann) = (table.discord.stranger("Carl"), &table.ann);
    carl.installs();
    let group = table.discord.group(&[&carl, ann, eve]);
    let typed = "/challenge variant:chakart opponent:@Ann color:white";
    let [said, post] = answers(&carl.types(&group, typed)).await;
    let id = challenged(&said.text).to_string();
    post.says("Carl challenges Ann");
    assert_eq!(post.pinged, [ann.id], "she is called");
    assert!(post.offers("Decline") && post.offers("Dice"));
    let own = carl.reads(&carl.direct(), "Carl challenges Ann").await;
    assert!(own.offers("Withdraw") && !own.offers("Accept"));
    // The seal of the dice is fixed before a player accepts, and every reader there can see it.
    let sealed = eve.clicks(&post, "Dice").await;
    sealed.in_private().says(&id).omits("no match");
    // Another user who presses receives an explanation, and no direct message.
    eve.clicks(&post, "Accept").await.in_private().says("Ann");
    assert!(eve.messages(&eve.direct()).is_empty());
    // She need not have installed it, because she is on a server with the bot.
    let [post, said] = answers(&ann.presses(&post, "Accept")).await;
    said.begins("You accepted");
    post.says("Ann accepted");
    // That stays so, and no user there has a private view.
    eve.clicks(&post, "Dice").await.omits("no match");
    assert!(!post.offers("My view"), "{:?}", post.buttons());
    for reader in [&carl, ann] {
        reader.reads(&reader.direct(), "Carl (White) to move").await;
    }
    assert_eq!(group.messages().len(), 1, "the announcement");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_in_a_group_is_put_together_with_menus_and_declined() {
    let table = Table::open().await;
    let (carl, dora, group) = strangers(&table);
    let menus = carl.asks(&group, "/challenge opponent:@Dora").await;
    menus.in_private().says("You challenge Dora");
    let [_, post] = answers(&carl.presses(&menus, "Baroque")).await;
    assert!(!post.is_private(), "{}", post.text);
    post.says("Carl challenges Dora");
    // That requires no direct message.
    let [post, said] = answers(&dora.presses(&post, "Decline")).await;
    said.begins("You declined");
    assert!(post.buttons().is_empty(), "it is settled");
    post.says("Dora declined");
    carl.reads(&carl.direct(), "Dora declined your challenge")
        .await;
    assert_eq!(group.messages().len(), 1, "the announcement");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_announcement_shows_the_outcome_of_its_challenge_after_a_press() {
    let table = Table::open().await;
    let (carl, dora, group) = strangers(&table);
    dora.installs();
    let typed = "/challenge variant:berolina color:white";
    let [said, post] = answers(&carl.types(&group, typed)).await;
    let join = format!("/join match:{}", challenged(&said.text));
    let said = dora.asks(&dora.direct(), &join).await;
    said.begins("You accepted");
    assert!(group.messages()[0].offers("Accept"), "nobody has pressed");
    let [post, said] = answers(&dora.presses(&post, "Accept")).await;
    said.in_private().says("has already been answered");
    assert!(!post.offers("Accept"), "it is settled");
    post.says("Dora accepted");
    let typed = "/challenge variant:baroque opponent:@Dora";
    let [_, post] = answers(&carl.types(&group, typed)).await;
    let own = carl.reads(&carl.direct(), "Carl challenges Dora").await;
    carl.clicks(&own, "Withdraw").await;
    let [post, said] = answers(&dora.presses(&post, "Accept")).await;
    said.says("is no longer open");
    assert!(post.buttons().is_empty(), "it is settled");
    post.says("Carl withdrew");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_announcement_is_settled_although_the_answer_of_discord_is_lost() {
    let table = Table::open().await;
    let (carl, dora, group) = strangers(&table);
    let typed = "/challenge variant:berolina opponent:@Dora";
    let [_, post] = answers(&carl.types(&group, typed)).await;
    let callback = "POST /interactions/*/*/callback";
    let lost = table
        .discord
        .inject_fault(callback, ServerFault::CutAfter, 1);
    let [post, said] = answers(&dora.presses(&post, "Decline")).await;
    lost.occurred(1).await;
    assert!(!post.is_private(), "{}", post.text);
    post.says("Dora declined");
    said.in_private().begins("You declined");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_announcement_comes_back_without_a_second_direct_message() {
    let table = Table::open().await;
    let (carl, ann) = (table.discord.stranger("Carl"), &table.ann);
    carl.installs();
    ann.installs();
    let group = table.discord.group(&[&carl, ann]);
    let typed = "/challenge variant:berolina opponent:@Ann";
    let [said, post] = answers(&carl.types(&group, typed)).await;
    let again = format!("/board match:{}", challenged(&said.text));
    carl.reads(&carl.direct(), "Carl challenges Ann").await;
    group.delete_message(&post);
    let [said, post] = answers(&ann.types(&group, &again)).await;
    said.says("is posted again");
    assert!(!post.is_private() && post.offers("Accept"), "{}", post.text);
    let [post, said] = answers(&ann.presses(&post, "Accept")).await;
    said.begins("You accepted");
    post.says("Ann accepted");
    // He received one notice of the challenge, and one of its outcome.
    carl.reads(&carl.direct(), "to move").await;
    let mut told = carl.messages(&carl.direct());
    told.retain(|told| told.text.contains("challenges Ann"));
    assert_eq!(told.len(), 1);
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn accepting_in_a_group_sends_one_greeting_only_for_play_by_messages() {
    let table = Table::open().await;
    let (carl, dora, group) = strangers(&table);
    let greetings = |user: &User| {
        let told = user.messages(&user.direct()).into_iter();
        told.filter(|told| told.text.contains(GREETING)).count()
    };
    dora.installs();
    let typed = "/challenge variant:berolina color:white";
    // A blocked person cannot accept the challenges of the blocker.
    carl.asks(&group, "/block person:@Dora").await;
    let [_, post] = answers(&carl.types(&group, typed)).await;
    let said = dora.clicks(&post, "Accept").await;
    said.says("does not take challenges");
    assert_eq!(greetings(&dora), 0);
    carl.asks(&group, "/unblock person:@Dora").await;
    let twice = [(); 2].map(|()| dora.presses_of(&post, "Accept"));
    for asked in &twice {
        asked.answer().await;
    }
    assert_eq!(greetings(&dora), 1);
    // A match on a server needs no direct messages.
    let (ann, lobby) = (&table.ann, &table.lobby);
    let typed = "/challenge variant:berolina opponent:@Ann";
    let said = table.bob.asks(lobby, typed).await;
    let accept = format!("Accept {}", challenged(&said.text));
    let group = table.discord.group(&[ann, &dora]);
    ann.installs();
    ann.set_direct(false);
    let games = ann.asks(&group, "/games").await;
    let said = ann.clicks(&games, &accept).await;
    said.says("its board is posted");
    table.close();
}

/// Discord accepts five messages of a channel in five seconds, and the bot delays the others.
#[tokio::test]
async fn a_rapid_game_waits_where_a_channel_takes_few_messages_and_loses_nothing() {
    let table = Table::in_process(Setup::default().limited()).await;
    let mut random = Random::new(72);
    table.post_each_board().await;
    let mut played = table.begin(Variant::Berolina, "").await;
    for n in 0..11 {
        let user = [&table.ann, &table.bob][n % 2];
        let asked = command(user, &table.lobby, &mut random).await;
        let said = confirmed(user, asked.clone()).await;
        let delay = asked.delay().await;
        assert!(delay < Duration::from_secs(3), "nobody waits for it");
        played.remember(&said);
    }
    time::flow(table.discord.called(&["POST /channels/", " 429"], 1)).await;
    // The last board waits for those before it, and each is posted once.
    for _ in 0..3 {
        table.pass_slowly(Duration::from_secs(6)).await;
    }
    time::flow(played.board(12)).await;
    time::flow(played.settled()).await;
    table.check(&played).await;
    table.close();
}
