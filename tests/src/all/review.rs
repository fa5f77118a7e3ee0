//! Reviews of finished matches, while others continue.

use std::sync::Arc;
use tests::user_input::UserInput;

use api::{Listener, MatchId, Recipe};
use tests::fake_chat::{ChatReply, TestBot};

use crate::program::{Gate, answer_to, asks, gated};

/// Plays a short match of Ann, who plays White, and Bob to its end, with a better move for Black.
async fn played(stage: &mut TestBot) -> MatchId {
    for (name, what) in [
        ("Ann", "/challenge berolina @Bob color:white"),
        ("Bob", "accept:00001"),
        ("Ann", "/move e2-g4"),
        ("Bob", "/move d7-b5"),
        ("Ann", "/move Ng1-f3"),
        ("Bob", "/move Qd8-d3"),
        ("Ann", "/resign confirm:yes"),
    ] {
        let said = asks(stage, name, what).await;
        assert!(!said.is_empty(), "{what}");
    }
    MatchId::from_number(1)
}

/// Begins a match of Cleo in which the bot is to move, but does not get to it.
async fn keeps_busy(stage: &mut TestBot) {
    for what in ["/challenge berolina @Oddboard", "/move e2-d3"] {
        let said = asks(stage, "Cleo", what).await;
        assert!(!said.is_empty(), "{what}");
    }
}

const PEOPLE: [&str; 4] = ["Ann", "Bob", "Cleo", "Eve"];

#[tokio::test]
async fn requests_for_one_review_share_it_and_delay_no_other_request() {
    let gate = Arc::new(Gate::default());
    let mut stage = TestBot::in_memory(&PEOPLE, |parts| parts.thinking = gated(&gate));
    let id = played(&mut stage).await;
    keeps_busy(&mut stage).await;
    let reviews = [("Ann", "/review"), ("Bob", "review:00001")];
    let reviews = reviews.map(|(name, what)| stage.event(name, UserInput::short(what)));
    for event in &reviews {
        stage.core.hear(event.clone()).await;
    }
    let said = asks(&mut stage, "Ann", "/review").await;
    assert!(
        said.starts_with("I am already working on a review for you"),
        "{said}"
    );
    let said = asks(&mut stage, "Eve", "/games").await;
    assert!(!said.is_empty());
    gate.open();
    let mut answers = Vec::new();
    while answers.len() < reviews.len() {
        if let (event, ChatReply::Answer(answer)) = stage.next_reply().await
            && reviews.iter().any(|review| review.id == event)
        {
            answers.push(answer.message);
        }
    }
    assert_eq!(answers[0].text, answers[1].text);
    let said = &answers[0].text;
    assert!(
        said.starts_with(&format!(
            "Match {id}, Berolina: Ann (White) – Bob (Black)\nAccuracy: "
        )),
        "{said}"
    );
    assert!(
        said.contains(": 2... queen d8 to d3 loses the queen on d3 to Bxd3. Better: "),
        "{said}"
    );
    // Once the review is made, every reader receives it at once.
    let said = asks(&mut stage, "Eve", "/review match:00001").await;
    assert_eq!(said, answers[0].text);
}

#[tokio::test]
async fn a_review_that_was_not_finished_at_the_end_of_the_program_is_made_when_it_is_asked_for_again()
 {
    let gate = Arc::new(Gate::default());
    let mut stage = TestBot::in_memory(&PEOPLE, |parts| parts.thinking = gated(&gate));
    played(&mut stage).await;
    keeps_busy(&mut stage).await;
    let review = stage.event("Ann", UserInput::short("/review"));
    stage.core.hear(review.clone()).await;
    // The reply to this comes after the review waits for its turn.
    let said = asks(&mut stage, "Ann", "/review").await;
    assert!(said.starts_with("I am already"), "{said}");
    stage.core.stop_thinking();
    let said = answer_to(&mut stage, &review).await;
    assert!(said.starts_with("I could not finish the review"), "{said}");
    let mut again = stage.restarted(&PEOPLE);
    let said = again.ask(&review).await.message.text;
    assert!(said.contains("\nAccuracy: "), "{said}");
    gate.open();
}

/// In a match with hidden objects, the review is empty before the end, and complete after it.
#[tokio::test]
async fn no_match_that_goes_on_is_reviewed() {
    let mut stage = TestBot::in_memory(&PEOPLE, |_| {});
    for (name, what) in [
        ("Ann", "/challenge chakart @Bob color:white"),
        ("Bob", "accept:00001"),
    ] {
        let said = asks(&mut stage, name, what).await;
        assert!(!said.is_empty(), "{what}");
    }
    for (name, what) in [
        ("Ann", "/review match:00001"),
        ("Bob", "review:00001"),
        ("Eve", "/review match:00001"),
    ] {
        let said = asks(&mut stage, name, what).await;
        assert_eq!(
            said, "Match 00001 is not over yet. When it is, /review match:00001 tells how it went.",
            "{name}"
        );
    }
    for (name, what) in [("Ann", "/draw"), ("Bob", "/draw")] {
        asks(&mut stage, name, what).await;
    }
    let event = stage.event("Eve", UserInput::short("review:00001"));
    let answer = stage.ask(&event).await;
    assert_eq!(
        answer.message.text,
        "Match 00001, Chakart: Ann (White) – Bob (Black)\nNo move was played, so there is nothing to review."
    );
    assert!(answer.message.picture.is_none());
}

/// The picture can be redrawn without a new search, and its stored recipe holds no names.
#[tokio::test]
async fn the_stored_recipe_of_a_review_picture_has_no_names() {
    let mut stage = TestBot::in_memory(&PEOPLE, |_| {});
    played(&mut stage).await;
    let event = stage.event("Ann", UserInput::short("/review"));
    let picture = stage.ask(&event).await.message.picture.expect("a picture");
    let Recipe(recipe) = &picture.recipe;
    assert!(recipe.starts_with(r#"{"review":{"id":"00001""#), "{recipe}");
    assert!(
        !recipe.contains("Ann") && !recipe.contains("Bob"),
        "{recipe}"
    );
    assert!(picture.alt.contains("Accuracy: Ann "), "{}", picture.alt);
    assert!(!picture.bytes.is_empty());
}
