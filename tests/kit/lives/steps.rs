//! Random steps in the lives of matches.

use proptest::prelude::*;
use rules::{Action, Actions, Color};

use super::{
    Lives, Offer, Time, Who,
    life::{Answer, Claim, Life, Phase, Terms, Verdict},
};

/// The person who makes a step: by name, or by their part in the match.
#[derive(Clone, Copy, Debug)]
pub enum By {
    /// The person to move.
    Mover,
    /// The person who waits.
    Waiter,
    /// The person whose offer stands.
    Offerer,
    /// The person to whom the offer is made.
    Offeree,
    /// A person by name.
    Named(Who),
}

/// The way of a step: typed, or with a button of so many plies ago.
#[derive(Clone, Copy, Debug)]
pub enum Way {
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
    Accept(usize, By),
    /// The refusal or the withdrawal of a challenge.
    Decline(usize, By),
    /// The refusal of a challenge, with a block of its challenger.
    BlockChallenger(usize, By),
    /// A move.
    Play(usize, By, usize, Way),
    /// An offer.
    Offer(Offer, usize, By),
    /// An answer to the standing offer.
    Answer(Answer, usize, By),
    /// An answer to an offer that perhaps does not stand.
    AnswerStale(Answer, Offer, usize, By),
    /// The end of a pause.
    Resume(usize, By),
    /// A claim after time is over, with a button of so many plies ago.
    Claim(Claim, usize, By, usize),
    /// A resignation.
    Resign(usize, By, Way),
    /// A planned reply.
    Plan(usize, By, usize, usize),
    /// The end of a plan.
    ClearPlan(usize, By),
    /// A rematch with the same opponent; the last matches that are over come first.
    Rematch(usize, By),
    /// A block of challenges from a person.
    Block(Who, Who),
    /// The end of a block.
    Unblock(Who, Who),
    /// A vacation of so many days, or its end.
    Vacation(Who, Option<i64>),
    /// So many minutes of work of the bot.
    Work(i64),
    /// So many minutes of absence of the bot, after which it restarts.
    Absence(i64),
    /// A jump of the clock by so many minutes.
    Jump(i64),
    /// A repetition of a deed that has changed something.
    Again(usize),
}

fn whoever() -> impl Strategy<Value = Who> {
    prop_oneof![Just(Who::Ann), Just(Who::Bob), Just(Who::Eve)]
}

fn by(usual: By) -> impl Strategy<Value = By> {
    prop_oneof![
        12 => Just(usual),
        1 => Just(By::Mover),
        1 => Just(By::Waiter),
        1 => whoever().prop_map(By::Named),
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

fn way() -> impl Strategy<Value = Way> {
    prop_oneof![2 => Just(Way::Typed), 1 => (0..3_usize).prop_map(Way::Pressed)]
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
        3 => (one(), by(By::Waiter)).prop_map(|(n, by)| Step::Accept(n, by)),
        1 => (one(), by(By::Waiter)).prop_map(|(n, by)| Step::Decline(n, by)),
        1 => (one(), by(By::Waiter)).prop_map(|(n, by)| Step::BlockChallenger(n, by)),
        20 => (one(), by(By::Mover), which(), way()).prop_map(|(n, by, m, way)| Step::Play(n, by, m, way)),
        8 => (kind(), one(), by(By::Mover)).prop_map(|(kind, n, by)| Step::Offer(kind, n, by)),
        10 => prop_oneof![
            3 => (Just(Answer::Accept), one(), by(By::Offeree)),
            1 => (Just(Answer::Decline), one(), by(By::Offeree)),
            1 => (Just(Answer::Withdraw), one(), by(By::Offerer)),
        ]
        .prop_map(|(what, n, by)| Step::Answer(what, n, by)),
        1 => (answer(), kind(), one(), by(By::Waiter))
            .prop_map(|(what, kind, n, by)| Step::AnswerStale(what, kind, n, by)),
        4 => (one(), by(By::Mover)).prop_map(|(n, by)| Step::Resume(n, by)),
        5 => (claim, one(), by(By::Waiter), age()).prop_map(|(what, n, by, age)| Step::Claim(what, n, by, age)),
        1 => (one(), by(By::Mover), way()).prop_map(|(n, by, way)| Step::Resign(n, by, way)),
        5 => (one(), by(By::Waiter), 0..3_usize, 0..3_usize)
            .prop_map(|(n, by, after, reply)| Step::Plan(n, by, after, reply)),
        1 => (one(), by(By::Waiter)).prop_map(|(n, by)| Step::ClearPlan(n, by)),
        4 => (one(), by(By::Mover)).prop_map(|(n, by)| Step::Rematch(n, by)),
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
            challenger: Who::Ann,
            challenged: Some(Who::Bob),
            side: Color::White,
            time,
            loses_at_once: false,
        })
    };
    let times = prop_oneof![3 => Just(Time::SHORTEST), 1 => Just(Time::LONG)];
    (times, proptest::collection::vec(step(), 1..bound)).prop_map(move |(time, steps)| {
        let begun = [opening(time), Step::Accept(0, By::Waiter)];
        begun.into_iter().chain(steps).collect()
    })
}

/// A deed of a person.
pub struct Deed {
    /// The person who does it.
    pub who: Who,
    /// The command, or the id of a button.
    pub said: String,
    /// The expected result.
    pub expected: Verdict,
    /// The name of the deed.
    pub what: String,
    /// True if it is a challenge in which a player who runs out of time loses at once.
    pub is_strict: bool,
}

impl Lives {
    /// Returns the deed of a step and its expected result; `None` if no person acts.
    pub fn deed(&mut self, step: &Step) -> Option<Deed> {
        let (who, said, expected, what) = self.told(step)?;
        let is_strict = matches!(step, Step::Challenge(terms) if terms.loses_at_once);
        Some(Deed {
            who,
            said,
            expected,
            what,
            is_strict,
        })
    }

    fn told(&mut self, step: &Step) -> Option<(Who, String, Verdict, String)> {
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
            Step::Accept(n, by) => {
                let (n, who) = self.meant(n, by)?;
                let said = format!("accept:{}", self.all[n].name);
                (who, said, self.accept(n, who), "accept".to_owned())
            }
            Step::BlockChallenger(n, by) => {
                let (n, who) = self.meant(n, by)?;
                let said = format!("block:{}", self.all[n].name);
                let expected = self.block_challenger(n, who);
                (who, said, expected, "block the challenger".to_owned())
            }
            Step::Rematch(n, by) => {
                let past = self.all.iter().rposition(|life| life.phase == Phase::Over);
                let n = past.filter(|_| n == 0).or_else(|| self.numbered(n))?;
                let who = self.who(n, by);
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
            Step::Decline(n, by)
            | Step::Play(n, by, ..)
            | Step::Offer(_, n, by)
            | Step::Answer(_, n, by)
            | Step::AnswerStale(_, _, n, by)
            | Step::Resume(n, by)
            | Step::Claim(_, n, by, _)
            | Step::Resign(n, by, _)
            | Step::Plan(n, by, ..)
            | Step::ClearPlan(n, by) => {
                let (n, who) = self.meant(n, by)?;
                let (said, expected, what) = self.all[n].told(step, who)?;
                (who, said, expected, what)
            }
            Step::Work(_) | Step::Absence(_) | Step::Jump(_) | Step::Again(_) => return None,
        })
    }

    /// Returns the match with a number and the person who acts there, if there are any.
    fn meant(&self, n: usize, by: By) -> Option<(usize, Who)> {
        let n = self.numbered(n)?;
        Some((n, self.who(n, by)))
    }

    fn numbered(&self, n: usize) -> Option<usize> {
        let is_past = |n: &usize| matches!(self.all[*n].phase, Phase::NeverPlayed | Phase::Over);
        let mut all: Vec<_> = (0..self.all.len()).collect();
        all.sort_by_key(is_past);
        all.get(n.checked_rem(all.len())?).copied()
    }

    fn who(&self, n: usize, by: By) -> Who {
        match by {
            By::Mover => self.all[n].mover(),
            By::Waiter => self.all[n].waiter(),
            By::Offerer => self.all[n].offerer(),
            By::Offeree => self.all[n].offeree(),
            By::Named(who) => who,
        }
    }
}

impl Life {
    /// Returns the text, the expected result and the name of a step in a match.
    fn told(&mut self, step: &Step, who: Who) -> Option<(String, Verdict, String)> {
        let (name, ply) = (self.name.clone(), self.ply);
        Some(match *step {
            Step::Decline(..) => (
                format!("decline:{name}"),
                self.decline(who),
                "decline".to_owned(),
            ),
            Step::Play(_, _, which, way) => {
                let action = self.legal(which, None)?;
                let (said, at) = match way {
                    Way::Typed => (format!("/move {action} match:{name}"), ply),
                    Way::Pressed(age) => {
                        let at = ply.saturating_sub(age);
                        (format!("play:{name}:{at}:{action}"), at)
                    }
                };
                let expected = self.play(who, at, action);
                let what = match self.ply - ply {
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
            Step::AnswerStale(answer, kind, ..) => self.answered(answer, kind, who, ply),
            Step::Resume(..) => (
                format!("resume:{name}"),
                self.resume(who),
                "resume".to_owned(),
            ),
            Step::Claim(claim, _, _, age) => {
                let at = ply.saturating_sub(age);
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
            Step::Resign(_, _, way) => {
                let (said, at) = match way {
                    Way::Typed => (format!("/resign match:{name} confirm:yes"), ply),
                    Way::Pressed(age) => {
                        let at = ply.saturating_sub(age);
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
        who: Who,
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
        let mut actions = Actions::new();
        game.actions(&mut actions);
        actions.get(which.checked_rem(actions.len())?).copied()
    }
}
