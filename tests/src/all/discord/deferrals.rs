//! The three seconds within which Discord expects a reply from the bot.

use std::time::Duration;

use rules::Variant;
use tests::discord::{AcknowledgmentKind, Interaction, ServerFault, Setup, permission};

use super::table::Table;
use crate::time;

const CALLBACK: &str = "POST /interactions/*/*/callback";

/// The length of Discord's outages in these tests.
const SPELL: Duration = Duration::from_millis(1900);

/// Waits for the one reply, at any time after the deferral.
async fn answered_once(table: &Table, asked: &Interaction, words: &str) {
    let (ann, lobby) = (&table.ann, &table.lobby);
    let answer = time::flow(asked.answer()).await;
    let said = ann.reads(lobby, words);
    time::flow(said).await;
    assert!(answer.is_private());
    assert_eq!(ann.messages(lobby).len(), 1);
    let transcript = ann.transcript();
    assert!(!transcript.contains("failed"), "{transcript}");
}

#[tokio::test]
async fn an_acknowledgment_is_in_time_despite_an_outage_of_two_seconds() {
    for begin in [0, 100, 400, 600, 1000, 1400] {
        for is_slow in [false, true] {
            let table = Table::in_process(Setup::default()).await;
            let held = is_slow.then(|| table.hold_doctor());
            let typed = if is_slow { "/doctor" } else { "/help" };
            let words = if is_slow { "I hear you" } else { "/challenge" };
            let spell = || {
                table
                    .discord
                    .inject_fault(CALLBACK, ServerFault::Failing(502), 99)
            };
            // An outage that begins at once precedes the request.
            let at_once = (begin == 0).then(spell);
            let asked = table.ann.types(&table.lobby, typed);
            table.pass_slowly(Duration::from_millis(begin)).await;
            let spell = at_once.unwrap_or_else(spell);
            table.pass_slowly(SPELL).await;
            spell.stop();
            let acknowledged = time::flow(asked.acknowledged()).await;
            let after = acknowledged.after;
            assert!(after < Duration::from_secs(3), "{begin} ms: {after:?}");
            if let Some(held) = held {
                held.release();
            }
            answered_once(&table, &asked, words).await;
            table.close();
        }
    }
}

#[tokio::test]
async fn a_slow_answer_is_deferred_if_necessary_and_shown_once() {
    for fault in [ServerFault::HeldBefore, ServerFault::HeldAfter] {
        let table = Table::in_process(Setup::default()).await;
        let held = table.discord.inject_fault(CALLBACK, fault.clone(), 1);
        let asked = table.ann.types(&table.lobby, "/help");
        time::flow(held.occurred(1)).await;
        // Part of the time before a deferral has passed.
        table.pass_slowly(Duration::from_millis(1300)).await;
        let is_there = fault == ServerFault::HeldAfter;
        assert_eq!(asked.is_acknowledged(), is_there, "it may still come");
        let kind = time::flow(asked.acknowledged()).await.kind;
        assert_eq!(kind == AcknowledgmentKind::Answer, is_there, "{kind:?}");
        assert_eq!(kind == AcknowledgmentKind::Deferral, !is_there, "{kind:?}");
        time::flow(table.discord.called(&["/callback"], 1)).await;
        held.release();
        answered_once(&table, &asked, "/challenge").await;
        table.close();
    }
}

#[tokio::test]
async fn an_answer_is_shown_once_after_a_lost_deferral_and_a_failure() {
    for fault in [ServerFault::CutAfter, ServerFault::FailingAfter(502)] {
        let table = Table::in_process(Setup::default()).await;
        let held = table.hold_doctor();
        let lost = table.discord.inject_fault(CALLBACK, fault, 1);
        let asked = table.ann.types(&table.lobby, "/doctor");
        // The deferral came through, but the bot does not know it.
        time::flow(lost.occurred(1)).await;
        let failing = table
            .discord
            .inject_fault(CALLBACK, ServerFault::Failing(502), 99);
        held.release();
        time::flow(failing.occurred(1)).await;
        failing.stop();
        answered_once(&table, &asked, "I hear you").await;
        table.close();
    }
}

#[tokio::test]
async fn a_deferral_waits_as_long_as_discord_asks() {
    for is_global in [false, true] {
        let table = Table::in_process(Setup::default()).await;
        let held = table.hold_doctor();
        let limit = ServerFault::limited_by(1200, is_global);
        table.discord.inject_fault(CALLBACK, limit, 1);
        let asked = table.ann.types(&table.lobby, "/doctor");
        let acknowledged = time::flow(asked.acknowledged()).await;
        assert_eq!(acknowledged.kind, AcknowledgmentKind::Deferral);
        let n_asked = table.discord.n_called(&["/callback"]);
        assert_eq!(n_asked, 2, "it asks no sooner");
        held.release();
        answered_once(&table, &asked, "I hear you").await;
        table.close();
    }
}

#[tokio::test]
async fn a_post_waits_as_long_as_discord_asks() {
    for is_global in [false, true] {
        let table = Table::in_process(Setup::default()).await;
        let lobby = &table.lobby;
        let limit = ServerFault::limited_by(7_000, is_global);
        let route = "POST /channels/*/messages";
        let limit = table.discord.inject_fault(route, limit, 1);
        let asked = table.ann.types(lobby, "/challenge variant:berolina");
        time::flow(limit.occurred(1)).await;
        table.pass_slowly(Duration::from_millis(6990)).await;
        assert!(lobby.messages().is_empty());
        time::flow(table.eve.reads(lobby, "Ann")).await;
        time::flow(asked.answer()).await;
        let n_posts = table.discord.n_called(&["POST /channels/"]);
        assert_eq!(n_posts, 2, "it asks no sooner");
        table.close();
    }
}

#[tokio::test]
async fn a_deletion_waits_as_long_as_discord_asks() {
    let table = Table::in_process(Setup::default()).await;
    let mut played = table.begin(Variant::Berolina, "").await;
    let limit = ServerFault::limited(7_000);
    let route = "DELETE /channels/*/messages/*";
    let limit = table.discord.inject_fault(route, limit, 1);
    let n_asked = || table.discord.n_called(&["DELETE "]);
    // The bot removes the call to a player who has moved.
    let said = time::flow(table.ann.asks(&played.room, "/move move:e2g4")).await;
    played.remember(&said);
    time::flow(played.board(2)).await;
    time::flow(table.bob.asks(&played.room, "/move move:e7g5")).await;
    time::flow(limit.occurred(1)).await;
    table.pass_slowly(Duration::from_millis(6990)).await;
    assert_eq!(n_asked(), 1, "it asks no sooner");
    time::flow(table.discord.called(&["DELETE ", " 204"], 1)).await;
    assert_eq!(n_asked(), 2);
    table.close();
}

#[tokio::test]
async fn the_doctor_reports_the_known_facts_when_discord_is_slow() {
    let table = Table::in_process(Setup::default()).await;
    let (ann, lobby) = (&table.ann, &table.lobby);
    let denied = permission::ATTACH_FILES | permission::EMBED_LINKS;
    lobby.deny_bot(denied);
    let held = table.hold_doctor();
    let asked = ann.types(lobby, "/doctor");
    time::flow(held.occurred(1)).await;
    let answer = ann.reads(lobby, "I hear you");
    let answer = time::flow(answer).await;
    answer
        .says("Attach Files")
        .says("Discord is slow to answer");
    // It is used for nothing.
    answer.omits("Embed Links");
    time::flow(asked.answer()).await;
    held.release();
    table.close();
}

#[tokio::test]
async fn a_waiting_call_is_not_posted_once_its_reader_has_moved() {
    let table = Table::in_process(Setup::default()).await;
    let mut played = table.begin(Variant::Berolina, "").await;
    let limit = ServerFault::limited(7_000);
    let route = format!("POST /channels/{}/messages", played.room.id);
    let limit = table.discord.inject_fault(&route, limit, 1);
    let said = time::flow(table.ann.asks(&played.room, "/move move:e2g4")).await;
    played.remember(&said);
    time::flow(limit.occurred(1)).await;
    let said = time::flow(table.bob.asks(&played.room, "/move move:e7g5")).await;
    played.remember(&said);
    time::flow(played.board(3)).await;
    time::flow(played.rung()).await;
    // They are the first board, one refusal, and the call of Ann.
    assert_eq!(table.discord.n_called(&[&route]), 3);
    table.close();
}
