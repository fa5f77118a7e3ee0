//! The button that tells of the dice of a match.

use super::buttons::button;
use crate::{
    command::Control,
    ports::{Button, Component},
    service::PublicMatch,
    words::{self, Language},
};

/// Tells of the dice of a match, if any were or may be rolled.
pub(super) fn button_of(public: &PublicMatch, language: Language) -> Option<Button> {
    let control = Control::Dice(public.id, public.commitment.to_string());
    let has_dice = public.has_chance;
    has_dice.then(|| button(control, words::button_dice(), language))
}

/// The button among these that tells of the dice: what it shows is to stand where it was published first.
pub(super) fn kept(controls: &[Component]) -> Vec<Component> {
    let buttons = controls.iter().flat_map(|row| match row {
        Component::Buttons(buttons) => &buttons[..],
        Component::Menu(_) => &[],
    });
    let is_dice = |button: &&Button| matches!(button.id.parse(), Ok(Control::Dice(..)));
    let dice = buttons.filter(is_dice).cloned();
    dice.map(|button| Component::Buttons(vec![button]))
        .collect()
}
