//! Matches against the program itself: the questions to the engine, and the outcome of its answers.

#[cfg(test)]
mod tests;

use std::{collections::BTreeSet, time::Duration};

use engine::Level;
use rules::{Action, Color, Conclusion, Next, ReplayError, SeatHistory, Variant};
use serde::{Deserialize, Serialize};

use crate::{
    BotTime, DeliveryKind, EngineMove, Identity, Live, Match, Outcome, PlayDone, Player, Refusal,
    Rows, Stage,
    decision::{change::Change, context::Context, interrupt::Interrupt, seat::Seated},
    match_store::{
        entries::keys_under,
        schema::{MINE_OF_PROGRAM, last_id},
        state::is_default,
    },
};
use api::{MatchId, Platform, StoreError, UserId};
use command::{OfferKind, program_at};
use text::{Text, arg};

/// The level of the program if none is chosen.
pub const USUAL_LEVEL: Level = Level::new(3).expect("3 is a level");

/// The time in which other people can accept a challenge before the program offers to.
pub(crate) const OFFERS_AFTER_OPENING: Duration = Duration::from_secs(60);

/// The expected result, in thousandths of a win, below which the program considers a match lost.
const LOST: u16 = 30;
/// The number of its moves in a row with such a result after which it resigns.
const MOST_LOST: u8 = 5;
/// The highest expected result, in thousandths of a win, at which it accepts a draw.
const TAKES_DRAW: u16 = 520;
/// The number of turns of each side before which it accepts and offers no draw.
const DRAW_AFTER: u32 = 20;
/// The number of turns of each side between two answers to a draw offer: each answer reveals its expectation.
const DRAW_AGAIN_AFTER: u32 = 10;
/// The number of turns of each side from which it offers a draw.
const OFFERS_AFTER: u32 = 40;
/// The largest difference from an even result, in thousandths of a win, at which it offers a draw.
const EVEN: u16 = 20;
/// The number of its moves in a row with such a result after which it offers a draw.
const MOST_EVEN: u8 = 8;

/// The memory of the program of a match that it plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineState {
    /// The result that it expected at its last move, in thousandths of a win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<u16>,
    /// The number of its last moves in a row at which it considered the match lost.
    #[serde(default, skip_serializing_if = "is_default")]
    pub n_lost: u8,
    /// The number of its last moves in a row at which it considered the match even.
    #[serde(default, skip_serializing_if = "is_default")]
    pub n_even: u8,
    /// The number of finished turns when it last declined a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declined_at: Option<u32>,
    /// The moment at which it offers to accept a challenge that no one else has accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offers_at: Option<BotTime>,
}

impl EngineState {
    /// Forgets the expectations after a takeback. A later draw offer then reveals no more than before.
    pub(crate) fn forget(&mut self) {
        *self = EngineState {
            declined_at: self.declined_at,
            offers_at: self.offers_at,
            ..EngineState::default()
        };
    }

    /// Records the expected result at one more move.
    fn expects(&mut self, expected: u16) {
        let counted = |n: u8, goes_on: bool| if goes_on { n.saturating_add(1) } else { 0 };
        self.n_lost = counted(self.n_lost, expected < LOST);
        self.n_even = counted(self.n_even, expected.abs_diff(500) <= EVEN);
        self.expected = Some(expected);
    }
}

impl Player {
    /// Returns the program at this level as a player.
    pub fn program(level: Level) -> Player {
        Player::from(&Identity::from(program_at(level)))
    }

    /// Tells whether this player is the program.
    pub fn is_program(&self) -> bool {
        self.id.platform == Platform::Engine
    }

    /// Returns the level of the program, if this player is the program.
    pub fn level(&self) -> Option<Level> {
        self.is_program().then(|| level_of(&self.id))
    }
}

/// Returns the level of the program with this id; the usual one if the id names none.
pub(crate) fn level_of(program: &UserId) -> Level {
    let level = program.id.parse().ok().and_then(Level::new);
    level.unwrap_or(USUAL_LEVEL)
}

impl Match {
    /// Tells whether it is, or is to be, played against the program.
    pub fn is_against_program(&self) -> bool {
        self.players().into_iter().any(Player::is_program)
    }

    /// Tells whether the program offers to accept this challenge, because no one else has for a while.
    pub(crate) fn offers_program(&self) -> bool {
        self.stage == Stage::Challenge
            && self.challenged.is_none()
            && self.state.engine.offers_at.is_none()
    }
}

impl Change {
    /// Has the program offer to accept this challenge, if no one else has accepted it by now.
    pub(crate) fn offer_program(&mut self, now: BotTime) {
        let game_match = self.game_match();
        let offers_at = game_match.state.engine.offers_at;
        if offers_at.is_none_or(|at| at > now) {
            return;
        }
        game_match.state.engine.offers_at = None;
        self.show_challenge(DeliveryKind::ChallengeOpen);
    }
}

/// A question to the engine: a decision in a match. It reveals only the knowledge of the deciding seat.
#[derive(Clone)]
pub struct EngineQuestion {
    live: Live,
    seat: Color,
    purpose: Purpose,
}

/// The purpose of an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// The program plays it, at this level.
    Play(Level),
    /// The bot shows it to the opponent of the program.
    Hint,
}

/// The number of nodes searched for a hint: about half a second of thinking.
const HINT_NODES: u64 = 400_000;

impl EngineQuestion {
    /// Returns the question that a match asks now, if any.
    pub fn of(live: &Live) -> Option<EngineQuestion> {
        let game_match = &live.game_match;
        let (Stage::Playing(seats), None, Next::Decision(seat)) =
            (&game_match.stage, game_match.state.paused, live.game.next())
        else {
            return None;
        };
        seats[seat].is_program().then(|| EngineQuestion {
            live: live.clone(),
            seat,
            purpose: Purpose::Play(level_of(&seats[seat].id)),
        })
    }

    /// Returns the question for a hint to the player of this side.
    pub(crate) fn hint(live: Live, seat: Color) -> EngineQuestion {
        EngineQuestion {
            live,
            seat,
            purpose: Purpose::Hint,
        }
    }

    /// Returns the unique id of the question. For a move it is the id of the request that answers it: `engine:4kq0z-12`.
    pub fn id(&self) -> String {
        let Match { id, state, .. } = &*self.live.game_match;
        let n_inputs = state.n_inputs;
        match self.purpose {
            Purpose::Play(_) => format!("engine:{id}-{n_inputs}"),
            Purpose::Hint => format!("hint:{id}-{n_inputs}"),
        }
    }

    /// Returns the id of the match.
    pub fn match_id(&self) -> MatchId {
        self.live.game_match.id
    }

    /// Returns the person who waits for the answer.
    pub fn person(&self) -> Option<&UserId> {
        let seats = self.live.game_match.seats()?;
        match self.purpose {
            Purpose::Play(_) => Some(&seats[!self.seat].id),
            Purpose::Hint => Some(&seats[self.seat].id),
        }
    }

    /// Returns the variant.
    pub fn variant(&self) -> Variant {
        self.live.game_match.setup.variant()
    }

    /// Tells whether the question is for a hint, not for a move of the program.
    pub fn is_hint(&self) -> bool {
        self.purpose == Purpose::Hint
    }

    /// Returns the level at which to play.
    pub fn level(&self) -> Level {
        match self.purpose {
            Purpose::Play(level) => level,
            Purpose::Hint => Level::STRONGEST,
        }
    }

    /// Returns the maximum number of nodes to search.
    pub fn nodes(&self) -> u64 {
        match self.purpose {
            Purpose::Play(level) => level.nodes(self.variant()),
            Purpose::Hint => HINT_NODES,
        }
    }

    /// Tells whether it continues a turn of which others have seen the first part, such as a bonus.
    pub fn goes_on(&self) -> bool {
        let view = self.live.game.seat_view(self.seat);
        let turn = view.as_view().turn.as_ref();
        turn.is_some_and(|turn| turn.color == self.seat)
    }

    /// Returns all that the engine may know for the answer.
    ///
    /// # Errors
    ///
    /// The record cannot be played.
    pub fn seat_history(&self) -> Result<SeatHistory, ReplayError> {
        SeatHistory::of(&self.live.record(), self.seat)
    }

    /// Picks a legal action by a number, for want of a better one.
    pub fn any(&self, number: u64) -> Option<Action> {
        let actions = self.live.game.legal_list();
        let n = u64::try_from(actions.len()).ok().filter(|n| *n > 0)?;
        actions.get(usize::try_from(number % n).ok()?).copied()
    }

    /// Returns the answer: the action, and the expected result from 0 to 1, if known.
    pub fn answered(&self, action: Action, expected: Option<f64>) -> EngineMove {
        EngineMove {
            id: self.live.game_match.id,
            n_inputs: self.live.game_match.state.n_inputs,
            action,
            expected: expected.map(thousandths),
            sure_in: None,
            purpose: None,
        }
    }
}

/// Converts a result from 0 to 1 to thousandths.
fn thousandths(expected: f64) -> u16 {
    let rounded = (expected.clamp(0.0, 1.0) * 1000.0).round();
    (0..=1000).find(|n| f64::from(*n) >= rounded).unwrap_or(500)
}

/// Returns the open questions of some matches. Leaves out damaged matches.
///
/// # Errors
///
/// The store cannot be read.
pub fn open_questions(
    rows: &dyn Rows,
    ids: BTreeSet<MatchId>,
) -> Result<Vec<EngineQuestion>, StoreError> {
    let questions = ids.into_iter().map(|id| open_question(rows, id));
    questions.filter_map(Result::transpose).collect()
}

fn open_question(rows: &dyn Rows, id: MatchId) -> Result<Option<EngineQuestion>, StoreError> {
    match Live::load(rows, id) {
        Ok(live) => Ok(live.as_ref().and_then(EngineQuestion::of)),
        Err(StoreError::Damaged { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the matches that the program plays.
///
/// # Errors
///
/// The store cannot be read.
pub fn matches_of_program(rows: &dyn Rows) -> Result<BTreeSet<MatchId>, StoreError> {
    let keys = keys_under(rows, MINE_OF_PROGRAM)?;
    Ok(keys.iter().filter_map(|key| last_id(key)).collect())
}

impl Context<'_> {
    /// Plays a move for the program; has it resign instead, or offer a draw with the move.
    pub(crate) fn play_for_engine(self, played: &EngineMove) -> Result<Outcome, Interrupt> {
        let mut live = self.state.live(played.id)?.clone();
        let (Stage::Playing(seats), Next::Decision(seat)) =
            (&live.game_match.stage, live.game.next())
        else {
            return Err(text::refusal_stale(played.id).into());
        };
        if !seats[seat].is_program() {
            return Err(text::refusal_not_a_player(played.id).into());
        }
        if live.game_match.state.paused.is_some() {
            return Err(text::refusal_paused(played.id).into());
        }
        live = Seated { live, seat }.at(played.n_inputs)?.live;
        if let Some(why) = live.game.why_not(played.action) {
            let text = played.action.to_string();
            return Err(Refusal::IllegalMove { text, why }.into());
        }
        if let Some(expected) = played.expected {
            let game_match = std::sync::Arc::make_mut(&mut live.game_match);
            game_match.state.engine.expects(expected);
        }
        let engine = live.game_match.state.engine;
        if engine.n_lost >= MOST_LOST {
            let conclusion = Conclusion::Resigned(seat);
            return self.conclude(live, conclusion, PlayDone::Resigned(played.id));
        }
        let offers = engine.n_even >= MOST_EVEN
            && live.game_match.state.offered[seat].may_offer(OfferKind::Draw)
            && live.game.turns() / 2 >= OFFERS_AFTER;
        self.act(Seated { live, seat }, played.action, |change| {
            if offers {
                offer_draw(change, seat);
            }
        })
    }
}

/// Offers a draw with a move, unless the move ends the game or the turn continues.
fn offer_draw(change: &mut Change, seat: Color) {
    if change.live.game.next() != Next::Decision(!seat)
        || change.live.game_match.state.offer.is_some()
    {
        return;
    }
    change.offer(OfferKind::Draw, seat);
    // The program counts even results from zero before it offers another.
    change.game_match().state.engine.n_even = 0;
}

/// Tells whether the program accepts a draw offer.
///
/// # Errors
///
/// The program does not answer now; the text gives the reason.
pub(crate) fn takes_draw(live: &Live, id: MatchId) -> Result<bool, Text> {
    let turns = live.game.turns();
    if turns / 2 < DRAW_AFTER {
        return Err(text::refusal_program_draws_later(DRAW_AFTER));
    }
    let is_deciding = match (&live.game_match.stage, live.game.next()) {
        (Stage::Playing(seats), Next::Decision(seat)) => seats[seat].is_program(),
        _ => true,
    };
    let engine = live.game_match.state.engine;
    // Its expectation before the newest move of its opponent does not predict its next one.
    let expected = match engine.expected {
        Some(expected) if !is_deciding => expected,
        _ => return Err(text::refusal_program_thinks(id)),
    };
    let again_at = engine.declined_at.map(|at| at + 2 * DRAW_AGAIN_AFTER);
    if let Some(left) = again_at
        .and_then(|at| at.checked_sub(turns))
        .filter(|left| *left > 0)
    {
        return Err(text::refusal_program_declined(
            arg::id(id),
            arg::turns(left.div_ceil(2)),
        ));
    }
    Ok(expected <= TAKES_DRAW)
}
