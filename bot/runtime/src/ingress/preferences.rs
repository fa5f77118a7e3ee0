//! What has been chosen by who does something, and for the server where they do it.

use super::prefetched::Prefetched;
use api::{Event, Wanted};
use service::{ServerSettings, Settings, choice_keys, read_server_settings, read_settings};
use store::writer::Writer;

/// What has been chosen by who does something, and for the server where they do it.
pub(crate) struct Preferences {
    pub(crate) speaker: Settings,
    server: ServerSettings,
}

impl Preferences {
    /// As far as it can be looked up.
    pub(crate) fn of(writer: &Writer, event: &Event) -> Preferences {
        let (speaker, server) = (&event.speaker.id, event.server.as_ref());
        let keys = choice_keys(speaker, server.map(|server| &server.id));
        let wanted = Wanted {
            keys,
            ..Wanted::default()
        };
        let ahead = Prefetched::read(writer, wanted).unwrap_or_default();
        let rows = &ahead.over(writer);
        let server =
            server.map(|server| read_server_settings(rows, &server.id).unwrap_or_default());
        Preferences {
            speaker: read_settings(rows, speaker).unwrap_or_default(),
            server: server.unwrap_or_default(),
        }
    }

    /// The event with the language that has been chosen for the server, if one has been, in place of what its platform tells.
    pub(crate) fn told_in(&self, event: Event) -> Event {
        let chosen = self.server.chosen_language();
        Event {
            place_language: chosen.or(event.place_language),
            ..event
        }
    }
}
