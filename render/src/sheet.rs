//! The contact sheet: all parts of pictures.

use rules::{Color, Glyph, Power};

use crate::{
    grid::Grid,
    tile::{Figure, Ground, Hint, Holding, SideStrip, Tile},
    tiling::Tiling,
};

/// The number of items in a row.
const COLUMNS: usize = 8;

/// A square of the sheet, without the choice of light or dark.
#[derive(Clone, Copy)]
struct Show {
    label: &'static str,
    ground: Ground,
    figure: Option<Figure>,
    step: u8,
}

impl Show {
    fn glyph(label: &'static str, glyph: Glyph) -> Show {
        Show::figure(label, Figure::seen(glyph))
    }

    fn figure(label: &'static str, figure: Figure) -> Show {
        Show {
            label,
            ground: Ground::default(),
            figure: Some(figure),
            step: 0,
        }
    }
}

/// Makes the sheet: everything on a light and on a dark square with its name below, then the parts of the strips.
pub(crate) fn contact(grid: &Grid) -> Tiling {
    let mut bands = vec![margin(grid)];
    for shows in [
        pieces(Color::White),
        pieces(Color::Black),
        others(),
        marks(),
    ] {
        for light_first in [true, false] {
            bands.push(squares(&shows, light_first, grid));
        }
        bands.push(labels(&shows, grid));
    }
    bands.extend([false, true].map(slots));
    bands.push(margin(grid));
    Tiling { bands }
}

fn pieces(color: Color) -> [Show; COLUMNS] {
    [
        ("king", Glyph::King(color)),
        ("queen", Glyph::Queen(color)),
        ("rook", Glyph::Rook(color)),
        ("bishop", Glyph::Bishop(color)),
        ("knight", Glyph::Knight(color)),
        ("pawn", Glyph::Pawn(color)),
        ("Berolina pawn", Glyph::BerolinaPawn(color)),
        ("immobilizer", Glyph::Immobilizer(color)),
    ]
    .map(|(label, glyph)| Show::glyph(label, glyph))
}

fn others() -> [Show; COLUMNS] {
    [
        Show::glyph("undefined", Glyph::Undefined(Color::White)),
        Show::glyph("undefined", Glyph::Undefined(Color::Black)),
        Show::glyph("mushroom", Glyph::Mushroom),
        Show::glyph("egg", Glyph::Egg),
        Show::glyph("banana", Glyph::Banana),
        Show::glyph("bomb", Glyph::Bomb),
        Show::figure("unseen", Figure::unseen(Glyph::Queen(Color::White))),
        Show::figure("unseen", Figure::unseen(Glyph::Queen(Color::Black))),
    ]
}

fn marks() -> [Show; COLUMNS] {
    let plain = Ground::default();
    let (king, rook) = (Glyph::King(Color::White), Glyph::Rook(Color::Black));
    let on = |label, ground, glyph| Show {
        ground,
        ..Show::glyph(label, glyph)
    };
    let (last, check) = (true, true);
    let (frozen, hint) = (true, Hint::Target);
    [
        Show {
            step: 2,
            ..on("last, step 2", Ground { last, ..plain }, rook)
        },
        on("check", Ground { check, ..plain }, king),
        on("frozen", Ground { frozen, ..plain }, king),
        on(
            "forbids",
            Ground {
                hint: Hint::Cause,
                ..plain
            },
            rook,
        ),
        Show::figure("captured", Figure::gone(Glyph::Knight(Color::White))),
        on(
            "chosen",
            Ground {
                hint: Hint::Chosen,
                ..plain
            },
            rook,
        ),
        on("target", Ground { hint, ..plain }, king),
        Show {
            figure: None,
            ..on("target", Ground { hint, ..plain }, king)
        },
    ]
}

fn squares(shows: &[Show; COLUMNS], light_first: bool, grid: &Grid) -> Vec<Tile> {
    let tiles = shows.iter().enumerate().map(|(column, show)| Tile::Square {
        ground: Ground {
            light: (column % 2 == 0) == light_first,
            ..show.ground
        },
        figure: show.figure,
        step: show.step,
    });
    framed(tiles, grid.square, grid)
}

fn labels(shows: &[Show; COLUMNS], grid: &Grid) -> Vec<Tile> {
    let tiles = shows.iter().map(|show| Tile::Label(show.label));
    framed(tiles, grid.files, grid)
}

/// Makes the slots of a strip, highlighted or not.
fn slots(active: bool) -> Vec<Tile> {
    let items = [
        Holding::Reserve(Glyph::Queen(Color::White), 1),
        Holding::Reserve(Glyph::Rook(Color::White), 2),
        Holding::Reserve(Glyph::Bishop(Color::Black), 12),
        Holding::Reserve(Glyph::Knight(Color::Black), 3),
        Holding::Power(Power::Shell, true),
        Holding::Power(Power::Shell, false),
        Holding::Power(Power::Stealth, true),
        Holding::Power(Power::Stealth, false),
    ];
    let color = if active { Color::Black } else { Color::White };
    let mut band = vec![Tile::Strip(SideStrip {
        color,
        name: String::new(),
        side: color.to_string(),
        status: active.then(|| "to move".to_owned()),
        is_active: active,
        n_slots: items.len() as u32,
    })];
    band.extend(items.map(|item| Tile::Slot { item, active }));
    band.push(Tile::End { active });
    band
}

fn margin(grid: &Grid) -> Vec<Tile> {
    vec![Tile::Frame {
        width: grid.width,
        height: grid.files,
    }]
}

fn framed(tiles: impl Iterator<Item = Tile>, height: u32, grid: &Grid) -> Vec<Tile> {
    let frame = |width| Tile::Frame { width, height };
    let mut band = vec![frame(grid.left)];
    band.extend(tiles);
    band.push(frame(grid.right));
    band
}

#[cfg(test)]
mod tests;
