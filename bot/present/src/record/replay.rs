//! A match as an animation.

use rules::{Color, ReplayError};

use super::history::players;
use crate::{
    buttons::text_message,
    frames::frames,
    played,
    recipe::{Plan, ReplayPlan},
    studio::Presenter,
};
use api::{Message, Picture, Private};
use service::{Lens, Match, Seen, Stage};
use text::{Text, arg};

/// Renders a match as an animation for one person, in their view; `viewer` is their side, if they have one.
///
/// # Errors
///
/// The record cannot be replayed.
pub fn replay(
    presenter: &Presenter<'_>,
    seen: &Seen,
    viewer: Option<Color>,
) -> Result<Message<Private>, ReplayError> {
    let Seen {
        game_match,
        record,
        lens,
    } = seen;
    let Presenter {
        studio, language, ..
    } = presenter;
    let frames = frames(record, |game| lens.view(game))?;
    let viewer = match lens {
        Lens::Seat(seat) => Some(*seat),
        Lens::Everybody | Lens::Truth => viewer,
    };
    let style = presenter.style(presenter.bottom_for(viewer));
    let look = style.look(&game_match.names());
    let end = text::alt(frames.last(), &look.names, *language);
    let plan = Plan::Frames(ReplayPlan {
        id: game_match.id,
        n_inputs: record.inputs.len(),
        lens: *lens,
        style,
    });
    let n_steps = frames.n_views() - 1;
    let name = format!("{}-replay.gif", game_match.id);
    let alt = language.localize(&text::replay_alt(arg::end(end), arg::steps(n_steps)));
    let bytes = studio.file(|| studio.gif(&frames, &look));
    let drawing = plan.drawing(name, style.extent(), &alt, bytes);
    Ok(Message {
        picture: Some(Picture::for_one(drawing)),
        ..text_message(&heading(game_match, *lens), *language)
    })
}

/// Returns a heading such as `Match 4kq0z, Berolina: Ann (White) – Bob (Black), as White saw it.`
fn heading(game_match: &Match, lens: Lens) -> Text {
    let id = arg::id(game_match.id);
    let players = arg::players(players(game_match));
    let played = arg::variant(played(&game_match.setup));
    let is_over = matches!(game_match.stage, Stage::Over(_));
    let text = match lens {
        Lens::Seat(_) if !is_over => text::replay_so_far_own,
        Lens::Everybody if !is_over => text::replay_so_far_everybody,
        Lens::Seat(seat) => return text::replay_seat(arg::color(seat), id, players, played),
        Lens::Everybody => text::replay_everybody,
        Lens::Truth => text::replay_truth,
    };
    text(id, players, played)
}
