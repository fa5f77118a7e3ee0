//! A game of the rules crate and the same game of the witness, side by side.

use std::collections::BTreeSet;

use rules::{
    Action, Color, DrawReason, Fact, Game, Glyph, Next, Outcome, Status, Variant, View, WinReason,
};
use testkit::{actions_of, game_of};

use crate::witness::berolina::{self, End};

/// A game from a position text.
#[track_caller]
pub(crate) fn game_at(position: &str) -> Game {
    game_of(Variant::Berolina, "", position)
}

/// The same game twice.
#[derive(Clone)]
pub(crate) struct Pair {
    pub(crate) game: Game,
    pub(crate) witness: berolina::Game,
}

impl Pair {
    /// Both start from a position text.
    #[track_caller]
    pub(crate) fn at(position: &str) -> Pair {
        let read =
            berolina::Position::read(position).unwrap_or_else(|flaw| panic!("{position}: {flaw}"));
        Pair {
            game: game_at(position),
            witness: berolina::Game::new(read),
        }
    }

    /// Plays an action that both must take.
    #[track_caller]
    pub(crate) fn act(&mut self, action: &str) {
        let before = self.witness.position.write();
        let parsed: Action = action
            .parse()
            .expect("the witness writes actions as the rules do");
        assert!(
            self.witness.go(action),
            "{before}: the witness refuses {action}"
        );
        assert!(
            self.game.act(parsed).is_ok(),
            "{before}: the rules refuse {action}"
        );
    }

    /// Compares everything that can be seen of both.
    #[track_caller]
    pub(crate) fn check(&self) {
        let view = self.game.public_view();
        let view = view.as_view();
        let position = self.witness.position.write();
        assert_eq!(view.position, position);
        assert!(
            view.cells
                .map(letter)
                .into_iter()
                .eq(self.witness.position.pieces()),
            "{position}: cells"
        );
        let check: Vec<String> = view.marks.check.iter().map(ToString::to_string).collect();
        assert_eq!(
            check,
            Vec::from_iter(self.witness.position.check()),
            "{position}: check"
        );

        let ends = self.witness.ends();
        let color = if self.witness.position.is_white_to_move() {
            Color::White
        } else {
            Color::Black
        };
        let mut expected = BTreeSet::new();
        match self.game.next() {
            Next::Decision(decider) => {
                assert_eq!((ends, decider), (vec![], color), "{position}: goes on");
                assert!(view.status == Status::ToDecide(color), "{position}: status");
                expected.extend(self.witness.moves.keys().cloned());
            }
            Next::Over(outcome) => {
                let outcomes: Vec<Outcome> =
                    ends.iter().map(|end| outcome_of(*end, color)).collect();
                assert!(
                    outcomes.contains(&outcome),
                    "{position}: {outcome}, not {outcomes:?}"
                );
                assert!(view.status == Status::Over(outcome), "{position}: status");
            }
            Next::Chance(_) => panic!("{position}: there is no chance in Berolina"),
        }
        let actions = actions_of(&self.game);
        let listed: BTreeSet<String> = actions.iter().map(ToString::to_string).collect();
        assert_eq!(listed, expected, "{position}: actions");
        assert_eq!(
            listed.len(),
            actions.len(),
            "{position}: an action is listed twice"
        );
    }

    /// Every legal action played on a copy, each compared; none if the game is over.
    #[track_caller]
    pub(crate) fn successors(&self) -> Vec<Pair> {
        if !matches!(self.game.next(), Next::Decision(_)) {
            return Vec::new();
        }
        let play = |action: &String| {
            let mut after = self.clone();
            after.act(action);
            after.check();
            after
        };
        self.witness.moves.keys().map(play).collect()
    }
}

fn outcome_of(end: End, to_move: Color) -> Outcome {
    let drawn = |reason| Outcome::Drawn { reason };
    match end {
        End::Mate => Outcome::Won {
            winner: !to_move,
            reason: WinReason::Checkmate,
        },
        End::Stalemate => drawn(DrawReason::Stalemate),
        End::Repetition => drawn(DrawReason::Repetition),
        End::FiftyMoves => drawn(DrawReason::FiftyMoves),
        End::DeadPosition => drawn(DrawReason::DeadPosition),
    }
}

/// The letter of what stands on a square, as the witness writes it.
fn letter(cell: Option<Glyph>) -> char {
    let Some(glyph) = cell else {
        return '.';
    };
    let letter = match glyph {
        Glyph::King(_) => 'k',
        Glyph::Queen(_) => 'q',
        Glyph::Rook(_) => 'r',
        Glyph::Bishop(_) => 'b',
        Glyph::Knight(_) => 'n',
        Glyph::BerolinaPawn(_) => 'p',
        Glyph::Pawn(_) => panic!("an ordinary pawn in Berolina"),
        Glyph::Immobilizer(_) => panic!("an immobilizer in Berolina"),
        Glyph::Undefined(_) => panic!("an undefined piece in Berolina"),
        Glyph::Mushroom | Glyph::Egg | Glyph::Banana | Glyph::Bomb => {
            panic!("an object in Berolina")
        }
    };
    match glyph.color() {
        Some(Color::White) => letter.to_ascii_uppercase(),
        _ => letter,
    }
}

/// What the facts of the last turn make of the cells before it.
pub(crate) fn told(before: &View, after: &View) -> [Option<Glyph>; 64] {
    let mut cells = before.cells;
    let facts = after.turn.iter().flat_map(|turn| &turn.facts);
    // Pieces leave their squares before others arrive, in whatever order the facts tell it.
    for fact in facts.clone() {
        match fact {
            Fact::Moved {
                glyph, from: at, ..
            }
            | Fact::Captured { glyph, at } => {
                assert_eq!(
                    cells[at.index()].take(),
                    Some(*glyph),
                    "a fact names what did not stand there"
                );
            }
            Fact::Promoted { .. } => {}
            _ => panic!("that does not happen in Berolina"),
        }
    }
    for fact in facts.clone() {
        if let Fact::Moved { glyph, to, .. } = fact {
            assert_eq!(
                cells[to.index()].replace(*glyph),
                None,
                "a piece arrives on another"
            );
        }
    }
    for fact in facts {
        if let Fact::Promoted { into, at } = fact {
            cells[at.index()] = Some(*into);
        }
    }
    cells
}
