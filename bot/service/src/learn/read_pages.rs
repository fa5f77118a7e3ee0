//! The pages of the handbook that people have read last and are offered first. A reader waits for no disk, so the pages are kept
//! only while the program runs.

use std::num::NonZeroUsize;

use lru::LruCache;

use crate::{LearnReply, Outcome, Reply, Request, RequestKind};
use api::UserId;
use handbook::Spot;

/// The number of people with remembered pages.
const READERS: NonZeroUsize = NonZeroUsize::new(1024).expect("1024 is not 0");

/// The number of pages kept for each.
const PAGES: usize = 4;

pub(crate) struct ReadPages {
    pages: LruCache<UserId, Vec<Spot>>,
}

impl ReadPages {
    pub(crate) fn new() -> ReadPages {
        ReadPages {
            pages: LruCache::new(READERS),
        }
    }

    /// Returns the pages that a reader read last, the newest first.
    pub(crate) fn of(&self, reader: &UserId) -> Vec<Spot> {
        self.pages.peek(reader).cloned().unwrap_or_default()
    }

    /// Remembers the page that a request has opened, and drops the pages of a person who deletes their data.
    pub(crate) fn note(&mut self, request: &Request, outcome: &Outcome) {
        match (&request.kind, &outcome.reply) {
            (RequestKind::Person(request), Reply::Learn(LearnReply::Page(page))) => {
                let reader = request.speaker.id.clone();
                let page = Spot::new(page.spot.variant, page.spot.section);
                let pages = self.pages.get_or_insert_mut(reader, Vec::new);
                pages.retain(|known| *known != page);
                pages.insert(0, page);
                pages.truncate(PAGES);
            }
            (_, Reply::Refused(_)) => {}
            (RequestKind::Forget { user, .. }, _) => {
                self.pages.pop(user);
            }
            _ => {}
        }
    }
}
