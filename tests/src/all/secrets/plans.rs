//! Plans in play while two runs are compared: those of readers who cannot know the difference, and those of its maker.

use rules::{Action, Color, Game, Next};
use testkit::Random;

use super::{
    run::{Step, StepKind},
    twin_runs::{DetectedLeak, RunDifference, TwinRuns},
};

impl TwinRuns {
    /// Plans a reply as the side that waits. The side with the secret may do so in one run alone, and for another move:
    /// no other reader can detect it.
    pub(super) async fn plan_for(
        &mut self,
        mover: Color,
        action: Action,
        random: &mut Random,
    ) -> Result<bool, DetectedLeak> {
        let planner = !mover;
        let is_alone = planner == self.us && random.chance(50);
        let expected = if is_alone {
            self.other_than(action, planner, random)
        } else {
            Some(action)
        };
        let Some((action, reply)) =
            expected.and_then(|action| Some((action, self.reply_to(action, planner, random)?)))
        else {
            return Ok(true);
        };
        let plan = format!("/plan {action} {reply} match:{}", self.dice.id);
        let other = if is_alone { "/view" } else { plan.as_str() };
        let step = self.step(self.names[planner], true, StepKind::text(""));
        let steps = [plan.as_str(), other].map(|text| Step {
            kind: StepKind::text(text),
            ..step.clone()
        });
        self.perform(steps).await
    }

    /// Returns a decision that the waiting side can distinguish from this one.
    fn other_than(&self, action: Action, planner: Color, random: &mut Random) -> Option<Action> {
        let game = self.games[0].as_believed_by(planner);
        let seen = |action: Action| {
            let mut game = game.clone();
            game.act(action).ok()?;
            Some(game.seat_view(planner).as_view().position.clone())
        };
        let mut actions = game.legal_list();
        actions.retain(|other| seen(*other) != seen(action));
        (!actions.is_empty()).then(|| *random.pick(&actions))
    }

    /// Returns a reply that can be planned in both runs.
    pub(super) fn reply_to(
        &self,
        action: Action,
        planner: Color,
        random: &mut Random,
    ) -> Option<Action> {
        let replies = |game: &Game| {
            let mut game = game.as_believed_by(planner);
            game.act(action).ok()?;
            let mut replies = game.legal_list();
            replies.retain(|reply| {
                let mut game = game.clone();
                game.act(*reply).is_ok() && game.next() != Next::Decision(planner)
            });
            (game.next() == Next::Decision(planner)).then_some(replies)
        };
        let [one, other] = &self.games;
        let (mut common, others) = (replies(one)?, replies(other)?);
        common.retain(|reply| others.contains(reply));
        (!common.is_empty()).then(|| *random.pick(&common))
    }

    /// Makes the difference; the other side may have a plan for the visible part of it.
    pub(super) async fn make_expected_difference(
        &mut self,
        difference: &RunDifference,
        random: &mut Random,
    ) -> Result<bool, DetectedLeak> {
        let action = match *difference {
            RunDifference::Moves(actions) => *random.pick(&actions),
            RunDifference::Dice(action, _) => action,
        };
        if random.chance(60) && !self.plan_for(self.us, action, random).await? {
            return Ok(false);
        }
        self.make_difference(difference).await
    }
}
