//! The placement of tiles: pure geometry.

mod sign;
mod strip;

use rules::{Color, Fact, Glyph, Square, View};

pub use self::sign::PictureSign;
pub(crate) use self::strip::{Holding, SideStrip};
use crate::{
    Captions, Chart, Diagram, Hints, Look, Mark, ScoreChart, ScoreReport, Size, Standing, Theme,
    grid::Grid, sheet,
};

/// The maximum length of a name in characters; no picture has room for more.
const NAME_MAX: usize = 120;

/// A picture before it is drawn: its content, its size and its colors.
///
/// ```
/// use std::sync::Arc;
///
/// use render::{Hints, Look, Renderer, Scene, Size, Theme, Wordless, in_memory};
/// use rules::{ByColor, Color, Game, Setup};
///
/// let game = Game::new(&"berolina".parse::<Setup>()?);
/// let look = Look {
///     size: Size::default(),
///     theme: Theme::DARK,
///     bottom: Color::Black,
///     names: ByColor { white: "Ann".to_string(), black: "Bob".to_string() },
///     captions: Arc::new(Wordless),
/// };
/// let hints = Hints { chosen: Some("e2".parse()?), ..Hints::default() };
/// let scene = Scene::hinted(game.public_view().as_view(), &look, &hints);
/// let renderer = Renderer::new();
/// let png = in_memory(|out| renderer.png(&scene, out));
/// let svg = in_memory(|out| renderer.svg(&scene, out));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Scene {
    pub(crate) size: Size,
    pub(crate) theme: Theme,
    pub(crate) kind: SceneKind,
}

/// The content of a picture.
#[derive(Clone)]
pub(crate) enum SceneKind {
    /// A view, with this side at the bottom.
    Board { tiling: Tiling, bottom: Color },
    /// A contact sheet of all parts of pictures.
    Sheet(Tiling),
    /// A diagram of a rule, with the meanings of its marks.
    Diagram {
        diagram: Diagram,
        legend: Vec<(Mark, String)>,
    },
    /// A chart of numbers over time.
    Chart(Chart),
    /// A chart of the course of a game.
    ScoreChart(ScoreChart),
    /// The same chart with the turning points of the game.
    ScoreReport(ScoreReport),
}

impl Scene {
    /// Makes the picture of a view, exactly of the width of the look.
    pub fn new(view: &View, look: &Look) -> Scene {
        Scene::hinted(view, look, &Hints::default())
    }

    /// Makes the same picture with hints on its squares, for a player who chooses.
    pub fn hinted(view: &View, look: &Look, hints: &Hints) -> Scene {
        let tiling = Tiling::new(view, look, hints, &Grid::new(look.size));
        let bottom = look.bottom;
        Scene {
            size: look.size,
            theme: look.theme,
            kind: SceneKind::Board { tiling, bottom },
        }
    }

    /// Makes a diagram of exactly this width.
    pub fn diagram(diagram: Diagram, size: Size, theme: Theme, captions: &dyn Captions) -> Scene {
        let marks = diagram.marks();
        let legend = marks.map(|mark| (mark, captions.mark(mark))).collect();
        let kind = SceneKind::Diagram { diagram, legend };
        Scene { size, theme, kind }
    }

    /// Makes a chart of exactly this width.
    pub fn chart(chart: Chart, size: Size, theme: Theme) -> Scene {
        let kind = SceneKind::Chart(chart);
        Scene { size, theme, kind }
    }

    /// Makes a chart of the course of a game of exactly this width.
    pub fn score_chart(chart: ScoreChart, size: Size, theme: Theme) -> Scene {
        let kind = SceneKind::ScoreChart(chart);
        Scene { size, theme, kind }
    }

    /// Makes a report on the course of a game and its turning points, of exactly this width.
    pub fn score_report(report: ScoreReport, size: Size, theme: Theme) -> Scene {
        let kind = SceneKind::ScoreReport(report);
        Scene { size, theme, kind }
    }

    /// Makes a contact sheet of this width: every glyph, mark and sign, with its name.
    pub fn contact_sheet(size: Size, theme: Theme) -> Scene {
        let kind = SceneKind::Sheet(sheet::contact(&Grid::new(size)));
        Scene { size, theme, kind }
    }
}

/// A picture as bands of tiles that cover it without gap or overlap, from top to bottom.
///
/// The tiles of a band have one height and span the picture from left to right.
#[derive(Clone)]
#[cfg_attr(test, derive(Debug))]
pub(crate) struct Tiling {
    pub(crate) bands: Vec<Vec<Tile>>,
}

/// A rectangle of the picture with its content; a [`Grid`] and a theme complete its description.
#[derive(Clone, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(Debug))]
pub(crate) enum Tile {
    /// Empty frame of this width and height.
    Frame { width: u32, height: u32 },
    /// The frame left of the board with the number of a rank (0 for rank 1).
    Rank(u8),
    /// The frame below the board with the letter of a file (0 for a).
    File(u8),
    /// A square.
    Square {
        /// The ground under the piece.
        ground: Ground,
        /// The figure on the square.
        figure: Option<Figure>,
        /// The number of the step of the last turn that ended there, if the turn has several; else 0.
        step: u8,
    },
    /// The name of the item above it.
    Label(&'static str),
    /// The strip of a seat, or its beginning if slots follow.
    Strip(SideStrip),
    /// A part of a strip with an item that its side has at hand.
    Slot {
        /// The item.
        item: Holding,
        /// True if the strip is highlighted.
        active: bool,
    },
    /// The end of a strip with slots.
    End {
        /// True if the strip is highlighted.
        active: bool,
    },
}

impl Tile {
    /// Returns tiles that together have every color of every picture.
    pub(crate) fn samples() -> impl Iterator<Item = Tile> {
        let squares = Ground::all().flat_map(|ground| {
            let glyphs = Glyph::ALL.into_iter();
            let there = glyphs.filter(move |glyph| match glyph {
                Glyph::King(Color::White) => true,
                Glyph::King(Color::Black) => !ground.frozen,
                _ => !ground.frozen && !ground.check,
            });
            there.map(move |glyph| Tile::Square {
                ground,
                figure: Some(Figure::seen(glyph)),
                step: 0,
            })
        });
        let faint = Ground::PLAIN.into_iter().flat_map(|ground| {
            [
                Figure::unseen(Glyph::Queen(Color::White)),
                Figure::unseen(Glyph::Queen(Color::Black)),
                Figure::gone(Glyph::Queen(Color::White)),
            ]
            .map(|figure| Tile::Square {
                ground,
                figure: Some(figure),
                step: 1,
            })
        });
        // These texts are never read: they have typical strokes of letters.
        let won = |color| match color {
            Color::White => (true, "1   won by checkmate"),
            Color::Black => (false, "0   checkmated"),
        };
        let seats = Color::ALL.into_iter().flat_map(move |color| {
            [(true, "to move"), won(color)].map(|(is_active, told)| {
                Tile::Strip(SideStrip {
                    color,
                    name: "gamboge".to_string(),
                    side: color.to_string(),
                    told: Some(told.to_string()),
                    is_active,
                    n_slots: 0,
                })
            })
        });
        let slots = [false, true].into_iter().flat_map(|active| {
            let powers = Holding::POWERS.into_iter();
            let reserve = Holding::Reserve(Glyph::Queen(Color::Black), 2);
            powers
                .chain([reserve])
                .map(move |item| Tile::Slot { item, active })
        });
        squares
            .chain(faint)
            .chain(seats)
            .chain(slots)
            .chain([Tile::Rank(1), Tile::File(1)])
    }

    /// Returns a few tiles that are typical of most pictures: each glyph once, half of them on light squares, and a
    /// strip.
    pub(crate) fn common() -> impl Iterator<Item = Tile> {
        let grounds = Ground::PLAIN.into_iter().cycle();
        let squares = Glyph::ALL
            .into_iter()
            .zip(grounds)
            .map(|(glyph, ground)| Tile::Square {
                ground,
                figure: Some(Figure::seen(glyph)),
                step: 0,
            });
        let others = Tile::samples().filter(|tile| !matches!(tile, Tile::Square { .. }));
        squares.chain(others.step_by(4))
    }
}

/// The look of a square under the piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Ground {
    /// True if the square is light.
    pub(crate) light: bool,
    /// True if the last turn began or ended there.
    pub(crate) last: bool,
    /// True if a king in check stands there.
    pub(crate) check: bool,
    /// True if the piece there cannot move at present.
    pub(crate) frozen: bool,
    /// The highlight there.
    pub(crate) hint: Hint,
}

/// The highlight of a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Hint {
    /// No highlight.
    #[default]
    Nothing,
    /// The chosen piece.
    Chosen,
    /// A target square of the chosen piece.
    Target,
    /// A square that makes a move illegal.
    Cause,
}

impl Ground {
    /// Returns every ground without a highlight, for complete tables.
    pub(crate) fn all() -> impl Iterator<Item = Ground> {
        (0..16).map(|bits| Ground {
            light: bits & 1 == 0,
            last: bits & 2 != 0,
            check: bits & 4 != 0,
            frozen: bits & 8 != 0,
            hint: Hint::Nothing,
        })
    }

    /// A light and a dark square without any mark.
    pub(crate) const PLAIN: [Ground; 2] = [
        Ground {
            light: true,
            last: false,
            check: false,
            frozen: false,
            hint: Hint::Nothing,
        },
        Ground {
            light: false,
            last: false,
            check: false,
            frozen: false,
            hint: Hint::Nothing,
        },
    ];
}

/// A glyph on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Figure {
    /// The glyph.
    pub(crate) glyph: Glyph,
    /// The visibility of the glyph.
    pub(crate) presence: Presence,
}

impl Figure {
    /// Makes a figure that everybody sees.
    pub(crate) const fn seen(glyph: Glyph) -> Figure {
        Figure {
            glyph,
            presence: Presence::Seen,
        }
    }

    /// Makes a figure that the other side does not see.
    pub(crate) const fn unseen(glyph: Glyph) -> Figure {
        Figure {
            glyph,
            presence: Presence::Unseen,
        }
    }

    /// Makes a figure that the last turn removed.
    pub(crate) const fn gone(glyph: Glyph) -> Figure {
        Figure {
            glyph,
            presence: Presence::Gone,
        }
    }
}

/// The visibility of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Presence {
    /// Everybody sees it.
    Seen,
    /// The other side does not see it.
    Unseen,
    /// The last turn removed it.
    Gone,
}

impl Tiling {
    pub(crate) fn new(view: &View, look: &Look, hints: &Hints, grid: &Grid) -> Tiling {
        Tiling::with_standing(view, look, hints, grid, |color| Standing::of(color, view))
    }

    /// Makes the tiles of a view within an animation. The moves show the side to move, and changing strips would only
    /// flicker.
    pub(crate) fn in_passing(view: &View, look: &Look, grid: &Grid) -> Tiling {
        Tiling::with_standing(view, look, &Hints::default(), grid, |_| Standing::Waits)
    }

    fn with_standing(
        view: &View,
        look: &Look,
        hints: &Hints,
        grid: &Grid,
        standing: impl Fn(Color) -> Standing,
    ) -> Tiling {
        let steps = steps(view);
        // The order is from the top left corner to the right and down, from the perspective of the side at the bottom.
        let (ranks, files): ([u8; 8], [u8; 8]) = match look.bottom {
            Color::White => ([7, 6, 5, 4, 3, 2, 1, 0], [0, 1, 2, 3, 4, 5, 6, 7]),
            Color::Black => ([0, 1, 2, 3, 4, 5, 6, 7], [7, 6, 5, 4, 3, 2, 1, 0]),
        };
        let seat = |color: Color| {
            let standing = standing(color);
            let (captions, active) = (&*look.captions, standing.is_active(color));
            let slots: Vec<Tile> = Holding::of(color, view)
                .map(|item| Tile::Slot { item, active })
                .collect();
            let mut band = vec![Tile::Strip(SideStrip {
                color,
                name: look.names[color].chars().take(NAME_MAX).collect(),
                side: captions.side(color),
                told: standing.told(color, captions),
                is_active: active,
                n_slots: slots.len() as u32,
            })];
            if !slots.is_empty() {
                band.extend(slots);
                band.push(Tile::End { active });
            }
            band
        };
        let frame = |width, height| Tile::Frame { width, height };
        let mut bands = vec![seat(!look.bottom)];
        for rank in ranks {
            let mut band = vec![Tile::Rank(rank)];
            band.extend(
                files.map(|file| square(view, Square::from_index(rank * 8 + file), hints, &steps)),
            );
            band.push(frame(grid.right, grid.square));
            bands.push(band);
        }
        let mut band = vec![frame(grid.left, grid.files)];
        band.extend(files.map(Tile::File));
        band.push(frame(grid.right, grid.files));
        bands.push(band);
        bands.push(seat(look.bottom));
        Tiling { bands }
    }

    /// Returns the height of the picture.
    pub(crate) fn height(&self, grid: &Grid) -> u32 {
        let firsts = self.bands.iter().filter_map(|band| band.first());
        firsts.map(|tile| grid.size_of(tile).1).sum()
    }
}

/// Returns the tile of a square of a view.
pub(crate) fn square(view: &View, square: Square, hints: &Hints, steps: &[Vec<Square>]) -> Tile {
    let marks = &view.marks;
    let hint = if hints.chosen == Some(square) {
        Hint::Chosen
    } else if hints.targets.contains(&square) {
        Hint::Target
    } else if hints.causes.contains(&square) {
        Hint::Cause
    } else {
        Hint::Nothing
    };
    let step = steps.iter().rposition(|step| step.contains(&square));
    let figure = match view.glyph(square) {
        Some(glyph) if marks.stealth.contains(&square) => Some(Figure::unseen(glyph)),
        Some(glyph) => Some(Figure::seen(glyph)),
        None => taken(view, square).map(Figure::gone),
    };
    Tile::Square {
        ground: Ground {
            light: square.is_light(),
            last: marks.last.contains(&square),
            check: marks.check.contains(&square) || hints.threatened.contains(&square),
            frozen: marks.frozen.contains(&square),
            hint,
        },
        figure,
        step: step.map_or(0, |step| u8::try_from(step + 1).unwrap_or(u8::MAX)),
    }
}

/// Returns the glyph that the last turn removed from a square.
fn taken(view: &View, square: Square) -> Option<Glyph> {
    let facts = view.turn.iter().flat_map(|turn| turn.facts.iter().rev());
    facts
        .filter_map(|fact| match *fact {
            Fact::Captured { glyph, at } | Fact::Vanished { glyph, at } => Some((glyph, at)),
            Fact::Ate { object, at, .. } | Fact::Burst { object, at } => Some((object, at)),
            _ => None,
        })
        .find_map(|(glyph, at)| (at == square).then_some(glyph))
}

/// Returns the steps of the last turn in order, each with its squares, if objects or eggs extended the turn.
pub(crate) fn steps(view: &View) -> Vec<Vec<Square>> {
    let facts = || view.turn.iter().flat_map(|turn| &turn.facts);
    let goes_on = |fact: &Fact| {
        matches!(
            fact,
            Fact::Slipped { .. } | Fact::Returned { .. } | Fact::Drew(_)
        )
    };
    let mut steps: Vec<Vec<Square>> = facts()
        .filter_map(|fact| match *fact {
            Fact::Moved { to, .. }
            | Fact::Slipped { to, .. }
            | Fact::Returned { to, .. }
            | Fact::Stole { to: Some(to), .. } => Some(vec![to]),
            Fact::Dropped { at, .. } | Fact::Shot { at, .. } | Fact::Recolored { at, .. } => {
                Some(vec![at])
            }
            Fact::Swapped { a, b } => Some(vec![a, b]),
            _ => None,
        })
        .collect();
    // A piece that changes on its target square makes no further step.
    steps.dedup();
    if steps.len() > 1 && facts().any(goes_on) {
        steps
    } else {
        Vec::new()
    }
}

#[cfg(test)]
mod tests;
