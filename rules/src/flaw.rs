//! Flaws in the text of a setup or of a position, as data. The caller chooses the words.

use alloc::{string::String, vec::Vec};
use core::fmt;

use crate::{Color, Placed, Square, Variant};

/// A flaw in the text of a setup, of its options or of its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The setup has more than `max` bytes.
    SetupTooLong {
        /// The limit, in bytes.
        max: usize,
    },
    /// No variant has the name that the setup begins with.
    NoSuchVariant,
    /// The variant has no option of this name.
    NoSuchOption {
        /// The variant.
        variant: Variant,
        /// The unknown option.
        name: String,
    },
    /// An option has no value of this name.
    NoSuchValue {
        /// The variant.
        variant: Variant,
        /// The name of the option.
        option: &'static str,
        /// The unknown value.
        value: String,
    },
    /// This option is given twice.
    OptionTwice(&'static str),
    /// The position has more than `max` bytes.
    TooLong {
        /// The limit, in bytes.
        max: usize,
    },
    /// The position does not have the number of fields of its variant.
    Fields {
        /// The variant.
        variant: Variant,
        /// The number of fields.
        found: usize,
    },
    /// The board does not have eight ranks.
    Ranks {
        /// The number of ranks.
        found: usize,
    },
    /// A symbol of the board has no meaning.
    Symbol {
        /// The rank, counted from 1.
        rank: u8,
        /// The symbol.
        symbol: char,
    },
    /// A rank does not have eight squares.
    RankLength {
        /// The rank, counted from 1.
        rank: u8,
        /// The number of its squares.
        found: usize,
    },
    /// A field cannot be read.
    Malformed {
        /// The field.
        field: Field,
        /// The text of the field.
        found: String,
    },
    /// A field is not a number, or out of its bounds.
    Number {
        /// The field.
        field: Field,
        /// The least number allowed.
        min: u32,
        /// The greatest number allowed.
        max: u32,
        /// The text of the field.
        found: String,
    },
    /// The last field is no JSON object of strings.
    NoObject,
    /// The object has an unknown key.
    UnknownKey {
        /// The unknown key.
        key: String,
        /// The known keys.
        known: Vec<&'static str>,
    },
    /// The object has this key twice.
    KeyTwice(String),
    /// The object lacks this key.
    KeyMissing(&'static str),
    /// A side does not have one king.
    Kings {
        /// The side.
        color: Color,
        /// The number of its kings.
        found: u32,
    },
    /// A pawn stands on the first or last rank.
    PawnOnEdge(Square),
    /// This side is in check, and the other one is to move.
    InCheck(Color),
    /// The text has a castling right, but its king or its partner is not on its start square.
    CastlingRight {
        /// The letter of the right.
        right: char,
        /// The king on its start square.
        king: Placed,
        /// The partner on its start square.
        partner: Placed,
    },
    /// No pawn of this side can have just made a double step that allows en passant.
    DoubleStep {
        /// The side of the pawn.
        color: Color,
        /// The square that the pawn would have skipped.
        skipped: Square,
        /// The square of the pawn, if the text has one.
        stepper: Option<Square>,
    },
    /// A flaw that only Bario has.
    Bario(BarioFlaw),
    /// A flaw that only Chakart has.
    Chakart(ChakartFlaw),
}

/// A field of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The side to move.
    Turn,
    /// The castling rights.
    Castling,
    /// The last double step.
    EnPassant,
    /// The plies since the last capture or pawn move.
    QuietPlies,
    /// The number of the move.
    MoveNumber,
    /// The plies since the start.
    Plies,
    /// The finished turns.
    Turns,
    /// A square of Bario under this key.
    Square(&'static str),
    /// The reserves of Bario.
    Reserves,
    /// The unspent powers of Chakart.
    Powers,
    /// The objects of Chakart that a side knows, under this key.
    Objects(&'static str),
    /// The pending decision of Chakart.
    Pending,
    /// The pending promotion of Chakart.
    Promotion,
}

/// A flaw that only a position of Bario has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarioFlaw {
    /// This key belongs to the classic rules.
    ClassicKey(&'static str),
    /// A side has too many pieces.
    Pieces {
        /// The side.
        color: Color,
        /// The number of its pieces.
        found: u32,
        /// The greatest number allowed.
        max: u32,
    },
    /// Both kings are on the board, but too few turns are finished for both to have been placed.
    KingsTooEarly {
        /// The finished turns.
        turns: u32,
    },
    /// The reserve of this side is not full, though kings are still to be placed.
    ReserveNotFull(Color),
    /// A reserve does not fit the undefined pieces.
    Reserve {
        /// The side.
        color: Color,
        /// The number of pieces in the reserve.
        found: u32,
        /// The number of undefined pieces on the board.
        undefined: u32,
        /// True if one more was captured, and its owner still has to name its role.
        is_owing: bool,
    },
    /// No piece stands on the square of the last capture.
    NoCaptor {
        /// The side of the piece.
        color: Color,
        /// The square.
        at: Square,
    },
    /// One turn cannot be both a capture and a double step.
    CaptureAndDoubleStep,
}

/// A flaw that only a position of Chakart has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChakartFlaw {
    /// The position lists the objects that each side knows, though all objects are open.
    OpenObjects,
    /// The text has only one of these two keys.
    KeysApart(&'static str, &'static str),
    /// A key lists a square twice.
    SquareTwice(&'static str, Square),
    /// The text has a pending promotion, but lacks this key.
    OriginMissing(&'static str),
    /// The text has this key without a pending promotion.
    OriginUnwanted(&'static str),
    /// A pawn stands on its last rank.
    PawnOnLastRank {
        /// The side of the pawn.
        color: Color,
        /// The square of the pawn.
        at: Square,
    },
    /// Neither side has a king.
    NoKings,
    /// A side has lost its last king, but a decision is pending.
    PendingAfterEnd,
    /// This side has more than one hidden queen.
    HiddenQueens(Color),
    /// This side has a hidden queen, but its stealth move is unspent.
    HiddenUnspent(Color),
    /// This side has a hidden queen, but is to decide.
    HiddenToDecide(Color),
    /// This side has a hidden queen, but the other one has decided since.
    HiddenForLong(Color),
    /// The seat that views the position cannot know the contents of this key.
    KeyUnseen(&'static str),
    /// The seat that views the position cannot see the hidden queen of this side.
    QueenUnseen(Color),
    /// A side knows of an object that is not on the board.
    NoObject {
        /// The side.
        color: Color,
        /// The square.
        at: Square,
    },
    /// Neither side knows of this object.
    UnknownObject(Placed),
    /// This side cannot make the pending decision.
    CannotDecide(Color),
    /// No pawn that can move stands on the square of the promotion.
    NoPawn {
        /// The side of the pawn.
        color: Color,
        /// The square.
        at: Square,
    },
    /// Nothing forces a pawn to that square.
    NotForced {
        /// The side of the pawn.
        color: Color,
        /// The origin square.
        from: Square,
        /// The target square.
        to: Square,
    },
    /// The promoting pawn cannot come from this square, because the square is not empty.
    OriginTaken(Square),
}

/// The error for a text that is no position of a variant, with every reason.
///
/// ```
/// use rules::{Color, Flaw, berolina};
///
/// let error = "4k3/8/8/8/8/8/8/8 w - - 0 1".parse::<berolina::Position>().unwrap_err();
/// assert_eq!(error.flaws(), [Flaw::Kings { color: Color::White, found: 0 }]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePositionError {
    pub(crate) variant: Variant,
    pub(crate) flaws: Vec<Flaw>,
}

impl ParsePositionError {
    /// Returns all flaws, at least one.
    pub fn flaws(&self) -> &[Flaw] {
        &self.flaws
    }
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParsePositionError { variant, flaws } = self;
        write!(
            f,
            "no position of {variant}: {flaws:?}; law/{variant}.md describes its text"
        )
    }
}

impl core::error::Error for ParsePositionError {}

/// Returns each flaw as `Debug` prints it.
#[cfg(test)]
pub(crate) fn shown(flaws: &[Flaw]) -> Vec<String> {
    flaws
        .iter()
        .map(|flaw| alloc::format!("{flaw:?}"))
        .collect()
}
