//! The matches of a person who deletes all their data.

use crate::{Core, chats::titles};
use api::{Event, UserId};
use command::Intent;
use service::{RequestKind, is_meant_by};
use text::Text;

impl Core {
    /// Ends the matches of the speaker if this confirms their deletion. Returns all accounts that they have then.
    ///
    /// # Errors
    ///
    /// One of their platforms is switched off, so its data cannot be deleted. Later, no data would show the owner.
    pub(crate) async fn prepare_deletion(&self, event: &Event) -> Result<Vec<UserId>, Text> {
        let user = &event.speaker.id;
        match &event.intent {
            Intent::Press(control) if is_meant_by(control, &self.deliveries.person_of(user)) => {
                let accounts = self.deliveries.accounts_with(user);
                let off = self.deliveries.switched_off(&accounts);
                if !off.is_empty() {
                    return Err(text::refusal_delete_off(titles(&off)));
                }
                self.end_matches_of(event).await;
                Ok(accounts)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Ends all matches of the speaker, one after the other, when they confirm their deletion. Then waits a moment, so that
    /// posts to the other players still show the name. Refuses the deletion while a match is left.
    async fn end_matches_of(&self, event: &Event) {
        for n in 0_usize.. {
            let forget = RequestKind::Forget {
                user: event.speaker.id.clone(),
                event: event.id.clone(),
            };
            let name = format!("{}-{n}", event.id);
            let reply = self.settle(self.own_request("forget", &name, forget)).await;
            if reply.is_none_or(|reply| reply.done().is_none()) {
                if n > 0 {
                    // Later posts no longer name the person.
                    self.deliveries.finish_in_time().await;
                }
                return;
            }
        }
    }
}
