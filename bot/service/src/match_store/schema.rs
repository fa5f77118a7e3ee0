//! The keys of the store, and functions that read their values.
//!
//! | key | value |
//! | --- | --- |
//! | `match/ID` | a [`Match`] without its [`MatchState`](super::state::MatchState); once it is at rest, all of it, see [`super::storage`] |
//! | `head/ID` | a [`MatchState`](super::state::MatchState): the part of a match that changes with each move |
//! | `input/ID/N` | an input of its record, as text |
//! | `plan/ID` | a [`MatchPlan`](super::plan::MatchPlan): the replies that the waiting player has prepared |
//! | `untold/ID/SEAT` | a [`Delivery`]: the outcome of the last plan of this seat, if its player could not be messaged |
//! | `dice/ID` | the secret of its dice; published only when it is over |
//! | `outbox/ID/N`, `outbox/ID/pPLACE/N`, `outbox/ID/SEAT/N` | a [`Delivery`] that has not been made, or has not settled the row that it settles |
//! | `dead/…` as `outbox/…` | a [`DeadLetter`](crate::DeadLetter): a failed delivery, until it is retried |
//! | `sent/…` as `outbox/…` | a [`Sent`]: a posted message, until it is settled |
//! | `inbox/DAY/REQUEST` | an [`InboxRow`](super::names::InboxRow): the change of a request, in the form of its reply; empty if it was refused |
//! | `mine/USER/ID` | nothing; a person's matches in play, and the challenges they opened |
//! | `called/USER/ID` | nothing; the challenges that others opened to a person |
//! | `here/CHANNEL/ID` | nothing; a channel's matches that are being played |
//! | `listed/TIME/ID` | nothing; a match in play that the page lists for everybody if its servers still want it, the one opened last first |
//! | `followers/ID`, `followers/ID/pPLACE` | [`Followers`](crate::Followers): the people to mention in a place when a match is over |
//! | `follows/USER/ID` | nothing; the matches of others that a person follows |
//! | `user/USER` | [`Settings`](crate::Settings): the choices of a person |
//! | `person/USER` | [`Accounts`](crate::Accounts): the accounts of a person who has linked several; USER is the first of them, under which their data is stored |
//! | `account/USER` | an [`AccountRow`](super::person::AccountRow): the person of this account, which is not their first |
//! | `linking/USER` | a [`Linking`](crate::people::link::Linking): the code of this account for another one to enter, and the times of wrong codes from this account |
//! | `news/USER/NAME` | a [`LinkNews`](crate::LinkNews): news for this account that another was linked to it |
//! | `entered/USER/NAME` | a [`SessionNews`](crate::SessionNews): news for this account that a session of it began in a browser |
//! | `sessions/USER` | a [`Sessions`](crate::people::sessions::Sessions): the sign-in links and the sessions of this account on the page, its used OpenID tokens, and its last launch of the Activity |
//! | `code/CODE` | an [`OpenCode`](super::person::OpenCode): the person to whom a code links accounts |
//! | `server/SERVER` | [`ServerSettings`](crate::ServerSettings): the choices of an administrator for a server |
//! | `vacation/USER` | a [`Vacation`](crate::Vacation): the present or last vacation of a person |
//! | `blocks/USER` | [`Blocks`](crate::Blocks): the people from whom a person takes no challenges |
//! | `daily/CHANNEL` | a [`DailyPuzzle`](crate::DailyPuzzle): the puzzle of the day of a channel |
//! | `puzzles/USER` | a [`PuzzleRow`](crate::learn::puzzles::PuzzleRow): the puzzles that a person has solved, and how many in a row |
//! | `pace/USER` | a [`ChallengeRate`](crate::challenge::rate::ChallengeRate): the times of a person's last challenges |
//! | `rating/USER/VARIANT` | a [`Rating`](crate::Rating): the strength of a person in a variant |
//! | `leaders/SERVER/VARIANT` | a [`Leaders`](crate::Leaders): the best players of a server; of a platform, where it has none |
//! | `thread/ID`, `thread/ID/pPLACE` | a [`Thread`]: the thread that shows a match instead of its channel |
//! | `lost/ID`, `lost/ID/pPLACE` | a [`ChannelLoss`]: the channel of a place accepts no deliveries |
//! | `left/ID/SEAT` | an [`Absence`]: this player was seen to have left the place of the channel |
//! | `within/CHANNEL` | the id of the match whose thread this channel is |
//! | `time`, `time/real` | a [`Timekeeper`](crate::Timekeeper): the state of the bot time, and of its scale for real time |
//! | `due/TIME/ID` | nothing; a match that is due at this bot time |
//! | `flag/TIME/ID` | nothing; a match in real time whose clock ends at this bot time |
//! | `past/USER/TIME/ID` | nothing; a person's matches that are over, newest first |
//! | `closed/USER/ID` | nothing; the challenges by a person or to them that ended without a match |
//! | `named/USER/KEY` | nothing; KEY is the row of blocks, a code, a request or leaders that names this person, see [`super::names`] |
//! | `version` | the version of all of this, see [`crate::upkeep::version`] |
//! | `play/…`, `matrix/…`, `discord/…` | the data of the adapter of this platform; [`Chat::kept_of`](api::Chat::kept_of) exports its data about a person, and [`Chat::forget`](api::Chat::forget) deletes it |
//!
//! Numbers are hexadecimal and of fixed width, so that their keys sort in order. Ids of platforms are escaped, so that no key
//! is a prefix of another by accident.

#[cfg(test)]
mod tests;

use std::{
    fmt::{self, Write as _},
    ops::Not,
};

use rules::Color;
use serde::{Deserialize, Serialize};

use super::{
    codec,
    entries::{damaged, encode, read, unless_damaged},
};
use crate::{BotTime, Ladder, Match, Player, Rows, TimeScale};
use api::{Batch, ChannelId, MatchId, Platform, Secret, ServerId, StoreError, Timestamp, UserId};

/// The thread of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thread {
    /// Its own channel.
    pub channel: ChannelId,
    /// True if its last delivery failed, so that deliveries go to the channel until the thread accepts one again.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub is_lost: bool,
}

/// The fact that the channel of a place accepts no deliveries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelLoss {
    /// The outbox row that informed its players.
    pub since: u32,
    /// The last row that informed its players; they are not informed a second time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<u32>,
}

/// The state of the notice about a player who has left the place of the channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Absence {
    /// The other player must be informed.
    Seen,
    /// The other player was informed.
    Told,
}

/// Returns the first part of a key.
pub(crate) fn kind(key: &[u8]) -> &[u8] {
    key.split(|byte| *byte == b'/').next().unwrap_or_default()
}

pub(crate) fn key(text: fmt::Arguments<'_>) -> Vec<u8> {
    // Few keys are longer, and most are built for each move.
    let mut key = String::with_capacity(48);
    key.write_fmt(text).expect("a string takes everything");
    key.into_bytes()
}

/// Defines functions that return a key, each by its form.
macro_rules! keys {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $of:ty),+) = $form:literal $(, $part:expr)*;)+) => {
        $($(#[$doc])*
        pub(crate) fn $name($($arg: $of),+) -> Vec<u8> {
            key(format_args!($form $(, $part)*))
        })+
    };
}

keys! {
    /// Returns the key of a match.
    match_key(id: MatchId) = "match/{id}";
    /// Returns the key of the part of a match that changes with each move.
    head_key(id: MatchId) = "head/{id}";
    /// The prefix of the inputs of a match.
    inputs_prefix(id: MatchId) = "input/{id}/";
    /// Returns the key of the secret of the dice.
    dice_key(id: MatchId) = "dice/{id}";
    /// Returns the key of the undelivered news of a player's last plan.
    untold_key(id: MatchId, seat: Color) = "untold/{id}/{}", seat.name();
    /// Returns the key of the plan of a match.
    plan_key(id: MatchId) = "plan/{id}";
    /// Returns the key of an input.
    input_key(id: MatchId, n_inputs: usize) = "input/{id}/{n_inputs:06x}";
    /// Returns the key that makes a match due at a time.
    due_key(scale: TimeScale, at: BotTime, id: MatchId) = "{}{:016x}/{id}", due_prefix(scale), at.0.max(0);
    /// Returns the key of a request that came on this day and changed something.
    inbox_key(day: i64, id: &str) = "inbox/{day:08x}/{}", escape(id.to_owned());
    /// The prefix of a person's matches that are not over.
    mine_prefix(user: &UserId) = "mine/{}/", escaped(user);
    /// The prefix of the challenges to a person.
    called_prefix(user: &UserId) = "called/{}/", escaped(user);
    /// The prefix of the matches of others that a person follows.
    follows_prefix(user: &UserId) = "follows/{}/", escaped(user);
    /// The prefix of the followers of a match, in all its places.
    followers_prefix(id: MatchId) = "followers/{id}";
    /// Returns the key of the rating of a person in a ladder.
    rating_key(user: &UserId, ladder: Ladder) = "rating/{}/{ladder}", escaped(user);
    /// The prefix of the ratings of a person.
    ratings_prefix(user: &UserId) = "rating/{}/", escaped(user);
    /// The prefix of a channel's matches that are being played.
    here_prefix(channel: &ChannelId) = "here/{}/", escape(channel.to_string());
    /// The prefix of a person's matches that are over.
    past_prefix(user: &UserId) = "past/{}/", escaped(user);
    /// The prefix of a person's challenges that ended without a match.
    closed_prefix(user: &UserId) = "closed/{}/", escaped(user);
    /// Returns the key of a person's settings.
    user_key(user: &UserId) = "user/{}", escaped(user);
    /// Returns the key of a person's accounts, stored if they have several.
    person_key(user: &UserId) = "person/{}", escaped(user);
    /// Returns the key of the person of an account, stored if it is not the person's first.
    account_key(account: &UserId) = "account/{}", escaped(account);
    /// Returns the key of the linking state of an account.
    linking_key(account: &UserId) = "linking/{}", escaped(account);
    /// Returns the prefix of the link news for the accounts on a platform.
    link_news_prefix(platform: Platform) = "news/{platform}:";
    /// Returns the key of the news that another account was linked to this one.
    link_news_key(to: &UserId, name: &str) = "news/{}/{name}", escaped(to);
    /// Returns the prefix of the session news for the accounts on a platform.
    session_news_prefix(platform: Platform) = "entered/{platform}:";
    /// Returns the key of the news that a session of this account began.
    session_news_key(to: &UserId, name: &str) = "entered/{}/{name}", escaped(to);
    /// Returns the key of a linking code.
    code_key(code: &str) = "code/{}", escape(code.to_owned());
    /// Returns the key of a person's vacation.
    vacation_key(user: &UserId) = "vacation/{}", escaped(user);
    /// Returns the key of the settings of a server.
    server_key(server: &ServerId) = "server/{}", escape(server.to_string());
    /// Returns the key of the people that a person has blocked.
    blocks_key(user: &UserId) = "blocks/{}", escaped(user);
    /// Returns the key of the puzzle of the day of a channel.
    daily_key(channel: &ChannelId) = "daily/{}", escape(channel.to_string());
    /// Returns the key of a person's puzzle results.
    puzzles_key(user: &UserId) = "puzzles/{}", escaped(user);
    /// Returns the key of the times of a person's last challenges.
    challenge_rate_key(user: &UserId) = "pace/{}", escaped(user);
    /// Returns the key of the absence of a player.
    left_key(id: MatchId, seat: Color) = "left/{id}/{}", seat.name();
}

/// Returns the key of the links and sessions of an account on the page.
pub fn sessions_key(account: &UserId) -> Vec<u8> {
    key(format_args!("sessions/{}", escaped(account)))
}

/// The secret of a match's dice.
#[derive(Serialize, Deserialize)]
pub(crate) struct DiceRow {
    #[serde(with = "codec::secret")]
    pub(crate) secret: Secret,
}

/// Reads the secret of a match's dice, whether or not it is public already.
pub(crate) fn read_secret(rows: &dyn Rows, id: MatchId) -> Result<Secret, StoreError> {
    let key = dice_key(id);
    let row = read::<DiceRow>(rows, &key)?;
    row.map(|row| row.secret)
        .ok_or_else(|| damaged(key, "it is missing"))
}

/// Returns the prefixes of all deliveries to a seat alone, made or not.
pub(crate) fn seat_prefixes(id: MatchId, seat: Color) -> [Vec<u8>; 3] {
    let seat = seat.name();
    ["outbox", "dead", "sent"].map(|kind| key(format_args!("{kind}/{id}/{seat}/")))
}

/// Returns the key of the bot time on a scale.
pub(crate) fn time_key(scale: TimeScale) -> &'static [u8] {
    match scale {
        TimeScale::RealTime => b"time/real",
        TimeScale::Correspondence => b"time",
    }
}

/// Returns the prefix of all matches that are due at a time on a scale.
pub(crate) fn due_prefix(scale: TimeScale) -> &'static str {
    match scale {
        TimeScale::RealTime => "flag/",
        TimeScale::Correspondence => "due/",
    }
}

/// Returns the scale of a key made by [`due_key`].
pub(crate) fn scale_of_due_key(key: &[u8]) -> TimeScale {
    if key.starts_with(due_prefix(TimeScale::RealTime).as_bytes()) {
        TimeScale::RealTime
    } else {
        TimeScale::Correspondence
    }
}

/// Returns the time of a key made by [`due_key`].
pub(crate) fn moment_of_due_key(key: &[u8]) -> Option<BotTime> {
    let prefix = due_prefix(scale_of_due_key(key)).as_bytes();
    let text = str::from_utf8(key.strip_prefix(prefix)?).ok()?;
    let (at, _) = text.split_once('/')?;
    i64::from_str_radix(at, 16).ok().map(BotTime)
}

/// The prefix of all requests that changed something.
pub(crate) const INBOX: &[u8] = b"inbox/";

/// Returns the day of a key made by [`inbox_key`].
pub(crate) fn day_of_inbox_key(key: &[u8]) -> Option<i64> {
    let (day, _) = std::str::from_utf8(key.strip_prefix(INBOX)?)
        .ok()?
        .split_once('/')?;
    i64::from_str_radix(day, 16).ok()
}

/// The prefix of the matches that the program plays, at all levels.
pub(crate) const MINE_OF_PROGRAM: &[u8] = b"mine/engine:";

/// The prefix of all matches that are being played, by their channels.
pub(crate) const HERE: &[u8] = b"here/";

/// The prefix of the matches in play that the page lists for everybody.
pub(crate) const LISTED: &[u8] = b"listed/";

/// Returns the key of a match among those that the page lists, the one opened last first.
fn listed_key(game_match: &Match) -> Vec<u8> {
    let (since, id) = (i64::MAX.saturating_sub(game_match.opened.0), game_match.id);
    key(format_args!("listed/{since:016x}/{id}"))
}

/// Returns the key of a finished match among a person's, newest first.
pub(crate) fn past_key(user: &UserId, at: Timestamp, id: MatchId) -> Vec<u8> {
    [
        past_prefix(user),
        key(format_args!("{:016x}/{id}", i64::MAX.saturating_sub(at.0))),
    ]
    .concat()
}

/// The prefix of all accounts that are not the first of their person.
pub(crate) const ACCOUNTS: &[u8] = b"account/";

/// Returns the account of a key made by [`account_key`].
pub(crate) fn account_of_key(key: &[u8]) -> Option<UserId> {
    let text = str::from_utf8(key.strip_prefix(ACCOUNTS)?).ok()?;
    text.replace("%2f", "/").replace("%25", "%").parse().ok()
}

/// The prefix of all puzzles of the day.
pub(crate) const DAILIES: &[u8] = b"daily/";

/// The prefixes of entries that lapse, in their order: codes, linking states, the times of people's last challenges, and
/// sessions.
pub(crate) const LAPSING: [&[u8]; 4] = [b"code/", b"linking/", b"pace/", b"sessions/"];

/// Returns a key under a prefix of matches.
pub(crate) fn under(prefix: Vec<u8>, id: MatchId) -> Vec<u8> {
    [prefix, id.to_string().into_bytes()].concat()
}

/// Returns the keys that index a match that is not over. A challenge enters the list of the challenged person only when they
/// accept it, so that no one can fill the list of another person.
pub(crate) fn index_keys(game_match: &Match) -> Vec<Vec<u8>> {
    let mine = |player: &Player| under(mine_prefix(&player.id), game_match.id);
    let called = |player: &Player| under(called_prefix(&player.id), game_match.id);
    match game_match.seats() {
        Some(seats) => [mine(&seats.white), mine(&seats.black)]
            .into_iter()
            .chain(
                game_match
                    .places()
                    .map(|(_, place)| under(here_prefix(&place.channel), game_match.id)),
            )
            .chain(game_match.is_listed.then(|| listed_key(game_match)))
            .collect(),
        None => std::iter::once(mine(&game_match.challenger))
            .chain(game_match.challenged.as_ref().map(called))
            .collect(),
    }
}

/// Returns the key of an entry about a place of a match.
pub(crate) fn place_key(kind: &str, id: MatchId, place: u8) -> Vec<u8> {
    match place {
        0 => key(format_args!("{kind}/{id}")),
        _ => key(format_args!("{kind}/{id}/p{place}")),
    }
}

fn thread_key(id: MatchId, place: u8) -> Vec<u8> {
    place_key("thread", id, place)
}

fn lost_key(id: MatchId, place: u8) -> Vec<u8> {
    place_key("lost", id, place)
}

/// The prefix of all threads.
pub(crate) const WITHIN: &[u8] = b"within/";

fn within_key(channel: &ChannelId) -> Vec<u8> {
    key(format_args!("within/{}", escape(channel.to_string())))
}

/// Reads whether a player is recorded as absent; a damaged entry reads as no.
///
/// # Errors
///
/// The store cannot read.
pub fn read_absence(
    rows: &dyn Rows,
    id: MatchId,
    seat: Color,
) -> Result<Option<Absence>, StoreError> {
    unless_damaged(read(rows, &left_key(id, seat)))
}

/// Returns the changes after a player has left.
pub fn left(id: MatchId, seat: Color, absence: Absence) -> Batch {
    let mut batch = Batch::default();
    batch.put(left_key(id, seat), encode(&absence));
    batch
}

/// Returns the changes after a player has come back.
pub fn came_back(id: MatchId, seat: Color) -> Batch {
    let mut batch = Batch::default();
    batch.remove(left_key(id, seat));
    batch
}

/// Reads the thread of a match in a place, if it has one; a damaged entry reads as none.
///
/// # Errors
///
/// The store cannot read.
pub fn read_thread(rows: &dyn Rows, id: MatchId, place: u8) -> Result<Option<Thread>, StoreError> {
    unless_damaged(read(rows, &thread_key(id, place)))
}

/// Returns the changes after a match got a thread in a place.
pub fn thread_opened(id: MatchId, place: u8, thread: &Thread) -> Batch {
    let mut batch = Batch::default();
    batch.put(thread_key(id, place), encode(thread));
    batch.put(within_key(&thread.channel), id.to_string());
    batch
}

/// Returns the changes after the thread of a match starts or stops accepting deliveries.
pub fn thread_changed(id: MatchId, place: u8, thread: Thread, is_lost: bool) -> Batch {
    thread_opened(id, place, &Thread { is_lost, ..thread })
}

/// Reads the loss of the channel of a place, if it accepts no deliveries; a damaged entry reads as none.
///
/// # Errors
///
/// The store cannot read.
pub fn read_loss(
    rows: &dyn Rows,
    id: MatchId,
    place: u8,
) -> Result<Option<ChannelLoss>, StoreError> {
    unless_damaged(read(rows, &lost_key(id, place)))
}

/// Returns the changes after the channel of a place starts or stops accepting deliveries.
pub fn loss_changed(id: MatchId, place: u8, loss: Option<ChannelLoss>) -> Batch {
    let mut batch = Batch::default();
    match loss {
        Some(loss) => batch.put(lost_key(id, place), encode(&loss)),
        None => batch.remove(lost_key(id, place)),
    }
    batch
}

/// Returns the match with this channel as its thread.
pub(crate) fn match_within(
    rows: &dyn Rows,
    channel: &ChannelId,
) -> Result<Option<MatchId>, StoreError> {
    let found = unless_damaged(rows.get(&within_key(channel)))?;
    Ok(found.and_then(|value| id_in(&value)))
}

pub(crate) fn id_in(text: &[u8]) -> Option<MatchId> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// Returns the match named by the last part of a key.
pub(crate) fn last_id(key: &[u8]) -> Option<MatchId> {
    key.rsplit(|byte| *byte == b'/').next().and_then(id_in)
}

/// Returns the match that a key belongs to; the key of a thread's channel does not name it.
pub(crate) fn match_of(key: &[u8]) -> Option<MatchId> {
    let mut parts = key.split(|byte| *byte == b'/');
    match parts.next()? {
        b"match" | b"head" | b"input" | b"dice" | b"outbox" | b"dead" | b"sent" | b"thread"
        | b"left" | b"lost" | b"plan" | b"untold" | b"followers" => parts.next().and_then(id_in),
        b"mine" | b"called" | b"follows" | b"here" | b"past" | b"closed" | b"due" | b"flag"
        | b"listed" => last_id(key),
        _ => None,
    }
}

/// Returns the match that an entry belongs to.
pub(crate) fn match_of_entry(key: &[u8], value: &[u8]) -> Option<MatchId> {
    match_of(key).or_else(|| id_in(value).filter(|_| key.starts_with(WITHIN)))
}

/// Returns the id of a person in the form used in keys.
pub(crate) fn escaped(user: &UserId) -> String {
    escape(user.to_string())
}

pub(crate) fn escape(text: String) -> String {
    if !text.contains(['/', '%']) {
        return text;
    }
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '/' | '%' => {
                write!(escaped, "%{:02x}", u32::from(c)).expect("a string takes everything")
            }
            _ => escaped.push(c),
        }
    }
    escaped
}
