//! The bot's permissions in a channel, and those that it needs.

use serenity::all::Permissions;

use text::{Text, arg};

/// A permission that the bot needs.
#[derive(Clone, Copy)]
pub(super) struct NeededPermission {
    pub(super) permission: Permissions,
    /// Discord's name for the permission.
    name: fn() -> Text,
    /// The feature that fails without it.
    what: fn() -> Text,
}

macro_rules! needed {
    ($($permission:ident: $name:ident, $what:ident;)+) => {
        [$(NeededPermission {
            permission: Permissions::$permission,
            name: text::$name,
            what: text::$what,
        }),+]
    };
}

/// The permissions that the bot needs.
pub(super) const NEEDED: [NeededPermission; 6] = needed! {
    VIEW_CHANNEL: permission_view, permission_view_use;
    SEND_MESSAGES: permission_send, permission_send_use;
    CREATE_PUBLIC_THREADS: permission_threads, permission_threads_use;
    SEND_MESSAGES_IN_THREADS: permission_send_in_threads, permission_send_in_threads_use;
    ATTACH_FILES: permission_files, permission_files_use;
    READ_MESSAGE_HISTORY: permission_history, permission_history_use;
};

/// The access of the bot to a channel of a server.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub(super) permissions: Permissions,
    /// True if the channel is a thread.
    pub(super) is_thread: bool,
    /// True if the channel is a private thread, to which people are added one by one.
    pub(super) is_private: bool,
    /// True if threads can begin there.
    pub(super) has_threads: bool,
}

impl Access {
    /// Returns a text for each needed permission that is missing: the feature that fails, and the remedy.
    pub(super) fn missing(
        self,
        is_needed: impl Fn(Permissions) -> bool,
    ) -> impl Iterator<Item = Text> {
        NEEDED
            .into_iter()
            .filter(move |need| is_needed(need.permission) && self.lacks(need.permission))
            .map(|need| {
                text::discord_lacks(arg::permission((need.name)()), arg::what((need.what)()))
            })
    }

    /// Tells whether this is a private thread without the bot. The bot cannot see such a thread, and a mention there adds the
    /// bot.
    pub(super) fn is_shut_out(self) -> bool {
        self.is_private && self.lacks(Permissions::VIEW_CHANNEL)
    }

    /// Returns the access that the bot has once it is added, if this is a private thread.
    pub(super) fn once_let_in(mut self) -> Access {
        if self.is_private {
            self.permissions |= Permissions::VIEW_CHANNEL;
        }
        self
    }

    /// Returns why the bot cannot post in the channel, if it cannot.
    pub(super) fn obstacle(self) -> Option<Text> {
        if self.is_shut_out() {
            return Some(text::discord_private_thread());
        }
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
