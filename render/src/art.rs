//! The drawings, resolved once.

use rules::{Color, Glyph, Power};
use usvg::Tree;

/// The side of the square that every drawing is made for, in its own units.
pub(crate) const SIDE: f32 = 45.0;

/// Every drawing, resolved: nothing is left to look up, only to paint.
pub(crate) struct Art {
    glyphs: Vec<(Glyph, Tree)>,
    check: Tree,
    frozen: Tree,
    unseen: Tree,
    shell: [Tree; 2],
    stealth: [Tree; 2],
}

impl Art {
    pub(crate) fn new() -> Art {
        Art {
            glyphs: Glyph::ALL.map(|glyph| (glyph, tree(source(glyph)))).into(),
            check: tree(include_str!("../art/check.svg")),
            frozen: tree(include_str!("../art/frozen.svg")),
            unseen: tree(include_str!("../art/unseen.svg")),
            shell: [
                tree(include_str!("../art/shell-used.svg")),
                tree(include_str!("../art/shell.svg")),
            ],
            stealth: [
                tree(include_str!("../art/stealth-used.svg")),
                tree(include_str!("../art/stealth.svg")),
            ],
        }
    }

    /// The drawing of what stands on a square.
    pub(crate) fn glyph(&self, glyph: Glyph) -> &Tree {
        let (_, tree) = self
            .glyphs
            .iter()
            .find(|(other, _)| *other == glyph)
            .expect("Glyph::ALL has every glyph");
        tree
    }

    /// The star under a king in check.
    pub(crate) fn check(&self) -> &Tree {
        &self.check
    }

    /// The ice under a man that cannot move.
    pub(crate) fn frozen(&self) -> &Tree {
        &self.frozen
    }

    /// The mark over a man that the other side does not see.
    pub(crate) fn unseen(&self) -> &Tree {
        &self.unseen
    }

    /// A power, still there or used.
    pub(crate) fn power(&self, power: Power, left: bool) -> &Tree {
        match power {
            Power::Shell => &self.shell[usize::from(left)],
            Power::Stealth => &self.stealth[usize::from(left)],
        }
    }
}

fn tree(source: &str) -> Tree {
    Tree::from_str(source, &usvg::Options::default()).expect("embedded drawings are valid")
}

fn source(glyph: Glyph) -> &'static str {
    match glyph {
        Glyph::King(Color::White) => include_str!("../art/wk.svg"),
        Glyph::King(Color::Black) => include_str!("../art/bk.svg"),
        Glyph::Queen(Color::White) => include_str!("../art/wq.svg"),
        Glyph::Queen(Color::Black) => include_str!("../art/bq.svg"),
        Glyph::Rook(Color::White) => include_str!("../art/wr.svg"),
        Glyph::Rook(Color::Black) => include_str!("../art/br.svg"),
        Glyph::Bishop(Color::White) => include_str!("../art/wb.svg"),
        Glyph::Bishop(Color::Black) => include_str!("../art/bb.svg"),
        Glyph::Knight(Color::White) => include_str!("../art/wn.svg"),
        Glyph::Knight(Color::Black) => include_str!("../art/bn.svg"),
        Glyph::Pawn(Color::White) => include_str!("../art/wp.svg"),
        Glyph::Pawn(Color::Black) => include_str!("../art/bp.svg"),
        Glyph::BerolinaPawn(Color::White) => include_str!("../art/wberolina.svg"),
        Glyph::BerolinaPawn(Color::Black) => include_str!("../art/bberolina.svg"),
        Glyph::Immobilizer(Color::White) => include_str!("../art/wimmobilizer.svg"),
        Glyph::Immobilizer(Color::Black) => include_str!("../art/bimmobilizer.svg"),
        Glyph::Mushroom => include_str!("../art/mushroom.svg"),
        Glyph::Egg => include_str!("../art/egg.svg"),
        Glyph::Banana => include_str!("../art/banana.svg"),
        Glyph::Bomb => include_str!("../art/bomb.svg"),
        Glyph::Undefined(Color::White) => include_str!("../art/wundefined.svg"),
        Glyph::Undefined(Color::Black) => include_str!("../art/bundefined.svg"),
    }
}
