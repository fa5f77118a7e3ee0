//! The bot where it is not: taken along by somebody who has installed it for themselves; and the menus of people and messages.

use rules::Variant;

use super::table::Table;

#[tokio::test(flavor = "multi_thread")]
async fn who_has_installed_the_bot_takes_it_along_and_it_answers_them_alone() {
    let table = Table::open().await;
    let abroad = table.discord.guild("abroad");
    table.ann.joins(&abroad);
    let plaza = abroad.channel("plaza");
    abroad.remove_bot();
    assert!(table.ann.tries(&plaza, "/help").is_err());
    table.ann.installs();
    let group = table.discord.group(&[&table.ann, &table.eve]);
    for room in [&plaza, &group] {
        let said = table.ann.types(room, "/help").answer().await;
        assert!(
            said.is_private() && said.words().contains("I referee"),
            "{}",
            said.words()
        );
        let said = table.ann.types(room, "/rules variant:bario").answer().await;
        assert!(said.is_private(), "{}", said.text);
        assert!(room.messages().is_empty());
    }
    // Nothing can be posted there, and it says so before anything is.
    let typed = "/challenge variant:berolina";
    let said = table.ann.types(&plaza, typed).answer().await;
    assert!(
        said.text.contains("I am not on this server"),
        "{}",
        said.text
    );
    let said = table.ann.types(&plaza, "/doctor").answer().await;
    assert!(
        said.text.contains("I am not on this server"),
        "{}",
        said.text
    );
    // With the bot they play from anywhere, in direct messages.
    let typed = "/challenge variant:berolina opponent:@Oddboard level:1";
    let said = table.ann.types(&group, typed);
    said.answer().await;
    table
        .ann
        .reads(&table.ann.direct(), "Ann (White) to move")
        .await;
    assert!(group.messages().is_empty() && plaza.messages().is_empty());
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_menus_of_people_and_boards_lead_to_a_challenge_and_to_rules() {
    let table = Table::open().await;
    let chosen = table
        .ann
        .asks_for(&table.lobby, "Challenge to…", &table.bob);
    let said = chosen.answer().await;
    assert!(
        said.is_private() && said.text.contains("Bob"),
        "{}",
        said.text
    );
    let played = table.begin(Variant::Berolina, "").await;
    let board = played.board(1).await;
    let chosen = table.eve.asks_of(&board, "Show rules of this board");
    let said = chosen.answer().await;
    assert!(
        said.is_private() && said.text.contains("Berolina"),
        "{}",
        said.text
    );
    // Another message shows no board, and the rules of all are offered.
    let other = table.bob.writes(&table.lobby, "hello");
    let said = table
        .eve
        .asks_of(&other, "Show rules of this board")
        .answer()
        .await;
    assert!(
        said.is_private() && said.text.contains("Chakart"),
        "{}",
        said.text
    );
    table.close();
}
