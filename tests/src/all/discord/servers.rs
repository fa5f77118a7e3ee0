//! Settings that an administrator chooses for a server, and missing permissions there.

use rules::Variant;
use tests::discord::permission;

use super::table::Table;

/// Returns a table on a server that Ann manages.
async fn managed() -> Table {
    let table = Table::open().await;
    let rights = permission::USUAL | permission::MANAGE_GUILD;
    table.discord.home().set_rights(&table.ann, rights);
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn only_managers_of_a_server_see_and_change_its_settings() {
    let table = managed().await;
    let (ann, bob, lobby) = (&table.ann, &table.bob, &table.lobby);
    for text in ["/settings server", "/settings server threads:off"] {
        let refused = bob.asks(lobby, text).await;
        refused.in_private().says("permission Manage Server");
    }
    let shown = ann.asks(lobby, "/settings server").await;
    assert!(shown.is_private() && shown.text.contains("• Threads: one"));
    let opened = ann.picks(&shown, "Change …", "Threads").await;
    let chosen = ann.picks(&opened, "Threads …", "none").await;
    chosen.says("• Threads: none");
    let text = "/settings server time:";
    let offered = ann.completes(lobby, text).await;
    assert!(offered.iter().any(|choice| choice.value == "1d"));
    let mine = ann.asks(lobby, "/settings me").await;
    mine.begins("Your language");
    let owner = bob.asks(&bob.direct(), "/settings server").await;
    assert!(owner.text.contains("There is nothing to manage here"));
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_without_threads_and_bells_uses_the_channel_and_no_mentions() {
    let table = managed().await;
    let (ann, bob, lobby) = (&table.ann, &table.bob, &table.lobby);
    let text = "/settings server threads:off bells:off time:1d";
    ann.asks(lobby, text).await;
    let text = "/challenge variant:berolina opponent:@Bob color:white";
    ann.asks(lobby, text).await;
    let post = bob.reads(lobby, "challenges Bob").await;
    assert!(post.text.contains("Time: 1 day for each turn"));
    bob.clicks(&post, "Accept").await;
    let board = bob.reads(lobby, "Ann (White) to move").await;
    assert!(lobby.threads().is_empty());
    for said in [post, board] {
        said.omits("<@");
    }
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_challenge_names_the_channels_for_matches() {
    let table = managed().await;
    let (ann, bob, lobby) = (&table.ann, &table.bob, &table.lobby);
    let games = table.discord.home().channel("games");
    let text = "/settings server channels:here";
    ann.asks(&games, text).await;
    let refused = bob.asks(lobby, "/challenge variant:berolina").await;
    let where_else = format!("They may in <#{}>", games.id);
    refused.in_private().says(&where_else);
    assert!(lobby.messages().is_empty());
    bob.asks(&games, "/challenge variant:berolina").await;
    ann.reads(&games, "Bob challenges anybody").await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_thread_permission_is_reported_unless_threads_are_off() {
    let table = managed().await;
    let (ann, bob, lobby) = (&table.ann, &table.bob, &table.lobby);
    lobby.deny_bot(permission::CREATE_PUBLIC_THREADS);
    let text = format!("/challenge variant:{} opponent:@Bob", Variant::Berolina);
    ann.asks(lobby, &text).await;
    let post = bob.reads(lobby, "challenges Bob").await;
    bob.clicks(&post, "Accept").await;
    let told = "I lack the permission to open a thread here";
    bob.reads(lobby, told).await.says("to move");
    let missing = "Create Public Threads";
    bob.asks(lobby, "/doctor").await.says(missing);
    let text = "/settings server threads:off";
    ann.asks(lobby, text).await;
    let doctor = bob.asks(lobby, "/doctor").await;
    doctor.omits(missing);
    doctor.says("• Threads: none");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn each_missing_right_for_a_board_is_reported() {
    for (right, name) in [
        (permission::VIEW_CHANNEL, "View Channels"),
        (permission::SEND_MESSAGES, "Send Messages"),
        (permission::ATTACH_FILES, "Attach Files"),
    ] {
        let table = Table::open().await;
        let (ann, lobby) = (&table.ann, &table.lobby);
        lobby.deny_bot(right);
        let said = ann.asks(lobby, "/challenge variant:berolina").await;
        said.in_private().says(name);
        ann.asks(lobby, "/doctor").await.says(name);
        assert!(lobby.messages().is_empty());
        table.close();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_thread_of_a_match_rests_a_day_after_its_end_and_no_earlier() {
    let table = Table::open().await;
    let played = table.begin(Variant::Berolina, "").await;
    played.room.until_it_rests_after(7 * 24 * 60).await;
    table.ann.asks(&played.room, "/resign confirm:yes").await;
    table.bob.reads(&played.room, "Bob (Black) wins").await;
    played.room.until_it_rests_after(24 * 60).await;
    table.close();
}
