//! Rewrites the rows of matches and people when an account joins a person or leaves them.

use super::mydata::own_rows;
use crate::{
    Blocks, Followers, Leaders, Match, Player, Stage,
    clock::vacation::Vacation,
    decision::{context::Asker, interrupt::Interrupt, reads::List, state::LoadedValue},
    match_store::{
        entries::{decode, edited, encode},
        names::{self, InboxRow},
        personal_data::has_segment,
        schema::{blocks_key, escaped, head_key, kind, last_id, match_key, match_of, vacation_key},
        storage::{Stored, pack, version_of},
    },
};
use api::{Batch, UserId};

/// The first key parts of rows that belong to one person. If the person and the account both have a row, the person's stays.
const OWN: [&[u8]; 5] = [b"user", b"vacation", b"pace", b"puzzles", b"rating"];

/// The first key parts of the match lists of a person.
const LISTS: [&[u8]; 5] = [b"mine", b"called", b"past", b"closed", b"follows"];

/// Returns a key with one person replaced by another.
fn renamed(key: &[u8], from: &UserId, to: &UserId) -> Vec<u8> {
    let [from, to] = [from, to].map(escaped);
    let text = String::from_utf8_lossy(key);
    let parts = text
        .split('/')
        .map(|part| if part == from { to.as_str() } else { part });
    parts.collect::<Vec<_>>().join("/").into_bytes()
}

/// Returns the changes by which the speaker's account joins a person, with all of its stored data.
pub(crate) fn joined(asker: &Asker<'_>, person: &UserId) -> Result<Batch, Interrupt> {
    let account = &asker.request.speaker.account;
    let own = [person, account].map(own_rows);
    asker
        .state()
        .need_entries(own.iter().flatten().map(|(_, key)| key))?;
    let personal_data = asker.state().personal_data(&asker.request.speaker)?;
    let mut changes = Batch::default();
    for (stored, _) in &personal_data.matches {
        let join = |player: &mut Player| player.join_person(account, person);
        rename_players(stored, &mut changes, join);
    }
    let part = format!("/{}", escaped(account));
    let blocks = [person, account].map(blocks_key);
    for (key, value) in &personal_data.entries {
        if blocks.contains(key) {
            continue;
        }
        if has_segment(key, &part) {
            let new = renamed(key, account, person);
            if OWN.contains(&kind(key)) {
                changes.require((key.clone(), Some(value.clone())));
                if *asker.state().value(&new)? == LoadedValue::Missing {
                    changes.require((new.clone(), None));
                    changes.put(new, value.clone());
                } else if kind(key) == b"vacation" {
                    let vacations: [Option<Vacation>; 2] =
                        [asker.state().entry(&new)?, decode(key, value).ok()];
                    if let Some(longest) =
                        vacations.into_iter().flatten().reduce(Vacation::or_longer)
                    {
                        asker.context.rewrite(&mut changes, new, &longest)?;
                    }
                }
            } else if LISTS.contains(&kind(key)) || personal_data.leads_to_damaged(key) {
                changes.put(new, value.clone());
            } else {
                continue;
            }
            changes.remove(key.clone());
        } else if let Some(new) = joined_value(asker, (key, value), account, person)? {
            changes.require((key.clone(), Some(value.clone())));
            names::put(&mut changes, key.clone(), Some(value), new);
        } else if kind(key) == b"code" {
            names::remove(&mut changes, key, Some(value));
        }
    }
    let is_of_account = |key: &&Vec<u8>| has_segment(key, &part);
    for key in personal_data.damaged.iter().filter(is_of_account) {
        if LISTS.contains(&kind(key)) || personal_data.leads_to_damaged(key) {
            changes.put(renamed(key, account, person), Vec::new());
        } else if !OWN.contains(&kind(key)) {
            continue;
        }
        changes.remove(key.clone());
    }
    for key in &personal_data.absent {
        changes.require((key.clone(), None));
    }
    join_blocks(asker, person, &mut changes)?;
    Ok(changes)
}

/// Returns the changes by which an account leaves the speaker, with the matches that it played.
pub(crate) fn parted(asker: &Asker<'_>, account: &UserId) -> Result<Batch, Interrupt> {
    let person = &asker.request.speaker.id;
    let personal_data = asker.state().personal_data(&asker.request.speaker)?;
    let mut changes = Batch::default();
    let part = |key: &[u8]| has_segment(key, &format!("/{}", escaped(person)));
    for (stored, _) in &personal_data.matches {
        let id = stored.game_match.id;
        let leave = |player: &mut Player| player.leave_person(account);
        let Some(left) = rename_players(stored, &mut changes, leave) else {
            continue;
        };
        let lists = personal_data.entries.iter().filter(|(key, _)| {
            let is_list = LISTS[..4].contains(&kind(key)) && part(key);
            is_list && last_id(key) == Some(id)
        });
        for (key, value) in lists {
            changes.put(renamed(key, person, account), value.clone());
            // Both accounts may have played in this match.
            if !left.people().any(|other| other == person) {
                changes.remove(key.clone());
            }
        }
    }
    for (key, value) in &personal_data.entries {
        if part(key) {
            continue;
        }
        if let Some(new) = parted_value(key, value, account) {
            changes.require((key.clone(), Some(value.clone())));
            names::put(&mut changes, key.clone(), Some(value), new);
        }
    }
    // The vacation days count for both accounts from now on: otherwise nothing would limit them.
    if let Some(vacation) = asker.state().entry::<Vacation>(&vacation_key(person))? {
        let key = vacation_key(account);
        asker.context.rewrite(&mut changes, key, &vacation)?;
    }
    Ok(changes)
}

/// Returns a value of others, or a request, after an account has left its person.
fn parted_value(key: &[u8], value: &[u8], account: &UserId) -> Option<Vec<u8>> {
    match kind(key) {
        b"blocks" => edited(key, value, |blocks: &mut Blocks| {
            let people = blocks.people.iter_mut();
            people.for_each(|player| player.leave_person(account));
        }),
        // A request does not show its account, so the deletion of either account deletes it.
        b"inbox" => edited(key, value, |row: &mut InboxRow| {
            row.named.push(account.clone());
        }),
        _ => None,
    }
}

/// Changes the players of a match, with a new version, so that caches reload it. Returns the changed match, or `None` if nothing
/// changes.
fn rename_players(
    stored: &Stored,
    changes: &mut Batch,
    rename: impl Fn(&mut Player),
) -> Option<Match> {
    let mut game_match = stored.game_match.clone();
    for player in game_match.players_mut() {
        rename(player);
    }
    if game_match == stored.game_match {
        return None;
    }
    game_match.state.version = version_of(&game_match);
    changes.require(stored.slot.clone());
    if stored.n_loose().is_some() {
        changes.put(match_key(game_match.id), encode(&game_match));
        changes.put(head_key(game_match.id), encode(&game_match.state));
    } else {
        pack(&game_match, &stored.record.inputs, None, changes);
    }
    Some(game_match)
}

/// Adds the players that the speaker's account has blocked to those that its person has blocked, except the person themselves.
fn join_blocks(asker: &Asker<'_>, person: &UserId, changes: &mut Batch) -> Result<(), Interrupt> {
    let account = &asker.request.speaker.account;
    let [own, brought] = [person, account].map(blocks_key);
    let mut all: Blocks = asker.state().entry_or_default(&own)?;
    let before = all.clone();
    let more: Option<Blocks> = asker.state().entry(&brought)?;
    for player in more.into_iter().flat_map(|blocks| blocks.people) {
        let mut known = all.people.iter();
        if known.all(|other| other.account() != player.account()) {
            all.people.push(player);
        }
    }
    all.people
        .retain(|player| player.id != *person && player.id != *account);
    if all != before {
        asker.context.rewrite(changes, own, &all)?;
    }
    asker.context.erase(changes, &brought)
}

/// Returns a value of another person, with the account replaced by the person that it has joined.
fn joined_value(
    asker: &Asker<'_>,
    (key, value): (&[u8], &[u8]),
    account: &UserId,
    person: &UserId,
) -> Result<Option<Vec<u8>>, Interrupt> {
    Ok(match kind(key) {
        b"blocks" => edited(key, value, |blocks: &mut Blocks| {
            let people = blocks.people.iter_mut();
            people.for_each(|player| player.join_person(account, person));
        }),
        b"followers" => {
            let id = match_of(key);
            let follows = asker.state().list(List::Follows(person.clone()))?;
            let is_known = follows.iter().any(|followed| Some(*followed) == id);
            edited(key, value, |followers: &mut Followers| {
                followers.users.retain(|user| user != account);
                if !is_known {
                    followers.users.push(person.clone());
                }
            })
        }
        b"inbox" => edited(key, value, |row: &mut InboxRow| {
            row.named.retain(|user| user != account);
            row.named.push(person.clone());
        }),
        b"leaders" => {
            let ladder = key.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
            let rating = [b"rating/", escaped(person).as_bytes(), b"/", ladder].concat();
            // The person's own rating stands; their next match there puts them among the leaders.
            let own = asker.state().value(&rating)?;
            edited(key, value, |leaders: &mut Leaders| {
                if leaders.has(person) || matches!(own, LoadedValue::Found(_)) {
                    leaders.forget(account)
                } else {
                    leaders.rename(account, person)
                }
            })
        }
        _ => None,
    })
}

impl Player {
    /// Replaces an account by the person that it has joined. The person plays by that account.
    fn join_person(&mut self, account: &UserId, person: &UserId) {
        if self.id == *account {
            self.id = person.clone();
            self.account.get_or_insert_with(|| account.clone());
        }
    }

    /// Makes an account a person of its own, if this player plays by it.
    fn leave_person(&mut self, account: &UserId) {
        if self.account.as_ref() == Some(account) {
            self.id = account.clone();
            self.account = None;
        }
    }
}

impl Match {
    /// Returns all players that the match names.
    pub(crate) fn players_mut(&mut self) -> impl Iterator<Item = &mut Player> {
        let staged = match &mut self.stage {
            Stage::Playing(seats) | Stage::Over(seats) => vec![&mut seats.white, &mut seats.black],
            Stage::Declined(by) => vec![by],
            Stage::Challenge | Stage::Withdrawn | Stage::Lapsed => Vec::new(),
        };
        let named = [&mut self.challenger].into_iter();
        staged.into_iter().chain(named).chain(&mut self.challenged)
    }
}
