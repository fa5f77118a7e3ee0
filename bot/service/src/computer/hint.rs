//! Hints: what the program would play in the place of who plays against it. They know no more than whoever asks.

use std::{fmt, sync::Arc};

use engine::Purpose;
use rules::{Action, Next, Placed, Square, View};
use serde::{Deserialize, Serialize};

use crate::{
    Done, Effects, EngineMove, EngineQuestion, Live, Match, Need, QueryReply, Stage,
    decision::{
        context::{Asker, reply_with},
        interrupt::Interrupt,
        seat::Seated,
    },
    match_store::codec,
};
use api::MatchId;

/// A move that the program would play for its opponent.
///
/// It rests on what its seat alone may know, so `Debug` does not show it.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveHint {
    /// At which ply.
    pub ply: usize,
    /// What it does.
    #[serde(with = "codec::text")]
    pub action: Action,
    /// The result that is expected for its seat, in thousandths of a win, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<u16>,
    /// How many plies a sure win takes at most; negative for a sure loss, and none if neither is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sure_in: Option<i16>,
    /// What the move is for, if that can be said in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<HintPurpose>,
}

/// What a hint is for, beside the end of the game. The squares are those of pieces that its player sees.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HintPurpose {
    /// There is no other move.
    Only,
    /// It captures the piece there.
    Captures(#[serde(with = "codec::text")] Square),
    /// It saves the piece there.
    Saves(#[serde(with = "codec::text")] Square),
    /// It attacks the piece there.
    Attacks(#[serde(with = "codec::text")] Square),
}

impl HintPurpose {
    /// What a player who sees this is told of it. Of a piece that the engine only believes to be there nothing is said.
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
        write!(f, "MoveHint({})", self.ply)
    }
}

/// What has helped a player against the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HintUsage {
    /// How many hints they got.
    pub n_hints: u16,
    /// How often they took a turn back.
    pub n_takebacks: u16,
    /// The last hint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hint: Option<MoveHint>,
}

impl HintUsage {
    /// The last hint, for nobody but the player who got it.
    pub fn hint(&self) -> Option<MoveHint> {
        self.hint
    }

    /// Forgets what was told to its player alone.
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

/// A hint as it is told.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownHint {
    /// In which match.
    pub id: MatchId,
    /// The hint.
    pub hint: MoveHint,
    /// Its move in short notation.
    pub caption: String,
    /// How many hints its player has got in the match.
    pub n_hints: u16,
}

impl ShownHint {
    fn of(live: &Live, hint: MoveHint) -> ShownHint {
        ShownHint {
            id: live.game_match.id,
            hint,
            caption: live.game.caption(hint.action),
            n_hints: live.game_match.aids.n_hints,
        }
    }
}

impl MoveHint {
    /// What was found, for a player who sees this.
    fn of(found: &EngineMove, seen: &View) -> MoveHint {
        let EngineMove {
            id: _,
            ply,
            action,
            expected,
            sure_in,
            purpose,
        } = *found;
        MoveHint {
            ply,
            action,
            expected,
            sure_in,
            purpose: purpose.and_then(|purpose| HintPurpose::of(purpose, seen)),
        }
    }
}

impl Asker<'_> {
    /// Tells what the program would play in the place of the speaker, and counts that once for each ply.
    pub(crate) fn hint(
        &self,
        which: Option<MatchId>,
        ply: Option<usize>,
    ) -> Result<Effects, Interrupt> {
        let id = self.find_mine(which, true)?;
        let Seated { live, seat } = self.seated(id)?;
        if !live.game_match.is_engine(!seat) {
            return Err(text::refusal_hint_against_people(id).into());
        }
        let seated = self.deciding(id)?;
        let Seated { mut live, seat } = seated.at(ply.unwrap_or(live.game_match.ply))?;
        let Match { ply, aids, .. } = *live.game_match;
        if let Some(hint) = aids.hint.filter(|hint| hint.ply == ply) {
            return reply_with(QueryReply::Hint(ShownHint::of(&live, hint)));
        }
        let found = match &self.state().hint {
            Some(found) => found,
            None if EngineQuestion::for_opponent(&live).is_some() => {
                return Err(Need::Hint(id).into());
            }
            None => return Err(text::refusal_hint_outdated(id).into()),
        };
        if (found.id, found.ply) != (id, ply) || live.game.why_not(found.action).is_some() {
            return Err(text::refusal_hint_outdated(id).into());
        }
        let hint = MoveHint::of(found, live.game.seat_view(seat).as_view());
        let game_match = Arc::make_mut(&mut live.game_match);
        game_match.aids.give(hint);
        let shown = ShownHint::of(&live, hint);
        let change = self.context.change(live);
        self.context.done(change, Done::Hinted(shown))
    }
}

impl EngineQuestion {
    /// What the opponent of the program is to think about, if anything.
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
