//! Renders the replies and deliveries of the service as messages for people.
//!
//! Public posts are made from a [`PublicMatch`](service::PublicMatch) or a [`PublicSnapshot`](service::PublicSnapshot), and
//! the view of one player from a [`SeatSnapshot`](service::SeatSnapshot).

mod answers;
mod bell;
mod blocks;
mod buttons;
mod challenge;
mod course;
mod dice;
mod draft;
mod fit;
pub mod frames;
mod games;
mod handbook;
mod hint;
mod history;
mod illustration;
mod link;
mod live_board;
mod lost_places;
mod mydata;
mod options;
mod plan;
mod posts;
mod puzzle;
mod questions;
mod ratings;
mod recipe;
mod replay;
pub mod review;
mod review_message;
mod server;
mod settings;
mod studio;
mod study;
mod takeback;
#[cfg(test)]
mod tests;
mod time;
mod turn;
mod vacation;
mod views;
mod why;

use rules::Setup;

pub use self::{
    answers::{done, late, query_reply, refusal, reply, says, write_form},
    bell::bell,
    challenge::announcement,
    history::recent_moves,
    illustration::illustrate,
    link::linked,
    live_board::{board_review, live_board},
    lost_places::{channel_lost, thread_lost, thread_refused},
    plan::plan_notice,
    posts::{TellingBoard, board, board_elsewhere, has_left, notice, thread_name},
    puzzle::daily,
    recipe::Plan,
    replay::replay,
    review_message::review,
    studio::{Presenter, Studio},
    study::study_board,
    takeback::takeback_offer,
    time::reminder,
    views::{choice, no_view, own_view, whisper, with_view, without_view},
};
use text::{Text, arg};

/// Renders the variant, with the options that differ from the defaults.
fn played(setup: &Setup) -> Text {
    let chosen = setup
        .options()
        .filter(|(option, value)| *value != option.default());
    let choices: Vec<_> = chosen
        .map(|(option, value)| format!("{}={}", option.name, value.name))
        .collect();
    match &choices[..] {
        [] => text::title(setup.variant()),
        choices => text::variant_chosen(
            arg::choices(choices.join(" ")),
            arg::variant(setup.variant()),
        ),
    }
}

/// Renders the options of the variant: a sentence for each, if there are any.
fn choices(setup: &Setup) -> Option<Text> {
    let sentences = setup.options().map(|(option, value)| {
        text::option_chosen(
            arg::choice(format!("{}={}", option.name, value.name)),
            arg::meaning(text::value(setup.variant(), option, value)),
            arg::what(text::option(setup.variant(), option)),
        )
    });
    let sentences: Vec<_> = sentences.collect();
    (!sentences.is_empty()).then(|| Text::joined(sentences, " "))
}
