//! The bot where it is not installed: as the app of a single user; and the menus of people and messages.

use rules::Variant;
use tests::{
    discord::{Room, User},
    venue::challenged,
};

use super::table::Table;

/// Returns a channel of a server without the bot, which these people join.
fn abroad(table: &Table, people: &[&User]) -> Room {
    let abroad = table.discord.guild("abroad");
    for user in people {
        user.joins(&abroad);
    }
    let plaza = abroad.channel("plaza");
    abroad.remove_bot();
    plaza
}

#[tokio::test(flavor = "multi_thread")]
async fn an_installed_bot_answers_its_user_privately_anywhere() {
    let table = Table::open().await;
    let ann = &table.ann;
    let plaza = abroad(&table, &[ann]);
    assert!(ann.tries(&plaza, "/help").is_err());
    ann.installs();
    let group = table.discord.group(&[ann, &table.eve]);
    for room in [&plaza, &group] {
        let said = ann.asks(room, "/help").await;
        assert!(
            said.is_private() && said.words().contains("I referee"),
            "{}",
            said.words()
        );
        ann.asks(room, "/rules variant:bario").await.in_private();
        assert!(room.messages().is_empty());
    }
    // The bot cannot post there, as `/doctor` says.
    let said = ann.asks(&plaza, "/doctor").await;
    said.says("I am not on this server");
    // Against the bot they play from a group, in direct messages.
    let typed = "/challenge variant:berolina opponent:@Oddboard level:1";
    ann.asks(&group, typed).await;
    ann.reads(&ann.direct(), "Ann (White) to move").await;
    assert!(group.messages().is_empty() && plaza.messages().is_empty());
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_of_an_installed_bot_plays_from_anywhere_in_direct_messages() {
    let table = Table::open().await;
    let (ann, bob) = (&table.ann, &table.bob);
    let plaza = abroad(&table, &[ann, bob]);
    ann.installs();
    bob.installs();
    let (direct, bobs) = (ann.direct(), bob.direct());
    // Against the bot.
    let typed = "/challenge variant:berolina opponent:@Oddboard level:1 color:white";
    ann.asks(&plaza, typed).await.in_private();
    ann.reads(&direct, "Ann (White) to move").await;
    // Against each other, by a code.
    let typed = "/challenge variant:baroque open:yes color:white";
    let said = ann.asks(&plaza, typed).await;
    let typed = format!("/join match:{}", challenged(&said.text));
    let said = bob.asks(&plaza, &typed).await;
    said.in_private().begins("You accepted");
    ann.reads(&direct, "Bob plays Black").await;
    bob.reads(&bobs, "Bob plays Black").await;
    // A user who names an opponent learns how to play them from there.
    let typed = "/challenge variant:berolina opponent:@Bob";
    let said = ann.asks(&plaza, typed).await;
    said.says("they can join from anywhere");
    assert!(plaza.messages().is_empty());
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_typed_into_a_form_where_the_bot_is_not_is_played_as_in_direct_messages() {
    let table = Table::open().await;
    let ann = &table.ann;
    let plaza = abroad(&table, &[ann]);
    ann.installs();
    let typed = "/challenge variant:berolina opponent:@Oddboard level:1 color:white";
    ann.asks(&plaza, typed).await;
    let direct = ann.direct();
    ann.reads(&direct, "Ann (White) to move").await;
    let menus = ann.asks(&plaza, "/move").await;
    let window = ann.presses(&menus, "Type it").modal().await;
    let field = window.fields[0].label.clone();
    let said = ann.submits(&window, &[(&field, "e2g4")]);
    said.answer().await.in_private().begins("You played");
    assert!(plaza.messages().is_empty());
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_menus_of_people_and_boards_lead_to_a_challenge_and_to_rules() {
    let table = Table::open().await;
    let (bob, eve, lobby) = (&table.bob, &table.eve, &table.lobby);
    let chosen = table.ann.asks_for(lobby, "Challenge to…", bob);
    chosen.answer().await.in_private().says("Bob");
    let played = table.begin(Variant::Berolina, "").await;
    let board = played.board(1).await;
    let chosen = eve.asks_of(&board, "Show rules of this board");
    chosen.answer().await.in_private().says("Berolina");
    // Another message shows no board, and the bot offers the rules of all variants.
    let other = bob.writes(lobby, "hello");
    let chosen = eve.asks_of(&other, "Show rules of this board");
    chosen.answer().await.in_private().says("Chakart");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_menu_of_boards_leads_to_their_rules_where_they_are_in_letters() {
    let table = Table::open().await;
    let ann = &table.ann;
    let direct = ann.direct();
    for typed in [
        "/settings me pictures:text",
        "/challenge variant:berolina opponent:@Oddboard level:1 color:white",
    ] {
        ann.asks(&direct, typed).await;
    }
    let board = ann.reads(&direct, "Ann (White) to move").await;
    assert!(board.files.is_empty(), "it is in letters");
    let chosen = ann.asks_of(&board, "Show rules of this board");
    let said = chosen.answer().await.words();
    assert!(said.contains("Berolina"), "{said}");
    assert!(said.contains("In match"), "{said}");
    assert!(!said.contains("Chakart"), "{said}");
    table.close();
}
