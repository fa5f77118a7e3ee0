//! What the bot may do in a channel, and what it needs.

use serenity::all::Permissions;

use text::{Text, arg};

/// A permission that the bot needs to do its work.
#[derive(Clone, Copy)]
pub(super) struct NeededPermission {
    pub(super) permission: Permissions,
    /// What Discord calls it.
    name: fn() -> Text,
    /// What the bot cannot do without it.
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

/// What the bot needs to do its work.
pub(super) const NEEDED: [NeededPermission; 6] = needed! {
    VIEW_CHANNEL: permission_view, permission_view_use;
    SEND_MESSAGES: permission_send, permission_send_use;
    CREATE_PUBLIC_THREADS: permission_threads, permission_threads_use;
    SEND_MESSAGES_IN_THREADS: permission_send_in_threads, permission_send_in_threads_use;
    ATTACH_FILES: permission_files, permission_files_use;
    READ_MESSAGE_HISTORY: permission_history, permission_history_use;
};

/// What we may do in a channel of a server.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub(super) permissions: Permissions,
    /// Whether the channel is a thread.
    pub(super) is_thread: bool,
    /// Whether it is a thread into which people are let one by one.
    pub(super) is_private: bool,
    /// Whether threads can begin there.
    pub(super) has_threads: bool,
}

impl Access {
    /// What each permission breaks that is missing for what has to be done, and what to do about it.
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

    /// Whether it is a private thread that we are not in: then we see nothing of it, and being mentioned there lets us in.
    pub(super) fn is_shut_out(self) -> bool {
        self.is_private && self.lacks(Permissions::VIEW_CHANNEL)
    }

    /// The same once we are in it, if it is a private thread.
    pub(super) fn once_let_in(mut self) -> Access {
        if self.is_private {
            self.permissions |= Permissions::VIEW_CHANNEL;
        }
        self
    }

    /// Why nothing can be posted there.
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
