//! The message with the review of a match that is over.

use rules::Color;

use crate::{
    history::players,
    played,
    recipe::{Plan, ReviewPlan},
    studio::Presenter,
};

use crate::review::Review;
use api::{Drawing, Format, LONGEST_ALT, LONGEST_TEXT, Message, Picture, Private, clip};
use command::Bottom;
use service::Seen;
use text::{Text, arg};

/// Renders the review of a match that is over, for one person; `viewer` is their side, if they have one. Nothing in it is
/// hidden.
pub fn review(
    presenter: &Presenter<'_>,
    seen: &Seen,
    review: &Review,
    viewer: Option<Color>,
) -> Message<Private> {
    let Presenter {
        studio, language, ..
    } = presenter;
    let (game_match, id) = (&seen.game_match, seen.game_match.id);
    let mut lines = vec![text::review_heading(
        arg::id(id),
        arg::players(players(game_match)),
        arg::variant(played(&game_match.setup)),
    )];
    if review.decisions.is_empty() {
        lines.push(text::review_nothing());
        return Message::text(language.say(&Text::lines(lines)));
    }
    lines.push(review.accuracy_text());
    lines.extend(review.numbered_texts());
    lines.extend(review.luck_text());
    let bottom = match presenter.settings.bottom {
        Bottom::White => Color::White,
        Bottom::Own | Bottom::Mover => viewer.unwrap_or(Color::White),
    };
    let (style, picture) = (presenter.style(bottom), review.picture());
    let look = style.look(&game_match.names());
    let report = picture.report(&seen.record, &look, *language);
    let alt = picture.alt(&look.names, *language);
    let extent = (style.size.width(), report.height(style.size));
    let plan = ReviewPlan { id, style, picture };
    let mut message = Message::text(clip(&language.say(&Text::lines(lines)), LONGEST_TEXT));
    message.picture = Some(Picture::for_one(Drawing {
        name: format!("{id}-review.png"),
        format: Format::Png,
        extent,
        bytes: studio.file(|| plan.draw(studio, game_match, &seen.record)),
        recipe: Plan::Review(plan).recipe(),
        alt: clip(&alt, LONGEST_ALT),
    }));
    message
}
