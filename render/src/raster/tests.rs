use rules::{Due, Glyph, Power};

use super::*;
use crate::{Size, scene::Standing};

/// A picture whose squares are 45 pixels wide, as the drawings are made for.
fn grid() -> Grid {
    let grid = Grid::new(Size::new(386).expect("the width is within bounds"));
    assert_eq!(grid.square, 45);
    grid
}

const PLAIN: Ground = Ground {
    light: true,
    last: false,
    check: false,
    frozen: false,
};

fn square(ground: Ground, glyph: Option<Glyph>) -> Tile {
    let figure = glyph.map(Figure::seen);
    Tile::Square { ground, figure }
}

fn seat(name: &str, standing: Standing) -> Tile {
    Tile::Seat(Seat {
        color: Color::White,
        name: name.to_string(),
        standing,
        n_slots: 0,
    })
}

fn to_move(check: bool) -> Standing {
    Standing::ToDecide {
        check,
        due: Due::Move,
    }
}

/// The brightness of each pixel.
fn grey(raster: &Raster, tile: &Tile, theme: Theme) -> Vec<i32> {
    let pixmap = raster.tile(tile, theme, &grid());
    let pixels = pixmap.pixels().iter();
    pixels
        .map(|pixel| {
            (2 * i32::from(pixel.red()) + 5 * i32::from(pixel.green()) + i32::from(pixel.blue()))
                / 8
        })
        .collect()
}

/// How many pixels are clearly different.
fn differing(one: &[i32], other: &[i32]) -> usize {
    one.iter()
        .zip(other)
        .filter(|(one, other)| (*one - *other).abs() > 40)
        .count()
}

#[test]
fn every_glyph_is_drawn_whole_in_every_theme() {
    let raster = Raster::new();
    for theme in Theme::ALL {
        for ground in Ground::all().filter(|ground| !ground.check) {
            let empty = grey(&raster, &square(ground, None), theme);
            for glyph in Glyph::ALL {
                let drawn = grey(&raster, &square(ground, Some(glyph)), theme);
                assert!(
                    differing(&empty, &drawn) > 200,
                    "{theme}: {glyph:?} is hard to see on {ground:?}"
                );
                let at_the_edge = (0..45).flat_map(|i| [i, 44 * 45 + i, i * 45, i * 45 + 44]);
                let clipped = at_the_edge.filter(|&at| drawn[at] != empty[at]).count();
                assert_eq!(clipped, 0, "{theme}: {glyph:?} is clipped");
            }
        }
    }
}

#[test]
fn glyphs_can_be_told_apart_in_grey() {
    let raster = Raster::new();
    for theme in Theme::ALL {
        for light in [true, false] {
            let ground = Ground { light, ..PLAIN };
            let drawn =
                Glyph::ALL.map(|glyph| (glyph, grey(&raster, &square(ground, Some(glyph)), theme)));
            for (number, (glyph, one)) in drawn.iter().enumerate() {
                for (other_glyph, other) in &drawn[..number] {
                    let n_pixels = differing(one, other);
                    assert!(
                        n_pixels >= 150,
                        "{theme}: {glyph:?} and {other_glyph:?}: {n_pixels}"
                    );
                }
            }
        }
    }
}

#[test]
fn marks_are_shapes_that_grey_shows() {
    let raster = Raster::new();
    for theme in Theme::ALL {
        for light in [true, false] {
            let plain = grey(&raster, &square(Ground { light, ..PLAIN }, None), theme);
            let marked = Ground::all().filter(|ground| {
                ground.light == light && (ground.last || ground.check || ground.frozen)
            });
            for ground in marked {
                let marked = grey(&raster, &square(ground, None), theme);
                let inside = marked[22 * 45 + 22];
                let shape = marked
                    .iter()
                    .filter(|brightness| (*brightness - inside).abs() > 30)
                    .count();
                assert!(shape > 30, "{theme}: {ground:?} is a plain color");
                assert!(differing(&plain, &marked) > 30, "{theme}: {ground:?}");
            }
        }
    }
}

#[test]
fn an_unseen_queen_is_marked_and_still_a_queen() {
    let raster = Raster::new();
    for theme in Theme::ALL {
        for ground in Ground::plain() {
            for glyph in Color::ALL.map(Glyph::Queen) {
                let figure = Some(Figure {
                    glyph,
                    presence: Presence::Unseen,
                });
                let unseen = grey(&raster, &Tile::Square { ground, figure }, theme);
                let seen = grey(&raster, &square(ground, Some(glyph)), theme);
                let empty = grey(&raster, &square(ground, None), theme);
                assert!(differing(&unseen, &seen) > 200, "{theme}: {ground:?}");
                let whole: Vec<usize> = (0..seen.len())
                    .filter(|&at| (seen[at] - empty[at]).abs() > 80)
                    .collect();
                let shown = whole
                    .iter()
                    .filter(|&&at| (unseen[at] - empty[at]).abs() > 25)
                    .count();
                assert!(
                    shown * 10 > whole.len() * 8,
                    "{theme}: {glyph:?} on {ground:?}: {shown} of {}",
                    whole.len()
                );
            }
        }
    }
}

#[test]
fn what_is_at_hand_can_be_told_apart_in_grey() {
    let raster = Raster::new();
    let reserve = |glyph, count| Item::Reserve(glyph, count);
    let queen = Glyph::Queen(Color::White);
    let items = [
        Item::Power(Power::Shell, true),
        Item::Power(Power::Shell, false),
        Item::Power(Power::Stealth, true),
        Item::Power(Power::Stealth, false),
        reserve(queen, 1),
        reserve(queen, 2),
        reserve(queen, 12),
        reserve(Glyph::Queen(Color::Black), 2),
        reserve(Glyph::Rook(Color::White), 2),
    ];
    for theme in Theme::ALL {
        for active in [true, false] {
            let drawn = items.map(|item| grey(&raster, &Tile::Slot { item, active }, theme));
            for (number, one) in drawn.iter().enumerate() {
                for (other_number, other) in drawn[..number].iter().enumerate() {
                    assert!(
                        differing(one, other) > 10,
                        "{theme}: {:?} and {:?}",
                        items[number],
                        items[other_number]
                    );
                }
            }
        }
    }
}

#[test]
fn the_largest_reserve_fits_its_slot() {
    let raster = Raster::new();
    for theme in Theme::ALL {
        for glyph in [Glyph::Knight(Color::White), Glyph::Queen(Color::Black)] {
            let slot = |count| {
                let item = Item::Reserve(glyph, count);
                let tile = Tile::Slot {
                    item,
                    active: false,
                };
                raster.tile(&tile, theme, &grid())
            };
            let (one, most) = (slot(1), slot(88));
            let width = one.width() as usize;
            let edges = |pixmap: &Pixmap| -> Vec<_> {
                let rows = pixmap.pixels().chunks(width);
                rows.flat_map(|row| [row[0], row[width - 1]]).collect()
            };
            assert!(edges(&one) == edges(&most), "{theme}: {glyph:?}");
        }
    }
}

#[test]
fn text_is_drawn() {
    let raster = Raster::new();
    for theme in Theme::ALL {
        let anonymous = grey(&raster, &seat("", Standing::Waits), theme);
        let named = grey(&raster, &seat("Ann", Standing::Waits), theme);
        assert!(differing(&anonymous, &named) > 60, "{theme}: the name");
        let unreadable = grey(&raster, &seat("中文", Standing::Waits), theme);
        assert_eq!(anonymous, unreadable, "{theme}: the font lacks these");

        let frame = Tile::Frame {
            width: 45,
            height: 12,
        };
        for number in 0..8 {
            let file = grey(&raster, &Tile::File(number), theme);
            let empty = grey(&raster, &frame, theme);
            assert!(differing(&file, &empty) > 5, "{theme}: file {number}");
        }
        let ranks: Vec<Vec<i32>> = (0..8)
            .map(|rank| grey(&raster, &Tile::Rank(rank), theme))
            .collect();
        for (number, rank) in ranks.iter().enumerate() {
            assert!(
                ranks[..number]
                    .iter()
                    .all(|other| differing(rank, other) > 0),
                "{theme}: rank {number}"
            );
        }
    }
}

#[test]
fn a_strip_shows_the_turn_in_more_than_color() {
    let raster = Raster::new();
    for theme in Theme::ALL {
        let waits = raster.tile(&seat("Ann", Standing::Waits), theme, &grid());
        let decides = raster.tile(&seat("Ann", to_move(false)), theme, &grid());
        let in_check = raster.tile(&seat("Ann", to_move(true)), theme, &grid());
        // Letters on the badge have edges; a mere panel has none.
        let edges = |pixmap: &Pixmap| {
            let row = pixmap.width() as usize * (pixmap.height() as usize / 2);
            let row = &pixmap.pixels()[row..row + pixmap.width() as usize];
            row[row.len() / 2..]
                .windows(2)
                .filter(|pair| pair[0] != pair[1])
                .count()
        };
        assert!(edges(&waits) < 5, "{theme}");
        assert!(edges(&decides) > edges(&waits) + 10, "{theme}");
        assert!(edges(&in_check) > edges(&decides) + 10, "{theme}");
    }
}

#[test]
fn a_long_name_leaves_room_for_what_is_told() {
    let raster = Raster::new();
    let long = "W".repeat(100);
    let name = raster.tile(&seat(&long, to_move(true)), Theme::Light, &grid());
    let none = raster.tile(&seat("", to_move(true)), Theme::Light, &grid());
    let right_part = |pixmap: &Pixmap| {
        let rows = pixmap.pixels().chunks(pixmap.width() as usize);
        rows.flat_map(|row| row[268..].to_vec()).collect::<Vec<_>>()
    };
    assert!(
        right_part(&name) == right_part(&none),
        "the name runs into the badge"
    );
}
