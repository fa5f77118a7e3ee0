//! Several bots that serve together on one database.

use std::sync::Arc;

use bot::{ports::Store, service::read_match, store::open_database, writer::Writer};
use tests::{
    fleet::{Fleet, Member},
    postgres::{Postgres, settings},
    skip::skips_postgres,
    venue::{Venue, deed},
};

const GAME: [&str; 12] = [
    "e2g4", "e7g5", "b1c3", "b8c6", "g1f3", "g8f6", "d1e2", "d8e7", "a2b3", "a7b6", "h2g3", "h7g6",
];

fn open(url: &str) -> Arc<dyn Store> {
    Arc::from(open_database(&settings(url)).expect("the database opens"))
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
async fn what_is_told_to_two_counts_once() {
    if skips_postgres() {
        return;
    }
    let url = Postgres::database();
    let mut fleet = Fleet::new(&["Ann", "Bob"], 2, || open(&url));
    fleet.begin("berolina @Bob color:white").await;
    let event = fleet.event("Ann", deed("/move e2g4"));
    for member in &fleet.members {
        member.hear(event.clone()).await;
    }
    let answers = [fleet.answer(&event).await, fleet.answer(&event).await];
    let [one, other] = answers.map(|answer| answer.message.text);
    assert_eq!(one, other);
    fleet.members.push(Member::join(open(&url), &fleet.scene));
    fleet.plays("Bob", "e7g5").await;
}
