use std::pin::pin;

use futures_util::FutureExt;

use super::*;
use crate::OsDice;
use store::testing::HarmedStore;

#[tokio::test]
async fn catching_up_and_idling_wait_for_a_running_catch_up() {
    let (thinking, _answers) =
        Thinking::start(ThinkingParts::of_engine(1, 1 << 20, Box::new(OsDice)));
    let store = Arc::new(HarmedStore::default());
    let (mut is_begun, let_go) = store.hold();
    let writer = Writer::new(store);
    let (first, its_writer) = (Arc::clone(&thinking), writer.clone());
    let first = tokio::spawn(async move { first.catch_up(&its_writer, None).await });
    is_begun.recv().await.expect("it is looked through");
    let (mut second, mut idle) = (
        pin!(thinking.catch_up(&writer, None)),
        pin!(thinking.idle()),
    );
    assert!(second.as_mut().now_or_never().is_none());
    assert!(idle.as_mut().now_or_never().is_none());
    let_go.send(()).expect("the store waits");
    first.await.expect("it ends");
    second.await;
    idle.await;
}
