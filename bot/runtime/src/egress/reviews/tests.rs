use futures_util::FutureExt;

use super::*;
use crate::{OsDice, ThinkingParts};
use api::Platform;

fn record() -> Record {
    let text = "oddboard record 1\nsetup: berolina\n\ne2g4 resign:black\n";
    text.parse().expect("a record")
}

fn user(n: usize) -> UserId {
    UserId::new(Platform::Playground, format!("user-{n}"))
}

fn match_id(n: usize) -> MatchId {
    MatchId::from_number(u32::try_from(n).expect("a small number"))
}

#[tokio::test]
async fn reviews_that_are_asked_for_displace_none_that_is_made() {
    let parts = ThinkingParts::of_engine(1, 1 << 20, Box::new(OsDice));
    let (thinking, _answers) = Thinking::start(parts);
    let reviews = Reviews::new(&thinking);
    let made = reviews.of(match_id(0), record(), &user(0)).await;
    let made = made.expect("it is made");
    // None of these gets its turn.
    let turns = u32::try_from(AT_ONCE).expect("a small number");
    let _turns = reviews.at_once.acquire_many(turns).await;
    let waiting = (1..WAITING).map(|n| {
        let (id, user) = (match_id(n), user(n));
        let reviews = &reviews;
        Box::pin(async move { reviews.of(id, record(), &user).await })
    });
    let mut waiting: Vec<_> = waiting.collect();
    for review in &mut waiting {
        assert!(review.as_mut().now_or_never().is_none());
    }
    let reader = user(0);
    let again = reviews.of(match_id(0), record(), &reader).now_or_never();
    let Some(Ok(again)) = again else {
        panic!("it is made again");
    };
    assert!(Arc::ptr_eq(&again, &made));
}
