//! `oddboard replay`

use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
};

use rules::{Color, Game, GameInput, Next, Record, View};

use super::{CliFailure, input::read_record, position::KnownTo};
use text::Language;

/// Replay a record, check it, and print each position
///
/// Prints a line for the start and for each input of the record: its number, the move, and the position after it. The last line
/// reports the result or the side to decide. If an input is impossible, the message names its number, and the exit code is 1.
///
/// With --seat it replays the game in the view of White, of Black or of the public. It prints a line for the start and for each
/// finished decision.
///
/// With --verify it checks the dice instead: the secret against the commitment, the lot for the sides, and every roll. It needs
/// the record of a match that is over, and reports all errors. The exit code is 1 if there are any.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    oddboard replay game.txt\n  \
    oddboard replay - < game.txt\n  \
    oddboard replay --seat black game.txt\n  \
    oddboard replay --verify game.txt\n\n\
    A record is what /export gives:\n  \
    oddboard record 1\n  \
    setup: berolina\n\n  \
    e2g4 d7f5\n  \
    resign:white")]
pub(super) struct Args {
    /// The record, - for standard input
    file: PathBuf,
    /// The view to replay
    #[arg(long, value_enum, default_value_t = KnownTo::Truth)]
    seat: KnownTo,
    /// Check the dice of a match that is over
    #[arg(long, conflicts_with = "seat")]
    verify: bool,
}

pub(super) fn run(args: &Args) -> Result<(), CliFailure> {
    let record = read_record(&args.file)?;
    if args.verify {
        return verify(&record);
    }
    let mut game = Game::new(&record.setup);
    let mut output = BufWriter::new(io::stdout().lock());
    writeln!(
        output,
        "{:>4}  {:<14}  {}",
        0,
        "start",
        args.seat.view(&game).position
    )?;
    for (at, input) in record.inputs.iter().enumerate() {
        if let Err(reason) = play(&mut game, *input) {
            output.flush()?;
            return Err(CliFailure::No(format!(
                "input {}, {}, is impossible: {reason}",
                at + 1,
                input
            )));
        }
        // A chance outcome within a decision is not public.
        if args.seat != KnownTo::Truth && matches!(game.next(), Next::Chance(_)) {
            continue;
        }
        let view = args.seat.view(&game);
        writeln!(
            output,
            "{:>4}  {:<14}  {}",
            at + 1,
            caption(*input, &view, args.seat),
            view.position
        )?;
    }
    match game.next() {
        Next::Over(outcome) => writeln!(
            output,
            "{} ({})",
            Language::ENGLISH.localize(&text::outcome(outcome)),
            outcome.score()
        )?,
        Next::Decision(color) => writeln!(output, "not over: {color} is to decide")?,
        Next::Chance(_) => writeln!(output, "not over: chance is to decide")?,
    }
    Ok(output.flush()?)
}

fn verify(record: &Record) -> Result<(), CliFailure> {
    let verification = dice::verify(record);
    let report = Language::ENGLISH.localize(&verification.text());
    if !verification.flaws.is_empty() {
        return Err(CliFailure::No(report));
    }
    Ok(writeln!(io::stdout().lock(), "{report}")?)
}

/// Plays an input. The error is the reason why it is impossible.
pub(super) fn play(game: &mut Game, input: GameInput) -> Result<(), String> {
    match input {
        GameInput::Action(action) => game
            .act(action)
            .map_err(|error| match game.why_not(action) {
                Some(why) => {
                    let reason = Language::ENGLISH.localize(&text::why(&why));
                    format!("{reason} ({})", why.law)
                }
                None => error.to_string(),
            }),
        GameInput::Outcome(outcome) => game.roll(outcome).map_err(|error| error.to_string()),
        GameInput::Conclusion(conclusion) => {
            game.conclude(conclusion).map_err(|error| error.to_string())
        }
        GameInput::Takeback(n) => game.take_back(n).map_err(|error| error.to_string()),
    }
}

/// Formats the effect of an input, as people write it.
fn caption(input: GameInput, view: &View, lens: KnownTo) -> String {
    let is_outcome = matches!(input, GameInput::Outcome(_));
    match (&view.turn, input) {
        (_, GameInput::Conclusion(_) | GameInput::Takeback(_)) => input.to_string(),
        (Some(turn), _) if !is_outcome || lens != KnownTo::Truth => {
            let dots = if turn.color == Color::White {
                "."
            } else {
                "..."
            };
            format!("{}{dots} {}", turn.number, turn.caption)
        }
        _ => input.to_string(),
    }
}
