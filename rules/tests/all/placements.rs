//! Random positions in which rare things happen often.

use testkit::Random;

use crate::witness::berolina::Position;

/// A position that the witness can read and that a game may start from: one king each, the side that has just moved
/// not in check; castling rights and a double step just made are frequent, late clocks happen.
pub(crate) fn random(random: &mut Random) -> String {
    loop {
        let text = throw(random);
        if Position::read(&text).is_ok_and(|position| !position.is_impossible()) {
            return text;
        }
    }
}

/// Pieces thrown on the board.
fn throw(random: &mut Random) -> String {
    let mut board = [['.'; 8]; 8];
    let mut rights = String::new();
    for (rank, king, rook, letters) in [(0, 'K', 'R', ['K', 'Q']), (7, 'k', 'r', ['k', 'q'])] {
        if random.chance(40) {
            board[rank][4] = king;
            for (letter, file) in letters.into_iter().zip([7, 0]) {
                if random.chance(70) {
                    board[rank][file] = rook;
                    rights.push(letter);
                }
            }
        } else {
            *free_square(&mut board, random) = king;
        }
    }
    let n_pawns = random.below(11);
    for _ in 0..n_pawns {
        let rank = 1 + random.below(6);
        let file = random.below(8);
        if board[rank][file] == '.' {
            board[rank][file] = *random.pick(&['P', 'p']);
        }
    }
    let n_pieces = random.below(8);
    for _ in 0..n_pieces {
        *free_square(&mut board, random) = *random.pick(&['Q', 'R', 'B', 'N', 'q', 'r', 'b', 'n']);
    }

    let white_to_move = random.chance(50);
    let en_passant = double_step(&mut board, white_to_move, random);
    let quiet = match &en_passant {
        Some(_) => 0,
        None if random.chance(10) => 95 + random.below(5),
        None => random.below(60),
    };
    let rows: Vec<String> = board.iter().rev().map(String::from_iter).collect();
    format!(
        "{} {} {} {} {quiet} {}",
        rows.join("/").replace('.', "1"),
        if white_to_move { "w" } else { "b" },
        if rights.is_empty() { "-" } else { &rights },
        en_passant.as_deref().unwrap_or("-"),
        1 + random.below(99),
    )
}

fn free_square<'a>(board: &'a mut [[char; 8]; 8], random: &mut Random) -> &'a mut char {
    loop {
        let (rank, file) = (random.below(8), random.below(8));
        if board[rank][file] == '.' {
            return &mut board[rank][file];
        }
    }
}

/// The en passant field of a double step that may just have been made, more often than not if there may have been one.
/// Often a pawn is put where it can capture the stepper.
fn double_step(
    board: &mut [[char; 8]; 8],
    white_to_move: bool,
    random: &mut Random,
) -> Option<String> {
    let (pawn, enemy, home, skipped, stepper) = if white_to_move {
        ('p', 'P', 6, 5, 4)
    } else {
        ('P', 'p', 1, 2, 3)
    };
    let mut files = Vec::new();
    for from in 0..8_usize {
        for to in [from.wrapping_sub(2), from + 2] {
            let over = usize::midpoint(from, to);
            if to < 8
                && board[stepper][to] == pawn
                && board[skipped][over] == '.'
                && board[home][from] == '.'
            {
                files.push((over, to));
            }
        }
    }
    if files.is_empty() || random.chance(20) {
        return None;
    }
    let (over, to) = *random.pick(&files);
    if board[stepper][over] == '.' && random.chance(50) {
        board[stepper][over] = enemy;
    }
    let mut squares = [(skipped, over), (stepper, to)];
    squares.sort_unstable();
    Some(
        squares
            .map(|(rank, file)| format!("{}{}", char::from(b'a' + file as u8), rank + 1))
            .concat(),
    )
}
