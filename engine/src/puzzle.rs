//! Puzzles: positions in which exactly one move wins for sure, and soon.
//!
//! `engine/examples/puzzles.rs` finds them in games of the engine against itself; `engine/puzzles` keeps them. A test proves
//! each again, with a slow solver that uses only the rules.

use core::{fmt, str::FromStr};

use rules::{Action, Color, GameInput, Setup, Square, Variant};

use crate::evaluate::{Playable, with_position};

/// A position in which exactly one move wins for sure within a number of turns.
///
/// Its text form is one line: grade, number of turns, setup, winning line, and the reply to each other move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The difficulty, from 1 to 5.
    pub grade: u8,
    /// The number of turns of the winning side, its first move included.
    pub n_turns: u32,
    /// The position.
    pub setup: Setup,
    /// The winning move, and one line to the end of the game; the losing side resists as long as possible.
    pub line: Vec<GameInput>,
    /// The refutation of each other move: the reply of the other side, and before it any chance outcomes and further
    /// decisions of the same side.
    pub replies: Vec<Refuted>,
}

/// A move that does not win, with its refutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The move.
    pub action: Action,
    /// The inputs after the move, to the end of the reply.
    pub reply: Vec<GameInput>,
}

/// The puzzles of each rule set: its name, and a file with a puzzle on each line.
pub const FILES: [(&str, &str); 5] = [
    ("berolina", include_str!("../puzzles/berolina.txt")),
    ("baroque", include_str!("../puzzles/baroque.txt")),
    ("bario", include_str!("../puzzles/bario.txt")),
    (
        "bario-classic",
        include_str!("../puzzles/bario-classic.txt"),
    ),
    ("chakart", include_str!("../puzzles/chakart.txt")),
];

/// The highest grade.
pub const HARDEST: u8 = 5;

/// The separator of the parts of a line.
const BETWEEN_PARTS: &str = " | ";
/// The separator of the refutations.
const BETWEEN_REPLIES: &str = "; ";
/// The first character of lines that are not puzzles.
const COMMENT: char = '#';
/// The number of replies to the winning move from which the win is hard to see.
const MANY_REPLIES: u64 = 4;
/// Returns the number of legal moves from which the winning one is hard to see. Baroque has more moves, since its
/// pieces move like queens.
const fn many_moves(variant: Variant) -> u64 {
    match variant {
        Variant::Baroque => 75,
        _ => 50,
    }
}

/// Parses a file of puzzles.
///
/// # Errors
///
/// Returns the first line that is not a puzzle.
pub fn read(text: &str) -> Result<Vec<Puzzle>, NoPuzzle> {
    let lines = text.lines().filter(|line| !line.starts_with(COMMENT));
    lines.map(str::parse).collect()
}

impl Puzzle {
    /// Returns the side to find the move; `None` if no side is to decide.
    pub fn side(&self) -> Option<Color> {
        with_position!(self.setup.variant(), P => self.side_at::<P>())
    }

    fn side_at<P: Playable>(&self) -> Option<Color> {
        let position = self.setup.start_position::<P>()?;
        (!position.is_chance()).then(|| position.side_to_move())
    }

    /// Returns the winning move.
    pub fn solution(&self) -> Option<Action> {
        match self.line.first() {
            Some(GameInput::Action(action)) => Some(*action),
            _ => None,
        }
    }

    /// Returns an id that depends only on the position.
    pub fn id(&self) -> u32 {
        // FNV-1a, which is short and the same everywhere.
        let text = self.setup.to_string();
        text.bytes().fold(0x811c_9dc5, |hash, byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        })
    }

    /// Computes the difficulty. It grows with the length of the win, a quiet first move, the number of replies, and the
    /// number of moves to choose from. The stored grade is this number.
    pub fn graded(&self) -> u8 {
        let first = with_position!(self.setup.variant(), P => self.difficulty::<P>());
        let Some(Difficulty {
            is_quiet,
            is_open,
            is_wide,
        }) = first
        else {
            return 1;
        };
        let more = u8::from(is_quiet) + u8::from(is_open) + u8::from(is_wide);
        match self.n_turns {
            0 | 1 => 1 + u8::from(is_wide),
            2 => 2 + more,
            _ => (3 + more).min(HARDEST),
        }
    }

    fn difficulty<P: Playable>(&self) -> Option<Difficulty> {
        let position = self.setup.start_position::<P>()?;
        let solution = self.solution()?;
        let next = position.play_unchecked(solution);
        let is_object = |at: Square| position.piece_at(at).is_some_and(|it| it.color().is_none());
        let meets_object = matches!(solution, Action::Move { to, .. } if is_object(to));
        let is_capture = !position.captured(solution).is_empty() || meets_object;
        Some(Difficulty {
            is_quiet: !is_capture && next.checkers().is_empty(),
            is_open: next.is_chance() || next.n_legal_actions() >= MANY_REPLIES,
            is_wide: position.n_legal_actions() >= many_moves(self.setup.variant()),
        })
    }
}

/// The difficulty factors of a first move.
struct Difficulty {
    /// True if the move does not capture and does not give check.
    is_quiet: bool,
    /// True if chance or many replies follow.
    is_open: bool,
    /// True if there are many other moves.
    is_wide: bool,
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |inputs: &[GameInput]| {
            let words: Vec<String> = inputs.iter().map(GameInput::to_string).collect();
            words.join(" ")
        };
        let replies: Vec<String> = self
            .replies
            .iter()
            .map(|refuted| format!("{} {}", refuted.action, words(&refuted.reply)))
            .collect();
        let parts = [
            self.grade.to_string(),
            self.n_turns.to_string(),
            self.setup.to_string(),
            words(&self.line),
            replies.join(BETWEEN_REPLIES),
        ];
        f.write_str(&parts.join(BETWEEN_PARTS))
    }
}

/// The line is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoPuzzle {
    line: String,
}

impl fmt::Display for NoPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it is no puzzle: {}", self.line)
    }
}

impl core::error::Error for NoPuzzle {}

impl FromStr for Puzzle {
    type Err = NoPuzzle;

    fn from_str(line: &str) -> Result<Puzzle, NoPuzzle> {
        parse(line).ok_or_else(|| NoPuzzle { line: line.into() })
    }
}

fn parse(line: &str) -> Option<Puzzle> {
    let parts: Vec<&str> = line.split(BETWEEN_PARTS).collect();
    let &[grade, n_turns, setup, line, replies] = &parts[..] else {
        return None;
    };
    let replies = replies.split(BETWEEN_REPLIES).map(|refuted| {
        let (action, reply) = refuted.split_once(' ')?;
        Some(Refuted {
            action: action.parse().ok()?,
            reply: inputs(reply)?,
        })
    });
    Some(Puzzle {
        grade: grade.parse().ok()?,
        n_turns: n_turns.parse().ok()?,
        setup: setup.parse().ok()?,
        line: inputs(line)?,
        replies: replies.collect::<Option<_>>()?,
    })
}

fn inputs(text: &str) -> Option<Vec<GameInput>> {
    text.split_whitespace()
        .map(|word| word.parse().ok())
        .collect()
}
