//! The settings of a person about their own views, with menus to change them.

use crate::buttons::{ROWS, entry, menu, text_message};
use api::{Component, Message, Private};
use command::{Control, Setting, SettingGroup, Topic};
use service::Settings;
use text::{Language, Text, arg};

/// Renders the present settings.
pub(crate) fn settings(
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
    // Topics after these can be set by the command alone.
    let topics = group.topics().take(ROWS);
    Message {
        controls: topics
            .map(|topic| choices(topic, settings, language))
            .collect(),
        ..text_message(&text, language)
    }
}

fn choices(topic: Topic, settings: &Settings, language: Language) -> Component {
    let choice = |setting: Setting| {
        let (word, help) = (setting.keyword().local, setting.help());
        let label = if language.localize(&word) == language.localize(&help) {
            word
        } else {
            text::setting_entry(arg::help(help), arg::word(word))
        };
        let is_chosen = settings.about(topic) == setting;
        entry(&language.localize(&label), setting.name(), is_chosen)
    };
    let choices = topic.settings().into_iter().map(choice).collect();
    let label = text::setting_menu(topic.title());
    menu(Control::Set(topic), &label, choices, language)
}
