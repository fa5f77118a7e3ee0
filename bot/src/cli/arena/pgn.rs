//! A finished game as PGN.

use std::fmt::Write as _;

use rules::{Color, Game, GameInput, Next, Record};

/// The longest line of moves, in characters.
const LINE: usize = 79;
/// The signs that PGN reserves. Captions of some variants have them.
const RESERVED: [char; 10] = ['(', ')', '[', ']', '{', '}', '<', '>', ';', '*'];

/// A game with the facts of its tags.
pub(super) struct PgnGame<'a> {
    pub(super) record: &'a Record,
    /// The number of the game.
    pub(super) round: u32,
    /// The date as `2026.11.30`.
    pub(super) date: &'a str,
    pub(super) white: &'a str,
    pub(super) black: &'a str,
    /// The score, such as `1-0`.
    pub(super) result: &'a str,
    /// The name of the rules.
    pub(super) variant: &'a str,
    /// The start, if it is not the usual one.
    pub(super) position: Option<&'a str>,
    /// The reason of the result.
    pub(super) termination: &'a str,
}

impl PgnGame<'_> {
    /// Returns the text with an empty line at its end.
    pub(super) fn text(&self) -> String {
        let round = self.round.to_string();
        let mut tags = vec![
            ("Event", "Oddboard arena"),
            ("Site", "?"),
            ("Date", self.date),
            ("Round", &round),
            ("White", self.white),
            ("Black", self.black),
            ("Result", self.result),
            ("Variant", self.variant),
        ];
        if let Some(position) = self.position {
            tags.extend([("SetUp", "1"), ("FEN", position)]);
        }
        tags.push(("Termination", self.termination));
        let mut text = String::new();
        for (name, value) in tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            // Writing to a text cannot fail.
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        let mut words = move_words(self.record);
        words.push(self.result.to_owned());
        format!("{text}\n{}\n", wrapped(&words))
    }
}

/// Returns the moves with their numbers. Chance outcomes are comments.
fn move_words(record: &Record) -> Vec<String> {
    let mut game = Game::new(&record.setup);
    let mut words = Vec::new();
    let mut numbered = None;
    for &input in &record.inputs {
        match (input, game.next()) {
            (GameInput::Action(action), Next::Decision(seat)) => {
                // A turn can have several decisions.
                let turn = (game.turns(), seat);
                let is_after_move = words
                    .last()
                    .is_some_and(|word: &String| !word.ends_with('}'));
                if numbered != Some(turn) && (seat == Color::White || !is_after_move) {
                    words.push(number(turn.0, seat));
                }
                numbered = Some(turn);
                let caption = game.caption(action);
                words.push(if caption.contains(RESERVED) {
                    action.to_string()
                } else {
                    caption
                });
            }
            (GameInput::Outcome(outcome), _) => words.push(format!("{{{outcome}}}")),
            _ => {}
        }
        if game.apply(input).is_err() {
            break;
        }
    }
    words
}

/// Returns the number before a turn: `3.` for White, `3...` for Black.
fn number(n_turns: u32, seat: Color) -> String {
    let dots = match seat {
        Color::White => ".",
        Color::Black => "...",
    };
    format!("{}{dots}", n_turns / 2 + 1)
}

/// Joins words to lines of bounded length.
fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut length = 0;
    for word in words {
        if length > 0 && length + 1 + word.len() > LINE {
            text.push('\n');
            length = 0;
        } else if length > 0 {
            text.push(' ');
            length += 1;
        }
        text.push_str(word);
        length += word.len();
    }
    text + "\n"
}

#[cfg(test)]
mod tests;
