//! What is stored under which key, and reading it back.
//!
//! | key | value |
//! | --- | --- |
//! | `match/ID` | a [`Match`] but for its [`MatchState`](super::state::Head); once nothing happens in it any more, all of it, see [`super::storage`] |
//! | `head/ID` | a [`MatchState`](super::state::Head): what changes with each move of a match |
//! | `input/ID/PLY` | an input of its record, as text |
//! | `plan/ID` | a [`MatchPlan`](super::plan::MatchPlan): what the player who waits wants answered to what |
//! | `untold/ID/SEAT` | a [`Delivery`]: what became of the last plan of this seat, if its player could not be written to |
//! | `dice/ID` | the secret of its dice; published only when it is over |
//! | `outbox/ID/N`, `outbox/ID/pPLACE/N`, `outbox/ID/SEAT/N` | a [`Delivery`] that has not been made, or has not settled what it settles |
//! | `dead/…` as `outbox/…` | a [`DeadLetter`](crate::DeadLetter): what could not be said, until it is tried again |
//! | `sent/…` as `outbox/…` | a [`Sent`]: what was said, until it is settled |
//! | `inbox/DAY/INPUT` | a [`Done`](crate::Done): what an input changed, as it is answered; empty if it was refused |
//! | `mine/USER/ID` | nothing; a person's matches in play, and the challenges they opened |
//! | `called/USER/ID` | nothing; the challenges that others opened to a person |
//! | `here/CHANNEL/ID` | nothing; a channel's matches that are being played |
//! | `followers/ID`, `followers/ID/pPLACE` | [`Followers`](crate::Followers): who is to be called in a place when a match is over |
//! | `follows/USER/ID` | nothing; the matches of others that a person follows |
//! | `user/USER` | [`Settings`](crate::Settings): what a person has chosen |
//! | `person/USER` | [`Accounts`](crate::Accounts): the accounts of a person who has linked several; USER is the first of them, under which all is kept |
//! | `account/USER` | an [`AccountRow`](super::person::AccountRow): to which person this account belongs, which is not their first |
//! | `linking/USER` | a [`Linking`](crate::people::link::Linking): the code that waits for another account of who has asked for it by this one, and how often this one tried codes in vain |
//! | `news/USER/NAME` | a [`LinkNews`](crate::LinkNews): that this account is to be told that another was linked to it |
//! | `code/CODE` | an [`OpenCode`](crate::people::link::OpenCode): for whose accounts a code is |
//! | `server/SERVER` | [`ServerSettings`](crate::ServerSettings): what who manages a server has chosen for it |
//! | `vacation/USER` | a [`Vacation`](crate::Vacation): when a person is or was on vacation last |
//! | `blocks/USER` | [`Blocks`](crate::Blocks): from whom a person takes no challenges |
//! | `daily/CHANNEL` | a [`DailyPuzzle`](crate::DailyPuzzle): the puzzle of the day of a channel |
//! | `puzzles/USER` | a [`PuzzleRow`](crate::learn::puzzles::PuzzleRow): which puzzles a person has solved, and how many in a row |
//! | `pace/USER` | a [`ChallengeRate`](crate::challenge::rate::Pace): when a person opened their last challenges |
//! | `rating/USER/VARIANT` | a [`Rating`](crate::Rating): how strong a person is in a variant |
//! | `leaders/SERVER/VARIANT` | a [`Leaders`](crate::Leaders): the best players of a server; of a platform, where it has none |
//! | `thread/ID`, `thread/ID/pPLACE` | a [`Thread`]: where a match is shown, if not in its channel |
//! | `lost/ID`, `lost/ID/pPLACE` | a [`ChannelLoss`]: that the channel of a place takes nothing |
//! | `left/ID/SEAT` | an [`Absence`]: this player was seen to have left the place of the channel |
//! | `within/CHANNEL` | the id of the match that this channel is the thread of |
//! | `time` | a [`Timekeeper`](crate::Timekeeper): how the bot's own time goes |
//! | `due/TIME/ID` | nothing; a match to be looked at then, in the bot's time |
//! | `past/USER/TIME/ID` | nothing; a person's matches that are over, newest first |
//! | `version` | the version of all of this, see [`crate::upkeep::version`]; none in the data of the first release |
//! | `play/…`, `matrix/…`, `discord/…` | what the adapter of this platform keeps, see [`crate::chat`]; what it keeps of a person is told and deleted by [`Chat::forget`](api::Chat::forget) and its neighbor |
//!
//! Numbers are hexadecimal and of fixed width, so that they are in order. Ids of platforms are escaped, so that no key
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
use crate::{BotTime, Match, Player, Rows};
use api::{Batch, ChannelId, MatchId, Platform, Secret, ServerId, StoreError, Timestamp, UserId};

/// The deliveries to one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Whispers {
    /// How many outbox rows were written for it.
    pub n_rows: u32,
    /// The row of its view that is in use.
    pub view: Option<u32>,
    /// Whether its person was told how to open their direct messages.
    pub told_closed: bool,
}

/// The thread of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thread {
    /// Its own channel.
    pub channel: ChannelId,
    /// Whether it took nothing the last time, so that its match goes on in its channel until it does again.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub is_lost: bool,
}

/// That the channel of a place takes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelLoss {
    /// The outbox row with which its players were told so.
    pub since: u32,
    /// The last row that they were told so, which they are not told again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<u32>,
}

/// What became of it that a player was seen to have left the place of the channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Absence {
    /// The other player is to be told.
    Seen,
    /// They were told.
    Told,
}

pub(crate) fn key(text: fmt::Arguments<'_>) -> Vec<u8> {
    // Few keys are longer, and most are made for each move.
    let mut key = String::with_capacity(48);
    key.write_fmt(text).expect("a string takes everything");
    key.into_bytes()
}

/// Where a match is stored.
pub(crate) fn match_key(id: MatchId) -> Vec<u8> {
    key(format_args!("match/{id}"))
}

/// Where the part of a match is stored that changes with each move.
pub(crate) fn head_key(id: MatchId) -> Vec<u8> {
    key(format_args!("head/{id}"))
}

/// The prefix of the inputs of a match.
pub(crate) fn inputs_prefix(id: MatchId) -> Vec<u8> {
    key(format_args!("input/{id}/"))
}

/// Where the secret of the dice is stored.
pub(crate) fn dice_key(id: MatchId) -> Vec<u8> {
    key(format_args!("dice/{id}"))
}

/// The secret of a match's dice.
#[derive(Serialize, Deserialize)]
pub(crate) struct DiceRow {
    #[serde(with = "codec::secret")]
    pub(crate) secret: Secret,
}

/// The secret of a match's dice, whether or not it may be known already.
pub(crate) fn read_secret(rows: &dyn Rows, id: MatchId) -> Result<Secret, StoreError> {
    let key = dice_key(id);
    let row = read::<DiceRow>(rows, &key)?;
    row.map(|row| row.secret)
        .ok_or_else(|| damaged(key, "it is missing"))
}

/// Where it is stored what a player could not be told about their last plan.
pub(crate) fn untold_key(id: MatchId, seat: Color) -> Vec<u8> {
    key(format_args!("untold/{id}/{}", codec::side(seat)))
}

/// The prefixes of all that was or is to be said to a seat alone.
pub(crate) fn seat_prefixes(id: MatchId, seat: Color) -> [Vec<u8>; 3] {
    let seat = codec::side(seat);
    ["outbox", "dead", "sent"].map(|kind| key(format_args!("{kind}/{id}/{seat}/")))
}

/// Where it is stored what somebody has planned in a match.
pub(crate) fn plan_key(id: MatchId) -> Vec<u8> {
    key(format_args!("plan/{id}"))
}

/// Where an input is stored.
pub(crate) fn input_key(id: MatchId, ply: usize) -> Vec<u8> {
    key(format_args!("input/{id}/{ply:06x}"))
}

/// Where it is stored how the bot's own time goes.
pub(crate) const TIME: &[u8] = b"time";

/// The prefix of all matches that are to be looked at.
pub(crate) const DUE: &[u8] = b"due/";

/// Where it is stored that a match is to be looked at.
pub(crate) fn due_key(at: BotTime, id: MatchId) -> Vec<u8> {
    key(format_args!("due/{:016x}/{id}", at.0.max(0)))
}

/// The moment of a key made by [`due_key`].
pub(crate) fn moment_of_due_key(key: &[u8]) -> Option<BotTime> {
    let text = str::from_utf8(key.strip_prefix(DUE)?).ok()?;
    let (at, _) = text.split_once('/')?;
    i64::from_str_radix(at, 16).ok().map(BotTime)
}

/// The prefix of all inputs that changed something.
pub(crate) const INBOX: &[u8] = b"inbox/";

/// Where an input that changed something is stored if it came on this day.
pub(crate) fn inbox_key(day: i64, id: &str) -> Vec<u8> {
    key(format_args!("inbox/{day:08x}/{}", escape(id.to_owned())))
}

/// The day of a key made by [`inbox_key`].
pub(crate) fn day_of_inbox_key(key: &[u8]) -> Option<i64> {
    let (day, _) = std::str::from_utf8(key.strip_prefix(INBOX)?)
        .ok()?
        .split_once('/')?;
    i64::from_str_radix(day, 16).ok()
}

/// The prefix of a person's matches that are not over.
pub(crate) fn mine_prefix(user: &UserId) -> Vec<u8> {
    key(format_args!("mine/{}/", escaped(user)))
}

/// Where the matches are found that the program plays, at whatever level.
pub(crate) const MINE_OF_PROGRAM: &[u8] = b"mine/engine:";

/// The prefix of the challenges to a person.
pub(crate) fn called_prefix(user: &UserId) -> Vec<u8> {
    key(format_args!("called/{}/", escaped(user)))
}

/// The prefix of the matches of others that a person follows.
pub(crate) fn follows_prefix(user: &UserId) -> Vec<u8> {
    key(format_args!("follows/{}/", escaped(user)))
}

/// The prefix of all matches that are being played, by their channels.
pub(crate) const HERE: &[u8] = b"here/";

/// The prefix of a channel's matches that are being played.
pub(crate) fn here_prefix(channel: &ChannelId) -> Vec<u8> {
    key(format_args!("here/{}/", escape(channel.to_string())))
}

/// The prefix of a person's matches that are over.
pub(crate) fn past_prefix(user: &UserId) -> Vec<u8> {
    key(format_args!("past/{}/", escaped(user)))
}

/// Where a finished match is found among a person's, newest first.
pub(crate) fn past_key(user: &UserId, at: Timestamp, id: MatchId) -> Vec<u8> {
    [
        past_prefix(user),
        key(format_args!("{:016x}/{id}", i64::MAX.saturating_sub(at.0))),
    ]
    .concat()
}

/// Where it is stored what a person has chosen.
pub(crate) fn user_key(user: &UserId) -> Vec<u8> {
    key(format_args!("user/{}", escaped(user)))
}

/// Where it is stored which accounts a person has, if several.
pub(crate) fn person_key(user: &UserId) -> Vec<u8> {
    key(format_args!("person/{}", escaped(user)))
}

/// Where it is stored to whom an account belongs, if that is not its person's first.
pub(crate) fn account_key(account: &UserId) -> Vec<u8> {
    key(format_args!("account/{}", escaped(account)))
}

/// Where it is stored how an account is about to be linked.
pub(crate) fn linking_key(account: &UserId) -> Vec<u8> {
    key(format_args!("linking/{}", escaped(account)))
}

/// The prefix of what accounts on a platform are to be told of others.
pub(crate) fn link_news_prefix(platform: Platform) -> Vec<u8> {
    key(format_args!("news/{platform}:"))
}

/// Where it is stored that an account is to be told of another.
pub(crate) fn link_news_key(to: &UserId, name: &str) -> Vec<u8> {
    key(format_args!("news/{}/{name}", escaped(to)))
}

/// Where it is stored whose a code is.
pub(crate) fn code_key(code: &str) -> Vec<u8> {
    key(format_args!("code/{}", escape(code.to_owned())))
}

/// Where it is stored when a person is on vacation.
pub(crate) fn vacation_key(user: &UserId) -> Vec<u8> {
    key(format_args!("vacation/{}", escaped(user)))
}

/// Where it is stored what who manages a server has chosen for it.
pub(crate) fn server_key(server: &ServerId) -> Vec<u8> {
    key(format_args!("server/{}", escape(server.to_string())))
}

/// Where it is stored from whom a person takes no challenges.
pub(crate) fn blocks_key(user: &UserId) -> Vec<u8> {
    key(format_args!("blocks/{}", escaped(user)))
}

/// The prefix of all puzzles of the day.
pub(crate) const DAILIES: &[u8] = b"daily/";

/// Where the puzzle of the day of a channel is stored.
pub(crate) fn daily_key(channel: &ChannelId) -> Vec<u8> {
    key(format_args!("daily/{}", escape(channel.to_string())))
}

/// Where it is stored how a person does with puzzles.
pub(crate) fn puzzles_key(user: &UserId) -> Vec<u8> {
    key(format_args!("puzzles/{}", escaped(user)))
}

/// What the keys begin with of what counts for a while only, in their order: codes, how accounts are about to be linked, and
/// when people opened their last challenges.
pub(crate) const LAPSING: [&[u8]; 3] = [b"code/", b"linking/", b"pace/"];

/// Where it is stored when a person opened their last challenges.
pub(crate) fn pace_key(user: &UserId) -> Vec<u8> {
    key(format_args!("pace/{}", escaped(user)))
}

/// A key under a prefix of matches.
pub(crate) fn under(prefix: Vec<u8>, id: MatchId) -> Vec<u8> {
    [prefix, id.to_string().into_bytes()].concat()
}

/// Where a match that is not over is found. A challenge is among the matches of the challenged only once they accept it,
/// so that nobody can fill somebody else's list.
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
            .collect(),
        None => std::iter::once(mine(&game_match.challenger))
            .chain(game_match.challenged.as_ref().map(called))
            .collect(),
    }
}

fn thread_key(id: MatchId, place: u8) -> Vec<u8> {
    match place {
        0 => key(format_args!("thread/{id}")),
        _ => key(format_args!("thread/{id}/p{place}")),
    }
}

fn lost_key(id: MatchId, place: u8) -> Vec<u8> {
    match place {
        0 => key(format_args!("lost/{id}")),
        _ => key(format_args!("lost/{id}/p{place}")),
    }
}

/// The prefix of all threads.
pub(crate) const WITHIN: &[u8] = b"within/";

fn within_key(channel: &ChannelId) -> Vec<u8> {
    key(format_args!("within/{}", escape(channel.to_string())))
}

/// Where it is stored that a player has left.
pub(crate) fn left_key(id: MatchId, seat: Color) -> Vec<u8> {
    key(format_args!("left/{id}/{}", codec::side(seat)))
}

/// Whether a player was seen to have left; nobody was, if what tells so is damaged.
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

/// The changes once a player is seen to have left.
pub fn left(id: MatchId, seat: Color, absence: Absence) -> Batch {
    let mut batch = Batch::default();
    batch.put(left_key(id, seat), encode(&absence));
    batch
}

/// The changes once a player is there again.
pub fn came_back(id: MatchId, seat: Color) -> Batch {
    let mut batch = Batch::default();
    batch.remove(left_key(id, seat));
    batch
}

/// The thread of a match in a place, if it has one; it has none, if what tells so is damaged.
///
/// # Errors
///
/// The store cannot read.
pub fn read_thread(rows: &dyn Rows, id: MatchId, place: u8) -> Result<Option<Thread>, StoreError> {
    unless_damaged(read(rows, &thread_key(id, place)))
}

/// The changes once a match has a thread in a place.
pub fn thread_opened(id: MatchId, place: u8, thread: &Thread) -> Batch {
    let mut batch = Batch::default();
    batch.put(thread_key(id, place), encode(thread));
    batch.put(within_key(&thread.channel), id.to_string());
    batch
}

/// The changes once the thread of a match takes nothing, or takes something again.
pub fn thread_changed(id: MatchId, place: u8, thread: Thread, is_lost: bool) -> Batch {
    thread_opened(id, place, &Thread { is_lost, ..thread })
}

/// Whether the channel of a place takes nothing; it does, if what tells so is damaged.
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

/// The changes once the channel of a place takes nothing, or takes something again.
pub fn loss_changed(id: MatchId, place: u8, loss: Option<ChannelLoss>) -> Batch {
    let mut batch = Batch::default();
    match loss {
        Some(loss) => batch.put(lost_key(id, place), encode(&loss)),
        None => batch.remove(lost_key(id, place)),
    }
    batch
}

/// The match that this channel is the thread of.
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

/// The match named by the last part of a key.
pub(crate) fn last_id(key: &[u8]) -> Option<MatchId> {
    key.rsplit(|byte| *byte == b'/').next().and_then(id_in)
}

/// The match that a key belongs to; a channel's does not tell.
pub(crate) fn match_of(key: &[u8]) -> Option<MatchId> {
    let mut parts = key.split(|byte| *byte == b'/');
    match parts.next()? {
        b"match" | b"head" | b"input" | b"dice" | b"outbox" | b"dead" | b"sent" | b"thread"
        | b"left" | b"lost" | b"plan" | b"untold" | b"followers" => parts.next().and_then(id_in),
        b"mine" | b"called" | b"follows" | b"here" | b"past" | b"due" => last_id(key),
        _ => None,
    }
}

/// The match that an entry belongs to.
pub(crate) fn match_of_entry(key: &[u8], value: &[u8]) -> Option<MatchId> {
    match_of(key).or_else(|| id_in(value).filter(|_| key.starts_with(WITHIN)))
}

/// An id of a person as it stands in keys.
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
