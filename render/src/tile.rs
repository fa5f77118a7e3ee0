//! The tiles of a picture: rectangles with their content.

mod strip;

use rules::{Color, Glyph};

pub(crate) use self::strip::{Holding, SideStrip};
use crate::grid::Grid;

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
    /// The name of the item above the square.
    Label(&'static str),
    /// The strip of a seat, or its beginning if slots follow.
    Strip(SideStrip),
    /// A part of a strip with an item of its side.
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
            [(true, "to move"), won(color)].map(|(is_active, status)| {
                Tile::Strip(SideStrip {
                    color,
                    name: "gamboge".to_string(),
                    side: color.to_string(),
                    status: Some(status.to_string()),
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

    /// Returns the width and the height in pixels.
    pub(crate) fn size(&self, grid: &Grid) -> (u32, u32) {
        match *self {
            Tile::Frame { width, height } => (width, height),
            Tile::Rank(_) => (grid.left, grid.square),
            Tile::File(_) | Tile::Label(_) => (grid.square, grid.files),
            Tile::Square { .. } => (grid.square, grid.square),
            Tile::Strip(SideStrip { n_slots: 0, .. }) => (grid.width, grid.seat),
            Tile::Strip(SideStrip { n_slots, .. }) => {
                (grid.width - n_slots * grid.slot - grid.end, grid.seat)
            }
            Tile::Slot { .. } => (grid.slot, grid.seat),
            Tile::End { .. } => (grid.end, grid.seat),
        }
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
    /// Makes a figure that both sides see.
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
    /// Both sides see it.
    Seen,
    /// The other side does not see it.
    Unseen,
    /// The last turn removed it.
    Gone,
}
