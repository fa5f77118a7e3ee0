use super::*;
use crate::{PieceSet, Theme, raster::Raster};

#[test]
fn colors_of_areas_are_exact_and_the_others_near() {
    let raster = Raster::new(PieceSet::default());
    for theme in Theme::ALL {
        let palette = raster.palette(&theme);
        assert!(palette.colors().len() <= MAX);
        for exact in [
            theme.frame,
            theme.square.light,
            theme.square.dark,
            theme.last.light,
            theme.active.badge,
        ] {
            assert_eq!(
                palette.colors()[usize::from(palette.nearest(exact))],
                exact,
                "{theme}"
            );
        }
        // The ink of white pieces on each kind of square, in all shades.
        let ink: Rgb = [0x26, 0x30, 0x3d];
        for square in [
            theme.square.light,
            theme.square.dark,
            theme.last.light,
            theme.last.dark,
        ] {
            for step in 0..=16 {
                let blend = [0, 1, 2].map(|i| {
                    let (ink, square) = (u32::from(ink[i]), u32::from(square[i]));
                    ((ink * step + square * (16 - step)) / 16) as u8
                });
                let near = palette.colors()[usize::from(palette.nearest(blend))];
                // As different as two greys that differ by 15.
                assert!(
                    distance(near, blend) <= 7 * 15 * 15,
                    "{theme}: {blend:?} becomes {near:?}"
                );
            }
        }
    }
}

#[test]
fn pixels_become_the_index_of_the_nearest_color() {
    let palette = Palette {
        colors: vec![[0, 0, 0], [255, 255, 255], [0, 0, 255]],
    };
    let mut pixmap = Pixmap::new(2, 2).expect("the picture has pixels");
    pixmap.fill(tiny_skia::Color::from_rgba8(10, 10, 240, 255));
    assert_eq!(palette.reduce(&pixmap), [2; 4]);
}
