//! The replies to requests for help, pages and puzzles.

use rules::{GameInput, Variant};
use serde::{Deserialize, Serialize};

use crate::{Limits, Showing, match_store::codec};
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

/// A puzzle as a person sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzleReply {
    /// The id of the puzzle.
    pub id: u32,
    /// The state of the puzzle.
    pub step: PuzzleStep,
    /// The number of puzzles that they have solved in a row.
    pub streak: u32,
    /// The longest streak.
    pub best: u32,
    /// The length of the streak that has ended with this; 0 if none has.
    pub ended: u32,
    /// True if it does not count for a streak, because the person has answered it before or has seen the solution.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_missed: bool,
}

/// The state of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleStep {
    /// The puzzle waits for an answer.
    Shown,
    /// This answer does not solve the puzzle.
    Wrong(#[serde(with = "codec::text")] GameInput),
    /// The puzzle is solved.
    Solved,
    /// The person asked for the solution.
    GivenUp,
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
