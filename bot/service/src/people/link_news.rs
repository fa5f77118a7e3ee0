//! Notices to accounts about a newly linked account, so that a person notices a stolen code. Each notice waits in the store, from
//! the commit of the link until it is sent.

use serde::{Deserialize, Serialize};

use super::mydata::fingerprint;
use crate::{
    LinkedAccount, Rows,
    match_store::{
        entries::{encode, sound_under},
        schema::{link_news_key, link_news_prefix},
    },
};
use api::{Batch, Nonce, Platform, StoreError, UserId};

/// A notice to an account that another one belongs to the same person from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkNews {
    /// The person. The deletion of their data deletes the notice.
    pub(crate) person: UserId,
    /// The account that gets the notice.
    pub to: UserId,
    /// The newly linked account.
    pub linked: LinkedAccount,
}

impl LinkNews {
    /// Returns the unique name of the notice, in at most 20 letters.
    fn name(&self) -> String {
        let LinkedAccount { id, since, .. } = &self.linked;
        format!("{:x}-{}", since.0, &fingerprint(id)[..8])
    }

    /// Returns the nonce of its message.
    pub fn nonce(&self) -> Nonce {
        Nonce(format!("lk-{}", self.name()))
    }

    /// Stores the notice until it is sent.
    pub(crate) fn put(&self, changes: &mut Batch) {
        changes.put(link_news_key(&self.to, &self.name()), encode(self));
    }

    /// Removes the notice from the store.
    pub(crate) fn remove(&self, changes: &mut Batch) {
        changes.remove(link_news_key(&self.to, &self.name()));
    }

    /// Returns the changes after the notice is sent, or has failed for good.
    pub fn settled(&self) -> Batch {
        let mut changes = Batch::default();
        self.remove(&mut changes);
        changes
    }
}

/// Reads the notices to accounts on a platform; leaves out damaged ones.
///
/// # Errors
///
/// The store cannot read.
pub fn read_link_news(rows: &dyn Rows, platform: Platform) -> Result<Vec<LinkNews>, StoreError> {
    sound_under(rows, &link_news_prefix(platform))
}
