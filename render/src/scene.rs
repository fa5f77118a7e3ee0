//! Which tile stands where: pure geometry.

mod sign;
mod strip;

use rules::{Color, Fact, Glyph, Square, View};

pub use self::sign::PictureSign;
pub(crate) use self::strip::{Holding, SideStrip};
use crate::{
    Captions, Chart, Diagram, Hints, Look, Mark, ScoreChart, ScoreReport, Size, Standing, Theme,
    grid::Grid, sheet,
};

/// As many characters of a name as might be drawn; no picture has room for more.
const NAME_MAX: usize = 120;

/// A picture that is yet to be drawn: all that it shows, in which size and colors.
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

/// What a picture shows.
#[derive(Clone)]
pub(crate) enum SceneKind {
    /// A view, with this side at the bottom.
    Board { tiling: Tiling, bottom: Color },
    /// All that a picture may be made of.
    Sheet(Tiling),
    /// A rule, and what its marks mean.
    Diagram {
        diagram: Diagram,
        legend: Vec<(Mark, String)>,
    },
    /// Numbers that change over time.
    Chart(Chart),
    /// How a game went.
    ScoreChart(ScoreChart),
    /// The same, and where it turned.
    ScoreReport(ScoreReport),
}

impl Scene {
    /// The picture of a view, exactly as wide as the look says.
    pub fn new(view: &View, look: &Look) -> Scene {
        Scene::hinted(view, look, &Hints::default())
    }

    /// The same picture with hints on its squares, for the eyes of who is to choose.
    pub fn hinted(view: &View, look: &Look, hints: &Hints) -> Scene {
        let tiling = Tiling::new(view, look, hints, &Grid::new(look.size));
        let bottom = look.bottom;
        Scene {
            size: look.size,
            theme: look.theme,
            kind: SceneKind::Board { tiling, bottom },
        }
    }

    /// A diagram, exactly as wide as the size says.
    pub fn diagram(diagram: Diagram, size: Size, theme: Theme, captions: &dyn Captions) -> Scene {
        let marks = diagram.marks();
        let legend = marks.map(|mark| (mark, captions.mark(mark))).collect();
        let kind = SceneKind::Diagram { diagram, legend };
        Scene { size, theme, kind }
    }

    /// A chart, exactly as wide as the size says.
    pub fn chart(chart: Chart, size: Size, theme: Theme) -> Scene {
        let kind = SceneKind::Chart(chart);
        Scene { size, theme, kind }
    }

    /// How a game went, exactly as wide as the size says.
    pub fn score_chart(chart: ScoreChart, size: Size, theme: Theme) -> Scene {
        let kind = SceneKind::ScoreChart(chart);
        Scene { size, theme, kind }
    }

    /// How a game went and where it turned, exactly as wide as the size says.
    pub fn score_report(report: ScoreReport, size: Size, theme: Theme) -> Scene {
        let kind = SceneKind::ScoreReport(report);
        Scene { size, theme, kind }
    }

    /// A contact sheet of this width: every glyph, mark and sign there is, with its name.
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

/// A rectangle of the picture and all that it shows; with a [`Grid`] and a theme that describes it completely.
#[derive(Clone, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(Debug))]
pub(crate) enum Tile {
    /// Nothing but the frame, this wide and high.
    Frame { width: u32, height: u32 },
    /// The frame left of the board with the number of a rank (0 for rank 1).
    Rank(u8),
    /// The frame below the board with the letter of a file (0 for a).
    File(u8),
    /// A square.
    Square {
        /// What is under the piece.
        ground: Ground,
        /// What stands there.
        figure: Option<Figure>,
        /// Which step of the last turn ended there, where that has several; else 0.
        step: u8,
    },
    /// The name of what is shown above it.
    Label(&'static str),
    /// The strip of a seat, or its beginning where slots follow.
    Strip(SideStrip),
    /// A part of a strip that shows what its side has at hand.
    Slot {
        /// What that is.
        item: Holding,
        /// Whether the strip stands out.
        active: bool,
    },
    /// The end of a strip that has slots.
    End {
        /// Whether the strip stands out.
        active: bool,
    },
}

impl Tile {
    /// Tiles that between them have every color of every picture.
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
        // Nobody reads these: they have the strokes that letters have.
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

    /// A few tiles such as most pictures have: each glyph once, half of them on light squares, and a strip.
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

/// What a square is like under the piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Ground {
    /// Whether the square is light.
    pub(crate) light: bool,
    /// Whether the last turn began or ended there.
    pub(crate) last: bool,
    /// Whether a king in check stands there.
    pub(crate) check: bool,
    /// Whether the piece there cannot move for the time being.
    pub(crate) frozen: bool,
    /// What is pointed out there.
    pub(crate) hint: Hint,
}

/// What is pointed out on a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Hint {
    /// Nothing.
    #[default]
    Nothing,
    /// This piece is chosen.
    Chosen,
    /// The chosen piece may go there.
    Target,
    /// What is there forbids a move.
    Cause,
}

impl Ground {
    /// Every ground on which nothing is pointed out, for tables that must not miss one.
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

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Figure {
    /// What it is.
    pub(crate) glyph: Glyph,
    /// How it is there.
    pub(crate) presence: Presence,
}

impl Figure {
    /// Something that everybody sees.
    pub(crate) const fn seen(glyph: Glyph) -> Figure {
        Figure {
            glyph,
            presence: Presence::Seen,
        }
    }

    /// Something that the other side does not see.
    pub(crate) const fn unseen(glyph: Glyph) -> Figure {
        Figure {
            glyph,
            presence: Presence::Unseen,
        }
    }

    /// Something that the last turn took away.
    pub(crate) const fn gone(glyph: Glyph) -> Figure {
        Figure {
            glyph,
            presence: Presence::Gone,
        }
    }
}

/// How something is on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Presence {
    /// Everybody sees it.
    Seen,
    /// The other side does not see it.
    Unseen,
    /// The last turn took it away.
    Gone,
}

impl Tiling {
    pub(crate) fn new(view: &View, look: &Look, hints: &Hints, grid: &Grid) -> Tiling {
        Tiling::with_standing(view, look, hints, grid, |color| Standing::of(color, view))
    }

    /// A view that others follow soon. Whose turn it is shows by itself then, and strips that change each time would
    /// only flicker.
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
        // From the top left corner to the right and down, as the side at the bottom sees it.
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

    /// The height of the picture.
    pub(crate) fn height(&self, grid: &Grid) -> u32 {
        let firsts = self.bands.iter().filter_map(|band| band.first());
        firsts.map(|tile| grid.size_of(tile).1).sum()
    }
}

/// What a square of a view shows.
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

/// What the last turn took off a square.
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

/// The steps of the last turn in order, each with its squares, if objects or eggs carried it on.
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
    // A piece that turns on the square that it has just reached makes no step.
    steps.dedup();
    if steps.len() > 1 && facts().any(goes_on) {
        steps
    } else {
        Vec::new()
    }
}

#[cfg(test)]
mod tests;
