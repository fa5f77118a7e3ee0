//! A review in words.

use rules::{Action, Color, Glyph, Variant};

use super::{Judged, Review, TurningPoint, TurningReason};
use text::{Text, arg};

impl Review {
    /// Renders the accuracy of each side.
    pub fn accuracy_text(&self) -> Text {
        let accuracy = |color: Color| accuracy(self.accuracy[color]);
        text::review_accuracy(
            arg::black(accuracy(Color::Black)),
            arg::white(accuracy(Color::White)),
        )
    }

    /// Renders each turning point in a sentence or two, or one sentence if there is none.
    pub fn turning_texts(&self) -> Vec<Text> {
        if self.turning_points.is_empty() {
            return vec![text::review_no_turning_points()];
        }
        let points = self.turning_points.iter();
        points.map(|point| self.turning_text(point)).collect()
    }

    /// Renders the same with the numbers of their boards on the picture.
    pub fn numbered_texts(&self) -> Vec<Text> {
        let texts = self.turning_texts();
        if self.turning_points.is_empty() {
            return texts;
        }
        let numbered = texts.into_iter().zip(1_u32..);
        numbered
            .map(|(text, number)| text::review_numbered(arg::number(number), arg::point(text)))
            .collect()
    }

    fn turning_text(&self, point: &TurningPoint) -> Text {
        let judged = &self.decisions[point.decision];
        let percent = |part: f64| text::review_percent(percent(part));
        text::review_point(
            arg::best(percent(judged.best)),
            arg::better(named(
                self.variant,
                judged.best_piece,
                judged.best_action,
                &judged.best_caption,
            )),
            arg::r#move(judged.named_move(self.variant)),
            arg::played(percent(judged.played)),
            arg::reason(reason_text(&point.reason, self.variant)),
        )
    }

    /// Renders a resignation in a better position, or `None` if there was none.
    pub fn resignation_text(&self) -> Option<Text> {
        let given_up = self.resignation.as_ref()?;
        (given_up.expected >= BETTER).then(|| {
            text::review_resigned(
                arg::color(given_up.seat),
                arg::percent(text::review_percent(percent(given_up.expected))),
            )
        })
    }

    /// Renders the luck of the dice, or `None` if there were none.
    pub fn luck_text(&self) -> Option<Text> {
        let mut luck = self
            .decisions
            .iter()
            .filter_map(|judged| judged.luck)
            .peekable();
        luck.peek()?;
        let sum: f64 = luck.sum();
        let color = if sum >= 0.0 {
            Color::White
        } else {
            Color::Black
        };
        Some(match (sum.abs() * 100.0).round() as u32 {
            0 => text::review_luck_even(),
            hundredths => text::review_luck(
                arg::color(color),
                arg::percent(text::review_percent(hundredths)),
            ),
        })
    }
}

/// The expected score from which a position is too good to resign.
const BETTER: f64 = 0.6;

/// Returns a move with the name of its piece, or in short notation without a piece.
fn named(variant: Variant, piece: Option<Glyph>, action: Action, caption: &str) -> Text {
    match piece {
        Some(piece) => text::named_move(variant, piece, action, caption),
        None => Text::moves(caption),
    }
}

impl Judged {
    /// Returns the move with its number and the name of its piece, such as `17... knight g8 to f6`.
    fn named_move(&self, variant: Variant) -> Text {
        let named = named(variant, self.piece, self.action, &self.caption);
        numbered(self.seat == Color::White, self.number, named)
    }
}

/// Returns a move, such as `17... Nd5`.
pub(super) fn move_text(is_white: bool, number: u32, caption: &str) -> Text {
    numbered(is_white, number, Text::moves(caption))
}

fn numbered(is_white: bool, number: u32, told: Text) -> Text {
    let dots = if is_white { "." } else { "..." };
    text::review_move(arg::r#move(told), arg::number(format!("{number}{dots}")))
}

/// Renders the accuracy of a side: `87%`, or a dash for a side without a choice.
pub(super) fn accuracy(accuracy: Option<u8>) -> Text {
    match accuracy {
        Some(accuracy) => text::review_percent(u32::from(accuracy)),
        None => Text::verbatim("–"),
    }
}

fn reason_text(reason: &TurningReason, variant: Variant) -> Text {
    let has_check = variant.info().has_check;
    match reason {
        TurningReason::MissesWin(n) if has_check => text::review_misses_mate(*n),
        TurningReason::MissesWin(_) => text::review_misses_win(),
        TurningReason::AllowsWin(n) if has_check => text::review_allows_mate(*n),
        TurningReason::AllowsWin(_) => text::review_allows_win(),
        TurningReason::Loses { piece, reply } => text::review_loses(
            arg::piece(text::the_on(*piece, variant)),
            arg::reply(Text::moves(reply)),
        ),
        TurningReason::MissesCapture(piece) => {
            text::review_misses_capture(text::the_on(*piece, variant))
        }
        TurningReason::GivesAway(Some(reply)) => text::review_gives_away(Text::moves(reply)),
        TurningReason::GivesAway(None) => text::review_gives_away_at_once(),
        TurningReason::Allows(reply) => text::review_allows(Text::moves(reply)),
        TurningReason::Worse => text::review_worse(),
    }
}

fn percent(part: f64) -> u32 {
    (part.clamp(0.0, 1.0) * 100.0).round() as u32
}
