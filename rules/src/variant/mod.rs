//! The variants, each in its own module. They share functions and tables, never each other.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::{
    fmt,
    hash::{Hash, Hasher},
    mem,
    str::FromStr,
};

use self::{explain::Explain, text::PositionText};
use crate::{
    Action, Bitboard, ByColor, Color, DrawReason, Fact, Flaw, GameInput, Glyph, Marks, OptionSpec,
    Outcome, Position, Power, Square, View, WinReason,
    notation::{self, Notation},
    options::Options,
    play::Play,
};

pub(crate) mod bario;
pub(crate) mod baroque;
pub(crate) mod berolina;
pub(crate) mod chakart;
pub(crate) mod explain;
#[cfg(feature = "hill")]
pub(crate) mod hill;
mod tail;
pub(crate) mod text;

/// The properties of a variant beside its rules.
///
/// ```
/// use rules::Variant;
///
/// let info = Variant::Baroque.info();
/// assert!(info.aliases.contains(&"ultima") && info.has_check);
/// let option = &info.options[0];
/// assert_eq!((option.name, option.default().name), ("setup", "standard"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct VariantInfo {
    /// The name in lower case, as written in texts: `berolina`.
    pub name: &'static str,
    /// Other common names of it, in lower case and without blanks: `ultima`.
    pub aliases: &'static [&'static str],
    /// The notation of two moves, such as `e2g4 or Nf3`.
    pub example: &'static str,
    /// The options that can be chosen before a game.
    pub options: &'static [OptionSpec],
    /// The glyphs that its board can show: the pieces of White, which Black has too, and the objects.
    pub glyphs: &'static [Glyph],
    /// True if it has check.
    pub has_check: bool,
    /// True if a game of it can have secrets before its end, under any options.
    pub has_secrets: bool,
}

/// The positions that games begin with.
pub trait Starts: Sized {
    /// Returns the position, if it is one of this variant.
    fn of_start(start: &Start) -> Option<Self>;
}

/// The parts of a variant beside its position: views, captions and facts.
pub(crate) trait Referee: Notation + Explain + PositionText {
    /// The properties of the variant in the table of variants.
    const INFO: VariantInfo;

    /// Returns the usual start under these options.
    fn usual_start(options: &Options) -> Self;

    /// Returns the number of the move, counted as in chess: White's first and Black's first are both 1.
    fn number(&self) -> u32 {
        self.turns() / 2 + 1
    }

    /// Tells whether an earlier position can come again after a move from `before` to here.
    fn may_repeat(&self, before: &Self) -> bool {
        let _ = before;
        false
    }

    /// Tells whether the position counts as equal for repetition.
    fn repeats(&self, earlier: &Self) -> bool {
        let _ = earlier;
        false
    }

    /// Returns a legal action in short notation, and an illegal one in coordinates.
    fn caption(&self, action: Action) -> String {
        notation::caption(self, action)
    }

    /// Returns the caption that a viewer may read.
    fn caption_for(&self, action: Action, viewer: Viewer) -> String {
        let _ = viewer;
        self.caption(action)
    }

    /// Tells whether the side that moved last lost by leaving its own king in check (bario K9).
    fn is_recycled_into_check(&self) -> bool {
        false
    }

    /// Returns the kings of a side that the other one could capture if it were to decide, as far as the side knows.
    fn threatened(&self, seat: Color) -> Bitboard {
        let check = self.marks(Viewer::Public).check;
        check.into_iter().collect::<Bitboard>() & self.squares(Glyph::King(seat))
    }

    /// Returns the position as a side believes it to be; `None` where nothing is hidden.
    fn as_believed_by(&self, seat: Color) -> Option<Self> {
        let _ = seat;
        None
    }

    /// Returns the text of a whole position that looks to a seat like the text of its view. The error has every reason why
    /// no seat can have such a view.
    fn possible_truth(text: &str, seat: Color) -> Result<String, Vec<Flaw>> {
        let _ = seat;
        Ok(text.to_string())
    }

    /// Returns a random position that can look like this one to a seat.
    fn guessed_by(&self, seat: Color, words: &mut dyn FnMut() -> u64) -> Self {
        let _ = (seat, words);
        *self
    }

    /// Plays an input, which must be possible.
    fn follow(&self, input: GameInput) -> Self {
        match input {
            GameInput::Action(action) => self.play(action),
            GameInput::Outcome(outcome) => self.resolve(outcome),
            GameInput::Conclusion(_) | GameInput::Takeback(_) => *self,
        }
    }

    /// Returns the plausibility of an input for a reader with this view after it, and the later views; at least 1.
    /// Contradictions with these views need not be recognized here.
    fn plausibility<'a>(&self, input: GameInput, later: impl Iterator<Item = &'a View>) -> u64 {
        let _ = (input, later);
        1
    }

    /// Adds the facts of an input, in the order in which they happen, as far as a viewer may know them.
    fn tell(&self, input: GameInput, viewer: Viewer, facts: &mut Vec<Fact>) {
        let _ = viewer;
        if let GameInput::Action(action) = input {
            tell_move(self, action, facts);
        }
    }

    /// Returns the origin and the end of a turn: by its last input, with the position before it, or by its facts.
    fn squares_of(last: Option<(Self, GameInput)>, facts: &[Fact]) -> Vec<Square> {
        let _ = facts;
        squares_of_action(last.map(|(_, input)| input))
    }

    /// Returns the glyph that a viewer sees on each square.
    fn cells(&self, viewer: Viewer) -> [Option<Glyph>; 64] {
        let _ = viewer;
        core::array::from_fn(|index| self.piece_at(Square::from_index(index as u8)))
    }

    /// Returns the marks that a viewer sees, without those of the last turn.
    fn marks(&self, viewer: Viewer) -> Marks {
        let _ = viewer;
        let king = self.squares(Glyph::King(self.side_to_move()));
        Marks {
            check: if self.checkers().is_empty() {
                Vec::new()
            } else {
                king.collect()
            },
            ..Marks::default()
        }
    }

    /// Returns the powers of each side that it has once in a game; true for those that are unspent.
    fn powers(&self) -> ByColor<Vec<(Power, bool)>> {
        ByColor::default()
    }

    /// Returns the kinds that the undefined pieces of each side can still become.
    fn reserves(&self) -> ByColor<Vec<(Glyph, u8)>> {
        ByColor::default()
    }

    /// Returns the position text as far as a viewer may know it.
    fn text_for(&self, viewer: Viewer) -> String {
        let _ = viewer;
        self.to_string()
    }
}

/// Adds the facts of a move from square to square.
fn tell_move<P: Referee>(position: &P, action: Action, facts: &mut Vec<Fact>) {
    let Some((from, to, promotion)) = action.as_move() else {
        return;
    };
    let Some(glyph) = position.piece_at(from) else {
        return;
    };
    let us = position.side_to_move();
    facts.push(Fact::Moved { glyph, from, to });
    if let Some(castling) = position.castling_of(action) {
        facts.push(Fact::Moved {
            glyph: Glyph::Rook(us),
            from: castling.rook,
            to: castling.rook_to,
        });
    }
    for at in position.captured(action) {
        let glyph = position.piece_at(at);
        facts.extend(glyph.map(|glyph| Fact::Captured { glyph, at }));
    }
    if let Some(role) = promotion {
        let into = role.glyph(us);
        facts.push(Fact::Promoted { into, at: to });
    }
}

/// Returns mate or stalemate: a side without a legal action has lost if it is in check.
pub(crate) fn end_of_moves<P: Position>(position: &P) -> Option<Outcome> {
    if position.is_chance() || position.has_legal_action() {
        return None;
    }
    Some(if position.checkers().is_empty() {
        Outcome::Drawn {
            reason: DrawReason::Stalemate,
        }
    } else {
        Outcome::Won {
            winner: !position.side_to_move(),
            reason: WinReason::Checkmate,
        }
    })
}

/// Returns the origin and the end of an action.
fn squares_of_action(input: Option<GameInput>) -> Vec<Square> {
    match input {
        Some(GameInput::Action(
            Action::Move { from, to, .. } | Action::Define { from, to, .. },
        )) => Vec::from([from, to]),
        Some(GameInput::Action(Action::Drop { to, .. })) => Vec::from([to]),
        _ => Vec::new(),
    }
}

/// A viewer of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Viewer {
    /// The public: sees everything that is not secret.
    Public,
    /// The person on a seat.
    Seat(Color),
    /// A viewer who may know everything.
    Truth,
}

impl Viewer {
    /// Tells whether the viewer is the person on this seat, or knows everything that they know.
    pub(crate) fn is(self, seat: Color) -> bool {
        self == Viewer::Truth || self == Viewer::Seat(seat)
    }
}

/// Generates all code that has one part for each variant. A variant is a line of the table below and a folder.
macro_rules! variants {
    ($($(#[doc = $doc:literal])* $(#[cfg($when:meta)])? $Name:ident = $folder:ident;)+) => {
        /// The exported items of each variant, under its own name.
        #[expect(unreachable_pub, reason = "the crate exports what is in it")]
        pub mod exports {
            $($(#[doc = $doc])* $(#[cfg($when)])? pub mod $folder {
                pub use crate::variant::$folder::Position;
            })+
        }

        /// A set of rules.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Variant {
            $($(#[doc = $doc])* $(#[cfg($when)])? $Name,)+
        }

        const N_VARIANTS: usize = [$($(#[cfg($when)])? Variant::$Name,)+].len();

        impl Variant {
            /// All variants.
            pub const ALL: [Variant; N_VARIANTS] = [$($(#[cfg($when)])? Variant::$Name,)+];

            /// Returns its properties beside its rules.
            pub const fn info(self) -> &'static VariantInfo {
                match self {
                    $($(#[cfg($when)])? Variant::$Name => &<$folder::Position as Referee>::INFO,)+
                }
            }

            /// Tells whether an action can call for a chance outcome.
            pub const fn has_chance(self) -> bool {
                match self {
                    $($(#[cfg($when)])? Variant::$Name => <$folder::Position as Position>::HAS_CHANCE,)+
                }
            }

            pub(crate) fn usual_start(self, options: &Options) -> Start {
                match self {
                    $($(#[cfg($when)])? Variant::$Name => Start::$Name(Referee::usual_start(options)),)+
                }
            }

            /// Returns the text of a whole position that looks like this text to a seat.
            pub(crate) fn possible_truth(self, text: &str, seat: Color) -> Result<String, Vec<Flaw>> {
                match self {
                    $($(#[cfg($when)])? Variant::$Name => <$folder::Position as Referee>::possible_truth(text, seat),)+
                }
            }

            /// Reads a position text; the error has every flaw of the text. If the text itself determines options, they are
            /// written into `options`.
            pub(crate) fn read_start(self, options: &mut Options, text: &str) -> Result<Start, Vec<Flaw>> {
                match self {
                    $($(#[cfg($when)])? Variant::$Name => PositionText::read(options, text).map(Start::$Name),)+
                }
            }
        }

        /// A valid start position of some variant.
        #[derive(Clone, PartialEq, Eq)]
        pub enum Start {
            $($(#[cfg($when)])? $Name($folder::Position),)+
        }

        impl Start {
            /// Tells whether chance has a part in a game that begins here.
            pub(crate) fn has_chance(&self) -> bool {
                match self {
                    $($(#[cfg($when)])? Start::$Name(position) => has_chance(position),)+
                }
            }

            pub(crate) fn play(&self) -> State {
                match self {
                    $($(#[cfg($when)])? Start::$Name(position) => State::$Name(Play::new(*position)),)+
                }
            }
        }

        $($(#[cfg($when)])? impl From<$folder::Position> for Start {
            fn from(position: $folder::Position) -> Start {
                Start::$Name(position)
            }
        }

        $(#[cfg($when)])? impl Hash for $folder::Position {
            fn hash<H: Hasher>(&self, hasher: &mut H) {
                hasher.write_u64(self.key());
            }
        }

        $(#[cfg($when)])? impl Starts for $folder::Position {
            fn of_start(start: &Start) -> Option<$folder::Position> {
                match start {
                    Start::$Name(position) => Some(*position),
                    _ => None,
                }
            }
        })+

        impl fmt::Display for Start {
            /// Writes the position text.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $($(#[cfg($when)])? Start::$Name(position) => position.fmt(f),)+
                }
            }
        }

        /// A game of some variant.
        #[derive(Clone)]
        pub(crate) enum State {
            $($(#[cfg($when)])? $Name(Play<$folder::Position>),)+
        }

        impl State {
            pub(crate) fn variant(&self) -> Variant {
                match self {
                    $($(#[cfg($when)])? State::$Name(_) => Variant::$Name,)+
                }
            }
        }

        /// Runs the same code on the game of any variant.
        macro_rules! each {
            ($state:expr, $play:ident => $done:expr) => {
                match $state {
                    $($(#[cfg($when)])? crate::variant::State::$Name($play) => $done,)+
                }
            };
        }
        pub(crate) use each;
    };
}

variants! {
    /// Berolina chess: pawns move diagonally and capture straight ahead.
    Berolina = berolina;
    /// Baroque, also called Ultima: every kind of piece captures in its own way.
    Baroque = baroque;
    /// Chakart: chess with mushrooms, eggs, bananas and bombs.
    Chakart = chakart;
    /// Bario: pieces that stay undefined until they move.
    Bario = bario;
    /// King of the hill: chess that a king wins by reaching the middle. Only tests play it.
    #[cfg(feature = "hill")]
    Hill = hill;
}

fn has_chance<P: Position>(position: &P) -> bool {
    P::HAS_CHANCE || position.is_chance()
}

impl Variant {
    /// Returns the name in lower case, as written in texts: `berolina`.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// Tells whether a game of it can have secrets before its end, under any options.
    pub const fn has_secrets(self) -> bool {
        self.info().has_secrets
    }

    /// Tells whether its board can show this glyph.
    pub fn has_glyph(self, glyph: Glyph) -> bool {
        let kind = mem::discriminant(&glyph);
        let mut glyphs = self.info().glyphs.iter();
        glyphs.any(|known| mem::discriminant(known) == kind)
    }

    /// Returns the options that can be chosen before a game.
    pub const fn options(self) -> &'static [OptionSpec] {
        self.info().options
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a text that names no variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseVariantError;

impl fmt::Display for ParseVariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Variant::ALL.map(Variant::name).join(", ");
        write!(f, "no such variant; there are {names}")
    }
}

impl core::error::Error for ParseVariantError {}

impl FromStr for Variant {
    type Err = ParseVariantError;

    /// Reads the name in any case.
    fn from_str(text: &str) -> Result<Variant, ParseVariantError> {
        let mut all = Variant::ALL.into_iter();
        all.find(|variant| variant.name().eq_ignore_ascii_case(text))
            .ok_or(ParseVariantError)
    }
}
