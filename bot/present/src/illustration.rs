//! Pictures of no match: pages of the handbook, the first positions of the variants, ratings and puzzles.

use rules::Variant;

use crate::{Plan, Presenter, Studio, community::ratings, learn::puzzle};
use api::{Message, Picture, Private};
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
    let size = studio.size;
    let extent = (size.width(), starts(language).height(size));
    let bytes = studio.file(|| studio.starts(language).to_vec());
    let name = "variants.png".to_owned();
    let alt = language.localize(&alt);
    Picture::for_one(Plan::Starts(language).drawing(name, extent, &alt, bytes))
}

/// Returns the picture of a page in the handbook, if it has one.
fn plate(studio: &Studio, spot: Spot, language: Language) -> Option<Picture<Private>> {
    let (diagram, number) = spot.picture()?;
    let plate = diagram.plate(number)?;
    let alt = plate.alt(spot.variant, language);
    let size = studio.size;
    let frame = diagram.frame(number)?;
    let pictures = Handbook::in_language(spot.variant, language).pictures(spot.section);
    let (words_of_it, _) = pictures.get(spot.picture)?;
    let (id, extent) = (&spot.section().id, (size.width(), plate.height(size)));
    let name = format!("{}-{id}-{}.png", spot.variant, spot.picture);
    let bytes = studio.file(|| studio.place(spot, language).unwrap_or_default().to_vec());
    let alt = format!("{} {alt}", words_of_it.caption);
    let drawing = Plan::Plate(spot, language).drawing(name, extent, &alt, bytes);
    Some(match &frame.shown {
        AnyView::Public(view) => Picture::public(view, |_| drawing).into(),
        AnyView::Seat(view) => Picture::private(view, |_| drawing),
    })
}
