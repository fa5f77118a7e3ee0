use super::*;
use crate::PATIENCE;
use api::MatchId;
use service::ChallengeDone;

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

#[test]
fn a_late_reply_distinguishes_done_refused_and_unconfirmed() {
    let late = |reply: Reply| present::late(reply.is_surely_done(), Language::ENGLISH).text;
    let refused = late(Reply::Refused(Refusal::NoMatch));
    assert!(refused.contains("nothing has changed"), "{refused}");
    let done = late(Reply::Done(
        ChallengeDone::Declined(MatchId::from_number(1)).into(),
    ));
    assert!(done.contains("is done"), "{done}");
    let unconfirmed = late(Reply::Failed(text::not_confirmed()));
    assert!(
        unconfirmed.contains("may or may not be done"),
        "{unconfirmed}"
    );
}
