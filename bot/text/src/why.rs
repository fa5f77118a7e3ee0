//! Reasons why an action is illegal.

use rules::{
    Action, BarioReason, BaroqueReason, BerolinaReason, ChakartReason, Color, Glyph, NoCastling,
    Placed, Power, Reason, Role, Square, Variant, WhyNot,
};

use super::{Text, arg, either, messages as room, outcome, pieces};

/// Renders a reason as a clause without a final dot: `the rook on a1 is blocked by your own pawn on a2`.
pub fn why(why: &WhyNot) -> Text {
    Words(why.variant).reason(&why.reason)
}

/// The texts of a variant, which names its pieces.
struct Words(Variant);

impl Words {
    fn reason(&self, reason: &Reason) -> Text {
        let the = |thing: Placed| self.the(thing);
        match *reason {
            Reason::Over(end) => room::illegal_over(outcome(end)),
            Reason::ChanceFirst => room::illegal_chance_first(),
            Reason::NotDrawn => room::illegal_not_drawn(),
            Reason::NoSuchAction(action) => self.no_such_action(action),
            Reason::Empty(at) => room::illegal_empty(at),
            Reason::NotYours(piece) => match piece.glyph.color() {
                Some(color) => room::illegal_not_yours(
                    arg::mover(!color),
                    arg::owner(color),
                    arg::piece(the(piece)),
                ),
                None => room::illegal_nobodys(the(piece)),
            },
            Reason::NoPiece(object) => {
                room::illegal_object(arg::object(self.a(object.glyph)), arg::square(object.at))
            }
            Reason::NoWay(at) => match self.0 {
                Variant::Baroque => room::illegal_no_passing(at),
                _ => room::illegal_no_way(at),
            },
            Reason::CannotReach { piece, to } => room::illegal_cannot_reach(
                arg::how(self.moves(piece.glyph)),
                arg::piece(the(piece)),
                arg::square(to),
            ),
            Reason::Blocked { piece, by } => {
                let is_own = by.glyph.color() == piece.glyph.color();
                let by = if is_own { self.own(by) } else { the(by) };
                room::illegal_blocked(arg::by(by), arg::piece(the(piece)))
            }
            Reason::OwnPiece(own) => room::illegal_own_piece(self.own(own)),
            Reason::Frozen(piece) => room::illegal_frozen(the(piece)),
            Reason::FrozenBy { piece, by } => self.frozen(piece, by),
            Reason::Attacked { to, by } => match (self.0, by.glyph) {
                (Variant::Baroque, _) => {
                    room::illegal_attacked_baroque(arg::by(the(by)), arg::square(to))
                }
                (_, Glyph::King(_)) => room::illegal_beside_king(arg::by(the(by)), arg::square(to)),
                _ => room::illegal_attacked(arg::by(the(by)), arg::square(to)),
            },
            Reason::InCheck { king, by } => {
                room::illegal_in_check(arg::by(the(by)), arg::king(king))
            }
            Reason::Exposed { king, by } => {
                room::illegal_exposed(arg::by(the(by)), arg::king(king))
            }
            Reason::NotForward(pawn) => room::illegal_not_forward(pawn),
            Reason::NoDoubleStep(pawn) => match self.0 {
                Variant::Chakart => room::illegal_no_double_step_chakart(pawn),
                _ => room::illegal_no_double_step(pawn),
            },
            Reason::DoubleStepBlocked { pawn, by } => {
                room::illegal_double_step_blocked(arg::by(self.of_side(by)), arg::pawn(pawn))
            }
            Reason::CannotCapture { pawn, target } => match self.0 {
                Variant::Berolina => {
                    room::illegal_captures_straight(arg::pawn(pawn), arg::target(the(target)))
                }
                _ => room::illegal_captures_not_straight(arg::pawn(pawn), arg::target(the(target))),
            },
            Reason::NothingToCapture { pawn, to } => match self.0 {
                Variant::Berolina => {
                    room::illegal_nothing_to_capture_berolina(arg::pawn(pawn), arg::square(to))
                }
                Variant::Chakart => {
                    room::illegal_nothing_to_capture_chakart(arg::pawn(pawn), arg::square(to))
                }
                _ => room::illegal_nothing_to_capture(arg::pawn(pawn), arg::square(to)),
            },
            Reason::TooLate { pawn, to } => {
                room::illegal_too_late(arg::pawn(pawn), arg::square(to))
            }
            Reason::BecomesWhat { from, to } => {
                room::illegal_becomes_what(arg::from(from), arg::to(to))
            }
            Reason::CannotBecome { glyph, into } => self.cannot_become(glyph, into),
            Reason::NoPromotion { from, to, into } => match self.0 {
                Variant::Baroque => {
                    room::illegal_no_promotion_baroque(arg::from(from), arg::to(to))
                }
                _ => room::illegal_no_promotion(into.letter()),
            },
            Reason::Castling(reason) => self.castling(reason),
            Reason::Berolina(reason) => self.berolina(reason),
            Reason::Baroque(reason) => self.baroque(reason),
            Reason::Bario(ref reason) => self.bario(reason),
            Reason::Chakart(reason) => self.chakart(reason),
        }
    }

    /// Renders `the rook on a1`.
    fn the(&self, thing: Placed) -> Text {
        pieces::the_on(thing, self.0)
    }

    /// Renders `the rook on a1 (White)`.
    fn of_side(&self, thing: Placed) -> Text {
        pieces::the_on_side(thing, self.0)
    }

    /// Renders `your own rook on a1`.
    fn own(&self, Placed { glyph, at }: Placed) -> Text {
        room::noun_on(
            arg::piece(pieces::name(glyph, self.0).own()),
            arg::square(at),
        )
    }

    /// Renders `a rook`.
    fn a(&self, glyph: Glyph) -> Text {
        pieces::name(glyph, self.0).a()
    }

    fn no_such_action(&self, action: Action) -> Text {
        match self.0 {
            Variant::Bario => room::illegal_no_such_action_bario(action),
            variant => room::illegal_no_such_action(arg::action(action), arg::variant(variant)),
        }
    }

    fn cannot_become(&self, glyph: Glyph, into: Role) -> Text {
        let into = pieces::role(into).a();
        match (self.0, glyph) {
            (_, Glyph::Undefined(_)) => room::illegal_undefined_becomes(into),
            (Variant::Chakart, _) => room::illegal_cannot_become_chakart(into),
            _ => room::illegal_cannot_become(into),
        }
    }

    /// Describes the moves of a piece: a separate clause.
    fn moves(&self, glyph: Glyph) -> Text {
        match (self.0, glyph) {
            (Variant::Berolina, Glyph::BerolinaPawn(_)) => room::moves_berolina_pawn(),
            (Variant::Chakart, Glyph::Pawn(_)) => room::moves_chakart_pawn(),
            (Variant::Baroque, Glyph::King(_)) => room::moves_baroque_king(),
            (Variant::Baroque, Glyph::Pawn(_)) => room::moves_baroque_pincer(),
            (Variant::Baroque, _) => room::moves_baroque_other(),
            (_, Glyph::Knight(_)) => room::moves_knight(),
            (_, Glyph::Bishop(_)) => room::moves_bishop(),
            (_, Glyph::Rook(_)) => room::moves_rook(),
            (_, Glyph::Queen(_)) => room::moves_queen(),
            (_, Glyph::King(_)) => room::moves_king(),
            _ => room::moves_pawn(),
        }
    }

    fn frozen(&self, piece: Placed, by: Placed) -> Text {
        let (frozen, holder) = (self.the(piece), self.the(by));
        match (piece.glyph, by.glyph) {
            (_, Glyph::Bishop(_)) => {
                room::illegal_frozen_touching(arg::by(holder), arg::piece(frozen))
            }
            (Glyph::Bishop(_) | Glyph::Immobilizer(_), _) => {
                room::illegal_frozen_freezer(arg::by(holder), arg::piece(frozen))
            }
            _ => room::illegal_frozen_by(arg::by(holder), arg::piece(frozen)),
        }
    }

    fn castling(&self, reason: NoCastling) -> Text {
        let the = |thing| self.the(thing);
        match (reason, self.0) {
            (NoCastling::Never(king), _) => room::castling_never(king),
            (NoCastling::NoPartner(at), Variant::Bario) => room::castling_no_undefined(at),
            (NoCastling::NoPartner(at), _) => room::castling_no_rook(at),
            (NoCastling::Moved { partner, .. }, Variant::Bario) => {
                room::castling_moved_bario(partner)
            }
            (NoCastling::Moved { king, partner }, _) => {
                room::castling_moved(arg::king(king), arg::partner(partner))
            }
            (NoCastling::NoRookLeft(at), _) => room::castling_no_rook_left(at),
            (NoCastling::Blocked(by), Variant::Bario) => {
                room::castling_blocked_bario(self.of_side(by))
            }
            (NoCastling::Blocked(by), _) => room::castling_blocked(self.of_side(by)),
            (NoCastling::OutOfCheck(at, by), _) => {
                room::castling_out_of_check(arg::by(the(by)), arg::square(at))
            }
            (NoCastling::ThroughCheck(at, by), _) => {
                room::castling_through_check(arg::by(the(by)), arg::square(at))
            }
            (NoCastling::IntoCheck(at, by), _) => {
                room::castling_into_check(arg::by(the(by)), arg::square(at))
            }
        }
    }

    fn berolina(&self, reason: BerolinaReason) -> Text {
        match reason {
            BerolinaReason::StraightDoubleStep { pawn, to } => {
                room::illegal_straight_double_step(arg::pawn(pawn), arg::square(to))
            }
            BerolinaReason::OwnAhead { pawn, own } => {
                room::illegal_own_ahead(arg::pawn(pawn), arg::piece(self.own(own)))
            }
        }
    }

    fn baroque(&self, reason: BaroqueReason) -> Text {
        let the = |thing| self.the(thing);
        match reason {
            BaroqueReason::StepUpon { piece, target } => room::illegal_step_upon(
                arg::how(captures(piece.glyph)),
                arg::piece(the(piece)),
                arg::target(the(target)),
            ),
            BaroqueReason::LeapOver { piece, over } => {
                room::illegal_leap_over(arg::over(the(over)), arg::piece(the(piece)))
            }
            BaroqueReason::NoLanding {
                piece,
                over,
                behind,
            } => room::illegal_no_landing(
                arg::behind(the(behind)),
                arg::over(the(over)),
                arg::piece(the(piece)),
            ),
            BaroqueReason::Spared { piece, king, by } => {
                room::illegal_spared(arg::by(the(by)), arg::king(king), arg::piece(the(piece)))
            }
            BaroqueReason::Released { king, by } => {
                room::illegal_released(arg::by(the(by)), arg::king(king))
            }
        }
    }

    fn bario(&self, reason: &BarioReason) -> Text {
        match *reason {
            BarioReason::KingFirst(color) => room::illegal_king_first(back_rank(color)),
            BarioReason::OnlyKing { color, role } => room::illegal_only_king(
                arg::piece(pieces::role(role).a()),
                arg::rank(back_rank(color)),
            ),
            BarioReason::KingElsewhere { color, to } => {
                room::illegal_king_elsewhere(arg::rank(back_rank(color)), arg::square(to))
            }
            BarioReason::KingStands => room::illegal_king_stands(),
            BarioReason::NothingPlaced => room::illegal_nothing_placed(),
            BarioReason::LossFirst { at, ref choices } => {
                room::illegal_loss_first(arg::choices(losses(choices)), arg::square(at))
            }
            BarioReason::NotLost {
                role,
                at,
                ref choices,
            } => not_lost(role, at, choices),
            BarioReason::NothingLost => room::illegal_nothing_lost(),
            BarioReason::Undefined { at, example } => {
                room::illegal_undefined(arg::example(example), arg::square(at))
            }
            BarioReason::Defined { piece, to } => room::illegal_defined(
                arg::from(piece.at),
                arg::piece(self.the(piece)),
                arg::to(to),
            ),
            BarioReason::NotInReserve(role) => room::illegal_not_in_reserve(pieces::role(role)),
            BarioReason::ExposedByReset { king, by } => {
                room::illegal_exposed_by_reset(arg::by(self.the(by)), arg::king(king))
            }
        }
    }

    fn chakart(&self, reason: ChakartReason) -> Text {
        let there = |thing| self.there(thing);
        match reason {
            ChakartReason::SwapFirst => room::illegal_swap_first(),
            ChakartReason::DropFirst(role) => room::illegal_drop_first(
                arg::letter(role.letter()),
                arg::piece(pieces::role(role).a()),
            ),
            ChakartReason::PromotionFirst { from, to } => {
                room::illegal_promotion_first(arg::from(from), arg::to(to))
            }
            ChakartReason::NoSwap => room::illegal_no_swap(),
            ChakartReason::NoDrop => room::illegal_no_drop(),
            ChakartReason::OtherDrop { brought, role } => room::illegal_other_drop(
                arg::brought(pieces::role(brought).a()),
                arg::piece(pieces::role(role).a()),
            ),
            ChakartReason::DropOn(piece) => room::illegal_drop_on(self.the(piece)),
            ChakartReason::SwapWithItself => room::illegal_swap_itself(),
            ChakartReason::SwapEmpty(at) => room::illegal_swap_empty(at),
            ChakartReason::SwapObject(object) => room::illegal_swap_object(there(object)),
            ChakartReason::SwapPawn => room::illegal_swap_pawn(),
            ChakartReason::SwapOrder(action) => room::illegal_swap_order(action),
            ChakartReason::StealthOf(piece) => room::illegal_stealth_of(there(piece)),
            ChakartReason::ShellOf(piece) => room::illegal_shell_of(there(piece)),
            ChakartReason::Spent(Power::Stealth) => room::illegal_stealth_spent(),
            ChakartReason::Spent(Power::Shell) => room::illegal_shell_spent(),
            ChakartReason::StealthOnto(thing) => room::illegal_stealth_onto(there(thing)),
            ChakartReason::ShellPath { from, to } => {
                room::illegal_shell_path(arg::from(from), arg::to(to))
            }
            ChakartReason::ShellStopped(by) => room::illegal_shell_stopped(self.the(by)),
            ChakartReason::ShellMisses { at, object } => match object {
                Some(glyph) => room::illegal_shell_misses(there(Placed { glyph, at })),
                None => room::illegal_shell_misses_empty(at),
            },
        }
    }

    /// Renders `a bishop stands on c4` or `a mushroom lies on e3`.
    fn there(&self, Placed { glyph, at }: Placed) -> Text {
        match glyph.color() {
            Some(_) => room::there_stands(arg::piece(self.a(glyph)), arg::square(at)),
            None => room::there_lies(arg::object(self.a(glyph)), arg::square(at)),
        }
    }
}

/// Returns the rank on which the king of a side begins.
fn back_rank(color: Color) -> usize {
    match color {
        Color::White => 1,
        Color::Black => 8,
    }
}

/// Describes the captures of a piece of Baroque: a separate clause.
fn captures(glyph: Glyph) -> Text {
    match glyph {
        Glyph::Pawn(_) => room::captures_pincer(),
        Glyph::Rook(_) => room::captures_coordinator(),
        Glyph::Knight(_) => room::captures_long_leaper(),
        Glyph::Bishop(_) => room::captures_chameleon(),
        Glyph::Queen(_) => room::captures_withdrawer(),
        _ => room::captures_immobilizer(),
    }
}

fn not_lost(role: Role, at: Square, choices: &[Role]) -> Text {
    let name = pieces::role(role);
    match role {
        Role::King | Role::Pawn => room::illegal_not_lost(
            arg::choices(losses(choices)),
            arg::piece(name.a()),
            arg::square(at),
        ),
        _ => room::illegal_lost_not_in_reserve(
            arg::choices(losses(choices)),
            arg::piece(name),
            arg::square(at),
        ),
    }
}

/// Renders alternatives such as `-N or -Q`.
fn losses(choices: &[Role]) -> Text {
    let written = |role: &Role| Text::verbatim(format!("-{}", role.letter()));
    either(choices.iter().map(written))
}

#[cfg(test)]
mod tests;
