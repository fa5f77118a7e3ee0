use rules::{Color, Game, Setup};

use super::*;
use crate::Language;

fn english(text: &Text) -> String {
    Language::ENGLISH.localize(text)
}

#[test]
fn each_piece_and_object_of_a_variant_has_a_card_of_its_own() {
    for variant in Variant::ALL {
        let glyphs = variant.info().glyphs;
        let mut cards: Vec<_> = glyphs
            .iter()
            .map(|glyph| english(&card(*glyph, variant)))
            .collect();
        cards.sort();
        cards.dedup();
        assert_eq!(cards.len(), glyphs.len(), "{variant}: {cards:?}");
    }
}

#[test]
fn a_piece_without_a_legal_move_is_told_what_keeps_it() {
    let stuck = |setup: &str, action: &str| {
        let setup: Setup = setup.parse().expect("a setup");
        let why = Game::new(&setup).why_not(action.parse().expect("an action"));
        stuck(&why.expect("an illegal move")).map(|told| english(&told))
    };
    let frozen = "baroque position=7k/8/8/8/3m4/2P5/8/K7 w 0";
    assert_eq!(
        stuck(frozen, "c3c4").as_deref(),
        Some("The immobilizer on d4 freezes this piece.")
    );
    let check = "berolina position=4k3/8/8/8/8/8/P7/K3r3 w - - 0 1";
    assert_eq!(
        stuck(check, "a2b3").as_deref(),
        Some("This piece has no legal move: your king on a1 is in check from the rook on e1.")
    );
    // The way of one move says nothing about the others.
    assert_eq!(stuck(frozen, "a1a3"), None);
}

#[test]
fn a_move_names_its_piece() {
    let named = |variant, piece, action: &str| {
        let action = action.parse().expect("an action");
        english(&named_move(variant, piece, action, "caption"))
    };
    let (queen, pawn) = (Glyph::Queen(Color::White), Glyph::Pawn(Color::White));
    let baroque = named(Variant::Baroque, queen, "d1g4");
    assert_eq!(baroque, "withdrawer d1 to g4");
    let promoted = named(Variant::Chakart, pawn, "e7e8=Q");
    assert_eq!(promoted, "pawn e7 to e8 and becomes a queen");
    let unseen = named(Variant::Chakart, queen, "d1~g4");
    assert_eq!(unseen, "queen d1 to g4, unseen");
    assert_eq!(named(Variant::Chakart, queen, "a1<>b2"), "caption");
}
