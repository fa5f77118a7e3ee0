//! Compares the attackers of every square with those found by walking from each piece, step by step.

use rules::{
    Bitboard, Color, Glyph, Position, Role, Setup, Square, Variant, VariantPosition, bario,
    baroque, berolina, chakart,
};
use testkit::{Random, outcomes_of, quick_or_long, setups};

use crate::{
    placements,
    witness::{DIAGONAL, LEAPS, ORTHOGONAL},
};

/// A position whose pieces capture by replacement in a way that this test knows.
trait Attacking: VariantPosition {
    /// Returns the roles as which the piece on a square attacks.
    fn roles(&self, at: Square) -> Vec<Role> {
        self.piece_at(at)
            .and_then(Glyph::role)
            .into_iter()
            .collect()
    }

    /// Returns the steps of a pawn that captures.
    fn pawn_captures(forward: i8) -> Vec<(i8, i8)> {
        vec![(-1, forward), (1, forward)]
    }

    /// Returns the squares at which the way of a piece of `by` ends.
    fn blocks(&self, _by: Color, occupied: Bitboard) -> Bitboard {
        occupied
    }
}

impl Attacking for berolina::Position {
    fn pawn_captures(forward: i8) -> Vec<(i8, i8)> {
        vec![(0, forward)]
    }
}

impl Attacking for bario::Position {
    fn roles(&self, at: Square) -> Vec<Role> {
        match self.piece_at(at) {
            Some(Glyph::Undefined(color)) => Role::ALL
                .into_iter()
                .filter(|&role| self.in_reserve(color, role) > 0)
                .collect(),
            glyph => glyph.and_then(Glyph::role).into_iter().collect(),
        }
    }
}

impl Attacking for baroque::Position {
    fn roles(&self, at: Square) -> Vec<Role> {
        match self.piece_at(at) {
            Some(Glyph::King(color)) if !self.frozen(color).contains(at) => vec![Role::King],
            _ => vec![],
        }
    }
}

impl Attacking for chakart::Position {
    fn roles(&self, at: Square) -> Vec<Role> {
        let glyph = self.piece_at(at).filter(|_| !self.frozen().contains(at));
        glyph.and_then(Glyph::role).into_iter().collect()
    }

    fn blocks(&self, by: Color, occupied: Bitboard) -> Bitboard {
        let unseen = self.stealthy() & self.pieces(!by);
        occupied & !unseen | self.known_traps(by)
    }
}

fn step(from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    let file = u8::try_from(from.file() as i8 + files).ok()?;
    let rank = u8::try_from(from.rank() as i8 + ranks).ok()?;
    Square::new(file, rank)
}

/// Returns the squares that the piece on a square attacks.
fn attacked<P: Attacking>(position: &P, from: Square, by: Color, occupied: Bitboard) -> Bitboard {
    let blocks = position.blocks(by, occupied);
    let forward = if by == Color::White { 1 } else { -1 };
    let mut attacked = Bitboard::EMPTY;
    for role in position.roles(from) {
        let all = [ORTHOGONAL, DIAGONAL].concat();
        let (steps, is_slider) = match role {
            Role::Pawn => (P::pawn_captures(forward), false),
            Role::Knight => (LEAPS.to_vec(), false),
            Role::Bishop => (DIAGONAL.to_vec(), true),
            Role::Rook => (ORTHOGONAL.to_vec(), true),
            Role::Queen => (all, true),
            Role::King => (all, false),
        };
        for way in steps {
            let mut next = step(from, way);
            while let Some(at) = next {
                attacked |= Bitboard::from(at);
                next = step(at, way).filter(|_| is_slider && !blocks.contains(at));
            }
        }
    }
    attacked
}

fn check<P: Attacking>(position: &P, random: &mut Random) {
    let all = position.pieces(Color::White) | position.pieces(Color::Black);
    let some = all.filter(|_| random.chance(80)).collect();
    for by in Color::ALL {
        for occupied in [all, some] {
            let pieces = position.pieces(by) & occupied;
            for square in Square::all() {
                let attacks_it =
                    |from: &Square| attacked(position, *from, by, occupied).contains(square);
                let expected: Bitboard = pieces.filter(attacks_it).collect();
                let found = position.attackers_given(square, by, occupied);
                assert_eq!(found, expected, "{by:?} on {square} in {position}");
                if occupied == all {
                    assert_eq!(position.attackers(square, by), expected);
                }
            }
        }
    }
}

/// Walks at random from the start of a setup, and checks some of the positions.
fn walk<P: Attacking>(setup: &Setup, n_steps: usize, random: &mut Random) {
    let mut position: P = setup.start_position().expect("the variant fits");
    for _ in 0..n_steps {
        if position.is_chance() {
            let outcomes = outcomes_of(&position);
            position = position.resolve(*random.pick(&outcomes));
            continue;
        }
        if random.chance(25) {
            check(&position, random);
        }
        let actions = position.legal_list();
        if actions.is_empty() || position.outcome().is_some() {
            return;
        }
        position = position.play_unchecked(*random.pick(&actions));
    }
}

#[test]
fn the_attackers_of_a_square_are_the_pieces_that_reach_it() {
    let mut random = Random::new(18);
    for variant in Variant::ALL {
        for setup in setups(variant) {
            for _ in 0..quick_or_long(4, 100) {
                walk_variant(&setup, 80, &mut random);
            }
        }
    }
    for (variant, options) in placements::THROWN {
        for _ in 0..quick_or_long(100, 5000) {
            let setup = placements::setup(variant, options, &mut random);
            walk_variant(&setup, 4, &mut random);
        }
    }
}

fn walk_variant(setup: &Setup, n_steps: usize, random: &mut Random) {
    match setup.variant() {
        Variant::Berolina => walk::<berolina::Position>(setup, n_steps, random),
        Variant::Baroque => walk::<baroque::Position>(setup, n_steps, random),
        Variant::Bario => walk::<bario::Position>(setup, n_steps, random),
        Variant::Chakart => walk::<chakart::Position>(setup, n_steps, random),
    }
}
