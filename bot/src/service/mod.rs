//! What the bot does: who may do what in which match, what changes, and what is to be said.
//!
//! It waits for nothing and owns no clock, socket, disk or dice: rows are looked up in what it is given, time and dice
//! come with the request, and what changes is handed back to be committed before anything is said.

mod challenge;
pub(crate) mod codec;
mod complete;
mod ending;
mod entries;
mod examine;
mod export;
mod guide;
mod lookup;
mod matches;
mod moment;
mod outbox;
mod play;
mod refusal;
mod reply;
mod schema;
mod seat;
mod settings;
mod talk;
#[cfg(test)]
mod tests;
mod whole;
mod why;

use std::{fmt, num::NonZeroUsize};

use lru::LruCache;
use rules::{Color, Game, Input, Next};

use self::schema::Head;

pub use self::{
    entries::read,
    examine::{Damage, Flaw, examine, examine_match},
    guide::{Entries, Menus, Question},
    matches::{Lens, Match, Offer, Player, Stage},
    moment::{Moment, PublicMatch, PublicMoment, SeatMoment},
    outbox::{
        Delivery, DeliveryId, Kind, Readers, Sent, given_up, is_said, read_delivery, read_outbox,
        read_sent, read_waiting, said, said_again, settled,
    },
    refusal::Refusal,
    reply::{
        Done, Effects, Here, Hints, Illustration, Listed, Look, Page, Reply, Seen, Shown, Told,
        Tried,
    },
    schema::{
        Absence, Thread, Whispers, came_back, left, published_secret, read_absence, read_settings,
        read_thread, thread_lost, thread_opened,
    },
    settings::Settings,
    whole::read_match,
    why::{MOST_WAYS, Prospect, Why},
};
use crate::{
    command::{Command, Control},
    handbook::Spot,
    ports::{
        Batch, ChannelId, Dice, EventId, Finding, MatchId, Place, Rows, Speaker, StoreError,
        Timestamp, UserId,
    },
};

/// What somebody asks of the bot.
#[derive(Debug)]
pub struct Request {
    /// The event that asks; the same id always gets the same answer.
    pub event: EventId,
    /// Who asks.
    pub speaker: Speaker,
    /// Where.
    pub place: Place,
    /// Whether others there read what they wrote.
    pub is_overheard: bool,
    /// For what.
    pub wish: Intent,
    /// The person named in a challenge, if there is one of that name.
    pub opponent: Option<Speaker>,
    /// What works for the speaker where they are and what does not, if that is what they ask for.
    pub findings: Vec<Finding>,
    /// When.
    pub now: Timestamp,
}

/// What a request asks for.
///
/// It may hold a secret, so `Debug` shows nothing of it.
pub enum Intent {
    /// A command.
    Command(Command),
    /// A button.
    Press(Control),
    /// An entry of a menu.
    Choose(Control, String),
    /// A form, filled in.
    Fill(Control, String),
    /// The ways to go on typing.
    Complete {
        /// What is typed so far.
        text: String,
        /// The names of people that fit what is typed.
        people: Vec<String>,
    },
}

impl fmt::Debug for Intent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Intent")
    }
}

/// How much the bot keeps for one person and for one match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Matches and challenges that are not over.
    pub matches: usize,
    /// After so many turns of each side a match is drawn. A turn is all that a side does until the other is to decide.
    pub turns: u32,
}

/// Looks after all matches. Rows are the truth; the service keeps the games of the matches in use at hand.
pub struct Service {
    limits: Limits,
    games: LruCache<MatchId, Live>,
    /// The day before which the inbox holds nothing, as far as is known.
    inbox_since: i64,
    /// The key up to which matches that are over are packed; nothing if all are.
    packed_to: Option<Vec<u8>>,
}

/// A match and its game.
#[derive(Clone)]
struct Live {
    row: Match,
    game: Game,
}

impl Live {
    /// A match as it can be played on; nothing if there is none.
    ///
    /// # Errors
    ///
    /// The store cannot read; [`StoreError::Damaged`] if this match alone cannot be read, or contradicts itself.
    fn load(rows: &dyn Rows, id: MatchId) -> Result<Option<Live>, StoreError> {
        let Some((row, record)) = read_match(rows, id)? else {
            return Ok(None);
        };
        let damaged = |detail: &str| entries::damaged(schema::match_key(id), detail);
        let game = record
            .replay()
            .map_err(|error| damaged(&error.to_string()))?;
        let is_over = matches!(game.next(), Next::Over(_));
        if is_over != matches!(row.stage, Stage::Over(_)) {
            return Err(damaged("its stage is not that of its record"));
        }
        if matches!(row.stage, Stage::Challenge | Stage::Playing(_)) {
            // Without its dice it could not be played to its end.
            schema::read_secret(rows, id)?;
        }
        Ok(Some(Live { row, game }))
    }
}

/// The answer to a request, or why there is none; the outer error says that rows cannot be read.
pub type Answered = Result<Result<Effects, Refusal>, StoreError>;

/// Why a request is not answered with effects.
enum Stop {
    Refused(Refusal),
    Failed(StoreError),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Stop {
        Stop::Refused(refusal)
    }
}

impl From<StoreError> for Stop {
    /// A match that alone cannot be read is refused; the rows can be read.
    fn from(error: StoreError) -> Stop {
        match &error {
            StoreError::Damaged { key, .. } => match schema::match_of(key) {
                Some(id) => Stop::Refused(Refusal::SetAside(id)),
                None => Stop::Failed(error),
            },
            _ => Stop::Failed(error),
        }
    }
}

/// What the parts of the service need to answer one request.
struct Desk<'a> {
    limits: Limits,
    games: &'a mut LruCache<MatchId, Live>,
    inbox_since: &'a mut i64,
    packed_to: &'a mut Option<Vec<u8>>,
    rows: &'a dyn Rows,
    dice: &'a mut dyn Dice,
    request: &'a Request,
    /// The match whose thread the request comes from.
    within: Option<MatchId>,
    /// The channel it comes from, or the one that its thread belongs to; nothing in direct messages.
    channel: Option<ChannelId>,
}

impl Service {
    /// How many games are kept at hand.
    const GAMES: NonZeroUsize = NonZeroUsize::new(4096).expect("4096 is not 0");

    /// For how many days an event is remembered beside the day on which it came. Platforms tell an event again within
    /// minutes, people within hours.
    const MEMORY_DAYS: i64 = 1;

    /// How many matches are looked at with each change, whether they are over and not packed.
    const LOOKED_AT: usize = 2;

    /// A service that has nothing at hand.
    pub fn new(limits: Limits) -> Service {
        Service {
            limits,
            games: LruCache::new(Service::GAMES),
            inbox_since: i64::MIN,
            packed_to: Some(schema::HEADS.to_vec()),
        }
    }

    /// Drops what is at hand, because the rows may not be what they seemed to be.
    pub fn forget(&mut self) {
        self.games.clear();
        self.inbox_since = i64::MIN;
        self.packed_to = Some(schema::HEADS.to_vec());
    }

    /// Answers a request.
    ///
    /// # Errors
    ///
    /// The rows cannot be read.
    pub fn handle(&mut self, rows: &dyn Rows, dice: &mut dyn Dice, request: &Request) -> Answered {
        for day in request.now.day() - Service::MEMORY_DAYS..=request.now.day() {
            match read::<Done>(rows, &schema::inbox_key(day, &request.event)) {
                Err(StoreError::Damaged { .. }) => return Ok(Err(Refusal::AnswerLost)),
                done => {
                    if let Some(done) = done? {
                        return Ok(Ok(Effects::of(Reply::Done(done))));
                    }
                }
            }
        }
        let (within, channel) = whereabouts(rows, &request.place)?;
        let mut desk = Desk {
            limits: self.limits,
            games: &mut self.games,
            inbox_since: &mut self.inbox_since,
            packed_to: &mut self.packed_to,
            rows,
            dice,
            request,
            within,
            channel,
        };
        let answered = match &request.wish {
            Intent::Command(command) => desk.command(command),
            Intent::Press(control) => desk.press(*control),
            Intent::Choose(Control::Pick(id, ply, _), part) => desk.guide(*id, Some(*ply), part),
            Intent::Choose(Control::Topics(variant, _), topic) => desk.turn_to(*variant, topic),
            Intent::Choose(Control::Try(spot, _), action) => desk.try_task(*spot, action),
            Intent::Choose(Control::Set(topic), value) => desk.choose(*topic, value),
            Intent::Fill(Control::Write(id, ply), text) => desk.play_written(*id, *ply, text),
            Intent::Choose(..) | Intent::Fill(..) => Err(Refusal::UnknownControl.into()),
            Intent::Complete { text, people } => desk.complete(text, people),
        };
        match answered {
            Ok(mut effects) => {
                if effects.moment.is_none()
                    && let Some(look) = effects.reply.look()
                {
                    effects.moment = desk.games.peek(&look.id).map(Moment::of);
                }
                Ok(Ok(effects))
            }
            Err(Stop::Refused(Refusal::SetAside(id))) if !desk.knows(id)? => {
                Ok(Err(Refusal::UnknownMatch(id)))
            }
            Err(Stop::Refused(refusal)) => Ok(Err(refusal)),
            Err(Stop::Failed(error)) => Err(error),
        }
    }
}

/// Whether somebody plays a match in which something is hidden, or one that is damaged, of which nobody knows.
///
/// # Errors
///
/// The rows cannot be read.
pub fn plays_with_secrets(rows: &dyn Rows, user: &UserId) -> Result<bool, StoreError> {
    for key in entries::keys_under(rows, &schema::mine_prefix(user))? {
        let Some(id) = schema::last_id(&key) else {
            continue;
        };
        let has_secrets = match whole::read_row(rows, id) {
            Err(StoreError::Damaged { .. }) => true,
            row => {
                row?.is_some_and(|row| matches!(row.stage, Stage::Playing(_)) && row.has_secrets())
            }
        };
        if has_secrets {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Where a request comes from: the match whose thread that is, and the channel.
fn whereabouts(
    rows: &dyn Rows,
    place: &Place,
) -> Result<(Option<MatchId>, Option<ChannelId>), StoreError> {
    let Place::Channel(channel) = place else {
        return Ok((None, None));
    };
    let within = schema::match_within(rows, channel)?;
    let parent = match within.map(|id| whole::read_row(rows, id)) {
        None | Some(Err(StoreError::Damaged { .. })) => None,
        Some(row) => row?.map(|row| row.channel),
    };
    Ok((within, Some(parent.unwrap_or_else(|| channel.clone()))))
}

impl Desk<'_> {
    fn command(&mut self, command: &Command) -> Result<Effects, Stop> {
        match command {
            Command::Challenge {
                setup,
                opponent,
                side,
            } => self.challenge(setup, opponent.as_deref(), *side),
            Command::Move {
                text,
                which,
                confirmed,
            } => self.play(*which, text.as_deref(), *confirmed),
            Command::Why { text, which } => self.why(*which, text),
            Command::Board { which } => self.board(*which),
            Command::View { which } => self.view(*which),
            Command::Resign { which, confirmed } => self.resign(*which, *confirmed),
            Command::Draw { which } => self.draw(*which),
            Command::Games => self.list_games(),
            Command::History { which, eyes } => self.history(*which, *eyes),
            Command::Replay { which, eyes } => self.replay(*which, *eyes),
            Command::Export { which } => self.export(*which),
            Command::Verify { which } => self.verify(*which),
            Command::Settings { changes } => self.settings(changes),
            Command::Rules(lookup) => self.look_up(lookup),
            Command::Doctor => told(Told::Doctor(self.request.findings.clone())),
            Command::Help { about } => told(Told::Help(*about)),
        }
    }

    fn press(&mut self, control: Control) -> Result<Effects, Stop> {
        match control {
            Control::Accept(id) => self.accept(id),
            Control::Decline(id) => self.decline(id),
            Control::View(id) => self.view(Some(id)),
            Control::Write(id, ply) => self.ask_to_write(id, ply),
            Control::Guide(id, ply) => self.guide(id, Some(ply), ""),
            Control::Resign(id, ply) => self.ask_resign(id, ply),
            Control::ResignConfirmed(id, ply) => self.resign_confirmed(id, ply),
            Control::OfferDraw(id, ply) => self.offer_draw(id, ply),
            Control::End(id) => self.end(id),
            Control::AcceptDraw(id, ply) => self.accept_draw(id, ply),
            Control::DeclineDraw(id, ply) => self.decline_draw(id, ply),
            Control::Rules(variant) => self.page(Spot::overview(variant), false),
            Control::Rule(spot) => self.page(spot, false),
            Control::Page(spot) => self.page(spot, true),
            Control::Keep(_) => told(Told::Kept),
            Control::Play(id, ply, action) => self.play_confirmed(id, ply, action),
            Control::Pick(..) | Control::Topics(..) | Control::Try(..) | Control::Set(_) => {
                Err(Refusal::UnknownControl.into())
            }
        }
    }

    /// A match and its game; a change works on a copy of it.
    fn live(&mut self, id: MatchId) -> Result<&Live, Stop> {
        let rows = self.rows;
        self.games.try_get_or_insert(id, || {
            Ok(Live::load(rows, id)?.ok_or(Refusal::UnknownMatch(id))?)
        })
    }

    /// The effects of a change: the match as it is now, what was told, and the event, so that it counts once.
    fn done(&mut self, mut change: Change, done: Done) -> Result<Effects, Stop> {
        let now = self.request.now;
        change.live.row.changed = now;
        let row = &change.live.row;
        let id = row.id;
        let head = Head::of(row);
        let mut changes = change.batch;
        self.remember(&mut changes, &done)?;
        // The match as it was is about to be replaced, so it may as well be brought up to date for the comparison.
        let is_stored = self.games.get_mut(&id).is_some_and(|before| {
            head.put_on(&mut before.row);
            before.row == *row
        });
        if whole::is_at_rest(row) {
            let before = read_match(self.rows, id)?.map(|(_, record)| record.inputs);
            let inputs = [before.unwrap_or_default(), change.inputs].concat();
            whole::pack(self.rows, row, &inputs, &mut changes)?;
        } else {
            changes.put(schema::head_key(id), entries::encode(&head));
            if !is_stored {
                changes.put(schema::match_key(id), entries::encode(row));
            }
        }
        self.pack_next(id, &mut changes)?;
        let moment = Moment::of(&change.live);
        self.games.put(id, change.live);
        Ok(Effects {
            changes,
            rows: change.rows,
            moment: Some(moment),
            reply: Reply::Done(done),
        })
    }

    /// Packs what an earlier release has left as it was played: every change looks at a few matches, until all are seen.
    fn pack_next(&mut self, but: MatchId, changes: &mut Batch) -> Result<(), StoreError> {
        let Some(after) = self.packed_to.as_deref() else {
            return Ok(());
        };
        let next = match self
            .rows
            .scan(schema::HEADS, Some(after), Service::LOOKED_AT)
        {
            Err(StoreError::Damaged { key, .. }) => vec![key],
            next => next?.into_iter().map(|(key, _)| key).collect(),
        };
        for id in next.iter().filter_map(|key| schema::last_id(key)) {
            if id != but {
                whole::pack_if_over(self.rows, id, changes)?;
            }
        }
        *self.packed_to = next.into_iter().next_back();
        Ok(())
    }

    /// Remembers the event and its answer, so that it counts once.
    fn remember(&mut self, changes: &mut Batch, done: &Done) -> Result<(), StoreError> {
        let key = schema::inbox_key(self.request.now.day(), &self.request.event);
        changes.put(key, entries::encode(done));
        self.forget_old_events(changes)
    }

    /// Every change remembers one event, and forgets up to two that are old enough.
    fn forget_old_events(&mut self, changes: &mut Batch) -> Result<(), StoreError> {
        let oldest = self.request.now.day() - Service::MEMORY_DAYS;
        if *self.inbox_since >= oldest {
            return Ok(());
        }
        let first = match self.rows.scan(schema::INBOX, None, 2) {
            Err(StoreError::Damaged { key, .. }) => vec![key],
            first => first?.into_iter().map(|(key, _)| key).collect(),
        };
        let is_old = |key: &Vec<u8>| schema::day_of_inbox_key(key).is_some_and(|day| day < oldest);
        let old: Vec<_> = first.into_iter().filter(is_old).collect();
        if old.is_empty() {
            *self.inbox_since = oldest;
        }
        for key in old {
            changes.remove(key);
        }
        Ok(())
    }
}

/// A change of one match in the making.
struct Change {
    live: Live,
    batch: Batch,
    rows: Vec<DeliveryId>,
    /// What was played.
    inputs: Vec<Input>,
}

impl Change {
    fn new(live: Live) -> Change {
        Change {
            live,
            batch: Batch::default(),
            rows: Vec::new(),
            inputs: Vec::new(),
        }
    }

    /// Plays an input that the game is known to take.
    fn input(&mut self, input: Input) {
        let Live { row, game } = &mut self.live;
        match input {
            Input::Action(action) => game.act(action).expect("the action was found legal"),
            Input::Outcome(outcome) => game
                .roll(outcome)
                .expect("the outcome is one of those that may happen"),
            Input::Conclusion(conclusion) => {
                game.conclude(conclusion).expect("the game is not over")
            }
        }
        self.batch
            .put(schema::input_key(row.id, row.ply), input.to_string());
        self.inputs.push(input);
        row.ply += 1;
    }

    /// Says something to the channel about the match as it is now; the number of its row.
    fn say(&mut self, kind: Kind) -> u32 {
        self.say_and_settle(kind, None)
    }

    /// Says something, then takes the buttons off the message of an earlier row; the number of its own.
    fn say_and_settle(&mut self, kind: Kind, settles: Option<u32>) -> u32 {
        self.tell(Readers::Channel, kind, settles)
    }

    /// Says something to somebody, then settles the message of an earlier row; the number of its own.
    fn tell(&mut self, to: Readers, kind: Kind, settles: Option<u32>) -> u32 {
        let row = &mut self.live.row;
        let n_rows = match to {
            Readers::Channel => &mut row.n_rows,
            Readers::Seat(color) => &mut row.whispers[color].n_rows,
        };
        let id = DeliveryId {
            id: row.id,
            to,
            n: *n_rows,
        };
        *n_rows += 1;
        let delivery = Delivery {
            ply: row.ply,
            kind,
            settles,
            is_final: whole::is_at_rest(row) || matches!(kind, Kind::DrawDeclined(_)),
        };
        self.batch.put(id.outbox_key(), entries::encode(&delivery));
        self.rows.push(id);
        id.n
    }

    /// Takes the buttons off the message of an earlier row.
    fn settle(&mut self, row: Option<u32>) {
        if row.is_some() {
            self.say_and_settle(Kind::Settle, row);
        }
    }

    /// Posts the board as the one whose buttons are in use, in place of the one before.
    fn show_board(&mut self, kind: Kind) {
        let before = self.live.row.board.take();
        let row = self.say_and_settle(kind, before);
        self.live.row.board = matches!(self.live.game.next(), Next::Decision(_)).then_some(row);
    }

    /// Shows each player what they alone may know, if there can be such things. Whoever is to decide after somebody else
    /// gets a new message, which calls them; otherwise the last one is brought up to date.
    fn show_views(&mut self, decided: Option<Color>) {
        for color in Color::ALL {
            let before = self.live.row.whispers[color].view;
            if before.is_none() && !self.live.row.has_secrets() {
                continue;
            }
            let is_called =
                decided != Some(color) && self.live.game.next() == Next::Decision(color);
            let kind = if is_called || before.is_none() {
                Kind::View
            } else {
                Kind::ViewAgain
            };
            let view = self.tell(Readers::Seat(color), kind, before);
            self.live.row.whispers[color].view = Some(view);
        }
    }
}

fn told(told: Told) -> Result<Effects, Stop> {
    Ok(Effects::of(Reply::Told(told)))
}
