//! Three people do anything in any order while time goes on: what is stored of their matches is always what a plain model of
//! their lives says.

mod model;

use std::cell::RefCell;

use proptest::{collection::vec, prelude::*};
use rules::{Actions, Outcome};

use self::model::{Answer, Claim, Life, Lives, Phase, Terms, Verdict, Who};
use super::*;
use crate::{
    command::TimeControl,
    ports::{ServerAccess, ServerId},
};

const MINUTE: i64 = 60 * 1000;
const SECONDS: i64 = 7 * 1000;

const LIMITS: Limits = Limits {
    matches: 3,
    challenges: 10_000,
    challenge: std::time::Duration::from_secs(12 * 3600),
    turns: 500,
};

/// Who does something, as it is written down: by name, or by what they are in the match.
#[derive(Clone, Copy, Debug)]
enum By {
    Mover,
    Waiter,
    /// Whose offer stands.
    Offerer,
    /// Whom it is made to.
    Offeree,
    Named(Who),
}

/// How something is done: typed, or with a button of so many plies ago.
#[derive(Clone, Copy, Debug)]
enum Way {
    Typed,
    Pressed(usize),
}

/// One thing that happens. Matches are numbered, those that are not over first, and so are the legal moves of each.
#[derive(Clone, Debug)]
enum Step {
    Challenge(Terms),
    Accept(usize, By),
    Decline(usize, By),
    Play(usize, By, usize, Way),
    Offer(OfferKind, usize, By),
    Answer(Answer, usize, By),
    AnswerStale(Answer, OfferKind, usize, By),
    Resume(usize, By),
    Claim(Claim, usize, By, usize),
    Resign(usize, By, Way),
    Plan(usize, By, usize, usize),
    ClearPlan(usize, By),
    /// The bot is at work for so many minutes.
    Work(i64),
    /// It is away for so many minutes, and begins anew.
    Absence(i64),
    /// The clock jumps by so many minutes.
    Jump(i64),
    /// An input that has changed something is told again.
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
    let times = ["none", "10m", "20m+5m", "1h", "1d"];
    let time = (0..times.len()).prop_map(move |n| times[n].parse().expect("a time"));
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
    let kind = || (0..OfferKind::ALL.len()).prop_map(|n| OfferKind::ALL[n]);
    let age = || prop_oneof![3 => Just(0_usize), 1 => 1..3_usize];
    let claim = prop_oneof![Just(Claim::Win), Just(Claim::Time), Just(Claim::Abort)];
    let minutes = prop_oneof![6 => 1..12_i64, 2 => 30..90_i64, 1 => 300..1500_i64];
    let jump = prop_oneof![Just(24 * 60), Just(-24 * 60), -300..300_i64];
    // Seldom any but the first legal moves, so that plans are met.
    let which = || prop_oneof![3 => 0..3_usize, 1 => 0..40_usize];
    prop_oneof![
        2 => terms().prop_map(Step::Challenge),
        3 => (one(), by(By::Waiter)).prop_map(|(n, by)| Step::Accept(n, by)),
        1 => (one(), by(By::Waiter)).prop_map(|(n, by)| Step::Decline(n, by)),
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
        8 => minutes.prop_map(Step::Work),
        2 => (0..3000_i64).prop_map(Step::Absence),
        2 => jump.prop_map(Step::Jump),
        3 => (0..20_usize).prop_map(Step::Again),
    ]
}

/// How often what came of what, so that the test is known to test something.
type Tally = BTreeMap<String, usize>;

/// The service and the model side by side.
struct Twins<'a> {
    table: Table,
    ids: Vec<MatchId>,
    lives: Lives,
    /// What has changed something.
    done: Vec<Input>,
    /// How long the bot was at work since the last tick.
    unseen: i64,
    n_ticks: usize,
    tally: &'a RefCell<Tally>,
}

fn strict() -> ServerId {
    ServerId::new(Platform::Playground, "strict")
}

impl<'a> Twins<'a> {
    fn new(tally: &'a RefCell<Tally>) -> Twins<'a> {
        let mut table = Table::new();
        table.service = Service::new(LIMITS);
        let settings = ServerSettings {
            loses_at_once: true,
            ..ServerSettings::default()
        };
        let mut batch = Batch::default();
        batch.put(schema::server_key(&strict()), entries::encode(&settings));
        table.rows.take(batch);
        let mut twins = Twins {
            table,
            ids: Vec::new(),
            lives: Lives {
                all: Vec::new(),
                most: LIMITS.matches,
                patience: 12 * 60 * MINUTE,
            },
            done: Vec::new(),
            unseen: 0,
            n_ticks: 0,
            tally,
        };
        twins.tick(true);
        twins
    }

    fn count(&self, what: String) {
        *self.tally.borrow_mut().entry(what).or_default() += 1;
    }

    fn happen(&mut self, step: &Step) {
        self.work(SECONDS);
        match step {
            Step::Work(minutes) => {
                for _ in 0..*minutes {
                    self.work(MINUTE);
                }
            }
            Step::Absence(minutes) => self.leap(*minutes, true),
            Step::Jump(minutes) => self.leap(*minutes, false),
            Step::Again(n) => self.tell_again(*n),
            Step::Challenge(terms) => self.challenge(terms),
            _ => self.act(step),
        }
        self.compare();
    }

    /// The bot is at work for so long.
    fn work(&mut self, span: i64) {
        self.table.now.0 += span;
        self.lives.work(span);
        self.unseen += span;
        if self.unseen >= MINUTE {
            self.tick(false);
        }
    }

    /// The clock leaps while nobody is at work.
    fn leap(&mut self, minutes: i64, is_restart: bool) {
        self.tick(false);
        if is_restart {
            self.table.service.forget();
        } else if (0..=3).contains(&minutes) {
            // That is a late tick.
            return;
        }
        self.table.now.0 += minutes * MINUTE;
        self.tick(is_restart);
    }

    fn tick(&mut self, was_away: bool) {
        self.unseen = 0;
        self.n_ticks += 1;
        let input = |id, what| Input {
            id,
            at: self.table.now,
            what,
        };
        let tick = input(format!("tick:{}", self.n_ticks), What::Tick { was_away });
        let at = self.table.now;
        let Ok(effects) = self.table.decide(&tick) else {
            panic!("a tick is not refused");
        };
        self.table.rows.take(effects.changes);
        let Reply::Due(due) = effects.reply else {
            panic!("a tick tells what is due");
        };
        for due in due {
            let id = format!("due:{}", due.name());
            let what = What::Due(due);
            let decided = self.table.decide(&Input { id, at, what });
            self.table
                .rows
                .take(decided.map(|effects| effects.changes).unwrap_or_default());
        }
        self.lives.tick();
    }

    /// Which match a number means, if there is one: those that are not over come first.
    fn numbered(&self, n: usize) -> Option<usize> {
        let is_past =
            |n: &usize| matches!(self.lives.all[*n].phase, Phase::NeverPlayed | Phase::Over);
        let mut all: Vec<_> = (0..self.ids.len()).collect();
        all.sort_by_key(is_past);
        all.get(n.checked_rem(all.len())?).copied()
    }

    fn who(&self, n: usize, by: By) -> Who {
        match by {
            By::Mover => self.lives.all[n].mover(),
            By::Waiter => self.lives.all[n].waiter(),
            By::Offerer => self.lives.all[n].offerer(),
            By::Offeree => self.lives.all[n].offeree(),
            By::Named(who) => who,
        }
    }

    fn challenge(&mut self, terms: &Terms) {
        let Terms {
            challenger,
            challenged,
            side,
            time,
            loses_at_once,
        } = terms;
        let challenged = challenged.map_or(String::new(), |who| format!(" {who:?}"));
        let text = format!("/challenge berolina{challenged} {side} time:{time}");
        let command = Command::parse(&text).expect("a command");
        let name = format!("{challenger:?}");
        let mut input = self.table.request(&name, lobby(), Intent::Command(command));
        if let What::Request(request) = &mut input.what {
            request.server = loses_at_once.then(|| ServerAccess {
                id: strict(),
                may_manage: false,
            });
        }
        let expected = self.lives.challenge(terms.clone());
        let reply = self.tell(input, expected, "challenge");
        if let Some(Reply::Done(Done::Opened(id))) = reply {
            self.ids.push(id);
        }
    }

    /// Something happens in a match.
    fn act(&mut self, step: &Step) {
        let (Step::Accept(n, by)
        | Step::Decline(n, by)
        | Step::Play(n, by, ..)
        | Step::Offer(_, n, by)
        | Step::Answer(_, n, by)
        | Step::AnswerStale(_, _, n, by)
        | Step::Resume(n, by)
        | Step::Claim(_, n, by, _)
        | Step::Resign(n, by, _)
        | Step::Plan(n, by, ..)
        | Step::ClearPlan(n, by)) = step
        else {
            return;
        };
        let Some(n) = self.numbered(*n) else {
            return;
        };
        let (who, id) = (self.who(n, *by), self.ids[n]);
        let Some((intent, expected, what)) = self.intent(step, n, who, id) else {
            return;
        };
        let input = self.table.request(&format!("{who:?}"), lobby(), intent);
        self.tell(input, expected, &what);
    }

    /// What is asked for, what the model says to it, and what it is called.
    fn intent(
        &mut self,
        step: &Step,
        n: usize,
        who: Who,
        id: MatchId,
    ) -> Option<(Intent, Verdict, String)> {
        let typed = |text: String| Intent::Command(Command::parse(&text).expect("a command"));
        let press = Intent::Press;
        if let Step::Accept(..) = step {
            return Some((
                press(Control::Accept(id)),
                self.lives.accept(n, who),
                "accept".to_owned(),
            ));
        }
        let life = &mut self.lives.all[n];
        let ply = life.ply;
        Some(match *step {
            Step::Decline(..) => (
                press(Control::Decline(id)),
                life.decline(who),
                "decline".to_owned(),
            ),
            Step::Play(_, _, which, way) => {
                let action = legal(life, which, None)?;
                let (intent, ply) = match way {
                    Way::Typed => (typed(format!("/move {action} match:{id}")), ply),
                    Way::Pressed(age) => {
                        let ply = ply.saturating_sub(age);
                        (press(Control::Play(id, ply, action)), ply)
                    }
                };
                let n_before = life.ply;
                let expected = life.play(who, ply, action);
                let what = match life.ply - n_before {
                    2 => "a move that a plan answers",
                    _ => "move",
                };
                (intent, expected, what.to_owned())
            }
            Step::Offer(kind, ..) => (
                typed(format!("/{kind} match:{id}")),
                life.offer(kind, who),
                format!("offer {kind}"),
            ),
            Step::Answer(answer, ..) => {
                let (kind, _, ply) = life.offer?;
                let expected = life.answer(answer, kind, who, ply);
                (
                    press(control(answer, kind, id, ply)),
                    expected,
                    format!("{answer:?} {kind}"),
                )
            }
            Step::AnswerStale(answer, kind, ..) => {
                let expected = life.answer(answer, kind, who, ply);
                (
                    press(control(answer, kind, id, ply)),
                    expected,
                    format!("{answer:?} {kind}"),
                )
            }
            Step::Resume(..) => (
                press(Control::Resume(id)),
                life.resume(who),
                "resume".to_owned(),
            ),
            Step::Claim(claim, _, _, age) => {
                let ply = ply.saturating_sub(age);
                let control = match claim {
                    Claim::Win => Control::ClaimWin(id, ply),
                    Claim::Time => Control::GiveTime(id, ply),
                    Claim::Abort => Control::Abort(id, ply),
                };
                (
                    press(control),
                    life.claim(claim, who, ply),
                    format!("claim {claim:?}"),
                )
            }
            Step::Resign(_, _, way) => {
                let (intent, ply) = match way {
                    Way::Typed => (typed(format!("/resign match:{id} confirm:yes")), ply),
                    Way::Pressed(age) => {
                        let ply = ply.saturating_sub(age);
                        (press(Control::ResignConfirmed(id, ply)), ply)
                    }
                };
                (intent, life.resign(who, ply), "resign".to_owned())
            }
            Step::Plan(_, _, after, reply) => {
                let after = legal(life, after, None)?;
                let reply = legal(life, reply, Some(after))?;
                (
                    typed(format!("/plan {after} {reply} match:{id}")),
                    life.plan(who, after, reply),
                    "plan".to_owned(),
                )
            }
            Step::ClearPlan(..) => (
                typed(format!("/plan clear match:{id}")),
                life.clear_plan(who),
                "clear".to_owned(),
            ),
            _ => return None,
        })
    }

    /// Has an input decided on, and checks that what comes of it is what the model says.
    fn tell(&mut self, input: Input, expected: Verdict, what: &str) -> Option<Reply> {
        let (verdict, said, reply) = match self.table.decide(&input) {
            Err(refusal) => (Verdict::Refused, english(&refusal), None),
            Ok(effects) => {
                let verdict = match effects.changes.is_empty() {
                    true => Verdict::Answered,
                    false => Verdict::Changes,
                };
                self.table.rows.take(effects.changes);
                (verdict, String::new(), Some(effects.reply))
            }
        };
        assert_eq!(verdict, expected, "{what}: {said}");
        if verdict == Verdict::Changes {
            self.done.push(input);
        }
        self.count(format!("{verdict:?}: {what}"));
        reply
    }

    fn tell_again(&mut self, n: usize) {
        let Some(n) = n.checked_rem(self.done.len()) else {
            return;
        };
        let Ok(effects) = self.table.decide(&self.done[n]) else {
            panic!("what has changed something is answered again");
        };
        assert!(effects.changes.is_empty(), "nothing counts twice");
    }

    /// What is stored is what the model says.
    fn compare(&self) {
        let keeper: Timekeeper = read(&self.table.rows, schema::TIME)
            .expect("rows")
            .expect("there was a tick");
        let now = keeper.at(self.table.now);
        for (life, id) in self.lives.all.iter().zip(&self.ids) {
            let (stored, record) = read_match(&self.table.rows, *id)
                .expect("rows")
                .expect("a match");
            let phase = match stored.stage {
                Stage::Challenge => Phase::Challenge,
                Stage::Declined(_) | Stage::Withdrawn | Stage::Lapsed => Phase::NeverPlayed,
                Stage::Playing(_) => Phase::Playing,
                Stage::Over(_) => Phase::Over,
            };
            let offer = stored.offer.map(|offer| (offer.kind, offer.by, offer.ply));
            assert_eq!(
                (phase, stored.ply, offer, stored.paused.is_some()),
                (life.phase, life.ply, life.offer, life.paused),
                "match {id}"
            );
            let line = record.line();
            let actions = line.iter().filter_map(|input| match input {
                GameInput::Action(action) => Some(*action),
                _ => None,
            });
            assert_eq!(actions.collect::<Vec<_>>(), life.actions(), "match {id}");
            for side in Color::ALL {
                for kind in OfferKind::ALL {
                    let n_offered = usize::from(stored.offered[side].of(kind));
                    assert_eq!(n_offered, life.n_offered(kind, side), "{side} {kind}");
                }
            }
            let next = record.replay().expect("a record").next();
            self.compare_end(life, next);
            if let (Phase::Playing, Some(clock)) = (phase, stored.clock) {
                for side in Color::ALL {
                    let left = match clock.deadline(side).filter(|_| life.runs() == Some(side)) {
                        Some(deadline) => deadline.0 - now.0,
                        None => clock.left(side).as_millis() as i64,
                    };
                    assert_eq!(left, life.left[side], "the time of {side} in match {id}");
                }
                assert_eq!(
                    clock.deadline(Color::White).is_some(),
                    life.runs().is_some()
                );
            }
            let is_timed = phase == Phase::Playing && life.is_limited();
            assert!(!is_timed || stored.clock.is_some());
        }
    }

    fn compare_end(&self, life: &Life, next: Next) {
        let expected: Option<Outcome> = match (life.phase, life.end, life.game().next()) {
            (_, Some(end), _) => Some(end.outcome()),
            (_, None, Next::Over(outcome)) => Some(outcome),
            _ => None,
        };
        match next {
            Next::Over(outcome) => assert_eq!(Some(outcome), expected),
            _ => assert_eq!((expected, Some(next)), (None, Some(life.game().next()))),
        }
    }
}

fn control(answer: Answer, kind: OfferKind, id: MatchId, ply: usize) -> Control {
    match answer {
        Answer::Accept => Control::AcceptOffer(kind, id, ply),
        Answer::Decline => Control::DeclineOffer(kind, id, ply),
        Answer::Withdraw => Control::WithdrawOffer(kind, id, ply),
    }
}

/// A legal move of a match, or of what comes after one.
fn legal(life: &Life, which: usize, after: Option<Action>) -> Option<Action> {
    let mut game = life.game();
    if let Some(after) = after {
        game.act(after).expect("it is legal");
    }
    let mut actions = Actions::new();
    game.actions(&mut actions);
    actions.get(which.checked_rem(actions.len())?).copied()
}

#[test]
fn matches_live_as_a_plain_model_says() {
    let tally = RefCell::new(Tally::new());
    let cases = testkit::quick_or_long(384, 20_000) as u32;
    let opening = Terms {
        challenger: Who::Ann,
        challenged: Some(Who::Bob),
        side: Color::White,
        time: TimeControl::PerTurn(TimeControl::SHORTEST),
        loses_at_once: false,
    };
    testkit::check_property(cases, vec(step(), 1..80), |steps| {
        let mut twins = Twins::new(&tally);
        twins.happen(&Step::Challenge(opening.clone()));
        twins.happen(&Step::Accept(0, By::Waiter));
        for step in &steps {
            twins.happen(step);
        }
    });
    let tally = tally.into_inner();
    for what in [
        "a move that a plan answers",
        "offer draw",
        "offer pause",
        "offer takeback",
        "Accept draw",
        "Accept pause",
        "Accept takeback",
        "Decline draw",
        "Withdraw pause",
        "claim Win",
        "claim Time",
        "claim Abort",
        "resume",
        "resign",
        "plan",
    ] {
        let n = tally.get(&format!("Changes: {what}")).copied();
        assert!(n >= Some(5), "{what}: {n:?} of {tally:#?}");
    }
}
