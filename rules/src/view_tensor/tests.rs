use alloc::{string::String, vec::Vec};

use super::*;
use crate::{Game, Setup, Variant};

/// Returns the name and the number of each square of a plane that has not 0.
fn plane(view: &View, plane: usize) -> Vec<(String, f32)> {
    let tensor = view.tensor();
    let numbers = &tensor[plane * N_SQUARES..][..N_SQUARES];
    let named = Square::all().zip(numbers);
    let found = named.filter(|(_, number)| **number != 0.0);
    found
        .map(|(square, number)| (alloc::format!("{square}"), *number))
        .collect()
}

/// Checks the squares that a plane marks.
#[track_caller]
fn check_marks(view: &View, number: usize, squares: &[&str]) {
    let found = plane(view, number);
    assert!(found.iter().all(|(_, number)| *number == 1.0));
    let found: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(found, squares, "plane {number}");
}

/// Checks the number that a plane has on all squares.
#[track_caller]
fn check_number(view: &View, number: usize, value: f32) {
    let tensor = view.tensor();
    let numbers = &tensor[number * N_SQUARES..][..N_SQUARES];
    assert!(
        numbers.iter().all(|found| *found == value),
        "plane {number}"
    );
}

fn view_after(setup: &str, inputs: &[&str], seat: Color) -> View {
    let setup: Setup = setup.parse().expect("a setup");
    let mut game = Game::new(&setup);
    for input in inputs {
        let input = input.parse().expect("an input");
        game.apply(input).expect("it is possible");
    }
    game.seat_view(seat).view
}

/// Planes are inputs of trained networks, so their numbers must never change.
#[test]
fn the_planes_of_berolina_are_those_of_the_table() {
    let view = view_after("berolina", &["b1c3", "g8f6", "e2g4"], Color::White);
    assert_eq!(View::TENSOR_SHAPE, [56, 8, 8]);
    check_marks(&view, 0, &["e1"]);
    check_marks(&view, 3, &["c1", "f1"]);
    check_marks(&view, 5, &[]);
    check_marks(&view, 6, &["a2", "b2", "c2", "d2", "f2", "g2", "h2", "g4"]);
    check_marks(&view, 11, &["f6", "b8"]);
    check_marks(&view, 25, &["e2", "g4"]);
    check_number(&view, 26, 0.0);
    check_number(&view, 27, 1.0);
    check_marks(&view, 53, &["a1", "h1", "a8", "h8"]);
    check_marks(&view, 54, &["f3", "g4"]);
    check_number(&view, 55, 0.0);
    let view = view_after("berolina", &["g1f3", "g8f6", "h1g1"], Color::White);
    check_marks(&view, 53, &["a1", "a8", "h8"]);
    check_marks(&view, 54, &[]);
    check_number(&view, 55, 0.03);
}

#[test]
fn the_planes_of_check_and_frozen_pieces_are_those_of_the_table() {
    let setup = "baroque position=7k/8/8/8/8/3mR3/8/K7 w 12";
    let view = view_after(setup, &[], Color::White);
    check_marks(&view, 22, &["e3"]);
    check_marks(&view, 15, &["d3"]);
    check_number(&view, 26, 1.0);
    let view = view_after(
        "berolina position=4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
        &[],
        Color::Black,
    );
    check_marks(&view, 24, &["e1"]);
}

#[test]
fn the_planes_of_bario_are_those_of_the_table() {
    let view = view_after("bario", &["K@e1"], Color::White);
    check_number(&view, 42, 1.0);
    check_number(&view, 33, 2.0);
    check_number(&view, 36, 1.0);
    check_number(&view, 40, 1.0);
    check_marks(&view, 20, &["a1", "b1", "c1", "d1", "f1", "g1", "h1"]);
    let view = view_after("bario rules=classic", &["e2e4"], Color::White);
    check_number(&view, 42, 0.0);
    check_marks(&view, 53, &["a1", "h1", "a8", "h8"]);
    check_marks(&view, 54, &["e3"]);
}

#[test]
fn the_planes_of_chakart_are_those_of_the_table() {
    let inputs = ["e2e4", "a7a6", "d1~g4"];
    let white = view_after("chakart setup=standard", &inputs, Color::White);
    check_marks(&white, 1, &["g4"]);
    check_marks(&white, 16, &["e3", "a7"]);
    check_marks(&white, 23, &["g4"]);
    for (number, value) in [(29, 1.0), (30, 0.0), (31, 1.0), (32, 1.0)] {
        check_number(&white, number, value);
    }
    let black = view_after("chakart setup=standard", &inputs, Color::Black);
    check_marks(&black, 1, &[]);
    check_marks(&black, 23, &[]);
    check_number(&black, 30, 0.0);
    let undrawn = view_after("chakart", &[], Color::White);
    check_number(&undrawn, 28, 1.0);
}

#[test]
fn each_pending_decision_has_its_plane() {
    let square = Square::from_index(9);
    let mut view = view_after("chakart setup=standard", &[], Color::White);
    let pending = [
        (41, PendingDecision::MoveAgain),
        (42, PendingDecision::KingPlace),
        (43, PendingDecision::LostPiece(square)),
        (44, PendingDecision::Swap),
        (45, PendingDecision::DropPlace(Role::Pawn)),
        (50, PendingDecision::DropPlace(Role::King)),
        (
            51,
            PendingDecision::Promotion {
                from: square,
                to: square,
            },
        ),
    ];
    for (number, decision) in pending {
        view.pending = decision;
        for other in 41..52 {
            let is_set = !plane(&view, other).is_empty();
            assert_eq!(is_set, other == number, "{decision:?}, plane {other}");
        }
    }
}

#[test]
fn a_view_whose_text_is_no_position_still_has_a_tensor() {
    for variant in Variant::ALL {
        let mut view = Game::new(&Setup::new(variant)).public_view().0;
        view.position.clear();
        check_marks(&view, 53, &[]);
    }
}
