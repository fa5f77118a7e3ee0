//! What the core needs from outside, in our own words.

mod chat;
mod clock;
mod dice;
mod drawer;
mod entries;
mod ids;
mod store;

pub use self::{
    chat::{
        Answer, Attachment, Audience, Button, Capabilities, Chat, ChatError, Choice, Control,
        Drawing, Emphasis, Event, Finding, Form, Format, LONGEST_ALT, LONGEST_LABEL, LONGEST_TEXT,
        Listener, Menu, Message, Nonce, Picture, Place, Private, Public, Said, Speaker, clip,
    },
    clock::{Clock, Timestamp},
    dice::{Dice, Secret},
    drawer::{DrawError, Drawer, Recipe},
    entries::Entries,
    ids::{ChannelId, EventId, MatchId, MessageId, ParseMatchIdError, Platform, UserId},
    store::{Batch, Entry, MAX_KEY, MAX_VALUE, Rows, Slot, Store, StoreError},
};
