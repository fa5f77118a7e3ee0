//! The reasons why an action is illegal, as data. The caller chooses the words.

use alloc::{vec, vec::Vec};
use core::fmt;

use crate::{Action, Color, Glyph, Outcome, Placed, Power, Role, Square, Variant};

/// The reason why an action is illegal, from the knowledge of the seat that is to decide.
///
/// It may hold secrets of that seat, so `Debug` prints the law only.
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
    /// The variant.
    pub variant: Variant,
    /// The paragraph of the law, such as `berolina O5`.
    pub law: &'static str,
    /// The reason that forbids the action.
    pub reason: Reason,
}

impl WhyNot {
    /// Returns the squares of the obstacles: pieces that block, attack a king or freeze a piece; none where there are no
    /// obstacles.
    pub fn squares(&self) -> Vec<Square> {
        self.reason.squares()
    }
}

impl fmt::Debug for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WhyNot({})", self.law)
    }
}

/// The reason that forbids an action.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
pub enum Reason {
    /// The game is over.
    Over(Outcome),
    /// The last action waits for a chance outcome.
    ChanceFirst,
    /// The game waits for chance to draw the start.
    NotDrawn,
    /// The rules have no such action.
    NoSuchAction(Action),
    /// No piece stands on this square.
    Empty(Square),
    /// This piece is the other side's.
    NotYours(Placed),
    /// This is an object, which does not move.
    NoPiece(Placed),
    /// The move ends on its origin.
    NoWay(Square),
    /// Such a piece never moves from its square to this one.
    CannotReach {
        /// The piece that moves.
        piece: Placed,
        /// The target square.
        to: Square,
    },
    /// A piece or an object stands in the way.
    Blocked {
        /// The piece that moves.
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
        /// The frozen piece.
        piece: Placed,
        /// The piece that freezes it.
        by: Placed,
    },
    /// The king would enter an attacked square.
    Attacked {
        /// The target of the king.
        to: Square,
        /// The piece that attacks it there.
        by: Placed,
    },
    /// The king is in check and remains so.
    InCheck {
        /// The square of the king.
        king: Square,
        /// The piece that gives check.
        by: Placed,
    },
    /// The move exposes its own king to check.
    Exposed {
        /// The square of the king.
        king: Square,
        /// The piece that would give check.
        by: Placed,
    },
    /// The pawn on this square would move sideways or backwards.
    NotForward(Square),
    /// The pawn on this square is too far advanced for a double step.
    NoDoubleStep(Square),
    /// A piece or an object blocks a double step.
    DoubleStepBlocked {
        /// The square of the pawn.
        pawn: Square,
        /// The first thing in its way.
        by: Placed,
    },
    /// A pawn does not capture in this direction.
    CannotCapture {
        /// The square of the pawn.
        pawn: Square,
        /// The piece or object on its target.
        target: Placed,
    },
    /// A pawn moves in this direction only to capture, and the target is empty.
    NothingToCapture {
        /// The square of the pawn.
        pawn: Square,
        /// The empty target square.
        to: Square,
    },
    /// A capture en passant is possible only right after the double step.
    TooLate {
        /// The square of the pawn.
        pawn: Square,
        /// The target square.
        to: Square,
    },
    /// The promotion of the pawn on its last rank is missing.
    BecomesWhat {
        /// The square of the pawn.
        from: Square,
        /// The target square.
        to: Square,
    },
    /// Such a piece never becomes this role.
    CannotBecome {
        /// The glyph of the piece.
        glyph: Glyph,
        /// The role that it would become.
        into: Role,
    },
    /// The piece is not promoted by this move.
    NoPromotion {
        /// The square of the piece.
        from: Square,
        /// The target square.
        to: Square,
        /// The role that it would become.
        into: Role,
    },
    /// The king cannot castle.
    Castling(NoCastling),
    /// A reason that only Berolina has.
    Berolina(BerolinaReason),
    /// A reason that only Baroque has.
    Baroque(BaroqueReason),
    /// A reason that only Bario has.
    Bario(BarioReason),
    /// A reason that only Chakart has.
    Chakart(ChakartReason),
}

/// The reason why a king cannot castle.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
pub enum NoCastling {
    /// This game has no castling; the king stands on this square.
    Never(Square),
    /// This square has no partner to castle with.
    NoPartner(Square),
    /// The king or its partner has moved before.
    Moved {
        /// The square of the king.
        king: Square,
        /// The square of its partner.
        partner: Square,
    },
    /// The undefined piece on this square cannot become a rook: none is left in the reserve.
    NoRookLeft(Square),
    /// This piece stands between the two.
    Blocked(Placed),
    /// The king on this square is in check from this piece.
    OutOfCheck(Square, Placed),
    /// The king would cross this square, which this piece attacks.
    ThroughCheck(Square, Placed),
    /// The king would end on this square, which this piece attacks.
    IntoCheck(Square, Placed),
}

/// A reason that only Berolina has.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
pub enum BerolinaReason {
    /// A double step goes along a diagonal.
    StraightDoubleStep {
        /// The square of the pawn.
        pawn: Square,
        /// The target square.
        to: Square,
    },
    /// A piece of the same side stands straight ahead of a pawn.
    OwnAhead {
        /// The square of the pawn.
        pawn: Square,
        /// The piece ahead of the pawn.
        own: Placed,
    },
}

/// A reason that only Baroque has.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
pub enum BaroqueReason {
    /// Only kings capture by moving onto a piece.
    StepUpon {
        /// The piece that moves.
        piece: Placed,
        /// The piece on its target.
        target: Placed,
    },
    /// A chameleon leaps over long leapers only.
    LeapOver {
        /// The chameleon.
        piece: Placed,
        /// The piece that it would leap over.
        over: Placed,
    },
    /// A leap needs an empty square right behind its victim.
    NoLanding {
        /// The piece that leaps.
        piece: Placed,
        /// The piece that it would leap over.
        over: Placed,
        /// The piece behind that one.
        behind: Placed,
    },
    /// A chameleon that leaps captures long leapers only, so it leaves the king to an attacker that it could capture
    /// otherwise.
    Spared {
        /// The chameleon.
        piece: Placed,
        /// The square of the king.
        king: Square,
        /// The attacker.
        by: Placed,
    },
    /// The move releases a frozen piece that could then capture the king.
    Released {
        /// The square of the king.
        king: Square,
        /// The released piece.
        by: Placed,
    },
}

/// A reason that only Bario has.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
pub enum BarioReason {
    /// The king of this side must be placed first.
    KingFirst(Color),
    /// Only the king can be placed.
    OnlyKing {
        /// The side that has to place its king.
        color: Color,
        /// The role that the action places.
        role: Role,
    },
    /// The king must replace an undefined piece.
    KingElsewhere {
        /// The side that has to place its king.
        color: Color,
        /// The target square.
        to: Square,
    },
    /// The king is on the board already.
    KingStands,
    /// The classic rules have no placing of pieces.
    NothingPlaced,
    /// The owner must first name the role of the lost piece.
    LossFirst {
        /// The square on which the undefined piece was captured.
        at: Square,
        /// The roles that it can have had.
        choices: Vec<Role>,
    },
    /// The lost undefined piece cannot have had this role.
    NotLost {
        /// The role that the owner named.
        role: Role,
        /// The square on which it was captured.
        at: Square,
        /// The roles that it can have had.
        choices: Vec<Role>,
    },
    /// No undefined piece was captured.
    NothingLost,
    /// The action does not name the role that the undefined piece becomes.
    Undefined {
        /// The square of the piece.
        at: Square,
        /// The move with a role that it can become.
        example: Action,
    },
    /// The piece is not undefined.
    Defined {
        /// The piece.
        piece: Placed,
        /// The target square.
        to: Square,
    },
    /// The reserve has no piece of this role.
    NotInReserve(Role),
    /// The reset that is part of the move exposes the king.
    ExposedByReset {
        /// The square of the king.
        king: Square,
        /// The piece that would give check.
        by: Placed,
    },
}

/// A reason that only Chakart has.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
pub enum ChakartReason {
    /// Two pieces must be swapped first.
    SwapFirst,
    /// This piece must be dropped first.
    DropFirst(Role),
    /// The promotion of the pawn must be chosen first.
    PromotionFirst {
        /// The square of the pawn.
        from: Square,
        /// The square to which it is forced.
        to: Square,
    },
    /// No swap is pending.
    NoSwap,
    /// No drop is pending.
    NoDrop,
    /// Another piece must be dropped.
    OtherDrop {
        /// The role to be dropped.
        brought: Role,
        /// The role in the action.
        role: Role,
    },
    /// A piece is dropped only where no piece stands.
    DropOn(Placed),
    /// A swap needs two squares.
    SwapWithItself,
    /// No piece stands on this square.
    SwapEmpty(Square),
    /// Objects cannot be swapped.
    SwapObject(Placed),
    /// A pawn would come to its own last rank.
    SwapPawn,
    /// A swap is written in this order.
    SwapOrder(Action),
    /// Only queens move unseen.
    StealthOf(Placed),
    /// Only kings shoot the shell.
    ShellOf(Placed),
    /// The power is spent.
    Spent(Power),
    /// A stealth move ends on an empty square.
    StealthOnto(Placed),
    /// The shell flies along other lines.
    ShellPath {
        /// The square of the king.
        from: Square,
        /// The target of the shell.
        to: Square,
    },
    /// The shell flies no further than this.
    ShellStopped(Placed),
    /// The shell hits enemy pieces only.
    ShellMisses {
        /// The target of the shell.
        at: Square,
        /// The object there, if any.
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
                BaroqueReason::Released { king, by } | BaroqueReason::Spared { king, by, .. } => {
                    vec![king, by.at]
                }
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
