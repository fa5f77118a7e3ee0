//! Random positions in which rare cases occur often.

use rules::{Setup, Variant};
use testkit::Random;

use crate::witness::{Board, Coordinates, colored, name, squares};

/// The variants and options for which positions are thrown.
pub(crate) const THROWN: [(Variant, &str); 4] = [
    (Variant::Berolina, ""),
    (Variant::Baroque, ""),
    (Variant::Bario, "rules=modern"),
    (Variant::Bario, "rules=classic"),
];

/// Returns a setup from a random position that the rules accept.
pub(crate) fn setup(variant: Variant, options: &str, random: &mut Random) -> Setup {
    loop {
        let text = throw(variant, options, random);
        if let Ok(setup) = Setup::with_position(variant, options, &text) {
            return setup;
        }
    }
}

/// Returns a position text of pieces thrown on the board; a side that is not to move may be in check.
///
/// # Panics
///
/// The variant has no generator.
pub(crate) fn throw(variant: Variant, options: &str, random: &mut Random) -> String {
    match variant {
        Variant::Berolina => berolina(random),
        Variant::Baroque => baroque(random),
        Variant::Bario => bario(options == "rules=classic", random),
        Variant::Chakart => panic!("no pieces of Chakart are thrown"),
    }
}

/// Throws a position with frequent castling rights and double steps, and sometimes advanced clocks.
fn berolina(random: &mut Random) -> String {
    let mut board = Board::EMPTY;
    let rights = throw_kings(&mut board, Some('R'), random);
    throw_pawns(&mut board, 11, random);
    let n_pieces = random.below(8);
    throw_pieces(&mut board, "QRBNqrbn", n_pieces, random);
    let white_to_move = random.chance(50);
    let en_passant = double_step(&mut board, white_to_move, random);
    let quiet = match &en_passant {
        Some(_) => 0,
        None if random.chance(10) => 95 + random.below(5),
        None => random.below(60),
    };
    format!(
        "{} {} {} {} {quiet} {}",
        board.write(),
        if white_to_move { "w" } else { "b" },
        if rights.is_empty() { "-" } else { &rights },
        en_passant.as_deref().unwrap_or("-"),
        1 + random.below(99),
    )
}

/// Throws few pieces or many, with more immobilizers, chameleons and pincers than a game has.
fn baroque(random: &mut Random) -> String {
    let mut board = Board::EMPTY;
    throw_kings(&mut board, None, random);
    let n_pieces = random.below(40);
    throw_pieces(&mut board, "PpRrNnBbQqMm", n_pieces, random);
    let turn = random.pick(&["w", "b"]);
    format!("{} {turn} {}", board.write(), random.below(90))
}

/// Throws few pieces or many, defined or not, with reserves that fit, sometimes with rights, a double step or a pending
/// choice.
fn bario(is_classic: bool, random: &mut Random) -> String {
    let mut board = Board::EMPTY;
    let rights = throw_kings(&mut board, is_classic.then_some('U'), random);
    throw_pawns(&mut board, 8, random);
    // A reset comes with the last undefined piece.
    let letters = ["UuQRBNqrbn", "QRBNqrbn"][random.below(2)];
    let n_pieces = random.below(8);
    throw_pieces(&mut board, letters, n_pieces, random);
    for letter in ["U", "u"] {
        if random.chance(60) {
            throw_pieces(&mut board, letter, 1, random);
        }
    }
    let is_white = random.chance(50);
    let mut skipped = "-".to_owned();
    if random.chance(25) {
        let (pawn, row, column) = if is_white {
            ('p', 2, [4, 5, 6])
        } else {
            ('P', 5, [3, 2, 1])
        };
        let file = random.below(8) as i8;
        if column.iter().all(|&rank| board.at((file, rank)) == '.') {
            board.put((file, column[0]), pawn);
            skipped = format!("{row}{file}");
            let beside = (if file == 0 { 1 } else { file - 1 }, column[0]);
            if board.at(beside) == '.' && random.chance(50) {
                board.put(beside, colored('P', is_white));
            }
        }
    }
    // The capturing piece is one of those on the board.
    let foes: Vec<Coordinates> = all(&board, |letter| {
        letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() != is_white
    });
    let mut lost = "-".to_owned();
    if skipped == "-" && random.chance(15) {
        let (file, rank) = random.pick(&foes);
        lost = format!("{}{file}", 7 - rank);
    }
    let mut reserve = String::new();
    for letter in ['U', 'u'] {
        let n_undefined = all(&board, |there| there == letter).len();
        let owes = lost != "-" && (letter == 'U') == is_white;
        let mut counts = [0; 4];
        for _ in 0..n_undefined + usize::from(owes) {
            counts[random.below(4)] += 1;
        }
        reserve.extend(counts.map(|count| char::from_digit(count, 36).expect("few pieces")));
    }
    let castling = match (is_classic, &rights[..]) {
        (false, _) => String::new(),
        (true, "") => r#","castling":"-""#.to_owned(),
        (true, rights) => format!(r#","castling":"{rights}""#),
    };
    format!(
        r#"{} {} {} {{"captureUndef":"{lost}","enpassant":"{skipped}","reserve":"{reserve}"{castling}}}"#,
        board.write(),
        if is_white { "w" } else { "b" },
        2 + random.below(90),
    )
}

/// Places both kings, often at home with their castling partners, and returns their rights.
fn throw_kings(board: &mut Board, castler: Option<char>, random: &mut Random) -> String {
    let mut rights = String::new();
    for (rank, white, letters) in [(0, true, "KQ"), (7, false, "kq")] {
        let is_home_free = [0, 4, 7].iter().all(|&file| board.at((file, rank)) == '.');
        let at_home = castler.filter(|_| is_home_free && random.chance(50));
        let Some(castler) = at_home else {
            throw_pieces(board, if white { "K" } else { "k" }, 1, random);
            continue;
        };
        board.put((4, rank), colored('K', white));
        for (letter, file) in letters.chars().zip([7, 0]) {
            if random.chance(65) {
                board.put((file, rank), colored(castler, white));
                rights.push(letter);
            }
        }
    }
    rights
}

/// Places fewer pawns than `bound`, none on the first and the last rank.
fn throw_pawns(board: &mut Board, bound: usize, random: &mut Random) {
    for _ in 0..random.below(bound) {
        let at = (random.below(8) as i8, 1 + random.below(6) as i8);
        if board.at(at) == '.' {
            board.put(at, *random.pick(&['P', 'p']));
        }
    }
}

/// Places `count` pieces of these letters.
fn throw_pieces(board: &mut Board, letters: &str, count: usize, random: &mut Random) {
    let letters: Vec<char> = letters.chars().collect();
    for _ in 0..count {
        let free = all(board, |letter| letter == '.');
        board.put(*random.pick(&free), *random.pick(&letters));
    }
}

/// Returns all squares with such a letter.
fn all(board: &Board, is_wanted: impl Fn(char) -> bool) -> Vec<Coordinates> {
    squares().filter(|&at| is_wanted(board.at(at))).collect()
}

/// Returns the en passant field of a possible double step, more often than not if one was possible. Often it puts a
/// pawn where it can capture the stepper.
fn double_step(board: &mut Board, white_to_move: bool, random: &mut Random) -> Option<String> {
    let (pawn, enemy, home, skipped, stepper) = if white_to_move {
        ('p', 'P', 6, 5, 4)
    } else {
        ('P', 'p', 1, 2, 3)
    };
    let mut steps = Vec::new();
    for from in 0..8 {
        for side in [-1, 1] {
            let (over, to) = (from + side, from + 2 * side);
            if board.at((to, stepper)) == pawn
                && board.at((over, skipped)) == '.'
                && board.at((from, home)) == '.'
            {
                steps.push((over, to));
            }
        }
    }
    if steps.is_empty() || random.chance(20) {
        return None;
    }
    let (over, to) = *random.pick(&steps);
    if board.at((over, stepper)) == '.' && random.chance(50) {
        board.put((over, stepper), enemy);
    }
    let mut squares = [(over, skipped), (to, stepper)];
    squares.sort_by_key(|&(_, rank)| rank);
    Some(squares.map(name).concat())
}
