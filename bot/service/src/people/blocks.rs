//! Blocks: a person gets no challenges from these people.

use crate::{
    Blocks, Identity, Outcome, PeopleDone, PeopleReply, Player, Reply, Stage,
    decision::{
        context::{Asker, reply_with},
        interrupt::Interrupt,
    },
    match_store::{
        entries::{read, unless_damaged},
        schema::blocks_key,
    },
};
use api::{Batch, MatchId, Platform, Rows, StoreError, UserId};
use command::{excerpt, is_same_name};
use text::{Text, arg};

/// The maximum number of people that a person can block.
const MOST: usize = 100;

/// Tells whether `user` blocks a person; a damaged row blocks no one.
///
/// # Errors
///
/// The store cannot read.
pub fn is_blocked(rows: &dyn Rows, user: &UserId, person: &UserId) -> Result<bool, StoreError> {
    let blocks: Option<Blocks> = unless_damaged(read(rows, &blocks_key(user)))?;
    Ok(blocks.is_some_and(|blocks| blocks.has(person)))
}

impl Asker<'_> {
    /// Explains how the speaker can name a person where they speak.
    pub(crate) fn how_to_name(&self) -> Text {
        match self.request.event.id.platform {
            Platform::Matrix => text::person_account(),
            _ => text::person_suggested(),
        }
    }

    /// Returns the person that a text names; otherwise refuses, with `bot` for a mention. A platform that has mentions offers all
    /// other people itself.
    pub(crate) fn named(&self, text: &str, bot: fn() -> Text) -> Result<&Identity, Text> {
        let person = self.request.person.as_ref();
        person.ok_or_else(|| {
            if text.starts_with("<@") {
                bot()
            } else {
                text::refusal_block_nobody(arg::how(self.how_to_name()), arg::text(excerpt(text)))
            }
        })
    }

    /// Blocks the challenges of a person.
    pub(crate) fn block_person(&self, text: &str) -> Result<Outcome, Interrupt> {
        let person = self.named(text, text::refusal_block_bot)?;
        let mut batch = Batch::default();
        let done = self.block(Player::from(person), &mut batch)?;
        Ok(self.context.done_about(batch, done, [&person.id]))
    }

    /// Blocks the challenger of this challenge, and declines it if it is still open.
    pub(crate) fn block_challenger(&self, id: MatchId) -> Result<Outcome, Interrupt> {
        let game_match = &self.live(id)?.game_match;
        self.check_known(game_match)?;
        self.check_challenged(game_match)?;
        let mut batch = Batch::default();
        let done = self.block(game_match.challenger.clone(), &mut batch)?;
        let people = [&game_match.challenger.id];
        if game_match.stage == Stage::Challenge {
            return self.decline_and(id, batch, done, &people);
        }
        Ok(self.context.done_about(batch, done, people))
    }

    /// Unblocks a person; without one, lists the blocked people.
    pub(crate) fn unblock(&self, text: Option<&str>) -> Result<Outcome, Interrupt> {
        let Some(text) = text else {
            let blocks = self.blocks_of(self.user())?;
            return reply_with(Reply::People(PeopleReply::Blocks(blocks)));
        };
        let person = self.request.person.as_ref();
        let name = text.trim_start_matches('@');
        // After a person has left, only their name is known.
        self.unblock_who(text, |blocked| match person {
            Some(person) => *blocked.account() == person.account,
            None => is_same_name(&blocked.name, name),
        })
    }

    /// Unblocks the chosen person.
    pub(crate) fn unblock_chosen(&self, id: &str) -> Result<Outcome, Interrupt> {
        self.unblock_who(id, |blocked| blocked.account().to_string() == id)
    }

    fn unblock_who(
        &self,
        text: &str,
        is_meant: impl Fn(&Player) -> bool,
    ) -> Result<Outcome, Interrupt> {
        let user = self.user();
        let mut blocks = self.blocks_of(user)?;
        let Some(at) = blocks.people.iter().position(is_meant) else {
            return Err(text::refusal_not_blocked(excerpt(text)).into());
        };
        let player = blocks.people.remove(at);
        let mut batch = Batch::default();
        self.context
            .rewrite(&mut batch, blocks_key(user), &blocks)?;
        let done = PeopleDone::Unblocked(player.name);
        Ok(self.context.done_about(batch, done, [&player.id]))
    }

    /// Tells whether `user` blocks a person.
    pub(crate) fn is_blocked(&self, user: &UserId, person: &UserId) -> Result<bool, Interrupt> {
        Ok(self.blocks_of(user)?.has(person))
    }

    fn blocks_of(&self, user: &UserId) -> Result<Blocks, Interrupt> {
        self.state().entry_or_default(&blocks_key(user))
    }

    /// Adds a person to the blocks of the speaker.
    fn block(&self, player: Player, batch: &mut Batch) -> Result<PeopleDone, Interrupt> {
        let user = self.user();
        if player.id == *user {
            return Err(text::refusal_block_oneself().into());
        }
        let name = player.name.clone();
        let mut blocks = self.blocks_of(user)?;
        // Compares accounts, so that the block list does not reveal which accounts belong to the same person.
        blocks
            .people
            .retain(|blocked| blocked.account() != player.account());
        if blocks.people.len() == MOST {
            return Err(text::refusal_too_many_blocks(MOST).into());
        }
        blocks.people.push(player);
        self.context.rewrite(batch, blocks_key(user), &blocks)?;
        Ok(PeopleDone::Blocked(name))
    }
}
