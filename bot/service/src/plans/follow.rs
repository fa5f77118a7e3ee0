//! Plays planned replies, and keeps the part of the plan that still stands.

use rules::{Color, Next};

use crate::{
    DeliveryKind, Readers,
    decision::{change::Change, context::Context, interrupt::Interrupt},
    match_store::{
        entries::encode,
        plan::{Appearance, MatchPlan},
        schema::plan_key,
    },
};
use api::MatchId;

impl Context<'_> {
    /// Returns the plan of a match, if there is one that can be read.
    pub(crate) fn plan_in(self, id: MatchId) -> Result<Option<MatchPlan>, Interrupt> {
        self.state.entry(&plan_key(id))
    }

    /// Plays the planned replies of a side to the appearance that it sees now, after a decision of the other.
    pub(crate) fn follow_plan(self, change: &mut Change, owner: Color) -> Result<(), Interrupt> {
        // Computed even if there is no plan, so that the time taken is the same.
        let seen = Appearance::of(&change.live.game, owner);
        let plan = self.plan_in(change.live.game_match.id)?;
        let Some(mut plan) = plan.filter(|plan| plan.owner == owner) else {
            return Ok(());
        };
        let n_inputs = change.live.game_match.state.n_inputs;
        plan.go_on(seen);
        while let Some(reply) = plan.reply() {
            let game = &change.live.game;
            if game.next() != Next::Decision(owner) || game.why_not(reply).is_some() {
                plan.lines.clear();
                break;
            }
            self.take(change, owner, reply)?;
            change.answered = Some(n_inputs);
            plan.go_on(Appearance::of(&change.live.game, owner));
        }
        let waits = change.live.game.next() == Next::Decision(!owner);
        let stands = waits && !plan.lines.is_empty();
        change.plan = stands.then_some(plan);
        Ok(())
    }

    /// Keeps the part of the plan that still stands once the game has gone on, and reports the outcome to its owner.
    pub(crate) fn keep_plan(self, change: &mut Change) -> Result<(), Interrupt> {
        let id = change.live.game_match.id;
        let before = self.state.live(id).ok();
        if before.is_none_or(|before| before.game.n_inputs() == change.live.game.n_inputs()) {
            return Ok(());
        }
        let key = plan_key(id);
        self.state.require(&mut change.batch, &key)?;
        let rest = change.plan.take();
        if let Some(MatchPlan { owner, .. }) = self.plan_in(id)? {
            let news = match (change.answered, &rest) {
                (Some(_), rest) => Some(DeliveryKind::PlanPlayed {
                    stands: rest.is_some(),
                }),
                (None, Some(_)) => None,
                (None, None) if matches!(change.live.game.next(), Next::Over(_)) => None,
                (None, None) => Some(DeliveryKind::PlanEnded),
            };
            if let Some(kind) = news {
                change.enqueue_for(Readers::Seat(owner), kind, None);
            }
        }
        match rest {
            Some(rest) => change.batch.put(key, encode(&rest)),
            // The removal does not reveal that there was a plan.
            None => change.batch.remove(key),
        }
        Ok(())
    }
}
