//! The interface between a variant and a game: names, views, captions and facts.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::ops::ControlFlow;

use super::{
    explain::{Explain, why_illegal},
    text::PositionText,
};
use crate::{
    Action, Bitboard, ByColor, Color, Fact, Flaw, GameInput, Glyph, Marks, OptionSpec, Power,
    Square, View, WhyNot,
    notation::{self, Notation},
    options::Options,
    view::Viewer,
};

/// The properties of a variant apart from its rules.
///
/// ```
/// use rules::Variant;
///
/// let info = Variant::Baroque.info();
/// assert!(info.aliases.contains(&"ultima") && info.has_check);
/// let option = &info.options[0];
/// assert_eq!((option.name, option.default().name), ("setup", "standard"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct VariantInfo {
    /// The name in lower case, as written in texts: `berolina`.
    pub name: &'static str,
    /// Its other common names, in lower case and without blanks: `ultima`.
    pub aliases: &'static [&'static str],
    /// The notation of two moves, such as `e2g4 or Nf3`.
    pub example: &'static str,
    /// The options that can be chosen before a game.
    pub options: &'static [OptionSpec],
    /// The glyphs that its board can show: the pieces of White, which Black has too, and the objects.
    pub glyphs: &'static [Glyph],
    /// True if it has check.
    pub has_check: bool,
    /// True if a game of the variant can have secrets before its end, under any options.
    pub has_secrets: bool,
}

/// The fields of a position text that a view has nowhere else.
#[derive(Clone, Copy, Default)]
pub(crate) struct TextFields {
    /// The squares of the pieces with which castling is still allowed.
    pub(crate) castling: Bitboard,
    /// The square that a pawn skipped, and the square of that pawn if the text has it.
    pub(crate) en_passant: Bitboard,
    /// The plies since the last capture or pawn move.
    pub(crate) quiet: u8,
}

/// The parts of a variant apart from its position: views, captions and facts.
pub(crate) trait Referee: Notation + Explain + PositionText {
    /// The properties of the variant in the table of variants.
    const INFO: VariantInfo;

    /// Returns the usual start under these options.
    fn usual_start(options: &Options) -> Self;

    /// Returns the number of the move, counted as in chess: White's first and Black's first are both 1.
    fn number(&self) -> u32 {
        self.turns() / 2 + 1
    }

    /// Tells whether an earlier position can come again after a move from `before` to here.
    fn may_repeat(&self, before: &Self) -> bool {
        let _ = before;
        false
    }

    /// Tells whether the position counts as equal for repetition.
    fn repeats(&self, earlier: &Self) -> bool {
        let _ = earlier;
        false
    }

    /// Returns a legal action in short notation, and an illegal one in coordinates.
    fn caption(&self, action: Action) -> String {
        notation::caption(self, action)
    }

    /// Returns the caption that a viewer may read.
    fn caption_for(&self, action: Action, viewer: Viewer) -> String {
        let _ = viewer;
        self.caption(action)
    }

    /// Returns the position as a side believes it to be; `None` where nothing is hidden.
    fn as_believed_by(&self, seat: Color) -> Option<Self> {
        let _ = seat;
        None
    }

    /// Returns the text of a whole position that looks to a seat like the text of its view. The error has every reason why
    /// no seat can have such a view.
    fn possible_truth(text: &str, seat: Color) -> Result<String, Vec<Flaw>> {
        let _ = seat;
        Ok(text.to_string())
    }

    /// Returns a random position that can look like this one to a seat.
    fn guessed_by(&self, seat: Color, words: &mut dyn FnMut() -> u64) -> Self {
        let _ = (seat, words);
        *self
    }

    /// Returns the moves of a side as two squares each, as if the side were to move, and as a viewer sees the board.
    fn reach(&self, color: Color, viewer: Viewer) -> Vec<(Square, Square)> {
        let _ = viewer;
        let position = if self.side_to_move() == color {
            Some(*self)
        } else {
            self.pass()
        };
        let mut moves = Vec::new();
        let _ = position.map(|position| {
            position.legal_actions(|action| {
                if let Action::Move { from, to, .. } | Action::Define { from, to, .. } = action
                    && !moves.contains(&(from, to))
                {
                    moves.push((from, to));
                }
                ControlFlow::<()>::Continue(())
            })
        });
        moves
    }

    /// Plays an input, which must be possible.
    fn follow(&self, input: GameInput) -> Self {
        match input {
            GameInput::Action(action) => self.play_unchecked(action),
            GameInput::Outcome(outcome) => self.resolve(outcome),
            GameInput::Conclusion(_) | GameInput::Takeback(_) => *self,
        }
    }

    /// Returns the plausibility of an input for a reader with this view after it, and the later views; at least 1.
    /// Contradictions with these views need not be recognized here.
    fn plausibility<'a>(&self, input: GameInput, later: impl Iterator<Item = &'a View>) -> u64 {
        let _ = (input, later);
        1
    }

    /// Adds the facts of an input, in the order in which they happen, as far as a viewer may know them.
    fn add_facts(&self, input: GameInput, viewer: Viewer, facts: &mut Vec<Fact>) {
        let _ = viewer;
        if let GameInput::Action(action) = input {
            add_move_facts(self, action, facts);
        }
    }

    /// Returns the origin and the end of a turn: by its last input, with the position before it, or by its facts.
    fn squares_of(last: Option<(Self, GameInput)>, facts: &[Fact]) -> Vec<Square> {
        let _ = facts;
        squares_of_action(last.map(|(_, input)| input))
    }

    /// Returns the glyph that a viewer sees on each square.
    fn cells(&self, viewer: Viewer) -> [Option<Glyph>; 64] {
        let _ = viewer;
        core::array::from_fn(|index| self.piece_at(Square::from_index(index as u8)))
    }

    /// Returns the marks that a viewer sees, without those of the last turn.
    fn marks(&self, viewer: Viewer) -> Marks {
        let _ = viewer;
        let king = self.squares(Glyph::King(self.side_to_move()));
        Marks {
            check: if self.checkers().is_empty() {
                Vec::new()
            } else {
                king.collect()
            },
            ..Marks::default()
        }
    }

    /// Returns the powers of each side that it has once in a game; true for those that are unspent.
    fn powers(&self) -> ByColor<Vec<(Power, bool)>> {
        ByColor::default()
    }

    /// Returns the kinds that the undefined pieces of each side can still become.
    fn reserves(&self) -> ByColor<Vec<(Glyph, u8)>> {
        ByColor::default()
    }

    /// Returns the fields of a position text that a view has nowhere else; none where it has all.
    fn fields_in(text: &str) -> TextFields {
        let _ = text;
        TextFields::default()
    }

    /// Returns the position text as far as a viewer may know it.
    fn text_for(&self, viewer: Viewer) -> String {
        let _ = viewer;
        self.to_string()
    }
}

/// Adds the facts of a move from square to square.
fn add_move_facts<P: Referee>(position: &P, action: Action, facts: &mut Vec<Fact>) {
    let Some((from, to, promotion)) = action.as_move() else {
        return;
    };
    let Some(glyph) = position.piece_at(from) else {
        return;
    };
    let us = position.side_to_move();
    facts.push(Fact::Moved { glyph, from, to });
    if let Some(castling) = position.castling_of(action) {
        facts.push(Fact::Moved {
            glyph: Glyph::Rook(us),
            from: castling.rook,
            to: castling.rook_to,
        });
    }
    for at in position.captured(action) {
        let glyph = position.piece_at(at);
        facts.extend(glyph.map(|glyph| Fact::Captured { glyph, at }));
    }
    if let Some(role) = promotion {
        let into = role.glyph(us);
        facts.push(Fact::Promoted { into, at: to });
    }
}

/// Returns the origin and the end of an action.
pub(super) fn squares_of_action(input: Option<GameInput>) -> Vec<Square> {
    match input {
        Some(GameInput::Action(
            Action::Move { from, to, .. } | Action::Define { from, to, .. },
        )) => Vec::from([from, to]),
        Some(GameInput::Action(Action::Drop { to, .. })) => Vec::from([to]),
        _ => Vec::new(),
    }
}

/// Returns the reason why an action is illegal, from the knowledge of the side to decide; `None` exactly when it is legal.
pub(crate) fn why_not<P: Referee>(position: &P, action: Action) -> Option<WhyNot> {
    let seen = || position.cells(Viewer::Seat(position.side_to_move()));
    (!position.is_legal(action)).then(|| why_illegal(position, seen(), action))
}
