//! Reads the intent of a person from an event, and names its kind without the text that they wrote.

use api::{Chat, Event, Place, Said};
use command::{Command, Control, DraftPart, last_word, straight};
use service::{Intent, Refusal};
use text::Text;

/// Returns whether an intent makes a public post, as often as a person likes.
pub(crate) fn posts(intent: &Intent) -> bool {
    match intent {
        Intent::Command(
            Command::Challenge { setup: Some(_), .. }
            | Command::Join { .. }
            | Command::Board { .. }
            | Command::Rematch { .. }
            | Command::Vacation { change: Some(_) },
        ) => true,
        Intent::Press(control) => matches!(
            control,
            Control::Challenge(DraftPart::Variant(_), _)
                | Control::PlayProgram(_)
                | Control::Start(_)
                | Control::Rematch(_)
                | Control::Board(_)
        ),
        _ => false,
    }
}

/// Returns the kind of an intent, without the text that the person wrote.
pub(crate) fn kind(intent: &Result<Intent, Refusal>) -> &'static str {
    match intent {
        Ok(Intent::Command(command)) => command.name(),
        Ok(Intent::Press(_)) => "button",
        Ok(Intent::Choose(..)) => "menu",
        Ok(Intent::Fill(..)) => "form",
        Ok(Intent::Complete { .. } | Intent::CompleteOption { .. }) => "completion",
        Err(_) => "misread",
    }
}

/// Reads an intent.
pub(crate) fn intent(said: &Said) -> Result<Intent, Text> {
    let control = |id: &str| id.parse().map_err(|_| text::refusal_unknown_control());
    match said {
        Said::Text(text) => Command::parse(text).map(Intent::Command),
        Said::Command(command) => Command::from_slash(command).map(Intent::Command),
        Said::Press(id) => control(id).map(Intent::Press),
        Said::Choose { menu, value } => {
            control(menu).map(|control| Intent::Choose(control, value.clone()))
        }
        Said::Fill { form, text } => {
            control(form).map(|control| Intent::Fill(control, text.clone()))
        }
    }
}

/// Returns the beginning of a person's name, if that is being typed last.
pub(crate) fn typed_name(text: &str) -> String {
    let text = straight(text);
    let (_, word) = last_word(&text);
    let value = word.split_once(':').map_or(word, |(_, value)| value);
    value
        .trim_start_matches('"')
        .trim_start_matches('@')
        .to_owned()
}

/// Returns the reason why the bot cannot make the wanted post in the place of an event.
pub(crate) fn obstacle(chat: &dyn Chat, event: &Event, intent: &Intent) -> Option<Text> {
    match intent {
        Intent::Command(
            Command::Challenge { .. } | Command::Join { .. } | Command::Board { .. },
        )
        | Intent::Press(Control::Challenge(..) | Control::Board(_)) => chat.obstacle(&event.id),
        _ => None,
    }
}

/// Returns the text of an event that others read.
pub(crate) fn overheard<'e>(chat: &dyn Chat, event: &'e Event) -> Option<&'e str> {
    match (&event.place, &event.said) {
        (Place::Channel(_), Said::Text(text) | Said::Fill { text, .. })
            if chat.is_read_by_others(&event.id) =>
        {
            Some(text)
        }
        _ => None,
    }
}
