//! Links accounts: one account gets a code, and the person types it with the other. From then on both belong to the same person.
//!
//! A code works once, for ten minutes. It has 40 bits, and an account that tries many wrong codes must wait, so guessing
//! fails. The account that got the code names the person, and keeps its data. The data of the other account join them.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{
    mydata::fingerprint,
    rename::{joined, parted},
};
use crate::{
    AskedLink, LinkNews, Outcome, PeopleDone, PeopleReply, Player, Reply, TimeScale,
    clock::vacation::Vacation,
    decision::{
        context::{Asker, reply_with},
        interrupt::Interrupt,
        reads::List,
        state::NewMatchSeed,
    },
    match_store::{
        person::{AccountRow, Accounts, LinkedAccount, MOST_ACCOUNTS, OpenCode},
        schema::{account_key, code_key, linking_key, person_key, sessions_key, vacation_key},
    },
};
use api::{Batch, Timestamp, UserId};

/// The time that a code is valid and that wrong attempts are remembered, in milliseconds.
const VALID: i64 = 10 * 60_000;

/// A day, in milliseconds.
const DAY: i64 = 24 * 3_600_000;

/// The maximum number of links of an account within a day: each link rewrites all matches of a person, and each unlink again.
const MOST_LINKS: usize = 3;

/// The maximum number of wrong codes that an account can try in the time that a code is valid.
const MOST_WRONG: usize = 5;

/// The digits of codes.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The state of an account's links and attempts.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Linking {
    /// The last code that the account got.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    /// The time at which it got the code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    since: Option<Timestamp>,
    /// The times of its attempts with invalid codes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    wrong: Vec<Timestamp>,
    /// The times at which it was linked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    linked: Vec<Timestamp>,
}

impl Linking {
    /// Tells whether it no longer limits anything and has no valid code.
    pub(crate) fn is_over(&self, now: Timestamp) -> bool {
        let mut codes = self.wrong.iter().chain(&self.since);
        let is_tried = codes.any(|at| is_recent(*at, now, VALID));
        !is_tried && !self.linked.iter().any(|at| is_recent(*at, now, DAY))
    }
}

impl OpenCode {
    /// Tells whether the code is no longer valid.
    pub(crate) fn is_over(&self, now: Timestamp) -> bool {
        !is_recent(self.since, now, VALID)
    }
}

impl LinkedAccount {
    /// Returns the mark of the account in the button that unlinks it.
    pub fn mark(&self) -> String {
        fingerprint(&self.id)
    }
}

fn news(person: &UserId, to: UserId, linked: LinkedAccount) -> LinkNews {
    LinkNews {
        person: person.clone(),
        to,
        linked,
    }
}

/// Returns the code that a random draw gives.
fn code_of(seed: &NewMatchSeed) -> String {
    let digest = Sha256::new()
        .chain_update(seed.secret.expose())
        .chain_update(seed.id.to_string())
        .finalize();
    let bits = digest
        .iter()
        .take(5)
        .fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
    let digit = |n: u32| char::from(DIGITS[(bits >> (35 - 5 * n) & 31) as usize]);
    (0..8).map(digit).collect()
}

/// Returns a typed code as it was issued, for any spelling.
fn read_code(text: &str) -> String {
    let letters = text.chars().filter(|c| !c.is_whitespace() && *c != '-');
    let letters = letters.map(|c| match c.to_ascii_lowercase() {
        'o' => '0',
        'i' | 'l' => '1',
        other => other,
    });
    letters.take(16).collect()
}

/// Tells whether `since` is less than `span` ago. After a clock was set back, it is not.
fn is_recent(since: Timestamp, now: Timestamp, span: i64) -> bool {
    (0..span).contains(&now.0.saturating_sub(since.0))
}

impl Asker<'_> {
    /// Gives the speaker a code for another account, or accepts one.
    pub(crate) fn link(&self, code: Option<&str>) -> Result<Outcome, Interrupt> {
        self.check_at_home()?;
        let Some(code) = code else {
            return self.give_code();
        };
        let code = read_code(code);
        // Another reader could be the first to use the code, even if the speaker has tried too many.
        if self.request.is_overheard && self.open_code(&code)?.is_some() {
            let mut changes = Batch::default();
            self.context.erase(&mut changes, &code_key(&code))?;
            return Ok(self.context.done_apart(changes, PeopleDone::CodeSaidAloud));
        }
        match self.whose(&code)? {
            Ok(of) => {
                self.check_link(&of)?;
                let speaker = Player::from(&self.request.speaker);
                reply_with(Reply::People(PeopleReply::AskLink(AskedLink {
                    code,
                    first: self.account(&of),
                    other: self.account(&speaker),
                })))
            }
            Err(outcome) => Ok(outcome),
        }
    }

    /// Links the account of the speaker to the owner of this code.
    pub(crate) fn link_confirmed(&self, code: &str) -> Result<Outcome, Interrupt> {
        self.check_at_home()?;
        let code = &read_code(code);
        let of = match self.whose(code)? {
            Ok(of) => of,
            Err(outcome) => return Ok(outcome),
        };
        self.check_link(&of)?;
        let (person, speaker) = (&of.id, &self.request.speaker);
        let mut accounts = self.accounts(person)?;
        let mut changes = joined(self, person)?;
        if accounts.all.is_empty() {
            accounts.all.push(self.account(&of));
        }
        let account = self.account(&Player::from(speaker));
        for other in &accounts.all {
            let to = other.id.clone();
            news(person, to, account.clone()).put(&mut changes);
        }
        accounts.all.push(account);
        let context = self.context;
        context.rewrite(&mut changes, person_key(person), &accounts)?;
        let row = AccountRow {
            person: person.clone(),
        };
        context.rewrite(&mut changes, account_key(&speaker.account), &row)?;
        context.erase(&mut changes, &code_key(code))?;
        self.note_link(of.account(), &mut changes)?;
        Ok(context.done_about(changes, PeopleDone::Linked(of.name), [person]))
    }

    /// Unlinks an account of the speaker, with the matches that it played.
    pub(crate) fn unlink(&self, mark: &str) -> Result<Outcome, Interrupt> {
        self.check_at_home()?;
        let person = self.user();
        let mut accounts = self.accounts(person)?;
        let linked = accounts.all.iter().skip(1);
        let found = linked
            .into_iter()
            .position(|account| account.mark() == mark);
        let at = found.ok_or_else(text::refusal_not_linked)? + 1;
        self.check_no_vacation(person)?;
        let account = accounts.all[at].clone();
        let mut changes = parted(self, &account.id)?;
        accounts.all.remove(at);
        for other in &accounts.all {
            // Removes notices that no longer hold.
            for (to, linked) in [(other, &account), (&account, other)] {
                news(person, to.id.clone(), linked.clone()).remove(&mut changes);
            }
        }
        let context = self.context;
        context.rewrite(&mut changes, person_key(person), &accounts)?;
        if accounts.all.len() == 1 {
            changes.remove(person_key(person));
        }
        changes.remove(account_key(&account.id));
        self.drop_code_of(&account.id, &mut changes)?;
        context.erase(&mut changes, &sessions_key(&account.id))?;
        let people = [person, &account.id];
        Ok(context.done_about(changes, PeopleDone::Unlinked(account.name), people))
    }

    /// Refuses if the speaker uses the page with an account of another platform. A thief of their session must not get more than
    /// that session.
    pub(crate) fn check_at_home(&self) -> Result<(), Interrupt> {
        let (account, event) = (&self.request.speaker.account, &self.request.event.id);
        if account.platform == event.platform {
            return Ok(());
        }
        let home = account.platform.title().unwrap_or_default();
        Err(text::refusal_not_at_home(home).into())
    }

    /// Gives the speaker a new code, and drops the previous one.
    fn give_code(&self) -> Result<Outcome, Interrupt> {
        let speaker = &self.request.speaker;
        let accounts = self.accounts(&speaker.id)?;
        if accounts.all.len() >= MOST_ACCOUNTS {
            return reply_with(Reply::People(PeopleReply::Accounts(accounts)));
        }
        let before = self.linking(&speaker.account)?;
        let code = code_of(self.state().seed()?);
        let mut changes = Batch::default();
        if let Some(code) = &before.code {
            self.context.erase(&mut changes, &code_key(code))?;
        }
        let linking = Linking {
            code: Some(code.clone()),
            since: Some(self.now()),
            ..before
        };
        let key = linking_key(&speaker.account);
        self.context.rewrite(&mut changes, key, &linking)?;
        let open = OpenCode {
            of: Player::from(speaker),
            since: self.now(),
        };
        self.context.rewrite(&mut changes, code_key(&code), &open)?;
        let done = PeopleDone::CodeGiven { code, accounts };
        Ok(self.context.done_about(changes, done, [&speaker.id]))
    }

    /// Returns the owner of a valid code; otherwise the outcome of a wrong attempt.
    fn whose(&self, code: &str) -> Result<Result<Player, Outcome>, Interrupt> {
        let account = &self.request.speaker.account;
        let mut linking = self.linking(account)?;
        let now = self.now();
        linking.wrong.retain(|at| is_recent(*at, now, VALID));
        if linking.wrong.len() >= MOST_WRONG {
            return Err(text::refusal_too_many_codes(MOST_WRONG).into());
        }
        if let Some(of) = self.open_code(code)? {
            return Ok(Ok(of));
        }
        linking.wrong.push(now);
        let key = linking_key(account);
        let outcome = self.context.save(key, &linking, PeopleDone::CodeUnknown)?;
        Ok(Err(outcome))
    }

    /// Returns the owner of a valid code. A code is invalid if its account has changed its person since.
    fn open_code(&self, code: &str) -> Result<Option<Player>, Interrupt> {
        let open: Option<OpenCode> = self.state().entry(&code_key(code))?;
        let Some(open) = open.filter(|open| !open.is_over(self.now())) else {
            return Ok(None);
        };
        let row: Option<AccountRow> = self.state().entry(&account_key(open.of.account()))?;
        let person = row.map_or_else(|| open.of.account().clone(), |row| row.person);
        Ok((person == open.of.id).then_some(open.of))
    }

    /// Refuses if the account of the speaker cannot be linked to a person now.
    fn check_link(&self, of: &Player) -> Result<(), Interrupt> {
        let speaker = &self.request.speaker;
        if of.id == speaker.id {
            return Err(text::refusal_link_oneself().into());
        }
        if speaker.id != speaker.account || !self.accounts(&speaker.id)?.all.is_empty() {
            return Err(text::refusal_link_linked().into());
        }
        let now = self.now();
        let linking = self.linking(&speaker.account)?;
        let recently = linking.linked.iter();
        if recently.filter(|at| is_recent(**at, now, DAY)).count() >= MOST_LINKS {
            return Err(text::refusal_too_many_links(MOST_LINKS).into());
        }
        if self.accounts(&of.id)?.all.len() >= MOST_ACCOUNTS {
            return Err(text::refusal_too_many_accounts(MOST_ACCOUNTS).into());
        }
        for person in [&of.id, &speaker.id] {
            self.check_no_vacation(person)?;
        }
        for list in [List::Mine, List::Called] {
            for live in self.state().listed(self.own(list))?.matches {
                if live.game_match.people().any(|person| *person == of.id) {
                    return Err(text::refusal_link_opponents(live.game_match.id).into());
                }
            }
        }
        Ok(())
    }

    /// Refuses if a vacation of the person is running: it would be unclear to which of their matches it applies.
    fn check_no_vacation(&self, person: &UserId) -> Result<(), Interrupt> {
        let vacation: Option<Vacation> = self.state().entry(&vacation_key(person))?;
        let now = self.context.bot_now(TimeScale::Correspondence)?;
        if vacation.is_some_and(|vacation| vacation.is_running(now)) {
            Err(text::refusal_link_vacation().into())
        } else {
            Ok(())
        }
    }

    /// Records that the speaker's account is now linked to the account that got the code.
    fn note_link(&self, of: &UserId, changes: &mut Batch) -> Result<(), Interrupt> {
        let (account, now) = (&self.request.speaker.account, self.now());
        for id in [of, account] {
            let mut linking = self.linking(id)?;
            linking.wrong.retain(|at| is_recent(*at, now, VALID));
            linking.linked.retain(|at| is_recent(*at, now, DAY));
            linking.linked.extend((id == account).then_some(now));
            // The code that the account itself got is dropped too.
            (linking.code, linking.since) = (None, None);
            let key = linking_key(id);
            self.context.rewrite(changes, key.clone(), &linking)?;
            if linking.is_over(now) {
                changes.remove(key);
            }
        }
        Ok(())
    }

    /// Invalidates the code that an account got.
    fn drop_code_of(&self, account: &UserId, changes: &mut Batch) -> Result<(), Interrupt> {
        let mut linking = self.linking(account)?;
        let Some(code) = linking.code.take() else {
            return Ok(());
        };
        linking.since = None;
        self.context.erase(changes, &code_key(&code))?;
        self.context
            .rewrite(changes, linking_key(account), &linking)
    }

    fn account(&self, player: &Player) -> LinkedAccount {
        LinkedAccount {
            id: player.account().clone(),
            name: player.name.clone(),
            since: self.now(),
        }
    }

    /// Returns the accounts of a person, if they have several.
    pub(crate) fn accounts(&self, person: &UserId) -> Result<Accounts, Interrupt> {
        self.state().entry_or_default(&person_key(person))
    }

    fn linking(&self, account: &UserId) -> Result<Linking, Interrupt> {
        self.state().entry_or_default(&linking_key(account))
    }
}
