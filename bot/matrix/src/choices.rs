//! Replaces buttons and menus, which Matrix lacks: people answer with a reaction, a word or a number.

#[cfg(test)]
mod tests;

use matrix_sdk::ruma::OwnedEventId;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::failure::{Failure, failure};
use api::{ChannelId, Choice, Component, People};
use command::{Control, RawIntent};
use text::{Language, Text, fold};

/// The reaction for yes.
const YES: &str = "✅";

/// The reaction for no.
const NO: &str = "❌";

/// The character that makes a digit a keycap emoji.
const KEYCAP: char = '\u{20e3}';

/// The longest name or account of a person, in characters.
const LONGEST_NAME: usize = 255;

/// One choice below a message.
///
/// It can contain a secret of one side, so it has no `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Item {
    /// The label.
    label: String,
    /// The button, or the menu that contains it.
    control: Control,
    /// The value of the entry of a menu.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<String>,
}

/// All choices below a message, and the form for a written answer.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Choices {
    pub(super) items: Vec<Item>,
    /// The form that asks for a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) form: Option<Control>,
    /// The menu from which a person is chosen by their name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) people: Option<Control>,
    /// The place where the challenge under construction is to be posted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) about: Option<ChannelId>,
    /// The message that asks, if it is known; a reaction to another message chooses nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) question: Option<OwnedEventId>,
    /// The number of the event that it answers: an answer to an earlier event does not replace it.
    #[serde(default, skip_serializing_if = "is_first")]
    pub(super) order: u64,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
fn is_first(order: &u64) -> bool {
    *order == 0
}

/// The kind of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ButtonSign {
    Yes,
    No,
    /// A button that takes a move as text.
    Move,
    /// A button that a command can replace; the help describes it.
    Command,
    Other,
}

impl Item {
    fn meaning(&self) -> RawIntent {
        let control = self.control.clone();
        match self.value.clone() {
            Some(value) => RawIntent::Choose {
                menu: control,
                value,
            },
            None => RawIntent::Press(control),
        }
    }

    /// Returns its button; none for an entry of a menu.
    fn button(&self) -> Option<&Control> {
        Some(&self.control).filter(|_| self.value.is_none())
    }

    /// Tells whether this folded text is its label or the action of its button: `draw`, `resign`.
    fn is_called(&self, text: &str) -> bool {
        let is_command = self.sign() == ButtonSign::Command;
        // The label of a chosen item already has a sign.
        let label = self.label.trim_end_matches(Choice::CHOSEN);
        fold(label) == text || (is_command && self.name() == text)
    }

    /// Returns the action of a button, without its match.
    fn name(&self) -> String {
        let id = self.control.to_string();
        id.split(':').next().unwrap_or_default().to_owned()
    }

    /// Returns the form for a move that can be written instead of chosen from the menus that the button opens.
    fn form(&self) -> Option<Control> {
        match self.button()? {
            Control::Guide(id, n_inputs) => Some(Control::Write(*id, *n_inputs)),
            _ => None,
        }
    }

    fn sign(&self) -> ButtonSign {
        use Control::*;
        match self.button() {
            Some(
                Accept(_) | AcceptOffer(..) | Resume(_) | ResignConfirmed(..) | Play(..) | End(..),
            ) => ButtonSign::Yes,
            Some(Decline(_) | DeclineOffer(..) | WithdrawOffer(..) | Keep(_)) => ButtonSign::No,
            Some(Guide(..) | Write(..)) => ButtonSign::Move,
            Some(
                Offer(..) | Rematch(_) | Replay(_) | Review(_) | Hint(..) | History(_) | Export(_)
                | Dice(..) | Resign(..) | View(_) | Rules(_),
            ) => ButtonSign::Command,
            _ => ButtonSign::Other,
        }
    }
}

impl Choices {
    pub(super) fn of(controls: &[Component]) -> Choices {
        let mut items = Vec::new();
        let mut people = None;
        for control in controls {
            match control {
                Component::Buttons(buttons) => items.extend(buttons.iter().map(|button| Item {
                    label: button.label.clone(),
                    control: button.control.clone(),
                    value: None,
                })),
                Component::Menu(menu) => {
                    people = people.or_else(|| menu.people.as_ref().map(|_| menu.control.clone()));
                    items.extend(menu.choices.iter().map(|choice| Item {
                        label: choice.label.clone(),
                        control: menu.control.clone(),
                        value: Some(choice.value.clone()),
                    }));
                }
            }
        }
        Choices {
            items,
            people,
            ..Choices::default()
        }
    }

    /// Builds choices that consist of a form alone.
    pub(super) fn form(form: Control) -> Choices {
        Choices {
            form: Some(form),
            ..Choices::default()
        }
    }

    /// Returns a hash of the choices, without the number of their event.
    pub(super) fn digest(&self) -> Result<u64, Failure> {
        let choices = Choices {
            order: 0,
            ..self.clone()
        };
        let text = serde_json::to_vec(&choices).map_err(failure)?;
        let digest = Sha256::digest(&text);
        let begin = digest.iter().take(8);
        Ok(begin.fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty() && self.form.is_none()
    }

    /// Tells whether one of the choices has no command that does the same.
    pub(super) fn is_for_later(&self) -> bool {
        self.items
            .iter()
            .any(|item| item.sign() != ButtonSign::Command)
    }

    /// Returns the hint for a public message.
    pub(super) fn hint(&self, language: Language) -> Option<String> {
        let (yes, no) = (self.only(ButtonSign::Yes), self.only(ButtonSign::No));
        let signs: Vec<_> = [(YES, yes), (NO, no)]
            .into_iter()
            .filter_map(|(sign, item)| Some(format!("{sign} {}", item?.label)))
            .collect();
        let others = self.items.iter().filter(|item| item.value.is_none());
        let others: Vec<_> = others
            .filter(|item| item.sign() == ButtonSign::Other)
            .map(|item| item.label.as_str())
            .collect();
        let signs = (!signs.is_empty()).then(|| text::matrix_choose_sign(signs.join(" · ")));
        let others = (!others.is_empty()).then(|| text::matrix_choose_word(others.join(" · ")));
        let lines = signs.into_iter().chain(others);
        let lines: Vec<_> = lines.map(|line| language.localize(&line)).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// Returns the hint for one person: all choices by number.
    pub(super) fn list(&self, language: Language) -> Option<String> {
        let lines: Vec<_> = self
            .numbered()
            .enumerate()
            .map(|(n, item)| format!("{}. {}", n + 1, item.label))
            .collect();
        let how = match self.people {
            Some(_) => text::matrix_choose_person(),
            None => text::matrix_choose_number(),
        };
        (!lines.is_empty()).then(|| format!("{}\n{}", lines.join("\n"), language.localize(&how)))
    }

    /// Returns the choices that have numbers: those without a command, or a command in one of several matches.
    fn numbered(&self) -> impl Iterator<Item = &Item> {
        self.items
            .iter()
            .filter(|item| {
                !matches!(item.sign(), ButtonSign::Move | ButtonSign::Command)
                    || self.is_guide()
                    || self.is_one_of_several(item)
            })
            .filter(|item| !matches!(item.button(), Some(Control::Write(..))))
    }

    /// Tells whether another button does the same, such as in another match.
    fn is_one_of_several(&self, item: &Item) -> bool {
        let same = self.items.iter().filter(|other| other.value.is_none());
        item.value.is_none() && same.filter(|other| other.name() == item.name()).count() > 1
    }

    /// Returns the only item with this sign; none if several have it, because the choice would be ambiguous.
    fn only(&self, sign: ButtonSign) -> Option<&Item> {
        sole(self.items.iter().filter(|item| item.sign() == sign))
    }

    /// Tells whether the person chooses a move from menus. There, starting over is a choice too.
    fn is_guide(&self) -> bool {
        self.items.iter().any(|item| item.value.is_some())
    }

    /// Reads a reaction in a room: it chooses by one of the two signs below the message. People use other reactions among
    /// themselves.
    pub(super) fn by_reaction(&self, key: &str) -> Option<RawIntent> {
        match key.trim_end_matches('\u{fe0f}') {
            YES => self.by_sign(ButtonSign::Yes),
            NO => self.by_sign(ButtonSign::No),
            _ => None,
        }
    }

    /// Reads a reaction of one person to their own question. They may react with a number, 3️⃣, and with other signs for yes and
    /// no.
    pub(super) fn by_own_reaction(&self, key: &str) -> Option<RawIntent> {
        let number = key.strip_suffix(KEYCAP);
        let number = number.map(|key| key.trim_end_matches('\u{fe0f}'));
        let digit = number.filter(|key| key.len() == 1 && key.parse::<u8>().is_ok());
        if let Some(digit) = digit {
            return self.by_word(digit);
        }
        match key.trim_end_matches('\u{fe0f}') {
            "✔" | "☑" | "👍" | "🆗" => self.by_sign(ButtonSign::Yes),
            "✖" | "👎" | "🚫" => self.by_sign(ButtonSign::No),
            _ => self.by_reaction(key),
        }
    }

    fn by_sign(&self, sign: ButtonSign) -> Option<RawIntent> {
        self.only(sign).map(Item::meaning)
    }

    /// Reads a word or a number.
    pub(super) fn by_word(&self, text: &str) -> Option<RawIntent> {
        let text = text.trim();
        if let Ok(n) = text.trim_end_matches('.').parse::<usize>() {
            let item = n.checked_sub(1).and_then(|n| self.numbered().nth(n));
            return item.map(Item::meaning);
        }
        let folded = fold(text);
        if let Some(item) = sole(self.items.iter().filter(|item| item.is_called(&folded))) {
            return Some(item.meaning());
        }
        let is_any = |words: [Text; 2]| words.iter().any(|word| word.is_written(text));
        if is_any([text::draft_entry_anybody(), text::matrix_anyone()])
            && let Some(intent) = self.person(People::NOBODY)
        {
            return Some(intent);
        }
        if is_any([text::choice_yes(), text::button_accept()]) {
            return self.by_reaction(YES);
        }
        if is_any([text::matrix_no(), text::button_decline()]) {
            return self.by_reaction(NO);
        }
        self.by_reaction(text)
    }

    /// Reads `accept` or `decline` alone, in any language.
    pub(super) fn by_answer(&self, text: &str) -> Option<RawIntent> {
        self.by_sign(answer(text)?)
    }

    /// Tells whether one of the choices is to accept something.
    pub(super) fn asks(&self) -> bool {
        self.only(ButtonSign::Yes).is_some()
    }

    /// Tells whether it is a challenge to a variant in which moves can reveal secrets.
    pub(super) fn invite_secrets(&self) -> bool {
        let mut buttons = self.items.iter().filter_map(Item::button);
        let is_challenge = buttons
            .clone()
            .any(|button| matches!(button, Control::Accept(_)));
        is_challenge
            && buttons.any(|button| match button {
                Control::Rules(variant) => variant.has_secrets(),
                _ => false,
            })
    }

    /// Reads a line in answer to a question for a person: it may be a name or an account.
    pub(super) fn by_name(&self, text: &str) -> Option<RawIntent> {
        let text = text.trim();
        let is_name = !text.is_empty()
            && text.chars().count() <= LONGEST_NAME
            && !text.chars().any(char::is_control);
        if is_name { self.person(text) } else { None }
    }

    /// Builds the choice of this person, if a person can be chosen.
    fn person(&self, value: &str) -> Option<RawIntent> {
        Some(RawIntent::Choose {
            menu: self.people.clone()?,
            value: value.to_owned(),
        })
    }

    /// Reads a move that is written below a board, or a question about one.
    pub(super) fn by_move(&self, text: &str) -> Option<RawIntent> {
        let intent = self.by_text(text).filter(|_| command::is_move(text))?;
        match (command::asked_move(text), intent) {
            (Some(notation), RawIntent::Fill { form, .. }) => {
                question(&form, notation).map(RawIntent::Text)
            }
            (_, intent) => Some(intent),
        }
    }

    /// Reads a text in answer to a question for a move.
    pub(super) fn by_text(&self, text: &str) -> Option<RawIntent> {
        let written = || sole(self.items.iter().filter_map(Item::form));
        let form = self.form.clone().or_else(written)?;
        Some(RawIntent::Fill {
            form,
            text: text.trim().to_owned(),
        })
    }
}

/// Returns the command that asks about a move, in place of the form that would write it; none for other forms.
fn question(form: &Control, notation: &str) -> Option<String> {
    match form {
        Control::Write(id, _) => Some(["why", notation, &format!("match:{id}")].join(" ")),
        _ => None,
    }
}

/// Reads a text that consists of `accept` or `decline` alone.
fn answer(text: &str) -> Option<ButtonSign> {
    let text = text.trim();
    if text::button_accept().is_written(text) {
        return Some(ButtonSign::Yes);
    }
    let is_no = text::button_decline().is_written(text);
    is_no.then_some(ButtonSign::No)
}

/// Tells whether a text consists of `accept` or `decline` alone.
pub(super) fn is_answer(text: &str) -> bool {
    answer(text).is_some()
}

/// Returns the only item; none if there are several.
fn sole<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next()?;
    items.next().is_none().then_some(first)
}
