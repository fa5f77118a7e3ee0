//! Moves: reading them, confirming them, playing them, and their consequences.

use rules::{
    Action, Color, Conclusion, Game, GameInput, Next, PendingDecision, ReadActionError, Variant,
    WinReason,
};

use super::guide;
use crate::{
    AskedMove, Delivery, DeliveryKind, Live, Match, Offer, Outcome, PlayDone, PlayReply, Refusal,
    Reply, Stage,
    decision::{
        change::Change,
        context::{Asker, Context, reply_with},
        interrupt::Interrupt,
        seat::Seated,
    },
    match_store::schema::{past_key, untold_key},
};
use api::MatchId;
use command::{Confirmation, OfferKind, excerpt, without_command};
use dice::{RollName, Rolls};
use text::{Text, arg};

impl Asker<'_> {
    pub(crate) fn play(
        &self,
        match_id: Option<MatchId>,
        text: Option<&str>,
        confirmed: bool,
    ) -> Result<Outcome, Interrupt> {
        let id = self.find_mine(match_id, true)?;
        let Some(text) = text else {
            return self.guide(id, None, "");
        };
        let seated = self.deciding(self.seated_unheard(id)?)?;
        let action = read_move(&seated.live.game, text)?;
        if confirmed {
            self.context.act(seated, action, |_| {})
        } else {
            self.act_or_ask(seated, action)
        }
    }

    /// Asks the side to decide to write a move.
    pub(crate) fn ask_to_write(&self, id: MatchId, n_inputs: usize) -> Result<Outcome, Interrupt> {
        let seated = self.deciding(self.seated(id)?)?.at(n_inputs)?;
        let variant = seated.live.game_match.setup.variant();
        Ok(Outcome::from(Reply::Write {
            id,
            n_inputs,
            variant,
        }))
    }

    /// Plays a move that was written in answer to [`Asker::ask_to_write`].
    pub(crate) fn play_written(
        &self,
        id: MatchId,
        n_inputs: usize,
        text: &str,
    ) -> Result<Outcome, Interrupt> {
        let seated = self.deciding_at(self.seated_unheard(id)?, n_inputs)?;
        let action = read_move(&seated.live.game, text)?;
        self.act_or_ask(seated, action)
    }

    /// Plays a move that its player has confirmed.
    pub(crate) fn play_confirmed(
        &self,
        id: MatchId,
        n_inputs: usize,
        action: Action,
    ) -> Result<Outcome, Interrupt> {
        let seated = self.deciding_at(self.seated(id)?, n_inputs)?;
        if seated.live.game.why_not(action).is_some() {
            return Err(text::refusal_unknown_control().into());
        }
        self.context.act(seated, action, |_| {})
    }

    /// Plays a legal move. Asks first if the move loses at once and may be a slip, or if the player's settings require it.
    fn act_or_ask(&self, seated: Seated, action: Action) -> Result<Outcome, Interrupt> {
        let live = &seated.live;
        let is_losing = recycles_into_check(&live.game, action);
        if !is_losing && self.own_settings()?.confirm == Confirmation::No {
            return self.context.act(seated, action, |_| {});
        }
        reply_with(Reply::Play(PlayReply::AskMove(AskedMove {
            id: live.game_match.id,
            n_inputs: live.game_match.state.n_inputs,
            action,
            caption: live.game.caption(action),
            opponent: live.game_match.names()[!seated.seat].clone(),
            is_losing,
        })))
    }

    /// Takes one step on the way to a move: shows the menus after `picked`, or plays the move if the picks are complete.
    pub(crate) fn guide(
        &self,
        id: MatchId,
        n_inputs: Option<usize>,
        picked: &str,
    ) -> Result<Outcome, Interrupt> {
        let seated = self.deciding(self.seated(id)?)?;
        let n_inputs = n_inputs.unwrap_or(seated.live.game_match.state.n_inputs);
        let seated = seated.at(n_inputs)?;
        let Seated { live, seat } = &seated;
        match guide::step(&live.game, *seat, picked) {
            Some(guide::Step::Play(action)) => self.act_or_ask(seated, action),
            Some(guide::Step::Pick(menus)) => reply_with(Reply::Play(PlayReply::Guide {
                id,
                n_inputs,
                menus,
            })),
            None => Err(text::refusal_unknown_control().into()),
        }
    }
}

impl Context<'_> {
    /// Plays a legal move of the side to decide, then applies `besides` to the change.
    pub(crate) fn act(
        self,
        seated: Seated,
        action: Action,
        besides: impl FnOnce(&mut Change),
    ) -> Result<Outcome, Interrupt> {
        let Seated { live, seat } = seated;
        let id = live.game_match.id;
        let caption = live.game.caption(action);
        let tell_closed = self.is_to_hear_of_closed_messages(&live.game_match, seat);
        let plan_ended = self.is_to_hear_of_ended_plan(&live.game_match, seat)?;
        let mut change = self.change(live);
        self.take(&mut change, seat, action)?;
        let n_inputs = change.live.game_match.state.n_inputs;
        self.follow_plan(&mut change, !seat)?;
        let is_answered = change.answered.is_some();
        finish_turn(&mut change, (!is_answered).then_some(seat));
        besides(&mut change);
        let game_match = change.game_match();
        game_match.state.whispers[seat].told_closed |= tell_closed;
        let done = PlayDone::Moved {
            id,
            caption,
            look: game_match.state.whispers[seat].view.map(|_| n_inputs),
            tell_closed,
            plan_ended,
        };
        self.done(change, done)
    }

    /// Plays a legal action of a side and rolls the chance outcomes after it.
    pub(crate) fn take(
        self,
        change: &mut Change,
        seat: Color,
        action: Action,
    ) -> Result<(), Interrupt> {
        let lapses = |offer: Offer| offer.by != seat || offer.kind == OfferKind::Takeback;
        if change.live.game_match.state.offer.is_some_and(lapses) {
            change.drop_offer();
        }
        change.input(GameInput::Action(action));
        self.roll_chances(change)?;
        end_by_limit(change);
        Ok(())
    }

    /// Tells whether a message could not reach a player, and the bot has not informed them in this match.
    fn is_to_hear_of_closed_messages(self, game_match: &Match, seat: Color) -> bool {
        let view = game_match.view_of(seat);
        view.is_some_and(|view| self.state.unreached.contains(&view))
    }

    /// Tells whether the bot could not inform a player that the last input has cancelled their plan.
    fn is_to_hear_of_ended_plan(self, game_match: &Match, seat: Color) -> Result<bool, Interrupt> {
        let untold: Option<Delivery> = self.state.entry(&untold_key(game_match.id, seat))?;
        Ok(untold.is_some_and(|untold| {
            untold.kind == DeliveryKind::PlanEnded && untold.n_inputs == game_match.state.n_inputs
        }))
    }

    /// Rolls chance outcomes until a side is to decide or the game is over.
    pub(crate) fn roll_chances(self, change: &mut Change) -> Result<(), Interrupt> {
        let Next::Chance(mut chance) = change.live.game.next() else {
            return Ok(());
        };
        let rolls = self.rolls(&change.live.game_match)?;
        let mut line = change.live.record().line();
        loop {
            let outcome = GameInput::Outcome(rolls.pick(RollName::after(&line), &chance));
            line.push(outcome);
            change.input(outcome);
            match change.live.game.next() {
                Next::Chance(next) => chance = next,
                Next::Decision(_) | Next::Over(_) => return Ok(()),
            }
        }
    }

    /// Returns the rolls of an accepted match. A match without the event that accepted it is damaged.
    pub(crate) fn rolls(self, game_match: &Match) -> Result<Rolls, Interrupt> {
        let accepted = game_match.seal.accepted.as_ref();
        let accepted = accepted.ok_or(Refusal::SetAside(game_match.id))?;
        let secret = self.state.secret(game_match.id)?;
        Ok(Rolls::new(&secret, game_match.id, &accepted.to_string()))
    }
}

/// Shows the board after the last input, and closes the match if the game is over. The side that `decided` the input gets its
/// view with the reply.
pub(crate) fn finish_turn(change: &mut Change, decided: Option<Color>) {
    if let Next::Over(_) = change.live.game.next() {
        change.unlist();
        let game_match = &change.live.game_match;
        for user in game_match.people() {
            let key = past_key(user, game_match.state.changed, game_match.id);
            change.batch.put(key, Vec::new());
        }
        let game_match = change.game_match();
        if let Stage::Playing(seats) = game_match.stage.clone() {
            game_match.stage = Stage::Over(seats);
        }
        change.drop_offer();
        change.end_pause();
    }
    let answered = change.answered;
    change.show_board(answered.map_or(DeliveryKind::Board, DeliveryKind::BoardAnswered));
    change.show_views(decided);
}

/// Draws a match that has reached its turn limit.
fn end_by_limit(change: &mut Change) {
    let Live {
        game_match, game, ..
    } = &change.live;
    if matches!(game.next(), Next::Decision(_)) && game.turns() >= 2 * game_match.turn_limit {
        change.input(GameInput::Conclusion(Conclusion::TurnLimit));
    }
}

/// Reads a text as a legal action.
pub(crate) fn read_move(game: &Game, text: &str) -> Result<Action, Refusal> {
    let action = read_action(game, text)?;
    match game.why_not(action) {
        None => Ok(action),
        Some(why) => Err(Refusal::IllegalMove {
            text: text.to_owned(),
            why,
        }),
    }
}

/// Reads a text as an action, legal or not.
pub(crate) fn read_action(game: &Game, text: &str) -> Result<Action, Text> {
    let pending = game.pending().unwrap_or(PendingDecision::Move);
    game.read_action(without_command(text))
        .map_err(|error| match error {
            ReadActionError::NoSuchMove if is_move(pending) => {
                text::refusal_no_such_move(excerpt(text))
            }
            ReadActionError::Malformed | ReadActionError::NoSuchMove => {
                text::refusal_unreadable_move(
                    arg::how(how_to_write(pending)),
                    arg::text(excerpt(text)),
                )
            }
            ReadActionError::Ambiguous(actions) => ambiguous(game, &actions, text),
        })
}

/// Refuses a text that can mean any of these actions, and lists them.
pub(crate) fn ambiguous(game: &Game, actions: &[Action], text: &str) -> Text {
    let choice_text = |action: &Action| {
        let (exact, caption) = (action.to_string(), game.caption(*action));
        if exact == caption {
            Text::verbatim(exact)
        } else {
            text::write_exact(arg::caption(Text::moves(caption)), arg::exact(exact))
        }
    };
    text::refusal_ambiguous_move(
        arg::moves(text::either(actions.iter().map(choice_text))),
        arg::text(excerpt(text)),
    )
}

/// Tells whether a decision is a move. If a person writes a move at another decision, the reply must name the due decision.
pub(crate) fn is_move(pending: PendingDecision) -> bool {
    matches!(pending, PendingDecision::Move | PendingDecision::MoveAgain)
}

/// Tells whether a legal action is a recycle into check, which loses the game at once (bario K9), as far as its side knows.
pub(crate) fn recycles_into_check(game: &Game, action: Action) -> bool {
    let side = match game.next() {
        Next::Decision(side) if game.variant() == Variant::Bario => side,
        _ => return false,
    };
    let mut tried = game.as_believed_by(side);
    let is_played = tried.act(action).is_ok();
    is_played
        && matches!(
            tried.next(),
            Next::Over(rules::Outcome::Won {
                reason: WinReason::RecycledIntoCheck,
                ..
            })
        )
}

/// Explains how to write a decision of this kind.
pub(crate) fn how_to_write(pending: PendingDecision) -> Text {
    match pending {
        PendingDecision::Move | PendingDecision::MoveAgain => text::write_move(),
        PendingDecision::KingPlace => text::write_king_place(),
        PendingDecision::LostPiece(_) => text::write_lost_piece(),
        PendingDecision::Swap => text::write_swap(),
        PendingDecision::DropPlace(role) => text::write_drop_place(
            arg::letter(role.letter()),
            arg::piece(text::role(role).the()),
        ),
        PendingDecision::Promotion { from, to } => {
            text::write_promotion(arg::from(from), arg::to(to))
        }
    }
}
