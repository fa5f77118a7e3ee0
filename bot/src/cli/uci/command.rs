//! Parses a line of UCI.

use std::time::{Duration, Instant};

use engine::Budget;
use rules::{ByColor, Color};

/// The longest quote of a word that makes no sense, in characters.
const MOST_REPEATED: usize = 40;
/// The largest number of moves of a position.
pub(super) const MOST_MOVES: usize = 4_000;
/// The number of moves that a clock has to last for by default.
const USUAL_MOVES: u32 = 30;
/// The part of a clock to reserve for the transmission of the answer.
const MARGIN: Duration = Duration::from_millis(30);
/// The longest time that a command can name.
const LONGEST_MS: i64 = 7 * 24 * 3600 * 1000;

/// A line.
pub(super) enum UciCommand<'a> {
    /// An empty line, or a command without effect here.
    Nothing,
    /// A request for the name and options of the engine.
    Uci,
    /// A request for a sign that the engine listens.
    IsReady,
    /// The start of another game.
    NewGame,
    /// An option.
    SetOption {
        /// Its name, in any case.
        name: &'a str,
        /// Its value.
        value: &'a str,
    },
    /// The position to search, or the reason that it cannot be read.
    Position(Result<PositionWords<'a>, String>),
    /// The view of the seat after one more input.
    View {
        /// The move, if the seat made it itself.
        own: Option<&'a str>,
        /// The text of the view.
        text: &'a str,
    },
    /// The start of a search.
    Go {
        /// The limits of the search.
        limits: GoLimits,
        /// The errors in the limits.
        wrong: Vec<String>,
    },
    /// A request to answer now.
    Stop,
    /// The end of the session.
    Quit,
}

/// A position as it is written.
pub(super) struct PositionWords<'a> {
    /// Its text; none for the usual start.
    pub(super) text: Option<String>,
    /// The seat, if the position and the moves are only its knowledge.
    pub(super) seat: Option<Color>,
    /// The inputs since then.
    pub(super) moves: Vec<&'a str>,
}

/// The limits of a search.
#[derive(Clone, Copy, Default)]
pub(super) struct GoLimits {
    pub(super) n_nodes: Option<u64>,
    pub(super) depth: Option<u32>,
    move_time: Option<Duration>,
    time: ByColor<Option<Duration>>,
    increment: ByColor<Duration>,
    moves_to_go: Option<u32>,
    is_infinite: bool,
}

/// The end of a search.
pub(super) struct Clocks {
    /// The time at which the answer is due.
    pub(super) deadline: Option<Instant>,
    /// The planned time of the search. It may use more if the best move changes, up to the deadline.
    pub(super) planned: Option<Duration>,
    /// True if the answer is kept until the engine is stopped.
    pub(super) waits: bool,
}

/// Parses a line. The error describes its mistakes.
pub(super) fn read(line: &str) -> Result<UciCommand<'_>, String> {
    // Some editors begin a file with a byte-order mark, and some shells a pipe.
    let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match name {
        "" | "debug" | "register" => Ok(UciCommand::Nothing),
        "uci" => Ok(UciCommand::Uci),
        "isready" => Ok(UciCommand::IsReady),
        "ucinewgame" => Ok(UciCommand::NewGame),
        "setoption" => read_option(rest),
        "position" => Ok(UciCommand::Position(read_position(rest))),
        "view" => Ok(read_view(rest)),
        "go" => Ok(read_go(rest)),
        "stop" => Ok(UciCommand::Stop),
        "quit" => Ok(UciCommand::Quit),
        _ => Err(format!("there is no command {}", repeated(name))),
    }
}

/// Quotes the beginning of a text, escaped.
pub(in crate::cli) fn repeated(text: &str) -> String {
    let start: String = text.chars().take(MOST_REPEATED).collect();
    let more = if start.len() < text.len() { "..." } else { "" };
    format!("{start:?}{more}")
}

fn read_option(text: &str) -> Result<UciCommand<'_>, String> {
    let wrong = || "an option is set by: setoption name NAME value VALUE".to_string();
    let text = text.trim().strip_prefix("name ").ok_or_else(wrong)?;
    let (name, value) = text.split_once(" value ").ok_or_else(wrong)?;
    Ok(UciCommand::SetOption {
        name: name.trim(),
        value: value.trim(),
    })
}

fn read_position(text: &str) -> Result<PositionWords<'_>, String> {
    let mut words = text.split_ascii_whitespace().peekable();
    let text = match words.next() {
        Some("startpos") => None,
        Some("fen") => {
            let mut text: Vec<&str> = Vec::new();
            while let Some(word) = words.next_if(|word| !matches!(*word, "seat" | "moves")) {
                text.push(word);
            }
            Some(text.join(" "))
        }
        _ => return Err("a position begins with startpos or fen".to_string()),
    };
    let seat = match words.next_if_eq(&"seat") {
        Some(_) => Some(read_seat(words.next())?),
        None => None,
    };
    let moves = match words.next() {
        None => Vec::new(),
        Some("moves") => words.take(MOST_MOVES + 1).collect(),
        Some(word) => {
            return Err(format!(
                "after a position come its moves, not {}",
                repeated(word)
            ));
        }
    };
    if moves.len() > MOST_MOVES {
        return Err(format!("there are more than {MOST_MOVES} moves"));
    }
    Ok(PositionWords { text, seat, moves })
}

fn read_seat(word: Option<&str>) -> Result<Color, String> {
    let mut seats = Color::ALL.into_iter();
    let seat = seats.find(|seat| word == Some(seat.name()));
    seat.ok_or_else(|| "a seat is white or black".to_string())
}

/// Parses `view TEXT` and `view own MOVE TEXT`.
fn read_view(text: &str) -> UciCommand<'_> {
    let text = text.trim_start();
    let Some(rest) = text.strip_prefix("own ").map(str::trim_start) else {
        return UciCommand::View { own: None, text };
    };
    let (own, text) = rest.split_once(' ').unwrap_or((rest, ""));
    UciCommand::View {
        own: Some(own),
        text: text.trim_start(),
    }
}

/// Parses `go`. A search always ends in an answer, so words without sense are skipped and reported.
fn read_go(text: &str) -> UciCommand<'_> {
    let mut limits = GoLimits::default();
    let mut wrong = Vec::new();
    let mut words = text.split_ascii_whitespace();
    let (mut has_limit, mut has_unknown) = (false, false);
    while let Some(word) = words.next() {
        if word == "infinite" {
            limits.is_infinite = true;
            continue;
        }
        let Some((_, set)) = LIMITS.iter().find(|(name, _)| *name == word) else {
            // One sentence about it is enough. The words after it may be known.
            if !has_unknown {
                wrong.push(format!("go knows no {}", repeated(word)));
            }
            has_unknown = true;
            continue;
        };
        let value = words.next().unwrap_or_default();
        match value.parse() {
            Ok(value) => {
                set(&mut limits, value);
                has_limit = true;
            }
            Err(_) => wrong.push(format!(
                "{word} is followed by a number, not by {}",
                repeated(value)
            )),
        }
    }
    if !wrong.is_empty() && !has_limit {
        // A typing error must not start an endless search.
        limits.n_nodes = Some(0);
    }
    UciCommand::Go { limits, wrong }
}

/// Sets a limit to a number.
type SetLimit = fn(&mut GoLimits, i64);

/// The limits by their names.
const LIMITS: [(&str, SetLimit); 8] = [
    ("nodes", |limits, n| {
        limits.n_nodes = Some(n.max(0).unsigned_abs())
    }),
    ("depth", |limits, n| limits.depth = Some(number(n))),
    ("movetime", |limits, ms| limits.move_time = Some(time(ms))),
    ("wtime", |limits, ms| limits.time.white = Some(time(ms))),
    ("btime", |limits, ms| limits.time.black = Some(time(ms))),
    ("winc", |limits, ms| limits.increment.white = time(ms)),
    ("binc", |limits, ms| limits.increment.black = time(ms)),
    ("movestogo", |limits, n| {
        limits.moves_to_go = Some(number(n))
    }),
];

fn time(ms: i64) -> Duration {
    Duration::from_millis(ms.clamp(0, LONGEST_MS).unsigned_abs())
}

fn number(n: i64) -> u32 {
    u32::try_from(n.max(0)).unwrap_or(u32::MAX)
}

impl GoLimits {
    /// Returns the end of a search that begins now for a side.
    pub(super) fn clocks(&self, seat: Color) -> Clocks {
        let by_clock = self.times(seat).filter(|_| !self.is_infinite);
        let (planned, longest) = by_clock.unzip();
        let move_time = self.move_time.filter(|_| !self.is_infinite);
        let time = move_time.into_iter().chain(longest).min();
        let is_bounded = time.is_some() || self.n_nodes.is_some() || self.depth.is_some();
        Clocks {
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            planned,
            waits: self.is_infinite || !is_bounded,
        }
    }

    /// Returns the planned and the longest time of a search, by the clock of a side.
    pub(super) fn times(&self, seat: Color) -> Option<(Duration, Duration)> {
        let left = self.time[seat]?;
        let n_moves = self
            .moves_to_go
            .unwrap_or(USUAL_MOVES)
            .clamp(1, USUAL_MOVES);
        let share = left / n_moves + self.increment[seat] * 3 / 4;
        let most = left.saturating_sub(MARGIN) / 2;
        let longest = share.mul_f64(Budget::MOST_SHARE);
        Some((share.min(most), longest.min(most)))
    }
}
