//! Reasons why a request has no outcome so far, or at all.

use crate::{Need, Read, Refusal};
use text::Text;

/// The reason why a request has no outcome.
pub(crate) enum Interrupt {
    Refused(Refusal),
    /// The decision needs this data loaded first.
    Needs(Vec<Need>),
}

impl From<Refusal> for Interrupt {
    fn from(refusal: Refusal) -> Interrupt {
        Interrupt::Refused(refusal)
    }
}

impl From<Text> for Interrupt {
    fn from(text: Text) -> Interrupt {
        Interrupt::Refused(text.into())
    }
}

impl From<Need> for Interrupt {
    fn from(need: Need) -> Interrupt {
        Interrupt::Needs(vec![need])
    }
}

impl From<Read> for Interrupt {
    fn from(read: Read) -> Interrupt {
        Need::Read(read).into()
    }
}
