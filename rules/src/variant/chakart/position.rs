//! The state of a game, and the view of each seat.

use crate::{
    ByColor, Color, Glyph, Power, Role, Square,
    bitboard::Bitboard,
    board::{Board, CHESS_ROW},
    view::Viewer,
};

/// The full state of a game: all that the rules need, including chance within an action, and the beliefs of each side.
///
/// It holds the hidden queens, bananas and bombs of both sides, so a program that plays a seat gets its positions from a
/// [`SeatHistory`](crate::SeatHistory). The legal actions follow from the beliefs of the side to decide. If a belief is wrong,
/// the move has another result (chakart H2 to H6).
///
/// The pieces are those of chess and start on drawn rows. There is no check. A side without a king has lost (chakart C51), and
/// a side to decide without a legal action has lost (C52). A piece that moves leaves an object behind, and a piece that enters
/// its square meets it:
///
/// | [`Glyph`](crate::Glyph) | left by | effect |
/// | --- | --- | --- |
/// | `Mushroom` | a pawn on its origin | pawns, kings and knights repeat their step (C31) |
/// | `Egg` | a knight on its origin | one of eight effects, by chance (C35) |
/// | `Banana` | a rook beside it, diagonally, by chance | throws the piece to a neighbor on its rank or file, by chance (C33) |
/// | `Bomb` | a bishop beside it, on its rank or file, by chance | throws the piece to a neighbor on a diagonal, by chance (C33) |
///
/// After some eggs the same side decides again: [`PendingDecision`](crate::PendingDecision) gives the kind.
///
/// ```
/// use rules::{Color, Game, Next, Position, SeatHistory, Setup, Variant, chakart};
///
/// let setup = Setup::new(Variant::Chakart);
/// let (mut game, mut white) = (Game::new(&setup), SeatHistory::new(&setup, Color::White));
/// let mut word = 1_u64;
/// let mut words = || {
///     word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
///     word >> 33
/// };
/// while game.turns() < 6 {
///     let own = match game.next() {
///         Next::Over(_) => break,
///         Next::Chance(chance) => {
///             let at = words() as usize % chance.outcomes().len();
///             game.roll(chance.outcomes()[at])?;
///             None
///         }
///         // White sees only its own view: a program would search the positions that this leaves possible.
///         Next::Decision(Color::White) => {
///             let guess: chakart::Position = white.sample(&mut words).expect("some truth is found");
///             let action = guess.legal_list()[0];
///             game.act(action)?;
///             Some(action)
///         }
///         Next::Decision(Color::Black) => {
///             let actions = game.legal_list();
///             game.act(actions[words() as usize % actions.len()])?;
///             None
///         }
///     };
///     // After every input of either seat.
///     white.note(own, &game);
/// }
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The pieces; no object lies on the square of a piece.
    pub(super) board: Board,
    /// The frozen pieces (chakart C50).
    pub(super) frozen: Bitboard,
    /// The queens after a stealth move (chakart C47).
    pub(super) stealthy: Bitboard,
    pub(super) objects: Objects,
    /// The bananas and bombs that each seat believes in (chakart H1); `None` with open objects.
    pub(super) beliefs: Option<ByColor<Traps>>,
    pub(super) powers: Powers,
    pub(super) turn: Color,
    /// The finished turns (chakart C53).
    pub(super) n_turns: u32,
    pub(super) phase: Phase,
}

const _: () = assert!(size_of::<Position>() <= 512, "a position is small");

/// Bananas and bombs, never two on one square.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Traps {
    pub(super) bananas: Bitboard,
    pub(super) bombs: Bitboard,
}

/// All objects, never two on one square (chakart C1).
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Objects {
    pub(super) mushrooms: Bitboard,
    pub(super) eggs: Bitboard,
    pub(super) traps: Traps,
}

/// A banana or a bomb: the objects that can be hidden.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Trap {
    Banana,
    Bomb,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Object {
    Mushroom,
    Egg,
    Trap(Trap),
}

/// The unspent powers (chakart C45).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Powers {
    pub(super) shell: ByColor<bool>,
    pub(super) stealth: ByColor<bool>,
}

/// The next input of the game: an action, a chance outcome, or the draw of rows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// The side to move decides.
    Decide(DueDecision),
    /// Chance continues the action of the side to move.
    Roll(ChanceEvent, Chain),
    /// Chance draws the back row of this side, and then perhaps the other's, or both in one draw.
    Draw(UndrawnRows),
}

impl Phase {
    /// Returns the phase in one word, 0 for an ordinary decision.
    pub(super) fn word(self) -> u64 {
        let square = |square: Option<Square>| square.map_or(64, |square| square.index() as u64);
        match self {
            Phase::Decide(pending) => pending.word(),
            Phase::Draw(UndrawnRows::Both) => 1 << 8,
            Phase::Draw(UndrawnRows::One(color)) => (2 + u64::from(color == Color::Black)) << 8,
            Phase::Roll(event, chain) => {
                let (event, bonus) = match event {
                    ChanceEvent::Push(trap) => (trap as u64, DueDecision::Move),
                    ChanceEvent::Effect => (2, DueDecision::Move),
                    ChanceEvent::Recolor(side) => (3 + side as u64, DueDecision::Move),
                    ChanceEvent::Toadette => (5, DueDecision::Move),
                    ChanceEvent::Trail(trap, bonus) => {
                        (6 + trap as u64, bonus.unwrap_or(DueDecision::Move))
                    }
                };
                let squares = [Some(chain.at), chain.last, chain.origin];
                let chain = squares
                    .into_iter()
                    .fold(chain.role as u64, |word, at| word << 7 | square(at));
                (chain << 4 | event) << 32 | bonus.word() << 1 | 1
            }
        }
    }
}

impl DueDecision {
    /// Returns the decision in one word, 0 for an ordinary decision.
    fn word(self) -> u64 {
        match self {
            DueDecision::Move => 0,
            DueDecision::Again => 2,
            DueDecision::Swap => 4,
            DueDecision::Drop(role) => 6 | (role as u64) << 3,
            DueDecision::Promote { from, to, origin } => {
                let squares = [from, to, origin].into_iter();
                squares.fold(1, |word, at| word << 6 | at.index() as u64) << 8
            }
        }
    }
}

/// The decision that the side to move has to make.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DueDecision {
    /// An ordinary decision.
    Move,
    /// One more ordinary decision in the same turn (chakart C40).
    Again,
    /// The two pieces that swap squares (chakart C36).
    Swap,
    /// The square on which this piece is dropped (chakart C38).
    Drop(Role),
    /// The promotion of the pawn that is forced to its last rank (chakart C49).
    Promote {
        from: Square,
        to: Square,
        origin: Square,
    },
}

/// The event that chance has to decide (chakart C56).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ChanceEvent {
    /// The square to which a banana or bomb pushes the piece.
    Push(Trap),
    /// The effect of the egg.
    Effect,
    /// The piece that Luigi or Waluigi recolors.
    Recolor(Side),
    /// The role that Toadette brings.
    Toadette,
    /// The square on which the trail falls; then the bonus is pending.
    Trail(Trap, Option<DueDecision>),
}

/// The side of the piece that changes its color, relative to the side to move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// The other side, by Luigi.
    Theirs,
    /// The same side, by Waluigi.
    Ours,
}

/// An action in progress: the piece that moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Chain {
    /// Its present role.
    pub(super) role: Role,
    /// Its present square.
    pub(super) at: Square,
    /// The origin of its last hop; none for a piece that was dropped and not pushed.
    pub(super) last: Option<Square>,
    /// Its square before hop 0 (chakart C3).
    pub(super) origin: Option<Square>,
}

/// The back rows that are still to be drawn (chakart C9).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum UndrawnRows {
    /// One row for both sides.
    Both,
    /// This side's row.
    One(Color),
}

/// The knowledge of a viewer: the pieces that they do not see, and the bananas and bombs that they know.
#[derive(Clone, Copy)]
pub(super) struct ViewerKnowledge {
    /// The queens that are not seen.
    pub(super) unseen: Bitboard,
    pub(super) traps: Traps,
}

impl Trap {
    pub(super) const ALL: [Trap; 2] = [Trap::Banana, Trap::Bomb];
}

impl Traps {
    pub(super) fn all(&self) -> Bitboard {
        self.bananas | self.bombs
    }

    pub(super) fn of(&self, trap: Trap) -> Bitboard {
        match trap {
            Trap::Banana => self.bananas,
            Trap::Bomb => self.bombs,
        }
    }

    pub(super) fn get(&self, square: Square) -> Option<Trap> {
        Trap::ALL
            .into_iter()
            .find(|&trap| self.of(trap).contains(square))
    }

    pub(super) fn clear(&mut self, square: Square) {
        self.bananas &= !Bitboard::from(square);
        self.bombs &= !Bitboard::from(square);
    }

    /// Puts a trap on a square, and replaces another one there.
    pub(super) fn put(&mut self, trap: Trap, square: Square) {
        self.clear(square);
        match trap {
            Trap::Banana => self.bananas |= Bitboard::from(square),
            Trap::Bomb => self.bombs |= Bitboard::from(square),
        }
    }
}

impl Objects {
    pub(super) fn all(&self) -> Bitboard {
        self.mushrooms | self.eggs | self.traps.all()
    }

    pub(super) fn get(&self, square: Square) -> Option<Object> {
        if self.mushrooms.contains(square) {
            Some(Object::Mushroom)
        } else if self.eggs.contains(square) {
            Some(Object::Egg)
        } else {
            self.traps.get(square).map(Object::Trap)
        }
    }

    pub(super) fn clear(&mut self, square: Square) {
        self.mushrooms &= !Bitboard::from(square);
        self.eggs &= !Bitboard::from(square);
        self.traps.clear(square);
    }

    /// Puts an object on a square, and replaces another one there (chakart C25).
    pub(super) fn put(&mut self, object: Object, square: Square) {
        self.clear(square);
        match object {
            Object::Mushroom => self.mushrooms |= Bitboard::from(square),
            Object::Egg => self.eggs |= Bitboard::from(square),
            Object::Trap(trap) => self.traps.put(trap, square),
        }
    }
}

impl Powers {
    /// Returns all powers in one word.
    pub(super) fn word(&self) -> u64 {
        let bits = [
            self.shell.white,
            self.shell.black,
            self.stealth.white,
            self.stealth.black,
        ];
        bits.into_iter()
            .fold(0, |word, bit| word << 1 | u64::from(bit))
    }

    pub(super) const ALL: Powers = Powers {
        shell: ByColor {
            white: true,
            black: true,
        },
        stealth: ByColor {
            white: true,
            black: true,
        },
    };
}

impl Position {
    /// Returns the pieces of both sides that cannot move (chakart C50).
    #[inline(always)]
    pub fn frozen(&self) -> Bitboard {
        self.frozen
    }

    /// Returns the queens that the other side does not see (chakart C47).
    #[inline(always)]
    pub fn stealthy(&self) -> Bitboard {
        self.stealthy
    }

    /// Returns the bananas and bombs in the knowledge of a side, right or wrong (chakart H1); with open objects, all of them.
    #[inline(always)]
    pub fn known_traps(&self, seat: Color) -> Bitboard {
        self.lens(Viewer::Seat(seat)).traps.all()
    }

    /// Tells whether a side still has a power (chakart C45).
    #[inline(always)]
    pub fn has_power(&self, color: Color, power: Power) -> bool {
        match power {
            Power::Shell => self.powers.shell[color],
            Power::Stealth => self.powers.stealth[color],
        }
    }

    /// An empty board with White to decide.
    pub(super) const EMPTY: Position = Position {
        board: Board::EMPTY,
        frozen: Bitboard::EMPTY,
        stealthy: Bitboard::EMPTY,
        objects: Objects {
            mushrooms: Bitboard::EMPTY,
            eggs: Bitboard::EMPTY,
            traps: Traps {
                bananas: Bitboard::EMPTY,
                bombs: Bitboard::EMPTY,
            },
        },
        beliefs: None,
        powers: Powers::ALL,
        turn: Color::White,
        n_turns: 0,
        phase: Phase::Decide(DueDecision::Move),
    };

    /// Returns the pawns of a start (chakart C7), with back rows to be drawn or as in chess (C8).
    pub(super) fn start(draw: Option<UndrawnRows>, beliefs: Option<ByColor<Traps>>) -> Position {
        let mut position = Position {
            beliefs,
            ..Position::EMPTY
        };
        for color in Color::ALL {
            for square in Bitboard::rank(color.second_rank()) {
                position.board.place(color, Role::Pawn, square);
            }
        }
        match draw {
            Some(draw) => position.phase = Phase::Draw(draw),
            None => Color::ALL
                .map(|color| position.board.line_up(color, CHESS_ROW))
                .into_iter()
                .collect(),
        }
        position
    }

    /// Returns the role of the piece on a square, which must have one.
    #[inline(always)]
    pub(super) fn role_at(&self, square: Square) -> Role {
        Role::ALL
            .into_iter()
            .find(|&role| self.board.role(role).contains(square))
            .expect("a piece stands there")
    }

    /// Tells whether a side has no king left (chakart C51).
    #[inline(always)]
    pub(super) fn has_lost_kings(&self, color: Color) -> bool {
        self.board.pieces(color, Role::King).is_empty()
    }

    /// Returns the knowledge of a viewer (chakart C47, H1, H12).
    #[inline(always)]
    pub(super) fn lens(&self, viewer: Viewer) -> ViewerKnowledge {
        let unseen = match viewer {
            Viewer::Truth => Bitboard::EMPTY,
            Viewer::Seat(seat) => self.stealthy & self.board.color(!seat),
            Viewer::Public => self.stealthy,
        };
        let traps = match (&self.beliefs, viewer) {
            (None, _) | (_, Viewer::Truth) => self.objects.traps,
            (Some(beliefs), Viewer::Seat(seat)) => beliefs[seat],
            (Some(_), Viewer::Public) => Traps::default(),
        };
        ViewerKnowledge { unseen, traps }
    }

    /// Returns the game as a seat believes it to be, as if that were the truth.
    pub(super) fn believed_by(&self, seat: Color) -> Position {
        let ViewerKnowledge { unseen, traps } = self.lens(Viewer::Seat(seat));
        let mut believed = *self;
        for square in unseen {
            believed.board.clear(!seat, square);
        }
        believed.stealthy &= !unseen;
        believed.objects.traps = traps;
        if let Some(beliefs) = &mut believed.beliefs {
            beliefs[!seat] = Traps::default();
        }
        believed
    }
}

impl Object {
    pub(super) const ALL: [Object; 4] = [
        Object::Mushroom,
        Object::Egg,
        Object::Trap(Trap::Banana),
        Object::Trap(Trap::Bomb),
    ];

    pub(super) fn glyph(self) -> Glyph {
        match self {
            Object::Mushroom => Glyph::Mushroom,
            Object::Egg => Glyph::Egg,
            Object::Trap(Trap::Banana) => Glyph::Banana,
            Object::Trap(Trap::Bomb) => Glyph::Bomb,
        }
    }
}
