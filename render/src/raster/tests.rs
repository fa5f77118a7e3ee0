use rules::{Color, Glyph, Power};

use super::*;
use crate::{
    Mark, Sprite,
    testing::{contrast, linear},
    tile::{Figure, Ground, Hint, Holding, SideStrip},
};

/// Returns a grid with squares of 45 pixels, the design size of the drawings.
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
    hint: Hint::Nothing,
};

fn square(ground: Ground, glyph: Option<Glyph>) -> Tile {
    let figure = glyph.map(Figure::seen);
    Tile::Square {
        ground,
        figure,
        step: 0,
    }
}

fn figure(ground: Ground, figure: Figure) -> Tile {
    Tile::Square {
        ground,
        figure: Some(figure),
        step: 0,
    }
}

fn seat(name: &str, status: Option<&str>) -> Tile {
    Tile::Strip(SideStrip {
        color: Color::White,
        name: name.to_string(),
        side: "White".to_string(),
        status: status.map(str::to_string),
        is_active: status.is_some(),
        n_slots: 0,
    })
}

const TO_MOVE: Option<&str> = Some("to move");
const IN_CHECK: Option<&str> = Some("in check, to move");

/// Returns the brightness of each pixel.
fn grey(raster: &Raster, tile: &Tile, theme: Theme) -> Vec<i32> {
    grey_at(raster, tile, theme, &grid())
}

fn grey_at(raster: &Raster, tile: &Tile, theme: Theme, grid: &Grid) -> Vec<i32> {
    brightness(&raster.tile(tile, &theme, grid))
}

fn brightness(pixmap: &Pixmap) -> Vec<i32> {
    let pixels = pixmap.pixels().iter();
    pixels
        .map(|pixel| {
            (2 * i32::from(pixel.red()) + 5 * i32::from(pixel.green()) + i32::from(pixel.blue()))
                / 8
        })
        .collect()
}

/// Counts the pixels that clearly differ.
fn differing(one: &[i32], other: &[i32]) -> usize {
    one.iter()
        .zip(other)
        .filter(|(one, other)| (*one - *other).abs() > 40)
        .count()
}

#[test]
fn no_glyph_is_cut_off_in_any_theme() {
    let raster = Raster::new(PieceSet::default());
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
fn glyphs_differ_in_grey() {
    let raster = Raster::new(PieceSet::default());
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
    let raster = Raster::new(PieceSet::default());
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
fn hints_differ_in_grey() {
    let raster = Raster::new(PieceSet::default());
    for theme in Theme::ALL {
        for (light, glyph) in [
            (true, None),
            (false, None),
            (true, Some(Glyph::Rook(Color::Black))),
            (false, Some(Glyph::King(Color::White))),
        ] {
            let hints = [Hint::Nothing, Hint::Chosen, Hint::Target, Hint::Cause];
            let drawn = hints.map(|hint| {
                let ground = Ground {
                    light,
                    hint,
                    ..PLAIN
                };
                (hint, grey(&raster, &square(ground, glyph), theme))
            });
            for (number, (hint, one)) in drawn.iter().enumerate() {
                for (other_hint, other) in &drawn[..number] {
                    let n_pixels = differing(one, other);
                    assert!(
                        n_pixels >= 60,
                        "{theme}, {glyph:?}: {hint:?} and {other_hint:?}: {n_pixels}"
                    );
                }
            }
        }
    }
}

#[test]
fn an_unseen_queen_is_marked_and_still_a_queen() {
    let raster = Raster::new(PieceSet::default());
    for theme in Theme::ALL {
        for ground in Ground::PLAIN {
            for glyph in Color::ALL.map(Glyph::Queen) {
                let unseen = grey(&raster, &figure(ground, Figure::unseen(glyph)), theme);
                let seen = grey(&raster, &square(ground, Some(glyph)), theme);
                let empty = grey(&raster, &square(ground, None), theme);
                assert!(differing(&unseen, &seen) > 200, "{theme}: {ground:?}");
                let visible: Vec<usize> = (0..seen.len())
                    .filter(|&at| (seen[at] - empty[at]).abs() > 80)
                    .collect();
                let shown = visible
                    .iter()
                    .filter(|&&at| (unseen[at] - empty[at]).abs() > 25)
                    .count();
                assert!(
                    shown * 10 > visible.len() * 8,
                    "{theme}: {glyph:?} on {ground:?}: {shown} of {}",
                    visible.len()
                );
            }
        }
    }
}

#[test]
fn reserves_and_powers_differ_in_grey() {
    let raster = Raster::new(PieceSet::default());
    let reserve = |glyph, count| Holding::Reserve(glyph, count);
    let queen = Glyph::Queen(Color::White);
    let items = [
        Holding::Power(Power::Shell, true),
        Holding::Power(Power::Shell, false),
        Holding::Power(Power::Stealth, true),
        Holding::Power(Power::Stealth, false),
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

/// Tests reserves and powers in a picture so narrow that their drawings are 16 pixels wide.
#[test]
fn powers_differ_when_small() {
    let raster = Raster::new(PieceSet::default());
    let grid = Grid::new(Size::new(275).expect("the width is within bounds"));
    let powers = [
        Holding::Power(Power::Shell, true),
        Holding::Power(Power::Shell, false),
        Holding::Power(Power::Stealth, true),
        Holding::Power(Power::Stealth, false),
    ];
    for theme in Theme::ALL {
        for active in [true, false] {
            let tile = |item| Tile::Slot { item, active };
            let drawn = powers.map(|item| grey_at(&raster, &tile(item), theme, &grid));
            for (number, one) in drawn.iter().enumerate() {
                for (other_number, other) in drawn[..number].iter().enumerate() {
                    let n_pixels = differing(one, other);
                    assert!(
                        n_pixels >= 30,
                        "{theme}: {:?} and {:?}: {n_pixels}",
                        powers[number],
                        powers[other_number]
                    );
                }
            }
        }
    }
}

/// Tests that the lines of the ice under a piece do not touch the outline of the piece.
#[test]
fn ice_leaves_room_for_the_tallest_piece() {
    const SIDE: usize = 90;
    let raster = Raster::new(PieceSet::default());
    let grid = Grid::new(Size::new(772).expect("the width is within bounds"));
    let ice = Ground {
        frozen: true,
        ..PLAIN
    };
    for theme in Theme::ALL {
        let empty = grey_at(&raster, &square(ice, None), theme, &grid);
        for color in Color::ALL {
            let king = grey_at(
                &raster,
                &square(ice, Some(Glyph::King(color))),
                theme,
                &grid,
            );
            let touched = |at: usize| king[at] != empty[at];
            let line = |at: usize| empty[at] < 150;
            for at in (0..SIDE * SIDE).filter(|&at| touched(at)) {
                let around = [at - SIDE, at - 1, at, at + 1, at + SIDE];
                assert!(
                    !around.into_iter().any(line),
                    "{theme}: the {color} king touches the ice at {}, {}",
                    at % SIDE,
                    at / SIDE
                );
            }
        }
    }
}

/// Tests marks at their size on an empty square of 45 pixels, and at their size beside a piece.
#[test]
fn marks_of_diagrams_differ_in_grey() {
    let raster = Raster::new(PieceSet::default());
    for theme in Theme::ALL {
        for (side, least) in [(40, 60), (28, 25)] {
            for ground in [theme.square.light, theme.square.dark] {
                let draw = |mark: Option<Mark>| -> Vec<i32> {
                    let shape = |mark| Shape::Sprite {
                        sprite: Sprite::Mark(mark),
                        x: 0.0,
                        y: 0.0,
                        side: side as f32,
                        opacity: 1.0,
                    };
                    let sketch = Sketch {
                        width: side,
                        height: side,
                        ground,
                        shapes: mark.map(shape).into_iter().collect(),
                    };
                    brightness(&raster.paint(&sketch, theme.inks))
                };
                let mut drawn = vec![("nothing".to_string(), draw(None))];
                for mark in Mark::ALL {
                    let one = draw(Some(mark));
                    for (other, picture) in &drawn {
                        let n_pixels = differing(&one, picture);
                        assert!(
                            n_pixels >= least,
                            "{theme}: {mark:?} and {other}: {n_pixels}"
                        );
                    }
                    drawn.push((format!("{mark:?}"), one));
                }
            }
        }
    }
}

#[test]
fn printed_tiles_have_no_color() {
    let raster = Raster::new(PieceSet::default());
    for tile in Tile::samples() {
        let drawn = pixels(&raster, &tile, Theme::PRINT, &grid());
        let colored = drawn
            .iter()
            .find(|[red, green, blue]| red != green || green != blue);
        assert_eq!(colored, None, "{tile:?}");
    }
}

#[test]
fn the_largest_reserve_fits_its_slot() {
    let raster = Raster::new(PieceSet::default());
    for theme in Theme::ALL {
        for glyph in [Glyph::Knight(Color::White), Glyph::Queen(Color::Black)] {
            let slot = |count| {
                let item = Holding::Reserve(glyph, count);
                let tile = Tile::Slot {
                    item,
                    active: false,
                };
                raster.tile(&tile, &theme, &grid())
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
    let raster = Raster::new(PieceSet::default());
    for theme in Theme::ALL {
        let anonymous = grey(&raster, &seat("", None), theme);
        let named = grey(&raster, &seat("Ann", None), theme);
        assert!(differing(&anonymous, &named) > 60, "{theme}: the name");
        let unreadable = grey(&raster, &seat("ሰላም", None), theme);
        let side = grey(&raster, &seat("White", None), theme);
        assert!(side == unreadable, "{theme}: the fonts lack these");

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
fn a_side_is_not_named_twice() {
    let raster = Raster::new(PieceSet::default());
    let behind = |name: &str| {
        let drawn = grey(&raster, &seat(name, None), Theme::LIGHT);
        let rows: Vec<&[i32]> = drawn.chunks(386).collect();
        let plain = rows[4][100];
        let inked = |row: &&[i32]| row[80..200].iter().any(|shade| *shade != plain);
        rows[6..20].iter().any(inked)
    };
    assert!(behind("Whits"));
    assert!(!behind("White"));
}

#[test]
fn a_strip_shows_the_turn_in_more_than_color() {
    let raster = Raster::new(PieceSet::default());
    for theme in Theme::ALL {
        let waits = raster.tile(&seat("Ann", None), &theme, &grid());
        let decides = raster.tile(&seat("Ann", TO_MOVE), &theme, &grid());
        let in_check = raster.tile(&seat("Ann", IN_CHECK), &theme, &grid());
        // The letters on a badge have edges; a panel alone has none.
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
fn a_long_name_leaves_room_for_the_status() {
    let raster = Raster::new(PieceSet::default());
    let long = "W".repeat(100);
    let name = raster.tile(&seat(&long, IN_CHECK), &Theme::LIGHT, &grid());
    let none = raster.tile(&seat("", IN_CHECK), &Theme::LIGHT, &grid());
    let right_part = |pixmap: &Pixmap| {
        let rows = pixmap.pixels().chunks(pixmap.width() as usize);
        rows.flat_map(|row| row[268..].to_vec()).collect::<Vec<_>>()
    };
    assert!(
        right_part(&name) == right_part(&none),
        "the name runs into the badge"
    );
}

/// Returns the color of each pixel.
fn pixels(raster: &Raster, tile: &Tile, theme: Theme, grid: &Grid) -> Vec<Rgb> {
    let pixmap = raster.tile(tile, &theme, grid);
    let pixels = pixmap.pixels().iter();
    pixels
        .map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
        .collect()
}

/// Tests that within three pixels around the edge of each piece and object there is a color with a contrast of 3 to its
/// square.
#[test]
fn every_glyph_has_an_outline_or_a_body_of_enough_contrast() {
    const SIDE: i32 = 90;
    let grid = Grid::new(Size::new(772).expect("the width is within bounds"));
    assert_eq!(grid.square, SIDE as u32);
    let raster = Raster::new(PieceSet::default());
    let around = |at: usize, reach: i32| {
        let (x, y) = (at as i32 % SIDE, at as i32 / SIDE);
        (y - reach..=y + reach)
            .flat_map(move |y| (x - reach..=x + reach).map(move |x| (x, y)))
            .filter(|(x, y)| (0..SIDE).contains(x) && (0..SIDE).contains(y))
            .map(|(x, y)| (y * SIDE + x) as usize)
    };
    for theme in Theme::ALL {
        for ground in Ground::all().filter(|ground| !ground.check) {
            let empty = pixels(&raster, &square(ground, None), theme, &grid);
            for glyph in Glyph::ALL {
                let drawn = pixels(&raster, &square(ground, Some(glyph)), theme, &grid);
                let touched = |at: usize| drawn[at] != empty[at];
                let strong = |at: usize| touched(at) && contrast(drawn[at], empty[at]) >= 3.0;
                let edge: Vec<usize> = (0..drawn.len())
                    .filter(|&at| touched(at) && around(at, 1).any(|near| !touched(near)))
                    .collect();
                let clear = edge.iter().filter(|&&at| around(at, 3).any(strong)).count();
                assert!(
                    clear * 100 >= edge.len() * 97,
                    "{theme}: {glyph:?} on {ground:?}: {clear} of {}",
                    edge.len()
                );
            }
        }
    }
}

/// The color vision of eyes without one kind of cones: rows give red, green and blue. From Machado, Oliveira and
/// Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), for the full
/// deficiency.
const SIGHTS: [(&str, [[f64; 3]; 3]); 5] = [
    (
        "all colors",
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    ),
    ("grey", [[0.2126, 0.7152, 0.0722]; 3]),
    (
        "no red",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "no green",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "no blue",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

/// Returns a color as such an eye sees it.
fn seen(color: Rgb, sight: &[[f64; 3]; 3]) -> Rgb {
    let light = color.map(linear);
    sight.map(|row| {
        let sum: f64 = row
            .iter()
            .zip(light)
            .map(|(part, light)| part * light)
            .sum();
        // The square root approximates the gamma of screens closely enough.
        (sum.clamp(0.0, 1.0).sqrt() * 255.0) as u8
    })
}

#[test]
fn nothing_depends_on_color_alone() {
    let raster = Raster::new(PieceSet::default());
    for theme in Theme::ALL {
        for plain in Ground::PLAIN {
            let last = Ground {
                last: true,
                ..plain
            };
            let frozen = Ground {
                frozen: true,
                ..plain
            };
            let check = Ground {
                check: true,
                ..plain
            };
            let [white, black] = Color::ALL.map(|color| {
                [
                    Glyph::King(color),
                    Glyph::Queen(color),
                    Glyph::Pawn(color),
                    Glyph::Undefined(color),
                ]
            });
            let mut pairs = vec![("last turn", square(plain, None), square(last, None))];
            for (white, black) in white.into_iter().zip(black) {
                let on = |ground| square(ground, Some(white));
                pairs.extend([
                    ("owner", on(plain), square(plain, Some(black))),
                    ("last turn", on(plain), on(last)),
                    ("frozen", on(plain), on(frozen)),
                    ("frozen or last turn", on(last), on(frozen)),
                    ("frozen or check", on(check), on(frozen)),
                    ("check or last turn", on(last), on(check)),
                    ("captured", on(plain), figure(plain, Figure::gone(white))),
                    ("unseen", on(plain), figure(plain, Figure::unseen(white))),
                ]);
            }
            for (what, one, other) in &pairs {
                let one = pixels(&raster, one, theme, &grid());
                let other = pixels(&raster, other, theme, &grid());
                for (sight, matrix) in &SIGHTS {
                    let differ = one.iter().zip(&other).filter(|(one, other)| {
                        contrast(seen(**one, matrix), seen(**other, matrix)) > 1.5
                    });
                    let n_pixels = differ.count();
                    assert!(
                        n_pixels >= 60,
                        "{theme}, {sight}: {what} on {plain:?}: {n_pixels}"
                    );
                }
            }
        }
    }
}
