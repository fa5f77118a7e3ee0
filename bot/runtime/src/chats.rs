//! The platforms that are switched on, with the adapter of each.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, RwLock, RwLockReadGuard},
};

use api::{Chat, Platform};
use kit::unpoisoned;
use text::Text;

/// The adapter of each platform that is switched on. It changes if one process at a time serves a platform.
pub(crate) struct Chats(RwLock<Switches>);

struct Switches {
    on: BTreeMap<Platform, Arc<dyn Chat>>,
    /// The platforms that were disabled since the start, each with the reason.
    disabled: BTreeMap<Platform, String>,
}

impl Chats {
    pub(crate) fn new(chats: Vec<Arc<dyn Chat>>) -> Arc<Chats> {
        let chats = chats.into_iter().map(|chat| (chat.platform(), chat));
        Arc::new(Chats(RwLock::new(Switches {
            on: chats.collect(),
            disabled: BTreeMap::new(),
        })))
    }

    fn read(&self) -> RwLockReadGuard<'_, Switches> {
        unpoisoned(self.0.read())
    }

    /// Returns the adapter of a platform, or `None` if the platform is switched off.
    pub(crate) fn get(&self, platform: Platform) -> Option<Arc<dyn Chat>> {
        self.read().on.get(&platform).cloned()
    }

    /// Returns the platforms that are switched on.
    pub(crate) fn platforms(&self) -> Vec<Platform> {
        self.read().on.keys().copied().collect()
    }

    /// Returns the platforms on which this process can post.
    pub(crate) fn here(&self) -> Vec<Platform> {
        let here = self.speakers().into_iter();
        let here = here.filter(|chat| !chat.is_elsewhere());
        here.map(|chat| chat.platform()).collect()
    }

    /// Returns the adapters of all platforms that are switched on.
    pub(crate) fn speakers(&self) -> Vec<Arc<dyn Chat>> {
        self.read().on.values().cloned().collect()
    }

    /// Returns the platforms that were disabled since the start, each with the reason.
    pub(crate) fn disabled(&self) -> BTreeMap<Platform, String> {
        self.read().disabled.clone()
    }

    /// Tells whether this process has disabled a platform since its start. Another process may serve it.
    pub(crate) fn is_disabled(&self, platform: Platform) -> bool {
        self.read().disabled.contains_key(&platform)
    }

    /// Switches a platform off until the next start.
    pub(crate) fn disable(&self, platform: Platform, reason: String) {
        let mut switches = unpoisoned(self.0.write());
        switches.on.remove(&platform);
        switches.disabled.insert(platform, reason);
    }

    /// Makes this the adapter of its platform from now on.
    pub(crate) fn speak_by(&self, chat: Arc<dyn Chat>) {
        unpoisoned(self.0.write()).on.insert(chat.platform(), chat);
    }
}

/// Returns the titles of platforms as a list.
pub(crate) fn titles(platforms: &BTreeSet<Platform>) -> Text {
    let titles = platforms.iter().filter_map(|platform| platform.title());
    Text::joined(titles.map(Text::verbatim), ", ")
}
