use rules::Color;

use super::*;
use crate::{
    Theme,
    testing::{at, names, start, view},
};

fn scene(view: &View, bottom: Color) -> Scene {
    let look = Look {
        size: Size::default(),
        theme: Theme::default(),
        bottom,
        names: names("Ann", "Bob"),
    };
    Scene::new(view, &look, &Grid::new(look.size))
}

#[test]
fn the_tiles_cover_every_picture() {
    for width in 180..=2160 {
        let size = Size::new(width).expect("the width is within bounds");
        let grid = Grid::new(size);
        let look = Look {
            size,
            theme: Theme::default(),
            bottom: Color::White,
            names: names("Ann", "Bob"),
        };
        let mut total = 0;
        for band in Scene::new(&start(), &look, &grid).bands {
            let sizes: Vec<(u32, u32)> = band.iter().map(|tile| grid.size_of(tile)).collect();
            assert_eq!(sizes.iter().map(|(width, _)| width).sum::<u32>(), width);
            assert!(
                sizes.iter().all(|(_, height)| *height == sizes[0].1),
                "{width}"
            );
            total += sizes[0].1;
        }
        assert_eq!(total, grid.height());
    }
}

#[test]
fn the_board_is_seen_from_either_side() {
    #[track_caller]
    fn check(bottom: Color, corners: [Glyph; 2], top_rank: u8, left_file: u8) {
        let bands = scene(&view("r6q/8/8/8/8/8/8/N6K"), bottom).bands;
        let glyphs: Vec<Glyph> = bands[1]
            .iter()
            .filter_map(|tile| match tile {
                Tile::Square { glyph, .. } => *glyph,
                _ => None,
            })
            .collect();
        assert_eq!(glyphs, corners);
        assert_eq!(bands[1][0], Tile::Rank(top_rank));
        assert_eq!(bands[9][1], Tile::File(left_file));
        assert!(matches!(&bands[0][..], [Tile::Seat { color, .. }] if *color == !bottom));
        assert!(matches!(&bands[10][..], [Tile::Seat { color, .. }] if *color == bottom));
    }
    let (black, white) = (Color::Black, Color::White);
    check(
        Color::White,
        [Glyph::Rook(black), Glyph::Queen(black)],
        7,
        0,
    );
    check(
        Color::Black,
        [Glyph::King(white), Glyph::Knight(white)],
        0,
        7,
    );
}

#[test]
fn marks_are_under_their_squares() {
    let mut view = start();
    view.marks.last = vec![at("e2"), at("g4")];
    view.marks.check = vec![at("e8")];
    let bands = scene(&view, Color::White).bands;
    let ground = |square: &str| {
        let square = at(square);
        match bands[8 - usize::from(square.rank())][1 + usize::from(square.file())] {
            Tile::Square { ground, .. } => (ground.light, ground.last, ground.check),
            _ => panic!("{square} is no square"),
        }
    };
    assert_eq!(ground("e2"), (true, true, false));
    assert_eq!(ground("g4"), (true, true, false));
    assert_eq!(ground("e8"), (true, false, true));
    assert_eq!(ground("e1"), (false, false, false));
}

#[test]
fn a_strip_says_how_its_seat_stands() {
    #[track_caller]
    fn check(view: &View, white: Option<&str>, black: Option<&str>, active: Option<Color>) {
        for (color, told) in [(Color::White, white), (Color::Black, black)] {
            let standing = Standing::of(color, view);
            assert_eq!(standing.told(color), told);
            assert_eq!(standing.is_active(color), active == Some(color));
        }
    }
    let mut view = start();
    check(&view, Some("to move"), None, Some(Color::White));
    view.marks.check = vec![at("e1")];
    check(&view, Some("in check, to move"), None, Some(Color::White));
    view.status = Status::Over(Outcome::Won {
        winner: Color::Black,
        reason: WinReason::Checkmate,
    });
    check(
        &view,
        Some("0   checkmated"),
        Some("1   won by checkmate"),
        Some(Color::Black),
    );
    view.status = Status::Over(Outcome::Drawn {
        reason: DrawReason::Agreement,
    });
    let drawn = Some("½   drawn by agreement");
    check(&view, drawn, drawn, None);
}

#[test]
fn the_samples_have_every_glyph_and_ground() {
    let samples: Vec<Tile> = Tile::samples().collect();
    for wanted in Glyph::ALL {
        let has =
            |tile: &Tile| matches!(tile, Tile::Square { glyph, .. } if *glyph == Some(wanted));
        assert!(samples.iter().any(has), "{wanted:?}");
    }
    for wanted in Ground::all() {
        let has = |tile: &Tile| matches!(tile, Tile::Square { ground, .. } if *ground == wanted);
        assert!(samples.iter().any(has), "{wanted:?}");
    }
}
