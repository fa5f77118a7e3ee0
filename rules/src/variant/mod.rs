//! The variants, one place each. They share functions and tables, never each other.

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

/// What is known of a variant beside its rules.
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
    /// Other names that people know it by, in lower case and without blanks: `ultima`.
    pub aliases: &'static [&'static str],
    /// How people write two moves of it, such as `e2g4 or Nf3`.
    pub example: &'static str,
    /// What may be chosen about it before a game.
    pub options: &'static [OptionSpec],
    /// What may be seen on its board: the pieces of White, which Black has too, and the objects.
    pub glyphs: &'static [Glyph],
    /// Whether it knows check.
    pub has_check: bool,
    /// Whether a game of it has what not everybody may know before its end, whatever was chosen.
    pub has_secrets: bool,
}

/// Positions that games begin with.
pub trait Starts: Sized {
    /// The position, if it is one of this variant.
    fn of_start(start: &Start) -> Option<Self>;
}

/// What a variant tells beside its position: what people see and what is told them.
pub(crate) trait Referee: Notation + Explain + PositionText {
    /// Its line in the table of variants.
    const INFO: VariantInfo;

    /// The usual start under these options.
    fn usual_start(options: &Options) -> Self;

    /// The number of the move, counted as in chess: White's first and Black's first are both 1.
    fn number(&self) -> u32 {
        self.turns() / 2 + 1
    }

    /// Whether an earlier position may come again after a move from `before` to here.
    fn may_repeat(&self, before: &Self) -> bool {
        let _ = before;
        false
    }

    /// Whether it counts as the same for repetition.
    fn repeats(&self, earlier: &Self) -> bool {
        let _ = earlier;
        false
    }

    /// A legal action in short notation; coordinates if it is not legal.
    fn caption(&self, action: Action) -> String {
        notation::caption(self, action)
    }

    /// The caption that a viewer may read.
    fn caption_for(&self, action: Action, viewer: Viewer) -> String {
        let _ = viewer;
        self.caption(action)
    }

    /// Whether the side that moved last lost by leaving its own king in check (bario K9).
    fn is_recycled_into_check(&self) -> bool {
        false
    }

    /// The kings of a side that the other one could take if it were to decide, as far as the side knows.
    fn threatened(&self, seat: Color) -> Bitboard {
        let check = self.marks(Viewer::Public).check;
        check.into_iter().collect::<Bitboard>() & self.squares(Glyph::King(seat))
    }

    /// The position as a side believes it to be; `None` where nothing is hidden.
    fn as_believed_by(&self, seat: Color) -> Option<Self> {
        let _ = seat;
        None
    }

    /// A text of a whole position that looks like that to a seat, made of the text that the seat is told; the error has
    /// every reason why the seat is told nothing like that.
    fn possible_truth(text: &str, seat: Color) -> Result<String, Vec<Flaw>> {
        let _ = seat;
        Ok(text.to_string())
    }

    /// A position that may look like this one to a seat, drawn by chance.
    fn guessed_by(&self, seat: Color, words: &mut dyn FnMut() -> u64) -> Self {
        let _ = (seat, words);
        *self
    }

    /// Goes on with an input that is possible.
    fn follow(&self, input: GameInput) -> Self {
        match input {
            GameInput::Action(action) => self.play(action),
            GameInput::Outcome(outcome) => self.resolve(outcome),
            GameInput::Conclusion(_) | GameInput::Takeback(_) => *self,
        }
    }

    /// How plausible an input is for who saw that after it, and later; at least 1. What they cannot have seen so need not be
    /// recognized here.
    fn plausibility<'a>(&self, input: GameInput, later: impl Iterator<Item = &'a View>) -> u64 {
        let _ = (input, later);
        1
    }

    /// Adds what an input brings about, in the order in which it happens, as far as a viewer may know it.
    fn tell(&self, input: GameInput, viewer: Viewer, facts: &mut Vec<Fact>) {
        let _ = viewer;
        if let GameInput::Action(action) = input {
            tell_move(self, action, facts);
        }
    }

    /// Where a turn began and ended: by its last input, with the position before it, or by what was told of it.
    fn squares_of(last: Option<(Self, GameInput)>, facts: &[Fact]) -> Vec<Square> {
        let _ = facts;
        squares_of_action(last.map(|(_, input)| input))
    }

    /// What a viewer sees on each square.
    fn cells(&self, viewer: Viewer) -> [Option<Glyph>; 64] {
        let _ = viewer;
        core::array::from_fn(|index| self.piece_at(Square::from_index(index as u8)))
    }

    /// What a viewer sees highlighted, but for the last turn.
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

    /// What each side may do once, and whether it still may.
    fn powers(&self) -> ByColor<Vec<(Power, bool)>> {
        ByColor::default()
    }

    /// What the undefined pieces of each side may still become.
    fn reserves(&self) -> ByColor<Vec<(Glyph, u8)>> {
        ByColor::default()
    }

    /// The position text as far as a viewer may know it.
    fn text_for(&self, viewer: Viewer) -> String {
        let _ = viewer;
        self.to_string()
    }
}

/// Adds what a move from square to square brings about.
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

/// Mate or stalemate, where a side without a legal action has lost if it is in check.
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

/// Where an action began and ended.
fn squares_of_action(input: Option<GameInput>) -> Vec<Square> {
    match input {
        Some(GameInput::Action(
            Action::Move { from, to, .. } | Action::Define { from, to, .. },
        )) => Vec::from([from, to]),
        Some(GameInput::Action(Action::Drop { to, .. })) => Vec::from([to]),
        _ => Vec::new(),
    }
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

/// Makes everything that has one part for each variant. A variant is a line of the table below and a folder.
macro_rules! variants {
    ($($(#[doc = $doc:literal])* $(#[cfg($when:meta)])? $Name:ident = $folder:ident;)+) => {
        /// What each variant exports, under its own name.
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

            /// What is known of it beside its rules.
            pub const fn info(self) -> &'static VariantInfo {
                match self {
                    $($(#[cfg($when)])? Variant::$Name => &<$folder::Position as Referee>::INFO,)+
                }
            }

            /// Whether chance may have a part in what a decision brings about.
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

            /// A text of a whole position that looks like that to a seat.
            pub(crate) fn possible_truth(self, text: &str, seat: Color) -> Result<String, Vec<Flaw>> {
                match self {
                    $($(#[cfg($when)])? Variant::$Name => <$folder::Position as Referee>::possible_truth(text, seat),)+
                }
            }

            /// Reads a position text; the error has every reason why it is none. What the text itself says of the options
            /// is written into them.
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
            /// Whether chance may have a part in a game that begins here.
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
            /// The position text.
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

        /// Does the same with the game of whichever variant it is.
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
    /// Baroque, also called Ultima: every kind of piece captures in a way of its own.
    Baroque = baroque;
    /// Chakart: chess with mushrooms, eggs, bananas and bombs.
    Chakart = chakart;
    /// Bario: pieces are nothing in particular until they move.
    Bario = bario;
    /// King of the hill: chess that a king wins by reaching the middle. Only tests play it.
    #[cfg(feature = "hill")]
    Hill = hill;
}

fn has_chance<P: Position>(position: &P) -> bool {
    P::HAS_CHANCE || position.is_chance()
}

impl Variant {
    /// The name in lower case, as written in texts: `berolina`.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// Whether a game of it has what not everybody may know before its end, whatever was chosen.
    pub const fn has_secrets(self) -> bool {
        self.info().has_secrets
    }

    /// Whether this may be seen on its board.
    pub fn has_glyph(self, glyph: Glyph) -> bool {
        let kind = mem::discriminant(&glyph);
        let mut glyphs = self.info().glyphs.iter();
        glyphs.any(|known| mem::discriminant(known) == kind)
    }

    /// What may be chosen about it before a game.
    pub const fn options(self) -> &'static [OptionSpec] {
        self.info().options
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
