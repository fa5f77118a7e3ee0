//! That accounts are told when another is linked to them: whoever has got hold of a code of theirs is noticed so. It waits in the
//! store, written with what links them, until it is told.

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

/// That an account is to be told that another belongs to the same person from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkNews {
    /// The person, with whom it is deleted.
    pub(crate) person: UserId,
    /// The account that is told.
    pub to: UserId,
    /// The one that has been linked.
    pub linked: LinkedAccount,
}

impl LinkNews {
    /// What tells it from all others, in at most 20 letters.
    fn name(&self) -> String {
        let LinkedAccount { id, since, .. } = &self.linked;
        format!("{:x}-{}", since.0, &fingerprint(id)[..8])
    }

    /// What it is said by.
    pub fn nonce(&self) -> Nonce {
        Nonce(format!("lk-{}", self.name()))
    }

    /// Has it wait until it is told.
    pub(crate) fn put(&self, changes: &mut Batch) {
        changes.put(link_news_key(&self.to, &self.name()), encode(self));
    }

    /// Has it not wait any longer.
    pub(crate) fn remove(&self, changes: &mut Batch) {
        changes.remove(link_news_key(&self.to, &self.name()));
    }

    /// The changes once it is told, or cannot be for good.
    pub fn settled(&self) -> Batch {
        let mut changes = Batch::default();
        self.remove(&mut changes);
        changes
    }
}

/// What accounts on a platform are to be told of others; what is damaged is left out.
///
/// # Errors
///
/// The store cannot read.
pub fn read_link_news(rows: &dyn Rows, platform: Platform) -> Result<Vec<LinkNews>, StoreError> {
    sound_under(rows, &link_news_prefix(platform))
}
