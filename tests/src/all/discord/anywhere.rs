//! The bot where it is not installed: as the app of a single user; and the menus of people and messages.

use rules::Variant;
use tests::venue::challenged;

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
    // The bot cannot post there, as `/doctor` says.
    let said = table.ann.types(&plaza, "/doctor").answer().await;
    assert!(
        said.text.contains("I am not on this server"),
        "{}",
        said.text
    );
    // Against the bot they play from a group, in direct messages.
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
async fn who_takes_the_bot_along_plays_from_anywhere_in_direct_messages() {
    let table = Table::open().await;
    let abroad = table.discord.guild("abroad");
    table.ann.joins(&abroad);
    table.bob.joins(&abroad);
    let plaza = abroad.channel("plaza");
    abroad.remove_bot();
    table.ann.installs();
    table.bob.installs();
    let (direct, bobs) = (table.ann.direct(), table.bob.direct());
    // Against the bot.
    let typed = "/challenge variant:berolina opponent:@Oddboard level:1 color:white";
    let said = table.ann.types(&plaza, typed).answer().await;
    assert!(said.is_private(), "{}", said.text);
    table.ann.reads(&direct, "Ann (White) to move").await;
    // Against each other, by a code.
    let typed = "/challenge variant:baroque open:yes color:white";
    let said = table.ann.types(&plaza, typed).answer().await;
    let typed = format!("/join match:{}", challenged(&said.text));
    let said = table.bob.types(&plaza, &typed).answer().await;
    assert!(
        said.is_private() && said.text.starts_with("You accepted"),
        "{}",
        said.text
    );
    table.ann.reads(&direct, "Bob plays Black").await;
    table.bob.reads(&bobs, "Bob plays Black").await;
    // A user who names an opponent learns how to play them from there.
    let typed = "/challenge variant:berolina opponent:@Bob";
    let said = table.ann.types(&plaza, typed).answer().await;
    assert!(
        said.text.contains("they can join from anywhere"),
        "{}",
        said.text
    );
    assert!(plaza.messages().is_empty());
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_typed_into_a_form_where_the_bot_is_not_is_played_as_in_direct_messages() {
    let table = Table::open().await;
    let abroad = table.discord.guild("abroad");
    table.ann.joins(&abroad);
    let plaza = abroad.channel("plaza");
    abroad.remove_bot();
    table.ann.installs();
    let typed = "/challenge variant:berolina opponent:@Oddboard level:1 color:white";
    table.ann.types(&plaza, typed).answer().await;
    let direct = table.ann.direct();
    table.ann.reads(&direct, "Ann (White) to move").await;
    let menus = table.ann.types(&plaza, "/move").answer().await;
    let window = table.ann.presses(&menus, "Type it").modal().await;
    let field = window.fields[0].label.clone();
    let said = table.ann.submits(&window, &[(&field, "e2g4")]);
    let said = said.answer().await;
    assert!(
        said.is_private() && said.text.starts_with("You played"),
        "{}",
        said.text
    );
    assert!(plaza.messages().is_empty());
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
    // Another message shows no board, and the bot offers the rules of all variants.
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

#[tokio::test(flavor = "multi_thread")]
async fn the_menu_of_boards_leads_to_their_rules_where_they_are_in_letters() {
    let table = Table::open().await;
    let direct = table.ann.direct();
    for typed in [
        "/settings me pictures:text",
        "/challenge variant:berolina opponent:@Oddboard level:1 color:white",
    ] {
        table.ann.types(&direct, typed).answer().await;
    }
    let board = table.ann.reads(&direct, "Ann (White) to move").await;
    assert!(board.files.is_empty(), "it is in letters");
    let chosen = table.ann.asks_of(&board, "Show rules of this board");
    let said = chosen.answer().await.words();
    assert!(said.contains("Berolina"), "{said}");
    assert!(said.contains("In match"), "{said}");
    assert!(!said.contains("Chakart"), "{said}");
    table.close();
}
