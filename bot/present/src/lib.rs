//! Renders the replies and deliveries of the service as messages for people.
//!
//! Public posts are made from a [`PublicMatch`] or a [`PublicSnapshot`](service::PublicSnapshot), and
//! the view of one player from a [`SeatSnapshot`](service::SeatSnapshot).

mod answers;
mod buttons;
mod challenge;
mod chart;
mod clock;
mod community;
mod computer;
mod fit;
pub mod frames;
mod illustration;
mod learn;
mod people;
mod plans;
mod play;
mod post;
mod recipe;
mod record;
mod rendering;
pub mod review;
mod studio;
#[cfg(test)]
mod tests;

use rules::{Color, Setup};

pub use self::{
    answers::{late, reply},
    challenge::post::announcement,
    clock::time::reminder,
    community::games::{listed_game, public_game},
    illustration::illustrate,
    learn::{
        analysis::{analysis_board, engine_line},
        puzzle::daily,
        study::study_board,
    },
    people::{link::linked, sessions::signed_in},
    plans::plan_notice,
    play::{
        TellingBoard, bell, board, board_elsewhere, board_review, choice, explained, has_left,
        live_board, no_view, notice, own_view, picture, takeback_offer, thread_name, turn_push,
        whisper, with_view, without_view, write_form,
    },
    recipe::Plan,
    record::{history::recent_moves, replay::replay, review::review},
    rendering::{Render, text_answer},
    studio::{Presenter, Studio},
};
use service::PublicMatch;
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

/// Names a match for the player of a side: its id, its variant and the opponent.
fn match_of(public: &PublicMatch, side: Color) -> Text {
    text::whisper_match(
        arg::id(public.id),
        arg::opponent(&public.names[!side]),
        arg::variant(public.setup.variant()),
    )
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
