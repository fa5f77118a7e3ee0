use rules::{Color, Effect};
use testkit::{at, names};

use super::*;
use crate::Language;

/// Checks the text about a turn. Its player and its short notation follow from the text: `Ann played Nf3: …`.
#[track_caller]
fn check(variant: Variant, facts: &[Fact], expected: &str) {
    let (player, rest) = expected.split_once(" played ").expect("a player");
    let (caption, _) = rest.split_once(": ").expect("a caption");
    let last = Turn {
        color: if player == "Ann" { WHITE } else { BLACK },
        number: 1,
        caption: caption.to_string(),
        facts: facts.to_vec(),
    };
    let text = turn(variant, &last, &names("Ann", "Bob"));
    let text = Language::ENGLISH.localize(&text);
    assert_eq!(text, expected);
}

fn moved(glyph: Glyph, from: &str, to: &str) -> Fact {
    Fact::Moved {
        glyph,
        from: at(from),
        to: at(to),
    }
}

fn captured(glyph: Glyph, square: &str) -> Fact {
    Fact::Captured {
        glyph,
        at: at(square),
    }
}

fn slipped(glyph: Glyph, from: &str, to: &str) -> Fact {
    Fact::Slipped {
        glyph,
        from: at(from),
        to: at(to),
    }
}

/// Returns the fact that a piece met an object; a bomb is unseen.
fn met(object: Glyph, square: &str) -> Fact {
    Fact::Ate {
        object,
        at: at(square),
        unseen: object == Glyph::Bomb,
    }
}

fn left(object: Glyph, square: &str) -> Fact {
    Fact::Left {
        object,
        at: at(square),
    }
}

fn appeared(glyph: Glyph, square: &str) -> Fact {
    Fact::Appeared {
        glyph,
        at: at(square),
    }
}

const WHITE: Color = Color::White;
const BLACK: Color = Color::Black;

#[test]
fn turns_are_described_with_all_their_facts() {
    check(
        Variant::Berolina,
        &[moved(Glyph::Knight(WHITE), "g1", "f3")],
        "Ann played Nf3: knight g1 to f3",
    );
    check(
        Variant::Berolina,
        &[
            moved(Glyph::King(BLACK), "e8", "g8"),
            moved(Glyph::Rook(BLACK), "h8", "f8"),
        ],
        "Bob played O-O: castles, king e8 to g8, rook h8 to f8",
    );
    check(
        Variant::Berolina,
        &[
            moved(Glyph::BerolinaPawn(WHITE), "d7", "d8"),
            captured(Glyph::Rook(BLACK), "d8"),
            Fact::Promoted {
                into: Glyph::Queen(WHITE),
                at: at("d8"),
            },
        ],
        "Ann played dxd8=Q: pawn d7 to d8, captures the rook on d8, becomes a queen on d8",
    );
    check(
        Variant::Berolina,
        &[
            moved(Glyph::BerolinaPawn(BLACK), "f4", "f3"),
            captured(Glyph::BerolinaPawn(WHITE), "g4"),
        ],
        "Bob played xf3: pawn f4 to f3, captures the pawn on g4",
    );
}

#[test]
fn effects_of_objects_are_described_as_their_actions() {
    let (rook, knight) = (Glyph::Rook(WHITE), Glyph::Knight(BLACK));
    check(
        Variant::Chakart,
        &[
            moved(rook, "a1", "a5"),
            met(Glyph::Banana, "a5"),
            slipped(rook, "a5", "b5"),
            met(Glyph::Bomb, "b5"),
            slipped(rook, "b5", "c6"),
            captured(knight, "c6"),
            left(Glyph::Banana, "d7"),
        ],
        "Ann played Ra5: rook a1 to a5, slips on the banana on a5 to b5, is blown by an unseen bomb on b5 to c6, \
         captures the knight on c6, leaves a banana on d7",
    );
    check(
        Variant::Chakart,
        &[
            moved(knight, "b5", "d4"),
            met(Glyph::Egg, "d4"),
            left(Glyph::Egg, "b5"),
            appeared(Glyph::Queen(WHITE), "h3"),
            Fact::Drew(Effect::Bowser),
            Fact::Froze {
                glyph: knight,
                at: at("d4"),
            },
        ],
        "Bob played Nd4*M: knight b5 to d4, leaves an egg on b5; the unseen queen appears on h3; \
         the egg on d4 holds Bowser; the knight on d4 is frozen",
    );
    check(
        Variant::Chakart,
        &[moved(rook, "a1", "b1"), met(Glyph::Mushroom, "b1")],
        "Ann played Rb1: rook a1 to b1, eats the mushroom on b1",
    );
}

#[test]
fn two_moves_in_a_turn_are_no_castling() {
    let facts = [
        moved(Glyph::King(WHITE), "e1", "e2"),
        Fact::Drew(Effect::Daisy),
        moved(Glyph::Rook(WHITE), "a1", "a3"),
    ];
    check(
        Variant::Chakart,
        &facts,
        "Ann played Ke2*D Ra3: king e1 to e2; the egg holds Daisy; rook a1 to a3",
    );
}

#[test]
fn definitions_and_losses_are_described() {
    let knight = Glyph::Knight(WHITE);
    check(
        Variant::Bario,
        &[
            Fact::Lost {
                glyph: Glyph::Rook(WHITE),
                at: at("d4"),
            },
            Fact::Defined {
                glyph: knight,
                at: at("d1"),
            },
            moved(knight, "d1", "e3"),
            captured(Glyph::Undefined(BLACK), "e3"),
            Fact::Reset(WHITE),
        ],
        "Ann played -R N@d1e3: the piece lost on d4 was a rook; the undefined piece on d1 becomes a knight, \
         which goes to e3, captures the undefined piece on e3; all of Ann's pieces are undefined again",
    );
}

#[test]
fn pieces_of_baroque_are_called_by_their_names() {
    check(
        Variant::Baroque,
        &[
            moved(Glyph::Knight(WHITE), "a1", "a7"),
            captured(Glyph::Pawn(BLACK), "a5"),
        ],
        "Ann played Nxa5: long leaper a1 to a7, captures the pincer on a5",
    );
}

#[test]
fn a_capture_of_ones_own_piece_names_its_owner() {
    let rook = Glyph::Rook(WHITE);
    check(
        Variant::Chakart,
        &[moved(rook, "a1", "a5"), captured(Glyph::Pawn(WHITE), "a5")],
        "Ann played Ra5: rook a1 to a5, captures Ann's own pawn on a5",
    );
}

#[test]
fn after_an_aside_the_piece_that_moves_is_named_again() {
    let appeared = appeared(Glyph::Queen(WHITE), "d2");
    let left = left(Glyph::Banana, "b5");
    check(
        Variant::Chakart,
        &[moved(Glyph::Rook(BLACK), "a8", "a6"), appeared, left],
        "Bob played Ra6: rook a8 to a6; the unseen queen appears on d2; the rook leaves a banana on b5",
    );
    check(
        Variant::Chakart,
        &[
            moved(Glyph::Pawn(BLACK), "h7", "g6"),
            left,
            appeared,
            met(Glyph::Mushroom, "g6"),
            slipped(Glyph::Pawn(BLACK), "g6", "f5"),
            left,
        ],
        "Bob played hxg6: pawn h7 to g6, leaves a banana on b5; the unseen queen appears on d2; \
         the pawn bounces on the mushroom on g6 to f5, leaves a banana on b5",
    );
}

#[test]
fn sides_without_players_are_called_by_their_colors() {
    let last = Turn {
        color: WHITE,
        number: 1,
        caption: "Nf3".to_string(),
        facts: vec![moved(Glyph::Knight(WHITE), "g1", "f3")],
    };
    let text_in = |tag: &str| {
        let language: Language = tag.parse().expect("a language");
        language.localize(&turn(Variant::Berolina, &last, &names("", "")))
    };
    assert_eq!(text_in("en"), "White played Nf3: knight g1 to f3");
    assert_eq!(
        text_in("fr"),
        "les Blancs ont joué Nf3\u{a0}: cavalier de g1 à f3"
    );
}
