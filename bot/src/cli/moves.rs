//! `oddboard moves`

use std::{
    collections::BTreeMap,
    io::{self, BufWriter, Write},
};

use rules::{Action, Color, Fraction, Game, Glyph, MoveList, Next, Outcome, Setup, View};
use serde::Serialize;

use super::{
    CliFailure,
    input::{answer_lines, write_line},
    position::{KnownTo, PositionArgs},
};

/// List the legal moves of positions as JSON
///
/// With a position on the command line, prints one line about it. Without, reads JSON Lines such as
/// {"id":"a","variant":"berolina","position":"..."} (and "options", if any) from standard input. It answers each with a line
/// {"id","over","check","moves"}, where each move comes with the position after it. A wrong line is answered by {"id","error"},
/// and the exit code is then 2.
///
/// With --seat, an answer is {"id","position","moves"} instead: the position in the view of that seat, and its legal decisions if
/// it is to decide.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    oddboard moves --variant berolina\n  \
    oddboard moves --variant berolina --position '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'\n  \
    oddboard moves < positions.jsonl > moves.jsonl")]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The view to answer from
    #[arg(long, value_enum, default_value_t = KnownTo::Truth)]
    seat: KnownTo,
}

pub(super) fn run(args: &Args) -> Result<(), CliFailure> {
    let mut output = BufWriter::new(io::stdout().lock());
    match args.position.setup()? {
        Some(setup) => {
            let answer = answer(&setup, args.seat).map_err(CliFailure::Input)?;
            write_line(&mut output, &answer)?;
            Ok(output.flush()?)
        }
        None => answer_lines(io::stdin().lock(), &mut output, |question| {
            answer(&question.setup()?, args.seat)
        }),
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum MovesLine {
    Successors {
        over: Option<&'static str>,
        check: bool,
        moves: BTreeMap<String, Successor>,
    },
    Decisions {
        position: String,
        moves: Vec<String>,
    },
}

fn answer(setup: &Setup, lens: KnownTo) -> Result<MovesLine, String> {
    let game = Game::new(setup);
    let actions = game.legal_list();
    if lens == KnownTo::Truth {
        return successors(&game, &actions);
    }
    let decides = matches!(game.next(), Next::Decision(color) if lens.seat() == Some(color));
    let mut moves: Vec<String> = actions
        .iter()
        .filter(|_| decides)
        .map(ToString::to_string)
        .collect();
    moves.sort_unstable();
    Ok(MovesLine::Decisions {
        position: lens.view(&game).position,
        moves,
    })
}

/// The result of a legal action.
#[derive(Serialize)]
#[serde(untagged)]
enum Successor {
    /// The position after it.
    Position(String),
    /// Every position that chance can produce from it.
    Prospects(Vec<OutcomeLine>),
}

/// A possible position after an action, and its probability.
#[derive(Serialize)]
struct OutcomeLine {
    p: String,
    to: String,
}

/// The largest number of chance outcomes of an action.
const MAX_WAYS: usize = 100_000;

fn successors(game: &Game, actions: &MoveList) -> Result<MovesLine, String> {
    let moves = actions
        .iter()
        .map(|action| Ok((action.to_string(), successor(game, *action)?)));
    Ok(MovesLine::Successors {
        over: match game.next() {
            Next::Over(outcome) => Some(Outcome::score(outcome)),
            Next::Decision(_) | Next::Chance(_) => None,
        },
        check: is_check(game.truth().as_view()),
        moves: moves.collect::<Result<_, String>>()?,
    })
}

/// Tells whether the king of the side to move is in check; the other one can be in a game that ended by it.
fn is_check(view: &View) -> bool {
    let to_move = match view.position.split(' ').nth(1) {
        Some("w") => Color::White,
        _ => Color::Black,
    };
    let mut kings = view.marks.check.iter();
    kings.any(|&king| view.glyph(king) == Some(Glyph::King(to_move)))
}

fn successor(game: &Game, action: Action) -> Result<Successor, String> {
    // The actions are listed, so only the outcomes can be too many: on a board full of bananas, for instance.
    let continuations = game
        .continuations(action, MAX_WAYS)
        .ok_or_else(|| format!("{action} may turn out in more than {MAX_WAYS} ways"))?;
    let position = |game: &Game| game.truth().as_view().position.clone();
    if !game.variant().has_chance() {
        let after = continuations.first().expect("an action leads somewhere");
        return Ok(Successor::Position(position(&after.game)));
    }
    let mut prospects: BTreeMap<String, Fraction> = BTreeMap::new();
    for continuation in continuations {
        let to = position(&continuation.game);
        let sum = match prospects.get(&to) {
            None => continuation.chance,
            Some(sum) => sum
                .plus(continuation.chance)
                .ok_or_else(|| format!("the chances of {action} cannot be added exactly"))?,
        };
        prospects.insert(to, sum);
    }
    let prospects = prospects.into_iter().map(|(to, chance)| OutcomeLine {
        p: chance.to_string(),
        to,
    });
    Ok(Successor::Prospects(prospects.collect()))
}
