//! One game: the referee keeps its truth and its clocks, and tells each program what that may know.

use engine::SeededWords;
use rules::{Action, ByColor, Color, Conclusion, Game, GameInput, Next, Outcome, Record};

use super::{
    adjudication::{Adjudication, ScoreCounts},
    fault::Fault,
    opening::{Opening, roll},
    program::{Answer, Program},
    time_control::{GameClocks, TimeControl},
};
use crate::cli::uci::{read_action, repeated, written};
use text::Language;

/// The limits of a game.
#[derive(Clone, Copy)]
pub(super) struct GameLimits {
    pub(super) time: TimeControl,
    /// The number of turns after which the game is a draw.
    pub(super) max_turns: u32,
    pub(super) adjudication: Adjudication,
}

/// A finished game.
pub(super) struct FinishedGame {
    /// The setup and the inputs, without headers.
    pub(super) record: Record,
    pub(super) outcome: Outcome,
    /// The reason of the outcome, for people.
    pub(super) reason: String,
    pub(super) n_turns: u32,
    /// The side that lost by a fault of its program, and the fault.
    pub(super) forfeit: Option<Forfeit>,
    /// The side whose program failed, in the game or after it.
    pub(super) failed: Option<Color>,
}

/// A fault of the program of a side.
#[derive(Clone)]
pub(super) struct Forfeit {
    pub(super) seat: Color,
    pub(super) fault: Fault,
}

/// Plays a game between two programs. A fault of a program loses the game for it.
pub(super) async fn play(
    opening: &Opening,
    limits: GameLimits,
    programs: ByColor<&mut Program>,
) -> FinishedGame {
    let game = Game::new(&opening.setup);
    let mut referee = Referee {
        programs,
        start: ByColor::from_fn(|seat| start(opening, &game, seat)),
        clocks: GameClocks::new(limits.time),
        last_turn: game.turns() + limits.max_turns,
        first_turn: game.turns(),
        game,
        record: Record::new(opening.setup.clone()),
        scores: ScoreCounts::new(limits.adjudication),
        dice: SeededWords::new(opening.dice),
    };
    let played = referee.play(&opening.inputs).await;
    referee.finish(played)
}

/// Returns the start as a program of this side is told it.
fn start(opening: &Opening, game: &Game, seat: Color) -> String {
    if opening.setup.position().is_none() {
        "startpos".to_owned()
    } else {
        format!("fen {}", game.seat_view(seat).as_view().position)
    }
}

struct Referee<'a> {
    programs: ByColor<&'a mut Program>,
    /// The start, as the program of each side is told it.
    start: ByColor<String>,
    clocks: GameClocks,
    first_turn: u32,
    last_turn: u32,
    game: Game,
    record: Record,
    scores: ScoreCounts,
    dice: SeededWords,
}

impl Referee<'_> {
    /// Plays up to the outcome on the board, or up to a fault.
    async fn play(&mut self, opening: &[GameInput]) -> Result<Outcome, Forfeit> {
        for seat in Color::ALL {
            self.begin(seat).await?;
        }
        for &input in opening {
            self.enter(input).await?;
        }
        loop {
            let input = match self.game.next() {
                Next::Over(outcome) => return Ok(outcome),
                Next::Chance(chance) => GameInput::Outcome(roll(&chance, &mut self.dice)),
                Next::Decision(seat) => match self.conclusion() {
                    Some(conclusion) => GameInput::Conclusion(conclusion),
                    None => GameInput::Action(self.ask(seat).await?),
                },
            };
            self.enter(input).await?;
        }
    }

    /// Returns the end of the game by the number of its turns or by the scores.
    fn conclusion(&self) -> Option<Conclusion> {
        let is_at_end = self.game.turns() >= self.last_turn;
        let limit = is_at_end.then_some(Conclusion::TurnLimit);
        self.scores.conclusion().or(limit)
    }

    /// Prepares the program of a side. In a game with secrets it learns the start, and then every view.
    async fn begin(&mut self, seat: Color) -> Result<(), Forfeit> {
        let begun = self.programs[seat].begin_game().await;
        begun.map_err(|fault| Forfeit { seat, fault })?;
        if self.has_secrets() {
            let line = format!("position {} seat {}", self.start[seat], seat.name());
            self.tell(seat, &line).await?;
        }
        Ok(())
    }

    fn has_secrets(&self) -> bool {
        self.game.variant().has_secrets()
    }

    async fn tell(&mut self, seat: Color, line: &str) -> Result<(), Forfeit> {
        let told = self.programs[seat].tell(line).await;
        told.map_err(|fault| Forfeit { seat, fault })
    }

    /// Asks the program of a side for a move, and checks it.
    async fn ask(&mut self, seat: Color) -> Result<Action, Forfeit> {
        let mut lines = self.clocks.go();
        if !self.has_secrets() {
            lines = format!("{}\n{lines}", self.position(seat));
        }
        let deadline = self.clocks.deadline(seat);
        let answer = self.programs[seat].ask(&lines, deadline).await;
        let Answer { word, score, time } = answer.map_err(|fault| Forfeit { seat, fault })?;
        self.clocks.spend(seat, time);
        self.scores.note(seat, score);
        match read_action(&word) {
            Ok(action) if self.game.why_not(action).is_none() => Ok(action),
            _ => Err(Forfeit {
                seat,
                fault: Fault::Illegal(repeated(&word)),
            }),
        }
    }

    /// Returns the command that tells the whole game, for variants without secrets.
    fn position(&self, seat: Color) -> String {
        let mut line = format!("position {} moves", self.start[seat]);
        for input in &self.record.inputs {
            line.push(' ');
            line.push_str(&self.written(*input));
        }
        line
    }

    fn written(&self, input: GameInput) -> String {
        match input {
            GameInput::Action(action) => written(action, self.game.variant()),
            _ => input.to_string(),
        }
    }

    /// Plays an input, and tells the programs their views if there are secrets.
    async fn enter(&mut self, input: GameInput) -> Result<(), Forfeit> {
        let decider = self.game.next();
        self.game
            .apply(input)
            .expect("the referee has checked the input");
        self.record.inputs.push(input);
        if !self.has_secrets() || matches!(input, GameInput::Conclusion(_)) {
            return Ok(());
        }
        for seat in Color::ALL {
            let own = if decider == Next::Decision(seat) {
                format!("own {} ", self.written(input))
            } else {
                String::new()
            };
            let view = self.game.seat_view(seat).as_view().to_text();
            self.tell(seat, &format!("view {own}{view}")).await?;
        }
        Ok(())
    }

    fn finish(mut self, played: Result<Outcome, Forfeit>) -> FinishedGame {
        let failed = played.as_ref().err().map(|forfeit| forfeit.seat);
        let (outcome, reason, forfeit) = match (played, self.game.next()) {
            (Ok(outcome), _) => (outcome, self.reason(outcome), None),
            // The programs are told the last view after the game.
            (Err(_), Next::Over(outcome)) => (outcome, self.reason(outcome), None),
            (Err(forfeit), _) => {
                let Forfeit { seat, fault } = &forfeit;
                let conclusion = fault.conclusion(*seat);
                self.record.inputs.push(GameInput::Conclusion(conclusion));
                (
                    conclusion.outcome(),
                    format!("{seat} {fault}"),
                    Some(forfeit),
                )
            }
        };
        FinishedGame {
            record: self.record,
            outcome,
            reason,
            n_turns: self.game.turns() - self.first_turn,
            forfeit,
            failed,
        }
    }

    /// Returns the reason of an outcome that no fault brought.
    fn reason(&self, outcome: Outcome) -> String {
        let is_adjudicated = matches!(
            self.record.inputs.last(),
            Some(GameInput::Conclusion(conclusion)) if *conclusion != Conclusion::TurnLimit
        );
        if is_adjudicated {
            "adjudicated by the scores of both programs".to_owned()
        } else {
            Language::ENGLISH.localize(&text::outcome(outcome))
        }
    }
}
