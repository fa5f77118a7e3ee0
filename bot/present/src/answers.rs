//! Replies to the author of a request, in their language.

use crate::{
    buttons::{text_message, to_rule},
    clock::vacation,
    community::games::candidates,
    computer::counted,
    fit::fit,
    rendering::{Render, text_answer},
};
use api::{Answer, Message, Private};
use service::{Done, Refusal, Reply};
use text::{Language, Text};

/// Renders the reply to a request; `None` if no one waits for one, or it is no message.
pub fn reply(reply: &Reply, language: Language) -> Option<Answer> {
    let reply: &dyn Render = match reply {
        Reply::Done(done) => done,
        Reply::Play(reply) => reply,
        Reply::Record(reply) => reply,
        Reply::Draft(draft) => draft,
        Reply::Plan(plan) => plan,
        Reply::Hint(hint) => hint,
        Reply::Vacation(vacation) => vacation,
        Reply::Learn(reply) => reply,
        Reply::People(reply) => reply,
        Reply::Community(reply) => reply,
        Reply::Refused(refusal) => refusal,
        Reply::Failed(text) => return Some(text_answer(text, language)),
        Reply::Nothing | Reply::Completions(_) | Reply::Write { .. } => return None,
    };
    let mut answer = reply.render(language);
    answer.message.text = fit(&answer.message.text, language);
    Some(answer)
}

/// Renders the notice to a person if their reply cannot be shown in the place of the request. Others can see it on a screen, so
/// it does not mention the request. `is_done` states whether the request was done, if that is known.
pub fn late(is_done: Option<bool>, language: Language) -> Message<Private> {
    let text = match is_done {
        Some(true) => text::late_done(),
        Some(false) => text::late_undone(),
        None => text::late_not_confirmed(),
    };
    text_message(&text, language)
}

impl Render for Done {
    fn render(&self, language: Language) -> Answer {
        match self {
            Done::Challenge(done) => done.render(language),
            Done::Play(done) => done.render(language),
            Done::Plan(done) => done.render(language),
            Done::Hint(shown) => counted(shown, language),
            Done::Vacation(vacation) => vacation::changed(vacation, language),
            Done::Puzzle(puzzle) => puzzle.render(language),
            Done::People(done) => done.render(language),
            Done::Community(done) => done.render(language),
            // No person in a chat has requested it.
            Done::Session(_) | Done::Upkeep(_) => text_answer(&Text::verbatim(""), language),
        }
    }
}

impl Render for Refusal {
    fn render(&self, language: Language) -> Answer {
        let mut answer = text_answer(&self.text(), language);
        answer.message.controls = match self {
            Refusal::IllegalMove { why, .. } => to_rule(why.law, language),
            Refusal::IllegalPlan { law, .. } => to_rule(law, language),
            Refusal::Several(several) => candidates(several, language),
            _ => Vec::new(),
        };
        answer
    }
}
