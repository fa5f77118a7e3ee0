//! Why the service did not do what somebody asked, and what they can do instead.

use std::fmt;

use rules::{ByColor, Variant, WhyNot};

use api::MatchId;
use command::{Control, excerpt};
use text::{Text, arg};

/// An answer that says no. It goes to the person who asked and to nobody else.
///
/// It may tell of a move, so `Debug` shows nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The speaker plays no match in this place.
    NoMatch,
    /// What is stored of the match is damaged, and nobody plays on in it.
    SetAside(MatchId),
    /// The move is illegal.
    IllegalMove {
        /// What was written.
        text: String,
        /// Why.
        why: WhyNot,
    },
    /// A move that was planned is illegal then, or loses at once.
    IllegalPlan {
        /// What is told of it.
        told: Text,
        /// The law that forbids it.
        law: &'static str,
    },
    /// The speaker may mean any of these matches.
    Several(Vec<MeantMatch>),
    /// Others have read the move, and the match has secrets.
    SaidAloud(MatchId),
    /// Anything else, of which nothing but this is to be known.
    Other(Text),
}

/// A match that somebody may mean.
#[derive(Clone, PartialEq, Eq)]
pub struct MeantMatch {
    /// The match.
    pub id: MatchId,
    /// The ply that it is at.
    pub ply: usize,
    /// What is played.
    pub variant: Variant,
    /// Who plays which side.
    pub names: ByColor<String>,
    /// What does there what the speaker wants, if a button can.
    pub control: Option<Control>,
}

impl From<Text> for Refusal {
    fn from(text: Text) -> Refusal {
        Refusal::Other(text)
    }
}

impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Refusal")
    }
}

impl Refusal {
    /// What is told of it: what cannot be done, why, and what to do instead.
    pub fn text(&self) -> Text {
        match self {
            Refusal::NoMatch => text::refusal_no_match(),
            Refusal::SetAside(id) => text::refusal_set_aside(*id),
            Refusal::IllegalMove { text, why } => text::refusal_illegal_move(
                arg::law(why.law),
                arg::text(excerpt(text)),
                arg::why(text::why(why)),
            ),
            Refusal::Several(candidates) => several(candidates),
            Refusal::SaidAloud(id) => text::refusal_said_aloud(*id),
            Refusal::IllegalPlan { told: text, .. } | Refusal::Other(text) => text.clone(),
        }
    }
}

/// Asks which match is meant.
fn several(candidates: &[MeantMatch]) -> Text {
    let has_buttons = candidates.iter().any(|each| each.control.is_some());
    let question = candidates.first().map(|first| {
        if has_buttons {
            text::refusal_several_matches(first.id)
        } else {
            text::refusal_several_matches_to_name(first.id)
        }
    });
    let list = Text::list(candidates.iter().map(MeantMatch::text));
    Text::lines(question.into_iter().chain([list]))
}

impl MeantMatch {
    fn text(&self) -> Text {
        let ByColor { white, black } = &self.names;
        text::match_in_list(
            arg::black(black),
            arg::id(self.id),
            arg::variant(self.variant),
            arg::white(white),
        )
    }
}
