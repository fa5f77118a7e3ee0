//! Several bots that serve together on one database.

use std::{
    sync::{Arc, Barrier},
    thread,
};
use tests::user_input::UserInput;

use api::{Batch, Store};
use service::read_match;
use store::{open_database, writer::Writer};
use tests::{
    fleet::{Fleet, Member},
    postgres::{Postgres, settings},
    skip::skips_postgres,
    venue::Venue,
};

const GAME: [&str; 12] = [
    "e2g4", "e7g5", "b1c3", "b8c6", "g1f3", "g8f6", "d1e2", "d8e7", "a2b3", "a7b6", "h2g3", "h7g6",
];

fn open(url: &str) -> Arc<dyn Store> {
    Arc::from(open_database(&settings(url)).expect("the database opens"))
}

/// Starts three bots on a new database. Returns `None` if the test run skips the tests that need PostgreSQL.
fn three() -> Option<Fleet> {
    if skips_postgres() {
        return None;
    }
    let url = Postgres::database();
    Some(Fleet::new(&["Ann", "Bob"], 3, || open(&url)))
}

/// The number of processes that open an empty database at the same moment, and the number of rounds.
const N_AT_ONCE: usize = 6;
const N_ROUNDS: usize = 5;

#[test]
fn concurrent_first_openings_of_a_database_share_its_tables() {
    if skips_postgres() {
        return;
    }
    let postgres = Postgres::shared();
    for round in 0..N_ROUNDS {
        let url = postgres.make_database();
        let start = Barrier::new(N_AT_ONCE);
        let stores: Vec<_> = thread::scope(|scope| {
            let openers = [(); N_AT_ONCE].map(|()| {
                scope.spawn(|| {
                    start.wait();
                    open_database(&settings(&url))
                })
            });
            openers
                .map(|opener| opener.join().expect("opening does not panic"))
                .into_iter()
                .map(|opened| opened.unwrap_or_else(|error| panic!("in round {round}: {error}")))
                .collect()
        });
        for (n, store) in stores.iter().enumerate() {
            let mut batch = Batch::default();
            batch.put(format!("by/{n}"), "");
            store.commit(&batch).expect("a commit");
        }
        for store in &stores {
            let found = store.scan(b"by/", None, usize::MAX).expect("a scan");
            assert_eq!(found.len(), N_AT_ONCE, "in round {round}");
        }
        let name = url.rsplit('/').next().expect("it has a name");
        let writers = postgres.sql(name, "select count(*) from oddboard.writers");
        assert_eq!(writers.trim(), N_AT_ONCE.to_string(), "in round {round}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn three_play_a_match_and_one_is_killed() {
    if skips_postgres() {
        return;
    }
    let url = Postgres::database();
    let mut fleet = Fleet::new(&["Ann", "Bob"], 3, || open(&url));
    let id = fleet.begin("berolina @Bob color:white").await;
    fleet.play(&GAME[..6]).await;
    fleet.members.pop().expect("there are three").kill();
    fleet.play(&GAME[6..]).await;
    fleet.idle().await;
    assert!(
        fleet.scene.repeated().is_empty(),
        "something was said twice"
    );
    let writer = Writer::new(open(&url));
    let read = read_match(&writer, id).expect("the database can be read");
    let (_, record) = read.expect("there is the match");
    let played: Vec<_> = record.inputs.iter().map(ToString::to_string).collect();
    assert_eq!(played, GAME);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_sent_to_two_members_counts_once() {
    if skips_postgres() {
        return;
    }
    let url = Postgres::database();
    let mut fleet = Fleet::new(&["Ann", "Bob"], 2, || open(&url));
    fleet.begin("berolina @Bob color:white").await;
    let event = fleet.event("Ann", UserInput::short("/move e2g4"));
    for member in &fleet.members {
        member.hear(event.clone()).await;
    }
    let answers = [fleet.answer(&event).await, fleet.answer(&event).await];
    let [one, other] = answers.map(|answer| answer.message.text);
    assert_eq!(one, other);
    fleet.members.push(Member::join(open(&url), &fleet.scene));
    fleet.plays("Bob", "e7g5").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_begins_at_one_program_is_known_at_another_and_ends_at_all() {
    let Some(fleet) = three() else {
        return;
    };
    fleet.share_sessions().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_openid_token_that_several_programs_get_at_once_begins_one_session() {
    let Some(fleet) = three() else {
        return;
    };
    fleet.use_openid_token_once().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_launch_at_one_program_chooses_the_match_at_another() {
    let Some(mut fleet) = three() else {
        return;
    };
    fleet.share_launches().await;
}
