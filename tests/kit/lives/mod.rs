//! A model of the lives of matches, as plain as possible. It has no rows or deliveries, and its time is a sum that
//! decreases while the bot works. Tests run a bot beside it.

mod life;
mod steps;

use rules::Color;

pub use self::{
    life::{Answer, Claim, Life, Phase, Terms, Verdict},
    steps::{PersonStep, Step, StepActor, StepInput, steps},
};
use Verdict::{Changes, Refused};

/// One second, in milliseconds.
const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// A person of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelPerson {
    /// The first person.
    Ann,
    /// The second person.
    Bob,
    /// The third person.
    Eve,
}

impl ModelPerson {
    /// All persons.
    pub const ALL: [ModelPerson; 3] = [ModelPerson::Ann, ModelPerson::Bob, ModelPerson::Eve];
}

/// An offer that one player can make to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Offer {
    /// A draw.
    Draw,
    /// A takeback of the last turn of the player who offers it.
    Takeback,
    /// A pause, in which no player moves.
    Pause,
}

impl Offer {
    /// All offers.
    pub const ALL: [Offer; 3] = [Offer::Draw, Offer::Takeback, Offer::Pause];

    /// Returns the command of the offer, without slash: `draw`.
    pub const fn name(self) -> &'static str {
        match self {
            Offer::Draw => "draw",
            Offer::Takeback => "takeback",
            Offer::Pause => "pause",
        }
    }
}

/// The time of the players, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// The text form: `20m+5m`.
    pub name: &'static str,
    /// The time of each player at first; `None` if there is no limit.
    at_first: Option<i64>,
    /// The time that a turn adds.
    increment: i64,
    /// True if each turn has the full time.
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

    /// The shortest time allowed.
    pub const SHORTEST: Time = Time::per_turn("10m", 10 * MINUTE);

    /// A time in which vacations count.
    pub const LONG: Time = Time::per_turn("1d", DAY);

    /// Times of all kinds.
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

/// The last vacation of a person, in milliseconds.
#[derive(Clone, Copy)]
struct Vacation {
    /// The length from its beginning to its end.
    length: i64,
    /// The time since its beginning.
    age: i64,
    /// The number of days of earlier vacations.
    before: i64,
}

/// The greatest number of vacation days a year for a person.
const MOST_DAYS: i64 = 21;

impl Vacation {
    /// Returns how much of the next span falls into the vacation.
    fn counts(self, span: i64) -> i64 {
        let most = (MOST_DAYS - self.before).max(0) * DAY;
        (self.length.min(most) - self.age).clamp(0, span)
    }
}

/// The limits of the bot.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// The limit of open matches of one person; at most three, so that no person has more with one opponent.
    pub matches: usize,
    /// The time that a challenge waits, in milliseconds.
    pub patience: i64,
}

/// All matches, and the choices of their players. It all happens within a year.
pub struct Lives {
    /// The matches, in the order in which they were opened.
    pub all: Vec<Life>,
    bounds: Bounds,
    vacations: [Option<Vacation>; ModelPerson::ALL.len()],
    /// The blocks: the first person takes no challenges from the second.
    blocks: Vec<(ModelPerson, ModelPerson)>,
}

impl Lives {
    /// Returns lives without any matches.
    pub fn new(bounds: Bounds) -> Lives {
        Lives {
            all: Vec::new(),
            bounds,
            vacations: [None; ModelPerson::ALL.len()],
            blocks: Vec::new(),
        }
    }

    /// Lets the bot work for a time span.
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

    /// Lets the bot check what is due.
    pub fn tick(&mut self) {
        self.all.iter_mut().for_each(Life::tick);
    }

    /// Returns how much of the next span a person is on vacation.
    fn away(&self, who: ModelPerson, span: i64) -> i64 {
        self.vacations[who as usize].map_or(0, |vacation| vacation.counts(span))
    }

    /// Returns how long a vacation still stops the running time of a match, in milliseconds.
    pub fn stands_still(&self, life: &Life) -> i64 {
        let counts = life.is_long() && !life.is_late && life.runs().is_some();
        if counts {
            self.away(life.mover(), i64::MAX)
        } else {
            0
        }
    }

    fn has_room(&self, who: ModelPerson) -> bool {
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

    fn accept(&mut self, n: usize, who: ModelPerson) -> Verdict {
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

    /// Asks for a rematch: the same opponent, with colors swapped.
    fn rematch(&mut self, n: usize, who: ModelPerson) -> Verdict {
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

    fn block(&mut self, who: ModelPerson, whom: ModelPerson) -> Verdict {
        if who == whom {
            return Refused;
        }
        self.blocks.push((who, whom));
        Changes
    }

    fn unblock(&mut self, who: ModelPerson, whom: ModelPerson) -> Verdict {
        let n_before = self.blocks.len();
        self.blocks.retain(|block| *block != (who, whom));
        if self.blocks.len() < n_before {
            Changes
        } else {
            Refused
        }
    }

    /// Declines a challenge and blocks its challenger.
    fn block_challenger(&mut self, n: usize, who: ModelPerson) -> Verdict {
        let life = &mut self.all[n];
        if life.terms.challenged != Some(who) {
            return Refused;
        }
        life.decline(who);
        let challenger = life.terms.challenger;
        self.block(who, challenger)
    }

    /// Starts a vacation of so many days, or ends it.
    fn vacation(&mut self, who: ModelPerson, days: Option<i64>) -> Verdict {
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
