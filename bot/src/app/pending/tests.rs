use super::*;
use crate::app::PATIENCE;

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
