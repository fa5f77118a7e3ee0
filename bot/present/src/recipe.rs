//! What pictures are drawn from, so that they can be drawn again.

use std::sync::Arc;

use render::{Scene, in_memory};
use rules::{ByColor, Record, Square, View};
use serde::{Deserialize, Serialize};

use super::{
    course::CoursePlan,
    puzzle::PuzzlePlan,
    studio::{Presenter, Studio, Style},
};
use crate::{frames::frames, review::ReviewPicture};
use api::{Drawing, Format, LONGEST_ALT, MatchId, Recipe, clip};
use handbook::Spot;
use service::{Highlights, Lens, Match, MatchSnapshot, codec};
use text::Language;

/// What a picture shows and how it looks. As a [`Recipe`] it is JSON.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Plan {
    /// A match at a ply.
    Board(BoardPlan),
    /// A match up to a ply, as an animation.
    Frames(ReplayPlan),
    /// How a match went that is over.
    Review(ReviewPlan),
    /// How somebody's ratings have changed.
    Ratings(CoursePlan),
    /// A puzzle.
    Puzzle(PuzzlePlan),
    /// How each variant begins, in English, as it was written once.
    Starts,
    /// How each variant begins.
    StartsIn(#[serde(with = "codec::text")] Language),
    /// A place in the handbook, in English, as it was written once.
    Plate(#[serde(with = "codec::text")] Spot),
    /// A place in the handbook.
    PlateIn(
        #[serde(with = "codec::text")] Spot,
        #[serde(with = "codec::text")] Language,
    ),
}

/// A match at a ply, as somebody sees it.
#[derive(Serialize, Deserialize)]
pub struct BoardPlan {
    pub(super) id: MatchId,
    pub(super) ply: usize,
    pub(super) lens: Lens,
    pub(super) style: Style,
    /// What is pointed out on it.
    #[serde(default, skip_serializing_if = "is_nothing", with = "codec::text")]
    pub(super) hints: Highlights,
}

/// A match up to a ply, as somebody saw it.
#[derive(Serialize, Deserialize)]
pub struct ReplayPlan {
    pub(super) id: MatchId,
    pub(super) ply: usize,
    pub(super) lens: Lens,
    pub(super) style: Style,
}

/// How a match went that is over.
#[derive(Serialize, Deserialize)]
pub struct ReviewPlan {
    pub(super) id: MatchId,
    pub(super) style: Style,
    pub(super) picture: ReviewPicture,
}

impl BoardPlan {
    /// All that is pointed out on it: kings in danger besides, as far as its reader knows.
    pub(super) fn pointed_out(&self, threatened: &[Square]) -> render::Hints {
        render::Hints {
            chosen: self.hints.chosen,
            targets: self.hints.targets.clone(),
            causes: self.hints.causes.clone(),
            threatened: threatened.to_vec(),
        }
    }

    /// The match.
    pub fn id(&self) -> MatchId {
        self.id
    }

    /// The ply.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// The file, of the moment that it shows.
    pub fn draw(&self, studio: &Studio, moment: &MatchSnapshot) -> Option<Arc<[u8]>> {
        let draw = |names: &ByColor<String>, view: &View, threatened: &[Square]| {
            let hints = self.pointed_out(threatened);
            let scene = Scene::hinted(view, &self.style.look(names), &hints);
            in_memory(|out| studio.renderer().png(&scene, out)).into()
        };
        match self.lens {
            Lens::Everybody => {
                let moment = moment.public();
                Some(draw(&moment.of.names, moment.public_view().as_view(), &[]))
            }
            Lens::Seat(seat) => {
                let moment = moment.seat(seat);
                Some(draw(
                    &moment.of.names,
                    moment.view.as_view(),
                    &moment.threatened,
                ))
            }
            // No board shows that.
            Lens::Truth => None,
        }
    }
}

impl ReplayPlan {
    /// The match.
    pub fn id(&self) -> MatchId {
        self.id
    }

    /// The file, of the match that it shows.
    pub fn draw(
        &self,
        studio: &Studio,
        game_match: &Match,
        mut record: Record,
    ) -> Option<Arc<[u8]>> {
        record.inputs.truncate(self.ply);
        let frames = frames(&record, |game| self.lens.view(game)).ok()?;
        let look = self.style.look(&game_match.names());
        Some(in_memory(|out| studio.renderer().gif(&frames, &look, out)).into())
    }
}

impl ReviewPlan {
    /// The match.
    pub fn id(&self) -> MatchId {
        self.id
    }

    /// The file, of the match that it shows.
    pub fn draw(&self, studio: &Studio, game_match: &Match, record: &Record) -> Vec<u8> {
        let look = self.style.look(&game_match.names());
        let scene = self.picture.scene(record, &look, self.style.language);
        in_memory(|out| studio.renderer().png(&scene, out))
    }
}

impl Plan {
    /// The plan of a recipe; nothing if it is none of ours.
    pub fn of(recipe: &Recipe) -> Option<Plan> {
        serde_json::from_str(&recipe.0).ok()
    }

    pub(super) fn recipe(&self) -> Recipe {
        Recipe(serde_json::to_string(self).expect("texts and numbers are always JSON"))
    }

    /// Whether it takes long to draw.
    pub fn is_long(&self) -> bool {
        matches!(self, Plan::Frames(_))
    }
}

impl Presenter<'_> {
    /// The picture of a board, of which its reader sees this; kings in danger are pointed out.
    pub(super) fn board(
        &self,
        names: &ByColor<String>,
        view: &View,
        threatened: &[Square],
        board: BoardPlan,
    ) -> Drawing {
        let look = board.style.look(names);
        let hints = board.pointed_out(threatened);
        Drawing {
            name: format!("{}-{}.png", board.id, view.ply),
            format: Format::Png,
            extent: board.style.extent(),
            bytes: self.studio.file(|| {
                let scene = Scene::hinted(view, &look, &hints);
                in_memory(|out| self.studio.renderer().png(&scene, out))
            }),
            alt: clip(
                &text::hinted_alt(view, names, &hints, self.language),
                LONGEST_ALT,
            ),
            recipe: Plan::Board(board).recipe(),
        }
    }
}

fn is_nothing(hints: &Highlights) -> bool {
    *hints == Highlights::default()
}
