//! What is chosen for a server, with menus for who manages it.

use super::buttons::{entry, menu};
use crate::{
    command::{Control, ServerSetting, ServerTopic},
    ports::{Component, Message, Private},
    service::ServerChoices,
    words::{self, Language, Text},
};

/// What is chosen now, a menu of what can be, and if one of that is opened another of the choices.
pub(super) fn server(
    settings: &ServerChoices,
    topic: Option<ServerTopic>,
    language: Language,
) -> Message<Private> {
    let head = match settings.is_one_room {
        true => words::server_head_room(),
        false => words::server_head(),
    };
    let text = Text::lines([head, lines(settings)]);
    let mut message = Message::text(language.say(&text));
    message.controls = vec![topics(settings, topic, language)];
    let open = topic.map(|topic| choices(topic, settings, language));
    message.controls.extend(open);
    message
}

/// The same without menus, for who may not change it.
pub(super) fn told(settings: &ServerChoices) -> Text {
    let head = match settings.is_one_room {
        true => words::server_told_room(),
        false => words::server_told(),
    };
    Text::lines([head, lines(settings)])
}

/// What is chosen, a line for each topic.
fn lines(settings: &ServerChoices) -> Text {
    let line = |topic: ServerTopic| {
        let chosen = settings.about(topic);
        let chosen = chosen.map_or_else(|| settings.settings.named_channels(), ServerSetting::help);
        words::setting_line(chosen, topic.title())
    };
    Text::list(settings.topics().map(line))
}

fn topics(settings: &ServerChoices, open: Option<ServerTopic>, language: Language) -> Component {
    let choice = |topic: ServerTopic| {
        let title = language.say(&topic.title());
        entry(&title, topic.name(), open == Some(topic))
    };
    let choices = settings.topics().map(choice).collect();
    menu(Control::Server, &words::server_menu(), choices, language)
}

fn choices(topic: ServerTopic, settings: &ServerChoices, language: Language) -> Component {
    let chosen = settings.about(topic);
    let mut offered = topic.settings();
    offered.extend(chosen.filter(|chosen| !offered.contains(chosen)));
    let choice = |setting: ServerSetting| {
        let help = language.say(&setting.help());
        entry(&help, setting.name(), chosen == Some(setting))
    };
    let choices = offered.into_iter().map(choice).collect();
    let label = words::setting_menu(topic.title());
    menu(Control::SetServer(topic), &label, choices, language)
}
