//! Why an input has no effects, or none yet.

use crate::{Need, Refusal};
use text::Text;

/// Why an input has no effects.
#[derive(Debug)]
pub(crate) enum Stop {
    Refused(Refusal),
    /// It cannot be told before this is loaded.
    Needs(Vec<Need>),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Stop {
        Stop::Refused(refusal)
    }
}

impl From<Text> for Stop {
    fn from(text: Text) -> Stop {
        Stop::Refused(text.into())
    }
}

impl From<Need> for Stop {
    fn from(need: Need) -> Stop {
        Stop::Needs(vec![need])
    }
}
