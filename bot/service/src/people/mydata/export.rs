//! Exports the stored data of a person to themselves.

use serde_json::Value;

use crate::{
    Blocks, Ladder, MyData, Outcome, PeopleReply, Player, Reply, Stage,
    decision::{
        context::{Asker, reply_with},
        interrupt::Interrupt,
        reads::List,
    },
    match_store::schema::{
        blocks_key, challenge_rate_key, person_key, puzzles_key, rating_key, sessions_key,
        user_key, vacation_key,
    },
};
use api::UserId;

/// The maximum number of finished matches in the file, so that every platform accepts it.
const MOST: usize = 300;

/// The name of the blocks in the file.
const BLOCKED: &str = "blocked_people";

/// Returns the kinds and keys of the rows that belong to one person alone.
pub(crate) fn own_rows(user: &UserId) -> Vec<(String, Vec<u8>)> {
    let ratings =
        Ladder::all().map(|ladder| (format!("rating/{ladder}"), rating_key(user, ladder)));
    let others = [
        ("settings".to_owned(), user_key(user)),
        ("accounts".to_owned(), person_key(user)),
        ("vacation".to_owned(), vacation_key(user)),
        (BLOCKED.to_owned(), blocks_key(user)),
        ("last_challenges".to_owned(), challenge_rate_key(user)),
        ("puzzles".to_owned(), puzzles_key(user)),
    ];
    others.into_iter().chain(ratings).collect()
}

impl Asker<'_> {
    /// Exports the stored data of the speaker.
    pub(crate) fn export_my_data(&self) -> Result<Outcome, Interrupt> {
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
        for account in self.own_accounts()? {
            let sessions = self.state().entry(&sessions_key(&account))?;
            rows.extend(sessions.map(|sessions| (format!("sessions/{account}"), sessions)));
        }
        let mine = self.state().listed(self.own(List::Mine))?;
        let called = self.state().listed(self.own(List::Called))?;
        let past = self.state().list(self.own(List::Past))?;
        let newest = &past[..past.len().min(MOST)];
        let closed = self.state().list(self.own(List::Closed))?;
        let closed = &closed[..closed.len().min(MOST)];
        self.state()
            .need_stored(newest.iter().chain(closed).copied())?;
        let open = mine.matches.iter().chain(&called.matches);
        let mut matches: Vec<_> = open.map(|live| live.seen_by(&player.id)).collect();
        let follows = self.state().list(self.own(List::Follows))?.to_vec();
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
        for id in newest.iter().chain(closed) {
            match self.state().stored(*id) {
                Ok(stored) => matches.push(stored.seen_by(&player.id)),
                Err(_) => n_damaged += 1,
            }
        }
        let left_out = past[newest.len()..].to_vec();
        reply_with(Reply::People(PeopleReply::MyDataFile(Box::new(MyData {
            player,
            rows,
            matches,
            plans,
            follows,
            left_out,
            n_damaged,
        }))))
    }
}

impl Asker<'_> {
    /// Returns the people that the speaker has blocked, by the known accounts, without revealing their other accounts.
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
