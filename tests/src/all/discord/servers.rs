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
async fn only_those_who_manage_a_server_see_and_change_its_settings() {
    let table = managed().await;
    for text in ["/settings server", "/settings server threads:off"] {
        let refused = table.bob.types(&table.lobby, text).answer().await;
        assert!(
            refused.is_private() && refused.text.contains("permission Manage Server"),
            "{}",
            refused.text
        );
    }
    let shown = table.ann.types(&table.lobby, "/settings server");
    let shown = shown.answer().await;
    assert!(shown.is_private() && shown.text.contains("• Threads: one"));
    let opened = table
        .ann
        .chooses(&shown, "Change …", "Threads")
        .answer()
        .await;
    let chosen = table
        .ann
        .chooses(&opened, "Threads …", "none")
        .answer()
        .await;
    assert!(chosen.text.contains("• Threads: none"), "{}", chosen.text);
    let text = "/settings server time:";
    let offered = table.ann.completes(&table.lobby, text).await;
    assert!(offered.iter().any(|choice| choice.value == "1d"));
    let mine = table.ann.types(&table.lobby, "/settings me").answer().await;
    assert!(mine.text.starts_with("Your language"), "{}", mine.text);
    let owner = table.bob.types(&table.bob.direct(), "/settings server");
    let owner = owner.answer().await;
    assert!(owner.text.contains("There is nothing to manage here"));
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_threads_and_bells_has_its_matches_in_the_channel_and_calls_nobody() {
    let table = managed().await;
    let text = "/settings server threads:off bells:off time:1d";
    table.ann.types(&table.lobby, text).answer().await;
    let text = "/challenge variant:berolina opponent:@Bob color:white";
    table.ann.types(&table.lobby, text).answer().await;
    let post = table.bob.reads(&table.lobby, "challenges Bob").await;
    assert!(post.text.contains("Time: 1 day for each turn"));
    table.bob.presses(&post, "Accept").answer().await;
    let board = table.bob.reads(&table.lobby, "Ann (White) to move").await;
    assert!(table.lobby.threads().is_empty());
    for said in [post, board] {
        assert!(!said.text.contains("<@"), "{}", said.text);
    }
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn where_matches_may_not_begin_a_challenge_tells_where_they_may() {
    let table = managed().await;
    let games = table.discord.home().channel("games");
    let text = "/settings server channels:here";
    table.ann.types(&games, text).answer().await;
    let refused = table
        .bob
        .types(&table.lobby, "/challenge variant:berolina")
        .answer()
        .await;
    let where_else = format!("They may in <#{}>", games.id);
    assert!(
        refused.is_private() && refused.text.contains(&where_else),
        "{}",
        refused.text
    );
    assert!(table.lobby.messages().is_empty());
    table
        .bob
        .types(&games, "/challenge variant:berolina")
        .answer()
        .await;
    table.ann.reads(&games, "Bob challenges anybody").await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn that_no_thread_may_be_opened_is_told_unless_none_is_wanted() {
    let table = managed().await;
    table.lobby.deny_bot(permission::CREATE_PUBLIC_THREADS);
    let text = format!("/challenge variant:{} opponent:@Bob", Variant::Berolina);
    table.ann.types(&table.lobby, &text).answer().await;
    let post = table.bob.reads(&table.lobby, "challenges Bob").await;
    table.bob.presses(&post, "Accept").answer().await;
    let told = "I lack the permission to open a thread here";
    let board = table.bob.reads(&table.lobby, told).await;
    assert!(board.text.contains("to move"), "{}", board.text);
    let missing = "Create Public Threads";
    let doctor = table.bob.types(&table.lobby, "/doctor").answer().await;
    assert!(doctor.text.contains(missing), "{}", doctor.text);
    let text = "/settings server threads:off";
    table.ann.types(&table.lobby, text).answer().await;
    let doctor = table.bob.types(&table.lobby, "/doctor").answer().await;
    assert!(!doctor.text.contains(missing), "{}", doctor.text);
    assert!(doctor.text.contains("• Threads: none"), "{}", doctor.text);
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn no_missing_right_that_a_board_needs_is_passed_over_in_silence() {
    for (right, name) in [
        (permission::VIEW_CHANNEL, "View Channels"),
        (permission::SEND_MESSAGES, "Send Messages"),
        (permission::ATTACH_FILES, "Attach Files"),
    ] {
        let table = Table::open().await;
        table.lobby.deny_bot(right);
        let asked = table.ann.types(&table.lobby, "/challenge variant:berolina");
        let said = asked.answer().await;
        assert!(
            said.is_private() && said.text.contains(name),
            "{}",
            said.text
        );
        let doctor = table.ann.types(&table.lobby, "/doctor").answer().await;
        assert!(doctor.text.contains(name), "{}", doctor.text);
        assert!(table.lobby.messages().is_empty());
        table.close();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_thread_of_a_match_rests_a_day_after_its_end_and_no_earlier() {
    let table = Table::open().await;
    let played = table.begin(Variant::Berolina, "").await;
    played.room.until_it_rests_after(7 * 24 * 60).await;
    let asked = table.ann.types(&played.room, "/resign confirm:yes");
    asked.answer().await;
    table.bob.reads(&played.room, "Bob (Black) wins").await;
    played.room.until_it_rests_after(24 * 60).await;
    table.close();
}
