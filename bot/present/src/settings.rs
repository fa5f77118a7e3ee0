//! The settings of a person about their own views, with menus to change them.

use super::buttons::{entry, menu};
use api::{Component, Message, Private};
use command::{Control, Setting, SettingGroup, Topic};
use service::Settings;
use text::{Language, Text, arg};

/// The most menus below a message. Topics after them can be set by the command alone.
const ROWS: usize = 5;

/// Renders the present settings.
pub(super) fn settings(
    settings: &Settings,
    group: SettingGroup,
    language: Language,
) -> Message<Private> {
    let head = match group {
        SettingGroup::Look => text::settings_head(),
        SettingGroup::Time => text::reminders_head(),
    };
    let line = |topic: Topic| {
        text::setting_line(
            arg::choice(settings.about(topic).help()),
            arg::topic(topic.title()),
        )
    };
    let text = Text::lines([head, Text::list(group.topics().map(line))]);
    let mut message = Message::text(language.say(&text));
    message.controls = group
        .topics()
        .take(ROWS)
        .map(|topic| choices(topic, settings, language))
        .collect();
    message
}

fn choices(topic: Topic, settings: &Settings, language: Language) -> Component {
    let choice = |setting: Setting| {
        let (word, help) = (setting.keyword().local, setting.help());
        let label = if language.say(&word) == language.say(&help) {
            word
        } else {
            text::setting_entry(arg::help(help), arg::word(word))
        };
        let is_chosen = settings.about(topic) == setting;
        entry(&language.say(&label), setting.name(), is_chosen)
    };
    let choices = topic.settings().into_iter().map(choice).collect();
    let label = text::setting_menu(topic.title());
    menu(Control::Set(topic), &label, choices, language)
}
