//! The notation of moves, as in chess.

use super::position::Position;
use crate::{Role, notation::Notation};

impl Notation for Position {
    type Kind = Role;
}
