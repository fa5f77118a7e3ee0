//! The variants, one place each. They share functions and tables, never each other.

use alloc::{string::String, vec::Vec};
use core::{fmt, str::FromStr};

use crate::{
    Action, Actions, ChanceOutcome, Color, Conclusion, Flaw, IllegalAction, ImpossibleOutcome,
    Next, OptionSpec, PendingDecision, ReadActionError, View, WhyNot, options::Options,
};

pub(crate) mod bario;
pub(crate) mod baroque;
pub(crate) mod berolina;
pub(crate) mod chakart;
mod explain;
mod tail;
mod text;

/// A set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// Berolina chess: pawns move diagonally and capture straight ahead.
    Berolina,
    /// Baroque, also called Ultima: every kind of piece captures in a way of its own.
    Baroque,
    /// Chakart: chess with mushrooms, eggs, bananas and bombs.
    Chakart,
    /// Bario: pieces are nothing in particular until they move.
    Bario,
}

/// A valid start position of some variant.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Start {
    Berolina(berolina::Position),
    Baroque(baroque::Start),
    Chakart(chakart::Position),
    Bario(bario::Position),
}

/// One variant in play. Anything that is not listed here is a free function or a type.
pub(crate) trait Rules {
    fn next(&self) -> Next;
    /// How many turns were finished, by both sides together.
    fn turns(&self) -> u32;
    /// What kind of decision is due, if any is.
    fn pending(&self) -> PendingDecision;
    fn actions(&self, out: &mut Actions);
    fn act(&mut self, action: Action) -> Result<(), IllegalAction>;
    fn roll(&mut self, outcome: ChanceOutcome) -> Result<(), ImpossibleOutcome>;
    /// Ends a game that is not over.
    fn conclude(&mut self, conclusion: Conclusion);
    fn why_not(&self, action: Action) -> Option<WhyNot>;
    fn read_action(&self, text: &str) -> Result<Action, ReadActionError>;
    fn caption(&self, action: Action) -> String;
    fn view(&self, ply: usize, viewer: Viewer) -> View;
    fn perft(&self, depth: u32, last: LastPly) -> u64;
    fn divide(&self, depth: u32) -> Vec<(Action, u64)>;
}

/// Who looks at a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Viewer {
    /// Everybody: what is nobody's secret.
    Public,
    /// The person on a seat.
    Seat(Color),
    /// Who may know everything.
    Truth,
}

impl Viewer {
    /// Whether that is the person on this seat, or knows all that they do.
    pub(crate) fn is(self, seat: Color) -> bool {
        self == Viewer::Truth || self == Viewer::Seat(seat)
    }
}

/// What perft does with the last actions.
#[derive(Clone, Copy)]
pub(crate) enum LastPly {
    Counted,
    Played,
}

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 4] = [
        Variant::Berolina,
        Variant::Baroque,
        Variant::Chakart,
        Variant::Bario,
    ];

    /// The name in lower case, as written in texts: `berolina`.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Berolina => "berolina",
            Variant::Baroque => "baroque",
            Variant::Chakart => "chakart",
            Variant::Bario => "bario",
        }
    }

    /// The name as people read it: `Berolina`.
    pub const fn title(self) -> &'static str {
        match self {
            Variant::Berolina => "Berolina",
            Variant::Baroque => "Baroque",
            Variant::Chakart => "Chakart",
            Variant::Bario => "Bario",
        }
    }

    /// Whether a game of it has what not everybody may know before its end, whatever was chosen.
    pub const fn has_secrets(self) -> bool {
        match self {
            Variant::Berolina | Variant::Baroque | Variant::Bario => false,
            // A queen moves unseen even where all objects are open (chakart C47).
            Variant::Chakart => true,
        }
    }

    /// What may be chosen about it before a game.
    pub const fn options(self) -> &'static [OptionSpec] {
        match self {
            Variant::Berolina => &[],
            Variant::Baroque => baroque::OPTIONS,
            Variant::Chakart => chakart::OPTIONS,
            Variant::Bario => bario::OPTIONS,
        }
    }

    pub(crate) fn usual_start(self, options: &Options) -> Start {
        match self {
            Variant::Berolina => Start::Berolina(berolina::Position::start()),
            Variant::Baroque => Start::Baroque(baroque::Start::under(options)),
            Variant::Chakart => Start::Chakart(chakart::usual_start(options)),
            Variant::Bario => Start::Bario(bario::usual_start(options)),
        }
    }

    /// Reads a position text; the error has every reason why it is none. What the text itself says of the options is
    /// written into them.
    pub(crate) fn read_start(
        self,
        options: &mut Options,
        position: &str,
    ) -> Result<Start, Vec<Flaw>> {
        match self {
            Variant::Berolina => berolina::Position::read(position).map(Start::Berolina),
            Variant::Baroque => baroque::Position::read(position)
                .map(|position| Start::Baroque(baroque::Start::At(position))),
            Variant::Chakart => chakart::read_start(options, position).map(Start::Chakart),
            Variant::Bario => bario::read_start(options, position).map(Start::Bario),
        }
    }
}

impl fmt::Display for Start {
    /// The position text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::Berolina(position) => position.fmt(f),
            Start::Baroque(start) => start.fmt(f),
            Start::Chakart(position) => position.fmt(f),
            Start::Bario(position) => position.fmt(f),
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseVariantError;

impl fmt::Display for ParseVariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [others @ .., last] = &Variant::ALL;
        let others = others.map(Variant::name).join(", ");
        write!(f, "no such variant; there are {others} and {last}")
    }
}

impl core::error::Error for ParseVariantError {}

impl FromStr for Variant {
    type Err = ParseVariantError;

    /// Reads the name in any case.
    fn from_str(text: &str) -> Result<Variant, ParseVariantError> {
        Variant::ALL
            .into_iter()
            .find(|variant| variant.name().eq_ignore_ascii_case(text))
            .ok_or(ParseVariantError)
    }
}
