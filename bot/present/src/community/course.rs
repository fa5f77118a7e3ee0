//! The courses of a person's ratings, as a picture.

use render::{Size, Theme};
use serde::{Deserialize, Serialize};

use crate::{
    chart::{RatingChart, RatingPanel},
    studio::{Studio, Style},
};
use api::Timestamp;
use service::{Ladder, LadderStanding, codec};
use text::{Language, Text, arg};

/// Renders a rating.
pub(crate) fn rating(rating: i32, is_provisional: bool) -> Text {
    let text = Text::verbatim(rating.to_string());
    if is_provisional {
        text::rating_provisional(text)
    } else {
        text
    }
}

/// The courses of ratings, as a picture shows them.
#[derive(Serialize, Deserialize)]
pub struct CoursePlan {
    courses: Vec<Course>,
    #[serde(with = "codec::text")]
    size: Size,
    #[serde(with = "codec::text")]
    theme: Theme,
    #[serde(with = "codec::text")]
    language: Language,
}

/// The course of a rating.
#[derive(Serialize, Deserialize)]
struct Course {
    #[serde(with = "codec::text")]
    ladder: Ladder,
    rating: (i32, i32, bool),
    points: Vec<(i64, i32)>,
}

impl CoursePlan {
    /// Takes the courses from these ratings.
    pub(crate) fn new(standings: &[LadderStanding], style: Style) -> CoursePlan {
        let course = |standing: &LadderStanding| Course {
            ladder: standing.ladder,
            rating: (standing.rating, standing.deviation, standing.is_provisional),
            points: standing
                .course
                .iter()
                .map(|(Timestamp(at), rating)| (*at, *rating))
                .collect(),
        };
        CoursePlan {
            courses: standings.iter().map(course).collect(),
            size: style.size,
            theme: style.theme,
            language: style.language,
        }
    }

    /// Returns the height of the picture, in pixels.
    pub(crate) fn height(&self) -> u32 {
        self.chart().height(self.size)
    }

    fn chart(&self) -> RatingChart {
        RatingChart::new(
            self.courses
                .iter()
                .map(|course| course.panel(self.language)),
        )
    }

    /// Draws the file.
    pub fn draw(&self, studio: &Studio) -> Vec<u8> {
        studio.png(&self.chart().scene(self.size, self.theme))
    }

    /// Describes the picture in words.
    pub(crate) fn alt(&self) -> Text {
        let courses = self.courses.iter().filter_map(Course::alt);
        text::profile_alt(Text::joined(courses, " "))
    }
}

impl Course {
    fn panel(&self, language: Language) -> RatingPanel {
        let (now, deviation, is_provisional) = self.rating;
        let now = text::profile_now(
            arg::deviation(deviation.to_string()),
            arg::rating(rating(now, is_provisional)),
        );
        let day = |point: Option<&(i64, i32)>| point.map_or(String::new(), |(at, _)| day(*at));
        RatingPanel {
            title: language.localize(&self.ladder.title()),
            note: language.localize(&now),
            points: self.points.clone(),
            from: day(self.points.first()),
            to: day(self.points.last()),
        }
    }

    fn alt(&self) -> Option<Text> {
        let ((from, first), (to, last)) = (self.points.first()?, self.points.last()?);
        let ratings = || self.points.iter().map(|(_, rating)| *rating);
        Some(text::profile_alt_course(
            arg::first(first.to_string()),
            arg::from(day(*from)),
            arg::highest(ratings().max()?.to_string()),
            arg::last(last.to_string()),
            arg::lowest(ratings().min()?.to_string()),
            arg::to(day(*to)),
            arg::variant(self.ladder.title()),
        ))
    }
}

/// Returns the day, as `2026-05-13`.
fn day(at: i64) -> String {
    let moment = jiff::Timestamp::from_millisecond(at).unwrap_or_default();
    moment.strftime("%Y-%m-%d").to_string()
}
