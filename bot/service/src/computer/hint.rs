//! Hints: the best move that the program finds in place of its opponent. The program uses only the knowledge of that opponent.

use std::{fmt, sync::Arc};

use engine::Purpose;
use rules::{Action, Game, Glyph, Next, Placed, Square, Variant, View};
use serde::{Deserialize, Serialize};

use crate::{
    Done, EngineMove, EngineQuestion, Live, MatchState, Outcome, Read, Reply, Stage,
    decision::{
        context::{Asker, reply_with},
        interrupt::Interrupt,
        seat::Seated,
    },
    match_store::codec,
};
use api::MatchId;

/// The best move that the program finds for its opponent.
///
/// It rests on the private knowledge of its seat, so `Debug` does not show it.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveHint {
    /// The number of inputs.
    pub n_inputs: usize,
    /// The action.
    #[serde(with = "codec::text")]
    pub action: Action,
    /// The expected result for its seat, in thousandths of a win, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<u16>,
    /// The maximum number of plies to a sure win; negative for a sure loss, and `None` if neither is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sure_in: Option<i16>,
    /// The purpose of the move, if a sentence can express it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<HintPurpose>,
}

/// The purpose of a hint, besides the end of the game. Its squares are those of pieces that its player sees.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HintPurpose {
    /// The move is the only one.
    Only,
    /// The move captures the piece on this square.
    Captures(#[serde(with = "codec::text")] Square),
    /// The move saves the piece on this square.
    Saves(#[serde(with = "codec::text")] Square),
    /// The move attacks the piece on this square.
    Attacks(#[serde(with = "codec::text")] Square),
}

impl HintPurpose {
    /// Returns the purpose for a player who sees `seen`. Leaves out a piece that only the engine assumes.
    fn of(purpose: Purpose, seen: &View) -> Option<HintPurpose> {
        let is_seen = |piece: Placed| seen.glyph(piece.at) == Some(piece.glyph);
        match purpose {
            Purpose::Only => Some(HintPurpose::Only),
            Purpose::Captures(piece) if is_seen(piece) => Some(HintPurpose::Captures(piece.at)),
            Purpose::Saves(piece) if is_seen(piece) => Some(HintPurpose::Saves(piece.at)),
            Purpose::Attacks(piece) if is_seen(piece) => Some(HintPurpose::Attacks(piece.at)),
            _ => None,
        }
    }
}

impl fmt::Debug for MoveHint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MoveHint({})", self.n_inputs)
    }
}

/// The help that a player got against the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HintUsage {
    /// The number of hints.
    pub n_hints: u16,
    /// The number of takebacks.
    pub n_takebacks: u16,
    /// The last hint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hint: Option<MoveHint>,
}

impl HintUsage {
    /// Returns the last hint, which only its player can see.
    pub fn hint(&self) -> Option<MoveHint> {
        self.hint
    }

    /// Forgets the hint, which only its player may see.
    pub(crate) fn forget_hint(&mut self) {
        self.hint = None;
    }

    /// Counts one more takeback.
    pub(crate) fn take_back(&mut self) {
        self.n_takebacks = self.n_takebacks.saturating_add(1);
    }

    /// Counts one more hint.
    fn give(&mut self, hint: MoveHint) {
        self.n_hints = self.n_hints.saturating_add(1);
        self.hint = Some(hint);
    }
}

/// A hint as it is shown.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownHint {
    /// The id of the match.
    pub id: MatchId,
    /// The hint.
    pub hint: MoveHint,
    /// The move in short notation.
    pub caption: String,
    /// The piece that moves, if the action moves one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mover: Option<HintMover>,
    /// The number of hints that its player has got in the match.
    pub n_hints: u16,
}

/// A piece that a hint moves.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct HintMover {
    /// The variant, which names the piece.
    pub variant: Variant,
    /// The piece. Its side is not stored.
    #[serde(with = "kind")]
    pub piece: Glyph,
}

impl HintMover {
    /// Returns the piece that a legal action moves on the board.
    fn of(game: &Game, action: Action) -> Option<HintMover> {
        let (Next::Decision(seat), Some(from)) = (game.next(), action.origin()) else {
            return None;
        };
        let piece = game.seat_view(seat).as_view().glyph(from)?;
        Some(HintMover {
            variant: game.variant(),
            piece,
        })
    }
}

/// Stores a piece by the name of its kind.
mod kind {
    use rules::Glyph;
    use serde::{
        Deserialize as _, Deserializer, Serialize as _, Serializer,
        de::{Error as _, Unexpected},
    };

    pub(super) fn serialize<S: Serializer>(piece: &Glyph, out: S) -> Result<S::Ok, S::Error> {
        piece.name().serialize(out)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Glyph, D::Error> {
        let name = String::deserialize(from)?;
        let named = Glyph::ALL.into_iter().find(|glyph| glyph.name() == name);
        named.ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&name), &"piece"))
    }
}

impl ShownHint {
    fn of(live: &Live, hint: MoveHint) -> ShownHint {
        ShownHint {
            id: live.game_match.id,
            hint,
            caption: live.game.caption(hint.action),
            mover: HintMover::of(&live.game, hint.action),
            n_hints: live.game_match.state.hint_usage.n_hints,
        }
    }
}

impl MoveHint {
    /// Returns the found move as a hint for a player who sees `seen`.
    fn of(found: &EngineMove, seen: &View) -> MoveHint {
        let EngineMove {
            id: _,
            n_inputs,
            action,
            expected,
            sure_in,
            purpose,
        } = *found;
        MoveHint {
            n_inputs,
            action,
            expected,
            sure_in,
            purpose: purpose.and_then(|purpose| HintPurpose::of(purpose, seen)),
        }
    }
}

impl Asker<'_> {
    /// Shows the best move that the program finds in place of the speaker, and counts that once for each number of inputs.
    pub(crate) fn hint(
        &self,
        match_id: Option<MatchId>,
        n_inputs: Option<usize>,
    ) -> Result<Outcome, Interrupt> {
        let id = self.find_mine(match_id, true)?;
        let Seated { live, seat } = self.seated(id)?;
        if !live.game_match.is_engine(!seat) {
            return Err(text::refusal_hint_against_people(id).into());
        }
        let seated = self.deciding(self.seated(id)?)?;
        let Seated { mut live, seat } =
            seated.at(n_inputs.unwrap_or(live.game_match.state.n_inputs))?;
        let MatchState {
            n_inputs,
            hint_usage,
            ..
        } = live.game_match.state;
        if let Some(hint) = hint_usage.hint.filter(|hint| hint.n_inputs == n_inputs) {
            return reply_with(Reply::Hint(ShownHint::of(&live, hint)));
        }
        let Some(found) = &self.state().loaded.hint else {
            return Err(match EngineQuestion::for_opponent(&live) {
                Some(question) => Read::Hint(Box::new(question)).into(),
                None => text::refusal_hint_outdated(id).into(),
            });
        };
        if (found.id, found.n_inputs) != (id, n_inputs) || live.game.why_not(found.action).is_some()
        {
            return Err(text::refusal_hint_outdated(id).into());
        }
        let hint = MoveHint::of(found, live.game.seat_view(seat).as_view());
        let game_match = Arc::make_mut(&mut live.game_match);
        game_match.state.hint_usage.give(hint);
        let shown = ShownHint::of(&live, hint);
        let change = self.context.change(live);
        self.context.done(change, Done::Hint(shown))
    }
}

impl EngineQuestion {
    /// Returns the question about the decision of the program's opponent, if that side is to decide.
    pub(crate) fn for_opponent(live: &Live) -> Option<EngineQuestion> {
        let Stage::Playing(seats) = &live.game_match.stage else {
            return None;
        };
        match live.game.next() {
            Next::Decision(seat) if seats[!seat].is_program() => {
                Some(EngineQuestion::hint(live.clone(), seat))
            }
            _ => None,
        }
    }
}
