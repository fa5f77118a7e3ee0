//! The replies to requests for help, pages and puzzles.

use rules::Variant;

use crate::{Limits, PuzzleReply, Showing};
use api::MatchId;
use command::Spec;
use handbook::Spot;
use text::Text;

/// The reply to a request for help, for a page of the handbook or for a puzzle.
pub enum LearnReply {
    /// The overview of the commands.
    Help,
    /// The help for one command.
    Command {
        /// The command.
        spec: &'static Spec,
        /// True if the only server in that place is a single room.
        is_one_room: bool,
    },
    /// The variants.
    Rules,
    /// A place in a handbook.
    Page(Box<Page>),
    /// The handbook has no such topic.
    NoTopic {
        /// The variant of the handbook.
        variant: Variant,
        /// The topic as written.
        text: String,
        /// The nearest topics.
        nearest: Vec<Spot>,
    },
    /// A puzzle that the speaker is to solve.
    Puzzle(PuzzleReply),
}

/// A page of a handbook, opened for a reader.
pub struct Page {
    /// The place in the handbook.
    pub spot: Spot,
    /// The limits of a match.
    pub limits: Limits,
    /// The explanation on the board of a match.
    pub here: Option<Here>,
    /// The verdict on a move that was tried there.
    pub tried: Option<Tried>,
    /// True if it replaces the page that was open.
    pub is_turned: bool,
}

/// The verdict on a move that was tried in a task.
pub struct Tried {
    /// The verdict with its reason.
    pub told: Text,
    /// True if the move is right.
    pub is_right: bool,
    /// The law that forbids it, if it is illegal.
    pub law: Option<&'static str>,
}

/// The explanation of a place of the handbook on the board of a match.
pub struct Here {
    /// The match.
    pub id: MatchId,
    /// The lines of the explanation, as far as the reader knows the board.
    pub lines: Vec<Text>,
    /// The board as the reader sees it, if they play.
    pub showing: Option<Showing>,
}
