//! A linearizability check: tells whether all answers to the players of a match can be true.
//!
//! A match has one history: it was accepted, then each move was made. The last record that a player received contains the
//! complete history. The witness knows only the requests, the replies, and their times. It looks for an order of them in which
//! each reply is true. In that order, a request never precedes a reply that was received before the request was sent.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use rules::{Action, Color, Game, Next};

/// A request of a player. Black is the challenged player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlayerRequest {
    /// To accept the challenge.
    Accept,
    /// To make this move.
    Play(Action),
    /// To read the record.
    Read,
}

/// A reply to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// The request was carried out.
    Done,
    /// The request is impossible in the current state.
    Refused,
    /// The request had no effect, for a reason other than the state of the match.
    Nothing,
    /// The moves so far.
    Record(Vec<Action>),
    /// The result is unknown: the reply says so, or there was none. The request may take effect later, too.
    Unknown,
}

/// A request and its reply, each with its position among all requests and replies of the run.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    pub(crate) seat: Color,
    pub(crate) request: PlayerRequest,
    pub(crate) reply: Reply,
    pub(crate) asked: u64,
    pub(crate) answered: u64,
}

/// The number of orders that the witness examines before it gives up.
const MOST_WAYS: usize = 1_000_000;

/// Looks for an order in which all replies are true.
///
/// # Errors
///
/// Returns the reason why there is none.
pub(crate) fn check(start: Game, exchanges: &[Exchange]) -> Result<(), String> {
    let mut exchanges: Vec<&Exchange> = exchanges.iter().collect();
    exchanges.retain(|exchange| exchange.reply != Reply::Nothing);
    exchanges.sort_by_key(|exchange| exchange.asked);
    let history = MatchHistory::of_last_record(start, &exchanges)?;
    let mut search = Search {
        history: &history,
        exchanges: &exchanges,
        is_placed: vec![false; exchanges.len()],
        seen: HashSet::new(),
        farthest: 0,
    };
    if search.goes_on_from(0) {
        Ok(())
    } else {
        Err(search.complaint())
    }
}

/// The history of a match.
struct MatchHistory {
    moves: Vec<Action>,
    /// The game before each move, and after the last.
    games: Vec<Game>,
}

impl MatchHistory {
    /// Returns the history that the last of all records contains.
    fn of_last_record(start: Game, exchanges: &[&Exchange]) -> Result<MatchHistory, String> {
        let records = exchanges
            .iter()
            .filter_map(|exchange| match &exchange.reply {
                Reply::Record(moves) => Some((exchange.asked, moves)),
                _ => None,
            });
        let last = records.max_by_key(|(at, _)| *at);
        let (_, moves) = last.ok_or("nobody has read the record")?;
        let mut games = vec![start];
        for action in moves {
            let mut game = games[games.len() - 1].clone();
            game.act(*action)
                .map_err(|_| format!("{action} stands in the record and is illegal"))?;
            games.push(game);
        }
        Ok(MatchHistory {
            moves: moves.clone(),
            games,
        })
    }

    /// Returns the number of stages: challenged, accepted, and each move.
    fn n_stages(&self) -> usize {
        self.moves.len() + 2
    }

    /// Returns the game at a stage, if it has begun.
    fn game(&self, stage: usize) -> Option<&Game> {
        self.games.get(stage.checked_sub(1)?)
    }

    /// Tells whether a request leads from a stage to the next.
    fn leads_on(&self, stage: usize, exchange: &Exchange) -> bool {
        match (&exchange.request, stage.checked_sub(1)) {
            (PlayerRequest::Accept, None) => exchange.seat == Color::Black,
            (PlayerRequest::Play(action), Some(n_made)) => {
                self.moves.get(n_made) == Some(action)
                    && mover(&self.games[n_made]) == Some(exchange.seat)
            }
            _ => false,
        }
    }

    /// Tells whether a request may have been refused at a stage.
    fn refuses(&self, stage: usize, exchange: &Exchange) -> bool {
        match (&exchange.request, self.game(stage)) {
            (PlayerRequest::Accept, game) => game.is_some() || exchange.seat == Color::White,
            (PlayerRequest::Play(action), Some(game)) => !may_play(game, exchange.seat, *action),
            (PlayerRequest::Play(_) | PlayerRequest::Read, None) => true,
            (PlayerRequest::Read, Some(_)) => false,
        }
    }

    /// Returns the stage after a request with its reply at this stage, or `None` if the reply would be false.
    fn after(&self, stage: usize, exchange: &Exchange) -> Option<usize> {
        match &exchange.reply {
            Reply::Done | Reply::Unknown => self.leads_on(stage, exchange).then_some(stage + 1),
            Reply::Refused => self.refuses(stage, exchange).then_some(stage),
            Reply::Record(moves) => {
                let is_so_far = stage.checked_sub(1) == Some(moves.len());
                (is_so_far && self.moves.starts_with(moves)).then_some(stage)
            }
            Reply::Nothing => None,
        }
    }
}

/// Returns the side to move.
fn mover(game: &Game) -> Option<Color> {
    match game.next() {
        Next::Decision(color) => Some(color),
        _ => None,
    }
}

fn may_play(game: &Game, seat: Color, action: Action) -> bool {
    mover(game) == Some(seat) && game.clone().act(action).is_ok()
}

/// The search for an order.
struct Search<'a> {
    history: &'a MatchHistory,
    /// The requests, in the order in which they were sent.
    exchanges: &'a [&'a Exchange],
    is_placed: Vec<bool>,
    /// The sets of placed requests from which the search has failed. A set determines its stage: the number of moves made follows
    /// from the placed requests.
    seen: HashSet<Vec<bool>>,
    farthest: usize,
}

impl Search<'_> {
    /// Tells whether all remaining requests can be placed from a stage on.
    fn goes_on_from(&mut self, stage: usize) -> bool {
        self.farthest = self.farthest.max(stage);
        if stage + 1 == self.history.n_stages() && self.only_unknown_is_left() {
            return true;
        }
        if self.seen.len() > MOST_WAYS || !self.seen.insert(self.is_placed.clone()) {
            return false;
        }
        for n in self.next() {
            if let Some(next) = self.history.after(stage, self.exchanges[n]) {
                self.is_placed[n] = true;
                if self.goes_on_from(next) {
                    return true;
                }
                self.is_placed[n] = false;
            }
        }
        false
    }

    fn left(&self) -> impl Iterator<Item = usize> {
        (0..self.exchanges.len()).filter(|n| !self.is_placed[*n])
    }

    fn is_unknown(&self, n: usize) -> bool {
        self.exchanges[n].reply == Reply::Unknown
    }

    fn only_unknown_is_left(&self) -> bool {
        self.left().all(|n| self.is_unknown(n))
    }

    /// Returns the candidates for the next position: each request sent before the first reply among the remaining ones. Unknown
    /// results come last.
    fn next(&self) -> Vec<usize> {
        let known = self.left().filter(|n| !self.is_unknown(*n));
        let end = known.map(|n| self.exchanges[n].answered).min();
        let end = end.unwrap_or(u64::MAX);
        let mut next: Vec<_> = self
            .left()
            .filter(|n| self.exchanges[*n].asked < end)
            .collect();
        next.sort_by_key(|n| self.is_unknown(*n));
        next
    }

    fn complaint(&self) -> String {
        let why = if self.seen.len() > MOST_WAYS {
            "too much is unknown"
        } else {
            "no order makes all answers true"
        };
        let lines = self.exchanges.iter().map(|exchange| description(exchange));
        let lines: Vec<_> = lines.collect();
        format!(
            "{why}; of {} stages {} were reached:\n{}",
            self.history.n_stages() - 1,
            self.farthest,
            lines.join("\n")
        )
    }
}

/// Returns a line that describes a request for a report.
fn description(exchange: &Exchange) -> String {
    let request = match &exchange.request {
        PlayerRequest::Accept => "accepts".to_owned(),
        PlayerRequest::Play(action) => format!("plays {action}"),
        PlayerRequest::Read => "reads".to_owned(),
    };
    let reply = match &exchange.reply {
        Reply::Record(moves) => {
            let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
            format!("record: {}", moves.join(" "))
        }
        other => format!("{other:?}"),
    };
    format!(
        "{:>8}-{:<8} {} {request}: {reply}",
        exchange.asked,
        exchange.answered,
        if exchange.seat == Color::White {
            "White"
        } else {
            "Black"
        }
    )
}
