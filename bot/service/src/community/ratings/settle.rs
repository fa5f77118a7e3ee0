//! Updates the ratings of the players at the end of a rated match.

use std::collections::BTreeSet;

use rules::{ByColor, Color, Next, Outcome};
use serde::{Deserialize, Serialize};

use super::{Ladder, Rating, Score, board::leaders_key};
use crate::{
    Live, Match, Stage,
    decision::{change::Change, context::Context, interrupt::Interrupt},
    match_store::schema::rating_key,
};

/// The number of turns of both sides together from which a match counts: by then, each side has had one.
const FIRST_TURNS: u32 = 2;

/// The effect of a rated match on the ratings of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatedResult {
    white: RatingChange,
    black: RatingChange,
}

/// The effect of a match on a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingChange {
    /// The rating before the match.
    pub before: i32,
    /// The rating after the match.
    pub after: i32,
    /// True if the rating still rests on few matches.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_provisional: bool,
}

impl RatedResult {
    /// Returns the change of a side's rating.
    pub fn of(&self, side: Color) -> RatingChange {
        match side {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

impl Match {
    /// Tells whether its result changes ratings: it is rated, and two people play it.
    pub(super) fn counts(&self) -> bool {
        let has_engine = Color::ALL.into_iter().any(|side| self.is_engine(side));
        let is_of_two = self
            .seats()
            .is_some_and(|seats| seats.white.id != seats.black.id);
        self.rated && is_of_two && !has_engine
    }
}

/// Returns the score of White, if the end of the match changes ratings.
fn score(live: &Live) -> Option<Score> {
    let Next::Over(outcome) = live.game.next() else {
        return None;
    };
    if live.game.turns() < FIRST_TURNS || !live.game_match.counts() {
        return None;
    }
    match outcome {
        Outcome::Won {
            winner: Color::White,
            ..
        } => Some(Score::Won),
        Outcome::Won { .. } => Some(Score::Lost),
        Outcome::Drawn { .. } => Some(Score::Drawn),
        Outcome::Aborted => None,
    }
}

impl Context<'_> {
    /// Updates the ratings of both players with the request that ends a rated match, and with no other.
    pub(crate) fn settle_ratings(self, change: &mut Change) -> Result<(), Interrupt> {
        let id = change.live.game_match.id;
        let was_playing = self
            .state
            .live(id)
            .is_ok_and(|before| matches!(before.game_match.stage, Stage::Playing(_)));
        let (true, Some(score), Some(seats)) = (
            was_playing,
            score(&change.live),
            change.live.game_match.seats().cloned(),
        ) else {
            return Ok(());
        };
        let game_match = &change.live.game_match;
        let ladder = Ladder::of(&game_match.setup);
        let keys = ByColor::from_fn(|side| rating_key(&seats[side].id, ladder));
        let boards: BTreeSet<_> = game_match
            .places()
            .map(|(_, place)| leaders_key(place.server.as_ref(), place.channel.platform, ladder))
            .collect();
        self.state
            .need_entries([&keys.white, &keys.black].into_iter().chain(&boards))?;
        let before = ByColor {
            white: self.state.entry_or_default::<Rating>(&keys.white)?,
            black: self.state.entry_or_default(&keys.black)?,
        };
        let now = game_match.state.changed;
        let (white, black) = before.white.after(&before.black, id, score, now);
        let after = ByColor { white, black };
        for side in Color::ALL {
            self.rewrite(&mut change.batch, keys[side].clone(), &after[side])?;
        }
        for board in boards {
            let mut leaders: super::Leaders = self.state.entry_or_default(&board)?;
            for side in Color::ALL {
                leaders.note(&seats[side], after[side].shown());
            }
            self.rewrite(&mut change.batch, board, &leaders)?;
        }
        let became = |side: Color| RatingChange {
            before: before[side].shown(),
            after: after[side].shown(),
            is_provisional: after[side].is_provisional(),
        };
        change.game_match().ratings = Some(RatedResult {
            white: became(Color::White),
            black: became(Color::Black),
        });
        Ok(())
    }
}
