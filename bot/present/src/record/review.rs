//! The message with the review of a match that is over.

use rules::Color;

use super::history::players;
use crate::{
    buttons::text_message,
    played,
    recipe::{Plan, ReviewPlan},
    review::Review,
    studio::Presenter,
};
use api::{LONGEST_TEXT, Message, Picture, Private, clip};
use service::Seen;
use text::{Text, arg};

/// Renders the review of a match that is over, for one person; `viewer` is their side, if they have one. It hides nothing.
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
        return text_message(&Text::lines(lines), *language);
    }
    lines.push(review.accuracy_text());
    lines.extend(review.numbered_texts());
    lines.extend(review.resignation_text());
    lines.extend(review.luck_text());
    let style = presenter.style(presenter.bottom_for(viewer));
    let picture = review.picture();
    let look = style.look(&game_match.names());
    let report = picture.report(&seen.record, &look, *language);
    let alt = picture.alt(&look.names, *language);
    let extent = (style.size.width(), report.height(style.size));
    let plan = ReviewPlan { id, style, picture };
    let bytes = studio.file(|| plan.draw(studio, game_match, &seen.record));
    let drawing = Plan::Review(plan).drawing(format!("{id}-review.png"), extent, &alt, bytes);
    Message {
        picture: Some(Picture::for_one(drawing)),
        ..Message::text(clip(&language.localize(&Text::lines(lines)), LONGEST_TEXT))
    }
}
