//! A board that is kept up to date for one viewer.

use render::{Hints, Scene, Sprite, Theme, in_memory};
use rules::{ByColor, Color, Glyph, Placed, Square, Status, View};

use super::{
    answers::own_offer,
    history::{HistoryStep, players, steps},
    played,
    posts::{beside_board, limit_ahead, offer},
    studio::Presenter,
    takeback::{line, takeback_offer},
    turn::last_turn,
};
use crate::review::{Judged, Review, TurningPoint};
use api::{
    BoardAction, BoardOffer, BoardPoint, BoardPosition, BoardQuery, BoardReview, BoardScore,
    BoardStage, BoardTurn, LiveBoard, Platform, UserId,
};
use command::{Bottom, Colors, OfferKind};
use service::{
    BoardWay, Lens, Match, MatchPlace, Offer, PublicMatch, PublicSnapshot, Seen, Stage,
    WatchedSnapshot,
};
use text::{Language, Text, arg};

/// Renders a match at a ply for one viewer; `seen` is all of it as they may know it, and `public` as everybody may.
pub fn live_board(
    presenter: &Presenter<'_>,
    query: &BoardQuery,
    watched: &WatchedSnapshot,
    public: &PublicSnapshot,
    seen: &Seen,
) -> LiveBoard {
    let language = presenter.language;
    let (of, view) = (&watched.of, &watched.view);
    let bottom = query
        .bottom
        .unwrap_or_else(|| presenter.usual_bottom(watched));
    let beside = beside_board(public, query.viewer.as_ref(), language);
    let is_last = view.ply == watched.last_ply;
    let text = match (watched.lens, &of.stage) {
        // The public text has all of it.
        (Lens::Everybody, _) | (_, Stage::Over(_)) if is_last => beside.text,
        _ => {
            let paused = (is_last && of.is_paused).then(text::board_paused);
            let limit = is_last.then(|| limit_ahead(of, view)).flatten();
            let caption_line = [caption(view, &of.names, language)].into_iter();
            language.say(&Text::lines(caption_line.chain(paused).chain(limit)))
        }
    };
    let shown = ShownPosition {
        view,
        names: &of.names,
        seat: watched.seat,
        ways: &watched.ways,
        hints: Hints {
            threatened: watched.threatened.clone(),
            ..Hints::default()
        },
    };
    LiveBoard {
        id: of.id.to_string(),
        variant: of.setup.variant().name(),
        title: language.say(&title(watched, seen)),
        position: position(presenter, &shown, bottom, query.is_dark),
        last_ply: watched.last_ply,
        stage: stage(&of.stage),
        turn: match view.status {
            Status::ToDecide(color) => Some(color.into()),
            Status::ToRoll | Status::Over(_) => None,
        },
        text,
        legend: text::picture_signs(view).map(|signs| language.say(&signs)),
        turns: turns(seen, language),
        offer: is_last
            .then(|| standing_offer(of, seen, watched.seat, language))
            .flatten(),
        is_waiting: matches!(of.stage, Stage::Challenge)
            && query.viewer.as_ref() == Some(&of.challenger.id)
            && !of
                .challenged
                .as_ref()
                .is_some_and(|player| player.is_program()),
        controls: beside.controls,
        until: of.until.map(|until| until.0),
        is_private: !seen.game_match.is_open_on_page(),
        has_eyes: matches!(of.stage, Stage::Over(_)) && of.setup.variant().has_secrets(),
        place: query
            .viewer
            .as_ref()
            .and_then(|viewer| place(&seen.game_match, viewer)),
    }
}

/// A position with its viewer.
pub(super) struct ShownPosition<'a> {
    /// The view of the reader.
    pub(super) view: &'a View,
    /// The names of the sides.
    pub(super) names: &'a ByColor<String>,
    /// The side that the viewer plays.
    pub(super) seat: Option<Color>,
    /// The actions that the viewer can choose from.
    pub(super) ways: &'a [BoardWay],
    /// The squares that are marked.
    pub(super) hints: Hints,
}

/// Renders a position with this side at the bottom.
pub(super) fn position(
    presenter: &Presenter<'_>,
    shown: &ShownPosition<'_>,
    bottom: Color,
    is_dark: bool,
) -> BoardPosition {
    let language = presenter.language;
    let view = shown.view;
    let name = |at: Square| Some((at.to_string(), square(view, at, language)?));
    BoardPosition {
        ply: view.ply,
        seat: shown.seat.map(Into::into),
        bottom: bottom.into(),
        svg: presenter.live_svg(shown, bottom, is_dark),
        alt: text::hinted_alt(view, shown.names, &shown.hints, language),
        squares: Square::all().filter_map(name).collect(),
        actions: shown
            .ways
            .iter()
            .map(|way| action(way, shown.seat, language))
            .collect(),
    }
}

/// Renders an offer between the players; the player who has made it may withdraw it.
fn standing_offer(
    of: &PublicMatch,
    seen: &Seen,
    seat: Option<Color>,
    language: Language,
) -> Option<BoardOffer> {
    let Offer { kind, by, ply, .. } = seen.game_match.offer?;
    if seat == Some(by) {
        let own = own_offer(
            &text::done_offered(arg::id(of.id), arg::what(kind.a())),
            kind,
            of.id,
            ply,
            language,
        );
        return Some(BoardOffer {
            text: own.text,
            controls: own.controls,
        });
    }
    let public = match kind {
        OfferKind::Takeback => takeback_offer(seen, by, false, language),
        OfferKind::Draw | OfferKind::Pause => offer(of, kind, by, ply, false, language),
    }?;
    Some(BoardOffer {
        text: public.text,
        controls: public.controls,
    })
}

/// Returns the channel on the page where the viewer plays or reads the match, except direct messages of others.
fn place(game_match: &Match, viewer: &UserId) -> Option<String> {
    let is_here = |(_, place): &(u8, &MatchPlace)| place.channel.platform == Platform::Playground;
    let theirs = game_match.place_of(viewer).filter(is_here);
    let (number, place) = theirs.or_else(|| game_match.places().find(is_here))?;
    let reader = game_match.reader_in(number);
    let is_open = !place.channel.is_direct() || reader.is_some_and(|reader| reader.is(viewer));
    is_open.then(|| place.channel.id.to_string())
}

fn title(watched: &WatchedSnapshot, seen: &Seen) -> Text {
    match watched.of.stage.seats() {
        Some(_) => Text::joined(
            [players(&seen.game_match), played(&watched.of.setup)],
            " · ",
        ),
        None => played(&watched.of.setup),
    }
}

fn stage(stage: &Stage) -> BoardStage {
    match stage {
        Stage::Challenge => BoardStage::Challenge,
        Stage::Playing(_) => BoardStage::Playing,
        Stage::Over(_) => BoardStage::Over,
        Stage::Declined(_) | Stage::Withdrawn | Stage::Lapsed => BoardStage::Gone,
    }
}

/// Describes the last turn and the state of the game.
pub(super) fn caption(view: &View, names: &ByColor<String>, language: Language) -> Text {
    let turn = view.turn.iter();
    let turn = turn.map(|turn| last_turn(view.variant, turn, names, language));
    let status = text::sentence(text::status(view, names));
    Text::lines(turn.chain([status]))
}

/// Describes the piece on a square, such as `White rook a1`.
fn square(view: &View, at: Square, language: Language) -> Option<String> {
    let glyph = view.glyph(at)?;
    let name = match glyph.color() {
        Some(color) => text::entry_swap(
            arg::color(color),
            arg::piece(text::name(glyph, view.variant)),
            arg::square(at),
        ),
        None => text::the_on(Placed { glyph, at }, view.variant),
    };
    Some(language.say(&name))
}

fn action(way: &BoardWay, seat: Option<Color>, language: Language) -> BoardAction {
    let name = |square: Option<Square>| square.map(|square| square.to_string());
    let glyph = way.role.zip(seat).and_then(|(role, seat)| {
        let mut pieces = Glyph::ALL.into_iter();
        pieces.find(|glyph| glyph.color() == Some(seat) && glyph.role() == Some(role))
    });
    BoardAction {
        text: way.action.to_string(),
        from: name(way.from),
        to: name(way.to),
        drawing: glyph.map(|glyph| Sprite::Glyph(glyph).to_string()),
        label: language.say(&way.label),
    }
}

fn turns(seen: &Seen, language: Language) -> Vec<BoardTurn> {
    let turn = |step| match step {
        HistoryStep::Turn(turn, ply) => Some(BoardTurn {
            ply,
            number: turn.number,
            color: turn.color.into(),
            caption: language.moves(&turn.caption),
        }),
        HistoryStep::TakenBack(_) => None,
    };
    line(steps(seen)).into_iter().filter_map(turn).collect()
}

/// Renders the review of a match that is over, step by step.
pub fn board_review(review: &Review, seen: &Seen, language: Language) -> BoardReview {
    let plies = seen.record.line_plies();
    let ply = |at: usize| plies.get(at).copied().unwrap_or_default();
    let score = |judged: &Judged| BoardScore {
        ply: ply(judged.at),
        white: judged.for_white(),
        all_known: judged.all_known,
    };
    let point = |(point, text): (&TurningPoint, Text)| BoardPoint {
        ply: ply(review.decisions[point.decision].at),
        text: language.say(&text),
    };
    let texts = review.turning_texts();
    let about = [Some(review.accuracy_text()), review.luck_text()];
    // The only text says that there are none.
    let none = texts.iter().filter(|_| review.turning_points.is_empty());
    let about = Text::lines(about.into_iter().flatten().chain(none.cloned()));
    BoardReview {
        text: language.say(&about),
        scores: review.decisions.iter().map(score).collect(),
        points: review.turning_points.iter().zip(texts).map(point).collect(),
    }
}

impl Presenter<'_> {
    /// Returns the side at the bottom, unless the viewer has turned the board around.
    fn usual_bottom(&self, watched: &WatchedSnapshot) -> Color {
        match self.settings.bottom {
            Bottom::White => Color::White,
            // A board that turns around with each move would be hard to play on.
            Bottom::Own | Bottom::Mover => watched.seat.unwrap_or(Color::White),
        }
    }

    fn live_svg(&self, shown: &ShownPosition<'_>, bottom: Color, is_dark: bool) -> String {
        let mut style = self.style(bottom);
        if let (Colors::Usual, true) = (self.settings.theme, is_dark) {
            style.theme = Theme::DARK;
        }
        let names = ByColor::from_fn(|color| match shown.names[color].as_str() {
            "" => self.language.say(&text::color(color)),
            name => name.to_owned(),
        });
        let scene = Scene::hinted(shown.view, &style.look(&names), &shown.hints);
        let svg = in_memory(|out| self.studio.renderer().live_svg(&scene, out));
        String::from_utf8(svg).expect("a document is written as text")
    }
}
