use rules::{Setup, Variant, bario, baroque, berolina, chakart};

use super::*;

fn weights_fit<P: Playable>() {
    let evaluation = Evaluation::of::<P>().expect("the weights of the variant are read");
    let start = Setup::new(P::VARIANT)
        .start_position::<P>()
        .expect("the variant fits");
    if !start.is_chance() {
        let worth = start.centipawns(&evaluation);
        assert!(worth.abs() < 60, "{}: {worth}", P::VARIANT);
    }
    let n: usize = P::GROUPS.iter().map(|group| group.n).sum();
    assert_eq!(evaluation.weights.all().len(), n);
    assert_eq!(evaluation.network.is_some(), !P::NETWORK.is_empty());
}

#[test]
fn every_variant_has_weights_and_begins_about_even() {
    weights_fit::<berolina::Position>();
    weights_fit::<baroque::Position>();
    weights_fit::<bario::Position>();
    weights_fit::<chakart::Position>();
    assert_eq!(Variant::ALL.len(), 4);
}

#[test]
fn a_network_adds_the_rows_of_its_inputs_and_weighs_the_sums() {
    let setup: Setup = "berolina position=7k/8/8/8/8/8/4Q3/K7 b - - 0 1"
        .parse()
        .expect("a setup");
    let position = setup
        .start_position::<berolina::Position>()
        .expect("the variant fits");
    let mut seen = Vec::new();
    position.inputs(Color::Black, &mut |input| seen.push(input));
    // From Black's perspective, its own king is on h1, the queen of the other side on e7, and its king on a8.
    assert_eq!(
        seen,
        [5 * 64 + 7, (6 + 4) * 64 + 6 * 8 + 4, (6 + 5) * 64 + 56]
    );
    let mut numbers = vec![0_i16; berolina::Position::N_INPUTS * N_HIDDEN + 2 * N_HIDDEN + 1];
    let (n, unit) = (numbers.len(), UNITS_PER_CENTIPAWN as i16);
    for (row, add) in seen.iter().zip([100, 200, -40]) {
        // The first sum exceeds the maximum, the second is negative, and the third is 51 of 255.
        numbers[row * N_HIDDEN] = add;
        numbers[row * N_HIDDEN + 1] = -add;
        numbers[row * N_HIDDEN + 2] = add / 10;
    }
    let (start, weights) = (n - 1 - 2 * N_HIDDEN, n - 1 - N_HIDDEN);
    numbers[start + 2] = 25;
    for (weight, centipawns) in numbers[weights..].iter_mut().zip([30, 1000, 500]) {
        *weight = centipawns * unit;
    }
    numbers[n - 1] = 7;
    let bytes: Vec<u8> = numbers.into_iter().flat_map(i16::to_le_bytes).collect();
    let network = Network::read(berolina::Position::N_INPUTS, &bytes).expect("a network");
    assert_eq!(network.centipawns(&position), 30 + 500 / 5 + 7);
    for wrong in [&bytes[1..], &bytes[2..], &[]] {
        assert_eq!(Network::read(berolina::Position::N_INPUTS, wrong), None);
    }
}

#[test]
fn a_side_is_in_danger_if_its_last_king_can_be_captured() {
    for (board, is_in_danger) in [
        ("4k3/8/8/8/8/8/8/4K2r", true),
        ("K3k3/8/8/8/8/8/8/4K2r", false),
        ("4k3/8/8/8/8/8/8/4KN1r", false),
        // An immobilized rook (u) captures nothing, but an immobilized king (L) can be captured.
        ("4k3/8/8/8/8/8/8/4K2u", false),
        ("4k3/8/8/8/8/8/8/4L2r", true),
    ] {
        let text = format!("{board} w 9 {{\"flags\":\"0000\"}}");
        let position: chakart::Position = text.parse().expect("a position");
        assert_eq!(position.is_in_danger(), is_in_danger, "{board}");
    }
}
