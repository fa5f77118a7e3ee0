//! Questions to a platform before an event is taken up.

use std::time::Duration;

use tracing::warn;

use api::{Chat, ChatError, Checkup, Event, Finding, Said, SlashCommand, Speaker};
use command::{Command, Control, DraftPart, program_meant, program_named};
use service::Intent;
use text::Text;

/// The longest time for the answer of a platform to a question before an event is taken up.
pub(crate) const QUESTION: Duration = Duration::from_secs(2);

/// Finds the person that a command names, if there is one.
pub(crate) async fn person(chat: &dyn Chat, event: &Event, intent: &Intent) -> Option<Speaker> {
    let written = intent.person()?;
    let challenges = intent.is_challenge();
    if let Some(program) = program_named(written).filter(|_| challenges) {
        return Some(program);
    }
    if let Said::Command(SlashCommand {
        person: Some(person),
        ..
    }) = &event.said
    {
        return Some(person.clone()).filter(|person| challenges || !person.is_program());
    }
    let found = in_time(chat.person(&event.place, written)).await;
    let found = found.unwrap_or_else(|error| {
        warn!(%error, "cannot look up a person");
        None
    });
    if challenges {
        found.or_else(|| program_meant(written))
    } else {
        found.filter(|person| !person.is_program())
    }
}

/// Returns the reason why the challenged person would not read of it, if they were not named by an option. For an option the
/// event itself has the answer.
pub(crate) async fn unread(
    chat: &dyn Chat,
    event: &Event,
    intent: &Intent,
    named: Option<&Speaker>,
) -> Option<Text> {
    let is_named = match (intent, &event.said) {
        (Intent::Command(Command::Challenge { .. }), said) => !matches!(said, Said::Command(_)),
        (Intent::Choose(Control::Challenge(DraftPart::Opponent, _), _), _) => true,
        _ => false,
    };
    let named = named.filter(|named| is_named && !named.is_program())?;
    let told = in_time(chat.unread(&event.place, named)).await;
    told.unwrap_or_else(|error| {
        warn!(%error, "cannot check whether a person can read the channel");
        None
    })
}

/// Returns the names of people who can be challenged, if the speaker is asked for one.
pub(crate) async fn people(chat: &dyn Chat, intent: &Intent) -> Vec<String> {
    if intent.asks_for_people() {
        in_time(chat.people("")).await.unwrap_or_default()
    } else {
        Vec::new()
    }
}

/// Returns the findings about the place of the speaker, if they ask for a checkup.
pub(crate) async fn findings(
    chat: &dyn Chat,
    event: &Event,
    intent: &Intent,
    checkup: impl FnOnce() -> Checkup,
) -> Vec<Finding> {
    let Intent::Command(Command::Doctor) = intent else {
        return Vec::new();
    };
    let found = in_time(chat.examine(event, checkup())).await;
    found.unwrap_or_else(|error| {
        warn!(%error, "cannot check permissions for /doctor");
        vec![Finding::bad(text::doctor_unknown())]
    })
}

/// Awaits the answer of a platform, with a timeout, as all other events would wait too.
pub(crate) async fn in_time<T>(
    asked: impl Future<Output = Result<T, ChatError>>,
) -> Result<T, ChatError> {
    let told = tokio::time::timeout(QUESTION, asked).await;
    told.unwrap_or_else(|_| {
        Err(ChatError::Unavailable(
            "the chat platform took longer than others can wait".to_owned(),
        ))
    })
}
