//! A match as an animation.

use render::in_memory;
use rules::{Color, ReplayError};

use super::{
    history, played,
    posts::Studio,
    recipe::{Frames, Plan},
};
use crate::{
    command::Bottom,
    frames::frames,
    ports::{Drawing, Format, LONGEST_ALT, Message, Picture, Private, clip},
    service::{Lens, Match, Seen, Settings, Stage},
    words::Language,
};

/// A match as somebody may know it, as an animation for one person; `viewer` is their side, if they have one.
///
/// # Errors
///
/// The record cannot be played.
pub fn replay(
    studio: &Studio,
    seen: &Seen,
    viewer: Option<Color>,
    settings: &Settings,
) -> Result<Message<Private>, ReplayError> {
    let Seen { row, record, lens } = seen;
    let frames = frames(record, |game| history::view(game, *lens))?;
    let bottom = match (settings.bottom, lens) {
        (Bottom::White, _) => Color::White,
        (_, Lens::Seat(seat)) => *seat,
        // A board that turns around with each move could not be followed.
        (Bottom::Own | Bottom::Mover, _) => viewer.unwrap_or(Color::White),
    };
    let style = studio.style_for(settings, bottom);
    let look = style.look(&row.names());
    let end = render::text::alt(frames.last(), &look.names);
    let plan = Plan::Frames(Frames {
        id: row.id,
        ply: record.inputs.len(),
        lens: *lens,
        style,
    });
    let n_steps = frames.n_views() - 1;
    let plural = if n_steps == 1 { "" } else { "s" };
    let mut message = Message::text(format!("{}.", heading(row, *lens)));
    message.picture = Some(Picture::for_one(Drawing {
        name: format!("{}-replay.gif", row.id),
        format: Format::Gif,
        extent: style.extent(),
        recipe: plan.recipe(),
        bytes: studio.file(|| in_memory(|out| studio.renderer().gif(&frames, &look, out))),
        alt: clip(
            &format!("An animation of {n_steps} step{plural}. Its end: {end}"),
            LONGEST_ALT,
        ),
    }));
    Ok(message)
}

/// `Match 4kq0z, Berolina: Ann (White) – Bob (Black), as White saw it`
fn heading(row: &Match, lens: Lens) -> String {
    let names = row.names();
    let is_over = matches!(row.stage, Stage::Over(_));
    let eyes = match lens {
        Lens::Seat(_) if !is_over => "so far, as you have seen it".to_owned(),
        Lens::Everybody if !is_over => "so far, as everybody has seen it".to_owned(),
        Lens::Seat(seat) => format!("as {seat} saw it"),
        Lens::Everybody => "as everybody saw it".to_owned(),
        Lens::Truth => "with all that happened".to_owned(),
    };
    format!(
        "Match {}, {}: {} (White) – {} (Black), {eyes}",
        row.id,
        Language::ENGLISH.say(&played(&row.setup)),
        names.white,
        names.black
    )
}
