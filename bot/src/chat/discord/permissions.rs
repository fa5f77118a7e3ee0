//! What the bot may do in a channel, and what it needs.

use serenity::all::Permissions;

/// What the bot needs to do its work, each with what it cannot do without.
pub(super) const NEEDED: [(Permissions, &str); 6] = [
    (Permissions::VIEW_CHANNEL, "post anything here"),
    (
        Permissions::SEND_MESSAGES,
        "post challenges and boards here",
    ),
    (
        Permissions::CREATE_PUBLIC_THREADS,
        "give each match a thread",
    ),
    (
        Permissions::SEND_MESSAGES_IN_THREADS,
        "post boards in threads",
    ),
    (Permissions::ATTACH_FILES, "show pictures"),
    (Permissions::EMBED_LINKS, "show long texts"),
];

/// What we may do in a channel of a server.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub(super) permissions: Permissions,
    /// Whether the channel is a thread.
    pub(super) is_thread: bool,
}

impl Access {
    /// What each permission breaks that is missing for what has to be done, and what to do about it.
    pub(super) fn missing(
        self,
        is_needed: impl Fn(Permissions) -> bool,
    ) -> impl Iterator<Item = String> {
        NEEDED
            .into_iter()
            .filter(move |(needed, _)| is_needed(*needed) && self.lacks(*needed))
            .map(|(needed, what)| missing(needed, what))
    }

    /// Why nothing can be posted there.
    pub(super) fn obstacle(self) -> Option<String> {
        let to_speak = if self.is_thread {
            Permissions::SEND_MESSAGES_IN_THREADS
        } else {
            Permissions::SEND_MESSAGES
        };
        let to_post = Permissions::VIEW_CHANNEL | to_speak | Permissions::ATTACH_FILES;
        self.missing(|needed| to_post.contains(needed)).next()
    }

    fn lacks(self, needed: Permissions) -> bool {
        !self
            .permissions
            .intersects(needed | Permissions::ADMINISTRATOR)
    }
}

fn missing(permission: Permissions, what: &str) -> String {
    format!(
        "I lack the permission {} in this channel, so I cannot {what}. Whoever manages the channel can give it to me \
         under Edit Channel, Permissions.",
        permission.get_permission_names().join(", ")
    )
}
