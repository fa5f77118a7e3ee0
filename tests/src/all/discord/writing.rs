//! Text that people write to the bot, in direct messages or by mentioning it.

use rules::Variant;
use tests::discord::Message;

use super::table::Table;

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_is_written_to_the_bot_is_played() {
    let table = Table::open().await;
    let played = table.begin(Variant::Berolina, "").await;
    played.board(1).await;
    let direct = table.ann.direct();
    table.ann.writes(&direct, "e2g4");
    table.ann.reads(&direct, "You played").await;
    played.board(2).await;
    // In a public channel, the bot needs a mention; it replies to the writer in direct messages.
    let written = format!("<@{}> e7c5", table.discord.bot());
    table.bob.writes(&played.room, &written);
    table.bob.reads(&table.bob.direct(), "You played").await;
    played.board(3).await;
    played.rung().await;
    let n = played.room.messages().len();
    // Discord withholds the text of a message that does not mention the bot, and the bot ignores it.
    table.ann.writes(&played.room, "d2f4");
    table.ann.writes(&direct, "d2f4");
    let n_told = |messages: &[Message]| {
        let told = messages
            .iter()
            .filter(|said| said.text.starts_with("You played"));
        (told.count() == 2).then_some(())
    };
    direct.until("the second answer", n_told).await;
    played.board(4).await;
    played.rung().await;
    assert_eq!(played.room.messages().len(), n + 1, "what Ann wrote");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_writes_help_or_something_else_is_told_the_way_in() {
    let table = Table::open().await;
    let direct = table.ann.direct();
    table.ann.writes(&direct, "hello there");
    let told = table.ann.reads(&direct, "write a move of your match").await;
    assert_eq!(told.text.lines().count(), 1);
    table.ann.writes(&direct, "are you a person?");
    table.ann.writes(&direct, "help");
    table
        .ann
        .reads(&direct, "I referee odd chess variants")
        .await;
    let said = direct.messages();
    let n_told = said
        .iter()
        .filter(|said| said.text.contains("write a move of your match"));
    assert_eq!(n_told.count(), 1, "one line is enough");
    for text in [String::new(), " help".to_owned()] {
        let bot = table.discord.bot();
        table.bob.writes(&table.lobby, &format!("<@{bot}>{text}"));
        table
            .bob
            .reads(&table.bob.direct(), "I referee odd chess variants")
            .await;
        for message in table.bob.direct().messages() {
            table.bob.direct().delete_message(&message);
        }
    }
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_no_direct_messages_hears_in_the_channel_how_to_read_an_answer() {
    let table = Table::open().await;
    for (user, text) in [(&table.ann, "help"), (&table.bob, "hello there")] {
        user.set_direct(false);
        let written = format!("<@{}> {text}", table.discord.bot());
        user.writes(&table.lobby, &written);
        let told = table.eve.reads(&table.lobby, "allow direct messages").await;
        assert_eq!(
            (told.text.lines().count(), &told.pinged),
            (1, &vec![user.id])
        );
        assert!(!told.text.contains("I referee"), "{}", told.text);
        table.lobby.delete_message(&told);
        user.set_direct(true);
        user.writes(&table.lobby, &format!("<@{}> help", table.discord.bot()));
        user.reads(&user.direct(), "I referee odd chess variants")
            .await;
    }
    let mut said = table.lobby.messages();
    said.retain(|said| said.text.contains("allow direct messages"));
    assert!(said.is_empty(), "each hears it once");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_written_wrong_is_explained_and_plays_nothing() {
    let table = Table::open().await;
    let played = table.begin(Variant::Berolina, "").await;
    played.board(1).await;
    let direct = table.ann.direct();
    table.ann.writes(&direct, "z9");
    table.ann.reads(&direct, "write a move of your match").await;
    table.ann.writes(&direct, "e2e5");
    table.ann.reads(&direct, "e5").await;
    assert_eq!(played.boards().len(), 1);
    table.ann.writes(&direct, "games");
    table.ann.reads(&direct, &played.id).await;
    table.close();
}
