//! Why a decision is illegal, in words.

use rules::{
    BarioReason, BaroqueReason, BerolinaReason, ChakartReason, Color, Glyph, NoCastling, Placed,
    Power, Reason, Role, Variant, WhyNot,
};

use super::outcome::outcome;
use crate::text::a;

/// A clause without a final dot: `your own pawn stands on e2`.
pub fn why(why: &WhyNot) -> String {
    Words(why.variant).reason(&why.reason)
}

/// The words of a variant, which names its pieces.
struct Words(Variant);

impl Words {
    fn reason(&self, reason: &Reason) -> String {
        let name = |glyph: Glyph| glyph.name_in(self.0);
        let the = |thing: Placed| self.the(thing);
        match *reason {
            Reason::Over(end) => format!("the game is over: {}", outcome(end)),
            Reason::ChanceFirst => "chance has to go on with the last decision first".to_string(),
            Reason::NotDrawn => "the pieces on the back rows are still to be drawn".to_string(),
            Reason::NoSuchAction(action) if self.0 == Variant::Bario => format!(
                "{action} is no move of Bario; write e2e4, or N@d1e3 for an undefined piece"
            ),
            Reason::NoSuchAction(action) => format!(
                "{action} is no move of {}, where a piece goes from one square to another, such as e2e4",
                self.0.title()
            ),
            Reason::Empty(at) => format!("there is no piece of yours on {at}"),
            Reason::NotYours(piece) => match piece.glyph.color() {
                Some(color) => {
                    format!("{} is {color}'s, and it is {}'s move", the(piece), !color)
                }
                None => format!("{} is not yours", the(piece)),
            },
            Reason::NoPiece(object) => {
                format!(
                    "{} lies on {}; objects do not move",
                    a(object.glyph, self.0),
                    object.at
                )
            }
            Reason::NoWay(at) => {
                let pass = match self.0 {
                    Variant::Baroque => "you cannot pass: ",
                    _ => "",
                };
                format!("{pass}a move goes from one square to another, not from {at} to {at}")
            }
            Reason::CannotReach { piece, to } => {
                let how = self.moves(piece.glyph);
                format!("{} cannot reach {to}: {how}", the(piece))
            }
            Reason::Blocked { piece, by } => {
                let leaps = matches!(
                    (self.0, piece.glyph),
                    (Variant::Baroque, Glyph::Knight(_) | Glyph::Bishop(_))
                );
                let own = if leaps { ", your own" } else { "" };
                format!("{} is blocked by {}{own}", the(piece), the(by))
            }
            Reason::OwnPiece(own) => format!("your own {} stands on {}", name(own.glyph), own.at),
            Reason::Frozen(piece) => {
                format!(
                    "{} is frozen until you have made another decision",
                    the(piece)
                )
            }
            Reason::FrozenBy { piece, by } => self.frozen(piece, by),
            Reason::Attacked { to, by } => match (self.0, by.glyph) {
                (Variant::Baroque, _) => {
                    format!(
                        "the king cannot go to {to}, where {} could take it",
                        the(by)
                    )
                }
                (_, Glyph::King(_)) => {
                    format!("the king cannot stand on {to}, beside {}", the(by))
                }
                _ => format!("the king cannot go to {to}, which {} attacks", the(by)),
            },
            Reason::InCheck { king, by } => format!(
                "your king on {king} is in check from {}, and this does not help",
                the(by)
            ),
            Reason::Exposed { king, by } => {
                format!("that leaves your king on {king} in check from {}", the(by))
            }
            Reason::NotForward(pawn) => format!("the pawn on {pawn} moves forward only"),
            Reason::NoDoubleStep(pawn) => match self.0 {
                Variant::Chakart => format!(
                    "the pawn on {pawn} is beyond its second rank, so it moves one square only"
                ),
                _ => format!(
                    "the pawn on {pawn} is not on its second rank, so it moves one square only"
                ),
            },
            Reason::DoubleStepBlocked { pawn, by } => {
                format!(
                    "the double step of the pawn on {pawn} is blocked by {}",
                    the(by)
                )
            }
            Reason::CannotCapture { pawn, target } => match self.0 {
                Variant::Berolina => format!(
                    "the pawn on {pawn} captures straight ahead only, so not {}",
                    the(target)
                ),
                _ => format!(
                    "the pawn on {pawn} cannot capture straight ahead, and {} is in its way",
                    the(target)
                ),
            },
            Reason::NothingToCapture { pawn, to } => match self.0 {
                Variant::Berolina => format!(
                    "the pawn on {pawn} moves diagonally; it captures straight ahead only, and {to} is empty"
                ),
                Variant::Chakart => format!(
                    "the pawn on {pawn} goes diagonally onto an enemy piece or an object only, and {to} is empty"
                ),
                _ => format!(
                    "the pawn on {pawn} moves straight ahead; it captures diagonally only, and {to} is empty"
                ),
            },
            Reason::TooLate { pawn, to } => format!(
                "the pawn on {pawn} can capture en passant only right after a double step over {to}; the last move was \
                 none such"
            ),
            Reason::BecomesWhat { from, to } => {
                format!("the pawn reaches its last rank: add what it becomes, such as {from}{to}=Q")
            }
            Reason::CannotBecome { glyph, into } => match (self.0, glyph) {
                (_, Glyph::Undefined(_)) => format!(
                    "an undefined piece becomes a queen, rook, bishop or knight, not a {into}"
                ),
                (Variant::Chakart, _) => {
                    format!("a pawn becomes a queen, rook, bishop, knight or king, not a {into}")
                }
                _ => format!("a pawn becomes a queen, rook, bishop or knight, not a {into}"),
            },
            Reason::NoPromotion { from, to, into } => match self.0 {
                Variant::Baroque => {
                    format!("nothing is promoted in Baroque; write {from}{to} alone")
                }
                _ => format!(
                    "only a pawn that reaches its last rank becomes something else; leave out ={}",
                    into.letter()
                ),
            },
            Reason::Castling(reason) => self.castling(reason),
            Reason::Berolina(reason) => self.berolina(reason),
            Reason::Baroque(reason) => self.baroque(reason),
            Reason::Bario(ref reason) => self.bario(reason),
            Reason::Chakart(reason) => self.chakart(reason),
        }
    }

    /// `the rook on a1`
    fn the(&self, Placed { glyph, at }: Placed) -> String {
        format!("the {} on {at}", glyph.name_in(self.0))
    }

    /// How a piece moves: a clause of its own.
    fn moves(&self, glyph: Glyph) -> &'static str {
        match (self.0, glyph) {
            (Variant::Berolina, Glyph::BerolinaPawn(_)) => {
                "it moves one square diagonally forward, or two from its second rank, and captures one square straight \
                 ahead"
            }
            (Variant::Chakart, Glyph::Pawn(_)) => {
                "it moves one square ahead, two from its first or second rank, and one diagonally onto an enemy piece or \
                 an object"
            }
            (Variant::Baroque, Glyph::King(_)) => {
                "a king moves one square, and there is no castling"
            }
            (Variant::Baroque, Glyph::Pawn(_)) => "a pincer moves along ranks and files",
            (Variant::Baroque, _) => "all but pincers and kings move like a queen of chess",
            (_, Glyph::Knight(_)) => "a knight goes two squares along a rank or file and one aside",
            (_, Glyph::Bishop(_)) => "a bishop moves along diagonals",
            (_, Glyph::Rook(_)) => "a rook moves along ranks and files",
            (_, Glyph::Queen(_)) => "a queen moves along ranks, files and diagonals",
            (_, Glyph::King(_)) => "a king moves one square",
            _ => {
                "it moves one square straight ahead, or two from its second rank, and captures one square diagonally \
                 forward"
            }
        }
    }

    fn frozen(&self, piece: Placed, by: Placed) -> String {
        let (frozen, holder) = (self.the(piece), self.the(by));
        match (piece.glyph, by.glyph) {
            (_, Glyph::Bishop(_)) => format!("{frozen} is frozen: it touches {holder}"),
            (Glyph::Bishop(_) | Glyph::Immobilizer(_), _) => {
                format!("{frozen} is frozen by {holder}: it cannot release itself")
            }
            _ => format!(
                "{frozen} is frozen by {holder}, which no other chameleon or immobilizer of yours touches"
            ),
        }
    }

    fn castling(&self, reason: NoCastling) -> String {
        let (partner, beside) = match self.0 {
            Variant::Bario => ("undefined piece", "corner"),
            _ => ("rook", "rook"),
        };
        let the = |thing| self.the(thing);
        let why = match reason {
            NoCastling::Never(king) => {
                return format!("the king on {king} moves one square, and there is no castling");
            }
            NoCastling::NoPartner(at) => format!("there is no {partner} of yours on {at}"),
            NoCastling::Moved { king, partner } => match self.0 {
                Variant::Bario => format!(
                    "the king has moved before, or the piece on {partner} is not the one of the start"
                ),
                _ => format!("the king on {king} or the rook on {partner} has moved before"),
            },
            NoCastling::NoRookLeft(at) => {
                format!("the piece on {at} becomes a rook, and there is none left in your reserve")
            }
            NoCastling::Blocked(by) => format!("{} stands between king and {beside}", the(by)),
            NoCastling::OutOfCheck(at, by) => {
                format!("the king on {at} is in check from {}", the(by))
            }
            NoCastling::ThroughCheck(at, by) => {
                format!("the king would cross {at}, attacked by {}", the(by))
            }
            NoCastling::IntoCheck(at, by) => {
                format!("the king would end on {at}, attacked by {}", the(by))
            }
        };
        format!("castling: {why}")
    }

    fn berolina(&self, reason: BerolinaReason) -> String {
        match reason {
            BerolinaReason::StraightDoubleStep { pawn, to } => format!(
                "the pawn on {pawn} makes its double step along a diagonal, not straight to {to}"
            ),
            BerolinaReason::OwnAhead { pawn, own } => format!(
                "the pawn on {pawn} captures straight ahead, but your own {} stands on {}",
                own.glyph.name_in(self.0),
                own.at
            ),
        }
    }

    fn baroque(&self, reason: BaroqueReason) -> String {
        let the = |thing| self.the(thing);
        match reason {
            BaroqueReason::StepUpon { piece, target } => format!(
                "{} cannot step upon {}, as only a king does: {}",
                the(piece),
                the(target),
                captures(piece.glyph)
            ),
            BaroqueReason::LeapOver { piece, over } => {
                format!(
                    "{} leaps over long leapers only, not over {}",
                    the(piece),
                    the(over)
                )
            }
            BaroqueReason::NoLanding {
                piece,
                over,
                behind,
            } => format!(
                "{} cannot leap over {}: {} stands right behind",
                the(piece),
                the(over),
                the(behind)
            ),
            BaroqueReason::Released { king, by } => format!(
                "that lets go {}, which could then take your king on {king}",
                the(by)
            ),
        }
    }

    fn bario(&self, reason: &BarioReason) -> String {
        let rank = |color: Color| match color {
            Color::White => 1,
            Color::Black => 8,
        };
        match *reason {
            BarioReason::KingFirst(color) => {
                let rank = rank(color);
                format!("your king comes first, anywhere on rank {rank}: K@a{rank} to K@h{rank}")
            }
            BarioReason::OnlyKing { color, role } => {
                let rank = rank(color);
                format!("only the king is placed, not a {role}: K@a{rank} to K@h{rank}")
            }
            BarioReason::KingElsewhere { color, to } => format!(
                "your king takes the place of an undefined piece on rank {}, and {to} is elsewhere",
                rank(color)
            ),
            BarioReason::KingStands => {
                "your king stands already, and nothing else is placed".to_string()
            }
            BarioReason::NothingPlaced => {
                "kings begin on e1 and e8, and nothing is placed".to_string()
            }
            BarioReason::LossFirst { at, ref choices } => format!(
                "say first what the undefined piece was that you lost on {at}: {}",
                losses(choices)
            ),
            BarioReason::NotLost {
                role,
                at,
                ref choices,
            } => {
                let flaw = match role {
                    Role::King | Role::Pawn => format!("an undefined piece is no {role}"),
                    _ => format!("there is no {role} left in your reserve"),
                };
                format!("{flaw}; what you lost on {at} is {}", losses(choices))
            }
            BarioReason::NothingLost => {
                "none of your undefined pieces was captured by the last move".to_string()
            }
            BarioReason::Undefined { at, example } => format!(
                "the piece on {at} is undefined: say what it becomes as it moves, such as {example}"
            ),
            BarioReason::Defined { piece, to } => format!(
                "{} is nothing to be defined; write {}{to}",
                self.the(piece),
                piece.at
            ),
            BarioReason::NotInReserve(role) => {
                format!("there is no {role} left in your reserve")
            }
            BarioReason::ExposedByReset { king, by } => format!(
                "that defines your last undefined piece, and after the reset {} attacks your king on {king}",
                self.the(by)
            ),
        }
    }

    fn chakart(&self, reason: ChakartReason) -> String {
        let a = |glyph| a(glyph, self.0);
        let stands = |piece: Placed| format!("{} stands on {}", a(piece.glyph), piece.at);
        let is_there = |thing: Placed| match thing.glyph.color() {
            Some(_) => stands(thing),
            None => format!("{} lies on {}", a(thing.glyph), thing.at),
        };
        match reason {
            ChakartReason::SwapFirst => {
                "King Boo: you must swap two pieces, written such as a1<>b2".to_string()
            }
            ChakartReason::DropFirst(role) => format!(
                "Toadette: you must place a {role}, written such as {}@d4",
                role.letter()
            ),
            ChakartReason::PromotionFirst { from, to } => format!(
                "the pawn on {from} is forced to {to}: say what it becomes, such as {from}{to}=Q (Q, R, B, N or K)"
            ),
            ChakartReason::NoSwap => {
                "pieces are swapped only when an egg brings King Boo".to_string()
            }
            ChakartReason::NoDrop => {
                "a piece is placed only when an egg brings Toadette".to_string()
            }
            ChakartReason::OtherDrop { brought, role } => {
                format!("Toadette brought a {brought}, not a {role}")
            }
            ChakartReason::DropOn(piece) => format!(
                "a piece is placed where none stands, and {} does",
                self.the(piece)
            ),
            ChakartReason::SwapWithItself => "a swap needs two squares".to_string(),
            ChakartReason::SwapEmpty(at) => format!("no piece stands on {at}"),
            ChakartReason::SwapObject(object) => {
                format!("{}, and objects cannot be swapped", is_there(object))
            }
            ChakartReason::SwapPawn => "that would put a pawn on its own last rank".to_string(),
            ChakartReason::SwapOrder(action) => format!("write the swap as {action}"),
            ChakartReason::StealthOf(piece) => {
                format!("only a queen moves unseen, and {}", stands(piece))
            }
            ChakartReason::ShellOf(piece) => {
                format!("only a king throws the shell, and {}", stands(piece))
            }
            ChakartReason::Spent(Power::Stealth) => "your stealth move is spent".to_string(),
            ChakartReason::Spent(Power::Shell) => "your shell is spent".to_string(),
            ChakartReason::StealthOnto(thing) => {
                format!(
                    "a stealth move ends on an empty square, and {}",
                    is_there(thing)
                )
            }
            ChakartReason::ShellPath { from, to } => format!(
                "the shell flies along ranks, files and diagonals, so not from {from} to {to}"
            ),
            ChakartReason::ShellStopped(by) => {
                format!("the shell is stopped by {}", self.the(by))
            }
            ChakartReason::ShellMisses { at, object } => match object {
                Some(glyph) => format!(
                    "the shell hits enemy pieces only, and {}",
                    is_there(Placed { glyph, at })
                ),
                None => format!("the shell hits enemy pieces only, and {at} is empty"),
            },
        }
    }
}

/// How a piece of Baroque captures: a clause of its own.
fn captures(glyph: Glyph) -> &'static str {
    match glyph {
        Glyph::Pawn(_) => "a pincer takes what stands between it and another piece of yours",
        Glyph::Rook(_) => "a coordinator takes on the two corners that it makes with your king",
        Glyph::Knight(_) => "a long leaper takes what it leaps over",
        Glyph::Bishop(_) => "a chameleon takes each piece in that piece's own way",
        Glyph::Queen(_) => "a withdrawer takes what it moves straight away from",
        _ => "an immobilizer never captures",
    }
}

/// `-N or -Q`
fn losses(choices: &[Role]) -> String {
    let choices: Vec<_> = choices
        .iter()
        .map(|role| format!("-{}", role.letter()))
        .collect();
    choices.join(" or ")
}
