//! The moves that are offered to who is typing one. They are ordered and called by what their seat knows: by its view, and by
//! captions, which tell no more.

use rules::{Action, Glyph, SeatView, Square, View};

use text::{Text, arg};

/// How many captures and checks come before all else, so that moves of every kind of piece are seen too.
const MOST_FORCING: usize = 12;

const N_SQUARES: usize = 64;

/// A legal move, as the seat that may play it knows it.
pub(super) struct MoveOffer {
    pub(super) action: Action,
    /// The move in short notation.
    pub(super) caption: String,
    /// The piece that moves; of a swap, both.
    pieces: Vec<Glyph>,
    /// Whether it captures or gives check.
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

    /// Where it stands among those that are shown: captures and checks first, then one kind of piece after the other, and of
    /// a kind one piece after the other.
    pub(super) fn place(&self) -> usize {
        if self.is_forcing {
            0
        } else {
            1 + self.kind() * N_SQUARES + self.origin()
        }
    }

    /// The square of the piece that moves.
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

    /// Which kind of piece moves.
    fn kind(&self) -> usize {
        let name = self.pieces.first().map(|piece| piece.name());
        let same = |glyph: &Glyph| Some(glyph.name()) == name;
        let kind = Glyph::ALL.iter().position(same);
        kind.unwrap_or(Glyph::ALL.len())
    }

    /// What the move is, besides its coordinates: `Nc3 (long leaper)`.
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

    /// What people may begin to type for it besides its coordinates, with English letters: its short notation, with or
    /// without the sign of a capture, where it goes, and the piece before that.
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

    /// The letter of the piece, which short notation leaves out for pawns.
    fn letter(&self) -> Option<char> {
        let role = self.pieces.first().and_then(|piece| piece.role());
        let role = role.map(|role| role.letter());
        let first = self.caption.chars().next();
        role.or(first.filter(char::is_ascii_uppercase))
    }
}

/// The moves, those first that are shown where not all can be: some captures and checks, then one move of each kind of piece,
/// then one of each piece, then their second moves.
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

/// The piece that acts, as far as the seat sees it.
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

/// Whether a move captures a piece, as far as the seat sees; what takes an object is written as a capture too.
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

/// Where a move goes, with what a pawn becomes there; of a swap, the squares that its coordinates do not begin with.
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
