//! Puzzles for one solver or for a channel.

use engine::puzzle::Puzzle;
use render::Hints;
use rules::{Action, Color, Game, GameInput, SeatView, View};

use crate::{
    Presenter,
    buttons::{button, primary, with_buttons},
    played,
    recipe::{Plan, PuzzlePlan},
    rendering::{Render, text_answer},
};
use api::{Answer, Button, Drawing, Message, Picture, Private, Public};
use command::{Control, Pictures};
use handbook::nobody;
use service::{DailyPuzzle, PuzzleReply, PuzzleStep, puzzle, puzzle_captions, puzzle_verdict};
use text::{Language, Text, arg};

/// Returns the side to move in a puzzle, and its view.
fn start(puzzle: &Puzzle) -> Option<(Color, SeatView)> {
    let side = puzzle.side()?;
    Some((side, Game::new(&puzzle.setup).seat_view(side)))
}

/// Adds the board of a puzzle, in the form that its reader has chosen, from the side to move.
pub(crate) fn board(presenter: &Presenter<'_>, id: u32, message: &mut Message<Private>) {
    let Some((side, view)) = puzzle(id).and_then(start) else {
        return;
    };
    if presenter.settings.pictures == Pictures::Text {
        message.block = Some(letters(side, view.as_view(), presenter.language));
        return;
    }
    message.picture = Some(Picture::private(&view, |shown| {
        drawing(presenter, id, side, shown)
    }));
}

/// Renders the board of a puzzle in letters.
fn letters(side: Color, view: &View, language: Language) -> String {
    text::board(view, &nobody(), side, &Hints::default(), language)
}

/// Returns the picture of a puzzle in this view.
fn drawing(presenter: &Presenter<'_>, id: u32, side: Color, view: &View) -> Drawing {
    let plan = PuzzlePlan {
        id,
        style: presenter.style(side),
    };
    let alt = text::hinted_alt(view, &nobody(), &Hints::default(), presenter.language);
    let extent = plan.style.extent();
    let bytes = presenter.studio.file(|| plan.file(presenter.studio, view));
    let name = format!("puzzle-{id:08x}.png");
    Plan::Puzzle(plan).drawing(name, extent, &alt, bytes)
}

impl Render for PuzzleReply {
    /// Renders a puzzle, or the outcome of a try.
    fn render(&self, language: Language) -> Answer {
        let Some((puzzle, side)) = puzzle(self.id).and_then(|it| Some((it, it.side()?))) else {
            return text_answer(&text::refusal_no_puzzle(), language);
        };
        let solution = || line(puzzle, &puzzle.line, side);
        let (mut lines, button) = match &self.step {
            PuzzleStep::Shown => (question(puzzle, side), give_up(self.id, language)),
            PuzzleStep::Wrong(input) => (wrong(puzzle, side, *input), give_up(self.id, language)),
            PuzzleStep::Solved => {
                let right = text::puzzle_right(line(puzzle, &puzzle.line[..1], side));
                let on = (puzzle.n_turns > 1).then(|| text::puzzle_goes_on(solution()));
                let lines = [right].into_iter().chain(on).collect();
                (lines, another(puzzle, language))
            }
            PuzzleStep::GivenUp => {
                let lines = vec![text::puzzle_solution(solution())];
                (lines, another(puzzle, language))
            }
        };
        lines.extend(uncounted(self));
        lines.extend(standing(self));
        with_buttons(&Text::lines(lines), [button], language).into()
    }
}

fn give_up(id: u32, language: Language) -> Button {
    let control = Control::GiveUpPuzzle(id);
    button(control, text::button_give_up_puzzle(), language)
}

fn another(puzzle: &Puzzle, language: Language) -> Button {
    let control = Control::Puzzle(puzzle.setup.variant());
    primary(control, text::button_another_puzzle(), language)
}

/// Renders the task, and the way to answer it.
fn question(puzzle: &Puzzle, side: Color) -> Vec<Text> {
    let how = example(puzzle).map(|example| text::puzzle_how(example.to_string()));
    task(puzzle, side).into_iter().chain(how).collect()
}

/// Returns a move in coordinates that is illegal in a puzzle, so that it gives nothing away.
fn example(puzzle: &Puzzle) -> Option<Action> {
    let game = Game::new(&puzzle.setup);
    let mut moves = ["e2e4", "d2d4", "e7e5", "d7d5"].into_iter();
    moves.find_map(|text| {
        let action = text.parse().ok()?;
        game.why_not(action).map(|_| action)
    })
}

/// Renders the task.
pub(crate) fn task(puzzle: &Puzzle, side: Color) -> [Text; 2] {
    let head = text::puzzle_head(
        arg::grade(usize::from(puzzle.grade)),
        arg::variant(played(&puzzle.setup)),
    );
    let n_turns = puzzle.n_turns as usize;
    [
        head,
        text::puzzle_task(arg::side(side), arg::turns(n_turns)),
    ]
}

/// Explains why a move is not the solution.
fn wrong(puzzle: &'static Puzzle, side: Color, input: GameInput) -> Vec<Text> {
    let GameInput::Action(action) = input else {
        return Vec::new();
    };
    let verdict = puzzle_verdict(puzzle, side, action);
    vec![verdict, text::puzzle_try_again()]
}

/// Renders a sequence of moves in short notation.
pub(crate) fn line(puzzle: &Puzzle, inputs: &[GameInput], side: Color) -> Text {
    let captions = puzzle_captions(puzzle, inputs, side);
    Text::joined(captions.into_iter().map(Text::moves), " ")
}

/// Renders the puzzle of the day for a channel, with the solution of the one before, or `None` if there is none any more.
pub fn daily(presenter: &Presenter<'_>, of: &DailyPuzzle) -> Option<Message<Public>> {
    let (language, today) = (presenter.language, of.today?);
    let open = puzzle(today.id)?;
    let side = open.side()?;
    let before = of.before.and_then(|before| {
        let solved = puzzle(before.id)?;
        let line = line(solved, &solved.line, solved.side()?);
        Some(text::daily_before(
            arg::line(line),
            arg::solvers(before.n_solved as usize),
        ))
    });
    let mut lines = vec![text::daily_head()];
    lines.extend(task(open, side));
    lines.push(text::daily_how());
    lines.extend(before);
    let solve = Control::DailyPuzzle(today.id);
    let solve = primary(solve, text::button_daily(), language);
    let mut message = with_buttons(&Text::lines(lines), [solve], language);
    let view = Game::new(&open.setup).public_view();
    if presenter.settings.pictures == Pictures::Text {
        message.block = Some(letters(side, view.as_view(), language));
        return Some(message);
    }
    let drawing = drawing(presenter, today.id, side, view.as_view());
    message.picture = Some(Picture::public(&view, |_| drawing));
    Some(message)
}

/// Reports that a puzzle does not count for a streak, when the bot shows it or a person solves it.
fn uncounted(reply: &PuzzleReply) -> Option<Text> {
    let is_said = matches!(reply.step, PuzzleStep::Shown | PuzzleStep::Solved);
    (reply.is_missed && is_said).then(text::puzzle_uncounted)
}

/// Renders the number of puzzles solved in a row.
fn standing(reply: &PuzzleReply) -> Option<Text> {
    let (streak, best) = (reply.streak as usize, reply.best as usize);
    match (reply.ended, reply.streak) {
        (0, 0) => None,
        (0, _) => Some(text::puzzle_streak(arg::best(best), arg::streak(streak))),
        (ended, _) => Some(text::puzzle_streak_ended(
            arg::best(best),
            arg::streak(ended as usize),
        )),
    }
}
