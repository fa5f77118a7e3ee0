//! Common complaints about other bots: each has tests that show that it cannot happen here.

use std::{sync::Arc, time::Duration};

use api::{Clock, MatchId};
use tests::{
    fake_chat::{SteppingClock, TestBot, person},
    venue::Venue,
};

const NAMES: [&str; 2] = ["Ann", "Bob"];
const MINUTE: Duration = Duration::from_secs(60);

#[test]
fn each_complaint_has_its_tests() {
    let complaints = testkit::read("tests/src/all/complaints.txt");
    for complaint in complaints.split("\n\n").skip(1) {
        let tests: Vec<_> = complaint.lines().skip(1).map(str::trim).collect();
        assert!(!tests.is_empty(), "{complaint}");
        for test in tests {
            let (file, name) = test.split_once(' ').expect("a file and a name");
            let is_there = testkit::read(file).contains(&format!("fn {name}()"));
            assert!(is_there, "{complaint}: {file} has no test {name}");
        }
    }
}

fn stage() -> TestBot {
    TestBot::in_memory(&NAMES, |_| {})
}

/// Begins a match with a time limit, and returns it with the clock of the machine.
async fn timed(time: &str) -> (TestBot, Arc<SteppingClock>, MatchId) {
    let clock = Arc::new(SteppingClock::default());
    let own = Arc::clone(&clock) as Arc<dyn Clock>;
    let mut stage = TestBot::in_memory(&NAMES, |parts| parts.clock = own);
    stage.core.tick().await;
    let challenge = format!("berolina @Bob white time:{time}");
    let id = stage.begin(&challenge).await;
    (stage, clock, id)
}

async fn work(stage: &TestBot, clock: &SteppingClock, minutes: u32) {
    for _ in 0..minutes {
        clock.advance(MINUTE);
        stage.core.tick().await;
    }
    stage.core.idle().await;
}

#[tokio::test]
async fn a_restart_loses_no_game() {
    let mut stage = stage();
    let id = stage.begin("berolina @Bob white").await;
    stage.plays("Ann", "e2g4").await;
    let before = stage.record("Ann", id).await.to_string();
    let mut stage = stage.restarted(&NAMES);
    assert_eq!(stage.record("Ann", id).await.to_string(), before);
    stage.plays("Bob", "d7f5").await;
}

#[tokio::test]
async fn a_player_already_in_a_game_begins_another() {
    let mut stage = stage();
    for _ in 0..2 {
        let id = stage.begin("berolina @Bob white").await;
        stage.plays("Ann", &format!("e2g4 match:{id}")).await;
    }
}

#[tokio::test]
async fn a_button_of_an_earlier_board_does_nothing() {
    let mut stage = stage();
    let id = stage.begin("berolina @Bob white").await;
    stage.play(&["e2g4", "d7f5"]).await;
    for button in [
        "resign-yes",
        "draw",
        "takeback",
        "pause",
        "draw-yes",
        "claim",
    ] {
        stage.does("Ann", &format!("{button}:{id}:0")).await;
        let (found, _) = stage.found(id);
        let is_as_it_was = found.state.n_inputs == 2
            && found.state.offer.is_none()
            && found.state.paused.is_none();
        assert!(is_as_it_was, "{button}");
    }
}

#[tokio::test]
async fn the_player_to_move_is_mentioned_and_reminded() {
    let (mut stage, clock, _) = timed("2h").await;
    let bob = person("Bob").id;
    stage.plays("Ann", "e2g4").await;
    let posts = stage.scene.posts();
    let is_called = posts
        .last()
        .is_some_and(|board| board.mentions == [bob.clone()]);
    assert!(is_called);
    let n_told = |stage: &TestBot| {
        let whispered = stage.scene.direct_posts().into_iter();
        whispered.filter(|one| one.user == bob).count()
    };
    let before = n_told(&stage);
    work(&stage, &clock, 62).await;
    assert_eq!(n_told(&stage) - before, 1, "half of the time is over");
}

#[tokio::test]
async fn a_requested_board_mentions_no_player() {
    let mut stage = stage();
    stage.begin("berolina @Bob white").await;
    let before = stage.scene.posts().len();
    for _ in 0..20 {
        stage.does("Bob", "/board").await;
    }
    let posts = stage.scene.posts();
    assert!(posts.len() > before);
    assert!(posts[before..].iter().all(|post| post.mentions.is_empty()));
}

#[tokio::test]
async fn the_fourth_offer_is_refused() {
    let mut stage = stage();
    let id = stage.begin("berolina @Bob white").await;
    for n in 0..4 {
        stage.does("Ann", "/draw").await;
        let is_made = stage.found(id).0.state.offer.is_some();
        assert_eq!(is_made, n < 3);
        stage.does("Bob", &format!("draw-no:{id}:0")).await;
    }
}

#[tokio::test]
async fn a_late_player_may_still_move() {
    let (mut stage, clock, _) = timed("1h").await;
    work(&stage, &clock, 90).await;
    stage.play(&["e2g4", "d7f5"]).await;
}

#[tokio::test]
async fn all_my_games_are_listed() {
    let mut stage = stage();
    let ids = [
        stage.begin("berolina @Bob white").await,
        stage.begin("bario @Bob black").await,
    ];
    for name in NAMES {
        let list = stage.does(name, "/games").await.message.text;
        assert!(
            ids.iter().all(|id| list.contains(&id.to_string())),
            "{list}"
        );
    }
}
