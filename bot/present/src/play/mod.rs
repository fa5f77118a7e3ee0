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
    rendering::{Render, evident, replacing, text_answer},
};
use api::{Answer, MatchId};
use service::{PlayDone, PlayReply};
use text::{Language, Text, arg};

impl Render for PlayDone {
    fn render(&self, language: Language) -> Answer {
        let plain = |text: Text| text_answer(&text, language);
        let in_place = |text: Text| replacing(text_message(&text, language));
        match self {
            PlayDone::Moved {
                id,
                caption,
                look,
                tell_closed,
                plan_ended,
            } => Answer {
                is_evident: look.is_none() && !tell_closed,
                ..in_place(moved(*id, caption, *tell_closed, *plan_ended))
            },
            PlayDone::BoardPosted(id) => evident(plain(text::done_board_posted(*id))),
            PlayDone::Resigned(id) => evident(in_place(text::done_resigned(*id))),
            PlayDone::Ended(id) => evident(in_place(text::done_ended(*id))),
            PlayDone::WinClaimed(id) => evident(in_place(text::done_win_claimed(*id))),
            PlayDone::TimeGiven(id) => evident(in_place(text::done_time_given(*id))),
            PlayDone::Aborted(id) => evident(in_place(text::done_aborted(*id))),
            PlayDone::Offered { id, kind, n_inputs } => {
                let text = text::done_offered(arg::id(*id), arg::what(kind.a()));
                evident(offers::own_offer(&text, *kind, *id, *n_inputs, language).into())
            }
            PlayDone::DrawAgreed(id) => evident(plain(text::done_draw_agreed(*id))),
            PlayDone::OfferDeclined { id, kind } => {
                let text = text::done_offer_declined(arg::id(*id), arg::what(kind.the()));
                evident(plain(text))
            }
            PlayDone::DrawRefused(id) => plain(text::done_draw_refused(*id)),
            PlayDone::OfferWithdrawn { id, kind } => {
                let text = text::done_offer_withdrawn(arg::id(*id), arg::what(kind.a()));
                evident(in_place(text))
            }
            PlayDone::TakenBack(id) => evident(plain(text::done_taken_back(*id))),
            PlayDone::TookBack(id) => evident(plain(text::done_took_back(*id))),
            PlayDone::Paused(id) => evident(plain(text::done_paused(*id))),
            PlayDone::Resumed(id) => evident(plain(text::done_resumed(*id))),
        }
    }
}

/// Renders a played move, with notices for its player.
fn moved(id: MatchId, caption: &str, is_closed: bool, has_plan_ended: bool) -> Text {
    let moved = text::done_moved(arg::id(id), arg::r#move(Text::moves(caption)));
    let closed = is_closed.then(text::done_closed);
    let ended = has_plan_ended.then(text::plan_untold_ended);
    Text::lines([moved].into_iter().chain(closed).chain(ended))
}

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
            PlayReply::Guide {
                id,
                n_inputs,
                menus,
            } => replacing(questions::guide(*id, *n_inputs, menus, language)),
            PlayReply::AskMove(question) => replacing(questions::ask_move(question, language)),
            PlayReply::Why {
                game_match,
                text,
                of,
                why,
            } => why::why(game_match, text, *of, why, language).into(),
            PlayReply::OfferStands { id, kind, n_inputs } => {
                let text = text::offer_stands(arg::id(*id), arg::what(kind.a()));
                offers::own_offer(&text, *kind, *id, *n_inputs, language).into()
            }
            PlayReply::AskResign { id, n_inputs } => {
                questions::ask_resign(*id, *n_inputs, language).into()
            }
            PlayReply::Kept => replacing(text_message(&text::done_kept(), language)),
        }
    }
}
