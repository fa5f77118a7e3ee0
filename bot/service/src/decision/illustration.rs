//! Pictures for replies that show no match.

use crate::{CommunityReply, Done, LadderStanding, LearnReply, PuzzleReply, PuzzleStep, Reply};
use handbook::Spot;

impl Reply {
    /// Returns the picture that goes with the reply.
    pub fn illustration(&self) -> Option<Illustration> {
        match self {
            Reply::Learn(LearnReply::Page(page)) if page.here.is_none() => {
                Some(Illustration::Of(page.spot))
            }
            Reply::Learn(LearnReply::Puzzle(puzzle)) | Reply::Done(Done::Puzzle(puzzle)) => {
                puzzle.board()
            }
            Reply::Learn(LearnReply::Rules) => Some(Illustration::Starts),
            Reply::Community(CommunityReply::Profile(profile)) => {
                let standings = profile.standings.iter();
                let has_course = |standing: &&LadderStanding| standing.course.len() > 1;
                let standings: Vec<_> = standings.filter(has_course).cloned().collect();
                (!standings.is_empty()).then_some(Illustration::Ratings(standings))
            }
            _ => None,
        }
    }
}

impl PuzzleReply {
    /// Returns the board, unless the step shows the outcome.
    fn board(&self) -> Option<Illustration> {
        let is_open = matches!(self.step, PuzzleStep::Shown);
        is_open.then_some(Illustration::Puzzle(self.id))
    }
}

/// A picture of no match.
#[derive(Clone, PartialEq, Eq)]
pub enum Illustration {
    /// The first position of each variant.
    Starts,
    /// The picture of this place of the handbook, if it has one.
    Of(Spot),
    /// The board of this puzzle.
    Puzzle(u32),
    /// The course of a person's ratings.
    Ratings(Vec<LadderStanding>),
}
