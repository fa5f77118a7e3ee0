use super::*;

#[test]
fn sizes_are_read_within_bounds() {
    #[track_caller]
    fn check(text: &str, expected: Option<u32>) {
        assert_eq!(text.parse().ok().map(Size::width), expected, "{text}");
    }
    check("720", Some(720));
    check("180", Some(180));
    check("2160", Some(2160));
    check("179", None);
    check("2161", None);
    check("", None);
    check("-720", None);
    check("big", None);
    check("99999999999999999999", None);
}

#[test]
fn the_size_error_names_the_valid_range() {
    assert_eq!(
        ParseSizeError.to_string(),
        "a size is a width in pixels from 180 to 2160, such as 720"
    );
}

#[test]
fn points_of_a_picture_are_on_their_squares() {
    for size in [Size::MIN, Size::default(), Size::MAX] {
        let grid = Grid::new(size);
        for square in Square::all() {
            for bottom in Color::ALL {
                let (column, row) = match bottom {
                    Color::White => (square.file(), 7 - square.rank()),
                    Color::Black => (7 - square.file(), square.rank()),
                };
                let x = grid.left + u32::from(column) * grid.square;
                let y = grid.seat + u32::from(row) * grid.square;
                let last = grid.square - 1;
                for (x, y) in [(x, y), (x + last, y + last)] {
                    assert_eq!(grid.square_at(bottom, x, y), Some(square));
                }
            }
        }
        let (left, top) = (grid.left, grid.seat);
        let end = grid.square * 8;
        for (x, y) in [
            (left - 1, top),
            (left, top - 1),
            (left + end, top),
            (left, top + end),
            (u32::MAX, u32::MAX),
        ] {
            for bottom in Color::ALL {
                assert_eq!(grid.square_at(bottom, x, y), None);
            }
        }
    }
}
