//! Questions to a platform before an event is taken up.

use std::time::Duration;

use tracing::warn;

use api::{Chat, ChatError, Checkup, Event, Finding, Place, Speaker};
use command::{
    Command, Control, DraftPart, Intent, last_word, program_meant, program_named, straight,
};
use text::Text;

/// The longest time for the answer of a platform to a question before an event is taken up.
pub(crate) const QUESTION: Duration = Duration::from_secs(2);

/// Finds the person that an event names, if there is one.
pub(crate) async fn person(chat: &dyn Chat, event: &Event) -> Option<Speaker> {
    let written = event.intent.person()?;
    let challenges = event.intent.is_challenge();
    if let Some(program) = program_named(written).filter(|_| challenges) {
        return Some(program);
    }
    if let Some(person) = &event.named {
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
    named: Option<&Speaker>,
) -> Option<Text> {
    let is_named = match &event.intent {
        Intent::Command(Command::Challenge { .. }) => event.text.is_some(),
        Intent::Choose(Control::Challenge(DraftPart::Opponent, _), _) => true,
        _ => false,
    };
    let named = named.filter(|named| is_named && !named.is_program())?;
    let unread = in_time(chat.unread(&event.place, named)).await;
    unread.unwrap_or_else(|error| {
        warn!(%error, "cannot check whether a person can read the channel");
        None
    })
}

/// Returns the names of people who can be challenged, if the speaker is asked for one, or of those who match the typed name.
pub(crate) async fn people(chat: &dyn Chat, intent: &Intent) -> Vec<String> {
    let typed = match intent {
        Intent::Complete(text) => typed_name(text),
        intent if intent.asks_for_people() => String::new(),
        _ => return Vec::new(),
    };
    in_time(chat.people(&typed)).await.unwrap_or_default()
}

/// Returns the beginning of a person's name, if that is being typed last.
fn typed_name(text: &str) -> String {
    let text = straight(text);
    let (_, word) = last_word(&text);
    let value = word.split_once(':').map_or(word, |(_, value)| value);
    value
        .trim_start_matches('"')
        .trim_start_matches('@')
        .to_owned()
}

/// Returns the findings about the place of the speaker, if they ask for a checkup.
pub(crate) async fn findings(
    chat: &dyn Chat,
    event: &Event,
    checkup: impl FnOnce() -> Checkup,
) -> Vec<Finding> {
    let Intent::Command(Command::Doctor) = event.intent else {
        return Vec::new();
    };
    let found = in_time(chat.examine(event, checkup())).await;
    found.unwrap_or_else(|error| {
        warn!(%error, "cannot check permissions for /doctor");
        vec![Finding::bad(text::doctor_unknown())]
    })
}

/// Returns the reason why the bot cannot make the wanted post in the place of an event.
pub(crate) fn obstacle(chat: &dyn Chat, event: &Event) -> Option<Text> {
    if event.intent.needs_channel() {
        chat.obstacle(&event.id)
    } else {
        None
    }
}

/// Returns the text of an event that others read.
pub(crate) fn overheard<'e>(chat: &dyn Chat, event: &'e Event) -> Option<&'e str> {
    let text = event.text.as_deref()?;
    let is_read = matches!(event.place, Place::Channel(_)) && chat.is_read_by_others(&event.id);
    is_read.then_some(text)
}

/// Awaits the answer of a platform, with a timeout, as all other events would wait too.
pub(crate) async fn in_time<T>(
    question: impl Future<Output = Result<T, ChatError>>,
) -> Result<T, ChatError> {
    let answer = tokio::time::timeout(QUESTION, question).await;
    answer.unwrap_or_else(|_| {
        Err(ChatError::Unavailable(
            "the chat platform took longer than others can wait".to_owned(),
        ))
    })
}
