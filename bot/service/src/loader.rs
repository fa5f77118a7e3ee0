//! Loads the data that decisions need, and caches the matches in use.

use std::{collections::BTreeMap, mem, num::NonZeroUsize};

use lru::LruCache;

use crate::{
    DeliveryKind, Limits, Live, Match, Need, Outcome, PersonRequest, Read, Request, RequestKind,
    Rows, Stage,
    decide::decide,
    decision::{
        reads::{Found, List, Loaded, MEMORY_DAYS},
        state::{LoadedValue, NewMatchSeed, Remembered, State},
    },
    learn::read_pages::ReadPages,
    match_store::{
        entries::{decode, first_keys, has, keys_under, unless_damaged},
        names::InboxRow,
        person::{person_of, resolved},
        schema::{self, untold_key},
        storage::{is_at_rest, read_row},
    },
    outbox::deliveries::DeliveryId,
    read_sent,
};
use api::{Batch, ChannelId, Dice, MatchId, Place, StoreError, UserId};
use command::{Control, Intent};
use rules::Variant;

/// The number of cached games.
const GAMES: NonZeroUsize = NonZeroUsize::new(4096).expect("4096 is not 0");

/// The service for all matches. The stored rows are authoritative; the service caches the games of the matches in use.
pub struct Service {
    limits: Limits,
    games: LruCache<MatchId, Live>,
    /// The last lapsing key of the last search; `None` if the next search begins at the start.
    lapsed_to: Option<Vec<u8>>,
    /// The pages of the handbook that people have read.
    read_pages: ReadPages,
    /// The number of links and unlinks of accounts. Reads from before the last one may name other players.
    n_linked: u64,
}

impl Service {
    /// Creates a service with an empty cache.
    pub fn new(limits: Limits) -> Service {
        Service {
            limits,
            games: LruCache::new(GAMES),
            lapsed_to: None,
            read_pages: ReadPages::new(),
            n_linked: 0,
        }
    }

    /// Clears the cache, because the rows can differ from the cached ones.
    pub fn forget(&mut self) {
        self.games.clear();
        self.tidy_again();
    }

    /// Restarts the search for obsolete data, because the data found last may still be stored.
    pub fn tidy_again(&mut self) {
        self.lapsed_to = None;
    }

    /// Loads the data that a request needs, and decides on it. Returns `None` if slow reads are missing in `loaded`; the caller
    /// makes them and tries again. The changed match is cached, so the changes must be committed before the next decision, or
    /// [`Service::forget`] called.
    ///
    /// # Errors
    ///
    /// The rows cannot be read.
    pub fn try_handle(
        &mut self,
        rows: &dyn Rows,
        dice: &mut dyn Dice,
        request: &Request,
        loaded: &mut Loaded,
    ) -> Result<Option<Outcome>, StoreError> {
        if loaded.n_linked != self.n_linked {
            *loaded = Loaded::default();
            loaded.n_linked = self.n_linked;
        }
        let resolved = resolved(rows, request)?;
        let request = resolved.as_ref().unwrap_or(request);
        let mut state = self.begin(rows, request)?;
        self.adopt(rows, request, mem::take(loaded), &mut state)?;
        loop {
            let needs = match decide(&state, request) {
                Ok(outcome) => {
                    self.read_pages.note(request, &outcome);
                    if outcome.reply.changes_players() {
                        self.n_linked += 1;
                    }
                    if let Some(live) = &outcome.live {
                        self.keep(rows, live);
                    }
                    return Ok(Some(outcome));
                }
                Err(needs) => needs,
            };
            let mut reads = Vec::new();
            for need in needs {
                reads.extend(self.load(rows, dice, request, need, &mut state)?);
            }
            if !reads.is_empty() {
                *loaded = state.loaded;
                loaded.live.retain(|id, _| !self.games.contains(id));
                loaded.missing = reads;
                return Ok(None);
            }
        }
    }

    /// Does the same, and makes slow reads itself.
    ///
    /// # Errors
    ///
    /// The rows cannot be read.
    pub fn handle(
        &mut self,
        rows: &dyn Rows,
        dice: &mut dyn Dice,
        request: &Request,
    ) -> Result<Outcome, StoreError> {
        let mut loaded = Loaded::default();
        loop {
            if let Some(outcome) = self.try_handle(rows, dice, request, &mut loaded)? {
                return Ok(outcome);
            }
            loaded.read_missing(rows)?;
        }
    }

    /// Creates the state with the data that every decision on such a request needs.
    fn begin(&self, rows: &dyn Rows, request: &Request) -> Result<State, StoreError> {
        let mut state = State {
            limits: self.limits,
            remembered: remembered(rows, request)?,
            within: None,
            channel: None,
            unreached: Vec::new(),
            lapsed_to: self.lapsed_to.clone(),
            loaded: Loaded::default(),
            entries: BTreeMap::new(),
            lists: BTreeMap::new(),
            seed: None,
            pages_read: Vec::new(),
        };
        let RequestKind::Person(request) = &request.kind else {
            return Ok(state);
        };
        state.pages_read = self.read_pages.of(&request.speaker.id);
        if let Place::Channel(channel) = &request.event.place {
            state.within = schema::match_within(rows, channel)?;
            let parent = match state.within {
                Some(id) => parent(rows, id, channel)?,
                None => None,
            };
            state.channel = Some(parent.unwrap_or_else(|| channel.clone()));
        }
        Ok(state)
    }

    /// Adds the results of the reads for a request to its state. A cached match is newer than one that was read.
    fn adopt(
        &mut self,
        rows: &dyn Rows,
        request: &Request,
        loaded: Loaded,
        state: &mut State,
    ) -> Result<(), StoreError> {
        state.loaded = loaded;
        for (id, read) in mem::take(&mut state.loaded.live) {
            let cached = self.cached(rows, id)?;
            let found = cached.map_or(read, Found::Whole);
            if let Found::Whole(live) = &found {
                self.keep(rows, live);
            }
            add_live(rows, request, id, found, state)?;
        }
        if let Some(leftovers) = &state.loaded.leftovers {
            self.lapsed_to.clone_from(&leftovers.lapsed_to);
        }
        if let Some(data) = &state.loaded.personal_data {
            for (stored, _) in &data.matches {
                // The match will have another player.
                self.games.pop(&stored.game_match.id);
            }
            if !data.is_current(rows)? {
                // Some data about the person was written after the read.
                state.loaded.personal_data = None;
                state.loaded.n_outdated += 1;
            }
        }
        Ok(())
    }

    /// Adds needed data to the state, or returns the slow read that must be made first.
    fn load(
        &mut self,
        rows: &dyn Rows,
        dice: &mut dyn Dice,
        request: &Request,
        need: Need,
        state: &mut State,
    ) -> Result<Option<Read>, StoreError> {
        match need {
            Need::Entry(key) => load_entry(rows, key, state)?,
            Need::List(list) => {
                let ids = ids_in(rows, &list)?;
                state.lists.insert(list, ids);
            }
            Need::NewMatchSeed => state.seed = Some(draw(rows, dice)?),
            Need::Read(Read::Live(id)) => match self.cached(rows, id)? {
                Some(live) => add_live(rows, request, id, Found::Whole(live), state)?,
                None => return Ok(Some(Read::Live(id))),
            },
            Need::Read(read) => return Ok(Some(read)),
        }
        Ok(None)
    }

    /// Returns a match from the cache. A cached match that another process has changed is dropped.
    fn cached(&mut self, rows: &dyn Rows, id: MatchId) -> Result<Option<Live>, StoreError> {
        let Some(live) = self.games.get(&id) else {
            return Ok(None);
        };
        let (key, value) = &*live.slot;
        if !rows.is_shared() || unless_damaged(rows.get(key))? == *value {
            return Ok(Some(live.clone()));
        }
        self.games.pop(&id);
        Ok(None)
    }

    /// Caches a match, unless a check that it is current takes as long as a read.
    fn keep(&mut self, rows: &dyn Rows, live: &Live) {
        let id = live.game_match.id;
        if live.is_packed() && rows.is_shared() {
            drop(self.games.pop(&id))
        } else {
            drop(self.games.put(id, live.clone()))
        }
    }
}

/// Adds a match, and the entries that a move needs, so that the decision takes one pass.
fn add_live(
    rows: &dyn Rows,
    request: &Request,
    id: MatchId,
    found: Found<Live>,
    state: &mut State,
) -> Result<(), StoreError> {
    if let Found::Whole(live) = &found {
        if let RequestKind::Person(request) = &request.kind {
            state.unreached.extend(unreached(rows, live, request)?);
            load_entry(rows, schema::user_key(&request.speaker.id), state)?;
            if let Some(seat) = live.game_match.seat_of(&request.speaker.id) {
                load_entry(rows, untold_key(id, seat), state)?;
            }
        }
        if !is_at_rest(&live.game_match) {
            load_entry(rows, schema::plan_key(id), state)?;
            if live.game_match.has_chance() {
                load_entry(rows, schema::dice_key(id), state)?;
            }
        }
        if live.game_match.state.clock.is_some() {
            let time_key = schema::time_key(live.game_match.clock_scale());
            load_entry(rows, time_key.to_vec(), state)?;
        }
    }
    state.loaded.live.insert(id, found);
    Ok(())
}

/// Returns the channel that a thread of a match belongs to.
fn parent(
    rows: &dyn Rows,
    id: MatchId,
    thread: &ChannelId,
) -> Result<Option<ChannelId>, StoreError> {
    let Some(game_match) = unless_damaged(read_row(rows, id))? else {
        return Ok(None);
    };
    for (number, place) in game_match.places() {
        let found = schema::read_thread(rows, id, number)?;
        if found.is_some_and(|found| found.channel == *thread) {
            return Ok(Some(place.channel.clone()));
        }
    }
    Ok(None)
}

/// Adds the value of a key.
fn load_entry(rows: &dyn Rows, key: Vec<u8>, state: &mut State) -> Result<(), StoreError> {
    let value = match rows.get(&key) {
        Err(StoreError::Damaged { .. }) => LoadedValue::Damaged,
        value => value?.map_or(LoadedValue::Missing, LoadedValue::Found),
    };
    state.entries.insert(key, value);
    Ok(())
}

/// Returns the keys under which the inbox may hold a request.
pub fn inbox_keys(request: &Request) -> impl Iterator<Item = Vec<u8>> {
    let today = request.at.day();
    let days = today - MEMORY_DAYS..=today + MEMORY_DAYS;
    days.map(|day| schema::inbox_key(day, &request.id))
}

/// Reads the entry of a request in the inbox.
fn remembered(rows: &dyn Rows, request: &Request) -> Result<Remembered, StoreError> {
    for key in inbox_keys(request) {
        let found = match rows.get(&key) {
            Err(StoreError::Damaged { .. }) => return Ok(Remembered::Lost),
            found => found?,
        };
        if let Some(value) = found {
            return Ok(match decode(&key, &value) {
                _ if value.is_empty() => Remembered::Refused,
                Ok(InboxRow { done, .. }) => Remembered::Done(done),
                Err(_) => Remembered::Lost,
            });
        }
    }
    Ok(Remembered::Nothing)
}

/// Returns the changes that make the refusal of a request permanent. Otherwise the request could take effect when its platform
/// delivers it again, after a kill or to another process. A refusal can depend on changes that are not durable yet. The store
/// keeps it only if they become durable.
///
/// # Errors
///
/// The rows cannot be read.
pub fn remember_refusal(rows: &dyn Rows, request: &Request) -> Result<Batch, StoreError> {
    let mut changes = Batch::default();
    let is_final = match &request.kind {
        RequestKind::Person(request) => {
            request.obstacle.is_none()
                && !request.event.intent.is_unread()
                && !request.event.intent.is_completion()
                // After a partial deletion, the person asks again until everything is deleted.
                && !matches!(&request.event.intent, Intent::Press(Control::DeleteMe(_)))
        }
        _ => false,
    };
    // If another process has carried out the request since this decision began, the changes conflict, and the decision is made
    // again.
    let is_stored = || {
        let remembered = remembered(rows, request)?;
        Ok::<_, StoreError>(matches!(remembered, Remembered::Refused | Remembered::Lost))
    };
    if is_final && !is_stored()? {
        let key = schema::inbox_key(request.at.day(), &request.id);
        changes.require((key.clone(), None));
        changes.put(key, "");
        changes.follows = true;
    }
    Ok(changes)
}

/// Returns the view of a match that did not reach the speaker, if the bot has not informed them so far.
fn unreached(
    rows: &dyn Rows,
    live: &Live,
    request: &PersonRequest,
) -> Result<Option<DeliveryId>, StoreError> {
    let game_match = &live.game_match;
    let seat = game_match.seat_of(&request.speaker.id);
    let untold = seat.filter(|seat| !game_match.state.whispers[*seat].told_closed);
    let Some(view) = untold.and_then(|seat| game_match.view_of(seat)) else {
        return Ok(None);
    };
    let is_unreached = read_sent(rows, view)?.is_some_and(|sent| {
        let kind = sent.delivery.kind;
        sent.message.is_none() && (kind == DeliveryKind::View || kind.is_board())
    });
    Ok(is_unreached.then_some(view))
}

/// Returns all matches of a list. In a part of the list, a single match could look like the only one. [`Limits`] bounds the
/// number for a person.
fn ids_in(rows: &dyn Rows, list: &List) -> Result<Vec<MatchId>, StoreError> {
    let prefix = list.prefix();
    let keys = match list {
        List::Last(_, most) => first_keys(rows, &prefix, None, *most)?,
        _ => keys_under(rows, &prefix)?,
    };
    Ok(keys.iter().filter_map(|key| schema::last_id(key)).collect())
}

/// Draws a secret and an id that no match has, even a match with lost entries.
fn draw(rows: &dyn Rows, dice: &mut dyn Dice) -> Result<NewMatchSeed, StoreError> {
    let secret = dice.secret();
    loop {
        let id = MatchId::from_number(dice.below(MatchId::COUNT));
        let [head, row] = [schema::head_key(id), schema::match_key(id)];
        if !has(rows, &row)? && !has(rows, &head)? {
            return Ok(NewMatchSeed { id, secret });
        }
    }
}

/// Returns the matches that the person of an account plays, and the challenges that they have opened.
///
/// # Errors
///
/// The rows cannot be read.
pub(crate) fn matches_of(rows: &dyn Rows, user: &UserId) -> Result<Vec<MatchId>, StoreError> {
    ids_in(rows, &List::Mine(person_of(rows, user)?))
}

/// Returns the matches that the person of an account plays, their own challenges, and the challenges to them.
///
/// # Errors
///
/// The rows cannot be read.
pub fn open_matches_of(rows: &dyn Rows, user: &UserId) -> Result<Vec<MatchId>, StoreError> {
    let mut ids = matches_of(rows, user)?;
    ids.extend(ids_in(rows, &List::Called(person_of(rows, user)?))?);
    Ok(ids)
}

/// Returns the matches that a channel shows: the one whose thread it is, or those that are played there.
///
/// # Errors
///
/// The rows cannot be read.
pub fn matches_in(rows: &dyn Rows, channel: &ChannelId) -> Result<Vec<MatchId>, StoreError> {
    match schema::match_within(rows, channel)? {
        Some(id) => Ok(vec![id]),
        None => ids_in(rows, &List::Here(channel.clone())),
    }
}

/// Returns whether a person plays a match of a variant against another person, or a damaged match, which may be one.
///
/// # Errors
///
/// The rows cannot be read.
pub fn plays_against_people(
    rows: &dyn Rows,
    user: &UserId,
    variant: Variant,
) -> Result<bool, StoreError> {
    plays(rows, user, |game_match| {
        game_match.setup.variant() == variant && !game_match.is_against_program()
    })
}

/// Returns whether a person plays a match with secrets, or a damaged match, which may have secrets.
///
/// # Errors
///
/// The rows cannot be read.
pub fn plays_with_secrets(rows: &dyn Rows, user: &UserId) -> Result<bool, StoreError> {
    plays(rows, user, Match::has_secrets)
}

/// Returns whether a person plays a match with this property. A damaged match may have it.
fn plays(
    rows: &dyn Rows,
    user: &UserId,
    has_property: impl Fn(&Match) -> bool,
) -> Result<bool, StoreError> {
    for id in matches_of(rows, user)? {
        let is_it = match read_row(rows, id) {
            Err(StoreError::Damaged { .. }) => true,
            game_match => game_match?.is_some_and(|game_match| {
                matches!(game_match.stage, Stage::Playing(_)) && has_property(&game_match)
            }),
        };
        if is_it {
            return Ok(true);
        }
    }
    Ok(false)
}
