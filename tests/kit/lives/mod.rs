//! How matches ought to live, told as plainly as it can be: without rows or deliveries, and with time as a sum that goes down
//! while the bot is at work. Tests have a bot live beside it.

mod life;
mod steps;

use rules::Color;

pub use self::{
    life::{Answer, Claim, Life, Phase, Terms, Verdict},
    steps::{By, Deed, Step, Way, steps},
};
use Verdict::{Changes, Refused};

/// In milliseconds.
const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// Whoever does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The first.
    Ann,
    /// The second.
    Bob,
    /// The third.
    Eve,
}

impl Who {
    /// All there are.
    pub const ALL: [Who; 3] = [Who::Ann, Who::Bob, Who::Eve];
}

/// What one player may offer the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Offer {
    /// That the match is drawn.
    Draw,
    /// That the last turn of who offers it is taken back.
    Takeback,
    /// That nobody moves for a while.
    Pause,
}

impl Offer {
    /// All there are.
    pub const ALL: [Offer; 3] = [Offer::Draw, Offer::Takeback, Offer::Pause];

    /// The command that offers it, without slash: `draw`.
    pub const fn name(self) -> &'static str {
        match self {
            Offer::Draw => "draw",
            Offer::Takeback => "takeback",
            Offer::Pause => "pause",
        }
    }
}

/// The time that players have, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// How it is written: `20m+5m`.
    pub name: &'static str,
    /// What each has at first; nothing if there is no limit.
    at_first: Option<i64>,
    /// What a turn adds.
    increment: i64,
    /// Whether each turn has all of it.
    is_per_turn: bool,
}

impl Time {
    const fn per_turn(name: &'static str, span: i64) -> Time {
        Time {
            name,
            at_first: Some(span),
            increment: 0,
            is_per_turn: true,
        }
    }

    const fn budget(name: &'static str, span: i64, increment: i64) -> Time {
        Time {
            name,
            at_first: Some(span),
            increment,
            is_per_turn: false,
        }
    }

    /// The least there can be.
    pub const SHORTEST: Time = Time::per_turn("10m", 10 * MINUTE);

    /// One in which vacations count.
    pub const LONG: Time = Time::per_turn("1d", DAY);

    /// Some of all kinds.
    pub const SOME: [Time; 6] = [
        Time {
            name: "none",
            at_first: None,
            increment: 0,
            is_per_turn: false,
        },
        Time::SHORTEST,
        Time::budget("20m+5m", 20 * MINUTE, 5 * MINUTE),
        Time::per_turn("1h", HOUR),
        Time::LONG,
        Time::budget("1d+1h", DAY, HOUR),
    ];
}

/// The last vacation of somebody, in milliseconds.
#[derive(Clone, Copy)]
struct Vacation {
    /// How long it is from its beginning to its end.
    length: i64,
    /// How long ago it began.
    age: i64,
    /// How many days of others were taken before.
    before: i64,
}

/// How many days a year time stands still for somebody.
const MOST_DAYS: i64 = 21;

impl Vacation {
    /// How much of the next span time stands still.
    fn counts(self, span: i64) -> i64 {
        let most = (MOST_DAYS - self.before).max(0) * DAY;
        (self.length.min(most) - self.age).clamp(0, span)
    }
}

/// How much the bot lets be at a time.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// How many matches may be open for one person; at most three, so that nobody has more from one other.
    pub matches: usize,
    /// How long a challenge waits, in milliseconds.
    pub patience: i64,
}

/// All matches, and what their players have chosen. It all happens within a year.
pub struct Lives {
    /// The matches, in the order in which they were opened.
    pub all: Vec<Life>,
    bounds: Bounds,
    vacations: [Option<Vacation>; Who::ALL.len()],
    /// Who takes no challenges from whom.
    blocks: Vec<(Who, Who)>,
}

impl Lives {
    /// Nobody has done anything yet.
    pub fn new(bounds: Bounds) -> Lives {
        Lives {
            all: Vec::new(),
            bounds,
            vacations: [None; Who::ALL.len()],
            blocks: Vec::new(),
        }
    }

    /// The bot is at work for so long.
    pub fn work(&mut self, span: i64) {
        for n in 0..self.all.len() {
            let mover = self.all[n].mover();
            let away = self.away(mover, span);
            self.all[n].work(span, away);
        }
        for vacation in self.vacations.iter_mut().flatten() {
            vacation.age += span;
        }
    }

    /// The bot looks at what is due.
    pub fn tick(&mut self) {
        self.all.iter_mut().for_each(Life::tick);
    }

    /// For how much of the next span time stands still for somebody.
    fn away(&self, who: Who, span: i64) -> i64 {
        self.vacations[who as usize].map_or(0, |vacation| vacation.counts(span))
    }

    /// How long time still stands still in a match in which it would run, in milliseconds.
    pub fn stands_still(&self, life: &Life) -> i64 {
        let counts = life.is_long() && !life.is_late && life.runs().is_some();
        if counts {
            self.away(life.mover(), i64::MAX)
        } else {
            0
        }
    }

    fn has_room(&self, who: Who) -> bool {
        let is_open = |life: &&Life| {
            let is_own = life.phase == Phase::Challenge && life.terms.challenger == who;
            is_own || life.seat(who).is_some()
        };
        self.all.iter().filter(is_open).count() < self.bounds.matches
    }

    fn challenge(&mut self, terms: Terms, rematch_of: Option<usize>) -> Verdict {
        let Terms {
            challenger,
            challenged,
            ..
        } = terms;
        let waits = |life: &&Life| {
            let is_open = life.phase == Phase::Challenge && challenged.is_some();
            is_open && life.terms.challenged == challenged
        };
        let is_bothered = self.all.iter().filter(waits).count() >= self.bounds.matches;
        let is_blocked = challenged.is_some_and(|who| self.blocks.contains(&(who, challenger)));
        let is_oneself = challenged == Some(challenger);
        if is_oneself || !self.has_room(challenger) || is_bothered || is_blocked {
            return Refused;
        }
        let life = Life::new(terms, rematch_of, self.bounds.patience);
        self.all.push(life);
        Changes
    }

    fn accept(&mut self, n: usize, who: Who) -> Verdict {
        let Terms {
            challenger,
            challenged,
            ..
        } = self.all[n].terms;
        let is_blocked = challenged.is_none() && self.blocks.contains(&(challenger, who));
        if self.has_room(who) && !is_blocked {
            self.all[n].accept(who)
        } else {
            Refused
        }
    }

    /// Somebody wants to play the same opponent again, with colors swapped.
    fn rematch(&mut self, n: usize, who: Who) -> Verdict {
        let life = &self.all[n];
        let Some(side) = life.side_of(who).filter(|_| life.phase == Phase::Over) else {
            return Refused;
        };
        let terms = Terms {
            challenger: who,
            challenged: Some(life.seats[!side]),
            side: !side,
            ..life.terms.clone()
        };
        let follows = |life: &Life| life.rematch_of == Some(n);
        let is_offered = |life: &Life| {
            let is_open = follows(life) && life.phase == Phase::Challenge;
            is_open && life.terms.challenged == Some(who)
        };
        if let Some(offered) = self.all.iter().position(is_offered) {
            return self.accept(offered, who);
        }
        let is_mine = |life: &Life| {
            let is_own = life.phase == Phase::Challenge && life.terms.challenger == who;
            follows(life) && (is_own || life.seat(who).is_some())
        };
        if self.all.iter().any(is_mine) {
            Refused
        } else {
            self.challenge(terms, Some(n))
        }
    }

    fn block(&mut self, who: Who, whom: Who) -> Verdict {
        if who == whom {
            return Refused;
        }
        self.blocks.push((who, whom));
        Changes
    }

    fn unblock(&mut self, who: Who, whom: Who) -> Verdict {
        let n_before = self.blocks.len();
        self.blocks.retain(|block| *block != (who, whom));
        if self.blocks.len() < n_before {
            Changes
        } else {
            Refused
        }
    }

    /// Somebody takes no more challenges from who opened this one to them.
    fn block_challenger(&mut self, n: usize, who: Who) -> Verdict {
        let life = &mut self.all[n];
        if life.terms.challenged != Some(who) {
            return Refused;
        }
        life.decline(who);
        let challenger = life.terms.challenger;
        self.block(who, challenger)
    }

    /// Somebody goes on vacation for so many days, or comes back.
    fn vacation(&mut self, who: Who, days: Option<i64>) -> Verdict {
        let last = &mut self.vacations[who as usize];
        let running = last.filter(|vacation| vacation.age < vacation.length);
        let taken = |last: Vacation| last.before + (last.length + DAY - 1) / DAY;
        match (running, days) {
            (None, None) => return Refused,
            (Some(running), None) => {
                *last = Some(Vacation {
                    length: running.age,
                    ..running
                });
            }
            (Some(running), Some(days)) => {
                *last = Some(Vacation {
                    length: running.age + days * DAY,
                    ..running
                });
            }
            (None, Some(days)) => {
                *last = Some(Vacation {
                    length: days * DAY,
                    age: 0,
                    before: last.map_or(0, taken),
                });
                for life in &mut self.all {
                    let side = life.runs().filter(|side| life.seats[*side] == who);
                    life.is_late |= side.is_some_and(|side: Color| life.left[side] <= 0);
                }
            }
        }
        Changes
    }
}
