//! The button that shows the dice of a match.

use super::buttons::button;
use api::{Button, Component};
use command::Control;
use service::{ByChance, PublicMatch};
use text::Language;

/// Returns the button that shows the dice of a match, or the lot for the sides, if there is either.
pub(super) fn button_of(public: &PublicMatch, language: Language) -> Option<Button> {
    let label = match public.by_chance {
        ByChance::Nothing => return None,
        ByChance::Sides => text::button_sides(),
        ByChance::Game => text::button_dice(),
    };
    let control = Control::Dice(public.id, public.commitment.to_string());
    Some(button(control, label, language))
}

/// Returns the button of the dice among these: the commitment stays where it was first published.
pub(super) fn kept(controls: &[Component]) -> Vec<Component> {
    let buttons = controls.iter().flat_map(|row| match row {
        Component::Buttons(buttons) => &buttons[..],
        Component::Menu(_) => &[],
    });
    let is_dice = |button: &&Button| matches!(button.control, Control::Dice(..));
    let dice = buttons.filter(is_dice).cloned();
    dice.map(|button| Component::Buttons(vec![button]))
        .collect()
}
