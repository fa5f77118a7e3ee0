//! Carrying out actions: hops, objects, effects and trails (chakart, sections 3 to 8 and H3 to H9).
//!
//! An action proceeds until a chance outcome is needed, and then with that outcome, until the turn passes or a bonus is
//! pending.

use super::{
    moves,
    position::{Chain, ChanceEvent, DueDecision, Object, Phase, Position, Trap},
};
use crate::{Action, Color, Fact, Glyph, Role, Square, attacks, bitboard::Bitboard, board::Piece};

/// Receives the facts of a turn. Facts are made only for a caller that collects them.
pub(super) trait FactSink {
    /// Reports a public fact.
    fn report(&mut self, fact: impl FnOnce() -> Fact);
    /// Reports a fact to this seat alone; the public gets `public` instead, if there is one.
    fn report_to(&mut self, seat: Color, fact: impl FnOnce() -> Fact, public: Option<Fact>);
}

/// Ignores all facts.
impl FactSink for () {
    #[inline(always)]
    fn report(&mut self, _: impl FnOnce() -> Fact) {}

    #[inline(always)]
    fn report_to(&mut self, _: Color, _: impl FnOnce() -> Fact, _: Option<Fact>) {}
}

impl Position {
    /// Carries out a legal action.
    pub(super) fn carry_out(&mut self, action: Action, sink: &mut impl FactSink) {
        match self.made(action) {
            Action::Move {
                from,
                to,
                promotion,
            } => match self.phase {
                Phase::Decide(DueDecision::Promote { origin, .. }) => {
                    self.promote(from, to, origin, promotion, sink)
                }
                _ => self.step(from, to, promotion, sink),
            },
            Action::Stealth { from, to } => self.steal(from, to, sink),
            Action::Shell { from, to } => self.shoot(from, to, sink),
            Action::Swap { a, b } => self.swap(a, b, sink),
            Action::Drop { role, to } => self.drop(role, to, sink),
            Action::Define { .. } | Action::Lose { .. } => {}
        }
    }

    /// Returns the action as it will be carried out: the first unseen banana or bomb on its way cuts it short (chakart H3
    /// to H6).
    pub(super) fn made(&self, action: Action) -> Action {
        match action {
            Action::Move {
                from,
                to,
                promotion,
            } => Action::Move {
                from,
                to: self.stop(from, to),
                promotion,
            },
            Action::Stealth { from, to } => Action::Stealth {
                from,
                to: self.stop(from, to),
            },
            Action::Shell { from, to } => Action::Shell {
                from,
                to: self.stop(from, to),
            },
            _ => action,
        }
    }

    #[inline(always)]
    fn stop(&self, from: Square, to: Square) -> Square {
        let met = attacks::between(from, to) & self.objects.traps.all();
        let nearest = if from < to { met.first() } else { met.last() };
        nearest.unwrap_or(to)
    }

    /// Makes hop 0 of a piece.
    fn step(
        &mut self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
        sink: &mut impl FactSink,
    ) {
        let us = self.turn;
        let role = self.role_at(from);
        sink.report(|| Fact::Moved {
            glyph: role.glyph(us),
            from,
            to,
        });
        self.board.lift(us, role, from);
        let met = self.arrive(to, sink);
        let becomes = self.land(role, promotion, to, sink);
        match role {
            Role::Pawn => self.leave_mushroom(from, to, sink),
            Role::Knight => self.leave(Object::Egg, from, sink),
            _ => {}
        }
        self.wake(sink);
        let chain = Chain {
            role: becomes,
            at: to,
            last: Some(from),
            origin: Some(from),
        };
        self.follow(chain, met, sink);
    }

    /// Leaves a pawn's mushroom on its origin, or on the square between in a double step, regardless of an object there
    /// (chakart C21, C26).
    fn leave_mushroom(&mut self, from: Square, to: Square, sink: &mut impl FactSink) {
        let between = attacks::between(from, to).first();
        let square = between.unwrap_or(from);
        if self.board.occupied().contains(square) {
            self.capture(square, sink);
        }
        self.leave(Object::Mushroom, square, sink);
    }

    /// Promotes a pawn that is forced to its last rank, and then makes that hop (chakart C49).
    fn promote(
        &mut self,
        from: Square,
        to: Square,
        origin: Square,
        promotion: Option<Role>,
        sink: &mut impl FactSink,
    ) {
        let us = self.turn;
        let becomes = promotion.expect("a legal answer names a role");
        self.board.lift(us, Role::Pawn, from);
        self.board.place(us, becomes, from);
        sink.report(|| Fact::Promoted {
            into: becomes.glyph(us),
            at: from,
        });
        let chain = Chain {
            role: becomes,
            at: from,
            last: None,
            origin: Some(origin),
        };
        let (chain, met) = self.hop(chain, to, sink);
        self.wake(sink);
        self.follow(chain, met, sink);
    }

    /// Moves a queen unseen, unless she meets something (chakart C47, H5, H14).
    fn steal(&mut self, from: Square, to: Square, sink: &mut impl FactSink) {
        let us = self.turn;
        self.powers.stealth[us] = false;
        self.board.lift(us, Role::Queen, from);
        let is_unseen = !(self.board.occupied() | self.objects.all()).contains(to);
        let queen = Glyph::Queen(us);
        if is_unseen {
            let stole = |to| Fact::Stole {
                glyph: queen,
                from,
                to,
            };
            sink.report_to(us, || stole(Some(to)), Some(stole(None)));
            self.stealthy |= Bitboard::from(to);
        } else {
            sink.report(|| Fact::Moved {
                glyph: queen,
                from,
                to,
            });
        }
        let met = self.arrive_unless(is_unseen, to, sink);
        self.board.place(us, Role::Queen, to);
        self.wake(sink);
        let chain = Chain {
            role: Role::Queen,
            at: to,
            last: Some(from),
            origin: Some(from),
        };
        self.follow(chain, met, sink);
    }

    fn arrive_unless(
        &mut self,
        is_empty: bool,
        to: Square,
        sink: &mut impl FactSink,
    ) -> Option<Object> {
        if is_empty {
            None
        } else {
            self.arrive(to, sink)
        }
    }

    /// Shoots a king's shell (chakart C46); it bursts on an object that was not seen (H6).
    fn shoot(&mut self, from: Square, to: Square, sink: &mut impl FactSink) {
        self.powers.shell[self.turn] = false;
        sink.report(|| Fact::Shot { from, at: to });
        match self.objects.get(to) {
            Some(object) => {
                sink.report(|| Fact::Burst {
                    object: object.glyph(),
                    at: to,
                });
                self.use_up(to);
            }
            None => self.capture(to, sink),
        }
        self.wake(sink);
        self.end(None, sink);
    }

    fn swap(&mut self, a: Square, b: Square, sink: &mut impl FactSink) {
        let piece = |square| self.board.get(square).expect("a piece is swapped");
        let (one, other) = (piece(a), piece(b));
        self.board.lift(one.color, one.role, a);
        self.board.lift(other.color, other.role, b);
        self.board.place(one.color, one.role, b);
        self.board.place(other.color, other.role, a);
        let both = Bitboard::from(a) | Bitboard::from(b);
        if (self.frozen & both).len() == 1 {
            self.frozen ^= both;
        }
        sink.report(|| Fact::Swapped { a, b });
        self.wake(sink);
        self.end(None, sink);
    }

    fn drop(&mut self, role: Role, to: Square, sink: &mut impl FactSink) {
        let us = self.turn;
        sink.report(|| Fact::Dropped {
            glyph: role.glyph(us),
            at: to,
        });
        let met = self.arrive(to, sink);
        self.board.place(us, role, to);
        self.wake(sink);
        let chain = Chain {
            role,
            at: to,
            last: None,
            origin: None,
        };
        self.follow(chain, met, sink);
    }

    /// Puts a piece on its target, in the role that it gets there.
    fn land(
        &mut self,
        role: Role,
        promotion: Option<Role>,
        to: Square,
        sink: &mut impl FactSink,
    ) -> Role {
        let us = self.turn;
        let becomes = promotion.unwrap_or(role);
        self.board.place(us, becomes, to);
        if promotion.is_some() {
            sink.report(|| Fact::Promoted {
                into: becomes.glyph(us),
                at: to,
            });
        }
        becomes
    }

    /// Clears the target square: captures a piece, or uses up an object and returns it.
    fn arrive(&mut self, to: Square, sink: &mut impl FactSink) -> Option<Object> {
        if self.board.occupied().contains(to) {
            self.capture(to, sink);
            return None;
        }
        let object = self.objects.get(to)?;
        sink.report(|| Fact::Ate {
            object: object.glyph(),
            at: to,
            unseen: false,
        });
        self.use_up(to);
        Some(object)
    }

    fn capture(&mut self, at: Square, sink: &mut impl FactSink) {
        if let Some(Piece { color, role }) = self.board.get(at) {
            sink.report(|| Fact::Captured {
                glyph: role.glyph(color),
                at,
            });
            self.remove(color, role, at);
        }
    }

    pub(super) fn remove(&mut self, color: Color, role: Role, at: Square) {
        self.board.lift(color, role, at);
        self.frozen &= !Bitboard::from(at);
        self.stealthy &= !Bitboard::from(at);
    }

    /// Removes an object that acted or burst. All beliefs about its square are known to be past (chakart H7, H20).
    fn use_up(&mut self, square: Square) {
        self.objects.clear(square);
        if let Some(beliefs) = &mut self.beliefs {
            beliefs.white.clear(square);
            beliefs.black.clear(square);
        }
    }

    /// Leaves a mushroom or an egg.
    fn leave(&mut self, object: Object, at: Square, sink: &mut impl FactSink) {
        self.objects.put(object, at);
        sink.report(|| Fact::Left {
            object: object.glyph(),
            at,
        });
    }

    /// Leaves a banana or bomb. With hidden objects only the seat that decides learns of it (chakart H9, H17). The beliefs of
    /// the other seat about the square stay (H8). Only this and [`Position::use_up`] change beliefs (H21). A piece that changes
    /// its color or its place takes no knowledge with it (H10).
    pub(super) fn leave_trap(&mut self, trap: Trap, at: Square, sink: &mut impl FactSink) {
        let object = Object::Trap(trap);
        self.objects.put(object, at);
        let left = || Fact::Left {
            object: object.glyph(),
            at,
        };
        match &mut self.beliefs {
            Some(beliefs) => {
                beliefs[self.turn].put(trap, at);
                sink.report_to(self.turn, left, None);
            }
            None => sink.report(left),
        }
    }

    /// Ends states as soon as hop 0 is made (chakart C12). The frozen pieces of the same side can move again, and the other
    /// side's hidden queen becomes visible.
    #[inline(always)]
    fn wake(&mut self, sink: &mut impl FactSink) {
        let us = self.turn;
        let freed = self.frozen & self.board.color(us);
        let shown = self.stealthy & self.board.color(!us);
        self.frozen ^= freed;
        self.stealthy ^= shown;
        for at in freed {
            sink.report(|| Fact::Freed {
                glyph: self.role_at(at).glyph(us),
                at,
            });
        }
        for at in shown {
            sink.report(|| Fact::Appeared {
                glyph: Glyph::Queen(!us),
                at,
            });
        }
    }

    /// Goes on from a square where a piece met an object or none (chakart C13), even if no player saw it (H15).
    pub(super) fn follow(
        &mut self,
        mut chain: Chain,
        mut met: Option<Object>,
        sink: &mut impl FactSink,
    ) {
        loop {
            let to = match met {
                None => return self.finish(chain, None, sink),
                Some(Object::Mushroom) => match self.boost(chain) {
                    None => return self.finish(chain, None, sink),
                    Some(to) => to,
                },
                Some(Object::Egg) => {
                    self.phase = Phase::Roll(ChanceEvent::Effect, chain);
                    return;
                }
                Some(Object::Trap(trap)) => {
                    let event = ChanceEvent::Push(trap);
                    match self.only(self.candidates(event, chain)) {
                        Some(to) => to,
                        None => {
                            self.phase = Phase::Roll(event, chain);
                            return;
                        }
                    }
                }
            };
            match self.forced_hop(chain, to, sink) {
                Some(next) => (chain, met) = next,
                None => return,
            }
        }
    }

    /// Returns the square of a set that has one.
    fn only(&self, squares: Bitboard) -> Option<Square> {
        squares.first().filter(|_| !squares.is_several())
    }

    /// Returns the square to which a mushroom carries a piece, unless a piece stands there: it repeats the step that
    /// brought the piece (chakart C31).
    fn boost(&self, chain: Chain) -> Option<Square> {
        if !matches!(chain.role, Role::Pawn | Role::Knight | Role::King) {
            return None;
        }
        let last = chain.last?;
        let way = |from: u8, to: u8| to as i8 - from as i8;
        let files = way(last.file(), chain.at.file());
        let ranks = match (files, way(last.rank(), chain.at.rank())) {
            // A double step.
            (0, ranks) => ranks.signum(),
            (_, ranks) => ranks,
        };
        let next = attacks::leap(chain.at, (files, ranks))?;
        (!self.board.occupied().contains(next)).then_some(next)
    }

    /// Makes a hop that an object forces. If a pawn would come to its last rank, it first asks for the promotion and returns
    /// `None`.
    pub(super) fn forced_hop(
        &mut self,
        chain: Chain,
        to: Square,
        sink: &mut impl FactSink,
    ) -> Option<(Chain, Option<Object>)> {
        if chain.role == Role::Pawn && self.turn.relative_rank(to) == 7 {
            let origin = chain.origin.expect("pawns are never dropped");
            self.phase = Phase::Decide(DueDecision::Promote {
                from: chain.at,
                to,
                origin,
            });
            return None;
        }
        Some(self.hop(chain, to, sink))
    }

    fn hop(
        &mut self,
        chain: Chain,
        to: Square,
        sink: &mut impl FactSink,
    ) -> (Chain, Option<Object>) {
        let us = self.turn;
        sink.report(|| Fact::Slipped {
            glyph: chain.role.glyph(us),
            from: chain.at,
            to,
        });
        self.board.lift(us, chain.role, chain.at);
        let met = self.arrive(to, sink);
        self.board.place(us, chain.role, to);
        let chain = Chain {
            at: to,
            last: Some(chain.at),
            ..chain
        };
        (chain, met)
    }

    /// Ends the chain: a rook or bishop drops its trail (chakart C14, C28), then the bonus is pending.
    pub(super) fn finish(
        &mut self,
        chain: Chain,
        bonus: Option<DueDecision>,
        sink: &mut impl FactSink,
    ) {
        let trap = match chain.role {
            Role::Rook => Trap::Banana,
            Role::Bishop => Trap::Bomb,
            _ => return self.end(bonus, sink),
        };
        let event = ChanceEvent::Trail(trap, bonus);
        let squares = self.candidates(event, chain);
        if squares.is_several() {
            self.phase = Phase::Roll(event, chain);
            return;
        }
        for square in squares {
            self.leave_trap(trap, square, sink);
        }
        self.end(bonus, sink);
    }

    /// Ends the action: a bonus is pending, or the turn passes (chakart C15, C44).
    pub(super) fn end(&mut self, bonus: Option<DueDecision>, sink: &mut impl FactSink) {
        if let Some(pending) = bonus {
            self.phase = Phase::Decide(pending);
            if moves::can_decide(self) {
                return;
            }
            sink.report(|| Fact::BonusLost);
        }
        self.pass_turn();
    }

    /// Passes the turn to the other side.
    pub(super) fn pass_turn(&mut self) {
        self.phase = Phase::Decide(DueDecision::Move);
        self.n_turns = self.n_turns.saturating_add(1);
        self.turn = !self.turn;
    }
}
