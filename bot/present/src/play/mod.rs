//! Matches in play: replies to their players, and posts.

pub(crate) mod board;
mod captured;
mod cards;
pub(crate) mod live_board;
mod notice;
pub(crate) mod offers;
mod questions;
mod strip;
mod takeback;
pub(crate) mod views;
mod why;

pub use self::{
    board::{TellingBoard, board, board_elsewhere, picture},
    live_board::{board_review, live_board},
    notice::{bell, explained, has_left, notice, thread_name, turn_push},
    questions::write_form,
    takeback::takeback_offer,
    views::{choice, no_view, own_view, whisper, with_view, without_view},
};

use crate::{
    buttons::text_message,
    rendering::{Render, replacing, text_answer},
};
use api::Answer;
use service::PlayReply;
use text::{Language, arg};

impl Render for PlayReply {
    fn render(&self, language: Language) -> Answer {
        match self {
            PlayReply::View { showing, can_move } => {
                views::beside_view(showing, *can_move, language).into()
            }
            PlayReply::Board(showing) => text_answer(&text::board_elsewhere(showing.id), language),
            PlayReply::BoardPostedBefore(id) => {
                text_answer(&text::board_posted_before(*id), language)
            }
            PlayReply::Guide { id, ply, menus } => {
                replacing(questions::guide(*id, *ply, menus, language))
            }
            PlayReply::AskMove(question) => replacing(questions::ask_move(question, language)),
            PlayReply::Why {
                game_match,
                text,
                of,
                why,
            } => why::why(game_match, text, *of, why, language).into(),
            PlayReply::OfferStands { id, kind, ply } => {
                let text = text::offer_stands(arg::id(*id), arg::what(kind.a()));
                offers::own_offer(&text, *kind, *id, *ply, language).into()
            }
            PlayReply::AskResign { id, ply } => questions::ask_resign(*id, *ply, language).into(),
            PlayReply::Kept => replacing(text_message(&text::done_kept(), language)),
        }
    }
}
