//! The matches of who has all that is kept of them deleted.

use std::collections::BTreeSet;

use crate::Core;
use api::{Event, Platform, UserId};
use service::{InputKind, Intent, is_meant_by};
use text::Text;

/// What platforms are called, one after the other.
pub(crate) fn titles(platforms: &BTreeSet<Platform>) -> Text {
    let titles = platforms.iter().filter_map(|platform| platform.title());
    Text::joined(titles.map(Text::verbatim), ", ")
}

impl Core {
    /// If this confirms that its speaker is to be deleted, ends their matches; all accounts that they have then.
    ///
    /// # Errors
    ///
    /// What one of their platforms keeps cannot be deleted, as it is switched off; afterwards nobody could tell whose it was.
    pub(crate) async fn prepare_deletion(
        &self,
        event: &Event,
        intent: &Intent,
    ) -> Result<Vec<UserId>, Text> {
        let user = &event.speaker.id;
        match intent {
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

    /// Ends all matches of who confirms by this event that they are to be deleted, one after the other, and gives the others a
    /// moment to hear who it was. As long as one is left, the deletion is refused.
    async fn end_matches_of(&self, event: &Event) {
        for n in 0_usize.. {
            let forget = InputKind::Forget {
                user: event.speaker.id.clone(),
                event: event.id.clone(),
            };
            let name = format!("{}-{n}", event.id);
            let verdict = self.settle(self.own_input("forget", &name, forget)).await;
            if !verdict.is_some_and(|verdict| verdict.is_done()) {
                if n > 0 {
                    // What takes longer names nobody any more.
                    self.deliveries.finish_in_time().await;
                }
                return;
            }
        }
    }
}
