//! The dice of a match: their button, their commitment, and their check.

use rules::Record;

use crate::buttons::button;
use api::{Button, Component, MatchId};
use command::Control;
use dice::{Commitment, verify};
use service::{ByChance, PublicMatch};
use text::{Language, Text};

/// Renders the commitment to dice that are secret until the match is over.
pub(crate) fn sealed(id: MatchId, by_chance: ByChance, commitment: &Commitment) -> Text {
    let head = match by_chance {
        ByChance::Nothing => return text::dice_none(id),
        ByChance::Sides => text::dice_sealed_sides(id),
        ByChance::Game => text::dice_sealed(id),
    };
    let seal = text::dice_seal(commitment.to_string());
    Text::lines([head, seal, text::dice_seal_opens(id)])
}

/// Renders the check of the dice of a match that is over.
pub(crate) fn verified(record: &Record) -> Text {
    let verification = verify(record);
    let is_sound = verification.flaws.is_empty();
    let more = is_sound.then(text::dice_check_yourself);
    Text::lines([verification.text()].into_iter().chain(more))
}

/// Returns the button that shows the dice of a match, or the lot for the sides, if there is either.
pub(crate) fn button_of(public: &PublicMatch, language: Language) -> Option<Button> {
    let label = match public.by_chance {
        ByChance::Nothing => return None,
        ByChance::Sides => text::button_sides(),
        ByChance::Game => text::button_dice(),
    };
    let control = Control::Dice(public.id, public.commitment.to_string());
    Some(button(control, label, language))
}

/// Returns the button of the dice among these: the commitment stays where it was first published.
pub(crate) fn kept(controls: &[Component]) -> Vec<Component> {
    let buttons = controls.iter().flat_map(|row| match row {
        Component::Buttons(buttons) => &buttons[..],
        Component::Menu(_) => &[],
    });
    let is_dice = |button: &&Button| matches!(button.control, Control::Dice(..));
    let dice = buttons.filter(is_dice).cloned();
    dice.map(|button| Component::Buttons(vec![button]))
        .collect()
}
