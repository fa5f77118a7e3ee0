//! What may have been said is looked for before it is said again, however long Discord was away.

use std::time::Duration;

use rules::Variant;
use testkit::Random;
use tests::discord::{Discord, Trouble, permission};

use super::table::{Table, Way, command, confirmed};

/// Longer than Discord remembers a nonce.
const LONG: Duration = Duration::from_secs(10 * 60);

const POST: &str = "POST /channels/*/messages";

/// How often the last messages of a channel were looked at.
fn n_looks(discord: &Discord) -> usize {
    let calls = discord.calls();
    let is_look = |call: &&String| call.starts_with("GET /channels/") && call.contains("/messages");
    calls.iter().filter(is_look).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_that_outlives_the_memory_of_discord_doubles_no_board() {
    for trouble in [Trouble::FailingAfter(502), Trouble::CutAfter] {
        let table = Table::open().await;
        let mut random = Random::new(51);
        table.post_each_board().await;
        let mut played = table.begin(Variant::Chakart, "").await;
        table.play(&mut played, Way::Menus, &mut random).await;
        assert_eq!(
            n_looks(&table.discord),
            0,
            "what is said once costs nothing"
        );
        for _ in 0..3 {
            if played.is_over() {
                break;
            }
            let n = played.boards().len();
            let user = table.to_move(&played.board(n).await).clone();
            // The board and what both see is said, and the bot hears of nothing.
            let lost = table.discord.misbehave(POST, trouble.clone(), 3);
            let said = confirmed(&user, command(&user, &played.room, &mut random).await).await;
            played.remember(&said);
            lost.befell(1).await;
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
        let user = table.to_move(&played.board(n).await).clone();
        let route = format!("POST /channels/{}/messages", played.room.id);
        let held = table.discord.misbehave(&route, Trouble::HeldAfter, 1);
        let said = confirmed(&user, command(&user, &played.room, &mut random).await).await;
        played.remember(&said);
        held.befell(1).await;
        played.board(n + 1).await;
        table.kill();
        held.release();
        table.discord.advance(LONG);
        table.start().await;
        // The board before it is settled once the new one is known to be there.
        played.settled().await;
    }
    table.check(&played).await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_bot_may_not_read_what_was_said_it_is_said_again() {
    let table = Table::open().await;
    let mut random = Random::new(53);
    let mut played = table.begin(Variant::Berolina, "").await;
    played.board(1).await;
    table.lobby.deny_bot(permission::READ_MESSAGE_HISTORY);
    let route = format!("POST /channels/{}/messages", played.room.id);
    table.discord.misbehave(&route, Trouble::Failing(502), 1);
    table.play(&mut played, Way::Menus, &mut random).await;
    table.check(&played).await;
    table.close();
}
