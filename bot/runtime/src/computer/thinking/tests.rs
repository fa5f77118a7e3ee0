use std::pin::pin;

use futures_util::FutureExt;

use super::*;
use crate::OsDice;
use api::Secret;
use store::testing::HarmedStore;

/// Dice that roll the lowest or the highest number.
struct Extreme {
    is_high: bool,
}

impl Dice for Extreme {
    fn below(&mut self, n: u32) -> u32 {
        if self.is_high { n - 1 } else { 0 }
    }

    fn secret(&mut self) -> Secret {
        unreachable!("a pause needs no secret")
    }
}

#[test]
fn a_reply_takes_half_a_second_at_least_and_leaves_time_to_deliver_it_within_three() {
    let parts = ThinkingParts::of_engine(1, 1 << 20, Box::new(OsDice));
    let pauses = [false, true].map(|is_high| drawn(parts.pace, &mut Extreme { is_high }));
    assert!(pauses[0] >= Duration::from_millis(500), "{pauses:?}");
    assert!(pauses[0] < pauses[1], "{pauses:?}");
    assert!(pauses[1] <= Duration::from_millis(2500), "{pauses:?}");
    let none = (Duration::ZERO, Duration::ZERO);
    assert_eq!(drawn(none, &mut Extreme { is_high: true }), Duration::ZERO);
}

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
