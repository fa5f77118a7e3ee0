//! Lost channels, threads, messages and permissions: the bot notices the loss, explains it where it still can, and play
//! continues.

use rules::Variant;
use testkit::Random;
use tests::discord::{Message, Room, permission};

use super::table::{Match, MoveInput, Table};

/// Makes a move below a message and waits until a message in this room shows it.
async fn goes_on(table: &Table, played: &mut Match, below: &Message, random: &mut Random) {
    let user = table.to_move(below).clone();
    let pressed = user.presses(below, "Move");
    played.chooses(&user, pressed, random).await;
}

/// Waits for the next board in a room after this one.
async fn after(room: &Room, board: &Message) -> Message {
    let next = |messages: &[Message]| {
        let last = messages.last()?;
        (last.id > board.id && !last.files.is_empty()).then(|| last.clone())
    };
    room.until("the next board", next).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_with_a_deleted_thread_goes_on_in_its_channel() {
    let table = Table::open().await;
    let lobby = &table.lobby;
    let mut random = Random::new(21);
    let mut played = table.begin(Variant::Berolina, "").await;
    table.play(&mut played, MoveInput::Menus, &mut random).await;
    let user = table.to_move(&played.board(2).await).clone();
    played.room.delete();
    played.moves_as(&user, lobby, &mut random).await;
    let board = table.eve.reads(lobby, "I go on here").await;
    assert!(
        board.offers("Move") && board.files.len() == 1,
        "{}",
        board.text
    );
    goes_on(&table, &mut played, &board, &mut random).await;
    after(lobby, &board).await.omits("I go on here");
    let record = table.record(&played.id).await;
    assert_eq!(record.inputs.len(), played.moves.len());
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_with_a_read_only_thread_goes_on_in_its_channel() {
    let table = Table::open().await;
    let lobby = &table.lobby;
    let mut random = Random::new(22);
    let mut played = table.begin(Variant::Berolina, "").await;
    let board = played.board(1).await;
    lobby.deny_bot(permission::SEND_MESSAGES_IN_THREADS);
    goes_on(&table, &mut played, &board, &mut random).await;
    let board = table.eve.reads(lobby, "I go on here").await;
    let doctor = table.ann.asks(lobby, "/doctor").await;
    doctor.says("Send Messages in Threads");
    goes_on(&table, &mut played, &board, &mut random).await;
    let board = after(lobby, &board).await;
    board.omits("I go on here");
    // The thread is back, and so is the match.
    lobby.deny_bot(0);
    let n = played.boards().len();
    goes_on(&table, &mut played, &board, &mut random).await;
    let board = played.board(n + 1).await;
    goes_on(&table, &mut played, &board, &mut random).await;
    played.board(n + 2).await;
    played.rung().await;
    // It is lost again, and the bot reports that again.
    lobby.deny_bot(permission::SEND_MESSAGES_IN_THREADS);
    let board = played.boards().pop().expect("a board");
    goes_on(&table, &mut played, &board, &mut random).await;
    after(lobby, &board).await.says("I go on here");
    let record = table.record(&played.id).await;
    assert_eq!(record.inputs.len(), played.moves.len());
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_with_a_lost_channel_goes_on_in_direct_messages() {
    for is_deleted in [true, false] {
        let mut table = Table::open().await;
        let mut random = Random::new(23);
        let mut played = table.begin(Variant::Berolina, "").await;
        let user = table.to_move(&played.board(1).await).clone();
        if is_deleted {
            table.lobby.delete()
        } else {
            table.lobby.deny_bot(permission::VIEW_CHANNEL)
        }
        played.moves_as(&user, &user.direct(), &mut random).await;
        for n in 0..3 {
            if n == 2 {
                assert!(table.stop().await);
                table.start().await;
            }
            let picture = format!("{}-{}.png", played.id, played.moves.len());
            let is_it = |message: &&Message| message.files.iter().any(|file| file.name == picture);
            let find = |messages: &[Message]| messages.iter().find(is_it).cloned();
            let mut told = Vec::new();
            for user in [&table.ann, &table.bob] {
                told.push(user.direct().until(&picture, find).await);
            }
            for said in &told {
                let is_told = said.text.contains("can no longer write where match");
                assert_eq!(is_told, n == 0, "it is told once: {}", said.text);
            }
            let is_plain = |said: &Message| !said.text.contains("I go on here");
            assert!(told.iter().all(is_plain), "{}", told[0].text);
            let below = &told[usize::from(table.to_move(&told[0]).id == table.bob.id)];
            goes_on(&table, &mut played, below, &mut random).await;
        }
        if !is_deleted {
            // The channel is back, and so is the match, in place of the earlier board.
            table.lobby.deny_bot(0);
            let user = [&table.ann, &table.bob][played.moves.len() % 2];
            played.moves_as(user, &user.direct(), &mut random).await;
            played.board(2).await;
            played.settled().await;
            let both = |messages: &[Message]| (messages.len() == 2).then_some(());
            played.room.until("the board and who is called", both).await;
        }
        let doctor = table.ann.asks(&table.ann.direct(), "/doctor").await;
        doctor.says("I hear you");
        table.close();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_is_deleted_stays_deleted_and_play_goes_on() {
    let table = Table::open().await;
    let mut random = Random::new(24);
    let mut played = table.begin(Variant::Chakart, "").await;
    for _ in 0..4 {
        let n = played.boards().len();
        let board = played.board(n).await;
        let user = table.to_move(&board).clone();
        let menus = user.presses(&board, "Move");
        menus.answer().await;
        played.room.delete_message(&board);
        played.chooses(&user, menus, &mut random).await;
        played.board(n).await;
    }
    assert_eq!(played.boards().len(), 1);
    // Direct messages can be deleted as well.
    for user in [&table.ann, &table.bob] {
        for message in user.messages(&user.direct()) {
            user.direct().delete_message(&message);
        }
    }
    let board = played.boards().pop().expect("a board");
    goes_on(&table, &mut played, &board, &mut random).await;
    let board = played.board(2).await;
    let user = table.to_move(&board);
    user.reads(&user.direct(), "your turn").await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_leaves_plays_on_in_direct_messages() {
    let (table, mut played) = left_by_bob(Variant::Chakart).await;
    let mut random = Random::new(26);
    let typed = table.bob.types(&table.bob.direct(), "/move");
    played.chooses(&table.bob, typed, &mut random).await;
    let board = played.board(3).await;
    assert_eq!(table.to_move(&board).id, table.ann.id);
    // Now it waits for Ann, and cannot be claimed until it waits for Bob again.
    let notice = table.ann.reads(&played.room, "Bob has left").await;
    let said = table.ann.clicks(&notice, "End the match").await;
    said.says("goes on");
    let asked = table.ann.presses(&board, "Move");
    played.chooses(&table.ann, asked, &mut random).await;
    let board = played.board(4).await;
    assert_eq!(table.to_move(&board).id, table.bob.id);
    let said = table.ann.clicks(&notice, "End the match").await;
    said.says("has left");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_on_after_its_player_comes_back() {
    let (table, played) = left_by_bob(Variant::Berolina).await;
    let notice = table.ann.reads(&played.room, "Bob has left").await;
    table.bob.joins(&table.discord.home());
    let said = table.ann.clicks(&notice, "End the match").await;
    said.says("goes on");
    assert!(!played.is_over());
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_can_end_a_match_after_the_opponent_has_left() {
    let (table, played) = left_by_bob(Variant::Berolina).await;
    let notice = table.ann.reads(&played.room, "Bob has left").await;
    assert_eq!(notice.pinged, [table.ann.id]);
    let said = table.eve.clicks(&notice, "End the match").await;
    assert!(said.is_private() && !played.is_over(), "{}", said.text);
    let said = table.ann.clicks(&notice, "End the match").await;
    said.in_private().says("has left");
    table.eve.reads(&played.room, "Bob resigned").await;
    assert!(played.is_over());
    table.close();
}

/// Plays a match in which Ann has just moved, and Bob has left the server since his last move.
async fn left_by_bob(variant: Variant) -> (Table, Match) {
    let mut table = Table::open().await;
    let mut random = Random::new(25);
    let mut played = table.begin(variant, "").await;
    let board = played.board(1).await;
    if variant == Variant::Chakart {
        // The bot cannot begin direct messages with a user once they share no server.
        table.bob.reads(&table.bob.direct(), &played.id).await;
    }
    table.bob.leaves(&table.discord.home());
    // The bot caches members, and assumes that one is still there; a restart clears the cache.
    assert!(table.stop().await);
    table.start().await;
    let menus = table.ann.presses(&board, "Move");
    played.chooses(&table.ann, menus, &mut random).await;
    played.board(2).await;
    (table, played)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_to_an_opponent_without_access_to_the_channel_is_refused() {
    let table = Table::open().await;
    let ann = &table.ann;
    let room = table.discord.channel("board room");
    room.set_readers(&[ann]);
    let typed = "/challenge variant:berolina opponent:@Bob";
    let said = ann.asks(&room, typed).await;
    said.in_private();
    said.says("Bob cannot see this channel");
    assert!(room.messages().is_empty() && table.bob.n_pings() == 0);
    ann.asks(&table.lobby, typed).await.says("is posted");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_private_thread_the_bot_asks_to_be_named() {
    let table = Table::open().await;
    let (ann, bob) = (&table.ann, &table.bob);
    let room = table.lobby.open_private("secret", &[ann, bob]);
    let typed = "/challenge variant:berolina opponent:@Bob";
    for asked in [typed, "/doctor"] {
        let said = ann.asks(&room, asked).await;
        said.says("Mention me here");
        said.omits("View Channels");
    }
    ann.writes(&room, &format!("<@{}>", table.discord.bot()));
    ann.reads(&ann.direct(), "I referee").await;
    ann.asks(&room, "/doctor").await.omits("Mention me here");
    ann.asks(&room, typed).await;
    bob.reads(&room, "challenges Bob").await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_refused_while_the_bot_was_removed_is_posted_on_its_return() {
    let mut table = Table::open().await;
    let mut random = Random::new(25);
    let mut played = table.begin(Variant::Berolina, "").await;
    table
        .play(&mut played, MoveInput::Command, &mut random)
        .await;
    let user = table.to_move(&played.board(2).await).clone();
    let home = table.discord.home();
    home.remove_bot();
    played.moves_as(&user, &user.direct(), &mut random).await;
    // The bot cannot reach the players: they share no server with it any more.
    table.discord.called(&["POST /channels/", " 403"], 4).await;
    assert!(table.stop().await, "what was given up is noted");
    home.add_bot(permission::USUAL);
    table.start().await;
    let board = played.board(3).await;
    assert!(board.offers("Move"));
    // It replaces the earlier message, and the bot removes the call for that.
    played.settled().await;
    table.check(&played).await;
    table.discord.finish();
}
