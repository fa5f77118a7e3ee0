//! Deletes a person: ends their matches, keeps the records for other players, and removes all other data.

use data_encoding::HEXLOWER;
use rules::Conclusion;
use sha2::{Digest, Sha256};

use crate::{
    Blocks, Done, Followers, Leaders, Live, Match, Outcome, PeopleDone, PeopleReply, PlanDone,
    Player, Reply, Stage, UpkeepDone,
    challenge::lifecycle::close,
    decision::{
        change::Change,
        context::{Asker, Context, reply_with},
        interrupt::Interrupt,
        reads::List,
        state::LoadedValue,
    },
    match_store::{
        entries::edited,
        names::{self, InboxRow},
        personal_data::{PersonalData, has_segment},
        schema::{escaped, inbox_key, kind, match_of},
        storage::{is_at_rest, pack, version_of},
    },
    play::{claim::can_be_aborted, ending::conclude},
};
use api::{Batch, EventId, UserId};
use command::Control;

/// Returns the fingerprint of a person in the button that deletes their data, so that it deletes no other person. It also names
/// an account in the button that unlinks it.
pub(crate) fn fingerprint(user: &UserId) -> String {
    let digest = Sha256::digest(user.to_string());
    HEXLOWER.encode(&digest[..8])
}

/// Tells whether this is the button by which this person deletes their data.
pub fn is_meant_by(control: &Control, user: &UserId) -> bool {
    matches!(control, Control::DeleteMe(Some(whose)) if *whose == fingerprint(user))
}

impl Context<'_> {
    /// Ends one match of a person, or withdraws or declines one challenge. Does nothing if there is none, or if this event has
    /// already deleted the person: later matches continue.
    pub(crate) fn end_one_of(self, user: &UserId, event: &EventId) -> Result<Outcome, Interrupt> {
        let today = self.request.at.day();
        for day in today - 1..=today + 1 {
            let before = self.state.value(&inbox_key(day, &event.to_string()))?;
            if matches!(before, LoadedValue::Found(_)) {
                return Ok(Outcome::from(Reply::Nothing));
            }
        }
        let mine = self.state.listed(List::Mine(user.clone()))?;
        let called = self.state.listed(List::Called(user.clone()))?;
        let Some(live) = mine.matches.iter().chain(&called.matches).next() else {
            return Ok(Outcome::from(Reply::Nothing));
        };
        let mut change = self.change(Live::clone(live));
        end(&mut change, user);
        self.done(change, UpkeepDone::Tidied)
    }
}

/// Ends a match for a person who leaves it.
fn end(change: &mut Change, user: &UserId) {
    let game_match = &change.live.game_match;
    let Some(seat) = game_match.seat_of(user) else {
        let stage = match &game_match.challenged {
            Some(challenged) if challenged.id == *user => Stage::Declined(challenged.clone()),
            _ => Stage::Withdrawn,
        };
        return close(change, stage);
    };
    let conclusion = if can_be_aborted(change.live.game.turns()) {
        Conclusion::Aborted
    } else {
        Conclusion::Resigned(seat)
    };
    conclude(change, conclusion);
}

impl Asker<'_> {
    /// Asks the speaker to confirm the deletion of their data, or deletes it. Their matches have ended before.
    pub(crate) fn delete_me(&self, whose: Option<&str>) -> Result<Outcome, Interrupt> {
        self.check_at_home()?;
        let user = self.user();
        let fingerprint = fingerprint(user);
        match whose {
            None => return reply_with(Reply::People(PeopleReply::AskDelete(fingerprint))),
            Some(whose) if whose != fingerprint => {
                return Err(text::refusal_unknown_control().into());
            }
            Some(_) => {}
        }
        let personal_data = self.state().personal_data(&self.request.speaker)?;
        let mut matches = personal_data.matches.iter();
        if matches.any(|(stored, _)| !is_at_rest(&stored.game_match)) {
            return Err(text::refusal_delete_again().into());
        }
        let n_damaged = personal_data.damaged_matches.len();
        let changes = forget(personal_data, user);
        Ok(self
            .context
            .done_apart(changes, PeopleDone::Deleted { n_damaged }))
    }
}

/// Removes a person from all rows that mention them. A damaged match stays in their lists, so that they can be removed from it
/// once it is repaired.
fn forget(personal_data: &PersonalData, user: &UserId) -> Batch {
    let mut changes = Batch::default();
    for (stored, deliveries) in &personal_data.matches {
        let mut game_match = stored.game_match.clone();
        game_match.replace(user);
        game_match.state.version = version_of(&game_match);
        changes.require(stored.slot.clone());
        let inputs = &stored.record.inputs;
        pack(&game_match, inputs, stored.n_loose(), &mut changes);
        for key in deliveries {
            changes.remove(key.clone());
        }
    }
    let part = format!("/{}", escaped(user));
    let is_own = |key: &[u8]| {
        let of_accounts = [
            b"account/".as_slice(),
            b"code/",
            b"linking/",
            b"news/",
            b"entered/",
            b"sessions/",
        ];
        let is_of_account = of_accounts.iter().any(|prefix| key.starts_with(prefix));
        let is_of_damaged =
            match_of(key).is_some_and(|id| personal_data.damaged_matches.contains(&id));
        (is_of_account || has_segment(key, &part)) && !is_of_damaged
    };
    for key in &personal_data.absent {
        changes.require((key.clone(), None));
    }
    for key in personal_data.damaged.iter().filter(|key| is_own(key)) {
        changes.remove(key.clone());
    }
    for (key, value) in &personal_data.entries {
        if is_own(key) {
            if !value.is_empty() {
                changes.require((key.clone(), Some(value.clone())));
            }
            names::remove(&mut changes, key, Some(value));
        } else if let Some(without) = without(key, value, user) {
            changes.require((key.clone(), Some(value.clone())));
            names::put(&mut changes, key.clone(), Some(value), without);
        }
    }
    changes
}

/// Returns a value without a person.
fn without(key: &[u8], value: &[u8], user: &UserId) -> Option<Vec<u8>> {
    match kind(key) {
        b"blocks" => edited(key, value, |blocks: &mut Blocks| {
            blocks.people.retain(|player| player.id != *user);
        }),
        b"followers" => edited(key, value, |followers: &mut Followers| {
            followers.users.retain(|follower| follower != user);
        }),
        b"leaders" => edited(key, value, |leaders: &mut Leaders| leaders.forget(user)),
        b"inbox" => edited(key, value, |row: &mut InboxRow| {
            row.named.retain(|other| other != user);
            match &mut row.done {
                Done::People(done) => done.forget(),
                Done::Plan(PlanDone::Planned(plan)) => plan.lines.clear(),
                _ => {}
            }
        }),
        _ => None,
    }
}

impl Match {
    /// Replaces a person by a deleted player. Its id names only this match, so that it does not reveal which other matches the
    /// same person played.
    fn replace(&mut self, user: &UserId) {
        let is_challenger = self.challenger.id == *user;
        let role = if is_challenger { "challenger" } else { "other" };
        let id = format!("{}{}-{role}", Player::DELETED_ID, self.id);
        let other = Player::deleted(UserId::new(user.platform, id));
        self.state.hint_usage.forget_hint();
        for player in self.players_mut() {
            if player.id == *user {
                *player = other.clone();
            }
        }
    }
}
