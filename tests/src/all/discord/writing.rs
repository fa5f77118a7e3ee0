//! Text that people write to the bot, in direct messages or by mentioning it.

use rules::Variant;
use tests::discord::Message;

use super::table::Table;

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_is_written_to_the_bot_is_played() {
    let table = Table::open().await;
    let (ann, bob) = (&table.ann, &table.bob);
    let played = table.begin(Variant::Berolina, "").await;
    played.board(1).await;
    let direct = ann.direct();
    ann.writes(&direct, "e2g4");
    ann.reads(&direct, "You played").await;
    played.board(2).await;
    // In a public channel, the bot needs a mention; it replies to the writer in direct messages.
    let written = format!("<@{}> e7c5", table.discord.bot());
    bob.writes(&played.room, &written);
    bob.reads(&bob.direct(), "You played").await;
    played.board(3).await;
    played.rung().await;
    let n = played.room.messages().len();
    // Discord withholds the text of a message that does not mention the bot, and the bot ignores it.
    ann.writes(&played.room, "d2f4");
    ann.writes(&direct, "d2f4");
    let n_told = |messages: &[Message]| {
        let is_told = |said: &&Message| said.text.starts_with("You played");
        let told = messages.iter().filter(is_told);
        (told.count() == 2).then_some(())
    };
    direct.until("the second answer", n_told).await;
    played.board(4).await;
    played.rung().await;
    assert_eq!(played.room.messages().len(), n + 1, "what Ann wrote");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn free_text_gets_one_hint_and_help_gets_the_introduction() {
    let table = Table::open().await;
    let (ann, bob) = (&table.ann, &table.bob);
    let direct = ann.direct();
    ann.writes(&direct, "hello there");
    let told = ann.reads(&direct, "write a move of your match").await;
    assert_eq!(told.text.lines().count(), 1);
    ann.writes(&direct, "are you a person?");
    ann.writes(&direct, "help");
    ann.reads(&direct, "I referee odd chess variants").await;
    let mut said = direct.messages();
    said.retain(|said| said.text.contains("write a move of your match"));
    assert_eq!(said.len(), 1, "one line is enough");
    for text in [String::new(), " help".to_owned()] {
        let bot = table.discord.bot();
        bob.writes(&table.lobby, &format!("<@{bot}>{text}"));
        bob.reads(&bob.direct(), "I referee odd chess variants")
            .await;
        for message in bob.direct().messages() {
            bob.direct().delete_message(&message);
        }
    }
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_with_closed_direct_messages_gets_one_hint_in_the_channel() {
    let table = Table::open().await;
    let lobby = &table.lobby;
    for (user, text) in [(&table.ann, "help"), (&table.bob, "hello there")] {
        user.set_direct(false);
        let written = format!("<@{}> {text}", table.discord.bot());
        user.writes(lobby, &written);
        let told = table.eve.reads(lobby, "allow direct messages").await;
        assert_eq!(
            (told.text.lines().count(), &told.pinged),
            (1, &vec![user.id])
        );
        told.omits("I referee");
        lobby.delete_message(&told);
        user.set_direct(true);
        user.writes(lobby, &format!("<@{}> help", table.discord.bot()));
        user.reads(&user.direct(), "I referee odd chess variants")
            .await;
    }
    let mut said = lobby.messages();
    said.retain(|said| said.text.contains("allow direct messages"));
    assert!(said.is_empty(), "each hears it once");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_message_is_explained_and_plays_no_move() {
    let table = Table::open().await;
    let ann = &table.ann;
    let played = table.begin(Variant::Berolina, "").await;
    played.board(1).await;
    let direct = ann.direct();
    ann.writes(&direct, "z9");
    ann.reads(&direct, "write a move of your match").await;
    ann.writes(&direct, "e2e5");
    ann.reads(&direct, "e5").await;
    assert_eq!(played.boards().len(), 1);
    ann.writes(&direct, "games");
    ann.reads(&direct, &played.id).await;
    table.close();
}
