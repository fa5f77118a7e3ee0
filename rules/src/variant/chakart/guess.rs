//! Guesses of the truth for a reader with the view of a seat, who does not know earlier moves (chakart H12).

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{
    position::{DueDecision, Object, Phase, Position, Trap},
    text::{SEEN_BY_BLACK, SEEN_BY_WHITE},
};
use crate::{
    Bitboard, ChakartFlaw, ChanceOutcome, Color, Fact, Flaw, GameInput, Glyph, Role, Square, Turn,
    View, attacks, belief::Belief, referee::Referee as _,
};

/// The limit of guessed bananas and bombs that a seat cannot see.
const MOST_UNSEEN: u64 = 3;

/// The beliefs of a seat.
pub(super) const BELIEF: Belief<Position> = Belief {
    possible_truth,
    believed: Position::believed_by,
    guessed,
    lookahead,
};

/// Returns the text of a seat's view, completed: the other side knows of nothing that the seat does not see.
fn possible_truth(text: &str, seat: Color) -> Result<String, Vec<Flaw>> {
    let (own, other) = match seat {
        Color::White => (SEEN_BY_WHITE, SEEN_BY_BLACK),
        Color::Black => (SEEN_BY_BLACK, SEEN_BY_WHITE),
    };
    let has = |key: &str| text.contains(&format!("\"{key}\""));
    let mut flaws = Vec::new();
    if has(other) {
        flaws.push(Flaw::Chakart(ChakartFlaw::KeyUnseen(other)));
    }
    let hidden_queen = match seat {
        Color::White => 'i',
        Color::Black => 'I',
    };
    let board = text.split_ascii_whitespace().next().unwrap_or_default();
    if board.contains(hidden_queen) {
        flaws.push(Flaw::Chakart(ChakartFlaw::QueenUnseen(!seat)));
    }
    if !flaws.is_empty() {
        return Err(flaws);
    }
    Ok(if has(own) {
        text.replacen('{', &format!("{{\"{other}\":\"\","), 1)
    } else {
        text.to_string()
    })
}

/// Returns a position that can look like this one to a seat. It adds some bananas and bombs dropped by the other side. It
/// adds that side's queen, if she is not on the board and can have just moved unseen. A usual start hides nothing.
pub(super) fn guessed(seen: &Position, seat: Color, words: &mut dyn FnMut() -> u64) -> Position {
    let mut guess = *seen;
    if is_untouched(seen) {
        return guess;
    }
    let them = !seat;
    let has_gone = !seen.powers.stealth[them] && seen.board.pieces(them, Role::Queen).is_empty();
    let may_be_hidden = seen.turn == seat && seen.phase == Phase::Decide(DueDecision::Move);
    if has_gone
        && may_be_hidden
        && words().is_multiple_of(2)
        && let Some(at) = drawn(empty(&guess), words)
    {
        guess.board.place(them, Role::Queen, at);
        guess.stealthy |= Bitboard::from(at);
    }
    if guess.beliefs.is_some() {
        for _ in 0..words() % (MOST_UNSEEN + 1) {
            let trap = Trap::ALL[(words() % 2) as usize];
            let Some(at) = drawn(empty(&guess), words) else {
                break;
            };
            guess.objects.put(Object::Trap(trap), at);
            if let Some(beliefs) = &mut guess.beliefs {
                beliefs[them].put(trap, at);
            }
        }
    }
    guess
}

/// Prefers a trail where a banana or bomb was met later to one where a piece came by and met none.
fn lookahead(before: &Position, input: GameInput, later: &mut dyn Iterator<Item = &View>) -> f64 {
    let (at, fallen) = match input {
        GameInput::Outcome(ChanceOutcome::Banana(at)) => (at, Glyph::Banana),
        GameInput::Outcome(ChanceOutcome::Bomb(at)) => (at, Glyph::Bomb),
        _ => return 1.0,
    };
    let is_later = |turn: &&Turn| (turn.number, turn.color) != (before.number(), before.turn);
    let turns = later.filter_map(|view| view.turn.as_ref()).filter(is_later);
    let found = turns
        .flat_map(|turn| &turn.facts)
        .find_map(|fact| visit(fact, at));
    match found {
        Some(Visit::Met(object)) if object == fallen => 16.0,
        Some(Visit::Met(_) | Visit::Passed) => 0.25,
        None => 1.0,
    }
}

/// The visit of a piece to a square.
enum Visit {
    /// It met an object there.
    Met(Glyph),
    /// It met none.
    Passed,
}

/// Returns the visit of a piece to this square, if the fact shows one. The arrival is reported before the object, so a move
/// that ends there shows nothing yet.
fn visit(fact: &Fact, at: Square) -> Option<Visit> {
    match *fact {
        Fact::Ate {
            object, at: there, ..
        }
        | Fact::Burst { object, at: there }
            if there == at =>
        {
            Some(Visit::Met(object))
        }
        Fact::Moved { from, to, .. } if attacks::between(from, to).contains(at) => {
            Some(Visit::Passed)
        }
        Fact::Left { at: there, .. } if there == at => Some(Visit::Passed),
        _ => None,
    }
}

/// Tells whether a position looks like a usual start, where no piece has moved.
fn is_untouched(seen: &Position) -> bool {
    let rows = [0, 1, 6, 7].map(Bitboard::rank);
    let rows = rows
        .into_iter()
        .fold(Bitboard::default(), |all, row| all | row);
    seen.n_turns == 0 && seen.objects.all().is_empty() && seen.board.occupied() == rows
}

/// Returns the squares that are empty in truth.
fn empty(position: &Position) -> Bitboard {
    !(position.board.occupied() | position.objects.all())
}

/// Returns a random square of a set.
fn drawn(squares: Bitboard, words: &mut dyn FnMut() -> u64) -> Option<Square> {
    let n = u64::from(squares.len()).max(1);
    squares.into_iter().nth((words() % n) as usize)
}

#[cfg(test)]
mod tests {
    use alloc::{collections::BTreeSet, format, vec::Vec};

    use crate::{Color, Guesses, Position as _, SeatHistory, Setup, Variant, chakart};

    /// Returns the number of different positions that White can take for this start after this number of turns.
    fn n_guesses(board: &str, n_turns: u32) -> usize {
        let text = format!(r#"{board} w {n_turns} {{"flags":"1111","seenW":""}}"#);
        let setup = Setup::with_view(Variant::Chakart, "", &text, Color::White);
        let history = SeatHistory::of_view(&setup.expect("a view"), Color::White);
        let mut guesses = Guesses::new(20);
        let mut word = 1_u64;
        let mut words = || {
            word = word
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            word >> 16
        };
        guesses.follow(&history, &mut words, &mut || false);
        let positions: Vec<(chakart::Position, f64)> = guesses.positions(20, &mut words);
        let keys: BTreeSet<u64> = positions
            .iter()
            .map(|(position, _)| position.key())
            .collect();
        keys.len()
    }

    #[test]
    fn a_usual_start_hides_nothing_before_the_first_turn() {
        let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(n_guesses(usual, 0), 1);
        assert!(n_guesses(usual, 2) > 1);
    }

    #[test]
    fn another_start_can_hide_a_trap_before_the_first_turn() {
        assert!(n_guesses("4k3/8/8/8/8/8/8/4K3", 0) > 1);
    }
}
