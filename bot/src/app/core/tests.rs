use super::*;
use crate::ports::{Attachment, Message};

#[test]
fn answers_with_files_are_not_remembered() {
    let mut answer = Answer {
        message: Message::text("moves"),
        replaces: false,
    };
    assert!(is_small(&answer));
    answer.message.attachment = Some(Attachment {
        name: "moves.txt".to_owned(),
        text: "1. g4".to_owned(),
    });
    assert!(!is_small(&answer));
}
