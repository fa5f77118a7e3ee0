//! Decides on a request from the loaded state alone.

use crate::{
    CommunityReply, LearnReply, Need, Outcome, PeopleReply, PlayReply, Refusal, Reply, Request,
    RequestKind,
    challenge::lifecycle::ChallengeRequest,
    decision::{
        context::{Asker, Context, reply_with},
        interrupt::Interrupt,
        state::{Remembered, State},
    },
};
use command::{Command, Control, DraftPart, Intent};
use handbook::Spot;
use text::Text;

/// Decides on a request. The same request in the same state has the same outcome. A request that has changed something before,
/// or was refused, changes nothing.
///
/// # Errors
///
/// The data that must be loaded first.
pub(crate) fn decide(state: &State, request: &Request) -> Result<Outcome, Vec<Need>> {
    match &state.remembered {
        Remembered::Done(done) => return Ok(Reply::Done(done.clone()).into()),
        Remembered::Lost => return Ok(refused(text::refusal_answer_lost())),
        Remembered::Nothing | Remembered::Refused => {}
    }
    let context = Context { state, request };
    let decided = match &request.kind {
        RequestKind::Person(request) => Asker { context, request }.answer(),
        RequestKind::Tick { scale, was_away } => context.tick(*scale, *was_away),
        RequestKind::Due(due) => context.look_after(due),
        RequestKind::Daily(due) => context.look_after_daily(due),
        RequestKind::Tidy => context.tidy(),
        RequestKind::Engine(played) => context.play_for_engine(played),
        RequestKind::Retry(order) => context.retry(order),
        RequestKind::Forget { user, event } => context.end_one_of(user, event),
        RequestKind::Renamed(renamed) => context.note_renamed(renamed),
        RequestKind::Session(request) => context.change_sessions(request),
    };
    match decided {
        // The earlier reply reported that the request changes nothing.
        Ok(outcome) if state.was_refused() && !outcome.changes.is_empty() => {
            Ok(refused(text::refusal_stands()))
        }
        Ok(outcome) => Ok(outcome),
        Err(Interrupt::Refused(refusal)) => Ok(Reply::Refused(refusal).into()),
        Err(Interrupt::Needs(needs)) => Err(needs),
    }
}

fn refused(why: Text) -> Outcome {
    Reply::Refused(why.into()).into()
}

impl Asker<'_> {
    fn answer(&self) -> Result<Outcome, Interrupt> {
        if let Some(obstacle) = &self.request.obstacle {
            return Err(obstacle.clone().into());
        }
        let intent = &self.request.event.intent;
        let answered = match intent {
            Intent::Command(command) => self.command(command),
            Intent::Press(control) => self.press(control.clone()),
            Intent::Choose(Control::Pick(id, n_inputs, _), part) => {
                self.guide(*id, Some(*n_inputs), part)
            }
            Intent::Choose(Control::Topics(variant, _), topic) => self.turn_to(*variant, topic),
            Intent::Choose(Control::Try(spot, _), action) => self.try_task(*spot, action),
            Intent::Choose(Control::Set(topic), value) => self.choose(*topic, value),
            Intent::Choose(Control::Server, topic) => self.open_server_topic(topic),
            Intent::Choose(Control::SetServer(topic), value) => {
                self.choose_for_server(*topic, value)
            }
            Intent::Fill(Control::Write(id, n_inputs), text) => {
                self.play_written(*id, *n_inputs, text)
            }
            Intent::Choose(Control::Challenge(part, draft), value) => {
                self.redraft(*part, draft, value)
            }
            Intent::Choose(Control::Unblock(_), person) => self.unblock_chosen(person),
            Intent::Choose(..) | Intent::Fill(..) => Err(text::refusal_unknown_control().into()),
            Intent::Complete(text) => self.complete(text),
            Intent::CompleteOption(command) => self.complete_option(command),
            Intent::Misread(why) => Err(why.clone().into()),
            Intent::Failed => Ok(Reply::Failed(text::bug()).into()),
        };
        match answered {
            Err(Interrupt::Refused(Refusal::Several(mut candidates))) => {
                if let Intent::Command(command) = intent {
                    for candidate in &mut candidates {
                        candidate.control = match command {
                            // The match can have secrets, so a move that others have read continues in menus.
                            Command::Move { text: Some(_), .. } if self.request.is_overheard => {
                                Some(Control::Guide(candidate.id, candidate.n_inputs))
                            }
                            _ => command.control_in(candidate.id, candidate.n_inputs),
                        };
                    }
                }
                Err(Refusal::Several(candidates).into())
            }
            Err(Interrupt::Refused(Refusal::SetAside(id))) if !self.knows(id)? => {
                Err(text::refusal_unknown_match(id).into())
            }
            Ok(mut outcome) => {
                // The match for the picture need not be read again.
                if outcome.live.is_none()
                    && let Some(showing) = outcome.reply.showing()
                {
                    outcome.live = self.live(showing.id).ok().cloned();
                }
                Ok(outcome)
            }
            stopped => stopped,
        }
    }

    fn command(&self, command: &Command) -> Result<Outcome, Interrupt> {
        match command {
            Command::Challenge {
                setup,
                opponent,
                side,
                time,
                rated,
                is_open_elsewhere,
                level,
            } => {
                let wish = ChallengeRequest {
                    opponent: opponent.as_deref(),
                    side: *side,
                    time: *time,
                    rated: *rated,
                    is_open_elsewhere: *is_open_elsewhere,
                    level: *level,
                };
                match setup {
                    Some(setup) => self.challenge(setup, wish),
                    None => self.draft(wish),
                }
            }
            Command::Move {
                text,
                match_id,
                confirmed,
            } => self.play(*match_id, text.as_deref(), *confirmed),
            Command::Plan { edit, match_id } => self.plan(*match_id, edit),
            Command::Why { text, match_id } => self.why(*match_id, text),
            Command::Hint(match_id) => self.hint(*match_id, None),
            Command::Board(match_id) => self.board(*match_id),
            Command::View(match_id) => self.view(*match_id),
            Command::Resign {
                match_id,
                confirmed,
            } => self.resign(self.seated_in(*match_id)?, *confirmed),
            Command::Offer(kind, match_id) => self.offer(*kind, self.seated_in(*match_id)?),
            Command::Join(match_id) => self.join(*match_id),
            Command::Rematch(match_id) => self.rematch(*match_id),
            Command::Follow(match_id) => self.follow(*match_id),
            Command::Block(person) => self.block_person(person),
            Command::Unblock(person) => self.unblock(person.as_deref()),
            Command::Games => self.list_games(),
            Command::MyData => reply_with(Reply::People(PeopleReply::MyData(self.own_sessions()?))),
            Command::Link(code) => self.link(code.as_deref()),
            Command::Profile(person) => {
                let profile = Box::new(self.profile(person.as_deref())?);
                reply_with(Reply::Community(CommunityReply::Profile(profile)))
            }
            Command::Leaderboard(variant) => {
                let leaderboard = self.leaderboard(*variant)?;
                reply_with(Reply::Community(CommunityReply::Leaderboard(leaderboard)))
            }
            Command::History { match_id, eyes } => self.history(*match_id, *eyes),
            Command::Replay { match_id, eyes } => self.replay(*match_id, *eyes),
            Command::Review(match_id) => self.review(*match_id),
            Command::Export(match_id) => self.export(*match_id),
            Command::Verify(match_id) => self.verify(*match_id),
            Command::Settings(group, changes) => self.settings(*group, changes),
            Command::ServerSettings(changes) => self.change_server(changes, None),
            Command::Vacation(change) => self.vacation(*change),
            Command::Rules(lookup) => self.look_up(lookup),
            Command::Puzzle {
                variant,
                answer,
                daily,
            } => match (daily, answer) {
                (Some(_), Some(_)) => Err(text::refusal_daily_and_move().into()),
                (Some(is_wanted), None) => self.choose_daily(*variant, *is_wanted),
                (None, answer) => self.puzzle(*variant, answer.as_deref()),
            },
            Command::Doctor => self.doctor(),
            Command::Help(about) => reply_with(match *about {
                None => Reply::Learn(LearnReply::Help),
                Some(spec) => Reply::Learn(LearnReply::Command {
                    spec,
                    is_one_room: self.is_one_room(),
                }),
            }),
        }
    }

    fn press(&self, control: Control) -> Result<Outcome, Interrupt> {
        match control {
            Control::Accept(id) => self.accept(id),
            Control::Decline(id) => self.decline(id),
            Control::Start(id) => self.start(id),
            Control::PlayProgram(id) => self.play_program(id),
            Control::Challenge(DraftPart::Variant(variant), draft) => {
                self.challenge_drafted(variant, &draft)
            }
            // A platform that can show the page launches it without a decision.
            Control::PlayOnPage(id) | Control::OpenHere(id) => self.give_sign_in_link(Some(id)),
            Control::EndSessions => self.end_sessions(),
            Control::ExportMine => self.export_my_data(),
            Control::DeleteMe(whose) => self.delete_me(whose.as_deref()),
            Control::Link(code) => self.link_confirmed(&code),
            Control::Unlink(mark) => self.unlink(&mark),
            Control::Block(id) => self.block_challenger(id),
            Control::View(id) => self.view(Some(id)),
            Control::Board(id) => self.board(Some(id)),
            Control::Plan(id, n_inputs, text) => self.plan_written(id, n_inputs, &text),
            Control::Why(id, text) => self.why(Some(id), &text),
            Control::Hint(id, n_inputs) => self.hint(Some(id), Some(n_inputs)),
            Control::Type(id, n_inputs, text) => self.play_written(id, n_inputs, &text),
            Control::Write(id, n_inputs) => self.ask_to_write(id, n_inputs),
            Control::Guide(id, n_inputs) => self.guide(id, Some(n_inputs), ""),
            Control::ClearPlan(id) => self.clear_plan(id),
            Control::Resign(id, n_inputs) => self.resign(self.seated(id)?.at(n_inputs)?, false),
            Control::ResignConfirmed(id, n_inputs) => {
                self.resign(self.seated(id)?.at(n_inputs)?, true)
            }
            Control::Offer(kind, id, n_inputs) => self.offer(kind, self.seated(id)?.at(n_inputs)?),
            Control::End(id) => self.end(id),
            Control::AcceptOffer(kind, id, n_inputs) => self.accept_offer(kind, id, n_inputs),
            Control::DeclineOffer(kind, id, n_inputs) => self.decline_offer(kind, id, n_inputs),
            Control::WithdrawOffer(kind, id, n_inputs) => self.withdraw_offer(kind, id, n_inputs),
            Control::Resume(id) => self.resume(id),
            Control::Rematch(id) => self.rematch(Some(id)),
            Control::Follow(id) => self.follow(Some(id)),
            Control::Replay(id) => self.replay(Some(id), None),
            Control::Review(id) => self.review(Some(id)),
            Control::History(id) => self.history(Some(id), None),
            Control::Dice(id, commitment) => self.dice(id, &commitment),
            Control::Export(id) => self.export(Some(id)),
            Control::ClaimWin(id, n_inputs) => self.claim_win(id, n_inputs),
            Control::GiveTime(id, n_inputs) => self.give_time(id, n_inputs),
            Control::Abort(id, n_inputs) => self.abort(id, n_inputs),
            Control::Rules(variant) => self.page(Spot::overview(variant), false),
            Control::Rule(spot) => self.page(spot, false),
            Control::Page(spot) => self.page(spot, true),
            Control::Puzzle(variant) => self.puzzle(Some(variant), None),
            Control::DailyPuzzle(id) => self.open_daily(id),
            Control::GiveUpPuzzle(id) => self.give_puzzle_up(id),
            Control::Keep(_) => reply_with(Reply::Play(PlayReply::Kept)),
            Control::Play(id, n_inputs, action) => self.play_confirmed(id, n_inputs, action),
            Control::Pick(..)
            | Control::Topics(..)
            | Control::Try(..)
            | Control::Set(_)
            | Control::Server
            | Control::SetServer(_)
            | Control::Challenge(..)
            | Control::Unblock(_)
            | Control::Unknown(_) => Err(text::refusal_unknown_control().into()),
        }
    }
}
