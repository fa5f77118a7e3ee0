use super::*;
use crate::{
    app::PATIENCE,
    ports::{Attachment, Message},
};

#[test]
fn answers_with_files_are_not_remembered() {
    let mut answer = Answer {
        message: Message::text("moves"),
        replaces: false,
        is_evident: false,
    };
    assert!(Wording::from(answer.clone()).is_small());
    answer.message.attachment = Some(Attachment {
        name: "moves.txt".to_owned(),
        text: "1. g4".to_owned(),
    });
    assert!(!Wording::from(answer).is_small());
}

#[tokio::test(start_paused = true)]
async fn a_note_is_made_while_something_takes_its_time() {
    let (done, work) = tokio::sync::oneshot::channel();
    let note = async {
        done.send("done").expect("the work waits for it");
    };
    let found = with_note(work, PATIENCE, note).await;
    assert_eq!(found, Ok("done"));

    let note = async { panic!("there is nothing to wait for") };
    assert_eq!(with_note(async { 7 }, PATIENCE, note).await, 7);
}
