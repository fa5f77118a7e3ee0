use super::*;

const ALL: [(i8, i8); 8] = [
    (0, 1),
    (0, -1),
    (1, 0),
    (-1, 0),
    (1, 1),
    (-1, -1),
    (1, -1),
    (-1, 1),
];

/// Returns pseudo-random occupancies, the same on every run.
fn crowds() -> impl Iterator<Item = Bitboard> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    core::iter::from_fn(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        Some(Bitboard(state & state.rotate_left(23)))
    })
    .take(500)
}

/// Computes the attacks by walking square by square.
fn walk(from: Square, directions: &[(i8, i8)], occupied: Bitboard) -> Bitboard {
    let mut reach = Bitboard::EMPTY;
    for &(files, ranks) in directions {
        let (mut file, mut rank) = (from.file() as i8 + files, from.rank() as i8 + ranks);
        while let Some(square) = Square::new(file as u8, rank as u8) {
            reach |= square.into();
            if occupied.contains(square) {
                break;
            }
            file += files;
            rank += ranks;
        }
    }
    reach
}

#[test]
fn sliders_reach_the_squares_of_a_plain_walk() {
    for occupied in crowds() {
        for from in Square::all() {
            assert_eq!(
                rook(from, occupied),
                walk(from, &ALL[..4], occupied),
                "rook on {from}"
            );
            assert_eq!(
                bishop(from, occupied),
                walk(from, &ALL[4..], occupied),
                "bishop on {from}"
            );
        }
    }
    for from in Square::all() {
        assert_eq!(rook_rays(from), walk(from, &ALL[..4], Bitboard::EMPTY));
        assert_eq!(bishop_rays(from), walk(from, &ALL[4..], Bitboard::EMPTY));
    }
}

#[test]
fn leapers_reach_the_squares_at_their_distance() {
    for from in Square::all() {
        for to in Square::all() {
            let n_files = from.file().abs_diff(to.file());
            let n_ranks = from.rank().abs_diff(to.rank());
            assert_eq!(
                knight(from).contains(to),
                n_files * n_ranks == 2,
                "{from}{to}"
            );
            assert_eq!(
                king(from).contains(to),
                n_files.max(n_ranks) == 1,
                "{from}{to}"
            );
        }
    }
}

#[test]
fn lines_join_squares_that_a_queen_joins() {
    for a in Square::all() {
        for b in Square::all() {
            let ends = Bitboard::from(a) | Bitboard::from(b);
            let Some(&direction) = ALL
                .iter()
                .find(|&&way| walk(a, &[way], Bitboard::EMPTY).contains(b))
            else {
                assert!(between(a, b).is_empty() && line(a, b).is_empty(), "{a}{b}");
                continue;
            };
            assert_eq!(
                between(a, b),
                walk(a, &[direction], b.into()) & !ends,
                "{a}{b}"
            );
            let back = (-direction.0, -direction.1);
            assert_eq!(
                line(a, b),
                walk(a, &[direction, back], Bitboard::EMPTY) | a.into(),
                "{a}{b}"
            );
        }
    }
}
