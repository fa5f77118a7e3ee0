//! Messages with buttons and menus. Labels that are too long are clipped.

use api::{
    Button, Choice, Component, Emphasis, LONGEST_BUTTON, LONGEST_LABEL, MatchId, Menu, Message,
    People, UserId, clip,
};
use command::Control;
use handbook::Spot;
use text::{Language, Text};

/// The most buttons side by side.
const SIDE_BY_SIDE: usize = 5;

/// The most rows of buttons and menus below a message.
pub(crate) const ROWS: usize = 5;

/// The most entries of a menu.
pub(crate) const MENU: usize = 25;

/// Makes a message of a text.
pub(crate) fn text_message<A>(text: &Text, language: Language) -> Message<A> {
    Message::text(language.localize(text))
}

/// Makes a message of a text with these buttons side by side.
pub(crate) fn with_buttons<A>(
    text: &Text,
    buttons: impl Into<Vec<Button>>,
    language: Language,
) -> Message<A> {
    Message {
        controls: vec![Component::Buttons(buttons.into())],
        ..text_message(text, language)
    }
}

/// Arranges buttons in rows, as many as fit below a message.
pub(crate) fn rows(buttons: impl Iterator<Item = Button>) -> Vec<Component> {
    let buttons: Vec<_> = buttons.take(SIDE_BY_SIDE * ROWS).collect();
    let rows = buttons.chunks(SIDE_BY_SIDE);
    rows.map(|row| Component::Buttons(row.to_vec())).collect()
}

/// Makes the button that opens the menus of a move.
pub(crate) fn move_button(id: MatchId, n_inputs: usize, language: Language) -> Button {
    primary(Control::Guide(id, n_inputs), text::button_move(), language)
}

/// Makes a neutral button.
pub(crate) fn button(control: Control, label: Text, language: Language) -> Button {
    Button {
        control,
        label: clip(&language.localize(&label), LONGEST_BUTTON),
        emphasis: Emphasis::Neutral,
        for_whom: Vec::new(),
    }
}

/// Restricts a button to these people.
pub(crate) fn only<'a>(people: impl IntoIterator<Item = &'a UserId>, button: Button) -> Button {
    Button {
        for_whom: people.into_iter().cloned().collect(),
        ..button
    }
}

/// Makes the button for the most likely choice.
pub(crate) fn primary(control: Control, label: Text, language: Language) -> Button {
    Button {
        emphasis: Emphasis::Primary,
        ..button(control, label, language)
    }
}

/// Makes a button for an action that cannot be undone.
pub(crate) fn danger(control: Control, label: Text, language: Language) -> Button {
    Button {
        emphasis: Emphasis::Danger,
        ..button(control, label, language)
    }
}

/// Returns a row with the button that opens the paragraph of a law.
pub(crate) fn to_rule(law: &str, language: Language) -> Vec<Component> {
    let button = rule_button(law, language).into_iter();
    button
        .map(|button| Component::Buttons(vec![button]))
        .collect()
}

/// Returns a button that opens the paragraph of a law.
pub(crate) fn rule_button(law: &str, language: Language) -> Option<Button> {
    let spot = Spot::of_law(law)?;
    Some(button(Control::Rule(spot), text::button_rule(), language))
}

/// Makes a menu.
pub(crate) fn menu(
    control: Control,
    label: &Text,
    choices: Vec<Choice>,
    language: Language,
) -> Component {
    Component::Menu(menu_of(control, label, choices, language))
}

/// Makes a menu that accepts any person on the platform, besides these entries.
pub(crate) fn menu_of_people(
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
        label: clip(&language.localize(label), LONGEST_LABEL),
        choices,
        people: None,
    }
}

/// Makes an entry of a menu, marked if it is chosen already.
pub(crate) fn entry(label: &str, value: impl Into<String>, is_chosen: bool) -> Choice {
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
