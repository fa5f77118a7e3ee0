//! What the position texts of several variants have in common.

use alloc::{format, string::String, vec, vec::Vec};

use crate::Color;

/// The most finished turns that a text may name.
const MAX_TURNS: u32 = 999_999_999;

/// The parts of a text `<board> <turn> <movesCount> <json>`.
pub(crate) struct Parts<'a> {
    pub(crate) board: &'a str,
    pub(crate) turn: &'a str,
    pub(crate) n_turns: &'a str,
    pub(crate) tail: &'a str,
}

impl<'a> Parts<'a> {
    /// Parts a text of at most so many bytes; the error says so, or shows a tail as an example.
    pub(crate) fn split(
        text: &'a str,
        max_len: usize,
        tail_example: &str,
    ) -> Result<Parts<'a>, Vec<String>> {
        if text.len() > max_len {
            return Err(vec![format!("a position has at most {max_len} characters")]);
        }
        let (board, rest) = split_word(text);
        let (turn, rest) = split_word(rest);
        let (n_turns, tail) = split_word(rest);
        if tail.is_empty() {
            return Err(vec![format!(
                "a position has four parts: board, side to move, finished turns, {tail_example}"
            )]);
        }
        Ok(Parts {
            board,
            turn,
            n_turns,
            tail,
        })
    }
}

fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_ascii();
    match text.split_once(|symbol: char| symbol.is_ascii_whitespace()) {
        Some((word, rest)) => (word, rest.trim_ascii_start()),
        None => (text, ""),
    }
}

/// The value that was read, or its flaws into the heap of flaws.
pub(crate) fn keep<T>(read: Result<T, Vec<String>>, flaws: &mut Vec<String>) -> Option<T> {
    read.map_err(|more| flaws.extend(more)).ok()
}

/// `w` or `b`.
pub(crate) fn read_turn(text: &str) -> Result<Color, Vec<String>> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(vec![format!("the side to move is w or b, not {text:?}")]),
    }
}

/// How many turns are finished: digits only, no sign.
pub(crate) fn read_n_turns(text: &str) -> Result<u32, Vec<String>> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text
        .parse()
        .ok()
        .filter(|&n_turns| is_number && n_turns <= MAX_TURNS);
    number.ok_or_else(|| {
        vec![format!(
            "the finished turns are a number from 0 to {MAX_TURNS}, not {text:?}"
        )]
    })
}
