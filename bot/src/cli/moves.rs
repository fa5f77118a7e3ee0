//! `oddboard moves`

use std::{
    collections::BTreeMap,
    io::{self, BufWriter, Write},
};

use rules::{Actions, Game, Next, Outcome, Setup};
use serde::Serialize;

use super::{
    Failure,
    input::{answer_lines, write_line},
    position::{Lens, PositionArgs},
};

/// List the legal moves of positions as JSON
///
/// With a position on the command line: one line about it. Without: reads JSON Lines such as
/// {"id":"a","variant":"berolina","position":"..."} (and "options", if any) from standard input and answers each with a
/// line {"id","over","check","moves"}, where each move comes with the position after it. A line that is wrong is
/// answered by {"id","error"}, the rest goes on, and the exit code is 2.
///
/// With --seat, answers are {"id","position","moves"} instead: the position as that seat is told it, and its legal
/// decisions if it is to decide.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    oddboard moves --variant berolina\n  \
    oddboard moves --variant berolina --position '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'\n  \
    oddboard moves < positions.jsonl > moves.jsonl")]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Whose knowledge to answer from
    #[arg(long, value_enum, default_value_t = Lens::Truth)]
    seat: Lens,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut output = BufWriter::new(io::stdout().lock());
    match args.position.setup()? {
        Some(setup) => {
            write_line(&mut output, &answer(&setup, args.seat))?;
            Ok(output.flush()?)
        }
        None => answer_lines(io::stdin().lock(), &mut output, |question| {
            Ok(answer(&question.setup()?, args.seat))
        }),
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Successors {
        over: Option<&'static str>,
        check: bool,
        moves: BTreeMap<String, String>,
    },
    Decisions {
        position: String,
        moves: Vec<String>,
    },
}

fn answer(setup: &Setup, lens: Lens) -> Answer {
    let game = Game::new(setup);
    let mut actions = Actions::new();
    game.actions(&mut actions);
    if lens == Lens::Truth {
        return successors(&game, &actions);
    }
    let decides = matches!(game.next(), Next::Decision(color) if lens.seat() == Some(color));
    let mut moves: Vec<String> = actions.iter().filter(|_| decides).map(ToString::to_string).collect();
    moves.sort_unstable();
    Answer::Decisions {
        position: lens.view(&game).position,
        moves,
    }
}

fn successors(game: &Game, actions: &Actions) -> Answer {
    let moves = actions.iter().map(|action| {
        let mut after = game.clone();
        after.act(*action).expect("what the rules list is legal");
        (action.to_string(), after.truth().as_view().position.clone())
    });
    Answer::Successors {
        over: match game.next() {
            Next::Over(outcome) => Some(Outcome::score(outcome)),
            Next::Decision(_) | Next::Chance(_) => None,
        },
        check: !game.truth().as_view().marks.check.is_empty(),
        moves: moves.collect(),
    }
}
