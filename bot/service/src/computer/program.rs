//! Matches against the program itself: what it is asked to think about, and what follows from its answers.

#[cfg(test)]
mod tests;

use std::{collections::BTreeSet, time::Duration};

use engine::Level;
use rules::{Action, Color, Conclusion, Next, PendingDecision, ReplayError, SeatHistory, Variant};
use serde::{Deserialize, Serialize};

use crate::{
    BotTime, DeliveryKind, Done, Effects, EngineMove, Identity, Live, Match, Offer, Player,
    Refusal, Rows, Stage,
    decision::{change::Change, context::Context, interrupt::Interrupt, seat::Seated},
    match_store::{
        entries::keys_under,
        schema::{MINE_OF_PROGRAM, last_id},
    },
};
use api::{MatchId, Platform, StoreError, UserId};
use command::{OfferKind, program_at};
use text::{Text, arg};

/// How well the program plays if nobody says.
pub const USUAL_LEVEL: Level = Level::new(3).expect("3 is a level");

/// For how long other people may take a challenge before the program offers to.
pub(crate) const OFFERS_AFTER_OPENING: Duration = Duration::from_secs(60);

/// Below this result, in thousandths of a win, it thinks that it has lost.
const LOST: u16 = 30;
/// After so many of its own moves with such a result it resigns.
const MOST_LOST: u8 = 5;
/// Up to this result it takes a draw.
const TAKES_DRAW: u16 = 520;
/// Before so many turns of each side it takes and offers none.
const DRAW_AFTER: u32 = 20;
/// Once it has declined one, it answers none before so many more turns of each side: each answer tells how it stands.
const DRAW_AGAIN_AFTER: u32 = 10;
/// From so many turns of each side on it offers one.
const OFFERS_AFTER: u32 = 40;
/// How far from even a result may be that it offers a draw at.
const EVEN: u16 = 20;
/// After so many of its own moves with such a result it offers one.
const MOST_EVEN: u8 = 8;

/// What the program remembers of a match that it plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineState {
    /// What it expected at its last move, in thousandths of a win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<u16>,
    /// At how many of its last moves it thought that it had lost.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub n_lost: u8,
    /// At how many of its last moves it thought that neither side was better.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub n_even: u8,
    /// How many turns had been finished when it declined a draw last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declined_at: Option<u32>,
    /// When it offers to take a challenge that nobody else has taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offers_at: Option<BotTime>,
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

impl EngineState {
    /// Forgets what was expected, because moves were taken back. Whoever asks for a draw then learns no more than before.
    pub(crate) fn forget(&mut self) {
        *self = EngineState {
            declined_at: self.declined_at,
            offers_at: self.offers_at,
            ..EngineState::default()
        };
    }

    /// Takes note of what is expected at one more move.
    fn expects(&mut self, expected: u16) {
        let counted = |n: u8, goes_on: bool| if goes_on { n.saturating_add(1) } else { 0 };
        self.n_lost = counted(self.n_lost, expected < LOST);
        self.n_even = counted(self.n_even, expected.abs_diff(500) <= EVEN);
        self.expected = Some(expected);
    }
}

impl Player {
    /// The program, playing as well as this.
    pub fn program(level: Level) -> Player {
        Player::from(&Identity::from(program_at(level)))
    }

    /// Whether this is the program.
    pub fn is_program(&self) -> bool {
        self.id.platform == Platform::Engine
    }
}

/// How well the program plays that goes by this id; as usual, if it tells nothing of that.
pub(crate) fn level_of(program: &UserId) -> Level {
    let level = program.id.parse().ok().and_then(Level::new);
    level.unwrap_or(USUAL_LEVEL)
}

impl Match {
    /// Whether it is, or is to be, played against the program.
    pub fn is_against_program(&self) -> bool {
        self.players().into_iter().any(Player::is_program)
    }

    /// Whether the program offers to take it, as nobody else has for a while.
    pub(crate) fn offers_program(&self) -> bool {
        self.stage == Stage::Challenge && self.challenged.is_none() && self.mind.offers_at.is_none()
    }
}

impl Change {
    /// Has the program offer to take a challenge that nobody else has taken by now.
    pub(crate) fn offer_program(&mut self, now: BotTime) {
        let game_match = self.game_match();
        let is_time = game_match.mind.offers_at.is_some_and(|at| at <= now);
        if game_match.stage != Stage::Challenge || !is_time {
            return;
        }
        game_match.mind.offers_at = None;
        let before = game_match.board.take();
        let board = self.say_and_settle(DeliveryKind::ChallengeOpen, before);
        self.game_match().board = Some(board);
    }
}

/// Something that the program is to think about: a decision in a match. Of the match it gives nothing away but what the
/// seat that decides was told.
#[derive(Clone)]
pub struct EngineQuestion {
    live: Live,
    seat: Color,
    purpose: Purpose,
}

/// What an answer is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// The program plays it, as well as this.
    Play(Level),
    /// Its opponent is told it.
    Hint,
}

/// How many positions are looked at for a hint: about half a second of thinking.
const HINT_NODES: u64 = 400_000;

impl EngineQuestion {
    /// What is to be thought about in a match as it is now, if anything is.
    pub fn of(live: &Live) -> Option<EngineQuestion> {
        let game_match = &live.game_match;
        let (Stage::Playing(seats), None, Next::Decision(seat)) =
            (&game_match.stage, game_match.paused, live.game.next())
        else {
            return None;
        };
        seats[seat].is_program().then(|| EngineQuestion {
            live: live.clone(),
            seat,
            purpose: Purpose::Play(level_of(&seats[seat].id)),
        })
    }

    /// What this side could play, to be told to who plays it.
    pub(crate) fn hint(live: Live, seat: Color) -> EngineQuestion {
        EngineQuestion {
            live,
            seat,
            purpose: Purpose::Hint,
        }
    }

    /// What tells it from all others. For a move it is the id of the input that answers it: `engine:4kq0z-12`.
    pub fn id(&self) -> String {
        let Match { id, ply, .. } = &*self.live.game_match;
        match self.purpose {
            Purpose::Play(_) => format!("engine:{id}-{ply}"),
            Purpose::Hint => format!("hint:{id}-{ply}"),
        }
    }

    /// The match.
    pub fn match_id(&self) -> MatchId {
        self.live.game_match.id
    }

    /// Who waits for the answer.
    pub fn person(&self) -> Option<&UserId> {
        let seats = self.live.game_match.seats()?;
        match self.purpose {
            Purpose::Play(_) => Some(&seats[!self.seat].id),
            Purpose::Hint => Some(&seats[self.seat].id),
        }
    }

    /// What is played.
    pub fn variant(&self) -> Variant {
        self.live.game_match.setup.variant()
    }

    /// Whether it is asked for somebody else to play.
    pub fn is_hint(&self) -> bool {
        self.purpose == Purpose::Hint
    }

    /// How well it is to be played.
    pub fn level(&self) -> Level {
        match self.purpose {
            Purpose::Play(level) => level,
            Purpose::Hint => Level::STRONGEST,
        }
    }

    /// How many positions are to be looked at for it at most.
    pub fn nodes(&self) -> u64 {
        match self.purpose {
            Purpose::Play(level) => level.nodes(self.variant()),
            Purpose::Hint => HINT_NODES,
        }
    }

    /// Whether it goes on with a turn of which others have seen the first part, such as a bonus.
    pub fn goes_on(&self) -> bool {
        self.live.game.pending() != Some(PendingDecision::Move)
    }

    /// All that may be known for the answer.
    ///
    /// # Errors
    ///
    /// The record cannot be played.
    pub fn seat_history(&self) -> Result<SeatHistory, ReplayError> {
        SeatHistory::of(&self.live.record(), self.seat)
    }

    /// A legal decision, picked by a number, for want of a better one.
    pub fn any(&self, number: u64) -> Option<Action> {
        let mut actions = Vec::new();
        self.live.game.actions(&mut actions);
        let n = u64::try_from(actions.len()).ok().filter(|n| *n > 0)?;
        actions.get(usize::try_from(number % n).ok()?).copied()
    }

    /// The answer: what to play, and the result that is expected, from 0 to 1, if that is known.
    pub fn answered(&self, action: Action, expected: Option<f64>) -> EngineMove {
        EngineMove {
            id: self.live.game_match.id,
            ply: self.live.game_match.ply,
            action,
            expected: expected.map(thousandths),
            sure_in: None,
            purpose: None,
        }
    }
}

/// A result from 0 to 1 in thousandths.
fn thousandths(expected: f64) -> u16 {
    let rounded = (expected.clamp(0.0, 1.0) * 1000.0).round();
    (0..=1000).find(|n| f64::from(*n) >= rounded).unwrap_or(500)
}

/// All that is to be thought about in some matches. What is damaged is left out.
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

/// The matches that the program plays.
///
/// # Errors
///
/// The store cannot be read.
pub fn matches_of_program(rows: &dyn Rows) -> Result<BTreeSet<MatchId>, StoreError> {
    let keys = keys_under(rows, MINE_OF_PROGRAM)?;
    Ok(keys.iter().filter_map(|key| last_id(key)).collect())
}

impl Context<'_> {
    /// Plays a move for the program, or has it resign, or offer a draw besides.
    pub(crate) fn play_for_engine(self, played: &EngineMove) -> Result<Effects, Interrupt> {
        let mut live = self.state.live(played.id)?.clone();
        let (Stage::Playing(seats), Next::Decision(seat)) =
            (&live.game_match.stage, live.game.next())
        else {
            return Err(text::refusal_stale(played.id).into());
        };
        if !seats[seat].is_program() {
            return Err(text::refusal_not_a_player(played.id).into());
        }
        if live.game_match.paused.is_some() {
            return Err(text::refusal_paused(played.id).into());
        }
        live = Seated { live, seat }.at(played.ply)?.live;
        if let Some(why) = live.game.why_not(played.action) {
            let text = played.action.to_string();
            return Err(Refusal::IllegalMove { text, why }.into());
        }
        if let Some(expected) = played.expected {
            let game_match = std::sync::Arc::make_mut(&mut live.game_match);
            game_match.mind.expects(expected);
        }
        let mind = live.game_match.mind;
        if mind.n_lost >= MOST_LOST {
            let conclusion = Conclusion::Resigned(seat);
            return self.conclude(live, conclusion, Done::Resigned(played.id));
        }
        let offers = mind.n_even >= MOST_EVEN
            && live.game_match.offered[seat].may_offer(OfferKind::Draw)
            && live.game.turns() / 2 >= OFFERS_AFTER;
        self.act_and(Seated { live, seat }, played.action, |change| {
            if offers {
                offer_draw(change, seat);
            }
        })
    }
}

/// Offers a draw with a move, unless that has ended the game or its turn goes on.
fn offer_draw(change: &mut Change, seat: Color) {
    if change.live.game.next() != Next::Decision(!seat) || change.live.game_match.offer.is_some() {
        return;
    }
    let row = change.enqueue(DeliveryKind::Offer(OfferKind::Draw, seat));
    let game_match = change.game_match();
    // It thinks again before it offers another.
    game_match.mind.n_even = 0;
    game_match.offered[seat].count(OfferKind::Draw);
    game_match.offer = Some(Offer {
        kind: OfferKind::Draw,
        by: seat,
        row,
        ply: game_match.ply,
    });
}

/// Whether the program takes a draw that is offered to it.
///
/// # Errors
///
/// It does not answer now, and why.
pub(crate) fn takes_draw(live: &Live, id: MatchId) -> Result<bool, Text> {
    let turns = live.game.turns();
    if turns / 2 < DRAW_AFTER {
        return Err(text::refusal_program_draws_later(
            arg::id(id),
            arg::turns(DRAW_AFTER),
        ));
    }
    let is_deciding = match (&live.game_match.stage, live.game.next()) {
        (Stage::Playing(seats), Next::Decision(seat)) => seats[seat].is_program(),
        _ => true,
    };
    let mind = live.game_match.mind;
    // What it thought before the newest move of its opponent says nothing of what it will think.
    let expected = match mind.expected {
        Some(expected) if !is_deciding => expected,
        _ => return Err(text::refusal_program_thinks(id)),
    };
    let again_at = mind.declined_at.map(|at| at + 2 * DRAW_AGAIN_AFTER);
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
