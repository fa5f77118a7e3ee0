//! What somebody has chosen about what they alone are shown, with menus to choose otherwise.

use crate::{
    command::{Control, Setting, Topic},
    ports::{Choice, Component as Row, Menu, Message, Private},
    service::Settings,
};

/// What is chosen now.
pub(super) fn settings(settings: &Settings) -> Message<Private> {
    let line = |topic: Topic| {
        let help = settings.about(topic).help();
        format!("• {}: {help}", topic.title())
    };
    let mut message = Message::text(format!(
        "How I show you the boards of your matches that are for you alone; boards in channels stay as they are:\n{}",
        Topic::ALL.map(line).join("\n")
    ));
    message.controls = Topic::ALL.map(|topic| menu(topic, settings)).into();
    message
}

fn menu(topic: Topic, settings: &Settings) -> Row {
    let choice = |setting: Setting| {
        let sign = if settings.about(topic) == setting {
            " ✓"
        } else {
            ""
        };
        let label = format!("{}: {}{sign}", setting.name(), setting.help());
        Choice::new(&label, setting.name())
    };
    Row::Menu(Menu {
        id: Control::Set(topic).to_string(),
        label: format!("{} …", topic.title()),
        choices: topic.settings().into_iter().map(choice).collect(),
    })
}
