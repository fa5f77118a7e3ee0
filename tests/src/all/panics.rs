//! A panic during one event ends nothing else, and the event has an answer.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};
use tests::user_input::UserInput;

use api::{Clock, Listener, Timestamp};
use tests::{
    fake_chat::{ChatReply, SteppingClock, TestBot},
    venue::challenged,
};

/// A clock that panics once when it is armed.
#[derive(Default)]
struct PanickingClock {
    clock: SteppingClock,
    is_armed: AtomicBool,
}

impl Clock for PanickingClock {
    fn now(&self) -> Timestamp {
        assert!(
            !self.is_armed.swap(false, Ordering::Relaxed),
            "the clock is armed"
        );
        self.clock.now()
    }
}

/// Returns the reply to a person who types this.
async fn asks(stage: &mut TestBot, name: &str, text: &str) -> String {
    let event = stage.event(name, UserInput::Text(text.to_owned()));
    stage.core.hear(event.clone()).await;
    let (answered, told) = stage.next_reply().await;
    assert_eq!(answered, event.id);
    match told {
        ChatReply::Answer(answer) => answer.message.text,
        _ => panic!("{text} is answered by something else"),
    }
}

#[tokio::test]
async fn an_event_that_makes_the_program_panic_is_answered_and_harms_no_other() {
    let clock = Arc::new(PanickingClock::default());
    let mut stage = TestBot::in_memory(&["Ann", "Bob"], |parts| {
        parts.clock = Arc::clone(&clock) as Arc<dyn Clock>;
    });
    stage.core.idle().await;
    clock.is_armed.store(true, Ordering::Relaxed);
    let told = asks(&mut stage, "Ann", "/challenge berolina").await;
    assert!(told.contains("nothing has changed"), "{told}");
    let told = asks(&mut stage, "Bob", "/challenge berolina").await;
    challenged(&told);
    assert!(!stage.core.is_broken());
}
