//! Pictures of no match: pages of the handbook, the first positions of the variants, ratings and puzzles.

use rules::Variant;

use super::{Plan, Presenter, Studio, puzzle, ratings};
use api::{Drawing, Format, LONGEST_ALT, Message, Picture, Private, clip};
use handbook::{AnyView, Handbook, Spot, starts};
use service::Illustration;
use text::{Language, Text, arg};

/// Adds a picture of no match, if there is one.
pub fn illustrate(
    presenter: &Presenter<'_>,
    illustration: &Illustration,
    message: &mut Message<Private>,
) {
    let (studio, language) = (presenter.studio, presenter.language);
    message.picture = match illustration {
        Illustration::Starts => Some(how_all_begin(studio, language)),
        Illustration::Of(spot) => plate(studio, *spot, language),
        Illustration::Ratings(standings) => Some(ratings::picture(presenter, standings)),
        Illustration::Puzzle(id) => return puzzle::board(presenter, *id, message),
    };
}

/// Draws the first position of each variant, which is no secret.
fn how_all_begin(studio: &Studio, language: Language) -> Picture<Private> {
    let boards = Variant::ALL.into_iter().filter_map(|variant| {
        let start = Handbook::in_language(variant, language).start()?;
        Some(text::about(
            arg::name(variant),
            arg::summary(start.caption.as_str()),
        ))
    });
    let boards: Vec<Text> = boards.collect();
    let alt = text::contents_alt(
        arg::boards(Text::joined(boards, " ")),
        arg::count(Variant::ALL.len()),
    );
    let size = studio.size();
    Picture::for_one(Drawing {
        name: "variants.png".to_owned(),
        format: Format::Png,
        extent: (size.width(), starts(language).height(size)),
        recipe: Plan::Starts(language).recipe(),
        bytes: studio.file(|| studio.starts(language).to_vec()),
        alt: clip(&language.say(&alt), LONGEST_ALT),
    })
}

/// Returns the picture of a page in the handbook, if it has one.
fn plate(studio: &Studio, spot: Spot, language: Language) -> Option<Picture<Private>> {
    let (diagram, number) = spot.picture()?;
    let plate = diagram.plate(number)?;
    let alt = plate.alt(spot.variant, language);
    let size = studio.size();
    let frame = diagram.frame(number)?;
    let pictures = Handbook::in_language(spot.variant, language).pictures(spot.section);
    let (words_of_it, _) = pictures.get(spot.picture)?;
    let drawing = Drawing {
        name: format!(
            "{}-{}-{}.png",
            spot.variant,
            spot.section().id,
            spot.picture
        ),
        format: Format::Png,
        extent: (size.width(), plate.height(size)),
        recipe: Plan::Plate(spot, language).recipe(),
        bytes: studio.file(|| studio.place(spot, language).unwrap_or_default().to_vec()),
        alt: clip(&format!("{} {alt}", words_of_it.caption), LONGEST_ALT),
    };
    Some(match &frame.shown {
        AnyView::Public(view) => Picture::public(view, |_| drawing).into(),
        AnyView::Seat(view) => Picture::private(view, |_| drawing),
    })
}
