//! The recipes of pictures, so that they can be drawn again.

use std::sync::Arc;

use render::{Hints, Scene};
use rules::{ByColor, Game, Record, View};
use serde::{Deserialize, Serialize};

use crate::{
    community::course::CoursePlan,
    frames::frames,
    review::ReviewPicture,
    studio::{Presenter, Studio, Style},
};
use api::{Drawing, Format, LONGEST_ALT, MatchId, Recipe, clip};
use handbook::{Spot, names};
use service::{Highlights, Lens, Match, MatchSnapshot, codec, puzzle};
use text::Language;

/// The content and the look of a picture. As a [`Recipe`] it is JSON.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Plan {
    /// A match after some of its inputs.
    Board(BoardPlan),
    /// A match up to some input, as an animation.
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

/// A view of a match after some of its inputs.
#[derive(Serialize, Deserialize)]
pub struct BoardPlan {
    /// The match.
    pub id: MatchId,
    /// The number of inputs.
    pub n_inputs: usize,
    pub(crate) lens: Lens,
    pub(crate) style: Style,
    /// The squares that are marked on it.
    #[serde(default, skip_serializing_if = "is_nothing", with = "codec::text")]
    pub(crate) hints: Highlights,
}

/// The views of a match up to some input.
#[derive(Serialize, Deserialize)]
pub struct ReplayPlan {
    /// The match.
    pub id: MatchId,
    pub(crate) n_inputs: usize,
    pub(crate) lens: Lens,
    pub(crate) style: Style,
}

/// The review of a match that is over.
#[derive(Serialize, Deserialize)]
pub struct ReviewPlan {
    /// The match.
    pub id: MatchId,
    pub(crate) style: Style,
    pub(crate) picture: ReviewPicture,
}

/// A puzzle from the side to move.
#[derive(Serialize, Deserialize)]
pub struct PuzzlePlan {
    pub(crate) id: u32,
    pub(crate) style: Style,
}

impl BoardPlan {
    /// Returns the marks of the board.
    pub(crate) fn pointed_out(&self) -> Hints {
        Hints {
            chosen: self.hints.chosen,
            targets: self.hints.targets.clone(),
            causes: self.hints.causes.clone(),
        }
    }

    /// Draws the file, from the snapshot that it shows.
    pub fn draw(&self, studio: &Studio, snapshot: &MatchSnapshot) -> Option<Arc<[u8]>> {
        let draw = |names: &ByColor<String>, view: &View| {
            let scene = Scene::hinted(view, &self.style.look(names), &self.pointed_out());
            studio.png(&scene).into()
        };
        match self.lens {
            Lens::Everybody => {
                let snapshot = snapshot.public();
                Some(draw(&snapshot.of.names, snapshot.public_view().as_view()))
            }
            Lens::Seat(seat) => {
                let snapshot = snapshot.seat(seat);
                Some(draw(&snapshot.of.names, snapshot.view.as_view()))
            }
            // No board shows the truth.
            Lens::Truth => None,
        }
    }
}

impl ReplayPlan {
    /// Draws the file, from the match that it shows.
    pub fn draw(
        &self,
        studio: &Studio,
        game_match: &Match,
        mut record: Record,
    ) -> Option<Arc<[u8]>> {
        record.inputs.truncate(self.n_inputs);
        let frames = frames(&record, |game| self.lens.view(game)).ok()?;
        let look = self.style.look(&game_match.names());
        Some(studio.gif(&frames, &look).into())
    }
}

impl ReviewPlan {
    /// Draws the file, from the match that it shows.
    pub fn draw(&self, studio: &Studio, game_match: &Match, record: &Record) -> Vec<u8> {
        let look = self.style.look(&game_match.names());
        let scene = self.picture.scene(record, &look, self.style.language);
        studio.png(&scene)
    }
}

impl PuzzlePlan {
    /// Draws the file, or returns `None` if the puzzle no longer exists.
    pub fn draw(&self, studio: &Studio) -> Option<Arc<[u8]>> {
        let puzzle = puzzle(self.id)?;
        let view = Game::new(&puzzle.setup).seat_view(puzzle.side()?);
        Some(self.file(studio, view.as_view()).into())
    }

    /// Draws the file of this view.
    pub(crate) fn file(&self, studio: &Studio, view: &View) -> Vec<u8> {
        let look = self.style.look(&names(self.style.language));
        let scene = Scene::hinted(view, &look, &Hints::default());
        studio.png(&scene)
    }
}

impl Plan {
    /// Returns the plan of a recipe, or `None` if the recipe is not ours.
    pub fn of(recipe: &Recipe) -> Option<Plan> {
        serde_json::from_str(&recipe.0).ok()
    }

    fn recipe(&self) -> Recipe {
        Recipe(serde_json::to_string(self).expect("texts and numbers are always JSON"))
    }

    /// Returns the picture of this plan, with its file unless it is drawn later.
    pub(crate) fn drawing(
        &self,
        name: String,
        extent: (u32, u32),
        alt: &str,
        bytes: Vec<u8>,
    ) -> Drawing {
        Drawing {
            name,
            format: match self {
                Plan::Frames(_) => Format::Gif,
                _ => Format::Png,
            },
            extent,
            bytes,
            alt: clip(alt, LONGEST_ALT),
            recipe: self.recipe(),
        }
    }

    /// Returns whether it takes long to draw.
    pub fn is_long(&self) -> bool {
        matches!(self, Plan::Frames(_))
    }
}

impl Presenter<'_> {
    /// Returns the picture of a board in this view.
    pub(crate) fn board(&self, names: &ByColor<String>, view: &View, board: BoardPlan) -> Drawing {
        let look = board.style.look(names);
        let hints = board.pointed_out();
        let bytes = self.studio.file(|| {
            let scene = Scene::hinted(view, &look, &hints);
            self.studio.png(&scene)
        });
        let name = format!("{}-{}.png", board.id, view.n_inputs);
        let alt = text::hinted_alt(view, names, &hints, self.language);
        let extent = board.style.extent();
        Plan::Board(board).drawing(name, extent, &alt, bytes)
    }
}

fn is_nothing(hints: &Highlights) -> bool {
    *hints == Highlights::default()
}
