//! Menus, and buttons by their emphasis. Labels that are too long are clipped.

use api::{
    Button, Choice, Component, Emphasis, LONGEST_BUTTON, LONGEST_LABEL, Menu, People, UserId, clip,
};
use command::Control;
use text::{Language, Text};

/// Makes a neutral button.
pub(super) fn button(control: Control, label: Text, language: Language) -> Button {
    Button {
        control,
        label: clip(&language.say(&label), LONGEST_BUTTON),
        emphasis: Emphasis::Neutral,
        for_whom: Vec::new(),
    }
}

/// Restricts a button to these people.
pub(super) fn only<'a>(people: impl IntoIterator<Item = &'a UserId>, button: Button) -> Button {
    Button {
        for_whom: people.into_iter().cloned().collect(),
        ..button
    }
}

/// Makes the button for the most likely choice.
pub(super) fn primary(control: Control, label: Text, language: Language) -> Button {
    Button {
        emphasis: Emphasis::Primary,
        ..button(control, label, language)
    }
}

/// Makes a button for an action that cannot be undone.
pub(super) fn danger(control: Control, label: Text, language: Language) -> Button {
    Button {
        emphasis: Emphasis::Danger,
        ..button(control, label, language)
    }
}

/// Makes a menu.
pub(super) fn menu(
    control: Control,
    label: &Text,
    choices: Vec<Choice>,
    language: Language,
) -> Component {
    Component::Menu(menu_of(control, label, choices, language))
}

/// Makes a menu that takes any person whom the platform knows, besides these entries.
pub(super) fn menu_of_people(
    control: Control,
    label: &Text,
    choices: Vec<Choice>,
    chosen: Option<UserId>,
    language: Language,
) -> Component {
    Component::Menu(Menu {
        people: Some(People { chosen }),
        ..menu_of(control, label, choices, language)
    })
}

fn menu_of(control: Control, label: &Text, choices: Vec<Choice>, language: Language) -> Menu {
    Menu {
        control,
        label: clip(&language.say(label), LONGEST_LABEL),
        choices,
        people: None,
    }
}

/// Makes an entry of a menu, marked if it is chosen already.
pub(super) fn entry(label: &str, value: impl Into<String>, is_chosen: bool) -> Choice {
    if is_chosen {
        Choice::new(&format!("{label}{}", Choice::CHOSEN), value)
    } else {
        Choice::new(label, value)
    }
}

#[cfg(test)]
mod tests {
    use rules::Variant;

    use super::*;

    #[test]
    fn labels_are_no_longer_than_platforms_show() {
        let label = Text::verbatim("x".repeat(200));
        let control = Control::Rules(Variant::Bario);
        let made = button(control.clone(), label.clone(), Language::ENGLISH);
        assert_eq!(made.label.chars().count(), LONGEST_BUTTON);
        let Component::Menu(made) = menu(control, &label, Vec::new(), Language::ENGLISH) else {
            panic!("a menu is a menu");
        };
        assert_eq!(made.label.chars().count(), LONGEST_LABEL);
    }
}
