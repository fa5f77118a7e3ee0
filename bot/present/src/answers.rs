//! Replies to the person who asked, in their language.

use rules::{Record, Variant};

use super::{
    buttons::{button, primary},
    fit::fit,
    games::{candidates, games},
    handbook,
    history::History,
    link, mydata, options,
    puzzle::puzzle_reply,
    questions::{ask_move, ask_resign, guide},
    ratings, server,
    settings::settings,
    vacation,
};
use api::{
    Answer, Attachment, Component, Finding, Form, LONGEST_TEXT, MatchId, Message, Private, clip,
};
use command::{CommandOption, Control, OfferKind, SPECS, SettingGroup, Spec};
use dice::verify;
use service::{ByChance, Done, QueryReply, Refusal, Reply, Seen, ServerChoices, Showing, Why};
use text::{Language, Text, arg};

/// Renders the reply to a change that was made.
pub fn done(done: &Done, language: Language) -> Answer {
    let (text, replaces) = match done {
        Done::Opened(id) => (text::done_opened(*id), false),
        Done::Accepted(id) => (text::done_accepted(*id), false),
        Done::ReadyToStart(id) => (text::done_ready_to_start(*id), false),
        Done::Begun(id) => (text::done_begun(*id), false),
        Done::Declined(id) => (text::done_declined(*id), false),
        Done::Withdrawn(id) => (text::done_withdrawn(*id), false),
        Done::ChallengePosted(id) => (text::done_challenge_posted(*id), false),
        Done::Blocked(name) => (text::done_blocked(name), false),
        Done::Unblocked(name) => (text::done_unblocked(name), false),
        Done::CodeGiven { code, accounts } => {
            return of(link::code(code, accounts, language), false);
        }
        Done::CodeUnknown => (text::done_code_unknown(), false),
        Done::CodeSaidAloud => (text::done_code_said_aloud(), false),
        Done::Linked(name) => (text::done_linked(name), true),
        Done::Unlinked(name) => (text::done_unlinked(name), true),
        Done::Followed(id) => (text::done_followed(*id), false),
        Done::Unfollowed(id) => (text::done_unfollowed(*id), false),
        Done::Moved {
            id,
            caption,
            tell_closed,
            plan_ended,
            ..
        } => {
            let moved = text::done_moved(arg::id(*id), arg::r#move(Text::moves(caption)));
            let closed = tell_closed.then(text::done_closed);
            let ended = plan_ended.then(text::plan_untold_ended);
            let more = closed.into_iter().chain(ended);
            (Text::lines([moved].into_iter().chain(more)), true)
        }
        Done::Hinted(shown) => {
            return of(super::hint::hint(shown, false, language), false);
        }
        Done::Planned(plan) => {
            return of(super::plan::plan(plan, language), false);
        }
        Done::PlanCleared(id) => (text::done_plan_cleared(*id), true),
        Done::BoardPosted(id) => (text::done_board_posted(*id), false),
        Done::Resigned(id) => (text::done_resigned(*id), true),
        Done::Ended(id) => (text::done_ended(*id), true),
        Done::Offered { id, kind, ply } => {
            let text = text::done_offered(arg::id(*id), arg::what(kind.a()));
            return Answer {
                message: own_offer(&text, *kind, *id, *ply, language),
                replaces: false,
                is_evident: true,
                about: None,
            };
        }
        Done::WinClaimed(id) => (text::done_win_claimed(*id), true),
        Done::OnVacation(vacation) => (vacation::vacation(vacation), false),
        Done::VacationEnded(vacation) => (vacation::ended(vacation), false),
        Done::TimeGiven(id) => (text::done_time_given(*id), true),
        Done::Aborted(id) => (text::done_aborted(*id), true),
        Done::DrawAgreed(id) => (text::done_draw_agreed(*id), false),
        Done::OfferDeclined { id, kind } => (declined(*id, *kind), false),
        Done::DrawRefused(id) => (text::done_draw_refused(*id), false),
        Done::OfferWithdrawn { id, kind } => {
            let what = kind.a();
            (
                text::done_offer_withdrawn(arg::id(*id), arg::what(what)),
                true,
            )
        }
        Done::Deleted { n_damaged } => {
            let damaged = (*n_damaged > 0).then(|| text::done_deleted_damaged(*n_damaged));
            let deleted = text::done_deleted();
            (Text::lines([deleted].into_iter().chain(damaged)), true)
        }
        Done::TakenBack(id) => (text::done_taken_back(*id), false),
        Done::TookBack(id) => (text::done_took_back(*id), false),
        Done::Paused(id) => (text::done_paused(*id), false),
        Done::Resumed(id) => (text::done_resumed(*id), false),
        // No person in a chat has asked for it.
        Done::Tidied | Done::Retried(_) => (Text::verbatim(""), false),
        Done::Set(chosen) | Done::SetReminders(chosen) => {
            let group = match done {
                Done::Set(_) => SettingGroup::Look,
                _ => SettingGroup::Time,
            };
            return of(settings(chosen, group, language), true);
        }
        Done::DailyPuzzle {
            is_on,
            was_on,
            begins_at_nine,
            zone,
        } => {
            let text = match (is_on, was_on) {
                (false, _) => text::done_daily_off(),
                (true, false) if *begins_at_nine => text::done_daily_on_at_nine(zone.name()),
                (true, false) => text::done_daily_on(zone.name()),
                (true, true) => text::done_daily_changed(zone.name()),
            };
            (text, false)
        }
        Done::Puzzle(puzzle) => {
            return of(puzzle_reply(puzzle, language), false);
        }
        Done::SetServer { settings, topic } => {
            return of(server::server(settings, *topic, language), true);
        }
    };
    let tells_more = match done {
        Done::Moved {
            look, tell_closed, ..
        } => look.is_some() || *tell_closed,
        Done::Blocked(_)
        | Done::Unblocked(_)
        | Done::CodeUnknown
        | Done::CodeSaidAloud
        | Done::Linked(_)
        | Done::Unlinked(_)
        | Done::DrawRefused(_)
        | Done::Followed(_)
        | Done::Unfollowed(_)
        | Done::PlanCleared(_)
        | Done::Deleted { .. }
        | Done::OnVacation(_)
        | Done::VacationEnded(_) => true,
        _ => false,
    };
    let mut message = Message::text(language.say(&text));
    if let Done::Declined(id) = done {
        let block = button(Control::Block(*id), text::button_block(), language);
        message.controls = vec![Component::Buttons(vec![block])];
    }
    let about = match done {
        Done::Opened(id) | Done::ReadyToStart(id) | Done::Begun(id) | Done::Accepted(id) => {
            Some(*id)
        }
        _ => None,
    };
    Answer {
        message,
        replaces,
        is_evident: !tells_more,
        about,
    }
}

/// Renders the reply to a refused request.
pub fn refusal(refusal: &Refusal, language: Language) -> Answer {
    let mut answer = says(&refusal.text(), language);
    answer.message.text = fit(&answer.message.text, language);
    answer.message.controls = match refusal {
        Refusal::IllegalMove { why, .. } => handbook::to_rule(why.law, language),
        Refusal::IllegalPlan { law, .. } => handbook::to_rule(law, language),
        Refusal::Several(several) => candidates(several, language),
        _ => Vec::new(),
    };
    answer
}

/// Makes a reply that is to be read.
/// Renders the reply to a request; `None` if no one waits for one, or it is no message.
pub fn reply(reply: &Reply, language: Language) -> Option<Answer> {
    match reply {
        Reply::Done(done) => Some(self::done(done, language)),
        Reply::Query(reply) => Some(query_reply(reply, language)),
        Reply::Refused(refusal) => Some(self::refusal(refusal, language)),
        Reply::Failed(text) => Some(says(text, language)),
        Reply::Nothing | Reply::Completions(_) | Reply::Write { .. } => None,
    }
}

fn of(message: Message<Private>, replaces: bool) -> Answer {
    Answer {
        message,
        replaces,
        is_evident: false,
        about: None,
    }
}

/// Makes a reply of text alone.
pub fn says(text: &Text, language: Language) -> Answer {
    of(Message::text(language.say(text)), false)
}

/// Renders the reply to a query.
pub fn query_reply(reply: &QueryReply, language: Language) -> Answer {
    let say = |text: Text| Message::text(language.say(&text));
    let (mut message, replaces) = match reply {
        QueryReply::Help => (say(help(language)), false),
        QueryReply::Command { spec, is_one_room } => {
            (help_about(spec, *is_one_room, language), false)
        }
        QueryReply::Rules => (handbook::contents(language), false),
        QueryReply::Page(page) => (handbook::page(page, language), page.is_turned),
        QueryReply::NoTopic {
            variant,
            text,
            nearest,
        } => (handbook::no_topic(*variant, text, nearest, language), false),
        QueryReply::Puzzle(puzzle) => (puzzle_reply(puzzle, language), false),
        QueryReply::Games { listed, set_aside } => (games(listed, set_aside, language), false),
        QueryReply::MyData => (mydata::mydata(language), false),
        QueryReply::MyDataFile(data) => (mydata::file(data, language), false),
        QueryReply::AskDelete(whose) => (mydata::ask_delete(whose, language), false),
        QueryReply::Profile(profile) => (say(ratings::profile(profile)), false),
        QueryReply::Leaderboard(leaderboard) => (say(ratings::leaderboard(leaderboard)), false),
        QueryReply::View { showing, can_move } => (view(showing, *can_move, language), false),
        QueryReply::BoardPostedBefore(id) => (say(text::board_posted_before(*id)), false),
        QueryReply::Board(showing) => (say(text::board_elsewhere(showing.id)), false),
        QueryReply::History(seen) => (last_moves(seen, &History::of(seen, language)), false),
        QueryReply::Story(seen) => (last_moves(seen, &History::in_full(seen, language)), false),
        // The picture has a text of its own.
        QueryReply::Replay(_) | QueryReply::Review(_) => (Message::text(""), false),
        QueryReply::Settings(chosen, group) => (settings(chosen, *group, language), false),
        QueryReply::ExportSeen(seen) => (export_seen(seen, language), false),
        QueryReply::Export { id, record } => (export(*id, record, language), false),
        QueryReply::DiceSealed {
            id,
            by_chance,
            commitment,
        } => {
            let commitment = commitment.to_string();
            let sealed = match by_chance {
                ByChance::Nothing => text::dice_none(*id),
                ByChance::Sides => {
                    text::dice_sealed_sides(arg::commitment(commitment), arg::id(*id))
                }
                ByChance::Game => text::dice_sealed(arg::commitment(commitment), arg::id(*id)),
            };
            (say(sealed), false)
        }
        QueryReply::Verified(record) => (say(verified(record)), false),
        QueryReply::Guide { id, ply, menus } => (guide(*id, *ply, menus, language), true),
        QueryReply::AskMove(question) => (ask_move(question, language), true),
        QueryReply::Why {
            game_match,
            text,
            of,
            why,
        } => {
            let mut message = Message::text(super::why::why(game_match, text, *of, why, language));
            if let Why::Illegal(why) = why {
                message.controls = handbook::to_rule(why.law, language);
            }
            (message, false)
        }
        QueryReply::AskResign { id, ply, opponent } => {
            (ask_resign(*id, *ply, opponent, language), false)
        }
        QueryReply::OfferStands { id, kind, ply } => {
            let text = text::offer_stands(arg::id(*id), arg::what(kind.a()));
            (own_offer(&text, *kind, *id, *ply, language), false)
        }
        QueryReply::Hint(shown) => (super::hint::hint(shown, true, language), false),
        QueryReply::Plan(plan) => (super::plan::plan(plan, language), false),
        QueryReply::Draft(drafted) => (super::draft::draft(drafted, language), drafted.is_changed),
        QueryReply::Accounts(accounts) => (link::full(accounts, language), false),
        QueryReply::AskLink(question) => (link::link_question(question, language), false),
        QueryReply::Blocks(blocks) => (super::blocks::blocks(blocks, language), false),
        QueryReply::Server { settings, topic } => {
            (server::server(settings, *topic, language), topic.is_some())
        }
        QueryReply::Doctor { findings, server } => {
            (say(doctor(findings, server.as_deref())), false)
        }
        QueryReply::Vacation(vacation) => (say(vacation::vacation(vacation)), false),
        QueryReply::Kept => (say(text::done_kept()), true),
    };
    message.text = fit(&message.text, language);
    of(message, replaces)
}

/// Returns the form for writing a move.
pub fn write_form(id: MatchId, ply: usize, variant: Variant, language: Language) -> Form {
    Form {
        control: Control::Write(id, ply),
        title: clip(
            &language.say(&text::form_title(arg::id(id), arg::variant(variant))),
            Form::LONGEST_LABEL,
        ),
        label: clip(&language.say(&text::form_label()), Form::LONGEST_LABEL),
        example: variant.info().example.to_owned(),
    }
}

fn declined(id: MatchId, kind: OfferKind) -> Text {
    text::done_offer_declined(arg::id(id), arg::what(kind.the()))
}

/// Renders the reply to an offer of one's own, with a button to withdraw it that only its player sees.
pub(super) fn own_offer(
    text: &Text,
    kind: OfferKind,
    id: MatchId,
    ply: usize,
    language: Language,
) -> Message<Private> {
    let mut message = Message::text(language.say(text));
    message.controls = vec![Component::Buttons(vec![button(
        Control::WithdrawOffer(kind, id, ply),
        text::button_withdraw(),
        language,
    )])];
    message
}

fn doctor(findings: &[Finding], server: Option<&ServerChoices>) -> Text {
    let line = |finding: &Finding| {
        let sign = if finding.works { "✓" } else { "✗" };
        Text::joined([Text::verbatim(sign), finding.text.clone()], " ")
    };
    let n_flaws = findings.iter().filter(|finding| !finding.works).count();
    let verdict = text::doctor_verdict(n_flaws);
    let lines = [verdict].into_iter().chain(findings.iter().map(line));
    Text::lines(lines.chain(server.map(server::summary)))
}

/// Renders the notice to a person whose reply could not be shown where they asked. Others may see it on a screen, so it says
/// nothing of the request. `is_done` says whether the request was done, if that is known.
pub fn late(is_done: Option<bool>, language: Language) -> Message<Private> {
    let text = match is_done {
        Some(true) => text::late_done(),
        Some(false) => text::late_undone(),
        None => text::late_not_confirmed(),
    };
    Message::text(language.say(&text))
}

/// Lists all commands: as many as fit with their descriptions, the rest by name.
fn help(language: Language) -> Text {
    let with_about = |n_about: usize| {
        let (described, named) = SPECS.split_at(n_about);
        let described = described
            .iter()
            .map(|spec| text::command_about(arg::command(spec.name), arg::summary(&spec.summary)));
        let names: Vec<_> = named.iter().map(|spec| format!("/{}", spec.name)).collect();
        let named = (!names.is_empty()).then(|| text::help_named(names.join(", ")));
        let commands = Text::lines(described.chain(named));
        Text::joined([text::help(), commands, text::help_more()], "\n\n")
    };
    let fits = |text: &Text| language.say(text).chars().count() <= LONGEST_TEXT;
    let mut texts = (0..=SPECS.len()).rev().map(with_about);
    texts.find(fits).unwrap_or_else(text::help)
}

fn help_about(spec: &Spec, is_one_room: bool, language: Language) -> Message<Private> {
    let option = |option: &CommandOption| {
        if option.required {
            text::help_option(
                arg::option(&option.keyword.local),
                arg::summary(&option.summary),
            )
        } else {
            text::help_option_optional(
                arg::option(&option.keyword.local),
                arg::summary(&option.summary),
            )
        }
    };
    let option_lines = match spec.options {
        [] => text::help_no_options(),
        options => {
            let is_there = |option: &&CommandOption| !is_one_room || option.is_for_rooms();
            Text::list(options.iter().filter(is_there).map(option))
        }
    };
    let takes_choices = spec.takes_choices();
    let about = text::command_about(arg::command(spec.name), arg::summary(&spec.summary));
    let lines = [about, option_lines, text::help_example(spec.example())];
    let choices = Variant::ALL.into_iter().filter(|_| takes_choices);
    let paragraphs = [Text::lines(lines)].into_iter();
    let text = Text::joined(
        paragraphs.chain(choices.flat_map(options::option_texts)),
        "\n\n",
    );
    let mut message = Message::text(language.say(&text));
    if takes_choices {
        message.controls = vec![options::buttons(language)];
    }
    message
}

/// Returns the text and the button beside a view that one person alone may see.
fn view(showing: &Showing, can_move: bool, language: Language) -> Message<Private> {
    let mut message = Message::text(language.say(&text::view(showing.id)));
    if can_move {
        let control = Control::Guide(showing.id, showing.ply);
        let move_button = primary(control, text::button_move(), language);
        message.controls = vec![Component::Buttons(vec![move_button])];
    }
    message
}

fn export(id: MatchId, record: &Record, language: Language) -> Message<Private> {
    let mut message = Message::text(language.say(&text::export(id)));
    message.attachment = Some(Attachment {
        name: format!("oddboard-{id}.txt"),
        text: record.to_string(),
    });
    message
}

/// Renders the export of a match with secrets: the moves as the player may know them.
fn export_seen(seen: &Seen, language: Language) -> Message<Private> {
    let mut message = Message::text(language.say(&text::export_seen(seen.game_match.id)));
    message.attachment = Some(moves_file(seen, &History::of(seen, language)));
    message
}

/// Renders the moves of a match. If they do not fit into a message, it has the last of them, and a file has all.
fn last_moves(seen: &Seen, history: &History) -> Message<Private> {
    match history.last() {
        None => Message::text(history.whole()),
        Some(last) => {
            let mut message = Message::text(last);
            message.attachment = Some(moves_file(seen, history));
            message
        }
    }
}

fn moves_file(seen: &Seen, history: &History) -> Attachment {
    Attachment {
        name: format!("oddboard-{}.txt", seen.game_match.id),
        text: history.whole() + "\n",
    }
}

fn verified(record: &Record) -> Text {
    let verification = verify(record);
    let more = verification
        .flaws
        .is_empty()
        .then(text::dice_check_yourself);
    Text::lines([verification.text()].into_iter().chain(more))
}
