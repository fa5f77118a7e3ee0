use super::*;
use crate::Size;

#[test]
fn the_sheet_has_everything_on_light_and_dark() {
    let grid = Grid::new(Size::default());
    let scene = contact(&grid);
    let tiles: Vec<&Tile> = scene.bands.iter().flatten().collect();
    for light in [true, false] {
        for glyph in Glyph::ALL {
            let figure = Some(Figure::seen(glyph));
            let ground = Ground {
                light,
                ..Ground::default()
            };
            let step = 0;
            let wanted = Tile::Square {
                ground,
                figure,
                step,
            };
            assert!(tiles.contains(&&wanted), "{wanted:?}");
        }
    }
}

#[test]
fn the_tiles_cover_the_sheet() {
    for width in [180, 386, 720, 1441, 2160] {
        let grid = Grid::new(Size::new(width).expect("the width is within bounds"));
        for band in contact(&grid).bands {
            let sizes: Vec<(u32, u32)> = band.iter().map(|tile| tile.size(&grid)).collect();
            assert_eq!(sizes.iter().map(|(width, _)| width).sum::<u32>(), width);
            assert!(sizes.iter().all(|(_, height)| *height == sizes[0].1));
        }
    }
}
