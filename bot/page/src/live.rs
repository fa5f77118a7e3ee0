//! The live connection of a page: first everything that it missed, then each new post.

use std::{collections::BTreeMap, convert::Infallible, iter, sync::Arc, time::Duration};

use axum::{
    body::Bytes,
    extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket},
    http::HeaderMap,
};
use futures_util::{
    Sink, SinkExt, StreamExt,
    future::{join_all, select_all},
    stream::{SplitSink, SplitStream},
};
use serde::Deserialize;
use tokio::{
    sync::broadcast,
    time::{Instant, sleep},
};

use text::PROGRAM;

use super::{
    adapter::Playground,
    connections::{LineOwner, Seat},
    followed::{Followed, next_change},
    frame::{Listing, LiveEvent},
    guard,
    hub::Line,
    person::SignedIn,
    places::{CHANNELS, Room},
    state::Server,
    stored::{StoreFailure, json},
};

/// The time in which a page has to identify itself.
const HELLO_TIME: Duration = Duration::from_secs(10);

/// The time in which a page can receive the close frame.
const FAREWELL_TIME: Duration = Duration::from_secs(1);

/// The pause after a failed check for new people.
const PAUSE: Duration = Duration::from_secs(1);

/// The number of people in the list that are not online.
const LISTED_PEOPLE: u32 = 100;

/// The first frame from a page.
#[derive(Deserialize)]
struct Hello {
    /// The secret of the person, if no cookie has it.
    secret: Option<String>,
    /// The last change of each place that the page knows; nothing before it is sent again.
    #[serde(default)]
    since: BTreeMap<String, u64>,
}

/// The reason that a connection ends.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// The page went away.
    HungUp,
    /// The server stops; the page comes back soon.
    Restarting,
    /// The page was too slow and missed a frame, or there are too many pages. It comes back later and catches up.
    Overloaded,
    /// The store failed; the page comes back later.
    Trouble,
    /// The secret is unknown here; the page signs in again.
    Stranger,
    /// There is no such match for this caller; the page comes back when it requests another one.
    Unknown,
}

impl End {
    /// Returns the close code for the page.
    fn code(self) -> Option<u16> {
        match self {
            End::HungUp => None,
            End::Restarting => Some(1012),
            End::Overloaded => Some(1013),
            End::Trouble => Some(1011),
            End::Stranger => Some(4401),
            End::Unknown => Some(4404),
        }
    }
}

impl From<StoreFailure> for End {
    fn from(_: StoreFailure) -> End {
        End::Trouble
    }
}

type PageSink = SplitSink<WebSocket, Message>;

/// Serves a page until either side closes the connection. The connection is in use once the page has identified itself.
///
/// The server pings the page regularly, and the page has to answer before the next ping.
pub(super) async fn serve_socket(
    server: &Server,
    socket: WebSocket,
    seat: &Arc<Seat>,
    headers: &HeaderMap,
) {
    let (mut sink, mut incoming) = socket.split();
    let mut closing = server.closing.clone();
    let end = tokio::select! {
        end = converse(server, &mut sink, &mut incoming, (seat, headers)) => end,
        () = seat.evicted() => End::Overloaded,
        () = closing.wait() => End::Restarting,
    };
    say_farewell(&mut sink, end).await;
}

/// Sends the reason that a connection ends.
pub(super) async fn say_farewell(sink: &mut (impl Sink<Message> + Unpin), end: End) {
    if let Some(code) = end.code() {
        let farewell = CloseFrame {
            code,
            reason: Utf8Bytes::default(),
        };
        // A page that does not accept the close frame notices the silence. No page delays the shutdown.
        let _ =
            tokio::time::timeout(FAREWELL_TIME, sink.send(Message::Close(Some(farewell)))).await;
    }
}

async fn converse(
    server: &Server,
    sink: &mut PageSink,
    incoming: &mut SplitStream<WebSocket>,
    (seat, headers): (&Arc<Seat>, &HeaderMap),
) -> End {
    let (playground, ping) = (&server.playground, server.patience.ping);
    let Ok(Some(Ok(Message::Text(hello)))) =
        tokio::time::timeout(HELLO_TIME, incoming.next()).await
    else {
        return End::HungUp;
    };
    let Ok(hello) = serde_json::from_str::<Hello>(&hello) else {
        return End::Stranger;
    };
    let Some(secret) = hello.secret.as_deref().or_else(|| guard::secret(headers)) else {
        return End::Stranger;
    };
    // Before the session is checked, so that its end is not missed.
    let mut session = server.watch_session(Some(secret)).await;
    let person = match server.authenticate(secret) {
        Ok(Some(person)) => person,
        Ok(None) => return End::Stranger,
        Err(_) => return End::Trouble,
    };
    let Some(_in_use) = seat.occupy_line(LineOwner::Person(person.id)) else {
        return End::Overloaded;
    };
    let (mut deletion, reader) = tokio::join!(
        playground.watch.watch(Followed::Person(person.id)),
        Reader::of(playground, &person)
    );
    tokio::select! {
        end = reader.read_all(&hello, sink, ping) => end,
        () = silence(incoming, 2 * ping) => End::HungUp,
        end = no_longer_signed_in(server, secret, [&mut session, &mut deletion]) => end,
    }
}

/// Completes when the secret of a person no longer counts, because its session has ended or they are deleted.
async fn no_longer_signed_in(
    server: &Server,
    secret: &str,
    [session, deletion]: [&mut broadcast::Receiver<u64>; 2],
) -> End {
    loop {
        match server.authenticate(secret) {
            Ok(Some(_)) => {}
            Ok(None) => return End::Stranger,
            Err(_) => return End::Trouble,
        }
        tokio::select! {
            _ = next_change(session) => {}
            _ = next_change(deletion) => {}
        }
    }
}

/// Waits until a page closes the connection or falls silent. After its first frame a page sends nothing but pongs.
async fn silence(incoming: &mut SplitStream<WebSocket>, longest: Duration) {
    while let Ok(Some(Ok(_))) = tokio::time::timeout(longest, incoming.next()).await {}
}

/// A page that reads its rooms.
struct Reader<'p> {
    person: &'p SignedIn,
    line: Line<'p>,
    rooms: RoomReaders<'p>,
}

/// The rooms that a page reads.
struct RoomReaders<'p> {
    playground: &'p Playground,
    rooms: Vec<RoomReader>,
    /// The place of the room with a change that was not read yet, and the number of the change.
    due: Option<(usize, u64)>,
}

/// A room that a page reads.
struct RoomReader {
    room: Room,
    /// The numbers of its changes.
    changes: broadcast::Receiver<u64>,
    /// The last change that the page knows, with all before it.
    known: u64,
}

impl RoomReader {
    /// Returns the number of the last change of the room, once there is a new one.
    async fn changed(&mut self) -> u64 {
        let first = next_change(&mut self.changes).await;
        let later = iter::from_fn(|| self.changes.try_recv().ok());
        later.last().unwrap_or(first)
    }
}

/// Returns the place of the next room with a change, and the number of the change. Puts that room last, so that busy rooms do not
/// delay others.
async fn next_changed(rooms: &mut [RoomReader]) -> (usize, u64) {
    let changes = rooms.iter_mut().map(|room| Box::pin(room.changed()));
    let (number, place, _) = select_all(changes).await;
    rooms[place..].rotate_left(1);
    (rooms.len() - 1, number)
}

impl RoomReaders<'_> {
    /// Returns the next frame of new posts. It can be cancelled, for a ping during an outage of the store, and loses nothing.
    async fn news(&mut self) -> Utf8Bytes {
        loop {
            let (place, number) = match self.due {
                Some(due) => due,
                None => *self.due.insert(next_changed(&mut self.rooms).await),
            };
            let RoomReader { room, known, .. } = &mut self.rooms[place];
            let (frame, change) = self.playground.news(*room, *known, number).await;
            self.due = None;
            if change > *known {
                *known = change;
                return frame;
            }
        }
    }
}

impl<'p> Reader<'p> {
    /// Registers a page before it reads the past, so that it misses nothing.
    async fn of(playground: &'p Playground, person: &'p SignedIn) -> Reader<'p> {
        let rooms = Room::all_of(person.id).map(async |room| RoomReader {
            room,
            changes: playground.watch.watch(Followed::Room(room)).await,
            known: 0,
        });
        let rooms = RoomReaders {
            playground,
            rooms: join_all(rooms).await,
            due: None,
        };
        Reader {
            person,
            rooms,
            line: playground.hub.open(person),
        }
    }

    /// Sends everything that the page has missed, and then all news.
    async fn read_all(mut self, hello: &Hello, sink: &mut PageSink, ping: Duration) -> End {
        if let Err(end) = self.catch_up(hello, sink).await {
            return end;
        }
        let mut pings = tokio::time::interval_at(Instant::now() + ping, ping);
        loop {
            let frame = tokio::select! {
                frame = self.line.frame() => match frame {
                    Some(frame) => Message::Text(frame),
                    None => return End::Overloaded,
                },
                frame = self.rooms.news() => Message::Text(frame),
                _ = pings.tick() => Message::Ping(Bytes::new()),
            };
            // A page that does not read may still send.
            let sent = tokio::time::timeout(2 * ping, sink.send(frame)).await;
            if !matches!(sent, Ok(Ok(()))) {
                return End::HungUp;
            }
        }
    }

    async fn catch_up(&mut self, hello: &Hello, sink: &mut PageSink) -> Result<(), End> {
        let (playground, person) = (self.rooms.playground, self.person);
        let online = playground.hub.online();
        let mut people = online.clone();
        people.extend(
            playground
                .newest_people(LISTED_PEOPLE)?
                .into_iter()
                .map(|person| (person.id, person)),
        );
        let welcome = LiveEvent::Welcome {
            you: person.id,
            name: &person.name,
            bot: PROGRAM,
            direct: playground
                .person(person.id)?
                .is_some_and(|person| !person.is_closed),
            channels: &CHANNELS,
            people: people
                .values()
                .map(|person| Listing {
                    id: person.id,
                    name: &person.name,
                    online: online.contains_key(&person.id),
                })
                .collect(),
        };
        send(sink, &welcome).await?;
        for RoomReader { room, known, .. } in &mut self.rooms.rooms {
            let since = hello.since.get(room.place()).copied().unwrap_or_default();
            let missed = playground.posts_since(*room, since).await?;
            *known = missed.change;
            send(sink, &missed.frame()).await?;
        }
        send(sink, &LiveEvent::CaughtUp).await
    }
}

async fn send(sink: &mut PageSink, frame: &LiveEvent<'_>) -> Result<(), End> {
    sink.send(Message::text(json(frame)))
        .await
        .map_err(|_| End::HungUp)
}

impl Playground {
    /// Announces the people who sign up at other processes, for as long as the future is polled.
    pub(super) async fn announce_sign_ups(&self) -> Infallible {
        // The count is older than the watch, so this announces a person who signs up between the two.
        let mut n_known = self.n_people(&mut self.writer.transaction()).ok();
        let mut changes = self.watch.watch(Followed::People).await;
        loop {
            while let Err(error) = self.announce_people(&mut n_known) {
                tracing::debug!(%error, "cannot read new people; retrying");
                sleep(PAUSE).await;
            }
            next_change(&mut changes).await;
        }
    }

    /// Announces the people after `n_known` who are not online here.
    fn announce_people(&self, n_known: &mut Option<u32>) -> Result<(), StoreFailure> {
        let here = self.hub.online();
        let n_people = self.n_people(&mut self.writer.transaction())?;
        let n_new = n_people.saturating_sub(n_known.unwrap_or(n_people));
        let new = self.newest_people(n_new.min(LISTED_PEOPLE))?;
        for person in new.iter().filter(|person| !here.contains_key(&person.id)) {
            self.hub.publish(&LiveEvent::person(person, false));
        }
        *n_known = Some(n_people);
        Ok(())
    }
}
