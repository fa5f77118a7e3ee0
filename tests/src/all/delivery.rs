//! What is said of what was decided: made of what is at hand, and not of what is read again.

use bot::ports::MatchId;
use rules::{Actions, Next, Variant};
use testkit::Random;
use tests::{
    scene::Stage,
    venue::{Venue, deed},
};

/// Somebody to decide does something legal; whether anybody was to decide.
async fn decide(stage: &mut Stage, id: MatchId, random: &mut Random) -> bool {
    let (found, record) = stage.found(id);
    let game = record.replay().expect("records replay");
    let Next::Decision(color) = game.next() else {
        return false;
    };
    let mut actions = Actions::new();
    game.actions(&mut actions);
    let action = actions[random.below(actions.len())];
    let who = found.seats().expect("it is played")[color].name.clone();
    let event = stage.event(&who, deed(&format!("/move {action} confirm:yes")));
    let answer = stage.ask(&event).await;
    let text = answer.message.text;
    assert!(text.starts_with("You played"), "{action}: {text}");
    true
}

#[tokio::test]
async fn what_is_decided_is_told_without_being_read_again() {
    for variant in Variant::ALL {
        let mut random = Random::new(16);
        let mut stage = Stage::in_memory(&["Ann", "Bob"], |_| {});
        let id = stage.begin(&format!("{} @Bob", variant.name())).await;
        for n in 0..30 {
            if !decide(&mut stage, id, &mut random).await {
                break;
            }
            match n {
                5 => drop(stage.does("Ann", "/board").await),
                10 => drop(stage.does("Bob", "/view").await),
                15 => drop(stage.does("Ann", "/draw").await),
                _ => {}
            }
            stage.core.idle().await;
        }
        stage.does("Ann", "/resign confirm:yes").await;
        assert_eq!(stage.core.n_replays(), 0, "{variant}");
        assert!(stage.scene.said().len() > 20, "{variant} was told");
    }
}

#[tokio::test]
async fn after_a_restart_a_match_is_read_once_for_each_reader() {
    for variant in Variant::ALL {
        let mut random = Random::new(16);
        let mut stage = Stage::in_memory(&["Ann", "Bob"], |_| {});
        let id = stage.begin(&format!("{} @Bob", variant.name())).await;
        for _ in 0..10 {
            decide(&mut stage, id, &mut random).await;
            stage.core.idle().await;
        }
        stage.scene.go_away(true);
        for _ in 0..2 {
            decide(&mut stage, id, &mut random).await;
        }
        let mut again = stage.restarted(&["Ann", "Bob"]);
        again.core.idle().await;
        assert!(!again.scene.said().is_empty(), "{variant} was told");
        let n_readers = if variant.has_secrets() { 3 } else { 1 };
        assert!(
            (1..=n_readers).contains(&again.core.n_replays()),
            "{variant}"
        );
        let n_replays = again.core.n_replays();
        decide(&mut again, id, &mut random).await;
        again.core.idle().await;
        assert_eq!(again.core.n_replays(), n_replays, "{variant} goes on");
    }
}
