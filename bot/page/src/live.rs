//! The live connection of a page: first everything that it missed, then each new post.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use axum::{
    body::Bytes,
    extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket},
    http::HeaderMap,
};
use futures_util::{
    Sink, SinkExt, StreamExt,
    stream::{SplitSink, SplitStream},
};
use serde::Deserialize;
use tokio::time::Instant;

use text::PROGRAM;

use super::{
    adapter::Playground,
    connections::{LineOwner, Seat},
    frame::{Listing, LiveEvent},
    guard,
    hub::Line,
    person::SignedIn,
    places::{CHANNELS, Room},
    sessions::SessionWatch,
    state::Server,
    stored::{StoreFailure, json},
};

/// The time in which a page has to identify itself.
const HELLO_TIME: Duration = Duration::from_secs(10);

/// The time in which a page can receive the close frame.
const FAREWELL_TIME: Duration = Duration::from_secs(1);

/// The number of people in the list that are not online.
pub(super) const LISTED_PEOPLE: u32 = 100;

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
    let session = server.watch_session(Some(secret)).await;
    let person = match server.authenticate(secret) {
        Ok(Some(person)) => person,
        Ok(None) => return End::Stranger,
        Err(_) => return End::Trouble,
    };
    let Some(_in_use) = seat.occupy_line(LineOwner::Person(person.id)) else {
        return End::Overloaded;
    };
    let _watched = playground.watch_all_of(person.id).await;
    // Registers the connection before it reads the past. A new post can come twice, but the page misses none.
    let mut line = playground.hub.open(&person);
    let cut = Arc::clone(&line.cut);
    tokio::select! {
        end = speak(playground, &person, &hello, &mut line, sink, ping) => end,
        () = cut.notified() => End::Overloaded,
        () = silence(incoming, 2 * ping) => End::HungUp,
        end = no_longer_signed_in(server, secret, session) => end,
    }
}

/// Completes when the secret of a person no longer counts, because its session has ended.
async fn no_longer_signed_in(server: &Server, secret: &str, mut session: SessionWatch) -> End {
    loop {
        session.changed().await;
        match server.authenticate(secret) {
            Ok(Some(_)) => {}
            Ok(None) => return End::Stranger,
            Err(_) => return End::Trouble,
        }
    }
}

/// Waits until a page closes the connection or falls silent. After its first frame a page sends nothing but pongs.
async fn silence(incoming: &mut SplitStream<WebSocket>, longest: Duration) {
    while let Ok(Some(Ok(_))) = tokio::time::timeout(longest, incoming.next()).await {}
}

async fn speak(
    playground: &Playground,
    person: &SignedIn,
    hello: &Hello,
    line: &mut Line,
    sink: &mut PageSink,
    ping: Duration,
) -> End {
    if let Err(end) = catch_up(playground, person, hello, line, sink).await {
        return end;
    }
    let mut pings = tokio::time::interval_at(Instant::now() + ping, ping);
    loop {
        let sent = tokio::select! {
            frame = line.frames.recv() => match frame {
                // It holds its places until it is sent.
                Some(frame) => sink.send(Message::Text(frame.text.clone())).await,
                None => return End::Overloaded,
            },
            _ = pings.tick() => sink.send(Message::Ping(Bytes::new())).await,
        };
        if sent.is_err() {
            return End::HungUp;
        }
    }
}

async fn catch_up(
    playground: &Playground,
    person: &SignedIn,
    hello: &Hello,
    line: &Line,
    sink: &mut PageSink,
) -> Result<(), End> {
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
    for room in Room::all_of(person.id) {
        let since = hello.since.get(room.place()).copied().unwrap_or_default();
        let missed = playground.posts_since(room, since).await?;
        line.knows(room, missed.change);
        send(sink, &missed.frame_after(since)).await?;
        // Posts since the read were sent to the other listeners alone.
        playground.relay_posts(room).await?;
    }
    send(sink, &LiveEvent::CaughtUp).await
}

async fn send(sink: &mut PageSink, frame: &LiveEvent<'_>) -> Result<(), End> {
    sink.send(Message::text(json(frame)))
        .await
        .map_err(|_| End::HungUp)
}
