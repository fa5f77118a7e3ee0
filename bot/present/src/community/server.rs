//! The settings of a server, with menus for its manager.

use crate::buttons::{entry, menu, text_message};
use api::{Component, Message, Private};
use command::{Challengers, Control, ServerSetting, ServerTopic};
use service::ServerChoices;
use text::{Language, Text, arg};

/// Renders the present settings, a menu of topics, and a menu of choices if a topic is open.
pub(crate) fn server(
    settings: &ServerChoices,
    topic: Option<ServerTopic>,
    language: Language,
) -> Message<Private> {
    let head = if settings.is_one_room {
        text::server_head_room()
    } else {
        text::server_head()
    };
    let text = Text::lines([head, lines(settings)]);
    let open = topic.map(|topic| choices(topic, settings, language));
    let topics = topics(settings, topic, language);
    Message {
        controls: [topics].into_iter().chain(open).collect(),
        ..text_message(&text, language)
    }
}

/// Renders the same without menus, for a person without the right to change it.
pub(crate) fn summary(settings: &ServerChoices) -> Text {
    let head = if settings.is_one_room {
        text::server_told_room()
    } else {
        text::server_told()
    };
    Text::lines([head, lines(settings)])
}

/// Renders the settings, a line for each topic.
fn lines(settings: &ServerChoices) -> Text {
    let line = |topic: ServerTopic| {
        let chosen = settings.about(topic);
        let chosen = chosen.map_or_else(
            || settings.settings.named_channels(),
            |chosen| help(chosen, settings),
        );
        text::setting_line(arg::choice(chosen), arg::topic(topic.title()))
    };
    Text::list(settings.topics().map(line))
}

/// Renders the meaning of a choice, in the words for a single room if there is only one.
fn help(setting: ServerSetting, settings: &ServerChoices) -> Text {
    match setting {
        ServerSetting::Challengers(Challengers::Managers) if settings.is_one_room => {
            text::server_challengers_managers_room()
        }
        setting => setting.help(),
    }
}

fn topics(settings: &ServerChoices, open: Option<ServerTopic>, language: Language) -> Component {
    let choice = |topic: ServerTopic| {
        let title = language.localize(&topic.title());
        entry(&title, topic.name(), open == Some(topic))
    };
    let choices = settings.topics().map(choice).collect();
    menu(Control::Server, &text::server_menu(), choices, language)
}

fn choices(topic: ServerTopic, settings: &ServerChoices, language: Language) -> Component {
    let chosen = settings.about(topic);
    let mut offered = topic.settings();
    offered.extend(chosen.filter(|chosen| !offered.contains(chosen)));
    let choice = |setting: ServerSetting| {
        let help = language.localize(&help(setting, settings));
        entry(&help, setting.name(), chosen == Some(setting))
    };
    let choices = offered.into_iter().map(choice).collect();
    let label = text::setting_menu(topic.title());
    menu(Control::SetServer(topic), &label, choices, language)
}

#[cfg(test)]
mod tests {
    use super::*;
    use service::ServerSettings;

    /// Returns all text about settings, with the choices of a topic.
    fn all(is_one_room: bool, topic: ServerTopic) -> String {
        let settings = ServerChoices {
            settings: ServerSettings {
                challengers: Challengers::Managers,
                ..ServerSettings::default()
            },
            daily: false,
            is_one_room,
        };
        let shown = server(&settings, Some(topic), Language::ENGLISH);
        let text = Language::ENGLISH.localize(&summary(&settings));
        let menus = shown.controls.iter().filter_map(|control| match control {
            Component::Menu(menu) => Some(menu),
            Component::Buttons(_) => None,
        });
        let labels = menus.flat_map(|menu| menu.choices.iter().map(|choice| choice.label.clone()));
        let lines: Vec<_> = [shown.text, text].into_iter().chain(labels).collect();
        lines.join("\n")
    }

    #[test]
    fn topics_of_a_room_mention_no_server() {
        for topic in ServerTopic::all().filter(|topic| topic.is_for(true)) {
            let text = all(true, topic);
            assert!(text.contains("only those who manage the room"), "{text}");
            assert!(!text.contains("server"), "{text}");
        }
        let text = all(false, ServerTopic::Challengers);
        assert!(text.contains("only those who manage the server"), "{text}");
    }
}
