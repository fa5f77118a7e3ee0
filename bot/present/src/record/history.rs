//! The moves of a match, in short notation or in full.

use rules::{Color, Game, GameInput, Next, Turn};

use super::turn::last_turn;
use crate::{fit::fit_last, played};
use service::{Match, Seen};
use text::{Language, Text, arg};

/// The moves of a match.
pub(crate) struct History {
    /// The players and the variant.
    head: String,
    /// The moves.
    lines: Vec<String>,
    /// The result.
    end: Option<String>,
    language: Language,
}

impl History {
    /// Returns the moves as the reader may know them, a line for each pair.
    pub(crate) fn of(seen: &Seen, language: Language) -> History {
        let game_match = &seen.game_match;
        if game_match.seats().is_none() {
            return History {
                head: language.localize(&text::history_not_accepted(game_match.id)),
                lines: Vec::new(),
                end: None,
                language,
            };
        }
        history(seen, language, |steps| in_short(steps, language))
    }

    /// Returns all events of a played match as the reader may know them, a line for each turn.
    pub(crate) fn in_full(seen: &Seen, language: Language) -> History {
        let names = seen.game_match.names();
        let variant = seen.game_match.setup.variant();
        let line = |step: &HistoryStep| match step {
            HistoryStep::Turn(turn, _) => {
                language.localize(&last_turn(variant, turn, &names, language))
            }
            HistoryStep::TakenBack(turns) => taken_back(*turns, language),
        };
        history(seen, language, |steps| steps.iter().map(line).collect())
    }

    /// Returns all lines.
    pub(crate) fn all_lines(&self) -> String {
        let lines = [&self.head].into_iter().chain(&self.lines).chain(&self.end);
        lines.map(String::as_str).collect::<Vec<_>>().join("\n")
    }

    /// Returns the last moves, if all are too many for a message.
    pub(crate) fn last(&self) -> Option<String> {
        let end = self.end.as_deref().unwrap_or_default();
        fit_last(&self.head, &self.lines, end, self.language)
    }
}

/// A step of a match.
pub(crate) enum HistoryStep {
    /// A turn in its final state, and the number of inputs then.
    Turn(Turn, usize),
    /// A takeback, with the number of finished turns after it.
    TakenBack(u32),
}

impl HistoryStep {
    /// Returns the number of turns that were finished when it began.
    pub(crate) fn index(&self) -> u32 {
        match self {
            HistoryStep::Turn(turn, _) => {
                2 * (turn.number - 1) + u32::from(turn.color == Color::Black)
            }
            HistoryStep::TakenBack(turns) => *turns,
        }
    }
}

fn history(
    seen: &Seen,
    language: Language,
    tell: impl FnOnce(&[HistoryStep]) -> Vec<String>,
) -> History {
    let game_match = &seen.game_match;
    let head = text::history_head(
        arg::id(game_match.id),
        arg::players(players(game_match)),
        arg::variant(played(&game_match.setup)),
    );
    let mut lines = tell(&steps(seen));
    if lines.is_empty() {
        lines.push(language.localize(&text::history_no_moves()));
    }
    let game = seen.record.replay().ok();
    let game = game.filter(|game| matches!(game.next(), Next::Over(_)));
    let end = game.map(|game| {
        let status = text::status(game.public_view().as_view(), &game_match.names());
        language.localize(&text::sentence(status))
    });
    History {
        head: language.localize(&head),
        lines,
        end,
        language,
    }
}

/// Returns the players, such as `Ann (White) – Bob (Black)`.
pub(crate) fn players(game_match: &Match) -> Text {
    let names = game_match.names();
    let player = |color| text::player(arg::color(color), arg::name(&names[color]));
    text::players(
        arg::black(player(Color::Black)),
        arg::white(player(Color::White)),
    )
}

/// Returns the turns in short notation, a line for each pair, and one for each takeback.
pub(crate) fn in_short(steps: &[HistoryStep], language: Language) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut last: Option<&Turn> = None;
    for step in steps {
        let turn = match step {
            HistoryStep::Turn(turn, _) => turn,
            HistoryStep::TakenBack(turns) => {
                lines.push(taken_back(*turns, language));
                last = None;
                continue;
            }
        };
        let moves = language.moves(&turn.caption);
        match (lines.last_mut(), last) {
            (Some(line), Some(last)) if last.number == turn.number => {
                line.push(' ');
                line.push_str(&moves);
            }
            _ => {
                let gap = if turn.color == Color::Black {
                    " …"
                } else {
                    ""
                };
                lines.push(format!("{}.{gap} {moves}", turn.number));
            }
        }
        last = Some(turn);
    }
    lines
}

/// The number of lines of short notation below a board.
const RECENT: usize = 4;

/// Returns the last moves, in short notation, or `None` before there are two.
pub fn recent_moves(seen: &Seen, language: Language) -> Option<String> {
    let steps = steps(seen);
    if steps.len() < 2 {
        return None;
    }
    let lines = in_short(&steps, language);
    let recent = &lines[lines.len().saturating_sub(RECENT)..];
    Some(recent.join("  "))
}

/// Reports that a match continued from a position with this number of finished turns.
fn taken_back(turns: u32, language: Language) -> String {
    let number = turns / 2 + 1;
    let dots = if turns.is_multiple_of(2) { "." } else { "…" };
    language.localize(&text::history_taken_back(format!("{number}{dots}")))
}

/// Replays a record: returns each turn once, in its final state, and each takeback.
pub(crate) fn steps(seen: &Seen) -> Vec<HistoryStep> {
    let mut game = Game::new(&seen.record.setup);
    let mut steps: Vec<HistoryStep> = Vec::new();
    for input in &seen.record.inputs {
        // A conclusion is no turn, and after it everything is public.
        if game.apply(*input).is_err() || matches!(input, GameInput::Conclusion(_)) {
            break;
        }
        if let Next::Chance(_) = game.next() {
            continue;
        }
        if let GameInput::Takeback(_) = input {
            steps.push(HistoryStep::TakenBack(game.turns()));
            continue;
        }
        let Some(turn) = seen.lens.view(&game).turn else {
            continue;
        };
        // A turn may have several decisions, and each of its states includes the earlier ones.
        let is_same = |last: &mut HistoryStep| match last {
            HistoryStep::Turn(last, _) => (last.number, last.color) == (turn.number, turn.color),
            HistoryStep::TakenBack(_) => false,
        };
        steps.pop_if(is_same);
        steps.push(HistoryStep::Turn(turn, game.n_inputs()));
    }
    steps
}
