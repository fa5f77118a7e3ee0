//! What the bot does: who may do what in which match, what changes, and what is to be said.
//!
//! An [`Input`] comes, [`Service`] loads the [`State`] that it is decided on, and [`decide`] tells what follows. That is
//! pure: it owns no clock, socket, disk or dice. What changes is handed back, with the versions of what it depends on, to be
//! committed before anything is said.

mod account;
mod blocks;
mod bot_time;
mod census;
mod challenge;
mod chance;
mod change;
mod claim;
mod clock;
pub mod codec;
mod complete;
mod context;
mod daily;
mod dead_letters;
mod decide;
mod draft;
mod due;
mod ending;
mod entries;
mod examine;
mod export;
mod follow;
mod followers;
mod games;
mod guide;
mod head;
mod highlights;
mod hint;
mod illustration;
mod input;
mod join;
#[cfg(feature = "leak")]
mod leak;
mod link;
mod link_news;
mod live;
mod loader;
mod lookup;
mod matches;
mod moment;
mod mydata;
mod offers;
mod orders;
mod outbox;
mod pace;
mod person;
mod plan;
mod planning;
mod play;
mod program;
mod puzzles;
mod ratings;
mod readings;
mod reads;
mod refusal;
mod rename;
mod reply;
mod schema;
mod seat;
mod server;
mod settings;
mod start;
mod state;
mod stop;
mod study;
mod takeback;
mod talk;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;
mod tidy;
mod told;
mod traces;
mod vacation;
mod version;
mod watched;
mod whole;
mod why;

pub use self::{
    account::renamed_in_matches,
    blocks::{Blocks, is_blocked},
    bot_time::{BotTime, Timekeeper},
    census::{Census, census},
    chance::ByChance,
    claim::can_be_aborted,
    clock::MatchClock,
    daily::{DailyDue, DailyPuzzle, DailyTask, read_dailies, read_daily},
    dead_letters::{
        DeadLetter, DeadReason, given_up, is_given_up, outdated, read_dead_letters, read_standing,
        refusing_servers,
    },
    decide::{Decision, decide},
    draft::Drafted,
    due::{Due, due_by},
    entries::read,
    examine::{Damage, EntryFlaw, examine, examine_match},
    followers::{Followers, read_followers, tells_end},
    guide::{BoardWay, GuideEntry, GuideMenu, Menus},
    highlights::Highlights,
    hint::{Aids, HintPurpose, MoveHint, ShownHint},
    illustration::Illustration,
    input::{EngineMove, Input, Intent, Renamed, Request, Retry, Retryables, What},
    link::AskedLink,
    link_news::{LinkNews, read_link_news},
    live::Live,
    loader::{Service, inbox_keys, plays_with_secrets, remember_refusal},
    matches::{Lens, Match, MatchPlace, Player, Stage},
    moment::{Moment, PublicMatch, PublicMoment, SeatMoment},
    mydata::{MyData, is_meant_by},
    offers::{Offer, OfferCounts},
    outbox::{
        Delivery, DeliveryId, DeliveryKind, Readers, Sent, deliveries_in, is_said, outbox_prefix,
        read_delivery, read_outbox, read_outbox_of, read_sent, said, said_again, settled,
    },
    person::{
        Accounts, Identity, LinkedAccount, accounts_of, choice_keys, person_of, read_settings,
    },
    plan::{PlannedReply, ShownPlan},
    program::{EngineQuestion, Mind, USUAL_LEVEL, matches_of_program, open_questions},
    puzzles::{PuzzleStep, PuzzleTold, puzzle},
    ratings::{
        Ladder, LadderStanding, LadderTop, Leaderboard, Leaders, PastMatch, Profile, RatedResult,
        Rating, RatingChange, Score,
    },
    reads::{Loaded, Read},
    refusal::{MeantMatch, Refusal},
    reply::{Done, Effects, Reply, Retried, Showing, Shown},
    schema::{
        Absence, ChannelLoss, Thread, Whispers, came_back, left, loss_changed, read_absence,
        read_loss, read_thread, thread_changed, thread_opened,
    },
    server::{ServerChoices, ServerSettings, read_server_settings},
    settings::Settings,
    state::{List, Need, State},
    study::{Study, study},
    takeback::Takeback,
    told::{AskedMove, Here, Listed, Page, Seen, Told, Tried},
    vacation::{Vacation, VacationTold},
    version::{UpgradeError, upgrade},
    watched::WatchedMoment,
    whole::{is_current, read_match, read_platforms, read_versions},
    why::{EggDraw, LegalMove, MOST_WAYS, Prospect, Why},
};
use std::time::Duration;

use api::Rows;

/// How much the bot keeps for one person and for one match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Matches and challenges that are not over.
    pub matches: usize,
    /// Challenges opened within an hour.
    pub challenges: usize,
    /// How long a challenge waits for an answer.
    pub challenge: Duration,
    /// After so many turns of each side a match is drawn. A turn is all that a side does until the other is to decide.
    pub turns: u32,
}
