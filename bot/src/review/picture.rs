//! A review as a picture.

use render::{Scene, ScoreChart, ScoreLine, ScoreLineKind, Size, Theme};
use rules::Color;

use super::{Judged, Review, score_for_white};
use crate::words::{self, Language};

impl Review {
    /// How the game went: a line for what each side knew, and one for the truth where the rules hide something; there the
    /// luck too. Turning points have their numbers.
    pub fn scene(&self, size: Size, theme: Theme, language: Language) -> Scene {
        Scene::score_chart(self.chart(language), size, theme)
    }

    fn chart(&self, language: Language) -> ScoreChart {
        let end = (
            self.decisions.len() as u32,
            thousandths(score_for_white(self.outcome)),
        );
        let line = |kind, name, points: Vec<(u32, i32)>| ScoreLine {
            kind,
            name: language.say(&name),
            points: points.into_iter().chain([end]).collect(),
        };
        let known_by = |seat| self.points(move |judged| judged.seat == seat, Judged::for_white);
        let lines = match self.variant.has_secrets() {
            false => vec![line(
                ScoreLineKind::First,
                words::review_both_knew(),
                self.points(|_| true, Judged::for_white),
            )],
            true => vec![
                line(
                    ScoreLineKind::First,
                    words::review_white_knew(),
                    known_by(Color::White),
                ),
                line(
                    ScoreLineKind::Second,
                    words::review_black_knew(),
                    known_by(Color::Black),
                ),
                line(
                    ScoreLineKind::Third,
                    words::review_truth(),
                    self.points(|_| true, |judged| judged.all_known),
                ),
            ],
        };
        let luck = self.decisions.iter().zip(0..);
        let luck = luck.filter_map(|(judged, at)| Some((at, signed_thousandths(judged.luck?))));
        let turning = self.turning_points.iter().filter_map(|point| {
            let judged = self.decisions.get(point.decision)?;
            Some((point.decision as u32, thousandths(judged.for_white())))
        });
        let first = self.decisions.first();
        ScoreChart {
            title: language.say(&words::review_title()),
            lines,
            marks: turning.collect(),
            from: first.map_or_else(String::new, |first| language.say(&first.move_text())),
            to: self.outcome.score().to_string(),
            bars_title: language.say(&words::review_luck_title()),
            bars: luck.collect(),
        }
    }

    fn points(
        &self,
        is_in: impl Fn(&Judged) -> bool,
        score: impl Fn(&Judged) -> f64,
    ) -> Vec<(u32, i32)> {
        let decisions = self.decisions.iter().zip(0..);
        let points = decisions.filter(|(judged, _)| is_in(judged));
        points
            .map(|(judged, at)| (at, thousandths(score(judged))))
            .collect()
    }
}

fn thousandths(score: f64) -> i32 {
    signed_thousandths(score.clamp(0.0, 1.0))
}

fn signed_thousandths(part: f64) -> i32 {
    (part.clamp(-1.0, 1.0) * 1000.0).round() as i32
}
