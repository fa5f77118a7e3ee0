//! The time that programs get for their moves.

use std::{str::FromStr, time::Duration};

use rules::{ByColor, Color};

/// The delay of an answer that is not the program's fault: of the pipe and of a busy machine.
const MARGIN: Duration = Duration::from_millis(200);
/// The time for a move that is limited in nodes only.
const NODES_DEADLINE: Duration = Duration::from_secs(60);
/// The longest time on a clock, in seconds.
const LONGEST: f64 = 86_400.0;

/// The limit of thinking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TimeControl {
    /// A clock for the game.
    Clock(ClockTime),
    /// A time for each move.
    MoveTime(Duration),
    /// A number of nodes for each move.
    Nodes(u64),
}

/// The time on a clock at the start, and the time that each move adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClockTime {
    base: Duration,
    increment: Duration,
}

impl ClockTime {
    /// The usual clock: ten seconds and a tenth for each move.
    pub(super) const USUAL: ClockTime = ClockTime {
        base: Duration::from_secs(10),
        increment: Duration::from_millis(100),
    };
}

/// The text is no time on a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a time is written as seconds and an increment, such as 10+0.1; at most a day")]
pub(super) struct ParseClockTimeError;

impl FromStr for ClockTime {
    type Err = ParseClockTimeError;

    /// Reads seconds, and an increment after a plus sign: `10+0.1` or `10`.
    fn from_str(text: &str) -> Result<ClockTime, ParseClockTimeError> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let base = seconds(base).filter(|base| !base.is_zero());
        Ok(ClockTime {
            base: base.ok_or(ParseClockTimeError)?,
            increment: seconds(increment).ok_or(ParseClockTimeError)?,
        })
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    let is_possible = (0.0..=LONGEST).contains(&seconds);
    is_possible.then(|| Duration::from_secs_f64(seconds))
}

/// The clocks of a game.
pub(super) struct GameClocks {
    control: TimeControl,
    /// The time after which a side loses: the time on its clock, and what it has not used of the margin.
    left: ByColor<Duration>,
}

impl GameClocks {
    /// Sets the clocks for a new game.
    pub(super) fn new(control: TimeControl) -> GameClocks {
        let base = match control {
            TimeControl::Clock(ClockTime { base, .. }) => base,
            TimeControl::MoveTime(_) | TimeControl::Nodes(_) => Duration::ZERO,
        };
        GameClocks {
            control,
            left: ByColor::from_fn(|_| base + MARGIN),
        }
    }

    /// Returns the command that asks for a move.
    pub(super) fn go(&self) -> String {
        match self.control {
            TimeControl::Clock(ClockTime { increment, .. }) => {
                // Some programs take 0 for no limit.
                let [white, black] = Color::ALL
                    .map(|seat| self.left[seat].saturating_sub(MARGIN).as_millis().max(1));
                let increment = increment.as_millis();
                format!("go wtime {white} btime {black} winc {increment} binc {increment}")
            }
            TimeControl::MoveTime(time) => format!("go movetime {}", time.as_millis()),
            TimeControl::Nodes(n_nodes) => format!("go nodes {n_nodes}"),
        }
    }

    /// Returns the time after which the side to move has lost.
    pub(super) fn deadline(&self, seat: Color) -> Duration {
        match self.control {
            TimeControl::Clock(_) => self.left[seat],
            TimeControl::MoveTime(time) => time + MARGIN,
            TimeControl::Nodes(_) => NODES_DEADLINE,
        }
    }

    /// Takes the time of a move from a clock, and adds its increment.
    pub(super) fn spend(&mut self, seat: Color, time: Duration) {
        if let TimeControl::Clock(ClockTime { increment, .. }) = self.control {
            self.left[seat] = self.left[seat].saturating_sub(time) + increment;
        }
    }
}

#[cfg(test)]
mod tests;
