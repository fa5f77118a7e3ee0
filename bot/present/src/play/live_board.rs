//! A board that is kept up to date for one viewer.

use std::time::Duration;

use render::{Hints, Scene, Sprite, Theme, in_memory};
use rules::{ByColor, Color, GameInput, Glyph, Placed, Square, Status, Turn, View};

use super::{
    board::{controls_beside, limit_ahead},
    captured::leads,
    cards,
    strip::{Strip, options},
    takeback::line,
};
use crate::{
    clock::time,
    community::ratings,
    computer,
    record::{
        history::{HistoryStep, players, steps},
        turn::last_turn,
    },
    review::{Judged, Review, TurningPoint},
    studio::Presenter,
};
use api::{
    BoardAction, BoardClock, BoardMark, BoardPair, BoardPoint, BoardPosition, BoardQuery,
    BoardReview, BoardScore, BoardStage, BoardTurn, LiveBoard, Platform, UserId, analysis_path,
};
use command::Colors;
use service::{
    BoardWay, Match, MatchPlace, PieceMoves, Player, PublicMatch, PublicSnapshot, Seen, Stage,
    WatchedSnapshot,
};
use text::{Language, Text, arg};

/// Renders a match after some of its inputs for one viewer. `seen` is the match in their view, `public` is its public part, and
/// `rematch` is the rematch that follows it, if the viewer takes part in one.
pub fn live_board(
    presenter: &Presenter<'_>,
    query: &BoardQuery,
    watched: &WatchedSnapshot,
    public: &PublicSnapshot,
    seen: &Seen,
    rematch: Option<&PublicMatch>,
) -> LiveBoard {
    let language = presenter.language;
    let (of, view) = (&watched.of, &watched.view);
    let bottom = query
        .bottom
        .unwrap_or_else(|| presenter.bottom_for(watched.seat));
    let is_last = view.n_inputs == watched.n_inputs_now;
    let strip = Strip {
        of,
        seen,
        viewer: query.viewer.as_ref(),
        reach: query.reach,
        seat: watched.seat,
        rematch,
        language,
    };
    let text = if of.stage.seats().is_some() {
        status_text(watched, is_last, language)
    } else {
        strip.challenge_terms()
    };
    let shown = ShownPosition {
        view,
        names: &of.names,
        seat: watched.seat,
        ways: &watched.ways,
        pieces: &watched.pieces,
        hints: Hints::default(),
        is_framed: false,
    };
    let is_own = query.viewer.as_ref() == Some(&of.challenger.id);
    let is_to_program = of.challenged.as_ref().is_some_and(Player::is_program);
    let place = |viewer| place(&seen.game_match, viewer);
    let line = line(steps(seen));
    LiveBoard {
        id: of.id.to_string(),
        variant: of.setup.variant().name(),
        title: language.localize(&title(watched, seen)),
        position: position(presenter, &shown, bottom, query.is_dark),
        n_inputs_now: watched.n_inputs_now,
        stage: stage(&of.stage),
        turn: match view.status {
            Status::ToDecide(color) => Some(color.into()),
            Status::ToRoll | Status::Over(_) => None,
        },
        status: language.localize(&strip.status(view, is_last)),
        text: language.localize(&text),
        venue: venue(&seen.game_match).map(|venue| language.localize(&venue)),
        legend: text::picture_signs(view).map(|signs| language.localize(&signs)),
        leads: leads(&line, view, language),
        turns: turns(&line, language),
        offer: is_last.then(|| strip.offer()).flatten(),
        result: is_last.then(|| strip.result(view)).flatten(),
        analysis: analysis(&of.stage, seen, view.n_inputs),
        rematch: strip.begun_rematch(),
        is_waiting: is_own && of.stage == Stage::Challenge && !is_to_program,
        controls: strip.controls(controls_beside(public, language), view),
        names: of.stage.seats().map(|_| BoardPair {
            white: of.names.white.clone(),
            black: of.names.black.clone(),
        }),
        clock: clock(of),
        until: of.until.map(|until| until.0),
        is_private: !seen.game_match.is_open_on_page(query.reach),
        has_eyes: matches!(of.stage, Stage::Over(_)) && of.setup.variant().has_secrets(),
        settings: query.viewer.as_ref().map(|_| presenter.settings.for_page()),
        place: query.viewer.as_ref().and_then(place),
    }
}

/// Returns the path of the analysis board with a position of a match that is over. Then nothing of it is secret.
fn analysis(stage: &Stage, seen: &Seen, n_inputs: usize) -> Option<String> {
    let Stage::Over(_) = stage else {
        return None;
    };
    let is_on_board = |input: &GameInput| !matches!(input, GameInput::Conclusion(_));
    let line: Vec<_> = seen.record.line().into_iter().filter(is_on_board).collect();
    let indices = seen.record.line_indices();
    let at = indices.partition_point(|at| *at < n_inputs).min(line.len());
    Some(analysis_path(&seen.record.setup, &line, at))
}

/// Returns the clocks of a match in real time.
fn clock(of: &PublicMatch) -> Option<BoardClock> {
    let millis = |span: Duration| u64::try_from(span.as_millis()).unwrap_or(u64::MAX);
    let clock = of.clock?;
    Some(BoardClock {
        left: BoardPair {
            white: millis(clock.left.white),
            black: millis(clock.left.black),
        },
        budget: of.time.at_first().map_or(0, millis),
        increment: millis(of.time.increment()),
        is_first_turn: clock.is_first_turn,
    })
}

/// Renders the last turn in the view of the viewer, or the beginning of the match. The last board also has what follows from
/// the turn.
fn status_text(watched: &WatchedSnapshot, is_last: bool, language: Language) -> Text {
    let (of, view) = (&watched.of, &watched.view);
    let mut lines: Vec<_> = match &view.turn {
        Some(turn) => vec![last_turn(view.variant, turn, &of.names, language)],
        None => opening(of).collect(),
    };
    if !is_last {
        return Text::lines(lines);
    }
    match view.status {
        Status::Over(_) => {
            lines.extend(ratings::result(of, view.status));
            lines.extend(computer::hint_usage(of));
        }
        Status::ToDecide(side) if of.away.is_some() || of.is_out_of_time => {
            lines.extend(time::left(of, side, true));
        }
        Status::ToDecide(_) | Status::ToRoll => {}
    }
    lines.extend(of.is_paused.then(text::board_paused));
    lines.extend(limit_ahead(of, view));
    Text::lines(lines)
}

/// Renders the start of a match: the players, the options, and whether it is rated.
fn opening(of: &PublicMatch) -> impl Iterator<Item = Text> {
    let begins = text::board_begins(
        arg::black(&of.names.black),
        arg::variant(of.setup.variant()),
        arg::white(&of.names.white),
    );
    [begins]
        .into_iter()
        .chain(options(of))
        .chain(ratings::reminder(of))
}

/// A position with its viewer.
pub(crate) struct ShownPosition<'a> {
    /// The view of the reader.
    pub(crate) view: &'a View,
    /// The names of the sides.
    pub(crate) names: &'a ByColor<String>,
    /// The side that the viewer plays.
    pub(crate) seat: Option<Color>,
    /// The actions that the viewer can choose from.
    pub(crate) ways: &'a [BoardWay],
    /// The knowledge of the viewer about the moves of the pieces.
    pub(crate) pieces: &'a PieceMoves,
    /// The squares that are marked.
    pub(crate) hints: Hints,
    /// True if the board has a frame with coordinates, like the picture that it replaces.
    pub(crate) is_framed: bool,
}

/// Renders a position with this side at the bottom.
pub(crate) fn position(
    presenter: &Presenter<'_>,
    shown: &ShownPosition<'_>,
    bottom: Color,
    is_dark: bool,
) -> BoardPosition {
    let language = presenter.language;
    let view = shown.view;
    let name = |at: Square| Some((at.to_string(), square(view, at, language)?));
    BoardPosition {
        n_inputs: view.n_inputs,
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
        cards: cards::cards(view, language),
        notes: cards::notes(view, shown.pieces, language),
        reach: cards::reach(shown.pieces),
    }
}

/// Returns the places on other platforms where a match is played, if there are any.
fn venue(game_match: &Match) -> Option<Text> {
    let of = |(_, place): (u8, &MatchPlace)| {
        let channel = &place.channel;
        let platform = channel.platform.title()?;
        Some(match channel.platform {
            _ if channel.is_direct() => text::live_in_direct(platform),
            Platform::Matrix => text::live_in_room(platform),
            _ => text::live_in_channel(platform),
        })
    };
    let mut places: Vec<_> = game_match.places().filter_map(of).collect();
    places.dedup();
    (!places.is_empty()).then(|| Text::joined(places, " · "))
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
    let variant = text::title(watched.of.setup.variant());
    match watched.of.stage.seats() {
        Some(_) => Text::joined([players(&seen.game_match), variant], " · "),
        None => variant,
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
pub(crate) fn caption(view: &View, names: &ByColor<String>, language: Language) -> Text {
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
    Some(language.localize(&name))
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
        label: language.localize(&way.label),
        captures: way.captures.iter().map(Square::to_string).collect(),
    }
}

fn turns(line: &[HistoryStep], language: Language) -> Vec<BoardTurn> {
    let turn = |step: &HistoryStep| match step {
        HistoryStep::Turn(turn, n_inputs) => Some(board_turn(turn, *n_inputs, language)),
        HistoryStep::TakenBack(_) => None,
    };
    line.iter().filter_map(turn).collect()
}

/// Renders a turn for the list of moves, with the number of inputs at its end.
pub(crate) fn board_turn(turn: &Turn, n_inputs: usize, language: Language) -> BoardTurn {
    BoardTurn {
        n_inputs,
        number: turn.number,
        color: turn.color.into(),
        caption: language.moves(&turn.caption),
    }
}

/// Returns the quality of a decision that lost this part of a point, if it is bad.
fn mark(loss: f64) -> Option<BoardMark> {
    match loss {
        0.2.. => Some(BoardMark::Blunder),
        0.1.. => Some(BoardMark::Mistake),
        _ => None,
    }
}

/// Renders the review of a match that is over, step by step.
pub fn board_review(review: &Review, seen: &Seen, language: Language) -> BoardReview {
    let indices = seen.record.line_indices();
    let n_inputs = |at: usize| indices.get(at).copied().unwrap_or_default();
    let score = |judged: &Judged| BoardScore {
        n_inputs: n_inputs(judged.at),
        white: judged.for_white(),
        all_known: judged.all_known,
        mark: mark(judged.loss()),
    };
    let point = |(point, text): (&TurningPoint, Text)| {
        let judged = &review.decisions[point.decision];
        BoardPoint {
            n_inputs: n_inputs(judged.at),
            text: language.localize(&text),
            played: judged.action.to_string(),
            better: judged.best_action.to_string(),
        }
    };
    let texts = review.turning_texts();
    let about = [
        Some(review.accuracy_text()),
        review.resignation_text(),
        review.luck_text(),
    ];
    // The only text reports that there are none.
    let none = texts.iter().filter(|_| review.turning_points.is_empty());
    let about = Text::lines(about.into_iter().flatten().chain(none.cloned()));
    BoardReview {
        text: language.localize(&about),
        scores: review.decisions.iter().map(score).collect(),
        points: review.turning_points.iter().zip(texts).map(point).collect(),
    }
}

impl Presenter<'_> {
    fn live_svg(&self, shown: &ShownPosition<'_>, bottom: Color, is_dark: bool) -> String {
        let mut style = self.style(bottom);
        if let (Colors::Usual, true) = (self.settings.theme, is_dark) {
            style.theme = Theme::DARK;
        }
        let names = ByColor::from_fn(|color| match shown.names[color].as_str() {
            "" => self.language.localize(&text::color(color)),
            name => name.to_owned(),
        });
        let scene = Scene::hinted(shown.view, &style.look(&names), &shown.hints);
        let svg = in_memory(|out| self.studio.renderer.live_svg(&scene, shown.is_framed, out));
        String::from_utf8(svg).expect("a document is written as text")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_is_marked_by_the_part_of_a_point_that_it_lost() {
        let marks = [0.0, 0.09, 0.1, 0.19, 0.2, 1.0].map(mark);
        let (mistake, blunder) = (Some(BoardMark::Mistake), Some(BoardMark::Blunder));
        assert_eq!(marks, [None, None, mistake, mistake, blunder, blunder]);
    }
}
