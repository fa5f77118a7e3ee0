//! Two runs of a match that differ only in one side's secret.
//!
//! Such a difference is made where the rules allow one: a queen goes unseen to another square, or a hidden banana or
//! bomb falls elsewhere. The dice follow from the secret of the match. For the one roll that must differ, the row of
//! the secret holds another one with the same earlier rolls.

use std::slice::from_ref;
use tests::user_input::UserInput;

use api::{Batch, MatchId, Secret};
use dice::{Published, RollName, Rolls};
use rules::{Action, ByColor, ChanceOutcome, Color, Fact, Game, GameInput, Next, Square, View};
use service::read_match;
use store::writer::Writer;
use testkit::{Random, play};

use super::run::{ControlUser, ReceivedMessage, Run, Step, StepKind, StepMessages};

/// The watcher, who has no seat.
pub(super) const WATCHER: &str = "Eve";

/// The texts of people who want to know more than they should. `{id}` is the match, `{from}` and `{to}` are squares,
/// `{legal}` is a legal decision and `{reply}` one after it.
const TEXTS: [&str; 58] = [
    "/board",
    "/board match:{id}",
    "/view",
    "/view match:{id}",
    "/games",
    "/history",
    "/history match:{id}",
    "/replay",
    "/replay",
    "/replay match:{id}",
    "/replay eyes:everything",
    "/review",
    "/review match:{id}",
    "/settings",
    "/settings pictures:text theme:dark",
    "/settings pictures:normal bottom:mover",
    "/export",
    "/export match:{id}",
    "/verify",
    "/rules chakart banana here:yes match:{id}",
    "/move",
    "/move {from}{to}",
    "/move {from}~{to}",
    "/move {from}*{to} match:{id}",
    "/move {from}<>{to}",
    "/move Q@{to}",
    "/move Q{to}",
    "/move Rx{to} match:{id}",
    "/why {legal}",
    "/why {legal}",
    "/rules here:yes",
    "/why {legal} match:{id}",
    "/why {from}{to}",
    "/why {from}{to} match:{id}",
    "/why {from}~{to}",
    "/why {from}*{to}",
    "/why B{to}",
    "/why N@{to}",
    "/draw",
    "/resign",
    "/resign match:{id}",
    "/rules chakart queen here:yes",
    "/move {to}=Q",
    "/plan",
    "/plan clear",
    "/plan {legal} {reply}",
    "/plan {legal} {reply} match:{id}",
    "/plan {legal} {reply}, {from}~{to} {reply}",
    "/plan {from}{to} {from}{to}",
    "/plan Q{to} {reply}",
    "/takeback",
    "/takeback match:{id}",
    "/pause",
    "/reminders",
    "/reminders by:mention",
    "/vacation",
    "/mydata",
    "/mydata",
];

/// Partly typed texts.
const TYPED: [&str; 12] = [
    "/move ",
    "/move {from}",
    "/move {from}{to}",
    "/move Q",
    "/move R",
    "/why ",
    "/why {from}",
    "/plan ",
    "/view match:",
    "/replay ",
    "/settings ",
    "/",
];

/// The other commands of the side with the secret: none of them can fail because of it.
const HARMLESS: [&str; 8] = [
    "/board",
    "/view",
    "/history",
    "/draw",
    "/export",
    "/replay",
    "/takeback",
    "/settings pictures:text",
];

/// The difference between the runs.
pub(super) enum RunDifference {
    /// A different move in each.
    Moves([Action; 2]),
    /// The same move in both, but in the second the dice follow from another secret during it.
    Dice(Action, Secret),
}

/// The parts from which the dice of a match are made.
pub(super) struct Dice {
    pub(super) id: MatchId,
    pub(super) accepted: String,
    pub(super) secret: [u8; 32],
}

impl Dice {
    pub(super) fn rolls(&self) -> Rolls {
        self.rolls_by(self.secret)
    }

    fn rolls_by(&self, secret: [u8; 32]) -> Rolls {
        Rolls::new(&Secret::new(secret), self.id, &self.accepted)
    }
}

/// Returns the chance outcomes of a decision after these inputs, and the game after it.
pub(super) fn outcomes(
    game: &Game,
    action: Action,
    rolls: &Rolls,
    line: &[GameInput],
) -> (Vec<ChanceOutcome>, Game) {
    let mut game = game.clone();
    let mut line = line.to_vec();
    line.push(GameInput::Action(action));
    play(&mut game, GameInput::Action(action));
    let mut outcomes = Vec::new();
    while let Next::Chance(chance) = game.next() {
        let outcome = rolls.pick(RollName::after(&line), &chance);
        line.push(GameInput::Outcome(outcome));
        outcomes.push(outcome);
        play(&mut game, GameInput::Outcome(outcome));
    }
    (outcomes, game)
}

/// Finds a way in which the side to decide can make a difference that no other reader sees.
pub(super) fn find_difference(
    games: [&Game; 2],
    dice: &Dice,
    line: &[GameInput],
    random: &mut Random,
) -> Option<RunDifference> {
    let others = games[1].legal_list();
    let mut actions = games[0].legal_list();
    actions.retain(|action| others.contains(action));
    if random.chance(50) {
        find_stealth(games, &actions, random)
            .or_else(|| find_trail(games, &actions, dice, line, random))
    } else {
        find_trail(games, &actions, dice, line, random)
            .or_else(|| find_stealth(games, &actions, random))
    }
}

/// Finds two squares to which the same queen can go unseen.
fn find_stealth(
    games: [&Game; 2],
    actions: &[Action],
    random: &mut Random,
) -> Option<RunDifference> {
    let is_unseen = |game: &Game, action: Action| {
        let mut game = game.clone();
        play(&mut game, GameInput::Action(action));
        let view = game.truth();
        let facts = view.as_view().turn.as_ref().map(|turn| &turn.facts);
        let is_stolen = |fact: &Fact| matches!(fact, Fact::Stole { to: Some(_), .. });
        matches!(game.next(), Next::Decision(_))
            && facts.is_some_and(|facts| facts.iter().any(is_stolen))
    };
    let mut stealths = Vec::new();
    for &action in actions {
        if let Action::Stealth { from, .. } = action {
            stealths.push((from, action));
        }
    }
    if stealths.is_empty() {
        return None;
    }
    let &(from, one) = random.pick(&stealths);
    stealths
        .retain(|(other, action)| *other == from && *action != one && is_unseen(games[1], *action));
    if stealths.is_empty() || !is_unseen(games[0], one) {
        return None;
    }
    Some(RunDifference::Moves([one, random.pick(&stealths).1]))
}

/// Finds a decision after which a banana or bomb falls unseen by the other side, and a secret that makes it fall
/// elsewhere.
fn find_trail(
    games: [&Game; 2],
    actions: &[Action],
    dice: &Dice,
    line: &[GameInput],
    random: &mut Random,
) -> Option<RunDifference> {
    if actions.is_empty() || !hides_objects(games[0]) {
        return None;
    }
    let rolls = dice.rolls();
    for _ in 0..12 {
        let action = *random.pick(actions);
        let (wanted, after) = outcomes(games[0], action, &rolls, line);
        let Some((trail @ (ChanceOutcome::Banana(_) | ChanceOutcome::Bomb(_)), before)) =
            wanted.split_last()
        else {
            continue;
        };
        if matches!(after.next(), Next::Over(_)) {
            continue;
        }
        for n in 0..300_u32 {
            let mut secret = dice.secret;
            secret[..4].copy_from_slice(&n.to_be_bytes());
            let (found, _) = outcomes(games[1], action, &dice.rolls_by(secret), line);
            if let Some((other, also_before)) = found.split_last()
                && also_before == before
                && other != trail
            {
                return Some(RunDifference::Dice(action, Secret::new(secret)));
            }
        }
    }
    None
}

pub(super) fn hides_objects(game: &Game) -> bool {
    game.truth().as_view().position.contains("seenW")
}

/// The counts of compared runs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RunCounts {
    /// The number of pairs followed, of those in which each of the three people acted, and of those that differed at
    /// first in a queen's square.
    pub(super) pairs: usize,
    pub(super) by_all: usize,
    pub(super) stealths: usize,
    /// The number of steps with equal results for the ignorant readers: those of the side with the secret, of the other
    /// side, and of the watcher.
    pub(super) ours: usize,
    pub(super) theirs: usize,
    pub(super) watchers: usize,
    /// The number of decisions among these, and of those with an immediate planned reply.
    pub(super) decisions: usize,
    pub(super) answered: usize,
    /// The number of pictures in their results.
    pub(super) pictures: usize,
    /// The number of times that the runs were made to differ.
    pub(super) differences: usize,
    /// The number of pairs in which the rules revealed the difference.
    pub(super) revealed: usize,
}

impl std::ops::AddAssign for RunCounts {
    fn add_assign(&mut self, other: RunCounts) {
        self.pairs += other.pairs;
        self.by_all += other.by_all;
        self.stealths += other.stealths;
        self.ours += other.ours;
        self.theirs += other.theirs;
        self.watchers += other.watchers;
        self.decisions += other.decisions;
        self.answered += other.answered;
        self.pictures += other.pictures;
        self.differences += other.differences;
        self.revealed += other.revealed;
    }
}

/// A difference between the runs that a reader without the secret could detect.
#[derive(Debug)]
pub(super) struct DetectedLeak(pub(super) String);

/// The two runs.
pub(super) struct TwinRuns {
    pub(super) runs: [Box<dyn Run>; 2],
    pub(super) games: [Game; 2],
    pub(super) names: ByColor<&'static str>,
    /// The side whose secrets differ.
    pub(super) us: Color,
    pub(super) dice: Dice,
    /// The squares at which the truths have differed.
    differing: Vec<Square>,
    controls: Vec<(ControlUser, UserInput)>,
    n_steps: usize,
    pub(super) counts: RunCounts,
}

impl TwinRuns {
    pub(super) fn new(
        runs: [Box<dyn Run>; 2],
        games: [Game; 2],
        names: ByColor<&'static str>,
        us: Color,
        dice: Dice,
    ) -> TwinRuns {
        TwinRuns {
            runs,
            games,
            names,
            us,
            dice,
            differing: Vec::new(),
            controls: Vec::new(),
            n_steps: 0,
            counts: RunCounts {
                pairs: 1,
                ..RunCounts::default()
            },
        }
    }

    /// Ends both runs.
    pub(super) async fn end(mut self) -> RunCounts {
        let RunCounts {
            ours,
            theirs,
            watchers,
            ..
        } = self.counts;
        self.counts.by_all = usize::from(ours.min(theirs).min(watchers) > 0);
        for run in self.runs {
            run.close().await;
        }
        self.counts
    }

    /// Continues for this many steps, or until the rules show the difference.
    pub(super) async fn follow(
        &mut self,
        n_steps: usize,
        random: &mut Random,
    ) -> Result<(), DetectedLeak> {
        for _ in 0..n_steps {
            let Next::Decision(mover) = self.games[0].next() else {
                break;
            };
            let goes_on = if random.chance(40) {
                self.decide(mover, random).await?
            } else {
                let [us, them] = [self.us, !self.us].map(|color| self.names[color]);
                let who = *random.pick(&[us, them, them, WATCHER, WATCHER]);
                self.look(who, random).await?
            };
            if !goes_on {
                break;
            }
        }
        Ok(())
    }

    /// Plays a decision of the side to decide. Returns false if no decision fits both runs, or no secret is left.
    async fn decide(&mut self, mover: Color, random: &mut Random) -> Result<bool, DetectedLeak> {
        if mover == self.us && random.chance(50) {
            let [one, other] = &self.games;
            if let Some(difference) =
                find_difference([one, other], &self.dice, &self.line(), random)
            {
                return self.make_expected_difference(&difference, random).await;
            }
        }
        let [actions, others] = [0, 1].map(|n| self.games[n].legal_list());
        if mover != self.us && actions != others {
            return Err(DetectedLeak(
                "what is legal depends on what its seat cannot know".into(),
            ));
        }
        let common: Vec<_> = actions
            .into_iter()
            .filter(|action| others.contains(action))
            .collect();
        if common.is_empty() {
            return Ok(false);
        }
        let action = *random.pick(&common);
        if random.chance(30) && !self.plan_for(mover, action, random).await? {
            return Ok(false);
        }
        self.counts.decisions += 1;
        let text = format!("/move {action} match:{}", self.dice.id);
        let step = self.step(self.names[mover], false, StepKind::text(text));
        self.perform([step.clone(), step]).await
    }

    /// Makes the difference.
    pub(super) async fn make_difference(
        &mut self,
        difference: &RunDifference,
    ) -> Result<bool, DetectedLeak> {
        self.counts.decisions += 1;
        self.counts.differences += 1;
        let actions = match *difference {
            RunDifference::Moves(actions) => actions,
            RunDifference::Dice(action, _) => [action; 2],
        };
        let step = self.step(self.names[self.us], false, StepKind::text(""));
        let steps = actions.map(|action| Step {
            kind: StepKind::text(format!("/move {action} match:{}", self.dice.id)),
            ..step.clone()
        });
        if let RunDifference::Dice(_, secret) = difference {
            load(self.runs[1].writer(), self.dice.id, secret).await;
        }
        let performed = self.perform(steps).await;
        if let RunDifference::Dice(..) = difference {
            let secret = Secret::new(self.dice.secret);
            load(self.runs[1].writer(), self.dice.id, &secret).await;
        }
        performed
    }

    /// Lets each person look around once. Returns false if the rules show the difference now.
    pub(super) async fn look_around(&mut self, random: &mut Random) -> Result<bool, DetectedLeak> {
        for who in [self.names[!self.us], WATCHER, self.names[self.us]] {
            if !self.look(who, random).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Lets a person look around.
    async fn look(&mut self, who: &'static str, random: &mut Random) -> Result<bool, DetectedLeak> {
        let us = self.names[self.us];
        let usable: Vec<&UserInput> = self
            .controls
            .iter()
            .filter(|(only, _)| only.is_none_or(|only| only == who))
            .map(|(_, said)| said)
            .collect();
        let kind = if who == us {
            StepKind::text(*random.pick(&HARMLESS))
        } else if random.chance(35) && !usable.is_empty() {
            StepKind::Input((*random.pick(&usable)).clone())
        } else if random.chance(35) {
            let typed = *random.pick(&TYPED);
            StepKind::Typed(self.fill(typed, random))
        } else {
            let text = *random.pick(&TEXTS);
            StepKind::text(self.fill(text, random))
        };
        let step = self.step(who, random.chance(30), kind);
        self.perform([step.clone(), step]).await
    }

    fn fill(&self, text: &str, random: &mut Random) -> String {
        let squares: Vec<Square> = Square::all().collect();
        let legal = self.games[0].legal_list();
        let legal = if legal.is_empty() {
            String::new()
        } else {
            random.pick(&legal).to_string()
        };
        let reply = legal.parse().ok();
        let reply = reply.and_then(|action| match self.games[0].next() {
            Next::Decision(mover) => self.reply_to(action, !mover, random),
            _ => None,
        });
        let reply = reply.map_or_else(|| "h7h6".to_owned(), |reply| reply.to_string());
        text.replace("{id}", &self.dice.id.to_string())
            .replace("{reply}", &reply)
            .replace("{legal}", &legal)
            .replace("{from}", &random.pick(&squares).to_string())
            .replace("{to}", &random.pick(&squares).to_string())
    }

    pub(super) fn step(&mut self, who: &'static str, is_direct: bool, kind: StepKind) -> Step {
        self.n_steps += 1;
        Step {
            id: format!("deed-{}", self.n_steps),
            who,
            is_direct,
            is_elsewhere: self.n_steps.is_multiple_of(3),
            kind,
        }
    }

    /// Performs a step in both runs and compares the messages to readers who cannot know the difference. Returns false
    /// if the rules show it now.
    pub(super) async fn perform(&mut self, steps: [Step; 2]) -> Result<bool, DetectedLeak> {
        let [run, other] = &mut self.runs;
        let heard = run.hear(&steps[0]).await;
        let also_heard = other.hear(&steps[1]).await;
        let n_turns = self.games[0].turns();
        let came_to_light = self.catch_up()?;
        self.counts.answered += usize::from(self.games[0].turns() == n_turns + 2);
        if self.is_shown(&came_to_light)? {
            self.counts.revealed += 1;
            return Ok(false);
        }
        self.compare(&steps[0], &heard, &also_heard).await?;
        self.controls.extend(heard.controls);
        // Old controls are tried now and then, and new ones most often.
        let n_old = self.controls.len().saturating_sub(60);
        self.controls.drain(..n_old);
        Ok(true)
    }

    /// Replays the inputs of the runs, and notes the squares where the truths differ after each input. Returns the
    /// squares revealed meanwhile. As long as the other side sees the same, both continue or neither does.
    fn catch_up(&mut self) -> Result<Vec<Square>, DetectedLeak> {
        let mut came_to_light = Vec::new();
        let them = !self.us;
        let after = [0, 1].map(|n| {
            let found = read_match(self.runs[n].writer(), self.dice.id);
            let (_, record) = found
                .expect("memory can be read")
                .expect("there is the match");
            let game = &mut self.games[n];
            let inputs = record.inputs.into_iter().skip(game.n_inputs());
            let after = |input| {
                play(game, input);
                came_to_light.extend(shown_in(game));
                (game.truth().as_view().cells, views(game, them))
            };
            inputs.map(after).collect::<Vec<_>>()
        });
        let mut pairs = after[0].iter().zip(&after[1]);
        let looks_alike = pairs.all(|((_, one), (_, other))| one == other);
        if looks_alike && after[0].len() != after[1].len() {
            return Err(DetectedLeak(
                "a plan is followed in one of them alone, though both look alike".into(),
            ));
        }
        for ((one, _), (other, _)) in after[0].iter().zip(&after[1]) {
            let differs = |at: &Square| one[at.index()] != other[at.index()];
            self.differing.extend(Square::all().filter(differs));
        }
        Ok(came_to_light)
    }

    /// Tells whether the rules make a difference public: the match is over, or a square where the truths differ was
    /// revealed.
    fn is_shown(&self, came_to_light: &[Square]) -> Result<bool, DetectedLeak> {
        let [one, other] = &self.games;
        if [one, other]
            .iter()
            .any(|game| matches!(game.next(), Next::Over(_)))
        {
            return Ok(true);
        }
        if views(one, !self.us) == views(other, !self.us) {
            return Ok(false);
        }
        if came_to_light.iter().any(|at| self.differing.contains(at)) {
            return Ok(true);
        }
        Err(DetectedLeak(
            "the rules show another view though nothing has come to light".into(),
        ))
    }

    /// Compares all messages to readers who cannot know.
    async fn compare(
        &mut self,
        step: &Step,
        one: &StepMessages,
        other: &StepMessages,
    ) -> Result<(), DetectedLeak> {
        let us = self.names[self.us];
        let lines = one.lines.iter();
        let mut pairs: Vec<(&str, &[ReceivedMessage], &[ReceivedMessage])> = lines
            .map(|(who, line)| (*who, &line[..], &other.lines[who][..]))
            .collect();
        pairs.push((step.who, from_ref(&one.reply), from_ref(&other.reply)));
        pairs.retain(|(who, ..)| *who != us);
        let about = format!("after {} by {}", step.id, step.who);
        for (who, one, other) in pairs {
            if one != other {
                let [one, other] = [one, other].map(texts);
                return Err(DetectedLeak(format!(
                    "{about}, {who} gets\n{one}\nor\n{other}"
                )));
            }
            for name in one.iter().filter_map(|message| message.picture.as_ref()) {
                let [run, other] = &self.runs;
                let picture = run.picture(who, name).await;
                if picture != other.picture(who, name).await {
                    return Err(DetectedLeak(format!("{about}, {who} sees another {name}")));
                }
                self.counts.pictures += usize::from(picture.0.starts_with("200"));
            }
        }
        let steps = match step.who {
            who if who == us => &mut self.counts.ours,
            WATCHER => &mut self.counts.watchers,
            _ => &mut self.counts.theirs,
        };
        *steps += 1;
        Ok(())
    }

    fn line(&self) -> Vec<GameInput> {
        let found = read_match(self.runs[0].writer(), self.dice.id).expect("memory can be read");
        found.expect("there is the match").1.line()
    }
}

fn texts(messages: &[ReceivedMessage]) -> String {
    let texts: Vec<_> = messages
        .iter()
        .map(|message| message.text.as_str())
        .collect();
    texts.join("\n")
}

/// Stores another secret as the source of the dice.
async fn load(writer: &Writer, id: MatchId, secret: &Secret) {
    let mut batch = Batch::default();
    let row = format!(r#"{{"v":1,"secret":"{}"}}"#, Published(secret));
    batch.put(format!("dice/{id}"), row);
    writer.commit(batch).await.expect("memory does not fail");
}

/// Returns the views of a seat and of the public.
fn views(game: &Game, seat: Color) -> [View; 2] {
    [
        game.seat_view(seat).as_view().clone(),
        game.public_view().as_view().clone(),
    ]
}

/// Returns the squares revealed in the last turn (chakart C12, H3 to H7).
fn shown_in(game: &Game) -> Vec<Square> {
    let truth = game.truth();
    let facts = truth.as_view().turn.iter().flat_map(|turn| &turn.facts);
    let shown = facts.filter_map(|fact| match *fact {
        Fact::Ate { at, .. }
        | Fact::Burst { at, .. }
        | Fact::Appeared { at, .. }
        | Fact::Captured { at, .. } => Some(at),
        _ => None,
    });
    shown.collect()
}
