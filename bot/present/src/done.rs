//! Replies to changes that were made.

use crate::{
    buttons::{button, text_message, with_buttons},
    clock::vacation,
    community::server::server,
    computer::counted,
    people::{link, sessions, settings::settings},
    play::offers::offered,
    rendering::{Render, replacing, text_answer},
};
use api::{Answer, MatchId};
use command::{Control, SettingGroup};
use service::Done;
use text::{Language, Text, Zone, arg};

impl Render for Done {
    fn render(&self, language: Language) -> Answer {
        let plain = |text: Text| text_answer(&text, language);
        let in_place = |text: Text| replacing(text_message(&text, language));
        let seen_by_all = |text: Text| evident(plain(text));
        let closing = |text: Text| evident(in_place(text));
        let about = |id: MatchId, text: Text| Answer {
            about: Some(id),
            ..seen_by_all(text)
        };
        match self {
            Done::Opened(id) => about(*id, text::done_opened(*id)),
            Done::Accepted(id) => about(*id, text::done_accepted(*id)),
            Done::ReadyToStart(id) => about(*id, text::done_ready_to_start(*id)),
            Done::Begun(id) => about(*id, text::done_begun(*id)),
            Done::Declined(id) => declined(*id, language),
            Done::Withdrawn(id) => seen_by_all(text::done_withdrawn(*id)),
            Done::ChallengePosted(id) => seen_by_all(text::done_challenge_posted(*id)),
            Done::Blocked(name) => plain(text::done_blocked(name)),
            Done::Unblocked(name) => plain(text::done_unblocked(name)),
            Done::CodeGiven { code, accounts } => link::code(code, accounts, language).into(),
            Done::CodeUnknown => plain(text::done_code_unknown()),
            Done::CodeSaidAloud => plain(text::done_code_said_aloud()),
            Done::Linked(name) => in_place(text::done_linked(name)),
            Done::Unlinked(name) => in_place(text::done_unlinked(name)),
            Done::SignInLinkGiven { token, is_posted } => {
                sessions::link(token.as_ref(), *is_posted, language).into()
            }
            Done::SessionsEnded => in_place(text::done_sessions_ended()),
            Done::Followed(id) => plain(text::done_followed(*id)),
            Done::Unfollowed(id) => plain(text::done_unfollowed(*id)),
            Done::Moved {
                id,
                caption,
                look,
                tell_closed,
                plan_ended,
            } => Answer {
                is_evident: look.is_none() && !tell_closed,
                ..in_place(moved(*id, caption, *tell_closed, *plan_ended))
            },
            Done::Hinted(shown) => counted(shown, language),
            Done::Planned(plan) => plan.render(language),
            Done::PlanCleared(id) => in_place(text::done_plan_cleared(*id)),
            Done::BoardPosted(id) => seen_by_all(text::done_board_posted(*id)),
            Done::Resigned(id) => closing(text::done_resigned(*id)),
            Done::Ended(id) => closing(text::done_ended(*id)),
            Done::WinClaimed(id) => closing(text::done_win_claimed(*id)),
            Done::TimeGiven(id) => closing(text::done_time_given(*id)),
            Done::Aborted(id) => closing(text::done_aborted(*id)),
            Done::Offered { id, kind, ply } => evident(offered(*id, *kind, *ply, language).into()),
            Done::DrawAgreed(id) => seen_by_all(text::done_draw_agreed(*id)),
            Done::OfferDeclined { id, kind } => seen_by_all(text::done_offer_declined(
                arg::id(*id),
                arg::what(kind.the()),
            )),
            Done::DrawRefused(id) => plain(text::done_draw_refused(*id)),
            Done::OfferWithdrawn { id, kind } => closing(text::done_offer_withdrawn(
                arg::id(*id),
                arg::what(kind.a()),
            )),
            Done::TakenBack(id) => seen_by_all(text::done_taken_back(*id)),
            Done::TookBack(id) => seen_by_all(text::done_took_back(*id)),
            Done::Paused(id) => seen_by_all(text::done_paused(*id)),
            Done::Resumed(id) => seen_by_all(text::done_resumed(*id)),
            Done::Set(chosen) => replacing(settings(chosen, SettingGroup::Look, language)),
            Done::SetReminders(chosen) => replacing(settings(chosen, SettingGroup::Time, language)),
            Done::SetServer { settings, topic } => replacing(server(settings, *topic, language)),
            Done::OnVacation(vacation) => vacation.render(language),
            Done::VacationEnded(vacation) => plain(vacation::ended(vacation)),
            Done::DailyPuzzle { is_on: false, .. } => seen_by_all(text::done_daily_off()),
            Done::DailyPuzzle {
                was_on,
                begins_at_nine,
                zone,
                ..
            } => seen_by_all(daily_puzzle(*was_on, *begins_at_nine, *zone)),
            Done::Puzzle(puzzle) => puzzle.render(language),
            Done::Deleted { n_damaged } => in_place(deleted(*n_damaged)),
            // No person in a chat has requested it.
            Done::SessionBegun(_)
            | Done::SessionOpened(_)
            | Done::SessionUsed
            | Done::LaunchNoted
            | Done::Tidied
            | Done::Retried(_) => seen_by_all(Text::verbatim("")),
        }
    }
}

/// Marks the answer: all readers of the place see the change itself.
fn evident(answer: Answer) -> Answer {
    Answer {
        is_evident: true,
        ..answer
    }
}

/// Renders the reply to a declined challenge, with a button that blocks its challenger.
fn declined(id: MatchId, language: Language) -> Answer {
    let block = button(Control::Block(id), text::button_block(), language);
    evident(with_buttons(&text::done_declined(id), [block], language).into())
}

/// Renders a played move, with notices for its player.
fn moved(id: MatchId, caption: &str, is_closed: bool, has_plan_ended: bool) -> Text {
    let moved = text::done_moved(arg::id(id), arg::r#move(Text::moves(caption)));
    let closed = is_closed.then(text::done_closed);
    let ended = has_plan_ended.then(text::plan_untold_ended);
    Text::lines([moved].into_iter().chain(closed).chain(ended))
}

/// Reports the time of the next puzzle of the day in a channel.
fn daily_puzzle(was_on: bool, begins_at_nine: bool, zone: Zone) -> Text {
    match (was_on, begins_at_nine) {
        (true, _) => text::done_daily_changed(zone.name()),
        (false, true) => text::done_daily_on_at_nine(zone.name()),
        (false, false) => text::done_daily_on(zone.name()),
    }
}

/// Reports that the data of the speaker is deleted, with the number of damaged matches that still hold some.
fn deleted(n_damaged: usize) -> Text {
    let damaged = (n_damaged > 0).then(|| text::done_deleted_damaged(n_damaged));
    Text::lines([text::done_deleted()].into_iter().chain(damaged))
}
