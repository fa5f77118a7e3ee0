//! `oddboard review`

use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
    sync::Arc,
};

use render::{Look, Renderer, Scene, Size, Theme};
use rules::{ByColor, Color, Record};

use super::{
    CliFailure, input,
    render::{drawn, write},
};
use present::review::{self, Review, ReviewError, USUAL_NODES};
use text::Language;

/// Review a finished game: the accuracy of each side, and the moves that turned it
///
/// Compares every decision with the best one that the engine finds from the knowledge of the deciding side. Prints the accuracy
/// of each side, from 0 to 100, and up to three moves that lost most, with a better one for each. For Chakart it also prints
/// the luck of the dice.
///
/// The expected score is 100% for a win, 50% for a draw and 0% for a loss.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    oddboard review game.txt\n  \
    oddboard review --nodes 200000 --picture review.png game.txt\n\n\
    A record is what /export gives.")]
pub(super) struct Args {
    /// The record of a game that is over, - for standard input
    file: PathBuf,
    /// The number of positions to search for each decision
    #[arg(long, value_name = "NUMBER", default_value_t = USUAL_NODES)]
    nodes: u64,
    /// Also draw the course of the game, as PNG, or as SVG if the name ends in .svg
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// The width of the picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t)]
    size: Size,
    /// The colors of the picture
    #[arg(long, default_value_t)]
    theme: Theme,
}

/// Describes why there is no review.
fn describe(error: ReviewError) -> String {
    match error {
        ReviewError::NotOver => "the game is not over".to_string(),
        ReviewError::Impossible(error) => error.to_string(),
        ReviewError::Unable(unable) => unable.to_string(),
    }
}

/// Builds the picture of a review, with the sides named by their colors.
fn scene(review: &Review, record: &Record, args: &Args) -> Scene {
    let look = Look {
        size: args.size,
        theme: args.theme,
        bottom: Color::White,
        names: ByColor::from_fn(|color| Language::ENGLISH.localize(&text::color(color))),
        captions: Arc::new(Language::ENGLISH),
    };
    review.picture().scene(record, &look, Language::ENGLISH)
}

pub(super) fn run(args: &Args) -> Result<(), CliFailure> {
    let record = input::read_record(&args.file)?;
    let review = review::review(&record, args.nodes);
    let review = review.map_err(|error| CliFailure::No(describe(error)))?;
    if let Some(file) = &args.picture {
        let scene = scene(&review, &record, args);
        write(file, &drawn(&Renderer::new(), &scene, file)).map_err(CliFailure::Input)?;
    }
    let mut lines = vec![text::outcome(review.outcome), review.accuracy_text()];
    lines.extend(review.turning_texts());
    lines.extend(review.resignation_text());
    lines.extend(review.luck_text());
    let mut output = BufWriter::new(io::stdout().lock());
    for line in lines {
        writeln!(output, "{}", Language::ENGLISH.localize(&line))?;
    }
    Ok(output.flush()?)
}
