//! Posts about a match, for all readers of a place.

use rules::Color;

use crate::buttons::{button, only, text_message};
use api::{Button, Component, Message, PageLink, PlayButtons, Public};
use command::Control;
use service::PublicMatch;
use text::{Language, Text};

/// The match of a post, and the circumstances that its text depends on.
#[derive(Clone, Copy)]
pub(crate) struct Post<'a> {
    pub(crate) public: &'a PublicMatch,
    /// True if its question is settled, so that it has no buttons.
    pub(crate) is_settled: bool,
    pub(crate) language: Language,
}

impl<'a> Post<'a> {
    pub(crate) fn new(public: &'a PublicMatch, is_settled: bool, language: Language) -> Post<'a> {
        Post {
            public,
            is_settled,
            language,
        }
    }

    /// Makes a post of a text.
    pub(crate) fn text_message(&self, text: &Text) -> Message<Public> {
        text_message(text, self.language)
    }

    /// Makes a post that mentions the players of these sides.
    pub(crate) fn calling(
        &self,
        sides: impl IntoIterator<Item = Color>,
        text: &Text,
    ) -> Message<Public> {
        Message {
            mentions: self.public.people(sides).cloned().collect(),
            ..self.text_message(text)
        }
    }

    /// Returns the link to the live board of the match, with the button that leads its presser there with their own account.
    pub(crate) fn link_to_play(&self) -> PageLink {
        let id = self.public.id;
        let play = PlayButtons {
            link: self.button(Control::PlayOnPage(id), text::button_play_on_page()),
            here: self.button(Control::OpenHere(id), text::button_open_here()),
        };
        PageLink {
            play: Some(Box::new(play)),
            ..self.link()
        }
    }

    /// Returns the link to the live board of the match.
    pub(crate) fn link(&self) -> PageLink {
        PageLink {
            label: self.language.localize(&text::button_board()),
            path: format!("match/{}", self.public.id),
            play: None,
        }
    }

    /// Makes a neutral button.
    pub(crate) fn button(&self, control: Control, label: Text) -> Button {
        button(control, label, self.language)
    }

    /// Restricts a button to the players of these sides.
    pub(crate) fn only(&self, sides: impl IntoIterator<Item = Color>, button: Button) -> Button {
        only(self.public.people(sides), button)
    }

    /// Arranges buttons for the player of one side.
    pub(crate) fn row(&self, side: Color, buttons: impl IntoIterator<Item = Button>) -> Component {
        let buttons = buttons.into_iter();
        Component::Buttons(buttons.map(|button| self.only([side], button)).collect())
    }
}
