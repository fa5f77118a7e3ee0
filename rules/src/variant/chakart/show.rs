//! What people see of a game: each audience through its own lens, everybody everything when the game is over.

use alloc::{string::String, vec, vec::Vec};

use super::{
    Chakart, LastTurn, notation,
    play::{Tale, glyph},
    position::{Position, Stage},
};
use crate::{
    Action, ByColor, ChanceOutcome, Color, Fact, Glyph, Input, Marks, Power, Square, Status, Turn,
    Variant, View,
    bitboard::Bitboard,
    variant::{Rules, Viewer},
};

pub(super) fn view(game: &Chakart, ply: usize, viewer: Viewer) -> View {
    // After the end everything is public (chakart H11, H22).
    let viewer = if game.outcome.is_some() {
        Viewer::Truth
    } else {
        viewer
    };
    let position = &game.shown();
    let turn = game.last.tell(viewer, game.is_in_midst());
    let last = turn
        .as_ref()
        .map(|turn| squares_of(&turn.facts))
        .unwrap_or_default();
    View {
        variant: Variant::Chakart,
        ply,
        cells: cells(position, viewer),
        marks: Marks {
            last,
            frozen: position.frozen.collect(),
            stealth: (position.stealthy & !position.lens(viewer).unseen).collect(),
            ..Marks::default()
        },
        powers: ByColor::from_fn(|color| powers(position, color)),
        reserves: ByColor::default(),
        status: match (game.outcome, game.position.stage) {
            (Some(outcome), _) => Status::Over(outcome),
            (None, Stage::Decide(_)) => Status::ToDecide(position.turn),
            (None, Stage::Roll(..) | Stage::Draw(_)) => Status::ToRoll,
        },
        pending: game.pending(),
        turn,
        position: position.text_for(viewer),
    }
}

impl Chakart {
    /// Whether chance is to go on with a decision.
    fn is_in_midst(&self) -> bool {
        matches!(self.position.stage, Stage::Roll(..))
    }
}

pub(super) fn cells(position: &Position, viewer: Viewer) -> [Option<Glyph>; 64] {
    let lens = position.lens(viewer);
    let mut cells = [None; 64];
    for square in position.board.occupied() & !lens.unseen {
        cells[square.index()] = position
            .board
            .get(square)
            .map(|piece| glyph(piece.color, piece.role));
    }
    let objects = [
        (position.objects.mushrooms, Glyph::Mushroom),
        (position.objects.eggs, Glyph::Egg),
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

fn powers(position: &Position, color: Color) -> Vec<(Power, bool)> {
    vec![
        (Power::Shell, position.powers.shell[color]),
        (Power::Stealth, position.powers.stealth[color]),
    ]
}

impl LastTurn {
    /// The turn as far as a viewer may know it, without a decision that is in the midst.
    fn tell(&self, viewer: Viewer, is_in_midst: bool) -> Option<Turn> {
        let inputs = if is_in_midst {
            &self.inputs[..self.n_settled]
        } else {
            &self.inputs
        };
        if inputs.is_empty() {
            return None;
        }
        let mut heard = Heard {
            viewer,
            facts: Vec::new(),
        };
        let mut caption = String::new();
        let mut position = self.before;
        for &input in inputs {
            match input {
                Input::Action(action) => {
                    if !caption.is_empty() {
                        caption.push(' ');
                    }
                    caption += &caption_for(viewer, &position, action);
                }
                Input::Outcome(ChanceOutcome::Egg(effect)) => {
                    caption.push('*');
                    caption.push(effect.letter());
                }
                Input::Outcome(_) | Input::Conclusion(_) => {}
            }
            let known = position.lens(viewer).traps.all();
            let n_told = heard.facts.len();
            position.follow_input(input, &mut heard);
            heard.facts[n_told..]
                .iter_mut()
                .for_each(|fact| surprise(fact, known));
        }
        Some(Turn {
            color: self.before.turn,
            number: self.before.n_turns / 2 + 1,
            caption,
            facts: heard.facts,
        })
    }
}

/// The mover keeps the decision as written; everybody else reads what was made of it (chakart H16).
fn caption_for(viewer: Viewer, position: &Position, action: Action) -> String {
    if viewer.is(position.turn) {
        notation::caption(position, action)
    } else {
        notation::public_caption(position, action)
    }
}

/// The facts that a viewer may know.
struct Heard {
    viewer: Viewer,
    facts: Vec<Fact>,
}

impl Tale for Heard {
    fn tell(&mut self, fact: impl FnOnce() -> Fact) {
        self.facts.push(fact());
    }

    fn whisper(&mut self, seat: Color, fact: impl FnOnce() -> Fact, public: Option<Fact>) {
        if self.viewer.is(seat) {
            self.facts.push(fact());
        } else {
            self.facts.extend(public);
        }
    }
}

/// Notes of a banana or bomb that was met whether it is news to who knew of those on the squares `known`.
fn surprise(fact: &mut Fact, known: Bitboard) {
    if let Fact::Ate {
        object: Glyph::Banana | Glyph::Bomb,
        at,
        unseen,
    } = fact
    {
        *unseen = !known.contains(*at);
    }
}

/// Where each decision of a turn began and ended.
fn squares_of(facts: &[Fact]) -> Vec<Square> {
    let mut squares = Vec::new();
    for fact in facts {
        match *fact {
            Fact::Moved { from, to, .. } => squares.extend([from, to]),
            Fact::Stole { from, to, .. } => squares.extend([from].into_iter().chain(to)),
            Fact::Dropped { at, .. } => squares.push(at),
            Fact::Swapped { a, b } => squares.extend([a, b]),
            Fact::Shot { from, at } => squares.extend([from, at]),
            Fact::Slipped { to, .. } | Fact::Returned { to, .. } => {
                squares.pop();
                squares.push(to);
            }
            _ => {}
        }
    }
    let set = squares
        .into_iter()
        .fold(Bitboard::EMPTY, |set, square| set | Bitboard::from(square));
    set.collect()
}
