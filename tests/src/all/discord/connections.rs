//! Connections to the gateway: the number of sessions that the bot begins, and the delivery of its events.

use std::time::Duration;

use tests::discord::Setup;

use super::table::Table;
use crate::time;

#[tokio::test]
async fn a_bot_that_may_begin_few_sessions_more_begins_none_until_the_limit_is_reset() {
    let table = Table::in_process(Setup::default()).await;
    let gateway = table.discord.gateway();
    gateway.set_starts(3, Duration::from_secs(20));
    gateway.forget_sessions();
    table.pass_slowly(Duration::from_secs(19)).await;
    assert_eq!(gateway.n_identified(), 1, "it waits");
    let log = table.log();
    assert_eq!(log.matches("few are left").count(), 1, "{log}");
    gateway.reset_starts();
    time::flow(gateway.identified(2)).await;
    let said = time::flow(table.ann.asks(&table.lobby, "/games")).await;
    said.says("no match");
    table.close();
}

#[tokio::test]
async fn a_gateway_that_refuses_connections_is_tried_until_it_accepts_one() {
    let table = Table::in_process(Setup::default()).await;
    let gateway = table.discord.gateway();
    gateway.set_open(false);
    gateway.drop_connections();
    time::flow(gateway.turned_away(5)).await;
    let missed = table.ann.types(&table.lobby, "/games");
    gateway.set_open(true);
    time::flow(gateway.resumed(1)).await;
    time::flow(missed.answer()).await.says("no match");
    assert_eq!(gateway.n_identified(), 1);
    table.close();
}

#[tokio::test]
async fn a_connection_without_a_hello_is_given_up() {
    let table = Table::in_process(Setup::default()).await;
    let gateway = table.discord.gateway();
    gateway.set_mute(true);
    gateway.drop_connections();
    time::flow(gateway.turned_away(2)).await;
    gateway.set_mute(false);
    time::flow(gateway.resumed(1)).await;
    let log = table.log();
    assert_eq!(
        log.matches("the gateway sends no hello").count(),
        2,
        "{log}"
    );
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_session_that_may_be_resumed_is_resumed() {
    let table = Table::open().await;
    let gateway = table.discord.gateway();
    gateway.invalidate_sessions();
    gateway.resumed(1).await;
    let said = table.ann.asks(&table.lobby, "/games").await;
    said.says("no match");
    assert_eq!(gateway.n_identified(), 1);
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn events_of_discord_come_compressed() {
    let table = Table::open().await;
    assert_eq!(table.discord.gateway().n_compressed(), 1);
    table.discord.gateway().drop_connections();
    table.discord.gateway().resumed(1).await;
    assert_eq!(table.discord.gateway().n_compressed(), 2);
    let said = table.ann.asks(&table.lobby, "/games").await;
    said.says("no match");
    table.close();
}
