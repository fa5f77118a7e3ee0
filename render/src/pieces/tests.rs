use rules::Glyph;

use super::*;
use crate::testing::N_WRITTEN;

const EGG: Sprite = Sprite::Glyph(Glyph::Egg);

fn with(own: (Sprite, &str)) -> Result<PieceSet, PieceSetError> {
    PieceSet::new(PieceSet::standard().chain([own]))
}

fn svg(view_box: &str, inner: &str) -> String {
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}">{inner}</svg>"#)
}

#[test]
fn of_several_drawings_of_a_thing_the_last_one_counts() {
    let small = svg("0 0 10 10", "");
    let set = with((EGG, &small)).expect("the drawing is good");
    assert_eq!(set.tree(EGG, Inks::Soft).size().width(), 10.0);
    assert_eq!(set.tree(Sprite::Check, Inks::Soft).size().width(), 45.0);
}

#[test]
fn every_drawing_that_cannot_be_used_is_named_with_its_flaw() {
    let long = " ".repeat(PieceSet::LONGEST + 1);
    let wide = svg("0 0 20 10", "");
    let own = [
        (EGG, ""),
        (Sprite::Check, &long),
        (Sprite::Gone, &wide),
        (Sprite::Frozen, "<p>no picture</p>"),
    ];
    let bomb = Sprite::Glyph(Glyph::Bomb);
    let others = PieceSet::standard().filter(|(sprite, _)| *sprite != bomb);
    let error = PieceSet::new(others.chain(own)).expect_err("five cannot be used");
    let flaw = |sprite| {
        let mut flaws = error.flaws.iter();
        flaws
            .find(|(other, _)| *other == sprite)
            .map(|(_, flaw)| flaw)
    };
    assert_eq!(error.flaws.len(), 5, "{error}");
    assert_eq!(flaw(bomb), Some(&PieceFlaw::Missing));
    assert_eq!(flaw(Sprite::Check), Some(&PieceFlaw::TooLong));
    assert_eq!(flaw(Sprite::Gone), Some(&PieceFlaw::NotSquare));
    for sprite in [EGG, Sprite::Frozen] {
        let flaw = flaw(sprite);
        assert!(matches!(flaw, Some(PieceFlaw::NotSvg(_))), "{flaw:?}");
    }
    let text = error.to_string();
    assert!(
        text.contains("bomb is missing, check has more than 65536 bytes"),
        "{text}"
    );
}

#[test]
fn nothing_of_another_file_and_no_endless_drawing_is_read() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/art/egg.svg");
    let image = svg("0 0 9 9", &format!(r#"<image href="{file}"/>"#));
    let set = with((EGG, &image)).expect("what is not there is left out");
    assert!(!set.tree(EGG, Inks::Soft).root().has_children());
    for inner in [
        "<g>".repeat(9000),
        "<g>".repeat(9000) + &"</g>".repeat(7000),
    ] {
        let deep = svg("0 0 9 9", &inner);
        assert!(matches!(
            with((EGG, &deep)).map_err(|error| error.flaws[0].1.clone()),
            Err(PieceFlaw::NotSvg(_) | PieceFlaw::TooLong)
        ));
    }
}

#[test]
fn each_drawing_is_written_once_in_each_kind_of_inks() {
    let set = PieceSet::default();
    for inks in [Inks::Soft, Inks::Grey] {
        let before = N_WRITTEN.get();
        let first = set.svg(inks);
        let after = N_WRITTEN.get();
        assert!(after - before >= Glyph::ALL.len());
        assert!(set.svg(inks) == first);
        assert_eq!(N_WRITTEN.get(), after);
    }
}
