//! Shows and deletes the stored data of a person.
//!
//! One change deletes all data of a person, so a failure leaves nothing half done and the person can ask again. Before that,
//! the bot removes their name from its other messages. Messages of other people stay as they are. Event ids and nonces hold the
//! number of a person. The page never gives it to another person, and no data shows its owner any more.

use futures_util::future::try_join_all;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use super::{
    adapter::{LockKey, Playground},
    answers::list_key,
    followed::Followed,
    person::{Person, PersonId},
    places::{CHANNELS, Room},
    posts::{Author, StoredPost},
    stored::StoreFailure,
    wire::{Body, StoredAnswer},
};
use api::{Entries, PersonalEntry, StoreError};
use store::writer::Transaction;

impl Playground {
    /// Returns all stored data of a person but their secret.
    pub(super) fn kept_of_person(&self, id: PersonId) -> Result<Vec<PersonalEntry>, StoreFailure> {
        let Some(person) = self.person(id)? else {
            return Ok(Vec::new());
        };
        let kept = |what, value| PersonalEntry { what, value };
        Ok(vec![
            kept(
                "page/person",
                json!({
                    "number": id,
                    "name": person.name,
                    "account": person.account,
                    "direct_messages": !person.is_closed,
                }),
            ),
            kept("page/said", self.posts_by(id)?),
            kept("page/direct_messages", self.posts_in(Room::Direct(id))?),
            kept("page/answers", self.answers_to(id)?),
            kept("page/devices", self.listed_devices(id)?),
        ])
    }

    /// Returns the posts of a person in the channels.
    fn posts_by(&self, id: PersonId) -> Result<Value, StoreFailure> {
        let mut posts = Vec::new();
        for channel in &CHANNELS {
            for stored in self.posts(Room::Channel(channel)) {
                let StoredPost { post, .. } = stored?;
                if post.author.person() == Some(id) {
                    posts.push(
                        json!({ "where": channel.name, "at": post.at, "text": post.body.text }),
                    );
                }
            }
        }
        Ok(posts.into())
    }

    fn posts_in(&self, room: Room) -> Result<Value, StoreFailure> {
        let texts = self.posts(room).map(|stored| {
            let StoredPost { post, .. } = stored?;
            Ok(json!({ "at": post.at, "text": post.body.text }))
        });
        texts.collect()
    }

    fn answers_to(&self, id: PersonId) -> Result<Value, StoreFailure> {
        let prefix = format!("play/answer/{id}/");
        let answers = self.sound_after::<StoredAnswer>(&prefix, None);
        // The files are left out: one of them can be an earlier export of this data.
        let texts = answers.map(|entry| Ok(Value::from(entry?.1.body.text)));
        texts.collect()
    }

    /// Deletes all stored data of a person, and closes their connections.
    pub(super) async fn forget_person(&self, id: PersonId) -> Result<(), StoreFailure> {
        let forgotten = self.erase_person(id).await;
        // Also after a failure with an unknown outcome, and if an earlier one had removed them: the connections then check again.
        self.watch.publish(&Followed::Person(id));
        forgotten
    }

    async fn erase_person(&self, id: PersonId) -> Result<(), StoreFailure> {
        let Some(person) = self.person(id)? else {
            return Ok(());
        };
        self.take_name_out(id, &person.name).await?;
        let rooms = Room::all_of(id).map(LockKey::Room);
        let all = [LockKey::People].into_iter().chain(rooms);
        let all = all.chain([LockKey::Answers(id), LockKey::Devices]);
        self.change(all, |transaction| self.remove_all_of(id, transaction))
            .await
    }

    /// Removes all stored data of a person, unless it is already removed.
    fn remove_all_of(
        &self,
        id: PersonId,
        transaction: &mut Transaction<'_>,
    ) -> Result<(), StoreFailure> {
        let Some(person) = transaction.read::<Person>(&id.key())? else {
            return Ok(());
        };
        // The search must also find data that is added during it.
        for key in Room::all_of(id)
            .map(Room::counters_key)
            .chain([list_key(id)])
        {
            // A damaged entry lists nothing.
            let _ = transaction.read_sound::<IgnoredAny>(&key)?;
        }
        for room in CHANNELS.iter().map(Room::Channel) {
            for stored in self.posts(room) {
                let StoredPost { post, .. } = stored?;
                if post.author.person() == Some(id) {
                    self.forget(room, post.number, &mut transaction.batch)?;
                }
            }
        }
        for prefix in own_prefixes(id) {
            for key in self.keys_under(&prefix)? {
                transaction.batch.remove(key);
            }
        }
        self.remove_devices(id, transaction)?;
        self.remove_person(id, &person, transaction)
    }

    /// Removes the name of a person from the bot's messages to others.
    async fn take_name_out(&self, id: PersonId, name: &str) -> Result<(), StoreFailure> {
        let named = |body: &Body| body.without(id, name) != *body;
        let mut posts = Vec::new();
        for entry in self.sound_after::<StoredPost>("play/post/", None) {
            let (key, StoredPost { post, .. }) = entry?;
            let room = Room::of_post_key(&key).filter(|room| room.reader() != Some(id));
            if let Some(room) = room
                && post.author == Author::Bot
                && named(&post.body)
            {
                posts.push(self.edit_post(room, post.number, |body| body.without(id, name)));
            }
        }
        try_join_all(posts).await?;
        let mut answers = Vec::new();
        for entry in self.sound_after::<StoredAnswer>("play/answer/", None) {
            let (key, answer) = entry?;
            if named(&answer.body) {
                answers.push(self.edit_answer(key, |body| body.without(id, name)));
            }
        }
        try_join_all(answers).await?;
        Ok(())
    }

    fn posts(&self, room: Room) -> impl Iterator<Item = Result<StoredPost, StoreError>> {
        let prefix = format!("play/post/{room}/");
        let posts: Vec<_> = self.sound_after(&prefix, None).collect();
        posts.into_iter().map(|entry| Ok(entry?.1))
    }

    /// Returns the keys with a prefix, including those of damaged entries.
    fn keys_under(&self, prefix: &str) -> Result<Vec<Vec<u8>>, StoreError> {
        let entries =
            Entries::new(|after, limit| self.writer.scan(prefix.as_bytes(), after, limit));
        let keys = entries.map(|entry| match entry {
            Ok((key, _)) | Err(StoreError::Damaged { key, .. }) => Ok(key),
            Err(error) => Err(error),
        });
        keys.collect()
    }
}

/// Returns the prefixes of the keys that belong to one person alone.
fn own_prefixes(id: PersonId) -> Vec<String> {
    let direct = Room::Direct(id);
    let of_room = ["post", "nonce"].map(|kind| format!("play/{kind}/{direct}/"));
    of_room
        .into_iter()
        .chain([format!("play/answer/{id}/")])
        .collect()
}
