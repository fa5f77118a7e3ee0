//! The logic of the bot. It decides whether a person may act in a match, and which changes and deliveries follow.
//!
//! [`Service`] loads the `State` that a [`Request`] is decided on, and `decide` returns its outcome. That function is
//! pure: it owns no clock, socket, disk or dice. It returns the changes with the versions of the data that they depend on.
//! The caller must commit them before it posts anything.

mod challenge;
mod clock;
mod community;
mod complete;
mod computer;
mod decide;
mod decision;
mod learn;
mod loader;
mod match_store;
mod outbox;
mod people;
mod plans;
mod play;
mod record;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;
mod upkeep;

pub(crate) use self::decision::reads::{Need, Read};
pub use self::{
    challenge::{draft::Drafted, reply::ChallengeDone},
    clock::{
        bot_time::{BotTime, TimeScale, Timekeeper},
        due::{Due, is_real_time_played, read_due, read_urgent, read_wait},
        match_clock::{MatchClock, RealTimeClock},
        vacation::{Vacation, VacationReply},
    },
    community::{
        daily::{DailyDue, DailyPuzzle, DailyTask, read_dailies, read_daily},
        followers::{Followers, read_followers, shows_end},
        listing::read_listed,
        ratings::{
            Ladder, LadderStanding, LadderTop, Leaderboard, Leaders, PastMatch, Profile,
            RatedResult, Rating, RatingChange, Score,
        },
        reply::{CommunityDone, CommunityReply, Listed},
    },
    computer::{
        hint::{HintMover, HintPurpose, HintUsage, MoveHint, ShownHint},
        program::{EngineQuestion, EngineState, USUAL_LEVEL, matches_of_program, open_questions},
    },
    decision::{
        illustration::Illustration,
        outcome::{Done, Outcome, Reply, Showing, Shown},
        reads::Loaded,
        refusal::{MeantMatch, Refusal},
        request::{EngineMove, PersonRequest, Renamed, Request, RequestKind, Retry, Retryables},
    },
    learn::{
        analysis::{Analysis, FoundLine, LineQuestion, analysis},
        puzzles::{puzzle, puzzle_captions, puzzle_verdict},
        reply::{Here, LearnReply, Page, PuzzleReply, PuzzleStep, Tried},
        study::{Study, study},
    },
    loader::{
        Service, inbox_keys, matches_in, open_matches_of, plays_against_people, plays_with_secrets,
        remember_refusal,
    },
    match_store::{
        codec,
        entries::read,
        live::Live,
        matches::{Lens, Match, MatchPlace, Player, Stage},
        person::{
            Accounts, Blocks, Identity, LinkedAccount, accounts_of, choice_keys, person_of,
            read_settings,
        },
        plan::{PlannedReply, ShownPlan},
        schema::{
            Absence, ChannelLoss, Thread, came_back, left, loss_changed, read_absence, read_loss,
            read_thread, sessions_key, thread_changed, thread_opened,
        },
        server::{ServerChoices, ServerSettings, read_server_settings},
        settings::Settings,
        snapshot::{MatchSnapshot, PublicMatch, PublicSnapshot, SeatSnapshot},
        state::{MatchState, Whispers},
        storage::{is_current, read_head, read_match, read_platforms, read_rematch, version_key},
    },
    outbox::{
        dead_letters::{
            DeadLetter, DeadReason, given_up, is_given_up, outdated, read_dead_letters,
            read_standing, refusing_servers,
        },
        deliveries::{
            Delivery, DeliveryId, DeliveryKind, Readers, Sent, deliveries_in, is_sent, mark_edited,
            mark_sent, mark_settled, outbox_prefix, read_delivery, read_outbox, read_outbox_of,
            read_sent,
        },
    },
    people::{
        account::renamed_in_matches,
        blocks::is_blocked,
        link_news::{LinkNews, read_link_news},
        mydata::is_meant_by,
        reply::{AskedLink, MyData, PeopleDone, PeopleReply},
        session_news::{SessionNews, read_session_news},
        sessions::{
            SessionChange, SessionDone, SessionRequest, read_launch, read_session,
            read_sessions_of, read_sign_in_link,
        },
    },
    plans::planning::PlanDone,
    play::{
        chance::ByChance,
        claim::can_be_aborted,
        guide::{BoardWay, GuideEntry, GuideMenu, Menus, PieceMoves},
        highlights::Highlights,
        offers::{Offer, OfferCounts},
        prospects::{EggDraw, LegalMove, MOST_WAYS, Prospect, Why},
        reply::{AskedMove, PlayDone, PlayReply},
        takeback::Takeback,
        watched::WatchedSnapshot,
    },
    record::reply::{RecordReply, Seen},
    upkeep::{
        census::{Census, census},
        examine::{Damage, EntryFlaw, examine, examine_match},
        orders::{Retried, UpkeepDone},
        version::{UpgradeError, upgrade},
    },
};

use std::time::Duration;

use api::Rows;

/// The limits for one person and for one match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Matches and challenges that are not over.
    pub matches: usize,
    /// Challenges opened within an hour.
    pub challenges: usize,
    /// The time after which an unanswered challenge lapses.
    pub challenge: Duration,
    /// The number of turns of each side after which a match is drawn. A turn lasts until the other side is to decide.
    pub turns: u32,
}
