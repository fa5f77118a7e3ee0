//! `oddboard retry`

use std::io::{self, Read, Write};

use super::{CliFailure, settings::DataArgs};
use crate::operations::{AdminRequest, AskError, Retried, ask};
use api::Dice;
use runtime::OsDice;

/// The maximum length of an answer, in bytes.
const LARGEST: u64 = 1 << 12;

/// Order the running bot to retry its failed deliveries
///
/// A delivery fails for good if the chat refuses it, such as a board for a channel that was closed to the bot. `oddboard check
/// --data` lists these deliveries with the reasons. Remove the causes first, then run this. Deliveries that are out of date are
/// dropped.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    oddboard retry\n  \
    oddboard retry --data /var/lib/oddboard")]
pub(super) struct Args {
    #[command(flatten)]
    data: DataArgs,
}

pub(super) fn run(args: &Args) -> Result<(), CliFailure> {
    let folder = args.data.of_existing_data()?.store.path;
    let id = OsDice.below(u32::MAX);
    let reply = ask(&folder, AdminRequest::Retry(id)).map_err(|error| match error {
        AskError::Refused(_) => CliFailure::no(error),
        AskError::Io(error) => unanswered(&error),
    })?;
    let Some(answer) = reply else {
        return Err(CliFailure::No(format!(
            "no bot that runs on {} can be asked, and only one that runs can try again; start it with `oddboard serve`, \
             then order this again",
            folder.display()
        )));
    };
    let mut text = String::new();
    let read = answer.take(LARGEST).read_to_string(&mut text);
    read.map_err(|error| unanswered(&error))?;
    let retried = serde_json::from_str(&text).map_err(|error| unanswered(&error.into()))?;
    Ok(writeln!(io::stdout(), "{}", summary(&retried))?)
}

fn unanswered(error: &io::Error) -> CliFailure {
    CliFailure::No(format!(
        "the bot that serves this folder did not answer ({error}); its log tells what it has tried again"
    ))
}

/// Summarizes the retry of the failed deliveries.
fn summary(retried: &Retried) -> String {
    let Retried {
        n_tried,
        n_dropped,
        n_left,
        ..
    } = *retried;
    if *retried == Retried::default() {
        return "There is nothing that could not be delivered, so nothing is tried again."
            .to_owned();
    }
    let mut lines = vec![match n_tried {
        0 => "Nothing is tried again.".to_owned(),
        n => format!(
            "Tried again now: {}. `oddboard check --data` lists what fails again.",
            deliveries(n)
        ),
    }];
    if n_dropped > 0 {
        let dropped = deliveries(n_dropped);
        lines.push(format!(
            "Dropped: {dropped}, as their matches have moved on since, or what was to be said is lost."
        ));
    }
    if n_left > 0 {
        let left = deliveries(n_left);
        lines.push(format!(
            "Left: {left}, as they or their matches are damaged. `oddboard check --data` lists what has to be mended first."
        ));
    }
    lines.join("\n")
}

fn deliveries(n: usize) -> String {
    match n {
        1 => "1 delivery".to_owned(),
        n => format!("{n} deliveries"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operator_reads_the_outcome_of_a_retry() {
        let cases = [
            (
                [0, 0, 0],
                "There is nothing that could not be delivered, so nothing is tried again.",
            ),
            (
                [1, 0, 0],
                "Tried again now: 1 delivery. `oddboard check --data` lists what fails again.",
            ),
            (
                [2, 3, 0],
                "Tried again now: 2 deliveries. `oddboard check --data` lists what fails again.\n\
                 Dropped: 3 deliveries, as their matches have moved on since, or what was to be said is lost.",
            ),
            (
                [0, 0, 1],
                "Nothing is tried again.\n\
                 Left: 1 delivery, as they or their matches are damaged. `oddboard check --data` lists what has to be \
                 mended first.",
            ),
        ];
        for ([n_tried, n_dropped, n_left], expected) in cases {
            let retried = Retried {
                n_tried,
                n_dropped,
                n_left,
                last: None,
            };
            assert_eq!(summary(&retried), expected);
        }
    }
}
