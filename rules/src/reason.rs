//! Why a decision is illegal, as data. The words for it are for whoever tells it.

use alloc::{vec, vec::Vec};
use core::fmt;

use crate::{Action, Color, Glyph, Outcome, Power, Role, Square, Variant};

/// Why an action is illegal, from the knowledge of the seat that is to decide.
///
/// It may tell what that seat alone knows, so `Debug` shows the law only.
///
/// ```
/// use rules::{Game, Setup, Variant};
///
/// let game = Game::new(&Setup::new(Variant::Berolina));
/// let why = game.why_not("a1a5".parse()?).expect("a pawn is in the way");
/// let squares: Vec<String> = why.squares().iter().map(|square| square.to_string()).collect();
/// assert_eq!((why.law, squares), ("berolina O3", vec!["a2".into()]));
/// # Ok::<(), rules::ParseActionError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct WhyNot {
    /// The rules played.
    pub variant: Variant,
    /// The paragraph of the law, such as `berolina O5`.
    pub law: &'static str,
    /// What forbids it.
    pub reason: Reason,
}

impl WhyNot {
    /// The squares of what forbids it: what is in the way, attacks a king or holds a piece; none where nothing does.
    pub fn squares(&self) -> Vec<Square> {
        self.reason.squares()
    }
}

impl fmt::Debug for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WhyNot({})", self.law)
    }
}

/// A piece or an object on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// What it is.
    pub glyph: Glyph,
    /// Where it is.
    pub at: Square,
}

/// What forbids an action.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
pub enum Reason {
    /// The game is over.
    Over(Outcome),
    /// Chance has yet to go on with the last decision.
    ChanceFirst,
    /// Chance has yet to draw the start.
    NotDrawn,
    /// The rules have no such action.
    NoSuchAction(Action),
    /// No piece of the side to decide stands here.
    Empty(Square),
    /// This is the other side's.
    NotYours(Placed),
    /// This is an object, which does not move.
    NoPiece(Placed),
    /// The move ends where it begins.
    NoWay(Square),
    /// Such a piece never goes there from here.
    CannotReach {
        /// What is to move.
        piece: Placed,
        /// Where to.
        to: Square,
    },
    /// Something stands between.
    Blocked {
        /// What is to move.
        piece: Placed,
        /// The first thing in its way.
        by: Placed,
    },
    /// The move ends on a piece of the same side.
    OwnPiece(Placed),
    /// The piece is frozen until its owner has made another decision.
    Frozen(Placed),
    /// The piece is frozen by another.
    FrozenBy {
        /// What is frozen.
        piece: Placed,
        /// What freezes it.
        by: Placed,
    },
    /// The king would go where it is attacked.
    Attacked {
        /// Where the king would stand.
        to: Square,
        /// What attacks it there.
        by: Placed,
    },
    /// The king is in check and stays so.
    InCheck {
        /// Where the king stands.
        king: Square,
        /// What gives check.
        by: Placed,
    },
    /// The move brings its own king in check.
    Exposed {
        /// Where the king stands.
        king: Square,
        /// What would give check.
        by: Placed,
    },
    /// The pawn on this square would go sideways or backwards.
    NotForward(Square),
    /// The pawn on this square is too far on for a double step.
    NoDoubleStep(Square),
    /// Something is in the way of a double step.
    DoubleStepBlocked {
        /// Where the pawn stands.
        pawn: Square,
        /// The first thing in its way.
        by: Placed,
    },
    /// A pawn does not capture in this direction.
    CannotCapture {
        /// Where the pawn stands.
        pawn: Square,
        /// What it would step upon.
        target: Placed,
    },
    /// A pawn goes in this direction only to capture, and there is nothing.
    NothingToCapture {
        /// Where the pawn stands.
        pawn: Square,
        /// The square that is empty.
        to: Square,
    },
    /// A capture en passant is possible only right after the double step.
    TooLate {
        /// Where the pawn stands.
        pawn: Square,
        /// Where it would go.
        to: Square,
    },
    /// It is not said what the pawn becomes on its last rank.
    BecomesWhat {
        /// Where the pawn stands.
        from: Square,
        /// Where it would go.
        to: Square,
    },
    /// Such a piece never becomes this.
    CannotBecome {
        /// What it is.
        glyph: Glyph,
        /// What it is to become.
        into: Role,
    },
    /// The piece does not become anything by this move.
    NoPromotion {
        /// Where it stands.
        from: Square,
        /// Where it would go.
        to: Square,
        /// What it is to become.
        into: Role,
    },
    /// The king cannot castle.
    Castling(NoCastling),
    /// What Berolina alone knows.
    Berolina(BerolinaReason),
    /// What Baroque alone knows.
    Baroque(BaroqueReason),
    /// What Bario alone knows.
    Bario(BarioReason),
    /// What Chakart alone knows.
    Chakart(ChakartReason),
}

/// Why a king cannot castle.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
pub enum NoCastling {
    /// Nobody castles in this game; the king stands here.
    Never(Square),
    /// Here is nothing to castle with.
    NoPartner(Square),
    /// One of the two has moved before.
    Moved {
        /// Where the king stands.
        king: Square,
        /// Where its partner stands.
        partner: Square,
    },
    /// The undefined piece here cannot become a rook: none is left in the reserve.
    NoRookLeft(Square),
    /// This stands between the two.
    Blocked(Placed),
    /// The king is in check here, from this.
    OutOfCheck(Square, Placed),
    /// The king would cross this square, which this attacks.
    ThroughCheck(Square, Placed),
    /// The king would end on this square, which this attacks.
    IntoCheck(Square, Placed),
}

/// What forbids an action in Berolina alone.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
pub enum BerolinaReason {
    /// A double step goes along a diagonal.
    StraightDoubleStep {
        /// Where the pawn stands.
        pawn: Square,
        /// Where it would go.
        to: Square,
    },
    /// Straight ahead of a pawn stands a piece of its own side.
    OwnAhead {
        /// Where the pawn stands.
        pawn: Square,
        /// What stands there.
        own: Placed,
    },
}

/// What forbids an action in Baroque alone.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
pub enum BaroqueReason {
    /// Only kings capture by stepping upon a piece.
    StepUpon {
        /// What is to move.
        piece: Placed,
        /// What it would step upon.
        target: Placed,
    },
    /// A chameleon leaps over long leapers only.
    LeapOver {
        /// The chameleon.
        piece: Placed,
        /// What it would leap over.
        over: Placed,
    },
    /// A leap needs an empty square right behind its victim.
    NoLanding {
        /// What is to leap.
        piece: Placed,
        /// What it would leap over.
        over: Placed,
        /// What stands behind that.
        behind: Placed,
    },
    /// The move lets go a frozen piece that could then take the king.
    Released {
        /// Where the king stands.
        king: Square,
        /// What is let go.
        by: Placed,
    },
}

/// What forbids an action in Bario alone.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
pub enum BarioReason {
    /// The king of this side is to be placed first.
    KingFirst(Color),
    /// Nothing but the king is placed.
    OnlyKing {
        /// Whose king is to be placed.
        color: Color,
        /// What was to be placed.
        role: Role,
    },
    /// The king takes the place of an undefined piece.
    KingElsewhere {
        /// Whose king is to be placed.
        color: Color,
        /// Where it was to be placed.
        to: Square,
    },
    /// The king stands already.
    KingStands,
    /// In the classic game nothing is placed.
    NothingPlaced,
    /// It is to be said first what was lost.
    LossFirst {
        /// Where the undefined piece was captured.
        at: Square,
        /// What it may have been.
        choices: Vec<Role>,
    },
    /// The undefined piece that was lost cannot have been this.
    NotLost {
        /// What it is said to have been.
        role: Role,
        /// Where it was captured.
        at: Square,
        /// What it may have been.
        choices: Vec<Role>,
    },
    /// No undefined piece was captured.
    NothingLost,
    /// It is not said what the undefined piece becomes.
    Undefined {
        /// Where it stands.
        at: Square,
        /// The move with something that it may become.
        example: Action,
    },
    /// The piece is not undefined.
    Defined {
        /// What it is.
        piece: Placed,
        /// Where it was to go.
        to: Square,
    },
    /// The reserve has none of these.
    NotInReserve(Role),
    /// The reset that is part of the move exposes the king.
    ExposedByReset {
        /// Where the king stands.
        king: Square,
        /// What would give check.
        by: Placed,
    },
}

/// What forbids an action in Chakart alone.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
pub enum ChakartReason {
    /// Two pieces are to be swapped first.
    SwapFirst,
    /// This piece is to be placed first.
    DropFirst(Role),
    /// It is to be said first what the pawn becomes.
    PromotionFirst {
        /// Where it stands.
        from: Square,
        /// Where it is forced to.
        to: Square,
    },
    /// No swap is to be made.
    NoSwap,
    /// Nothing is to be placed.
    NoDrop,
    /// Another piece is to be placed.
    OtherDrop {
        /// What is to be placed.
        brought: Role,
        /// What was to be placed.
        role: Role,
    },
    /// A piece is placed where none stands.
    DropOn(Placed),
    /// A swap needs two squares.
    SwapWithItself,
    /// No piece stands here.
    SwapEmpty(Square),
    /// Objects cannot be swapped.
    SwapObject(Placed),
    /// A pawn would come to its own last rank.
    SwapPawn,
    /// A swap is written so.
    SwapOrder(Action),
    /// Only queens move unseen.
    StealthOf(Placed),
    /// Only kings throw the shell.
    ShellOf(Placed),
    /// The power was used before.
    Spent(Power),
    /// A stealth move ends on an empty square.
    StealthOnto(Placed),
    /// The shell flies along other lines.
    ShellPath {
        /// Where the king stands.
        from: Square,
        /// What it would shoot at.
        to: Square,
    },
    /// The shell flies no further than this.
    ShellStopped(Placed),
    /// The shell hits enemy pieces only.
    ShellMisses {
        /// What it would shoot at.
        at: Square,
        /// The object there, if one is.
        object: Option<Glyph>,
    },
}

impl Reason {
    fn squares(&self) -> Vec<Square> {
        match self {
            Reason::NotYours(thing)
            | Reason::NoPiece(thing)
            | Reason::OwnPiece(thing)
            | Reason::Frozen(thing) => vec![thing.at],
            Reason::Blocked { by, .. }
            | Reason::FrozenBy { by, .. }
            | Reason::Attacked { by, .. }
            | Reason::DoubleStepBlocked { by, .. } => vec![by.at],
            Reason::InCheck { king, by } | Reason::Exposed { king, by } => vec![*king, by.at],
            Reason::CannotCapture { target, .. } => vec![target.at],
            Reason::Castling(reason) => match *reason {
                NoCastling::Never(_) => Vec::new(),
                NoCastling::NoPartner(at) | NoCastling::NoRookLeft(at) => vec![at],
                NoCastling::Moved { king, partner } => vec![king, partner],
                NoCastling::Blocked(by) => vec![by.at],
                NoCastling::OutOfCheck(at, by)
                | NoCastling::ThroughCheck(at, by)
                | NoCastling::IntoCheck(at, by) => vec![at, by.at],
            },
            Reason::Berolina(BerolinaReason::OwnAhead { own, .. }) => vec![own.at],
            Reason::Baroque(reason) => match *reason {
                BaroqueReason::StepUpon { target, .. } => vec![target.at],
                BaroqueReason::LeapOver { over, .. } => vec![over.at],
                BaroqueReason::NoLanding { over, behind, .. } => vec![over.at, behind.at],
                BaroqueReason::Released { king, by } => vec![king, by.at],
            },
            Reason::Bario(reason) => match *reason {
                BarioReason::LossFirst { at, .. } | BarioReason::NotLost { at, .. } => vec![at],
                BarioReason::ExposedByReset { king, by } => vec![king, by.at],
                _ => Vec::new(),
            },
            Reason::Chakart(reason) => match *reason {
                ChakartReason::DropOn(thing)
                | ChakartReason::SwapObject(thing)
                | ChakartReason::StealthOnto(thing)
                | ChakartReason::ShellStopped(thing) => vec![thing.at],
                ChakartReason::PromotionFirst { from, to } => vec![from, to],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests;
