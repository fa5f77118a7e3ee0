//! Legal actions as a move generator emits them: in batches that differ only in their target squares.
//!
//! Each of our variants has one move generator, which emits batches until the visitor stops it. All code that lists, counts,
//! checks or plays actions reads these batches, so its parts cannot disagree.

use core::{convert::Infallible, ops::ControlFlow};

use crate::{Action, Bitboard, Role, Square};

/// A batch of legal actions of one kind. `M` is the generator's data about the moving piece, which saves a second lookup.
#[derive(Clone, Copy)]
pub enum ActionBatch<M> {
    /// A piece can move to each of these squares.
    Moves {
        mover: M,
        from: Square,
        to: Bitboard,
    },
    /// A pawn can move to each of these squares, and promotes on its last rank.
    PawnMoves {
        mover: M,
        from: Square,
        to: Bitboard,
    },
    /// A pawn can move to each of these squares from the square with an index lower by `stride`. It promotes on its last rank.
    Strides { mover: M, stride: i8, to: Bitboard },
    /// A piece can be dropped on each of these squares.
    Drops { role: Role, to: Bitboard },
    /// A captured undefined piece can have had this role.
    Loss { role: Role },
    /// An undefined piece can become this role and move to each of these squares.
    Definitions {
        role: Role,
        from: Square,
        to: Bitboard,
    },
    /// A queen can move unseen to each of these squares.
    Stealths {
        mover: M,
        from: Square,
        to: Bitboard,
    },
    /// A king can shoot at each of these squares.
    Shells {
        mover: M,
        from: Square,
        to: Bitboard,
    },
    /// A piece can swap squares with each of these.
    Swaps { one: Square, others: Bitboard },
}

/// The legal actions that a generator emits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Selection {
    /// All of them.
    All,
    /// Captures and promotions.
    Noisy,
}

impl Selection {
    /// Returns the squares that a piece other than a pawn may enter, given the pieces of the other side.
    #[inline(always)]
    pub(crate) fn targets(self, foe: Bitboard) -> Bitboard {
        match self {
            Selection::All => Bitboard::FULL,
            Selection::Noisy => foe,
        }
    }

    /// Returns the squares that a pawn may enter, given the pieces of the other side.
    #[inline(always)]
    pub(crate) fn pawn_targets(self, foe: Bitboard) -> Bitboard {
        self.targets(foe | Bitboard::EDGE_RANKS)
    }
}

/// A visitor of batches. It is not a closure: compilers do not always inline closures into the generator, which makes it slow.
pub trait Visitor<M> {
    /// The value that the visitor returns when it breaks.
    type Break;

    /// Visits a batch, and breaks if the visitor needs no more.
    fn visit(&mut self, batch: ActionBatch<M>) -> ControlFlow<Self::Break>;
}

/// Breaks at the first action.
pub(crate) struct First;

impl<M: Copy> Visitor<M> for First {
    type Break = ();

    #[inline(always)]
    fn visit(&mut self, batch: ActionBatch<M>) -> ControlFlow<()> {
        if batch.is_empty() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

/// Counts actions.
pub(crate) struct Count {
    pub(crate) n: u64,
    pub(crate) promotions: &'static [Role],
}

impl<M: Copy> Visitor<M> for Count {
    type Break = Infallible;

    #[inline(always)]
    fn visit(&mut self, batch: ActionBatch<M>) -> ControlFlow<Infallible> {
        self.n += u64::from(batch.len(self.promotions));
        ControlFlow::Continue(())
    }
}

/// Breaks at this action.
pub(crate) struct Find {
    pub(crate) action: Action,
    pub(crate) promotions: &'static [Role],
}

impl<M: Copy> Visitor<M> for Find {
    type Break = ();

    #[inline(always)]
    fn visit(&mut self, batch: ActionBatch<M>) -> ControlFlow<()> {
        if batch.contains(self.action, self.promotions) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// A visitor of single actions, each with the generator's data about its mover. It is not a closure either.
pub(crate) trait Taker<M> {
    /// The value that the taker returns when it breaks.
    type Break;

    /// Visits an action, and breaks if the taker needs no more.
    fn take(&mut self, mover: Option<M>, action: Action) -> ControlFlow<Self::Break>;
}

/// Passes each action to a function.
pub(crate) struct EachAction<F>(pub(crate) F);

impl<M, B, F: FnMut(Action) -> ControlFlow<B>> Taker<M> for EachAction<F> {
    type Break = B;

    #[inline(always)]
    fn take(&mut self, _: Option<M>, action: Action) -> ControlFlow<B> {
        (self.0)(action)
    }
}

/// Plays each action and passes the resulting position to a function.
pub(crate) struct Plays<'a, P, F> {
    pub(crate) position: &'a P,
    /// The buffer for the resulting position. It is borrowed, because a position that is passed on has to lie in memory,
    /// and the rest need not.
    pub(crate) next: &'a mut P,
    pub(crate) visit: F,
}

impl<P: Generate, B, F: FnMut(Action, &P) -> ControlFlow<B>> Taker<P::Mover> for Plays<'_, P, F> {
    type Break = B;

    #[inline(always)]
    fn take(&mut self, mover: Option<P::Mover>, action: Action) -> ControlFlow<B> {
        self.position.play_onto(mover, action, self.next);
        (self.visit)(action, self.next)
    }
}

/// Visits each action of each batch.
pub(crate) struct Each<T> {
    pub(crate) promotions: &'static [Role],
    pub(crate) taker: T,
}

impl<F> Each<EachAction<F>> {
    /// Returns a visitor that passes each action of the generator `P` to a function.
    #[inline(always)]
    pub(crate) fn action_of<P: Generate>(visit: F) -> Each<EachAction<F>> {
        Each {
            promotions: P::PROMOTIONS,
            taker: EachAction(visit),
        }
    }
}

impl<M: Copy, T: Taker<M>> Visitor<M> for Each<T> {
    type Break = T::Break;

    #[inline(always)]
    fn visit(&mut self, batch: ActionBatch<M>) -> ControlFlow<T::Break> {
        batch.each(self.promotions, &mut self.taker)
    }
}

/// The move generator of a variant, and the way to play its actions.
pub trait Generate: Copy {
    /// The generator's data about the moving piece.
    type Mover: Copy;

    /// The promotion roles of a pawn, in the order in which they are listed.
    const PROMOTIONS: &'static [Role] = &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    /// Passes the legal actions of the pieces on `movers`, and those without a piece, to the visitor until it breaks.
    fn batches<V: Visitor<Self::Mover>>(
        &self,
        movers: Bitboard,
        visitor: &mut V,
    ) -> ControlFlow<V::Break>;

    /// Overwrites `next` with the position after a legal action. `mover` is the generator's data, if the caller has it.
    ///
    /// It returns nothing, because compilers copy a returned value, and that doubles the time.
    fn play_onto(&self, mover: Option<Self::Mover>, action: Action, next: &mut Self);
}

/// Writes the methods of [`crate::Position`] that list, count, check and play actions, for a variant with a move generator.
macro_rules! actions_in_batches {
    () => {
        #[inline(always)]
        fn legal_actions<B>(
            &self,
            visit: impl FnMut($crate::Action) -> ::core::ops::ControlFlow<B>,
        ) -> ::core::ops::ControlFlow<B> {
            use $crate::batch::{Each, Generate as _};
            self.batches($crate::Bitboard::FULL, &mut Each::action_of::<Self>(visit))
        }

        #[inline(always)]
        fn successors<B>(
            &self,
            visit: impl FnMut($crate::Action, &Self) -> ::core::ops::ControlFlow<B>,
        ) -> ::core::ops::ControlFlow<B> {
            use $crate::batch::{Each, Generate as _, Plays};
            let mut next = *self;
            let mut each = Each {
                promotions: Self::PROMOTIONS,
                taker: Plays {
                    position: self,
                    next: &mut next,
                    visit,
                },
            };
            self.batches($crate::Bitboard::FULL, &mut each)
        }

        #[inline(always)]
        fn n_legal_actions(&self) -> u64 {
            use $crate::batch::{Count, Generate as _};
            let promotions = Self::PROMOTIONS;
            let mut count = Count { n: 0, promotions };
            let _ = self.batches($crate::Bitboard::FULL, &mut count);
            count.n
        }

        #[inline]
        fn has_legal_action(&self) -> bool {
            use $crate::batch::{First, Generate as _};
            self.batches($crate::Bitboard::FULL, &mut First).is_break()
        }

        #[inline]
        fn is_legal(&self, action: $crate::Action) -> bool {
            use $crate::batch::{Find, Generate as _, movers_of};
            let promotions = Self::PROMOTIONS;
            let mut find = Find { action, promotions };
            self.batches(movers_of(action), &mut find).is_break()
        }

        #[inline(always)]
        fn play_unchecked(&self, action: $crate::Action) -> Self {
            let mut next = *self;
            $crate::batch::Generate::play_onto(self, None, action, &mut next);
            next
        }
    };
}
pub(crate) use actions_in_batches;

impl<M: Copy> ActionBatch<M> {
    /// Tells whether the batch has no action.
    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        match self {
            ActionBatch::Loss { .. } => false,
            ActionBatch::Moves { to, .. }
            | ActionBatch::PawnMoves { to, .. }
            | ActionBatch::Strides { to, .. }
            | ActionBatch::Drops { to, .. }
            | ActionBatch::Definitions { to, .. }
            | ActionBatch::Stealths { to, .. }
            | ActionBatch::Shells { to, .. }
            | ActionBatch::Swaps { others: to, .. } => to.is_empty(),
        }
    }

    /// Returns the number of its actions.
    #[inline(always)]
    pub(crate) fn len(self, promotions: &[Role]) -> u32 {
        match self {
            ActionBatch::Loss { .. } => 1,
            ActionBatch::PawnMoves { to, .. } | ActionBatch::Strides { to, .. } => {
                to.len() + (to & Bitboard::EDGE_RANKS).len() * (promotions.len() as u32 - 1)
            }
            ActionBatch::Moves { to, .. }
            | ActionBatch::Drops { to, .. }
            | ActionBatch::Definitions { to, .. }
            | ActionBatch::Stealths { to, .. }
            | ActionBatch::Shells { to, .. }
            | ActionBatch::Swaps { others: to, .. } => to.len(),
        }
    }

    /// Tells whether the batch contains an action.
    pub(crate) fn contains(self, action: Action, promotions: &[Role]) -> bool {
        let promotes = |at, promotion: Option<Role>| match promotion {
            Some(role) => Bitboard::EDGE_RANKS.contains(at) && promotions.contains(&role),
            None => !Bitboard::EDGE_RANKS.contains(at),
        };
        match (self, action) {
            (
                ActionBatch::Moves { from, to, .. },
                Action::Move {
                    from: a,
                    to: b,
                    promotion,
                },
            ) => from == a && to.contains(b) && promotion.is_none(),
            (
                ActionBatch::PawnMoves { from, to, .. },
                Action::Move {
                    from: a,
                    to: b,
                    promotion,
                },
            ) => from == a && to.contains(b) && promotes(b, promotion),
            (
                ActionBatch::Strides { stride, to, .. },
                Action::Move {
                    from,
                    to: b,
                    promotion,
                },
            ) => to.contains(b) && back(b, stride) == from && promotes(b, promotion),
            (
                ActionBatch::Drops { role, to },
                Action::Drop {
                    role: dropped,
                    to: at,
                },
            ) => role == dropped && to.contains(at),
            (ActionBatch::Loss { role }, Action::Lose { role: lost }) => role == lost,
            (
                ActionBatch::Definitions { role, from, to },
                Action::Define {
                    role: r,
                    from: a,
                    to: b,
                },
            ) => role == r && from == a && to.contains(b),
            (ActionBatch::Stealths { from, to, .. }, Action::Stealth { from: a, to: b })
            | (ActionBatch::Shells { from, to, .. }, Action::Shell { from: a, to: b }) => {
                from == a && to.contains(b)
            }
            (ActionBatch::Swaps { one, others }, Action::Swap { .. }) => others
                .into_iter()
                .any(|other| Action::swap(one, other) == action),
            _ => false,
        }
    }

    /// Passes each action to `taker`, with the generator's data about its mover.
    #[inline(always)]
    pub(crate) fn each<T: Taker<M>>(
        self,
        promotions: &[Role],
        taker: &mut T,
    ) -> ControlFlow<T::Break> {
        match self {
            ActionBatch::Moves { mover, from, to } => {
                for to in to {
                    taker.take(Some(mover), plain(from, to))?;
                }
            }
            ActionBatch::PawnMoves { mover, from, to } => {
                for to in to & !Bitboard::EDGE_RANKS {
                    taker.take(Some(mover), plain(from, to))?;
                }
                for to in to & Bitboard::EDGE_RANKS {
                    promote(mover, from, to, promotions, taker)?;
                }
            }
            ActionBatch::Strides { mover, stride, to } => {
                for to in to & !Bitboard::EDGE_RANKS {
                    taker.take(Some(mover), plain(back(to, stride), to))?;
                }
                for to in to & Bitboard::EDGE_RANKS {
                    promote(mover, back(to, stride), to, promotions, taker)?;
                }
            }
            ActionBatch::Drops { role, to } => {
                for to in to {
                    taker.take(None, Action::Drop { role, to })?;
                }
            }
            ActionBatch::Loss { role } => taker.take(None, Action::Lose { role })?,
            ActionBatch::Definitions { role, from, to } => {
                for to in to {
                    taker.take(None, Action::Define { role, from, to })?;
                }
            }
            ActionBatch::Stealths { mover, from, to } => {
                for to in to {
                    taker.take(Some(mover), Action::Stealth { from, to })?;
                }
            }
            ActionBatch::Shells { mover, from, to } => {
                for to in to {
                    taker.take(Some(mover), Action::Shell { from, to })?;
                }
            }
            ActionBatch::Swaps { one, others } => {
                for other in others {
                    taker.take(None, Action::swap(one, other))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Returns a move without a promotion.
#[inline(always)]
pub(crate) fn plain(from: Square, to: Square) -> Action {
    Action::Move {
        from,
        to,
        promotion: None,
    }
}

#[inline(always)]
fn promote<M: Copy, T: Taker<M>>(
    mover: M,
    from: Square,
    to: Square,
    promotions: &[Role],
    taker: &mut T,
) -> ControlFlow<T::Break> {
    for &role in promotions {
        let promotion = Some(role);
        taker.take(
            Some(mover),
            Action::Move {
                from,
                to,
                promotion,
            },
        )?;
    }
    ControlFlow::Continue(())
}

/// Returns the square with an index lower by `stride`.
#[inline(always)]
fn back(square: Square, stride: i8) -> Square {
    Square::from_index((square.index() as u8).wrapping_sub(stride as u8))
}

/// Returns the pieces with moves that decide the legality of an action; none if it moves no piece on the board.
pub(crate) fn movers_of(action: Action) -> Bitboard {
    match action {
        Action::Move { from, .. }
        | Action::Define { from, .. }
        | Action::Stealth { from, .. }
        | Action::Shell { from, .. } => Bitboard::from(from),
        Action::Swap { a, b } => Bitboard::from(a) | Bitboard::from(b),
        Action::Drop { .. } | Action::Lose { .. } => Bitboard::EMPTY,
    }
}
