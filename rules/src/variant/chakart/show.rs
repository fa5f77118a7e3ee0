//! The views of a game: each audience has its own lens.

use alloc::{string::String, vec, vec::Vec};

use super::{
    guess,
    moves::Sight,
    notation,
    play::FactSink,
    position::{Position, ViewerKnowledge},
};
use crate::{
    Action, Bitboard, ByColor, Color, Fact, GameInput, Glyph, Marks, Position as _, Power, Square,
    belief::Belief, referee::Referee, view::Viewer,
};

impl Referee for Position {
    // A queen moves unseen even where all objects are open (chakart C47).
    const BELIEF: Option<Belief<Position>> = Some(guess::BELIEF);

    /// Returns the caption for a viewer: the mover reads the action as written, everyone else reads it as carried out
    /// (chakart H16).
    fn caption(&self, action: Action, viewer: Viewer) -> String {
        if viewer.is(self.turn) {
            notation::caption(self, action)
        } else {
            notation::public_caption(self, action)
        }
    }

    /// Returns moves that do not depend on what the viewer may not know (chakart C4, C17 to C22, C24).
    fn reach(&self, color: Color, viewer: Viewer) -> Vec<(Square, Square)> {
        let turned = Position {
            turn: color,
            ..*self
        };
        let sight = Sight::new(&turned, viewer);
        let of = |from: Square| {
            let role = self.board.role_at(from);
            let targets = role.map_or(Bitboard::EMPTY, |role| sight.targets(role, from));
            targets.into_iter().map(move |to| (from, to))
        };
        (sight.own & !self.frozen)
            .into_iter()
            .flat_map(of)
            .collect()
    }

    fn add_facts(&self, input: GameInput, viewer: Viewer, facts: &mut Vec<Fact>) {
        let known = self.lens(viewer).traps.all();
        let mut visible = VisibleFacts {
            viewer,
            known,
            facts,
        };
        let mut next = *self;
        match input {
            GameInput::Action(action) => next.carry_out(action, &mut visible),
            GameInput::Outcome(outcome) => next.take(outcome, &mut visible),
            GameInput::Conclusion(_) | GameInput::Takeback(_) => {}
        }
    }

    fn squares_of(_: Option<(Position, GameInput)>, facts: &[Fact]) -> Vec<Square> {
        squares_of(facts)
    }

    fn cells(&self, viewer: Viewer) -> [Option<Glyph>; 64] {
        let lens = self.lens(viewer);
        let mut cells = [None; 64];
        for square in self.board.occupied() & !lens.unseen {
            cells[square.index()] = self.piece_at(square);
        }
        let objects = [
            (self.objects.mushrooms, Glyph::Mushroom),
            (self.objects.eggs, Glyph::Egg),
            (lens.traps.bananas, Glyph::Banana),
            (lens.traps.bombs, Glyph::Bomb),
        ];
        for (squares, object) in objects {
            for square in squares {
                cells[square.index()] = Some(object);
            }
        }
        cells
    }

    fn marks(&self, viewer: Viewer) -> Marks {
        let ViewerKnowledge { unseen, traps } = self.lens(viewer);
        // With hidden objects each seat knows of its own ones alone (chakart H21).
        let hidden = match self.beliefs {
            Some(_) => traps.all(),
            None => Bitboard::EMPTY,
        };
        Marks {
            frozen: self.frozen.collect(),
            stealth: ((self.stealthy & !unseen) | hidden).collect(),
            ..Marks::default()
        }
    }

    fn powers(&self) -> ByColor<Vec<(Power, bool)>> {
        ByColor::from_fn(|color| {
            vec![
                (Power::Shell, self.powers.shell[color]),
                (Power::Stealth, self.powers.stealth[color]),
            ]
        })
    }

    fn text_for(&self, viewer: Viewer) -> String {
        self.written_for(viewer)
    }
}

/// The facts that a viewer may know.
struct VisibleFacts<'a> {
    viewer: Viewer,
    /// The squares of the bananas and bombs that the viewer knew.
    known: Bitboard,
    facts: &'a mut Vec<Fact>,
}

impl FactSink for VisibleFacts<'_> {
    fn report(&mut self, fact: impl FnOnce() -> Fact) {
        let mut fact = fact();
        if let Fact::Ate {
            object: Glyph::Banana | Glyph::Bomb,
            at,
            unseen,
        } = &mut fact
        {
            *unseen = !self.known.contains(*at);
        }
        self.facts.push(fact);
    }

    fn report_to(&mut self, seat: Color, fact: impl FnOnce() -> Fact, public: Option<Fact>) {
        if self.viewer.is(seat) {
            self.facts.push(fact());
        } else {
            self.facts.extend(public);
        }
    }
}

/// Returns the origin and the end of each action of a turn, and the squares of recolored pieces.
fn squares_of(facts: &[Fact]) -> Vec<Square> {
    let mut squares = Vec::new();
    for fact in facts {
        match *fact {
            Fact::Moved { from, to, .. } => squares.extend([from, to]),
            Fact::Stole { from, to, .. } => squares.extend([from].into_iter().chain(to)),
            Fact::Dropped { at, .. } | Fact::Recolored { at, .. } => squares.push(at),
            Fact::Swapped { a, b } => squares.extend([a, b]),
            Fact::Shot { from, at } => squares.extend([from, at]),
            Fact::Slipped { to, .. } | Fact::Returned { to, .. } => {
                squares.pop();
                squares.push(to);
            }
            _ => {}
        }
    }
    let set: Bitboard = squares.into_iter().collect();
    set.collect()
}
