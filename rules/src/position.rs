//! Positions: the input of searches, translators and referees.

use alloc::vec::Vec;
use core::{any::Any, fmt, hash::Hash, hint::black_box, ops::ControlFlow, str::FromStr};

use crate::{
    Action, Bitboard, ChanceOutcome, Color, DrawReason, Glyph, MoveList, Outcome,
    ParsePositionError, PendingDecision, Square, Variant, WinReason, batch::Generate,
};

/// A position of one variant: everything that its rules depend on except earlier moves, including hidden objects.
///
/// It is small and cheap to copy. It shows everything, so it is not the knowledge of a seat in a [`crate::Game`], and no
/// function returns the position of a game.
///
/// A position waits for an action of the side to move, for a chance outcome ([`Position::is_chance`]), or for nothing
/// because the game is over ([`Position::outcome`]).
///
/// ```
/// use std::ops::ControlFlow;
/// use rules::{Position, Setup, Variant, berolina};
///
/// let start = Setup::new(Variant::Berolina).start_position::<berolina::Position>().expect("the variant fits");
/// let mut captures = 0;
/// let _ = start.legal_actions(|action| {
///     captures += start.captured(action).len();
///     ControlFlow::<()>::Continue(())
/// });
/// assert_eq!((start.n_legal_actions(), captures), (30, 0));
/// let next = start.play_unchecked("e2g4".parse()?);
/// assert_ne!(start.key(), next.key());
/// # Ok::<(), rules::ParseActionError>(())
/// ```
///
/// Any crate can implement the trait for a variant of its own; [`crate::adding_a_variant`] has an example. Six methods have no
/// default. The positions of [`crate::Variant`] have more: see [`VariantPosition`].
pub trait Position: Copy + Eq + fmt::Debug {
    /// True if an action can call for a chance outcome.
    const HAS_CHANCE: bool = false;

    /// Returns the side that decides, or the side of the decision that chance completes.
    fn side_to_move(&self) -> Color;

    /// Returns the kind of decision that the side to move has to make.
    fn pending(&self) -> PendingDecision {
        PendingDecision::Move
    }

    /// Tells whether the position waits for a chance outcome.
    fn is_chance(&self) -> bool {
        false
    }

    /// Returns the outcome, as far as it follows from the board; repetition needs the history of a [`crate::Game`].
    fn outcome(&self) -> Option<Outcome> {
        end_of_moves(self)
    }

    /// Visits every legal action of the side to move, in a fixed order, until `visit` breaks off. Visits none if a chance
    /// outcome is next.
    fn legal_actions<B>(&self, visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Returns every legal action, in the order of [`Position::legal_actions`].
    fn legal_list(&self) -> MoveList {
        let mut actions = MoveList::new();
        let _ = self.legal_actions(|action| {
            actions.push(action);
            ControlFlow::<()>::Continue(())
        });
        actions
    }

    /// Visits every noisy action, in the order of [`Position::legal_actions`], until `visit` breaks off. An action is noisy
    /// if it is legal and captures a piece or promotes a pawn to any role. A capture of a piece that its side does not see
    /// is not noisy.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use rules::{Position, Setup, Variant, berolina};
    ///
    /// // A pawn of Berolina captures straight ahead.
    /// let setup = Setup::with_position(Variant::Berolina, "", "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1")?;
    /// let position = setup.start_position::<berolina::Position>().expect("the variant fits");
    /// let first = position.noisy_actions(ControlFlow::Break);
    /// assert_eq!(first.break_value().expect("a capture").to_string(), "e3e4");
    /// # Ok::<(), rules::SetupError>(())
    /// ```
    fn noisy_actions<B>(&self, mut visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        self.legal_actions(|action| {
            if action.promotes() || !self.captured(action).is_empty() {
                visit(action)
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    /// Visits every legal action with the position that it leads to. It is the quickest way to play all actions.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use rules::{Position, Setup, Variant, baroque};
    ///
    /// // The first move after which the other king is in check, if there is one.
    /// let setup = Setup::with_position(Variant::Baroque, "", "7k/8/8/8/8/8/6Q1/K7 w 12")?;
    /// let position = setup.start_position::<baroque::Position>().expect("the variant fits");
    /// let check = position.successors(|action, next| match next.checkers().is_empty() {
    ///     true => ControlFlow::Continue(()),
    ///     false => ControlFlow::Break(action),
    /// });
    /// assert_eq!(check.break_value().expect("a withdrawer gives check").to_string(), "g2g7");
    /// # Ok::<(), rules::SetupError>(())
    /// ```
    fn successors<B>(
        &self,
        mut visit: impl FnMut(Action, &Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.legal_actions(|action| visit(action, &self.play_unchecked(action)))
    }

    /// Returns the number of legal actions.
    fn n_legal_actions(&self) -> u64 {
        let mut n = 0;
        let _ = self.legal_actions(|_| {
            n += 1;
            ControlFlow::<()>::Continue(())
        });
        n
    }

    /// Tells whether there is a legal action.
    fn has_legal_action(&self) -> bool {
        self.legal_actions(ControlFlow::Break).is_break()
    }

    /// Tells whether an action is legal.
    fn is_legal(&self, action: Action) -> bool {
        self.legal_actions(|other| break_if(other == action))
            .is_break()
    }

    /// Plays a legal action, without checking its legality.
    ///
    /// # Panics
    ///
    /// May panic if the action is not legal, or return a position that the rules do not cover.
    fn play_unchecked(&self, action: Action) -> Self;

    /// Visits every possible chance outcome with its weight, in a fixed order, until `visit` breaks off. The exact
    /// probability of an outcome is its weight divided by the sum of all weights.
    fn chance_outcomes<B>(
        &self,
        visit: impl FnMut(ChanceOutcome, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let _ = visit;
        ControlFlow::Continue(())
    }

    /// Tells whether a chance outcome is possible.
    fn is_possible(&self, outcome: ChanceOutcome) -> bool {
        self.chance_outcomes(|other, _| break_if(other == outcome))
            .is_break()
    }

    /// Plays a possible chance outcome, without checking it. It does nothing if no chance outcome is next.
    fn resolve(&self, outcome: ChanceOutcome) -> Self {
        let _ = outcome;
        *self
    }

    /// Visits the position after every possible chance outcome. It is the quickest way to try all outcomes.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use rules::{Position, Setup, Variant, chakart};
    ///
    /// // How likely the rook is to be gone: Chomp eats it, Waluigi turns it.
    /// let setup = Setup::with_position(Variant::Chakart, "", r#"4k3/8/8/8/8/e7/8/R3K3 w 9 {"flags":"0000"}"#)?;
    /// let start = setup.start_position::<chakart::Position>().expect("the variant fits");
    /// let next = start.play_unchecked("a1a3".parse()?);
    /// assert!(next.is_chance());
    /// let (mut all, mut lost) = (0, 0);
    /// let _ = next.resolutions(|_, weight, end| {
    ///     all += weight;
    ///     lost += if end.pieces(rules::Color::White).len() < 2 { weight } else { 0 };
    ///     ControlFlow::<()>::Continue(())
    /// });
    /// assert_eq!((lost, all), (2, 8));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    fn resolutions<B>(
        &self,
        mut visit: impl FnMut(ChanceOutcome, u32, &Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.chance_outcomes(|outcome, weight| visit(outcome, weight, &self.resolve(outcome)))
    }

    /// Returns the same position with the other side to move, as a null move in a search needs it. `None` where the rules
    /// do not cover such a position: in check, or when anything but an ordinary move is pending.
    fn pass(&self) -> Option<Self> {
        None
    }

    /// Returns a key. It is equal for positions that the rules take for the same, regardless of move numbers and clocks, and
    /// almost surely different for others. Our own positions have Zobrist keys, which each move updates. Every build of one
    /// minor version gives the same keys. They may change with the next version, so do not store them.
    fn key(&self) -> u64;

    /// Returns the squares with pieces of a side.
    fn pieces(&self, color: Color) -> Bitboard {
        let is_there = |at: &Square| self.piece_at(*at).and_then(Glyph::color) == Some(color);
        Square::all().filter(is_there).collect()
    }

    /// Returns the squares with this glyph: a role and a color, or an object.
    ///
    /// ```
    /// use rules::{Color, Glyph, Position, Setup, Variant, baroque};
    ///
    /// let start = Setup::new(Variant::Baroque).start_position::<baroque::Position>().expect("the variant fits");
    /// assert_eq!(start.pieces(Color::White).len(), 16);
    /// // Glyphs are what the pieces look like: pincers like pawns, chameleons like bishops.
    /// let chameleons = start.squares(Glyph::Bishop(Color::White));
    /// assert_eq!(chameleons.map(|square| square.to_string()).collect::<Vec<_>>(), ["c1", "f1"]);
    /// ```
    fn squares(&self, glyph: Glyph) -> Bitboard {
        let is_there = |at: &Square| self.piece_at(*at) == Some(glyph);
        Square::all().filter(is_there).collect()
    }

    /// Returns the glyph on a square.
    fn piece_at(&self, square: Square) -> Option<Glyph>;

    /// Returns the pieces that give check to a side, regardless of the side to move; always none where the rules have no
    /// check. Unless a variant overrides it, these are the pieces of the other side that attack a king.
    fn checkers_of(&self, color: Color) -> Bitboard {
        let kings = self.squares(Glyph::King(color));
        kings.fold(Bitboard::EMPTY, |checkers, king| {
            checkers | self.attackers(king, !color)
        })
    }

    /// Returns the pieces that give check to the side to move; always none where the rules have no check.
    fn checkers(&self) -> Bitboard {
        self.checkers_of(self.side_to_move())
    }

    /// Returns the pieces of a side that attack a square: each can go there to capture a piece of the other side, if only
    /// its king stays safe. Captures elsewhere than on the target square, as en passant, do not count.
    ///
    /// ```
    /// use rules::{Color, Position, Setup, Variant, berolina};
    ///
    /// let setup = Setup::with_position(Variant::Berolina, "", "3rk3/3r4/8/3p4/3P4/8/3R4/4K3 w - - 0 1")?;
    /// let position = setup.start_position::<berolina::Position>().expect("the variant fits");
    /// let squares = |squares: rules::Bitboard| squares.map(|square| square.to_string()).collect::<Vec<_>>();
    /// assert_eq!(squares(position.attackers("d5".parse()?, Color::White)), ["d4"]);
    /// // After the captures of the pawn and of the front rook, the rooks behind them attack the square.
    /// let rest = position.pieces(Color::White) | position.pieces(Color::Black);
    /// let rest = rest.filter(|square| !["d4", "d7"].contains(&&*square.to_string())).collect();
    /// assert_eq!(squares(position.attackers_given("d5".parse()?, Color::White, rest)), ["d2"]);
    /// assert_eq!(squares(position.attackers_given("d5".parse()?, Color::Black, rest)), ["d8"]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    fn attackers(&self, square: Square, by: Color) -> Bitboard {
        let occupied = self.pieces(Color::White) | self.pieces(Color::Black);
        self.attackers_given(square, by, occupied)
    }

    /// Returns the same pieces as [`Position::attackers`], as if only those on the `occupied` squares were on the board.
    fn attackers_given(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard;

    /// Returns the squares of the pieces that a legal action captures on its target or on its way. Later effects of chance
    /// and objects are not included.
    ///
    /// ```
    /// use rules::{Position, Setup, Variant, baroque};
    ///
    /// // A withdrawer captures what it goes away from.
    /// let setup = Setup::with_position(Variant::Baroque, "", "7k/8/8/8/3pQ3/8/8/K7 w 12")?;
    /// let position = setup.start_position::<baroque::Position>().expect("the variant fits");
    /// let captured = position.captured("e4g4".parse()?);
    /// assert_eq!(captured.map(|square| square.to_string()).collect::<Vec<_>>(), ["d4"]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    fn captured(&self, action: Action) -> Bitboard {
        let (Action::Move { to, .. } | Action::Define { to, .. }) = action else {
            return Bitboard::EMPTY;
        };
        Bitboard::from(to) & self.pieces(!self.side_to_move())
    }
}

/// A position of a [`Variant`], which [`crate::Game`] plays. It has a text, and a place in the catalog.
///
/// `Display` writes the text of a position, and `parse` reads it. Baroque's text does not hold the option `chameleon`, so
/// `parse` takes its default; [`Setup::with_position`](crate::Setup::with_position) takes the options beside the text. `Debug`
/// writes the text too, unless a position of the variant can hold secrets.
///
/// ```
/// use rules::{Position, berolina, chakart};
///
/// let position: berolina::Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?;
/// assert_eq!(position.n_legal_actions(), 8);
/// assert_eq!(format!("{position:?}"), "Position(berolina, 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1)");
/// let position: chakart::Position = r#"4k3/8/8/8/8/8/8/R3K3 w 9 {"flags":"0000"}"#.parse()?;
/// assert_eq!(format!("{position:?}"), "Position(chakart)");
/// # Ok::<(), rules::ParsePositionError>(())
/// ```
///
/// The trait is sealed: only the positions of this crate implement it. So no type of another crate receives what a
/// [`crate::SeatHistory`] holds.
pub trait VariantPosition:
    Position + Generate + Hash + fmt::Display + FromStr<Err = ParsePositionError> + 'static
{
    /// The variant.
    const VARIANT: Variant;

    /// Returns the number of finished turns of both sides together.
    fn turns(&self) -> u32;

    /// Returns a position that a seat can take for this one: hidden things are placed by chance. `None` where the seat sees
    /// everything, and where a chance outcome is next.
    fn mistaken_by(&self, seat: Color, words: &mut dyn FnMut() -> u64) -> Option<Self> {
        let _ = (seat, words);
        None
    }
}

/// Returns a position as a position of another type, if it is one.
pub(crate) fn cast<P: VariantPosition, Q: VariantPosition>(position: &P) -> Option<Q> {
    (position as &dyn Any).downcast_ref().copied()
}

/// Returns mate or stalemate: a side without a legal action has lost if it is in check. It is the default of
/// [`Position::outcome`], and for a variant with more ends one part of it.
pub fn end_of_moves<P: Position>(position: &P) -> Option<Outcome> {
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

fn break_if(is_found: bool) -> ControlFlow<()> {
    if is_found {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// Returns the number of sequences of `depth` actions, regardless of repetition, move limits, material and conclusions.
/// Chance outcomes do not count as actions. The last actions are counted without being played.
///
/// ```
/// use rules::{Position, Setup, Variant, baroque, perft};
///
/// let start = Setup::new(Variant::Baroque).start_position::<baroque::Position>().expect("the variant fits");
/// assert_eq!((perft(&start, 1), perft(&start, 2)), (32, 944));
/// ```
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    count(position, depth, true)
}

/// Returns the same count as [`perft`], but plays every last action too; only benchmarks need it.
pub fn perft_plain<P: Position>(position: &P, depth: u32) -> u64 {
    count(position, depth, false)
}

fn count<P: Position>(position: &P, depth: u32, is_bulk: bool) -> u64 {
    let mut nodes = 0;
    if depth == 0 && !(P::HAS_CHANCE && position.is_chance()) {
        nodes = 1;
    } else if position.is_chance() {
        let _ = position.resolutions(|_, _, next| {
            nodes += count(next, depth, is_bulk);
            ControlFlow::<()>::Continue(())
        });
    } else if depth == 1 && is_bulk && !P::HAS_CHANCE {
        nodes = position.n_legal_actions();
    } else {
        let _ = position.successors(|_, next| {
            nodes += if depth == 1 && !P::HAS_CHANCE {
                // Otherwise the compiler sees that nothing reads the position, and counts without playing.
                black_box(next);
                1
            } else {
                count(next, depth - 1, is_bulk)
            };
            ControlFlow::<()>::Continue(())
        });
    }
    nodes
}

/// Returns the part of [`perft`] that begins with each legal action, in the order in which they are listed.
pub(crate) fn divide<P: Position>(position: &P, depth: u32) -> Vec<(Action, u64)> {
    let mut parts: Vec<(Action, u64)> = Vec::new();
    let _ = each_start(position, &mut |start: &P| {
        start.successors(|action, next| {
            let nodes = count(next, depth.saturating_sub(1), true);
            match parts.iter_mut().find(|(other, _)| *other == action) {
                Some((_, sum)) => *sum += nodes,
                None => parts.push((action, nodes)),
            }
            ControlFlow::<()>::Continue(())
        })
    });
    parts
}

/// Visits every position with a side to decide that chance outcomes lead to from here, without an action.
fn each_start<P: Position, B>(
    position: &P,
    visit: &mut impl FnMut(&P) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if position.is_chance() {
        position.resolutions(|_, _, next| each_start(next, visit))
    } else {
        visit(position)
    }
}
