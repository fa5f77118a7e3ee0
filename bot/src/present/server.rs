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
    let text = Text::lines([words::server_head(), lines(settings)]);
    let mut message = Message::text(language.say(&text));
    message.controls = vec![topics(topic, language)];
    let open = topic.map(|topic| choices(topic, settings, language));
    message.controls.extend(open);
    message
}

/// What is chosen, a line for each topic.
pub(super) fn lines(settings: &ServerChoices) -> Text {
    let line = |topic: ServerTopic| {
        let chosen = settings.about(topic);
        let chosen = chosen.map_or_else(|| settings.settings.named_channels(), ServerSetting::help);
        words::setting_line(chosen, topic.title())
    };
    Text::list(ServerTopic::ALL.map(line))
}

fn topics(open: Option<ServerTopic>, language: Language) -> Component {
    let choice = |topic: ServerTopic| {
        let title = language.say(&topic.title());
        entry(&title, topic.name(), open == Some(topic))
    };
    let choices = ServerTopic::ALL.map(choice).into();
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
