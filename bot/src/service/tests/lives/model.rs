//! How matches ought to live, told as plainly as it can be: without rows or deliveries, and with time as a sum that goes down
//! while the bot is at work.

use rules::{Action, ByColor, Color, Conclusion, Game, Next, Setup, Variant};

use crate::{
    command::{OfferKind, TimeControl},
    service::tests::DAY,
};

/// Whoever does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Ann,
    Bob,
    Eve,
}

/// What somebody does when the other has no time left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Claim {
    Win,
    Time,
    Abort,
}

/// What somebody does about an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Answer {
    Accept,
    Decline,
    Withdraw,
}

/// What becomes of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Changes,
    /// It is answered, and nothing changes.
    Answered,
    Refused,
}
use Verdict::{Answered, Changes, Refused};

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Challenge,
    NeverPlayed,
    Playing,
    Over,
}

/// What a challenge says.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    pub(super) challenger: Who,
    pub(super) challenged: Option<Who>,
    /// The side of the challenger.
    pub(super) side: Color,
    pub(super) time: TimeControl,
    pub(super) loses_at_once: bool,
}

#[derive(Clone, Copy)]
struct Played {
    action: Action,
    by: Color,
    /// How many turns had been finished before.
    turns: u32,
}

/// The life of a match.
pub(super) struct Life {
    terms: Terms,
    pub(super) phase: Phase,
    /// How long the challenge still waits, in milliseconds.
    waits: i64,
    seats: ByColor<Who>,
    /// What was played and not taken back.
    line: Vec<Played>,
    /// How many inputs there were.
    pub(super) ply: usize,
    /// What is offered, by whom, and since which ply.
    pub(super) offer: Option<(OfferKind, Color, usize)>,
    /// All offers that were made.
    offered: Vec<(OfferKind, Color)>,
    pub(super) paused: bool,
    /// What both sides have left, in milliseconds; below zero if it has been over for so long.
    pub(super) left: ByColor<i64>,
    /// What is planned: who plans it, and what they reply to what.
    plan: Option<(Color, Vec<(Action, Action)>)>,
    /// What ended it, unless a move did.
    pub(super) end: Option<Conclusion>,
}

fn millis(span: std::time::Duration) -> i64 {
    i64::try_from(span.as_millis()).expect("a span of days")
}

impl Life {
    fn new(terms: Terms, waits: i64) -> Life {
        let challenger = terms.challenger;
        Life {
            terms,
            phase: Phase::Challenge,
            waits,
            seats: ByColor::from_fn(|_| challenger),
            line: Vec::new(),
            ply: 0,
            offer: None,
            offered: Vec::new(),
            paused: false,
            left: ByColor::from_fn(|_| 0),
            plan: None,
            end: None,
        }
    }

    pub(super) fn game(&self) -> Game {
        let mut game = Game::new(&Setup::new(Variant::Berolina));
        for played in &self.line {
            game.act(played.action).expect("it was legal");
        }
        game
    }

    /// What was played and not taken back.
    pub(super) fn actions(&self) -> Vec<Action> {
        self.line.iter().map(|played| played.action).collect()
    }

    pub(super) fn is_limited(&self) -> bool {
        self.terms.time != TimeControl::Unlimited
    }

    pub(super) fn to_move(&self) -> Option<Color> {
        match (self.phase, self.game().next()) {
            (Phase::Playing, Next::Decision(side)) => Some(side),
            _ => None,
        }
    }

    /// Whose time runs.
    pub(super) fn runs(&self) -> Option<Color> {
        self.to_move().filter(|_| !self.paused && self.is_limited())
    }

    /// Who is to move, or opened the challenge.
    pub(super) fn mover(&self) -> Who {
        match self.to_move() {
            Some(side) => self.seats[side],
            None => self.terms.challenger,
        }
    }

    /// Who waits, or may accept the challenge.
    pub(super) fn waiter(&self) -> Who {
        match self.to_move() {
            Some(side) => self.seats[!side],
            None => self.terms.challenged.unwrap_or(Who::Eve),
        }
    }

    /// Whose offer stands, or who is to move.
    pub(super) fn offerer(&self) -> Who {
        self.offer.map_or(self.mover(), |(_, by, _)| self.seats[by])
    }

    /// Whom an offer is made to, or who waits.
    pub(super) fn offeree(&self) -> Who {
        self.offer
            .map_or(self.waiter(), |(_, by, _)| self.seats[!by])
    }

    fn seat(&self, who: Who) -> Option<Color> {
        let is_played = self.phase == Phase::Playing;
        let mut sides = Color::ALL.into_iter().filter(|_| is_played);
        sides.find(|side| self.seats[*side] == who)
    }

    pub(super) fn n_offered(&self, kind: OfferKind, by: Color) -> usize {
        let same = self.offered.iter().filter(|offer| **offer == (kind, by));
        same.count()
    }

    /// The bot is at work for so long.
    fn work(&mut self, span: i64) {
        if self.phase == Phase::Challenge {
            self.waits -= span;
        }
        if let Some(side) = self.runs() {
            self.left[side] -= span;
        }
    }

    /// The bot looks at what is due.
    fn tick(&mut self) {
        if self.phase == Phase::Challenge && self.waits <= 0 {
            self.phase = Phase::NeverPlayed;
        }
        let over = self.runs().filter(|side| self.left[*side] <= 0);
        if let Some(side) = over.filter(|_| self.terms.loses_at_once) {
            self.conclude(Conclusion::OutOfTime(side));
        }
    }

    fn accept(&mut self, who: Who) -> Verdict {
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
        let at_first = time.at_first().map_or(0, millis);
        self.left = ByColor::from_fn(|_| at_first);
        Changes
    }

    pub(super) fn decline(&mut self, who: Who) -> Verdict {
        let is_theirs = who == self.terms.challenger || Some(who) == self.terms.challenged;
        if self.phase != Phase::Challenge || !is_theirs {
            return Refused;
        }
        self.phase = Phase::NeverPlayed;
        Changes
    }

    pub(super) fn play(&mut self, who: Who, ply: usize, action: Action) -> Verdict {
        let Some(side) = self.seat(who) else {
            return Refused;
        };
        if self.to_move() != Some(side) || self.paused || ply != self.ply {
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
        let lapses = |(kind, of, _)| of != by || kind == OfferKind::Takeback;
        self.offer = self.offer.filter(|offer| !lapses(*offer));
        let turns = self.game().turns();
        self.line.push(Played { action, by, turns });
        self.ply += 1;
        if self.game().turns() > turns {
            self.left[by] = self.left[by].max(0) + self.increment();
            self.refill(by);
        }
        if let Next::Over(_) = self.game().next() {
            self.close();
        }
    }

    fn increment(&self) -> i64 {
        match self.terms.time {
            TimeControl::Budget { increment, .. } => millis(increment),
            _ => 0,
        }
    }

    /// Whoever has so much for each turn has all of it again.
    fn refill(&mut self, side: Color) {
        if let TimeControl::PerTurn(span) = self.terms.time {
            self.left[side] = millis(span);
        }
    }

    fn close(&mut self) {
        self.phase = Phase::Over;
        self.offer = None;
        self.paused = false;
    }

    fn conclude(&mut self, end: Conclusion) {
        self.end = Some(end);
        self.ply += 1;
        self.close();
    }

    pub(super) fn offer(&mut self, kind: OfferKind, who: Who) -> Verdict {
        let Some(side) = self.seat(who) else {
            return Refused;
        };
        match self.offer {
            _ if kind == OfferKind::Pause && self.paused => self.resume(who),
            Some((_, by, _)) if by == side => Answered,
            Some((standing, ..)) if standing == kind => self.agree(),
            Some(_) => Refused,
            None if self.n_offered(kind, side) == 3 => Refused,
            None if kind == OfferKind::Takeback && self.last_turn(side).is_none() => Refused,
            None => {
                self.offer = Some((kind, side, self.ply));
                self.offered.push((kind, side));
                Changes
            }
        }
    }

    pub(super) fn answer(
        &mut self,
        answer: Answer,
        kind: OfferKind,
        who: Who,
        ply: usize,
    ) -> Verdict {
        let Some(side) = self.seat(who) else {
            return Refused;
        };
        let standing = self.offer.filter(|(of, _, at)| (*of, *at) == (kind, ply));
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

    /// Does what is offered.
    fn agree(&mut self) -> Verdict {
        match self.offer.take() {
            Some((OfferKind::Draw, ..)) => self.conclude(Conclusion::DrawAgreed),
            Some((OfferKind::Takeback, by, _)) => self.take_back(by),
            Some((OfferKind::Pause, ..)) => {
                if let Some(side) = self.runs() {
                    self.left[side] = self.left[side].max(0);
                }
                self.paused = true;
            }
            None => return Refused,
        }
        Changes
    }

    /// Where in the line the last turn of a side begins.
    fn last_turn(&self, side: Color) -> Option<usize> {
        let last = self.line.iter().rfind(|played| played.by == side)?.turns;
        self.line.iter().position(|played| played.turns == last)
    }

    fn take_back(&mut self, side: Color) {
        let before = self.to_move();
        let last = self.last_turn(side).expect("it was offered");
        self.line.truncate(last);
        self.ply += 1;
        self.plan = None;
        if let Some(before) = before.filter(|before| *before != side) {
            self.left[before] = self.left[before].max(0);
            self.refill(before);
        }
    }

    pub(super) fn resume(&mut self, who: Who) -> Verdict {
        if self.seat(who).is_none() || !self.paused {
            return Refused;
        }
        self.paused = false;
        Changes
    }

    pub(super) fn claim(&mut self, claim: Claim, who: Who, ply: usize) -> Verdict {
        let other = self.seat(who).map(|side| !side);
        let Some(late) = self.runs().filter(|side| Some(*side) == other) else {
            return Refused;
        };
        if self.left[late] > 0 || ply != self.ply {
            return Refused;
        }
        match claim {
            Claim::Win => self.conclude(Conclusion::OutOfTime(late)),
            Claim::Time => self.left[late] = DAY,
            Claim::Abort if self.game().turns() >= 4 => return Refused,
            Claim::Abort => self.conclude(Conclusion::Aborted),
        }
        Changes
    }

    pub(super) fn resign(&mut self, who: Who, ply: usize) -> Verdict {
        match self.seat(who) {
            Some(side) if ply == self.ply => {
                self.conclude(Conclusion::Resigned(side));
                Changes
            }
            _ => Refused,
        }
    }

    /// A legal reply to a legal move is planned.
    pub(super) fn plan(&mut self, who: Who, after: Action, reply: Action) -> Verdict {
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

    pub(super) fn clear_plan(&mut self, who: Who) -> Verdict {
        let Some(side) = self.seat(who) else {
            return Refused;
        };
        match self.plan.take_if(|(owner, _)| *owner == side) {
            Some(_) => Changes,
            None => Answered,
        }
    }
}

/// All matches.
pub(super) struct Lives {
    pub(super) all: Vec<Life>,
    /// How many may be open for one person.
    pub(super) most: usize,
    /// How long a challenge waits, in milliseconds.
    pub(super) patience: i64,
}

impl Lives {
    pub(super) fn work(&mut self, span: i64) {
        self.all.iter_mut().for_each(|life| life.work(span));
    }

    pub(super) fn tick(&mut self) {
        self.all.iter_mut().for_each(Life::tick);
    }

    fn has_room(&self, who: Who) -> bool {
        let is_open = |life: &&Life| {
            let is_own = life.phase == Phase::Challenge && life.terms.challenger == who;
            is_own || life.seat(who).is_some()
        };
        self.all.iter().filter(is_open).count() < self.most
    }

    pub(super) fn challenge(&mut self, terms: Terms) -> Verdict {
        let Terms {
            challenger,
            challenged,
            ..
        } = terms;
        let waits = |life: &&Life| {
            let is_open = life.phase == Phase::Challenge && challenged.is_some();
            is_open && life.terms.challenged == challenged
        };
        let is_bothered = self.all.iter().filter(waits).count() >= self.most;
        if challenged == Some(challenger) || !self.has_room(challenger) || is_bothered {
            return Refused;
        }
        self.all.push(Life::new(terms, self.patience));
        Changes
    }

    pub(super) fn accept(&mut self, n: usize, who: Who) -> Verdict {
        match self.has_room(who) {
            true => self.all[n].accept(who),
            false => Refused,
        }
    }
}
