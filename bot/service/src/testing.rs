//! A table at which tests play: the service with rows in memory, dice that count and a clock that tests set.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use api::{
    Batch, ChannelId, Completions, Dice, Entry, Event, EventId, MatchId, Place, Platform, Rows,
    Secret, ServerAccess, ServerId, Speaker, StoreError, Timestamp, UserId,
};
use command::{Command, Control, Intent, program_named};
use rules::{Color, Next, Record, Setup};
use text::Language;

use crate::{
    ChallengeDone, Done, Due, Identity, Limits, Loaded, Match, Outcome, PersonRequest, Refusal,
    Reply, Request, RequestKind, Service, TimeScale, examine,
    match_store::{entries, schema},
    read, read_due, read_match,
};

/// Rows in memory.
#[derive(Default)]
pub struct Shelf(
    pub(crate) RefCell<BTreeMap<Vec<u8>, Vec<u8>>>,
    /// The keys whose entries are damaged.
    pub(crate) RefCell<BTreeSet<Vec<u8>>>,
);

impl Shelf {
    /// Makes this entry unreadable, until it is written or removed.
    pub fn damage(&self, key: &[u8]) {
        self.1.borrow_mut().insert(key.to_vec());
    }

    /// Writes an entry.
    pub fn put(&self, key: impl Into<Vec<u8>>, value: impl Into<Vec<u8>>) {
        let mut batch = Batch::default();
        batch.put(key, value);
        self.take(batch);
    }

    /// Removes an entry.
    pub fn remove(&self, key: impl Into<Vec<u8>>) {
        let mut batch = Batch::default();
        batch.remove(key);
        self.take(batch);
    }

    /// Returns the number of entries with a prefix.
    pub fn n_under(&self, prefix: &str) -> usize {
        let found = self.scan(prefix.as_bytes(), None, usize::MAX);
        found.expect("the rows can be read").len()
    }

    fn sound(&self, key: &[u8]) -> Result<(), StoreError> {
        if self.1.borrow().contains(key) {
            Err(entries::damaged(key, "a test damaged it"))
        } else {
            Ok(())
        }
    }

    /// Makes the changes of a batch whose conditions hold.
    pub fn take(&self, batch: Batch) {
        batch.check_conditions(self).expect("nobody else writes");
        let mut rows = self.0.borrow_mut();
        for (key, value) in batch.changes {
            self.1.borrow_mut().remove(&key);
            match value {
                Some(value) => rows.insert(key, value),
                None => rows.remove(&key),
            };
        }
    }
}

impl Rows for Shelf {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.sound(key)?;
        Ok(self.0.borrow().get(key).cloned())
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        let rows = self.0.borrow();
        let found = rows.iter().filter(|(key, _)| {
            key.starts_with(prefix) && after.is_none_or(|after| key.as_slice() > after)
        });
        found
            .take(limit)
            .map(|(key, value)| self.sound(key).map(|()| (key.clone(), value.clone())))
            .collect()
    }
}

/// The same rows without records, which the decider does not read.
struct Recordless<'a>(&'a Shelf);

impl Rows for Recordless<'_> {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let value = self.0.get(key)?;
        let is_packed = key.starts_with(b"match/")
            && value.as_ref().is_some_and(|value| value.contains(&b'\n'));
        assert!(!is_packed, "a record is read while others wait");
        Ok(value)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        let is_record = prefix.starts_with(b"input/");
        assert!(!is_record, "a record is read while others wait");
        self.0.scan(prefix, after, limit)
    }
}

/// The limits at a table.
pub const LIMITS: Limits = Limits {
    matches: 2,
    challenges: 10,
    challenge: Duration::from_secs(7 * 24 * 3600),
    turns: 500,
};

/// Dice that roll 0, 1, 2 and so on.
#[derive(Clone, Default)]
pub struct Counting(u32);

impl Dice for Counting {
    fn below(&mut self, n: u32) -> u32 {
        self.0 += 1;
        (self.0 - 1) % n
    }

    fn secret(&mut self) -> Secret {
        Secret::new([5; 32])
    }
}

/// A day, in milliseconds.
pub const DAY: i64 = 24 * 3600 * 1000;

/// A table at which people play.
pub struct Table {
    /// The service.
    pub service: Service,
    /// The stored rows.
    pub rows: Shelf,
    /// The dice.
    pub dice: Counting,
    pub(crate) n_events: usize,
    /// The time of the next request.
    pub now: Timestamp,
    /// True if others read the text of requests.
    pub is_overheard: bool,
    /// The number of reads before decisions.
    pub n_reads: usize,
}

impl Default for Table {
    fn default() -> Table {
        Table {
            service: Service::new(LIMITS),
            rows: Shelf::default(),
            dice: Counting::default(),
            n_events: 0,
            now: Timestamp(1_800_000_000_000),
            is_overheard: false,
            n_reads: 0,
        }
    }
}

impl Table {
    /// Creates a table at which nothing was played.
    pub fn new() -> Table {
        Table::default()
    }

    /// Decides on a request, and makes the reads that it takes.
    ///
    /// # Errors
    ///
    /// The request is refused.
    pub fn decide(&mut self, request: &Request) -> Result<Outcome, Refusal> {
        let mut loaded = Loaded::default();
        loop {
            let rows = Recordless(&self.rows);
            let decided = self
                .service
                .try_handle(&rows, &mut self.dice, request, &mut loaded);
            if let Some(outcome) = decided.expect("the rows can be read") {
                return accepted(outcome);
            }
            self.n_reads += loaded.missing.len();
            let read = loaded.read_missing(&self.rows);
            read.expect("the rows can be read");
        }
    }

    /// Decides on a request, and writes its changes.
    ///
    /// # Errors
    ///
    /// The request is refused.
    pub fn settle(&mut self, request: &Request) -> Result<Reply, Refusal> {
        let outcome = self.decide(request)?;
        self.rows.take(outcome.changes);
        Ok(outcome.reply)
    }

    /// Returns the request of a person at a place.
    pub fn request(&mut self, name: &str, place: Place, intent: Intent) -> Request {
        let named = |written| program_named(written).unwrap_or_else(|| person(written));
        let named = intent.person().map(named);
        self.n_events += 1;
        let event = Event::new(event(self.n_events), person(name), place, intent);
        let request = PersonRequest {
            is_overheard: self.is_overheard,
            person: named.map(Identity::from),
            ..PersonRequest::new(Arc::new(event), Language::ENGLISH)
        };
        request.at(self.now)
    }

    /// Decides on a request, and leaves the rows as they are.
    ///
    /// # Errors
    ///
    /// The request is refused.
    pub fn decide_on(
        &mut self,
        name: &str,
        place: Place,
        intent: Intent,
    ) -> Result<Outcome, Refusal> {
        let request = self.request(name, place, intent);
        self.decide(&request)
    }

    /// Decides on a request, and writes its changes.
    ///
    /// # Errors
    ///
    /// The request is refused.
    pub fn ask(&mut self, name: &str, place: Place, intent: Intent) -> Result<Reply, Refusal> {
        let request = self.request(name, place, intent);
        self.settle(&request)
    }

    /// Decides on a request of a person on the server of the page, who may manage it or not, and writes its changes.
    ///
    /// # Errors
    ///
    /// The request is refused.
    pub fn ask_on_server(
        &mut self,
        name: &str,
        may_manage: bool,
        intent: Intent,
    ) -> Result<Reply, Refusal> {
        let mut request = self.request(name, lobby(), intent);
        if let RequestKind::Person(request) = &mut request.kind {
            let id = page();
            let access = ServerAccess { id, may_manage };
            Arc::make_mut(&mut request.event).server = Some(access);
        }
        self.settle(&request)
    }

    /// Decides on a request of the bot itself, and writes its changes.
    #[track_caller]
    pub fn takes(&mut self, id: String, kind: RequestKind) -> Reply {
        let at = self.now;
        let reply = self.settle(&Request {
            id: id.clone(),
            at,
            kind,
        });
        succeeded(reply, &id)
    }

    /// Advances bot time on a scale.
    pub fn tick(&mut self, scale: TimeScale, was_away: bool) {
        self.n_events += 1;
        let id = format!("tick:{}", self.n_events);
        self.takes(id, RequestKind::Tick { scale, was_away });
    }

    /// Makes a tick, and returns the matches that are due then.
    pub fn due(&mut self, was_away: bool) -> Vec<Due> {
        let mut all: Vec<Due> = Vec::new();
        for scale in TimeScale::ALL {
            self.tick(scale, was_away);
            let mut last = None;
            loop {
                let more = read_due(&self.rows, scale, self.now, last.as_ref());
                let more = more.expect("the rows can be read");
                last = more.last().cloned();
                if last.is_none() {
                    break;
                }
                all.extend(more);
            }
        }
        all
    }

    /// Makes a tick, and does the work that is due then.
    pub fn ticks(&mut self, was_away: bool) {
        for due in self.due(was_away) {
            self.takes(due.name(), RequestKind::Due(due));
        }
    }

    /// Lets the bot work for `span`, with a tick each minute.
    pub fn pass(&mut self, span: Duration) {
        let end = self.now.0 + i64::try_from(span.as_millis()).expect("it is short");
        while self.now.0 < end {
            self.now.0 = (self.now.0 + 60_000).min(end);
            self.ticks(false);
        }
    }

    /// Deletes obsolete data, and returns whether there was any.
    pub fn tidy(&mut self) -> bool {
        self.n_events += 1;
        let id = format!("tidy:{}", self.n_events);
        !matches!(self.takes(id, RequestKind::Tidy), Reply::Nothing)
    }

    /// Decides on a command that a person types.
    ///
    /// # Errors
    ///
    /// The command is refused.
    pub fn say(&mut self, name: &str, place: Place, text: &str) -> Result<Reply, Refusal> {
        let command = Command::parse(text).expect("a command");
        self.ask(name, place, Intent::Command(command))
    }

    /// Decides on a command that a person types in #lobby, which must succeed.
    #[track_caller]
    pub fn does(&mut self, name: &str, text: &str) -> Reply {
        succeeded(self.say(name, lobby(), text), text)
    }

    /// Decides on a button that a person presses in #lobby, which must succeed.
    #[track_caller]
    pub fn presses(&mut self, name: &str, control: Control) -> Reply {
        let text = control.to_string();
        succeeded(self.ask(name, lobby(), Intent::Press(control)), &text)
    }

    /// Opens a challenge in #lobby by this command.
    #[track_caller]
    pub fn opens(&mut self, name: &str, text: &str) -> MatchId {
        match self.does(name, text) {
            Reply::Done(Done::Challenge(ChallengeDone::Opened(id))) => id,
            _ => panic!("{text} opens a challenge"),
        }
    }

    /// Ends all matches of a person whose data is to be deleted.
    pub fn ends_matches_of(&mut self, user: &UserId) {
        let event = EventId::new(user.platform, "forget");
        for n in 0.. {
            let (user, event) = (user.clone(), event.clone());
            let forget = RequestKind::Forget { user, event };
            if let Reply::Nothing = self.takes(format!("forget:{n}"), forget) {
                return;
            }
        }
    }

    /// Returns the completions for a person who has typed this text, where these people match it.
    pub fn offered(&mut self, who: &str, place: Place, text: &str, people: &[&str]) -> Completions {
        let mut request = self.request(who, place, Intent::complete(text));
        if let RequestKind::Person(request) = &mut request.kind {
            request.people = people.iter().map(ToString::to_string).collect();
        }
        match self.decide(&request).map(|outcome| outcome.reply) {
            Ok(Reply::Completions(offered)) => offered,
            _ => panic!("{text} is completed"),
        }
    }

    /// Begins a match of these two in #lobby.
    #[track_caller]
    pub fn begin(&mut self, white: &str, black: &str) -> MatchId {
        self.begins(white, black, "berolina")
    }

    /// Begins a match of these two in #lobby, on these terms.
    #[track_caller]
    pub fn begins(&mut self, white: &str, black: &str, terms: &str) -> MatchId {
        let id = self.opens(white, &format!("/challenge {terms} {black} white"));
        self.presses(black, Control::Accept(id));
        id
    }

    /// Begins a match of these two at a position.
    #[track_caller]
    pub fn begin_at(&mut self, white: &str, black: &str, setup: Setup) -> MatchId {
        let id = self.begin(white, black);
        self.set_up(id, setup);
        id
    }

    /// Replaces the setup of the match.
    pub fn set_up(&mut self, id: MatchId, setup: Setup) {
        let mut game_match: Match = read(&self.rows, &schema::match_key(id))
            .expect("the rows can be read")
            .expect("the match is there");
        game_match.setup = setup;
        self.rewrite(&game_match);
    }

    /// Writes a match that is played in place of the stored one.
    pub(crate) fn rewrite(&mut self, game_match: &Match) {
        let key = schema::match_key(game_match.id);
        self.rows.put(key, entries::encode(game_match));
        self.service.forget();
    }

    /// Plays these moves in turn.
    #[track_caller]
    pub fn play(&mut self, names: [&str; 2], moves: &[&str]) {
        for (n, action) in moves.iter().enumerate() {
            self.does(names[n % 2], &format!("/move {action}"));
        }
    }

    /// Returns a stored match with its record.
    #[track_caller]
    pub fn found(&self, id: MatchId) -> (Match, Record) {
        let found = read_match(&self.rows, id).expect("the rows can be read");
        found.expect("there is such a match")
    }

    /// Returns the next decision, roll or result of a match.
    pub fn next(&mut self, id: MatchId) -> Next {
        self.found(id).1.replay().expect("a game").next()
    }

    /// Checks that no stored entry is damaged or missing.
    #[track_caller]
    pub fn is_sound(&self) {
        let damage = examine(&self.rows, |_, _| Ok(())).expect("the rows can be read");
        assert!(damage.is_none(), "{damage:?}");
    }

    /// Checks that a command is refused with these words.
    #[track_caller]
    pub fn refuses(&mut self, name: &str, place: Place, text: &str, expected: &str) {
        let refusal = self.say(name, place, text).err().expect(text);
        assert_eq!(english(&refusal), expected);
    }

    /// Checks that a button in #lobby is refused with these words.
    #[track_caller]
    pub fn refuses_press(&mut self, name: &str, control: Control, expected: &str) {
        let refusal = self.ask(name, lobby(), Intent::Press(control)).err();
        assert_eq!(refusal.as_ref().map(english).as_deref(), Some(expected));
    }
}

/// Returns the reply to a request that succeeded.
#[track_caller]
fn succeeded(reply: Result<Reply, Refusal>, what: &str) -> Reply {
    reply.unwrap_or_else(|refusal| panic!("{what}: {}", english(&refusal)))
}

/// Returns an outcome, unless it is a refusal.
///
/// # Errors
///
/// The refusal.
pub fn accepted(outcome: Outcome) -> Result<Outcome, Refusal> {
    match outcome.reply {
        Reply::Refused(refusal) => Err(refusal),
        _ => Ok(outcome),
    }
}

/// Returns the English text of a refusal.
pub fn english(refusal: &Refusal) -> String {
    Language::ENGLISH.localize(&refusal.text())
}

/// Returns the server of the page.
pub fn page() -> ServerId {
    ServerId::new(Platform::Playground, "page")
}

pub(crate) fn event(n: usize) -> EventId {
    EventId::new(Platform::Playground, n.to_string())
}

/// Returns the person of this name on the page.
pub fn person(name: &str) -> Speaker {
    Speaker {
        id: UserId::new(Platform::Playground, name.to_lowercase()),
        name: name.to_owned(),
    }
}

/// Returns the channel of all matches.
pub fn lobby() -> Place {
    Place::Channel(ChannelId::new(Platform::Playground, "lobby"))
}

/// Returns another channel.
pub fn elsewhere() -> Place {
    Place::Channel(ChannelId::new(Platform::Playground, "elsewhere"))
}

/// Returns the key of the plan of a match.
pub fn plan_key(id: MatchId) -> Vec<u8> {
    schema::plan_key(id)
}

/// Returns the key of the undelivered news of a side's plan.
pub fn untold_key(id: MatchId, side: Color) -> Vec<u8> {
    crate::match_store::schema::untold_key(id, side)
}
