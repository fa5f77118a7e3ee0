//! Baroque, slowly: letters on a grid, every rule as in `rules/law/baroque.md`; check is tested by trying whether the
//! other side could take the king.

use std::collections::BTreeMap;

use super::{ALL, Board, Coordinates, ORTHOGONAL, Outcomes, Witness, certain, name, squares};

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    board: Board,
    is_white_to_move: bool,
    moves: u32,
    /// True if a chameleon that leaps captures nothing else (Q24b).
    is_pure: bool,
}

/// A move with everything that it captures, without regard to the mover's own king.
struct Step {
    from: Coordinates,
    to: Coordinates,
    victims: Vec<Coordinates>,
}

impl Position {
    /// Reads a position text under options; returns `None` if it is none.
    pub(crate) fn read(options: &str, text: &str) -> Option<Position> {
        let mut fields = text.split(' ');
        let (board, turn, moves) = (fields.next()?, fields.next()?, fields.next()?);
        Some(Position {
            board: Board::read(board)?,
            is_white_to_move: turn == "w",
            moves: moves.parse().ok()?,
            is_pure: options.split(' ').any(|option| option == "chameleon=pure"),
        })
    }

    /// Returns every legal move with the position after it.
    fn moves(&self) -> BTreeMap<String, Position> {
        self.steps(self.is_white_to_move)
            .into_iter()
            .map(|step| {
                (
                    format!("{}{}", name(step.from), name(step.to)),
                    self.after(&step),
                )
            })
            .filter(|(_, after)| !after.can_king_be_taken(self.is_white_to_move))
            .collect()
    }

    /// Tells whether the other side, if it moved now, could remove the king (Q31).
    fn can_king_be_taken(&self, white: bool) -> bool {
        let king = self.king(white);
        self.steps(!white)
            .iter()
            .any(|step| step.victims.contains(&king))
    }

    fn after(&self, step: &Step) -> Position {
        let mut after = self.clone();
        for &victim in &step.victims {
            after.board.put(victim, '.');
        }
        after.board.put(step.from, '.');
        after.board.put(step.to, self.board.at(step.from));
        after.is_white_to_move = !self.is_white_to_move;
        after.moves += 1;
        after
    }

    fn is_own(&self, at: Coordinates, white: bool) -> bool {
        let letter = self.board.at(at);
        letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == white
    }

    fn is_enemy(&self, at: Coordinates, white: bool) -> bool {
        self.is_own(at, !white)
    }

    /// Returns the kind on a square, in lower case.
    fn kind(&self, at: Coordinates) -> char {
        self.board.at(at).to_ascii_lowercase()
    }

    fn king(&self, white: bool) -> Coordinates {
        squares()
            .find(|&at| self.is_own(at, white) && self.kind(at) == 'k')
            .expect("each side has a king")
    }

    /// Tells whether a piece is frozen (Q27 to Q30).
    fn is_frozen(&self, at: Coordinates, white: bool) -> bool {
        let beside = |at: Coordinates| ALL.map(|direction| ahead(at, direction, 1));
        let is_held = self.kind(at) == 'm'
            && beside(at)
                .iter()
                .any(|&other| self.is_enemy(other, white) && self.kind(other) == 'b');
        let freezes = |immobilizer: Coordinates| {
            self.is_enemy(immobilizer, white)
                && self.kind(immobilizer) == 'm'
                && !beside(immobilizer).iter().any(|&other| {
                    other != at
                        && self.is_own(other, white)
                        && matches!(self.kind(other), 'b' | 'm')
                })
        };
        is_held || beside(at).into_iter().any(freezes)
    }

    /// Returns all moves of a side, including those that leave its king in check or take the other king.
    fn steps(&self, white: bool) -> Vec<Step> {
        let mut steps = Vec::new();
        for from in squares().filter(|&at| self.is_own(at, white)) {
            if self.is_frozen(from, white) {
                continue;
            }
            let kind = self.kind(from);
            let directions = if kind == 'p' {
                &ORTHOGONAL[..]
            } else {
                &ALL[..]
            };
            for &direction in directions {
                if kind == 'k' {
                    self.step_of_king(from, direction, white, &mut steps);
                } else {
                    self.walk(from, direction, white, &mut steps);
                }
            }
        }
        steps
    }

    /// Adds the king's step in a direction (Q7, Q12).
    fn step_of_king(
        &self,
        from: Coordinates,
        direction: Coordinates,
        white: bool,
        steps: &mut Vec<Step>,
    ) {
        let to = ahead(from, direction, 1);
        if self.board.at(to) == '.' {
            let victims = Vec::new();
            steps.push(Step { from, to, victims });
        } else if self.is_enemy(to, white) {
            let victims = vec![to];
            steps.push(Step { from, to, victims });
        }
    }

    /// Adds the moves of any other piece in a direction: over empty squares, and for some over enemies (Q6, Q8, Q17,
    /// Q18, Q23).
    fn walk(&self, from: Coordinates, direction: Coordinates, white: bool, steps: &mut Vec<Step>) {
        let kind = self.kind(from);
        let mut jumped = Vec::new();
        for distance in 1.. {
            let to = ahead(from, direction, distance);
            if self.board.at(to) == '.' {
                let mut victims = jumped.clone();
                // Q24b: a pure chameleon that has leapt captures nothing else.
                if !(self.is_pure && kind == 'b') || jumped.is_empty() {
                    victims.extend(self.victims_on_landing(from, to, direction, white));
                }
                steps.push(Step { from, to, victims });
                continue;
            }
            if kind == 'b' && distance == 1 && self.is_enemy(to, white) && self.kind(to) == 'k' {
                // Q21: it takes the king as the king takes.
                let victims = vec![to];
                steps.push(Step { from, to, victims });
            }
            let can_jump = self.is_enemy(to, white)
                && self.board.at(ahead(to, direction, 1)) == '.'
                && (kind == 'n' || kind == 'b' && self.kind(to) == 'n');
            if !can_jump {
                return;
            }
            jumped.push(to);
        }
    }

    /// Returns the captures of a move besides those that it jumps over (Q13, Q15, Q19, Q21 to Q25).
    fn victims_on_landing(
        &self,
        from: Coordinates,
        to: Coordinates,
        direction: Coordinates,
        white: bool,
    ) -> Vec<Coordinates> {
        match self.kind(from) {
            'p' => self.pinched(from, to, white),
            'r' => self.coordinated(to, white),
            'q' => self.withdrawn_from(from, direction, white),
            'b' => {
                let mut victims = self.withdrawn_from(from, direction, white);
                victims.retain(|&at| self.kind(at) == 'q');
                if ORTHOGONAL.contains(&direction) {
                    let pinched = self.pinched(from, to, white).into_iter();
                    victims.extend(pinched.filter(|&at| self.kind(at) == 'p'));
                }
                let coordinated = self.coordinated(to, white).into_iter();
                victims.extend(coordinated.filter(|&at| self.kind(at) == 'r'));
                victims
            }
            _ => Vec::new(),
        }
    }

    fn pinched(&self, from: Coordinates, to: Coordinates, white: bool) -> Vec<Coordinates> {
        let is_anvil = |at: Coordinates| at != from && self.is_own(at, white);
        ORTHOGONAL
            .into_iter()
            .filter(|&side| {
                self.is_enemy(ahead(to, side, 1), white) && is_anvil(ahead(to, side, 2))
            })
            .map(|side| ahead(to, side, 1))
            .collect()
    }

    fn coordinated(&self, to: Coordinates, white: bool) -> Vec<Coordinates> {
        let king = self.king(white);
        if to.0 == king.0 || to.1 == king.1 {
            return Vec::new();
        }
        let corners = [(to.0, king.1), (king.0, to.1)];
        corners
            .into_iter()
            .filter(|&at| self.is_enemy(at, white))
            .collect()
    }

    fn withdrawn_from(
        &self,
        from: Coordinates,
        direction: Coordinates,
        white: bool,
    ) -> Vec<Coordinates> {
        let behind = ahead(from, direction, -1);
        [behind]
            .into_iter()
            .filter(|&at| self.is_enemy(at, white))
            .collect()
    }
}

impl Witness for Position {
    fn write(&self) -> String {
        let turn = if self.is_white_to_move { "w" } else { "b" };
        format!("{} {turn} {}", self.board.write(), self.moves)
    }

    /// Returns the repetition key (Q36).
    fn key(&self) -> Option<String> {
        Some(format!("{} {}", self.board.write(), self.is_white_to_move))
    }

    fn is_white_to_move(&self) -> bool {
        self.is_white_to_move
    }

    fn decisions(&self) -> BTreeMap<String, Outcomes> {
        certain(self.moves())
    }

    fn check(&self, white: bool) -> Option<String> {
        self.can_king_be_taken(white)
            .then(|| name(self.king(white)))
    }
}

fn ahead((file, rank): Coordinates, (files, ranks): Coordinates, distance: i8) -> Coordinates {
    (file + files * distance, rank + ranks * distance)
}
