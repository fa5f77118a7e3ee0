//! Help, the handbook, studies, puzzles and the analysis board.

pub(crate) mod analysis;
pub(crate) mod handbook;
mod help;
mod options;
pub(crate) mod puzzle;
pub(crate) mod study;

use crate::rendering::{Render, replacing, text_answer};
use api::Answer;
use service::LearnReply;
use text::Language;

impl Render for LearnReply {
    fn render(&self, language: Language) -> Answer {
        match self {
            LearnReply::Help => text_answer(&help::overview(language), language),
            LearnReply::Command { spec, is_one_room } => {
                help::command(spec, *is_one_room, language).into()
            }
            LearnReply::Rules => handbook::contents(language).into(),
            LearnReply::Page(page) if page.is_turned => replacing(handbook::page(page, language)),
            LearnReply::Page(page) => handbook::page(page, language).into(),
            LearnReply::NoTopic {
                variant,
                text,
                nearest,
            } => handbook::no_topic(*variant, text, nearest, language).into(),
            LearnReply::Puzzle(puzzle) => puzzle.render(language),
        }
    }
}
