//! A match as an animation.

use render::in_memory;
use rules::{Color, ReplayError};

use super::{
    history::players,
    played,
    recipe::{Plan, ReplayPlan},
    studio::Presenter,
};
use crate::frames::frames;
use api::{Drawing, Format, LONGEST_ALT, Message, Picture, Private, clip};
use command::Bottom;
use service::{Lens, Match, Seen, Stage};
use text::{Text, arg};

/// Renders a match as the reader may know it, as an animation for one person; `viewer` is their side, if they have one.
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
    let bottom = match (presenter.settings.bottom, lens) {
        (Bottom::White, _) => Color::White,
        (_, Lens::Seat(seat)) => *seat,
        // A board that turns around with each move would be hard to follow.
        (Bottom::Own | Bottom::Mover, _) => viewer.unwrap_or(Color::White),
    };
    let style = presenter.style(bottom);
    let look = style.look(&game_match.names());
    let end = text::alt(frames.last(), &look.names, *language);
    let plan = Plan::Frames(ReplayPlan {
        id: game_match.id,
        ply: record.inputs.len(),
        lens: *lens,
        style,
    });
    let n_steps = frames.n_views() - 1;
    let mut message = Message::text(language.say(&heading(game_match, *lens)));
    message.picture = Some(Picture::for_one(Drawing {
        name: format!("{}-replay.gif", game_match.id),
        format: Format::Gif,
        extent: style.extent(),
        recipe: plan.recipe(),
        bytes: studio.file(|| in_memory(|out| studio.renderer().gif(&frames, &look, out))),
        alt: clip(
            &language.say(&text::replay_alt(arg::end(end), arg::steps(n_steps))),
            LONGEST_ALT,
        ),
    }));
    Ok(message)
}

/// Returns a heading such as `Match 4kq0z, Berolina: Ann (White) – Bob (Black), as White saw it.`
fn heading(game_match: &Match, lens: Lens) -> Text {
    let (id, players, played) = (
        game_match.id,
        players(game_match),
        played(&game_match.setup),
    );
    let is_over = matches!(game_match.stage, Stage::Over(_));
    match lens {
        Lens::Seat(_) if !is_over => {
            text::replay_so_far_own(arg::id(id), arg::players(players), arg::variant(played))
        }
        Lens::Everybody if !is_over => {
            text::replay_so_far_everybody(arg::id(id), arg::players(players), arg::variant(played))
        }
        Lens::Seat(seat) => text::replay_seat(
            arg::color(seat),
            arg::id(id),
            arg::players(players),
            arg::variant(played),
        ),
        Lens::Everybody => {
            text::replay_everybody(arg::id(id), arg::players(players), arg::variant(played))
        }
        Lens::Truth => text::replay_truth(arg::id(id), arg::players(players), arg::variant(played)),
    }
}
