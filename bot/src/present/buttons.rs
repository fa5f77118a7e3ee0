//! Buttons, by how much they ask to be pressed.

use crate::{
    command::Control,
    ports::{Button, Emphasis},
    words::{Language, Text},
};

/// A button for what one may want.
pub(super) fn button(control: Control, label: Text, language: Language) -> Button {
    Button {
        id: control.to_string(),
        label: language.say(&label),
        emphasis: Emphasis::Neutral,
    }
}

/// A button for what one most likely wants.
pub(super) fn primary(control: Control, label: Text, language: Language) -> Button {
    Button {
        emphasis: Emphasis::Primary,
        ..button(control, label, language)
    }
}

/// A button for what cannot be undone.
pub(super) fn danger(control: Control, label: Text, language: Language) -> Button {
    Button {
        emphasis: Emphasis::Danger,
        ..button(control, label, language)
    }
}
