//! The settings of the speaker of an event, and of its server.

use super::prefetched::Prefetched;
use api::{Event, Wanted};
use service::{ServerSettings, Settings, choice_keys, read_server_settings, read_settings};
use store::writer::Writer;

/// The settings of the speaker of an event, and of its server.
pub(crate) struct Preferences {
    pub(crate) speaker: Settings,
    server: ServerSettings,
}

impl Preferences {
    /// Reads the settings, or uses the defaults if they cannot be read.
    pub(crate) fn of(writer: &Writer, event: &Event) -> Preferences {
        let (speaker, server) = (&event.speaker.id, event.server.as_ref());
        let keys = choice_keys(speaker, server.map(|server| &server.id));
        let rows_to_read = Wanted {
            keys,
            ..Wanted::default()
        };
        let ahead = Prefetched::read(writer, rows_to_read).unwrap_or_default();
        let rows = &ahead.over(writer);
        let server =
            server.map(|server| read_server_settings(rows, &server.id).unwrap_or_default());
        Preferences {
            speaker: read_settings(rows, speaker).unwrap_or_default(),
            server: server.unwrap_or_default(),
        }
    }

    /// Returns the event in the language that is chosen for its server, if there is one, instead of the platform's.
    pub(crate) fn with_place_language(&self, event: Event) -> Event {
        let chosen = self.server.chosen_language();
        Event {
            place_language: chosen.or(event.place_language),
            ..event
        }
    }
}
