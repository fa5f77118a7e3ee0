//! The interfaces of the core to the outside.

mod activity;
mod address;
mod analysis;
mod chat;
mod clock;
mod dice;
mod drawer;
mod entries;
mod event;
mod games;
mod identity_provider;
mod live_board;
mod message;
mod roles;
mod sessions;
mod store;
mod study;
mod widget_identity;

pub use self::{
    activity::{ActivityProvider, ActivityVisitor},
    address::message_link,
    analysis::{
        AnalysisBoard, AnalysisQuery, BoardPiece, EditedBoard, EngineLine, analysis_inputs,
        analysis_moves, analysis_path,
    },
    chat::{
        Answer, Capabilities, Chat, ChatError, Checkup, Finding, Form, Listener, Nonce,
        PersonalEntry, TurnPush,
    },
    clock::{Clock, Timestamp},
    dice::{Dice, Secret},
    drawer::{DrawError, Drawer, Recipe},
    entries::Entries,
    event::{Event, Place, ServerAccess},
    games::{ListedGame, ListedState, PublicGame},
    identity_provider::{IdentityProvider, SignInAttempt},
    live_board::{
        BoardAction, BoardClock, BoardFrame, BoardLead, BoardMark, BoardNote, BoardOffer,
        BoardOfferKind, BoardPair, BoardPoint, BoardPosition, BoardQuery, BoardResult, BoardReview,
        BoardScore, BoardSide, BoardStage, BoardTurn, DrawnBoard, LiveBoard, NoBoard, PageReach,
        PageSettings,
    },
    message::{
        Attachment, Audience, Button, Choice, Completions, Component, Drawing, Emphasis, Format,
        LONGEST_ALT, LONGEST_BUTTON, LONGEST_LABEL, LONGEST_TEXT, Menu, Message, PageLink, Picture,
        PlayButtons, Private, Public,
    },
    roles::{Alone, Roles, Tenure},
    sessions::{
        AccountSession, AccountToken, NoAccountToken, PageAccounts, SessionKind, TokenDigest,
    },
    store::{
        Batch, Entry, KeysToRead, MAX_KEY, MAX_VALUE, ReadTogether, Rows, Slot, Store, StoreError,
        first,
    },
    study::{StudyBoard, StudyQuery, StudyStep},
    widget_identity::{WidgetIdentity, WidgetReader},
};
pub use command::{
    ChannelId, EventId, MatchId, MessageId, People, Platform, ServerId, SideChoice, Speaker,
    UserId, mentioned,
};
pub use text::clip;
