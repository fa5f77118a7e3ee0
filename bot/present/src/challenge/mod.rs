//! Challenges: drafts, posts, and replies to changes.

mod draft;
pub(crate) mod post;

use crate::{
    buttons::{button, with_buttons},
    rendering::{Render, evident, text_answer},
};
use api::Answer;
use command::Control;
use service::ChallengeDone;
use text::Language;

impl Render for ChallengeDone {
    fn render(&self, language: Language) -> Answer {
        let (about, text) = match *self {
            ChallengeDone::Opened(id) => (Some(id), text::done_opened(id)),
            ChallengeDone::Accepted(id) => (Some(id), text::done_accepted(id)),
            ChallengeDone::ReadyToStart(id) => (Some(id), text::done_ready_to_start(id)),
            ChallengeDone::Begun(id) => (Some(id), text::done_begun(id)),
            ChallengeDone::Declined(id) => {
                let block = button(Control::Block(id), text::button_block(), language);
                return evident(with_buttons(&text::done_declined(id), [block], language).into());
            }
            ChallengeDone::Withdrawn(id) => (None, text::done_withdrawn(id)),
            ChallengeDone::Posted(id) => (None, text::done_challenge_posted(id)),
        };
        Answer {
            about,
            ..evident(text_answer(&text, language))
        }
    }
}
