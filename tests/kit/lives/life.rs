//! The life of one match, as the model predicts it.

use rules::{Action, ByColor, Color, Conclusion, Game, Next, Outcome, Setup, Variant};

use super::{DAY, ModelPerson, Offer, Time};

/// A player's claim when the opponent has no time left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Claim {
    /// The claim of a win.
    Win,
    /// A day more for the opponent.
    Time,
    /// The end of a match that has hardly begun.
    Abort,
}

/// A player's answer to an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// The player accepts it.
    Accept,
    /// The player declines it.
    Decline,
    /// The player withdraws their own offer.
    Withdraw,
}

/// The expected result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The step changes something.
    Changes,
    /// The step gets a reply, and nothing changes.
    Answered,
    /// The step is refused.
    Refused,
}
use Verdict::{Answered, Changes, Refused};

/// The phase of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The challenge is not accepted yet.
    Challenge,
    /// The challenge was declined, withdrawn, or not answered in time.
    NeverPlayed,
    /// The match is in progress.
    Playing,
    /// The match is over.
    Over,
}

/// The terms of a challenge.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The person who challenges.
    pub challenger: ModelPerson,
    /// The challenged person; `None` for an open challenge to anybody.
    pub challenged: Option<ModelPerson>,
    /// The side of the challenger.
    pub side: Color,
    /// The time for its turns.
    pub time: Time,
    /// True if a player who runs out of time loses at once.
    pub loses_at_once: bool,
}

#[derive(Clone, Copy)]
struct PlayedAction {
    action: Action,
    by: Color,
    /// The number of turns finished before the action.
    turns: u32,
    /// The time left of both sides at the decision, in milliseconds, without the increment for it.
    left: ByColor<i64>,
}

/// The life of a match.
pub struct Life {
    /// The name that the bot gives it.
    pub name: String,
    pub(super) terms: Terms,
    /// The match of which it is a rematch.
    pub(super) rematch_of: Option<usize>,
    /// The phase of the match.
    pub phase: Phase,
    /// The time that the challenge still waits, in milliseconds.
    waits: i64,
    /// The players, once the challenge is accepted.
    pub seats: ByColor<ModelPerson>,
    /// The actions played and not taken back.
    line: Vec<PlayedAction>,
    /// The number of inputs.
    pub n_inputs: usize,
    /// The standing offer, its side, and the number of inputs at which it was made.
    pub offer: Option<(Offer, Color, usize)>,
    /// All offers that were made.
    offered: Vec<(Offer, Color)>,
    /// True during a pause: no side moves and no clock runs.
    pub paused: bool,
    /// The time left of both sides, in milliseconds; below zero if it ran out so long ago.
    pub left: ByColor<i64>,
    /// True if the running time ran out before its side went on vacation, which is too late.
    pub(super) is_late: bool,
    /// The plan: its owner, and a reply for each of several actions.
    plan: Option<(Color, Vec<(Action, Action)>)>,
    /// The conclusion that ended the match, if no move did.
    end: Option<Conclusion>,
}

impl Life {
    pub(super) fn new(terms: Terms, rematch_of: Option<usize>, waits: i64) -> Life {
        let challenger = terms.challenger;
        Life {
            name: String::new(),
            terms,
            rematch_of,
            phase: Phase::Challenge,
            waits,
            seats: ByColor::from_fn(|_| challenger),
            line: Vec::new(),
            n_inputs: 0,
            offer: None,
            offered: Vec::new(),
            paused: false,
            left: ByColor::from_fn(|_| 0),
            is_late: false,
            plan: None,
            end: None,
        }
    }

    /// Returns the game at its present n_inputs.
    pub fn game(&self) -> Game {
        let mut game = Game::new(&Setup::new(Variant::Berolina));
        for played in &self.line {
            game.act(played.action).expect("it was legal");
        }
        game
    }

    /// Returns the actions played and not taken back.
    pub fn actions(&self) -> Vec<Action> {
        self.line.iter().map(|played| played.action).collect()
    }

    /// Returns the outcome, if the match is over.
    pub fn outcome(&self) -> Option<Outcome> {
        match (self.end, self.game().next()) {
            (Some(end), _) => Some(end.outcome()),
            (None, Next::Over(outcome)) => Some(outcome),
            (None, _) => None,
        }
    }

    /// Tells whether its players have a time limit.
    pub fn is_limited(&self) -> bool {
        self.terms.time.at_first.is_some()
    }

    /// Tells whether a person opened the challenge.
    pub fn is_challenger(&self, who: ModelPerson) -> bool {
        self.terms.challenger == who
    }

    /// Tells whether the challenge is to this person alone.
    pub fn is_challenged(&self, who: ModelPerson) -> bool {
        self.terms.challenged == Some(who)
    }

    /// Tells whether vacations count in the match.
    pub(super) fn is_long(&self) -> bool {
        self.terms.time.at_first.is_some_and(|span| span >= DAY)
    }

    /// Returns the side to decide, while the match is in progress.
    pub fn to_move(&self) -> Option<Color> {
        match (self.phase, self.game().next()) {
            (Phase::Playing, Next::Decision(side)) => Some(side),
            _ => None,
        }
    }

    /// Returns the side whose time runs.
    pub fn runs(&self) -> Option<Color> {
        self.to_move().filter(|_| !self.paused && self.is_limited())
    }

    /// Returns the person to move, or the challenger.
    pub(super) fn mover(&self) -> ModelPerson {
        match self.to_move() {
            Some(side) => self.seats[side],
            None => self.terms.challenger,
        }
    }

    /// Returns the person who waits, or who can accept the challenge.
    pub(super) fn waiter(&self) -> ModelPerson {
        match self.to_move() {
            Some(side) => self.seats[!side],
            None => self.terms.challenged.unwrap_or(ModelPerson::Eve),
        }
    }

    /// Returns the person whose offer stands, or who is to move.
    pub(super) fn offerer(&self) -> ModelPerson {
        self.offer.map_or(self.mover(), |(_, by, _)| self.seats[by])
    }

    /// Returns the person to whom an offer is made, or who waits.
    pub(super) fn offeree(&self) -> ModelPerson {
        self.offer
            .map_or(self.waiter(), |(_, by, _)| self.seats[!by])
    }

    /// Returns the side that a person plays or played.
    pub(super) fn side_of(&self, who: ModelPerson) -> Option<Color> {
        let has_seats = matches!(self.phase, Phase::Playing | Phase::Over);
        let mut sides = Color::ALL.into_iter().filter(|_| has_seats);
        sides.find(|side| self.seats[*side] == who)
    }

    pub(super) fn seat(&self, who: ModelPerson) -> Option<Color> {
        self.side_of(who).filter(|_| self.phase == Phase::Playing)
    }

    /// Returns the number of offers of a kind that a side made.
    pub fn n_offered(&self, kind: Offer, by: Color) -> usize {
        let same = self.offered.iter().filter(|offer| **offer == (kind, by));
        same.count()
    }

    /// Lets the bot work for a time span. The side whose time runs is on vacation for the first part of it, `away`.
    pub(super) fn work(&mut self, span: i64, away: i64) {
        if self.phase == Phase::Challenge {
            self.waits -= span;
        }
        if let Some(side) = self.runs() {
            let counts = self.is_long() && !self.is_late;
            self.left[side] -= if counts { span - away } else { span };
        }
    }

    /// Lets the bot check what is due.
    pub(super) fn tick(&mut self) {
        if self.phase == Phase::Challenge && self.waits <= 0 {
            self.phase = Phase::NeverPlayed;
        }
        let over = self.runs().filter(|side| self.left[*side] <= 0);
        if let Some(side) = over.filter(|_| self.terms.loses_at_once) {
            self.conclude(Conclusion::OutOfTime(side));
        }
    }

    pub(super) fn accept(&mut self, who: ModelPerson) -> Verdict {
        let Terms {
            challenger,
            challenged,
            side,
            time,
            ..
        } = self.terms;
        let is_meant = challenged.is_none_or(|challenged| challenged == who);
        if self.phase != Phase::Challenge || who == challenger || !is_meant {
            return Refused;
        }
        self.phase = Phase::Playing;
        self.seats[side] = challenger;
        self.seats[!side] = who;
        let at_first = time.at_first.unwrap_or(0);
        self.left = ByColor::from_fn(|_| at_first);
        Changes
    }

    pub(super) fn decline(&mut self, who: ModelPerson) -> Verdict {
        let is_theirs = who == self.terms.challenger || Some(who) == self.terms.challenged;
        if self.phase != Phase::Challenge || !is_theirs {
            return Refused;
        }
        self.phase = Phase::NeverPlayed;
        Changes
    }

    pub(super) fn play(&mut self, who: ModelPerson, n_inputs: usize, action: Action) -> Verdict {
        let Some(side) = self.seat(who) else {
            return Refused;
        };
        if self.to_move() != Some(side) || self.paused || n_inputs != self.n_inputs {
            return Refused;
        }
        self.decide(side, action);
        let plan = self.plan.take().filter(|(owner, _)| *owner == !side);
        let mut replies = plan.into_iter().flat_map(|(_, lines)| lines);
        let reply = replies.find(|(after, _)| *after == action);
        if let (Some((_, reply)), Some(side)) = (reply, self.to_move()) {
            self.decide(side, reply);
        }
        Changes
    }

    fn decide(&mut self, by: Color, action: Action) {
        let lapses = |(kind, of, _)| of != by || kind == Offer::Takeback;
        self.offer = self.offer.filter(|offer| !lapses(*offer));
        let turns = self.game().turns();
        let left = self.left;
        self.line.push(PlayedAction {
            action,
            by,
            turns,
            left: ByColor::from_fn(|side| left[side].max(0)),
        });
        self.n_inputs += 1;
        self.is_late = false;
        if self.game().turns() > turns {
            self.left[by] = self.left[by].max(0) + self.terms.time.increment;
            self.refill(by);
        }
        if let Next::Over(_) = self.game().next() {
            self.close();
        }
    }

    /// Gives a side its full time again, if its time is per turn.
    fn refill(&mut self, side: Color) {
        if let (Some(span), true) = (self.terms.time.at_first, self.terms.time.is_per_turn) {
            self.left[side] = span;
        }
    }

    fn close(&mut self) {
        self.phase = Phase::Over;
        self.offer = None;
        self.paused = false;
    }

    fn conclude(&mut self, end: Conclusion) {
        self.end = Some(end);
        self.n_inputs += 1;
        self.close();
    }

    pub(super) fn offer(&mut self, kind: Offer, who: ModelPerson) -> Verdict {
        let Some(side) = self.seat(who) else {
            return Refused;
        };
        match self.offer {
            _ if kind == Offer::Pause && self.paused => self.resume(who),
            Some((_, by, _)) if by == side => Answered,
            Some((standing, ..)) if standing == kind => self.agree(),
            Some(_) => Refused,
            None if self.n_offered(kind, side) == 3 => Refused,
            None if kind == Offer::Takeback && self.last_turn(side).is_none() => Refused,
            None => {
                self.offer = Some((kind, side, self.n_inputs));
                self.offered.push((kind, side));
                Changes
            }
        }
    }

    pub(super) fn answer(
        &mut self,
        answer: Answer,
        kind: Offer,
        who: ModelPerson,
        n_inputs: usize,
    ) -> Verdict {
        let Some(side) = self.seat(who) else {
            return Refused;
        };
        let standing = self
            .offer
            .filter(|(of, _, at)| (*of, *at) == (kind, n_inputs));
        let is_own = match standing {
            Some((_, by, _)) => by == side,
            None => return Refused,
        };
        match (answer, is_own) {
            (Answer::Accept, false) => self.agree(),
            (Answer::Decline, false) | (Answer::Withdraw, true) => {
                self.offer = None;
                Changes
            }
            _ => Refused,
        }
    }

    /// Carries out the standing offer.
    fn agree(&mut self) -> Verdict {
        match self.offer.take() {
            Some((Offer::Draw, ..)) => self.conclude(Conclusion::DrawAgreed),
            Some((Offer::Takeback, by, _)) => self.take_back(by),
            Some((Offer::Pause, ..)) => {
                if let Some(side) = self.runs() {
                    self.left[side] = self.left[side].max(0);
                }
                self.paused = true;
                self.is_late = false;
            }
            None => return Refused,
        }
        Changes
    }

    /// Returns the index in the line at which the last turn of a side begins.
    fn last_turn(&self, side: Color) -> Option<usize> {
        let last = self.line.iter().rfind(|played| played.by == side)?.turns;
        self.line.iter().position(|played| played.turns == last)
    }

    fn take_back(&mut self, side: Color) {
        let turns = self.game().turns();
        let last = self.last_turn(side).expect("it was offered");
        let undone = self.line.split_off(last);
        self.n_inputs += 1;
        self.plan = None;
        if self.game().turns() == turns {
            return;
        }
        // The side that offered the takeback pays for the time of its decisions, and gains none. The other side gets back
        // the time that it had.
        let is_own = |played: &&PlayedAction| played.by == side;
        let own = undone.iter().rfind(is_own).expect("they decided");
        self.left[side] = self.left[side].clamp(0, own.left[side]);
        self.left[!side] = undone[0].left[!side];
        self.is_late = false;
    }

    pub(super) fn resume(&mut self, who: ModelPerson) -> Verdict {
        if self.seat(who).is_none() || !self.paused {
            return Refused;
        }
        self.paused = false;
        Changes
    }

    pub(super) fn claim(&mut self, claim: Claim, who: ModelPerson, n_inputs: usize) -> Verdict {
        let other = self.seat(who).map(|side| !side);
        let Some(late) = self.runs().filter(|side| Some(*side) == other) else {
            return Refused;
        };
        if self.left[late] > 0 || n_inputs != self.n_inputs {
            return Refused;
        }
        match claim {
            Claim::Win => self.conclude(Conclusion::OutOfTime(late)),
            Claim::Time => {
                self.left[late] = DAY;
                self.is_late = false;
            }
            Claim::Abort if self.game().turns() >= 4 => return Refused,
            Claim::Abort => self.conclude(Conclusion::Aborted),
        }
        Changes
    }

    pub(super) fn resign(&mut self, who: ModelPerson, n_inputs: usize) -> Verdict {
        match self.seat(who) {
            Some(side) if n_inputs == self.n_inputs => {
                self.conclude(Conclusion::Resigned(side));
                Changes
            }
            _ => Refused,
        }
    }

    /// Plans a legal reply to a legal move.
    pub(super) fn plan(&mut self, who: ModelPerson, after: Action, reply: Action) -> Verdict {
        let Some(side) = self.seat(who).filter(|side| self.to_move() == Some(!*side)) else {
            return Refused;
        };
        let lines = self.plan.take().filter(|(owner, _)| *owner == side);
        let mut lines = lines.map(|(_, lines)| lines).unwrap_or_default();
        lines.retain(|(other, _)| *other != after);
        lines.push((after, reply));
        self.plan = Some((side, lines));
        Changes
    }

    pub(super) fn clear_plan(&mut self, who: ModelPerson) -> Verdict {
        let Some(side) = self.seat(who) else {
            return Refused;
        };
        match self.plan.take_if(|(owner, _)| *owner == side) {
            Some(_) => Changes,
            None => Answered,
        }
    }
}
