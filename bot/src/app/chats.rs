//! The platforms that are switched on, and what speaks there.

use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard},
};

use crate::ports::{Chat, Platform};

/// What speaks on each platform that is switched on. Where one process speaks at a time, that changes.
pub(super) struct Chats {
    all: RwLock<BTreeMap<Platform, Arc<dyn Chat>>>,
    /// The platforms that were disabled since the start, each with the reason.
    disabled: RwLock<BTreeMap<Platform, String>>,
}

impl Chats {
    pub(super) fn new(chats: Vec<Arc<dyn Chat>>) -> Arc<Chats> {
        let chats = chats.into_iter().map(|chat| (chat.platform(), chat));
        Arc::new(Chats {
            all: RwLock::new(chats.collect()),
            disabled: RwLock::default(),
        })
    }

    fn all(&self) -> RwLockReadGuard<'_, BTreeMap<Platform, Arc<dyn Chat>>> {
        self.all.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// What speaks on a platform; nothing, if it is switched off.
    pub(super) fn get(&self, platform: Platform) -> Option<Arc<dyn Chat>> {
        self.all().get(&platform).cloned()
    }

    /// The platforms that are switched on.
    pub(super) fn platforms(&self) -> Vec<Platform> {
        self.all().keys().copied().collect()
    }

    /// Those of them where this process can say something.
    pub(super) fn here(&self) -> Vec<Platform> {
        let here = self.speakers().into_iter();
        let here = here.filter(|chat| !chat.is_elsewhere());
        here.map(|chat| chat.platform()).collect()
    }

    /// What speaks on all of them.
    pub(super) fn speakers(&self) -> Vec<Arc<dyn Chat>> {
        self.all().values().cloned().collect()
    }

    /// The platforms that were disabled since the start, each with the reason.
    pub(super) fn disabled(&self) -> BTreeMap<Platform, String> {
        let disabled = self.disabled.read();
        disabled.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Switches a platform off until the next start.
    pub(super) fn disable(&self, platform: Platform, reason: String) {
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        all.remove(&platform);
        drop(all);
        let disabled = self.disabled.write();
        let mut disabled = disabled.unwrap_or_else(PoisonError::into_inner);
        disabled.insert(platform, reason);
    }

    /// From now on this speaks on its platform.
    #[cfg(feature = "matrix")]
    pub(super) fn speak_by(&self, chat: Arc<dyn Chat>) {
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        all.insert(chat.platform(), chat);
    }
}
