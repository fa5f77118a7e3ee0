//! A review as a picture.

use std::cmp::Reverse;

use render::{ArrowKind, DiagramBoard, Look, Scene};
use rules::{Action, ByColor, Color, Game, Next, Record, Square};
use serde::{Deserialize, Serialize};

use super::{Judged, Review, score_for_white};
use crate::chart::{ScoreBoard, ScoreChart, ScoreLine, ScoreLineKind, ScoreReport};
use text::{Language, Text, arg};

/// The content of the picture of a review, so that it can be drawn again without the engine. All else is in the record of the
/// game.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewPicture {
    /// For each decision: true if White made it, and two expected scores of White in thousandths. The first is by the
    /// knowledge of the deciding side, the second by the truth.
    scores: Vec<(bool, i32, i32)>,
    /// The score that the dice after a decision gave White, in thousandths.
    luck: Vec<(u32, i32)>,
    /// The result for White in thousandths, and in words.
    end: (i32, String),
    /// The accuracy of White and of Black.
    accuracy: (Option<u8>, Option<u8>),
    /// The first decision.
    first: Option<PictureMove>,
    /// The boards of the turning points.
    turns: Vec<PictureTurn>,
}

/// A move on a picture.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct PictureMove {
    /// True if White made it, and its number.
    white: bool,
    number: u32,
    /// The move in short notation.
    caption: String,
}

/// A board of a picture.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct PictureTurn {
    /// The index of the decision, and the number of inputs before it.
    decision: u32,
    at: usize,
    /// The move made, and its coordinates.
    played: PictureMove,
    action: String,
    /// The better move, and its coordinates.
    better: String,
    better_action: String,
}

impl Review {
    /// Returns the picture: the course of the game, the boards of the turning points, and the accuracy of each side.
    pub fn picture(&self) -> ReviewPicture {
        let decisions = || self.decisions.iter().zip(0..);
        let score = |judged: &Judged| {
            let scores = [judged.for_white(), judged.all_known].map(thousandths);
            (judged.seat == Color::White, scores[0], scores[1])
        };
        let luck = decisions()
            .filter_map(|(judged, at)| Some((at, signed_thousandths(judged.luck?))))
            .collect();
        let turn = |decision: usize| {
            let judged = self.decisions.get(decision)?;
            Some(PictureTurn {
                decision: decision as u32,
                at: judged.at,
                played: PictureMove::of(judged),
                action: judged.action.to_string(),
                better: judged.best_caption.clone(),
                better_action: judged.best_action.to_string(),
            })
        };
        ReviewPicture {
            scores: self.decisions.iter().map(score).collect(),
            luck,
            end: (
                thousandths(score_for_white(self.outcome)),
                self.outcome.score().to_string(),
            ),
            accuracy: (self.accuracy[Color::White], self.accuracy[Color::Black]),
            first: self.decisions.first().map(PictureMove::of),
            turns: self
                .turning_points
                .iter()
                .filter_map(|point| turn(point.decision))
                .collect(),
        }
    }
}

impl PictureMove {
    fn of(judged: &Judged) -> PictureMove {
        PictureMove {
            white: judged.seat == Color::White,
            number: judged.number,
            caption: judged.caption.clone(),
        }
    }

    /// Returns the move, such as `17... Nd5`.
    fn text(&self) -> Text {
        super::texts::move_text(self.white, self.number, &self.caption)
    }
}

impl ReviewPicture {
    /// Returns the scene in these colors and this size, for this game and the names of its players, with its words.
    pub fn scene(&self, record: &Record, look: &Look, language: Language) -> Scene {
        let report = self.report(record, look, language);
        let title = language.localize(&text::review_title());
        let scene = report.scene(look.size, look.theme);
        scene.with_words(title, self.alt(&look.names, language))
    }

    /// Returns all content of the picture.
    pub(crate) fn report(&self, record: &Record, look: &Look, language: Language) -> ScoreReport {
        let side = |color: Color| {
            let accuracy = text::review_side(
                arg::name(&look.names[color]),
                arg::percent(self.percent(color)),
            );
            language.localize(&accuracy)
        };
        ScoreReport {
            chart: self.chart(record.setup.variant().has_secrets(), language),
            boards: self.boards(record, look.bottom, language),
            title: language.localize(&text::review_accuracy_title()),
            sides: ByColor::from_fn(side),
        }
    }

    /// Describes the same in words, except where the pieces stand.
    pub fn alt(&self, names: &ByColor<String>, language: Language) -> String {
        let scores = || self.scores.iter().map(|(_, score, _)| *score);
        let percent = |score: Option<i32>| {
            let hundredths = score.unwrap_or(self.end.0).div_euclid(10);
            text::review_percent(u32::try_from(hundredths).unwrap_or(0))
        };
        let chart = text::review_alt(
            arg::first(percent(scores().next())),
            arg::highest(percent(scores().max())),
            arg::lowest(percent(scores().min())),
            arg::result(&self.end.1),
        );
        let boards = self.turns.iter().zip(1..).map(|(turn, number)| {
            text::review_alt_board(
                arg::better(Text::moves(&turn.better)),
                arg::r#move(turn.played.text()),
                arg::number(u32::try_from(number).unwrap_or(u32::MAX)),
            )
        });
        let side = |color: Color| {
            text::review_side(arg::name(&names[color]), arg::percent(self.percent(color)))
        };
        let sides = text::review_alt_sides(
            arg::black(side(Color::Black)),
            arg::white(side(Color::White)),
        );
        let parts = [chart].into_iter().chain(boards).chain([sides]);
        language.localize(&Text::joined(parts, " "))
    }

    fn percent(&self, color: Color) -> Text {
        super::texts::accuracy(match color {
            Color::White => self.accuracy.0,
            Color::Black => self.accuracy.1,
        })
    }

    /// Returns the courses of the expected score: by the knowledge of each side, and by the truth.
    fn lines(&self, has_secrets: bool, language: Language) -> Vec<ScoreLine> {
        let end = (self.scores.len() as u32, self.end.0);
        let scores = || self.scores.iter().zip(0..);
        let known = |is_in: &dyn Fn(bool) -> bool| {
            let own = scores().filter(|((white, ..), _)| is_in(*white));
            let points = own.map(|(&(_, known, _), at)| (at, known));
            points.chain([end]).collect()
        };
        let line = |kind, name, points| ScoreLine { kind, name, points };
        if !has_secrets {
            // Both sides know the truth, so there is one line, which needs no name.
            return vec![line(ScoreLineKind::First, String::new(), known(&|_| true))];
        }
        let truth = scores().map(|(&(.., truth), at)| (at, truth));
        let truth = truth.chain([end]).collect();
        let [white, black, all] = [
            text::review_white_knew(),
            text::review_black_knew(),
            text::review_truth(),
        ]
        .map(|name| language.localize(&name));
        vec![
            line(ScoreLineKind::First, white, known(&|white| white)),
            line(ScoreLineKind::Second, black, known(&|white| !white)),
            line(ScoreLineKind::Third, all, truth),
        ]
    }

    fn chart(&self, has_secrets: bool, language: Language) -> ScoreChart {
        let mark = |turn: &PictureTurn| {
            let (_, score, _) = *self.scores.get(turn.decision as usize)?;
            Some((turn.decision, score))
        };
        let from = self.first.as_ref();
        ScoreChart {
            title: language.localize(&text::review_title()),
            lines: self.lines(has_secrets, language),
            marks: self.turns.iter().filter_map(mark).collect(),
            from: from.map_or_else(String::new, |first| language.localize(&first.text())),
            to: self.end.1.clone(),
            bars_title: language.localize(&text::review_luck_title()),
            bars: self.luck.clone(),
        }
    }

    /// Returns the boards of the turning points, as far as the record has them.
    fn boards(&self, record: &Record, bottom: Color, language: Language) -> Vec<ScoreBoard> {
        // Before the end of a game, no viewer sees all of it.
        let end = record.replay().map(|game| game.next());
        if !matches!(end, Ok(Next::Over(_))) {
            return Vec::new();
        }
        let line = record.line();
        let mut game = Game::new(&record.setup);
        let mut at = 0;
        let board = |turn: &PictureTurn| {
            for input in line.get(at..turn.at)? {
                game.apply(*input).ok()?;
            }
            at = turn.at;
            let arrows = [
                (ArrowKind::Played, arrow(&turn.action)),
                (ArrowKind::Better, arrow(&turn.better_action)),
            ];
            let mut arrows: Vec<_> = (arrows.into_iter())
                .filter_map(|(kind, ends)| ends.map(|(from, to)| (kind, from, to)))
                .collect();
            // The shorter arrow is drawn last, so the other does not hide it.
            arrows.sort_by_key(|(_, from, to)| Reverse(distance(*from, *to)));
            let shown = DiagramBoard::of(game.truth().as_view()).seen_by(bottom);
            let better = text::review_better(Text::moves(&turn.better));
            Some(ScoreBoard {
                board: (arrows.into_iter()).fold(shown, |board, (kind, from, to)| {
                    board.arrow_of(kind, from, to)
                }),
                played: language.localize(&turn.played.text()),
                better: language.localize(&better),
            })
        };
        self.turns.iter().map_while(board).collect()
    }
}

/// Returns the first and the last square of a decision; for a drop both are the same. Returns `None` for a decision without a
/// square.
fn arrow(action: &str) -> Option<(Square, Square)> {
    Some(match action.parse().ok()? {
        Action::Move { from, to, .. }
        | Action::Stealth { from, to }
        | Action::Shell { from, to }
        | Action::Define { from, to, .. } => (from, to),
        Action::Swap { a, b } => (a, b),
        Action::Drop { to, .. } => (to, to),
        Action::Lose { .. } => return None,
    })
}

/// Returns the distance in king's moves.
fn distance(from: Square, to: Square) -> u8 {
    let (files, ranks) = (
        from.file().abs_diff(to.file()),
        from.rank().abs_diff(to.rank()),
    );
    files.max(ranks)
}

fn thousandths(score: f64) -> i32 {
    signed_thousandths(score.clamp(0.0, 1.0))
}

fn signed_thousandths(part: f64) -> i32 {
    (part.clamp(-1.0, 1.0) * 1000.0).round() as i32
}
