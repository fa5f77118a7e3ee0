use core::ops::ControlFlow;

use rules::{
    Bitboard, Position as _, Power, Role, Setup, Variant, bario, baroque, berolina, chakart,
};

use super::{network::NetworkError, *};
use crate::random::SeededWords;

fn begins_about_even<P: Playable>(setup: &str) {
    let networks = Networks::ours();
    let network = P::network(&networks).expect("the network of the variant is read");
    let setup: Setup = setup.parse().expect("a setup");
    let start = setup.start_position::<P>().expect("the variant fits");
    let worth = start.centipawns(network, &mut network.accumulator());
    assert!(worth.abs() < 60, "{setup}: {worth}");
}

#[test]
fn every_variant_has_a_network_and_begins_about_even() {
    begins_about_even::<berolina::Position>("berolina");
    begins_about_even::<baroque::Position>("baroque");
    begins_about_even::<bario::Position>("bario");
    begins_about_even::<bario::Position>("bario rules=classic");
    begins_about_even::<chakart::Position>("chakart setup=standard");
    assert_eq!(Variant::ALL.len(), 4);
}

/// Returns the numbers of a network with random weights.
fn random_numbers(shape: Shape) -> Vec<i32> {
    let mut words = SeededWords::new(5);
    let mut number = |most: u64| (words.word() % (2 * most + 1)) as i32 - most as i32;
    let n_rows = shape.n_inputs();
    let mut numbers = vec![N_HIDDEN as i32, n_rows as i32];
    numbers.extend((0..(n_rows + 1) * N_HIDDEN).map(|_| number(90)));
    numbers.extend((0..2 * N_BUCKETS * N_HIDDEN).map(|_| number(127)));
    numbers.extend((0..N_BUCKETS).map(|_| number(20_000)));
    numbers
}

/// A set of squares of each side, and a set of flags, of a position.
type Sets<P> = &'static [fn(&P, Color) -> Bitboard];
type Flags<P> = fn(&P, Color) -> Vec<bool>;

/// What a network shall see, square by square.
struct Sight<P: 'static> {
    kinds: &'static [fn(Color) -> Glyph],
    sets: Sets<P>,
    objects: &'static [Glyph],
    flags: Flags<P>,
}

impl<P: Playable + 'static> Sight<P> {
    /// Returns the active inputs as a viewer sees them, in any order.
    fn inputs(&self, position: &P, viewer: Color) -> Vec<usize> {
        let mut inputs = Vec::new();
        let mut board = 0;
        let mut see = |has: &dyn Fn(Square) -> bool| {
            for at in Square::all().filter(|&at| has(at)) {
                let rank = usize::from(viewer.relative_rank(at));
                inputs.push(64 * board + 8 * rank + usize::from(at.file()));
            }
            board += 1;
        };
        for color in [viewer, !viewer] {
            for kind in self.kinds {
                see(&|at| position.piece_at(at) == Some(kind(color)));
            }
            for set in self.sets {
                see(&|at| set(position, color).contains(at));
            }
        }
        for object in self.objects {
            see(&|at| position.squares(*object).contains(at));
        }
        let flags = [viewer, !viewer].map(|color| (self.flags)(position, color));
        let active = flags.concat().into_iter().enumerate();
        inputs.extend(active.filter_map(|(at, is_set)| is_set.then_some(64 * board + at)));
        inputs
    }

    /// Returns the value of a position by a network with these numbers, computed from its definition.
    fn value(&self, position: &P, numbers: &[i32]) -> i32 {
        let us = position.side_to_move();
        let rows = |row: usize| &numbers[2 + row * N_HIDDEN..][..N_HIDDEN];
        let n_rows = P::SHAPE.n_inputs();
        let n_pieces = Square::all().filter(|&at| {
            let glyph = position.piece_at(at);
            glyph.is_some_and(|glyph| glyph.color().is_some())
        });
        let bucket = (n_pieces.count().max(1) - 1) / 4;
        let mut value = i64::from(numbers[2 + (n_rows + 1 + 2 * N_BUCKETS) * N_HIDDEN + bucket]);
        for (side, viewer) in [us, !us].into_iter().enumerate() {
            let mut sums = rows(n_rows).to_vec();
            for input in self.inputs(position, viewer) {
                let added = sums.iter_mut().zip(rows(input));
                added.for_each(|(sum, weight)| *sum += weight);
            }
            let weights = rows(n_rows + 1 + 2 * bucket + side);
            let terms = sums
                .iter()
                .zip(weights)
                .map(|(sum, weight)| sum.clamp(&0, &255).pow(2) * weight);
            value += terms.map(i64::from).sum::<i64>() / 255;
        }
        (value * 250 / (255 * 64)) as i32
    }

    /// Walks over random positions with one accumulator, and compares the network with its definition.
    fn agrees(&self, setup: &str) {
        let setup: Setup = setup.parse().expect("a setup");
        let numbers = random_numbers(P::SHAPE);
        let network = Network::read(P::SHAPE, &packed(numbers.iter().copied()));
        let network = network.expect("a network");
        let mut accumulator = network.accumulator();
        let mut words = SeededWords::new(3);
        for _ in 0..4 {
            let mut position = setup.start_position::<P>().expect("the variant fits");
            for _ in 0..120 {
                position = match following(&position, &mut words) {
                    Some(next) => next,
                    None => break,
                };
                let expected = self.value(&position, &numbers);
                let found = position.centipawns(&network, &mut accumulator);
                // Each side's share is rounded on its own in the definition.
                assert!(
                    (found - expected).abs() <= 1,
                    "{position}: {found} is not {expected}"
                );
                let afresh = position.centipawns(&network, &mut network.accumulator());
                assert_eq!(found, afresh);
            }
        }
    }
}

/// Plays a random action, or draws a chance outcome; `None` at the end of the game.
fn following<P: Playable>(position: &P, words: &mut SeededWords) -> Option<P> {
    if position.is_chance() {
        let mut outcomes = Vec::new();
        let _ = position.chance_outcomes(|outcome, _| {
            outcomes.push(outcome);
            ControlFlow::<()>::Continue(())
        });
        let outcome = outcomes.get(words.word() as usize % outcomes.len().max(1))?;
        return Some(position.resolve(*outcome));
    }
    if position.outcome().is_some() {
        return None;
    }
    let list = position.legal_list();
    let action = list.get(words.word() as usize % list.len().max(1))?;
    Some(position.play_unchecked(*action))
}

/// The number of pieces in reserve that become flags.
fn reserve(position: &bario::Position, color: Color) -> Vec<bool> {
    let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    let held = roles.map(|role| position.in_reserve(color, role));
    let held = held.map(|n| [n >= 1, n >= 2]).concat();
    [held, vec![position.is_classic()]].concat()
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

#[test]
fn a_network_weighs_the_squares_of_its_sums_and_changes_only_what_differs() {
    let chess: &[fn(Color) -> Glyph] = &[
        Glyph::Pawn,
        Glyph::Knight,
        Glyph::Bishop,
        Glyph::Rook,
        Glyph::Queen,
        Glyph::King,
    ];
    Sight::<berolina::Position> {
        kinds: &[
            Glyph::BerolinaPawn,
            Glyph::Knight,
            Glyph::Bishop,
            Glyph::Rook,
            Glyph::Queen,
            Glyph::King,
        ],
        sets: &[],
        objects: &[],
        flags: |_, _| Vec::new(),
    }
    .agrees("berolina");
    let bario = Sight::<bario::Position> {
        kinds: &[
            Glyph::Pawn,
            Glyph::Knight,
            Glyph::Bishop,
            Glyph::Rook,
            Glyph::Queen,
            Glyph::King,
            Glyph::Undefined,
        ],
        sets: &[],
        objects: &[],
        flags: reserve,
    };
    bario.agrees("bario");
    bario.agrees("bario rules=classic");
    Sight::<baroque::Position> {
        kinds: &[
            Glyph::Pawn,
            Glyph::Rook,
            Glyph::Knight,
            Glyph::Bishop,
            Glyph::Queen,
            Glyph::Immobilizer,
            Glyph::King,
        ],
        sets: &[baroque::Position::frozen],
        objects: &[],
        flags: |_, _| Vec::new(),
    }
    .agrees("baroque");
    Sight::<chakart::Position> {
        kinds: chess,
        sets: &[
            |position, color| position.frozen() & position.pieces(color),
            |position, color| position.stealthy() & position.pieces(color),
        ],
        objects: &[Glyph::Mushroom, Glyph::Egg, Glyph::Banana, Glyph::Bomb],
        flags: |position, color| {
            let powers = [Power::Shell, Power::Stealth];
            powers
                .map(|power| position.has_power(color, power))
                .to_vec()
        },
    }
    .agrees("chakart");
}

#[test]
fn bytes_that_are_no_network_of_the_variant_are_refused_with_the_reason() {
    let shape = berolina::Position::SHAPE;
    let bytes = packed(random_numbers(shape));
    let read = |bytes: &[u8]| Network::read(shape, bytes).map(|_| ());
    assert_eq!(read(&bytes), Ok(()));
    assert_eq!(read(b""), Err(NetworkError::Magic));
    assert_eq!(read(b"oddnet 0 and more"), Err(NetworkError::Magic));
    assert_eq!(read(&bytes[..bytes.len() - 1]), Err(NetworkError::Length));
    assert_eq!(
        read(&[&bytes[..], &[0]].concat()),
        Err(NetworkError::Length)
    );
    let sizes = |shape: Shape| (N_HIDDEN as i32, shape.n_inputs() as i32);
    let other_shape = bario::Position::SHAPE;
    let other = Network::read(other_shape, &bytes).map(|_| ());
    assert_eq!(
        other,
        Err(NetworkError::Size {
            expected: sizes(other_shape),
            found: sizes(shape)
        })
    );
    let weight = 2 + (shape.n_inputs() + 1) * N_HIDDEN;
    for (at, number) in [
        (2, 40_000),
        (weight, 128),
        (weight, -128),
        (weight, -32_768),
    ] {
        let mut numbers = random_numbers(shape);
        numbers[at] = number;
        assert_eq!(read(&packed(numbers)), Err(NetworkError::Range));
    }
}

#[test]
fn numbers_are_packed_and_unpacked_again() {
    let numbers = [0, -1, 1, 63, -64, 64, 8191, -8192, i32::MAX, i32::MIN];
    assert_eq!(unpacked(&packed(numbers)[8..]), Some(numbers.to_vec()));
    assert_eq!(unpacked(&[128, 255]), None);
    assert_eq!(packed([63]).len(), 9);
}
