//! The placement of tiles: pure geometry.

mod sign;

use rules::{Color, Fact, Glyph, Square, View};

pub use self::sign::PictureSign;
use crate::{
    Hints, Look, Standing,
    grid::Grid,
    tile::{Figure, Ground, Hint, Holding, SideStrip, Tile},
};

/// The maximum length of a name in characters; no picture has room for more.
const NAME_MAX: usize = 120;

/// A picture as bands of tiles that cover it without gap or overlap, from top to bottom.
///
/// The tiles of a band have one height and span the picture from left to right.
#[derive(Clone)]
#[cfg_attr(test, derive(Debug))]
pub(crate) struct Tiling {
    pub(crate) bands: Vec<Vec<Tile>>,
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
                status: standing.status_text(color, captions),
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

    /// Returns the same tiles without the frame, its coordinates and the texts of the strips.
    pub(crate) fn bare(&self, grid: &Grid) -> Tiling {
        let is_frame =
            |tile: &Tile| matches!(tile, Tile::Frame { .. } | Tile::Rank(_) | Tile::File(_));
        let without_text = |tile: &Tile| match tile {
            Tile::Strip(_) | Tile::End { .. } => {
                let (width, height) = tile.size(grid);
                Tile::Frame { width, height }
            }
            tile => tile.clone(),
        };
        let inside = |band: &Vec<Tile>| -> Vec<Tile> {
            let tiles = band.iter().filter(|tile| !is_frame(tile));
            tiles.map(without_text).collect()
        };
        let bands = self.bands.iter().map(inside);
        Tiling {
            bands: bands.filter(|band| !band.is_empty()).collect(),
        }
    }

    /// Returns the height of the picture.
    pub(crate) fn height(&self, grid: &Grid) -> u32 {
        let firsts = self.bands.iter().filter_map(|band| band.first());
        firsts.map(|tile| tile.size(grid).1).sum()
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
            check: marks.check.contains(&square),
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
