use alloc::string::ToString;

use super::*;

#[test]
fn every_square_is_read_back() {
    for (index, square) in Square::all().enumerate() {
        assert_eq!(square.index(), index);
        assert_eq!(Square::new(square.file(), square.rank()), Some(square));
        assert_eq!(square.to_string().parse(), Ok(square));
        assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
    }
}

#[test]
fn an_invalid_square_is_refused() {
    for text in [
        "", "e", "4", "e0", "e9", "i1", "`1", "e44", "44", "ee", "é", " e4", "@1", "[1",
    ] {
        assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text:?}");
    }
    assert_eq!(Square::new(8, 0), None);
    assert_eq!(Square::new(0, 8), None);
}

#[test]
fn corners_have_their_names_and_colors() {
    #[track_caller]
    fn check(text: &str, index: usize, is_light: bool) {
        let square: Square = text.parse().expect("a square");
        assert_eq!((square.index(), square.is_light()), (index, is_light));
    }
    check("a1", 0, false);
    check("h1", 7, true);
    check("a8", 56, true);
    check("h8", 63, false);
}
