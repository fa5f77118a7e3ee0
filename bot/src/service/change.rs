//! A change of one match in the making, and what follows from it.

use std::sync::Arc;

use rules::{Color, GameInput, Next};

use super::{
    Delivery, DeliveryId, DeliveryKind, Done, Effects, Live, Match, Readers, Reply, What,
    context::Context,
    entries::encode,
    schema::{Head, head_key, inbox_key, input_key, match_key},
    stop::Stop,
    whole::{is_at_rest, pack},
};
use crate::ports::{Batch, Timestamp};

/// A change of one match in the making.
pub(super) struct Change {
    pub(super) live: Live,
    pub(super) batch: Batch,
}

impl Change {
    /// Nothing has changed yet. It happens at this time.
    pub(super) fn new(mut live: Live, now: Timestamp) -> Change {
        let mut batch = Batch::default();
        batch.require((*live.slot).clone());
        let row = Arc::make_mut(&mut live.row);
        row.version += 1;
        row.changed = now;
        Change { live, batch }
    }

    /// The match, to be changed.
    pub(super) fn row(&mut self) -> &mut Match {
        Arc::make_mut(&mut self.live.row)
    }

    /// Plays an input that the game is known to take.
    pub(super) fn input(&mut self, input: GameInput) {
        let game = Arc::make_mut(&mut self.live.game);
        game.play(input).expect("the input was found possible");
        let row = &self.live.row;
        self.batch
            .put(input_key(row.id, row.ply), input.to_string());
        Arc::make_mut(&mut self.live.inputs).push(input);
        self.row().ply += 1;
    }

    /// Says something to the channel about the match as it is now; the number of its row.
    pub(super) fn say(&mut self, kind: DeliveryKind) -> u32 {
        self.say_and_settle(kind, None)
    }

    /// Says something, then takes the buttons off the message of an earlier row; the number of its own.
    fn say_and_settle(&mut self, kind: DeliveryKind, settles: Option<u32>) -> u32 {
        self.tell(Readers::Place(0), kind, settles)
    }

    /// Says something to a seat or in each place, then settles the message of an earlier row; the number of its own, which is
    /// the same in each place.
    fn tell(&mut self, to: Readers, kind: DeliveryKind, settles: Option<u32>) -> u32 {
        let row = self.row();
        let n_rows = match to {
            Readers::Place(_) => &mut row.n_rows,
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
            since: Some(row.changed),
            is_final: is_at_rest(row) || matches!(kind, DeliveryKind::DrawDeclined(_)),
        };
        let readers = match to {
            Readers::Place(_) => row.numbers_of_places().map(Readers::Place).collect(),
            Readers::Seat(_) => vec![to],
        };
        for to in readers {
            let id = DeliveryId { to, ..id };
            self.batch.put(id.outbox_key(), encode(&delivery));
        }
        id.n
    }

    /// Takes the buttons off the message of an earlier row.
    pub(super) fn settle(&mut self, row: Option<u32>) {
        if row.is_some() {
            self.say_and_settle(DeliveryKind::Settle, row);
        }
    }

    /// Posts the board as the one whose buttons are in use, in place of the one before.
    pub(super) fn show_board(&mut self, kind: DeliveryKind) {
        let before = self.row().board.take();
        let row = self.say_and_settle(kind, before);
        let is_open = matches!(self.live.game.next(), Next::Decision(_));
        self.row().board = is_open.then_some(row);
    }

    /// Shows each person who plays what they alone may know, if there can be such things. Whoever is to decide after
    /// somebody else gets a new message, which calls them; otherwise the last one is brought up to date.
    pub(super) fn show_views(&mut self, decided: Option<Color>) {
        for color in Color::ALL {
            let row = &self.live.row;
            let before = row.whispers[color].view;
            if before.is_none() && !row.has_secrets() || row.is_engine(color) {
                continue;
            }
            let is_called =
                decided != Some(color) && self.live.game.next() == Next::Decision(color);
            let kind = if is_called || before.is_none() {
                DeliveryKind::View
            } else {
                DeliveryKind::ViewAgain
            };
            let view = self.tell(Readers::Seat(color), kind, before);
            self.row().whispers[color].view = Some(view);
        }
    }
}

impl Context<'_> {
    /// The effects of a change: the match as it is now, what was told, and the input, so that it counts once.
    pub(super) fn done(self, change: Change, done: Done) -> Result<Effects, Stop> {
        let Change {
            mut live,
            batch: mut changes,
        } = change;
        if let What::Request(request) = &self.input.what {
            let row = Arc::make_mut(&mut live.row);
            row.note_language(&request.speaker.id, request.language);
        }
        let row = &*live.row;
        let id = row.id;
        let slot = if is_at_rest(row) {
            let before = self.state.live(id)?;
            let n_loose = (!before.is_packed()).then(|| before.inputs.len());
            pack(row, &live.inputs, n_loose, &mut changes)
        } else {
            let head = encode(&Head::of(row));
            changes.put(head_key(id), head.clone());
            let before = self.state.live(id).ok();
            if !before.is_some_and(|before| before.row.has_terms_of(row)) {
                changes.put(match_key(id), encode(row));
            }
            (head_key(id), Some(head))
        };
        live.slot = Arc::new(slot);
        self.remember(&mut changes, &done);
        Ok(Effects {
            changes,
            live: Some(live),
            reply: Reply::Done(done),
        })
    }

    /// Remembers the input and what it has changed, so that it counts once.
    pub(super) fn remember(self, changes: &mut Batch, done: &Done) {
        let key = inbox_key(self.input.at.day(), &self.input.id);
        changes.require((key.clone(), None));
        changes.put(key, encode(done));
    }
}
