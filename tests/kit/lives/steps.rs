//! Random steps in the lives of matches.

use proptest::prelude::*;
use rules::{Action, Color};

use super::{
    Lives, ModelPerson, Offer, Time,
    life::{Answer, Claim, Life, Phase, Terms, Verdict},
};

/// The person who makes a step: by name, or by their part in the match.
#[derive(Clone, Copy, Debug)]
pub enum StepActor {
    /// The person to move.
    Mover,
    /// The person who waits.
    Waiter,
    /// The person whose offer stands.
    Offerer,
    /// The person to whom the offer is made.
    Offeree,
    /// A person by name.
    Named(ModelPerson),
}

/// The input of a step: typed, or with a button of so many inputs ago.
#[derive(Clone, Copy, Debug)]
pub enum StepInput {
    /// As a command.
    Typed,
    /// With a button.
    Pressed(usize),
}

/// One step. Matches are numbered, those that are not over first, and so are the legal moves of each.
#[derive(Clone, Debug)]
pub enum Step {
    /// A challenge.
    Challenge(Terms),
    /// The acceptance of a challenge.
    Accept(usize, StepActor),
    /// The refusal or the withdrawal of a challenge.
    Decline(usize, StepActor),
    /// The refusal of a challenge, with a block of its challenger.
    BlockChallenger(usize, StepActor),
    /// A move.
    Play(usize, StepActor, usize, StepInput),
    /// An offer.
    Offer(Offer, usize, StepActor),
    /// An answer to the standing offer.
    Answer(Answer, usize, StepActor),
    /// An answer to an offer that perhaps does not stand.
    AnswerStale(Answer, Offer, usize, StepActor),
    /// The end of a pause.
    Resume(usize, StepActor),
    /// A claim after time is over, with a button of so many inputs ago.
    Claim(Claim, usize, StepActor, usize),
    /// A resignation.
    Resign(usize, StepActor, StepInput),
    /// A planned reply.
    Plan(usize, StepActor, usize, usize),
    /// The end of a plan.
    ClearPlan(usize, StepActor),
    /// A rematch with the same opponent; the last matches that are over come first.
    Rematch(usize, StepActor),
    /// A block of challenges from a person.
    Block(ModelPerson, ModelPerson),
    /// The end of a block.
    Unblock(ModelPerson, ModelPerson),
    /// A vacation of so many days, or its end.
    Vacation(ModelPerson, Option<i64>),
    /// So many minutes of work of the bot.
    Work(i64),
    /// So many minutes of absence of the bot, after which it restarts.
    Absence(i64),
    /// A jump of the clock by so many minutes.
    Jump(i64),
    /// A repetition of a step that has changed something.
    Again(usize),
}

fn whoever() -> impl Strategy<Value = ModelPerson> {
    prop_oneof![
        Just(ModelPerson::Ann),
        Just(ModelPerson::Bob),
        Just(ModelPerson::Eve)
    ]
}

fn actor(usual: StepActor) -> impl Strategy<Value = StepActor> {
    prop_oneof![
        12 => Just(usual),
        1 => Just(StepActor::Mover),
        1 => Just(StepActor::Waiter),
        1 => whoever().prop_map(StepActor::Named),
    ]
}

fn terms() -> impl Strategy<Value = Terms> {
    let side = prop_oneof![Just(Color::White), Just(Color::Black)];
    let time = (0..Time::SOME.len()).prop_map(|n| Time::SOME[n]);
    let challenged = prop_oneof![1 => Just(None), 3 => whoever().prop_map(Some)];
    (whoever(), challenged, side, time, any::<bool>()).prop_map(
        |(challenger, challenged, side, time, loses_at_once)| Terms {
            challenger,
            challenged,
            side,
            time,
            loses_at_once,
        },
    )
}

fn answer() -> impl Strategy<Value = Answer> {
    prop_oneof![
        Just(Answer::Accept),
        Just(Answer::Decline),
        Just(Answer::Withdraw),
    ]
}

fn input() -> impl Strategy<Value = StepInput> {
    prop_oneof![2 => Just(StepInput::Typed), 1 => (0..3_usize).prop_map(StepInput::Pressed)]
}

fn step() -> impl Strategy<Value = Step> {
    let one = || prop_oneof![3 => Just(0_usize), 1 => 1..3_usize];
    let kind = || (0..Offer::ALL.len()).prop_map(|n| Offer::ALL[n]);
    let age = || prop_oneof![3 => Just(0_usize), 1 => 1..3_usize];
    let claim = prop_oneof![Just(Claim::Win), Just(Claim::Time), Just(Claim::Abort)];
    let minutes = prop_oneof![6 => 1..12_i64, 2 => 30..90_i64, 1 => 300..1500_i64];
    let jump = prop_oneof![Just(24 * 60), Just(-24 * 60), -300..300_i64];
    // The first legal moves are the most likely, so that plans are met.
    let which = || prop_oneof![3 => 0..3_usize, 1 => 0..40_usize];
    let days = prop_oneof![2 => Just(None), 3 => (1..5_i64).prop_map(Some), 3 => Just(Some(25))];
    let absence = prop_oneof![1 => 0..4_i64, 2 => 0..3000_i64];
    prop_oneof![
        2 => terms().prop_map(Step::Challenge),
        3 => (one(), actor(StepActor::Waiter)).prop_map(|(n, actor)| Step::Accept(n, actor)),
        1 => (one(), actor(StepActor::Waiter)).prop_map(|(n, actor)| Step::Decline(n, actor)),
        1 => (one(), actor(StepActor::Waiter)).prop_map(|(n, actor)| Step::BlockChallenger(n, actor)),
        20 => (one(), actor(StepActor::Mover), which(), input()).prop_map(|(n, actor, m, input)| Step::Play(n, actor, m, input)),
        8 => (kind(), one(), actor(StepActor::Mover)).prop_map(|(kind, n, actor)| Step::Offer(kind, n, actor)),
        10 => prop_oneof![
            3 => (Just(Answer::Accept), one(), actor(StepActor::Offeree)),
            1 => (Just(Answer::Decline), one(), actor(StepActor::Offeree)),
            1 => (Just(Answer::Withdraw), one(), actor(StepActor::Offerer)),
        ]
        .prop_map(|(what, n, actor)| Step::Answer(what, n, actor)),
        1 => (answer(), kind(), one(), actor(StepActor::Waiter))
            .prop_map(|(what, kind, n, actor)| Step::AnswerStale(what, kind, n, actor)),
        4 => (one(), actor(StepActor::Mover)).prop_map(|(n, actor)| Step::Resume(n, actor)),
        5 => (claim, one(), actor(StepActor::Waiter), age()).prop_map(|(what, n, actor, age)| Step::Claim(what, n, actor, age)),
        1 => (one(), actor(StepActor::Mover), input()).prop_map(|(n, actor, input)| Step::Resign(n, actor, input)),
        5 => (one(), actor(StepActor::Waiter), 0..3_usize, 0..3_usize)
            .prop_map(|(n, actor, after, reply)| Step::Plan(n, actor, after, reply)),
        1 => (one(), actor(StepActor::Waiter)).prop_map(|(n, actor)| Step::ClearPlan(n, actor)),
        4 => (one(), actor(StepActor::Mover)).prop_map(|(n, actor)| Step::Rematch(n, actor)),
        2 => (whoever(), whoever()).prop_map(|(who, whom)| Step::Block(who, whom)),
        3 => (whoever(), whoever()).prop_map(|(who, whom)| Step::Unblock(who, whom)),
        3 => (whoever(), days).prop_map(|(who, days)| Step::Vacation(who, days)),
        8 => minutes.prop_map(Step::Work),
        3 => absence.prop_map(Step::Absence),
        2 => jump.prop_map(Step::Jump),
        3 => (0..20_usize).prop_map(Step::Again),
    ]
}

/// Returns random sequences of fewer than `bound` steps, after Ann and Bob have begun a match.
pub fn steps(bound: usize) -> impl Strategy<Value = Vec<Step>> {
    let opening = |time| {
        Step::Challenge(Terms {
            challenger: ModelPerson::Ann,
            challenged: Some(ModelPerson::Bob),
            side: Color::White,
            time,
            loses_at_once: false,
        })
    };
    let times = prop_oneof![3 => Just(Time::SHORTEST), 1 => Just(Time::LONG)];
    (times, proptest::collection::vec(step(), 1..bound)).prop_map(move |(time, steps)| {
        let begun = [opening(time), Step::Accept(0, StepActor::Waiter)];
        begun.into_iter().chain(steps).collect()
    })
}

/// A step of a person.
pub struct PersonStep {
    /// The person who does it.
    pub who: ModelPerson,
    /// The command, or the id of a button.
    pub said: String,
    /// The expected result.
    pub expected: Verdict,
    /// The name of the step.
    pub what: String,
    /// True if it is a challenge in which a player who runs out of time loses at once.
    pub is_strict: bool,
}

impl Lives {
    /// Returns a step as its person performs it, with its expected result; `None` if no person acts.
    pub fn person_step(&mut self, step: &Step) -> Option<PersonStep> {
        let (who, said, expected, what) = self.apply(step)?;
        let is_strict = matches!(step, Step::Challenge(terms) if terms.loses_at_once);
        Some(PersonStep {
            who,
            said,
            expected,
            what,
            is_strict,
        })
    }

    fn apply(&mut self, step: &Step) -> Option<(ModelPerson, String, Verdict, String)> {
        Some(match *step {
            Step::Challenge(ref terms) => {
                let who = terms.challenger;
                let whom = terms
                    .challenged
                    .map_or(String::new(), |who| format!(" {who:?}"));
                let said = format!(
                    "/challenge berolina{whom} {} time:{}",
                    terms.side, terms.time.name
                );
                let expected = self.challenge(terms.clone(), None);
                (who, said, expected, "challenge".to_owned())
            }
            Step::Accept(n, actor) => {
                let (n, who) = self.meant(n, actor)?;
                let said = format!("accept:{}", self.all[n].name);
                (who, said, self.accept(n, who), "accept".to_owned())
            }
            Step::BlockChallenger(n, actor) => {
                let (n, who) = self.meant(n, actor)?;
                let said = format!("block:{}", self.all[n].name);
                let expected = self.block_challenger(n, who);
                (who, said, expected, "block the challenger".to_owned())
            }
            Step::Rematch(n, actor) => {
                let past = self.all.iter().rposition(|life| life.phase == Phase::Over);
                let n = past.filter(|_| n == 0).or_else(|| self.numbered(n))?;
                let who = self.who(n, actor);
                let said = format!("rematch:{}", self.all[n].name);
                (who, said, self.rematch(n, who), "rematch".to_owned())
            }
            Step::Block(who, whom) => {
                let said = format!("/block {whom:?}");
                (who, said, self.block(who, whom), "block".to_owned())
            }
            Step::Unblock(who, whom) => {
                let said = format!("/unblock {whom:?}");
                (who, said, self.unblock(who, whom), "unblock".to_owned())
            }
            Step::Vacation(who, days) => {
                let (said, what) = match days {
                    Some(days) => (format!("/vacation {days}"), "vacation"),
                    None => ("/vacation end".to_owned(), "the end of a vacation"),
                };
                (who, said, self.vacation(who, days), what.to_owned())
            }
            Step::Decline(n, actor)
            | Step::Play(n, actor, ..)
            | Step::Offer(_, n, actor)
            | Step::Answer(_, n, actor)
            | Step::AnswerStale(_, _, n, actor)
            | Step::Resume(n, actor)
            | Step::Claim(_, n, actor, _)
            | Step::Resign(n, actor, _)
            | Step::Plan(n, actor, ..)
            | Step::ClearPlan(n, actor) => {
                let (n, who) = self.meant(n, actor)?;
                let (said, expected, what) = self.all[n].apply(step, who)?;
                (who, said, expected, what)
            }
            Step::Work(_) | Step::Absence(_) | Step::Jump(_) | Step::Again(_) => return None,
        })
    }

    /// Returns the match with a number and the person who acts there, if there are any.
    fn meant(&self, n: usize, actor: StepActor) -> Option<(usize, ModelPerson)> {
        let n = self.numbered(n)?;
        Some((n, self.who(n, actor)))
    }

    fn numbered(&self, n: usize) -> Option<usize> {
        let is_past = |n: &usize| matches!(self.all[*n].phase, Phase::NeverPlayed | Phase::Over);
        let mut all: Vec<_> = (0..self.all.len()).collect();
        all.sort_by_key(is_past);
        all.get(n.checked_rem(all.len())?).copied()
    }

    fn who(&self, n: usize, actor: StepActor) -> ModelPerson {
        match actor {
            StepActor::Mover => self.all[n].mover(),
            StepActor::Waiter => self.all[n].waiter(),
            StepActor::Offerer => self.all[n].offerer(),
            StepActor::Offeree => self.all[n].offeree(),
            StepActor::Named(who) => who,
        }
    }
}

impl Life {
    /// Returns the text, the expected result and the name of a step in a match.
    fn apply(&mut self, step: &Step, who: ModelPerson) -> Option<(String, Verdict, String)> {
        let (name, n_inputs) = (self.name.clone(), self.n_inputs);
        Some(match *step {
            Step::Decline(..) => (
                format!("decline:{name}"),
                self.decline(who),
                "decline".to_owned(),
            ),
            Step::Play(_, _, which, input) => {
                let action = self.legal(which, None)?;
                let (said, at) = match input {
                    StepInput::Typed => (format!("/move {action} match:{name}"), n_inputs),
                    StepInput::Pressed(age) => {
                        let at = n_inputs.saturating_sub(age);
                        (format!("play:{name}:{at}:{action}"), at)
                    }
                };
                let expected = self.play(who, at, action);
                let what = match self.n_inputs - n_inputs {
                    2 => "a move that a plan answers",
                    _ => "move",
                };
                (said, expected, what.to_owned())
            }
            Step::Offer(kind, ..) => {
                let kind_name = kind.name();
                (
                    format!("/{kind_name} match:{name}"),
                    self.offer(kind, who),
                    format!("offer {kind_name}"),
                )
            }
            Step::Answer(answer, ..) => {
                let (kind, _, at) = self.offer?;
                self.answered(answer, kind, who, at)
            }
            Step::AnswerStale(answer, kind, ..) => self.answered(answer, kind, who, n_inputs),
            Step::Resume(..) => (
                format!("resume:{name}"),
                self.resume(who),
                "resume".to_owned(),
            ),
            Step::Claim(claim, _, _, age) => {
                let at = n_inputs.saturating_sub(age);
                let button = match claim {
                    Claim::Win => "claim",
                    Claim::Time => "give",
                    Claim::Abort => "abort",
                };
                (
                    format!("{button}:{name}:{at}"),
                    self.claim(claim, who, at),
                    format!("claim {claim:?}"),
                )
            }
            Step::Resign(_, _, input) => {
                let (said, at) = match input {
                    StepInput::Typed => (format!("/resign match:{name} confirm:yes"), n_inputs),
                    StepInput::Pressed(age) => {
                        let at = n_inputs.saturating_sub(age);
                        (format!("resign-yes:{name}:{at}"), at)
                    }
                };
                (said, self.resign(who, at), "resign".to_owned())
            }
            Step::Plan(_, _, after, reply) => {
                let after = self.legal(after, None)?;
                let reply = self.legal(reply, Some(after))?;
                (
                    format!("/plan {after} {reply} match:{name}"),
                    self.plan(who, after, reply),
                    "plan".to_owned(),
                )
            }
            Step::ClearPlan(..) => (
                format!("/plan clear match:{name}"),
                self.clear_plan(who),
                "clear".to_owned(),
            ),
            _ => return None,
        })
    }

    fn answered(
        &mut self,
        answer: Answer,
        kind: Offer,
        who: ModelPerson,
        at: usize,
    ) -> (String, Verdict, String) {
        let (name, kind_name) = (&self.name, kind.name());
        let how = match answer {
            Answer::Accept => "yes",
            Answer::Decline => "no",
            Answer::Withdraw => "withdraw",
        };
        let said = format!("{kind_name}-{how}:{name}:{at}");
        let expected = self.answer(answer, kind, who, at);
        (said, expected, format!("{answer:?} {kind_name}"))
    }

    /// Returns a legal move, or a legal move after another one.
    fn legal(&self, which: usize, after: Option<Action>) -> Option<Action> {
        let mut game = self.game();
        if let Some(after) = after {
            game.act(after).expect("it is legal");
        }
        let actions = game.legal_list();
        actions.get(which.checked_rem(actions.len())?).copied()
    }
}
