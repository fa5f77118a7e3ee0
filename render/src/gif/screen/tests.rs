use std::sync::Arc;

use rules::Color;
use testkit::{at, names, start};

use super::*;
use crate::{Hints, Look, Size, Theme, testing::SomeCaptions};

fn tiling(grid: &Grid, from: &str, to: &str) -> Tiling {
    let mut view = start();
    view.cells.swap(at(from).index(), at(to).index());
    let look = Look {
        size: Size::MIN,
        theme: Theme::default(),
        bottom: Color::White,
        names: names("Ann", "Bob"),
        captions: Arc::new(SomeCaptions),
    };
    Tiling::new(&view, &look, &Hints::default(), grid)
}

/// Makes pixels that are the same for equal tiles, and hardly ever for different ones.
fn draw(tile: &Tile, grid: &Grid) -> Vec<u8> {
    let (width, height) = tile.size(grid);
    let sum: usize = format!("{tile:?}").bytes().map(usize::from).sum();
    let row = (0..width as usize).map(|x| ((sum + x) % 100) as u8);
    let row: Vec<u8> = row.collect();
    row.repeat(height as usize)
}

fn shown(screen: &mut Screen, tiling: Tiling, grid: &Grid) -> Patch {
    screen.show(tiling, grid, |tile| draw(tile, grid))
}

#[test]
fn the_first_patch_fills_the_screen_and_the_next_one_holds_the_changes() {
    let grid = Grid::new(Size::MIN);
    let first = tiling(&grid, "a1", "a1");
    let height = first.height(&grid) as usize;
    let mut screen = Screen::default();
    screen.clear(180, height);

    let patch = shown(&mut screen, first.clone(), &grid);
    assert_eq!((patch.left, patch.top), (0, 0));
    assert_eq!((patch.width, patch.height), (180, height));
    assert!(!patch.pixels.contains(&TRANSPARENT));

    let side = grid.square as usize;
    let patch = shown(&mut screen, tiling(&grid, "b1", "c3"), &grid);
    assert_eq!(patch.left, grid.left as usize + side);
    assert_eq!(patch.top, grid.seat as usize + 5 * side);
    assert_eq!((patch.width, patch.height), (2 * side, 3 * side));
    // The two squares in the other corners and those between stay as they are.
    let is_new = |x: usize, y: usize| patch.pixels[y * patch.width + x] != TRANSPARENT;
    let count = |left: usize, top: usize| {
        let square = (0..side).flat_map(|y| (0..side).map(move |x| (left + x, top + y)));
        square.filter(|(x, y)| is_new(*x, *y)).count()
    };
    assert!(count(side, 0) > 0 && count(0, 2 * side) > 0);
    assert_eq!(count(0, 0) + count(side, side) + count(side, 2 * side), 0);

    let patch = shown(&mut screen, tiling(&grid, "b1", "c3"), &grid);
    assert_eq!((patch.width, patch.height), (1, 1));
    assert_eq!(patch.pixels, [TRANSPARENT]);
}

#[test]
fn patches_put_on_each_other_are_the_screen() {
    let grid = Grid::new(Size::MIN);
    let mut screen = Screen::default();
    let mut seen = Vec::new();
    for (number, (from, to)) in [("a1", "a1"), ("b1", "c3"), ("e2", "e4"), ("h8", "a1")]
        .into_iter()
        .enumerate()
    {
        let tiling = tiling(&grid, from, to);
        if number == 0 {
            let height = tiling.height(&grid) as usize;
            screen.clear(180, height);
            seen = vec![TRANSPARENT; 180 * height];
        }
        let patch = shown(&mut screen, tiling, &grid);
        for (y, row) in patch.pixels.chunks(patch.width).enumerate() {
            for (x, pixel) in row
                .iter()
                .enumerate()
                .filter(|(_, pixel)| **pixel != TRANSPARENT)
            {
                seen[(patch.top + y) * 180 + patch.left + x] = *pixel;
            }
        }
        assert!(seen == screen.pixels, "{from}{to}");
        screen.reuse(patch);
    }
}

#[test]
fn a_screen_is_made_once() {
    let grid = Grid::new(Size::MIN);
    let height = tiling(&grid, "a1", "a1").height(&grid) as usize;
    let mut screen = Screen::default();
    let mut memory = Vec::new();
    for _ in 0..3 {
        screen.clear(180, height);
        for (from, to) in [("a1", "a1"), ("b1", "c3"), ("e2", "e4")] {
            let patch = shown(&mut screen, tiling(&grid, from, to), &grid);
            memory.push((screen.pixels.as_ptr(), patch.pixels.as_ptr()));
            screen.reuse(patch);
        }
    }
    assert!(memory.iter().all(|used| *used == memory[0]));
}
