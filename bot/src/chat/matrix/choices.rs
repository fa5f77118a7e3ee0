//! Buttons and menus, where there are none: people answer with a reaction, a word or a number.

use matrix_sdk::ruma::OwnedEventId;
use serde::{Deserialize, Serialize};

use crate::{
    command,
    ports::{ChannelId, Component, People, Said},
    words::{self, Language, Text, fold},
};

/// What stands for yes.
const YES: &str = "✅";

/// What stands for no.
const NO: &str = "❌";

/// The longest name or account of a person, in characters.
const LONGEST_NAME: usize = 255;

/// Something that can be chosen below a message.
///
/// It may tell what only one side knows, so it has no `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Item {
    /// What is written on it.
    label: String,
    /// The menu that it is in, if it is in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    menu: Option<String>,
    /// The id of the button, or the value of the entry.
    value: String,
}

/// Everything that can be chosen below a message, and what can be written.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Choices {
    pub(super) items: Vec<Item>,
    /// The form that asks for a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) form: Option<String>,
    /// The menu from which a person is chosen by their name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) people: Option<String>,
    /// Where the challenge is to be posted that is put together by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) about: Option<ChannelId>,
    /// The message that asks, where it is known; to another one nobody reacts in order to choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) question: Option<OwnedEventId>,
}

/// What a button says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ButtonSign {
    Yes,
    No,
    /// What a move is written for.
    Move,
    /// What is done by a command as well, and is told by the help.
    Command,
    Other,
}

impl Item {
    fn said(&self) -> Said {
        match &self.menu {
            Some(menu) => Said::Choose {
                menu: menu.clone(),
                value: self.value.clone(),
            },
            None => Said::Press(self.value.clone()),
        }
    }

    /// Whether this folded text is written on it, or is what a button does: `draw`, `resign`.
    fn is_called(&self, text: &str) -> bool {
        let name = self.value.split(':').next();
        let is_command = self.menu.is_none() && self.sign() == ButtonSign::Command;
        // What is chosen already has a sign.
        let label = self.label.trim_end_matches(" ✓");
        fold(label) == text || (is_command && name == Some(text))
    }

    fn sign(&self) -> ButtonSign {
        use command::Control;
        if self.menu.is_some() {
            return ButtonSign::Other;
        }
        match self.value.parse() {
            Ok(
                Control::Accept(_)
                | Control::AcceptOffer(..)
                | Control::Resume(_)
                | Control::ResignConfirmed(..)
                | Control::Play(..)
                | Control::End(..),
            ) => ButtonSign::Yes,
            Ok(
                Control::Decline(_)
                | Control::DeclineOffer(..)
                | Control::WithdrawOffer(..)
                | Control::Keep(_),
            ) => ButtonSign::No,
            Ok(Control::Guide(..) | Control::Write(..)) => ButtonSign::Move,
            Ok(
                Control::Offer(..)
                | Control::Rematch(_)
                | Control::Replay(_)
                | Control::History(_)
                | Control::Export(_)
                | Control::Resign(..)
                | Control::View(_)
                | Control::Rules(_),
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
                    menu: None,
                    value: button.id.clone(),
                })),
                Component::Menu(menu) => {
                    people = people.or_else(|| menu.people.as_ref().map(|_| menu.id.clone()));
                    items.extend(menu.choices.iter().map(|choice| Item {
                        label: choice.label.clone(),
                        menu: Some(menu.id.clone()),
                        value: choice.value.clone(),
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

    /// What is chosen by a form alone.
    pub(super) fn form(id: &str) -> Choices {
        Choices {
            form: Some(id.to_owned()),
            ..Choices::default()
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty() && self.form.is_none()
    }

    /// Whether something is chosen below it that no command does.
    pub(super) fn is_for_later(&self) -> bool {
        self.items
            .iter()
            .any(|item| item.sign() != ButtonSign::Command)
    }

    /// How to choose, for a message that everybody reads.
    pub(super) fn hint(&self, language: Language) -> Option<String> {
        let with = |sign| self.items.iter().find(|item| item.sign() == sign);
        let (yes, no) = (with(ButtonSign::Yes), with(ButtonSign::No));
        let signs: Vec<_> = [(YES, yes), (NO, no)]
            .into_iter()
            .filter_map(|(sign, item)| Some(format!("{sign} {}", item?.label)))
            .collect();
        (!signs.is_empty()).then(|| language.say(&words::matrix_choose_sign(signs.join(" · "))))
    }

    /// How to choose, for one person: everything, by its number.
    pub(super) fn list(&self, language: Language) -> Option<String> {
        let lines: Vec<_> = self
            .numbered()
            .enumerate()
            .map(|(n, item)| format!("{}. {}", n + 1, item.label))
            .collect();
        let how = match self.people {
            Some(_) => words::matrix_choose_person(),
            None => words::matrix_choose_number(),
        };
        (!lines.is_empty()).then(|| format!("{}\n{}", lines.join("\n"), language.say(&how)))
    }

    /// What is chosen by its number: what else than a command does it.
    fn numbered(&self) -> impl Iterator<Item = &Item> {
        self.items
            .iter()
            .filter(|item| {
                !matches!(item.sign(), ButtonSign::Move | ButtonSign::Command) || self.is_guide()
            })
            .filter(|item| !item.value.starts_with("write:"))
    }

    /// Whether a move is chosen from menus, where to start over is a choice too.
    fn is_guide(&self) -> bool {
        self.items.iter().any(|item| item.menu.is_some())
    }

    /// What a reaction chooses.
    pub(super) fn by_reaction(&self, key: &str) -> Option<Said> {
        let sign = match key.trim_end_matches('\u{fe0f}') {
            YES | "✔" | "☑" | "👍" | "🆗" => ButtonSign::Yes,
            NO | "✖" | "👎" | "🚫" => ButtonSign::No,
            _ => return None,
        };
        let item = self.items.iter().find(|item| item.sign() == sign);
        item.map(Item::said)
    }

    /// What a word or a number chooses.
    pub(super) fn by_word(&self, text: &str) -> Option<Said> {
        let text = text.trim();
        if let Ok(n) = text.trim_end_matches('.').parse::<usize>() {
            let item = n.checked_sub(1).and_then(|n| self.numbered().nth(n));
            return item.map(Item::said);
        }
        let folded = fold(text);
        if let Some(item) = self.items.iter().find(|item| item.is_called(&folded)) {
            return Some(item.said());
        }
        let is_any = |words: [Text; 2]| words.iter().any(|word| word.is_written(text));
        if is_any([words::draft_entry_anybody(), words::matrix_anyone()])
            && let Some(said) = self.person(People::NOBODY)
        {
            return Some(said);
        }
        if is_any([words::choice_yes(), words::button_accept()]) {
            return self.by_reaction(YES);
        }
        if is_any([words::matrix_no(), words::button_decline()]) {
            return self.by_reaction(NO);
        }
        self.by_reaction(text)
    }

    /// Whom a text names that is written where a person is asked for: a line that may be a name or an account.
    pub(super) fn by_name(&self, text: &str) -> Option<Said> {
        let text = text.trim();
        let is_name = !text.is_empty()
            && text.chars().count() <= LONGEST_NAME
            && !text.chars().any(char::is_control);
        if is_name { self.person(text) } else { None }
    }

    /// That this person is chosen, if one can be.
    fn person(&self, value: &str) -> Option<Said> {
        Some(Said::Choose {
            menu: self.people.clone()?,
            value: value.to_owned(),
        })
    }

    /// What a text says that is written where a move is asked for.
    pub(super) fn by_text(&self, text: &str) -> Option<Said> {
        let form = self.form.clone().or_else(|| {
            self.items.iter().find_map(|item| match item.value.parse() {
                Ok(command::Control::Guide(id, ply)) if item.menu.is_none() => {
                    Some(command::Control::Write(id, ply).to_string())
                }
                _ => None,
            })
        })?;
        Some(Said::Fill {
            form,
            text: text.trim().to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::{Button, Choice, Emphasis, Menu};

    fn buttons(buttons: &[(&str, &str)]) -> Component {
        let button = |(id, label): &(&str, &str)| Button {
            id: (*id).to_owned(),
            label: (*label).to_owned(),
            emphasis: Emphasis::Neutral,
            for_whom: Vec::new(),
        };
        Component::Buttons(buttons.iter().map(button).collect())
    }

    fn is_press(said: Option<Said>, id: &str) -> bool {
        said == Some(Said::Press(id.to_owned()))
    }

    #[test]
    fn a_challenge_is_answered_by_sign_or_word() {
        let row = buttons(&[
            ("accept:00001", "Accept"),
            ("decline:00001", "Withdraw"),
            ("rules:chakart", "Rules"),
        ]);
        let choices = Choices::of(&[row]);
        assert_eq!(
            choices.hint(Language::ENGLISH).as_deref(),
            Some("✅ Accept · ❌ Withdraw: react with the sign, or reply with the word.")
        );
        for yes in ["✅", "👍", "✔\u{fe0f}"] {
            assert!(is_press(choices.by_reaction(yes), "accept:00001"));
        }
        assert!(choices.by_reaction("🎉").is_none());
        for no in ["❌", "withdraw", "no", "decline", " Withdraw "] {
            assert!(is_press(choices.by_word(no), "decline:00001"), "{no}");
        }
        assert!(is_press(choices.by_word("rules"), "rules:chakart"));
        for no in ["non", "Rechazar", "REFUSER"] {
            assert!(is_press(choices.by_word(no), "decline:00001"), "{no}");
        }
        for yes in ["Sí", "si", "oui", "accepter"] {
            assert!(is_press(choices.by_word(yes), "accept:00001"), "{yes}");
        }
        assert!(choices.by_word("7").is_none());
        assert!(choices.by_word("0").is_none());
        assert!(choices.by_text("e2e4").is_none());
    }

    #[test]
    fn what_is_written_on_a_button_may_be_written_without_its_accents() {
        let choices = Choices::of(&[buttons(&[("rules:chakart", "Règles")])]);
        for text in ["règles", "Regles", "RÈGLES"] {
            assert!(is_press(choices.by_word(text), "rules:chakart"), "{text}");
        }
    }

    #[test]
    fn a_board_takes_a_move_and_says_nothing_of_it() {
        let row = buttons(&[
            ("guide:00001:4", "Move"),
            ("draw:00001:4", "Offer draw"),
            ("resign:00001:4", "Resign"),
        ]);
        let choices = Choices::of(&[row]);
        assert!(choices.hint(Language::ENGLISH).is_none());
        assert!(choices.list(Language::ENGLISH).is_none());
        assert!(is_press(choices.by_word("Resign"), "resign:00001:4"));
        assert!(is_press(choices.by_word("draw"), "draw:00001:4"));
        assert!(choices.by_word("guide").is_none());
        assert!(
            choices.by_text(" e2g4 ")
                == Some(Said::Fill {
                    form: "write:00001:4".to_owned(),
                    text: "e2g4".to_owned(),
                })
        );
    }

    #[test]
    fn a_person_is_chosen_by_what_they_are_called() {
        let menu = Component::Menu(Menu {
            id: "challenge:opponent:random:::".to_owned(),
            label: "Opponent …".to_owned(),
            choices: vec![Choice::new("anybody ✓", People::NOBODY)],
            people: Some(People { chosen: None }),
        });
        let row = buttons(&[("challenge:bario:random:::", "Bario")]);
        let choices = Choices::of(&[menu, row.clone()]);
        let list = choices.list(Language::ENGLISH).expect("it is a list");
        assert!(
            list.starts_with("1. anybody ✓\n2. Bario\n") && list.contains("@bob:example.org"),
            "{list}"
        );
        let chosen = |value: &str| {
            Some(Said::Choose {
                menu: "challenge:opponent:random:::".to_owned(),
                value: value.to_owned(),
            })
        };
        for text in ["1", "anybody", "Anyone", "tout le monde", "cualquiera"] {
            assert!(choices.by_word(text) == chosen("<@>"), "{text}");
        }
        for text in ["Ann Lee", "@bob:example.org", "bob"] {
            assert!(choices.by_word(text).is_none(), "{text}");
            assert!(choices.by_name(text) == chosen(text), "{text}");
        }
        assert!(is_press(
            choices.by_word("bario"),
            "challenge:bario:random:::"
        ));
        for text in ["", " ", "two\nlines", &"x".repeat(256)] {
            assert!(choices.by_name(text).is_none(), "{text}");
        }
        assert!(Choices::of(&[row]).by_name("Ann Lee").is_none());
    }

    #[test]
    fn menus_are_numbered_lists() {
        let menu = Component::Menu(Menu {
            id: "pick:00001:4:0".to_owned(),
            label: "Choose …".to_owned(),
            choices: vec![
                Choice::new("Rook a1 · 2 moves", "a1"),
                Choice::new("Knight b1", "b1"),
            ],
            people: None,
        });
        let row = buttons(&[("guide:00001:4", "Start over")]);
        let choices = Choices::of(&[menu.clone(), row]);
        assert_eq!(
            choices.list(Language::ENGLISH).as_deref(),
            Some(
                "1. Rook a1 · 2 moves\n2. Knight b1\n3. Start over\nAnswer with the number of what you choose."
            )
        );
        assert!(
            choices.by_word("2")
                == Some(Said::Choose {
                    menu: "pick:00001:4:0".to_owned(),
                    value: "b1".to_owned(),
                })
        );
        assert!(is_press(choices.by_word("3."), "guide:00001:4"));
        let typing = buttons(&[("write:00001:4", "Type it")]);
        let choices = Choices::of(&[menu, typing]);
        assert!(
            !choices
                .list(Language::ENGLISH)
                .unwrap_or_default()
                .contains("Type it")
        );
    }
}
