//! Puzzles: positions in which exactly one move wins for sure, and soon.
//!
//! `engine/examples/puzzles.rs` finds them in games of the engine against itself; `engine/puzzles` keeps them. A test proves each
//! of them again, by a slow solver that knows nothing but the rules.

use core::{fmt, str::FromStr};

use rules::{Action, Color, GameInput, Setup, Square, Variant, bario, baroque, berolina, chakart};

use crate::{evaluate::Playable, tuning::with_position};

/// A position in which exactly one move wins for sure within so many turns.
///
/// Its text is one line: grade, number of turns, setup, how the win goes on, and the reply to each other move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// How hard it is, from 1 to 5.
    pub grade: u8,
    /// Within how many turns of the side to move the game is won, its first move counted.
    pub n_turns: u32,
    /// Where.
    pub setup: Setup,
    /// The move that wins, and one of the ways on to the end of the game; whoever loses resists as long as possible.
    pub line: Vec<GameInput>,
    /// What comes of each other move: how the other side replies, and before it what chance may bring and the same side has to
    /// decide besides.
    pub replies: Vec<Refuted>,
}

/// A move that does not win, and what may come of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The move.
    pub action: Action,
    /// What comes then, to the end of the reply.
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

/// Between the parts of a line.
const BETWEEN_PARTS: &str = " | ";
/// Between the replies to moves that do not win.
const BETWEEN_REPLIES: &str = "; ";
/// What lines that are no puzzles begin with.
const COMMENT: char = '#';
/// A side with so many replies to the winning move is not easily seen to be lost.
const MANY_REPLIES: u64 = 4;
/// Among so many moves the one that wins is not easily seen. In Baroque, where pieces move like queens, there are more.
const fn many_moves(variant: Variant) -> u64 {
    match variant {
        Variant::Baroque => 75,
        _ => 50,
    }
}

/// Reads a file of puzzles.
///
/// # Errors
///
/// The first line that is none.
pub fn read(text: &str) -> Result<Vec<Puzzle>, NoPuzzle> {
    let lines = text.lines().filter(|line| !line.starts_with(COMMENT));
    lines.map(str::parse).collect()
}

impl Puzzle {
    /// Which side is to find the move; none if nobody is to decide.
    pub fn side(&self) -> Option<Color> {
        with_position!(self.setup.variant(), P => self.side_at::<P>())?
    }

    fn side_at<P: Playable>(&self) -> Option<Color> {
        let position = P::at_start(&self.setup)?;
        (!position.is_chance()).then(|| position.side_to_move())
    }

    /// The move that wins.
    pub fn solution(&self) -> Option<Action> {
        match self.line.first() {
            Some(GameInput::Action(action)) => Some(*action),
            _ => None,
        }
    }

    /// A number that stands for its position, the same as long as the position is.
    pub fn id(&self) -> u32 {
        // FNV-1a, which is short and the same everywhere.
        let text = self.setup.to_string();
        text.bytes().fold(0x811c_9dc5, |hash, byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        })
    }

    /// How hard it is: the longer the win takes, the less the first move forces, the more the other side may try, and the more
    /// moves there are to choose from, the harder. The grade that is written down is this.
    pub fn graded(&self) -> u8 {
        let first = with_position!(self.setup.variant(), P => self.difficulty::<P>());
        let Some(Some(Difficulty {
            is_quiet,
            is_open,
            is_wide,
        })) = first
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
        let position = P::at_start(&self.setup)?;
        let solution = self.solution()?;
        let next = position.play(solution);
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

/// What makes a first move hard to find.
struct Difficulty {
    /// It neither captures nor gives check.
    is_quiet: bool,
    /// Much can come of it.
    is_open: bool,
    /// There are many others.
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

/// A line is no puzzle.
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
