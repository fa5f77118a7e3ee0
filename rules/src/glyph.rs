//! The pieces and objects on a board, as pictures and captions name them.

use crate::{Color, Role, Square, Variant};

/// A piece or an object on a square, as pictures and captions name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Glyph {
    /// A king.
    King(Color),
    /// A queen.
    Queen(Color),
    /// A rook.
    Rook(Color),
    /// A bishop.
    Bishop(Color),
    /// A knight.
    Knight(Color),
    /// A pawn that captures diagonally.
    Pawn(Color),
    /// A pawn that captures straight ahead.
    BerolinaPawn(Color),
    /// The immobilizer of Baroque.
    Immobilizer(Color),
    /// A mushroom, which has no owner like all objects.
    Mushroom,
    /// An egg.
    Egg,
    /// A banana.
    Banana,
    /// A bomb.
    Bomb,
    /// An undefined piece of Bario, which can become a queen, rook, bishop or knight.
    Undefined(Color),
}

impl Glyph {
    /// Every glyph, for tables that must not miss one.
    pub const ALL: [Glyph; 22] = [
        Glyph::King(Color::White),
        Glyph::Queen(Color::White),
        Glyph::Rook(Color::White),
        Glyph::Bishop(Color::White),
        Glyph::Knight(Color::White),
        Glyph::Pawn(Color::White),
        Glyph::BerolinaPawn(Color::White),
        Glyph::King(Color::Black),
        Glyph::Queen(Color::Black),
        Glyph::Rook(Color::Black),
        Glyph::Bishop(Color::Black),
        Glyph::Knight(Color::Black),
        Glyph::Pawn(Color::Black),
        Glyph::BerolinaPawn(Color::Black),
        Glyph::Immobilizer(Color::White),
        Glyph::Immobilizer(Color::Black),
        Glyph::Mushroom,
        Glyph::Egg,
        Glyph::Banana,
        Glyph::Bomb,
        Glyph::Undefined(Color::White),
        Glyph::Undefined(Color::Black),
    ];

    /// Returns the side of the piece; `None` for an object.
    pub const fn color(self) -> Option<Color> {
        match self {
            Glyph::King(color)
            | Glyph::Queen(color)
            | Glyph::Rook(color)
            | Glyph::Bishop(color)
            | Glyph::Knight(color)
            | Glyph::Pawn(color)
            | Glyph::BerolinaPawn(color)
            | Glyph::Immobilizer(color)
            | Glyph::Undefined(color) => Some(color),
            Glyph::Mushroom | Glyph::Egg | Glyph::Banana | Glyph::Bomb => None,
        }
    }

    /// The pieces of chess, in White's color.
    pub const OF_CHESS: [Glyph; 6] = [
        Glyph::King(Color::White),
        Glyph::Queen(Color::White),
        Glyph::Rook(Color::White),
        Glyph::Bishop(Color::White),
        Glyph::Knight(Color::White),
        Glyph::Pawn(Color::White),
    ];

    /// Returns its role in chess, if it has one.
    pub const fn role(self) -> Option<Role> {
        match self {
            Glyph::King(_) => Some(Role::King),
            Glyph::Queen(_) => Some(Role::Queen),
            Glyph::Rook(_) => Some(Role::Rook),
            Glyph::Bishop(_) => Some(Role::Bishop),
            Glyph::Knight(_) => Some(Role::Knight),
            Glyph::Pawn(_) | Glyph::BerolinaPawn(_) => Some(Role::Pawn),
            _ => None,
        }
    }

    /// Returns its name in a variant, without the color. The `bishop` of chess is the `chameleon` of Baroque. The pieces of
    /// Baroque have names after their captures (baroque Q1).
    pub const fn name_in(self, variant: Variant) -> &'static str {
        match (variant, self) {
            (Variant::Baroque, Glyph::Pawn(_)) => "pincer",
            (Variant::Baroque, Glyph::Rook(_)) => "coordinator",
            (Variant::Baroque, Glyph::Knight(_)) => "long leaper",
            (Variant::Baroque, Glyph::Bishop(_)) => "chameleon",
            (Variant::Baroque, Glyph::Queen(_)) => "withdrawer",
            _ => self.name(),
        }
    }

    /// Returns the name of its drawing, without the color: `bishop`.
    pub const fn name(self) -> &'static str {
        match self {
            Glyph::King(_) => "king",
            Glyph::Queen(_) => "queen",
            Glyph::Rook(_) => "rook",
            Glyph::Bishop(_) => "bishop",
            Glyph::Knight(_) => "knight",
            Glyph::Pawn(_) | Glyph::BerolinaPawn(_) => "pawn",
            Glyph::Immobilizer(_) => "immobilizer",
            Glyph::Mushroom => "mushroom",
            Glyph::Egg => "egg",
            Glyph::Banana => "banana",
            Glyph::Bomb => "bomb",
            Glyph::Undefined(_) => "undefined piece",
        }
    }
}

impl Role {
    /// Returns the glyph of a piece of this role.
    pub const fn glyph(self, color: Color) -> Glyph {
        match self {
            Role::Pawn => Glyph::Pawn(color),
            Role::Knight => Glyph::Knight(color),
            Role::Bishop => Glyph::Bishop(color),
            Role::Rook => Glyph::Rook(color),
            Role::Queen => Glyph::Queen(color),
            Role::King => Glyph::King(color),
        }
    }
}

/// A piece or an object on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The glyph of the piece or object.
    pub glyph: Glyph,
    /// The square that it stands on.
    pub at: Square,
}

/// A power that a side has once in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Power {
    /// A king captures from a distance.
    Shell,
    /// A queen moves unseen.
    Stealth,
}

impl Power {
    /// Returns its name: `shell`.
    pub const fn name(self) -> &'static str {
        match self {
            Power::Shell => "shell",
            Power::Stealth => "stealth",
        }
    }
}
