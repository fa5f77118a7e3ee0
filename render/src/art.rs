//! The drawings, resolved once.

use rules::{Color, Glyph, Power};
use usvg::Tree;

use crate::{diagram::Mark, theme::Inks};

/// The side of the square that every drawing is made for, in its own units.
pub(crate) const SIDE: f32 = 45.0;

/// Every drawing, resolved: nothing is left to look up, only to paint.
pub(crate) struct Art {
    glyphs: Vec<(Glyph, Tree)>,
    check: Tree,
    frozen: Tree,
    unseen: Tree,
    gone: Tree,
    chosen: Tree,
    target_dot: Tree,
    target_ring: Tree,
    shell: [Tree; 2],
    stealth: [Tree; 2],
    marks: [Tree; Mark::ALL.len()],
}

impl Art {
    pub(crate) fn new(inks: Inks) -> Art {
        let tree = |source| tree(source, inks);
        Art {
            glyphs: Glyph::ALL.map(|glyph| (glyph, tree(source(glyph)))).into(),
            check: tree(include_str!("../art/check.svg")),
            frozen: tree(include_str!("../art/frozen.svg")),
            unseen: tree(include_str!("../art/unseen.svg")),
            gone: tree(include_str!("../art/gone.svg")),
            chosen: tree(include_str!("../art/chosen.svg")),
            target_dot: tree(include_str!("../art/target-dot.svg")),
            target_ring: tree(include_str!("../art/target-ring.svg")),
            shell: [
                tree(include_str!("../art/shell-used.svg")),
                tree(include_str!("../art/shell.svg")),
            ],
            stealth: [
                tree(include_str!("../art/stealth-used.svg")),
                tree(include_str!("../art/stealth.svg")),
            ],
            marks: [
                tree(include_str!("../art/mark-slide.svg")),
                tree(include_str!("../art/mark-leap.svg")),
                tree(include_str!("../art/mark-move.svg")),
                tree(include_str!("../art/mark-capture.svg")),
                tree(include_str!("../art/mark-noted.svg")),
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

    /// The ice under a piece that cannot move.
    pub(crate) fn frozen(&self) -> &Tree {
        &self.frozen
    }

    /// The mark over a piece that the other side does not see.
    pub(crate) fn unseen(&self) -> &Tree {
        &self.unseen
    }

    /// The mark over a piece that was captured.
    pub(crate) fn gone(&self) -> &Tree {
        &self.gone
    }

    /// The frame under a piece that is chosen.
    pub(crate) fn chosen(&self) -> &Tree {
        &self.chosen
    }

    /// The mark of a square where the chosen piece may go, under what stands there.
    pub(crate) fn target(&self, occupied: bool) -> &Tree {
        if occupied {
            &self.target_ring
        } else {
            &self.target_dot
        }
    }

    /// A mark of a diagram.
    pub(crate) fn mark(&self, mark: Mark) -> &Tree {
        &self.marks[mark as usize]
    }

    /// A power, still there or used.
    pub(crate) fn power(&self, power: Power, left: bool) -> &Tree {
        match power {
            Power::Shell => &self.shell[usize::from(left)],
            Power::Stealth => &self.stealth[usize::from(left)],
        }
    }
}

/// The colors of the drawings that have a stark twin: of white and black pieces the ink, the body and its shaded half.
const STARK: [(&str, &str); 5] = [
    ("#26303d", "#000000"),
    ("#435367", "#000000"),
    ("#fbfcfd", "#ffffff"),
    ("#d3dce6", "#ffffff"),
    ("#e8edf2", "#ffffff"),
];

fn tree(source: &str, inks: Inks) -> Tree {
    #[cfg(test)]
    crate::testing::count(&crate::testing::N_PARSED);
    let mut source = source.to_string();
    if inks != Inks::Soft {
        for (soft, stark) in STARK {
            source = source.replace(soft, stark);
        }
    }
    Tree::from_str(&source, &usvg::Options::default()).expect("embedded drawings are valid")
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
