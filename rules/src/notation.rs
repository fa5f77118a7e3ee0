//! The short notation of actions, read and written in one way for all variants.
//!
//! Captions follow chess notation:
//!
//! - a piece has its letter, then as much of its origin as is needed, `x` for a capture, and its target: `Nf3`, `Nbd2`,
//!   `R1xa3`, `Qh4xe1`;
//! - a pawn move is the target, after the pawn's file if it captures: `e4`, `exd5`; `=Q` for a promotion;
//! - `O-O` and `O-O-O` for castling, `+` for check, `#` for mate;
//! - `Q~d5` is a stealth move, `K*e5` a shell, and all other actions have the form of their coordinates: `N@d4`, `a1<>b2`.
//!   A definition may have an `x` between its squares, `N@d1xe3`.
//!
//! The reader accepts more: coordinates (`e2e4`, `E2-E4`, `e7e8q`, `d1~d5`) and short notation in any case, with blanks
//! anywhere. `x`, `=`, `+`, `#`, `!`, `?` and everything that [`plain_move`] strips are optional. A capital B is a bishop and
//! never the b-file. A small b is either, and is ambiguous when both can move. The capital letter of a piece in Spanish or
//! French is no file either. The exceptions are text in capitals, and one square after another: phones turn `c2e4` into `C2e4`.
//! Coordinates in small letters are only coordinates, but `B2c3` can also be a bishop of the second rank. A caption is the
//! shortest form that the reader maps back to its action, so `b4xb5` can be a caption if there is a bishop.
//!
//! The peculiarities of a variant are in its [`Notation`].

use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};

use crate::{
    Action, Glyph, Outcome, Position, ReadActionError, Role, Square, VariantPosition,
    board::PieceKind,
    castling::{Castling, Wing},
    typed::plain_move,
};

/// The peculiarities of a variant's notation.
pub(crate) trait Notation: VariantPosition {
    /// The kinds of its pieces.
    type Kind: PieceKind;

    /// True if captions give pawns their letter and both squares.
    const NAMES_PAWNS: bool = false;

    /// True if a pawn comes from the file of its target when a text has no other file.
    const PAWNS_KEEP_FILE: bool = true;

    /// The longest text that is read, in bytes.
    const MAX_LEN: usize = 32;

    /// Returns the kind of the piece on a square, if it has one.
    fn kind_at(&self, square: Square) -> Option<Self::Kind> {
        Self::Kind::of(self.piece_at(square)?)
    }

    /// Returns the castling that a king's move makes.
    fn castling_of(&self, action: Action) -> Option<Castling> {
        let _ = action;
        None
    }

    /// Reads a text without the form of a move; `None` if the text can be a move.
    fn read_special(&self, text: &str) -> Option<Result<Action, ReadActionError>> {
        let _ = text;
        None
    }

    /// Strips the effects after the move, so that their text does not matter.
    fn without_effects(text: &str) -> &str {
        text
    }

    /// Returns the sign between the piece and its target; `None` if the variant has no such sign.
    fn sign(text: &str) -> Option<Sign> {
        match text {
            "" | "-" => Some(Sign::Move),
            "x" | "X" | ":" => Some(Sign::Capture),
            _ => None,
        }
    }

    /// Returns the kind that an action gives to an undefined or dropped piece, its origin if it stood on the board, and its
    /// target.
    fn defined(action: Action) -> Option<(Self::Kind, Option<Square>, Square)> {
        let _ = action;
        None
    }

    /// Returns the list of victims behind a caption, which replaces the `x` inside.
    fn victim_list(&self, action: Action) -> String {
        let _ = action;
        String::new()
    }
}

/// The way in which a piece reaches its target.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Move,
    Capture,
    Stealth,
    Shell,
}

/// The files with capital letters that are pieces in Spanish or French notation: an `A`lfil, a `C`aballo, a `D`ama, a `F`ou.
const FOREIGN_PIECES: [char; 4] = ['A', 'C', 'D', 'F'];

/// The characters that a sign can have.
const SIGNS: [char; 6] = ['x', 'X', ':', '-', '~', '*'];

impl Sign {
    /// Returns the origin, the target and the promotion of an action with this sign.
    fn steps(self, action: Action) -> Option<(Square, Square, Option<Role>)> {
        match (self, action) {
            (Sign::Move | Sign::Capture, _) => action.as_move(),
            (Sign::Stealth, Action::Stealth { from, to })
            | (Sign::Shell, Action::Shell { from, to }) => Some((from, to, None)),
            _ => None,
        }
    }

    /// Tells whether the action captures, if the sign requires that.
    fn fits<P: Position>(self, position: &P, action: Action) -> bool {
        self != Sign::Capture || captures(position, action)
    }
}

fn captures<P: Position>(position: &P, action: Action) -> bool {
    !position.captured(action).is_empty()
}

/// Reads a typed text as one of the legal actions, or as coordinates, which need not be legal.
pub(crate) fn read<P: Notation>(
    position: &P,
    legal: &[Action],
    text: &str,
) -> Result<Action, ReadActionError> {
    let text = plain_move(text, P::MAX_LEN).ok_or(ReadActionError::Malformed)?;
    if let Some(read) = position.read_special(&text) {
        return read;
    }
    let words =
        MoveParts::split::<P>(P::without_effects(&text)).ok_or(ReadActionError::Malformed)?;
    words.resolve(position, legal)
}

/// Reads castling notation as the king's move, legal or not, if the king is on its start square. `None` if the text is no
/// castling.
pub(crate) fn read_castling<P: Position>(
    position: &P,
    text: &str,
) -> Option<Result<Action, ReadActionError>> {
    let turn = position.side_to_move();
    let Castling { king, king_to, .. } = Castling::new(turn, Wing::read(text)?);
    let action = Action::Move {
        from: king,
        to: king_to,
        promotion: None,
    };
    let is_home = position.piece_at(king) == Some(Glyph::King(turn));
    Some(is_home.then_some(action).ok_or(ReadActionError::NoSuchMove))
}

/// Returns a legal action in short notation, and an illegal one in coordinates.
pub(crate) fn caption<P: Notation>(position: &P, action: Action) -> String {
    let legal = position.legal_list();
    if !legal.contains(&action) {
        return action.to_string();
    }
    let victims = position.victim_list(action);
    let has_cross = victims.is_empty() && captures(position, action);
    shortest(position, &legal, action, has_cross) + &victims + check_sign(position, action)
}

/// Returns the shortest form that is read back as this one of the legal actions.
pub(crate) fn shortest<P: Notation>(
    position: &P,
    legal: &[Action],
    action: Action,
    has_cross: bool,
) -> String {
    let is_read_back = |form: &String| read(position, legal, form) == Ok(action);
    let mut forms = forms(position, action, has_cross).into_iter();
    forms
        .find(is_read_back)
        .unwrap_or_else(|| action.to_string())
}

fn check_sign<P: Notation>(position: &P, action: Action) -> &'static str {
    let us = position.side_to_move();
    let next = position.play_unchecked(action);
    // A decision within a turn changes no attack on the mover's own king, and the other side is not to move (bario B23).
    if next.side_to_move() == us || next.checkers().is_empty() {
        return "";
    }
    match next.outcome().and_then(Outcome::winner) {
        None => "+",
        Some(winner) if winner == us => "#",
        // The action loses at once (bario K9).
        Some(_) => "",
    }
}

/// Returns the ways to write an action, shortest first.
fn forms<P: Notation>(position: &P, action: Action, has_cross: bool) -> Vec<String> {
    if let Some(castling) = position.castling_of(action) {
        return vec![castling.wing.caption().to_string()];
    }
    let cross = if has_cross { "x" } else { "" };
    let (from, sign, to, promotion) = match action {
        Action::Move {
            from,
            to,
            promotion,
        } => (from, cross, to, promotion),
        Action::Stealth { from, to } => (from, "~", to, None),
        Action::Shell { from, to } => (from, "*", to, None),
        Action::Define { role, from, to } => {
            return vec![format!("{}@{from}{cross}{to}", role.letter())];
        }
        _ => return vec![action.to_string()],
    };
    let kind = position.kind_at(from).unwrap_or(P::Kind::PAWN);
    let is_pawn = kind == P::Kind::PAWN;
    let name = from.to_string();
    let (file, rank) = name.split_at(1);
    let origins: &[&str] = match is_pawn {
        true if P::NAMES_PAWNS => &[&name],
        true if has_cross => &[file, &name],
        _ => &["", file, rank, &name],
    };
    let letter = Some(kind.letter()).filter(|_| !is_pawn || P::NAMES_PAWNS);
    let letter = letter.map_or(String::new(), String::from);
    let becomes = promotion.map_or(String::new(), |into| format!("={}", into.letter()));
    let write = |origin| format!("{letter}{origin}{sign}{to}{becomes}");
    origins.iter().map(write).collect()
}

/// The parts of a text: the piece, the sign, the target and the promotion.
struct MoveParts<'a> {
    /// A letter, a square, a part of these, or nothing.
    head: &'a str,
    sign: Sign,
    to: Square,
    promotion: Option<Role>,
    /// True if the letter of the target is a capital.
    is_loud: bool,
}

impl<'a> MoveParts<'a> {
    fn split<P: Notation>(text: &'a str) -> Option<MoveParts<'a>> {
        let (text, promotion) = match P::PROMOTIONS {
            [] => (text, None),
            _ => split_promotion(text)?,
        };
        let (rest, to) = text.split_at_checked(text.len().checked_sub(2)?)?;
        let head = rest.trim_end_matches(SIGNS);
        Some(MoveParts {
            head,
            sign: P::sign(&rest[head.len()..])?,
            to: to.parse().ok()?,
            promotion,
            is_loud: is_capital(to),
        })
    }

    fn resolve<P: Notation>(
        &self,
        position: &P,
        legal: &[Action],
    ) -> Result<Action, ReadActionError> {
        let coordinates = self.coordinates();
        if let Some(action) = coordinates.filter(|_| !is_capital(self.head)) {
            return Ok(action);
        }
        let by_letter = self.by_letter();
        let by_file = self.by_file::<P>();
        if by_letter.is_none() && by_file.is_none() && coordinates.is_none() {
            return Err(ReadActionError::Malformed);
        }
        let moves = |(kind, origin)| self.moves(position, legal, kind, origin);
        let pieces = by_letter.map(moves).unwrap_or_default();
        let pawns = by_file.map(moves).unwrap_or_default();
        let defined = by_letter.map(|(kind, origin)| self.defined(position, legal, kind, origin));
        let pieces = if pieces.is_empty() {
            defined.unwrap_or_default()
        } else {
            pieces
        };
        let is_other_piece = pieces.is_empty()
            && by_letter.is_some_and(|(kind, origin)| {
                let is_meant = |from| origin.fits(from) && position.kind_at(from) == Some(kind);
                let mut moves = legal.iter().filter_map(|action| action.as_move());
                moves.any(|(from, _, _)| is_meant(from))
            });
        // If `B2a3` names a bishop on the second rank that cannot go there, the text does not mean a pawn on b2 either.
        let coordinates = coordinates.filter(|_| !is_other_piece);
        meant([pieces, pawns].concat(), coordinates, legal)
    }

    /// Returns the move from square to square, which need not be legal.
    fn coordinates(&self) -> Option<Action> {
        let (from, to) = (self.head.parse().ok()?, self.to);
        match (self.sign, self.promotion) {
            (Sign::Move | Sign::Capture, promotion) => Some(Action::Move {
                from,
                to,
                promotion,
            }),
            (Sign::Stealth, None) => Some(Action::Stealth { from, to }),
            (Sign::Shell, None) => Some(Action::Shell { from, to }),
            _ => None,
        }
    }

    /// Returns the piece that moves, if the text begins with the letter of a piece.
    fn by_letter<K: PieceKind>(&self) -> Option<(K, Origin)> {
        let kind = K::from_letter(self.head.chars().next()?)?;
        Some((kind, Origin::read(&self.head[1..])?))
    }

    /// Returns the pawn that moves, if the text begins with the target, or with a file that is no letter of a piece.
    fn by_file<P: Notation>(&self) -> Option<(P::Kind, Origin)> {
        let is_piece = |letter| {
            let is_foreign = FOREIGN_PIECES.contains(&letter) && !self.is_loud;
            letter.is_ascii_uppercase() && (P::Kind::from_letter(letter).is_some() || is_foreign)
        };
        if self.head.starts_with(is_piece) {
            return None;
        }
        let origin = Origin::read(self.head).filter(|origin| origin.rank.is_none())?;
        let target = P::PAWNS_KEEP_FILE.then(|| self.to.file());
        let file = origin.file.or(target);
        Some((P::Kind::PAWN, Origin { file, ..origin }))
    }

    /// Returns the legal moves of pieces of this kind that fit the text.
    fn moves<P: Notation>(
        &self,
        position: &P,
        legal: &[Action],
        kind: P::Kind,
        origin: Origin,
    ) -> Vec<Action> {
        let fits = |&&action: &&Action| {
            let Some((from, to, promotion)) = self.sign.steps(action) else {
                return false;
            };
            to == self.to
                && origin.fits(from)
                && position.kind_at(from) == Some(kind)
                && (self.promotion.is_none() || self.promotion == promotion)
                && self.sign.fits(position, action)
        };
        legal.iter().filter(fits).copied().collect()
    }

    /// Returns the legal actions that fit the text and define or drop such a piece.
    fn defined<P: Notation>(
        &self,
        position: &P,
        legal: &[Action],
        kind: P::Kind,
        origin: Origin,
    ) -> Vec<Action> {
        let fits = |&&action: &&Action| {
            let Some((into, from, to)) = P::defined(action) else {
                return false;
            };
            let is_from = |from| origin.fits(from) && self.sign.fits(position, action);
            into == kind && to == self.to && from.map_or(origin.is_open(), is_from)
        };
        let legal = legal.iter().filter(|_| self.promotion.is_none());
        legal.filter(fits).copied().collect()
    }
}

/// The origin of a piece, as far as a text gives it.
#[derive(Clone, Copy)]
struct Origin {
    file: Option<u8>,
    rank: Option<u8>,
}

impl Origin {
    /// Reads a file, a rank, both or nothing.
    fn read(text: &str) -> Option<Origin> {
        let file = |symbol: u8| (b'a'..=b'h').contains(&symbol).then(|| symbol - b'a');
        let rank = |symbol: u8| (b'1'..=b'8').contains(&symbol).then(|| symbol - b'1');
        let (file, rank) = match *text.to_ascii_lowercase().as_bytes() {
            [] => (None, None),
            [symbol] if symbol.is_ascii_digit() => (None, Some(rank(symbol)?)),
            [symbol] => (Some(file(symbol)?), None),
            [one, other] => (Some(file(one)?), Some(rank(other)?)),
            _ => return None,
        };
        Some(Origin { file, rank })
    }

    /// Tells whether the text gives no origin.
    fn is_open(self) -> bool {
        self.file.is_none() && self.rank.is_none()
    }

    /// Tells whether a piece on this square fits the origin.
    fn fits(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file())
            && self.rank.is_none_or(|rank| rank == square.rank())
    }
}

/// Tells whether a text begins with a capital letter.
fn is_capital(text: &str) -> bool {
    text.starts_with(|symbol: char| symbol.is_ascii_uppercase())
}

/// Strips `=Q`, `/Q`, `(Q)`, `=q` or `q` from the end; `None` if something else stands there.
fn split_promotion(text: &str) -> Option<(&str, Option<Role>)> {
    if text.ends_with(|symbol: char| symbol.is_ascii_digit()) {
        return Some((text, None));
    }
    let bracketed = text.strip_suffix(')');
    let text = bracketed.unwrap_or(text);
    let role = Role::from_letter(text.chars().next_back()?)?;
    let mut rest = &text[..text.len() - 1];
    if bracketed.is_some() {
        rest = rest.strip_suffix('(')?;
    }
    Some((rest.strip_suffix(['=', '/']).unwrap_or(rest), Some(role)))
}

/// Returns the action of a text that is read as each of `found` in short notation, and perhaps as coordinates. Coordinates
/// need not be legal if they are the only reading.
fn meant(
    mut found: Vec<Action>,
    coordinates: Option<Action>,
    legal: &[Action],
) -> Result<Action, ReadActionError> {
    match coordinates {
        Some(action) if found.is_empty() => return Ok(action),
        Some(action) if legal.contains(&action) && !found.contains(&action) => found.push(action),
        _ => {}
    }
    match found[..] {
        [] => Err(ReadActionError::NoSuchMove),
        [action] => Ok(action),
        _ => Err(ReadActionError::Ambiguous(found)),
    }
}
