//! The tensor of a view, for learning programs.

use alloc::{vec, vec::Vec};

use crate::{Color, Glyph, PendingDecision, Power, Role, Square, Status, View};

const N_SQUARES: usize = 64;
const N_COLORS: usize = 2;
const N_ROLES: usize = Role::ALL.len();
/// The roles that an undefined piece can become.
const RESERVED: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
const POWERS: [Power; 2] = [Power::Shell, Power::Stealth];
/// The quiet plies that draw a game.
const MAX_QUIET: f32 = 100.0;

const GLYPHS: usize = 0;
const FROZEN: usize = GLYPHS + Glyph::ALL.len();
const STEALTH: usize = FROZEN + 1;
const CHECK: usize = STEALTH + 1;
const LAST: usize = CHECK + 1;
const TO_DECIDE: usize = LAST + 1;
const TO_ROLL: usize = TO_DECIDE + N_COLORS;
const UNSPENT: usize = TO_ROLL + 1;
const RESERVES: usize = UNSPENT + N_COLORS * POWERS.len();
const MOVE_AGAIN: usize = RESERVES + N_COLORS * RESERVED.len();
const KING_PLACE: usize = MOVE_AGAIN + 1;
const LOST_PIECE: usize = KING_PLACE + 1;
const SWAP: usize = LOST_PIECE + 1;
const DROP_PLACE: usize = SWAP + 1;
const PROMOTION_FROM: usize = DROP_PLACE + N_ROLES;
const PROMOTION_TO: usize = PROMOTION_FROM + 1;
const CASTLING: usize = PROMOTION_TO + 1;
const EN_PASSANT: usize = CASTLING + 1;
const QUIET: usize = EN_PASSANT + 1;
const N_PLANES: usize = QUIET + 1;

impl View {
    /// The shape of [`View::tensor`]: planes, ranks, files.
    pub const TENSOR_SHAPE: [usize; 3] = [N_PLANES, 8, 8];

    /// Returns the view as planes of 64 numbers each, as learning programs use it. They call it the observation tensor. It
    /// shows the knowledge of the view alone, and no earlier views. All variants have the same planes, and White is always
    /// at the bottom: `tensor[64 * plane + square.index()]`.
    ///
    /// A plane marks single squares with 1, or has the same number on all squares. All other numbers are 0.
    ///
    /// | planes | squares or number |
    /// | --- | --- |
    /// | 0 to 21 | the squares with each glyph, in the order of [`Glyph::ALL`] |
    /// | 22 to 25 | the squares of [`Marks`](crate::Marks): `frozen`, `stealth`, `check`, `last` |
    /// | 26, 27 | 1 if White is to decide; 1 if Black is |
    /// | 28 | 1 if a chance outcome is next |
    /// | 29 to 32 | 1 for an unspent power: White's shell and stealth, then Black's |
    /// | 33 to 40 | the count in the reserve: White's knights, bishops, rooks and queens, then Black's |
    /// | 41 | 1 for [`PendingDecision::MoveAgain`] |
    /// | 42 | 1 for [`PendingDecision::KingPlace`] |
    /// | 43 | the square of [`PendingDecision::LostPiece`] |
    /// | 44 | 1 for [`PendingDecision::Swap`] |
    /// | 45 to 50 | 1 for [`PendingDecision::DropPlace`] of each role, in the order of [`Role::ALL`] |
    /// | 51, 52 | the squares `from` and `to` of [`PendingDecision::Promotion`] |
    /// | 53 | the squares of the rooks, or of the undefined pieces, with which castling is still allowed |
    /// | 54 | the square that a pawn skipped just now, and in Berolina also the square of that pawn |
    /// | 55 | the plies since the last capture or pawn move, divided by 100, in Berolina |
    ///
    /// ```
    /// use rules::{Game, Glyph, Setup, Square, Variant, View};
    ///
    /// let game = Game::new(&Setup::new(Variant::Berolina));
    /// let tensor = game.public_view().as_view().tensor();
    /// assert_eq!(tensor.len(), View::TENSOR_SHAPE.iter().product());
    /// let (e1, white_to_decide): (Square, usize) = ("e1".parse()?, 26);
    /// assert_eq!((Glyph::ALL[0].name(), tensor[e1.index()]), ("king", 1.0));
    /// assert_eq!(tensor[64 * white_to_decide], 1.0);
    /// # Ok::<(), rules::ParseSquareError>(())
    /// ```
    pub fn tensor(&self) -> Vec<f32> {
        let mut planes = Planes::empty();
        self.write_board(&mut planes);
        self.write_status(&mut planes);
        self.write_stock(&mut planes);
        self.write_pending(&mut planes);
        let fields = self.variant.fields_in(&self.position);
        planes.mark(CASTLING, fields.castling);
        planes.mark(EN_PASSANT, fields.en_passant);
        planes.fill(QUIET, f32::from(fields.quiet) / MAX_QUIET);
        planes.0
    }

    fn write_board(&self, planes: &mut Planes) {
        for (plane, glyph) in (GLYPHS..).zip(Glyph::ALL) {
            let is_there = |at: &Square| self.glyph(*at) == Some(glyph);
            planes.mark(plane, Square::all().filter(is_there));
        }
        let marks = &self.marks;
        planes.mark(FROZEN, marks.frozen.iter().copied());
        planes.mark(STEALTH, marks.stealth.iter().copied());
        planes.mark(CHECK, marks.check.iter().copied());
        planes.mark(LAST, marks.last.iter().copied());
    }

    fn write_status(&self, planes: &mut Planes) {
        match self.status {
            Status::ToDecide(color) => planes.fill(TO_DECIDE + color as usize, 1.0),
            Status::ToRoll => planes.fill(TO_ROLL, 1.0),
            Status::Over(_) => {}
        }
    }

    /// Writes the powers and reserves.
    fn write_stock(&self, planes: &mut Planes) {
        for color in Color::ALL {
            let first = UNSPENT + color as usize * POWERS.len();
            for (plane, power) in (first..).zip(POWERS) {
                let is_unspent = self.powers[color].contains(&(power, true));
                planes.fill(plane, f32::from(u8::from(is_unspent)));
            }
            let first = RESERVES + color as usize * RESERVED.len();
            for (plane, role) in (first..).zip(RESERVED) {
                let mut reserve = self.reserves[color].iter();
                let found = reserve.find(|(glyph, _)| glyph.role() == Some(role));
                planes.fill(plane, found.map_or(0.0, |&(_, count)| count.into()));
            }
        }
    }

    fn write_pending(&self, planes: &mut Planes) {
        match self.pending {
            PendingDecision::Move => {}
            PendingDecision::MoveAgain => planes.fill(MOVE_AGAIN, 1.0),
            PendingDecision::KingPlace => planes.fill(KING_PLACE, 1.0),
            PendingDecision::LostPiece(at) => planes.mark(LOST_PIECE, [at]),
            PendingDecision::Swap => planes.fill(SWAP, 1.0),
            PendingDecision::DropPlace(role) => planes.fill(DROP_PLACE + role as usize, 1.0),
            PendingDecision::Promotion { from, to } => {
                planes.mark(PROMOTION_FROM, [from]);
                planes.mark(PROMOTION_TO, [to]);
            }
        }
    }
}

/// The numbers of a tensor.
struct Planes(Vec<f32>);

impl Planes {
    fn empty() -> Planes {
        Planes(vec![0.0; N_PLANES * N_SQUARES])
    }

    fn mark(&mut self, plane: usize, squares: impl IntoIterator<Item = Square>) {
        for square in squares {
            self.0[plane * N_SQUARES + square.index()] = 1.0;
        }
    }

    fn fill(&mut self, plane: usize, value: f32) {
        self.0[plane * N_SQUARES..][..N_SQUARES].fill(value);
    }
}

#[cfg(test)]
mod tests;
