//! Edits plans. It reads their lines on the game as their owner believes it to be. So the answers reveal nothing that is
//! hidden from the owner.

use rules::{Action, Color, Game, Next, PendingDecision, ReadActionError};
use serde::{Deserialize, Serialize};

use crate::{
    Delivery, Live, Outcome, Refusal, Reply,
    decision::{
        context::{Asker, reply_with},
        interrupt::Interrupt,
        seat::Seated,
    },
    match_store::{
        plan::{Appearance, MatchPlan, PlannedMove, ShownPlan},
        schema::{plan_key, untold_key},
    },
    play::moves::{ambiguous, how_to_write, is_move, recycles_into_check},
};
use api::{Batch, MatchId};
use command::{PlanEdit, excerpt};
use handbook::LAW_OF_LOSING;
use text::{Text, arg};

/// The maximum number of lines in a plan.
const MOST_LINES: usize = 10;

/// The maximum number of decisions in a line of a plan.
const LONGEST_LINE: usize = 20;

/// A change of the speaker's plan.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanDone {
    /// The speaker has made a plan; this is all that they have planned in that match.
    Planned(ShownPlan),
    /// The speaker has cancelled their plan.
    Cleared(MatchId),
}

impl Asker<'_> {
    /// Shows the plan of the speaker, adds to it, or clears it.
    pub(crate) fn plan(
        &self,
        match_id: Option<MatchId>,
        edit: &PlanEdit,
    ) -> Result<Outcome, Interrupt> {
        // It refuses before it finds the match. Otherwise a person could write the plan first and name the match later.
        if matches!(edit, PlanEdit::Add(_)) && self.request.is_overheard {
            return Err(text::refusal_plan_overheard().into());
        }
        let id = self.find_mine(match_id, false)?;
        match edit {
            PlanEdit::Show => {
                let Seated { live, seat } = self.seated(id)?;
                reply_with(Reply::Plan(self.shown_plan(&live, seat)?))
            }
            PlanEdit::Clear => self.clear_plan(id),
            PlanEdit::Add(lines) => self.add_to_plan(id, lines),
        }
    }

    /// Applies a plan edit for which the person has chosen the match afterwards.
    pub(crate) fn plan_written(
        &self,
        id: MatchId,
        n_inputs: usize,
        text: &str,
    ) -> Result<Outcome, Interrupt> {
        self.seated(id)?.at(n_inputs)?;
        self.plan(Some(id), &PlanEdit::parse(Some(text)))
    }

    /// Clears the plan of the speaker in a match.
    pub(crate) fn clear_plan(&self, id: MatchId) -> Result<Outcome, Interrupt> {
        let Seated { live, seat } = self.seated(id)?;
        if self.plan_of(id, seat)?.is_none() {
            return reply_with(Reply::Plan(self.shown_plan(&live, seat)?));
        }
        let key = plan_key(id);
        let mut batch = Batch::default();
        batch.remove(untold_key(id, seat));
        self.state().require(&mut batch, &key)?;
        batch.remove(key);
        Ok(self.context.done_apart(batch, PlanDone::Cleared(id)))
    }

    /// Adds lines to the plan of the speaker in a match. The match does not change, so the opponent does not notice.
    fn add_to_plan(&self, id: MatchId, texts: &[Vec<String>]) -> Result<Outcome, Interrupt> {
        let Seated { live, seat } = self.seated(id)?;
        if live.game.next() != Next::Decision(!seat) {
            return Err(text::refusal_plan_own_turn(id).into());
        }
        let mut plan = self.plan_of(id, seat)?.unwrap_or(MatchPlan {
            owner: seat,
            lines: Vec::new(),
        });
        for texts in texts {
            let line = read_line(&live, seat, texts);
            plan.add(line.map_err(LineFlaw::refusal)?);
        }
        if plan.lines.len() > MOST_LINES {
            return Err(text::refusal_plan(text::plan_too_many(MOST_LINES)).into());
        }
        let lines = plan.shown(&live.game.as_believed_by(seat));
        let mut batch = Batch::default();
        batch.require((*live.slot).clone());
        self.context.rewrite(&mut batch, plan_key(id), &plan)?;
        batch.remove(untold_key(id, seat));
        let done = PlanDone::Planned(ShownPlan {
            id,
            lines,
            untold: None,
        });
        let people = [self.user()];
        Ok(self.context.done_about(batch, done, people))
    }

    /// Returns the plan of a seat in a match.
    fn plan_of(&self, id: MatchId, seat: Color) -> Result<Option<MatchPlan>, Interrupt> {
        let plan = self.context.plan_in(id)?;
        Ok(plan.filter(|plan| plan.owner == seat))
    }

    pub(crate) fn shown_plan(&self, live: &Live, seat: Color) -> Result<ShownPlan, Interrupt> {
        let id = live.game_match.id;
        let plan = self.plan_of(id, seat)?;
        let lines = plan.map(|plan| plan.shown(&live.game.as_believed_by(seat)));
        let untold: Option<Delivery> = self.state().entry(&untold_key(id, seat))?;
        Ok(ShownPlan {
            id,
            lines: lines.unwrap_or_default(),
            untold: untold.map(|delivery| delivery.kind),
        })
    }
}

/// The fault of a line.
struct LineFlaw {
    text: Text,
    /// The law that forbids a move in it, if any.
    law: Option<&'static str>,
}

impl From<Text> for LineFlaw {
    fn from(text: Text) -> LineFlaw {
        LineFlaw { text, law: None }
    }
}

impl LineFlaw {
    fn refusal(self) -> Refusal {
        let text = text::refusal_plan(self.text);
        match self.law {
            Some(law) => Refusal::IllegalPlan { text, law },
            None => text.into(),
        }
    }
}

/// Reads a line on the game as its owner believes it to be, so that the answer reveals nothing that is hidden from them.
///
/// # Errors
///
/// The line has a flaw.
fn read_line(live: &Live, seat: Color, texts: &[String]) -> Result<Vec<PlannedMove>, LineFlaw> {
    if texts.len() > LONGEST_LINE {
        return Err(text::plan_too_long(LONGEST_LINE).into());
    }
    let mut game = live.game.as_believed_by(seat);
    let mut steps: Vec<PlannedMove> = Vec::new();
    let mut last = String::new();
    for text in texts {
        let decider = decider(&game, &last)?;
        let is_own = decider == seat;
        let action = read(&game, text, is_own).map_err(|flaw| {
            if is_own {
                flaw
            } else {
                LineFlaw {
                    text: text::why_of_other(
                        arg::player(live.game_match.player_text(decider)),
                        arg::told(flaw.text),
                    ),
                    ..flaw
                }
            }
        })?;
        last = game.caption(action);
        game.act(action)
            .map_err(|_| text::plan_no_such_move(excerpt(text)))?;
        let seen = Appearance::of(&game, seat);
        steps.push(PlannedMove {
            action,
            is_own,
            seen,
        });
    }
    let ends_with_own = steps.last().is_some_and(|step| step.is_own);
    if !ends_with_own {
        // If a chance outcome comes next, the line cannot continue.
        decider(&game, &last)?;
    }
    if ends_with_own && game.next() != Next::Decision(seat) {
        Ok(steps)
    } else {
        Err(text::plan_unanswered(Text::moves(last)).into())
    }
}

/// Returns the side with the next decision in a line, after its last move so far.
fn decider(game: &Game, last: &str) -> Result<Color, Text> {
    match game.next() {
        Next::Decision(color) => Ok(color),
        Next::Chance(_) => Err(text::plan_chance(Text::moves(last))),
        Next::Over(_) => Err(text::plan_over()),
    }
}

/// Reads a text as a legal action. A plan asks for no confirmation, so it refuses an action that loses at once.
fn read(game: &Game, text: &str, is_own: bool) -> Result<Action, LineFlaw> {
    let pending = game.pending().unwrap_or(PendingDecision::Move);
    let action = game.read_action(text).map_err(|error| match error {
        ReadActionError::NoSuchMove if is_move(pending) => text::plan_no_such_move(excerpt(text)),
        ReadActionError::Malformed | ReadActionError::NoSuchMove => {
            text::plan_unreadable(arg::how(how_to_write(pending)), arg::text(excerpt(text)))
        }
        ReadActionError::Ambiguous(actions) => ambiguous(game, &actions, text),
    })?;
    match game.why_not(action) {
        Some(why) => Err(LineFlaw {
            text: text::plan_illegal(
                arg::law(why.law),
                arg::text(excerpt(text)),
                arg::why(text::why(&why)),
            ),
            law: Some(why.law),
        }),
        None if is_own && recycles_into_check(game, action) => Err(LineFlaw {
            text: text::plan_loses(
                arg::law(LAW_OF_LOSING),
                arg::r#move(Text::moves(game.caption(action))),
            ),
            law: Some(LAW_OF_LOSING),
        }),
        None => Ok(action),
    }
}
