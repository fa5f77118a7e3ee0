//! Names of pieces and objects.

use rules::{ByColor, Color, Effect, Glyph, Placed, Role, Variant};

use super::{Arg, Text, arg, messages as room};

/// Returns the name of a glyph in a variant, without article and color: the `bishop` of chess is the `chameleon` of
/// Baroque (baroque Q1).
pub fn name(glyph: Glyph, variant: Variant) -> Text {
    match (variant, glyph) {
        (Variant::Baroque, Glyph::Pawn(_)) => room::noun_pincer(),
        (Variant::Baroque, Glyph::Rook(_)) => room::noun_coordinator(),
        (Variant::Baroque, Glyph::Knight(_)) => room::noun_long_leaper(),
        (Variant::Baroque, Glyph::Bishop(_)) => room::noun_chameleon(),
        (Variant::Baroque, Glyph::Queen(_)) => room::noun_withdrawer(),
        (_, Glyph::King(_)) => room::noun_king(),
        (_, Glyph::Queen(_)) => room::noun_queen(),
        (_, Glyph::Rook(_)) => room::noun_rook(),
        (_, Glyph::Bishop(_)) => room::noun_bishop(),
        (_, Glyph::Knight(_)) => room::noun_knight(),
        (_, Glyph::Pawn(_) | Glyph::BerolinaPawn(_)) => room::noun_pawn(),
        (_, Glyph::Immobilizer(_)) => room::noun_immobilizer(),
        (_, Glyph::Mushroom) => room::noun_mushroom(),
        (_, Glyph::Egg) => room::noun_egg(),
        (_, Glyph::Banana) => room::noun_banana(),
        (_, Glyph::Bomb) => room::noun_bomb(),
        (_, Glyph::Undefined(_)) => room::noun_undefined_piece(),
    }
}

/// Returns the name of a piece of chess.
pub fn role(role: Role) -> Text {
    match role {
        Role::Pawn => room::noun_pawn(),
        Role::Knight => room::noun_knight(),
        Role::Bishop => room::noun_bishop(),
        Role::Rook => room::noun_rook(),
        Role::Queen => room::noun_queen(),
        Role::King => room::noun_king(),
    }
}

/// Returns the name of a side: `White`.
pub fn color(color: Color) -> Text {
    match color {
        Color::White => room::color_white(),
        Color::Black => room::color_black(),
    }
}

/// Returns the name of the player of a side, or the name of the side without a player.
pub fn called(color_of: Color, names: &ByColor<String>) -> Text {
    match &names[color_of] {
        name if name.is_empty() => color(color_of),
        name => Text::of_player(name),
    }
}

/// Renders a name, on one line despite control characters, and the side; the side alone without a player.
pub(super) fn player(color_of: Color, names: &ByColor<String>) -> Text {
    let name = names[color_of].replace(char::is_control, " ");
    if name.is_empty() {
        self::color(color_of)
    } else {
        room::player(arg::color(color_of), arg::name(name))
    }
}

/// Returns the name of the effect of an egg: `King Boo`.
pub(super) fn effect(effect: Effect) -> Text {
    match effect {
        Effect::KingBoo => room::effect_king_boo(),
        Effect::Koopa => room::effect_koopa(),
        Effect::Toadette => room::effect_toadette(),
        Effect::Chomp => room::effect_chomp(),
        Effect::Daisy => room::effect_daisy(),
        Effect::Bowser => room::effect_bowser(),
        Effect::Luigi => room::effect_luigi(),
        Effect::Waluigi => room::effect_waluigi(),
    }
}

/// Forms of a name.
impl Text {
    /// Renders `an egg`.
    pub fn a(self) -> Text {
        room::noun_a(self)
    }

    /// Renders `the egg`.
    pub fn the(self) -> Text {
        room::noun_the(self)
    }

    /// Renders `your own queen`.
    pub fn own(self) -> Text {
        room::noun_own(self)
    }

    /// Renders `2 queens`.
    pub fn many(self, count: impl Into<Arg>) -> Text {
        room::noun_many(arg::count(count), arg::noun(self))
    }

    /// Renders `queens`.
    pub fn plural(self) -> Text {
        room::noun_plural(self)
    }
}

/// Renders `the rook on a1`.
pub fn the_on(Placed { glyph, at }: Placed, variant: Variant) -> Text {
    room::noun_on(arg::piece(name(glyph, variant).the()), arg::square(at))
}

/// Renders `the rook on a1 (White)`; without the side for an object, which belongs to neither.
pub fn the_on_side(thing: Placed, variant: Variant) -> Text {
    match thing.glyph.color() {
        Some(color) => room::noun_on_side(
            arg::color(color),
            arg::piece(name(thing.glyph, variant).the()),
            arg::square(thing.at),
        ),
        None => the_on(thing, variant),
    }
}
