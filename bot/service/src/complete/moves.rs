//! The moves that are offered while a player types one. Their order and names use only the knowledge of the seat: its view, and
//! the captions, which reveal no more.

use rules::{Action, Glyph, SeatView, Square, View};

use text::{Text, arg};

/// The number of captures and checks that come before all other moves, so that moves of every kind of piece stay visible.
const MOST_FORCING: usize = 12;

const N_SQUARES: usize = 64;

/// A legal move, as known to the seat that can play it.
pub(super) struct MoveOffer {
    pub(super) action: Action,
    /// The move in short notation.
    pub(super) caption: String,
    /// The piece that moves; both pieces of a swap.
    pieces: Vec<Glyph>,
    /// True if it captures or gives check.
    is_forcing: bool,
}

impl MoveOffer {
    pub(super) fn new(view: &SeatView, action: Action, caption: String) -> MoveOffer {
        let view = view.as_view();
        MoveOffer {
            pieces: pieces(view, action),
            is_forcing: caption.ends_with(['+', '#']) || captures(view, action, &caption),
            action,
            caption,
        }
    }

    /// Returns the rank among the shown moves: captures and checks first, then by kind of piece, and within a kind by piece.
    pub(super) fn place(&self) -> usize {
        if self.is_forcing {
            0
        } else {
            1 + self.kind() * N_SQUARES + self.origin()
        }
    }

    /// Returns the square of the piece that moves.
    fn origin(&self) -> usize {
        match self.action {
            Action::Move { from, .. }
            | Action::Stealth { from, .. }
            | Action::Shell { from, .. }
            | Action::Define { from, .. }
            | Action::Swap { a: from, .. } => from.index(),
            Action::Drop { .. } | Action::Lose { .. } => 0,
        }
    }

    /// Returns the kind of the piece that moves.
    fn kind(&self) -> usize {
        let name = self.pieces.first().map(|piece| piece.name());
        let same = |glyph: &Glyph| Some(glyph.name()) == name;
        let kind = Glyph::ALL.iter().position(same);
        kind.unwrap_or(Glyph::ALL.len())
    }

    /// Returns the description of the move, without its coordinates: `Nc3 (long leaper)`.
    pub(super) fn label(&self, view: &SeatView) -> Text {
        let variant = view.as_view().variant;
        let names = self.pieces.iter().map(|piece| text::name(*piece, variant));
        let caption = Text::moves(&self.caption);
        match text::listed(names) {
            None => caption,
            Some(pieces) if self.caption == self.action.to_string() => pieces,
            Some(pieces) => text::completion_move(arg::r#move(caption), arg::piece(pieces)),
        }
    }

    /// Returns the names that people may begin to type besides the coordinates, with English letters. They are the short
    /// notation, with or without the sign of a capture, the target, and the piece before the target.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names = vec![self.caption.clone(), self.caption.replace('x', "")];
        let letter = self.letter();
        for target in targets(self.action) {
            names.extend(letter.map(|letter| format!("{letter}{target}")));
            names.extend(letter.map(|letter| format!("{letter}x{target}")));
            names.push(target);
        }
        names.extend(letter.map(String::from));
        names
    }

    /// Returns the letter of the piece, which short notation leaves out for pawns.
    fn letter(&self) -> Option<char> {
        let role = self.pieces.first().and_then(|piece| piece.role());
        let role = role.map(|role| role.letter());
        let first = self.caption.chars().next();
        role.or(first.filter(char::is_ascii_uppercase))
    }
}

/// Sorts the moves by their priority if not all can be shown. Some captures and checks come first, then one move of each kind of
/// piece, then one of each piece, then their second moves.
pub(super) fn ranked(offers: Vec<MoveOffer>) -> Vec<MoveOffer> {
    let (mut forcing, quiet): (Vec<_>, Vec<_>) =
        offers.into_iter().partition(|offer| offer.is_forcing);
    forcing.sort_by_key(|offer| (!offer.caption.ends_with('#'), offer.kind()));
    let others = forcing.split_off(forcing.len().min(MOST_FORCING));
    let mut n_of_kind = [0; Glyph::ALL.len() + 1];
    let mut n_of_piece = [0; N_SQUARES];
    let mut others: Vec<_> = others
        .into_iter()
        .chain(quiet)
        .map(|offer| {
            let (kind, origin) = (offer.kind(), offer.origin());
            n_of_kind[kind] += 1;
            n_of_piece[origin] += 1;
            ((n_of_piece[origin], n_of_kind[kind]), offer)
        })
        .collect();
    others.sort_by_key(|(turn, _)| *turn);
    forcing.extend(others.into_iter().map(|(_, offer)| offer));
    forcing
}

/// Returns the piece that acts, as far as the seat sees it.
fn pieces(view: &View, action: Action) -> Vec<Glyph> {
    let on = |squares: &[Square]| squares.iter().filter_map(|at| view.glyph(*at)).collect();
    match action {
        Action::Move { from, .. } | Action::Stealth { from, .. } | Action::Shell { from, .. } => {
            on(&[from])
        }
        Action::Swap { a, b } => on(&[a, b]),
        Action::Drop { role, .. } | Action::Define { role, .. } | Action::Lose { role } => {
            let is_it = |glyph: &Glyph| glyph.role() == Some(role);
            Glyph::OF_CHESS.into_iter().filter(is_it).collect()
        }
    }
}

/// Tells whether a move captures a piece, as far as the seat sees; taking an object is written as a capture too.
fn captures(view: &View, action: Action, caption: &str) -> bool {
    let to = match action {
        Action::Move { to, .. }
        | Action::Stealth { to, .. }
        | Action::Shell { to, .. }
        | Action::Define { to, .. } => to,
        Action::Drop { .. } | Action::Swap { .. } | Action::Lose { .. } => return false,
    };
    match view.glyph(to) {
        Some(target) => target.color().is_some(),
        None => caption.contains(['x', '(']),
    }
}

/// Returns the target of a move, with the promotion of a pawn; for a swap, its coordinates in reverse.
fn targets(action: Action) -> Vec<String> {
    match action {
        Action::Move {
            to,
            promotion: Some(role),
            ..
        } => vec![format!("{to}={}", role.letter())],
        Action::Move { to, .. }
        | Action::Stealth { to, .. }
        | Action::Shell { to, .. }
        | Action::Define { to, .. }
        | Action::Drop { to, .. } => vec![to.to_string()],
        Action::Swap { a, b } => vec![format!("{b}<>{a}")],
        Action::Lose { .. } => Vec::new(),
    }
}
