//! All that is kept of somebody, for themselves.

use serde_json::Value;

use crate::{
    Blocks, Effects, Ladder, Player, QueryReply, Seen, ShownPlan, Stage,
    community::ratings::rating_key,
    decision::{
        context::{Asker, reply_with},
        interrupt::Interrupt,
        state::{Found, List},
    },
    match_store::{
        schema::{blocks_key, pace_key, person_key, puzzles_key, user_key, vacation_key},
        storage::Stored,
    },
};
use api::{MatchId, UserId};

/// How many matches that are over a file holds, so that every platform takes it.
const MOST: usize = 300;

/// Whom somebody has blocked, in their file.
const BLOCKED: &str = "blocked_people";

/// What is kept of somebody.
pub struct MyData {
    /// Who, by the name that they have now.
    pub player: Player,
    /// What is kept of them beside matches, by what it is.
    pub rows: Vec<(String, Value)>,
    /// Their matches, as they may know them.
    pub matches: Vec<Seen>,
    /// What they have planned.
    pub plans: Vec<ShownPlan>,
    /// The matches of others that they follow.
    pub follows: Vec<MatchId>,
    /// Older matches of theirs, of which there are too many.
    pub left_out: Vec<MatchId>,
    /// How many of them are damaged.
    pub n_damaged: usize,
}

/// Where it is kept what belongs to a person alone, and what it is.
pub(crate) fn own_rows(user: &UserId) -> Vec<(String, Vec<u8>)> {
    let ratings =
        Ladder::all().map(|ladder| (format!("rating/{ladder}"), rating_key(user, ladder)));
    let others = [
        ("settings".to_owned(), user_key(user)),
        ("accounts".to_owned(), person_key(user)),
        ("vacation".to_owned(), vacation_key(user)),
        (BLOCKED.to_owned(), blocks_key(user)),
        ("last_challenges".to_owned(), pace_key(user)),
        ("puzzles".to_owned(), puzzles_key(user)),
    ];
    others.into_iter().chain(ratings).collect()
}

impl Asker<'_> {
    /// Gives the speaker all that is kept of them.
    pub(crate) fn export_my_data(&self) -> Result<Effects, Interrupt> {
        let player = Player::from(&self.request.speaker);
        let keys = own_rows(&player.id);
        self.state().need_entries(keys.iter().map(|(_, key)| key))?;
        let kept = self.request.kept.as_ref();
        let kept = kept.ok_or_else(text::refusal_mydata_unread)?;
        let of_platform = kept
            .iter()
            .map(|kept| (kept.what.to_owned(), kept.value.clone()));
        let mut rows: Vec<_> = of_platform.collect();
        for (what, key) in keys {
            let value = if what == BLOCKED {
                self.blocked_accounts(&key)?
            } else {
                self.state().entry(&key)?
            };
            rows.extend(value.map(|value| (what, value)));
        }
        let user = || player.id.clone();
        let mine = self.state().listed(List::Mine(user()))?;
        let called = self.state().listed(List::Called(user()))?;
        let past = self.state().list(List::Past(user()))?;
        let newest = &past[..past.len().min(MOST)];
        self.state().need_stored(newest.iter().copied())?;
        let open = mine.matches.iter().chain(&called.matches);
        let mut matches: Vec<_> = open.map(|live| live.seen_by(&player.id)).collect();
        let follows = self.state().list(List::Follows(user()))?.to_vec();
        let mut plans = Vec::new();
        for live in &mine.matches {
            if let (Stage::Playing(_), Some(seat)) =
                (&live.game_match.stage, self.seat_in(&live.game_match))
            {
                plans.push(self.shown_plan(live, seat)?);
            }
        }
        plans.retain(|plan| !plan.lines.is_empty());
        let mut n_damaged = mine.set_aside.len() + called.set_aside.len();
        for id in newest {
            match self.state().stored.get(id) {
                Some(Found::Whole(stored)) => matches.push(stored.seen_by(&player.id)),
                _ => n_damaged += 1,
            }
        }
        let traces = self.state().traces(&self.request.speaker)?;
        let closed = traces
            .matches
            .iter()
            .filter(|(stored, _)| is_closed(stored));
        matches.extend(
            closed
                .take(MOST)
                .map(|(stored, _)| stored.seen_by(&player.id)),
        );
        let left_out = past[newest.len()..].to_vec();
        reply_with(QueryReply::MyDataFile(Box::new(MyData {
            player,
            rows,
            matches,
            plans,
            follows,
            left_out,
            n_damaged,
        })))
    }
}

impl Asker<'_> {
    /// Whom the speaker has blocked, by the accounts that they know: who else these belong to is not theirs to know.
    fn blocked_accounts(&self, key: &[u8]) -> Result<Option<Value>, Interrupt> {
        let blocks: Option<Blocks> = self.state().entry(key)?;
        Ok(blocks.and_then(|mut blocks| {
            for player in &mut blocks.people {
                player.id = player.account.take().unwrap_or_else(|| player.id.clone());
            }
            serde_json::to_value(blocks).ok()
        }))
    }
}

/// Whether it is a challenge that came to nothing. No list of anybody's has it.
fn is_closed(stored: &Stored) -> bool {
    matches!(
        stored.game_match.stage,
        Stage::Declined(_) | Stage::Withdrawn | Stage::Lapsed
    )
}
