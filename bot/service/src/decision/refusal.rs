//! Refusals: the reason why a request changes nothing, and an alternative.

use std::fmt;

use rules::{ByColor, Variant, WhyNot};

use api::MatchId;
use command::{Control, excerpt};
use text::{Text, arg};

/// A refusal of a request. It goes only to the author of the request.
///
/// It can name a move, so `Debug` does not print it.
#[derive(Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The speaker plays no match in this place.
    NoMatch,
    /// The stored match is damaged, and it cannot be played on.
    SetAside(MatchId),
    /// The move is illegal.
    IllegalMove {
        /// The move as written.
        text: String,
        /// The reason.
        why: WhyNot,
    },
    /// A planned move is illegal then, or loses at once.
    IllegalPlan {
        /// The text of the refusal.
        text: Text,
        /// The law that forbids it.
        law: &'static str,
    },
    /// The speaker may mean any of these matches.
    Several(Vec<MeantMatch>),
    /// Others have read the move, but the match has secrets.
    SaidAloud(MatchId),
    /// Any other refusal, known only by its text.
    Other(Text),
}

/// A match that a person may mean.
#[derive(Clone, PartialEq, Eq)]
pub struct MeantMatch {
    /// The match.
    pub id: MatchId,
    /// The number of its inputs so far.
    pub n_inputs: usize,
    /// Its variant.
    pub variant: Variant,
    /// The names of both sides.
    pub names: ByColor<String>,
    /// The control that does the same in that match, if a button can.
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
    /// Returns its text: the failed request, the reason, and the alternative.
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
            Refusal::IllegalPlan { text, .. } | Refusal::Other(text) => text.clone(),
        }
    }
}

/// Asks the speaker to choose a match.
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
