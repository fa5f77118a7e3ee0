//! What is wrong with the text of a setup or of a position, as data. The words for it are for whoever tells it.

use alloc::{string::String, vec::Vec};

use crate::{Color, Placed, Square, Variant};

/// Something that is wrong with the text of a setup, of its options or of its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The setup has more than so many bytes.
    SetupTooLong {
        /// The most that there may be.
        max: usize,
    },
    /// No variant has the name that the setup begins with.
    NoSuchVariant,
    /// The variant has no option of this name.
    NoSuchOption {
        /// The variant.
        variant: Variant,
        /// The name.
        name: String,
    },
    /// An option has no value of this name.
    NoSuchValue {
        /// The variant.
        variant: Variant,
        /// The name of the option.
        option: &'static str,
        /// The name of the value.
        value: String,
    },
    /// This option is given twice.
    OptionTwice(&'static str),
    /// The position has more than so many bytes.
    TooLong {
        /// The most that there may be.
        max: usize,
    },
    /// The position does not have as many fields as those of its variant have.
    Fields {
        /// The variant.
        variant: Variant,
        /// How many there are.
        found: usize,
    },
    /// The board does not have eight ranks.
    Ranks {
        /// How many there are.
        found: usize,
    },
    /// A sign of the board means nothing.
    Symbol {
        /// The rank, counted from 1.
        rank: u8,
        /// The sign.
        symbol: char,
    },
    /// A rank does not have eight squares.
    RankLength {
        /// The rank, counted from 1.
        rank: u8,
        /// How many squares it has.
        found: usize,
    },
    /// A field cannot be read.
    Malformed {
        /// Which.
        field: Field,
        /// What stands there.
        found: String,
    },
    /// A field is no number, or one out of its bounds.
    Number {
        /// Which.
        field: Field,
        /// The least that it may be.
        min: u32,
        /// The most that it may be.
        max: u32,
        /// What stands there.
        found: String,
    },
    /// The last field is no JSON object of strings.
    NoObject,
    /// The object has a key that means nothing.
    UnknownKey {
        /// The key.
        key: String,
        /// The keys that there are.
        known: Vec<&'static str>,
    },
    /// The object has this key twice.
    KeyTwice(String),
    /// The object lacks this key.
    KeyMissing(&'static str),
    /// A side does not have one king.
    Kings {
        /// Which.
        color: Color,
        /// How many it has.
        found: u32,
    },
    /// A pawn stands on the first or last rank.
    PawnOnEdge(Square),
    /// This side is in check, and the other one is to move.
    InCheck(Color),
    /// A right to castle without a king and its partner where they begin.
    CastlingRight {
        /// The letter of the right.
        right: char,
        /// Where the king would have to stand.
        king: Placed,
        /// Where its partner would have to stand.
        partner: Placed,
    },
    /// No pawn of this side can have made the double step that can be captured en passant.
    DoubleStep {
        /// Whose pawn.
        color: Color,
        /// The square that it would have gone over.
        skipped: Square,
        /// Where it would stand, if the text says so.
        stepper: Option<Square>,
    },
    /// What is wrong in Bario alone.
    Bario(BarioFlaw),
    /// What is wrong in Chakart alone.
    Chakart(ChakartFlaw),
}

/// A field of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The side to move.
    Turn,
    /// Who may still castle.
    Castling,
    /// The last double step.
    EnPassant,
    /// The half-moves since a capture or pawn move.
    QuietPlies,
    /// The number of the move.
    MoveNumber,
    /// The half-moves since the start.
    Plies,
    /// The finished turns.
    Turns,
    /// A square of Bario under this key.
    Square(&'static str),
    /// The reserves of Bario.
    Reserves,
    /// Which powers of Chakart are left.
    Powers,
    /// The objects of Chakart that a side knows, under this key.
    Objects(&'static str),
    /// The pending decision of Chakart.
    Pending,
    /// The pending promotion of Chakart.
    Promotion,
}

/// What is wrong with a position of Bario alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarioFlaw {
    /// This key is for the classic rules.
    ClassicKey(&'static str),
    /// A side has too many pieces.
    Pieces {
        /// Which.
        color: Color,
        /// How many it has.
        found: u32,
        /// The most that it may have.
        max: u32,
    },
    /// Both kings stand before so many turns are finished that both were placed.
    KingsTooEarly {
        /// The finished turns.
        turns: u32,
    },
    /// The reserve of this side is not full, though kings are still to be placed.
    ReserveNotFull(Color),
    /// A reserve does not fit the undefined pieces.
    Reserve {
        /// Whose.
        color: Color,
        /// How many pieces are in it.
        found: u32,
        /// How many undefined pieces are on the board.
        undefined: u32,
        /// Whether one more was captured, and its owner has yet to say what it was.
        is_owing: bool,
    },
    /// No piece stands where one has just captured.
    NoCaptor {
        /// Whose piece.
        color: Color,
        /// Where.
        at: Square,
    },
    /// One turn cannot be a capture and a double step.
    CaptureAndDoubleStep,
}

/// What is wrong with a position of Chakart alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChakartFlaw {
    /// The position tells who knows which object, though all objects are open.
    OpenObjects,
    /// Only one of these two keys is there.
    KeysApart(&'static str, &'static str),
    /// A square is there twice under a key.
    SquareTwice(&'static str, Square),
    /// There is a pending promotion, and this key is missing.
    OriginMissing(&'static str),
    /// This key is there without a pending promotion.
    OriginUnwanted(&'static str),
    /// A pawn stands on its last rank.
    PawnOnLastRank {
        /// Whose.
        color: Color,
        /// Where.
        at: Square,
    },
    /// Neither side has a king.
    NoKings,
    /// A side has lost its last king, and something is pending.
    PendingAfterEnd,
    /// This side has more than one hidden queen.
    HiddenQueens(Color),
    /// This side has a hidden queen, and its stealth move is unspent.
    HiddenUnspent(Color),
    /// This side has a hidden queen, and is to decide.
    HiddenToDecide(Color),
    /// This side has a hidden queen, and the other one has decided since.
    HiddenForLong(Color),
    /// Whoever looks at the position from their seat cannot know what stands under this key.
    KeyUnseen(&'static str),
    /// Whoever looks at the position from their seat cannot see the hidden queen of this side.
    QueenUnseen(Color),
    /// A side knows of an object that is not there.
    NoObject {
        /// The side.
        color: Color,
        /// Where.
        at: Square,
    },
    /// Neither side knows of this object.
    UnknownObject(Placed),
    /// This side cannot make the pending decision.
    CannotDecide(Color),
    /// No pawn that can move stands where one is to be promoted.
    NoPawn {
        /// Whose.
        color: Color,
        /// Where.
        at: Square,
    },
    /// Nothing forces a pawn there.
    NotForced {
        /// Whose.
        color: Color,
        /// Where from.
        from: Square,
        /// Where to.
        to: Square,
    },
    /// The pawn that is to be promoted cannot come from here: something is left there.
    OriginTaken(Square),
}

/// Each flaw as `Debug` shows it.
#[cfg(test)]
pub(crate) fn shown(flaws: &[Flaw]) -> Vec<String> {
    flaws
        .iter()
        .map(|flaw| alloc::format!("{flaw:?}"))
        .collect()
}
