//! The interfaces of the core to the outside.

mod address;
mod chat;
mod clock;
mod dice;
mod drawer;
mod entries;
mod event;
mod ids;
mod live_board;
mod message;
mod roles;
mod side;
mod store;
mod study;

pub use self::{
    chat::{
        Answer, Capabilities, Chat, ChatError, Checkup, Finding, Form, Listener, Nonce,
        PersonalEntry,
    },
    clock::{Clock, Timestamp},
    dice::{Dice, Secret},
    drawer::{DrawError, Drawer, Recipe},
    entries::Entries,
    event::{Event, Place, Said, ServerAccess, SlashCommand, Speaker},
    ids::{
        ChannelId, EventId, MatchId, MessageId, ParseMatchIdError, Platform, ServerId, UserId,
        mentioned,
    },
    live_board::{
        BoardAction, BoardFrame, BoardOffer, BoardPoint, BoardPosition, BoardQuery, BoardReview,
        BoardScore, BoardSide, BoardStage, BoardTurn, DrawnBoard, LiveBoard, NoBoard,
    },
    message::{
        Attachment, Audience, Button, Choice, Completions, Component, Drawing, Emphasis, Format,
        LONGEST_ALT, LONGEST_BUTTON, LONGEST_LABEL, LONGEST_TEXT, Menu, Message, People, Picture,
        Private, Public,
    },
    roles::{Alone, Roles, Tenure},
    side::SideChoice,
    store::{
        Batch, Entry, MAX_KEY, MAX_VALUE, ReadTogether, Rows, Slot, Store, StoreError, Wanted,
        first,
    },
    study::{StudyBoard, StudyQuery, StudyStep},
};
pub use text::clip;
