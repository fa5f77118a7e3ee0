//! The recipes of pictures, so that they can be drawn again.

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

/// The content and the look of a picture. As a [`Recipe`] it is JSON.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Plan {
    /// A match at a ply.
    Board(BoardPlan),
    /// A match up to a ply, as an animation.
    Frames(ReplayPlan),
    /// The review of a match that is over.
    Review(ReviewPlan),
    /// The courses of a person's ratings.
    Ratings(CoursePlan),
    /// A puzzle.
    Puzzle(PuzzlePlan),
    /// The first position of each variant.
    Starts(#[serde(with = "codec::text")] Language),
    /// A page of the handbook.
    Plate(
        #[serde(with = "codec::text")] Spot,
        #[serde(with = "codec::text")] Language,
    ),
}

/// A view of a match at a ply.
#[derive(Serialize, Deserialize)]
pub struct BoardPlan {
    pub(super) id: MatchId,
    pub(super) ply: usize,
    pub(super) lens: Lens,
    pub(super) style: Style,
    /// The squares that are marked on it.
    #[serde(default, skip_serializing_if = "is_nothing", with = "codec::text")]
    pub(super) hints: Highlights,
}

/// The views of a match up to a ply.
#[derive(Serialize, Deserialize)]
pub struct ReplayPlan {
    pub(super) id: MatchId,
    pub(super) ply: usize,
    pub(super) lens: Lens,
    pub(super) style: Style,
}

/// The review of a match that is over.
#[derive(Serialize, Deserialize)]
pub struct ReviewPlan {
    pub(super) id: MatchId,
    pub(super) style: Style,
    pub(super) picture: ReviewPicture,
}

impl BoardPlan {
    /// Returns all marks of the board, with the threatened kings that its reader knows of.
    pub(super) fn pointed_out(&self, threatened: &[Square]) -> render::Hints {
        render::Hints {
            chosen: self.hints.chosen,
            targets: self.hints.targets.clone(),
            causes: self.hints.causes.clone(),
            threatened: threatened.to_vec(),
        }
    }

    /// Returns the match.
    pub fn id(&self) -> MatchId {
        self.id
    }

    /// Returns the ply.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Draws the file, from the snapshot that it shows.
    pub fn draw(&self, studio: &Studio, snapshot: &MatchSnapshot) -> Option<Arc<[u8]>> {
        let draw = |names: &ByColor<String>, view: &View, threatened: &[Square]| {
            let hints = self.pointed_out(threatened);
            let scene = Scene::hinted(view, &self.style.look(names), &hints);
            in_memory(|out| studio.renderer().png(&scene, out)).into()
        };
        match self.lens {
            Lens::Everybody => {
                let snapshot = snapshot.public();
                Some(draw(
                    &snapshot.of.names,
                    snapshot.public_view().as_view(),
                    &[],
                ))
            }
            Lens::Seat(seat) => {
                let snapshot = snapshot.seat(seat);
                Some(draw(
                    &snapshot.of.names,
                    snapshot.view.as_view(),
                    &snapshot.threatened,
                ))
            }
            // No board shows the truth.
            Lens::Truth => None,
        }
    }
}

impl ReplayPlan {
    /// Returns the match.
    pub fn id(&self) -> MatchId {
        self.id
    }

    /// Draws the file, from the match that it shows.
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
    /// Returns the match.
    pub fn id(&self) -> MatchId {
        self.id
    }

    /// Draws the file, from the match that it shows.
    pub fn draw(&self, studio: &Studio, game_match: &Match, record: &Record) -> Vec<u8> {
        let look = self.style.look(&game_match.names());
        let scene = self.picture.scene(record, &look, self.style.language);
        in_memory(|out| studio.renderer().png(&scene, out))
    }
}

impl Plan {
    /// Returns the plan of a recipe, or `None` if it is none of ours.
    pub fn of(recipe: &Recipe) -> Option<Plan> {
        serde_json::from_str(&recipe.0).ok()
    }

    pub(super) fn recipe(&self) -> Recipe {
        Recipe(serde_json::to_string(self).expect("texts and numbers are always JSON"))
    }

    /// Returns whether it takes long to draw.
    pub fn is_long(&self) -> bool {
        matches!(self, Plan::Frames(_))
    }
}

impl Presenter<'_> {
    /// Returns the picture of a board in this view, with threatened kings marked.
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
