//! A change of one match in preparation, and its outcome.

use std::sync::Arc;

use rules::{Color, GameInput, Next};
use serde::Serialize;

use super::{context::Context, interrupt::Interrupt};
use crate::{
    Delivery, DeliveryId, DeliveryKind, Done, Live, Match, Offer, Outcome, Readers, Reply,
    RequestKind,
    match_store::{
        entries::encode,
        names::{InboxRow, named_key},
        plan::MatchPlan,
        schema::{head_key, inbox_key, index_keys, input_key, match_key},
        state::next_version,
        storage::{is_at_rest, pack},
    },
};
use api::{Batch, UserId};
use command::OfferKind;

/// A change of one match in preparation.
pub(crate) struct Change {
    pub(crate) live: Live,
    pub(crate) batch: Batch,
    /// The person who causes it, if any.
    actor: Option<UserId>,
    /// The number of inputs after the move that the plan of the match has answered, if it had a reply.
    pub(crate) answered: Option<usize>,
    /// The rest of that plan.
    pub(crate) plan: Option<MatchPlan>,
}

impl Change {
    /// Returns the match to change.
    pub(crate) fn game_match(&mut self) -> &mut Match {
        Arc::make_mut(&mut self.live.game_match)
    }

    /// Plays an input that is known to be legal.
    pub(crate) fn input(&mut self, input: GameInput) {
        let game = Arc::make_mut(&mut self.live.game);
        game.apply(input).expect("the input was found possible");
        let game_match = &self.live.game_match;
        self.batch.put(
            input_key(game_match.id, game_match.state.n_inputs),
            input.to_string(),
        );
        Arc::make_mut(&mut self.live.inputs).push(input);
        self.game_match().state.n_inputs += 1;
    }

    /// Enqueues a delivery to each place of the match as it is now, which removes the buttons from the message of an earlier row.
    /// Returns the number of its own row.
    pub(crate) fn enqueue(&mut self, kind: DeliveryKind, settles: Option<u32>) -> u32 {
        self.enqueue_for(Readers::Place(0), kind, settles)
    }

    /// Enqueues a delivery to a seat or to each place, which settles the message of an earlier row. Returns the number of its own
    /// row, which is the same in each place.
    pub(crate) fn enqueue_for(
        &mut self,
        to: Readers,
        kind: DeliveryKind,
        settles: Option<u32>,
    ) -> u32 {
        let actor = self.actor.as_ref();
        let by = actor.and_then(|actor| self.live.game_match.seat_of(actor));
        let game_match = self.game_match();
        let n_rows = match to {
            Readers::Place(_) => &mut game_match.state.n_rows,
            Readers::Seat(color) => &mut game_match.state.whispers[color].n_rows,
        };
        let id = DeliveryId {
            id: game_match.id,
            to,
            n: *n_rows,
        };
        *n_rows += 1;
        let delivery = Delivery {
            n_inputs: game_match.state.n_inputs,
            kind,
            settles,
            since: game_match.state.changed,
            by,
            is_final: is_at_rest(game_match) || kind.is_passing(),
        };
        let readers = match to {
            Readers::Place(_) => {
                let places = game_match.places();
                places.map(|(number, _)| Readers::Place(number)).collect()
            }
            Readers::Seat(_) => vec![to],
        };
        for to in readers {
            let id = DeliveryId { to, ..id };
            self.batch.put(id.outbox_key(), encode(&delivery));
        }
        id.n
    }

    /// Adds the match to the lists of its people and its places.
    pub(crate) fn list(&mut self) {
        for key in index_keys(&self.live.game_match) {
            self.batch.put(key, Vec::new());
        }
    }

    /// Removes the match from these lists.
    pub(crate) fn unlist(&mut self) {
        for key in index_keys(&self.live.game_match) {
            self.batch.remove(key);
        }
    }

    /// Posts the challenge in place of the message before.
    pub(crate) fn show_challenge(&mut self, kind: DeliveryKind) {
        let before = self.game_match().state.board.take();
        let board = self.enqueue(kind, before);
        self.game_match().state.board = Some(board);
    }

    /// Makes an offer of a side, and returns its number of inputs.
    pub(crate) fn offer(&mut self, kind: OfferKind, by: Color) -> usize {
        let row = self.enqueue(DeliveryKind::Offer(kind, by), None);
        let game_match = self.game_match();
        let n_inputs = game_match.state.n_inputs;
        game_match.state.offered[by].count(kind);
        game_match.state.offer = Some(Offer {
            kind,
            by,
            row,
            n_inputs,
        });
        n_inputs
    }

    /// Removes the buttons from the message of an earlier row.
    pub(crate) fn settle(&mut self, row: Option<u32>) {
        if row.is_some() {
            self.enqueue(DeliveryKind::Settle, row);
        }
    }

    /// Posts the board with active buttons, in place of the one before.
    pub(crate) fn show_board(&mut self, kind: DeliveryKind) {
        let before = self.game_match().state.board.take();
        let game_match = self.game_match();
        game_match.state.board_asked =
            (kind == DeliveryKind::BoardAgain).then_some(game_match.state.changed);
        let row = self.enqueue(kind, before);
        let is_open = matches!(self.live.game.next(), Next::Decision(_));
        self.game_match().state.board = is_open.then_some(row);
    }

    /// Sends each player their own view, if the match can have secrets. At the start of their turn, a player gets a new message
    /// with a mention; otherwise the bot updates the last message.
    pub(crate) fn show_views(&mut self, decided: Option<Color>) {
        for color in Color::ALL {
            let game_match = &self.live.game_match;
            let before = game_match.state.whispers[color].view;
            if before.is_none() && !game_match.has_secrets() || game_match.is_engine(color) {
                continue;
            }
            // In direct messages the board itself is shown as its one reader may see it.
            if game_match.plays_in_direct(color) {
                continue;
            }
            let is_called =
                decided != Some(color) && self.live.game.next() == Next::Decision(color);
            let kind = if is_called || before.is_none() {
                DeliveryKind::View
            } else {
                DeliveryKind::ViewAgain
            };
            let view = self.enqueue_for(Readers::Seat(color), kind, before);
            self.game_match().state.whispers[color].view = Some(view);
        }
    }
}

impl Context<'_> {
    /// Begins an empty change of a match, caused by the author of the request.
    pub(crate) fn change(self, mut live: Live) -> Change {
        let actor = match &self.request.kind {
            RequestKind::Person(request) => Some(&request.speaker.id),
            RequestKind::Forget { user, .. } => Some(user),
            _ => None,
        };
        let mut batch = Batch::default();
        batch.require((*live.slot).clone());
        let now = self.now_in(&live.game_match);
        Arc::make_mut(&mut live.game_match).state.changed = now;
        Change {
            live,
            batch,
            actor: actor.cloned(),
            answered: None,
            plan: None,
        }
    }

    /// Returns the outcome of a change: the new match, its deliveries, and the request, so that it counts once.
    pub(crate) fn done(self, change: Change, done: impl Into<Done>) -> Result<Outcome, Interrupt> {
        let (mut outcome, done) = (self.changed(change)?, done.into());
        self.remember(&mut outcome.changes, &done, &[]);
        outcome.reply = Reply::Done(done);
        Ok(outcome)
    }

    /// Returns the same outcome without a reply and without the request.
    pub(crate) fn changed(self, mut change: Change) -> Result<Outcome, Interrupt> {
        self.note_speaker(change.game_match());
        self.keep_plan(&mut change)?;
        self.keep_time(&mut change)?;
        self.settle_ratings(&mut change)?;
        self.tell_deadline(&mut change)?;
        self.schedule(&mut change);
        let Change {
            mut live,
            batch: mut changes,
            ..
        } = change;
        let game_match = Arc::make_mut(&mut live.game_match);
        let id = game_match.id;
        let before = self.state.live(id);
        let is_loose = !is_at_rest(game_match);
        let keeps_terms =
            matches!(&before, Ok(before) if before.game_match.has_terms_of(game_match));
        if is_loose && !keeps_terms {
            changes.put(match_key(id), encode(game_match));
        }
        game_match.state.version = next_version(game_match.state.version, &changes);
        let slot = if is_loose {
            let head = encode(&game_match.state);
            changes.put(head_key(id), head.clone());
            (head_key(id), Some(head))
        } else {
            let before = before?;
            let n_loose = (!before.is_packed()).then(|| before.inputs.len());
            pack(game_match, &live.inputs, n_loose, &mut changes)
        };
        live.slot = Arc::new(slot);
        Ok(Outcome {
            changes,
            live: Some(live),
            reply: Reply::Nothing,
        })
    }

    /// Returns the outcome of changes that concern no match.
    pub(crate) fn done_apart(self, changes: Batch, done: impl Into<Done>) -> Outcome {
        self.done_about(changes, done, [])
    }

    /// Returns the outcome of a new value of an entry that concerns no match, on the condition that the loaded one is still stored.
    pub(crate) fn save<T: Serialize>(
        self,
        key: Vec<u8>,
        value: &T,
        done: impl Into<Done>,
    ) -> Result<Outcome, Interrupt> {
        let mut changes = Batch::default();
        self.rewrite(&mut changes, key, value)?;
        Ok(self.done_apart(changes, done))
    }

    /// Returns the outcome of changes that concern no match, with a reply that contains data of these people.
    pub(crate) fn done_about<const N: usize>(
        self,
        mut changes: Batch,
        done: impl Into<Done>,
        people: [&UserId; N],
    ) -> Outcome {
        let done = done.into();
        self.remember(&mut changes, &done, &people);
        Outcome {
            changes,
            ..Reply::Done(done).into()
        }
    }

    /// Records the request and its change, which contains data of these people, so that it counts once.
    pub(crate) fn remember(self, changes: &mut Batch, done: &Done, people: &[&UserId]) {
        let key = inbox_key(self.request.at.day(), &self.request.id);
        for user in people {
            changes.put(named_key(user, &key), Vec::new());
        }
        let named = people.iter().copied().cloned().collect();
        changes.require((key.clone(), None));
        changes.put(key, encode(&InboxRow { named, done }));
    }
}
