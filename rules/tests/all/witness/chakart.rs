//! Chakart, slowly: letters on a grid, every rule as in `rules/law/chakart.md`, chance as the list of all outcomes of a
//! decision.

use std::collections::BTreeMap;

use super::{
    ALL, Board, Coordinates, DIAGONAL, LEAPS, ORTHOGONAL, Witness, colored, is_on_board, name,
    plus, squares,
};

const FREE: &str = "prnbqk";
const FROZEN: &str = "suoctl";

/// A position between decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    board: Board,
    is_white_to_decide: bool,
    turns: u32,
    /// True if unspent: White's shell and stealth, Black's shell and stealth.
    flags: [bool; 4],
    /// The beliefs of White and Black, with hidden objects.
    seen: Option<[BTreeMap<Coordinates, char>; 2]>,
    /// `swap`, `again`, `drop:q` or `promote:e7e8`; empty if nothing is.
    pending: String,
    origin: String,
}

/// All outcomes, each with the denominator of its chance.
type Outcomes = Vec<(u128, Position)>;

/// The piece that a decision moves.
#[derive(Clone, Copy)]
struct MovedPiece {
    /// The kind as a small letter.
    kind: char,
    at: Coordinates,
    last: Option<Coordinates>,
    origin: Option<Coordinates>,
}

fn is_object(letter: char) -> bool {
    "medw".contains(letter)
}

fn is_piece(letter: char) -> bool {
    letter != '.' && !is_object(letter)
}

/// Returns the small letter of a piece's kind, hidden or frozen or not.
pub(crate) fn kind(letter: char) -> char {
    let small = letter.to_ascii_lowercase();
    match FROZEN.find(small) {
        Some(at) => FREE.chars().nth(at).expect("the lists are as long"),
        None if small == 'i' => 'q',
        None => small,
    }
}

fn at(name: &str) -> Coordinates {
    let bytes = name.as_bytes();
    ((bytes[0] - b'a') as i8, (bytes[1] - b'1') as i8)
}

/// Picks a candidate at random; a single candidate is certain.
fn pick<T>(candidates: Vec<T>, happen: impl Fn(T) -> Outcomes) -> Outcomes {
    let n = candidates.len() as u128;
    let outcomes = candidates.into_iter().flat_map(happen);
    outcomes
        .map(|(one_in, position)| (one_in * n, position))
        .collect()
}

impl Position {
    /// Reads a position text; returns `None` if it is none.
    pub(crate) fn read(text: &str) -> Option<Position> {
        let mut fields = text.splitn(4, ' ');
        let (board, turn, turns, tail) = (
            fields.next()?,
            fields.next()?,
            fields.next()?,
            fields.next()?,
        );
        let value = |key: &str| {
            let (_, rest) = tail.split_once(&format!("\"{key}\":\""))?;
            Some(rest.split_once('"')?.0.to_owned())
        };
        let flags: Vec<bool> = value("flags")?.chars().map(|flag| flag == '1').collect();
        let believed = |text: String| {
            let words = text.split_whitespace();
            words
                .map(|word| (at(&word[1..]), word.chars().next().unwrap_or('.')))
                .collect()
        };
        let seen = match (value("seenW"), value("seenB")) {
            (Some(white), Some(black)) => Some([white, black].map(believed)),
            _ => None,
        };
        Some(Position {
            board: Board::read(board)?,
            is_white_to_decide: turn == "w",
            turns: turns.parse().ok()?,
            flags: flags.try_into().ok()?,
            seen,
            pending: value("pending").unwrap_or_default(),
            origin: value("origin").unwrap_or_default(),
        })
    }

    fn is_own(&self, letter: char) -> bool {
        is_piece(letter) && letter.is_ascii_uppercase() == self.is_white_to_decide
    }

    fn is_enemy(&self, letter: char) -> bool {
        is_piece(letter) && !self.is_own(letter)
    }

    fn forward(&self) -> i8 {
        if self.is_white_to_decide { 1 } else { -1 }
    }

    fn is_last_rank(&self, (_, rank): Coordinates) -> bool {
        rank == if self.is_white_to_decide { 7 } else { 0 }
    }

    /// Returns the index of the first of the two flags of the side to decide.
    fn flag(&self) -> usize {
        if self.is_white_to_decide { 0 } else { 2 }
    }

    /// Returns the board as the side to decide believes it (H2, H14).
    fn believed(&self) -> Position {
        let mut believed = self.clone();
        let hidden = colored('i', !self.is_white_to_decide);
        for square in squares() {
            let letter = self.board.at(square);
            if letter == hidden {
                believed.board.put(square, '.');
            }
            if let Some(seen) = &self.seen
                && (letter == 'd' || letter == 'w')
            {
                let own = &seen[usize::from(!self.is_white_to_decide)];
                believed
                    .board
                    .put(square, *own.get(&square).unwrap_or(&'.'));
            }
        }
        believed
    }

    /// Returns the texts of all decisions by the belief of the side to decide.
    fn actions(&self) -> Vec<String> {
        let board = self.believed();
        match self.pending.split_once(':') {
            None if self.pending == "swap" => board.swaps(),
            Some(("drop", kind)) => squares()
                .filter(|&to| !is_piece(board.board.at(to)))
                .map(|to| format!("{}@{}", kind.to_uppercase(), name(to)))
                .collect(),
            Some((_, step)) => "QRNBK"
                .chars()
                .map(|role| format!("{step}={role}"))
                .collect(),
            None => squares()
                .flat_map(|from| board.actions_from(from))
                .collect(),
        }
    }

    fn swaps(&self) -> Vec<String> {
        let mut swaps = Vec::new();
        for a in squares() {
            for b in squares() {
                let (one, other) = (self.board.at(a), self.board.at(b));
                let is_barred = |letter: char, (_, rank): Coordinates| {
                    kind(letter) == 'p' && rank == if letter.is_ascii_uppercase() { 7 } else { 0 }
                };
                if name(a) < name(b)
                    && is_piece(one)
                    && is_piece(other)
                    && !is_barred(one, b)
                    && !is_barred(other, a)
                {
                    swaps.push(format!("{}<>{}", name(a), name(b)));
                }
            }
        }
        swaps
    }

    fn actions_from(&self, from: Coordinates) -> Vec<String> {
        let letter = self.board.at(from);
        if !self.is_own(letter) || FROZEN.contains(letter.to_ascii_lowercase()) {
            return Vec::new();
        }
        let targets = match kind(letter) {
            'p' => self.pawn_targets(from),
            'n' => self.steps(from, &LEAPS),
            'k' => self.steps(from, &ALL),
            'r' => self.slides(from, &ORTHOGONAL),
            'b' => self.slides(from, &DIAGONAL),
            _ => self.slides(from, &ALL),
        };
        let mut decisions = Vec::new();
        for to in targets
            .iter()
            .copied()
            .filter(|&to| !self.is_own(self.board.at(to)))
        {
            let step = format!("{}{}", name(from), name(to));
            if kind(letter) == 'p' && self.is_last_rank(to) {
                decisions.extend("QRNBK".chars().map(|role| format!("{step}={role}")));
            } else {
                decisions.push(step);
            }
            if kind(letter) == 'q' && self.board.at(to) == '.' && self.flags[self.flag() + 1] {
                decisions.push(format!("{}~{}", name(from), name(to)));
            }
        }
        if kind(letter) == 'k' && self.flags[self.flag()] {
            let hits = self.slides(from, &ALL).into_iter();
            let hits = hits.filter(|&to| self.is_enemy(self.board.at(to)));
            decisions.extend(hits.map(|to| format!("{}*{}", name(from), name(to))));
        }
        decisions
    }

    fn steps(&self, from: Coordinates, steps: &[Coordinates]) -> Vec<Coordinates> {
        let all = steps.iter().map(|&step| plus(from, step));
        all.filter(|&to| is_on_board(to)).collect()
    }

    /// Returns all squares up to the first blocking one, that one included (C4, C17).
    fn slides(&self, from: Coordinates, directions: &[Coordinates]) -> Vec<Coordinates> {
        let mut targets = Vec::new();
        for &direction in directions {
            let mut to = plus(from, direction);
            while is_on_board(to) {
                targets.push(to);
                if !".me".contains(self.board.at(to)) {
                    break;
                }
                to = plus(to, direction);
            }
        }
        targets
    }

    fn pawn_targets(&self, from: Coordinates) -> Vec<Coordinates> {
        let forward = self.forward();
        let mut targets = Vec::new();
        let one = plus(from, (0, forward));
        let is_no_piece = |to: Coordinates| is_on_board(to) && !is_piece(self.board.at(to));
        if is_no_piece(one) {
            targets.push(one);
            let is_early = if self.is_white_to_decide {
                from.1 <= 1
            } else {
                from.1 >= 6
            };
            let two = plus(one, (0, forward));
            if is_early && ".me".contains(self.board.at(one)) && is_no_piece(two) {
                targets.push(two);
            }
        }
        for side in [-1, 1] {
            let to = plus(from, (side, forward));
            if is_on_board(to) && (self.is_enemy(self.board.at(to)) || is_object(self.board.at(to)))
            {
                targets.push(to);
            }
        }
        targets
    }

    /// Returns all outcomes of a legal decision.
    fn after(&self, action: &str) -> Outcomes {
        let mut next = self.clone();
        next.pending.clear();
        next.origin.clear();
        if let Some((a, b)) = action.split_once("<>") {
            let (a, b) = (at(a), at(b));
            next.board.put(a, self.board.at(b));
            next.board.put(b, self.board.at(a));
            next.wake();
            return next.end("");
        }
        if let Some((role, to)) = action.split_once('@') {
            let piece = MovedPiece {
                kind: role.to_lowercase().chars().next().expect("a role is named"),
                at: at(to),
                last: None,
                origin: None,
            };
            let met = next.arrive(piece);
            next.wake();
            return next.go_on(piece, met);
        }
        let (from, rest) = (at(action), &action[2..]);
        let meant = at(rest.trim_start_matches(['~', '*']));
        // The first unseen object on the way cuts it short (H3 to H6); known ones are never on the way.
        let to = self.stop(from, meant);
        if rest.starts_with('*') {
            next.flags[next.flag()] = false;
            next.take(to);
            next.wake();
            return next.end("");
        }
        let before = kind(self.board.at(from));
        let promoted = action.split_once('=').map(|(_, role)| role.to_lowercase());
        let piece = MovedPiece {
            kind: promoted
                .and_then(|role| role.chars().next())
                .unwrap_or(before),
            at: to,
            last: Some(from),
            origin: Some(if self.origin.is_empty() {
                from
            } else {
                at(&self.origin)
            }),
        };
        next.board.put(from, '.');
        let is_unseen = rest.starts_with('~') && self.board.at(to) == '.';
        let met = next.arrive(piece);
        if rest.starts_with('~') {
            next.flags[next.flag() + 1] = false;
            if is_unseen {
                next.board.put(to, colored('i', self.is_white_to_decide));
            }
        }
        let is_forced = self.pending.starts_with("promote");
        match before {
            'p' if !is_forced && (to.1 - from.1).abs() == 2 => {
                next.board.put((from.0, (from.1 + to.1) / 2), 'm')
            }
            'p' if !is_forced => next.board.put(from, 'm'),
            'n' => next.board.put(from, 'e'),
            _ => {}
        }
        next.wake();
        next.go_on(piece, met)
    }

    /// Returns the square where a straight way really ends.
    fn stop(&self, from: Coordinates, to: Coordinates) -> Coordinates {
        let way = (to.0 - from.0, to.1 - from.1);
        if way.0 != 0 && way.1 != 0 && way.0.abs() != way.1.abs() {
            return to;
        }
        let step = (way.0.signum(), way.1.signum());
        let mut here = plus(from, step);
        while here != to && !"dw".contains(self.board.at(here)) {
            here = plus(here, step);
        }
        here
    }

    /// Removes the content of a square. An object also disappears from all beliefs (H7).
    fn take(&mut self, square: Coordinates) -> char {
        let met = self.board.at(square);
        self.board.put(square, '.');
        if !is_object(met) {
            return '.';
        }
        for seen in self.seen.iter_mut().flatten() {
            seen.remove(&square);
        }
        met
    }

    fn arrive(&mut self, piece: MovedPiece) -> char {
        let met = self.take(piece.at);
        self.board
            .put(piece.at, colored(piece.kind, self.is_white_to_decide));
        met
    }

    /// Wakes frozen pieces (C12).
    fn wake(&mut self) {
        for square in squares() {
            let letter = self.board.at(square);
            let is_freed = self.is_own(letter) && FROZEN.contains(letter.to_ascii_lowercase());
            if is_freed || letter == colored('i', !self.is_white_to_decide) {
                self.board
                    .put(square, colored(kind(letter), letter.is_ascii_uppercase()));
            }
        }
    }

    /// Applies the effect of the object that was met.
    fn go_on(self, piece: MovedPiece, met: char) -> Outcomes {
        match met {
            'm' => match self.boost(piece) {
                Some(to) => self.forced(piece, to),
                None => self.rest(piece, ""),
            },
            'd' | 'w' => {
                let directions = if met == 'd' { ORTHOGONAL } else { DIAGONAL };
                pick(self.steps(piece.at, &directions), |to| {
                    self.clone().forced(piece, to)
                })
            }
            'e' => pick("BKTCDMLW".chars().collect(), |effect| {
                self.clone().effect(piece, effect)
            }),
            _ => self.rest(piece, ""),
        }
    }

    /// Returns the target of a boost (C31, C32).
    fn boost(&self, piece: MovedPiece) -> Option<Coordinates> {
        let last = piece.last.filter(|_| "pnk".contains(piece.kind))?;
        let mut step = (piece.at.0 - last.0, piece.at.1 - last.1);
        if step == (0, 2) || step == (0, -2) {
            step.1 /= 2;
        }
        let to = plus(piece.at, step);
        (is_on_board(to) && !is_piece(self.board.at(to))).then_some(to)
    }

    fn forced(mut self, piece: MovedPiece, to: Coordinates) -> Outcomes {
        if piece.kind == 'p' && self.is_last_rank(to) {
            self.pending = format!("promote:{}{}", name(piece.at), name(to));
            self.origin = name(piece.origin.expect("pawns are not dropped"));
            return vec![(1, self)];
        }
        self.board.put(piece.at, '.');
        let piece = MovedPiece {
            at: to,
            last: Some(piece.at),
            ..piece
        };
        let met = self.arrive(piece);
        self.go_on(piece, met)
    }

    fn effect(mut self, piece: MovedPiece, effect: char) -> Outcomes {
        match effect {
            'B' => self.rest(piece, "swap"),
            'D' => self.rest(piece, "again"),
            'T' => pick("qrnbk".chars().collect(), |role| {
                self.clone().rest(piece, &format!("drop:{role}"))
            }),
            'C' => {
                self.board.put(piece.at, '.');
                self.end("")
            }
            'K' => {
                let letter = self.board.at(piece.at);
                self.board.put(piece.at, '.');
                if let Some(origin) = piece.origin {
                    self.board.put(origin, letter);
                }
                self.end("")
            }
            'M' => {
                let index = FREE.find(piece.kind).expect("it is a piece");
                let frozen = FROZEN.chars().nth(index).expect("the lists are as long");
                self.board
                    .put(piece.at, colored(frozen, self.is_white_to_decide));
                self.rest(piece, "")
            }
            _ => {
                let is_own = effect == 'W';
                let candidates: Vec<Coordinates> = squares()
                    .filter(|&square| self.may_change(square, is_own))
                    .collect();
                if candidates.is_empty() {
                    return self.rest(piece, "");
                }
                pick(candidates, |square| {
                    let mut next = self.clone();
                    let letter = self.board.at(square);
                    next.board.put(
                        square,
                        colored(letter.to_ascii_lowercase(), !letter.is_ascii_uppercase()),
                    );
                    next.rest(piece, "")
                })
            }
        }
    }

    /// Tells whether a piece on a square may change (C42).
    fn may_change(&self, square: Coordinates, is_own: bool) -> bool {
        let letter = self.board.at(square);
        let home = if letter.is_ascii_uppercase() { 0 } else { 7 };
        let is_pawn_at_home = kind(letter) == 'p' && square.1 == home;
        is_piece(letter) && self.is_own(letter) == is_own && kind(letter) != 'k' && !is_pawn_at_home
    }

    /// Ends the chain: the trail falls (C28, H13), then the bonus is due.
    fn rest(self, piece: MovedPiece, bonus: &str) -> Outcomes {
        let (directions, object) = match piece.kind {
            'r' => (DIAGONAL, 'd'),
            'b' => (ORTHOGONAL, 'w'),
            _ => return self.end(bonus),
        };
        let mut candidates = self.steps(piece.at, &directions);
        candidates.retain(|&square| {
            let letter = self.board.at(square);
            let would_show = self.seen.is_some() && "me".contains(letter);
            !is_piece(letter) && Some(square) != piece.last && !would_show
        });
        if candidates.is_empty() {
            return self.end(bonus);
        }
        pick(candidates, |square| {
            let mut next = self.clone();
            next.board.put(square, object);
            if let Some(seen) = &mut next.seen {
                seen[usize::from(!self.is_white_to_decide)].insert(square, object);
            }
            next.end(bonus)
        })
    }

    fn end(mut self, bonus: &str) -> Outcomes {
        self.pending = bonus.to_owned();
        if bonus.is_empty() || self.actions().is_empty() {
            self.pending.clear();
            self.is_white_to_decide = !self.is_white_to_decide;
            self.turns += 1;
        }
        vec![(1, self)]
    }
}

impl Witness for Position {
    fn write(&self) -> String {
        let turn = if self.is_white_to_decide { "w" } else { "b" };
        let flags = self.flags.map(|flag| if flag { "1" } else { "0" }).concat();
        let mut tail = format!("\"flags\":\"{flags}\"");
        for (key, seen) in ["seenW", "seenB"].iter().zip(self.seen.iter().flatten()) {
            let mut words: Vec<_> = seen
                .iter()
                .map(|(&at, object)| (name(at), object))
                .collect();
            words.sort_unstable();
            let words: Vec<String> = words
                .iter()
                .map(|(name, object)| format!("{object}{name}"))
                .collect();
            tail.push_str(&format!(",\"{key}\":\"{}\"", words.join(" ")));
        }
        for (key, value) in [("pending", &self.pending), ("origin", &self.origin)] {
            if !value.is_empty() {
                tail.push_str(&format!(",\"{key}\":\"{value}\""));
            }
        }
        format!("{} {turn} {} {{{tail}}}", self.board.write(), self.turns)
    }

    fn is_white_to_move(&self) -> bool {
        self.is_white_to_decide
    }

    fn decisions(&self) -> BTreeMap<String, super::Outcomes> {
        if self.score(true).is_some() {
            return BTreeMap::new();
        }
        let decisions = self.actions().into_iter().map(|action| {
            let outcomes = self.after(&action).into_iter();
            let outcomes =
                outcomes.map(|(one_in, after)| (one_in, Box::new(after) as Box<dyn Witness>));
            (action, outcomes.collect())
        });
        decisions.collect()
    }

    /// Returns nothing: Chakart has no check.
    fn check(&self, _: bool) -> Option<String> {
        None
    }

    fn score(&self, can_move: bool) -> Option<&'static str> {
        let has_king = |is_white: bool| {
            let kings = ['k', 'l'].map(|letter| colored(letter, is_white));
            squares().any(|square| kings.contains(&self.board.at(square)))
        };
        match (has_king(true), has_king(false)) {
            (true, false) => Some("1-0"),
            (false, _) => Some("0-1"),
            _ if !can_move => Some(if self.is_white_to_decide {
                "0-1"
            } else {
                "1-0"
            }),
            _ => None,
        }
    }
}
