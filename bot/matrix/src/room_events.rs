//! Converts room events of people to events of the service.

use std::{sync::Arc, time::Duration};

use matrix_sdk::{
    Room,
    ruma::{
        Int, UserId,
        events::{AnySyncTimelineEvent, room::member::MembershipState},
        serde::Raw,
    },
};
use tracing::warn;

use super::{
    adapter::Matrix,
    events::OpenEvent,
    failure::Failure,
    ids,
    meaning::Meaning,
    stored::key,
    timeline::{self, RoomEvent, RoomEventKind},
};
use api::{Event, Place, Platform, ServerAccess, ServerId, Speaker};
use kit::{Pauses, lock, pauses, retry};
use text::Text;

/// The pauses between attempts to handle an event, about ten minutes in all; later events of the room wait for as long.
const PAUSES: Pauses =
    pauses(Duration::from_millis(250), Duration::from_secs(30)).with_max_times(25);

/// The power level from which on a person manages a room.
const MANAGER: i32 = 50;

impl Matrix {
    /// Handles a room event, and retries while our side fails.
    pub(super) async fn handle_event(
        self: &Arc<Matrix>,
        batch: u64,
        room: &Room,
        event: &RoomEvent,
    ) {
        let handling = || self.try_handle_event(batch, room, event);
        if let Err(failure) = retry("to handle a room event", PAUSES, handling).await {
            warn!(?failure, "cannot handle a room event");
        }
    }

    async fn try_handle_event(
        self: &Arc<Matrix>,
        batch: u64,
        room: &Room,
        event: &RoomEvent,
    ) -> Result<(), Failure> {
        use MembershipState::{Ban, Join, Leave};
        match &event.kind {
            RoomEventKind::Membership {
                of,
                now: Leave | Ban,
                ..
            } => {
                if *of == event.by {
                    self.take_leave(room, of).await?;
                }
                return self.leave_if_empty(room).await;
            }
            RoomEventKind::Membership { of, now: Join, .. } => {
                return self.tell_name(room, of).await;
            }
            RoomEventKind::Membership { .. }
            | RoomEventKind::Undecryptable
            | RoomEventKind::Other => return Ok(()),
            _ => self.writer.mark(unread_key(room, &event.by), false).await?,
        }
        match &event.kind {
            RoomEventKind::Changed(of, text) => {
                if self.open.get(of).is_some() || self.names().spoken_to(&text.text).is_some() {
                    self.remark_on(room, event, text::matrix_changed()).await;
                }
            }
            RoomEventKind::TookBack(of) => {
                let before = self.open.get(of);
                if before.is_some_and(|before| before.by == event.by) {
                    self.remark_on(room, event, text::matrix_taken_back()).await;
                }
            }
            _ => self.handle_intent(batch, room, event).await?,
        }
        Ok(())
    }

    /// Handles the meaning of an event, if it was not answered before.
    async fn handle_intent(
        &self,
        batch: u64,
        room: &Room,
        event: &RoomEvent,
    ) -> Result<(), Failure> {
        if self.is_answered(&event.id)? {
            lock(&self.progress).was_answered(batch, &event.id);
            return Ok(());
        }
        if lock(&self.progress).is_open(&event.id) {
            return Ok(());
        }
        let Some(meaning) = self.meaning_of(room, event).await? else {
            if event.kind.is_below_another() {
                // It must not get a meaning from later choices when the homeserver repeats it.
                lock(&self.progress).open(batch, &event.id);
                self.close(&event.id, &event.by).await;
            }
            return Ok(());
        };
        let request = self.act_on(room, event, meaning).await?;
        if let Some(listener) = self.listener()
            && lock(&self.progress).open(batch, &event.id)
        {
            listener.hear(request).await;
        }
        Ok(())
    }

    /// Converts a meaning to an event of the service, which can be answered from now on.
    async fn act_on(
        &self,
        room: &Room,
        event: &RoomEvent,
        meaning: Meaning,
    ) -> Result<Event, Failure> {
        let about = meaning.about.as_ref();
        let about = about.filter(|_| meaning.completes_challenge);
        let challenge_room = self.challenge_room(&event.by, about).await?;
        // The bot posts nothing there for a person who has left.
        let has_left = meaning.completes_challenge && challenge_room.is_none();
        let about = meaning.about.filter(|_| !has_left);
        let mut open = OpenEvent {
            order: meaning.order,
            about: about.clone(),
            is_in_thread: meaning.is_in_thread,
            ..self.open_event(room, event, meaning.is_direct).await
        };
        if let Some(room) = &challenge_room {
            open.obstacle = self.obstacle_in(room).await;
        }
        let shown_in = challenge_room.as_ref().unwrap_or(room);
        let server = if challenge_room.is_some() || !meaning.is_direct {
            Some(self.server(shown_in, &event.by).await?)
        } else {
            None
        };
        self.open.put(event.id.clone(), Arc::new(open));
        let speaker = self.speaker(shown_in, &event.by).await;
        let place = about.map_or(Place::Direct, Place::Channel);
        let text = meaning.intent.text().map(str::to_owned);
        Ok(Event {
            server,
            text,
            ..Event::new(
                ids::event_id(&event.id),
                speaker,
                place,
                meaning.intent.into(),
            )
        })
    }

    /// Reports the present name of a person in a room.
    async fn tell_name(&self, room: &Room, user: &UserId) -> Result<(), Failure> {
        let is_direct = self.person_of(room).await?.as_deref() == Some(user);
        let server = if is_direct {
            None
        } else {
            Some(self.server_id(room)?)
        };
        let who = self.speaker(room, user).await;
        if let Some(listener) = self.listener() {
            listener.is_called(&who, server.as_ref()).await;
        }
        Ok(())
    }

    /// Returns the id of a room as a server; it stays the same after an upgrade of the room.
    fn server_id(&self, room: &Room) -> Result<ServerId, Failure> {
        let first = self.first_of(room.room_id())?;
        Ok(ServerId::new(Platform::Matrix, first.as_str()))
    }

    /// Returns the room as a server, with the right to manage it for people with enough power.
    async fn server(&self, room: &Room, user: &UserId) -> Result<ServerAccess, Failure> {
        let powers = Matrix::powers(room).await;
        Ok(ServerAccess {
            id: self.server_id(room)?,
            may_manage: powers.is_some_and(|powers| powers.for_user(user) >= Int::from(MANAGER)),
        })
    }

    async fn open_event(&self, room: &Room, event: &RoomEvent, is_direct: bool) -> OpenEvent {
        OpenEvent {
            event: event.id.clone(),
            order: 0,
            by: event.by.clone(),
            room: room.room_id().to_owned(),
            session: event.session.clone(),
            is_message: matches!(event.kind, RoomEventKind::Wrote(_)),
            is_in_thread: false,
            is_direct,
            about: None,
            obstacle: self.obstacle_in(room).await.filter(|_| !is_direct),
            reply: tokio::sync::Mutex::default(),
        }
    }

    /// Sends a remark about an event, in a separate task.
    async fn remark_on(self: &Arc<Matrix>, room: &Room, event: &RoomEvent, text: Text) {
        let open = self.open_event(room, event, false).await;
        let matrix = Arc::clone(self);
        tokio::spawn(async move {
            match matrix.remark(&open, &text, false).await {
                // The bot stays silent where it has no permission to send.
                Ok(()) | Err(Failure::Refused(_)) => {}
                Err(failure) => warn!(?failure, "cannot send a notice"),
            }
        });
    }

    /// Tells a person once that the bot cannot read their messages.
    pub(super) async fn tell_undecryptable(
        self: &Arc<Matrix>,
        room: &Room,
        event: &Raw<AnySyncTimelineEvent>,
    ) {
        let Some(room_event) = timeline::read(event) else {
            return;
        };
        let key = unread_key(room, &room_event.by);
        match self.writer.get(&key) {
            Ok(None) => {}
            Ok(Some(_)) => return,
            Err(error) => warn!(%error, "a notice about an unreadable message may repeat"),
        }
        if let Err(error) = self.writer.mark(key, true).await {
            warn!(%error, "a notice about an unreadable message may repeat");
        }
        self.remark_on(room, &room_event, text::matrix_sealed())
            .await;
    }

    /// Returns a person with their name in a room, and with the account if others have the same name.
    pub(super) async fn speaker(&self, room: &Room, user: &UserId) -> Speaker {
        let name = match room.get_member_no_sync(user).await {
            Ok(Some(member)) if member.name_ambiguous() => format!("{} ({user})", member.name()),
            Ok(Some(member)) => member.name().to_owned(),
            _ => user.localpart().to_owned(),
        };
        let speaker = Speaker {
            id: ids::user_id(user),
            name,
        };
        self.names.put(user.to_owned(), speaker.clone());
        speaker
    }
}

fn unread_key(room: &Room, user: &UserId) -> Vec<u8> {
    key("sealed", format_args!("{}/{user}", room.room_id()))
}
